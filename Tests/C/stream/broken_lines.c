/* SPDX-License-Identifier: MIT */
/** Unfinished documents among other lines. The results do not depend on the division of the text
 *  into pieces, and the time does not depend on the depth limit. */
#include "check.h"
#include "document.h"
#include "plain_text.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** Reads the bytes from `at` to `end` of a text. Appends each document with ';' to `read`, and
 *  each error as its status and its position. Returns the offset after the
 *  consumed bytes. */
static size_t read_some(
    vox_parser *parser, const char *text, size_t at, size_t end, bool last, plain_text *read
) {
    size_t consumed = 1;
    while (at < end && consumed) {
        vox_tree *tree = NULL;
        vox_error error;
        char place[64];
        const vox_status status = vox_parser_parse_next(
            parser, text + at, end - at, last, &consumed, &tree, &error
        );
        CHECK(status == VOX_OK ? !tree || consumed : !tree && consumed);
        if (status != VOX_OK) {
            plain_add(
                read, place,
                (size_t)sprintf(
                    place, "!%d@%zu(%zu:%zu);", (int)status, error.offset, error.line, error.column
                )
            );
        } else if (tree) {
            vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE);
            plain_add(read, buffer.bytes, buffer.length);
            plain_byte(read, ';');
            vox_buffer_free(&buffer);
            vox_tree_free(tree);
        }
        at += consumed;
    }
    return at;
}

static vox_parser *new_parser(vox_mode mode, size_t max_size) {
    vox_options options = document_options();
    vox_parser *parser = NULL;
    options.mode = mode;
    options.max_size = max_size;
    CHECK_OK(vox_parser_new(&options, 1 << 16, &parser));
    return parser;
}

/** Makes the parser search for the end of documents without success. Afterwards it limits such
 *  searches for a while. */
static void make_careful(vox_parser *parser) {
    static plain_text broken, ignored;
    broken.length = ignored.length = 0;
    for (size_t line = 0; line < 1000; line++) {
        plain_add(&broken, "[1,\n[1\n", 7);
    }
    size_t consumed = 0;
    vox_tree *tree = NULL;
    CHECK_STATUS(
        vox_parser_parse_next(parser, broken.bytes, broken.length, true, &consumed, &tree, NULL),
        VOX_ERROR_SYNTAX
    );
    CHECK(consumed > 0 && consumed < 10);
    CHECK_OK(vox_parser_parse_next(parser, NULL, 0, true, &consumed, &tree, NULL)); /* given up */
}

static void random_lines(void) {
    static const char *const parts[] = {
        "{\"a\":1}\n",
        "[1,\n2]\n",
        "[1,\n[2\n",
        "{\n\"a\":\n[\n1,\n2\n]\n}\n",
        "[\n[\n",
        "3\n",
        "{\"data\":[{\"id\":1,\n",
        "\"c\":[1\n",
        "]\n",
        "}]}\n",
        "[\"\xC3\xA9\n",
        "tru\n",
        "1 [2]\n",
        "[\n\"\xF0\x9F\x98\x80\",\n[\n1.5e3\n]\n]\n",
        "[\n-\n",
        "[\n\"\\ud83d\\ude00\",\n1\n",
        "[1,\n2,\n3]\xFF and more than sixteen bytes\n",
        "[1,\n2,\n\"\xFF and more than sixteen bytes\"]\n",
    };
    static plain_text text, whole, pieces;
    uint64_t seed = 5;
    for (size_t round = 0; round < (check_quick() ? 1000 : 30000); round++) {
        text.length = whole.length = pieces.length = 0;
        for (uint64_t count = 1 + random_below(&seed, 10); count; count--) {
            const char *part = parts[random_below(&seed, COUNT(parts))];
            plain_add(&text, part, strlen(part));
        }
        const vox_mode mode = random_below(&seed, 4) ? VOX_MODE_EAGER : VOX_MODE_LAZY;
        const size_t piece = 1 + random_below(&seed, text.length);
        const size_t max_size = random_below(&seed, 2) ? VOX_UNLIMITED : 1000;
        check_note("round %zu: %.*s, in pieces of %zu", round, (int)text.length, text.bytes, piece);
        vox_parser *parser = new_parser(mode, max_size);
        CHECK_SIZE(read_some(parser, text.bytes, 0, text.length, true, &whole), text.length);
        vox_parser_free(parser);
        parser = new_parser(mode, max_size);
        make_careful(parser);
        for (size_t at = 0, fed = 0; fed < text.length;) {
            fed = text.length - fed < piece ? text.length : fed + piece;
            char *copy = malloc(fed); /* a block of this size, so that a read beyond it is
                                       * detected */
            memcpy(copy, text.bytes, fed);
            at = read_some(parser, copy, at, fed, fed == text.length, &pieces);
            free(copy);
        }
        vox_parser_free(parser);
        CHECK_STRING(plain_string(&pieces), plain_string(&whole));
    }
    check_note(NULL);
}

