/* SPDX-License-Identifier: MIT */
/** UTF-8, sequence by sequence. */
#include "base/utf8.h"
#include "base/text.h"

VOX_INLINE size_t sequence_length(const unsigned char *bytes, size_t length) {
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

size_t vox__utf8_length(const unsigned char *bytes, size_t length) {
    return sequence_length(bytes, length);
}

static inline uint64_t tops(const unsigned char *bytes) {
    return vox__load((const char *)bytes) & VOX_TOPS;
}

/** Returns the first byte above 0x7F, or a byte up to 15 before it; `end` when there is none. */
static inline const unsigned char *ascii_end(const unsigned char *bytes, const unsigned char *end) {
    for (; end - bytes >= 16; bytes += 16) {
        if (tops(bytes) | tops(bytes + 8)) {
            return bytes;
        }
    }
    if (end - bytes >= 8) {
        return tops(bytes) | tops(end - 8) ? bytes : end;
    }
    while (bytes < end && *bytes < 0x80) {
        bytes++;
    }
    return bytes;
}

bool vox__utf8_valid(vox_string text) {
    const unsigned char *bytes = (const unsigned char *)text.bytes, *end = bytes + text.length;
    while ((bytes = ascii_end(bytes, end)) < end) {
        /* Continue while eight bytes of ASCII are unlikely. */
        for (unsigned step = 0; bytes < end && (step < 16 || *bytes >= 0x80); step++) {
            const size_t length = sequence_length(bytes, (size_t)(end - bytes));
            if (length == 0) {
                return false;
            }
            bytes += length;
        }
    }
    return true;
}
