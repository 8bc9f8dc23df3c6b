/* SPDX-License-Identifier: MIT */
/** Short ways to parse, write and look at documents in tests. All of them use
 *  `check_memory` and check that what they do succeeds. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "check.h"
#include "check_allocator.h"

/** The default options with `check_memory`; with yajl as reader where VOX_READER is "yajl" in
 *  the environment. */
vox_options document_options(void);

/** Parses with those options; NULL (and a failed check) when it is refused. */
vox_tree *document_parse(vox_string text);
vox_tree *document_from_c(const char *text);

/** A tree whose root is null. */
vox_tree *document_new(void);

/** Appends the output to a buffer that the caller frees. */
vox_buffer document_write(vox_tree *tree, const vox_node *node, vox_style style);

/** Checks what a node is written as. */
#define CHECK_WRITES(tree, node, style, expected)                                                  \
    document_check_writes((tree), (node), (style), vox_string_from_c(expected), __FILE__, __LINE__)
#define CHECK_WRITES_STRING(tree, node, style, expected)                                           \
    document_check_writes((tree), (node), (style), (expected), __FILE__, __LINE__)
bool document_check_writes(
    vox_tree *tree, const vox_node *node, vox_style style, vox_string expected, const char *file,
    int line
);

/** True when the text parses to a value equal to the node. */
bool document_equals_text(vox_tree *tree, const vox_node *node, vox_string text);

/** True when writing in that style and reading again gives an equal value. */
bool document_survives(vox_tree *tree, vox_style style);

/** The node a pointer names; NULL when there is none. */
vox_node *document_at(vox_tree *tree, const char *pointer);

/** The content of a buffer. */
vox_string buffer_text(const vox_buffer *buffer);

#endif
