/* SPDX-License-Identifier: MIT */
/** The scan: the first look at a text, by vectors. Knows strings, brackets and UTF-8, not
 *  the grammar. A text is either checked whole before it is read (check_text.c), or scanned
 *  for the spans that are to stay unread (structural.h). Who looks for less has block_bits.h.
 *
 *      text ──▶ vox__checked                    eager
 *           ──▶ vox__structure: lists of spans  lazy
 */
#ifndef VOX_SCAN_H
#define VOX_SCAN_H

#include "scan/structural.h"

typedef struct vox__checked {
    vox_status status; /* VOX_OK, or what is wrong at `offset` */
    size_t offset;
    size_t values; /* at least as many as there are values */
} vox__checked;

/** A text in pieces, one behind the other: all but the last of whole blocks. */
typedef struct vox__pieces {
    const vox_string *at;
    size_t count;
    size_t length; /* of all */
} vox__pieces;

#define VOX_PIECE_BLOCK 64

/** Copies text to `copy` (unless NULL: then it is in one piece) and checks what readers do not:
 *  UTF-8, \v and \f. Stops at the first thing wrong. */
vox__checked vox__check_pieces(char *copy, const vox__pieces *text);
/** The same in one piece. */
vox__checked vox__check_text(char *copy, const char *bytes, size_t length);
/** Copies the pieces, one behind the other. */
void vox__pieces_join(char *copy, const vox__pieces *text);

/** Checks what yajl does not beside that: surrogate escapes in `bytes[start, end)`, as far as
 *  it was found good. */
void vox__check_escapes(vox__checked *checked, const char *bytes, size_t start, size_t end);

#endif
