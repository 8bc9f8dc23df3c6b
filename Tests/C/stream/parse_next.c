/* SPDX-License-Identifier: MIT */
/** Many documents in one buffer: lines, parts of lines, several lines, and the bytes that each
 *  call consumes. */
#include "check.h"
#include "check_allocator.h"
#include "document.h"
#include "steps.h"
#include "whole_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vox_parser *new_parser(bool borrow) {
    vox_options options = document_options();
    vox_parser *parser = NULL;
    options.borrow = borrow;
    options.max_size = 1000;
    CHECK_OK(vox_parser_new(&options, (size_t)1 << 20, &parser));
    return parser;
}

/** Reads a text and writes the results: each document compactly with ';', each error as its
 *  status and position, and at the end the number of bytes that are left. */
static vox_string read_all(
    vox_parser *parser, const char *bytes, size_t length, bool last, char *answer
) {
    size_t offset = 0, written = 0;
    for (int calls = 0; calls < 100; calls++) {
        size_t consumed = 77;
        vox_tree *tree = NULL;
        vox_error error;
        vox_status status = vox_parser_parse_next(
            parser, bytes + offset, length - offset, last, &consumed, &tree, &error
        );
        CHECK(consumed <= length - offset);
        if (status != VOX_OK) {
            CHECK(!tree && consumed > 0);
            CHECK_STATUS(error.status, status);
            written += (size_t)sprintf(
                answer + written, "!%d@%zu(%zu:%zu);", (int)status, error.offset, error.line,
                error.column
            );
        } else if (tree) {
            vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_COMPACT);
            memcpy(answer + written, buffer.bytes, buffer.length);
            written += buffer.length;
            answer[written++] = ';';
            vox_buffer_free(&buffer);
            vox_tree_free(tree);
        }
        offset += consumed;
        if (status == VOX_OK && !tree) {
            break;
        }
    }
    written += (size_t)sprintf(answer + written, "%zu", length - offset);
    return (vox_string){answer, written};
}

#define MARK "\xEF\xBB\xBF"

typedef struct row {
    const char *text;
    bool last;
    const char *expected;
} row;

