/* SPDX-License-Identifier: MIT */
/** What edits mean for the table of identities: a resource leaves it before one of its
 *  identities changes, and is entered again then. Where the lists themselves change, where
 *  such an edit is undone, and in the few cases in which it cannot be told which of two
 *  resources comes first, the table is built anew at the next look-up. */
#include "jsonapi/jsonapi.h"
#include "tree/armor.h"

static bool is_identity_name(vox_string name) {
    return vox__same(name, vox_string_from_c("type")) || vox__same(name, vox_string_from_c("id")) ||
           vox__same(name, vox_string_from_c("lid"));
}

/** True for what all resources hang on: the root, and its members that list them. */
static bool holds_resources(const vox_tree *tree, const vox_node *node) {
    const vox_node *root = vox_tree_root(tree);
    return node == root || (vox_node_parent(tree, node) == root && root->kind == VOX_OBJECT &&
                            vox__is_list_name(vox__name(tree, node)));
}

/** The listed resource whose identities a node is, or is part of; NULL for others. */
static const vox_node *resource_of(const vox_tree *tree, const vox_node *node) {
    const vox_node *parent = vox_node_parent(tree, node);
    if (parent && vox__is_listed(tree, parent) && is_identity_name(vox__name(tree, node))) {
        return parent;
    }
    return vox__is_listed(tree, node) ? node : NULL;
}

static bool is_begun(const vox_tree *tree) {
    return tree->identities->built || tree->identities->type_count;
}

/** The place of a resource among all: where it was read, or stood before, or behind or
 *  before all others of its list. */
static int64_t order_of(vox_tree *tree, const vox_node *resource) {
    struct vox__identities *table = tree->identities;
    const vox_node *list = vox_node_parent(tree, resource);
    if (list->kind != VOX_ARRAY) {
        return 0; /* the only one of primary data */
    }
    const int64_t base = vox__order_base(tree, list);
    if (resource->flags & FLAG_PLACED) {
        return base + ((int64_t)resource->start << VOX_ORDER_SHIFT);
    }
    vox_ref ref = vox__ref(tree, resource);
    if (table->left == ref) {
        return table->left_order;
    }
    if (!resource->next) {
        return base + ++table->last_free;
    }
    return list->child == ref ? base + --table->first_free : VOX_ORDER_UNKNOWN;
}

/** True when a resource can be entered or taken out; else the table is built anew. */
static bool can_follow(vox_tree *tree, const vox_node *resource) {
    tree->identities->edited = true;
    if (!tree->identities->built || vox__identity_resolve(tree, resource) != VOX_OK) {
        vox__identity_forget(tree);
        return false;
    }
    return true;
}

/** Enters a listed resource, or takes it out. */
static void follow(vox_tree *tree, const vox_node *resource, bool enters) {
    vox_string type, id;
    if (!can_follow(tree, resource)) {
        return;
    }
    const int64_t order = enters ? order_of(tree, resource) : 0;
    for (int local = 0; local < 2; local++) {
        if (!vox__identity_read(tree, resource, local, &type, &id)) {
            continue;
        }
        uint64_t hash = vox__hash(&tree->seed, (uint64_t)local, type, &id);
        if (!enters) {
            vox__identity_leave(tree, resource, hash, local, type, id);
        } else if (vox__identity_enter(tree, resource, hash, local, type, id, order) != VOX_OK) {
            vox__identity_forget(tree);
            return;
        }
    }
}

/** The same for the listed resource that an edit of a node is about, if the table need follow
 *  it, and is not built anew. */
static void follow_edit(vox_tree *tree, const vox_node *node, bool enters) {
    if (is_begun(tree) && holds_resources(tree, node)) {
        vox__identity_forget(tree);
    }
    const vox_node *resource = is_begun(tree) ? resource_of(tree, node) : NULL;
    if (resource) {
        follow(tree, resource, enters);
    }
}

void vox__identity_leaving(vox_tree *tree, const vox_node *node) {
    follow_edit(tree, node, false);
}

void vox__identity_added(vox_tree *tree, const vox_node *node) {
    follow_edit(tree, node, true);
}

void vox__identity_without(vox_tree *tree, const vox_node *object, const vox_node *member) {
    if (!is_begun(tree)) {
        return;
    }
    if (object->kind != VOX_OBJECT) {
        tree->identities->left = 0; /* an element: it stands nowhere now */
    } else if (vox__is_listed(tree, object) && is_identity_name(vox__name(tree, member))) {
        follow(tree, object, true);
    }
}

void vox__identity_undoing(vox_tree *tree, const vox_node *node) {
    if (is_begun(tree) && (holds_resources(tree, node) || resource_of(tree, node))) {
        vox__identity_forget(tree);
    }
}
