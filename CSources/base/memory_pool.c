/* SPDX-License-Identifier: MIT */
/** A pool of memory. Sizes are rounded up to classes, with four classes for each power of two. Each
 *  class has a list of free blocks. Blocks need no header, because the caller passes the size of
 *  a block when freeing it. */
#include "base/base.h"

#ifndef VOX_FREESTANDING
#include <pthread.h>
#endif

#define SMALLEST 64
#define CLASSES 200

typedef struct free_block {
    struct free_block *next;
} free_block;

struct vox_pool {
    vox_allocator allocator;
    size_t max_bytes;
    bool is_shared; /* between threads */
#ifndef VOX_FREESTANDING
    pthread_mutex_t lock; /* if shared: for the following members and for calls of `allocator` */
#endif
    size_t bytes;
    free_block *classes[CLASSES];
};

/** Returns the class of a size; CLASSES for a size that is too large for the pool. */
static unsigned size_class(size_t size) {
    if (size <= SMALLEST) {
        return 0;
    }
    const unsigned power = 63 - (unsigned)__builtin_clzll(size - 1);
    const size_t index = (power - 6) * (size_t)4 + ((size - 1) >> (power - 2)) - 3;
    return index < CLASSES ? (unsigned)index : CLASSES;
}

static size_t class_size(unsigned index) {
    return (size_t)(4 + index % 4) << (4 + index / 4);
}

#ifdef VOX_FREESTANDING

static bool lock_make(vox_pool *pool) {
    return pool != NULL;
}

static void lock_free(vox_pool *pool) {
    (void)pool;
}

static void lock(vox_pool *pool) {
    (void)pool;
}

static void unlock(vox_pool *pool) {
    (void)pool;
}

#else

static bool lock_make(vox_pool *pool) {
    return pthread_mutex_init(&pool->lock, NULL) == 0;
}

static void lock_free(vox_pool *pool) {
    (void)pthread_mutex_destroy(&pool->lock);
}

static void lock(vox_pool *pool) {
    if (pool->is_shared) {
        (void)pthread_mutex_lock(&pool->lock);
    }
}

static void unlock(vox_pool *pool) {
    if (pool->is_shared) {
        (void)pthread_mutex_unlock(&pool->lock);
    }
}

#endif

static void *pool_take(vox_pool *pool, unsigned index, size_t size) {
    const size_t rounded = index < CLASSES ? class_size(index) : size;
    void *memory;
    lock(pool);
    if (index < CLASSES && pool->classes[index]) {
        free_block *block = pool->classes[index];
        pool->classes[index] = block->next;
        pool->bytes -= rounded;
        memory = block;
    } else {
        memory = pool->allocator.resize(pool->allocator.context, NULL, 0, rounded);
    }
    unlock(pool);
    return memory;
}

static void pool_give(vox_pool *pool, void *memory, unsigned index, size_t size) {
    const size_t rounded = index < CLASSES ? class_size(index) : size;
    lock(pool);
    if (index == CLASSES || rounded > pool->max_bytes - pool->bytes) {
        pool->allocator.resize(pool->allocator.context, memory, rounded, 0);
    } else {
        free_block *block = (free_block *)memory;
        block->next = pool->classes[index];
        pool->classes[index] = block;
        pool->bytes += rounded;
    }
    unlock(pool);
}

static void *pool_resize(void *context, void *memory, size_t old_size, size_t new_size) {
    vox_pool *pool = (vox_pool *)context;
    if (!memory) {
        return new_size ? pool_take(pool, size_class(new_size), new_size) : NULL;
    }
    const unsigned old_class = size_class(old_size);
    if (new_size == 0) {
        pool_give(pool, memory, old_class, old_size);
        return NULL;
    }
    const unsigned index = size_class(new_size);
    if (index == old_class && index < CLASSES) {
        return memory;
    }
    void *moved = pool_take(pool, index, new_size);
    if (moved) {
        memcpy(moved, memory, old_size < new_size ? old_size : new_size);
        pool_give(pool, memory, old_class, old_size);
    }
    return moved;
}

vox_status vox__pool_make(
    const vox_allocator *allocator, size_t max_bytes, bool is_shared, vox_pool **pool
) {
    vox_allocator used = allocator ? *allocator : vox_allocator_default();
    *pool = (vox_pool *)used.resize(used.context, NULL, 0, sizeof **pool);
    if (!*pool) {
        return VOX_ERROR_MEMORY;
    }
    **pool = (vox_pool){.allocator = used, .max_bytes = max_bytes, .is_shared = is_shared};
    if (!lock_make(*pool)) {
        used.resize(used.context, *pool, sizeof **pool, 0);
        *pool = NULL;
        return VOX_ERROR_MEMORY;
    }
    return VOX_OK;
}

vox_status vox_pool_new(const vox_allocator *allocator, size_t max_bytes, vox_pool **pool) {
    return pool ? vox__pool_make(allocator, max_bytes, VOX_POOL_SHARED, pool) : VOX_ERROR_ARGUMENT;
}

void vox_pool_free(vox_pool *pool) {
    if (!pool) {
        return;
    }
    vox_allocator allocator = pool->allocator;
    for (unsigned index = 0; index < CLASSES; index++) {
        while (pool->classes[index]) {
            free_block *block = pool->classes[index];
            pool->classes[index] = block->next;
            allocator.resize(allocator.context, block, class_size(index), 0);
        }
    }
    lock_free(pool);
    allocator.resize(allocator.context, pool, sizeof *pool, 0);
}

vox_allocator vox_pool_allocator(vox_pool *pool) {
    vox_allocator allocator = {pool_resize, pool};
    return pool ? allocator : vox_allocator_default();
}

size_t vox_pool_bytes(vox_pool *pool) {
    size_t bytes = 0;
    if (pool) {
        lock(pool);
        bytes = pool->bytes;
        unlock(pool);
    }
    return bytes;
}
