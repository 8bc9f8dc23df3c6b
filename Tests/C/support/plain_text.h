/* SPDX-License-Identifier: MIT */
/** Simple writers that work byte by byte, to check the writers that use vectors. */
#ifndef PLAIN_TEXT_H
#define PLAIN_TEXT_H

#include <vox.h>

typedef struct plain_text {
    char bytes[1 << 16];
    size_t length;
} plain_text;

void plain_add(plain_text *to, const char *bytes, size_t length);
void plain_byte(plain_text *to, int byte);
vox_string plain_string(const plain_text *from);

/** Writes a text without the white space outside of its strings. Returns false when a string
 *  does not end. */
bool plain_minify(vox_string from, plain_text *to);

/** Writes a text between quotes, with the shortest escapes. */
void plain_quote(vox_string from, plain_text *to);

/** Appends a value with the functions that read nodes. With `pretty`, each child has its own
 *  line. Names must have been read without escapes. */
void plain_tell(vox_tree *tree, const vox_node *node, bool pretty, size_t level, plain_text *to);

#endif
