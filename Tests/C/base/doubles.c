/* SPDX-License-Identifier: MIT */
/** Reading and writing doubles. The tests compare every bit with the result of the C library.
 *  Its printf is exact to any number of digits, so halfway cases can be written in full. */
#include "document.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool same_double(double left, double right) {
    return memcmp(&left, &right, sizeof left) == 0;
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static size_t rounds(size_t whole) {
    return check_quick() ? whole / 50 : whole;
}

/* --- reading ---------------------------------------------------------------------- */

/** Returns true when a status and a value are as expected: `expected` if the number is in range,
 *  else VOX_ERROR_RANGE and the value 7 from before the call. */
static bool is_expected(vox_status status, double value, double expected, bool in_range) {
    return in_range ? status == VOX_OK && same_double(value, expected)
                    : status == VOX_ERROR_RANGE && same_double(value, 7);
}

/** Reads a number with and without a sign, as a text and in a document, where other text
 *  follows. Compares the results with strtod. */
static bool check_read(const char *text) {
    char document[4096];
    const size_t length = strlen(text);
    const double expected = strtod(text, NULL);
    const bool is_zero = strcspn(text, "123456789") >= strcspn(text, "eE");
    const bool in_range = isfinite(expected) && (expected != 0 || is_zero);
    const int size = snprintf(document, sizeof document, "[-%s,%s]", text, text);
    vox_options options = document_options();
    vox_tree *tree = NULL;
    bool good = vox_tree_parse(document, (size_t)size, &options, &tree, NULL) == VOX_OK;
    const vox_node *node = good ? vox_node_first(tree, vox_tree_root(tree)) : NULL;
    for (int sign = -1; sign <= 1 && good; sign += 2) {
        double value = 7, found = 7;
        const vox_string number = {document + (sign < 0 ? 1 : length + 3), length + (sign < 0)};
        const vox_status read = vox_number_double(number, &value);
        const vox_status status = vox_node_double(tree, node, &found);
        good = is_expected(read, value, sign * expected, in_range) &&
               is_expected(status, found, sign * expected, in_range);
        node = vox_node_next(tree, node);
    }
    vox_tree_free(tree);
    if (!good) {
        check_note("not read as strtod does: %s", text);
        CHECK(good);
    }
    return good;
}

/** Random digits, with or without a point and an exponent. */
static void random_texts(void) {
    uint64_t seed = 20;
    for (size_t round = 0; round < rounds(1000000); round++) {
        char text[64];
        size_t length = 0, digits = random_below(&seed, round % 8 ? 19 : 40) + 1;
        size_t point = random_below(&seed, 2 * digits);
        for (size_t digit = 0; digit < digits; digit++) {
            text[length++] = (char)('0' + random_below(&seed, 10));
            length -= length == 2 && point > 0 && text[0] == '0'; /* no leading zero */
            if (digit == point) {
                text[length++] = '.';
            }
        }
        length += text[length - 1] == '.' ? (size_t)snprintf(text + length, 2, "0") : 0;
        text[length] = '\0';
        if (round % 3) {
            int exponent = (int)random_below(&seed, round % 2 ? 40 : 720) - (round % 2 ? 20 : 360);
            snprintf(text + length, sizeof text - length, round % 5 ? "e%d" : "E%+d", exponent);
        }
        check_read(text);
    }
}

/** Every power of ten in the range of doubles, and some beyond, times one to nineteen digits. */
static void powers_of_ten(void) {
    static const char *const digits[] = {
        "1",
        "2",
        "3",
        "5",
        "7",
        "9",
        "15",
        "99",
        "123456789012345678",
        "1000000000000000000",
        "9999999999999999999",
        "9007199254740993",
        "17976931348623157",
        "17976931348623158",
        "4940656458412465",
        "22250738585072014",
        "22250738585072011",
        "18446744073709551615",
        "18446744073709551616",
        "9223372036854775807",
    };
    for (int exponent = -400; exponent <= 400; exponent++) {
        for (size_t row = 0; row < COUNT(digits); row++) {
            char text[64];
            snprintf(text, sizeof text, "%se%d", digits[row], exponent);
            check_read(text);
            snprintf(text, sizeof text, "0.000%se%d", digits[row], exponent);
            check_read(text);
        }
    }
}

/** Adds one to the last digit before the exponent, or subtracts one. Returns false when the
 *  result would need one more digit. */
static bool nudge(char *text, bool up) {
    for (char *at = strchr(text, 'e'); at-- > text;) {
        if (*at >= '0' && *at <= '9' && *at != (up ? '9' : '0')) {
            *at = (char)(*at + (up ? 1 : -1));
            return true;
        }
        *at = *at == '.' ? '.' : up ? '0' : '9';
    }
    return false;
}

/** Checks a text that ends in an exponent, with more digits inserted before the exponent. */
static void check_with(const char *text, const char *more) {
    char longer[2048];
    const int digits = (int)strcspn(text, "e");
    snprintf(longer, sizeof longer, "%.*s%s%s", digits, text, more, text + digits);
    check_read(longer);
}

