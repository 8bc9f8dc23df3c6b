/* SPDX-License-Identifier: MIT */
/** The message of an error names the wrong character if it is invisible or looks like another
 *  one. */
#include "document.h"
#include "tests.h"

static const struct {
    const char *bytes;
    const char *name;
} characters[] = {
    {"\x0B", "vertical tab"},
    {"\x0C", "form feed"},
    {"\x01", "control character"},
    {"\x7F", "control character"},
    {"\x1E", "record separator"},
    {"\x1F", "gzip"},
    {"\xC2\x85", "U+0085"},
    {"\xC2\xA0", "no-break space (U+00A0)"},
    {"\xC2\xAD", "soft hyphen"},
    {"\xE2\x80\x80", "U+2000 to U+200A"},
    {"\xE2\x80\x8A", "U+2000 to U+200A"},
    {"\xE2\x80\x8B", "zero-width space"},
    {"\xE2\x80\x8D", "zero-width joiner"},
    {"\xE2\x80\x8F", "right-to-left mark"},
    {"\xE2\x80\x9C", "curly quotation mark (U+201C)"},
    {"\xE2\x80\x9D", "curly quotation mark (U+201D)"},
    {"\xE2\x80\x99", "curly quotation mark (U+2019)"},
    {"\xC2\xAB", "U+00AB"},
    {"\xE2\x80\xA8", "line separator"},
    {"\xE2\x80\xAF", "narrow no-break space"},
    {"\xE2\x81\xA0", "word joiner"},
    {"\xE2\x88\x92", "minus sign"},
    {"\xE3\x80\x80", "ideographic space"},
    {"\xEF\xBC\x9A", "full-width colon"},
};

/** Checks the message of a parse, and of a stream that gets single bytes. */
static void check_message(vox_string text, size_t offset, vox_status status, const char *name) {
    vox_tree *tree = NULL;
    vox_error error = {0};
    vox_stream *stream = NULL;
    check_note("%.*s", (int)text.length, text.bytes);
    CHECK_STATUS(vox_tree_parse(text.bytes, text.length, NULL, &tree, &error), status);
    CHECK_SIZE(error.offset, offset);
    CHECK(error.message && strstr(error.message, name));
    if (!CHECK_OK(vox_stream_new(NULL, &stream))) {
        return;
    }
    vox_status met = VOX_OK;
    memset(&error, 0, sizeof error);
    for (size_t at = 0; at <= text.length && met == VOX_OK; at++) {
        vox_item item;
        if (at < text.length) {
            CHECK_OK(vox_stream_feed(stream, text.bytes + at, 1));
        } else {
            vox_stream_finish(stream);
        }
        met = vox_stream_next(stream, &item, &error);
        vox_tree_free(item.tree);
    }
    CHECK_STATUS(met, status);
    CHECK_SIZE(error.offset, offset);
    CHECK(error.message && strstr(error.message, name));
    vox_stream_free(stream);
    check_note(NULL);
}

/** Every position where a token may begin. */
static void characters_out_of_place(void) {
    static const struct {
        const char *before;
        const char *after;
        vox_status status;
    } places[] = {
        {"", "{}", VOX_ERROR_SYNTAX},         {"{}", "", VOX_ERROR_TRAILING},
        {"[", "1]", VOX_ERROR_SYNTAX},        {"[1", ",2]", VOX_ERROR_SYNTAX},
        {"[1,", "2]", VOX_ERROR_SYNTAX},      {"{", "\"a\":1}", VOX_ERROR_SYNTAX},
        {"{\"a\"", ":1}", VOX_ERROR_SYNTAX},  {"{\"a\":", "1}", VOX_ERROR_SYNTAX},
        {"{\"a\":1,", "}", VOX_ERROR_SYNTAX}, {"{\"a\":[] ", "}", VOX_ERROR_SYNTAX},
    };
    for (size_t row = 0; row < COUNT(characters); row++) {
        for (size_t place = 0; place < COUNT(places); place++) {
            char text[64];
            strcpy(text, places[place].before);
            strcat(text, characters[row].bytes);
            strcat(text, places[place].after);
            check_message(
                vox_string_from_c(text), strlen(places[place].before), places[place].status,
                characters[row].name
            );
        }
    }
    check_message(LITERAL("{\"a\":1}\xEF\xBB\xBF"), 7, VOX_ERROR_TRAILING, "byte order mark");
    check_message(LITERAL("\xEF\xBB\xBF\xEF\xBB\xBF{}"), 3, VOX_ERROR_SYNTAX, "byte order mark");
    check_message(
        LITERAL("[\xEF\xBB\xBF"
                "1]"),
        1, VOX_ERROR_SYNTAX, "byte order mark"
    );
}

