/* SPDX-License-Identifier: MIT */
/** White space between tokens: of any length and kind, at the end of memory, and bytes that only
 *  look like white space. */
#include "comparing.h"
#include "document.h"
#include "guarded.h"
#include "random.h"
#include "tests.h"

#include <stdlib.h>

/** Each underline is a position where white space is allowed. */
static const char *const shapes[] = {
    "_{_\"a\"_:_1_,_\"b\"_:_[_true_,_{_}_,_[_]_]_}_",
    "_[_-1.5e3_,_\"text of more than sixteen bytes\"_,_null_]_",
    "_\"a\"_",
    "_12_",
    "_{_\"data\"_:_[_{_\"type\"_:_\"t\"_,_\"id\"_:_\"\\u0031\"_}_,_{_}_]_}_",
};

/** Puts `space` in the position number `place`, or in all positions for SIZE_MAX, and nothing in
 *  the others. */
static vox_string spaced(const char *shape, size_t place, vox_string space, char *text) {
    size_t length = 0, seen = 0;
    for (; *shape; shape++) {
        if (*shape != '_') {
            text[length++] = *shape;
        } else if (place == SIZE_MAX || seen++ == place) {
            memcpy(text + length, space.bytes, space.length);
            length += space.length;
        }
    }
    return (vox_string){text, length};
}

static size_t places_of(const char *shape) {
    size_t count = 0;
    for (; *shape; shape++) {
        count += *shape == '_';
    }
    return count;
}

/** Reads a text at the end of memory, borrowed and copied, and compares the result with yajl. */
static void check_at_the_end(const guarded *room, vox_string text) {
    check_reading(text, 0, false);
    vox_string last = guarded_text(room, text);
    vox_tree *trees[2] = {NULL, NULL};
    vox_error errors[2];
    for (int borrow = 0; borrow < 2; borrow++) {
        vox_options options = document_options();
        options.borrow = borrow;
        (void)vox_tree_parse(last.bytes, last.length, &options, &trees[borrow], &errors[borrow]);
    }
    if (CHECK((trees[0] == NULL) == (trees[1] == NULL)) && trees[0]) {
        check_same_nodes(trees[0], trees[1]);
    } else {
        check_same_error(&errors[0], &errors[1]);
    }
    vox_tree_free(trees[0]);
    vox_tree_free(trees[1]);
}

/** White space of every length around the width of vectors, of each byte and mixed. */
static void of_any_length(void) {
    static const char kinds[] = " \t\r\n";
    guarded room = guarded_new(4096);
    char space[80], *text = malloc(8192);
    uint64_t seed = 3;
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        const size_t places = places_of(shapes[shape]);
        for (size_t length = 0; length < 70; length += check_quick() && length > 2 ? 5 : 1) {
            for (size_t kind = 0; kind < 5; kind++) {
                for (size_t at = 0; at < length; at++) {
                    space[at] = kinds[kind < 4 ? kind : random_below(&seed, 4)];
                }
                const size_t place = kind < 2 ? SIZE_MAX : random_below(&seed, places);
                check_note("shape %zu, %zu of kind %zu, place %zu", shape, length, kind, place);
                vox_string run = {space, length};
                check_at_the_end(&room, spaced(shapes[shape], place, run, text));
            }
        }
    }
    free(text);
    guarded_free(&room);
}

/** Texts that end with a bracket in a string. The reader must not read beyond a borrowed text. */
static void unfinished(void) {
    static const char *const texts[] = {
        "[\"}\"", "[\"]\"", "{\"}\"", "{\"a\":\"}\"", "[1,\"]\"",
        "\"}",    "[\"\\]", "[\"]",   "[-]",          "{]",
    };
    guarded room = guarded_new(4096);
    for (size_t index = 0; index < COUNT(texts); index++) {
        check_note("%s", texts[index]);
        check_at_the_end(&room, vox_string_from_c(texts[index]));
    }
    guarded_free(&room);
}

/** A byte that is not white space ends a run at any position, and the error is at this byte. */
static void what_is_none(void) {
    static const char wrong[] = "\x00\x01\x08\x0B\x0C\x0E\x1F!\x7F\x85\xA0x0,\"";
    guarded room = guarded_new(4096);
    char space[80], *text = malloc(8192);
    uint64_t seed = 4;
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        const size_t places = places_of(shapes[shape]);
        for (size_t byte = 0; byte < sizeof wrong - 1; byte++) {
            for (size_t at = 0; at < 40; at += check_quick() ? 7 : 1) {
                const size_t length = at + 1 + random_below(&seed, 20);
                memset(space, at % 3 ? ' ' : '\n', length);
                space[at] = wrong[byte];
                const size_t place = random_below(&seed, places);
                check_note("shape %zu, byte %zu at %zu, place %zu", shape, byte, at, place);
                vox_string run = {space, length};
                check_at_the_end(&room, spaced(shapes[shape], place, run, text));
            }
        }
    }
    free(text);
    guarded_free(&room);
}

/** Texts that end too early, after or in white space, at the end of memory. */
static void what_ends_early(void) {
    guarded room = guarded_new(4096);
    char *text = malloc(8192);
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        for (size_t length = 0; length < 36; length += 5) {
            static const char spaces[] = "\n                                   ";
            vox_string whole = spaced(shapes[shape], SIZE_MAX, (vox_string){spaces, length}, text);
            const size_t step = check_quick() ? 7 : 1;
            for (size_t end = 0; end < whole.length; end += step) {
                check_note("shape %zu, %zu spaces, ends at %zu", shape, length, end);
                check_at_the_end(&room, (vox_string){text, end});
            }
        }
    }
    free(text);
    guarded_free(&room);
}

/** Brackets that do not balance at the end of a text. The reader must not read beyond it. */
static void brackets_out_of_balance(void) {
    static const char *const rows[] = {
        "[",
        "]",
        "{",
        "}",
        "[]]",
        "[[]",
        "[[]\n",
        "{\"a\":[]",
        "{\"a\":{}",
        "{\"a\":1]",
        "[1}",
        "[\"]",
        "[\"a]",
        "{\"a]",
        "{\"a\"}",
        "{\"a\":}",
        "[1,]",
        "[,]",
        "{]",
        "[}",
        "[1 ]",
        "[1 ] ]",
        "[\"\\]",
        "[\"\\u]",
        "[\"\\u12]",
        "[tru]",
        "[-]",
        "[1.]",
        "[1e]",
        "[1e+]",
        " ]",
        "[] \n\t",
        "[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]",
        "{\"a\":\"b\"]",
        "{\"a\" ]",
        "[\"a\" }",
        "\"]",
        "1]",
    };
    guarded room = guarded_new(4096);
    for (size_t row = 0; row < COUNT(rows); row++) {
        check_note("%s", rows[row]);
        check_at_the_end(&room, vox_string_from_c(rows[row]));
    }
    guarded_free(&room);
}

const check_test white_space_tests[] = {
    CHECK_TEST(of_any_length),
    CHECK_TEST(unfinished),
    CHECK_TEST(what_is_none),
    CHECK_TEST(what_ends_early),
    CHECK_TEST(brackets_out_of_balance),
    CHECK_END,
};
