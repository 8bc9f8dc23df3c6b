/* SPDX-License-Identifier: MIT */
/** The records of a descriptor, without copying them.
 *
 *      the block   ┌─────────┬──────────────┬───────────────┬───────────┐
 *                  │ taken   │ seen, no end │ not looked at │ room      │
 *                  └─────────┴──────────────┴───────────────┴───────────┘
 *                            begin          scanned         end         capacity
 *
 *  The form of the input says where a record ends. What separates the records of a sequence or of
 *  concatenated values is taken as gaps, so that records and gaps together are the whole input. A
 *  record that is longer than the limit is skipped and marked, so that the block has no more bytes
 *  than the limit and a piece. To get the skipped bytes, call vox__lines_dropped before each
 *  vox__lines_fill. */
#ifndef VOX_FILTER_LINES_H
#define VOX_FILTER_LINES_H

#include <vox.h>

#include "value_end.h"

/** The number of bytes that are read at once. */
#define LINES_PIECE ((size_t)1 << 18)

/** The byte before each record of a JSON text sequence (RFC 7464, section 2.2). */
#define RECORD_SEPARATOR '\x1E'

typedef enum lines_form {
    LINES_EACH = 0,    /* a record is a line */
    LINES_WHOLE,       /* the whole input is one record, whatever it contains */
    LINES_SEQUENCE,    /* a record is what follows RECORD_SEPARATOR, up to the next one */
    LINES_CONCATENATED /* a record is a JSON value */
} lines_form;

typedef struct lines {
    int descriptor;
    lines_form form;
    size_t limit; /* the maximum bytes of a record */
    char *bytes;
    size_t begin;
    size_t scanned;
    size_t end;
    size_t capacity;
    uint64_t offset;      /* of `begin` in the input */
    uint64_t number;      /* of line feeds before `begin` */
    uint64_t line_offset; /* of the line that contains `begin` */
    uint64_t skipped;     /* bytes of a record past the limit that were dropped, or 0 */
    uint64_t skipped_number;
    uint64_t skipped_line_offset;
    value_end value;    /* of the value that begins at `begin` */
    bool has_separator; /* one was taken */
    bool at_end;
} lines;

/** Why a record is malformed, whatever its text is. */
typedef enum line_fault {
    LINE_GOOD = 0,
    LINE_TOO_LONG, /* past the limit; then `text` is the part that was not dropped */
    LINE_ASTRAY,   /* text before the first separator of a sequence */
    LINE_UNENDED   /* a number or literal without white space after it, at the end of a sequence's
                      record: it may be truncated (RFC 7464, section 2.4) */
} line_fault;

typedef struct line {
    vox_string text; /* without the line feed that ends it; valid until vox__lines_fill */
    uint64_t offset; /* in the input */
    uint64_t number; /* of the line in which it begins, from 1 */
    uint64_t column; /* bytes before it in this line */
    bool has_end;    /* a line feed follows it, which was taken */
    bool is_gap;     /* it is no record, but what separates records */
    bool is_element; /* of a sequence: a separator precedes it */
    line_fault fault;
} line;

/** Begins with another input, and reuses the block. Sets the form to LINES_EACH. */
void vox__lines_open(lines *input, int descriptor);

/** Takes the next complete record or gap in memory. Returns false when there is none. With a copy
 *  of `input`, the records can be read without taking them from `input`. */
bool vox__lines_take(lines *input, line *taken);

/** Returns the bytes in memory that were not taken. */
static inline vox_string vox__lines_held(const lines *input) {
    vox_string held = {input->bytes + input->begin, input->end - input->begin};
    return held;
}

/** Moves past `length` of these bytes. Counts no lines. */
void vox__lines_pass(lines *input, size_t length);

/** Returns the bytes that the next vox__lines_fill drops, from a record past the limit. */
vox_string vox__lines_dropped(const lines *input);

typedef enum lines_filled {
    LINES_MORE,
    LINES_END,
    LINES_UNREAD,
    LINES_MEMORY
} lines_filled;

/** Reads a piece. At the end of the input, vox__lines_take returns the bytes after the last end of
 *  a record as a record. */
lines_filled vox__lines_fill(lines *input);

void vox__lines_free(lines *input);

/** Returns true for a record with only white space, and perhaps a byte order mark, and for a gap.
 *  An element of a sequence must have a value (RFC 7464, section 2.1), and is never blank. */
bool vox__line_is_blank(const line *taken);

/** Describes the fault of a record, relative to the record. The fault must not be LINE_GOOD. */
vox_error vox__line_error(const line *taken);

#endif
