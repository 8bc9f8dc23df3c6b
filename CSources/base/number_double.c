/* SPDX-License-Identifier: MIT */
/** The double nearest to a number, by the method of Eisel and Lemire ("Number Parsing at a
 *  Gigabyte per Second", 2021). It uses no locale, no allocation and no floating-point arithmetic.
 *
 *  A number is digits × 10^exponent, with up to 19 digits, which fit 64 bits. The power of ten is
 *  known to 128 bits. The product is
 *
 *      | 53 bits of the double | 1 bit | rest, 128 bits or more |
 *
 *  and the rest decides the rounding, with one exception: it may be so close to a halfway case that
 *  the error of the power, or the digits beyond the 19th, matter. Then number_compare.c compares
 *  the text with the halfway case. */
#include "base/armor.h"
#include "base/base.h"
#include "base/number_power.h"
#include "base/number_text.h"

#define MOST_DIGITS 19 /* digits that always fit 64 bits */
#define LARGEST_EXPONENT 308
#define LEAST_EXPONENT (-343) /* below it, 10^19 times the power rounds to 0 */

#define MANTISSA_BITS 52
#define INFINITE (UINT64_C(0x7FF) << MANTISSA_BITS)

/** digits × 10^exponent. `more` means that up to 1 must be added to the digits. */
typedef struct read_decimal {
    uint64_t digits;
    int64_t exponent;
    bool more;
} read_decimal;

/** Returns the first digits of a number, without the exponent after 'e'. */
static read_decimal first_digits(const vox__number_parts *parts) {
    read_decimal kept = {0, 0, false};
    unsigned count = 0;
    for (const char *at = parts->whole; at < parts->fraction; at++) {
        if (at == parts->point) {
            continue;
        }
        const unsigned digit = (unsigned)(*at - '0');
        if (count < MOST_DIGITS) {
            kept.digits = kept.digits * 10 + digit;
            kept.exponent -= at > parts->point;
            count += kept.digits != 0;
        } else {
            kept.exponent += at < parts->point;
            kept.more |= digit != 0;
        }
    }
    return kept;
}

/** A rounded number: (stored << MANTISSA_BITS) + (half + 1) / 2. If `undecided`, the text must be
 *  compared with the halfway case (half | 1) × 2^unit. */
typedef struct rounding {
    uint64_t stored;
    uint64_t half; /* the bits of the double, and one more */
    int unit;
    bool undecided;
} rounding;

/** Rounds a decimal that is not 0. The constant `moderate` means that the number is far from the
 *  limits of doubles. Otherwise, a number that is too large gets the exponent of INFINITE. */
VOX_INLINE rounding round_decimal(const read_decimal number, const bool moderate) {
    const int power = (int)number.exponent;
    const int zeros = __builtin_clzll(number.digits);
    const vox__power product = vox__multiply_power(
        vox__power_of_ten(power), number.digits << zeros, NULL
    );
    /* The number is slightly more than product.high × 2^scale. */
    const int scale = vox__power_exponent(power) + 1 - zeros;
    const int top = (int)(product.high >> 63);
    const int highest = scale + 62 + top; /* the exponent of its first bit */
    int shift = 62 + top - MANTISSA_BITS - 1;
    /* The first bit is not stored; adding it increments the stored exponent. So does a carry from
     * rounding up. */
    uint64_t stored = (uint64_t)(highest + 1022);
    if (!moderate && stored > 2045) {
        if (highest > 0 || highest < -1076) {
            return (rounding){highest > 0 ? UINT64_C(2047) : 0, 0, 0, false};
        }
        stored = 0;
        shift += -1022 - highest;
    }
    const uint64_t half = product.high >> 1 >> (shift - 1);
    const uint64_t mask = UINT64_MAX >> (64 - shift);
    const uint64_t rest = product.high & mask;
    /* Omitted digits may add 2^4 and a carry to `high`. The error of the power may add 4 to
     * `low`. */
    const uint64_t reach = number.more ? 17 : 0;
    rounding result = {stored, half, scale + shift, false};
    /* Whether the last bits of the rest are near all 0 or all 1. */
    const bool is_near = moderate ? ((product.high + 1) & 0x1FF) <= 1
                                  : rest - 1 >= mask - 1 - reach;
    if (VOX_UNLIKELY(is_near)) {
        const bool is_above = (rest | product.low) == 0;
        const bool is_below = rest >= mask - reach &&
                              (number.more || product.low >= UINT64_MAX - 3);
        result.undecided = half & 1 ? is_above : is_below;
    }
    return result;
}

