/* SPDX-License-Identifier: MIT */
/** Unescaping of strings (RFC 8259, section 7). */
#include "read/lexer.h"

/* clang-format off */

/** Parts of the rows of the two tables below. A row has 16 entries. */
#define NONE_4 0, 0, 0, 0
#define NONE_8 NONE_4, NONE_4
#define NONE_16 NONE_8, NONE_8
#define SIX_FROM(value) value, value + 1, value + 2, value + 3, value + 4, value + 5

/** The value of each hexadecimal digit with a mark; 0 for other bytes. */
#define MARK 0x80
static const uint8_t digits_of[256] = {
    NONE_16, NONE_16, NONE_16,
    /* '0' */ SIX_FROM(MARK), MARK + 6, MARK + 7, MARK + 8, MARK + 9, NONE_4, 0, 0,
    /* '@' */ 0, SIX_FROM(MARK + 10), NONE_8, 0,
    NONE_16,
    /* '`' */ 0, SIX_FROM(MARK + 10), NONE_8, 0,
};

/** The character for a backslash and this letter; 0 if there is none. */
static const char meanings[256] = {
    NONE_16, NONE_16,
    /* ' ' */ 0, 0, '"', 0, NONE_8, 0, 0, 0, '/',
    NONE_16, NONE_16,
    /* 'P' */ NONE_8, NONE_4, '\\', 0, 0, 0,
    /* '`' */ 0, 0, '\b', 0, 0, 0, '\f', 0, NONE_4, 0, 0, '\n', 0,
    /* 'p' */ 0, 0, '\r', 0, '\t',
};

/* clang-format on */

/** Larger than all code units: no code unit. */
#define NO_UNIT 0x10000

/** Returns the code unit of four hexadecimal digits, or NO_UNIT. */
static inline uint32_t code_unit(const char *text) {
    const unsigned char *bytes = (const unsigned char *)text;
    const uint32_t first = digits_of[bytes[0]], second = digits_of[bytes[1]];
    const uint32_t third = digits_of[bytes[2]], fourth = digits_of[bytes[3]];
    if (VOX_UNLIKELY(!(first & second & third & fourth & MARK))) {
        return NO_UNIT;
    }
    return (first << 12) + (second << 8) + (third << 4) + fourth - MARK * 0x1111;
}

/** Returns true for a code unit that takes three bytes: no surrogate, and not NO_UNIT. */
static inline bool takes_three(uint32_t unit) {
    return unit - 0x800 < 0xD800 - 0x800;
}

/** Writes a code point as UTF-8, and returns the number of bytes. */
static inline size_t encode(uint32_t point, char bytes[4]) {
    if (point < 0x80) {
        bytes[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        bytes[0] = (char)(0xC0 | point >> 6);
        bytes[1] = (char)(0x80 | (point & 0x3F));
        return 2;
    }
    if (point < 0x10000) {
        bytes[0] = (char)(0xE0 | point >> 12);
        bytes[1] = (char)(0x80 | (point >> 6 & 0x3F));
        bytes[2] = (char)(0x80 | (point & 0x3F));
        return 3;
    }
    bytes[0] = (char)(0xF0 | point >> 18);
    bytes[1] = (char)(0x80 | (point >> 12 & 0x3F));
    bytes[2] = (char)(0x80 | (point >> 6 & 0x3F));
    bytes[3] = (char)(0x80 | (point & 0x3F));
    return 4;
}

/** Writes a code point that takes three bytes. The fourth byte that it writes is not used. */
static inline void encode_three(uint32_t point, char bytes[4]) {
    const uint32_t first = 0xE0 | point >> 12, second = 0x80 | (point >> 6 & 0x3F);
    const uint32_t word = first | second << 8 | (0x80 | (point & 0x3F)) << 16;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    const uint32_t ordered = __builtin_bswap32(word);
#else
    const uint32_t ordered = word;
#endif
    memcpy(bytes, &ordered, 4);
}

/** Returns the code point of the surrogate pair at `at`, which has `left` bytes and begins with
 *  the unit `high`, a surrogate. `taken` receives the length of the escapes, 0 when they are
 *  malformed. */
static uint32_t surrogate_pair(const char *at, size_t left, uint32_t high, size_t *taken) {
    const bool is_pair = high <= 0xDBFF && left >= 12 && at[6] == '\\' && at[7] == 'u';
    const uint32_t low = is_pair ? code_unit(at + 8) : NO_UNIT;
    *taken = low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/** Writes the character of the escape at `at`, which has `left` bytes, and returns its length.
 *  `taken` receives the length of the escape, 0 when it is malformed. */
VOX_INLINE size_t read_escape(const char *at, size_t left, char bytes[4], size_t *taken) {
    if (left >= 6 && at[1] == 'u') {
        uint32_t point = code_unit(at + 2);
        *taken = point != NO_UNIT ? 6 : 0;
        if (VOX_UNLIKELY((point & 0x1F800) == 0xD800)) {
            point = surrogate_pair(at, left, point, taken);
        }
        return *taken ? encode(point, bytes) : 0;
    }
    bytes[0] = left >= 2 ? meanings[(unsigned char)at[1]] : '\0';
    *taken = bytes[0] ? 2 : 0;
    return *taken / 2;
}

size_t vox__escape_length(const char *at, const char *end) {
    char bytes[4];
    size_t taken;
    (void)read_escape(at, (size_t)(end - at), bytes, &taken);
    return taken;
}

/** The marks of a block serve for all escapes in it: after each, the rest of the block is copied
 *  again, to its place after the character. */
bool vox__unescape(const char **from, const char *end, char **text, const char *last) {
    const char *at = *from;
    char *to = *text;
    size_t taken = 1;
    while (end - at > 32 && to <= last) { /* a block, an escape over its end, and a block */
        const char *const next = at + 16;
        unsigned marks = vox__marks(at);
        for (memcpy(to, at, 16); marks; memcpy(to, at, 16)) {
            const unsigned plain = (unsigned)__builtin_ctz(marks);
            at += plain;
            to += plain;
            if (*at != '\\') {
                goto ended;
            }
            const char meaning = meanings[(unsigned char)at[1]];
            if (!meaning) {
                break;
            }
            *to++ = meaning;
            at += 2;
            marks = marks >> plain >> 2;
        }
        if (!marks) {
            to += at < next ? next - at : 0;
            at = at < next ? next : at;
            continue;
        }
        do {
            const uint32_t unit = VOX_LIKELY(at[1] == 'u') ? code_unit(at + 2) : NO_UNIT;
            if (VOX_LIKELY(takes_three(unit))) {
                encode_three(unit, to);
                to += 3;
                at += 6;
                continue;
            }
            to += read_escape(at, (size_t)(end - at), to, &taken);
            if (!taken) {
                goto ended;
            }
            at += taken;
        } while (*at == '\\' && end - at >= 32 && to <= last);
    }
    for (; at < end && to <= last && taken && *at != '"'; at += taken) {
        if (*at == '\\') {
            to += read_escape(at, (size_t)(end - at), to, &taken);
        } else {
            taken = (unsigned char)*at >= ' ';
            *to++ = *at;
        }
    }
ended:
    *from = at;
    *text = to;
    return at < end && *at == '"';
}
