/* SPDX-License-Identifier: MIT */
/** One pass over a source, which fills one table (batches.c) or several (tables.c). */
#ifndef VOX_COLUMNS_READING_H
#define VOX_COLUMNS_READING_H

#include "columns/rows.h"

#define VOX__MESSAGE_SIZE (VOX_ERROR_POINTER_SIZE + 512)

typedef struct vox__reading {
    vox_columns_options options;
    vox__text_source *source;
    uint32_t readers; /* atomic: a call that reads, and those that came meanwhile */
    int failure;      /* a value of errno, which every later call returns */
    bool has_message; /* of the last call */
    char message[VOX__MESSAGE_SIZE];
} vox__reading;

/** Makes the writer of a table, which keeps the columns. Also after an error, the caller frees it. */
vox_status vox__reading_writer(
    const vox__reading *self, const vox_columns *columns, vox__row_writer *writer
);
void vox__reading_writer_free(vox__row_writer *writer);

/** Returns true when a batch ends. */
static inline bool vox__reading_is_full(const vox__reading *self, const vox__row_writer *writer) {
    const size_t rows = writer->frame->length;
    return rows >= self->options.batch_rows ||
           writer->sizes.bytes + rows * writer->frame->row_width >= self->options.batch_bytes;
}

/** Takes the counts of lost rows back: those of the batch that was not given away. */
static inline void vox__reading_forget(
    vox_columns_counts *counts, const vox_columns_counts *given
) {
    counts->rows = given->rows;
    counts->misfits = given->misfits;
    counts->rests = given->rests;
}

/** Returns the status as a value of errno. */
static inline int vox__reading_errno(vox_status status) {
    return status == VOX_OK ? 0 : status == VOX_ERROR_MEMORY ? ENOMEM : EINVAL;
}

/** Keeps a failure, with its message. `error` is that of the malformed record that ended the pass, or
 *  has the status VOX_OK. */
int vox__reading_fail(vox__reading *self, int failure, const vox_error *error);
/** Sets the message of a call that failed with a status. */
void vox__reading_describe(vox__reading *self, vox_status status);

/** Begins a call that reads. Returns EBUSY while another one runs, because waiting would hide a mistake
 *  of the program. Every call ends with vox__reading_leave. */
int vox__reading_enter(vox__reading *self);
void vox__reading_leave(vox__reading *self);
/** Returns the message of the last call, or NULL. */
const char *vox__reading_message(vox__reading *self);

#endif
