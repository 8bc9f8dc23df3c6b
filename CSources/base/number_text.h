/* SPDX-License-Identifier: MIT */
/** The grammar of numbers (RFC 8259, section 6). */
#ifndef VOX_NUMBER_TEXT_H
#define VOX_NUMBER_TEXT_H

#include "base/text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/** The positions of the parts of a number. */
typedef struct vox__number_parts {
    const char *whole;    /* its first digit */
    const char *point;    /* the point, or the end of the whole digits */
    const char *fraction; /* the end of the digits after the point; `point` if there are none */
    const char *exponent; /* after 'e', or NULL */
} vox__number_parts;

/** Skips digits. `padded` means that the byte at `end` is not a digit. */
VOX_INLINE const char *vox__digits_end(const char *at, const char *end, bool padded) {
    while ((padded || at < end) && (unsigned char)(*at - '0') <= 9) {
        at++;
    }
    return at;
}

#if defined(__SSE2__)

/** The maximum number of bytes that vox__plain_number reads: twice 32, and the point. */
#define VOX_NUMBER_ROOM 64

/** Returns the values of 16 bytes that are digits. Other bytes have a value above 9. */
VOX_INLINE __m128i vox__digit_values(const char *bytes) {
    const __m128i text = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    return _mm_sub_epi8(text, _mm_set1_epi8('0'));
}

/** Returns a bit mask of the values that are not digits. The first value is the lowest bit. */
VOX_INLINE uint32_t vox__no_digits(__m128i values) {
    const __m128i limited = _mm_min_epu8(values, _mm_set1_epi8(9));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(limited, values)) ^ 0xFFFF;
}

/** Returns the number of whole digits when there are one to four, otherwise 0. Uses branches: if
 *  they are predicted, the processor continues after the number, but it would wait for a count. */
VOX_INLINE unsigned vox__few_whole(const char *digits) {
    if ((unsigned char)(digits[0] - '0') > 9) {
        return 0;
    }
    for (unsigned count = 1; count <= 4; count++) {
        if ((unsigned char)(digits[count] - '0') > 9) {
            return count;
        }
    }
    return 0;
}

/** Returns the number of digits, up to 32. 32 means that there may be more. */
VOX_INLINE unsigned vox__count_digits(const char *digits) {
    uint32_t others = vox__no_digits(vox__digit_values(digits));
    if (VOX_LIKELY(others)) {
        return (unsigned)__builtin_ctz(others);
    }
    others = vox__no_digits(vox__digit_values(digits + 16));
    return others ? 16 + (unsigned)__builtin_ctz(others) : 32;
}

/** Finds the digits of a number: the number of whole digits, and the end of the digits after the
 *  point (of the whole digits when there is no point). Returns false when the number is malformed,
 *  or has more than about 30 digits of either kind. */
VOX_INLINE bool vox__plain_number(const char *digits, unsigned *whole, unsigned *last) {
    unsigned count = vox__few_whole(digits);
    if (VOX_UNLIKELY(!count)) {
        count = vox__count_digits(digits);
        if (VOX_UNLIKELY(count - 1 > 30)) {
            return false;
        }
    }
    *whole = *last = count;
    if (digits[count] == '.') {
        const unsigned behind = vox__count_digits(digits + count + 1);
        if (VOX_UNLIKELY(behind - 1 > 30)) {
            return false;
        }
        *last = count + 1 + behind;
    }
    return VOX_LIKELY(count == 1 || *digits != '0');
}

#endif

/** Returns the end of the number that begins at `at`. A digit after a leading zero is not part of
 *  it. Returns NULL when there is no number: `*missing` (unless NULL) is then the position of the
 *  missing digit. `parts` may be NULL. `padded` means that the byte at `end` cannot continue a
 *  number. */
VOX_INLINE const char *vox__number_end(
    const char *at, const char *end, bool padded, vox__number_parts *parts, const char **missing
) {
    const char *digits = at + ((padded || at < end) && *at == '-');
    const char *const whole = digits;
    const char *point = digits, *fraction = digits;
    bool is_plain = false;
#if defined(__SSE2__)
    unsigned count, last;
    if (VOX_LIKELY(end - digits >= VOX_NUMBER_ROOM) &&
        VOX_LIKELY(vox__plain_number(digits, &count, &last))) {
        is_plain = true;
        point = digits + count;
        fraction = digits + last;
    }
#endif
    if (!is_plain) {
        at = (padded || digits < end) && *digits == '0' ? digits + 1
                                                        : vox__digits_end(digits, end, padded);
        if (VOX_UNLIKELY(at == digits)) {
            goto none;
        }
        point = fraction = at;
        if ((padded || at < end) && *at == '.') {
            digits = at + 1;
            fraction = at = vox__digits_end(digits, end, padded);
            if (at == digits) {
                goto none;
            }
        }
    }
    at = fraction;
    if (parts) {
        *parts = (vox__number_parts){whole, point, fraction, NULL};
    }
    if ((padded || at < end) && (*at | 0x20) == 'e') {
        digits = at + 1;
        if (parts) {
            parts->exponent = digits;
        }
        digits += (padded || digits < end) && (*digits == '+' || *digits == '-');
        at = vox__digits_end(digits, end, padded);
        if (at == digits) {
            goto none;
        }
    }
    return at;
none:
    if (missing) {
        *missing = at;
    }
    return NULL;
}

/** The largest exponent that is represented: larger ones count as this one. */
#define VOX_EXPONENT_LIMIT INT64_C(100000000000000000)

/** Returns the number after 'e' in a number that ends at `end`; 0 when it has no exponent. */
static inline int64_t vox__exponent(const vox__number_parts *parts, const char *end) {
    int64_t exponent = 0;
    const char *at = parts->exponent;
    if (!at) {
        return 0;
    }
    const bool negative = *at == '-';
    for (at += negative || *at == '+'; at < end && exponent < VOX_EXPONENT_LIMIT; at++) {
        exponent = exponent * 10 + (*at - '0');
    }
    return negative ? -exponent : exponent;
}

/** digits × 10^exponent. The digits are those of `text` from `first` to `last`, without the decimal
 *  point and without zeros at either end. Equal numbers therefore have the same digits and
 *  exponent. */
typedef struct vox__decimal {
    vox_string text;
    size_t first;
    size_t last; /* after the last digit; equal to `first` for zero */
    size_t count;
    int64_t exponent;
    bool negative;
} vox__decimal;

/** Splits a text (number.c). Returns false when it is not a JSON number. */
bool vox__decimal_split(vox_string text, vox__decimal *parts);

/** Returns the digit at `*offset`, and moves `*offset` past it. Skips the point. */
static inline unsigned vox__decimal_digit(const vox__decimal *parts, size_t *offset) {
    if (parts->text.bytes[*offset] == '.') {
        ++*offset;
    }
    return (unsigned)(parts->text.bytes[(*offset)++] - '0');
}

/** Returns true when the exponent was too long to be represented. Such numbers are equal only when
 *  their text is the same. */
static inline bool vox__decimal_beyond(const vox__decimal *parts) {
    return parts->exponent > VOX_EXPONENT_LIMIT / 2 || parts->exponent < -VOX_EXPONENT_LIMIT / 2;
}

/** Compares a number with a near odd × 2^unit exactly, without its sign (number_compare.c). Returns
 *  a number below 0, 0, or above 0. `exponent` is the number after 'e'. O(length). */
int vox__number_compare(const vox__number_parts *parts, int64_t exponent, uint64_t odd, int unit);

#endif
