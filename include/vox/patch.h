/* SPDX-License-Identifier: MIT */
/** Patches: documents that describe changes of other documents.
 *
 *      JSON Patch (RFC 6902)        a list of operations, each with a JSON Pointer
 *      JSON Merge Patch (RFC 7386)  an object with the members that change; null removes a member
 *
 *      vox_patch_apply, vox_merge_patch_apply   change a tree in place
 *      vox_patch_make, vox_merge_patch_make     create a patch that turns one value into another
 *
 *  A patch is a value in its own tree: a tree that vox_tree_parse has read, or that the program has
 *  built. vox_patch_apply and vox_merge_patch_apply only read the patch, and copy its values into
 *  the document. So you may free the tree of the patch right after the call.
 *
 *  A patch is applied as a whole or not at all: after any error, including lack of memory, every
 *  node of the tree is as it was before the call. Values that a patch does not change keep their
 *  bytes when they are written (VOX_STYLE_PRESERVE). In a tree that was read lazily, values that a
 *  patch does not reach stay deferred. Nodes that a patch does not remove stay the same nodes. The
 *  nodes that a patch removes are detached and stay readable.
 *
 *  A short patch can create many values, because the operation `copy` doubles the values that it
 *  copies. Only `max_nodes` and `max_memory` of the tree (vox_options) limit the new values: set
 *  both limits if you do not trust the source of a patch. The depth of the patched value has no
 *  limit. In a large array, an operation in the middle costs the same as an operation at an end.
 *
 *  Only the calling thread may use `tree` and the tree of the patch during the call. The tree of
 *  the patch may be frozen; a frozen `tree` is refused. */
#ifndef VOX_PATCH_H
#define VOX_PATCH_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** The value of `operation` when the error is not about a single operation. */
#define VOX_NO_OPERATION SIZE_MAX

/** Applies a JSON Patch (RFC 6902) to a value, usually the root. The pointers in the patch begin at
 *  `node`.
 *
 *  The operations add, remove, replace, move, copy and test are applied in the order of the patch.
 *  If an operation has members that RFC 6902 does not define, these members are ignored. If several
 *  members have the same name, the last member counts. The whole value (the pointer "") can be
 *  replaced, but it cannot be removed. `test` compares values as vox_node_equal does. An added
 *  member goes to the end of its object. A replaced member keeps its name, its position and the
 *  white space around it. The operation `move` keeps the bytes of the moved value, with one
 *  exception: the bytes change if the value becomes the whole value.
 *
 *  Errors: `error` (may be NULL) describes the faulty value of the patch. `offset`, `line` and
 *          `column` are the position of the faulty value in the text of the patch (0, 1 and 1 for a
 *          patch that was built). `pointer` is a JSON Pointer into the document: the faulty `path`
 *          or `from` of the operation, up to the first segment that was not found. If the error is
 *          not about `path` or `from`, `pointer` is empty; an example is VOX_ERROR_OPERATION.
 *          `operation` (may be NULL) receives the position of the faulty operation in the patch.
 *            VOX_ERROR_OPERATION  the patch is not an array, or an operation is not an object,
 *                                 lacks a member, or has an unknown `op`
 *            VOX_ERROR_TEST       the values of a `test` differ
 *            VOX_ERROR_POINTER    `path` or `from` is not a JSON Pointer
 *            VOX_ERROR_MISSING    `path` or `from` leads to no value, or the container of an added
 *                                 value is missing; `node` or `patch` is NULL
 *            VOX_ERROR_INDEX      an element would be added past the end of an array
 *            VOX_ERROR_KIND       the container of an added value is neither an object nor an array
 *            VOX_ERROR_CYCLE      a value would be moved below itself (RFC 6902, section 4.4)
 *            VOX_ERROR_ARGUMENT   the whole value would be removed; `node` or `patch` is no node of
 *                                 its tree; `node` and `patch` are in the same tree; a tree is NULL
 *            VOX_ERROR_FROZEN, VOX_ERROR_NODE_LIMIT, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_MEMORY
 *            the errors of vox_tree_parse, when the patch touches a deferred value, or is read
 *            lazily itself: then all of `error` is about the text that is not JSON.
 *            vox_tree_failure tells which of the two trees has this text.
 *  NULL:   tree, patch_tree VOX_ERROR_ARGUMENT; node, patch neutral; operation, error allowed.
 *  Cost:   O(length of the patch) look-ups, and O(values) for the values that the patch adds,
 *          copies, removes and tests. The first edit in the middle of an array costs O(elements).
 *          After an error, the function undoes the operations. Undoing them costs as much as
 *          applying them. To be able to undo an operation, the function uses temporary memory for
 *          each operation. Constant stack. */
