/* SPDX-License-Identifier: MIT */
/** The growable array. */
#include "base/list.h"

vox_status vox__list_reserve(
    vox__account *account, vox__list *list, size_t size, size_t more, size_t first
) {
    size_t needed = list->count + more,
           capacity = list->capacity ? list->capacity * (size_t)2 : first;
    if (needed <= list->capacity) {
        return VOX_OK;
    }
    capacity = capacity < needed ? needed : capacity;
    if (capacity > UINT32_MAX) {
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
