/* SPDX-License-Identifier: MIT */
/** Checks for misuse. Edits refuse a node of another tree in every build, because they look
 *  up its ref anyway. Checks that would slow reads down are made in a build with the macro
 *  VOX_ARMOR alone: every function that takes a tree then refuses NULL and nodes of another
 *  tree, NULL for what it writes and NULL as text, and edits are refused while a callback of
 *  vox_write, vox_diff or vox_validate runs.
 *  A node of a freed tree is recognised unless the tree now has a chunk at its address. */
#ifndef VOX_ARMOR_H
#define VOX_ARMOR_H

#include "base/armor.h"
#include "tree/tree.h"

/** True for a node of the tree. */
static inline bool vox__owns(const vox_tree *tree, const vox_node *node) {
    return vox__ref(tree, node) != 0;
}

/** Whether there is a node, and it is one of the tree. */
static inline vox_status vox__node_status(const vox_tree *tree, const vox_node *node) {
    return !node ? VOX_ERROR_MISSING : vox__owns(tree, node) ? VOX_OK : VOX_ERROR_ARGUMENT;
}

#ifdef VOX_ARMOR
/** Answers a call with a tree and a node, or NULL, that cannot be its. */
#define VOX_ARMOR_READ(tree, node, answer)                                                         \
    do {                                                                                           \
        if (!(tree) || ((node) && !vox__owns((tree), (node)))) {                                   \
            return answer;                                                                         \
        }                                                                                          \
    } while (0)
/** Answers a call with a value whose text is NULL and has a length. */
#define VOX_ARMOR_VALUE(value) VOX_ARMOR_GIVEN(vox__text_is_given(value), VOX_ERROR_ARGUMENT)
static inline bool vox__text_is_given(vox_value value) {
    const bool is_text = value.form == VOX_VALUE_STRING || value.form == VOX_VALUE_NUMBER ||
                         value.form == VOX_VALUE_JSON;
    return !is_text || value.as.text.bytes || !value.as.text.length;
}
#else
#define VOX_ARMOR_READ(tree, node, answer) ((void)0)
#define VOX_ARMOR_VALUE(value) ((void)0)
#endif

/** Whether a tree may be edited. */
static inline vox_status vox__may_edit(const vox_tree *tree) {
#ifdef VOX_ARMOR
    if (!tree || tree->walks) {
        return VOX_ERROR_ARGUMENT;
    }
#endif
    return tree->frozen ? VOX_ERROR_FROZEN : VOX_OK;
}

/** Around a walk that calls back. Nothing is written in a frozen tree. Who walks a baseline
 *  walks the tree that it belongs to, too: an edit of that one may free it. */
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