static void documents_in_a_row(void) {
    static const row rows[] = {
        {"", false, "0"},
        {"", true, "0"},
        {MARK, true, "!11@3(1:4);0"},
        {MARK "\n", true, "!11@4(2:1);0"},
        {MARK "1", true, "1;0"},
        {" \n\t\n ", false, "0"},
        {"{\"a\":1}\n[2]\n", false, "{\"a\":1};[2];0"},
        {"{\"a\":1}\r\n\r\n[2]\r\n", false, "{\"a\":1};[2];0"},
        {"{\"a\":1}\n[2]", false, "{\"a\":1};3"},
        {"{\"a\":1}\n[2]", true, "{\"a\":1};[2];0"},
        {"1\n2\nnull", false, "1;2;4"},
        {"1\n2\nnull", true, "1;2;null;0"},
        {"{} [] \"x\"\n", false, "{};[];\"x\";0"},
        {"{}[]\"x\"1 2\n3\n", false, "{};[];\"x\";1;2;3;0"},
        {"{\n\"a\":\n[1,\n2]}\n{}\n", false, "{\"a\":[1,2]};{};0"},
        {"{\n\"a\":\n[1,\n2", false, "12"},
        {"[\"a]\n", false, "!13@4(1:5);0"}, /* a string cannot contain the line feed */
        /* Errors: the rest of the line is skipped. */
        {"{\"a\":1,,}\n{}\n", false, "!10@7(1:8);{};0"},
        {"{}\n{\"a\":tru}\n{}\n", false, "{};!18@11(2:9);{};0"},
        {"}\n{}\n", false, "!10@0(1:1);{};0"},
        {"  ]\n1\n", true, "!10@2(1:3);1;0"},
        {"{\"a\":[1,2\n{\"b\":2}\n", false, "!10@10(2:1);{\"b\":2};0"},
        {"{\"a\":\"broken\n{\"b\":2}\n", false, "!13@12(1:13);{\"b\":2};0"},
        {"[1,\n2,\n}\n3\n", false, "!10@7(3:1);!10@7(3:1);3;0"},
        {"[1,2", true, "!11@4(1:5);0"},
        {"[1,\n2", true, "!11@5(2:2);0"},
        {"{\"a\":\"\xff\"}\n1\n", false, "!16@6(1:7);1;0"},
        {"{} x\n1\n", false, "{};!10@3(1:4);1;0"},
        {"1 2\n{}[]3", false, "1;2;{};[];1"}, /* a bracket ends a document before the line feed */
        {"1 2\n{,}", false, "1;2;3"},
        {"1 2\n{,}", true, "1;2;!10@5(2:2);0"},
        {"[\n1,\n2,]", false, "8"},
        {"[\n1,\n2,] x\n3\n", false, "!10@7(3:3);3;0"},
        /* If lines have several documents, a wrong document does not consume the next line. */
        {"1 2\n{\"a\":[1,2\n{\"b\":2}\n", false, "1;2;!10@14(3:1);{\"b\":2};0"},
        {"1 2\n[\"a\n[\"b\"]\n", false, "1;2;!13@7(2:4);[\"b\"];0"},
        {"1 2\ntru}", false, "1;2;4"},
        {"1 2\ntru}\n", false, "1;2;!18@7(2:4);0"},
        {"1 2\n[\n3\n]\n4", true, "1;2;[3];4;0"},
        {"[1] [2] 3\n[4\n] [5]\n", false, "[1];[2];3;[4];[5];0"},
        {"[1\n]", false, "4"},
        {"[1\n] 2", true, "[1];2;0"},
        {"[1\n] \r\n[2\n]\t[3\n", true, "[1];[2];!11@15(5:1);0"},
        /* A number or literal needs white space behind it. */
        {"1\"a\" 2\n3\n", false, "1;!12@1(1:2);3;0"},
        {"\n true[1]\n{}\n", true, "true;!12@6(2:6);{};0"},
        {"{}1{}", true, "{};1;!12@3(1:4);0"},
        {"1,\n2 ,\n", true, "1;!12@1(1:2);2;!10@5(2:3);0"},
        /* A byte order mark before a document. */
        {MARK "{\n\"a\":\n1}\n" MARK "[]\n", false, "{\"a\":1};[];0"},
        {MARK "\n{\n\"a\":\n1}\n", false, "{\"a\":1};0"},
        {MARK "{} " MARK "1 2\n", false, "{};1;2;0"},
        {MARK "\n\n", false, "5"},
        {MARK "\n\n", true, "!11@5(3:1);0"},
    };
    char answer[512];
    for (size_t index = 0; index < COUNT(rows); index++) {
        for (int borrow = 0; borrow < 2; borrow++) {
            vox_parser *parser = new_parser(borrow);
            const size_t length = strlen(rows[index].text);
            char *copy = malloc(length + 1); /* a block of this size, so that a read beyond it is
                                              * detected */
            memcpy(copy, rows[index].text, length);
            check_note("%s", rows[index].text);
            vox_string got = read_all(parser, copy, length, rows[index].last, answer);
            CHECK_TEXT(got, rows[index].expected);
            free(copy);
            vox_parser_free(parser);
        }
    }
    check_note(NULL);
}

/** Reads a text in pieces, and keeps the bytes that were not consumed. Writes the same as
 *  read_all. */
static vox_string read_pieces(vox_parser *parser, const char *text, size_t piece, char *answer) {
    const size_t length = strlen(text);
    size_t at = 0, fed = 0, written = 0, left;
    do {
        fed = length - fed < piece ? length : fed + piece;
        char *copy = malloc(fed - at + 1);
        memcpy(copy, text + at, fed - at);
        vox_string got = read_all(parser, copy, fed - at, fed == length, answer + written);
        while (got.length && got.bytes[got.length - 1] != ';') {
            got.length--;
        }
        left = strtoull(got.bytes + got.length, NULL, 10);
        written += got.length;
        at = fed - left;
        free(copy);
    } while (fed < length);
    written += (size_t)sprintf(answer + written, "%zu", left);
    return (vox_string){answer, written};
}

