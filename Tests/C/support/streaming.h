/* SPDX-License-Identifier: MIT */
/** What a stream says of a text, and what it must say by what reading the text in
 *  one piece gives. */
#ifndef STREAMING_H
#define STREAMING_H

#include "check.h"

/** All that a stream handed out, as text, and the error it ended with. */
typedef struct transcript {
    vox_buffer items;
    size_t count;
    vox_status status;
    vox_error error;
} transcript;

void transcript_free(transcript *made);

/** The options of document.h for a form. */
vox_stream_options streaming_options(vox_stream_form form);

/** Feeds a text in pieces of `step` bytes, the first one of `first`. */
transcript streaming_read(
    vox_string text, const vox_stream_options *options, size_t first, size_t step
);

/** Checks that two streams said the same. */
bool streaming_same(const transcript *left, const transcript *right);

/** Checks what a stream said of a text in one piece against what the eager parser
 *  says of it. */
void streaming_check(const transcript *made, vox_string text, const vox_stream_options *options);

/** Checks a text with these options: as eager in one piece, and the same in pieces of
 *  `steps` bytes, of which the last is 0; cut once at every byte when `everywhere`. */
void streaming_check_form(
    vox_string text, const vox_stream_options *options, const size_t *steps, bool everywhere
);

/** Checks a text in all forms. */
void streaming_check_all(vox_string text, bool strict, const size_t *steps, bool everywhere);

#endif
