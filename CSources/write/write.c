/* SPDX-License-Identifier: MIT */
/** Writing a value to a sink or to a buffer, in one of the styles. */
#include "write/write.h"
#include "tree/armor.h"

static vox_status write_node(
    vox__output *output, vox_tree *tree, const vox_node *node, vox_style style
) {
    const bool walk = vox__walk_begins(tree);
    vox_status status;
    if (style == VOX_STYLE_PRESERVE) {
        status = vox__write_preserving(output, tree, node);
    } else {
        vox__layout layout = {{"", 0}, {"", 0}, {"", 0}, {":", 1}, style == VOX_STYLE_SORTED};
        if (style == VOX_STYLE_PRETTY) {
            layout.base = vox_string_from_c("\n");
            layout.unit = vox_string_from_c("  ");
            layout.colon = vox_string_from_c(": ");
        }
        status = vox__write_formatted(output, tree, node, 0, layout);
    }
    const vox_status written = vox__output_end(output);
    vox__walk_ends(tree, walk);
    return status == VOX_OK ? written : status;
}

/** Returns VOX_OK when the node and the style are valid. */
static inline vox_status may_write(const vox_tree *tree, const vox_node *node, vox_style style) {
    return (unsigned)style <= VOX_STYLE_SORTED ? vox__node_status(tree, node) : VOX_ERROR_ARGUMENT;
}

vox_status vox_write(vox_tree *tree, const vox_node *node, vox_style style, vox_sink sink) {
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    VOX_TRY(sink.write ? may_write(tree, node, style) : VOX_ERROR_ARGUMENT);
    vox__output output;
    vox__output_to_sink(&output, sink);
    return write_node(&output, tree, node, style);
}

/** The usual size of a shared name with its quotes and colon. */
#define SHARED_NAME 12

/** Returns the approximate length of a node: its source, the stored texts if it is the whole
 *  document, and the indentation. */
static size_t expected_length(const vox_tree *tree, const vox_node *node, vox_style style) {
    const bool whole = node == vox_tree_root(tree);
    size_t length = node->end - (size_t)vox__read_start(node);
    if (whole) {
        length += tree->texts.used * VOX_TEXT_UNIT;
        length += tree->shared_names ? vox__values_made(tree) * SHARED_NAME : 0;
    }
    return VOX_MINIFIER_ROOM + (style == VOX_STYLE_PRETTY ? 2 * length : length);
}

vox_status vox_write_buffer(
    vox_tree *tree, const vox_node *node, vox_style style, vox_buffer *buffer
) {
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    vox_status status = buffer ? may_write(tree, node, style) : VOX_ERROR_ARGUMENT;
    if (status == VOX_OK && (buffer->spare[0] || buffer->spare[1])) {
        status = VOX_ERROR_ARGUMENT;
    }
    if (status != VOX_OK) {
        return status;
    }
    const size_t length = buffer->length;
    vox__buffer_prepare(buffer);
    vox__output output;
    vox__output_to_buffer(&output, buffer, expected_length(tree, node, style));
    status = write_node(&output, tree, node, style);
    if (status != VOX_OK) {
        buffer->length = length;
    }
    return status;
}
