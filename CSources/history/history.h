/* SPDX-License-Identifier: MIT */
/** History: values that nodes had, what differs from them, copies, and trees that change no
 *  more.
 *
 *      baseline.c  the value a node had when it was read or marked
 *      diff.c      differences of two values
 *      copy.c      copies of values
 *      freeze.c    making all that reads could make later
 *
 *      tree ──▶ baselines: node ──▶ tree of its baseline
 */
#ifndef VOX_HISTORY_H
#define VOX_HISTORY_H

#include "read/read.h"
#include "tree/armor.h"
#include "write/write.h"

#include <vox/changes.h>

/** The value that a node had. */
typedef struct vox__baseline {
    uint64_t key; /* stands for the node */
    vox_tree *tree;
} vox__baseline;

#endif
