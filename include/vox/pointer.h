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

/** Finds the value that a pointer names, starting at `node`.
 *
 *  NULL:   found VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_POINTER  it neither is empty nor starts with '/', or has a
 *                             '~' not followed by 0 or 1
 *          VOX_ERROR_MISSING  no such member or element ("-" names none), or an
 *                             array index with leading zeros or other signs
 *  `offset` receives, on an error, where in the pointer the
 *  segment at fault begins.
 *  Cost: O(length) and a look-up a segment. */
VOX_API vox_status vox_pointer_get(
    vox_tree *tree, const vox_node *node, vox_string pointer, vox_node **found, size_t *offset
);

/** Gives the value that a pointer names, starting at `node`, another value:
 *  overwrites what stands there, appends a member, or appends an element (the
 *  index equal to the count, or "-"). The empty pointer overwrites `node`.
 *
 *  Errors: those of vox_pointer_get for all but the last segment, those of
 *          edit.h (VOX_ERROR_INDEX past the end of an array), and VOX_ERROR_KIND when
 *          the parent is neither object nor array. */
VOX_API vox_status vox_pointer_set(
    vox_tree *tree, vox_node *node, vox_string pointer, vox_value value, vox_node **written,
    size_t *offset
);

/** Writes the pointer of a node from the root (or from the top of its detached
 *  part) into `buffer`, at most `capacity` bytes, no NUL. Returns the length
 *  it has; when that is above `capacity` the content is not usable. O(length)
 *  and what vox_node_index costs for each element on the way.
 *
 *  NULL: buffer allowed: only the length is asked for. */
VOX_API size_t
vox_pointer_write(const vox_tree *tree, const vox_node *node, char *buffer, size_t capacity);

VOX_END

#endif
