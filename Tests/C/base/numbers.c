/* SPDX-License-Identifier: MIT */
/** vox_number_*: which texts are numbers, which integers they denote, and how doubles are
 *  written. The results are compared with the C library in the "C" locale. doubles.c checks
 *  every bit of doubles. */
#include "document.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

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

/** Checks a text that is followed by bytes which could continue the number. Only `length` says
 *  where the number ends. */
static void check_validity(vox_string text, bool valid) {
    static const char *const behind[] = {"5", "e5", ".5", "+1"};
    for (size_t row = 0; row < COUNT(behind); row++) {
        char bytes[64];
        int64_t integer = 7;
        uint64_t natural = 7;
        double real = 7;
        memcpy(bytes, text.bytes, text.length);
        snprintf(bytes + text.length, sizeof bytes - text.length, "%s", behind[row]);
        vox_string cut = {bytes, text.length};
        CHECK(vox_number_valid(cut) == valid);
        if (!valid) {
            CHECK_STATUS(vox_number_int64(cut, &integer), VOX_ERROR_NUMBER);
            CHECK_STATUS(vox_number_uint64(cut, &natural), VOX_ERROR_NUMBER);
            CHECK_STATUS(vox_number_double(cut, &real), VOX_ERROR_NUMBER);
            CHECK(integer == 7 && natural == 7 && same_double(real, 7));
        }
    }
}

static void validity(void) {
    static const char *const valid[] = {
        "0",
        "-0",
        "10",
        "0.0",
        "-0.5",
        "1e1",
        "1E+1",
        "1e-01",
        "0e0",
        "123456789012345678901234567890",
        "9.99e999999999999999999999",
    };
    for (size_t index = 0; index < COUNT(valid); index++) {
        check_note("%s", valid[index]);
        check_validity(vox_string_from_c(valid[index]), true);
    }
    static const vox_string invalid[] = {
        {"", 0},    {"-", 1},    {"+1", 2},           {"01", 2},  {"-01", 3},       {".5", 2},
        {"1.", 2},  {"1.e1", 4}, {"1e", 2},           {"1e+", 3}, {"1 ", 2},        {" 1", 2},
        {"1\0", 2}, {"0x1", 3},  {"1,5", 3},          {"NaN", 3}, {"-Infinity", 9}, {"1e1.5", 5},
        {"--1", 3}, {"1_0", 3},  {"\xEF\xBC\x91", 3}, {"1\n", 2},
    };
    for (size_t index = 0; index < COUNT(invalid); index++) {
        check_note("row %zu: %.*s", index, (int)invalid[index].length, invalid[index].bytes);
        check_validity(invalid[index], false);
    }
}

/** Numbers in a document are read eight digits at a time, unlike numbers in a text. The test
 *  uses numbers of all lengths, in a copy and at the end of the text. */
static void numbers_in_documents(void) {
    uint64_t seed = 5;
    static const char digits[] = "0123456789012345678901234567890.eE+-/:";
    for (int round = 0; round < (check_quick() ? 4000 : 100000); round++) {
        char text[32];
        vox_string number = {text, random_below(&seed, 24) + 1};
        size_t kinds = round % 4 ? 10 : sizeof digits - 1;
        for (size_t at = 0; at < number.length; at++) {
            text[at] = digits[random_below(&seed, kinds)];
        }
        if (round % 3 == 0) {
            text[0] = '-';
        }
        if (!vox_number_valid(number)) {
            continue;
        }
        check_note("%.*s", (int)number.length, text);
        for (int borrow = 0; borrow < 2; borrow++) {
            char *exact = malloc(number.length);
            memcpy(exact, text, number.length);
            vox_options options = document_options();
            options.borrow = borrow;
            vox_tree *tree = NULL;
            CHECK_OK(vox_tree_parse(exact, number.length, &options, &tree, NULL));
            int64_t expected = 7, actual = 7;
            vox_status status = vox_number_int64(number, &expected);
            CHECK_STATUS(vox_node_int64(tree, vox_tree_root(tree), &actual), status);
            CHECK(actual == expected);
            /* The same number as text that was written into the tree. */
            CHECK_OK(vox_node_set(tree, vox_tree_root(tree), vox_value_array()));
            vox_node *element = NULL;
            CHECK_OK(vox_array_append(tree, vox_tree_root(tree), vox_value_number(number), &element)
            );
            actual = 7;
            CHECK_STATUS(vox_node_int64(tree, element, &actual), status);
            CHECK(actual == expected);
            vox_tree_free(tree);
            free(exact);
        }
    }
}

