/* SPDX-License-Identifier: MIT */
/** `vox select` without its command line.
 *
 *      vox_select_new(…)      which columns, and how rows look
 *      vox_select_file(…)     reads one file and writes its rows; again for the next one
 *      vox_select_free(…) */
#ifndef VOX_SELECT_H
#define VOX_SELECT_H

#include "vox_filter.h"

/** How rows are written. */
typedef enum vox_select_output {
    VOX_SELECT_NDJSON = 0,
    VOX_SELECT_TSV = 1
} vox_select_output;

/** What is selected, and how. Texts are read while vox_select_new runs. */
typedef struct vox_select_options {
    const char *columns; /**< "id,title,writer=author.name,/meta/rank" */
    const char *type;    /**< Resources of this type alone; NULL: all. */
    vox_select_output output;
    vox_filter_fault fault;
    size_t max_record; /**< Bytes of a record, and of a row. */
    bool lazy;         /**< Leave unread what no column touches. */
    bool absent_null;  /**< NDJSON: absent columns are null, and so is `error` in good rows. */
    bool names;        /**< Begin with a line of names (TSV). */
    int descriptor;    /**< Where rows go. */
} vox_select_options;

typedef struct vox_select vox_select;

/** Makes a select. On VOX_FILTER_WRONG `message` is a static text, and `offset` where in the
 *  columns the one at fault begins.
 *
 *  Ownership: free with vox_select_free. */
vox_filter_outcome vox_select_new(
    const vox_select_options *options, vox_select **select, const char **message, size_t *offset
);

/** Frees it. NULL is accepted. */
void vox_select_free(vox_select *select);

/** Reads a file from a descriptor to its end, and writes a row for each resource of its primary
 *  data, in their order. `name` is for errors alone.
 *
 *  Rows are written whenever more must be read, so that what comes slowly goes out at once. */
vox_filter_outcome vox_select_file(
    vox_select *select, const char *name, int descriptor, vox_filter_input input
);

/** How many records, or resources in them, were malformed. */
uint64_t vox_select_faults(const vox_select *select);

#endif
