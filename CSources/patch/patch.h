/* SPDX-License-Identifier: MIT */
/** Patches: documents that describe changes of other documents.
 *
 *      undo.c         edits of a tree that are kept together, or undone together
 *      elements.c     elements of arrays by position, during edits in the middle
 *      apply.c        applies a JSON Patch, operation by operation
 *      merge.c        applies a JSON Merge Patch
 *      make.h         creates both from two documents
 *
 *      patch ──▶ edits ──▶ tree
 *                  └──▶ vox__undo ──▶ the tree as it was
 */
#ifndef VOX_PATCH_INTERNAL_H
#define VOX_PATCH_INTERNAL_H

#include "tree/armor.h"

#include <vox/patch.h>

/* --- undo.c -------------------------------------------------------------------- */

/** The information to undo edits of a tree. Undoing also releases the nodes and texts that were
 *  created since it began, so all edits in between must use these functions. */
typedef struct vox__undo {
    vox_tree *tree;
    vox__mark mark;
    vox__list changes;
    vox__list texts;        /* bytes that were overwritten */
    const vox_node *unread; /* the deferred value that could not be parsed */
} vox__undo;

void vox__undo_begin(vox__undo *undo, vox_tree *tree);
/** Keeps the edits if `status` is VOX_OK, and undoes them otherwise. Returns `status`. Cannot
 *  fail. */
vox_status vox__undo_end(vox__undo *undo, vox_status status);

/** Describes, after vox__undo_end, a text that is not JSON: that of the deferred value which could
 *  not be parsed, or else a value at or below `read`, a value of the patch. Returns false for other
 *  statuses, and without memory. */
bool vox__undo_unread(
    const vox__undo *undo, vox_tree *patch_tree, const vox_node *read, vox_status status,
    vox_error *error
);

/** When one of these fails, it has done nothing, or only what vox__undo_end undoes. */

/** Parses a node if it is deferred. */
vox_status vox__undo_resolve(vox__undo *undo, const vox_node *node);
/** Parses all deferred values at or below a node. */
vox_status vox__undo_resolve_below(vox__undo *undo, const vox_node *node);
/** Overwrites a value. */
vox_status vox__undo_write(vox__undo *undo, vox_node *node, vox_value value);
/** Detaches a node, and the members that it shadows. */
vox_status vox__undo_unlink(vox__undo *undo, vox_node *node);
/** Inserts a detached node before another child, or at the end. `name` is NULL in an array. */
vox_status vox__undo_link(
    vox__undo *undo, vox_node *parent, vox_node *node, vox_node *before, const vox_string *name
);
/** Replaces a member by a detached node with the same name. */
vox_status vox__undo_replace(vox__undo *undo, vox_node *old, vox_node *node);

/* --- elements.c ---------------------------------------------------------------- */

/** Elements by position, of arrays that are edited in the middle. The index of the tree would have
 *  to be built again after each edit. All zero has no arrays. */
typedef struct vox__elements {
    vox_tree *tree;
    vox__table arrays;
} vox__elements;

void vox__elements_free(vox__elements *all);
size_t vox__elements_count(vox__elements *all, const vox_node *array);
/** Returns an element; NULL past the end. */
vox_node *vox__elements_get(vox__elements *all, const vox_node *array, size_t index);
/** Record, before an edit, that an element is inserted or removed at a position. */
vox_status vox__elements_insert(
    vox__elements *all, const vox_node *array, size_t index, const vox_node *element
);
vox_status vox__elements_remove(vox__elements *all, const vox_node *array, size_t index);
/** Forgets an array, which gets other elements. */
void vox__elements_forget(vox__elements *all, const vox_node *array);

/* --- apply.c ------------------------------------------------------------------- */

/** Checks whether the tree and the value may be changed, and by this patch. */
vox_status vox__patch_usable(
    vox_tree *tree, const vox_node *node, vox_tree *patch_tree, const vox_node *patch
);
/** Fills in an error at a value of a patch, without a pointer. `error` and `node` may be NULL. */
void vox__patch_error(
    vox_error *error, vox_status status, const char *message, const vox_tree *patch_tree,
    const vox_node *node
);

#endif
