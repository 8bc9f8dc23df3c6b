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

/** How the text looks. */
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
     *  shortest escapes and numbers. Values that vox_node_equal finds equal have the
     *  same bytes.
     *
     *  RFC 8785 knows doubles alone. Numbers that a double does not hold (integers past
     *  2^53 that would change, more than 17 digits, out of range) are not rounded: all
     *  their digits are laid out as those of a double are, so that 1e400 and 10e399 both
     *  become 1e+400. With exponents beyond 16 digits they keep their text, as
     *  vox_number_equal compares it. */
    VOX_STYLE_SORTED = 3
} vox_style;

/** Receives the output piece by piece. Returns 0 to go on, anything else to
 *  stop with VOX_ERROR_SINK. The bytes are valid during the call only.
 *
 *  What is short is gathered into pieces of some 4 KB; what is long, as text copied
 *  from the source, comes as it stands. So a sink needs no buffer of its own. */
typedef struct vox_sink {
    int (*write)(void *context, const char *bytes, size_t length); /**< Receives a piece. */
    void *context; /**< The first argument of each call. */
} vox_sink;

/** Writes `node` and what hangs below it.
 *
 *  NULL:   tree never; node neutral; sink VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SINK, VOX_ERROR_MEMORY; part of the output may have been
 *          written. VOX_ERROR_ARGUMENT (a `style` that is none).
 *  Cost:   that of copying for what is untouched (preserve), else O(n), and
 *          O(n log n) for sorted: two to five times as long as compact for documents,
 *          since members are sorted, and twenty times for lists of decimals, since
 *          numbers are brought to their shortest form. Constant stack. */
VOX_API vox_status vox_write(vox_tree *tree, const vox_node *node, vox_style style, vox_sink sink);

/** A block of memory that grows. Set to zero, or to an allocator and zero,
 *  before the first use; `length` may be set back to 0 to use it again. */
typedef struct vox_buffer {
    char *bytes;             /**< The text; no NUL behind it. */
    size_t length;           /**< Bytes in use. */
    size_t capacity;         /**< Bytes there is room for. */
    vox_allocator allocator; /**< `resize` NULL: the default allocator. */
    size_t spare[2];         /**< 0. */
} vox_buffer;

/** Appends the output of vox_write. On an error `length` is what it was.
 *
 *  NULL:   tree never; node neutral; buffer VOX_ERROR_ARGUMENT.
 *  Errors: those of vox_write but VOX_ERROR_SINK; VOX_ERROR_ARGUMENT when `spare` is not 0. */
VOX_API vox_status
vox_write_buffer(vox_tree *tree, const vox_node *node, vox_style style, vox_buffer *buffer);

/** Appends JSON text without the white space outside of its strings and without a byte order mark
 *  in front. All else stays as it stands, so the result is that of parsing and writing in the compact
 *  style, with one difference: of members with the same name all stay, while the compact style writes
 *  the last.
 *
 *  The text is not read. Of one that is not JSON only strings that do not end are found out;
 *  whoever does not know where it comes from parses it.
 *
 *  NULL:   bytes VOX_ERROR_ARGUMENT, unless the length is 0; buffer VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_SYNTAX (a string does not end), VOX_ERROR_MEMORY, VOX_ERROR_ARGUMENT (as for
 *          vox_write_buffer); `length` is then what it was.
 *  Cost:   64 bytes at a time; the buffer gets room for all of the text at once. */
VOX_API vox_status vox_minify(const char *bytes, size_t length, vox_buffer *buffer);

/** Frees the block of a buffer and sets it to empty.
 *
 *  NULL: buffer allowed. */
VOX_API void vox_buffer_free(vox_buffer *buffer);

VOX_END

#endif
