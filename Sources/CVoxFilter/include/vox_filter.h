/* SPDX-License-Identifier: MIT */
/** What the filters of the tool have in common: they read files of JSON:API record by record and
 *  write what they make of each.
 *
 *  They are in C so that a record costs no more than the core takes. Memory: the largest record,
 *  its tree, what is made of it, and a piece of the input, however long that is. A filter is used
 *  by one thread at a time. */
#ifndef VOX_FILTER_H
#define VOX_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a file holds. */
typedef enum vox_filter_input {
    VOX_FILTER_AUTO = 0,    /**< Lines, unless the first ends within its value. */
    VOX_FILTER_LINES = 1,   /**< A record a line (NDJSON). */
    VOX_FILTER_DOCUMENT = 2 /**< One document. */
} vox_filter_input;

/** What becomes of a record that is malformed, or cannot be made what it is to be. */
typedef enum vox_filter_fault {
    VOX_FILTER_ROW = 0,    /**< A row that has the error, where its own would be. */
    VOX_FILTER_REPORT = 1, /**< A line on standard error. */
    VOX_FILTER_STOP = 2,   /**< That, and nothing more is read. */
    VOX_FILTER_KEEP = 3    /**< That, and the record goes out as it came; not for a select. */
} vox_filter_fault;

/** How the reading of a file, or the making of a filter, ended. */
typedef enum vox_filter_outcome {
    VOX_FILTER_DONE = 0,
    VOX_FILTER_STOPPED = 1, /**< At a record at fault, as asked. */
    VOX_FILTER_UNREAD = 2,  /**< The file cannot be read: see errno. */
    VOX_FILTER_UNSENT = 3,  /**< The output cannot be written: see errno. */
    VOX_FILTER_MEMORY = 4,
    VOX_FILTER_WRONG = 5 /**< What the filter is to do makes no sense. */
} vox_filter_outcome;

#endif
