/* SPDX-License-Identifier: MIT */
/** Checks for misuse. Edits refuse a node of another tree in every build, because they
 *  need its ref anyway. Checks that would slow reads down exist only in a build with the macro
 *  VOX_ARMOR. There, every function that takes a tree refuses NULL, nodes of another tree, NULL for
 *  an output, and NULL as a string. It also refuses edits while a callback of vox_write, vox_diff
 *  or vox_validate runs. A node of a freed tree is recognised unless the tree now has a chunk at
 *  the node's address. */
#ifndef VOX_ARMOR_H
#define VOX_ARMOR_H

#include "base/armor.h"
#include "tree/tree.h"

/** Returns true for a node of the tree. */
static inline bool vox__owns(const vox_tree *tree, const vox_node *node) {
    return vox__ref(tree, node) != 0;
}

/** Returns the status for a node that may be NULL or belong to another tree. */
static inline vox_status vox__node_status(const vox_tree *tree, const vox_node *node) {
    return !node ? VOX_ERROR_MISSING : vox__owns(tree, node) ? VOX_OK : VOX_ERROR_ARGUMENT;
}

#ifdef VOX_ARMOR
/** Returns `refusal` when the tree is NULL, or when the node (may be NULL) belongs to another
 *  tree. */
#define VOX_ARMOR_READ(tree, node, refusal)                                                        \
    do {                                                                                           \
        if (!(tree) || ((node) && !vox__owns((tree), (node)))) {                                   \
            return refusal;                                                                        \
        }                                                                                          \
    } while (0)
/** Refuses a value whose string has a length but is NULL. */
#define VOX_ARMOR_VALUE(value) VOX_ARMOR_GIVEN(vox__text_is_given(value), VOX_ERROR_ARGUMENT)
static inline bool vox__text_is_given(vox_value value) {
    const bool is_text = value.form == VOX_VALUE_STRING || value.form == VOX_VALUE_NUMBER ||
                         value.form == VOX_VALUE_JSON;
    return !is_text || value.as.text.bytes || !value.as.text.length;
}
#else
#define VOX_ARMOR_READ(tree, node, refusal) ((void)0)
#define VOX_ARMOR_VALUE(value) ((void)0)
#endif

/** Returns VOX_OK when a tree may be edited. */
static inline vox_status vox__may_edit(const vox_tree *tree) {
#ifdef VOX_ARMOR
    if (!tree || tree->walks) {
        return VOX_ERROR_ARGUMENT;
    }
#endif
    return tree->frozen ? VOX_ERROR_FROZEN : VOX_OK;
}

/** Begins a walk that calls back. Writes nothing in a frozen tree. A walk of a baseline is also a
 *  walk of the tree that owns it, because an edit of that tree may free the baseline. */
static inline bool vox__walk_begins(vox_tree *tree) {
    const bool begun = !tree->frozen;
    for (; tree && begun; tree = tree->owner) {
        tree->walks++;
    }
    return begun;
}
static inline void vox__walk_ends(vox_tree *tree, bool begun) {
    for (; tree && begun; tree = tree->owner) {
        tree->walks--;
    }
}

#endif