/** Pieces of any length give the same documents. */
static void pieces(void) {
    static const struct {
        const char *text;
        const char *expected;
    } rows[] = {
        {"{\"a\":1}\n[\n2,{\"b\":\"\\n\"}]\n 3 4\n\"x\"\n{}[]\ntrue",
         "{\"a\":1};[2,{\"b\":\"\\n\"}];3;4;\"x\";{};[];true;0"},
        {"[\n\"\xC3\xA9\xE2\x82\xAC\"]\n[\n1,\"\xF0\x9F\x98\x80\",\n2]\n",
         "[\"\xC3\xA9\xE2\x82\xAC\"];[1,\"\xF0\x9F\x98\x80\",2];0"},
        {MARK "{\n\"\xC3\xA9\":\n1}\n" MARK "[\n2]\n", "{\"\xC3\xA9\":1};[2];0"},
        {MARK "\n12\n" MARK "\n\"\xC3\xA9\"\n", "12;\"\xC3\xA9\";0"},
        {"1 2\n3\"a\" 4\n5\n", "1;2;3;!12@5(2:2);5;0"},
        {"[\n-1.5e+1,\nfalse\n]\n[\n\"\\u00e9\\ud83d\\ude00\"\n]\n{}{\n}\n",
         "[-1.5e+1,false];[\"\\u00e9\\ud83d\\ude00\"];{};{};0"},
    };
    char answer[256];
    for (size_t index = 0; index < COUNT(rows); index++) {
        for (size_t piece = 1; piece <= strlen(rows[index].text); piece++) {
            vox_parser *parser = new_parser(false);
            check_note("%s, in pieces of %zu", rows[index].text, piece);
            vox_string got = read_pieces(parser, rows[index].text, piece, answer);
            CHECK_TEXT(got, rows[index].expected);
            vox_parser_free(parser);
        }
    }
    check_note(NULL);
}

/** A tree has the text of its document alone, wherever white space is. The position of the document
 *  is that in the whole text. */
static void texts_and_places(void) {
    static const char text[] = "\n\n {\"a\":1} \r\n\r\n{\"b\":\n2} {\"c\":3}{}\t\n 4 \n";
    static const struct {
        const char *text;
        size_t offset, line, column;
    } rows[] = {
        {"{\"a\":1}", 3, 3, 2}, {"{\"b\":\n2}", 15, 5, 1}, {"{\"c\":3}", 24, 6, 4},
        {"{}", 31, 6, 11},      {"4", 36, 7, 2},
    };
    for (size_t piece = 1; piece < sizeof text; piece++) {
        vox_parser *parser = new_parser(false);
        size_t at = 0, end = 0, found = 0;
        while (at < sizeof text - 1) {
            end = sizeof text - 1 - end < piece ? sizeof text - 1 : end + piece;
            vox_tree *tree;
            size_t consumed;
            do {
                CHECK_OK(vox_parser_parse_next(
                    parser, text + at, end - at, end == sizeof text - 1, &consumed, &tree, NULL
                ));
                at += consumed;
                if (tree && found < COUNT(rows)) {
                    const vox_place place = vox_parser_place(parser);
                    check_note("pieces of %zu, row %zu", piece, found);
                    const vox_style style = VOX_STYLE_PRESERVE;
                    CHECK_WRITES(tree, vox_tree_root(tree), style, rows[found].text);
                    CHECK_TEXT(vox_tree_source(tree), rows[found].text);
                    CHECK_SIZE(place.offset, rows[found].offset);
                    CHECK_SIZE(place.line, rows[found].line);
                    CHECK_SIZE(place.column, rows[found].column);
                    found++;
                }
                vox_tree_free(tree);
            } while (tree);
        }
        CHECK_SIZE(found, COUNT(rows));
        vox_parser_free(parser);
    }
    check_note(NULL);
}

/** After a text was given up, the next one begins at line 1, and its first document follows
 *  nothing. */
static void another_text(void) {
    static const char *const texts[] = {"\n1\"a\"", "\n{} tru"};
    for (size_t index = 0; index < COUNT(texts); index++) {
        vox_parser *parser = new_parser(false);
        vox_tree *tree = NULL;
        vox_error error = garbage_error();
        size_t consumed = 0;
        const char *text = texts[index];
        CHECK_OK(vox_parser_parse_next(parser, text, strlen(text), true, &consumed, &tree, &error));
        CHECK(tree && consumed < strlen(text));
        vox_tree_free(tree);
        CHECK_OK(vox_parser_parse_next(parser, NULL, 0, true, &consumed, &tree, &error));
        CHECK_OK(vox_parser_parse_next(parser, "[]\n{]", 5, false, &consumed, &tree, &error));
        CHECK_SIZE(consumed, 3);
        CHECK_SIZE(vox_parser_place(parser).line, 1);
        CHECK(check_whole_error(&error, VOX_OK, 0));
        vox_tree_free(tree);
        const vox_status status = vox_parser_parse_next(
            parser, "{]", 2, true, &consumed, &tree, &error
        );
        CHECK_STATUS(status, VOX_ERROR_SYNTAX);
        CHECK_SIZE(error.offset, 4);
        CHECK_SIZE(error.line, 2);
        vox_parser_free(parser);
    }
}

