/* SPDX-License-Identifier: MIT */
/** Where a tree gets its memory from, and how to use it again. */
#ifndef VOX_ALLOCATOR_H
#define VOX_ALLOCATOR_H

#include <vox/base.h>
#include <vox/status.h>

VOX_BEGIN

/** One function does everything: `memory` NULL allocates `new_size` bytes,
 *  `new_size` 0 frees, otherwise the block is resized and may move. Blocks are
 *  aligned for any type. `old_size` is exactly what was asked for before.
 *  Returning NULL for a `new_size` above 0 means "no memory": the old block
 *  stays valid and the call that needed it fails with VOX_ERROR_MEMORY.
 *
 *  A tree calls it only from the thread that uses the tree; a frozen tree from every
 *  thread that reads it. */
typedef struct vox_allocator {
    /** Allocates, resizes or frees a block. */
    void *(*resize)(void *context, void *memory, size_t old_size, size_t new_size);
    void *context; /**< The first argument of each call. */
} vox_allocator;

/** The allocator of the C library (malloc, realloc, free). */
VOX_API vox_allocator vox_allocator_default(void);

/** Keeps the blocks of freed trees for the next ones, so that a steady stream
 *  of documents allocates nothing. Any number of threads may use it, each with
 *  trees of its own; it must outlive every tree made with it. */
typedef struct vox_pool vox_pool;

/** Makes a pool that keeps at most `max_bytes` of unused memory.
 *
 *  NULL:      allocator allowed; pool VOX_ERROR_ARGUMENT.
 *  Ownership: free with vox_pool_free.
 *  Errors:    VOX_ERROR_MEMORY; *pool is NULL. */
VOX_API vox_status vox_pool_new(const vox_allocator *allocator, size_t max_bytes, vox_pool **pool);

/** Frees the pool and the blocks it keeps.
 *
 *  NULL: pool allowed. */
VOX_API void vox_pool_free(vox_pool *pool);

/** An allocator that serves from the pool. Valid as long as the pool.
 *
 *  NULL: pool neutral: the default allocator. */
VOX_API vox_allocator vox_pool_allocator(vox_pool *pool);

/** Bytes the pool keeps unused at the moment.
 *
 *  NULL: pool neutral. */
VOX_API size_t vox_pool_bytes(vox_pool *pool);

VOX_END

#endif
