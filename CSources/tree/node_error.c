/* SPDX-License-Identifier: MIT */
/** Errors at nodes: the position is searched from the last error on; with a pointer. */
#include "tree/tree.h"

void vox__error_at(
    vox_error *error, vox_status status, const char *message, const vox_tree *tree,
    const vox_node *node, size_t offset
) {
    if (!error) {
        return;
    }
    vox_place place = tree->located;
    vox__locate_from(vox_tree_source(tree), offset, &place);
    if (!tree->frozen) {
        ((vox_tree *)(uintptr_t)tree)->located = place; /* a cache */
    }
    vox__error_fill(error, status, message, place);
    if (node) {
        error->pointer_cut = vox__pointer_cut(tree, node, error->pointer);
    }
}

vox_status vox__error_limit(vox_error *error, vox_status status, const vox_options *options) {
    (void)vox__error_plain(error, status);
    if (error) {
        error->limit = vox__limit_of(options, status);
    }
    return status;
}
