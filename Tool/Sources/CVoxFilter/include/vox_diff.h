/* SPDX-License-Identifier: MIT */
/** The command `vox diff` without its command line. */
#ifndef VOX_DIFF_H
#define VOX_DIFF_H

#include "vox_revise.h"

/** A file to compare. */
typedef struct vox_diff_side {
    const char *name;
    int descriptor;
    vox_filter_input input;
} vox_diff_side;

/** Writes a patch on a line for each pair of records, [] or {} for equal ones, and sets `differ`
 *  when a pair is not equal. Returns VOX_FILTER_STOPPED at a record that cannot be read, at a
 *  difference that a merge patch cannot represent, and when one file has more records; the error
 *  was then written to standard error. VOX_FILTER_UNREAD sets `unread` to the name of the file. */
vox_filter_outcome vox_diff_files(
    const vox_revise_options *options, const vox_diff_side sides[2], bool *differ,
    const char **unread
);

#endif
