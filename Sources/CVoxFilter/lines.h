/* SPDX-License-Identifier: MIT */
/** The lines of a descriptor, without copying them.
 *
 *      the block   ┌─────────┬──────────────┬───────────────┬───────────┐
 *                  │ taken   │ seen, no end │ not looked at │ room      │
 *                  └─────────┴──────────────┴───────────────┴───────────┘
 *                            begin          scanned         end         capacity
 *
 *  A line is the bytes up to a line feed, or to the end of the input. A line that is longer than
 *  the limit is skipped and marked, so that the block has no more bytes than the limit and a piece.
 *  To get the skipped bytes, call vox__lines_dropped before each vox__lines_fill. */
#ifndef VOX_FILTER_LINES_H
#define VOX_FILTER_LINES_H

#include <vox.h>

/** The number of bytes that are read at once. */
#define LINES_PIECE ((size_t)1 << 18)

typedef struct lines {
    int descriptor;
    bool whole;   /* the whole input is one line, whatever it contains */
    size_t limit; /* the maximum bytes of a line */
    char *bytes;
    size_t begin;
    size_t scanned;
    size_t end;
    size_t capacity;
    uint64_t offset;  /* of `begin` in the input */
    uint64_t number;  /* of the line before `begin` */
    uint64_t skipped; /* bytes of a line past the limit that were dropped, or 0 */
    bool at_end;
} lines;

typedef struct line {
    vox_string text; /* without its line feed; valid until vox__lines_fill */
    uint64_t offset; /* in the input */
    uint64_t number; /* from 1 */
    bool has_end;    /* a line feed follows it */
    bool too_long;   /* past the limit; then `text` is the part that was not dropped */
} line;

/** Begins with another input, and reuses the block. Sets `whole` to false. */
void vox__lines_open(lines *input, int descriptor);

/** Takes the next complete line in memory. Returns false when there is none. With a copy of
 *  `input`, the lines can be read without taking them from `input`. */
bool vox__lines_take(lines *input, line *taken);

/** Returns the bytes in memory that were not taken. */
static inline vox_string vox__lines_held(const lines *input) {
    vox_string held = {input->bytes + input->begin, input->end - input->begin};
    return held;
}

/** Moves past `length` of these bytes. */
void vox__lines_pass(lines *input, size_t length);

/** Returns the bytes that the next vox__lines_fill drops, from a line past the limit. */
vox_string vox__lines_dropped(const lines *input);

typedef enum lines_filled {
    LINES_MORE,
    LINES_END,
    LINES_UNREAD,
    LINES_MEMORY
} lines_filled;

/** Reads a piece. At the end of the input, vox__lines_take returns the bytes after the last line
 *  feed as a line. */
lines_filled vox__lines_fill(lines *input);

void vox__lines_free(lines *input);

#endif
