/* SPDX-License-Identifier: MIT */
/** Rows that will be written to a descriptor: a block that grows up to a limit, and is written as a
 *  whole.
 *
 *  An error is stored and checked at the end, so that single bytes need no check. */
#ifndef VOX_FILTER_ROWS_H
#define VOX_FILTER_ROWS_H

#include <vox.h>

/** Rows are written when they have this many bytes. */
#define ROWS_PIECE ((size_t)1 << 18)

typedef struct rows {
    int descriptor;
    char *bytes;
    size_t length;
    size_t capacity;
    size_t mark;  /* the beginning of the current row */
    size_t limit; /* the maximum bytes of the row */
    bool out_of_memory;
    bool too_long; /* the row exceeds the limit */
} rows;

/** Begins a row of at most `limit` bytes. Clears the error of the last row, but not the lack of
 *  memory. */
void vox__rows_begin(rows *out, size_t limit);

/** Returns true when nothing can be added to the row: it is too long, or there is no memory. The
 *  block may have free bytes past the limit, from an earlier row. */
static inline bool vox__rows_is_full(const rows *out) {
    return out->too_long || out->out_of_memory || out->length - out->mark > out->limit;
}

/** Removes everything from `mark` on, an offset in the output that is not before the row. */
static inline void vox__rows_rewind(rows *out, size_t mark) {
    out->length = mark;
}

void vox__rows_put(rows *out, const char *bytes, size_t length);
void vox__rows_put_text(rows *out, const char *text);
void vox__rows_put_number(rows *out, uint64_t number);

static inline void vox__rows_put_string(rows *out, vox_string string) {
    vox__rows_put(out, string.bytes, string.length);
}

static inline void vox__rows_put_byte(rows *out, char byte) {
    vox__rows_put(out, &byte, 1);
}

/** Writes a JSON string. All control characters are escaped, also those of C1, so that a terminal
 *  can safely show it. */
void vox__rows_put_quoted(rows *out, vox_string text);

/** Writes text for a terminal: U+FFFD replaces each control character. */
void vox__rows_put_shown(rows *out, vox_string text);

/** Writes a field of TSV. Tab, line feed, carriage return and backslash are escaped. */
void vox__rows_put_field(rows *out, vox_string text);

/** A sink for vox_write. `context` is the output. */
int vox__rows_put_sink(void *context, const char *bytes, size_t length);

/** Writes all rows to the descriptor. Returns false and sets errno when that fails. */
bool vox__rows_flush(rows *out);

void vox__rows_free(rows *out);

#endif
