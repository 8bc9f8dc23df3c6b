/* SPDX-License-Identifier: MIT */
/** The arena: conversion between refs and addresses, and the allocation of chunks. */
#include "base/arena.h"
#include "base/libc.h"

/** Returns the number of refs of a chunk. */
static size_t chunk_refs(const vox__arena *arena, int chunk) {
    return chunk == 0 ? arena->first_count : (size_t)1 << (arena->shift + (uint32_t)chunk - 1);
}

/** Returns the number of units that an allocated chunk has memory for. */
static size_t chunk_units(const vox__arena *arena, int chunk) {
    return chunk == 0 ? arena->first_count : arena->more->units[chunk];
}

static char *chunk_memory(const vox__arena *arena, int chunk) {
    return chunk == 0 ? arena->first : arena->more ? arena->more->memory[chunk] : NULL;
}

/** Returns the first ref of chunk k > 0. */
static uint64_t chunk_start(const vox__arena *arena, int chunk) {
    return arena->first_count + (((UINT64_C(1) << (chunk - 1)) - 1) << arena->shift);
}

static int chunk_of(const vox__arena *arena, vox_ref ref) {
    return ref < arena->first_count
               ? 0
               : 32 - __builtin_clz(((ref - arena->first_count) >> arena->shift) + 1);
}

void *vox__arena_slow(const vox__arena *arena, vox_ref ref) {
    const uint32_t behind = ref - arena->first_count, steps = (behind >> arena->shift) + 1;
    const uint32_t power = 31 - (uint32_t)__builtin_clz(steps);
    const uint32_t offset = behind - (((UINT32_C(1) << power) - 1) << arena->shift);
    return arena->more->memory[power + 1] + (size_t)offset * arena->unit;
}

char *vox__arena_chunk(const vox__arena *arena, vox_ref ref, uint32_t *first, uint32_t *end) {
    int chunk = chunk_of(arena, ref);
    uint64_t start = chunk == 0 ? 0 : chunk_start(arena, chunk);
    uint64_t past = start + chunk_units(arena, chunk);
    *first = (uint32_t)start;
    *end = past < UINT32_MAX ? (uint32_t)past : UINT32_MAX;
    return chunk_memory(arena, chunk);
}

/** Sets the chunk that is being filled. */
static void set_top(vox__arena *arena, const void *chunk, uint32_t first) {
    arena->top_first = first;
    arena->top = (uintptr_t)chunk - (uintptr_t)first * arena->unit;
    arena->open = 0;
}

void vox__window_move(vox__window *window, const vox__arena *arena, vox_ref ref) {
    uint32_t end;
    const char *chunk = vox__arena_chunk(arena, ref, &window->first, &end);
    window->count = end - window->first;
    window->origin = (uintptr_t)chunk - (uintptr_t)window->first * arena->unit;
}

/** Reserves the first unit, because ref 0 means no unit. As a node it is shadowed, and has a parent
 *  that no node has, so code that reads it does not treat it as a child. */
static void start_refs(vox__arena *arena, void *first) {
    memset(first, 0xFF, arena->unit);
    arena->used = 1;
}

void vox__arena_make(vox__arena *arena, size_t unit, uint32_t shift) {
    arena->first = NULL;
    arena->more = NULL;
    arena->made = 1;
    arena->is_lent = false;
    arena->first_count = arena->used = arena->limit = arena->skipped = 0;
    arena->top_first = arena->open = 0;
    arena->top = 0;
    arena->unit = (uint32_t)unit;
    arena->shift = shift;
}

vox_status vox__arena_start(vox__account *account, vox__arena *arena, size_t count) {
    void *memory = NULL;
    if (count > UINT32_MAX / 2) {
        return VOX_ERROR_MEMORY;
    }
    vox_status status = vox__resize(account, &memory, 0, count * arena->unit);
    if (status == VOX_OK) {
        vox__arena_lend(arena, memory, count);
        arena->is_lent = false;
    }
    return status;
}

void vox__arena_lend(vox__arena *arena, void *memory, size_t count) {
    arena->first = (char *)memory;
    arena->first_count = (uint32_t)count;
    arena->limit = (uint32_t)count;
    arena->is_lent = true;
    set_top(arena, memory, 0);
    start_refs(arena, memory);
}

void vox__arena_finish(vox__account *account, vox__arena *arena, uint32_t used) {
    void *memory = arena->first;
    size_t size = (size_t)arena->first_count * arena->unit;
    arena->used = used;
    /* Commas in strings were counted when the chunk was allocated. Few of them are not worth a
     * move. */
    if (!arena->is_lent && used < arena->first_count / 4 * 3 &&
        vox__resize(account, &memory, size, (size_t)used * arena->unit) == VOX_OK) {
        arena->first = (char *)memory;
        arena->first_count = arena->limit = used;
        set_top(arena, memory, 0);
    }
}

/** Returns true when a chunk has enough units: a new chunk, or one that a failed edit has left. */
static bool has_room(const vox__arena *arena, int chunk, size_t count) {
    const bool is_left = chunk_memory(arena, chunk) != NULL;
    return (is_left ? chunk_units(arena, chunk) : chunk_refs(arena, chunk)) >= count;
}

