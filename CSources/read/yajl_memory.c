/* SPDX-License-Identifier: MIT */
/** Memory for one run of yajl: first a block on the stack of the parser, then the
 *  allocator of the tree. */
#include "read/yajl_memory.h"

#if !defined(VOX_WITHOUT_YAJL)

void vox__yajl_memory_start(vox__yajl_memory *run, vox__account *account) {
    run->account = account;
    run->status = VOX_OK;
    run->blocks = NULL;
    run->used = 0;
}

void vox__yajl_memory_end(vox__yajl_memory *run) {
    while (run->blocks) {
        vox__yajl_free(run, run->blocks + 1);
    }
}

static void *jump_back(vox__yajl_memory *run, vox_status status) {
    run->status = status;
    longjmp(run->out_of_memory, 1);
}

void *vox__yajl_alloc(void *context, size_t size) {
    vox__yajl_memory *run = (vox__yajl_memory *)context;
    size_t whole = (size + sizeof(yajl_block) + 15) & ~(size_t)15;
    yajl_block *block;
    if (whole < size) {
        return jump_back(run, VOX_ERROR_MEMORY);
    }
    if (whole <= YAJL_FIRST_SIZE - run->used) {
        block = (yajl_block *)(void *)(run->bytes + run->used);
        run->used += whole;
        block->size = size;
        return block + 1;
    }
    void *memory = NULL;
    vox_status status = vox__resize(run->account, &memory, 0, whole);
    if (status != VOX_OK) {
        return jump_back(run, status);
    }
    block = (yajl_block *)memory;
    *block = (yajl_block){.next = run->blocks, .link = &run->blocks, .size = size};
    if (block->next) {
        block->next->link = &block->next;
    }
    run->blocks = block;
    return block + 1;
}

void vox__yajl_free(void *context, void *memory) {
    vox__yajl_memory *run = (vox__yajl_memory *)context;
    if (!memory) {
        return;
    }
    yajl_block *block = (yajl_block *)memory - 1;
    if ((uintptr_t)block - (uintptr_t)run->bytes < YAJL_FIRST_SIZE) {
        return;
    }
    if (block->next) {
        block->next->link = block->link;
    }
    *block->link = block->next;
    void *whole = block;
    (void)vox__resize(run->account, &whole, (block->size + sizeof *block + 15) & ~(size_t)15, 0);
}

void *vox__yajl_realloc(void *context, void *memory, size_t size) {
    /* yajl doubles its buffers without a check, so on 32 bits the size may wrap to 0
     * (CVE-2022-24795). yajl requests a size of 0 in no other case. */
    if (size == 0) {
        return jump_back((vox__yajl_memory *)context, VOX_ERROR_MEMORY);
    }
    const size_t old_size = memory ? ((yajl_block *)memory - 1)->size : 0;
    if (memory && size <= old_size) {
        return memory;
    }
    /* Grow by at least half: yajl grows the stack of its states by 128 levels each time. */
    const size_t half = old_size / 2;
    void *moved = vox__yajl_alloc(context, size - old_size < half ? old_size + half : size);
    if (memory) {
        memcpy(moved, memory, old_size);
        vox__yajl_free(context, memory);
    }
    return moved;
}

#endif
