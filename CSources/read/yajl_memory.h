/* SPDX-License-Identifier: MIT */
/** Memory for one run of yajl. yajl does not check allocations, so the hooks never
 *  return NULL: they jump back to the caller of yajl. */
#ifndef VOX_YAJL_MEMORY_H
#define VOX_YAJL_MEMORY_H

#include "read/node_builder.h"

#if !defined(VOX_WITHOUT_YAJL)

#include <setjmp.h>

/** The memory for yajl's handle, lexer and buffers. It is enough for most documents. */
#define YAJL_FIRST_SIZE 8192

typedef struct yajl_block {
    struct yajl_block *next;
    struct yajl_block **link; /* the pointer to this block */
    size_t size;
    size_t padding;
} yajl_block;

typedef struct vox__yajl_memory {
    vox__account *account; /* provides larger blocks */
    vox_status status;     /* the reason for the jump of a hook */
    jmp_buf out_of_memory;
    yajl_block *blocks;
    size_t used;
    __attribute__((aligned(16))) char bytes[YAJL_FIRST_SIZE];
} vox__yajl_memory;

void vox__yajl_memory_start(vox__yajl_memory *run, vox__account *account);
void vox__yajl_memory_end(vox__yajl_memory *run);

/* The hooks. `context` is a vox__yajl_memory. */
void *vox__yajl_alloc(void *context, size_t size);
void *vox__yajl_realloc(void *context, void *memory, size_t size);
void vox__yajl_free(void *context, void *memory);

#endif

#endif
