/* SPDX-License-Identifier: MIT */
/** Random strings with escapes, and their decoded text. They have any length, particularly
 *  around the width of vectors and the size of the usual buffer, and end where memory ends. */
#include "comparing.h"
#include "document.h"
#include "guarded.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

#include <read/lexer.h>
#include <stdio.h>
#include <stdlib.h>

#define LONGEST 6000

typedef struct sample {
    char escaped[LONGEST], text[LONGEST];
    size_t escaped_length, length;
} sample;

static void add(
    sample *made, const char *escaped, size_t escaped_length, const char *text, size_t length
) {
    memcpy(made->escaped + made->escaped_length, escaped, escaped_length);
    memcpy(made->text + made->length, text, length);
    made->escaped_length += escaped_length;
    made->length += length;
}

/** Writes a code point as UTF-8 (RFC 3629, section 3). */
static size_t utf8_of(uint32_t point, char bytes[4]) {
    if (point < 0x80) {
        bytes[0] = (char)point;
        return 1;
    }
    const size_t length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned firsts[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t at = length; at-- > 1; point >>= 6) {
        bytes[at] = (char)(0x80 | point % 64);
    }
    bytes[0] = (char)(firsts[length] | point);
    return length;
}

static uint32_t random_point(uint64_t *seed) {
    static const uint32_t ends[] = {0x80, 0x800, 0x10000, 0x110000};
    uint32_t point;
    do {
        point = (uint32_t)random_below(seed, ends[random_below(seed, 4)]);
    } while (point >= 0xD800 && point < 0xE000);
    return point;
}

static void add_point(sample *made, uint64_t *seed) {
    char escaped[16], text[4];
    const uint32_t point = random_point(seed);
    const char *const formats[] = {"\\u%04x", "\\u%04X", "\\u%04x\\u%04x", "\\u%04X\\u%04x"};
    const size_t upper = random_below(seed, 2), length = utf8_of(point, text);
    if (point < 0x10000) {
        snprintf(escaped, sizeof escaped, formats[upper], point);
    } else {
        const uint32_t beyond = point - 0x10000;
        snprintf(
            escaped, sizeof escaped, formats[2 + upper], 0xD800 + beyond / 0x400,
            0xDC00 + beyond % 0x400
        );
    }
    add(made, escaped, strlen(escaped), text, length);
}

/** Adds a piece: ordinary text, an escape of either kind, or a UTF-8 sequence. */
static void add_piece(sample *made, uint64_t *seed, size_t longest) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz 0123456789 ,:[]{}/'";
    const size_t letter = random_below(seed, 8), kind = random_below(seed, 8);
    char bytes[4];
    if (kind < 2) {
        const size_t length = random_below(seed, longest < 45 ? longest : 45);
        add(made, plain, length, plain, length);
    } else if (kind < 4) {
        const char escaped[2] = {'\\', letters[letter]};
        add(made, escaped, 2, meanings + letter, 1);
    } else if (kind < 7) {
        add_point(made, seed);
    } else {
        uint32_t point = random_point(seed);
        const size_t length = utf8_of(point < 0x80 ? 0xE9 : point, bytes);
        add(made, bytes, length, bytes, length);
    }
}

static void make(sample *made, uint64_t *seed, size_t length, size_t longest) {
    made->length = made->escaped_length = 0;
    while (made->escaped_length < length) {
        add_piece(made, seed, longest);
    }
}

static vox_string between(const char *before, const sample *made, const char *after, char *text) {
    const size_t first = strlen(before), last = strlen(after);
    memcpy(text, before, first);
    memcpy(text + first, made->escaped, made->escaped_length);
    memcpy(text + first + made->escaped_length, after, last);
    return (vox_string){text, first + made->escaped_length + last};
}

/** The string as a value, as a name, with other text before and after it, and as the whole
 *  document. */
