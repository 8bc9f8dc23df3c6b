/* SPDX-License-Identifier: MIT */
/** Writing a tree, or a part of a tree, as JSON text. */
#ifndef VOX_WRITER_H
#define VOX_WRITER_H

#include <vox/allocator.h>
#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** The style of the text. */
typedef enum vox_style {
    /** Values that were not changed are written byte for byte, including the white space
     *  around the root and a byte order mark. New values take the layout around them. To keep long
     *  white space from being multiplied, each new value takes at most 64 bytes of indentation for
     *  each level, and at most 64 bytes of a gap and around a colon. */
    VOX_STYLE_PRESERVE = 0,
    /** No white space. Numbers and escapes stay as they were read. */
    VOX_STYLE_COMPACT = 1,
    /** Each member on a line, two spaces for each level. Numbers and escapes stay as they were
     *  read. */
    VOX_STYLE_PRETTY = 2,
    /** Canonical (RFC 8785): compact, members sorted by UTF-16 code units,
     *  shortest escapes and numbers. Values that vox_node_equal finds equal have the
     *  same bytes.
     *
     *  RFC 8785 defines doubles only. Numbers that a double cannot hold (integers past
     *  2^53 that would change, more than 17 digits, out of range) are not rounded: they keep
     *  all their digits in the layout of a double, so that 1e400 and 10e399 both
     *  become 1e+400. Numbers with exponents of more than 16 digits keep their text, as
     *  vox_number_equal compares it. */
    VOX_STYLE_SORTED = 3
} vox_style;

/** Receives the output in pieces. `write` returns 0 to continue, and any other number to
 *  stop with VOX_ERROR_SINK. The bytes are valid during the call only.
 *
 *  Short pieces are collected into pieces of about 4 KB. Long pieces, such as text copied
 *  from the source, are passed on without a copy. So a sink needs no buffer of its own. */
typedef struct vox_sink {
    int (*write)(void *context, const char *bytes, size_t length); /**< Receives a piece. */
    void *context; /**< The first argument of each call. */
} vox_sink;

/** Writes `node` and all values below it.
 *
 *  NULL:   tree never; node neutral; sink VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SINK, VOX_ERROR_MEMORY; part of the output may have been
 *          written. VOX_ERROR_ARGUMENT (an unknown `style`).
 *  Cost:   VOX_STYLE_PRESERVE copies unchanged text; otherwise O(n).
 *          VOX_STYLE_SORTED takes O(n log n): two to five times as long as compact for
 *          documents, because it sorts members, and twenty times as long for lists of decimals,
 *          because it finds the shortest form of numbers. Constant stack. */
VOX_API vox_status vox_write(vox_tree *tree, const vox_node *node, vox_style style, vox_sink sink);

/** A block of memory that grows. Set it to zero, or to an allocator and zero,
 *  before the first use. Set `length` to 0 to use the block again. */
typedef struct vox_buffer {
    char *bytes;             /**< The text, without a final NUL. */
    size_t length;           /**< The number of bytes in use. */
    size_t capacity;         /**< The number of bytes in the block. */
    vox_allocator allocator; /**< `resize` NULL: the default allocator. */
    size_t spare[2];         /**< 0. */
} vox_buffer;

/** Appends the output of vox_write. After an error, `length` is unchanged.
 *
 *  NULL:   tree never; node neutral; buffer VOX_ERROR_ARGUMENT.
 *  Errors: the errors of vox_write except VOX_ERROR_SINK; VOX_ERROR_ARGUMENT if `spare` is
 *          not 0. */
VOX_API vox_status
vox_write_buffer(vox_tree *tree, const vox_node *node, vox_style style, vox_buffer *buffer);

/** Appends JSON text without the white space outside strings, and without a leading byte order
 *  mark. All other bytes stay. The result is that of parsing and writing in the compact style, with
 *  one difference: of several members with the same name all are kept, and the compact style writes
 *  only the last.
 *
 *  The text is not parsed. The only error that is found is a string that does not end. Parse a text
 *  instead if you do not trust its source.
 *
 *  NULL:   bytes VOX_ERROR_ARGUMENT, unless the length is 0; buffer VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SYNTAX (a string does not end), VOX_ERROR_MEMORY, VOX_ERROR_ARGUMENT (as for
 *          vox_write_buffer); `length` is unchanged.
 *  Cost:   the scan takes 64 bytes at a time; the buffer is allocated once for the whole text. */
VOX_API vox_status vox_minify(const char *bytes, size_t length, vox_buffer *buffer);

/** Frees the block of a buffer and makes the buffer empty.
 *
 *  NULL: buffer allowed. */
VOX_API void vox_buffer_free(vox_buffer *buffer);

VOX_END

#endif
