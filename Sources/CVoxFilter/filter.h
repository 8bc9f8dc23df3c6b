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
} filter;

/** Initializes a filter. Returns false when there is no memory. A filter that is all zero needs no
 *  vox__filter_free. */
bool vox__filter_set_up(
    filter *made, int descriptor, size_t max_record, vox_filter_fault on_fault, bool lazy
);

void vox__filter_free(filter *made);

/** Begins with a file, and returns its content: lines or a document. */
vox_filter_input vox__filter_open(
    filter *from, const char *name, int descriptor, vox_filter_input input
);

/** Writes the output, and reads a piece of the input. Returns false at the end of the input, and
 *  after an error. */
bool vox__filter_fill(filter *from);

/** Calls a function with each line, or with the whole input as one line. */
void vox__filter_lines(
    filter *from, vox_filter_input input, void (*take)(void *context, const line *taken),
    void *context
);

/** Ends a file: writes its output, whatever the outcome is. */
vox_filter_outcome vox__filter_close(filter *from);

/** Returns true for a line with only white space, and perhaps a byte order mark. */
bool vox__filter_is_blank(const line *taken);

/** Parses a line. Errors: the errors of vox_parser_parse; VOX_ERROR_SIZE_LIMIT for a line that is
 *  too long. */
vox_status vox__filter_parse(filter *from, const line *taken, vox_tree **tree, vox_error *error);

/** Counts an error. Returns true when it must become a row; otherwise writes it to standard
 *  error. */
bool vox__filter_tell(filter *from, const fault *found);

#endif
