/* SPDX-License-Identifier: MIT */
/** The canonical style: RFC 8785, and all digits of a number that a double cannot hold. */
#include "document.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>

static void check_sorted(const char *source, const char *expected) {
    check_note("%s", source);
    vox_tree *tree = document_from_c(source);
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_SORTED, expected);
    vox_tree_free(tree);
    check_note(NULL);
}

/** The examples of RFC 8785, sections 3.2.2 and 3.2.3. */
static void the_standard(void) {
    check_sorted(
        "{\"numbers\":[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],"
        "\"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\","
        "\"literals\": [null, true, false]}",
        "{\"literals\":[null,true,false],"
        "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
        "\"string\":\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"
    );
    /* Names are sorted by UTF-16 code units, so the surrogate pair of U+1F600 comes before
     * U+FB33. */
    check_sorted(
        "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,"
        "\"\\u00f6\":7}",
        "{\"\\r\":2,\"1\":4,\"\xC2\x80\":6,\"\xC3\xB6\":7,\"\xE2\x82\xAC\":1,"
        "\"\xF0\x9F\x98\x80\":5,\"\xEF\xAC\xB3\":3}"
    );
}

static void order(void) {
    check_sorted(
        "{\"b\":1,\"a\":2,\"\":3,\"aa\":4,\"B\":5}", "{\"\":3,\"B\":5,\"a\":2,\"aa\":4,\"b\":1}"
    );
    check_sorted("[{\"b\":{\"d\":1,\"c\":2}},3,1,2]", "[{\"b\":{\"c\":2,\"d\":1}},3,1,2]");
    check_sorted(
        "{\"a\\u0000\":1,\"a\":2,\"\\u0000\":3}", "{\"\\u0000\":3,\"a\":2,\"a\\u0000\":1}"
    );
    /* Code points between the surrogates and U+FFFF, and code points above U+FFFF. */
    check_sorted(
        "{\"\\uffff\":1,\"\\ud800\\udc00\":2,\"\\ue000\":3,\"\\udbff\\udfff\":4}",
        "{\"\xF0\x90\x80\x80\":2,\"\xF4\x8F\xBF\xBF\":4,\"\xEE\x80\x80\":3,"
        "\"\xEF\xBF\xBF\":1}"
    );
    check_sorted("{\"b\":1,\"a\":2,\"b\":3}", "{\"a\":2,\"b\":3}");
    check_sorted(
        "{\"x\\ue000y\":1,\"x\\ud800\\udc00y\":2,\"x\\u0010\":3}",
        "{\"x\\u0010\":3,\"x\xF0\x90\x80\x80y\":2,\"x\xEE\x80\x80y\":1}"
    );
}

static void numbers(void) {
    check_sorted("[0,-0.0e5,1.0,1e0,100e-2,-1.50,1E2]", "[0,0,1,1,1,-1.5,100]");
    check_sorted(
        "[1e21,1e20,123456789012345680000,1e-6,1e-7]",
        "[1e+21,100000000000000000000,123456789012345680000,0.000001,1e-7]"
    );
    /* Numbers that a double holds. */
    check_sorted(
        "[9007199254740992,9007199254740994,-9007199254740992]",
        "[9007199254740992,9007199254740994,-9007199254740992]"
    );
    check_sorted("[0.1,1.7976931348623157e308,5e-324]", "[0.1,1.7976931348623157e+308,5e-324]");
    /* Numbers that a double does not hold keep all their digits. */
    check_sorted("[9007199254740993,-12345678901234567]", "[9007199254740993,-12345678901234567]");
    check_sorted("[123456789012345678901234567890]", "[1.2345678901234567890123456789e+29]");
    check_sorted("[1e400,-1E400,1e-400]", "[1e+400,-1e+400,1e-400]");
    check_sorted("[0.1234567890123456789]", "[0.1234567890123456789]");
    /* A fraction with at most 17 digits is rounded to the nearest double. */
    check_sorted("[0.99999999999999999,-1.9999999999999999e5]", "[1,-200000]");
    check_sorted("[0.999999999999999999]", "[0.999999999999999999]");
    check_sorted(
        "[18446744073709551615,9223372036854775807]", "[18446744073709551615,9223372036854775807]"
    );
}

/** All texts of a number that no double holds are written in the same way: as the first text of
 *  the row. */
