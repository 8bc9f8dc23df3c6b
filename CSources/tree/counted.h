/* SPDX-License-Identifier: MIT */
/** The children of a node that count: all children except shadowed members. */
#ifndef VOX_COUNTED_H
#define VOX_COUNTED_H

#include "tree/tree.h"

/** Returns the node itself, or the first one after it that counts, or NULL. */
static inline const vox_node *vox__counted(const vox_tree *tree, const vox_node *node) {
    while (node && node->flags & FLAG_SHADOWED) {
        node = vox__sibling(tree, node);
    }
    return node;
}

/** Returns the first child that counts, of a node that is not deferred. */
static inline const vox_node *vox__first_counted(vox_tree *tree, const vox_node *node) {
    if (!vox__is_container(node) || !node->child) {
        return NULL;
    }
    if (node->kind == VOX_OBJECT) {
        vox__object_check(tree, node);
    }
    return vox__counted(tree, vox__child(tree, node));
}

/** Returns the next sibling that counts, in a container whose shadowed members are marked. */
static inline const vox_node *vox__next_counted(const vox_tree *tree, const vox_node *node) {
    return vox__counted(tree, vox__sibling(tree, node));
}

#endif