static void equal_values(void) {
    static const struct {
        const char *left, *right;
        bool equal;
    } rows[] = {
        {"0", "-0", true},
        {"0", "0e99999999999999999999", true},
        {"0.00", "-0e-5", true},
        {"1", "1.0", true},
        {"1", "10e-1", true},
        {"1", "0.1e1", true},
        {"1", "1.00000e0", true},
        {"1", "-1", false},
        {"1", "1.0000000000000000000000000000000000001", false},
        {"100", "1e2", true},
        {"100", "1e3", false},
        {"0.001", "1e-3", true},
        {"123.456e5", "12345600", true},
        {"123.456e5", "12345600.1", false},
        {"1e400", "10e399", true},
        {"1e400", "1e401", false},
        {"-1e-400", "-0.1e-399", true},
        {"1e99999999999999999999", "1e99999999999999999998", false},
        /* Numbers with exponents of more than 16 digits are equal only if their text is the same
         * (number.h). */
        {"1e99999999999999999999", "1e99999999999999999999", true},
        {"1e99999999999999999999", "10e99999999999999999998", false},
        {"1e9999999999999999", "10e9999999999999998", true},
        {"1e9999999999999999", "1e9999999999999998", false},
        {"1e18446744073709551616", "1", false},
        {"1e4294967296", "1", false},
        {"1e-18446744073709551616", "1", false},
        {"1e9223372036854775808", "1e-9223372036854775808", false},
        {"1e0000000000000000000000000000000000001", "10", true},
        {"9007199254740993", "9007199254740992", false},
        {"0.1", "0.1000000000000000055511151231257827", false},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_string left = vox_string_from_c(rows[index].left);
        vox_string right = vox_string_from_c(rows[index].right);
        check_note("%s and %s", rows[index].left, rows[index].right);
        CHECK(vox_number_equal(left, right) == rows[index].equal);
        CHECK(vox_number_equal(right, left) == rows[index].equal);
        CHECK(vox_number_equal(left, left));
    }
}

