/* SPDX-License-Identifier: MIT */
/** Inserted strings with escapes at every position. Also sinks and memory that fail while a
 *  document larger than one piece is written. */
#include "document.h"
#include "plain_text.h"
#include "tests.h"
#include "write/write.h"

/* --- inserted strings -------------------------------------------------------------- */

static void check_quoted(vox_string from) {
    static plain_text expected;
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree);
    plain_quote(from, &expected);
    CHECK_OK(vox_node_set(tree, root, vox_value_string(from)));
    CHECK_WRITES_STRING(tree, root, VOX_STYLE_COMPACT, plain_string(&expected));
    CHECK_OK(vox_node_set(tree, root, vox_value_object()));
    CHECK_OK(vox_object_set(tree, root, from, vox_value_null(), NULL));
    plain_add(&expected, ":null}", 6);
    memmove(expected.bytes + 1, expected.bytes, expected.length++);
    expected.bytes[0] = '{';
    CHECK_WRITES_STRING(tree, root, VOX_STYLE_COMPACT, plain_string(&expected));
    vox_tree_free(tree);
}

/** Every ASCII character at every position, in strings of all lengths around the width of
 *  vectors. */
static void every_character_everywhere(void) {
    char bytes[40];
    for (size_t length = 1; length <= sizeof bytes; length += length > 18 ? 4 : 1) {
        for (size_t place = 0; place < length; place++) {
            for (int byte = 0; byte < 0x80; byte += byte < 0x24 || byte == '[' ? 1 : 7) {
                memset(bytes, 'x', sizeof bytes);
                bytes[place] = (char)byte;
                check_note("%zu bytes, %d at %zu", length, byte, place);
                check_quoted((vox_string){bytes, length});
            }
        }
    }
}

/** Strings of escapes only, of all lengths, whose text is much longer than the writer expects. */
static void nothing_but_escapes(void) {
    char bytes[3000];
    for (size_t length = 0; length < sizeof bytes; length += 1 + length / 9) {
        memset(bytes, length % 2 ? 1 : '"', length);
        check_quoted((vox_string){bytes, length});
    }
}

/* --- failures ---------------------------------------------------------------------- */

/** Makes a document of several pieces, with a string that is longer than a piece. */
static vox_tree *large_document(void) {
    static char bytes[3 * VOX_STORE];
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree);
    memset(bytes, 's', sizeof bytes);
    CHECK_OK(vox_node_set(tree, root, vox_value_array()));
    for (int number = 0; number < 400; number++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_json(LITERAL("[{\"a\":\"\\n\"}]")), NULL));
    }
    CHECK_OK(vox_array_append(tree, root, vox_value_string((vox_string){bytes, sizeof bytes}), NULL)
    );
    CHECK_OK(vox_array_append(
        tree, root, vox_value_number((vox_string){memset(bytes, '1', sizeof bytes), sizeof bytes}),
        NULL
    ));
    CHECK_OK(vox_array_append(tree, root, vox_value_null(), NULL));
    return tree;
}

typedef struct refusing {
    plain_text taken;
    size_t left; /* the number of pieces that it still accepts */
    bool late;   /* it was called after it had refused a piece */
} refusing;

static int take_some(void *context, const char *bytes, size_t length) {
    refusing *self = context;
    if (!self->left) {
        self->late = true;
    } else if (--self->left) {
        plain_add(&self->taken, bytes, length);
        return 0;
    }
    return 1;
}

static void sinks_that_take_some(void) {
    static refusing self;
    vox_tree *tree = large_document();
    vox_node *root = vox_tree_root(tree);
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        vox_buffer expected = document_write(tree, root, (vox_style)style);
        vox_status status = VOX_ERROR_SINK;
        for (size_t pieces = 1; status != VOX_OK && pieces < 1000; pieces++) {
            self.taken.length = 0;
            self.left = pieces;
            self.late = false;
            status = vox_write(tree, root, (vox_style)style, (vox_sink){take_some, &self});
            CHECK(status == VOX_OK || status == VOX_ERROR_SINK);
            CHECK(!self.late && self.taken.length <= expected.length);
            CHECK(memcmp(self.taken.bytes, expected.bytes, self.taken.length) == 0);
        }
        CHECK_OK(status);
        CHECK_SIZE(self.taken.length, expected.length);
        vox_buffer_free(&expected);
    }
    vox_tree_free(tree);
}

static void memory_that_fails(void) {
    vox_tree *tree = large_document();
    vox_node *root = vox_tree_root(tree);
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        vox_buffer expected = document_write(tree, root, (vox_style)style);
        vox_status status = VOX_ERROR_MEMORY;
        for (size_t request = 1; status != VOX_OK && request < 2000; request += 1 + request / 20) {
            for (int for_good = 0; for_good < 2; for_good++) {
                vox_buffer buffer = {0};
                buffer.allocator = check_allocator_interface(&check_memory);
                check_note("style %d, request %zu", style, request);
                check_memory.countdown = request;
                check_memory.fail_for_good = for_good;
                status = vox_write_buffer(tree, root, (vox_style)style, &buffer);
                check_memory.countdown = 0;
                check_memory.failing = check_memory.fail_for_good = false;
                CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY);
                CHECK_SIZE(buffer.length, status == VOX_OK ? expected.length : 0);
                if (status == VOX_OK) {
                    CHECK(memcmp(buffer.bytes, expected.bytes, expected.length) == 0);
                }
                vox_buffer_free(&buffer);
            }
        }
        CHECK_OK(status);
        vox_buffer_free(&expected);
    }
    vox_tree_free(tree);
}

const check_test quoted_tests[] = {
    CHECK_TEST(every_character_everywhere),
    CHECK_TEST(nothing_but_escapes),
    CHECK_TEST(sinks_that_take_some),
    CHECK_TEST(memory_that_fails),
    CHECK_END,
};
