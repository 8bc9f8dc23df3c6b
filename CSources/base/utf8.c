/* SPDX-License-Identifier: MIT */
/** UTF-8, sequence by sequence. */
#include "base/utf8.h"

size_t vox__utf8_length(const unsigned char *bytes, size_t length) {
    unsigned lead = bytes[0];
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (length < 3 || (bytes[1] & 0xC0) != 0x80 || (bytes[2] & 0xC0) != 0x80 ||
            (lead == 0xE0 && bytes[1] < 0xA0) || (lead == 0xED && bytes[1] > 0x9F)) {
            return 0;
        }
        return 3;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return length >= 2 && (bytes[1] & 0xC0) == 0x80 ? 2 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (length < 4 || (bytes[1] & 0xC0) != 0x80 || (bytes[2] & 0xC0) != 0x80 ||
            (bytes[3] & 0xC0) != 0x80 || (lead == 0xF0 && bytes[1] < 0x90) ||
            (lead == 0xF4 && bytes[1] > 0x8F)) {
            return 0;
        }
        return 4;
    }
    return lead < 0x80 ? 1 : 0;
}

bool vox__utf8_valid(vox_string text) {
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    size_t offset = 0;
    while (offset < text.length) {
        size_t length = vox__utf8_length(bytes + offset, text.length - offset);
        if (length == 0) {
            return false;
        }
        offset += length;
    }
    return true;
}
