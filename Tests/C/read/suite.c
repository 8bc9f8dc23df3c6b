/* SPDX-License-Identifier: MIT */
/** Which texts are JSON: the JSON parsing suite, and own cases, which are never skipped. */
#include "corpora.h"
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

#define PARSING "JSONTestSuite/test_parsing"
#define TRANSFORM "JSONTestSuite/test_transform"

static vox_status verdict(vox_string text, bool strict) {
    vox_options options = document_options();
    options.strict = strict;
    vox_tree *tree = NULL;
    vox_error error = {0};
    vox_status status = vox_tree_parse(text.bytes, text.length, &options, &tree, &error);
    CHECK((status == VOX_OK) == (tree != NULL));
    CHECK(status == VOX_OK || (error.status == status && error.offset <= text.length));
    vox_tree_free(tree);
    return status;
}

/** A valid document keeps its value in every style, and its bytes in the preserving style. */
static void check_valid(vox_string text) {
    vox_tree *tree = document_parse(text);
    if (!tree) {
        return;
    }
    CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    CHECK(document_survives(tree, VOX_STYLE_PRETTY));
    vox_tree_free(tree);
}

static void visit_valid(void *context, corpora_file file) {
    if (file.name[0] == 'y') {
        ++*(size_t *)context;
        check_valid(file.text);
        /* Two files of the suite repeat a name. Strict mode refuses only these two. */
        bool repeats = strstr(file.name, "duplicated_key") != NULL;
        CHECK_STATUS(verdict(file.text, true), repeats ? VOX_ERROR_DUPLICATE : VOX_OK);
    }
}

static void accepts_the_valid(void) {
    size_t count = 0;
    if (corpora_have(PARSING)) {
        corpora_visit(PARSING, ".json", visit_valid, &count);
        CHECK_SIZE(count, 95);
    }
}

static void visit_invalid(void *context, corpora_file file) {
    if (file.name[0] == 'n') {
        ++*(size_t *)context;
        CHECK(verdict(file.text, false) != VOX_OK);
        CHECK(verdict(file.text, true) != VOX_OK);
    }
}

static void refuses_the_invalid(void) {
    size_t count = 0;
    if (corpora_have(PARSING)) {
        corpora_visit(PARSING, ".json", visit_invalid, &count);
        CHECK_SIZE(count, 188);
    }
}

/* Cases that the standard leaves open, and their results here
 * (Sources/Vox/Vox.docc/JSONText.md). UTF-16 has no status of its own, and fails at the first
 * byte that is wrong in UTF-8 or JSON. */
