/* SPDX-License-Identifier: MIT */
/** The rows of records:
 *
 *      record_kind.c  what a record is
 *      rows.c         finds the rows of a record
 *      links.c        relationships as rows
 *      row.c          writes a row */
#ifndef VOX_COLUMNS_ROWS_H
#define VOX_COLUMNS_ROWS_H

#include "columns/columns.h"
#include "jsonapi/jsonapi.h"

/** The message of the error of a row that would make the rows of a record too many bytes. */
#define VOX__ROWS_TOO_LARGE "the rows of the record have more than 256 times the bytes of its text"

/** The message of the error of a document with the member `errors`. */
#define VOX__HAS_ERRORS "the document has errors instead of primary data"

/* --- kinds of records: record_kind.c ----------------------------------------------------- */

typedef enum vox__record_kind {
    RECORD_DOCUMENT,
    RECORD_RESOURCE,
    RECORD_OTHER
} vox__record_kind;

/** Returns what a record is. Members that JSON:API does not have count only where nothing else shows
 *  what the record is. */
vox__record_kind vox__record_kind_of(const vox__record *record);

/** Returns true when the members of a resource object that paths lead to are those that JSON:API
 *  has. */
bool vox__has_resource_members(const vox_paths *paths);

/* --- rows: rows.c, row.c, links.c -------------------------------------------------------- */

/** The rows of a record that were not written yet. */
typedef struct vox__rows {
    vox__record record;
    const vox_node *resource; /* the next one; NULL: no more */
    bool is_list;             /* further resources follow it */
    bool is_begun;            /* the members of the resource were found */
    const vox_node *included; /* a list that follows the resources, or NULL */
    /* For a table of relationships: */
    const vox_node *relationship; /* the next one of the resource, or NULL */
    const vox_node *member;       /* the next member of its linkage, or NULL */
    uint64_t position;            /* of the member */
} vox__rows;

/** Takes the values of a row instead of columns. */
typedef struct vox__row_taker {
    vox_status (*take)(void *context, const vox_paths *paths, vox_tree *tree);
    void *context;
} vox__row_taker;

/** A table whose rows are being written. */
typedef struct vox__row_writer {
    const vox_columns *columns;
    vox__frame *frame;
    vox__sizes sizes;
    size_t most_row;             /* bytes */
    bool stops;                  /* at a malformed record; then `error` describes it */
    bool skips;                  /* malformed records, and those of other tables, have no rows */
    bool is_standard;            /* the columns lead to members that JSON:API has */
    const vox__row_taker *taker; /* no rows are written: it gets them; or NULL */
    const char *file;
    vox_columns_counts counts;
    vox_error error;
} vox__row_writer;

/** Begins with a record. May write a row, if the record is malformed. */
vox_status vox__rows_of_record(vox__rows *rows, vox__row_writer *table);
/** Returns true when the record has more rows. */
static inline bool vox__rows_left(const vox__rows *rows) {
    return rows->resource != NULL;
}
/** Writes the next row. */
vox_status vox__rows_next(vox__rows *rows, vox__row_writer *table);

/** Writes the row of a resource object, or of another record. */
vox_status vox__row_put(vox__row_writer *table, vox__rows *rows, const vox_node *node);
/** Returns how many bytes the next row of the record may have: the rows of all tables together have
 *  only so many times the bytes of its text. */
size_t vox__row_room(vox__record *record);
/** Counts the bytes of a row, which began at so many bytes of the table. Fails if they are more than
 *  the room. */
vox_status vox__row_spend(vox__row_writer *table, vox__record *record, size_t before);
/** Returns why the value of a search is not a resource object, or NULL. */
const char *vox__row_resource_fault(const vox_paths *paths);
/** Writes the row of a fault. `text` is the rest: JSON text of `node`, or, if it is NULL, a string
 *  with this text; nothing if the text is empty. */
vox_status vox__row_put_fault(
    vox__row_writer *table, const vox__rows *rows, const vox_error *error, const vox_node *node,
    vox_string text
);
/** Does the same for a malformed record, which has no row if they are skipped. */
vox_status vox__row_put_malformed(
    vox__row_writer *table, const vox__rows *rows, const vox_error *error, const vox_node *node,
    vox_string text
);
/** Does the same for a value that is not what it should be: `wrong` says why, unless its text is
 *  malformed. */
vox_status vox__row_put_wrong(
    vox__row_writer *table, const vox__rows *rows, const vox_node *node, const char *wrong
);
/** Describes a fault at a node. */
vox_error vox__row_error(
    vox_tree *tree, const vox_node *node, vox_status status, const char *message
);
/** Makes the position of an error that in its file, or 0 if it is not known, and its pointer that in
 *  the whole document. */
void vox__row_locate(vox_error *error, const vox__where *where);
/** Writes the columns `rest`, `error`, `file` and `line` of a row, and counts it. `has_rest` says that the rest was
 *  appended to the text of its column. `error` may be NULL. */
vox_status vox__row_end(
    vox__row_writer *table, const vox__where *where, bool has_rest, const vox_error *error
);
/** Writes the next row of a table of relationships (links.c). */
vox_status vox__links_next(vox__rows *rows, vox__row_writer *table);
/** Moves on to the next resource. */
static inline void vox__rows_advance(vox__rows *rows) {
    rows->relationship = rows->member = NULL;
    rows->resource = rows->is_list ? vox_node_next(rows->record.tree, rows->resource) : NULL;
}

#endif
