/* SPDX-License-Identifier: MIT */
/** The lines of a descriptor, without copies of them.
 *
 *      the block   ┌─────────┬──────────────┬───────────────┬───────────┐
 *                  │ taken   │ seen, no end │ not looked at │ room      │
 *                  └─────────┴──────────────┴───────────────┴───────────┘
 *                            begin          scanned         end         capacity
 *
 *  A line is the bytes up to a line feed, or to the end of the input. One that is longer than the
 *  limit is passed over, and told as such: the block holds no more than the limit and a piece. Who
 *  wants its bytes takes those of vox__lines_dropped before each vox__lines_fill. */
#ifndef VOX_FILTER_LINES_H
#define VOX_FILTER_LINES_H

#include <vox.h>

/** Bytes asked for at once. */
#define LINES_PIECE ((size_t)1 << 18)

typedef struct lines {
    int descriptor;
    bool whole;   /* all of the input is one line, whatever is in it */
    size_t limit; /* bytes of a line */
    char *bytes;
    size_t begin;
    size_t scanned;
    size_t end;
    size_t capacity;
    uint64_t offset;  /* of `begin` in the input */
    uint64_t number;  /* of the line before `begin` */
    uint64_t skipped; /* bytes of a line past the limit that are gone; 0: there is none */
    bool at_end;
} lines;

typedef struct line {
    vox_string text; /* without its line feed; valid until vox__lines_fill */
    uint64_t offset; /* in the input */
    uint64_t number; /* from 1 */
    bool has_end;    /* a line feed is behind it */
    bool too_long;   /* past the limit; then `text` is what was not dropped of it */
} line;

/** Begins with another input; its block is used again. `whole` is false. */
void vox__lines_open(lines *input, int descriptor);

/** Takes the next line of those that are in memory. False where there is none that has ended. Of a
 *  copy of `input` it takes them without a loss. */
bool vox__lines_take(lines *input, line *taken);

/** What is in memory and was not taken. */
static inline vox_string vox__lines_held(const lines *input) {
    vox_string held = {input->bytes + input->begin, input->end - input->begin};
    return held;
}

/** Moves on behind so many bytes of that. */
void vox__lines_pass(lines *input, size_t length);

/** What the next vox__lines_fill drops: bytes of a line past the limit. */
vox_string vox__lines_dropped(const lines *input);

typedef enum lines_filled {
    LINES_MORE,
    LINES_END,
    LINES_UNREAD,
    LINES_MEMORY
} lines_filled;

/** Reads a piece. At the end of the input, vox__lines_take gives what stands behind the last line feed. */
lines_filled vox__lines_fill(lines *input);

void vox__lines_free(lines *input);

#endif