/** Checks the middle between mantissa × 2^exponent and the next double: the exact middle, the
 *  middle rounded to fewer digits, and numbers slightly below and above it. */
static void check_middle(uint64_t mantissa, int exponent, uint64_t *seed) {
    char text[1200];
    const long double middle = ldexpl((long double)(2 * mantissa + 1), exponent - 1);
    snprintf(text, sizeof text, "%.800Le", middle);
    /* Remove trailing zeros, which would hide the last digit from nudge(). */
    char *end = strchr(text, 'e'), *last = end;
    while (last[-1] == '0') {
        last--;
    }
    last += last[-1] == '.';
    memmove(last, end, strlen(end) + 1);
    check_read(text);
    check_with(text, "1");
    check_with(text, "000000000000000000000000000000000000000000000000000000001");
    char nudged[1200];
    for (int up = 0; up < 2; up++) {
        memcpy(nudged, text, sizeof text);
        if (nudge(nudged, up)) {
            check_read(nudged);
            check_with(nudged, "99999999999999999999");
        }
    }
    /* Fewer digits: the algorithms differ between 15 and 40 digits. */
    snprintf(nudged, sizeof nudged, "%.*Le", (int)random_below(seed, 26) + 14, middle);
    check_read(nudged);
}

static void halfway_cases(void) {
    uint64_t seed = 7;
    const uint64_t implied = UINT64_C(1) << 52;
    if (LDBL_MANT_DIG < 54) {
        check_skip("no floating-point type holds the middle between two doubles");
        return;
    }
    for (int exponent = -1074; exponent <= 971; exponent += check_quick() ? 41 : 1) {
        check_middle(implied, exponent, &seed);
        check_middle(2 * implied - 1, exponent, &seed);
        for (int round = 0; round < 4; round++) {
            check_middle(implied | random_next(&seed) >> 12, exponent, &seed);
        }
    }
    for (size_t round = 0; round < rounds(2000); round++) {
        check_middle(random_next(&seed) >> (12 + random_below(&seed, 52)), -1074, &seed);
    }
    check_middle(0, -1074, &seed);
    check_middle(implied - 1, -1074, &seed);

    for (size_t round = 0; round < rounds(20000); round++) {
        uint64_t odd = (random_next(&seed) >> 11) | implied << 1 | 1;
        int shift = (int)random_below(&seed, 12);
        char text[64];
        snprintf(text, sizeof text, "%.*Lf", shift, ldexpl((long double)odd, -shift));
        check_read(text);
    }
}

/** Very long digits, with exponents. */
static void long_texts(void) {
    static const char *const exponents[] = {
        "0",
        "5",
        "-5",
        "-1500",
        "-1823",
        "-1824",
        "-1174",
        "-1175",
        "1000",
        "-999999999",
        "999999999",
        "-9223372036854775808",
        "9223372036854775807",
        "18446744073709551616",
        "-99999999999999999999999999",
        "99999999999999999999999999",
        "-0000000000000000000000001",
    };
    static const char *const fronts[] = {"0.", "", "1", "9", "0.1", "12345678901234567890."};
    for (size_t zeros = 0; zeros <= 1500; zeros += check_quick() ? 375 : 25) {
        for (size_t row = 0; row < COUNT(fronts) * COUNT(exponents); row++) {
            char text[2000];
            const char *front = fronts[row / COUNT(exponents)];
            int length = snprintf(text, sizeof text, "%s", front);
            memset(text + length, '0', zeros);
            length += (int)zeros;
            snprintf(
                text + length, sizeof text - (size_t)length, "%s%se%s", *front ? "" : "9",
                row % 2 || !*front ? "" : "123", exponents[row % COUNT(exponents)]
            );
            if (vox_number_valid(vox_string_from_c(text))) {
                check_read(text);
            }
        }
    }
}

/** Reads a number of `size` bytes just above a halfway case, as a text and as a document.
 *  Returns the steps. */
static uint64_t read_long(size_t size) {
    char *text = malloc(size);
    memset(text, '0', size);
    memcpy(text, "9007199254740993.", 17);
    text[size - 1] = '1';
    double value = 0;
    uint64_t start = steps_counted();
    CHECK_OK(vox_number_double((vox_string){text, size}, &value));
    CHECK(same_double(value, 9007199254740994.0));
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(text, size, NULL, &tree, NULL));
    CHECK_OK(vox_node_double(tree, vox_tree_root(tree), &value));
    CHECK(same_double(value, 9007199254740994.0));
    vox_tree_free(tree);
    free(text);
    return steps_counted() - start;
}

static void long_texts_take_linear_time(void) {
    steps_check_linear("read digits", read_long, 200000);
}

/* --- writing ---------------------------------------------------------------------- */

/** Copies the digits without sign, point, exponent, leading and trailing zeros. "Shortest"
 *  refers to these digits. Returns their number. */
