/* SPDX-License-Identifier: MIT */
/** Writing: nodes become text.
 *
 *      write.c       in which style
 *      output.c      to a sink, in pieces, or to a buffer that grows
 *      quoted.c      text between quotes, with escapes where they must be (quoted.h: short ones)
 *      formatted.c   in a layout of its own: pretty, sorted
 *      canonical_number.c   numbers in the sorted layout
 *      compact.c     without white space
 *      minify.c      text without its white space
 *      preserving.c  so that what nobody touched keeps its bytes (whitespace.h,
 *                    document_layout.c)
 *
 *      nodes ──▶ vox__layout ──▶ vox__output ──▶ vox_sink or vox_buffer
 */
#ifndef VOX_WRITE_H
#define VOX_WRITE_H

#include "tree/tree.h"

#include <vox/writer.h>

/* --- output.c ----------------------------------------------------------------- */

/** What the store of an output holds before a sink gets it, and what may be written behind the
 *  end of the room, so that a few bytes need no look whether there is room. */
#define VOX_STORE 4096
#define VOX_SLACK 64

/** Where text goes: straight to the memory of a buffer, or by a store to a sink.
 *
 *  Whoever writes keeps the place, `at`, in a register, and hands it on from call to call. Each of
 *  these returns it at `end` or before; up to VOX_SLACK bytes may be written there without a
 *  look. After a failure text goes to the store, and from there nowhere. */
typedef struct vox__output {
    vox_buffer *buffer; /* or NULL: */
    vox_sink sink;
    vox_status status;
    char *at; /* the place, while nobody else keeps it */
    char *end;
    char store[VOX_STORE + VOX_SLACK];
} vox__output;

/** Makes room for `more` bytes behind the content of a buffer that has an allocator. */
vox_status vox__buffer_reserve(vox_buffer *buffer, size_t more);

/** Gives a buffer that has no allocator the default one. */
static inline void vox__buffer_prepare(vox_buffer *buffer) {
    if (!buffer->allocator.resize) {
        buffer->allocator = vox_allocator_default();
    }
}

/** Begins to write to a buffer, behind what is there; about so many bytes. */
void vox__output_to_buffer(vox__output *output, vox_buffer *buffer, size_t expected);
void vox__output_to_sink(vox__output *output, vox_sink sink);
/** Hands over what is left. Returns the status of it all; a buffer then has its length. */
vox_status vox__output_end(vox__output *output);

/** Whether there is room for so many bytes. */
static inline bool vox__fits(const vox__output *output, const char *at, size_t length) {
    return (ptrdiff_t)length <= output->end - at;
}

/** The place with room for so many bytes, VOX_STORE at most. */
char *vox__room(vox__output *output, char *at, size_t length);
/** Writes more than there is room for. */
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

/** Where nobody keeps the place. */
static inline void vox__put(vox__output *output, const char *bytes, size_t length) {
    output->at = vox__put_at(output, output->at, bytes, length);
}
static inline void vox__put_byte(vox__output *output, char byte) {
    output->at = vox__byte_at(output, output->at, byte);
}

/* --- quoted.c ------------------------------------------------------------------ */

char *vox__put_quoted(vox__output *output, char *at, vox_string text);
/** The name of a member: as it was read, unless `sorted`. */
char *vox__put_name(
    vox__output *output, char *at, const vox_tree *tree, const vox_node *node, bool sorted
);

/* --- minify.c ------------------------------------------------------------------ */

/** The ways to remove white space; all but the first for tests alone. */
typedef enum vox__minifier_kernel {
    MINIFIER_BEST,
    MINIFIER_AVX2,
    MINIFIER_PORTABLE
} vox__minifier_kernel;

/** The removal of white space from a text, as far as it has got. */
typedef struct vox__minifier {
    const char *at;
    const char *end;
    uint64_t inside;  /* all ones inside of a string */
    uint64_t escaped; /* 1 where the next byte is escaped */
    vox__minifier_kernel kernel;
} vox__minifier;

/** The least room that goes on with it. */
#define VOX_MINIFIER_ROOM 256

/** Goes on; returns how many bytes it wrote to `room` bytes, of which it may touch all. */
size_t vox__minify(vox__minifier *minifier, char *target, size_t room);

/** Writes a text without its white space. */
char *vox__put_minified(vox__output *output, char *at, vox_string text);

/* --- formatted.c ---------------------------------------------------------------- */

/** How values are laid out that do not stand where they were read. */
typedef struct vox__layout {
    vox_string base;  /* before every line: "\n" and indentation; empty on one line */
    vox_string unit;  /* added a level */
    vox_string gap;   /* after a comma on one line */
    vox_string colon; /* between name and value */
    bool sorted;
} vox__layout;

vox_status vox__write_formatted(
    vox__output *output, vox_tree *tree, const vox_node *node, size_t level, vox__layout layout
);

/* canonical_number.c */

/** A number in canonical form: the text that RFC 8785 asks for, or where a double does not hold the
 *  number, all its digits laid out in the same way. Equal numbers have the same text. */
char *vox__put_canonical_number(vox__output *output, char *at, vox_string text);

/* document_layout.c */

/** What the document does where nothing near says more: told from a member (or element)
 *  of the root. O(1). */
vox__layout vox__document_layout(const vox_tree *tree);

/** How far the source may be read. */
static inline size_t vox__readable(const vox_tree *tree) {
    return tree->source_length + (tree->owns_source ? VOX_PADDING : 0);
}

/** A piece of the source, mostly a short one: then 32 bytes are copied, whatever it has, where so
 *  many are `readable`. */
VOX_INLINE char *vox__put_slice(
    vox__output *output, char *at, const char *from, size_t length, size_t readable
) {
    if (VOX_LIKELY(length <= 32 && readable >= 32 && vox__fits(output, at, length))) {
        memcpy(at, from, 32);
        return at + length;
    }
    return vox__put_at(output, at, from, length);
}

/** What null, false and true are written as; 8 bytes may be read. */
static inline vox_string vox__word(unsigned kind) {
    static const char words[][8] = {"", "null", "false", "true"};
    return vox__string(words[kind], kind == VOX_FALSE ? 5 : 4);
}

/** The child itself, or the first behind it that is not shadowed. */
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