static void equal_numbers(void) {
    static const char *const rows[][6] = {
        {"1e+400", "1e400", "10e399", "0.1E401", "1.000e0400", "1000e397"},
        {"-1.5e+309", "-15e308", "-1.50E309", "-0.15e310", "-150e+307", NULL},
        {"1.5e-400", "15e-401", "0.0015e-397", "1.50E-0400", NULL},
        {"100000000000000000001", "1.00000000000000000001e20", "100000000000000000001.0",
         "1000000000000000000010e-1", "0.100000000000000000001e21", NULL},
        {"9007199254740993", "9007199254740993.000", "9.007199254740993e15", "90071992547409930e-1",
         NULL},
        {"123456789012345678901", "12345678901234567890.1e1", "1.23456789012345678901E+20", NULL},
        {"1.234567890123456789012e+21", "1234567890123456789012", "123456789012345678901.2e1",
         NULL},
        {"0.1234567890123456789", "1234567890123456789e-19", "0.12345678901234567890", NULL},
        {"12.345678901234567890123", "12345678901234567890123e-21", NULL},
        {"0.000001234567890123456789", "1.234567890123456789e-6", NULL},
        {"1.234567890123456789e-7", "0.0000001234567890123456789", NULL},
        {"0", "-0", "0e400", "-0.000E-999", NULL},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (size_t text = 1; text < COUNT(rows[row]) && rows[row][text]; text++) {
            check_sorted(rows[row][0], rows[row][0]);
            check_sorted(rows[row][text], rows[row][0]);
            CHECK(vox_number_equal(
                vox_string_from_c(rows[row][0]), vox_string_from_c(rows[row][text])
            ));
        }
    }
    check_sorted("1000000000000000000010", "1.00000000000000000001e+21");
    /* Exponents with more than 16 digits: the numbers are equal only if their texts are the
     * same. */
    check_sorted(
        "[1E999999999999999999999,-0.10e-999999999999999999999]",
        "[1E999999999999999999999,-0.10e-999999999999999999999]"
    );
}

/** Writes a number with `count` digits and additional zeros, times a power of ten. `point` is
 *  the position of the decimal point. */
static vox_string spell(
    char *text, const char *digits, size_t count, int exponent, size_t point, size_t zeros
) {
    size_t length = 0;
    text[length] = '0';
    length += point == 0;
    for (size_t index = 0; index < count + zeros; index++) {
        if (index == point) {
            text[length++] = '.';
        }
        text[length++] = index < count ? digits[index] : '0';
    }
    exponent += (int)count - (int)point;
    length += (size_t)sprintf(text + length, "%c%d", exponent % 2 ? 'e' : 'E', exponent);
    return (vox_string){text, length};
}

/** Equal numbers have the same output. The output equals the number, and its own output is the
 *  same. */
static void random_numbers(void) {
    uint64_t seed = 11;
    for (size_t round = 0; round < (check_quick() ? 2000 : 50000); round++) {
        char digits[40], first[128], second[128];
        const size_t count = 1 + random_below(&seed, sizeof digits);
        const int exponent = (int)random_below(&seed, round % 2 ? 50 : 1000) -
                             (round % 2 ? 25 : 500);
        digits[0] = (char)('1' + random_below(&seed, 9));
        for (size_t index = 1; index < count; index++) {
            digits[index] = (char)('0' + random_below(&seed, 10));
        }
        digits[count - 1] = (char)('1' + random_below(&seed, 9));
        const vox_string one = spell(first, digits, count, exponent, 1, random_below(&seed, 4));
        const size_t point = digits[0] == '0' ? 0 : random_below(&seed, count + 1);
        const vox_string other = spell(
            second, digits, count, exponent, point, point + random_below(&seed, 4) + 1
        );
        vox_tree *trees[2] = {NULL, NULL};
        vox_buffer written[2];
        check_note(
            "round %zu: %.*s %.*s", round, (int)one.length, one.bytes, (int)other.length,
            other.bytes
        );
        CHECK_OK(vox_tree_parse(one.bytes, one.length, NULL, &trees[0], NULL));
        CHECK_OK(vox_tree_parse(other.bytes, other.length, NULL, &trees[1], NULL));
        for (int index = 0; index < 2; index++) {
            written[index] = document_write(
                trees[index], vox_tree_root(trees[index]), VOX_STYLE_SORTED
            );
            vox_tree_free(trees[index]);
        }
        CHECK(vox_number_equal(one, other));
        CHECK_STRING(buffer_text(&written[0]), buffer_text(&written[1]));
        CHECK(count <= 17 || vox_number_equal(one, buffer_text(&written[0])));
        vox_tree *again = document_parse(buffer_text(&written[0]));
        vox_buffer twice = document_write(again, vox_tree_root(again), VOX_STYLE_SORTED);
        CHECK_STRING(buffer_text(&twice), buffer_text(&written[0]));
        vox_tree_free(again);
        vox_buffer_free(&twice);
        vox_buffer_free(&written[0]);
        vox_buffer_free(&written[1]);
    }
    check_note(NULL);
}

