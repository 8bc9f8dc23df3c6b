/* SPDX-License-Identifier: MIT */
/** Compares the check of a text with a check byte by byte: the error, the estimated number of
 *  values, and the copy. */
#include "check.h"
#include "guarded.h"
#include "random.h"
#include "scan/scan.h"
#include "tests.h"

#include <stdlib.h>

/** Checks byte by byte. Returns the error with its offset, and the number of values. */
static vox__checked check_by_bytes(vox_string text) {
    vox__checked checked = {VOX_OK, 0, 1};
    for (size_t at = 0; at < text.length;) {
        const char byte = text.bytes[at];
        const size_t length = vox__utf8_length(
            (const unsigned char *)text.bytes + at, text.length - at
        );
        if (!length || byte == '\v' || byte == '\f') {
            return (vox__checked){length ? VOX_ERROR_SYNTAX : VOX_ERROR_UTF8, at, 0};
        }
        checked.values += byte == ',' || byte == '[' || byte == '{';
        at += length;
    }
    return checked;
}

/** Checks a text with or without vectors. */
static vox__checked check(char *copy, vox_string text, bool portably) {
    return portably ? vox__check_portably(copy, text.bytes, text.length)
                    : vox__check_text(copy, text.bytes, text.length);
}

static void compare(const guarded *room, const guarded *copies, vox_string text) {
    const vox__checked expected = check_by_bytes(text);
    vox_string last = guarded_text(room, text);
    for (int way = 0; way < 4; way++) {
        char *copy = way % 2 ? copies->pages + copies->size - text.length : NULL;
        memset(copies->pages, 0, copies->size); /* removes the copy of the previous way */
        const vox__checked checked = check(copy, last, way / 2);
        CHECK_STATUS(checked.status, expected.status);
        CHECK_SIZE(checked.offset, expected.offset);
        CHECK(expected.status != VOX_OK || checked.values == expected.values);
        if (copy) {
            CHECK_STRING(((vox_string){copy, text.length}), text);
        }
    }
}

/** Valid and invalid sequences at every position in and around blocks, and at the end of memory. */
static void like_byte_by_byte(void) {
    static const char *const pieces[] = {
        "a",
        "\"",
        ",",
        "[",
        "{",
        "\n",
        "\v",
        "\f",
        "\xC3\xA9",
        "\xE2\x82\xAC",
        "\xF0\x9F\x98\x80",
        "\xC3",
        "\xE2\x82",
        "\xF0\x9F\x98",
        "\x80",
        "\xC0\x80",
        "\xED\xA0\x80",
        "\xF4\x8F\xBF\xBF",
        "\xF4\x90\x80\x80",
        "\xFF",
        "\\u0041",
        "\\ud800",
        "\xE0\x80\x80",
        "\xF0\x80\x80\x80",
        "\xED\x9F\xBF"};
    guarded room = guarded_new(512), copies = guarded_new(512);
    char text[512];
    uint64_t seed = 5;
    for (size_t piece = 0; piece < COUNT(pieces); piece++) {
        for (size_t length = 0; length < 200; length++) {
            /* The other bytes are '.'. The text has one piece, or sometimes a second one. */
            memset(text, '.', sizeof text);
            const size_t size = strlen(pieces[piece]);
            const size_t at = random_below(&seed, length + 1);
            memcpy(text + at, pieces[piece], size);
            if (length % 3 == 0) {
                const char *other = pieces[random_below(&seed, COUNT(pieces))];
                memcpy(text + random_below(&seed, length + 1), other, strlen(other));
            }
            check_note("piece %zu at %zu of %zu", piece, at, length);
            compare(&room, &copies, (vox_string){text, length});
            memset(text + length, '.', sizeof text - length);
            memcpy(text + length, pieces[piece], size);
            compare(&room, &copies, (vox_string){text, length + size});
        }
    }
    guarded_free(&room);
    guarded_free(&copies);
}

/** Escapes: the first half of a surrogate pair without the second, and similar cases. */
static void halves_of_pairs(void) {
    static const struct {
        const char *text;
        size_t offset; /* SIZE_MAX: no error */
    } rows[] = {
        {"", SIZE_MAX},
        {"a\\u0041\\n\\\\", SIZE_MAX},
        {"\\ud83d\\ude00", SIZE_MAX},
        {"\\\\ud83d", SIZE_MAX},
        {"a\\ud83d", SIZE_MAX}, /* incomplete, so the reader reports it */
        {"a\\ud83dx", 1},
        {"\\ude00", 0},
        {"\\ud83d\\ude00\\ud83dx", 12},
        {"\\ud83d\\u0041", 0},
        {"\\ud83d\\ud83d", 0},
        {"\\ud8", SIZE_MAX},
        {"\\ud83d\\ud", SIZE_MAX},
        {"\\ud83d\\ud1", 0},
        {"\\", SIZE_MAX},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        check_note("%s", rows[row].text);
        vox__checked checked = {VOX_OK, 0, 0};
        vox__check_escapes(&checked, rows[row].text, 0, strlen(rows[row].text));
        CHECK_STATUS(checked.status, rows[row].offset == SIZE_MAX ? VOX_OK : VOX_ERROR_SURROGATE);
        CHECK_SIZE(checked.offset, rows[row].offset == SIZE_MAX ? 0 : rows[row].offset);
        /* An earlier error stays the error. */
        checked = (vox__checked){VOX_ERROR_UTF8, 0, 0};
        vox__check_escapes(&checked, rows[row].text, 0, strlen(rows[row].text));
        CHECK_STATUS(checked.status, VOX_ERROR_UTF8);
    }
}

const check_test check_text_tests[] = {
    CHECK_TEST(like_byte_by_byte),
    CHECK_TEST(halves_of_pairs),
    CHECK_END,
};
