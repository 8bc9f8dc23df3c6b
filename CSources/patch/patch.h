/* SPDX-License-Identifier: MIT */
/** Patches: documents that say how to change another.
 *
 *      undo.c         edits of a tree that are kept together, or undone together
 *      elements.c     elements of arrays by position, while these are edited in the middle
 *      apply.c        JSON Patch, operation by operation
 *      merge.c        JSON Merge Patch
 *      make.h         both made from two documents
 *
 *      patch ──▶ edits ──▶ tree
 *                  └──▶ vox__undo ──▶ the tree as it was
 */
#ifndef VOX_PATCH_INTERNAL_H
#define VOX_PATCH_INTERNAL_H

#include "tree/append.h"
#include "tree/armor.h"

#include <vox/patch.h>

/* --- undo.c -------------------------------------------------------------------- */

/** What must be known to undo what was done to a tree. Nodes and texts made since it began go
 *  with it, so whoever edits meanwhile does it by these functions. */
typedef struct vox__undo {
    vox_tree *tree;
    vox__mark mark;
    vox__list changes;
    vox__list texts; /* bytes that were written over */
} vox__undo;

void vox__undo_begin(vox__undo *undo, vox_tree *tree);
/** Keeps what was done if `status` is VOX_OK, else undoes it; returns `status`. Cannot fail. */
vox_status vox__undo_end(vox__undo *undo, vox_status status);

/** Each of these does nothing when it fails, or what vox__undo_end undoes. */

/** Parses a node if it is deferred. */
vox_status vox__undo_resolve(vox__undo *undo, const vox_node *node);
/** The same for all that is deferred at or below it. */
vox_status vox__undo_resolve_below(vox__undo *undo, const vox_node *node);
/** Gives a node another value. */
vox_status vox__undo_write(vox__undo *undo, vox_node *node, vox_value value);
/** Takes a node out of its place, and the members that it shadows. */
vox_status vox__undo_unlink(vox__undo *undo, vox_node *node);
/** Puts a node without a place before another child, or at the end. `name`: NULL in an array. */
vox_status vox__undo_link(
    vox__undo *undo, vox_node *parent, vox_node *node, vox_node *before, const vox_string *name
);
/** Puts a node without a place where a member stands, under its name. */
vox_status vox__undo_replace(vox__undo *undo, vox_node *old, vox_node *node);

/* --- elements.c ---------------------------------------------------------------- */

/** Elements by position, of arrays that are edited in the middle: the index of the tree would have
 *  to be made again after each edit. All zero: of none yet. */
typedef struct vox__elements {
    vox_tree *tree;
    vox__table arrays;
} vox__elements;

void vox__elements_free(vox__elements *all);
size_t vox__elements_count(vox__elements *all, const vox_node *array);
/** NULL past the end. */
vox_node *vox__elements_get(vox__elements *all, const vox_node *array, size_t index);
/** To be called before the edit: an element comes to a position, or leaves it. */
vox_status vox__elements_insert(
    vox__elements *all, const vox_node *array, size_t index, const vox_node *element
);
vox_status vox__elements_remove(vox__elements *all, const vox_node *array, size_t index);
/** The array gets other elements. */
void vox__elements_forget(vox__elements *all, const vox_node *array);

/* --- apply.c ------------------------------------------------------------------- */

/** What every patch asks first: whether the tree and the value may be changed, and by that patch. */
vox_status vox__patch_usable(
    vox_tree *tree, const vox_node *node, vox_tree *patch_tree, const vox_node *patch
);
/** An error at a value of a patch, without a pointer. `error` and `node` may be NULL. */
void vox__patch_error(
    vox_error *error, vox_status status, const char *message, const vox_tree *patch_tree,
    const vox_node *node
);

#endif