VOX_INLINE uint64_t bits_of_rounding(const rounding *rounded) {
    return (rounded->stored << MANTISSA_BITS) + ((rounded->half + 1) >> 1);
}

/** Returns the bits of the double nearest to a number: those of 0 or INFINITE when the number is
 *  too small or too large. */
static uint64_t nearest(const vox__number_parts *parts, const char *end, bool *is_zero) {
    const read_decimal found = first_digits(parts);
    const int64_t behind = vox__exponent(parts, end), exponent = found.exponent + behind;
    *is_zero = found.digits == 0;
    if (*is_zero || exponent < LEAST_EXPONENT) {
        return 0;
    }
    if (exponent > LARGEST_EXPONENT) {
        return INFINITE;
    }
    rounding rounded = round_decimal((read_decimal){found.digits, exponent, found.more}, false);
    if (rounded.undecided) {
        const int order = vox__number_compare(parts, behind, rounded.half | 1, rounded.unit);
        const uint64_t below = rounded.half >> 1;
        const bool up = order > 0 || (order == 0 && below & 1);
        rounded.half = 2 * (below + up);
    }
    return bits_of_rounding(&rounded);
}

/** Reads any number. */
static VOX_APART vox_status read_any(const char *at, const char *text_end, double *value) {
    vox__number_parts parts;
    bool is_zero;
    if (vox__number_end(at, text_end, VOX_UNPADDED, &parts, NULL) != text_end) {
        return VOX_ERROR_NUMBER;
    }
    uint64_t bits = nearest(&parts, text_end, &is_zero);
    if (bits == INFINITE || (bits == 0 && !is_zero)) {
        return VOX_ERROR_RANGE;
    }
    bits |= (uint64_t)(*at == '-') << 63;
    memcpy(value, &bits, sizeof *value);
    return VOX_OK;
}

#if defined(__SSE2__)

/** Returns the number with these 16 digits: combines pairs, then fours, then eights, then all. */
VOX_INLINE uint64_t sixteen_digits(__m128i values) {
    /* The upper half of each pair is ten times the first byte plus the second. */
    const __m128i pairs = _mm_srli_epi16(_mm_mullo_epi16(values, _mm_set1_epi16(0x0A01)), 8);
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00010064));
    const __m128i packed = _mm_packs_epi32(fours, fours);
    const __m128i eights = _mm_madd_epi16(packed, _mm_set1_epi32(0x00012710));
    uint64_t both;
    _mm_storel_epi64((__m128i *)(void *)&both, eights);
    return (both & UINT32_MAX) * 100000000 + (both >> 32);
}

#define PLAIN_LENGTH (MOST_DIGITS + 1) /* with the point */

/** Selects the values of the first `count` of 16 digits. `count` may be up to PLAIN_LENGTH. */
VOX_INLINE __m128i first_values(unsigned count) {
    static const uint8_t selected[PLAIN_LENGTH + 16] = {0xF, 0xF, 0xF, 0xF, 0xF, 0xF, 0xF,
                                                        0xF, 0xF, 0xF, 0xF, 0xF, 0xF, 0xF,
                                                        0xF, 0xF, 0xF, 0xF, 0xF, 0xF};
    return _mm_loadu_si128((const __m128i *)(const void *)(selected + PLAIN_LENGTH - count));
}

/** Returns a mask of the digits among 16 bytes of a number: other characters of a number lack the
 *  bit 0x10. */
VOX_INLINE uint32_t digits_among(__m128i bytes) {
    return (uint32_t)_mm_movemask_epi8(_mm_slli_epi16(bytes, 3));
}

VOX_INLINE __m128i load_bytes(const char *bytes) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/** Takes one more byte after the point. Returns false if it is not a digit. */
VOX_INLINE bool take_digit(read_decimal *number, char byte) {
    const unsigned digit = (unsigned char)byte - (unsigned)'0';
    number->digits = number->digits * 10 + digit;
    number->exponent--;
    return VOX_LIKELY(digit <= 9);
}

