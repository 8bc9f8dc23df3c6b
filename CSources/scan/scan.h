/* SPDX-License-Identifier: MIT */
/** The scan: a first pass over a text, with vectors. It finds strings and brackets and checks
 *  UTF-8, without the grammar. A text is either checked as a whole before it is read
 *  (check_text.c), or scanned for the spans that stay unread (structural.h). block_bits.h has the
 *  functions that other folders use.
 *
 *      text ──▶ vox__checked                    eager
 *           ──▶ vox__structure: lists of spans  lazy
 */
#ifndef VOX_SCAN_H
#define VOX_SCAN_H

#include "scan/structural.h"

typedef struct vox__checked {
    vox_status status; /* VOX_OK, or the error at `offset` */
    size_t offset;
    size_t values; /* not less than the number of values */
} vox__checked;

/** Checks what readers do not check, UTF-8, \v and \f, up to the first error, and copies the text to
 *  `copy` unless that is NULL. */
vox__checked vox__check_text(char *copy, const char *bytes, size_t length);
/** Does the same without vectors. Only tests call it otherwise. */
vox__checked vox__check_portably(char *copy, const char *bytes, size_t length);

/** Also checks surrogate escapes in `bytes[start, end)`, up to the first error, because yajl does
 *  not check them. An escape that breaks off at `end` is no error. */
void vox__check_escapes(vox__checked *checked, const char *bytes, size_t start, size_t end);

#endif