static size_t significant(const char *text, char digits[64]) {
    size_t count = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0') && count < 63) {
            digits[count++] = *text;
        }
    }
    while (count > 0 && digits[count - 1] == '0') {
        count--;
    }
    digits[count] = '\0';
    return count;
}

/** Finds the nearest text with `count` digits that reads back as the value; returns false when
 *  there is no such text. Above a power of two, doubles are twice as far apart as below it.
 *  There, the next higher text may read back even if the nearest does not. */
static bool nearest_text(double value, size_t count, char text[64]) {
    int exponent;
    snprintf(text, 64, "%.*e", (int)count - 1, value);
    return same_double(strtod(text, NULL), value) ||
           (frexp(value, &exponent) == 0.5 && nudge(text, true) &&
            same_double(strtod(text, NULL), value));
}

/** Checks the text that is written for a double above 0. It must read back as the same double.
 *  No shorter text may read back, and no text of the same length may be nearer. */
static void check_written(double value) {
    char text[VOX_NUMBER_SIZE], negative[VOX_NUMBER_SIZE], other[64], ours[64], nearest[64];
    size_t length = vox_number_format(value, text);
    double back = 0;
    bool good = length > 0 && length < VOX_NUMBER_SIZE && text[length] == '\0' &&
                vox_number_double((vox_string){text, length}, &back) == VOX_OK &&
                same_double(back, value) && same_double(strtod(text, NULL), value) &&
                vox_number_format(-value, negative) == length + 1 && negative[0] == '-' &&
                memcmp(negative + 1, text, length + 1) == 0;
    size_t count = significant(text, ours);
    good = good && (count == 1 || !nearest_text(value, count - 1, other)) &&
           nearest_text(value, count, nearest);
    significant(nearest, other);
    good = good && strcmp(ours, other) == 0;
    if (!good) {
        check_note("not the shortest text: %a, %s", value, text);
        CHECK(good);
    }
}

static void random_doubles(void) {
    uint64_t seed = 2026;
    for (size_t round = 0; round < rounds(300000); round++) {
        double value = fabs(from_bits(random_next(&seed)));
        if (isfinite(value) && value > 0) {
            check_written(value);
        }
        /* Numbers as people write them: few digits with small exponents, and integers. */
        char text[64];
        snprintf(
            text, sizeof text, "%zu.%zue%d", random_below(&seed, 1000), random_below(&seed, 100000),
            (int)random_below(&seed, 40) - 20
        );
        value = strtod(text, NULL);
        check_read(text);
        if (value > 0) {
            check_written(value);
        }
        check_written((double)(int64_t)(random_next(&seed) >> (random_below(&seed, 63) + 1) | 1));
        check_written(from_bits((random_next(&seed) >> (12 + random_below(&seed, 52))) + 1));
    }
}

static void powers(void) {
    for (int exponent = -1074; exponent < 1024; exponent++) {
        const double power = ldexp(1.0, exponent);
        check_written(power);
        check_written(nextafter(power, INFINITY));
        check_written(exponent > -1074 ? nextafter(power, 0) : power); /* DBL_MIN, too */
        for (double times = 3; times < 20 && exponent < 1019; times += 2) {
            check_written(power * times);
        }
    }
    for (int exponent = -323; exponent <= 308; exponent++) {
        for (int digit = 1; digit <= 9; digit++) {
            char text[32];
            snprintf(text, sizeof text, "%de%d", digit, exponent);
            double value = strtod(text, NULL);
            if (isfinite(value)) {
                check_written(value);
                check_written(nextafter(value, 0) > 0 ? nextafter(value, 0) : value);
                check_written(nextafter(value, 1));
            }
        }
    }
    check_written(DBL_MAX);
}

/** The core uses no floating-point arithmetic for doubles, so the rounding mode changes nothing. */
static void rounding_modes(void) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static const char *const texts[] = {
        "0.1", "1.1e-5", "65.613616999999977", "9007199254740993", "3e22", "1e-7",
    };
    for (size_t round = 0; round < COUNT(modes) * COUNT(texts); round++) {
        const char *text = texts[round % COUNT(texts)];
        const double expected = strtod(text, NULL);
        double value = 0;
        char written[VOX_NUMBER_SIZE];
        fesetround(modes[round / COUNT(texts)]);
        vox_status status = vox_number_double(vox_string_from_c(text), &value);
        size_t length = vox_number_format(expected, written);
        fesetround(FE_TONEAREST);
        CHECK_OK(status);
        CHECK(same_double(value, expected));
        CHECK(length > 0 && same_double(strtod(written, NULL), expected));
    }
}

const check_test doubles_tests[] = {
    CHECK_TEST(random_texts),
    CHECK_TEST(powers_of_ten),
    CHECK_TEST(halfway_cases),
    CHECK_TEST(long_texts),
    CHECK_TEST(long_texts_take_linear_time),
    CHECK_TEST(random_doubles),
    CHECK_TEST(powers),
    CHECK_TEST(rounding_modes),
    CHECK_END,
};
