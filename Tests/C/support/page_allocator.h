/* SPDX-License-Identifier: MIT */
/** An allocator whose blocks lie on pages of their own, so that writing in them
 *  can be forbidden: whoever writes all the same ends in a fault. */
#ifndef PAGE_ALLOCATOR_H
#define PAGE_ALLOCATOR_H

#include <vox.h>

#define PAGE_ALLOCATOR_BLOCKS 512

typedef struct page_allocator {
    struct {
        void *memory;
        size_t size; /* in whole pages */
    } blocks[PAGE_ALLOCATOR_BLOCKS];
    size_t count;
} page_allocator;

/** The allocator as Vox takes it. Valid as long as `pages`, which begins as zero. */
vox_allocator page_allocator_interface(page_allocator *pages);

/** Forbids, or allows again, to write in the blocks that are there. */
void page_allocator_protect(page_allocator *pages, bool is_protected);

/** Calls `run`. False when it wrote in a protected block (or anywhere else where it
 *  must not); it was left in the middle then. */
bool page_allocator_try(void (*run)(void *context), void *context);

#endif