/** Takes an ordinary number of `length` bytes without the sign: up to 19 digits, with up to 16
 *  before the point, and no exponent. Returns false for other numbers. Short numbers are read as if
 *  zeros followed, up to 16 digits or more, so that the work does not depend on the number of
 *  digits. */
VOX_INLINE bool take_plain(const char *digits, size_t length, read_decimal *number) {
    if (VOX_UNLIKELY(length > PLAIN_LENGTH)) {
        return false;
    }
    /* The first byte is a digit. The digits after the point are shifted by one byte. */
    const __m128i bytes = load_bytes(digits), behind = load_bytes(digits + 1);
    const uint32_t others = ~digits_among(behind) & 0xFFFF & ((UINT32_C(1) << (length - 1)) - 1);
    unsigned whole = (unsigned)length, count = whole;
    if (VOX_LIKELY(others != 0)) {
        whole = (unsigned)__builtin_ctz(others) + 1;
        count--;
        if (VOX_UNLIKELY((others & (others - 1)) || digits[whole] != '.')) {
            return false;
        }
    }
    if (VOX_UNLIKELY(whole > 16)) {
        return false;
    }
    const __m128i moved = _mm_and_si128(_mm_xor_si128(bytes, behind), first_values(whole));
    const __m128i joined = _mm_xor_si128(behind, moved);
    number->digits = sixteen_digits(_mm_and_si128(joined, first_values(count)));
    number->exponent = (int64_t)whole - 16;
    number->more = false;
    return VOX_LIKELY(length <= 17) ||
           (take_digit(number, digits[17]) && (length <= 18 || take_digit(number, digits[18])) &&
            (length <= 19 || take_digit(number, digits[19])));
}

static inline vox_status give(uint64_t bits, bool negative, double *value) {
    bits |= (uint64_t)negative << 63;
    memcpy(value, &bits, sizeof *value);
    return VOX_OK;
}

/** Rounds the numbers that round_plain does not round. */
static VOX_APART vox_status
round_apart(const char *at, size_t length, double *value, uint64_t digits, int64_t exponent) {
    if (digits == 0) {
        return give(0, *at == '-', value);
    }
    const rounding rounded = round_decimal((read_decimal){digits, exponent, false}, true);
    return rounded.undecided ? read_any(at, at + length, value)
                             : give(bits_of_rounding(&rounded), *at == '-', value);
}

/** Rounds a decimal with the first 64 bits of its power, whose error adds up to 1 to the upper half
 *  of the product. Returns false when the error may matter, or when the rest may be 0, as for 0. */
VOX_INLINE bool round_plain(const read_decimal *number, uint64_t *bits) {
    const int zeros = __builtin_clzll(number->digits | 1);
    const uint64_t power = vox__near_powers[number->exponent + VOX_NEAR_POWERS - 1];
    const uint64_t product = vox__multiply(power, number->digits << zeros).high;
    const unsigned top = (unsigned)(product >> 63);
    const uint64_t half = product >> (62 - MANTISSA_BITS - 1 + top);
    const int highest = vox__power_exponent((int)number->exponent) + 63 - zeros + (int)top;
    *bits = ((uint64_t)(highest + 1022) << MANTISSA_BITS) + ((half + 1) >> 1);
    return VOX_LIKELY(((product + 1) & 0x1FF) > 1);
}

VOX_HOT vox_status vox__number_value(const char *at, size_t length, double *value) {
    read_decimal number;
    uint64_t bits;
    const char *const digits = at + (*at == '-');
    const size_t negative = (size_t)(digits - at);
    if (VOX_UNLIKELY(!take_plain(digits, length - negative, &number))) {
        return read_any(at, at + length, value);
    }
    if (VOX_UNLIKELY(!round_plain(&number, &bits))) {
        return round_apart(at, length, value, number.digits, number.exponent);
    }
    return give(bits, negative, value);
}

#else

vox_status vox__number_value(const char *at, size_t length, double *value) {
    return read_any(at, at + length, value);
}

#endif

vox_status vox_number_double(vox_string text, double *value) {
    VOX_ARMOR_TEXT(text, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_GIVEN(value, VOX_ERROR_ARGUMENT);
    return text.length ? read_any(text.bytes, text.bytes + text.length, value) : VOX_ERROR_NUMBER;
}
