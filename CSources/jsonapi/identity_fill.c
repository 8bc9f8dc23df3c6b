/* SPDX-License-Identifier: MIT */
/** Enters all resources into the table of identities. */
#include "jsonapi/jsonapi.h"

/** Returns the order of a visited resource: its offset, or an order after the previous one. */
static int64_t visited_order(vox_tree *tree, const vox_node *resource) {
    struct vox__identities *table = tree->identities;
    const int64_t base = vox__order_base(tree, vox_node_parent(tree, resource));
    if (resource->flags & FLAG_PLACED) {
        table->last_order = base + ((int64_t)resource->start << VOX_ORDER_SHIFT);
    } else {
        table->last_order = (table->last_order < base ? base : table->last_order) + 1;
    }
    return table->last_order;
}

/** The type of the previous resource, which is usually that of the next one, too. */
typedef struct type_memo {
    vox_string type;
    uint64_t hash;
} type_memo;

static vox_status add_visited(vox_tree *tree, const vox_node *resource, void *context) {
    type_memo *memo = context;
    vox__prefix prefix;
    /* Also for an object that is not a resource yet. */
    int64_t order = visited_order(tree, resource);
    if (!vox__prefix_read(tree, resource, &prefix)) {
        vox__parts members;
        vox_status status = vox__identity_resolve(tree, resource);
        if (status != VOX_OK || resource->kind != VOX_OBJECT) {
            return status;
        }
        vox__parts_find(tree, resource, &members);
        prefix.type = vox__identity_text(tree, members.type);
        prefix.id = vox__identity_text(tree, members.id);
        prefix.lid = vox__identity_text(tree, members.lid);
    }
    vox_status status = VOX_OK;
    if (prefix.type.bytes && prefix.id.bytes) {
        if (!memo->type.bytes || !vox__same(prefix.type, memo->type)) {
            memo->type = prefix.type;
            memo->hash = vox__hash(&tree->seed, VOX_BY_ID, prefix.type, NULL);
        }
        uint64_t hash = vox__hash_second(&tree->seed, memo->hash, prefix.id);
        status = vox__identity_enter(
            tree, resource, hash, VOX_BY_ID, prefix.type, prefix.id, order
        );
    }
    if (prefix.type.bytes && prefix.lid.bytes && status == VOX_OK) {
        uint64_t hash = vox__hash(&tree->seed, VOX_BY_LID, prefix.type, &prefix.lid);
        status = vox__identity_enter(
            tree, resource, hash, VOX_BY_LID, prefix.type, prefix.lid, order
        );
    }
    return status;
}

/** Sets the hooks, so that the table follows edits from now on. */
static void follow_edits(vox_tree *tree) {
    tree->hooks.leaving = vox__identity_leaving;
    tree->hooks.added = vox__identity_added;
    tree->hooks.without = vox__identity_without;
    tree->hooks.undoing = vox__identity_undoing;
    tree->nodes.open = 0;
}

vox_status vox__identity_build(vox_tree *tree) {
    type_memo memo = {{NULL, 0}, 0};
    if (!vox__identities_of(tree)) {
        return VOX_ERROR_MEMORY;
    }
    vox__identity_clear(tree);
    follow_edits(tree);
    tree->identities->last_free = VOX_ORDER_BEHIND;
    /* In a lazy tree, nearly all nodes so far are resources. */
    vox_status status = vox__identity_reserve(tree, tree->deferred_end + 1);
    if (status == VOX_OK) {
        status = vox__each_resource(tree, NULL, add_visited, &memo);
    }
    if (status != VOX_OK) {
        vox__identity_clear(tree);
        return status;
    }
    tree->identities->built = true;
    return VOX_OK;
}
