/* SPDX-License-Identifier: MIT */
/** An allocator for tests. It counts requests and allocated memory, checks every `old_size`, and
 *  fails on demand. */
#ifndef CHECK_ALLOCATOR_H
#define CHECK_ALLOCATOR_H

#include <vox.h>

typedef struct check_allocator {
    size_t calls;       /* requests for memory; frees do not count */
    size_t blocks;      /* allocated now */
    size_t bytes;       /* allocated now */
    size_t peak;        /* the maximum of `bytes` */
    size_t misuses;     /* wrong old sizes, foreign blocks, double frees */
    size_t countdown;   /* 1: the next request fails; 0: no request fails */
    bool failing;       /* every request fails */
    bool fail_for_good; /* when the countdown ends, `failing` is set */
    size_t failures;    /* requests that failed */
} check_allocator;

/** The memory that the helpers of document.h use. It is reset before each test and verified
 *  after the test, so that leaks are found. */
extern check_allocator check_memory;

void check_allocator_reset(check_allocator *memory);

/** Checks that no memory is allocated and that there was no misuse. */
void check_allocator_verify(const check_allocator *memory);

/** Returns the allocator for Vox. It is valid as long as `memory`. */
vox_allocator check_allocator_interface(check_allocator *memory);

#endif
