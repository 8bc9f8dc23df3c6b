/* SPDX-License-Identifier: MIT */
/** The text of a double with the fewest digits that read back as the same double, by the method of
 *  Giulietti ("The Schubfach way to render doubles", 2020), in the layout of ECMAScript.
 *
 *  A double is mantissa × 2^binary. All numbers between the middles to its neighbours read back as
 *  the double. A power of ten scales this interval to a length above 1 and up to 10:
 *
 *      ──┤lower──────────value──────────upper├──    in fourths of a unit
 *
 *  The interval then contains a multiple of 1, and at most one multiple of 10. The nearest number
 *  with the fewest digits is one of the multiples next to the value. */
#include "base/armor.h"
#include "base/base.h"
#include "base/number_power.h"

#define MANTISSA_BITS 52
#define EXPONENT_BIAS 1075 /* of the exponent of the last bit */

/** digits × 10^exponent. */
typedef struct short_decimal {
    uint64_t digits;
    int exponent;
} short_decimal;

/** Returns number × power / 2^128, rounded down; an odd number if there was a rest. The power may
 *  be too large by 4 units of its last bit, which makes no difference, as Tests/C/base/powers-of-ten
 *  checks. */
VOX_INLINE uint64_t scale(vox__power power, uint64_t number) {
    uint64_t rest;
    const vox__power product = vox__multiply_power(power, number, &rest);
    return product.high | ((product.low | rest >> 62) != 0);
}

/** A double above 0, mantissa × 2^binary, and the scale 10^-exponent. */
typedef struct scaling {
    uint64_t mantissa;
    bool narrow; /* a power of two: the doubles below it are half as far apart */
    int exponent;
    int shift;
    vox__power power; /* 10^-exponent, rounded up */
} scaling;

static scaling scaling_of(uint64_t bits) {
    const uint64_t stored = bits & ((UINT64_C(1) << MANTISSA_BITS) - 1);
    const int biased = (int)(bits >> MANTISSA_BITS);
    const uint64_t mantissa = stored | (uint64_t)(biased != 0) << MANTISSA_BITS;
    const int binary = (biased ? biased : 1) - EXPONENT_BIAS;
    const bool narrow = stored == 0 && biased > 1;
    const int exponent = (binary * 315653 - (narrow ? 131008 : 0)) >> 20;
    const int shift = binary + vox__power_exponent(-exponent) + 1;
    vox__power power = vox__power_of_ten(-exponent);
    power.low += 4;
    power.high += power.low < 4;
    return (scaling){mantissa, narrow, exponent, shift, power};
}

/** Returns the shortest decimal, from both ends of the interval. */
static VOX_APART short_decimal shortest_exactly(const scaling *of) {
    const uint64_t fourths = 4 * of->mantissa, odd = of->mantissa & 1;
    const uint64_t value = scale(of->power, fourths << of->shift);
    /* The ends read back as the double if the mantissa is even. */
    const uint64_t lower = scale(of->power, (fourths - 2 + of->narrow) << of->shift) + odd;
    const uint64_t upper = scale(of->power, (fourths + 2) << of->shift) - odd;
    const uint64_t ones = value / 4, tens = value / 40;
    const bool ten_above = 40 * tens + 40 <= upper;
    if (lower <= 40 * tens || ten_above) {
        return (short_decimal){10 * (tens + ten_above), of->exponent};
    }
    const bool one_below = lower <= 4 * ones, one_above = 4 * ones + 4 <= upper;
    const bool is_nearer = value + (ones & 1) > 4 * ones + 2; /* than the one above */
    return (short_decimal){ones + (one_above && (!one_below || is_nearer)), of->exponent};
}

/** Returns the shortest decimal of a double above 0, which may end with zeros. Most decimals are
 *  found from the value and half the length of the interval, which is at least 1/2. The nearest
 *  multiple of 1 is in the interval. The nearest multiple of 10 is in it when its distance is not
 *  larger than this half. The code has no branches, because they would be unpredictable. */
VOX_INLINE short_decimal shortest(uint64_t bits) {
    const scaling of = scaling_of(bits);
    const vox__power value = vox__multiply_power(of.power, of.mantissa << of.shift, NULL);
    const uint64_t tens = value.high / 10;
    /* Distances in units of 2^-60. Errors are smaller than 2 units. */
    const uint64_t half = of.power.high >> (5 - of.shift);
    const uint64_t to_lower = (value.high - 10 * tens) << 60 | value.low >> 4;
    const uint64_t to_upper = (UINT64_C(10) << 60) - to_lower;
    const bool is_close = to_lower - half + 2 <= 4 || to_upper - half + 2 <= 4 ||
                          value.low - (UINT64_C(1) << 63) + 2 <= 4;
    if (VOX_UNLIKELY(of.narrow || is_close)) {
        return shortest_exactly(&of);
    }
    const uint64_t by_tens = 10 * (tens + (to_upper < half));
    const uint64_t by_ones = value.high + (value.low >> 63);
    return (short_decimal
    ){((to_lower < half) | (to_upper < half)) ? by_tens : by_ones, of.exponent};
}

