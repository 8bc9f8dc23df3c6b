/* SPDX-License-Identifier: MIT */
/** The structural scan: one pass over a text that finds strings and brackets, 64 bytes at a
 *  time. It records where the elements of lists begin and end, without reading them. An element
 *  that is recorded is a span.
 *
 *      structural.c        selects the kernel
 *      spans.c             selects the spans
 *      linkage_spans.c     the spans inside primary data that is one large object
 *      structural_pass.h   the pass itself, which each kernel compiles
 *      structural_avx512.c, structural_avx2.c, structural_neon.c, structural_portable.c
 *                          the kernels
 *
 *  It checks UTF-8, that strings end and have no raw control character, that other text has no
 *  backslash and no control character except white space, that brackets balance, and their
 *  depth. It only accepts or refuses: a text that it refuses is read eagerly, which finds the error
 *  and its position. */
#ifndef VOX_STRUCTURAL_H
#define VOX_STRUCTURAL_H

#include "base/base.h"

/** An object or array that is an element of a list and was not read. */
typedef struct vox__span {
    uint32_t start;
    uint32_t end;
    bool is_object;
    bool regular; /* after its first object, it has only members of a resource object */
} vox__span;

/** A list whose elements are all spans. */
typedef struct vox__span_list {
    uint32_t open; /* the offsets of its brackets */
    uint32_t close;
    uint32_t first; /* the position of its first span */
    uint32_t count;
} vox__span_list;

/** A scan: its input, its results, and its state. */
typedef struct vox__structure {
    vox__account *memory; /* for the lists below */
    const unsigned char *bytes;
    size_t length;
    char *copy; /* the memory to copy the text to, or NULL */
    size_t max_depth;
    size_t list_depth; /* the depth of the lists: 1 for the root */
    bool named;        /* only lists with the names in is_named_list (spans.c) */

    vox__list spans;   /* vox__span, list by list, in document order */
    vox__list lists;   /* vox__span_list, in document order */
    vox_status status; /* why a list could not grow */

    /* The braces of an object named data at that depth, instead of a list; 0 if there is
     * none. */
    size_t single_open;
    size_t single_close;

    size_t depth;
    bool in_list;        /* inside a list whose elements become spans */
    bool regular;        /* of the current element */
    uint32_t list_first; /* the first span of the current list */
    size_t list_open;
    size_t element_open;
} vox__structure;

static inline vox__span *vox__spans(const vox__structure *structure) {
    return (vox__span *)structure->spans.items;
}

static inline vox__span_list *vox__span_lists(const vox__structure *structure) {
    return (vox__span_list *)structure->lists.items;
}

/** The kernels. A kernel that the processor or the compiler does not support is replaced by the
 *  portable one. */
typedef enum vox__kernel {
    KERNEL_BEST,
    KERNEL_PORTABLE,
    KERNEL_AVX2,
    KERNEL_AVX512,
    KERNEL_NEON
} vox__kernel;

bool vox__kernel_has(vox__kernel kernel);

/** Runs the scan. Set the fields up to `named`, and the others to zero. Returns false when the text
 *  is refused, or when `status` says that there was no memory. Call vox__structure_end afterwards,
 *  also when it returns false. */
bool vox__structure_scan(vox__structure *structure, vox__kernel kernel);
void vox__structure_end(vox__structure *structure);

/** Makes the lists of linkage lists of spans, if primary data is one large object.
 *  Returns false when there is no memory. */
bool vox__structure_single(vox__structure *structure);

/* The kernels, which exist only for their processors. */
bool vox__structure_portable(vox__structure *structure);
bool vox__structure_avx2(vox__structure *structure);
bool vox__structure_avx512(vox__structure *structure);
bool vox__structure_neon(vox__structure *structure);

/** Follows the depth along the positions of brackets, and records spans; called by the kernels.
 *  Returns false when the brackets do not balance or are too deep, or when there is no memory.
 *  `found[-1]` is the bracket before the first one, if there was one. */
bool vox__spans_walk(vox__structure *structure, const uint32_t *found, const uint32_t *end);

#endif
