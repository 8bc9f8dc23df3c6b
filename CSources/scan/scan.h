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

/** A text in consecutive pieces. All pieces but the last have whole blocks. */
typedef struct vox__pieces {
    const vox_string *at;
    size_t count;
    size_t length; /* of all pieces */
} vox__pieces;

#define VOX_PIECE_BLOCK 64

/** Copies a text to `copy` and checks what readers do not check: UTF-8, \v and \f. Stops at the
 *  first error. With `copy` NULL, the text must be one piece. */
vox__checked vox__check_pieces(char *copy, const vox__pieces *text);
/** Does the same without vectors. Only tests call it otherwise. */
vox__checked vox__check_portably(char *copy, const vox__pieces *text);
/** Does the same for a text in one piece. */
vox__checked vox__check_text(char *copy, const char *bytes, size_t length);
/** Copies the pieces one after the other. */
void vox__pieces_join(char *copy, const vox__pieces *text);

/** Also checks surrogate escapes in `bytes[start, end)`, up to the first error, because yajl does
 *  not check them. */
void vox__check_escapes(vox__checked *checked, const char *bytes, size_t start, size_t end);

#endif
