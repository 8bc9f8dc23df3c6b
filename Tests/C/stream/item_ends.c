/* SPDX-License-Identifier: MIT */
/** Where an item ends: at the bracket that closes it, whatever bytes it contains. The end is found
 *  before more text arrives. */
#include "document.h"
#include "streaming.h"
#include "tests.h"

#include <string.h>

/** Feeds a text without finishing. Returns true when the stream has returned an item or an error. */
static bool is_decided(vox_string text, size_t step) {
    vox_stream_options options = streaming_options(VOX_STREAM_VALUES);
    vox_stream *stream = NULL;
    vox_item item = {0};
    CHECK_OK(vox_stream_new(&options, &stream));
    for (size_t at = 0; at < text.length; at += step) {
        const size_t left = text.length - at;
        CHECK_OK(vox_stream_feed(stream, text.bytes + at, left < step ? left : step));
    }
    const vox_status status = vox_stream_next(stream, &item, NULL);
    vox_tree_free(item.tree);
    vox_stream_free(stream);
    return status != VOX_OK || item.kind != 0;
}

/** Every byte of ASCII, in texts that are searched block by block or byte by byte. */
static void bytes_in_an_item(void) {
    for (int byte = 0; byte < 128; byte++) {
        const bool is_bracket = byte == '[' || byte == '{' || byte == '"';
        for (size_t length = 3; length <= 131; length += 64) {
            char text[160];
            memset(text, ' ', sizeof text);
            text[0] = '[';
            text[length / 2] = (char)byte;
            text[length - 1] = ']';
            check_note("byte %d, %zu bytes", byte, length);
            CHECK(is_decided((vox_string){text, length}, length) == !is_bracket);
            CHECK(is_decided((vox_string){text, length}, 1) == !is_bracket);
            /* In a string, only the quote ends anything. */
            text[1] = '"';
            text[length - 2] = '"';
            if (length > 3 && byte != '"' && byte != '\\') {
                CHECK(is_decided((vox_string){text, length}, length));
            }
        }
    }
    check_note(NULL);
}

const check_test item_ends_tests[] = {
    CHECK_TEST(bytes_in_an_item),
    CHECK_END,
};
