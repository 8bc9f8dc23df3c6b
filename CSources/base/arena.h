/* SPDX-License-Identifier: MIT */
/** An arena of units of one size, addressed by 32-bit numbers ("refs"). No unit ever moves,
 *  but those of chunk 0 while it is filled.
 *
 *      ref   0 ............ first_count ... + step ... + 3 step ...... + 7 step
 *            |   chunk 0   |   chunk 1   |    chunk 2   |    chunk 3     |
 *
 *  Chunk 0 has any size (that of the document, known before it is parsed); chunk k above 0
 *  has refs for `1 << (shift + k - 1)` units, and memory for as many, or for fewer where it is
 *  known how many are to come. A ref is turned into an address with one comparison for
 *  chunk 0, where a parsed document lies, and with a bit count for the others. Ref 0 is no
 *  unit. */
#ifndef VOX_ARENA_H
#define VOX_ARENA_H

#include "base/compiler.h"
#include "base/memory_account.h"

typedef uint32_t vox_ref;

#define VOX_CHUNKS 32
typedef struct vox__arena {
    char *chunks[VOX_CHUNKS];   /* those below `made`; NULL for one that was passed over */
    uint32_t units[VOX_CHUNKS]; /* that chunks above 0 have memory for */
    int made;
    bool is_lent;         /* chunk 0 is somebody else's memory */
    uint32_t first_count; /* units in chunk 0 */
    uint32_t shift;       /* chunk 1 has 1 << shift units */
    uint32_t unit;        /* bytes a unit: a power of two */
    uint32_t used;        /* the next free ref */
    uint32_t limit;       /* the end of the chunk `used` is in */
    uint32_t skipped;     /* refs below `used` that nothing uses */
    uint32_t top_first;   /* the first ref of that chunk, */
    uintptr_t top;        /* and where ref 0 would be if all stood in it */
    uint32_t open;        /* units below this ref may be taken by raising `used`, see append.c */
} vox__arena;

/** How far an arena was filled, so that what was taken since can be given back. */
typedef struct vox__arena_mark {
    uint32_t used;
    uint32_t limit;
    uint32_t skipped;
    uint32_t top_first;
    uintptr_t top;
} vox__arena_mark;

/** Makes an arena without chunks. */
void vox__arena_make(vox__arena *arena, size_t unit, uint32_t shift);
/** Makes chunk 0, for `count` units with ref 0. */
vox_status vox__arena_start(vox__account *account, vox__arena *arena, size_t count);
/** The same in memory that is given, and not freed with the arena. */
void vox__arena_lend(vox__arena *arena, void *memory, size_t count);
/** Says how much of chunk 0 a document took; what is left over in plenty goes back. */
void vox__arena_finish(vox__account *account, vox__arena *arena, uint32_t used);
/** Takes units side by side, which are not set to anything. */
vox_status vox__arena_take(vox__account *account, vox__arena *arena, size_t count, vox_ref *ref);
/** Makes room for so many units that are soon taken one after the other, and for no more. */
vox_status vox__arena_expect(vox__account *account, vox__arena *arena, size_t count);
/** Frees the chunks. */
void vox__arena_free_all(vox__account *account, vox__arena *arena);
static inline void vox__arena_free(vox__account *account, vox__arena *arena) {
    if (arena->made > 1 || (arena->chunks[0] && !arena->is_lent)) {
        vox__arena_free_all(account, arena);
    }
}

static inline vox__arena_mark vox__arena_mark_take(const vox__arena *arena) {
    vox__arena_mark mark = {
        arena->used, arena->limit, arena->skipped, arena->top_first, arena->top};
    return mark;
}

static inline void vox__arena_reset(vox__arena *arena, vox__arena_mark mark) {
    arena->used = mark.used;
    arena->limit = mark.limit;
    arena->skipped = mark.skipped;
    arena->top_first = mark.top_first;
    arena->top = mark.top;
    arena->open = 0;
}

/** The address of a ref beyond chunk 0: without a call where that is worth it. */
VOX_INLINE void *vox__arena_far(const vox__arena *arena, vox_ref ref) {
    const uint32_t behind = ref - arena->first_count, steps = (behind >> arena->shift) + 1;
    const uint32_t power = 31 - (uint32_t)__builtin_clz(steps);
    const uint32_t offset = behind - (((UINT32_C(1) << power) - 1) << arena->shift);
    return arena->chunks[power + 1] + (size_t)offset * arena->unit;
}
void *vox__arena_slow(const vox__arena *arena, vox_ref ref);
/** The chunk a ref is in, and which refs are: from `first`, below `end`. */
char *vox__arena_chunk(const vox__arena *arena, vox_ref ref, uint32_t *first, uint32_t *end);
/** The first unit, and the one taken after another; 0 when there is none. */
vox_ref vox__arena_after(const vox__arena *arena, vox_ref ref);
/** The ref of an address beyond chunk 0; 0 for one that is not in the arena. */
vox_ref vox__arena_ref(const vox__arena *arena, const void *address);

static inline void *vox__arena_at(const vox__arena *arena, vox_ref ref) {
    if (VOX_LIKELY(ref < arena->first_count)) {
        return arena->chunks[0] + (size_t)ref * arena->unit;
    }
    return vox__arena_slow(arena, ref);
}

/** The chunk that a ref was found in, for those who go along refs. All zero: none yet. */
typedef struct vox__window {
    uintptr_t origin; /* where ref 0 would be */
    uint32_t first;
    uint32_t count;
} vox__window;

/** Has a window be on the chunk of a ref. */
void vox__window_move(vox__window *window, const vox__arena *arena, vox_ref ref);

/** `unit` is that of the arena. */
VOX_INLINE void *vox__window_at(
    vox__window *window, const vox__arena *arena, vox_ref ref, size_t unit
) {
    if (VOX_UNLIKELY(ref - window->first >= window->count)) {
        vox__window_move(window, arena, ref);
    }
    return (void *)(window->origin + ref * unit);
}

/** The same for a ref that may be far from the others: the window stays where it is. */
VOX_INLINE void *vox__window_peek(
    const vox__window *window, const vox__arena *arena, vox_ref ref, size_t unit
) {
    return VOX_LIKELY(ref - window->first < window->count) ? (void *)(window->origin + ref * unit)
                                                           : vox__arena_at(arena, ref);
}

/** As vox__arena_chunk, where most refs are in the chunk that is being filled. */
static inline char *vox__arena_around(
    const vox__arena *arena, vox_ref ref, uint32_t *first, uint32_t *end
) {
    if (VOX_UNLIKELY(ref < arena->top_first)) {
        return vox__arena_chunk(arena, ref, first, end);
    }
    *first = arena->top_first;
    *end = arena->limit;
    return (char *)(arena->top + (uintptr_t)arena->top_first * arena->unit);
}

/** As vox__arena_at where most refs are in the chunk that is being filled. `unit` is that of the arena. */
VOX_INLINE void *vox__arena_recent(const vox__arena *arena, vox_ref ref, size_t unit) {
    return VOX_LIKELY(ref >= arena->top_first) ? (void *)(arena->top + ref * unit)
                                               : vox__arena_at(arena, ref);
}

#endif
