/* SPDX-License-Identifier: MIT */
/** The words of errors: the byte that was found wrong decides them, whichever reader reads. */
#include "comparing.h"
#include "document.h"
#include "tests.h"

#include <stdio.h>

static const struct {
    const char *text;
    size_t offset;
    vox_status status;
    const char *message; /* NULL: the message of the status */
} rows[] = {
    /* What may come next. */
    {"", 0, VOX_ERROR_END, "expected a value"},
    {"?", 0, VOX_ERROR_SYNTAX, "expected a value"},
    {"]", 0, VOX_ERROR_SYNTAX, "expected a value"},
    {"1 ]", 2, VOX_ERROR_TRAILING, "expected nothing more after the document"},
    {"{}:", 2, VOX_ERROR_TRAILING, "expected nothing more after the document"},
    {"1 2", 2, VOX_ERROR_TRAILING,
     "found a second document, expected nothing more after the first"},
    {"1 0", 2, VOX_ERROR_TRAILING,
     "found a second document, expected nothing more after the first"},
    {"1 9", 2, VOX_ERROR_TRAILING,
     "found a second document, expected nothing more after the first"},
    {"{}{}", 2, VOX_ERROR_TRAILING,
     "found a second document, expected nothing more after the first"},
    {"[] \"a\"", 3, VOX_ERROR_TRAILING,
     "found a second document, expected nothing more after the first"},
    {"[", 1, VOX_ERROR_END, "expected a value or ']'"},
    {"[}", 1, VOX_ERROR_SYNTAX, "expected a value or ']'"},
    {"[1,", 3, VOX_ERROR_END, "expected a value after ','"},
    {"[1,]", 3, VOX_ERROR_SYNTAX, "expected a value after ','"},
    {"[1", 2, VOX_ERROR_END, "expected ',' or ']' after an element"},
    {"[1 2]", 3, VOX_ERROR_SYNTAX, "expected ',' or ']' after an element"},
    {"[[]}", 3, VOX_ERROR_SYNTAX, "expected ',' or ']' after an element"},
    {"{", 1, VOX_ERROR_END, "expected a name in double quotes or '}'"},
    {"{a:1}", 1, VOX_ERROR_SYNTAX, "expected a name in double quotes or '}'"},
    {"{\"a\":1,}", 7, VOX_ERROR_SYNTAX, "expected a name in double quotes after ','"},
    {"{\"a\" 1}", 5, VOX_ERROR_SYNTAX, "expected ':' after a name"},
    {"{\"a\"", 4, VOX_ERROR_END, "expected ':' after a name"},
    {"{\"a\":}", 5, VOX_ERROR_SYNTAX, "expected a value after ':'"},
    {"{\"a\":", 5, VOX_ERROR_END, "expected a value after ':'"},
    {"{\"a\":1", 6, VOX_ERROR_END, "expected ',' or '}' after a member"},
    {"{\"a\":1]", 6, VOX_ERROR_SYNTAX, "expected ',' or '}' after a member"},
    /* Numbers. */
    {"[-]", 2, VOX_ERROR_NUMBER, "expected a digit after '-'"},
    {"[-a]", 2, VOX_ERROR_NUMBER, "expected a digit after '-'"},
    {"[1.]", 3, VOX_ERROR_NUMBER, "expected a digit after '.'"},
    {"[-0.e1]", 4, VOX_ERROR_NUMBER, "expected a digit after '.'"},
    {"[1e]", 3, VOX_ERROR_NUMBER, "expected a digit in the exponent"},
    {"[1E+]", 4, VOX_ERROR_NUMBER, "expected a digit in the exponent"},
    {"[1e-]", 4, VOX_ERROR_NUMBER, "expected a digit in the exponent"},
    {"[-1.5e--1]", 7, VOX_ERROR_NUMBER, "expected a digit in the exponent"},
    {"-", 1, VOX_ERROR_END, "the text ends inside a value"},
    {"[1.", 3, VOX_ERROR_END, "the text ends inside a value"},
    {"[1e+", 4, VOX_ERROR_END, "the text ends inside a value"},
    {"[01]", 2, VOX_ERROR_SYNTAX, "expected ',' or ']' after an element"},
    /* Words. */
    {"[nul]", 4, VOX_ERROR_LITERAL, NULL},
    {"[True]", 1, VOX_ERROR_SYNTAX, "expected a value or ']'"},
    {"tru", 3, VOX_ERROR_END, "the text ends inside a value"},
    {"falsE", 4, VOX_ERROR_LITERAL, NULL},
    /* Strings. */
    {"[\"a", 3, VOX_ERROR_END, "the text ends inside a value"},
    {"[\"\\x\"]", 2, VOX_ERROR_ESCAPE, NULL},
    {"[\"\\u00g0\"]", 2, VOX_ERROR_ESCAPE, "\\u needs four hexadecimal digits"},
    {"[\"\\u123\"]", 2, VOX_ERROR_ESCAPE, "\\u needs four hexadecimal digits"},
    {"[\"\\u", 4, VOX_ERROR_END, "the text ends inside a value"},
    {"[\"\\u12", 6, VOX_ERROR_END, "the text ends inside a value"},
    {"[\"\\", 3, VOX_ERROR_END, "the text ends inside a value"},
    {"[\"a\nb\"]", 3, VOX_ERROR_CONTROL, NULL},
    {"{\"a\tb\":1}", 3, VOX_ERROR_CONTROL, NULL},
    {"[\"\xC3\"]", 2, VOX_ERROR_UTF8, NULL},
    {"[1,\xC3\x28]", 3, VOX_ERROR_UTF8, NULL},
};

