/* SPDX-License-Identifier: MIT */
/** Records on their way to rows, and what is wrong with them. */
#ifndef VOX_FILTER_RECORD_H
#define VOX_FILTER_RECORD_H

#include "fault.h"
#include "lines.h"
#include "vox_filter.h"

struct vox_select {
    row_writer writer;
    rows report; /* standard error */
    lines input;
    vox_parser *parser;
    vox_stream_options streaming;
    char *type_text;
    vox_string type;
    vox_select_fault on_fault;
    const char *file;
    uint64_t faults;
    vox_select_outcome outcome;
};

/** What a tree was read from. */
typedef struct record {
    vox_tree *tree;
    uint64_t offset; /* of its text in the input */
    uint64_t lines;  /* line feeds before it */
    /** Of a list that comes in pieces: the tree is {"data": element}, and where the element stands
     *  in the input is not known. */
    bool is_element;
    uint64_t index; /* of the element */
} record;

/** Tells an error of a record, whose tree is not looked at; one of memory ends it all. */
void vox__record_report(vox_select *select, const record *at, const vox_error *error);

/** Writes the rows of a document. */
void vox__record_document(vox_select *select, const record *from);

/** Writes the rows of a record: of a document, or of one resource object. */
void vox__record_write(vox_select *select, const record *from);

/** Parses a line and writes its rows; a blank one has none. */
void vox__record_line(vox_select *select, const line *taken);

/** True for nothing but white space, behind a byte order mark or not. */
bool vox__record_is_blank(vox_string text);

#endif
