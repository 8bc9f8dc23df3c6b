/* SPDX-License-Identifier: MIT */
/** Kinds, texts and numbers of nodes, and their offsets in the source. */
#include "comparing.h"
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void kinds(void) {
    vox_tree *tree = document_from_c("[null,false,true,0,\"\",[],{}]");
    vox_node *root = vox_tree_root(tree);
    CHECK(vox_node_kind(root) == VOX_ARRAY);
    CHECK_SIZE(vox_node_count(tree, root), 7);
    for (size_t index = 0; index < 7; index++) {
        CHECK_SIZE(vox_node_kind(vox_array_get(tree, root, index)), index + 1);
    }
    bool value = false;
    CHECK(vox_node_boolean(document_at(tree, "/2"), &value) && value);
    CHECK(vox_node_boolean(document_at(tree, "/1"), &value) && !value);
    value = true;
    CHECK(!vox_node_boolean(document_at(tree, "/0"), &value) && value);
    vox_tree_free(tree);

    tree = document_new();
    CHECK(vox_node_kind(vox_tree_root(tree)) == VOX_NULL);
    CHECK_TEXT(vox_tree_source(tree), "");
    vox_tree_free(tree);
}

static void text(void) {
    vox_tree *tree = document_parse(
        LITERAL("[\"\",\"abc\",\"\\u0061\\u0000\\n\\/\",\"\\u00e9\\u20AC\\ud83d\\ude00\","
                "\"\xC3\xA9\xE2\x82\xAC\",-1.50e+07,true,[\"x\"],\"\\\"\\\\\\b\\f\\r\\t\"]")
    );
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/0")), "");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/1")), "abc");
    CHECK_BYTES(vox_node_text(tree, document_at(tree, "/2")), "a\0\n/");
    CHECK_TEXT(
        vox_node_text(tree, document_at(tree, "/3")), "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
    );
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/4")), "\xC3\xA9\xE2\x82\xAC");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/5")), "-1.50e+07");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/6")), "");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/7")), "");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/8")), "\"\\\b\f\r\t");
    vox_tree_free(tree);
}

