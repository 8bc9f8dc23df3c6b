/* SPDX-License-Identifier: MIT */
/** Enters resources into the table of identities: all resources, or while most are deferred,
 *  those of the requested types. */
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

/** A pass that enters resources. */
typedef struct fill_pass {
    const vox_string *only; /* enters the ids of this type; NULL: enters all ids and lids */
    vox_string type;        /* of the previous resource, usually also of the next one */
    uint64_t hash;          /* of this type */
    vox_ref first;          /* the first resource that was entered by its id, or 0 */
} fill_pass;

static vox_status add_visited(vox_tree *tree, const vox_node *resource, void *context) {
    fill_pass *pass = (fill_pass *)context;
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
    if (!prefix.type.bytes || (pass->only && !vox__same(prefix.type, *pass->only))) {
        return VOX_OK;
    }
    if (prefix.id.bytes) {
        pass->first = pass->first ? pass->first : vox__ref(tree, resource);
        if (!pass->type.bytes || !vox__same(prefix.type, pass->type)) {
            pass->type = prefix.type;
            pass->hash = vox__hash(&tree->seed, VOX_BY_ID, prefix.type, NULL);
        }
        uint64_t hash = vox__hash_second(&tree->seed, pass->hash, prefix.id);
        VOX_TRY(vox__identity_enter(tree, resource, hash, VOX_BY_ID, prefix.type, prefix.id, order)
        );
    }
    if (prefix.lid.bytes && !pass->only) {
        uint64_t hash = vox__hash(&tree->seed, VOX_BY_LID, prefix.type, &prefix.lid);
        VOX_TRY(
            vox__identity_enter(tree, resource, hash, VOX_BY_LID, prefix.type, prefix.lid, order)
        );
    }
    return VOX_OK;
}

/** Removes all entries, and sets the hooks, so that the table follows edits from now on. */
static void begin_identities(vox_tree *tree) {
    vox__identity_clear(tree);
    tree->hooks.leaving = vox__identity_leaving;
    tree->hooks.added = vox__identity_added;
    tree->hooks.without = vox__identity_without;
    tree->hooks.undoing = vox__identity_undoing;
    tree->nodes.open = 0;
    tree->identities->last_free = VOX_ORDER_BEHIND;
}

static vox_status fill_table(vox_tree *tree, fill_pass *pass) {
    const vox__prefix wanted = {.type = pass->only ? *pass->only : vox__string(NULL, 0)};
    tree->identities->last_order = 0;
    vox_status status = vox__each_resource(tree, pass->only ? &wanted : NULL, add_visited, pass);
    if (status != VOX_OK) {
        vox__identity_clear(tree);
    }
    return status;
}

vox_status vox__identity_build(vox_tree *tree) {
    fill_pass pass = {.only = NULL};
    if (!vox__identities_of(tree)) {
        return VOX_ERROR_MEMORY;
    }
    begin_identities(tree);
    /* In a lazy tree, nearly all nodes so far are resources. */
    VOX_TRY(vox__identity_reserve(tree, tree->deferred_end + 1));
    VOX_TRY(fill_table(tree, &pass));
    tree->identities->built = true;
    tree->identities->seen = tree->nodes.used;
    return VOX_OK;
}

/** Returns true when the resources of a type were entered. */
static bool has_type(vox_tree *tree, vox_string wanted) {
    const struct vox__identities *table = tree->identities;
    for (uint32_t index = 0; index < table->type_count; index++) {
        const vox_node *first = vox__node_or_null(tree, table->types[index]);
        vox_string type, id;
        if (first && vox__identity_read(tree, first, VOX_BY_ID, &type, &id) &&
            vox__same(type, wanted)) {
            return true;
        }
    }
    return false;
}

vox_status vox__identity_prepare(vox_tree *tree, vox__id_kind local, vox_string type) {
    struct vox__identities *table = tree->identities;
    if (table) {
        vox__identity_catch_up(tree, NULL);
    }
    if (table && table->built) {
        return VOX_OK;
    }
    if (!table || local || !tree->deferred_end || table->edited ||
        table->type_count == VOX_IDENTITY_TYPES) {
        return vox__identity_build(tree);
    }
    if (has_type(tree, type)) {
        return VOX_OK;
    }
    if (!table->type_count) {
        begin_identities(tree);
    }
    fill_pass pass = {.only = &type};
    VOX_TRY(fill_table(tree, &pass));
    table->searched = true;
    table->types[table->type_count++] = pass.first;
    return VOX_OK;
}