VOX_API vox_status vox_patch_apply(
    vox_tree *tree, vox_node *node, vox_tree *patch_tree, const vox_node *patch, size_t *operation,
    vox_error *error
);

/** Applies a JSON Merge Patch (RFC 7386) to a value, usually the root.
 *
 *  Errors: VOX_ERROR_ARGUMENT and VOX_ERROR_MISSING as for vox_patch_apply; VOX_ERROR_FROZEN,
 *          VOX_ERROR_NODE_LIMIT, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_MEMORY; and the errors of
 *          vox_tree_parse for deferred values, as for vox_patch_apply. `error` (may be NULL) has
 *          the position of the faulty value in the text of the patch. `pointer` leads from `node`
 *          to the value that the faulty value is for. It is also the pointer of the faulty value in
 *          the patch.
 *  NULL:   tree, patch_tree VOX_ERROR_ARGUMENT; node, patch neutral; error allowed.
 *  Cost:   O(values of the patch) look-ups, and O(values) for the values that the patch removes.
 *          Constant stack. */
VOX_API vox_status vox_merge_patch_apply(
    vox_tree *tree, vox_node *node, vox_tree *patch_tree, const vox_node *patch, vox_error *error
);

/** Creates a JSON Patch that turns `before` into a value equal to `after`. If `before` equals
 *  `after`, the patch is `[]`.
 *
 *  The patch has one operation for each member that was added, removed or changed, and for each
 *  element that was inserted, removed or changed, at any depth. When two arrays are compared, an
 *  element of one array is the same as an equal element of the other array. If an element was
 *  moved, the patch removes this element, and adds it at its new position. If the operations for an
 *  object or array are longer than twice its text, one operation replaces the whole object or
 *  array.
 *
 *  Ownership: `*patch` is a new tree that is read with `options` (NULL: the defaults). Free the new
 *             tree with vox_tree_free. The new tree does not refer to the trees of `before` and
 *             `after`.
 *  Errors:    VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_NODE_LIMIT; VOX_ERROR_MISSING
 *             if a value is NULL; VOX_ERROR_ARGUMENT if a value belongs to another tree or `patch`
 *             is NULL; the errors of vox_tree_parse for trees that were read lazily, because these
 *             trees are parsed (vox_tree_failure has the position). After an error, *patch is NULL.
 *  NULL:      before_tree, after_tree, patch VOX_ERROR_ARGUMENT; before, after neutral; options
 *             allowed.
 *  Cost:      O(n log n), where n is the number of values in `before` and `after` together.
 *             The function needs temporary memory of about 16 bytes for each value that was ever
 *             created in the two trees. Constant stack. */
VOX_API vox_status vox_patch_make(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch
);

/** Creates a JSON Merge Patch that turns `before` into a value equal to `after`. If `before` and
 *  `after` are equal objects, the patch is `{}`. If an array has changed, the patch contains the
 *  whole new array. If `after` is not an object, the patch is `after` itself.
 *
 *  Ownership and errors are the same as for vox_patch_make, with one more error. VOX_ERROR_NULL
 *  means that the new value of a member is null, or contains a null outside arrays. A merge patch
 *  cannot set a member to null, because a null in a merge patch removes the member. With
 *  VOX_ERROR_NULL, `error` (may be NULL) has the pointer from `after` to the member, and the
 *  position of the member in the text of `after`. For a deferred value that is not JSON, all of
 *  `error` is about the text that has this value.
 *  NULL:      before_tree, after_tree, patch VOX_ERROR_ARGUMENT; before, after neutral; options,
 *             error allowed.
 *  Cost:      O(n), constant stack. */
VOX_API vox_status vox_merge_patch_make(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch, vox_error *error
);

VOX_END

#endif
