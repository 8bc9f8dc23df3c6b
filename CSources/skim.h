/* SPDX-License-Identifier: MIT */
/** The skim: one pass over a text that finds where strings and brackets are,
 *  64 bytes at a time, and cuts out the elements of lists, unread.
 *
 *      skim.c        which engine runs
 *      skim_cut.c    what is cut out
 *      skim_run.h    the pass itself, compiled once an engine
 *      skim_avx2.c, skim_sse.c, skim_neon.c, skim_plain.c   the engines
 *
 *  It checks UTF-8, that strings end and hold no raw control character, that
 *  outside of them there is none but white space, and no backslash, that brackets
 *  balance, and how deep they go. It says only yes or no: what it refuses is read
 *  eagerly instead, which finds the error and its place. */
#ifndef VOX_SKIM_H
#define VOX_SKIM_H

#include "internal.h"

/** A value that was cut out: an object or an array. */
typedef struct vox__extent {
    uint32_t start;
    uint32_t end;
    bool is_object;
    bool regular; /* behind its first object member come only those of a resource object */
} vox__extent;

/** A list whose elements were cut out, all of them. */
typedef struct vox__cut {
    uint32_t open; /* where its brackets are */
    uint32_t close;
    uint32_t first; /* of its extents */
    uint32_t count;
} vox__cut;

typedef struct vox__skim {
    vox_tree *tree; /* whose allocator serves the lists below */
    const unsigned char *bytes;
    size_t length;
    char *copy; /* where the text goes, or NULL */
    size_t max_depth;
    size_t list_depth; /* how deep the lists lie: 1 for the root */
    bool named;        /* only lists named data or included */

    vox__extent *extents; /* those of a list one after another, in document order */
    uint32_t extent_count;
    uint32_t extent_capacity;
    vox__cut *cuts; /* in document order */
    uint32_t cut_count;
    uint32_t cut_capacity;
    vox_status status; /* why a list could not grow */

    /* An object named data at that depth, in place of a list: where its braces are; 0
     * for none. */
    size_t single_open;
    size_t single_close;

    /* Where the pass stands. */
    size_t depth;
    bool unescaped;      /* nowhere is there \u */
    bool cutting;        /* inside a list that is cut */
    bool regular;        /* the element so far */
    uint32_t list_first; /* the first extent of the list */
    size_t list_open;
    size_t element_open;
} vox__skim;

/** The ways to run. What a processor or a compiler does not have falls back on
 *  the plain one. */
typedef enum vox__skim_engine {
    SKIM_BEST,
    SKIM_PLAIN,
    SKIM_SSE,
    SKIM_AVX2,
    SKIM_NEON
} vox__skim_engine;

bool vox__skim_has(vox__skim_engine engine);

/** Runs. The fields up to `named` are set, the others zero. False when the text
 *  is refused, or when `status` says that there was no memory. Followed by
 *  vox__skim_end, whatever it returns. */
bool vox__skim_run(vox__skim *skim, vox__skim_engine engine);
void vox__skim_end(vox__skim *skim);

/** Cuts lists of linkage out of primary data that is one large object. False for want
 *  of memory. */
bool vox__skim_single(vox__skim *skim);

/* For the engines. */
bool vox__skim_plain(vox__skim *skim);
bool vox__skim_sse(vox__skim *skim);
bool vox__skim_avx2(vox__skim *skim);
bool vox__skim_neon(vox__skim *skim);

/* For the engines: follows the depth along brackets, given by their positions, and
 * cuts. False when they do not balance, go too deep, or memory was lacking. The
 * bracket before the first of them stands before it, if there was one. */
bool vox__skim_walk(vox__skim *skim, const uint32_t *found, const uint32_t *end);

#endif
