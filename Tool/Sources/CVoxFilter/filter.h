/* SPDX-License-Identifier: MIT */
/** The part of a filter that does not depend on its results: input, output, errors. */
#ifndef VOX_FILTER_FILTER_H
#define VOX_FILTER_FILTER_H

#include "fault.h"
#include "lines.h"
#include "rows.h"
#include "vox_filter.h"

typedef struct filter {
    lines input;
    rows out;
    rows report; /* standard error */
    vox_parser *parser;
    size_t max_record;
    vox_filter_fault on_fault;
    const char *file;
    uint64_t faults;
    vox_filter_outcome outcome;
    char message[160]; /* of the last error, unless it is a static string */
} filter;

/** Initializes a filter. Returns false when there is no memory. A filter that is all zero needs no
 *  vox__filter_free. */
bool vox__filter_set_up(
    filter *made, int descriptor, size_t max_record, vox_filter_fault on_fault, bool lazy
);

void vox__filter_free(filter *made);

/** Begins with a file. Returns `input`, or the content that was detected. */
vox_filter_input vox__filter_open(
    filter *from, const char *name, int descriptor, vox_filter_input input
);

/** Writes the output, and reads a piece of the input. Returns false at the end of the input, and
 *  after an error. */
bool vox__filter_fill(filter *from);

/** Calls a function with each record and each gap of the file. */
void vox__filter_records(
    filter *from, void (*take)(void *context, const line *taken), void *context
);

/** Ends a file: writes its output, whatever the outcome is. */
vox_filter_outcome vox__filter_close(filter *from);

/** Parses a record. Errors: the errors of vox_parser_parse and vox__line_error. The message of an
 *  error is valid until the next call. */
vox_status vox__filter_parse(filter *from, const line *taken, vox_tree **tree, vox_error *error);

/** Sets the position of an error, from its position in a record. */
void vox__filter_locate(const line *taken, const vox_error *error, fault *found);

/** Counts an error. Returns true when it must become a row; otherwise writes it to standard
 *  error. */
bool vox__filter_tell(filter *from, const fault *found);

#endif
