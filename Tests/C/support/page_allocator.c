/* SPDX-License-Identifier: MIT */
#include "page_allocator.h"

#include "check.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t whole_pages(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) / page * page;
}

static void *take(page_allocator *pages, size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || pages->count == PAGE_ALLOCATOR_BLOCKS) {
        abort(); /* no test needs this much */
    }
    pages->blocks[pages->count].memory = memory;
    pages->blocks[pages->count++].size = size;
    return memory;
}

static void give_back(page_allocator *pages, void *memory) {
    size_t index = 0;
    while (index < pages->count && pages->blocks[index].memory != memory) {
        index++;
    }
    if (CHECK(index < pages->count)) { /* otherwise the block is foreign */
        munmap(memory, pages->blocks[index].size);
        pages->blocks[index] = pages->blocks[--pages->count];
    }
}

static void *resize(void *context, void *memory, size_t old_size, size_t new_size) {
    void *made = new_size ? take(context, whole_pages(new_size)) : NULL;
    if (memory) {
        if (made) {
            memcpy(made, memory, old_size < new_size ? old_size : new_size);
        }
        give_back(context, memory);
    }
    return made;
}

vox_allocator page_allocator_interface(page_allocator *pages) {
    vox_allocator allocator = {resize, pages};
    return allocator;
}

void page_allocator_protect(page_allocator *pages, bool is_protected) {
    int protection = is_protected ? PROT_READ : PROT_READ | PROT_WRITE;
    for (size_t index = 0; index < pages->count; index++) {
        mprotect(pages->blocks[index].memory, pages->blocks[index].size, protection);
    }
}

static sigjmp_buf before;

static void leave(int signal) {
    siglongjmp(before, signal);
}

bool page_allocator_try(void (*run)(void *context), void *context) {
    struct sigaction action = {.sa_handler = leave}, old;
    sigaction(SIGSEGV, &action, &old);
    bool is_whole = sigsetjmp(before, 1) == 0;
    if (is_whole) {
        run(context);
    }
    sigaction(SIGSEGV, &old, NULL);
    return is_whole;
}
