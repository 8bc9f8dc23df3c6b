/* SPDX-License-Identifier: MIT */
/** UTF-8, sequence by sequence. Whole texts are checked by scan/. */
#ifndef VOX_UTF8_H
#define VOX_UTF8_H

#include <vox/base.h>

/** The byte order mark U+FEFF, which may precede a text. */
#define VOX_BYTE_ORDER_MARK "\xEF\xBB\xBF"

/** Returns the length of the well-formed UTF-8 sequence at the start (Unicode 15, table 3-7), or
 *  0. */
size_t vox__utf8_length(const unsigned char *bytes, size_t length);
bool vox__utf8_valid(vox_string text);

#endif
