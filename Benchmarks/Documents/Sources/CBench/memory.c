/* SPDX-License-Identifier: MIT */
#include <bench.h>

#include <errno.h>
#include <malloc.h>
#include <string.h>
#include <sys/resource.h>

static bench_memory current = BENCH_FRESH;

void bench_memory_set(bench_memory memory) {
    current = memory;
    bool fresh = memory == BENCH_FRESH;
    // Never from mmap and never given back, or both from 128 KiB on.
    (void)mallopt(M_MMAP_MAX, fresh ? 65536 : 0);
    (void)mallopt(M_MMAP_THRESHOLD, 128 << 10);
    (void)mallopt(M_TRIM_THRESHOLD, fresh ? 128 << 10 : -1);
    // Blocks are cut from the top of one heap: let it grow in large steps.
    (void)mallopt(M_TOP_PAD, fresh ? 0 : 64 << 20);
    bench_memory_trim();
}

bench_memory bench_memory_now(void) {
    return current;
}

void bench_memory_trim(void) {
    if (current == BENCH_FRESH) {
        (void)malloc_trim(0);
    }
}

uint64_t bench_pages(void) {
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_minflt : 0;
}

/* --- Counting -------------------------------------------------------------------
 *
 * The functions below take the place of the C library's for the whole program,
 * shared libraries included. */

static _Thread_local uint64_t allocations;

uint64_t bench_allocations(void) {
    return allocations;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    allocations++;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
