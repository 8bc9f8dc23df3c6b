/* SPDX-License-Identifier: MIT */
/** Patches: changes of a document that are a document themselves.
 *
 *      JSON Patch (RFC 6902)        a list of operations, each with a JSON Pointer
 *      JSON Merge Patch (RFC 7386)  an object with the members that change; null removes
 *
 *      vox_patch_apply, vox_merge_patch_apply   change a tree in place
 *      vox_patch_make, vox_merge_patch_make     the patch from one value to another
 *
 *  A patch is a value of a tree of its own, read by vox_tree_parse or built. Applying only
 *  reads it, and copies what it puts into the document: its tree may be freed right after.
 *
 *  Applying changes all or nothing: after any error, want of memory included, the tree is as
 *  it was, to the last node. What a patch does not touch keeps its bytes when it is written
 *  (VOX_STYLE_PRESERVE), and is not parsed in a tree that was read lazily. Nodes that a patch
 *  does not remove stay the same nodes; those it removes lose their place and stay readable.
 *
 *  A patch from outside can ask for much: `copy` doubles what it copies. What it makes is
 *  bounded by `max_nodes` and `max_memory` of the tree (vox_options), and by nothing else: set
 *  both where patches come from somebody else. How deep values lie is not bounded.
 *  The time does not depend on how an operation finds its place: the ends and the middle of a
 *  large array cost the same.
 *
 *  `tree` and the tree of the patch are used by the calling thread, as ever; a frozen tree may
 *  be a patch, and is refused where it is to be changed. */
#ifndef VOX_PATCH_H
#define VOX_PATCH_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** What `operation` is set to where no single operation is at fault. */
#define VOX_NO_OPERATION SIZE_MAX

/** Applies a JSON Patch (RFC 6902) to a value: its pointers begin at `node`, mostly the root.
 *
 *  The operations are done in their order: add, remove, replace, move, copy, test. Members
 *  that RFC 6902 does not name are ignored; of a member that is there twice the last counts.
 *  The whole (the pointer "") can be replaced, not removed. Values that a `test` compares are
 *  equal as vox_node_equal has it. An added member goes to the end of its object; a replaced
 *  one keeps its name, its place and the space around it. A value that `move` takes keeps its
 *  bytes, unless it becomes the whole.
 *
 *  Errors: `error` (may be NULL) says which value of the patch is at fault: `offset`, `line` and
 *          `column` are its place in the text that the patch was read from (0, 1 and 1 of one
 *          that was built), and `pointer` is the JSON Pointer of that operation, in the document:
 *          its `path`, or `from` where that is at fault, cut after the segment that leads nowhere;
 *          empty where the fault is another, as with VOX_ERROR_OPERATION.
 *          `operation` (may be NULL) is set to the position of the operation.
 *            VOX_ERROR_OPERATION  the patch is no array of operations: one is no object, or
 *                                 lacks a member, or its `op` is unknown
 *            VOX_ERROR_TEST       a `test` does not hold
 *            VOX_ERROR_POINTER    `path` or `from` is no JSON Pointer
 *            VOX_ERROR_MISSING    it names nothing, or the container of what is added is not there;
 *                                 `node` or `patch` is NULL
 *            VOX_ERROR_INDEX      an element is to be added past the end
 *            VOX_ERROR_KIND       something is to be added to what is neither object nor array
 *            VOX_ERROR_CYCLE      a value is to be moved below itself (RFC 6902, section 4.4)
 *            VOX_ERROR_ARGUMENT   the whole is to be removed; `node` or `patch` is no node of its
 *                                 tree; the patch is in the same tree; NULL for a tree
 *            VOX_ERROR_FROZEN, VOX_ERROR_NODE_LIMIT, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_MEMORY
 *            those of vox_tree_parse, of a value read lazily that is touched
 *  NULL:   tree, patch_tree VOX_ERROR_ARGUMENT; node, patch neutral; operation, error allowed.
 *  Cost:   O(length of the patch) look-ups and the values that it adds, copies, removes and tests;
 *          of an array that is edited in the middle once its elements. After an error as much to
 *          undo it. Constant stack; temporary memory for each operation, to undo it. */
VOX_API vox_status vox_patch_apply(
    vox_tree *tree, vox_node *node, vox_tree *patch_tree, const vox_node *patch, size_t *operation,
    vox_error *error
);

/** Applies a JSON Merge Patch (RFC 7386) to a value, mostly the root.
 *
 *  Errors: VOX_ERROR_ARGUMENT and VOX_ERROR_MISSING as above, VOX_ERROR_FROZEN, VOX_ERROR_NODE_LIMIT, VOX_ERROR_MEMORY_LIMIT,
 *          VOX_ERROR_MEMORY, and those of the text as above. `error` (may be NULL) says at which
 *          value of the patch: its place in the text of the patch, and its pointer in that tree.
 *  NULL:   tree, patch_tree VOX_ERROR_ARGUMENT; node, patch neutral; error allowed.
 *  Cost:   O(values of the patch) look-ups, and the values that it removes. Constant stack. */
VOX_API vox_status vox_merge_patch_apply(
    vox_tree *tree, vox_node *node, vox_tree *patch_tree, const vox_node *patch, vox_error *error
);

/** Makes a JSON Patch that turns one value into another equal to `after`: `[]` where they are equal.
 *
 *  Members that were added, removed or changed are one operation each, at any depth. Elements of
 *  arrays are told to be the same when they are equal: those inserted, removed or changed are one
 *  operation each as well; one that was moved is removed and added. A container of which so much
 *  changed that its operations were longer than twice its text is replaced.
 *
 *  Ownership: `*patch` is a tree of its own, read with `options` (NULL: the defaults), to be
 *             freed with vox_tree_free. It refers to neither of the two others.
 *  Errors:    VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_NODE_LIMIT; VOX_ERROR_MISSING
 *             for a value that is NULL; VOX_ERROR_ARGUMENT for one of another tree, and without
 *             `patch`; those of the text of trees read lazily, which are parsed. *patch is NULL.
 *  NULL:      before_tree, after_tree, patch VOX_ERROR_ARGUMENT; before, after neutral; options
 *             allowed.
 *  Cost:      O(n log n) for n values of both, and temporary memory of some 16 bytes for each value
 *             ever made in the two trees. Constant stack. */
VOX_API vox_status vox_patch_make(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch
);

/** Makes a JSON Merge Patch that turns one value into another equal to `after`: `{}` where both are
 *  equal objects. Arrays that differ are in it as a whole, and so is what is no object.
 *
 *  Ownership, errors: as vox_patch_make; and VOX_ERROR_NULL where a member becomes null, or comes
 *             with a null in it, for in a merge patch that means to remove it. `error` (may
 *             be NULL) then has its pointer from `after`, and its place in the text of `after`.
 *  NULL:      before_tree, after_tree, patch VOX_ERROR_ARGUMENT; before, after neutral; options,
 *             error allowed.
 *  Cost:      O(n), constant stack. */
VOX_API vox_status vox_merge_patch_make(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch, vox_error *error
);

VOX_END

#endif
