/* SPDX-License-Identifier: MIT */
/** Updates of the table of identities: a resource leaves the table before one of its
 *  identities changes, and is entered again afterwards. Appended nodes call no hook. They enter the
 *  table at the next look-up, or before the next edit of a resource. The next look-up builds the
 *  table again in three cases: when the lists themselves change, when such an edit is undone, and
 *  when the order of two resources is not known. */
#include "jsonapi/jsonapi.h"
#include "tree/armor.h"

static bool is_identity_member(vox_string name) {
    return vox__same(name, vox_string_from_c("type")) || vox__same(name, vox_string_from_c("id")) ||
           vox__same(name, vox_string_from_c("lid"));
}

/** Returns true for the root and its members that list resources. */
static bool holds_resources(const vox_tree *tree, const vox_node *node) {
    const vox_node *root = vox_tree_root(tree);
    return node == root || (vox_node_parent(tree, node) == root && root->kind == VOX_OBJECT &&
                            vox__is_list_name(vox__name(tree, node)));
}

/** Returns the listed resource that a node is, or whose identity it is part of; NULL for others. */
static const vox_node *resource_of(const vox_tree *tree, const vox_node *node) {
    const vox_node *parent = vox_node_parent(tree, node);
    if (parent && vox__is_listed(tree, parent) && is_identity_member(vox__name(tree, node))) {
        return parent;
    }
    return vox__is_listed(tree, node) ? node : NULL;
}

static bool is_begun(const vox_tree *tree) {
    return tree->identities->built || tree->identities->type_count;
}

typedef enum listing {
    LEAVES,
    ENTERS,
    APPENDED /* enters as the last one of its list at the time */
} listing;

/** Returns the order of a resource: the offset where it was read, or its former order, or an order
 *  after or before all others of its list. */
static int64_t order_of(vox_tree *tree, const vox_node *resource, listing what) {
    struct vox__identities *table = tree->identities;
    const vox_node *list = vox_node_parent(tree, resource);
    if (list->kind != VOX_ARRAY) {
        return 0; /* the only resource of primary data */
    }
    const int64_t base = vox__order_base(tree, list);
    if (resource->flags & FLAG_PLACED) {
        return base + ((int64_t)resource->start << VOX_ORDER_SHIFT);
    }
    vox_ref ref = vox__ref(tree, resource);
    if (table->left == ref) {
        return table->left_order;
    }
    if (what == APPENDED || !resource->next) {
        return base + ++table->last_free;
    }
    return list->child == ref ? base + --table->first_free : VOX_ORDER_UNKNOWN;
}

/** Enters a listed resource, or removes it. */
static void follow_listing(vox_tree *tree, const vox_node *resource, listing what) {
    vox_string type, id;
    tree->identities->edited = true;
    if (!tree->identities->built || vox__identity_resolve(tree, resource) != VOX_OK) {
        vox__identity_forget(tree);
        return;
    }
    const int64_t order = what == LEAVES ? 0 : order_of(tree, resource, what);
    for (int kind = VOX_BY_ID; kind <= VOX_BY_LID; kind++) {
        const vox__id_kind local = (vox__id_kind)kind;
        if (!vox__identity_read(tree, resource, local, &type, &id)) {
            continue;
        }
        uint64_t hash = vox__hash(&tree->seed, (uint64_t)local, type, &id);
        if (what == LEAVES) {
            vox__identity_leave(tree, resource, hash, local, type, id);
        } else if (vox__identity_enter(tree, resource, hash, local, type, id, order) != VOX_OK) {
            vox__identity_forget(tree);
            return;
        }
    }
}

/** Returns the node after another; 0 at the end. */
static vox_ref node_after(const vox__arena *nodes, vox_ref ref) {
    return ref < nodes->top_first  ? vox__arena_after(nodes, ref)
           : ref + 1 < nodes->used ? ref + 1
                                   : 0;
}

void vox__identity_catch_up(vox_tree *tree, const vox_node *except) {
    struct vox__identities *table = tree->identities;
    const vox_ref seen = table->seen;
    if (!table->built || tree->deferred_end || tree->nodes.used == seen) {
        return;
    }
    for (vox_ref ref = node_after(&tree->nodes, seen - 1); ref && table->built;
         ref = node_after(&tree->nodes, ref)) {
        const vox_node *node = vox__recent_node(tree, ref);
        /* A new resource enters the table together with its members. */
        if (node->parent >= seen && vox__recent_node(tree, node->parent)->parent != tree->root) {
            continue;
        }
        const vox_node *resource = resource_of(tree, node);
        if (resource == node && node != except) {
            follow_listing(tree, node, APPENDED);
        } else if (resource && vox__ref(tree, resource) < seen) {
            follow_listing(tree, resource, ENTERS);
        }
    }
    const size_t most = tree->options.max_nodes, made = vox__values_made(tree);
    const uint32_t room = tree->nodes.limit - tree->nodes.used;
    table->seen = tree->nodes.open = tree->nodes.used;
    if (made < most) {
        tree->nodes.open += most - made < room ? (uint32_t)(most - made) : room;
    }
}

/** Enters or removes the listed resource that an edit of a node affects, if the table follows
 *  edits. */
static void follow_edit(vox_tree *tree, const vox_node *node, listing what) {
    if (is_begun(tree) && holds_resources(tree, node)) {
        vox__identity_forget(tree);
    }
    const vox_node *resource = is_begun(tree) ? resource_of(tree, node) : NULL;
    if (resource) {
        vox__identity_catch_up(tree, what == ENTERS ? node : NULL);
        follow_listing(tree, resource, what);
    }
}

void vox__identity_leaving(vox_tree *tree, const vox_node *node) {
    follow_edit(tree, node, LEAVES);
}

void vox__identity_added(vox_tree *tree, const vox_node *node) {
    follow_edit(tree, node, ENTERS);
}

void vox__identity_without(vox_tree *tree, const vox_node *object, const vox_node *member) {
    if (!is_begun(tree)) {
        return;
    }
    if (object->kind != VOX_OBJECT) {
        tree->identities->left = 0; /* an element, which is detached now */
    } else if (vox__is_listed(tree, object) && is_identity_member(vox__name(tree, member))) {
        follow_listing(tree, object, ENTERS);
    }
}

void vox__identity_undoing(vox_tree *tree, const vox_node *node) {
    if (is_begun(tree) && (holds_resources(tree, node) || resource_of(tree, node))) {
        vox__identity_forget(tree);
    }
}
