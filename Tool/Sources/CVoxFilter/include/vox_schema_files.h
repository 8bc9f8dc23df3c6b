/* SPDX-License-Identifier: MIT */
/** The command `vox schema` without its command line. */
#ifndef VOX_SCHEMA_FILES_H
#define VOX_SCHEMA_FILES_H

#include "vox_filter.h"

/** Reads all records of files of one input format, and returns the descriptions of their tables as
 *  JSON (include/vox/schema.h). VOX_FILTER_UNREAD sets `unread` to the name of a file that cannot be
 *  read, with errno. VOX_FILTER_WRONG means another input format than the three, or sets `unread` to
 *  the name of a file that gzip has compressed.
 *
 *  Ownership: free `json` with free(). After an error it is NULL. */
vox_filter_outcome vox_schema_files(
    const char *const *names, size_t count, vox_filter_input input, size_t max_record,
    unsigned share, char **json, const char **unread
);

#endif
