/* SPDX-License-Identifier: MIT */
/** The part of a filter that does not depend on what it makes of records: input, output, errors. */
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

/** Prepares a filter; one that is all zero is free. False where memory is out. */
bool vox__filter_set_up(
    filter *made, int descriptor, size_t max_record, vox_filter_fault on_fault, bool lazy
);

void vox__filter_free(filter *made);

/** Begins with a file, and says what it holds. */
vox_filter_input vox__filter_open(
    filter *from, const char *name, int descriptor, vox_filter_input input
);

/** Sends what there is, and reads a piece. False at the end of the input, or of it all. */
bool vox__filter_fill(filter *from);

/** Calls a function with each line, or with all of the input as one. */
void vox__filter_lines(
    filter *from, vox_filter_input input, void (*take)(void *context, const line *taken),
    void *context
);

/** Ends a file: what was made of it is written, whatever the outcome. */
vox_filter_outcome vox__filter_close(filter *from);

/** True for a line of nothing but white space, behind a byte order mark or not. */
bool vox__filter_is_blank(const line *taken);

/** Parses a line. Errors: those of vox_parser_parse; VOX_ERROR_SIZE_LIMIT for one that is too
 *  long. */
vox_status vox__filter_parse(filter *from, const line *taken, vox_tree **tree, vox_error *error);

/** Counts a fault. True where it is to be a row; else it was told on standard error. */
bool vox__filter_tell(filter *from, const fault *found);

#endif