static const char *const places[][3] = {
    {"\"", "\"", ""},
    {"[\"", "\"]", "/0"},
    {"[\"", "\",\"and more behind it, for vectors to reach into\"]", "/0"},
    {"{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"a\":\"", "\"}}]}",
     "/data/0/attributes/a"},
    {"{\"", "\":1}", NULL},
    {"{\"", "\":\"and more behind it, for vectors to reach into\"}", NULL},
};

static void check_sample(const guarded *room, const sample *made, size_t place, char *text) {
    vox_string last = guarded_text(room, between(places[place][0], made, places[place][1], text));
    for (int way = 0; way < 4; way++) {
        vox_options options = document_options();
        options.borrow = way % 2;
        options.mode = way / 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        vox_tree *tree = NULL;
        if (!CHECK_OK(vox_tree_parse(last.bytes, last.length, &options, &tree, NULL))) {
            check_note("%.*s", (int)last.length, last.bytes);
            continue;
        }
        const vox_string expected = {made->text, made->length};
        if (places[place][2]) {
            CHECK_STRING(vox_node_text(tree, document_at(tree, places[place][2])), expected);
        } else {
            CHECK_STRING(vox_node_name(tree, vox_node_first(tree, vox_tree_root(tree))), expected);
        }
        vox_tree_free(tree);
    }
}

static void say_what_they_say(void) {
    static const size_t around[] = {0, 16, 32, 512, 1004, 1024, 3000};
    sample *made = malloc(sizeof *made);
    char *text = malloc(LONGEST + 200);
    guarded room = guarded_new(LONGEST + 200);
    uint64_t seed = 2026;
    const size_t rounds = check_quick() ? 300 : 6000;
    for (size_t round = 0; round < rounds; round++) {
        const size_t length = around[random_below(&seed, COUNT(around))] + random_below(&seed, 40);
        make(made, &seed, length, 1 + random_below(&seed, 45));
        check_note("round %zu: %.*s", round, (int)made->escaped_length, made->escaped);
        check_sample(&room, made, random_below(&seed, COUNT(places)), text);
    }
    guarded_free(&room);
    free(text);
    free(made);
}

/** Decodes into memory of exactly the computed length. A write beyond it causes a fault. */
static void fill_their_room(void) {
    static const char *const last[] = {
        "\\u20ac", "\\u20ac\\u20ac", "\\u00e9", "\\u0041", "\\ud83d\\ude00",
        "\\n",     "\\/\\/",         "abc"};
    static const char *const says[] = {
        "\xE2\x82\xAC", "\xE2\x82\xAC\xE2\x82\xAC", "\xC3\xA9", "A", "\xF0\x9F\x98\x80", "\n", "//",
        "abc"};
    guarded room = guarded_new(LONGEST), source = guarded_new(LONGEST);
    for (size_t before = 0; before < 70; before++) {
        for (size_t index = 0; index < COUNT(last); index++) {
            char escaped[160] = "", text[128];
            check_note("%zu bytes before %s", before, last[index]);
            memset(escaped, 'a', before);
            memset(text, 'a', before);
            const int length = snprintf(escaped + before, 50, "%s\"", last[index]);
            snprintf(text + before, 50, "%s", says[index]);
            const vox_string from = guarded_text(
                &source, (vox_string){escaped, before + (size_t)length + VOX_UNESCAPE_SLACK}
            );
            const char *const end = from.bytes + from.length;
            const char *at = from.bytes;
            char *const begin = room.pages + room.size - from.length, *to = begin;
            CHECK(vox__unescape(&at, end, &to, begin + from.length - VOX_UNESCAPE_SLACK));
            CHECK(at == end - VOX_UNESCAPE_SLACK - 1);
            CHECK_TEXT(((vox_string){begin, (size_t)(to - begin)}), text);
        }
    }
    check_note(NULL);
    guarded_free(&source);
    guarded_free(&room);
}

/** Strings with one wrong byte. The error or the decoded text equals the result of yajl and of
 *  the slow path. */