/** The limit is for each document, and not for the lines that it shares with others. */
static void limit_of_each(void) {
    static const row rows[] = {
        {"[1] [2] [3] [4] [5]\n[6]\n", false, "[1];[2];[3];[4];[5];[6];0"},
        {"[1] [2] [3] [4] [5]", false, "[1];[2];[3];[4];[5];0"},
        {"[\n1] [2] [3] [4] [5]\n", false, "[1];[2];[3];[4];[5];0"},
        {"[\n1]", false, "4"},
        {"[\n1] ", false, "5"},
        {"[\n1]", true, "[1];0"},
        {"[\n1] \n", false, "[1];0"},
        {"[1] [2] [3] [4] [5]", true, "[1];[2];[3];[4];[5];0"},
        {"[1,2,3,4] [1,2,3,4,5,6] [5]\n6\n", false, "[1,2,3,4];!30@22(1:23);6;0"},
        {"[1,2,3,4,5]\n\n[1,2,3,4,5]\n", false, "[1,2,3,4,5];[1,2,3,4,5];0"},
        {"[1,2,3,4,5,6]\n[1]\n", false, "!30@12(1:13);[1];0"},
        {"[\n1,2,3,4,5,6]\n[1]\n", false, "!30@12(2:11);[1];0"},
        {"[\n1,\n2,\n3,4,5,\n6]\n1\n", false, "!30@12(4:5);6;!12@16(5:2);1;0"},
        {"[1,2,3,4,5,6", false, "12"},
        {"1234567890123", false, "!30@12(1:13);0"},
        {"1234567890123456", true, "!30@12(1:13);0"},
    };
    vox_options options = document_options();
    char answer[256];
    options.max_size = 12;
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_parser *parser = NULL;
        CHECK_OK(vox_parser_new(&options, 1000, &parser));
        check_note("%s", rows[index].text);
        CHECK_TEXT(
            read_all(parser, rows[index].text, strlen(rows[index].text), rows[index].last, answer),
            rows[index].expected
        );
        vox_parser_free(parser);
    }
    check_note(NULL);
}

static void limits_and_arguments(void) {
    char text[1200], answer[256];
    memset(text, ' ', sizeof text);
    text[0] = '[';
    text[1100] = ']';
    text[1101] = '\n';
    text[1102] = '1';
    vox_parser *parser = new_parser(false);
    CHECK_TEXT(read_all(parser, text, 1103, true, answer), "!30@1000(1:1001);1;0");
    CHECK_TEXT(read_all(parser, text, 900, false, answer), "900");
    CHECK_TEXT(read_all(parser, text, 1001, false, answer), "!30@1000(1:1001);0");
    CHECK_TEXT(read_all(parser, NULL, 0, true, answer), "0"); /* the text is given up */
    text[10] = '\n'; /* the end of the document is not in the buffer */
    CHECK_TEXT(read_all(parser, text, 1001, false, answer), "!30@1000(2:990);0");
    size_t consumed = 5;
    vox_tree *tree = NULL;
    vox_error error;
    CHECK_STATUS(
        vox_parser_parse_next(NULL, "1", 1, true, &consumed, &tree, &error), VOX_ERROR_ARGUMENT
    );
    CHECK_STATUS(error.status, VOX_ERROR_ARGUMENT);
    CHECK_SIZE(consumed, 0);
    CHECK_STATUS(
        vox_parser_parse_next(parser, NULL, 1, true, &consumed, &tree, NULL), VOX_ERROR_ARGUMENT
    );
    CHECK_STATUS(
        vox_parser_parse_next(parser, "1", 1, true, NULL, &tree, NULL), VOX_ERROR_ARGUMENT
    );
    CHECK_STATUS(
        vox_parser_parse_next(parser, "1", 1, true, &consumed, NULL, NULL), VOX_ERROR_ARGUMENT
    );
    CHECK_OK(vox_parser_parse_next(parser, NULL, 0, true, &consumed, &tree, NULL));
    CHECK(!tree);
    vox_parser_free(parser);
}

/** A call without memory consumes nothing. After some documents, a filter allocates no more
 *  memory. */
