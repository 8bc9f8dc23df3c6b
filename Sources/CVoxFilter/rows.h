/* SPDX-License-Identifier: MIT */
/** Rows on their way to a descriptor: a block that grows up to a limit, and is written as a whole.
 *
 *  What fails is remembered and told at the end, so that no single byte must be asked about. */
#ifndef VOX_FILTER_ROWS_H
#define VOX_FILTER_ROWS_H

#include <vox.h>

/** Rows are written when there are so many bytes of them. */
#define ROWS_PIECE ((size_t)1 << 18)

typedef struct rows {
    int descriptor;
    char *bytes;
    size_t length;
    size_t capacity;
    size_t mark;  /* where the row begins that is being made */
    size_t limit; /* bytes of it */
    bool out_of_memory;
    bool too_long; /* it does not fit the limit */
} rows;

/** Begins a row of at most so many bytes. What was wrong with the last one is forgotten, but not
 *  that memory is out. */
void vox__rows_begin(rows *out, size_t limit);

/** True where nothing more can be put into the row: it is too long, or memory is out. The block may
 *  have room past the limit, from a row before. */
static inline bool vox__rows_is_full(const rows *out) {
    return out->too_long || out->out_of_memory || out->length - out->mark > out->limit;
}

/** Takes back all from `mark` on, a place in the output that is not before the row. */
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

/** As a JSON string. All control characters are escaped, those of C1 included, so that a terminal
 *  may show it. */
void vox__rows_put_quoted(rows *out, vox_string text);

/** As a field of TSV: tab, line feed, carriage return and backslash are escaped. */
void vox__rows_put_field(rows *out, vox_string text);

/** For vox_write. `context` is the output. */
int vox__rows_put_sink(void *context, const char *bytes, size_t length);

/** Writes all that is there. False, with errno, where that fails. */
bool vox__rows_flush(rows *out);

void vox__rows_free(rows *out);

#endif
