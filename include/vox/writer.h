/* SPDX-License-Identifier: MIT */
/** Writing a tree, or a part of it, as JSON text. */
#ifndef VOX_WRITER_H
#define VOX_WRITER_H

#include <vox/allocator.h>
#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

typedef enum vox_style {
    /** What nobody touched comes out byte for byte, outer white space and byte
     *  order mark included; what was put in takes the layout around it, of which each
     *  value inherits at most 64 bytes of indentation a level, and as many of a gap or
     *  around a colon: nobody's white space is multiplied by what is added. */
    VOX_STYLE_PRESERVE = 0,
    /** No white space. Number text and escapes stay as they were read. */
    VOX_STYLE_COMPACT = 1,
    /** A line a member, two spaces a level. Number text and escapes stay. */
    VOX_STYLE_PRETTY = 2,
    /** Canonical (RFC 8785): compact, members sorted by UTF-16 code units,
     *  shortest escapes and numbers. Numbers that a double does not hold
     *  (integers past 2^53 that would change, more than 17 digits, out of
     *  range) keep their text instead of being rounded. */
    VOX_STYLE_SORTED = 3
} vox_style;

/** Receives the output piece by piece. Returns 0 to go on, anything else to
 *  stop with VOX_ERROR_SINK. The bytes are valid during the call only. */
typedef struct vox_sink {
    int (*write)(void *context, const char *bytes, size_t length);
    void *context;
} vox_sink;

/** Writes `node` and what hangs below it.
 *
 *  Errors: VOX_ERROR_SINK, VOX_ERROR_MEMORY; part of the output may have been
 *          written.
 *  Cost:   that of copying for what is untouched (preserve), else O(n), and
 *          O(n log n) for sorted. Constant stack. */
VOX_API vox_status vox_write(vox_tree *tree, const vox_node *node, vox_style style, vox_sink sink);

/** A block of memory that grows. Set to zero, or to an allocator and zero,
 *  before the first use; `length` may be set back to 0 to use it again. */
typedef struct vox_buffer {
    char *bytes;
    size_t length;
    size_t capacity;
    vox_allocator allocator; /**< `resize` NULL: the default allocator. */
    size_t spare[2];         /**< 0. */
} vox_buffer;

/** Appends the output of vox_write. On an error `length` is what it was.
 *
 *  Errors: those of vox_write but VOX_ERROR_SINK; VOX_ERROR_ARGUMENT when `spare` is not 0. */
VOX_API vox_status
vox_write_buffer(vox_tree *tree, const vox_node *node, vox_style style, vox_buffer *buffer);

/** Frees the block of a buffer and sets it to empty. */
VOX_API void vox_buffer_free(vox_buffer *buffer);

VOX_END

#endif
