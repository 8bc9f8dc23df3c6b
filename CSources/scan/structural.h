/* SPDX-License-Identifier: MIT */
/** The structural scan: one pass over a text that finds where strings and brackets are, 64
 *  bytes at a time, and notes where the elements of lists begin and end, without reading
 *  them. What is between the two is a span.
 *
 *      structural.c        which kernel runs
 *      spans.c             which spans are noted
 *      linkage_spans.c     those inside primary data that is one large object
 *      structural_pass.h   the pass itself, compiled once a kernel
 *      structural_avx512.c, structural_avx2.c, structural_sse.c, structural_neon.c,
 *      structural_portable.c
 *                          the kernels
 *
 *  It checks UTF-8, that strings end and hold no raw control character, that
 *  outside of them there is none but white space, and no backslash, that brackets
 *  balance, and how deep they go. It says only yes or no: what it refuses is read
 *  eagerly instead, which finds the error and its place. */
#ifndef VOX_STRUCTURAL_H
#define VOX_STRUCTURAL_H

#include "base/base.h"

/** An element of a list, left unread: an object or an array. */
typedef struct vox__span {
    uint32_t start;
    uint32_t end;
    bool is_object;
    bool regular; /* behind its first object member come only those of a resource object */
} vox__span;

/** A list all of whose elements are spans. */
typedef struct vox__span_list {
    uint32_t open; /* where its brackets are */
    uint32_t close;
    uint32_t first; /* of its spans */
    uint32_t count;
} vox__span_list;

/** A scan: what is asked of it, what it found, and where it stands. */
typedef struct vox__structure {
    vox__account *memory; /* for the lists below */
    const unsigned char *bytes;
    size_t length;
    char *copy; /* where the text goes, or NULL */
    size_t max_depth;
    size_t list_depth; /* how deep the lists lie: 1 for the root */
    bool named;        /* only lists named data or included */

    vox__list spans;   /* vox__span: those of a list one after another, in document order */
    vox__list lists;   /* vox__span_list, in document order */
    vox_status status; /* why one of them could not grow */

    /* An object named data at that depth, in place of a list: where its braces are; 0
     * for none. */
    size_t single_open;
    size_t single_close;

    size_t depth;
    bool in_list;        /* inside a list whose elements become spans */
    bool regular;        /* the element so far */
    uint32_t list_first; /* the first span of the list */
    size_t list_open;
    size_t element_open;
} vox__structure;

static inline vox__span *vox__spans(const vox__structure *structure) {
    return structure->spans.items;
}

static inline vox__span_list *vox__span_lists(const vox__structure *structure) {
    return structure->lists.items;
}

/** The ways to run. What a processor or a compiler does not have falls back on the portable
 *  one. */
typedef enum vox__kernel {
    KERNEL_BEST,
    KERNEL_PORTABLE,
    KERNEL_SSE,
    KERNEL_AVX2,
    KERNEL_AVX512,
    KERNEL_NEON
} vox__kernel;

bool vox__kernel_has(vox__kernel kernel);

/** Scans. The fields up to `named` are set, the others zero. False when the text
 *  is refused, or when `status` says that there was no memory. Followed by
 *  vox__structure_end, whatever it returns. */
bool vox__structure_scan(vox__structure *structure, vox__kernel kernel);
void vox__structure_end(vox__structure *structure);

/** Makes the lists of linkage, in primary data that is one large object, lists of spans.
 *  False for want of memory. */
bool vox__structure_single(vox__structure *structure);

/* The kernels, where there are such processors. */
bool vox__structure_portable(vox__structure *structure);
bool vox__structure_sse(vox__structure *structure);
bool vox__structure_avx2(vox__structure *structure);
bool vox__structure_avx512(vox__structure *structure);
bool vox__structure_neon(vox__structure *structure);

/** For the kernels: follows the depth along brackets, given by their positions, and
 *  notes spans. False when they do not balance, go too deep, or memory was lacking. The
 *  bracket before the first of them stands before it, if there was one. */
bool vox__spans_walk(vox__structure *structure, const uint32_t *found, const uint32_t *end);

#endif
