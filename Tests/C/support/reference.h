/* SPDX-License-Identifier: MIT */
/** An independent recognizer of RFC 8259, for comparison with the parser. It follows the text of
 *  the standard, is not fast, and shares no code with the core. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <vox.h>

typedef struct reference_verdict {
    vox_status status;
    size_t offset; /* the offset of the error */
} reference_verdict;

/** Checks a text of at most REFERENCE_DEPTH levels. */
#define REFERENCE_DEPTH 64
reference_verdict reference_judge(const char *bytes, size_t length);

#endif