/** Digits are written one after the other, to a sink and to a buffer, and no memory is requested
 *  for them. */
static int count_bytes(void *context, const char *bytes, size_t length) {
    (void)bytes;
    *(size_t *)context += length;
    return 0;
}

static void long_numbers(void) {
    static char text[20001];
    size_t written = 0;
    memset(text, '7', sizeof text);
    vox_tree *tree = document_parse((vox_string){text, sizeof text});
    const vox_node *root = vox_tree_root(tree);
    CHECK_OK(vox_write(tree, root, VOX_STYLE_SORTED, (vox_sink){count_bytes, &written}));
    CHECK_SIZE(written, sizeof text + strlen(".e+20000"));
    vox_buffer buffer = document_write(tree, root, VOX_STYLE_SORTED);
    CHECK_SIZE(buffer.length, written);
    CHECK(vox_number_equal(buffer_text(&buffer), (vox_string){text, sizeof text}));
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
}

static void text(void) {
    check_sorted(
        "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001F \\u007f\\u0080\"",
        "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \x7F\xC2\x80\""
    );
    check_sorted(
        "\"\\/\\\\\\\"\\u2028\\ud83d\\ude00\"", "\"/\\\\\\\"\xE2\x80\xA8\xF0\x9F\x98\x80\""
    );
}

/** The order does not depend on the history of the tree. Writing sorted text again changes
 *  nothing. */
static void edits(void) {
    vox_tree *tree = document_from_c("{\"m\":{}}");
    vox_node *root = vox_tree_root(tree);
    CHECK_OK(vox_object_set(tree, root, LITERAL("z"), vox_value_number(LITERAL("1.00")), NULL));
    CHECK_OK(vox_object_set(tree, root, LITERAL("\xEF\xAC\xB3"), vox_value_null(), NULL));
    CHECK_OK(vox_object_set(tree, root, LITERAL("\xF0\x9F\x98\x80"), vox_value_double(-0.0), NULL));
    CHECK_OK(vox_object_set(tree, root, LITERAL("a"), vox_value_json(LITERAL("[ 2e0 ]")), NULL));
    const char *expected =
        "{\"a\":[2],\"m\":{},\"z\":1,\"\xF0\x9F\x98\x80\":0,\"\xEF\xAC\xB3\":null}";
    CHECK_WRITES(tree, root, VOX_STYLE_SORTED, expected);
    vox_tree_free(tree);
    check_sorted(expected, expected);
}

/** Many members, which would reveal a sort with a bad worst case. */
static void large_objects(void) {
    vox_tree *tree = document_from_c("{}");
    vox_node *root = vox_tree_root(tree);
    for (unsigned number = 0; number < 20000; number++) {
        unsigned which = number * 7919u % 20000u;
        char name[5] = {
            (char)('a' + which / 8000), (char)('a' + which / 400 % 20),
            (char)('a' + which / 20 % 20), (char)('a' + which % 20), 0};
        CHECK_OK(vox_object_set(tree, root, vox_string_from_c(name), vox_value_null(), NULL));
    }
    vox_buffer buffer = document_write(tree, root, VOX_STYLE_SORTED);
    CHECK_SIZE(buffer.length, 20000 * 12 + 1);
    size_t wrong = 0;
    for (size_t member = 1; member < 20000; member++) {
        const char *name = buffer.bytes + 1 + member * 12;
        wrong += memcmp(name - 12, name, 6) >= 0;
    }
    CHECK_SIZE(wrong, 0);
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
}

const check_test canonical_tests[] = {
    CHECK_TEST(the_standard),   CHECK_TEST(order),
    CHECK_TEST(numbers),        CHECK_TEST(equal_numbers),
    CHECK_TEST(random_numbers), CHECK_TEST(long_numbers),
    CHECK_TEST(text),           CHECK_TEST(edits),
    CHECK_TEST(large_objects),  CHECK_END,
};
