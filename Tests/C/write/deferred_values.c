/* SPDX-License-Identifier: MIT */
/** Writing a lazy tree before anything else has parsed its deferred values. Each style has a tree
 *  of its own, because writing parses the values. */
#include "check_allocator.h"
#include "comparing.h"
#include "document.h"
#include "tests.h"

#define STYLES (VOX_STYLE_SORTED + 1)

static vox_tree *parse(vox_string text, vox_mode mode, size_t depth) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = mode;
    options.defer_depth = depth;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    return tree;
}

static const char *const texts[] = {
    "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"b\":{\"z\":[1.50],\"a\":[{}]}}]}",
    "{\"data\":[[1,2],[],{}],\"included\":[{\"id\":\"1\",\"a\":[true]},7]}",
    "{\"data\":[{\"b\":1,\"a\":2,\"b\":3}]}",
    "{\"data\":{\"relationships\":{\"r\":{\"data\":[{\"type\":\"b\",\"id\":\"2\"},{}]}}}}",
};

static void every_style(void) {
    for (size_t index = 0; index < COUNT(texts) * STYLES; index++) {
        const vox_string text = vox_string_from_c(texts[index / STYLES]);
        const vox_style style = (vox_style)(index % STYLES);
        check_note("%s, style %d", text.bytes, (int)style);
        vox_tree *eager = parse(text, VOX_MODE_EAGER, 0);
        vox_buffer expected = document_write(eager, vox_tree_root(eager), style);
        for (size_t depth = 0; depth < 4; depth++) {
            vox_tree *lazy = parse(text, VOX_MODE_LAZY, depth);
            CHECK_WRITES_STRING(lazy, vox_tree_root(lazy), style, buffer_text(&expected));
            vox_tree_free(lazy);
        }
        vox_buffer_free(&expected);
        vox_tree_free(eager);
    }
    check_note(NULL);
}

/** The node that is written may itself be deferred. */
static void a_deferred_node(void) {
    static const char *const expected[STYLES] = {
        "{\"b\": 1.50,\"a\":[]}",
        "{\"b\":1.50,\"a\":[]}",
        "{\n  \"b\": 1.50,\n  \"a\": []\n}",
        "{\"a\":[],\"b\":1.5}",
    };
    for (int style = 0; style < STYLES; style++) {
        const vox_string text = LITERAL("{\"data\":[{\"b\": 1.50,\"a\":[]}]}");
        vox_tree *lazy = parse(text, VOX_MODE_LAZY, 0);
        const vox_node *data = vox_object_get(lazy, vox_tree_root(lazy), LITERAL("data"));
        const vox_node *element = vox_array_get(lazy, data, 0);
        CHECK_WRITES(lazy, element, (vox_style)style, expected[style]);
        vox_tree_free(lazy);
    }
}

/** A value that is not JSON is reported, and nothing is written. The preserving style copies it. */
static void broken_values(void) {
    const vox_string text = LITERAL("{\"data\":[{\"a\":1},{\"a\":nul}]}");
    for (int style = 0; style < STYLES; style++) {
        vox_tree *lazy = parse(text, VOX_MODE_LAZY, 0);
        vox_buffer buffer = {.allocator = check_allocator_interface(&check_memory)};
        const vox_status status = vox_write_buffer(
            lazy, vox_tree_root(lazy), (vox_style)style, &buffer
        );
        check_note("style %d", style);
        if (style == VOX_STYLE_PRESERVE) {
            CHECK_OK(status);
            CHECK_STRING(buffer_text(&buffer), text);
        } else {
            CHECK_STATUS(status, VOX_ERROR_LITERAL);
            CHECK_SIZE(buffer.length, 0);
        }
        vox_buffer_free(&buffer);
        vox_tree_free(lazy);
    }
    check_note(NULL);
}

/** Each request for memory fails. The text is right or there is none, and the next call writes. */
static void without_memory(void) {
    for (size_t index = 0; index < COUNT(texts) * STYLES; index++) {
        const vox_string text = vox_string_from_c(texts[index / STYLES]);
        const vox_style style = (vox_style)(index % STYLES);
        vox_tree *eager = parse(text, VOX_MODE_EAGER, 0);
        vox_buffer expected = document_write(eager, vox_tree_root(eager), style);
        bool done = false;
        for (size_t countdown = 1; !done && countdown < 100; countdown++) {
            vox_tree *lazy = parse(text, VOX_MODE_LAZY, 0);
            vox_buffer buffer = {.allocator = check_allocator_interface(&check_memory)};
            check_note("%s, style %d, request %zu", text.bytes, (int)style, countdown);
            check_memory.countdown = countdown;
            check_memory.failures = 0;
            const vox_status status = vox_write_buffer(lazy, vox_tree_root(lazy), style, &buffer);
            done = check_memory.failures == 0;
            check_memory.countdown = 0;
            if (status == VOX_OK) {
                CHECK_STRING(buffer_text(&buffer), buffer_text(&expected));
            } else {
                CHECK_STATUS(status, VOX_ERROR_MEMORY);
                CHECK_SIZE(buffer.length, 0);
            }
            CHECK_WRITES_STRING(lazy, vox_tree_root(lazy), style, buffer_text(&expected));
            vox_buffer_free(&buffer);
            vox_tree_free(lazy);
        }
        CHECK(done);
        vox_buffer_free(&expected);
        vox_tree_free(eager);
    }
    check_note(NULL);
}

const check_test deferred_values_tests[] = {
    CHECK_TEST(every_style),
    CHECK_TEST(a_deferred_node),
    CHECK_TEST(broken_values),
    CHECK_TEST(without_memory),
    CHECK_END,
};
