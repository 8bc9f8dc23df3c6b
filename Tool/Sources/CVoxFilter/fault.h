/* SPDX-License-Identifier: MIT */
/** The error of a record, as JSON or as a line of text. */
#ifndef VOX_FILTER_FAULT_H
#define VOX_FILTER_FAULT_H

#include "rows.h"

/** An error. Positions count from the beginning of the input; `line` is 0 if they are unknown. */
typedef struct fault {
    const char *file;
    vox_status status;
    const char *message;
    uint64_t offset;
    uint64_t line;
    uint64_t column;
    vox_string pointer;
    const size_t *operation; /* of a patch, or NULL */
} fault;

/** Appends the error as an object. */
void vox__fault_object(rows *out, const fault *found);

/** Appends {"error":…}, a row of NDJSON. */
void vox__fault_row(rows *out, const fault *found);

/** Appends FILE:LINE:COLUMN: error: MESSAGE (offset N, at "POINTER"). */
void vox__fault_line(rows *out, const fault *found);

#endif
