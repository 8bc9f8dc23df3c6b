/* SPDX-License-Identifier: MIT */
/** Repeated resources in a document, for strict reading. */
#include "jsonapi/jsonapi.h"
#include "tree/armor.h"

/** Returns true for an object that may be a resource identifier. */
static bool is_bare(vox_tree *tree, const vox_node *resource) {
    return resource->kind == VOX_OBJECT &&
           !vox__object_find(tree, resource, vox_string_from_c("attributes")) &&
           !vox__object_find(tree, resource, vox_string_from_c("relationships")) &&
           !vox__object_find(tree, resource, vox_string_from_c("links"));
}

static bool are_bare(vox_tree *tree, const vox_node *data) {
    const vox_node *resource = data->kind == VOX_ARRAY ? vox__child(tree, data) : NULL;
    while (resource && is_bare(tree, resource)) {
        resource = vox__sibling(tree, resource);
    }
    return !resource && (data->kind != VOX_OBJECT || is_bare(tree, data));
}

static bool is_included(const vox_tree *tree, const vox_node *resource) {
    const vox_node *list = vox_node_parent(tree, resource);
    return vox_string_equal(vox__name(tree, list), vox_string_from_c("included"));
}

/** Returns the earlier resource with an identity of this one, or NULL. `linkage` says that primary
 *  data may be identifiers. An included resource does not repeat its identifier, but replaces it
 *  in the table. */
static const vox_node *earlier_one(vox_tree *tree, const vox_node *resource, bool linkage) {
    vox_string type, id;
    for (int kind = VOX_BY_ID; kind <= VOX_BY_LID; kind++) {
        const vox__id_kind local = (vox__id_kind)kind;
        if (!vox__identity_read(tree, resource, local, &type, &id)) {
            continue;
        }
        uint64_t hash = vox__hash(&tree->seed, (uint64_t)local, type, &id);
        vox__identity *entry = vox__identity_entry(tree, hash, local, type, id);
        const vox_node *known = vox__node(tree, vox__identity_resource(entry));
        if (known == resource) {
            continue;
        }
        if (!linkage || is_included(tree, known) || !is_included(tree, resource) ||
            is_bare(tree, resource)) {
            return known;
        }
        vox__identity_put(entry, vox__ref(tree, resource));
    }
    return NULL;
}

vox_status vox__identity_repeated(
    vox_tree *tree, const vox_node **first, const vox_node **second, vox_error *error
) {
    *first = *second = NULL;
    VOX_TRY(vox_tree_materialize(tree, error));
    vox_status status = tree->frozen ? VOX_ERROR_FROZEN : vox__identity_build(tree);
    if (status != VOX_OK) {
        return vox__error_limit(error, status, &tree->options);
    }
    if (!tree->identities->duplicates[0].count && !tree->identities->duplicates[1].count) {
        return VOX_OK;
    }
    const vox_node *root = vox_tree_root(tree);
    const vox_node *data = vox__object_find(tree, root, vox_string_from_c("data"));
    const vox_node *included = vox__object_find(tree, root, vox_string_from_c("included"));
    bool linkage = data && are_bare(tree, data);
    const vox_node *lists[] = {data, included};
    for (int index = 0; index < 2 && !*first; index++) {
        bool is_list = lists[index] && lists[index]->kind == VOX_ARRAY;
        *second = is_list ? vox__child(tree, lists[index]) : NULL;
        while (*second && !(*first = earlier_one(tree, *second, linkage))) {
            *second = vox__sibling(tree, *second);
        }
    }
    vox__identity_forget(tree); /* primary data comes first again */
    return VOX_OK;
}
