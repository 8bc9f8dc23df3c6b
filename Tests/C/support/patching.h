/* SPDX-License-Identifier: MIT */
/** Helpers for patches in tests. They apply a patch, and check that a refused patch changes
 *  nothing. */
#ifndef PATCHING_H
#define PATCHING_H

#include "check.h"

/** A hash of everything in a tree: nodes by address, with kinds, names, texts, marks and
 *  offsets. */
typedef struct patching_picture {
    uint64_t hash;
    size_t nodes;
    size_t memory;
} patching_picture;

patching_picture patching_look(vox_tree *tree);
/** Checks that a tree has not changed. */
void patching_check_same(vox_tree *tree, patching_picture was);

/** Applies a patch to a document that was read eagerly, and to one that was read lazily, and
 *  checks the result. With `after` NULL, checks that the patch is refused with the status and
 *  changes nothing. */
void patching_check(const char *before, const char *patch, const char *after, vox_status status);

#endif
