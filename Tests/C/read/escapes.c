/* SPDX-License-Identifier: MIT */
/** Escapes: the decoded text of a string, and the text that is written for it. */
#include "comparing.h"
#include "document.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>

/* --- values that are set -------------------------------------------------------------- */

/** Overwrites a value and sets it back. The old text is written as it was read. Every other text
 *  is written with its own escapes, even if it looks like the text in the source. */
static void what_is_set_is_what_is_read(void) {
    static const struct {
        const char *source, *text, *written;
    } rows[] = {
        /* A line feed, and its escape as text. */
        {"\"x\\ny\"", "x\\ny", "\"x\\\\ny\""},
        {"\"x\\ny\"", "x\ny", "\"x\\ny\""},
        {"\"\\\\\"", "\\\\", "\"\\\\\\\\\""},
        {"\"\\\"\"", "\\\"", "\"\\\\\\\"\""},
        {"\"\\u0041\"", "\\u0041", "\"\\\\u0041\""},
        {"\"\\u0041\"", "A", "\"A\""},
        {"\"a\\/b\"", "a\\/b", "\"a\\\\/b\""},
        {"\"abc\\t\"", "abc\\t", "\"abc\\\\t\""},
        {"\"\\tabc\"", "\\tabc", "\"\\\\tabc\""},
        /* Texts that occur in the source without escapes. */
        {"\"x\"", "x", "\"x\""},
        {"\"\"", "", "\"\""},
        {"\"xy\"", "xz", "\"xz\""},
        {"\"xy\"", "zy", "\"zy\""},
        {"\"xy\"", "x", "\"x\""},
        {"\"xy\"", "y\"", "\"y\\\"\""},
        /* Texts that equal a part of the source where another value was. */
        {"1234", "23", "\"23\""},
        {"1234", "1234", "\"1234\""},
        {"true", "ru", "\"ru\""},
        {"null", "null", "\"null\""},
        {"[12]", "12", "\"12\""},
        {"{\"a\":1}", "a\":1", "\"a\\\":1\""},
        {"[]", "", "\"\""},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int way = 0; way < 3; way++) {
            char text[64], expected[64];
            check_note("row %zu, way %d", row, way);
            snprintf(text, sizeof text, "[0, %s ,1]", rows[row].source);
            vox_tree *tree = document_from_c(text);
            vox_node *node = document_at(tree, "/1");
            /* A string that is set to its own text is not changed. */
            bool is_there = vox_node_kind(node) == VOX_STRING && !way &&
                            vox_string_equal(
                                vox_node_text(tree, node), vox_string_from_c(rows[row].text)
                            );
            snprintf(
                expected, sizeof expected, "[0, %s ,1]",
                is_there ? rows[row].source : rows[row].written
            );
            if (way) {
                vox_value away = way == 1 ? vox_value_null()
                                          : vox_value_string(LITERAL("something else"));
                CHECK_OK(vox_node_set(tree, node, away));
            }
            CHECK_OK(vox_node_set(tree, node, vox_value_string(vox_string_from_c(rows[row].text))));
            CHECK_TEXT(vox_node_text(tree, node), rows[row].text);
            CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, expected);
            CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
            vox_tree_free(tree);
        }
    }
}