static void memory(void) {
    static const char text[] = " {\"a\":{\"b\":\"some text\",\"c\":[1,2,3]}}\n";
    vox_parser *parser = new_parser(true);
    vox_buffer buffer = {.allocator = document_options().allocator};
    vox_tree *tree = NULL;
    size_t consumed = 1, calls = 0;
    check_memory.countdown = 1;
    vox_status status = vox_parser_parse_next(
        parser, text, sizeof text - 1, false, &consumed, &tree, NULL
    );
    check_memory.countdown = 0;
    CHECK_STATUS(status, VOX_ERROR_MEMORY);
    CHECK_SIZE(consumed, 0);
    for (int record = 0; record < 3000; record++) {
        calls = record == 1000 ? check_memory.calls : calls;
        CHECK_OK(vox_parser_parse_next(parser, text, sizeof text - 1, false, &consumed, &tree, NULL)
        );
        CHECK_SIZE(consumed, sizeof text - 1);
        vox_value value = vox_value_int64(record);
        CHECK_OK(vox_object_set(tree, document_at(tree, "/a"), LITERAL("b"), value, NULL));
        CHECK_OK(vox_object_set(tree, vox_tree_root(tree), LITERAL("d"), value, NULL));
        buffer.length = 0;
        CHECK_OK(vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, &buffer));
        vox_tree_free(tree);
    }
    CHECK_SIZE(check_memory.calls, calls);
    CHECK_STRING(buffer_text(&buffer), LITERAL("{\"a\":{\"b\":2999,\"c\":[1,2,3]},\"d\":2999}"));
    vox_buffer_free(&buffer);
    vox_parser_free(parser);
}

static const char *unit, *tail = "";

/** Reads a text of `size` units. With a tail, one more document follows. Returns the steps. */
static uint64_t read_units(size_t size) {
    const size_t length = strlen(unit) * size + strlen(tail) * size + 2;
    char *text = malloc(length);
    memset(text, ' ', length);
    memcpy(text + 1 + strlen(unit) * size, tail, strlen(tail));
    for (size_t index = 0; index < size; index++) {
        memcpy(text + 1 + index * strlen(unit), unit, strlen(unit));
    }
    text[0] = ' ';
    text[length - 1] = '\n';
    vox_options options = document_options();
    vox_parser *parser = NULL;
    CHECK_OK(vox_parser_new(&options, (size_t)1 << 20, &parser));
    const uint64_t start = steps_counted();
    size_t at = 0, consumed = 1, documents = 0;
    while (at < length && consumed) {
        vox_tree *tree = NULL;
        (void)vox_parser_parse_next(parser, text + at, length - at, false, &consumed, &tree, NULL);
        documents += tree != NULL;
        vox_tree_free(tree);
        at += consumed;
    }
    const uint64_t steps = steps_counted() - start;
    CHECK_SIZE(documents, size + (*tail != 0));
    vox_parser_free(parser);
    free(text);
    return steps;
}

static void one_line(void) {
    unit = "{\"a\":1} ";
    steps_check_linear("on one line", read_units, 5000);
    unit = "{\"one\":\"is longer than the piece of a line in which its end is looked for\",\"two\":"
           "\"is longer than the piece of a line in which its end is looked for\",\"three\":"
           "\"is longer than the piece of a line in which its end is looked for\",\"four\":"
           "\"is longer than the piece of a line in which its end is looked for\"} ";
    steps_check_linear("long ones on one line", read_units, 500);
    unit = "{\n\"a\":\n1}\n";
    steps_check_linear("on three lines", read_units, 5000);
    tail = "1      ";
    unit = "[1] ";
    steps_check_linear("with a bracket, on a line that ends otherwise", read_units, 5000);
    tail = "";
}

/** A document of several lines takes at most twice the steps of the same document on one line. The
 *  steps of a freestanding core are also those of looking for line feeds. */
static void several_lines(void) {
#ifdef VOX_FREESTANDING
    const uint64_t most = 3;
#else
    const uint64_t most = 2;
#endif
    unit = "{\"a\":{\"b\":[1,2,3],\"c\":\"text\"},\"d\":[{\"e\":null},{\"e\":true}]}\n";
    const uint64_t one = read_units(1000);
    unit = "{\n \"a\": {\n  \"b\": [1,2,3],\n  \"c\": \"text\"\n },\n"
           " \"d\": [\n  {\"e\":null},\n  {\"e\":true}\n ]\n}\n";
    const uint64_t several = read_units(1000);
    check_note(
        "%llu steps, %llu on one line", (unsigned long long)several, (unsigned long long)one
    );
    CHECK(several <= most * one);
}

