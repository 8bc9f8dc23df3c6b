/* SPDX-License-Identifier: MIT */
/** A hash table with open addressing, for entries of one size that begin with a key:
 *
 *      | upper 32 bits of the hash | number of the item, or 0 for a free slot | … |
 *
 *  A search compares the items of the keys, slot by slot, up to a free slot. Removing an entry
 *  moves displaced entries back (backward shift), so there are no deleted slots. At most three
 *  quarters of the slots are in use. All zero is an empty table, which must not be searched. */
#ifndef VOX_TABLE_H
#define VOX_TABLE_H

#include "base/arena.h"
#include "base/memory_account.h"

typedef struct vox__table {
    char *entries;
    uint32_t count;
    uint32_t capacity; /* a power of two, or 0 */
} vox__table;

static inline uint64_t vox__table_key(uint64_t hash, uint32_t stands_for) {
    return (hash & ~(uint64_t)UINT32_MAX) | stands_for;
}

/** Returns the slot where the search for a key or its hash begins. */
static inline uint32_t vox__table_slot(const vox__table *table, uint64_t key) {
    return (uint32_t)(key >> 32) & (table->capacity - 1);
}

/** Returns the next slot. */
static inline uint32_t vox__table_next(const vox__table *table, uint32_t slot) {
    return (slot + 1) & (table->capacity - 1);
}

static inline void *vox__table_at(const vox__table *table, size_t size, uint32_t slot) {
    return table->entries + slot * size;
}

/** Returns the key of a ref. */
static inline uint64_t vox__table_ref_key(vox_ref ref) {
    return vox__table_key(ref * UINT64_C(0x9e3779b97f4a7c15), ref);
}

/** Returns the entry of a ref, or the free entry for it. The table must not be empty. */
static inline void *vox__table_of_ref(const vox__table *table, size_t size, vox_ref ref) {
    const uint64_t key = vox__table_ref_key(ref);
    uint32_t slot = vox__table_slot(table, key);
    for (;; slot = vox__table_next(table, slot)) {
        void *entry = vox__table_at(table, size, slot);
        const uint64_t found = *(const uint64_t *)entry;
        if (!found || found == key) {
            return entry;
        }
    }
}

/** Reserves memory for `more` entries. */
vox_status vox__table_reserve(
    vox__account *account, vox__resizer resize, vox__table *table, size_t size, uint32_t more
);
/** Removes the entry in a slot. */
void vox__table_remove(vox__table *table, size_t size, uint32_t slot);
/** Frees the entries, but not the items they refer to. */
void vox__table_free(vox__account *account, vox__resizer resize, vox__table *table, size_t size);

#endif
