/* SPDX-License-Identifier: MIT */
/** The table of identities: finds the resource object of a (type, id) or (type, lid); of those
 *  that share an identity, the first in the document.
 *
 *  An edit removes a resource before it changes an identity, and enters it again afterwards,
 *  so no entry is ever outdated. */
#include "jsonapi/jsonapi.h"

/** Returns the hash with the top bit set for a lid. */
static uint64_t marked(uint64_t hash, vox__id_kind local) {
    return (hash & INT64_MAX) | (uint64_t)local << 63;
}

vox__identity *vox__identity_entry(
    vox_tree *tree, uint64_t hash, vox__id_kind local, vox_string type, vox_string id
) {
    const vox__table *table = &tree->identities->resources;
    const uint64_t wanted = marked(hash, local);
    uint32_t slot = vox__table_slot(table, wanted);
    for (;; slot = vox__table_next(table, slot)) {
        vox__identity *entry = (vox__identity *)vox__table_at(table, sizeof *entry, slot);
        vox_string found_type, found_id;
        if (!entry->key) {
            return entry;
        }
        if ((entry->key ^ wanted) >> 32 == 0 &&
            vox__identity_read(
                tree, vox__node(tree, vox__identity_resource(entry)), local, &found_type, &found_id
            ) &&
            vox__same(found_type, type) && vox__same(found_id, id)) {
            return entry;
        }
    }
}

vox_status vox__identity_reserve(vox_tree *tree, uint32_t more) {
    return vox__table_reserve(
        &tree->memory, vox__index_resize, &tree->identities->resources, sizeof(vox__identity), more
    );
}

vox_status vox__identity_enter(
    vox_tree *tree, const vox_node *resource, uint64_t hash, vox__id_kind local, vox_string type,
    vox_string id, int64_t order
) {
    VOX_TRY(vox__identity_reserve(tree, 1));
    vox__identity *entry = vox__identity_entry(tree, hash, local, type, id);
    const vox_ref ref = vox__ref(tree, resource);
    if (!entry->key) {
        *entry = (vox__identity){vox__table_key(marked(hash, local), ref), order};
        tree->identities->resources.count++;
        return VOX_OK;
    }
    if (vox__identity_resource(entry) == ref) {
        return VOX_OK;
    }
    if (order == VOX_ORDER_UNKNOWN || entry->order == VOX_ORDER_UNKNOWN) {
        return VOX_ERROR_INDEX;
    }
    return vox__duplicates_join(tree, local, entry, ref, order);
}

void vox__identity_leave(
    vox_tree *tree, const vox_node *resource, uint64_t hash, vox__id_kind local, vox_string type,
    vox_string id
) {
    vox__table *table = &tree->identities->resources;
    if (!table->count) {
        return;
    }
    vox__identity *entry = vox__identity_entry(tree, hash, local, type, id);
    const vox_ref ref = vox__ref(tree, resource);
    if (entry->key && !vox__duplicates_part(tree, local, entry, ref) &&
        vox__identity_resource(entry) == ref) {
        tree->identities->left = ref;
        tree->identities->left_order = entry->order;
        const uint32_t slot = (uint32_t)(entry - (vox__identity *)(void *)table->entries);
        vox__table_remove(table, sizeof *entry, slot);
    }
}
