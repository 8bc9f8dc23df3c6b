/* SPDX-License-Identifier: MIT */
/** Records on their way to rows, and what is wrong with them. */
#ifndef VOX_FILTER_RECORD_H
#define VOX_FILTER_RECORD_H

#include "filter.h"
#include "row.h"
#include "vox_select.h"

struct vox_select {
    filter base;
    row_writer writer;
    vox_stream_options streaming;
    char *type_text;
    vox_string type;
};

/** What a tree was read from. */
typedef struct record {
    vox_tree *tree;
    uint64_t offset; /* of its text in the input */
    uint64_t lines;  /* line feeds before it */
    bool is_part;    /* of a document that streams: its text has other places than the input */
    bool is_element; /* that, and the tree is {"data": element} */
    uint64_t index;  /* of the element */
} record;

/** Tells an error of a record, whose tree is not looked at; one of memory ends it all. */
void vox__record_report(vox_select *select, const record *at, const vox_error *error);

/** Writes the rows of a document. */
void vox__record_document(vox_select *select, const record *from);

/** Writes the rows of a record: of a document, or of one resource object. */
void vox__record_write(vox_select *select, const record *from);

/** Parses a line and writes its rows; a blank one has none. `context` is the select. */
void vox__record_line(void *context, const line *taken);

#endif
