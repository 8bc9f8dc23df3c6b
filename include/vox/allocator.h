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
 *  With `memory` NULL the function allocates `new_size` bytes. With `new_size` 0 the function frees
 *  `memory`. In all other calls the function resizes the block `memory`, which may move. Blocks are
 *  aligned for any type. `old_size` is exactly the size that was requested for the block before.
 *  For a `new_size` above 0 the function returns NULL when there is no memory: the old block stays
 *  valid, and the call that needed the memory fails with VOX_ERROR_MEMORY.
 *
 *  A tree calls the function only from the thread that uses the tree. A frozen tree calls the
 *  function from every thread that reads the tree. */
typedef struct vox_allocator {
    /** Allocates, resizes or frees a block. */
    void *(*resize)(void *context, void *memory, size_t old_size, size_t new_size);
    void *context; /**< The first argument of each call. */
} vox_allocator;

/** Returns the allocator of the C library (malloc, realloc, free). */
VOX_API vox_allocator vox_allocator_default(void);

/** Keeps the memory blocks of freed trees for later trees. With a pool, a program that reads
 *  documents of similar size one after the other reuses memory and allocates nothing.
 *
 *  Any number of threads may use one pool, each with its own trees. The pool must outlive
 *  every tree that uses it. */
typedef struct vox_pool vox_pool;

/** Creates a pool that keeps at most `max_bytes` of unused memory.
 *
 *  NULL:      allocator allowed; pool VOX_ERROR_ARGUMENT.
 *  Ownership: free with vox_pool_free.
 *  Errors:    VOX_ERROR_MEMORY. After an error, *pool is NULL. */
VOX_API vox_status vox_pool_new(const vox_allocator *allocator, size_t max_bytes, vox_pool **pool);

/** Frees the pool and its unused blocks.
 *
 *  NULL: pool allowed. */
VOX_API void vox_pool_free(vox_pool *pool);

/** Returns an allocator that uses the pool. The allocator is valid until the pool is freed.
 *
 *  NULL: pool neutral: the default allocator. */
VOX_API vox_allocator vox_pool_allocator(vox_pool *pool);

/** Returns the number of unused bytes that the pool keeps at the moment.
 *
 *  NULL: pool neutral. */
VOX_API size_t vox_pool_bytes(vox_pool *pool);

VOX_END

#endif
