/* SPDX-License-Identifier: MIT */
/** Positions of errors: status, offset, line, column and pointer for malformed texts (vox_error
 *  in status.h).
 *
 *  The header does not define these cases. The table uses the following rules:
 *  - A number or literal that could end at the end of the text has ended: the error in `[1` is
 *    at "" and not at "/0".
 *  - An escape that is incomplete or has a wrong digit is a wrong escape, even if it could have
 *    become a surrogate: `"\udc"` is ESCAPE.
 *  - A text that ends after the escape of a high surrogate, where an escape of a low one could
 *    follow, is END. If anything else follows, the high surrogate is lone. The error is at its
 *    backslash, whatever else is wrong with the text. */
#include "document.h"
#include "tests.h"

typedef struct position {
    const char *text;
    size_t length;
    vox_status status;
    size_t offset, line, column;
    const char *pointer;
} position;

#define AT(text, status, offset, line, column, pointer)                                            \
    { (text), sizeof(text) - 1, VOX_ERROR_##status, (offset), (line), (column), (pointer) }

static void check_positions(const position *rows, size_t count, const vox_options *options) {
    for (size_t index = 0; index < count; index++) {
        const position *row = &rows[index];
        check_note("row %zu: %.*s", index, (int)row->length, row->text);
        vox_tree *tree = NULL;
        vox_error error = {0};
        vox_status status = vox_tree_parse(row->text, row->length, options, &tree, &error);
        CHECK(tree == NULL);
        CHECK_STATUS(status, row->status);
        CHECK_STATUS(error.status, row->status);
        CHECK_SIZE(error.offset, row->offset);
        CHECK_SIZE(error.line, row->line);
        CHECK_SIZE(error.column, row->column);
        CHECK_TEXT(vox_string_from_c(error.pointer), row->pointer);
        CHECK(!error.pointer_cut);
        CHECK(error.message && error.message[0]);
        vox_tree_free(tree);
    }
}

static const position structure[] = {
    /* The end of the text. */
    AT("", END, 0, 1, 1, ""),
    AT(" ", END, 1, 1, 2, ""),
    AT(" \n\t ", END, 4, 2, 3, ""),
    AT("\xEF\xBB\xBF", END, 3, 1, 4, ""),
    AT("[", END, 1, 1, 2, ""),
    AT("[1", END, 2, 1, 3, ""),
    AT("[1,", END, 3, 1, 4, ""),
    AT("[[]", END, 3, 1, 4, ""),
    AT("[[", END, 2, 1, 3, "/0"),
    AT("{", END, 1, 1, 2, ""),
    AT("{\"a\"", END, 4, 1, 5, ""),
    AT("{\"a\":", END, 5, 1, 6, ""),
    AT("{\"a\":1", END, 6, 1, 7, ""),
    AT("{\"a\":1,", END, 7, 1, 8, ""),
    AT("{\"a\":{\n", END, 7, 2, 1, "/a"),
    AT("{\"a\":[true,{\"b\":[", END, 17, 1, 18, "/a/1/b"),
    /* A token at a wrong position. */
    AT("]", SYNTAX, 0, 1, 1, ""),
    AT("}", SYNTAX, 0, 1, 1, ""),
    AT(",", SYNTAX, 0, 1, 1, ""),
    AT(":", SYNTAX, 0, 1, 1, ""),
    AT("a", SYNTAX, 0, 1, 1, ""),
    AT("'a'", SYNTAX, 0, 1, 1, ""),
    AT("+1", SYNTAX, 0, 1, 1, ""),
    AT(".5", SYNTAX, 0, 1, 1, ""),
    AT("/*c*/1", SYNTAX, 0, 1, 1, ""),
    AT("\0", SYNTAX, 0, 1, 1, ""),
    AT("[1 2]", SYNTAX, 3, 1, 4, ""),
    AT("[1,]", SYNTAX, 3, 1, 4, ""),
    AT("[,1]", SYNTAX, 1, 1, 2, ""),
    AT("[1,,2]", SYNTAX, 3, 1, 4, ""),
    AT("[1}", SYNTAX, 2, 1, 3, ""),
    AT("[1:2]", SYNTAX, 2, 1, 3, ""),
    AT("[\"a\":1]", SYNTAX, 4, 1, 5, ""),
    AT("[01]", SYNTAX, 2, 1, 3, ""),
    AT("[-01]", SYNTAX, 3, 1, 4, ""),
    AT("[truex]", SYNTAX, 5, 1, 6, ""),
    AT("[1\v]", SYNTAX, 2, 1, 3, ""),
    AT("[\f1]", SYNTAX, 1, 1, 2, ""),
    AT("[1,\n\n  x]", SYNTAX, 7, 3, 3, ""),
    AT("[[1,2],\r\n[3 4]]", SYNTAX, 12, 2, 4, "/1"),
    AT("[[[]]}", SYNTAX, 5, 1, 6, ""),
    AT("{\"a\" 1}", SYNTAX, 5, 1, 6, ""),
    AT("{\"a\"::1}", SYNTAX, 5, 1, 6, ""),
    AT("{\"a\",1}", SYNTAX, 4, 1, 5, ""),
    AT("{a:1}", SYNTAX, 1, 1, 2, ""),
    AT("{1:1}", SYNTAX, 1, 1, 2, ""),
    AT("{,}", SYNTAX, 1, 1, 2, ""),
    AT("{]", SYNTAX, 1, 1, 2, ""),
    AT("{\"a\":}", SYNTAX, 5, 1, 6, ""),
    AT("{\"a\":1,}", SYNTAX, 7, 1, 8, ""),
    AT("{\"a\":1 \"b\":2}", SYNTAX, 7, 1, 8, ""),
    AT("{\"a\":1;\"b\":2}", SYNTAX, 6, 1, 7, ""),
    AT("{\"a\":[1,{\"b\":2 3}]}", SYNTAX, 15, 1, 16, "/a/1"),
    AT("{\"x/y\":{\"m~n\":[1 2]}}", SYNTAX, 17, 1, 18, "/x~1y/m~0n"),
    AT("{\"\\u0061\":[1 2]}", SYNTAX, 13, 1, 14, "/a"),
    AT("\xEF\xBB\xBF[1 2]", SYNTAX, 6, 1, 7, ""),
    AT("[\xC3\xA9]", SYNTAX, 1, 1, 2, ""),
    AT("\xEF\xBB\xBF\xEF\xBB\xBF[]", SYNTAX, 3, 1, 4, ""),
    AT("[1,\n\"a\xC3\xA9\" x]", SYNTAX, 10, 2, 7, ""),
    /* Text after a whole document. */
    AT("01", TRAILING, 1, 1, 2, ""),
    AT("-01", TRAILING, 2, 1, 3, ""),
    AT("1 2", TRAILING, 2, 1, 3, ""),
    AT("1a", TRAILING, 1, 1, 2, ""),
    AT("1-", TRAILING, 1, 1, 2, ""),
    AT("truex", TRAILING, 4, 1, 5, ""),
    AT("\"a\"\"b\"", TRAILING, 3, 1, 4, ""),
    AT("{} \"abc", TRAILING, 3, 1, 4, ""),
    AT("{} tr", TRAILING, 3, 1, 4, ""),
    AT("{} -", TRAILING, 3, 1, 4, ""),
    AT("{}\n\n]", TRAILING, 4, 3, 1, ""),
    AT("[]]", TRAILING, 2, 1, 3, ""),
    AT("[],", TRAILING, 2, 1, 3, ""),
    AT("[] // c", TRAILING, 3, 1, 4, ""),
    AT("{\"a\":1}\0", TRAILING, 7, 1, 8, ""),
    AT("[1]\v", TRAILING, 3, 1, 4, ""),
    AT("{}\xEF\xBB\xBF", TRAILING, 2, 1, 3, ""),
};

static const position scalars[] = {
    /* Numbers: the first byte that cannot continue the number. */
    AT("-", END, 1, 1, 2, ""),
    AT("-x", NUMBER, 1, 1, 2, ""),
    AT("--1", NUMBER, 1, 1, 2, ""),
    AT("1.", END, 2, 1, 3, ""),
    AT("1.x", NUMBER, 2, 1, 3, ""),
    AT("1.e5", NUMBER, 2, 1, 3, ""),
    AT("1e", END, 2, 1, 3, ""),
    AT("1e+", END, 3, 1, 4, ""),
    AT("1e+-1", NUMBER, 3, 1, 4, ""),
    AT("1eE2", NUMBER, 2, 1, 3, ""),
    AT("1.2.3", TRAILING, 3, 1, 4, ""),
    AT("0x1", TRAILING, 1, 1, 2, ""),
    AT("[1.x]", NUMBER, 3, 1, 4, "/0"),
    AT("[1,2e]", NUMBER, 5, 1, 6, "/1"),
    AT("[-]", NUMBER, 2, 1, 3, "/0"),
    AT("[-Infinity]", NUMBER, 2, 1, 3, "/0"),
    AT("{\"a\":-}", NUMBER, 6, 1, 7, "/a"),
    AT("[1.", END, 3, 1, 4, "/0"),
    AT("[\n1e", END, 4, 2, 3, "/0"),
    /* Literals: the first byte that is wrong. */
    AT("t", END, 1, 1, 2, ""),
    AT("tru", END, 3, 1, 4, ""),
    AT("nulx", LITERAL, 3, 1, 4, ""),
    AT("[tru]", LITERAL, 4, 1, 5, "/0"),
    AT("[truX]", LITERAL, 4, 1, 5, "/0"),
    AT("[tRue]", LITERAL, 2, 1, 3, "/0"),
    AT("[True]", SYNTAX, 1, 1, 2, ""),
    AT("[nan]", LITERAL, 2, 1, 3, "/0"),
    AT("[true,fals", END, 10, 1, 11, "/1"),
    AT("{\"a\":nul}", LITERAL, 8, 1, 9, "/a"),
    /* Strings. */
    AT("\"abc", END, 4, 1, 5, ""),
    AT("[\"", END, 2, 1, 3, "/0"),
    AT("[\"a\nb\"]", CONTROL, 3, 1, 4, "/0"),
    AT("[\"a\0b\"]", CONTROL, 3, 1, 4, "/0"),
    AT("[\"\x1F\"]", CONTROL, 2, 1, 3, "/0"),
    AT("[\"\v\"]", CONTROL, 2, 1, 3, "/0"),
    AT("[\"\f\"]", CONTROL, 2, 1, 3, "/0"),
    AT("{\"a\tb\":1}", CONTROL, 3, 1, 4, ""),
    AT("{\"o\":{\"a", END, 8, 1, 9, "/o"),
    AT("{\"o\":{\"a\nb", CONTROL, 8, 1, 9, "/o"),
    AT("{\"a\":\"x\\q\"}", ESCAPE, 7, 1, 8, "/a"),
    AT("{\"a\\q\":1}", ESCAPE, 3, 1, 4, ""),
    AT("[\"\\", END, 3, 1, 4, "/0"),
    AT("[\"\\\0\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\\n\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\u", END, 4, 1, 5, "/0"),
    AT("[\"\\u12", END, 6, 1, 7, "/0"),
    AT("[\"\\u12\"", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\u12g4\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\U0041\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\xC3\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\\xC3\xA9\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\u\xC3\xA9\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\\"]", END, 5, 1, 6, "/0"),
    AT("[1,\n\n\"\\u12\"", ESCAPE, 6, 3, 2, "/1"),
};

static const position encodings[] = {
    /* Surrogates: the backslash of the lone surrogate. */
    AT("\"\\ud800\"", SURROGATE, 1, 1, 2, ""),
    AT("\"\\udc00\"", SURROGATE, 1, 1, 2, ""),
    AT("\"\\ud800\\u0041\"", SURROGATE, 1, 1, 2, ""),
    AT("[\"a\\ud800x\"]", SURROGATE, 3, 1, 4, "/0"),
    AT("[\"\\uDBFF\\u0041\"]", SURROGATE, 2, 1, 3, "/0"),
    AT("[\"\\ud83d\\ud83d\\ude00\"]", SURROGATE, 2, 1, 3, "/0"),
    AT("[\"\\ud83d\\ude00\\ude00\"]", SURROGATE, 14, 1, 15, "/0"),
    AT("[\"\\ud800\\n\"]", SURROGATE, 2, 1, 3, "/0"),
    AT("[\"\\ud800\\q\"]", SURROGATE, 2, 1, 3, "/0"),
    AT("[\"\\ud800\n\"]", SURROGATE, 2, 1, 3, "/0"),
    AT("[\"\\ud800\xFF\"]", SURROGATE, 2, 1, 3, "/0"),
    AT("[\"\\ud800\\udcg0\"]", SURROGATE, 2, 1, 3, "/0"),
    AT("{\"\\uDFAA\":0}", SURROGATE, 2, 1, 3, ""),
    AT("{\"a\":{\"\\ud800\":0}}", SURROGATE, 7, 1, 8, "/a"),
    AT("[\"\\ud800", END, 8, 1, 9, "/0"),
    AT("[\"\\ud800\\", END, 9, 1, 10, "/0"),
    AT("[\"\\ud800\\ud", END, 11, 1, 12, "/0"),
    AT("[\"\\ud800\\u0", SURROGATE, 2, 1, 3, "/0"),
    AT("[\"\\ud8\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\udc\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\udc", END, 6, 1, 7, "/0"),
    /* UTF-8: the first byte of the sequence, at any position. */
    AT("\xFF", UTF8, 0, 1, 1, ""),
    AT("\xEF\xBB{}", UTF8, 0, 1, 1, ""),
    AT("[\xFF]", UTF8, 1, 1, 2, ""),
    AT("[1\xFF]", UTF8, 2, 1, 3, ""),
    AT("{} \x80", UTF8, 3, 1, 4, ""),
    AT("{\xE9}", UTF8, 1, 1, 2, ""),
    AT("[\"\x80\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"ab\xC0\xAF\"]", UTF8, 4, 1, 5, "/0"),
    AT("[\"\xC1\xBF\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"\xE0\x9F\xBF\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"\xED\xA0\x80\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"\xF0\x8F\xBF\xBF\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"\xF4\x90\x80\x80\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"\xF5\x80\x80\x80\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"\xE2\x82\"]", UTF8, 2, 1, 3, "/0"),
    AT("[\"\xC3\xA9\xC3\"]", UTF8, 4, 1, 5, "/0"),
    AT("\"\xC3", UTF8, 1, 1, 2, ""),
    AT("\"\xF0\x90\x80", UTF8, 1, 1, 2, ""),
    AT("{\"a\xFF\":1}", UTF8, 3, 1, 4, ""),
    AT("{\"a\":{\"b\":\"\n", CONTROL, 11, 1, 12, "/a/b"),
    /* Of two errors, the first is reported. */
    AT("[1 2, \"\xFF\"]", SYNTAX, 3, 1, 4, ""),
    AT("[\"\\q\", \"\\ud800\"]", ESCAPE, 2, 1, 3, "/0"),
    AT("[\"\\ud800\", tru]", SURROGATE, 2, 1, 3, "/0"),
    AT("[tru,\v]", LITERAL, 4, 1, 5, "/0"),
    AT("[\v\"\\ud800\"", SYNTAX, 1, 1, 2, ""),
};

static void structure_errors(void) {
    vox_options options = document_options();
    check_positions(structure, COUNT(structure), &options);
    options.borrow = true;
    check_positions(structure, COUNT(structure), &options);
    CHECK(COUNT(structure) + COUNT(scalars) + COUNT(encodings) >= 80);
}

static void scalar_errors(void) {
    vox_options options = document_options();
    check_positions(scalars, COUNT(scalars), &options);
    options.strict = true;
    check_positions(scalars, COUNT(scalars), &options);
    options.borrow = true;
    check_positions(scalars, COUNT(scalars), &options);
}

static void encoding_errors(void) {
    vox_options options = document_options();
    check_positions(encodings, COUNT(encodings), &options);
    options.strict = true;
    check_positions(encodings, COUNT(encodings), &options);
    options.borrow = true;
    check_positions(encodings, COUNT(encodings), &options);
}

static void strict_errors(void) {
    static const position rows[] = {
        AT("\xEF\xBB\xBF{}", BYTE_ORDER_MARK, 0, 1, 1, ""),
        AT("{\"a\":1,\"a\":2}", DUPLICATE, 7, 1, 8, ""),
        AT("{\"a\":1,\n \"\\u0061\":2}", DUPLICATE, 9, 2, 2, ""),
        AT("{\"\":1,\"\":2}", DUPLICATE, 6, 1, 7, ""),
        AT("{\"x\":[{\"a\":1,\"b\":2,\"a\":3}]}", DUPLICATE, 19, 1, 20, "/x/0"),
        /* An error before the second name is reported first. */
        AT("{\"a\":1 x,\"a\":2}", SYNTAX, 7, 1, 8, ""),
        /* A name can only be repeated when it is complete. */
        AT("{\"a\":1,\"a\n\":2}", CONTROL, 9, 1, 10, ""),
        AT("{\"a\":1,\"a", END, 9, 1, 10, ""),
    };
    vox_options options = document_options();
    options.strict = true;
    check_positions(rows, COUNT(rows), &options);
}

static void depth_errors(void) {
    static const position rows[] = {
        AT("[[[", DEPTH_LIMIT, 2, 1, 3, "/0/0"),
        AT("[1,\n[{", DEPTH_LIMIT, 5, 2, 2, "/1/0"),
        AT("{\"a\":{\"b\":[]}}", DEPTH_LIMIT, 10, 1, 11, "/a/b"),
        AT("[[1 2],[[]]]", SYNTAX, 4, 1, 5, "/0"),
        AT("[[\"\\q\"],[[]]]", ESCAPE, 3, 1, 4, "/0/0"),
    };
    vox_options options = document_options();
    options.max_depth = 2;
    check_positions(rows, COUNT(rows), &options);
}

static void long_pointers_are_cut_at_a_segment(void) {
    /* 600 levels of "abcd". The whole pointer would have 3000 bytes. 51 segments of 5 bytes fit
     * in front of the NUL. */
    char text[600 * 8 + 1];
    size_t length = 0;
    for (size_t level = 0; level < 600; level++) {
        memcpy(text + length, "{\"abcd\":", 8);
        length += 8;
    }
    text[length++] = 'x';
    vox_options options = document_options();
    options.max_depth = 1000;
    vox_tree *tree = NULL;
    vox_error error = {0};
    CHECK_STATUS(vox_tree_parse(text, length, &options, &tree, &error), VOX_ERROR_SYNTAX);
    CHECK_SIZE(error.offset, 600 * 8);
    CHECK(error.pointer_cut);
    CHECK_SIZE(strlen(error.pointer), 255);
    CHECK(strncmp(error.pointer + 250, "/abcd", 6) == 0);
}

/** The array ends with a NUL. So a name with U+0000 would end there, and be the name of another
 *  member. */
static void pointers_are_cut_before_a_name_with_nul(void) {
    static const struct {
        const char *text, *pointer;
    } rows[] = {
        {"{\"admin\\u0000x\":tru}", ""},
        {"{\"\\u0000\":tru}", ""},
        {"{\"a\":{\"b\":[{\"c\\u0000\":{\"d\":[tru]}}]}}", "/a/b/0"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_tree *tree = NULL;
        vox_error error = {0};
        vox_options options = document_options();
        vox_status status = vox_tree_parse(
            rows[row].text, strlen(rows[row].text), &options, &tree, &error
        );
        CHECK_STATUS(status, VOX_ERROR_LITERAL);
        CHECK(error.pointer_cut);
        CHECK_TEXT(vox_string_from_c(error.pointer), rows[row].pointer);
    }
    vox_options options = document_options();
    options.mode = VOX_MODE_LAZY;
    const vox_string late = LITERAL("{\"data\":[{\"a\":1},{\"x\\u0000y\":[tru]}]}");
    vox_tree *tree = NULL;
    vox_error error = {0};
    CHECK_OK(vox_tree_parse(late.bytes, late.length, &options, &tree, NULL));
    CHECK_SIZE(vox_node_count(tree, document_at(tree, "/data/1")), 0);
    CHECK_STATUS(vox_tree_failure(tree, &error), VOX_ERROR_LITERAL);
    CHECK(error.pointer_cut);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/data/1");
    vox_tree_free(tree);
}

static void locates_offsets(void) {
    size_t line = 0, column = 0;
    vox_string text = LITERAL("a\nbc\r\n\nd");
    static const size_t expected[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 3},
                                         {2, 4}, {3, 1}, {4, 1}, {4, 2}};
    for (size_t offset = 0; offset <= text.length; offset++) {
        check_note("offset %zu", offset);
        vox_locate(text, offset, &line, &column);
        CHECK_SIZE(line, expected[offset][0]);
        CHECK_SIZE(column, expected[offset][1]);
    }
    vox_locate(text, text.length + 90, &line, &column);
    CHECK_SIZE(line, 4);
    CHECK_SIZE(column, 92);
}

const check_test positions_tests[] = {
    CHECK_LINES(structure_errors, "T05"),
    CHECK_TEST(scalar_errors),
    CHECK_LINES(encoding_errors, "T02 JA-014"),
    CHECK_TEST(strict_errors),
    CHECK_TEST(depth_errors),
    CHECK_TEST(long_pointers_are_cut_at_a_segment),
    CHECK_TEST(pointers_are_cut_before_a_name_with_nul),
    CHECK_TEST(locates_offsets),
    CHECK_END,
};
