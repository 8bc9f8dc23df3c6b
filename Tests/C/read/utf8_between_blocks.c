/* SPDX-License-Identifier: MIT */
/** A sequence of UTF-8 that is cut by bytes of ASCII is an error, also when the scan passes over the
 *  ASCII between its halves, at any position of its blocks of 64 bytes. */
#include "document.h"
#include "tests.h"

#include <stdlib.h>

#define BLOCK 64

static void check_refused(const char *text, size_t length, size_t offset) {
    for (int mode = VOX_MODE_EAGER; mode <= VOX_MODE_LAZY; mode++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_error error = {0};
        options.mode = (vox_mode)mode;
        CHECK_STATUS(vox_tree_parse(text, length, &options, &tree, &error), VOX_ERROR_UTF8);
        CHECK_SIZE(error.offset, offset);
        vox_tree_free(tree);
    }
}

static void cut_sequences(void) {
    static const char head[] = "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"type\":\"a\",\"id\":\"";
    static const char *const halves[][2] = {
        {"\xC3", "\xA9"}, {"\xE4\xB8", "\xAD"}, {"\xF0\x9F\x98", "\x80"}, {"\xF0\x9F", "\x98\x80"}};
    char text[512];
    for (size_t row = 0; row < COUNT(halves); row++) {
        const size_t first = strlen(halves[row][0]), second = strlen(halves[row][1]);
        for (size_t between = 1; between <= 3 * BLOCK; between += between < 3 ? 1 : BLOCK / 2 - 1) {
            for (size_t at = BLOCK; at < 3 * BLOCK; at++) {
                for (unsigned byte = 0x20; byte < 0x80; byte += at % BLOCK < 4 ? 1 : 31) {
                    if (byte == '"' || byte == '\\') {
                        continue;
                    }
                    memset(text, 'x', sizeof text);
                    memcpy(text, head, sizeof head - 1);
                    memcpy(text + at, halves[row][0], first);
                    text[at + first] = (char)byte;
                    memcpy(text + at + first + between, halves[row][1], second);
                    const size_t end = at + first + between + second;
                    memcpy(text + end, "\"}]}", 4);
                    check_note("row %zu, at %zu, %zu between, byte %02X", row, at, between, byte);
                    check_refused(text, end + 4, at);
                }
            }
        }
    }
}

const check_test utf8_between_blocks_tests[] = {CHECK_TEST(cut_sequences), CHECK_END};
