/* SPDX-License-Identifier: MIT */
/** Memory for one run of yajl. yajl checks no allocation, so the hooks never
 *  return NULL: they jump back to whoever started the run. */
#ifndef VOX_SCRATCH_H
#define VOX_SCRATCH_H

#include "internal.h"

#include <setjmp.h>

/** Enough for yajl's handle, lexer and buffers: most documents need no more. */
#define SCRATCH_SIZE 8192

typedef struct scratch_block {
    struct scratch_block *next;
    struct scratch_block *previous;
    size_t size;
    size_t padding;
} scratch_block;

typedef struct vox__scratch {
    vox_tree *tree;    /* whose allocator and limit serve larger blocks */
    vox_status status; /* why a hook jumped */
    jmp_buf out_of_memory;
    scratch_block *blocks;
    size_t used;
    _Alignas(16) char bytes[SCRATCH_SIZE];
} vox__scratch;

void vox__scratch_start(vox__scratch *scratch, vox_tree *tree);
void vox__scratch_end(vox__scratch *scratch);

/* The hooks; `context` is the scratch. */
void *vox__scratch_alloc(void *context, size_t size);
void *vox__scratch_realloc(void *context, void *memory, size_t size);
void vox__scratch_free(void *context, void *memory);

#endif