/* --- layout ------------------------------------------------------------------ */

#define MOST_DIGITS 17
#define TEN_TO_8 100000000
#define TEN_TO_16 UINT64_C(10000000000000000)

/** Returns the values of eight digits, the first in the lowest byte: halves, quarters, then all. */
VOX_INLINE uint64_t spread(uint64_t number) {
    const uint64_t halves = number / 10000 | (number % 10000) << 32;
    const uint64_t hundreds = (halves * 10486 >> 20) & UINT64_C(0x0000007F0000007F);
    const uint64_t quarters = hundreds | (halves - 100 * hundreds) << 16;
    const uint64_t tens = (quarters * 103 >> 10) & UINT64_C(0x000F000F000F000F);
    return tens | (quarters - 10 * tens) << 8;
}

/** The digits of a number: the first one, and 16 more, including zeros at the end. */
typedef struct digit_words {
    char first;
    uint64_t next; /* eight bytes, as vox__store takes them */
    uint64_t last;
    int count; /* without zeros at the end */
} digit_words;

/** Returns how many of eight digits precede the zeros at the end; not 0. */
VOX_INLINE int significant(uint64_t values) {
    return 8 - __builtin_clzll(values) / 8;
}

static digit_words split_digits(uint64_t number) {
    const uint64_t front = number / TEN_TO_8;
    const uint64_t next = spread(front % TEN_TO_8), last = spread(number % TEN_TO_8);
    const int count = last ? 9 + significant(last) : next ? 1 + significant(next) : 1;
    return (digit_words){(char)('0' + front / TEN_TO_8), next | VOX_ZEROS, last | VOX_ZEROS, count};
}

/** Writes the eight digits of a word, with a point after the first `count` digits, of which there
 *  are up to seven. */
static void put_with_point(char *text, uint64_t word, int count) {
    const int bits = 8 * count;
    const uint64_t front = word & ((UINT64_C(1) << bits) - 1);
    vox__store(text, front | (uint64_t)'.' << bits | (word ^ front) << 8);
    text[8] = (char)(word >> 56);
}

static void store_digits(char *text, const digit_words *all) {
    text[0] = all->first;
    vox__store(text + 1, all->next);
    vox__store(text + 9, all->last);
}

/** Writes ddd, ddd000 or ddd.ddd with 1 to 21 digits before the point. Returns the length. */
static size_t put_fixed(char *text, const digit_words *all, int whole) {
    store_digits(text, all);
    if (all->count <= whole) {
        memset(text + MOST_DIGITS, '0', 4);
        return (size_t)whole;
    }
    if (whole <= 8) {
        put_with_point(text + 1, all->next, whole - 1);
        vox__store(text + 10, all->last);
    } else {
        put_with_point(text + 9, all->last, whole - 9);
    }
    return (size_t)all->count + 1;
}

/** Writes d.ddde+ddd. */
static size_t put_scientific(char *text, const digit_words *all, int exponent) {
    const unsigned power = (unsigned)(exponent < 0 ? -exponent : exponent);
    store_digits(text + 1, all);
    text[0] = all->first;
    text[1] = '.';
    char *at = text + (all->count > 1 ? all->count + 1 : 1);
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    if (power >= 100) {
        *at++ = (char)('0' + power / 100);
    }
    if (power >= 10) {
        *at++ = (char)('0' + power / 10 % 10);
    }
    *at++ = (char)('0' + power % 10);
    return (size_t)(at - text);
}

size_t vox_number_format(double value, char text[VOX_NUMBER_SIZE]) {
    VOX_ARMOR_GIVEN(text, 0);
    uint64_t bits;
    char *at = text;
    memcpy(&bits, &value, sizeof bits);
    const bool negative = bits >> 63;
    bits &= UINT64_MAX >> 1;
    if (bits >= UINT64_C(0x7FF) << MANTISSA_BITS) {
        text[0] = '\0';
        return 0;
    }
    if (negative) {
        *at++ = '-';
    }
    if (bits == 0) {
        *at++ = '0';
    } else {
        short_decimal number = shortest(bits);
        int exponent = number.exponent + MOST_DIGITS - 1; /* of the first digit */
        /* Every other number lacks one digit. Only subnormals lack more. */
        const bool is_short = number.digits < TEN_TO_16;
        number.digits *= is_short ? 10 : 1;
        exponent -= is_short;
        for (; VOX_UNLIKELY(number.digits < TEN_TO_16); exponent--) {
            number.digits *= 10;
        }
        const digit_words all = split_digits(number.digits);
        if (exponent >= 0 && exponent <= 20) {
            at += put_fixed(at, &all, exponent + 1);
        } else if (exponent < 0 && exponent >= -6) {
            vox__store(at, VOX_ZEROS);
            at[1] = '.';
            store_digits(at + 1 - exponent, &all);
            at += 1 - exponent + all.count;
        } else {
            at += put_scientific(at, &all, exponent);
        }
    }
    *at = '\0';
    return (size_t)(at - text);
}
