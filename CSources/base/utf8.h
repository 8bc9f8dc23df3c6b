/* SPDX-License-Identifier: MIT */
/** UTF-8, sequence by sequence. Whole texts are checked by scan/. */
#ifndef VOX_UTF8_H
#define VOX_UTF8_H

#include <vox/base.h>

/** What may stand in front of a text: U+FEFF. */
#define VOX_BYTE_ORDER_MARK "\xEF\xBB\xBF"

/** The length of the well-formed UTF-8 sequence at the start (Unicode 15, table
 *  3-7), or 0. */
size_t vox__utf8_length(const unsigned char *bytes, size_t length);
bool vox__utf8_valid(vox_string text);

#endif
