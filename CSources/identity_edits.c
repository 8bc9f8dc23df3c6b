/* SPDX-License-Identifier: MIT */
/** What edits mean for the identity index: it follows those that are easy to
 *  follow, and is built anew after others. */
#include "internal.h"

/** True when `known` stands before `node`, as far as that is told without
 *  walking a list: `node` is the last of the last list, or of the same list. */
static bool comes_after(const vox_tree *tree, const vox_node *node, const vox_node *known) {
    const vox_node *list = vox_node_parent(tree, node);
    return list->kind == VOX_ARRAY && !node->next &&
           (known->parent == node->parent ||
            vox__same(vox__name(tree, list), vox_string_from_c("included")));
}

/** A listed resource is new, or one of its identities is. */
static void listed_edited(vox_tree *tree, const vox_node *resource) {
    vox_string type, id;
    tree->identities.edited = true;
    if (!tree->identities.built || vox__identity_resolve(tree, resource) != VOX_OK) {
        vox__identity_forget(tree);
    }
    for (int local = 0; local < 2 && tree->identities.built; local++) {
        if (!vox__identity_read(tree, resource, local, &type, &id)) {
            continue;
        }
        uint64_t hash = vox__hash(tree, (uint64_t)local, type, &id);
        const vox__identity *entry = vox__identity_entry(tree, hash, local, type, id);
        const vox_node *known = vox__node_or_null(tree, entry->resource);
        bool decided = !known || known == resource || comes_after(tree, resource, known);
        if (!decided || vox__identity_add(tree, resource, local) != VOX_OK) {
            vox__identity_forget(tree); /* which one comes first must be looked up */
        }
    }
}

static bool is_identity_name(vox_string name) {
    return vox__same(name, vox_string_from_c("type")) || vox__same(name, vox_string_from_c("id")) ||
           vox__same(name, vox_string_from_c("lid"));
}

/** True for what stands where resource objects are listed, whatever it is. */
static bool is_in_list(const vox_tree *tree, const vox_node *node) {
    const vox_node *list = vox_node_parent(tree, node);
    const vox_node *root = vox_tree_root(tree);
    return list && list->kind == VOX_ARRAY && vox_node_parent(tree, list) == root &&
           root->kind == VOX_OBJECT && vox__is_list_name(vox__name(tree, list));
}

static bool names_resource(const vox_tree *tree, const vox_node *node) {
    const vox_node *parent = vox_node_parent(tree, node);
    return parent && vox__is_listed(tree, parent) && is_identity_name(vox__name(tree, node));
}

static bool is_begun(const vox_tree *tree) {
    return tree->identities.built || tree->identities.type_count;
}

void vox__identity_added(vox_tree *tree, const vox_node *node) {
    if (!is_begun(tree)) {
        return;
    }
    const vox_node *parent = vox_node_parent(tree, node);
    const vox_node *root = vox_tree_root(tree);
    if (node == root || (parent == root && vox__is_list_name(vox__name(tree, node)))) {
        vox__identity_forget(tree);
    } else if (names_resource(tree, node)) {
        listed_edited(tree, parent);
    } else if (vox__is_listed(tree, node)) {
        listed_edited(tree, node);
    }
}

void vox__identity_edited(vox_tree *tree, const vox_node *node) {
    if (is_begun(tree) && tree->identities.repeated &&
        (names_resource(tree, node) || is_in_list(tree, node))) {
        vox__identity_forget(tree); /* another one may take the former identity */
    }
    vox__identity_added(tree, node);
}