/** The same for values that are not strings. */
static void what_is_no_text(void) {
    static const struct {
        const char *source, *number, *written;
    } rows[] = {
        {"\"12\"", "12", "12"},   {"12", "12", "12"},      {"1.0", "1.0", "1.0"},
        {"1.0", "1", "1"},        {"12", "1", "1"},        {"12", "2", "2"},
        {"[1]", "1", "1"},        {"1e1", "10", "10"},     {"true", "0", "0"},
        {"-0", "0", "0"},         {"0", "-0", "-0"},       {"\"1\"", "-1", "-1"},
        {"null", NULL, "null"},   {"false", NULL, "null"}, {"\"null\"", NULL, "null"},
        {"[null]", NULL, "null"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int way = 0; way < 2; way++) {
            char text[64], expected[64];
            check_note("row %zu, way %d", row, way);
            snprintf(text, sizeof text, "{\"a\": %s }", rows[row].source);
            snprintf(expected, sizeof expected, "{\"a\": %s }", rows[row].written);
            vox_tree *tree = document_from_c(text);
            vox_node *node = document_at(tree, "/a");
            if (way) {
                CHECK_OK(vox_node_set(tree, node, vox_value_string(LITERAL("something else"))));
            }
            vox_value value = vox_value_null();
            if (rows[row].number) {
                value = vox_value_number(vox_string_from_c(rows[row].number));
            }
            CHECK_OK(vox_node_set(tree, node, value));
            CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, expected);
            vox_tree_free(tree);
        }
    }
    for (int truth = 0; truth < 2; truth++) {
        vox_tree *tree = document_from_c("[ true , false ]");
        for (size_t index = 0; index < 2; index++) {
            vox_node *node = vox_array_get(tree, vox_tree_root(tree), index);
            CHECK_OK(vox_node_set(tree, node, vox_value_null()));
            CHECK_OK(vox_node_set(tree, node, vox_value_boolean(truth)));
        }
        CHECK_WRITES(
            tree, vox_tree_root(tree), VOX_STYLE_PRESERVE,
            truth ? "[ true , true ]" : "[ false , false ]"
        );
        vox_tree_free(tree);
    }
}

/* --- values that are parsed later ------------------------------------------------------- */

/** All escapes, valid and invalid, as they are written between quotes. `text` is NULL for an
 *  invalid escape. */
static const struct {
    const char *escaped, *text;
} escapes[] = {
    {"\\\"", "\""},
    {"\\\\", "\\"},
    {"\\/", "/"},
    {"\\b", "\b"},
    {"\\f", "\f"},
    {"\\n", "\n"},
    {"\\r", "\r"},
    {"\\t", "\t"},
    {"\\u0041", "A"},
    {"\\u00e9", "\xC3\xA9"},
    {"\\u00E9", "\xC3\xA9"},
    {"\\u007f", "\x7F"},
    {"\\u0080", "\xC2\x80"},
    {"\\u07ff", "\xDF\xBF"},
    {"\\u0800", "\xE0\xA0\x80"},
    {"\\ud7ff", "\xED\x9F\xBF"},
    {"\\ue000", "\xEE\x80\x80"},
    {"\\uffff", "\xEF\xBF\xBF"},
    {"\\ud800\\udc00", "\xF0\x90\x80\x80"},
    {"\\udbff\\udfff", "\xF4\x8F\xBF\xBF"},
    {"\\uD83D\\uDE00", "\xF0\x9F\x98\x80"},
    {"\\u2028x", "\xE2\x80\xA8x"},
    {"x\\u0041\\n\\\\", "xA\n\\"},
    {"seven..\\n", "seven..\n"},
    {"eight...\\n", "eight...\n"},
    {"\\a", NULL},
    {"\\v", NULL},
    {"\\0", NULL},
    {"\\x41", NULL},
    {"\\'", NULL},
    {"\\U0041", NULL},
    {"\\u", NULL},
    {"\\u1", NULL},
    {"\\u12", NULL},
    {"\\u123", NULL},
    {"\\u123g", NULL},
    {"\\ug123", NULL},
    {"\\u12:4", NULL},
    {"\\u12/4", NULL},
    {"\\u12@4", NULL},
    {"\\u12`4", NULL},
    {"\\u+123", NULL},
    {"\\u 123", NULL},
    {"\\ud800", NULL},
    {"\\udbff", NULL},
    {"\\udc00", NULL},
    {"\\udfff", NULL},
    {"\\ud800x", NULL},
    {"\\ud800\\n", NULL},
    {"\\ud800\\u0041", NULL},
    {"\\ud800\\ud800", NULL},
    {"\\ud800\\ue000", NULL},
    {"\\udc00\\ud800", NULL},
    {"\n", NULL},
    {"\x1F", NULL},
    {"\\\n", NULL},
};

