/* SPDX-License-Identifier: MIT */
/** The check of escapes for yajl, which replaces half a surrogate pair by a question mark, and for
 *  the description of an error. The fast reader finds this error itself, so the check runs only
 *  after it has refused a text. */
#include "scan/scan.h"

/** Returns true when the bytes are an escape of a high (D800 to DBFF) or low (DC00 to
 *  DFFF) surrogate, or when the text ends inside a possible one. */
static bool is_surrogate(const unsigned char *bytes, size_t length, bool low) {
    for (size_t index = 0; index < 6 && index < length; index++) {
        unsigned char byte = bytes[index];
        unsigned digit = vox__hex_digit((char)byte);
        bool fits = index == 0   ? byte == '\\'
                    : index == 1 ? byte == 'u'
                    : index == 2 ? digit == 13
                    : index == 3 ? digit >= (low ? 12u : 8u) && digit <= (low ? 15u : 11u)
                                 : digit < 16;
        if (!fits) {
            return false;
        }
    }
    return true;
}

/** Returns the length of the escape at the start, or of a malformed escape; 0 for a surrogate
 *  without its other half. */
static size_t escape_length(const unsigned char *bytes, size_t length) {
    if (length < 6 || bytes[1] != 'u' || (bytes[2] | 0x20) != 'd') {
        return 2;
    }
    if (is_surrogate(bytes, length, true)) {
        return 0;
    }
    if (!is_surrogate(bytes, length, false)) {
        return 6;
    }
    return is_surrogate(bytes + 6, length - 6, true) ? 12 : 0;
}

void vox__check_escapes(vox__checked *checked, const char *bytes, size_t start, size_t end) {
    const size_t last = checked->status == VOX_OK ? end : checked->offset;
    while (start < last) {
        const char *slash = vox__find_byte(bytes + start, '\\', last - start);
        if (!slash) {
            return;
        }
        const size_t offset = (size_t)(slash - bytes);
        const size_t length = escape_length((const unsigned char *)slash, end - offset);
        if (!length) {
            checked->status = VOX_ERROR_SURROGATE;
            checked->offset = offset;
            return;
        }
        start = offset + length;
    }
}
