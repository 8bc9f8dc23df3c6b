/* SPDX-License-Identifier: MIT */
/** Parses several lines at once. The lines become the elements of an array: a comma replaces each
 *  line feed.
 *
 *      {"id":"1"}␊{"id":"2"}␊      [{"id":"1"},{"id":"2"}]
 *
 *  The lines are records only if the array has an element for each line, and each element lies in its
 *  line. Otherwise each line is parsed alone, so that every record and every error is what it would
 *  be without a block: a string or an object that goes on in the next line, or two values in a line,
 *  would make an array, too. */
#include "columns/text_source.h"

#include "read/read.h"

/** Fewer lines are not worth a block. */
#define LEAST_LINES 2

/** Copies lines to the block, and returns their bytes. */
static size_t copy_lines(vox__line_block *block, vox_string text) {
    size_t length = 0;
    block->count = 0;
    block->text[0] = '[';
    while (block->count < BLOCK_LINES && length < text.length) {
        const char *from = text.bytes + length;
        const size_t left = text.length - length, room = BLOCK_SIZE - length;
        const char *end = vox__find_byte(from, '\n', left < room ? left : room);
        if (!end) {
            break;
        }
        const size_t line = (size_t)(end - from) + 1;
        char *to = block->text + 1 + length;
        memcpy(to, from, line);
        to[line - 1] = ',';
        block->starts[block->count++] = (uint32_t)(1 + length);
        length += line;
    }
    block->starts[block->count] = (uint32_t)(1 + length);
    block->text[length] = ']'; /* instead of the last comma */
    return length;
}

/** Returns true when each line has one element, which lies in this line. */
static bool is_one_a_line(const vox__line_block *block) {
    const vox_tree *tree = block->tree;
    const vox_node *element = block->next;
    for (uint32_t index = 0; index < block->count; index++) {
        if (!element || element->start < block->starts[index] ||
            element->end >= block->starts[index + 1]) {
            return false;
        }
        element = vox__sibling(tree, element);
    }
    return element == NULL;
}

size_t vox__block_take(vox__line_block *block, vox_parser *parser, vox_string text, size_t *lines) {
    const size_t length = copy_lines(block, text);
    *lines = block->count;
    if (block->count < LEAST_LINES) {
        return 0;
    }
    const vox_options kept = parser->options;
    parser->options.borrow = true;
    /* If a line is malformed, all are parsed alone, and nobody reads the error of the block. */
    parser->options.reader = kept.reader == VOX_READER_FAST ? VOX__READER_PROBING : kept.reader;
    parser->options.max_depth += kept.max_depth < VOX_UNLIMITED; /* the array is one more level */
    const vox_status status = vox_parser_parse(parser, block->text, length + 1, &block->tree, NULL);
    parser->options = kept;
    if (status != VOX_OK) {
        return 0;
    }
    block->tree->options.reader = kept.reader;
    block->index = 0;
    block->next = vox__child(block->tree, vox_tree_root(block->tree));
    if (!is_one_a_line(block)) {
        vox_tree_free(block->tree);
        block->tree = NULL;
        return 0;
    }
    return length;
}

void vox__block_next(vox__line_block *block, vox__record *record) {
    const uint32_t start = block->starts[block->index];
    record->tree = block->tree;
    record->root = record->node = block->next;
    /* Positions in the tree are those in the block. They become those in the line by unsigned
     * arithmetic, in which 0 - start is no mistake. */
    record->where = (vox__where
    ){.offset = block->offset - 1,
      .line = block->line + block->index,
      .column = 0 - (uint64_t)start,
      .list = LIST_BLOCK};
    block->next = vox__sibling(block->tree, block->next);
    block->index++;
    record->is_kept = block->next != NULL; /* the last record takes the tree */
    if (!block->next) {
        block->tree = NULL;
    }
}