/** A failed allocation loses neither a document nor the line that contains it. */
static void one_failed_allocation(void) {
    static const char *const texts[] = {
        "{\n\"a\":1}\n", "[\n1,\n2\n]\n", "[]\xff\n[1]\n", "[] [\n1]\n", "{\"a\":[\n{}]} x\n"};
    for (size_t index = 0; index < COUNT(texts); index++) {
        const size_t length = strlen(texts[index]);
        for (size_t fail = 0; fail < 8; fail++) {
            check_note("%s, allocation %zu", texts[index], fail);
            vox_tree *tree = NULL, *again = NULL;
            size_t consumed = 7, right = 7;
            vox_parser *parser = new_parser(true);
            vox_status wanted = vox_parser_parse_next(
                parser, texts[index], length, true, &right, &again, NULL
            );
            vox_tree_free(again);
            vox_parser_free(parser);
            parser = new_parser(true);
            check_memory.countdown = fail;
            vox_status status = vox_parser_parse_next(
                parser, texts[index], length, true, &consumed, &tree, NULL
            );
            check_memory.countdown = 0;
            const bool failed = status == VOX_ERROR_MEMORY;
            CHECK(failed ? !tree && consumed == 0 : status == wanted && consumed == right);
            CHECK(!failed || fail > 0);
            vox_tree_free(tree);
            vox_parser_free(parser);
        }
    }
    check_note(NULL);
}

/** Deferred values are not parsed, so that whole lines in them are documents of their own. */
static void lazy_lines(void) {
    static const row rows[] = {
        {"{\"data\":[{\"id\":1,\n{\"data\":[]}\n}]}\n{\"data\":[]}\n", true,
         "!10@18(2:1);{\"data\":[]};!10@30(3:1);{\"data\":[]};0"},
        {"{\"data\":[\n{\"id\":1,\n{\"data\":[]}\n}]}\n{\"data\":[]}\n", true,
         "!10@19(3:1);{\"data\":[]};!10@31(4:1);{\"data\":[]};0"},
    };
    char answer[256];
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_options options = document_options();
        vox_parser *parser = NULL;
        options.mode = VOX_MODE_LAZY;
        CHECK_OK(vox_parser_new(&options, (size_t)1 << 20, &parser));
        const size_t length = strlen(rows[index].text);
        CHECK_TEXT(read_all(parser, rows[index].text, length, true, answer), rows[index].expected);
        vox_parser_free(parser);
    }
}

/** Documents of up to and above the maximum length. `space` is the byte between and after the
 *  elements. */
static void check_longest(char space) {
    for (size_t length = 990; length < 1010; length++) {
        vox_parser *parser = new_parser(false);
        char text[1200], answer[4000];
        memset(text, ' ', sizeof text);
        memcpy(text, "[\n1,\n2,\n3,\n", 11);
        text[length - 2] = '\n';
        text[length - 3] = '4';
        text[length - 1] = ']';
        memcpy(text + length, "\n[5]\n[6]\n", 10);
        for (size_t at = 0; at <= length; at++) {
            text[at] = text[at] == '\n' ? space : text[at];
        }
        check_note("%zu bytes", length);
        vox_string got = read_all(parser, text, length + 9, true, answer);
        if (length <= 1000) {
            CHECK_TEXT(got, "[1,2,3,4];[5];[6];0");
        } else {
            CHECK(got.length > 3 && memcmp(got.bytes, "!30", 3) == 0);
        }
        vox_parser_free(parser);
    }
    check_note(NULL);
}

static void as_long_as_allowed(void) {
    check_longest('\n');
    check_longest(' ');
}

const check_test parse_next_tests[] = {
    CHECK_LINES(documents_in_a_row, "T74"),
    CHECK_LINES(pieces, "T74"),
    CHECK_TEST(texts_and_places),
    CHECK_TEST(another_text),
    CHECK_TEST(limit_of_each),
    CHECK_TEST(as_long_as_allowed),
    CHECK_TEST(limits_and_arguments),
    CHECK_TEST(memory),
    CHECK_TEST(one_line),
    CHECK_TEST(several_lines),
    CHECK_TEST(one_failed_allocation),
    CHECK_TEST(lazy_lines),
    CHECK_END,
};