static void integers(void) {
    static const struct {
        const char *text;
        vox_status signed_status, unsigned_status;
        int64_t signed_value;
        uint64_t unsigned_value;
    } rows[] = {
        {"0", VOX_OK, VOX_OK, 0, 0},
        {"-0", VOX_OK, VOX_OK, 0, 0},
        {"-0.0e5", VOX_OK, VOX_OK, 0, 0},
        {"3.0", VOX_OK, VOX_OK, 3, 3},
        {"3e2", VOX_OK, VOX_OK, 300, 300},
        {"1.5E1", VOX_OK, VOX_OK, 15, 15},
        {"1200e-2", VOX_OK, VOX_OK, 12, 12},
        {"-1", VOX_OK, VOX_ERROR_RANGE, -1, 0},
        {"9223372036854775807", VOX_OK, VOX_OK, INT64_MAX, INT64_MAX},
        {"9223372036854775808", VOX_ERROR_RANGE, VOX_OK, 0, UINT64_C(9223372036854775808)},
        {"-9223372036854775808", VOX_OK, VOX_ERROR_RANGE, INT64_MIN, 0},
        {"-9223372036854775808.00", VOX_OK, VOX_ERROR_RANGE, INT64_MIN, 0},
        {"-922337203685477580.8e1", VOX_OK, VOX_ERROR_RANGE, INT64_MIN, 0},
        {"-9223372036854775809", VOX_ERROR_RANGE, VOX_ERROR_RANGE, 0, 0},
        {"18446744073709551615", VOX_ERROR_RANGE, VOX_OK, 0, UINT64_MAX},
        {"184467440737095516150e-1", VOX_ERROR_RANGE, VOX_OK, 0, UINT64_MAX},
        {"18446744073709551616", VOX_ERROR_RANGE, VOX_ERROR_RANGE, 0, 0},
        {"1e19", VOX_ERROR_RANGE, VOX_OK, 0, UINT64_C(10000000000000000000)},
        {"1e400", VOX_ERROR_RANGE, VOX_ERROR_RANGE, 0, 0},
        {"-1e400", VOX_ERROR_RANGE, VOX_ERROR_RANGE, 0, 0},
        {"1e99999999999999999999", VOX_ERROR_RANGE, VOX_ERROR_RANGE, 0, 0},
        {"1e18446744073709551616", VOX_ERROR_RANGE, VOX_ERROR_RANGE, 0, 0},
        {"0e99999999999999999999", VOX_OK, VOX_OK, 0, 0},
        {"0e-99999999999999999999", VOX_OK, VOX_OK, 0, 0},
        {"3.5", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
        {"-0.1", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
        {"1e-400", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
        {"123e-2", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
        {"1e-99999999999999999999", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
        {"\"1\"", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
        {"true", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
        {"[1]", VOX_ERROR_KIND, VOX_ERROR_KIND, 0, 0},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("%s", rows[index].text);
        vox_tree *tree = document_from_c(rows[index].text);
        int64_t number = 77;
        uint64_t natural = 77;
        CHECK_STATUS(vox_node_int64(tree, vox_tree_root(tree), &number), rows[index].signed_status);
        CHECK(number == (rows[index].signed_status == VOX_OK ? rows[index].signed_value : 77));
        CHECK_STATUS(
            vox_node_uint64(tree, vox_tree_root(tree), &natural), rows[index].unsigned_status
        );
        CHECK(natural == (rows[index].unsigned_status == VOX_OK ? rows[index].unsigned_value : 77));
        vox_tree_free(tree);
    }
}

static void doubles(void) {
    static const struct {
        const char *text;
        vox_status status;
        double value;
    } rows[] = {
        {"0", VOX_OK, 0.0},
        {"0.1", VOX_OK, 0.1},
        {"-2.5e-3", VOX_OK, -2.5e-3},
        {"9007199254740993", VOX_OK, 9007199254740992.0},
        {"9007199254740993.0000000000000000000000000001", VOX_OK, 9007199254740994.0},
        {"1.7976931348623157e308", VOX_OK, DBL_MAX},
        {"1.7976931348623158e308", VOX_OK, DBL_MAX},
        {"1.7976931348623159e308", VOX_ERROR_RANGE, 0},
        {"2.2250738585072011e-308", VOX_OK, 2.2250738585072011e-308},
        {"5e-324", VOX_OK, 4.9406564584124654e-324},
        {"2e-324", VOX_ERROR_RANGE, 0},
        {"1e400", VOX_ERROR_RANGE, 0},
        {"-1e400", VOX_ERROR_RANGE, 0},
        {"1e-400", VOX_ERROR_RANGE, 0},
        {"0e400", VOX_OK, 0.0},
        {"0.000e-400", VOX_OK, 0.0},
        {"1e99999999999999999999", VOX_ERROR_RANGE, 0},
        {"1e-99999999999999999999", VOX_ERROR_RANGE, 0},
        {"\"1.5\"", VOX_ERROR_KIND, 0},
        {"null", VOX_ERROR_KIND, 0},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("%s", rows[index].text);
        vox_tree *tree = document_from_c(rows[index].text);
        double value = 77.0;
        CHECK_STATUS(vox_node_double(tree, vox_tree_root(tree), &value), rows[index].status);
        if (rows[index].status == VOX_OK) {
            CHECK(value >= rows[index].value && value <= rows[index].value);
        }
        vox_tree_free(tree);
    }
    vox_tree *tree = document_from_c("-0");
    double value = 1.0;
    CHECK_OK(vox_node_double(tree, vox_tree_root(tree), &value));
    CHECK(signbit(value) && fpclassify(value) == FP_ZERO);
    vox_tree_free(tree);
}

static uint64_t convert_digits(size_t digits) {
    char *text = malloc(digits + 3);
    memset(text, '9', digits + 3);
    uint64_t start = steps_counted();
    vox_tree *tree = document_parse((vox_string){text, digits});
    int64_t integer = 0;
    double value = 0;
    CHECK_STATUS(vox_node_int64(tree, vox_tree_root(tree), &integer), VOX_ERROR_RANGE);
    CHECK_STATUS(vox_node_double(tree, vox_tree_root(tree), &value), VOX_ERROR_RANGE);
    CHECK_SIZE(vox_node_text(tree, vox_tree_root(tree)).length, digits);
    vox_tree_free(tree);

    memcpy(text, "0.", 2);
    tree = document_parse((vox_string){text, digits});
    CHECK_STATUS(vox_node_int64(tree, vox_tree_root(tree), &integer), VOX_ERROR_KIND);
    CHECK_OK(vox_node_double(tree, vox_tree_root(tree), &value));
    CHECK(value >= 1.0 && value <= 1.0);
    vox_tree_free(tree);

    memset(text, '0', digits);
    text[0] = '5';
    char exponent[32]; /* equals the number of zeros */
    size_t tail = (size_t)snprintf(exponent, sizeof exponent, "e-%06zu", digits - 9);
    memcpy(text + digits - tail, exponent, tail);
    tree = document_parse((vox_string){text, digits});
    CHECK_OK(vox_node_int64(tree, vox_tree_root(tree), &integer));
    CHECK(integer == 5);
    CHECK_OK(vox_node_double(tree, vox_tree_root(tree), &value));
    CHECK(value >= 5.0 && value <= 5.0);
    vox_tree_free(tree);
    free(text);
    return steps_counted() - start;
}

/** Parsing and converting numbers of 100,000 digits takes linear time. */
static void long_numbers(void) {
    steps_check_linear("digits", convert_digits, 25000);
}

/** The decimal comma and the grouping of digits of a locale have no effect. */
static void other_locales(void) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
    const char *found = NULL;
    for (size_t index = 0; index < COUNT(names) && !found; index++) {
        found = setlocale(LC_ALL, names[index]);
    }
    if (!found) {
        check_skip("no locale with a decimal comma is installed");
    }
    vox_tree *tree = document_from_c("[1.5,1234567.25,2.2250738585072011e-308]");
    double value = 0;
    CHECK_OK(vox_node_double(tree, document_at(tree, "/0"), &value));
    CHECK(value >= 1.5 && value <= 1.5);
    CHECK_OK(vox_node_double(tree, document_at(tree, "/2"), &value));
    CHECK(value >= 2.2250738585072011e-308 && value <= 2.2250738585072011e-308);
    CHECK_OK(vox_array_append(tree, vox_tree_root(tree), vox_value_double(0.5), NULL));
    CHECK_WRITES(
        tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "[1.5,1234567.25,2.2250738585072011e-308,0.5]"
    );
    CHECK_WRITES(
        tree, vox_tree_root(tree), VOX_STYLE_SORTED, "[1.5,1234567.25,2.225073858507201e-308,0.5]"
    );
    vox_tree_free(tree);
    setlocale(LC_ALL, "C");
}

static void sources(void) {
    const char *json = " {\"a\" : [1, \"x\\n\"], \"b\":2.0} ";
    vox_tree *tree = document_from_c(json);
    CHECK_TEXT(vox_tree_source(tree), json);
    vox_node *root = vox_tree_root(tree);
    CHECK_TEXT(vox_node_source(tree, root), "{\"a\" : [1, \"x\\n\"], \"b\":2.0}");
    CHECK_SIZE(vox_node_offset(root), 1);
    CHECK_TEXT(vox_node_source(tree, document_at(tree, "/a")), "[1, \"x\\n\"]");
    CHECK_SIZE(vox_node_offset(document_at(tree, "/a")), 8);
    CHECK_TEXT(vox_node_source(tree, document_at(tree, "/a/1")), "\"x\\n\"");
    CHECK_SIZE(vox_node_offset(document_at(tree, "/a/1")), 12);
    CHECK(!vox_node_changed(root));

    /* After a write, the node and all its ancestors have no source. */
    CHECK_OK(vox_node_set(tree, document_at(tree, "/a/0"), vox_value_int64(5)));
    CHECK_TEXT(vox_node_source(tree, document_at(tree, "/a/0")), "");
    CHECK_TEXT(vox_node_source(tree, document_at(tree, "/a")), "");
    CHECK_TEXT(vox_node_source(tree, root), "");
    CHECK_TEXT(vox_node_source(tree, document_at(tree, "/b")), "2.0");
    CHECK_SIZE(vox_node_offset(document_at(tree, "/a/0")), 9);
    CHECK_SIZE(vox_node_offset(document_at(tree, "/a")), 8);
    CHECK(vox_node_changed(root) && vox_node_changed(document_at(tree, "/a")));
    CHECK(!vox_node_changed(document_at(tree, "/a/1")));
    CHECK(!vox_node_changed(document_at(tree, "/b")));

    vox_node *added = NULL;
    CHECK_OK(vox_object_set(tree, root, LITERAL("c"), vox_value_null(), &added));
    CHECK(vox_node_offset(added) == SIZE_MAX && vox_node_changed(added));
    CHECK_TEXT(vox_node_source(tree, added), "");
    vox_tree_free(tree);
}

static void borrowed_text(void) {
    char *json = strdup("{\"a\":\"text\",\"b\":\"\\n\"}");
    vox_options options = document_options();
    options.borrow = true;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(json, strlen(json), &options, &tree, NULL));
    CHECK(vox_tree_source(tree).bytes == json);
    CHECK(vox_node_text(tree, document_at(tree, "/a")).bytes == json + 6);
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/b")), "\n");
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, json);
    vox_tree_free(tree);

    /* Without `borrow` the text may be freed at once. */
    options.borrow = false;
    CHECK_OK(vox_tree_parse(json, strlen(json), &options, &tree, NULL));
    memset(json, '!', strlen(json));
    free(json);
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/a")), "text");
    vox_tree_free(tree);
}

/** Names that are very long or have escapes, in every order, with errors after them. */
static void stored_names(void) {
    static const char *const forms[] = {
        "[{\"%s\":1,\"\\n%s\":\"\\t\"}]", "[{\"\\u00e4\":\"\\u00e4\",\"%s\":{\"%s\\\\\":[]}}]",
        "[{\"\\t\":\"\\t\",\"\\t%s\":\"%s\",\"\\t\":2}]", "[{\"%s\":\"\\n\",\"%s\\q\":1}]",
        "[{\"\\n\":\"%s\\n\"},[\"%s\",}]"};
    static const size_t lengths[] = {0, 7, 255, 32766, 32767, 32768, 65536};
    char *name = malloc(65537), *text = malloc(140000);
    if (!name || !text) {
        abort();
    }
    for (size_t which = 0; which < COUNT(lengths); which++) {
        memset(name, 'n', lengths[which]);
        name[lengths[which]] = '\0';
        for (size_t form = 0; form < COUNT(forms); form++) {
            int length = snprintf(text, 140000, forms[form], name, name);
            check_note("form %zu, %zu bytes", form, lengths[which]);
            check_reading((vox_string){text, (size_t)length}, 1, false);
            check_reading((vox_string){text, (size_t)length}, 1, true);
        }
    }
    free(name);
    free(text);
}

static void arguments(void) {
    vox_tree *tree = (vox_tree *)(uintptr_t)1;
    CHECK_STATUS(vox_tree_parse(NULL, 1, NULL, &tree, NULL), VOX_ERROR_ARGUMENT);
    CHECK(tree == NULL);
    CHECK_STATUS(vox_tree_parse("1", 1, NULL, NULL, NULL), VOX_ERROR_ARGUMENT);
    vox_error error = {0};
    CHECK_STATUS(vox_tree_parse(NULL, 0, NULL, &tree, &error), VOX_ERROR_END);
    CHECK_SIZE(error.offset, 0);
    CHECK_OK(vox_tree_parse("1", 1, NULL, &tree, NULL));
    vox_tree_free(tree);
    vox_tree_free(NULL);
    CHECK_TEXT(vox_string_from_c(vox_version()), "0.1.0");
    CHECK_TEXT(vox_string_from_c(vox_status_name(VOX_OK)), "VOX_OK");
    CHECK_TEXT(vox_string_from_c(vox_status_name(VOX_ERROR_FROZEN)), "VOX_ERROR_FROZEN");
    CHECK_TEXT(vox_string_from_c(vox_status_name((vox_status)9999)), "VOX_UNKNOWN");
    CHECK_TEXT(vox_string_from_c(vox_status_message(VOX_ERROR_END)), "the text ends early");
    CHECK(vox_status_message((vox_status)9999) != NULL);
}

const check_test reading_tests[] = {
    CHECK_TEST(kinds),
    CHECK_TEST(text),
    CHECK_LINES(integers, "T06"),
    CHECK_LINES(doubles, "T06"),
    CHECK_TEST(long_numbers),
    CHECK_LINES(other_locales, "T08"),
    CHECK_TEST(sources),
    CHECK_TEST(borrowed_text),
    CHECK_TEST(stored_names),
    CHECK_TEST(arguments),
    CHECK_END,
};
