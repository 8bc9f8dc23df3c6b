/* SPDX-License-Identifier: MIT */
/** An allocator that watches its user: it counts, knows what is outstanding,
 *  checks every `old_size`, and fails when told to. */
#ifndef CHECK_ALLOCATOR_H
#define CHECK_ALLOCATOR_H

#include <vox.h>

typedef struct check_allocator {
    size_t calls;       /* requests for memory; frees do not count */
    size_t blocks;      /* outstanding */
    size_t bytes;       /* outstanding */
    size_t peak;        /* most bytes ever outstanding */
    size_t misuses;     /* wrong old sizes, foreign blocks, double frees */
    size_t countdown;   /* 1: the next request fails; 0: none does */
    bool failing;       /* every request fails */
    bool fail_for_good; /* when the countdown ends, `failing` is set */
    size_t failures;    /* requests that were failed */
} check_allocator;

/** What the helpers of document.h use. Reset before each test and verified
 *  after it, so that no test can leak. */
extern check_allocator check_memory;

void check_allocator_reset(check_allocator *memory);

/** Checks that nothing is outstanding and nothing was misused. */
void check_allocator_verify(const check_allocator *memory);

/** The allocator as Vox takes it. Valid as long as `memory`. */
vox_allocator check_allocator_interface(check_allocator *memory);

#endif