static void check_error(vox_error error, size_t row) {
    const char *message = rows[row].message ? rows[row].message
                                            : vox_status_message(rows[row].status);
    CHECK_STATUS(error.status, rows[row].status);
    CHECK_SIZE(error.offset, rows[row].offset);
    CHECK_TEXT(vox_string_from_c(error.message), message);
}

static void messages_of_tokens(void) {
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int reader = VOX_READER_FAST; reader <= VOX_READER_YAJL; reader++) {
            for (int mode = VOX_MODE_EAGER; mode <= VOX_MODE_LAZY; mode++) {
                vox_options options = document_options();
                vox_tree *tree = NULL;
                vox_error error = {0};
                options.reader = (vox_reader)reader;
                options.mode = (vox_mode)mode;
                check_note("%s (reader %d, mode %d)", rows[row].text, reader, mode);
                const char *const text = rows[row].text;
                if (reader == VOX_READER_YAJL && !has_yajl()) {
                    continue;
                }
                vox_status status = vox_tree_parse(text, strlen(text), &options, &tree, &error);
                CHECK_STATUS(status, rows[row].status);
                CHECK(tree == NULL);
                check_error(error, row);
            }
        }
    }
}

/** A deferred value has the same errors, later. */
static void messages_of_deferred_values(void) {
    for (size_t row = 0; row < COUNT(rows); row++) {
        char text[128];
        const size_t before = sizeof "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"x\":" - 1;
        const bool is_whole = rows[row].text[0] == '[' || rows[row].text[0] == '{';
        size_t length = (size_t)snprintf(
            text, sizeof text, "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"x\":%s}]}", rows[row].text
        );
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_error error = {0}, eager = {0};
        check_note("%s", text);
        options.mode = VOX_MODE_EAGER;
        const vox_status wanted = vox_tree_parse(text, length, &options, &tree, &eager);
        vox_tree_free(tree);
        options.mode = VOX_MODE_LAZY;
        vox_status status = vox_tree_parse(text, length, &options, &tree, &error);
        if (status == VOX_OK) {
            status = vox_tree_materialize(tree, &error);
        }
        CHECK_STATUS(status, wanted);
        if (wanted != VOX_OK) {
            CHECK_STATUS(error.status, eager.status);
            CHECK_SIZE(error.offset, eager.offset);
            CHECK_TEXT(vox_string_from_c(error.message), eager.message);
            CHECK_TEXT(vox_string_from_c(error.pointer), eager.pointer);
        }
        if (is_whole && rows[row].status != VOX_ERROR_END &&
            rows[row].status != VOX_ERROR_TRAILING) {
            CHECK_SIZE(error.offset, before + rows[row].offset);
            error.offset -= before;
            check_error(error, row);
        }
        vox_tree_free(tree);
    }
}

const check_test messages_tests[] = {
    CHECK_TEST(messages_of_tokens),
    CHECK_TEST(messages_of_deferred_values),
    CHECK_END,
};
