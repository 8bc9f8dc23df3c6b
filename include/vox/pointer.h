/* SPDX-License-Identifier: MIT */
/** JSON Pointer (RFC 6901).
 *
 *  NULL: tree, pointer never; node neutral; offset, written allowed. */
#ifndef VOX_POINTER_H
#define VOX_POINTER_H

#include <vox/base.h>
#include <vox/edit.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** Finds the value that a pointer leads to, beginning at `node`.
 *
 *  NULL:   found VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_POINTER  the pointer is not empty and does not begin with '/', or has a '~'
 *                             that is not followed by 0 or 1
 *          VOX_ERROR_MISSING  there is no such member or element ("-" leads to no element), or an
 *                             array index has leading zeros or a sign
 *  On an error, `offset` receives the offset in the pointer where the segment at fault begins.
 *  Cost: O(length of the pointer), and one look-up for each segment. */
VOX_API vox_status vox_pointer_get(
    vox_tree *tree, const vox_node *node, vox_string pointer, vox_node **found, size_t *offset
);

/** Sets the value that a pointer leads to, beginning at `node`. The function overwrites an existing
 *  value, and appends a missing member. If the last segment is "-" or equals the number of
 *  elements, the function appends an element. The empty pointer overwrites `node`.
 *
 *  Errors: the errors of vox_pointer_get for all but the last segment; the errors of
 *          edit.h (VOX_ERROR_INDEX for an index past the end of an array); VOX_ERROR_KIND when the
 *          parent is neither an object nor an array. */
VOX_API vox_status vox_pointer_set(
    vox_tree *tree, vox_node *node, vox_string pointer, vox_value value, vox_node **written,
    size_t *offset
);

/** Writes the pointer of a node into `buffer`: at most `capacity` bytes, without a final NUL. The
 *  pointer begins at the root, or at the top of the detached value that contains the node. Returns
 *  the length of the pointer. If the pointer is longer than `capacity`, do not use the content of
 *  the buffer.
 *
 *  NULL: buffer allowed: the function then only returns the length.
 *  Cost: O(length of the pointer), and the cost of vox_node_index for each element on the path. */
VOX_API size_t
vox_pointer_write(const vox_tree *tree, const vox_node *node, char *buffer, size_t capacity);

VOX_END

#endif
