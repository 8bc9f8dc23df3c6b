/* SPDX-License-Identifier: MIT */
/** Definitions that all filters of the tool share. A filter reads files of JSON:API record by
 *  record, and writes a result for each record.
 *
 *  The filters are in C so that a record costs no more than the work of the core. They need memory
 *  for the largest record, its tree, its result, and a piece of the input, however long the input
 *  is. One thread at a time may use a filter. */
#ifndef VOX_FILTER_H
#define VOX_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The content of a file. */
typedef enum vox_filter_input {
    VOX_FILTER_AUTO = 0,         /**< A sequence if its first byte is 0x1E; else one document if
                                      the first line ends inside its value; else lines. */
    VOX_FILTER_LINES = 1,        /**< One record on each line (NDJSON). */
    VOX_FILTER_DOCUMENT = 2,     /**< One document. */
    VOX_FILTER_SEQUENCE = 3,     /**< Records that each follow a byte 0x1E (RFC 7464). */
    VOX_FILTER_CONCATENATED = 4, /**< Values one after another. */
    VOX_FILTER_DOCUMENT_AUTO = 5 /**< A sequence if its first byte is 0x1E; else one document. */
} vox_filter_input;

/** What a filter does with a record that is malformed or cannot be processed. */
typedef enum vox_filter_fault {
    VOX_FILTER_ROW = 0,    /**< Writes a row with the error instead of the record's row. */
    VOX_FILTER_REPORT = 1, /**< Writes a line to standard error. */
    VOX_FILTER_STOP = 2,   /**< Writes a line to standard error, and stops reading. */
    VOX_FILTER_KEEP = 3    /**< Writes a line to standard error, and copies the record to the
                                output; not for a select. */
} vox_filter_fault;

/** The result of reading a file, or of creating a filter. */
typedef enum vox_filter_outcome {
    VOX_FILTER_DONE = 0,
    VOX_FILTER_STOPPED = 1, /**< It stopped at a wrong record, as requested. */
    VOX_FILTER_UNREAD = 2,  /**< The file cannot be read: see errno. */
    VOX_FILTER_UNSENT = 3,  /**< The output cannot be written: see errno. */
    VOX_FILTER_MEMORY = 4,
    VOX_FILTER_WRONG = 5 /**< The patch or the columns are wrong. */
} vox_filter_outcome;

#endif
