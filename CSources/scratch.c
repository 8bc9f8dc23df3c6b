/* SPDX-License-Identifier: MIT */
/** Memory for one run of yajl: from a block on the stack of the parser, and
 *  from the allocator of the tree when that is used up. */
#include "scratch.h"

void vox__scratch_start(vox__scratch *scratch, vox_tree *tree) {
    scratch->tree = tree;
    scratch->status = VOX_OK;
    scratch->blocks = NULL;
    scratch->used = 0;
}

void vox__scratch_end(vox__scratch *scratch) {
    while (scratch->blocks) {
        vox__scratch_free(scratch, scratch->blocks + 1);
    }
}

/** Resizes a block by the allocator of the tree. */
static vox_status resize(vox__scratch *scratch, void **memory, size_t old_size, size_t new_size) {
    vox_status status = vox__resize(scratch->tree, memory, old_size, new_size);
    return status;
}

static void *leave(vox__scratch *scratch, vox_status status) {
    scratch->status = status;
    longjmp(scratch->out_of_memory, 1);
}

void *vox__scratch_alloc(void *context, size_t size) {
    vox__scratch *scratch = context;
    size_t whole = (size + sizeof(scratch_block) + 15) & ~(size_t)15;
    scratch_block *block;
    if (whole < size) {
        return leave(scratch, VOX_ERROR_MEMORY);
    }
    if (whole <= SCRATCH_SIZE - scratch->used) {
        block = (scratch_block *)(void *)(scratch->bytes + scratch->used);
        scratch->used += whole;
        block->size = size;
        return block + 1;
    }
    void *memory = NULL;
    vox_status status = resize(scratch, &memory, 0, whole);
    if (status != VOX_OK) {
        return leave(scratch, status);
    }
    block = memory;
    block->size = size;
    block->previous = NULL;
    block->next = scratch->blocks;
    if (block->next) {
        block->next->previous = block;
    }
    scratch->blocks = block;
    return block + 1;
}

void vox__scratch_free(void *context, void *memory) {
    vox__scratch *scratch = context;
    scratch_block *block = (scratch_block *)memory - 1;
    uintptr_t offset = (uintptr_t)block - (uintptr_t)scratch->bytes;
    if (!memory || offset < SCRATCH_SIZE) {
        return;
    }
    if (block->next) {
        block->next->previous = block->previous;
    }
    if (block->previous) {
        block->previous->next = block->next;
    } else {
        scratch->blocks = block->next;
    }
    void *whole = block;
    (void)resize(scratch, &whole, (block->size + sizeof *block + 15) & ~(size_t)15, 0);
}

void *vox__scratch_realloc(void *context, void *memory, size_t size) {
    void *moved = vox__scratch_alloc(context, size);
    if (memory) {
        size_t old_size = ((scratch_block *)memory - 1)->size;
        memcpy(moved, memory, old_size < size ? old_size : size);
        vox__scratch_free(context, memory);
    }
    return moved;
}
