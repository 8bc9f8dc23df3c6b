/* SPDX-License-Identifier: MIT */
/** The memory of a tree: its allocator, its limit, and its two arenas.
 *
 *      ref   0 ............ first_count ... + step ... + 3 step ...... + 7 step
 *            |   chunk 0   |   chunk 1   |    chunk 2   |    chunk 3     |
 *
 *  A ref is turned into an address with one comparison for chunk 0, where a
 *  parsed document lies, and with a bit count for the others. */
#include "internal.h"

#include <stdlib.h>

static void *default_resize(void *context, void *memory, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

vox_allocator vox_allocator_default(void) {
    vox_allocator allocator = {default_resize, NULL};
    return allocator;
}

/** Adds to what a tree holds, and to what those hold as whose it counts. Sums wrap
 *  back where memory is given back. */
static void count_memory(vox_tree *tree, size_t reserved, size_t indexed) {
    for (; tree; tree = tree->owner) {
        tree->reserved += reserved;
        tree->indexed += indexed;
    }
}

size_t vox__memory_left(const vox_tree *tree) {
    size_t left = SIZE_MAX;
    for (; tree; tree = tree->owner) {
        size_t limit = tree->options.max_memory;
        size_t own = limit > tree->reserved ? limit - tree->reserved : 0;
        left = limit && own < left ? own : left;
    }
    return left;
}

void vox__memory_adopt(vox_tree *owner, vox_tree *tree) {
    count_memory(owner, tree->reserved, tree->indexed);
    tree->owner = owner;
}

void vox__memory_release(vox_tree *tree) {
    count_memory(tree->owner, 0 - tree->reserved, 0 - tree->indexed);
    tree->owner = NULL;
}

vox_status vox__resize(vox_tree *tree, void **memory, size_t old_size, size_t new_size) {
    if (new_size > old_size && new_size - old_size > vox__memory_left(tree)) {
        return VOX_ERROR_MEMORY_LIMIT;
    }
    vox_status status = vox__temporary(tree, memory, old_size, new_size);
    if (status == VOX_OK) {
        count_memory(tree, new_size - old_size, 0);
    }
    return status;
}

vox_status vox__temporary(vox_tree *tree, void **memory, size_t old_size, size_t new_size) {
    vox_allocator allocator = tree->options.allocator;
    void *resized = allocator.resize(allocator.context, *memory, old_size, new_size);
    if (!resized && new_size != 0) {
        return VOX_ERROR_MEMORY;
    }
    *memory = resized;
    return VOX_OK;
}

vox_status vox__index_resize(vox_tree *tree, void **memory, size_t old_size, size_t new_size) {
    vox_status status = vox__temporary(tree, memory, old_size, new_size);
    if (status == VOX_OK) {
        count_memory(tree, 0, new_size - old_size);
    }
    return status;
}

static int bit_length(uint32_t value) {
#if defined(__GNUC__) || defined(__clang__)
    return 32 - __builtin_clz(value);
#else
    int length = 0;
    for (; value; value >>= 1) {
        length++;
    }
    return length;
#endif
}

static size_t chunk_units(const vox__arena *arena, int chunk) {
    return chunk == 0 ? arena->first_count : (size_t)1 << (arena->shift + (uint32_t)chunk - 1);
}

/** The first ref of chunk k > 0. */
static uint64_t chunk_start(const vox__arena *arena, int chunk) {
    return arena->first_count + (((UINT64_C(1) << (chunk - 1)) - 1) << arena->shift);
}

static int chunk_of(const vox__arena *arena, uint32_t ref) {
    return ref < arena->first_count ? 0
                                    : bit_length(((ref - arena->first_count) >> arena->shift) + 1);
}

void *vox__arena_slow(const vox__arena *arena, uint32_t ref) {
    int chunk = chunk_of(arena, ref);
    size_t offset = chunk == 0 ? ref : ref - (size_t)chunk_start(arena, chunk);
    return arena->chunks[chunk] + offset * arena->unit;
}

char *vox__arena_chunk(const vox__arena *arena, uint32_t ref, uint32_t *first, uint32_t *end) {
    int chunk = chunk_of(arena, ref);
    uint64_t start = chunk == 0 ? 0 : chunk_start(arena, chunk);
    uint64_t past = start + chunk_units(arena, chunk);
    *first = (uint32_t)start;
    *end = past < UINT32_MAX ? (uint32_t)past : UINT32_MAX;
    return arena->chunks[chunk];
}

/** The very first unit is ref 0, which means nothing. As a node it is shadowed, and has a
 *  parent that none has: whoever comes upon it takes it for nobody's child. */
static void start_refs(vox__arena *arena, void *first) {
    memset(first, 0xFF, arena->unit);
    arena->used = 1;
}

vox_status vox__arena_start(vox_tree *tree, vox__arena *arena, size_t count) {
    void *memory = NULL;
    if (count > UINT32_MAX / 2) {
        return VOX_ERROR_MEMORY;
    }
    vox_status status = vox__resize(tree, &memory, 0, count * arena->unit);
    if (status == VOX_OK) {
        arena->chunks[0] = memory;
        arena->first_count = (uint32_t)count;
        arena->limit = (uint32_t)count;
        start_refs(arena, memory);
    }
    return status;
}

void vox__arena_finish(vox_tree *tree, vox__arena *arena, uint32_t used) {
    void *memory = arena->chunks[0];
    size_t size = (size_t)arena->first_count * arena->unit;
    arena->used = used;
    /* Commas inside text count when the chunk is made; a few are not worth a move. */
    if (used < arena->first_count / 4 * 3 &&
        vox__resize(tree, &memory, size, (size_t)used * arena->unit) == VOX_OK) {
        arena->chunks[0] = memory;
        arena->first_count = arena->limit = used;
    }
}

/** Goes on to a chunk that has room for `count` units. */
static vox_status next_chunk(vox_tree *tree, vox__arena *arena, size_t count) {
    const int first = arena->limit ? chunk_of(arena, arena->limit - 1) + 1 : 1;
    int chunk = first;
    while (chunk < VOX_CHUNKS - 1 && chunk_units(arena, chunk) < count) {
        chunk++;
    }
    uint64_t start = chunk_start(arena, chunk);
    size_t units = chunk_units(arena, chunk);
    if (units < count || start + units > UINT32_MAX) {
        return VOX_ERROR_MEMORY;
    }
    if (!arena->chunks[chunk]) { /* else it is left from an edit that failed */
        void *memory = NULL;
        vox_status status = vox__resize(tree, &memory, 0, units * arena->unit);
        if (status != VOX_OK) {
            return status;
        }
        arena->chunks[chunk] = memory;
    }
    /* Refs that are passed over stay unused; nodes among them are no values. */
    if (arena->limit > arena->used) {
        memset(
            vox__arena_at(arena, arena->used), 0, (arena->limit - arena->used) * (size_t)arena->unit
        );
    }
    for (int passed = first; passed < chunk; passed++) {
        if (arena->chunks[passed]) {
            memset(arena->chunks[passed], 0, chunk_units(arena, passed) * arena->unit);
        }
    }
    arena->skipped += (uint32_t)start - arena->used;
    arena->used = (uint32_t)start;
    arena->limit = (uint32_t)(start + units);
    if (start == 0) {
        start_refs(arena, arena->chunks[chunk]);
        arena->skipped = 0;
    }
    return VOX_OK;
}

vox_ref vox__node_after(const vox_tree *tree, vox_ref ref) {
    const vox__arena *arena = &tree->nodes;
    for (ref++; ref < arena->used; ref = (vox_ref)chunk_start(arena, chunk_of(arena, ref) + 1)) {
        if (arena->chunks[chunk_of(arena, ref)]) {
            return ref;
        }
    }
    return 0;
}

vox_status vox__arena_take(vox_tree *tree, vox__arena *arena, size_t count, uint32_t *ref) {
    if (count > arena->limit - arena->used) {
        /* One more where the first is ref 0. */
        vox_status status = next_chunk(tree, arena, count + (arena->limit == 0));
        if (status != VOX_OK) {
            return status;
        }
    }
    *ref = arena->used;
    arena->used += (uint32_t)count;
    return VOX_OK;
}

vox__mark vox__mark_take(const vox_tree *tree) {
    vox__mark mark = {
        {tree->nodes.used, tree->nodes.limit, tree->nodes.skipped},
        {tree->texts.used, tree->texts.limit, tree->texts.skipped},
    };
    return mark;
}

vox_status vox__mark_reset(vox_tree *tree, vox__mark mark, vox_status status) {
    if (status != VOX_OK) {
        tree->nodes.used = mark.nodes.used;
        tree->nodes.limit = mark.nodes.limit;
        tree->nodes.skipped = mark.nodes.skipped;
        tree->texts.used = mark.texts.used;
        tree->texts.limit = mark.texts.limit;
        tree->texts.skipped = mark.texts.skipped;
    }
    return status;
}

void vox__arena_free(vox_tree *tree, vox__arena *arena) {
    for (int chunk = 0; chunk < VOX_CHUNKS; chunk++) {
        if (arena->chunks[chunk]) {
            void *memory = arena->chunks[chunk];
            (void)vox__resize(tree, &memory, chunk_units(arena, chunk) * arena->unit, 0);
            arena->chunks[chunk] = NULL;
        }
    }
}

vox_ref vox__ref(const vox_tree *tree, const vox_node *node) {
    const vox__arena *arena = &tree->nodes;
    uintptr_t address = (uintptr_t)node;
    uintptr_t first = (uintptr_t)arena->chunks[0];
    if (VOX_LIKELY(address - first < (uintptr_t)arena->first_count * sizeof(vox_node))) {
        return (vox_ref)((address - first) / sizeof(vox_node));
    }
    /* Later chunks are larger and in use, so the search starts there. */
    for (int chunk = arena->limit ? chunk_of(arena, arena->limit - 1) : 0; chunk > 0; chunk--) {
        uintptr_t base = (uintptr_t)arena->chunks[chunk];
        if (base && address - base < chunk_units(arena, chunk) * sizeof(vox_node)) {
            return (vox_ref)(chunk_start(arena, chunk) + (address - base) / sizeof(vox_node));
        }
    }
    return 0;
}

vox_status vox__text_make(vox_tree *tree, size_t length, uint32_t extra, vox_ref *ref) {
    if (length > UINT32_MAX - 64) {
        return VOX_ERROR_MEMORY;
    }
    size_t units = (sizeof(vox__stored) + length + 1 + tree->texts.unit - 1) / tree->texts.unit;
    vox_status status = vox__arena_take(tree, &tree->texts, units, ref);
    if (status != VOX_OK) {
        return status;
    }
    vox__stored *text = vox__text_at(tree, *ref);
    text->length = (uint32_t)length;
    text->extra = extra;
    text->bytes[length] = '\0';
    return VOX_OK;
}

vox_status vox__text_store(
    vox_tree *tree, const char *bytes, size_t length, uint32_t extra, vox_ref *ref
) {
    vox_status status = vox__text_make(tree, length, extra, ref);
    if (status == VOX_OK && length) {
        memcpy(vox__text_at(tree, *ref)->bytes, bytes, length);
    }
    return status;
}
