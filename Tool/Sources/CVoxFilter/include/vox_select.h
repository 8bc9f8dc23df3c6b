/* SPDX-License-Identifier: MIT */
/** The command `vox select` without its command line.
 *
 *      vox_select_new(…)      takes the columns and the format of rows
 *      vox_select_file(…)     reads one file and writes its rows; repeat it for the next file
 *      vox_select_free(…) */
#ifndef VOX_SELECT_H
#define VOX_SELECT_H

#include "vox_filter.h"

/** The format of rows. */
typedef enum vox_select_output {
    VOX_SELECT_NDJSON = 0,
    VOX_SELECT_TSV = 1
} vox_select_output;

/** The columns, and how rows are written. The strings are read while vox_select_new runs. */
typedef struct vox_select_options {
    const char *columns; /**< "id,title,writer=author.name,/meta/rank" */
    const char *type;    /**< Select only resources of this type; NULL: all. */
    vox_select_output output;
    vox_filter_fault fault;
    size_t max_record; /**< The maximum bytes of a record, and of a row. */
    bool lazy;         /**< Leave values unread that no column touches. */
    bool absent_null;  /**< NDJSON: missing columns are null, and so is `error` in good rows. */
    bool names;        /**< Begin with a line of names (TSV). */
    int descriptor;    /**< The output. */
} vox_select_options;

typedef struct vox_select vox_select;

/** Creates a select. On VOX_FILTER_WRONG, `message` is a static string, and `offset` is the offset
 *  in the columns where the wrong column begins.
 *
 *  Ownership: free with vox_select_free. */
vox_filter_outcome vox_select_new(
    const vox_select_options *options, vox_select **select, const char **message, size_t *offset
);

/** Frees the select. NULL is accepted. */
void vox_select_free(vox_select *select);

/** Reads a file from a descriptor to its end, and writes a row for each resource of its primary
 *  data, in their order. `name` is only used in errors.
 *
 *  Rows are written before each read of more input, so that the rows of slow input are not
 *  delayed. */
vox_filter_outcome vox_select_file(
    vox_select *select, const char *name, int descriptor, vox_filter_input input
);

/** Returns how many records, or resources in them, were malformed. */
uint64_t vox_select_faults(const vox_select *select);

#endif