static const struct {
    const char *name;
    vox_status status;
    vox_status strict;
} open_cases[] = {
    {"i_number_double_huge_neg_exp", VOX_OK, VOX_OK},
    {"i_number_huge_exp", VOX_OK, VOX_OK},
    {"i_number_neg_int_huge_exp", VOX_OK, VOX_OK},
    {"i_number_pos_double_huge_exp", VOX_OK, VOX_OK},
    {"i_number_real_neg_overflow", VOX_OK, VOX_OK},
    {"i_number_real_pos_overflow", VOX_OK, VOX_OK},
    {"i_number_real_underflow", VOX_OK, VOX_OK},
    {"i_number_too_big_neg_int", VOX_OK, VOX_OK},
    {"i_number_too_big_pos_int", VOX_OK, VOX_OK},
    {"i_number_very_big_negative_int", VOX_OK, VOX_OK},
    {"i_object_key_lone_2nd_surrogate", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_1st_surrogate_but_2nd_missing", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_1st_valid_surrogate_2nd_invalid", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_UTF-16LE_with_BOM", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_UTF-8_invalid_sequence", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_UTF8_surrogate_U+D800", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_incomplete_surrogate_and_escape_valid", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_incomplete_surrogate_pair", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_incomplete_surrogates_escape_valid", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_invalid_lonely_surrogate", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_invalid_surrogate", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_invalid_utf-8", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_inverted_surrogates_U+1D11E", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_iso_latin_1", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_lone_second_surrogate", VOX_ERROR_SURROGATE, VOX_ERROR_SURROGATE},
    {"i_string_lone_utf8_continuation_byte", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_not_in_unicode_range", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_overlong_sequence_2_bytes", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_overlong_sequence_6_bytes", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_overlong_sequence_6_bytes_null", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_truncated-utf-8", VOX_ERROR_UTF8, VOX_ERROR_UTF8},
    {"i_string_utf16BE_no_BOM", VOX_ERROR_SYNTAX, VOX_ERROR_SYNTAX},
    {"i_string_utf16LE_no_BOM", VOX_ERROR_SYNTAX, VOX_ERROR_SYNTAX},
    {"i_structure_500_nested_arrays", VOX_OK, VOX_OK},
    {"i_structure_UTF-8_BOM_empty_object", VOX_OK, VOX_ERROR_BYTE_ORDER_MARK},
};

static void answers_what_is_open(void) {
    if (!corpora_have(PARSING)) {
        return;
    }
    CHECK_SIZE(COUNT(open_cases), 35);
    for (size_t index = 0; index < COUNT(open_cases); index++) {
        char path[256];
        snprintf(path, sizeof path, PARSING "/%s.json", open_cases[index].name);
        vox_string text;
        check_note("%s", path);
        if (CHECK(corpora_read(path, &text))) {
            CHECK_STATUS(verdict(text, false), open_cases[index].status);
            CHECK_STATUS(verdict(text, true), open_cases[index].strict);
            if (open_cases[index].status == VOX_OK) {
                check_valid(text);
            }
            free((void *)(uintptr_t)text.bytes);
        }
    }
}

static void visit_transform(void *context, corpora_file file) {
    ++*(size_t *)context;
    /* Six of the files have lone surrogates, as escapes or as bytes. */
    if (strstr(file.name, "escaped_invalid")) {
        CHECK_STATUS(verdict(file.text, false), VOX_ERROR_SURROGATE);
    } else if (strstr(file.name, "invalid_codepoint")) {
        CHECK_STATUS(verdict(file.text, false), VOX_ERROR_UTF8);
    } else {
        check_valid(file.text);
    }
}

static void transforms_without_loss(void) {
    size_t count = 0;
    if (corpora_have(TRANSFORM)) {
        corpora_visit(TRANSFORM, ".json", visit_transform, &count);
        CHECK(count >= 22);
    }
}

static void visit_malformed(void *context, corpora_file file) {
    (void)context;
    CHECK(verdict(file.text, false) != VOX_OK);
}

static void refuses_documents_as_people_write_them(void) {
    if (corpora_have("jsonapi-malformed")) {
        CHECK(corpora_visit("jsonapi-malformed", ".txt", visit_malformed, NULL) > 0);
    }
}

static void accepts_own_valid(void) {
    static const char *const texts[] = {
        "0",
        "-0",
        "-0.0e-00",
        "1E+2",
        "\"\"",
        "true",
        "false",
        "null",
        "[]",
        "{}",
        " [ ] ",
        "\t\n\r {\"\":[]}\r\n",
        "\"\\u0000\"",
        "\"\\ud834\\uDD1e\"",
        "\"\\/\\b\\f\\n\\r\\t\"",
        "\"\x7F\"",
        "\"\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\"",
        "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"",
        "[1,[2,[3,{\"a\":[{}]}]]]",
        "{\"a\":1,\"A\":2,\"\\u0061b\":3}",
        "123456789012345678901234567890",
        "[1e400,1e-400]",
        "\"\\uFFFF\\ufdd0\"",
        "[[],{},[[]],[{}]]",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        check_note("row %zu", index);
        check_valid(vox_string_from_c(texts[index]));
        CHECK_OK(verdict(vox_string_from_c(texts[index]), true));
    }
}

/** Space, tab and the two line breaks are white space, and nothing else is, between any two tokens
 *  and at both ends. */
static void four_characters_are_white_space(void) {
    static const char *const tokens[] = {"{", "\"a\"", ":",     "[", "1",    ",", "true",
                                         "]", ",",     "\"b\"", ":", "null", "}"};
    const vox_string spaces[] = {
        LITERAL(" "),
        LITERAL("\t"),
        LITERAL("\n"),
        LITERAL("\r"),
        LITERAL("\f"),
        LITERAL("\v"),
        LITERAL("\0"),
        LITERAL("\b"),
        LITERAL("\x1C"),
        LITERAL("\x7F"),
        LITERAL("\xC2\x85"),
        LITERAL("\xC2\xA0"),
        LITERAL("\xE2\x80\x83"),
        LITERAL("\xE2\x80\xA8"),
        LITERAL("\xE2\x81\xA0"),
        LITERAL("\xE3\x80\x80"),
        LITERAL("\\n"),
        LITERAL("/**/"),
    };
    for (size_t space = 0; space < COUNT(spaces); space++) {
        for (size_t place = 0; place <= COUNT(tokens); place++) {
            char text[128];
            size_t length = 0;
            for (size_t token = 0; token <= COUNT(tokens); token++) {
                if (token == place) {
                    memcpy(text + length, spaces[space].bytes, spaces[space].length);
                    length += spaces[space].length;
                }
                if (token < COUNT(tokens)) {
                    memcpy(text + length, tokens[token], strlen(tokens[token]));
                    length += strlen(tokens[token]);
                }
            }
            check_note("space %zu before token %zu", space, place);
            CHECK((verdict((vox_string){text, length}, false) == VOX_OK) == (space < 4));
            CHECK((verdict((vox_string){text, length}, true) == VOX_OK) == (space < 4));
        }
    }
}

static void refuses_own_invalid(void) {
    static const char *const texts[] = {
        /* structure */
        "",
        " ",
        "[",
        "]",
        "{",
        "}",
        "[]]",
        "{}}",
        "[}",
        "{]",
        "[][]",
        "{}[]",
        "[,]",
        "[,1]",
        "[1,]",
        "[1,,2]",
        "[1 2]",
        "[1:2]",
        "[1;2]",
        "[\"a\":1]",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{:1}",
        "{\"a\" 1}",
        "{\"a\",1}",
        "{\"a\"::1}",
        "{\"a\":1,}",
        "{\"a\":1,,\"b\":2}",
        "{\"a\":1 \"b\":2}",
        "{1:1}",
        "{null:1}",
        "{[]:1}",
        "{a:1}",
        "{'a':1}",
        "['a']",
        "[\"a\"",
        "{\"a\":1",
        "{\"a\":[1}",
        /* after the text */
        "1 2",
        "null,",
        "\"a\"b",
        "[1]#",
        "{}//",
        "[] /* x */",
        "<null>",
        /* names of values */
        "t",
        "tru",
        "truee",
        "True",
        "nul",
        "NULL",
        "falsy",
        "undefined",
        "NaN",
        "-NaN",
        "Infinity",
        /* numbers */
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        ".1",
        "-.1",
        "1.e1",
        "1e",
        "1e+",
        "1E-",
        "1ee1",
        "1e1.5",
        "1.2.3",
        "0x1F",
        "1_000",
        "1,5",
        "- 1",
        "--1",
        "1a",
        "1+1",
        "\xEF\xBC\x91",
        /* strings */
        "\"",
        "\"a",
        "\"\\\"",
        "\"\\x41\"",
        "\"\\a\"",
        "\"\\'\"",
        "\"\\u\"",
        "\"\\u12\"",
        "\"\\u12G4\"",
        "\"\\U0041\"",
        "\"\t\"",
        "\"\n\"",
        "\"\x1F\"",
        "\"\xC3\"",
        "\"\x80\"",
        "\"\\\xC3\xA9\"",
        "\xC3\xA9",
        "\\u0020[]",
        "\xEF\xBB",
        "\xE2\x81\xA0[]",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        check_note("%s", texts[index]);
        CHECK(verdict(vox_string_from_c(texts[index]), false) != VOX_OK);
        CHECK(verdict(vox_string_from_c(texts[index]), true) != VOX_OK);
    }
    CHECK(verdict(LITERAL("[1]\0"), false) != VOX_OK);
    CHECK(verdict(LITERAL("[\0]"), false) != VOX_OK);
    CHECK(verdict(LITERAL("\"\0\""), false) != VOX_OK);
}

static void reads_byte_order_marks(void) {
    vox_string text = LITERAL("\xEF\xBB\xBF {\"a\":1}\n");
    check_valid(text);
    CHECK_STATUS(verdict(text, true), VOX_ERROR_BYTE_ORDER_MARK);
    CHECK_STATUS(verdict(LITERAL("\xEF\xBB\xBF"), false), VOX_ERROR_END);
    CHECK_STATUS(verdict(LITERAL("\xEF\xBB\xBF\xEF\xBB\xBF{}"), false), VOX_ERROR_SYNTAX);
    CHECK_STATUS(verdict(LITERAL("[\xEF\xBB\xBF]"), false), VOX_ERROR_SYNTAX);
    CHECK_STATUS(verdict(LITERAL("\xFE\xFF\0["), false), VOX_ERROR_UTF8);
}

const check_test suite_tests[] = {
    CHECK_LINES(accepts_the_valid, "T04"),
    CHECK_LINES(refuses_the_invalid, "T04"),
    CHECK_TEST(answers_what_is_open),
    CHECK_TEST(transforms_without_loss),
    CHECK_TEST(refuses_documents_as_people_write_them),
    CHECK_LINES(accepts_own_valid, "T04"),
    CHECK_LINES(refuses_own_invalid, "T04"),
    CHECK_LINES(four_characters_are_white_space, "T04"),
    CHECK_LINES(reads_byte_order_marks, "T05 JA-014"),
    CHECK_END,
};