static void with_a_wrong_byte(void) {
    static const char bytes[] = "\\\"u\n\x1F\x80\xFF"
                                "0dDgG8cC}";
    sample *made = malloc(sizeof *made);
    char *text = malloc(LONGEST + 200);
    uint64_t seed = 77;
    const size_t rounds = check_quick() ? 200 : 3000;
    for (size_t round = 0; round < rounds; round++) {
        make(made, &seed, 1 + random_below(&seed, round % 20 ? 80 : 1200), 20);
        const size_t place = random_below(&seed, COUNT(places));
        vox_string whole = between(places[place][0], made, places[place][1], text);
        text[random_below(&seed, whole.length)] = bytes[random_below(&seed, sizeof bytes - 1)];
        check_note("round %zu: %.*s", round, (int)whole.length, text);
        check_reading(whole, 0, round % 2);
    }
    free(text);
    free(made);
}

/** Decodes into memory of any size. It is too small, or has the text. The bytes after it must not
 *  change. When it was too small, decoding continues elsewhere. */
static void room_of_any_size(void) {
    static sample made;
    static char escaped[LONGEST + 2], text[2 * LONGEST];
    uint64_t seed = 33;
    const size_t rounds = check_quick() ? 2000 : 100000;
    for (size_t round = 0; round < rounds; round++) {
        make(&made, &seed, 1 + random_below(&seed, 60), 20);
        const vox_string given = between("", &made, "\"", escaped);
        const char *const end = given.bytes + given.length + VOX_UNESCAPE_SLACK;
        const size_t most = given.length + VOX_UNESCAPE_SLACK;
        const size_t less = round % 4 ? random_below(&seed, given.length + 1) : 0,
                     room = most - less;
        const char *at = given.bytes, *const last = text + room - VOX_UNESCAPE_SLACK;
        char *to = text;
        memset(text, 0x5A, sizeof text);
        check_note("round %zu, room %zu", round, room);
        const bool whole = vox__unescape(&at, end, &to, last);
        CHECK(whole || (less && to > last));
        for (size_t behind = 0; behind < 16; behind++) {
            CHECK(text[room + behind] == 0x5A);
        }
        /* It continues where it stopped. */
        CHECK(whole || vox__unescape(&at, end, &to, text + sizeof text - VOX_UNESCAPE_SLACK));
        CHECK(at == given.bytes + given.length - 1);
        CHECK_SIZE((size_t)(to - text), made.length);
        CHECK(memcmp(text, made.text, made.length) == 0);
    }
    check_note(NULL);
}

/** Returns the steps of reading a list of strings with `each` escapes. All strings together have
 *  60,000 bytes. */
static size_t steps_of_reading(size_t each) {
    char *text = malloc(70000), *at = text;
    for (size_t count = 0; count < 10000; count++) {
        at += sprintf(at, "%s\\u20ac", count % each ? "" : count ? "\",\"" : "[\"");
    }
    at += sprintf(at, "\"]");
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.reader = VOX_READER_FAST;
    const uint64_t steps = steps_counted();
    CHECK_OK(vox_tree_parse(text, (size_t)(at - text), &options, &tree, NULL));
    vox_tree_free(tree);
    free(text);
    return (size_t)(steps_counted() - steps);
}

/** A long string is decoded in one pass, like a short one. */
static void long_strings_in_one_pass(void) {
    const size_t shorter = steps_of_reading(200), longer = steps_of_reading(10000);
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note("%zu and %zu steps", shorter, longer);
    CHECK(10 * longer < 11 * shorter);
    check_note(NULL);
}

const check_test escape_runs_tests[] = {
    CHECK_TEST(say_what_they_say),        CHECK_TEST(fill_their_room),
    CHECK_TEST(with_a_wrong_byte),        CHECK_TEST(room_of_any_size),
    CHECK_TEST(long_strings_in_one_pass), CHECK_END,
};
