/* SPDX-License-Identifier: MIT */
/** Reads streams of Arrow arrays for tests: checks each array as a strict receiver does, and writes
 *  its rows as text. */
#ifndef ARROW_TEXT_H
#define ARROW_TEXT_H

#include "check.h"
#include "document.h"

/** Makes columns from a description in which ' stands for ". Returns NULL, with a failed check, if
 *  the description is refused. */
vox_columns *columns_from_c(const char *description);

/** Replaces ' by " in a copy of a text, which the caller frees with vox_buffer_free. */
vox_buffer double_quoted(const char *text);

/** The options of the tests: `check_memory`. */
vox_columns_options columns_test_options(void);

/** A source that gives a text in pieces of a length. */
typedef struct piece_source {
    vox_string text;
    size_t piece;
    size_t at;
    bool begun;
    size_t offset; /* of the text in its file, and the lines before it */
    size_t lines;
    int failure;     /* returned after the text, instead of the end */
    vox_tree *tree;  /* given instead of the text */
    int released;    /* calls of `release` */
    char copy[4096]; /* of the piece, so that pieces do not stay */
} piece_source;
vox_source piece_source_of(piece_source *source);

/** Reads a stream to its end, and appends a line for each row: [1,"a",null]. Decimals are written as
 *  `digits/scale`, in hexadecimal below 0 or above 2^63, dates as days, moments as microseconds.
 *  Returns the value of errno that ended the stream. Releases the stream. */
int stream_rows(struct ArrowArrayStream *stream, vox_buffer *rows);

/** Reads several tables to their end, and appends their rows to a buffer for each table. */
vox_status tables_rows(
    vox_tables *tables, const vox_columns *const *columns, const vox_columns_options *options,
    vox_buffer *rows
);

/** Checks the rows of a text with pieces of several lengths. In the description, the text and the
 *  expected rows, ' stands for ", and messages are compared as if they had " for '. */
#define CHECK_ROWS(description, text, expected)                                                    \
    check_rows((description), (text), NULL, (expected), __FILE__, __LINE__)
#define CHECK_ROWS_WITH(description, text, options, expected)                                      \
    check_rows((description), (text), (options), (expected), __FILE__, __LINE__)
bool check_rows(
    const char *description, const char *text, const vox_columns_options *options,
    const char *expected, const char *file, int line
);

#endif
