/* SPDX-License-Identifier: MIT */
/** Copies of values: a value is written, and read into a new tree. */
#include "history/history.h"

vox_status vox_tree_copy(const vox_tree *tree, const vox_node *node, vox_tree **copy) {
    if (!copy) {
        return VOX_ERROR_ARGUMENT;
    }
    *copy = NULL;
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    if (node && !vox__owns(tree, node)) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_buffer buffer = {.allocator = tree->options.allocator};
    /* Writing may build indexes, which are not part of the value. */
    vox_tree *written = (vox_tree *)(uintptr_t)tree;
    vox_status status = vox_write_buffer(written, node, VOX_STYLE_PRESERVE, &buffer);
    if (status == VOX_OK) {
        vox_string text = {buffer.bytes, buffer.length};
        status = vox__tree_reread(tree, text, tree->options.max_memory, copy);
    }
    vox_buffer_free(&buffer);
    return vox__reread_status(tree, node, status);
}

vox_status vox_tree_compact(const vox_tree *tree, vox_tree **compacted) {
    if (!compacted) {
        return VOX_ERROR_ARGUMENT;
    }
    return vox_tree_copy(tree, vox_tree_root(tree), compacted);
}
