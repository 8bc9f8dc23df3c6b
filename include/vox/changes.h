/* SPDX-License-Identifier: MIT */
/** What was changed: the difference of two values, and the value that a node
 *  had when it was read or last marked (its baseline).
 *
 *  Changed means: differs from the baseline, by value. Setting a value back
 *  clears the change. Objects are compared member by member, arrays and
 *  scalars as a whole.
 *
 *  NULL: tree, before_tree, after_tree, value_tree never; node, value neutral. */
#ifndef VOX_CHANGES_H
#define VOX_CHANGES_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** One place where two values differ. `before` is NULL for what was added,
 *  `after` for what was removed. `before` belongs to the one tree, `after` and
 *  `object`, which has or had the member (NULL at the top), to the other. */
typedef struct vox_difference {
    const vox_node *before; /**< What stood there; NULL for what was added. */
    const vox_node *after;  /**< What stands there; NULL for what was removed. */
    const vox_node *object; /**< The object that has it, or had it. */
} vox_difference;

/** Receives the differences in document order of `after`, what was removed
 *  behind the members of its object. Returns 0 to go on, anything else to stop
 *  with VOX_ERROR_SINK. It must not edit either tree. */
typedef struct vox_difference_sink {
    int (*found)(void *context, vox_difference difference); /**< Receives one. */
    void *context;                                          /**< The first argument of each call. */
} vox_difference_sink;

/** Finds where two values differ. Two objects are descended into; everything
 *  else is one place. A node that is NULL stands for no value.
 *
 *  NULL:   before, after allowed; sink VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SINK.
 *  Cost:   O(n), constant stack. */
VOX_API vox_status vox_diff(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    vox_difference_sink sink
);

/** The value a node had when it was last marked, else when it was read: a tree
 *  of its own, kept until the node is marked again or `tree` is freed. NULL in
 *  *baseline, and VOX_OK, for a node that was neither read nor marked.
 *
 *  It has the options of `tree`, its allocator included, and is used by the thread
 *  that uses `tree`. What it holds counts as memory of `tree`, in vox_tree_memory and
 *  under `max_memory`: some 1.5 KiB beside its text and values.
 *
 *  NULL:   baseline VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT; VOX_ERROR_FROZEN for a
 *          node of a frozen tree that was read, and whose baseline nobody asked
 *          for before: ask first, then freeze.
 *  Cost:   O(n) the first time: the text of the node is read again. */
VOX_API vox_status vox_baseline(vox_tree *tree, const vox_node *node, vox_tree **baseline);

/** Makes the present value of a node its baseline. Errors as vox_baseline,
 *  VOX_ERROR_FROZEN for every node of a frozen tree; on an error the baseline
 *  is what it was. O(n). */
VOX_API vox_status vox_baseline_mark(vox_tree *tree, vox_node *node);

/** Makes another value the baseline of a node: `value` of `value_tree` is copied
 *  into memory of `tree`, so that `value_tree` may go. Errors as vox_baseline_mark. */
VOX_API vox_status
vox_baseline_set(vox_tree *tree, vox_node *node, vox_tree *value_tree, const vox_node *value);

/** Sets a node back to its baseline, place by place: what is the same stays
 *  the same node. A text or a number that is set back to what was read is written
 *  out as it was read; an object or array that was replaced by something else is
 *  made anew, and takes the layout around it.
 *
 *  Errors: VOX_ERROR_MISSING without a baseline; those of vox_node_new. After
 *          an error the node is what it was: all values are made before the
 *          first is put in its place. */
VOX_API vox_status vox_baseline_revert(vox_tree *tree, vox_node *node);

VOX_END

#endif