static void other_encodings(void) {
    check_message(LITERAL("\xFF\xFE{\0}\0"), 0, VOX_ERROR_UTF8, "UTF-16");
    check_message(LITERAL("\xFE\xFF\0{\0}"), 0, VOX_ERROR_UTF8, "UTF-16");
    check_message(LITERAL("{\0}\0"), 1, VOX_ERROR_SYNTAX, "UTF-16");
    check_message(LITERAL("\0{\0}"), 0, VOX_ERROR_SYNTAX, "UTF-16");
    check_message(LITERAL("\0\0\0{"), 0, VOX_ERROR_SYNTAX, "UTF-32");
    check_message(LITERAL("\0\0\xFE\xFF\0\0\0{"), 0, VOX_ERROR_SYNTAX, "UTF-32");
    check_message(LITERAL("\x1F\x8B\x08\0\0\0"), 0, VOX_ERROR_SYNTAX, "gzip");
}

static void second_documents(void) {
    static const char *const texts[] = {"{} {}", "{} []", "{} \"a\"", "{} 1", "{} -1", "{} true"};
    for (size_t row = 0; row < COUNT(texts); row++) {
        check_message(
            vox_string_from_c(texts[row]), 3, VOX_ERROR_TRAILING, "found a second document"
        );
    }
    check_message(LITERAL("{} }"), 3, VOX_ERROR_TRAILING, "expected nothing more");
    check_message(LITERAL("{} x"), 3, VOX_ERROR_TRAILING, "expected nothing more");
}

/** A second value is a second document only after the first document. */
static void values_out_of_place(void) {
    check_message(LITERAL("[1 2]"), 3, VOX_ERROR_SYNTAX, "expected ',' or ']' after an element");
    check_message(LITERAL("{\"a\":1 2}"), 7, VOX_ERROR_SYNTAX, "expected ',' or '}'");
    check_message(LITERAL("{\"a\" \"b\"}"), 5, VOX_ERROR_SYNTAX, "expected ':' after a name");
    check_message(LITERAL("{1}"), 1, VOX_ERROR_SYNTAX, "expected a name in double quotes or '}'");
    check_message(LITERAL("{\"a\":1,[]}"), 7, VOX_ERROR_SYNTAX, "expected a name in double quotes");
}

/** Inside a string these characters are allowed. Messages do not name visible characters. */
static void others_stay(void) {
    for (size_t row = 0; row < COUNT(characters); row++) {
        char text[64] = "\"";
        strcat(text, characters[row].bytes);
        strcat(text, "\"");
        vox_tree *tree = NULL;
        const vox_status status = vox_tree_parse(text, strlen(text), NULL, &tree, NULL);
        CHECK((unsigned char)text[1] < 0x20 ? status == VOX_ERROR_CONTROL : status == VOX_OK);
        vox_tree_free(tree);
    }
    check_message(LITERAL("[\xC3\xA9]"), 1, VOX_ERROR_SYNTAX, "expected a value or ']'");
    check_message(LITERAL("[\xE2\x82\xAC]"), 1, VOX_ERROR_SYNTAX, "expected a value or ']'");
    check_message(LITERAL("{'a':1}"), 1, VOX_ERROR_SYNTAX, "expected a name in double quotes");
    check_message(LITERAL("[1\xE2\x82"), 2, VOX_ERROR_UTF8, "the bytes are not UTF-8");
}

const check_test unseen_tests[] = {
    CHECK_TEST(characters_out_of_place), CHECK_TEST(other_encodings), CHECK_TEST(second_documents),
    CHECK_TEST(values_out_of_place),     CHECK_TEST(others_stay),     CHECK_END,
};
