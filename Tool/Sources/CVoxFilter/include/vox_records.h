/* SPDX-License-Identifier: MIT */
/** The records of a file, for the commands `vox check` and `vox validate`. */
#ifndef VOX_RECORDS_H
#define VOX_RECORDS_H

#include "vox_filter.h"

/** A record. Its bytes are valid during the call of the receiver. */
typedef struct vox_record {
    const char *bytes;
    size_t length;
    uint64_t offset;     /**< In the input. */
    uint64_t line;       /**< The line in which it begins, from 1. */
    uint64_t column;     /**< The bytes before it in this line. */
    const char *fault;   /**< Why it is malformed, whatever its text is, or NULL. Static. */
    size_t fault_offset; /**< Where this is, in the record; 0 for a record past the limit. */
    bool is_element;     /**< Of a sequence: text that ends early was truncated. */
    bool is_blank;       /**< Only a byte order mark and white space, which is no record. */
} vox_record;

/** Receives the records one by one. */
typedef struct vox_record_receiver {
    void (*receive)(void *context, const vox_record *record);
    void *context;
} vox_record_receiver;

/** Reads the records of a descriptor to its end. Blank lines, and the bytes that separate records,
 *  are left out, except byte order marks. A record of more than `max_record` bytes has a fault, and
 *  its bytes are not kept. One document has no limit, and is one record even if it is empty. One
 *  record at a time is in memory. */
vox_filter_outcome vox_records_read(
    int descriptor, vox_filter_input input, size_t max_record, vox_record_receiver receiver
);

#endif
