/* SPDX-License-Identifier: MIT */
/** Numbers in the sorted style. RFC 8785 uses the layout of ECMAScript for doubles:
 *
 *      at most 21 digits before the point          123, 100000000000000000000, 1.5
 *      at most 6 zeros after it                    0.000001
 *      other numbers                               1e+21, 1.5e-7
 *
 *  A number that a double cannot hold has the same layout, with all its digits: it is not
 *  rounded, and equal numbers have the same text. */
#include "base/number_text.h"
#include "write/write.h"

#define MOST_WHOLE 21
#define MOST_ZEROS 5 /* after the point: the sixth position has a digit */

/** Writes the digits, with a point after `whole` digits if more follow. */
static char *put_decimal_digits(
    vox__output *output, char *at, const vox__decimal *number, int64_t whole
) {
    size_t offset = number->first;
    for (size_t count = 0; count < number->count; count++) {
        if ((int64_t)count == whole) {
            at = vox__byte_at(output, at, '.');
        }
        at = vox__byte_at(output, at, (char)('0' + vox__decimal_digit(number, &offset)));
    }
    return at;
}

static char *put_zeros(vox__output *output, char *at, int64_t count) {
    for (; count > 0; count--) {
        at = vox__byte_at(output, at, '0');
    }
    return at;
}

static char *put_decimal_scientific(
    vox__output *output, char *at, const vox__decimal *number, int64_t exponent
) {
    char digits[VOX_NUMBER_SIZE];
    const bool is_small = exponent < 0;
    const vox_string text = vox__integer_text(digits, is_small, (uint64_t)exponent);
    at = put_decimal_digits(output, at, number, 1);
    at = vox__byte_at(output, at, 'e');
    if (!is_small) {
        at = vox__byte_at(output, at, '+');
    }
    return vox__put_at(output, at, text.bytes, text.length);
}

/** Writes all digits of a number that is not 0. */
static VOX_APART char *put_all_digits(vox__output *output, char *at, const vox__decimal *number) {
    const int64_t whole = number->exponent + (int64_t)number->count; /* before the point */
    if (number->negative) {
        at = vox__byte_at(output, at, '-');
    }
    if (whole > MOST_WHOLE || whole < -MOST_ZEROS) {
        return put_decimal_scientific(output, at, number, whole - 1);
    }
    if (whole <= 0) {
        at = vox__byte_at(output, at, '0');
        at = vox__byte_at(output, at, '.');
        at = put_zeros(output, at, -whole);
    }
    at = put_decimal_digits(output, at, number, whole > 0 ? whole : -1);
    return put_zeros(output, at, number->exponent);
}

char *vox__put_canonical_number(vox__output *output, char *at, vox_string text) {
    vox__decimal number;
    at = vox__room(output, at, VOX_NUMBER_SIZE);
    const size_t length = vox__number_canonical(text, at);
    if (VOX_LIKELY(length)) {
        return at + length;
    }
    if (!vox__decimal_split(text, &number) || vox__decimal_beyond(&number)) {
        return vox__put_at(output, at, text.bytes, text.length);
    }
    return put_all_digits(output, at, &number);
}
