/* SPDX-License-Identifier: MIT */
/** An independent recogniser of RFC 8259, to compare the parser with. It is
 *  written for being read next to the standard, not for speed, and shares
 *  nothing with the core. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <vox.h>

typedef struct reference_verdict {
    vox_status status;
    size_t offset; /* of the error */
} reference_verdict;

/** Judges a text of at most REFERENCE_DEPTH levels. */
#define REFERENCE_DEPTH 64
reference_verdict reference_judge(const char *bytes, size_t length);

#endif