/* Documents with %s for the escaped text. The text after it lets vector loads read beyond the
 * string. */
static const char *const places[][2] = {
    {"{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"t\":\"%s\"}}]}",
     "/data/0/attributes/t"},
    {"{\"data\":[0,{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"t\":[{\"deep\":\"%s\"}]},"
     "\"meta\":{\"long\":\"................................................................\"}}]}",
     "/data/1/attributes/t/0/deep"},
    {"{\"included\":[{\"type\":\"a\",\"id\":\"1\",\"meta\":{\"t\":\"%s\"}},7],\"data\":[]}",
     "/included/0/meta/t"},
    {"{\"data\":[{\"type\":\"a\",\"id\":\"%s\",\"attributes\":{}}]}", "/data/0/id"},
    {"{\"data\":[{\"type\":\"%s\",\"id\":\"1\"},{\"type\":\"a\",\"id\":\"2\"}]}", "/data/0/type"},
    {"{\"data\":[\"%s\"]}", "/data/0"},
};

/** In a deferred value, escapes have the same meaning as elsewhere. An invalid escape has the
 *  same error when the value is touched. */
static void in_deferred_values(void) {
    for (size_t place = 0; place < COUNT(places); place++) {
        for (size_t row = 0; row < COUNT(escapes); row++) {
            char text[512];
            size_t length = (size_t
            )snprintf(text, sizeof text, places[place][0], escapes[row].escaped);
            check_note("%s", text);
            reading eager = read_as((vox_string){text, length}, VOX_MODE_EAGER, 0, false);
            reading lazy = read_as((vox_string){text, length}, VOX_MODE_LAZY, 0, false);
            CHECK((eager.status == VOX_OK) == (escapes[row].text != NULL));
            vox_error error = lazy.error;
            if (escapes[row].text && CHECK_OK(lazy.status) && CHECK(eager.tree != NULL)) {
                CHECK_TEXT(
                    vox_node_text(lazy.tree, document_at(lazy.tree, places[place][1])),
                    escapes[row].text
                );
                CHECK_TEXT(
                    vox_node_text(eager.tree, document_at(eager.tree, places[place][1])),
                    escapes[row].text
                );
                CHECK_OK(vox_tree_failure(lazy.tree, &error));
                CHECK(document_survives(lazy.tree, VOX_STYLE_COMPACT));
            } else if (!escapes[row].text) {
                if (lazy.status == VOX_OK) {
                    CHECK(document_at(lazy.tree, places[place][1]) == NULL);
                    CHECK_STATUS(vox_tree_materialize(lazy.tree, &error), eager.status);
                }
                CHECK_STATUS(error.status, eager.status);
                CHECK_SIZE(error.offset, eager.error.offset);
                CHECK_TEXT(vox_string_from_c(error.pointer), eager.error.pointer);
            }
            vox_tree_free(eager.tree);
            vox_tree_free(lazy.tree);
        }
    }
}

/** Writes a code point as UTF-8 (RFC 3629). Returns the number of bytes. */
static size_t utf8_of(unsigned point, char *bytes) {
    const unsigned parts[] = {point >> 18, point >> 12 & 63, point >> 6 & 63, point & 63};
    static const unsigned firsts[] = {0xF0, 0xE0, 0xC0};
    size_t from = point >= 0x10000 ? 0 : point >= 0x800 ? 1 : 2, length = 0;
    if (point < 0x80) {
        bytes[0] = (char)point;
        return 1;
    }
    bytes[length++] = (char)(firsts[from] | parts[from]);
    for (size_t part = from + 1; part < 4; part++) {
        bytes[length++] = (char)(0x80 | parts[part]);
    }
    return length;
}

