/* SPDX-License-Identifier: MIT */
/** Writing: nodes become text.
 *
 *      write.c       in which style
 *      output.c      to a sink, in pieces; the buffer that grows
 *      formatted.c   in a layout of its own: compact, pretty, sorted
 *      preserving.c  so that what nobody touched keeps its bytes (whitespace.h)
 *
 *      nodes ──▶ vox__layout ──▶ vox__output ──▶ vox_sink
 */
#ifndef VOX_WRITE_H
#define VOX_WRITE_H

#include "tree/tree.h"

#include <vox/writer.h>

typedef struct vox__output {
    vox_sink sink;
    vox_status status;
    size_t used;
    char bytes[1024];
} vox__output;

void vox__put(vox__output *output, const char *bytes, size_t length);
/** Makes room for `more` bytes behind the content of a buffer that has an allocator. */
vox_status vox__buffer_reserve(vox_buffer *buffer, size_t more);
void vox__put_quoted(vox__output *output, vox_string text);
void vox__flush(vox__output *output);

static inline void vox__put_byte(vox__output *output, char byte) {
    if (VOX_UNLIKELY(output->used == sizeof output->bytes)) {
        vox__flush(output);
    }
    output->bytes[output->used++] = byte;
}

/** How values are laid out that do not stand where they were read. */
typedef struct vox__layout {
    vox_string base;  /* before every line: "\n" and indentation; empty on one line */
    vox_string unit;  /* added a level */
    vox_string gap;   /* after a comma on one line */
    vox_string colon; /* between name and value */
    bool sorted;
} vox__layout;

/* formatted.c */
vox_status vox__write_formatted(
    vox__output *output, vox_tree *tree, const vox_node *node, size_t level, vox__layout layout
);
void vox__put_name(vox__output *output, const vox_tree *tree, const vox_node *node, bool sorted);

/* preserving.c */
vox_status vox__write_preserving(vox__output *output, vox_tree *tree, const vox_node *node);

#endif