/** RFC 8785 appendix B, except that -0 keeps its sign here. */
static void standard_vectors(void) {
    static const struct {
        uint64_t bits;
        const char *text;
    } rows[] = {
        {0x0000000000000000, "0"},
        {0x8000000000000000, "-0"},
        {0x0000000000000001, "5e-324"},
        {0x8000000000000001, "-5e-324"},
        {0x7fefffffffffffff, "1.7976931348623157e+308"},
        {0xffefffffffffffff, "-1.7976931348623157e+308"},
        {0x4340000000000000, "9007199254740992"},
        {0xc340000000000000, "-9007199254740992"},
        {0x4430000000000000, "295147905179352830000"},
        {0x7fffffffffffffff, ""},
        {0x7ff0000000000000, ""},
        {0xfff0000000000000, ""},
        {0x44b52d02c7e14af5, "9.999999999999997e+22"},
        {0x44b52d02c7e14af6, "1e+23"},
        {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
        {0x444b1ae4d6e2ef4e, "999999999999999700000"},
        {0x444b1ae4d6e2ef4f, "999999999999999900000"},
        {0x444b1ae4d6e2ef50, "1e+21"},
        {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
        {0x3eb0c6f7a0b5ed8d, "0.000001"},
        {0x41b3de4355555553, "333333333.3333332"},
        {0x41b3de4355555554, "333333333.33333325"},
        {0x41b3de4355555555, "333333333.3333333"},
        {0x41b3de4355555556, "333333333.3333334"},
        {0x41b3de4355555557, "333333333.33333343"},
        {0xbecbf647612f3696, "-0.0000033333333333333333"},
        {0x43143ff3c1cb0959, "1424953923781206.2"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        char text[VOX_NUMBER_SIZE];
        memset(text, '!', sizeof text);
        check_note("row %zu: %s", index, rows[index].text);
        size_t length = vox_number_format(from_bits(rows[index].bits), text);
        CHECK_TEXT(((vox_string){text, length}), rows[index].text);
        CHECK(text[length] == '\0');
    }
}

static void integers_against_the_c_library(void) {
    uint64_t seed = 99;
    for (size_t index = 0; index < 5000; index++) {
        int64_t expected = (int64_t)(random_next(&seed) >> random_below(&seed, 64));
        expected = index % 2 ? -expected : expected;
        char text[64];
        int64_t value = 0;
        snprintf(text, sizeof text, index % 3 ? "%lld" : "%lld.000", (long long)expected);
        check_note("%s", text);
        CHECK_OK(vox_number_int64(vox_string_from_c(text), &value));
        CHECK(value == expected);
        snprintf(text, sizeof text, "%lld.00e0", (long long)expected);
        CHECK_OK(vox_number_int64(vox_string_from_c(text), &value));
        CHECK(value == expected);
        if (expected == 0) {
            continue; /* 000e-2 is not a number */
        }
        snprintf(text, sizeof text, "%lld00e-2", (long long)expected);
        CHECK_OK(vox_number_int64(vox_string_from_c(text), &value));
        CHECK(value == expected);
    }
}

static void limits_of_integers(void) {
    static const struct {
        const char *text;
        vox_status as_signed, as_unsigned;
    } rows[] = {
        {"9223372036854775807", VOX_OK, VOX_OK},
        {"9223372036854775807.00", VOX_OK, VOX_OK},
        {"922337203685477580.7e1", VOX_OK, VOX_OK},
        {"9223372036854775808", VOX_ERROR_RANGE, VOX_OK},
        {"-9223372036854775808", VOX_OK, VOX_ERROR_RANGE},
        {"-9223372036854775809", VOX_ERROR_RANGE, VOX_ERROR_RANGE},
        {"18446744073709551615", VOX_ERROR_RANGE, VOX_OK},
        {"1844674407370955161.5e1", VOX_ERROR_RANGE, VOX_OK},
        {"18446744073709551616", VOX_ERROR_RANGE, VOX_ERROR_RANGE},
        {"99999999999999999999", VOX_ERROR_RANGE, VOX_ERROR_RANGE},
        {"-1", VOX_OK, VOX_ERROR_RANGE},
        {"1e-99999999999999999999", VOX_ERROR_KIND, VOX_ERROR_KIND},
        {"1e99999999999999999999", VOX_ERROR_RANGE, VOX_ERROR_RANGE},
        {"0e99999999999999999999", VOX_OK, VOX_OK},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        const vox_string text = vox_string_from_c(rows[row].text);
        int64_t integer = 7;
        uint64_t natural = 7;
        check_note("%s", rows[row].text);
        CHECK_STATUS(vox_number_int64(text, &integer), rows[row].as_signed);
        CHECK_STATUS(vox_number_uint64(text, &natural), rows[row].as_unsigned);
        CHECK(rows[row].as_signed == VOX_OK || integer == 7);
        CHECK(rows[row].as_unsigned == VOX_OK || natural == 7);
        char written[VOX_NUMBER_SIZE];
        vox_tree *tree = document_from_c("[]");
        vox_node *made = NULL, *root = vox_tree_root(tree);
        const vox_value values[] = {vox_value_int64(integer), vox_value_uint64(natural)};
        for (int unsigned_one = 0; unsigned_one < 2; unsigned_one++) {
            CHECK_OK(vox_array_append(tree, root, values[unsigned_one], &made));
            snprintf(
                written, sizeof written, unsigned_one ? "%llu" : "%lld",
                unsigned_one ? (long long)natural : (long long)integer
            );
            CHECK_TEXT(vox_node_text(tree, made), written);
        }
        vox_tree_free(tree);
    }
}

/** Common integers take a few steps for each digit, and fewer steps than other numbers. */
static void short_integers_take_few_steps(void) {
    int64_t value = 0;
    for (size_t length = 1; length <= 18; length++) {
        const vox_string text = {"-123456789123456789.0", length + 1};
        uint64_t start = steps_counted();
        CHECK_OK(vox_number_int64(text, &value));
        uint64_t steps = steps_counted() - start;
        check_note("%zu digits: %zu steps", length, (size_t)steps);
        CHECK(steps <= 20 + 3 * length);
    }
}

/** The byte behind an empty text is not readable. */
static void empty_texts(void) {
    char *byte = malloc(1);
    const vox_string empty = {byte + 1, 0};
    double value = 7;
    CHECK(!vox_number_valid(empty));
    CHECK_STATUS(vox_number_double(empty, &value), VOX_ERROR_NUMBER);
    free(byte);
}

const check_test numbers_tests[] = {
    CHECK_TEST(empty_texts),
    CHECK_TEST(validity),
    CHECK_TEST(numbers_in_documents),
    CHECK_TEST(equal_values),
    CHECK_TEST(standard_vectors),
    CHECK_TEST(integers_against_the_c_library),
    CHECK_TEST(limits_of_integers),
    CHECK_TEST(short_integers_take_few_steps),
    CHECK_END,
};