/** Returns the units of a new chunk: no more than the arena has by now, but at least `count`. */
static size_t new_units(const vox__arena *arena, int chunk, size_t count) {
    size_t units = (size_t)1 << arena->shift;
    for (int made = 0; made < arena->made; made++) {
        units += chunk_units(arena, made);
    }
    units = units < count ? count : units;
    return units < chunk_refs(arena, chunk) ? units : chunk_refs(arena, chunk);
}

/** Moves on to a chunk with `count` free units. With `exactly`, a new chunk has only these. */
static vox_status next_chunk(vox__account *account, vox__arena *arena, size_t count, bool exactly) {
    const int first = arena->limit ? chunk_of(arena, arena->limit - 1) + 1 : 1;
    int chunk = first;
    while (chunk < VOX_CHUNKS - 1 && !has_room(arena, chunk, count)) {
        chunk++;
    }
    uint64_t start = chunk_start(arena, chunk);
    if (!has_room(arena, chunk, count) || start + chunk_refs(arena, chunk) > UINT32_MAX) {
        return VOX_ERROR_MEMORY;
    }
    if (!chunk_memory(arena, chunk)) { /* otherwise a failed edit has left it */
        const size_t units = exactly ? count : new_units(arena, chunk, count);
        const size_t table = arena->more ? 0 : sizeof *arena->more;
        void *memory = NULL;
        VOX_TRY(vox__resize(account, &memory, 0, table + units * arena->unit));
        arena->more = table ? (vox__chunks *)memset(memory, 0, table) : arena->more;
        arena->more->memory[chunk] = (char *)memory + table;
        arena->more->units[chunk] = (uint32_t)units;
        arena->made = arena->made > chunk ? arena->made : chunk + 1;
    }
    /* Skipped refs stay unused. Zero nodes among them are not values. */
    if (arena->limit > arena->used) {
        memset(
            vox__arena_at(arena, arena->used), 0, (arena->limit - arena->used) * (size_t)arena->unit
        );
    }
    for (int passed = first; passed < chunk; passed++) {
        if (chunk_memory(arena, passed)) {
            memset(chunk_memory(arena, passed), 0, chunk_units(arena, passed) * arena->unit);
        }
    }
    arena->skipped += (uint32_t)start - arena->used;
    arena->used = (uint32_t)start;
    arena->limit = (uint32_t)(start + chunk_units(arena, chunk));
    set_top(arena, chunk_memory(arena, chunk), arena->used);
    if (start == 0) {
        start_refs(arena, chunk_memory(arena, chunk));
        arena->skipped = 0;
    }
    return VOX_OK;
}

vox_ref vox__arena_after(const vox__arena *arena, vox_ref ref) {
    for (ref++; ref < arena->used;) {
        const int chunk = chunk_of(arena, ref);
        const uint64_t start = chunk == 0 ? 0 : chunk_start(arena, chunk);
        if (chunk_memory(arena, chunk) && ref - start < chunk_units(arena, chunk)) {
            return ref;
        }
        ref = (vox_ref)chunk_start(arena, chunk + 1);
    }
    return 0;
}

vox_ref vox__arena_ref(const vox__arena *arena, const void *address) {
    if (arena->limit <= arena->first_count) {
        return 0;
    }
    /* Later chunks are larger and in use, so the search begins with the last one. */
    int chunk = chunk_of(arena, arena->limit - 1);
    const int power = __builtin_ctz(arena->unit);
    const size_t least = (size_t)1 << arena->shift;
    for (size_t refs = chunk_refs(arena, chunk); refs >= least; refs /= 2, chunk--) {
        const uintptr_t first = (uintptr_t)arena->more->memory[chunk];
        const uintptr_t offset = (uintptr_t)address - first;
        if (first && offset < chunk_units(arena, chunk) << power) {
            return (vox_ref)(arena->first_count + (refs - least) + (offset >> power));
        }
    }
    return 0;
}

vox_status vox__arena_take(vox__account *account, vox__arena *arena, size_t count, vox_ref *ref) {
    if (count > arena->limit - arena->used) {
        /* One more unit when the first is ref 0. */
        VOX_TRY(next_chunk(account, arena, count + (arena->limit == 0), false));
    }
    *ref = arena->used;
    arena->used += (uint32_t)count;
    return VOX_OK;
}

vox_status vox__arena_expect(vox__account *account, vox__arena *arena, size_t count) {
    return count > arena->limit - arena->used ? next_chunk(account, arena, count, true) : VOX_OK;
}

void vox__arena_free(vox__account *account, vox__arena *arena) {
    size_t table = 0;
    for (int chunk = arena->made - 1; chunk >= (arena->is_lent ? 1 : 0); chunk--) {
        const size_t size = chunk_units(arena, chunk) * arena->unit;
        void *memory = chunk_memory(arena, chunk);
        if (chunk && memory == arena->more + 1) {
            table = sizeof *arena->more + size;
        } else if (memory) {
            (void)vox__resize(account, &memory, size, 0);
        }
    }
    if (table) {
        void *memory = arena->more;
        (void)vox__resize(account, &memory, table, 0);
    }
}
