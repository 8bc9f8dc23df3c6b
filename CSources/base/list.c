/* SPDX-License-Identifier: MIT */
/** The growable array. */
#include "base/list.h"

#define FIRST_CAPACITY 8

vox_status vox__list_reserve(vox__account *account, vox__list *list, size_t size, size_t more) {
    if (more > UINT32_MAX - list->count) { /* where size_t has 32 bits, the sum would wrap */
        return VOX_ERROR_MEMORY;
    }
    const size_t needed = list->count + more, doubled = list->capacity * (size_t)2;
    if (needed <= list->capacity) {
        return VOX_OK;
    }
    size_t capacity = doubled < FIRST_CAPACITY ? FIRST_CAPACITY : doubled;
    capacity = capacity < needed ? needed : capacity;
    if (capacity > UINT32_MAX || capacity > SIZE_MAX / size) {
        return VOX_ERROR_MEMORY;
    }
    vox_status status = vox__temporary(
        account, &list->items, list->capacity * size, capacity * size
    );
    if (status == VOX_OK) {
        list->capacity = (uint32_t)capacity;
    }
    return status;
}

void vox__list_free(vox__account *account, vox__list *list, size_t size) {
    if (list->items) {
        (void)vox__temporary(account, &list->items, list->capacity * size, 0);
    }
    list->items = NULL;
    list->count = list->capacity = 0;
}
