/* SPDX-License-Identifier: MIT */
/** Short functions that parse, write and inspect documents in tests. All of them use
 *  `check_memory`, and check that their calls succeed. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "check.h"
#include "check_allocator.h"

/** Returns the default options with `check_memory`. The reader is yajl if VOX_READER is "yajl"
 *  in the environment. */
vox_options document_options(void);

/** Parses a text with these options. Returns NULL, with a failed check, when the text is
 *  refused. */
vox_tree *document_parse(vox_string text);
vox_tree *document_from_c(const char *text);

/** Makes a tree whose root is null. */
vox_tree *document_new(void);

/** Writes a node to a new buffer, which the caller frees. */
vox_buffer document_write(vox_tree *tree, const vox_node *node, vox_style style);

/** Checks the text that is written for a node. */
#define CHECK_WRITES(tree, node, style, expected)                                                  \
    document_check_writes((tree), (node), (style), vox_string_from_c(expected), __FILE__, __LINE__)
#define CHECK_WRITES_STRING(tree, node, style, expected)                                           \
    document_check_writes((tree), (node), (style), (expected), __FILE__, __LINE__)
bool document_check_writes(
    vox_tree *tree, const vox_node *node, vox_style style, vox_string expected, const char *file,
    int line
);

/** Returns true when the text parses to a value that equals the node. */
bool document_equals_text(vox_tree *tree, const vox_node *node, vox_string text);

/** Returns true when writing in that style and reading again gives an equal value. */
bool document_survives(vox_tree *tree, vox_style style);

/** Returns the node at a pointer; NULL when there is no such node. */
vox_node *document_at(vox_tree *tree, const char *pointer);

/** Returns the content of a buffer. */
vox_string buffer_text(const vox_buffer *buffer);

#endif
