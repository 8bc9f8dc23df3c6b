/* SPDX-License-Identifier: MIT */
/** Records, which become rows, and their errors. */
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
    uint64_t room; /* bytes that the further rows of the record may have */
};

/** A record: a tree and its position in the input. */
typedef struct record {
    vox_tree *tree;
    uint64_t offset; /* of its text in the input */
    uint64_t lines;  /* line feeds before it */
    uint64_t column; /* bytes before it in its line */
    bool is_part;    /* of a streamed document: positions in its text are not those in the input */
    bool is_element; /* also, the tree is {"data": element} */
    bool is_listed;  /* also, the tree is an element of a list without a document */
    uint64_t index;  /* of the element */
} record;

/** Reports the error of a record, without reading its tree. An error of memory ends the filter. */
void vox__record_report(vox_select *select, const record *at, const vox_error *error);

/** Writes the rows of a document. */
void vox__record_document(vox_select *select, const record *from);

/** Writes the errors that a document reports to standard error, and counts the record as wrong.
 *  `errors` is the list of the document. */
void vox__record_errors(vox_select *select, const record *from, const vox_node *errors);

/** Writes the rows of a record, which is a document, a resource object, or a list of resource objects. */
void vox__record_write(vox_select *select, const record *from);

/** Parses a record and writes its rows; a gap has none. `context` is the select. */
void vox__record_take(void *context, const line *taken);

#endif
