/* SPDX-License-Identifier: MIT */
/** Writing: creates text from nodes.
 *
 *      write.c       selects the style
 *      output.c      output to a sink in pieces, or to a buffer that grows
 *      quoted.c      quoted text with the necessary escapes (quoted.h: short text)
 *      formatted.c   values in a layout: pretty, sorted
 *      canonical_number.c   numbers in the sorted layout
 *      compact.c     values without white space
 *      minify.c      text without its white space
 *      preserving.c  unchanged values with their bytes (whitespace.h, document_layout.c)
 *
 *      nodes ──▶ vox__layout ──▶ vox__output ──▶ vox_sink or vox_buffer
 */
#ifndef VOX_WRITE_H
#define VOX_WRITE_H

#include "tree/tree.h"

#include <vox/writer.h>

/* --- output.c ----------------------------------------------------------------- */

/** The size of the store of an output to a sink, and the number of bytes that may be written after
 *  `end`, so that short writes need no check. */
#define VOX_STORE 4096
#define VOX_SLACK 64

/** The target of written text: the memory of a buffer, or a store for a sink.
 *
 *  A writer keeps the position, `at`, in a register, and passes it from call to call. Each call
 *  returns it at `end` or before, and up to VOX_SLACK bytes may be written there without a check.
 *  After an error, text goes to the store and is dropped. */
typedef struct vox__output {
    vox_buffer *buffer; /* NULL for a sink */
    vox_sink sink;
    vox_status status;
    char *at; /* the position, while no writer keeps it */
    char *end;
    char store[VOX_STORE + VOX_SLACK];
} vox__output;

/** Reserves memory for `more` bytes after the content of a buffer that has an allocator. */
vox_status vox__buffer_reserve(vox_buffer *buffer, size_t more);

/** Sets the default allocator in a buffer that has none. */
static inline void vox__buffer_prepare(vox_buffer *buffer) {
    if (!buffer->allocator.resize) {
        buffer->allocator = vox_allocator_default();
    }
}

/** Begins output to a buffer, after its content. `expected` is the approximate length. */
void vox__output_to_buffer(vox__output *output, vox_buffer *buffer, size_t expected);
void vox__output_to_sink(vox__output *output, vox_sink sink);
/** Writes the rest and returns the status of the whole output. Sets the length of a buffer. */
vox_status vox__output_end(vox__output *output);

/** Returns true when `length` bytes fit. */
static inline bool vox__fits(const vox__output *output, const char *at, size_t length) {
    return (ptrdiff_t)length <= output->end - at;
}

/** Returns a position where so many bytes fit, VOX_STORE at most. */
char *vox__room(vox__output *output, char *at, size_t length);
/** Writes bytes that do not fit. */
char *vox__put_more(vox__output *output, char *at, const char *bytes, size_t length);

VOX_INLINE char *vox__put_at(vox__output *output, char *at, const char *bytes, size_t length) {
    if (VOX_UNLIKELY(!vox__fits(output, at, length))) {
        return vox__put_more(output, at, bytes, length);
    }
    vox__copy(at, bytes, length);
    return at + length;
}

VOX_INLINE char *vox__byte_at(vox__output *output, char *at, char byte) {
    at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
    *at = byte;
    return at + 1;
}

/** Writes bytes when no writer keeps the position. */
static inline void vox__put(vox__output *output, const char *bytes, size_t length) {
    output->at = vox__put_at(output, output->at, bytes, length);
}
static inline void vox__put_byte(vox__output *output, char byte) {
    output->at = vox__byte_at(output, output->at, byte);
}

/* --- quoted.c ------------------------------------------------------------------ */

char *vox__put_quoted(vox__output *output, char *at, vox_string text);
/** Writes the name of a member: as it was read, unless `sorted`. */
char *vox__put_name(
    vox__output *output, char *at, const vox_tree *tree, const vox_node *node, bool sorted
);

/* --- minify.c ------------------------------------------------------------------ */

/** The kernels that remove white space. Only tests use others than the first. */
typedef enum vox__minifier_kernel {
    MINIFIER_BEST,
    MINIFIER_AVX2,
    MINIFIER_PORTABLE
} vox__minifier_kernel;

/** The state of removing white space from a text. */
typedef struct vox__minifier {
    const char *at;
    const char *end;
    uint64_t inside;  /* all ones inside a string */
    uint64_t escaped; /* 1 if the next byte is escaped */
    vox__minifier_kernel kernel;
} vox__minifier;

/** The minimum length of `target`. */
#define VOX_MINIFIER_ROOM 256

/** Continues the removal, and returns how many bytes it wrote to `target`. It may write all `room`
 *  bytes. */
size_t vox__minify(vox__minifier *minifier, char *target, size_t room);

/** Writes a text without its white space. */
VOX_APART char *vox__put_minified(vox__output *output, char *at, vox_string text);

/* --- formatted.c ---------------------------------------------------------------- */

/** The layout of values that are not at the position where they were read. */
typedef struct vox__layout {
    vox_string base;  /* before every line: "\n" and indentation; empty if all is on one line */
    vox_string unit;  /* added for each level */
    vox_string gap;   /* after a comma on one line */
    vox_string colon; /* between name and value */
    bool sorted;
} vox__layout;

vox_status vox__write_formatted(
    vox__output *output, vox_tree *tree, const vox_node *node, size_t level, vox__layout layout
);

/* canonical_number.c */

/** Writes a number in canonical form: the text of RFC 8785, or all digits in the same layout if a
 *  double cannot hold the number. Equal numbers have the same text. */
char *vox__put_canonical_number(vox__output *output, char *at, vox_string text);

/* document_layout.c */

/** Returns the layout of the document, which is used if no nearby value has a layout. It is that
 *  of a member or element of the root. O(1). */
vox__layout vox__document_layout(const vox_tree *tree);

/** Returns the number of readable bytes of the source. */
static inline size_t vox__readable(const vox_tree *tree) {
    return tree->source_length + (tree->owns_source ? VOX_PADDING : 0);
}

/** Writes a slice of the source, which is usually short: if 32 bytes are `readable`, it copies 32
 *  bytes whatever the length is. */
VOX_INLINE char *vox__put_slice(
    vox__output *output, char *at, const char *from, size_t length, size_t readable
) {
    if (VOX_LIKELY(length <= 32 && readable >= 32 && vox__fits(output, at, length))) {
        memcpy(at, from, 32);
        return at + length;
    }
    return vox__put_at(output, at, from, length);
}

/** Returns the text of null, false or true. 8 bytes may be read. */
static inline vox_string vox__literal(unsigned kind) {
    static const char words[][8] = {"", "null", "false", "true"};
    return vox__string(words[kind], kind == VOX_FALSE ? 5 : 4);
}

/** Returns the child itself, or the first one after it that is not shadowed. */
static inline const vox_node *vox__counting(const vox_tree *tree, vox_ref child) {
    const vox_node *node = vox__node_or_null(tree, child);
    while (node && VOX_UNLIKELY(node->flags & FLAG_SHADOWED)) {
        node = vox__sibling(tree, node);
    }
    return node;
}

/* --- compact.c ------------------------------------------------------------------- */

vox_status vox__write_compact(vox__output *output, vox_tree *tree, const vox_node *node);

/* preserving.c */
vox_status vox__write_preserving(vox__output *output, vox_tree *tree, const vox_node *node);

#endif
