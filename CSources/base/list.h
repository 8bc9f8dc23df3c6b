/* SPDX-License-Identifier: MIT */
/** A growable array of items of one size, in temporary memory. All zero: an empty one. */
#ifndef VOX_LIST_H
#define VOX_LIST_H

#include "base/compiler.h"
#include "base/memory_account.h"

typedef struct vox__list {
    void *items;
    uint32_t count;
    uint32_t capacity;
} vox__list;

/** Makes room for `more` items; the capacity doubles at least, and begins with `first`. */
vox_status vox__list_reserve(
    vox__account *account, vox__list *list, size_t size, size_t more, size_t first
);
/** Frees the items. */
void vox__list_free(vox__account *account, vox__list *list, size_t size);

/** Adds an item, which is not set to anything; NULL without memory. */
static inline void *vox__list_add(vox__account *account, vox__list *list, size_t size) {
    if (VOX_UNLIKELY(list->count == list->capacity) &&
        vox__list_reserve(account, list, size, 1, 8) != VOX_OK) {
        return NULL;
    }
    return (char *)list->items + list->count++ * size;
}

#endif
