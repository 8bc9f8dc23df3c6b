/* SPDX-License-Identifier: MIT */
/** Options that are all zero have the same effect as the defaults. */
#include "document.h"
#include "streaming.h"
#include "tests.h"
#include "validation.h"

#include <stdlib.h>

/** Parses `levels` nested arrays. Returns the status. */
static vox_status parse_levels(size_t depth, const vox_options *options) {
    char *text = malloc(2 * depth);
    if (!text) {
        abort();
    }
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    vox_tree *tree = NULL;
    vox_status status = vox_tree_parse(text, 2 * depth, options, &tree, NULL);
    vox_tree_free(tree);
    free(text);
    return status;
}

static void zero_options(void) {
    const vox_options zero = {0}, standard = vox_options_default();
    const vox_options *const all[] = {NULL, &zero, &standard};
    for (size_t index = 0; index < COUNT(all); index++) {
        vox_tree *tree = NULL;
        CHECK_OK(parse_levels(512, all[index]));
        CHECK_STATUS(parse_levels(513, all[index]), VOX_ERROR_DEPTH_LIMIT);
        CHECK_OK(vox_tree_new(all[index], &tree));
        CHECK_OK(vox_node_set(tree, vox_tree_root(tree), vox_value_json(LITERAL("{\"a\":[1]}"))));
        CHECK_SIZE(vox_node_count(tree, document_at(tree, "/a")), 1);
        vox_tree_free(tree);
    }
}

static void zero_stream_options(void) {
    static const char text[] = "{\"data\":[{\"a\":[1]}],\"meta\":{}}";
    for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
        vox_stream_options options = {0};
        vox_stream *stream = NULL;
        vox_item item;
        size_t count = 0;
        options.form = (vox_stream_form)form;
        CHECK_OK(vox_stream_new(&options, &stream));
        CHECK_OK(vox_stream_feed(stream, text, sizeof text - 1));
        vox_stream_finish(stream);
        while (CHECK_OK(vox_stream_next(stream, &item, NULL)) && item.kind != VOX_ITEM_NONE) {
            count++;
            vox_tree_free(item.tree);
        }
        CHECK_SIZE(count, form == VOX_STREAM_ELEMENTS ? 2 : 1);
        vox_stream_free(stream);
    }
}

/** Feeds `count` elements of 1 MiB. */
static void stream_mebibytes(vox_stream_form form, size_t count) {
    const size_t size = (size_t)1 << 20;
    const vox_stream_options options = {.form = form};
    const bool listed = form == VOX_STREAM_ELEMENTS;
    char *piece = malloc(size);
    vox_stream *stream = NULL;
    size_t items = 0;
    memset(piece, 'x', size);
    piece[0] = piece[size - 2] = '"';
    piece[size - 1] = listed ? ',' : '\n';
    CHECK_OK(vox_stream_new(&options, &stream));
    CHECK_OK(vox_stream_feed(stream, "[", listed ? 1 : 0));
    for (size_t index = 0; index < count; index++) {
        vox_item item = {.kind = VOX_ITEM_DOCUMENT};
        CHECK_OK(vox_stream_feed(stream, piece, size));
        while (item.kind != VOX_ITEM_NONE && CHECK_OK(vox_stream_next(stream, &item, NULL))) {
            items += item.kind != VOX_ITEM_NONE;
            vox_tree_free(item.tree);
        }
    }
    CHECK_SIZE(items, count);
    vox_stream_free(stream);
    free(piece);
}

/** The whole text of a stream may be longer than the limit for a document. */
static void streams_have_no_end(void) {
    stream_mebibytes(VOX_STREAM_ELEMENTS, 80);
    stream_mebibytes(VOX_STREAM_VALUES, 80);
}

/** Feeds an element of `length` bytes, including its quotes. Returns the status. */
static vox_status stream_element(const vox_stream_options *options, size_t length) {
    char piece[4096];
    vox_stream *stream = NULL;
    vox_item item;
    vox_status status = VOX_OK;
    memset(piece, 'x', sizeof piece);
    CHECK_OK(vox_stream_new(options, &stream));
    CHECK_OK(vox_stream_feed(stream, "[\"", 2));
    for (size_t left = length - 2; left && status == VOX_OK;) {
        size_t part = left < sizeof piece ? left : sizeof piece;
        CHECK_OK(vox_stream_feed(stream, piece, part));
        status = vox_stream_next(stream, &item, NULL);
        left -= part;
    }
    if (status == VOX_OK) {
        CHECK_OK(vox_stream_feed(stream, "\"]", 2));
        status = vox_stream_next(stream, &item, NULL);
        CHECK(status != VOX_OK || item.kind == VOX_ITEM_ELEMENT);
        vox_tree_free(item.tree);
    }
    vox_stream_free(stream);
    return status;
}

