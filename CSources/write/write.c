/* SPDX-License-Identifier: MIT */
/** Writing a value to a sink or to a buffer, in one of the styles. */
#include "write/write.h"
#include "tree/armor.h"

vox_status vox_write(vox_tree *tree, const vox_node *node, vox_style style, vox_sink sink) {
    vox__output output;
    output.sink = sink;
    output.status = VOX_OK;
    output.used = 0;
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    vox_status status = vox__node_status(tree, node);
    if (status != VOX_OK) {
        return status;
    }
    const bool walk = vox__walk_begins(tree);
    if (style == VOX_STYLE_PRESERVE) {
        status = vox__write_preserving(&output, tree, node);
    } else {
        vox__layout layout = {{"", 0}, {"", 0}, {"", 0}, {":", 1}, style == VOX_STYLE_SORTED};
        if (style == VOX_STYLE_PRETTY) {
            layout.base = vox_string_from_c("\n");
            layout.unit = vox_string_from_c("  ");
            layout.colon = vox_string_from_c(": ");
        }
        status = vox__write_formatted(&output, tree, node, 0, layout);
    }
    vox__flush(&output);
    vox__walk_ends(tree, walk);
    return status == VOX_OK ? output.status : status;
}

static int buffer_write(void *context, const char *bytes, size_t length) {
    vox_buffer *buffer = context;
    if (vox__buffer_reserve(buffer, length) != VOX_OK) {
        return 1;
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return 0;
}

vox_status vox_write_buffer(
    vox_tree *tree, const vox_node *node, vox_style style, vox_buffer *buffer
) {
    vox_sink sink = {buffer_write, buffer};
    size_t length = buffer->length;
    if (!buffer->allocator.resize) {
        buffer->allocator = vox_allocator_default();
    }
    vox_status status = vox_write(tree, node, style, sink);
    if (status != VOX_OK) {
        buffer->length = length;
    }
    return status == VOX_ERROR_SINK ? VOX_ERROR_MEMORY : status;
}
