/* SPDX-License-Identifier: MIT */
/** The table of identities: from (type, id) or (type, lid) to the resource object, the
 *  first in the document of those that share one.
 *
 *      hash ──▶ { tag, resource, order }
 *
 *  An edit takes a resource out before it changes an identity, and enters it again then,
 *  so no entry is ever stale. Removing an entry moves those behind it up (backward shift), so
 *  there are no deleted slots that would slow down later look-ups. */
#include "internal.h"

static uint32_t tag_of(uint64_t hash, bool local) {
    return ((uint32_t)(hash >> 32) & ~UINT32_C(1)) | local;
}

static uint32_t slot_of(uint32_t tag, uint32_t capacity) {
    return (tag >> 1) & (capacity - 1);
}

vox__identity *vox__identity_entry(
    vox_tree *tree, uint64_t hash, bool local, vox_string type, vox_string id
) {
    vox__identity_table *table = &tree->identities;
    const uint32_t tag = tag_of(hash, local);
    uint32_t slot = slot_of(tag, table->capacity);
    for (;; slot = (slot + 1) & (table->capacity - 1)) {
        vox__identity *entry = &table->entries[slot];
        vox_string found_type, found_id;
        if (!entry->resource) {
            return entry;
        }
        if (entry->tag == tag &&
            vox__identity_read(
                tree, vox__node(tree, entry->resource), local, &found_type, &found_id
            ) &&
            vox__same(found_type, type) && vox__same(found_id, id)) {
            return entry;
        }
    }
}

vox_status vox__identity_reserve(vox_tree *tree, uint32_t more) {
    vox__identity_table *table = &tree->identities;
    uint32_t capacity = table->capacity ? table->capacity : 16;
    while (((uint64_t)table->count + more) * 4 > (uint64_t)capacity * 3) {
        capacity *= 2;
    }
    if (capacity == table->capacity) {
        return VOX_OK;
    }
    void *memory = NULL;
    vox_status status = vox__index_resize(tree, &memory, 0, capacity * sizeof(vox__identity));
    if (status != VOX_OK) {
        return status;
    }
    vox__identity *entries = memory;
    memset(entries, 0, capacity * sizeof(vox__identity));
    for (uint32_t old = 0; old < table->capacity; old++) {
        if (table->entries[old].resource) {
            uint32_t slot = slot_of(table->entries[old].tag, capacity);
            while (entries[slot].resource) {
                slot = (slot + 1) & (capacity - 1);
            }
            entries[slot] = table->entries[old];
        }
    }
    memory = table->entries;
    if (memory) {
        (void)vox__index_resize(tree, &memory, table->capacity * sizeof(vox__identity), 0);
    }
    table->entries = entries;
    table->capacity = capacity;
    return VOX_OK;
}

vox_status vox__identity_enter(
    vox_tree *tree, const vox_node *resource, uint64_t hash, bool local, vox_string type,
    vox_string id, int64_t order
) {
    vox_status status = vox__identity_reserve(tree, 1);
    if (status != VOX_OK) {
        return status;
    }
    vox__identity *entry = vox__identity_entry(tree, hash, local, type, id);
    const vox__identity added = {tag_of(hash, local), vox__ref(tree, resource), order};
    if (!entry->resource) {
        *entry = added;
        tree->identities.count++;
        return VOX_OK;
    }
    if (entry->resource == added.resource) {
        return VOX_OK;
    }
    if (order == VOX_ORDER_UNKNOWN || entry->order == VOX_ORDER_UNKNOWN) {
        return VOX_ERROR_INDEX;
    }
    return vox__twins_join(tree, local, entry, added);
}

/** Empties a slot, and moves those up that were driven out of theirs by it. */
static void close_slot(vox__identity_table *table, uint32_t hole) {
    const uint32_t mask = table->capacity - 1;
    for (uint32_t slot = (hole + 1) & mask; table->entries[slot].resource;
         slot = (slot + 1) & mask) {
        uint32_t home = slot_of(table->entries[slot].tag, table->capacity);
        if (((slot - home) & mask) >= ((slot - hole) & mask)) {
            table->entries[hole] = table->entries[slot];
            hole = slot;
        }
    }
    table->entries[hole].resource = 0;
    table->count--;
}

void vox__identity_leave(
    vox_tree *tree, const vox_node *resource, uint64_t hash, bool local, vox_string type,
    vox_string id
) {
    vox__identity_table *table = &tree->identities;
    if (!table->count) {
        return;
    }
    vox__identity *entry = vox__identity_entry(tree, hash, local, type, id);
    vox_ref ref = vox__ref(tree, resource);
    if (entry->resource && !vox__twins_part(tree, local, entry, ref) && entry->resource == ref) {
        table->left = ref;
        table->left_order = entry->order;
        close_slot(table, (uint32_t)(entry - table->entries));
    }
}

void vox__identity_free(vox_tree *tree) {
    void *memory = tree->identities.entries;
    if (memory) {
        size_t size = tree->identities.capacity * sizeof(vox__identity);
        (void)vox__index_resize(tree, &memory, size, 0);
    }
    vox__twins_free(tree);
    const bool edited = tree->identities.edited;
    memset(&tree->identities, 0, sizeof tree->identities);
    tree->identities.edited = edited;
}
