/* SPDX-License-Identifier: MIT */
/** Halfway cases: compares the text of a number with the middle between two doubles, in integers of
 *  any size.
 *
 *  Both are converted to integers: digits × 10^exponent and odd × 2^unit. A negative power is
 *  multiplied into the other side. A middle has at most 768 digits, so only the first 800 digits of
 *  a longer text matter, and whether other digits follow. This also limits the size of the
 *  integers: numbers that are close to each other have no more bits than 10^801, or than 5^1145
 *  (800 digits down to the smallest double) times 2^54. */
#include "base/base.h"
#include "base/number_text.h"

#define KEPT_DIGITS 800
#define WORDS 88 /* words of 32 bits: 2,816 bits */

/** The lowest word first; the highest is not 0. */
typedef struct big_integer {
    size_t count;
    uint32_t words[WORDS];
} big_integer;

static void multiply_add(big_integer *self, uint32_t factor, uint32_t added) {
    uint64_t carry = added;
    for (size_t index = 0; index < self->count; index++) {
        carry += (uint64_t)self->words[index] * factor;
        self->words[index] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        self->words[self->count++] = (uint32_t)carry;
    }
}

static void multiply_by_five(big_integer *self, int64_t times) {
    uint32_t factor = 1;
    for (; times >= 13; times -= 13) {
        multiply_add(self, 1220703125, 0); /* 5^13 */
    }
    for (; times > 0; times--) {
        factor *= 5;
    }
    multiply_add(self, factor, 0);
}

static void shift_left(big_integer *self, size_t bits) {
    const size_t words = bits / 32;
    multiply_add(self, UINT32_C(1) << bits % 32, 0);
    memmove(self->words + words, self->words, self->count * sizeof *self->words);
    memset(self->words, 0, words * sizeof *self->words);
    self->count += words;
}

static int compare_integers(const big_integer *left, const big_integer *right) {
    if (left->count != right->count) {
        return left->count < right->count ? -1 : 1;
    }
    for (size_t index = left->count; index-- > 0;) {
        if (left->words[index] != right->words[index]) {
            return left->words[index] < right->words[index] ? -1 : 1;
        }
    }
    return 0;
}

/** Reads the digits of a text as an integer. Returns the power of ten to multiply it by, without
 *  the exponent after 'e'. */
static int64_t take_digits(big_integer *self, const vox__number_parts *parts) {
    int64_t exponent = 0;
    size_t count = 0;
    uint32_t digits = 0, factor = 1; /* up to nine digits at a time */
    bool more = false;
    for (const char *at = parts->whole; at < parts->fraction; at++) {
        if (at == parts->point) {
            continue;
        }
        if (count == KEPT_DIGITS) {
            exponent += at < parts->point;
            more |= *at != '0';
            continue;
        }
        count += count || *at != '0';
        exponent -= at > parts->point;
        digits = digits * 10 + (uint32_t)(*at - '0');
        factor *= 10;
        if (factor == 1000000000) {
            multiply_add(self, factor, digits);
            digits = 0;
            factor = 1;
        }
    }
    multiply_add(self, factor, digits);
    if (more) {
        /* Any digit works, because no middle has so many digits. */
        multiply_add(self, 10, 1);
        exponent--;
    }
    return exponent;
}

int vox__number_compare(const vox__number_parts *parts, int64_t exponent, uint64_t odd, int unit) {
    big_integer text = {0, {0}};
    /* The high word may be 0 only if a multiplication by a power of five follows. */
    big_integer middle = {2, {(uint32_t)odd, (uint32_t)(odd >> 32)}};
    exponent += take_digits(&text, parts);
    multiply_by_five(exponent < 0 ? &middle : &text, exponent < 0 ? -exponent : exponent);
    /* Only one side gets the remaining powers of two. */
    const int64_t shift = exponent - unit;
    shift_left(shift < 0 ? &middle : &text, (size_t)(shift < 0 ? -shift : shift));
    return compare_integers(&text, &middle);
}
