/* SPDX-License-Identifier: MIT */
#include "document.h"

#include <stdlib.h>

vox_options document_options(void) {
    const char *reader = getenv("VOX_READER");
    vox_options options = vox_options_default();
    options.allocator = check_allocator_interface(&check_memory);
    options.reader = reader && strcmp(reader, "yajl") == 0 ? VOX_READER_YAJL : VOX_READER_FAST;
    return options;
}

vox_tree *document_parse(vox_string text) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    vox_error error = {0};
    vox_status status = vox_tree_parse(text.bytes, text.length, &options, &tree, &error);
    if (!CHECK_OK(status)) {
        check_note("refused at offset %zu: %.40s", error.offset, text.bytes);
        return NULL;
    }
    return tree;
}

vox_tree *document_from_c(const char *text) {
    return document_parse(vox_string_from_c(text));
}

vox_tree *document_new(void) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_new(&options, &tree));
    return tree;
}

vox_buffer document_write(vox_tree *tree, const vox_node *node, vox_style style) {
    vox_buffer buffer = {0};
    buffer.allocator = check_allocator_interface(&check_memory);
    CHECK_OK(vox_write_buffer(tree, node, style, &buffer));
    return buffer;
}

vox_string buffer_text(const vox_buffer *buffer) {
    vox_string text = {buffer->bytes, buffer->length};
    return text;
}

bool document_check_writes(
    vox_tree *tree, const vox_node *node, vox_style style, vox_string expected, const char *file,
    int line
) {
    vox_buffer buffer = document_write(tree, node, style);
    bool equal = check_text(buffer_text(&buffer), expected, file, line, "written text");
    vox_buffer_free(&buffer);
    return equal;
}

bool document_equals_text(vox_tree *tree, const vox_node *node, vox_string text) {
    vox_options options = document_options();
    options.max_depth = SIZE_MAX;
    vox_tree *other = NULL;
    bool equal = false;
    if (vox_tree_parse(text.bytes, text.length, &options, &other, NULL) == VOX_OK) {
        CHECK_OK(vox_node_equal(tree, node, other, vox_tree_root(other), &equal));
        vox_tree_free(other);
    }
    return equal;
}

bool document_survives(vox_tree *tree, vox_style style) {
    vox_node *root = vox_tree_root(tree);
    vox_buffer buffer = document_write(tree, root, style);
    bool equal = document_equals_text(tree, root, buffer_text(&buffer));
    vox_buffer_free(&buffer);
    return equal;
}

vox_node *document_at(vox_tree *tree, const char *pointer) {
    vox_node *found = NULL;
    vox_status status = vox_pointer_get(
        tree, vox_tree_root(tree), vox_string_from_c(pointer), &found, NULL
    );
    return status == VOX_OK ? found : NULL;
}