/** By default a stream holds exactly 64 MiB at most. With VOX_NONE it holds nothing. */
static void what_a_stream_holds(void) {
    const size_t most = (size_t)64 << 20;
    vox_stream_options options = {.form = VOX_STREAM_ELEMENTS};
    options.tree.max_size = VOX_UNLIMITED;
    CHECK_SIZE(vox_stream_options_default().max_held, most);
    CHECK_OK(stream_element(&options, most));
    CHECK_STATUS(stream_element(&options, most + 1), VOX_ERROR_SIZE_LIMIT);
    options.tree.max_size = 3;
    CHECK_OK(stream_element(&options, 3));
    CHECK_STATUS(stream_element(&options, 4), VOX_ERROR_SIZE_LIMIT);
    options.max_held = 2;
    CHECK_OK(stream_element(&options, 2));
    CHECK_STATUS(stream_element(&options, 3), VOX_ERROR_SIZE_LIMIT);
    /* The limit also holds for a document of one byte. */
    for (size_t held = 0; held < 2; held++) {
        options.max_held = held ? held : VOX_NONE;
        transcript made = streaming_read(LITERAL("7"), &options, 1, 1);
        CHECK_STATUS(made.status, held ? VOX_OK : VOX_ERROR_SIZE_LIMIT);
        transcript_free(&made);
    }
}

/** VOX_UNLIMITED allows everything, and VOX_NONE allows nothing. */
static void limits_by_name(void) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.max_depth = options.max_nodes = options.max_size = options.max_memory = VOX_UNLIMITED;
    CHECK_OK(parse_levels(5000, &options));
    options = document_options();
    options.max_depth = VOX_NONE;
    CHECK_STATUS(parse_levels(1, &options), VOX_ERROR_DEPTH_LIMIT);
    CHECK_OK(vox_tree_parse("1", 1, &options, &tree, NULL));
    CHECK_STATUS(
        vox_node_set(tree, vox_tree_root(tree), vox_value_json(LITERAL("[]"))),
        VOX_ERROR_DEPTH_LIMIT
    );
    vox_tree_free(tree);
    options = document_options();
    options.max_nodes = VOX_NONE;
    CHECK_STATUS(vox_tree_parse("1", 1, &options, &tree, NULL), VOX_ERROR_NODE_LIMIT);
    options = document_options();
    options.max_size = VOX_NONE;
    CHECK_STATUS(vox_tree_parse("1", 1, &options, &tree, NULL), VOX_ERROR_SIZE_LIMIT);
    options = document_options();
    options.max_memory = VOX_NONE;
    CHECK_STATUS(vox_tree_parse("1", 1, &options, &tree, NULL), VOX_ERROR_MEMORY_LIMIT);
    CHECK_STATUS(vox_tree_new(&options, &tree), VOX_ERROR_MEMORY_LIMIT);
}

/** A limit of 0 means the default, whatever the other options are. */
static void one_limit_of_zero(void) {
    for (int limit = 0; limit < 3; limit++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        size_t *const limits[] = {&options.max_depth, &options.max_size, &options.max_nodes};
        *limits[limit] = 0;
        check_note("limit %d", limit);
        CHECK_OK(vox_tree_parse("[1]", 3, &options, &tree, NULL));
        vox_tree_free(tree);
    }
    check_note(NULL);
}

static size_t errors_by(const char *text, vox_profile profile) {
    vox_tree *tree = document_from_c(text);
    vox_validation options = {.profile = profile};
    found_findings found = {0};
    CHECK_OK(validation_try(tree, &options, &found));
    vox_tree_free(tree);
    return found.errors;
}

/** A document without errors under one of the profiles of the standard itself has no errors under
 *  VOX_PROFILE_ANY. */
static void any_profile(void) {
    static const char *const texts[] = {
        ("{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"relationships\":{\"r\":{\"data\":"
         "{\"type\":\"b\",\"id\":1}}}}]}"),
        "{\"data\":{\"type\":\"a\",\"id\":\"1\",\"attributes\":[]}}",
        "{\"data\":{\"type\":\"a\",\"lid\":\"1\",\"links\":1}}",
        "{\"data\":{\"type\":\"a\"}}",
        "{\"data\":{\"type\":\"a\",\"id\":1}}",
        "{\"data\":{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"type\":1}}}",
        "{\"data\":[],\"included\":[{\"type\":\"a\",\"id\":\"1\"}]}",
        "{\"errors\":[{}]}",
        "{\"meta\":{}}",
        "{\"data\":null}",
    };
    size_t passed = 0;
    for (size_t index = 0; index < COUNT(texts); index++) {
        size_t least = SIZE_MAX;
        check_note("%s", texts[index]);
        for (int profile = VOX_PROFILE_RESPONSE; profile <= VOX_PROFILE_RELATIONSHIP; profile++) {
            size_t errors = errors_by(texts[index], (vox_profile)profile);
            least = errors < least ? errors : least;
        }
        CHECK(least > 0 || errors_by(texts[index], VOX_PROFILE_ANY) == 0);
        passed += least == 0;
    }
    check_note("%zu of %zu", passed, COUNT(texts));
    CHECK(passed >= 3 && passed < COUNT(texts));
}

const check_test defaults_tests[] = {
    CHECK_TEST(zero_options),        CHECK_TEST(zero_stream_options),
    CHECK_TEST(streams_have_no_end), CHECK_TEST(what_a_stream_holds),
    CHECK_TEST(limits_by_name),      CHECK_TEST(one_limit_of_zero),
    CHECK_TEST(any_profile),         CHECK_END,
};
