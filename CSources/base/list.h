/* SPDX-License-Identifier: MIT */
/** A growable array of items of one size, in temporary memory. All zero is an empty array. */
#ifndef VOX_LIST_H
#define VOX_LIST_H

#include "base/compiler.h"
#include "base/memory_account.h"

typedef struct vox__list {
    void *items;
    uint32_t count;
    uint32_t capacity;
} vox__list;

/** Reserves memory for `more` items. The capacity at least doubles. */
vox_status vox__list_reserve(vox__account *account, vox__list *list, size_t size, size_t more);
/** Frees the items. */
void vox__list_free(vox__account *account, vox__list *list, size_t size);

/** Appends an item without initializing it. Returns NULL when there is no memory. */
static inline void *vox__list_add(vox__account *account, vox__list *list, size_t size) {
    if (VOX_UNLIKELY(list->count == list->capacity) &&
        vox__list_reserve(account, list, size, 1) != VOX_OK) {
        return NULL;
    }
    return (char *)list->items + list->count++ * size;
}

#endif
