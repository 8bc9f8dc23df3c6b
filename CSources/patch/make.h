/* SPDX-License-Identifier: MIT */
/** Creating patches:
 *
 *      digest.c       which values may be equal, and their approximate lengths
 *      align.c        finds equal elements of two arrays
 *      make.c         JSON Patch: finds the operations, by a walk through both values in parallel
 *      operations.c   stores and writes the operations
 *      merge_make.c   JSON Merge Patch
 */
#ifndef VOX_PATCH_MAKE_H
#define VOX_PATCH_MAKE_H

#include "patch/patch.h"

/* --- digest.c ------------------------------------------------------------------ */

typedef struct vox__digest {
    uint64_t hash;
    uint64_t size; /* the approximate length of its text */
} vox__digest;

/** Digests of a value and of all values below it, by ref. All zero has no digests. */
typedef struct vox__digests {
    vox_tree *tree;
    vox__digest *items;
    size_t count;
} vox__digests;

/** Computes the digests. Parses deferred values. After an error nothing must be freed. */
vox_status vox__digests_make(
    vox__digests *self, vox__account *account, vox__seed *seed, vox_tree *tree, const vox_node *top
);
void vox__digests_free(vox__digests *self, vox__account *account);

static inline const vox__digest *vox__digest_of(const vox__digests *self, const vox_node *node) {
    return &self->items[vox__ref(self->tree, node)];
}

/** Compares two values. O(1) for almost all values that differ. */
vox_status vox__digests_equal(
    const vox__digests *before, const vox_node *left, const vox__digests *after,
    const vox_node *right, bool *equal
);

/* --- align.c ------------------------------------------------------------------- */

/** The elements of two arrays. */
typedef struct vox__alignment {
    uint32_t before_count;
    uint32_t after_count;
    vox_ref *before;
    vox_ref *after;
    uint32_t *matches; /* of each `after`: the `before` that it equals, in ascending order; or: */
} vox__alignment;

#define VOX_NO_MATCH UINT32_MAX

/** Finds equal elements in the same order: first those at both ends, then the longest ascending
 *  sequence between them. Of several equal elements the first ones match. O(n log n). */
vox_status vox__align(
    vox__alignment *self, vox__account *account, const vox__digests *before, const vox_node *left,
    const vox__digests *after, const vox_node *right
);
void vox__alignment_free(vox__alignment *self, vox__account *account);

/* --- operations.c -------------------------------------------------------------- */

typedef enum vox__operation_kind {
    VOX_OPERATION_ADD,
    VOX_OPERATION_REMOVE,
    VOX_OPERATION_REPLACE
} vox__operation_kind;

/** The operations of a patch that is being created. A pointer is kept as a segment with a parent
 *  segment. Only the pointers of operations that remain are written. */
typedef struct vox__operations {
    vox__account *account;
    vox__list items;
    vox__list segments;
} vox__operations;

void vox__operations_free(vox__operations *self);
/** Adds a segment below another: a name, or (`bytes` NULL) the position `length`. The first segment
 *  is the top. */
vox_status vox__operations_segment(
    vox__operations *self, uint32_t parent, vox_string segment, uint32_t *made
);
/** Returns the approximate length of an operation at a segment, without its value. */
size_t vox__operations_cost(const vox__operations *self, uint32_t segment);
vox_status vox__operations_add(
    vox__operations *self, vox__operation_kind kind, uint32_t segment, const vox_node *value
);
/** Writes all operations to an array. The values belong to `from`. */
vox_status vox__operations_write(
    const vox__operations *self, vox_tree *from, vox_tree *patch, vox_node *array
);

/* make.c: the checks of the arguments, for both kinds of patches. */
vox_status vox__make_usable(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch
);

#endif
