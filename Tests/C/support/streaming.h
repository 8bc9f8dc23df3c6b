/* SPDX-License-Identifier: MIT */
/** Compares the results of streams with the result of reading the text as a whole. */
#ifndef STREAMING_H
#define STREAMING_H

#include "check.h"

/** All items of a stream as text, and its last error. */
typedef struct transcript {
    vox_buffer items;
    size_t count;
    vox_status status;
    vox_error error;
} transcript;

void transcript_free(transcript *made);

/** Returns the options of document.h for a form. */
vox_stream_options streaming_options(vox_stream_form form);

/** Feeds a text in pieces of `step` bytes. The first piece has `first` bytes. */
transcript streaming_read(
    vox_string text, const vox_stream_options *options, size_t first, size_t step
);

/** Checks that two streams had the same results. */
bool streaming_same(const transcript *left, const transcript *right);

/** Compares the results of a stream, for a text in one piece, with eager reading. */
void streaming_check(const transcript *made, vox_string text, const vox_stream_options *options);

/** Checks a text with these options: in one piece against eager reading, and then in pieces of
 *  `steps` bytes. The last of the `steps` is 0. With `everywhere`, also divides the text once at
 *  every byte. */
void streaming_check_form(
    vox_string text, const vox_stream_options *options, const size_t *steps, bool everywhere
);

/** Checks a text in all forms. */
void streaming_check_all(vox_string text, bool strict, const size_t *steps, bool everywhere);

#endif
