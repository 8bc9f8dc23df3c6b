/* SPDX-License-Identifier: MIT */
/** The columns of a row, as they are written on the command line.
 *
 *      columns = column *("," column)
 *      column  = [name "="] path
 *
 *  include/vox/paths.h has the grammar of paths. White space around columns, names and paths is
 *  ignored. */
#ifndef VOX_FILTER_COLUMNS_H
#define VOX_FILTER_COLUMNS_H

#include <vox.h>

typedef struct column {
    vox_string name;
    vox_string key; /* "name": */
} column;

typedef struct columns {
    char *text;
    column *list;
    size_t count;
    vox_paths *paths;
    bool need_included; /* a path may lead into included resources */
} columns;

typedef enum columns_outcome {
    COLUMNS_READ,
    COLUMNS_WRONG,
    COLUMNS_MEMORY
} columns_outcome;

/** Reads columns. On COLUMNS_WRONG, `message` is a static string, and `offset` is where the wrong
 *  column begins.
 *
 *  Ownership: call vox__columns_free, whatever the result is. */
columns_outcome vox__columns_read(
    columns *read, const char *text, const char **message, size_t *offset
);

void vox__columns_free(columns *read);

/** Returns true when the text is this word. */
static inline bool vox__is_word(vox_string text, const char *word) {
    return vox_string_equal(text, vox_string_from_c(word));
}

#endif
