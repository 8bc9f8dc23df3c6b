/* SPDX-License-Identifier: MIT */
/** The text of a double: the fewest digits that read back, as ECMAScript lays them
 *  out. Other half: number.c, which reads them back. */
#include "base/base.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/** True when digits × 10^(power - count + 1) reads back as `value`. */
static bool reads_back(const char *digits, int count, int power, double value) {
    char text[64];
    double back = 0;
    int length = snprintf(text, sizeof text, "%.*se%d", count, digits, power - count + 1);
    return vox_number_double(vox__string(text, (size_t)length), &back) == VOX_OK && back == value;
}

/** Adds one to the last digit; false when that would need one more digit. */
static bool increment(char *digits, int count) {
    for (int index = count - 1; index >= 0; index--) {
        if (digits[index] != '9') {
            digits[index]++;
            return true;
        }
        digits[index] = '0';
    }
    return false;
}

/** The nearest `precision` digits; returns the power of ten of the first. */
static int nearest_digits(double value, int precision, char digits[20]) {
    char text[64];
    int count = 0;
    (void)snprintf(text, sizeof text, "%.*e", precision - 1, value);
    /* The radix character depends on the locale; everything else does not. */
    const char *exponent = strchr(text, 'e');
    for (const char *at = text; at < exponent; at++) {
        if (*at >= '0' && *at <= '9' && count < precision) {
            digits[count++] = *at;
        }
    }
    return (int)strtol(exponent + 1, NULL, 10);
}

/** The fewest digits that read back as `value` > 0, of those the nearest;
 *  returns how many, and the power of ten of the first. */
static int shortest_digits(double value, char digits[20], int *power) {
    int exponent;
    bool is_power_of_two = frexp(value, &exponent) == 0.5;
    /* Any 15 digits survive a normal double, so fewer need not be tried there. */
    int count = value < DBL_MIN ? 1 : 15;
    for (; count < 17; count++) {
        *power = nearest_digits(value, count, digits);
        if (reads_back(digits, count, *power, value)) {
            break;
        }
        /* Above a power of two the doubles lie twice as far apart as below, so
         * digits that are not the nearest may read back too. */
        if (is_power_of_two && increment(digits, count) &&
            reads_back(digits, count, *power, value)) {
            break;
        }
    }
    if (count == 17) {
        *power = nearest_digits(value, count, digits);
    }
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    return count;
}

/** Appends `count` digits, with zeros where `digits` has none. */
static size_t put_digits(char *text, const char *digits, int have, int from, int count) {
    for (int index = 0; index < count; index++) {
        text[index] = from + index < have ? digits[from + index] : '0';
    }
    return count > 0 ? (size_t)count : 0;
}

size_t vox_number_format(double value, char text[VOX_NUMBER_SIZE]) {
    size_t length = 0;
    char digits[20];
    int power = 0;
    if (!isfinite(value)) {
        text[0] = '\0';
        return 0;
    }
    if (signbit(value)) {
        text[length++] = '-';
        value = -value;
    }
    if (value == 0) {
        text[length++] = '0';
        text[length] = '\0';
        return length;
    }
    int count = shortest_digits(value, digits, &power);
    if (power >= 0 && power < 21) {
        /* ddd or ddd.ddd or ddd000 */
        length += put_digits(text + length, digits, count, 0, power + 1);
        if (count > power + 1) {
            text[length++] = '.';
            length += put_digits(text + length, digits, count, power + 1, count - power - 1);
        }
    } else if (power < 0 && power >= -6) {
        text[length++] = '0';
        text[length++] = '.';
        for (int zero = power + 1; zero < 0; zero++) {
            text[length++] = '0';
        }
        length += put_digits(text + length, digits, count, 0, count);
    } else {
        text[length++] = digits[0];
        if (count > 1) {
            text[length++] = '.';
            length += put_digits(text + length, digits, count, 1, count - 1);
        }
        length += (size_t)snprintf(text + length, VOX_NUMBER_SIZE - length, "e%+d", power);
    }
    text[length] = '\0';
    return length;
}
