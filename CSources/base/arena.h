/* SPDX-License-Identifier: MIT */
/** An arena of units of one size, addressed by 32-bit numbers ("refs"). A unit never moves, except
 *  that units of chunk 0 may move while it is filled.
 *
 *      ref   0 ............ first_count ... + step ... + 3 step ...... + 7 step
 *            |   chunk 0   |   chunk 1   |    chunk 2   |    chunk 3     |
 *
 *  Chunk 0 has any size: that of the document, which is known before parsing. Chunk k above 0 has
 *  refs for `1 << (shift + k - 1)` units. It has memory for as many units, or for fewer if the
 *  number of units to come is known. The address of a ref takes one comparison for chunk 0, which
 *  contains a parsed document, and a bit count for the other chunks. Ref 0 is not a unit. */
#ifndef VOX_ARENA_H
#define VOX_ARENA_H

#include "base/compiler.h"
#include "base/memory_account.h"

typedef uint32_t vox_ref;

#define VOX_CHUNKS 32
/** The chunks above 0. Few documents have any, so the table stands in front of the first of them. */
typedef struct vox__chunks {
    char *memory[VOX_CHUNKS];   /* NULL for a skipped chunk */
    uint32_t units[VOX_CHUNKS]; /* the number of units in memory */
} vox__chunks;

typedef struct vox__arena {
    char *first;          /* chunk 0, or NULL */
    vox__chunks *more;    /* NULL if there are none */
    int made;             /* chunks from this one on are not in `more` */
    bool is_lent;         /* chunk 0 is not owned */
    uint32_t first_count; /* units in chunk 0 */
    uint32_t shift;       /* chunk 1 has 1 << shift units */
    uint32_t unit;        /* bytes of a unit: a power of two */
    uint32_t used;        /* the next free ref */
    uint32_t limit;       /* the end of the chunk that contains `used` */
    uint32_t skipped;     /* unused refs below `used` */
    uint32_t top_first;   /* the first ref of that chunk */
    uintptr_t top;        /* the address of ref 0 if all units were in that chunk */
    uint32_t open;        /* refs below this may be taken by raising `used`, see append.c */
} vox__arena;

/** A fill level of an arena, to release the units that were taken since. */
typedef struct vox__arena_mark {
    uint32_t used;
    uint32_t limit;
    uint32_t skipped;
    uint32_t top_first;
    uintptr_t top;
} vox__arena_mark;

/** Initializes an arena without chunks. */
void vox__arena_make(vox__arena *arena, size_t unit, uint32_t shift);
/** Allocates chunk 0, which has `count` units and begins with ref 0. */
vox_status vox__arena_start(vox__account *account, vox__arena *arena, size_t count);
/** Makes borrowed memory chunk 0, which is not freed with the arena. */
void vox__arena_lend(vox__arena *arena, void *memory, size_t count);
/** Sets how many units of chunk 0 a document uses, and frees the rest if it is large. */
void vox__arena_finish(vox__account *account, vox__arena *arena, uint32_t used);
/** Takes units with consecutive refs, without initializing them. */
vox_status vox__arena_take(vox__account *account, vox__arena *arena, size_t count, vox_ref *ref);
/** Reserves memory for exactly `count` units, which will be taken one after the other. */
vox_status vox__arena_expect(vox__account *account, vox__arena *arena, size_t count);
/** Frees the chunks. */
void vox__arena_free(vox__account *account, vox__arena *arena);

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

/** Returns the address of a ref beyond chunk 0. */
VOX_APART void *vox__arena_slow(const vox__arena *arena, vox_ref ref);
/** Returns the chunk that contains a ref, and the range of its refs from `first` to below `end`. */
char *vox__arena_chunk(const vox__arena *arena, vox_ref ref, uint32_t *first, uint32_t *end);
/** Returns the ref of the unit that was taken after another; for 0 the first one. Returns 0 after
 *  the last unit. */
vox_ref vox__arena_after(const vox__arena *arena, vox_ref ref);
/** Returns the ref of an address beyond chunk 0; 0 for an address outside the arena. */
vox_ref vox__arena_ref(const vox__arena *arena, const void *address);

static inline void *vox__arena_at(const vox__arena *arena, vox_ref ref) {
    if (VOX_LIKELY(ref < arena->first_count)) {
        return arena->first + (size_t)ref * arena->unit;
    }
    return vox__arena_slow(arena, ref);
}

/** The chunk of the last ref, for loops over neighbouring refs. All zero means no chunk yet. */
typedef struct vox__window {
    uintptr_t origin; /* the address of ref 0 if it were in this chunk */
    uint32_t first;
    uint32_t count;
} vox__window;

/** Moves a window to the chunk of a ref. */
VOX_APART void vox__window_move(vox__window *window, const vox__arena *arena, vox_ref ref);

/** Returns the address of a ref, and moves the window to it. `unit` is the unit of the arena. */
VOX_INLINE void *vox__window_at(
    vox__window *window, const vox__arena *arena, vox_ref ref, size_t unit
) {
    if (VOX_UNLIKELY(ref - window->first >= window->count)) {
        vox__window_move(window, arena, ref);
    }
    return (void *)(window->origin + ref * unit);
}

/** Returns the address of a ref that may be far from the others. The window does not move. */
VOX_INLINE void *vox__window_peek(
    const vox__window *window, const vox__arena *arena, vox_ref ref, size_t unit
) {
    return VOX_LIKELY(ref - window->first < window->count) ? (void *)(window->origin + ref * unit)
                                                           : vox__arena_at(arena, ref);
}

/** Does what vox__arena_chunk does, faster for refs in the chunk that is being filled. */
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

/** Does what vox__arena_at does, faster for refs in the chunk that is being filled. `unit` is the
 *  unit of the arena. */
VOX_INLINE void *vox__arena_recent(const vox__arena *arena, vox_ref ref, size_t unit) {
    return VOX_LIKELY(ref >= arena->top_first) ? (void *)(arena->top + ref * unit)
                                               : vox__arena_at(arena, ref);
}

#endif
