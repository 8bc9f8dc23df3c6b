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
     *  around the root and a byte order mark. If several members of an object have the same name,
     *  all of them are written that were not changed or removed. New values take the layout of the values around them.
     *  To keep edits from multiplying long white space, a new value takes over at most 64 bytes of
     *  indentation for each level, 64 bytes between values on one line, and 64 bytes around a
     *  colon. */
    VOX_STYLE_PRESERVE = 0,
    /** The text has no white space. Numbers and escapes stay as they were read. Here and in the
     *  styles below, only the last of several members with the same name is written. */
    VOX_STYLE_COMPACT = 1,
    /** Each member and each element is on its own line, with two spaces for each level. Numbers and
     *  escapes stay as they were read. */
    VOX_STYLE_PRETTY = 2,
    /** Canonical text (RFC 8785): compact, with members sorted by UTF-16 code units, and with the
     *  shortest escapes and numbers. Values that vox_node_equal finds equal have the same bytes.
     *
     *  RFC 8785 defines the text of doubles only. A number with at most 17 significant digits is
     *  written as the nearest double: 0.99999999999999999 becomes 1. Three kinds of numbers are
     *  not rounded, but written in the format of a double with all their digits: integers that
     *  rounding would change, numbers with more than 17 significant digits, and numbers out of the
     *  range of a double. For example, 1e400 and 10e399, which are
     *  the same number, both become 1e+400. Numbers with exponents of more than 16 digits keep
     *  their text, because vox_number_equal compares the text of these numbers. */
    VOX_STYLE_SORTED = 3
} vox_style;

/** Receives the output in pieces. `write` returns 0 to continue, and any other number to
 *  stop with VOX_ERROR_SINK. The bytes of a piece are valid only during the call of `write`.
 *
 *  vox_write collects short pieces into pieces of about 4 KB. Long pieces, such as text copied from
 *  the source, are passed on without a copy. A sink needs no buffer of its own. */
typedef struct vox_sink {
    int (*write)(void *context, const char *bytes, size_t length); /**< Receives a piece. */
    void *context; /**< The first argument of each call. */
} vox_sink;

/** Writes `node` and all values below it.
 *
 *  NULL:   tree never; node neutral; sink VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SINK, VOX_ERROR_MEMORY; after these errors, part of the output may have been
 *          written. VOX_ERROR_ARGUMENT (an unknown `style`).
 *  Cost:   O(n). VOX_STYLE_PRESERVE copies unchanged text. VOX_STYLE_SORTED costs O(n log n).
 *          Documents take two to five times as long as with VOX_STYLE_COMPACT, because members are
 *          sorted. Lists of decimals take twenty times as long as with VOX_STYLE_COMPACT, because
 *          the shortest form of each number is computed. Constant stack. */
VOX_API vox_status vox_write(vox_tree *tree, const vox_node *node, vox_style style, vox_sink sink);

/** A block of memory that grows. Before the first use, set the whole struct to zero, or set
 *  `allocator`, and set all other members to zero. To use the block for the next text, set `length`
 *  to 0. */
typedef struct vox_buffer {
    char *bytes;             /**< The text, without a final NUL. */
    size_t length;           /**< The number of bytes in use. */
    size_t capacity;         /**< The number of bytes in the block. */
    vox_allocator allocator; /**< The allocator; if its `resize` is NULL, the default allocator is
                                  used. */
    size_t spare[2];         /**< 0. */
} vox_buffer;

/** Writes the same output as vox_write, and appends it to a buffer. After an error, the `length` of
 *  the buffer is unchanged.
 *
 *  NULL:   tree never; node neutral; buffer VOX_ERROR_ARGUMENT.
 *  Errors: the errors of vox_write except VOX_ERROR_SINK; VOX_ERROR_ARGUMENT if `spare` is
 *          not 0. */
VOX_API vox_status
vox_write_buffer(vox_tree *tree, const vox_node *node, vox_style style, vox_buffer *buffer);

/** Appends a JSON text to a buffer, without the white space outside strings, and without a leading
 *  byte order mark. vox_minify keeps all other bytes of the text. The result is the same as after
 *  parsing and writing with VOX_STYLE_COMPACT, with one difference. If several members have the
 *  same name, vox_minify keeps all of them, and VOX_STYLE_COMPACT writes only the last one.
 *
 *  vox_minify does not parse the text. The only error that vox_minify finds is a string that does
 *  not end. If you do not trust the source of a text, parse the text instead.
 *
 *  NULL:   bytes VOX_ERROR_ARGUMENT, unless the length is 0; buffer VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SYNTAX (a string does not end), VOX_ERROR_MEMORY, VOX_ERROR_ARGUMENT (as for
 *          vox_write_buffer). After an error, the `length` of the buffer is unchanged.
 *  Cost:   the scan reads 64 bytes at a time. The block of the buffer is allocated once for the
 *          whole text. */
VOX_API vox_status vox_minify(const char *bytes, size_t length, vox_buffer *buffer);

/** Frees the block of a buffer and makes the buffer empty.
 *
 *  NULL: buffer allowed. */
VOX_API void vox_buffer_free(vox_buffer *buffer);

VOX_END

#endif
