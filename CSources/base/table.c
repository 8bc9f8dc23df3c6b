/* SPDX-License-Identifier: MIT */
/** The hash table: growing, and removing entries. */
#include "base/table.h"

static uint64_t key_at(const vox__table *table, size_t size, uint32_t slot) {
    return *(const uint64_t *)vox__table_at(table, size, slot);
}

vox_status vox__table_reserve(
    vox__account *account, vox__resizer resize, vox__table *table, size_t size, uint32_t more
) {
    const uint64_t needed = ((uint64_t)table->count + more) * 4;
    if (VOX_LIKELY(table->capacity && needed <= (uint64_t)table->capacity * 3)) {
        return VOX_OK;
    }
    vox__table larger = {NULL, table->count, table->capacity ? table->capacity : 8};
    while (needed > (uint64_t)larger.capacity * 3) {
        larger.capacity *= 2;
    }
    void *memory = NULL;
    VOX_TRY(resize(account, &memory, 0, larger.capacity * size));
    memset(memory, 0, larger.capacity * size);
    larger.entries = (char *)memory;
    for (uint32_t old = 0; old < table->capacity; old++) {
        const uint64_t key = key_at(table, size, old);
        if (key) {
            uint32_t slot = vox__table_slot(&larger, key);
            while (key_at(&larger, size, slot)) {
                slot = vox__table_next(&larger, slot);
            }
            memcpy(vox__table_at(&larger, size, slot), vox__table_at(table, size, old), size);
        }
    }
    vox__table_free(account, resize, table, size);
    *table = larger;
    return VOX_OK;
}

void vox__table_remove(vox__table *table, size_t size, uint32_t hole) {
    const uint32_t mask = table->capacity - 1;
    for (uint32_t slot = (hole + 1) & mask; key_at(table, size, slot); slot = (slot + 1) & mask) {
        uint32_t home = vox__table_slot(table, key_at(table, size, slot));
        if (((slot - home) & mask) >= ((slot - hole) & mask)) {
            memcpy(vox__table_at(table, size, hole), vox__table_at(table, size, slot), size);
            hole = slot;
        }
    }
    memset(vox__table_at(table, size, hole), 0, size);
    table->count--;
}

void vox__table_free(vox__account *account, vox__resizer resize, vox__table *table, size_t size) {
    void *memory = table->entries;
    if (memory) {
        (void)resize(account, &memory, table->capacity * size, 0);
    }
    memset(table, 0, sizeof *table);
}
