/* SPDX-License-Identifier: MIT */
/** Changes: the differences between two values, and baselines. The baseline of a node is the value
 *  that the node had when it was read, or at the last call of vox_baseline_mark. vox_baseline_set
 *  makes another value the baseline.
 *
 *  A node is changed when its value differs from the value of its baseline. Setting a node back to
 *  the value of its baseline makes the node unchanged. Objects are compared member by member.
 *  Arrays and scalars are compared as a whole.
 *
 *  NULL: tree, before_tree, after_tree, value_tree never; node, value neutral. */
#ifndef VOX_CHANGES_H
#define VOX_CHANGES_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** One path where two values differ. `before` belongs to the first tree, and `after` and `object`
 *  belong to the second tree. */
typedef struct vox_difference {
    const vox_node *before; /**< The old value; NULL when the value was added. */
    const vox_node *after;  /**< The new value; NULL when the value was removed. */
    const vox_node *object; /**< The object that has or had the member; NULL if the two compared
                                 values themselves differ. */
} vox_difference;

/** Receives the differences in the document order of `after`. The removed members of an object come
 *  after all its other members.
 *
 *  `found` returns 0 to continue, and any other number to stop with VOX_ERROR_SINK. `found` must
 *  not edit either tree. */
typedef struct vox_difference_sink {
    int (*found)(void *context, vox_difference difference); /**< Receives one difference. */
    void *context; /**< The first argument of each call of `found`. */
} vox_difference_sink;

/** Finds the differences between two values. Objects are compared member by member; other values
 *  are compared as a whole. A NULL node means that the value does not exist.
 *
 *  NULL:   before, after allowed; sink VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SINK; the errors of vox_tree_parse for values that were read lazily
 *          (vox_tree_failure has the position).
 *  Cost:   O(n), constant stack. */
VOX_API vox_status vox_diff(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    vox_difference_sink sink
);

/** Returns the baseline of a node: the value that the node had at the last call of
 *  vox_baseline_mark. Before the first call of vox_baseline_mark, the baseline is the value that
 *  was read. For a node that was not read and has no baseline, *baseline is NULL and the status is
 *  VOX_OK.
 *
 *  The baseline is a tree with the options of `tree`, including the allocator. Only the thread that
 *  uses `tree` may use the baseline. The memory of the baseline is memory of `tree`:
 *  vox_tree_memory includes it, and `max_memory` limits it. A baseline needs about 1.5 KiB, plus
 *  memory for its text and values.
 *
 *  Ownership: `tree` owns the baseline, which is valid until the baseline of the node is replaced
 *             or `tree` is freed.
 *  NULL:   baseline VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT; VOX_ERROR_FROZEN for a node that was read,
 *          if `tree` is frozen and vox_baseline was not called for the node before vox_tree_freeze.
 *  Cost:   O(n) for the first call, because the text of the node is read again. */
VOX_API vox_status vox_baseline(vox_tree *tree, const vox_node *node, vox_tree **baseline);

/** Makes the current value of a node the baseline of this node. O(n).
 *
 *  Errors: the errors of vox_baseline; VOX_ERROR_FROZEN for every node of a frozen tree. After an
 *          error the node keeps its old baseline. */
VOX_API vox_status vox_baseline_mark(vox_tree *tree, vox_node *node);

/** Makes another value the baseline of a node. `value` is copied into memory of `tree`, so
 *  `value_tree` may be freed.
 *
 *  Errors: the errors of vox_baseline_mark. */
VOX_API vox_status
vox_baseline_set(vox_tree *tree, vox_node *node, vox_tree *value_tree, const vox_node *value);

/** Sets a node back to its baseline. The function writes only the values that differ from the
 *  baseline, and keeps all other nodes.
 *
 *  If a string or a number is set back to the value that was read, vox_write writes the text that
 *  was read. If the baseline has an object or array where the node now has another value, a new
 *  object or array is created. The new object or array takes the layout of the values around it.
 *
 *  Errors: VOX_ERROR_MISSING when the node has no baseline; the errors of vox_node_new. After an
 *          error the node is unchanged, because all new values are created before the first new
 *          value is put into the tree. */
VOX_API vox_status vox_baseline_revert(vox_tree *tree, vox_node *node);

VOX_END

#endif
