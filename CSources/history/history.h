/* SPDX-License-Identifier: MIT */
/** History: earlier values of nodes, their differences, copies, and frozen trees.
 *
 *      baseline.c  the value that a node had when it was read or marked
 *      diff.c      the differences of two values
 *      copy.c      copies of values
 *      freeze.c    creates everything that a read could create later
 *
 *      tree ──▶ baselines: node ──▶ tree of its baseline
 */
#ifndef VOX_HISTORY_H
#define VOX_HISTORY_H

#include "read/read.h"
#include "tree/armor.h"
#include "write/write.h"

#include <vox/changes.h>

/** Records the error of a deferred value that was written, and could not be read again. Returns
 *  `status`. */
static inline vox_status vox__reread_status(
    const vox_tree *tree, const vox_node *node, vox_status status
) {
    if (vox__is_about_json(status)) {
        (void)vox__resolve_below((vox_tree *)(uintptr_t)tree, node, NULL);
    }
    return status;
}

/** The baseline of a node. */
typedef struct vox__baseline {
    uint64_t key; /* the key of the node */
    vox_tree *tree;
} vox__baseline;

#endif
