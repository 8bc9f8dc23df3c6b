/* SPDX-License-Identifier: MIT */
/** The grammar of numbers (RFC 8259, section 6). */
#ifndef VOX_NUMBER_TEXT_H
#define VOX_NUMBER_TEXT_H

#include "base/text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/** Where the parts of a number are. */
typedef struct vox__number_parts {
    const char *whole;    /* its first digit */
    const char *point;    /* the point, or where the whole digits end */
    const char *fraction; /* where the digits behind the point end; `point` without any */
    const char *exponent; /* behind 'e', or NULL */
} vox__number_parts;

/** Passes over digits. `padded`: behind `end` stands what is no digit. */
VOX_INLINE const char *vox__digits_end(const char *at, const char *end, bool padded) {
    while ((padded || at < end) && (unsigned char)(*at - '0') <= 9) {
        at++;
    }
    return at;
}

#if defined(__SSE2__)

/** How many bytes vox__plain_number reads at most: two times 32, and the point. */
#define VOX_NUMBER_ROOM 64

/** The values of 16 bytes that are digits; of others something above 9. */
VOX_INLINE __m128i vox__digit_values(const char *bytes) {
    const __m128i text = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    return _mm_sub_epi8(text, _mm_set1_epi8('0'));
}

/** Which of 16 values are no digits: the first is the lowest bit. */
VOX_INLINE uint32_t vox__no_digits(__m128i values) {
    const __m128i limited = _mm_min_epu8(values, _mm_set1_epi8(9));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(limited, values)) ^ 0xFFFF;
}

/** How many digits stand in front of the point, or at all, where they are one to four; 0 for others.
 *  By branches: where they are foreseen, the processor reads on behind the number, while it would
 *  wait for a count. */
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

/** How many digits there are, up to 32, which says nothing. */
VOX_INLINE unsigned vox__count_digits(const char *digits) {
    uint32_t others = vox__no_digits(vox__digit_values(digits));
    if (VOX_LIKELY(others)) {
        return (unsigned)__builtin_ctz(others);
    }
    others = vox__no_digits(vox__digit_values(digits + 16));
    return others ? 16 + (unsigned)__builtin_ctz(others) : 32;
}

/** Finds the digits of a number: how many stand in front of the point, and where those behind it
 *  end, or the whole ones where there are none. False when the number is wrong, or has more than
 *  some 30 of either. */
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

/** Where the number ends that begins at `at`; a digit behind a leading zero belongs to it no
 *  more. NULL when there is none: `*missing` (unless that is NULL) is then where a digit is
 *  missing. `parts` may be NULL. `padded`: behind `end` stands what no number goes on with. */
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

/** Exponents beyond this many are not told apart. */
#define VOX_EXPONENT_LIMIT INT64_C(100000000000000000)

/** What stands behind 'e' in a number that ends at `end`; 0 when it has none. */
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

/** digits × 10^exponent, where `digits` are those of `text` from `first` to `last`, the decimal point
 *  left out; without zeros at either end. So equal numbers have the same digits and exponent. */
typedef struct vox__decimal {
    vox_string text;
    size_t first;
    size_t last; /* one past; equal to `first` for zero */
    size_t count;
    int64_t exponent;
    bool negative;
} vox__decimal;

/** number.c: splits a text; false when it is no JSON number. */
bool vox__decimal_split(vox_string text, vox__decimal *parts);

/** The digit at `*offset`, from `first` on; `*offset` moves on past it and past the point. */
static inline unsigned vox__decimal_digit(const vox__decimal *parts, size_t *offset) {
    if (parts->text.bytes[*offset] == '.') {
        ++*offset;
    }
    return (unsigned)(parts->text.bytes[(*offset)++] - '0');
}

/** True when the exponent was too long to be kept: then only the same text is the same number. */
static inline bool vox__decimal_beyond(const vox__decimal *parts) {
    return parts->exponent > VOX_EXPONENT_LIMIT / 2 || parts->exponent < -VOX_EXPONENT_LIMIT / 2;
}

/** number_compare.c: on which side of odd × 2^unit a number lies that is near, below 0, 0 or
 *  above it, its sign aside: exactly. `exponent`: what stands behind 'e'. O(length). */
int vox__number_compare(const vox__number_parts *parts, int64_t exponent, uint64_t odd, int unit);

#endif
