/* SPDX-License-Identifier: MIT */
/** One row: what the columns find at a resource, as an object of JSON or as fields of TSV. */
#ifndef VOX_FILTER_ROW_H
#define VOX_FILTER_ROW_H

#include "columns.h"
#include "fault.h"

typedef struct row_writer {
    columns columns;
    rows *out;
    rows keys;    /* NDJSON: the names as they stand in a row, behind one another */
    rows scratch; /* TSV: a list on its way into a field */
    bool tsv;
    bool error_column; /* the last column is that of errors: in TSV, and with `absent_null` */
    bool absent_null;  /* NDJSON: a column that is absent is null */
    size_t limit;      /* bytes of a row */
} row_writer;

/** Prepares what is the same in all rows. False where memory is out. */
bool vox__row_prepare(row_writer *writer);

/** The line of names (TSV). */
void vox__row_header(row_writer *writer);

/** Appends the row of a resource. VOX_ERROR_MEMORY, VOX_ERROR_SIZE_LIMIT where the row is too
 *  long or a column reads too much for it, or an error of the text in a tree that is read lazily;
 *  then nothing was appended.
 *
 *  Cost: the bytes of the row and, for each column, of what is read for it: never more than the
 *  limit of a row, and 16 times that. */
vox_status vox__row_write(row_writer *writer, vox_tree *tree, vox_node *resource);

/** Appends an error as a row. */
void vox__row_fault(row_writer *writer, const fault *found);

void vox__row_free(row_writer *writer);

#endif
