/* SPDX-License-Identifier: MIT */
/** What is wrong with a record, as a row or as a line for people. */
#ifndef VOX_FILTER_FAULT_H
#define VOX_FILTER_FAULT_H

#include "row.h"

/** Places are those in the input; `line` is 0 where they are not known. */
typedef struct fault {
    const char *file;
    vox_status status;
    const char *message;
    uint64_t offset;
    uint64_t line;
    uint64_t column;
    vox_string pointer;
} fault;

/** Appends the error as a row. */
void vox__fault_row(row_writer *writer, const fault *found);

/** Writes FILE:LINE:COLUMN: error: MESSAGE (offset N, at "POINTER"). */
void vox__fault_line(rows *out, const fault *found);

#endif
