/* SPDX-License-Identifier: MIT */
/** One row: the values of the columns for a resource, as a JSON object or as fields of TSV. */
#ifndef VOX_FILTER_ROW_H
#define VOX_FILTER_ROW_H

#include "columns.h"
#include "fault.h"

typedef struct row_writer {
    columns columns;
    rows *out;
    rows keys;    /* NDJSON: the names as they are written in a row, one after the other */
    rows scratch; /* TSV: a list before it is written to a field */
    bool tsv;
    bool error_column; /* the last column is for errors: in TSV, and with `absent_null` */
    bool absent_null;  /* NDJSON: a missing column is null */
    size_t limit;      /* the maximum bytes of a row */
} row_writer;

/** Prepares the parts that are the same in all rows. Returns false when there is no memory. */
bool vox__row_prepare(row_writer *writer);

/** Writes the line of names (TSV). */
void vox__row_header(row_writer *writer);

/** Appends the row of a resource. Errors: VOX_ERROR_MEMORY; VOX_ERROR_SIZE_LIMIT when the row is
 *  too long or a column reads too much for it; the errors of the text in a tree that was read
 *  lazily. After an error nothing was appended.
 *
 *  Cost: the bytes of the row, and for each column the bytes that are read for it. The first are at
 *  most the limit of a row, the second at most 16 times the limit. */
vox_status vox__row_write(row_writer *writer, vox_tree *tree, vox_node *resource);

/** Appends an error as a row. */
void vox__row_fault(row_writer *writer, const fault *found);

void vox__row_free(row_writer *writer);

#endif