/* --- cost ------------------------------------------------------------------------- */

typedef struct setting {
    const char *lines;
    vox_mode mode;
    size_t max_depth;
    size_t max_size;
    bool last;
} setting;

static setting given;

/** Reads a buffer with the lines `size` times. Returns the steps. */
static uint64_t read_lines(size_t size) {
    const size_t each = strlen(given.lines), length = each * size;
    char *text = malloc(length);
    for (size_t index = 0; index < size; index++) {
        memcpy(text + index * each, given.lines, each);
    }
    vox_options options = document_options();
    vox_parser *parser = NULL;
    options.mode = given.mode;
    options.max_depth = given.max_depth;
    options.max_size = given.max_size;
    CHECK_OK(vox_parser_new(&options, (size_t)1 << 22, &parser));
    const uint64_t start = steps_counted();
    size_t at = 0, consumed = 1, faults = 0;
    for (bool last = given.last; at < length && (consumed || !last); at += consumed) {
        vox_tree *tree = NULL;
        last = last || !consumed; /* without a complete document, say that no more text follows */
        faults += vox_parser_parse_next(
                      parser, text + at, length - at, last, &consumed, &tree, NULL
                  ) != VOX_OK;
        vox_tree_free(tree);
    }
    const uint64_t steps = steps_counted() - start;
    CHECK_SIZE(at, length);
    CHECK(faults >= size / 4);
    vox_parser_free(parser);
    free(text);
    return steps;
}

/** Unfinished documents that the next lines continue for a while. */
static void linear_time(void) {
    static const char *const lines[] = {
        "[1,\n[1\n",
        "{\"a\":[{\"b\":1,\n\"c\":{\"d\":[1\n",
        "{\"data\":[{\"id\":1,\n\"c\":[1\n",
        "[[[[\n[[[[\n1 2\n",
        "{\"a\":\"\\\n[\n",
        "[1,\n[\"x\n",
    };
    for (size_t index = 0; index < COUNT(lines); index++) {
        for (int way = 0; way < 8; way++) {
            given = (setting){
                .lines = lines[index],
                .mode = way & 1 ? VOX_MODE_LAZY : VOX_MODE_EAGER,
                .max_depth = VOX_UNLIMITED,
                .max_size = way & 2 ? 100 : VOX_UNLIMITED,
                .last = (way & 4) != 0,
            };
            steps_check_linear(lines[index], read_lines, check_quick() ? 1000 : 4000);
        }
    }
}

static uint64_t read_with_depth(size_t max_depth) {
    given.max_depth = max_depth;
    return read_lines(2000);
}

static void any_depth(void) {
    given = (setting){
        .lines =
            "{\"type\":\"albums\",\"id\":\"1\",\"attributes\":{\"title\":\"Trains\",\n\"x\":[{\n",
        .max_size = VOX_UNLIMITED,
        .last = true,
    };
    const uint64_t least = read_with_depth(4), standard = read_with_depth(512);
    const uint64_t unlimited = read_with_depth(VOX_UNLIMITED);
    check_note(
        "%llu, %llu, %llu steps", (unsigned long long)least, (unsigned long long)standard,
        (unsigned long long)unlimited
    );
    CHECK(standard <= 3 * least);
    CHECK(unlimited <= 3 * least);
}

const check_test broken_lines_tests[] = {
    CHECK_LINES(random_lines, "T74"),
    CHECK_TEST(linear_time),
    CHECK_TEST(any_depth),
    CHECK_END,
};
