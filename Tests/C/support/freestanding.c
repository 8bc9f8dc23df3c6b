/* SPDX-License-Identifier: MIT */
/** The memory of a freestanding core, which the program gives. */
#include <stdlib.h>
#include <vox.h>

#ifdef VOX_FREESTANDING

static void *resize(void *context, void *memory, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

vox_allocator vox_allocator_default(void) {
    const vox_allocator allocator = {resize, NULL};
    return allocator;
}

#endif
