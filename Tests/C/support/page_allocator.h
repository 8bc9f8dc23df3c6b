/* SPDX-License-Identifier: MIT */
/** An allocator whose blocks have their own pages. The pages can be protected, and then a write
 *  causes a fault. */
#ifndef PAGE_ALLOCATOR_H
#define PAGE_ALLOCATOR_H

#include <vox.h>

#define PAGE_ALLOCATOR_BLOCKS 512

typedef struct page_allocator {
    struct {
        void *memory;
        size_t size; /* a multiple of the page size */
    } blocks[PAGE_ALLOCATOR_BLOCKS];
    size_t count;
} page_allocator;

/** Returns the allocator for Vox. It is valid as long as `pages`, which must be zero at first. */
vox_allocator page_allocator_interface(page_allocator *pages);

/** Forbids or allows writes to all current blocks. */
void page_allocator_protect(page_allocator *pages, bool is_protected);

/** Calls `run`. Returns false when `run` wrote to a protected block, or caused another fault.
 *  The call was then aborted. */
bool page_allocator_try(void (*run)(void *context), void *context);

#endif
