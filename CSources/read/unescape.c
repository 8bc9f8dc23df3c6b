/* SPDX-License-Identifier: MIT */
/** What strings with escapes say (RFC 8259, section 7). */
#include "read/lexer.h"

/** Four hexadecimal digits; above 0xFFFF when they are none. */
static uint32_t code_unit(const char *digits) {
    uint32_t unit = 0;
    for (int index = 0; index < 4; index++) {
        unsigned digit = vox__hex_digit(digits[index]);
        unit = unit << 4 | (digit < 16 ? digit : 0x10000);
    }
    return unit;
}

/** Writes a code point as UTF-8; returns how many bytes that takes. */
static size_t encode(uint32_t point, char bytes[4]) {
    if (point < 0x80) {
        bytes[0] = (char)point;
        return 1;
    }
    size_t length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t at = length - 1; at > 0; at--) {
        bytes[at] = (char)(0x80 | (point & 0x3F));
        point >>= 6;
    }
    bytes[0] = (char)((0xF00u >> length & 0xF0) | point);
    return length;
}

/** The code point that the escape at `at` stands for, which has `left` bytes; `taken`:
 *  how many of them are its own, 0 when it is wrong. */
static uint32_t code_point(const char *at, size_t left, size_t *taken) {
    uint32_t high = left < 6 ? 0x10000 : code_unit(at + 2);
    *taken = high < 0xD800 || (high > 0xDFFF && high <= 0xFFFF) ? 6 : 0;
    if (high >= 0xD800 && high <= 0xDBFF && left >= 12 && at[6] == '\\' && at[7] == 'u') {
        uint32_t low = code_unit(at + 8);
        *taken = low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    }
    return high;
}

static char short_escape(char letter) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? meanings[found - letters] : '\0';
}

/** Writes to `bytes` what the escape at `at` stands for, which has `left` bytes. Returns how
 *  many it stands for; `taken`: how many are its own, 0 when it is wrong. */
static size_t read_escape(const char *at, size_t left, char bytes[4], size_t *taken) {
    if (left >= 2 && at[1] == 'u') {
        return encode(code_point(at, left, taken), bytes);
    }
    bytes[0] = left >= 2 ? short_escape(at[1]) : '\0';
    *taken = bytes[0] ? 2 : 0;
    return 1;
}

size_t vox__escape_length(const char *at, const char *end) {
    char bytes[4];
    size_t taken;
    (void)read_escape(at, (size_t)(end - at), bytes, &taken);
    return taken;
}

size_t vox__unescape(vox_string raw, char *text) {
    const char *at = raw.bytes, *const end = at + raw.length;
    size_t length = 0;
    while (at < end) {
        char bytes[4];
        size_t taken;
        if (*at != '\\') {
            const char *slash = memchr(at, '\\', (size_t)(end - at));
            taken = (size_t)((slash ? slash : end) - at);
            if (text) {
                memcpy(text + length, at, taken);
            }
            length += taken;
        } else {
            length += read_escape(at, (size_t)(end - at), text ? text + length : bytes, &taken);
            if (!taken) {
                return SIZE_MAX;
            }
        }
        at += taken;
    }
    return length;
}
