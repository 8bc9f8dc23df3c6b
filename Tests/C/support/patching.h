/* SPDX-License-Identifier: MIT */
/** Patches in tests: applied, and checked to change nothing when they are refused. */
#ifndef PATCHING_H
#define PATCHING_H

#include "check.h"

/** All that can be seen of a tree: nodes by address, with kinds, names, text, marks, offsets. */
typedef struct patching_picture {
    uint64_t hash;
    size_t nodes;
    size_t memory;
} patching_picture;

patching_picture patching_look(vox_tree *tree);
/** Checks that a tree is what it was. */
void patching_check_same(vox_tree *tree, patching_picture was);

/** Checks what a patch makes of a document, eager and lazy; `after` NULL: that it is refused with
 *  the status, and nothing has changed. */
void patching_check(const char *before, const char *patch, const char *after, vox_status status);

#endif