/** Every single escape of four digits, and many pairs, decode to their code point. Half a pair
 *  is refused. */
static void every_code_unit(void) {
    uint64_t seed = 11;
    const unsigned step = check_quick() ? 13 : 1;
    for (unsigned unit = 0; unit < 0x10000; unit += unit % 0x100 < 2 ? 1 : step) {
        char text[64], expected[8];
        bool is_first = unit >= 0xD800 && unit <= 0xDBFF, is_half = unit >= 0xD800 && unit < 0xE000;
        unsigned second = 0xDC00 + (unsigned)random_below(&seed, 0x402) - 1;
        bool is_pair = is_first && unit % 2;
        size_t length = (size_t)snprintf(
            text, sizeof text, is_pair ? "[\"\\u%04x\\u%04x\"]" : "[\"\\u%04x\"]", unit, second
        );
        check_note("%s", text);
        bool good = is_pair ? second >= 0xDC00 && second <= 0xDFFF : !is_half;
        reading read = read_as((vox_string){text, length}, VOX_MODE_EAGER, 0, false);
        CHECK((read.status == VOX_OK) == good);
        if (good && read.tree) {
            unsigned point = is_pair ? 0x10000 + (unit - 0xD800) * 0x400 + (second - 0xDC00) : unit;
            size_t expected_length = utf8_of(point, expected);
            CHECK_STRING(
                vox_node_text(read.tree, document_at(read.tree, "/0")),
                ((vox_string){expected, expected_length})
            );
        }
        vox_tree_free(read.tree);
    }
}

/** Names with escapes, and identities with escapes in their names and values. */
static void in_deferred_names(void) {
    static const char *const heads[] = {
        "\"type\":\"a\",\"id\":\"1\"",
        "\"type\":\"a\",\"\\u0069d\":\"1\"",
        "\"t\\u0079pe\":\"a\",\"id\":\"1\"",
        "\"type\":\"\\u0061\",\"id\":\"1\"",
        "\"type\":\"a\",\"id\":\"\\u0031\"",
        "\"id\":\"\\u0031\",\"type\":\"\\u0061\"",
        "\"i\\u0064\":\"2\",\"type\":\"a\",\"id\":\"1\"",
    };
    for (size_t row = 0; row < COUNT(heads); row++) {
        char text[512];
        size_t length = (size_t)snprintf(
            text, sizeof text,
            "{\"data\":[{\"type\":\"a\",\"id\":\"0\"},{%s,\"\\u0061ttributes\":{\"n\\u0061me\":"
            "\"\\u00e9\"}},{\"type\":\"a\",\"id\":\"3\"}]}",
            heads[row]
        );
        check_note("%s", text);
        reading lazy = read_as((vox_string){text, length}, VOX_MODE_LAZY, 0, false);
        if (!CHECK_OK(lazy.status)) {
            return;
        }
        vox_node *found = NULL,
                 *second = vox_array_get(lazy.tree, document_at(lazy.tree, "/data"), 1);
        CHECK_OK(vox_resource_find(lazy.tree, LITERAL("a"), LITERAL("1"), &found));
        CHECK(found == second);
        CHECK_STATUS(
            vox_resource_find(lazy.tree, LITERAL("a"), LITERAL("2"), &found), VOX_ERROR_MISSING
        );
        CHECK_TEXT(
            vox_node_text(lazy.tree, document_at(lazy.tree, "/data/1/attributes/name")), "\xC3\xA9"
        );
        vox_tree_free(lazy.tree);
    }
}

const check_test escapes_tests[] = {
    CHECK_TEST(what_is_set_is_what_is_read), CHECK_TEST(what_is_no_text),
    CHECK_TEST(in_deferred_values),          CHECK_TEST(every_code_unit),
    CHECK_TEST(in_deferred_names),           CHECK_END,
};
