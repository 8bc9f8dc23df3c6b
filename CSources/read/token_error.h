/* SPDX-License-Identifier: MIT */
/** The error of a token. */
#ifndef VOX_TOKEN_ERROR_H
#define VOX_TOKEN_ERROR_H

#include "base/base.h"
#include "read/grammar.h"

typedef struct vox__diagnosis {
    vox_status status; /* VOX_OK when the next token has no error */
    size_t offset;
    const char *message;
    bool value_begun; /* the error lies inside a value */
} vox__diagnosis;

/** An error that check_text.c found; `offset` is SIZE_MAX if it found none. */
typedef struct vox__fault {
    vox_status status;
    size_t offset;
} vox__fault;

/** Describes the error of the text after `offset`, where `expected` may come next. */
vox__diagnosis vox__diagnose(
    vox_string text, size_t offset, vox__expected expected, vox__fault fault
);

/** Returns a message for an unexpected character that is invisible or looks like another one;
 *  NULL for other characters (unseen.c). */
const char *vox__unseen_message(vox_string text);

#endif
