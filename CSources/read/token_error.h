/* SPDX-License-Identifier: MIT */
/** What is wrong with a token. */
#ifndef VOX_TOKEN_ERROR_H
#define VOX_TOKEN_ERROR_H

#include "base/base.h"
#include "read/grammar.h"

typedef struct vox__diagnosis {
    vox_status status; /* VOX_OK when nothing is wrong with the next token */
    size_t offset;
    const char *message;
    bool value_begun; /* the error lies inside a value */
} vox__diagnosis;

/** What check_text.c found wrong; `offset` SIZE_MAX for nothing. */
typedef struct vox__fault {
    vox_status status;
    size_t offset;
} vox__fault;

/** Says what is wrong with the text from `offset` on, where something is expected. */
vox__diagnosis vox__diagnose(
    vox_string text, size_t offset, vox__expected expected, vox__fault fault
);

/** unseen.c: what to say of a character that is out of place and cannot be seen, or is taken for
 *  another; NULL for all that say enough themselves. */
const char *vox__unseen_message(vox_string text);

#endif
