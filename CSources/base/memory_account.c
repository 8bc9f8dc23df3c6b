/* SPDX-License-Identifier: MIT */
/** The default allocator, and accounts of memory. */
#include "base/memory_account.h"
#include "base/libc.h"

#ifndef VOX_FREESTANDING

#include <stdlib.h>

static void *default_resize(void *context, void *memory, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

vox_allocator vox_allocator_default(void) {
    vox_allocator allocator = {default_resize, NULL};
    return allocator;
}

#endif

/** Adds to an account and its owners. To subtract, the sums wrap around. */
static void add_to_owners(vox__account *account, size_t reserved, size_t indexed) {
    for (; account; account = account->owner) {
        account->reserved += reserved;
        account->indexed += indexed;
    }
}

size_t vox__account_left(const vox__account *account) {
    size_t left = SIZE_MAX;
    for (; account; account = account->owner) {
        size_t own = account->limit > account->reserved ? account->limit - account->reserved : 0;
        left = account->limit && own < left ? own : left;
    }
    return left;
}

void vox__account_join(vox__account *account, vox__account *owner) {
    add_to_owners(owner, account->reserved, account->indexed);
    account->owner = owner;
}

void vox__account_part(vox__account *account) {
    add_to_owners(account->owner, 0 - account->reserved, 0 - account->indexed);
    account->owner = NULL;
}

vox_status vox__temporary(vox__account *account, void **memory, size_t old_size, size_t new_size) {
    const vox_allocator allocator = account->allocator;
    void *resized = allocator.resize(allocator.context, *memory, old_size, new_size);
    if (!resized && new_size != 0) {
        return VOX_ERROR_MEMORY;
    }
    *memory = resized;
    return VOX_OK;
}

vox_status vox__resize(vox__account *account, void **memory, size_t old_size, size_t new_size) {
    if (new_size > old_size && new_size - old_size > vox__account_left(account)) {
        return VOX_ERROR_MEMORY_LIMIT;
    }
    vox_status status = vox__temporary(account, memory, old_size, new_size);
    if (status == VOX_OK) {
        add_to_owners(account, new_size - old_size, 0);
    }
    return status;
}

vox_status vox__index_resize(
    vox__account *account, void **memory, size_t old_size, size_t new_size
) {
    vox_status status = vox__temporary(account, memory, old_size, new_size);
    if (status == VOX_OK) {
        add_to_owners(account, 0, new_size - old_size);
    }
    return status;
}
