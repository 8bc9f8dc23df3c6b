/* SPDX-License-Identifier: MIT */
/** `vox select` without its command line, in C so that a record costs no more than the core takes.
 *
 *      vox_select_new(…)      which columns, and how rows look
 *      vox_select_file(…)     reads one file and writes its rows; again for the next one
 *      vox_select_free(…)
 *
 *  Memory: the largest record, its tree, one row and a piece of the input, however long it is.
 *  Threads: one at a time. */
#ifndef VOX_FILTER_H
#define VOX_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a file holds. */
typedef enum vox_select_input {
    VOX_SELECT_AUTO = 0,    /**< Lines, unless the first ends within its value. */
    VOX_SELECT_LINES = 1,   /**< A record a line (NDJSON): a document or a resource object. */
    VOX_SELECT_DOCUMENT = 2 /**< One document. */
} vox_select_input;

/** How rows are written. */
typedef enum vox_select_output {
    VOX_SELECT_NDJSON = 0,
    VOX_SELECT_TSV = 1
} vox_select_output;

/** What becomes of a record that is malformed. */
typedef enum vox_select_fault {
    VOX_SELECT_ROW = 0,    /**< A row that has the error, where its own would be. */
    VOX_SELECT_REPORT = 1, /**< A line on standard error. */
    VOX_SELECT_STOP = 2    /**< That, and nothing more is read. */
} vox_select_fault;

/** What is selected, and how. Texts are read while vox_select_new runs. */
typedef struct vox_select_options {
    const char *columns; /**< "id,title,writer=author.name,/meta/rank" */
    const char *type;    /**< Resources of this type alone; NULL: all. */
    vox_select_output output;
    vox_select_fault fault;
    size_t max_record; /**< Bytes of a record, and of a row. */
    bool lazy;         /**< Leave unread what no column touches. */
    bool header;       /**< Begin with a line of names (TSV). */
    int descriptor;    /**< Where rows go. */
} vox_select_options;

typedef struct vox_select vox_select;

/** How vox_select_file, or the making of a select, ended. */
typedef enum vox_select_outcome {
    VOX_SELECT_DONE = 0,
    VOX_SELECT_STOPPED = 1, /**< At a malformed record, as asked. */
    VOX_SELECT_UNREAD = 2,  /**< The file cannot be read: see errno. */
    VOX_SELECT_UNSENT = 3,  /**< Rows cannot be written: see errno. */
    VOX_SELECT_MEMORY = 4,
    VOX_SELECT_COLUMNS = 5 /**< The columns make no sense; see vox_select_new. */
} vox_select_outcome;

/** Makes a select. On VOX_SELECT_COLUMNS `message` is a static text, and `offset` where in the
 *  columns the one at fault begins.
 *
 *  Ownership: free with vox_select_free. */
vox_select_outcome vox_select_new(
    const vox_select_options *options, vox_select **select, const char **message, size_t *offset
);

/** Frees it. NULL is accepted. */
void vox_select_free(vox_select *select);

/** Reads a file from a descriptor to its end, and writes a row for each resource of its primary
 *  data, in their order. `name` is for errors alone.
 *
 *  Rows are written whenever more must be read, so that what comes slowly goes out at once. */
vox_select_outcome vox_select_file(
    vox_select *select, const char *name, int descriptor, vox_select_input input
);

/** How many records, or resources in them, were malformed. */
uint64_t vox_select_faults(const vox_select *select);

#endif
