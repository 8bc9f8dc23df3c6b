/* SPDX-License-Identifier: MIT */
/** The columns of a row, as they are written on the command line.
 *
 *      columns = column *("," column)
 *      column  = [name "="] path
 *      path    = segment *("." segment)      from the resource on
 *              / JSON Pointer                in the resource object
 *
 *  A segment names the type, the id, an attribute, a relationship, or a member of an object. White
 *  space around columns, names and paths does not count; a segment has none around it. */
#ifndef VOX_FILTER_COLUMNS_H
#define VOX_FILTER_COLUMNS_H

#include <vox.h>

typedef struct column {
    vox_string name;
    vox_string key;     /* "name": */
    vox_string pointer; /* with `bytes` NULL: there are segments */
    const vox_string *segments;
    size_t count;
} column;

typedef struct columns {
    char *text;
    vox_string *segments;
    column *list;
    size_t count;
    bool need_included; /* a path may lead into included resources */
} columns;

typedef enum columns_outcome {
    COLUMNS_READ,
    COLUMNS_WRONG,
    COLUMNS_MEMORY
} columns_outcome;

/** Reads columns; on COLUMNS_WRONG says why (static text), and where the column at fault begins.
 *  Ownership: vox__columns_free, whatever the outcome. */
columns_outcome vox__columns_read(
    columns *read, const char *text, const char **message, size_t *offset
);

void vox__columns_free(columns *read);

/** True when the text is this word. */
static inline bool vox__is_word(vox_string text, const char *word) {
    return vox_string_equal(text, vox_string_from_c(word));
}

/** True for the members by which a resource, or an identifier, is known. */
static inline bool vox__is_identity(vox_string name) {
    return vox__is_word(name, "id") || vox__is_word(name, "type") || vox__is_word(name, "lid");
}

#endif
