/* SPDX-License-Identifier: MIT */
/** Allocators and pools. An allocator provides the memory of trees. A pool keeps the memory of
 *  freed trees for later trees. */
#ifndef VOX_ALLOCATOR_H
#define VOX_ALLOCATOR_H

#include <vox/base.h>
#include <vox/status.h>

VOX_BEGIN

/** Allocates, resizes and frees memory with one function.
 *
 *  If `memory` is NULL, `resize` allocates `new_size` bytes. If `new_size` is 0, `resize` frees
 *  `memory`. In all other calls, `resize` resizes the block `memory`, and may move the block.
 *  Blocks are aligned for any type. `old_size` is exactly the `new_size` of the last successful
 *  call for the block. If there is no memory for a `new_size` above 0, `resize` returns NULL, and
 *  the old block stays valid. The library call that needed the memory then fails with
 *  VOX_ERROR_MEMORY.
 *
 *  A tree calls `resize` only from the thread that uses the tree. A frozen tree calls `resize` from
 *  every thread that reads the tree. */
typedef struct vox_allocator {
    /** Allocates, resizes or frees a block. */
    void *(*resize)(void *context, void *memory, size_t old_size, size_t new_size);
    void *context; /**< The first argument of each call of `resize`. */
} vox_allocator;

/** Returns the allocator of the C library (malloc, realloc, free). A freestanding core has no C
 *  library, so its program defines this function. */
VOX_API vox_allocator vox_allocator_default(void);

/** Keeps the memory blocks of freed trees for later trees. If a program reads and frees documents
 *  of similar size one after the other, all of them use the memory of the pool, and nothing is
 *  allocated.
 *
 *  Any number of threads may use one pool, each with its own trees. The pool must outlive every
 *  tree that uses the pool. */
typedef struct vox_pool vox_pool;

/** Creates a pool that keeps at most `max_bytes` of unused memory.
 *
 *  NULL:      allocator allowed; pool VOX_ERROR_ARGUMENT.
 *  Ownership: free the pool with vox_pool_free.
 *  Errors:    VOX_ERROR_MEMORY. After an error, *pool is NULL. */
VOX_API vox_status vox_pool_new(const vox_allocator *allocator, size_t max_bytes, vox_pool **pool);

/** Frees the pool and its unused blocks.
 *
 *  NULL: pool allowed. */
VOX_API void vox_pool_free(vox_pool *pool);

/** Returns an allocator that uses the pool. The allocator is valid until the pool is freed.
 *
 *  NULL: pool neutral: the function returns the default allocator. */
VOX_API vox_allocator vox_pool_allocator(vox_pool *pool);

/** Returns the number of unused bytes that the pool keeps at the moment.
 *
 *  NULL: pool neutral. */
VOX_API size_t vox_pool_bytes(vox_pool *pool);

VOX_END

#endif
