/* SPDX-License-Identifier: MIT */
/** An error of a limit has the number of the limit, and other errors have 0. */
#include "comparing.h"
#include "document.h"
#include "streaming.h"
#include "tests.h"

typedef struct limit_row {
    const char *text;
    size_t depth, size, nodes, memory;
    vox_status status;
    size_t limit; /* in the error */
} limit_row;

static const limit_row rows[] = {
    {"[[1]]", 1, 0, 0, 0, VOX_ERROR_DEPTH_LIMIT, 1},
    {"[{\"a\":[]}]", 2, 0, 0, 0, VOX_ERROR_DEPTH_LIMIT, 2},
    {"{\"data\":[{\"a\":[[]]}]}", 4, 0, 0, 0, VOX_ERROR_DEPTH_LIMIT, 4},
    {"[1,2]", 0, 4, 0, 0, VOX_ERROR_SIZE_LIMIT, 4},
    {"[1,2]", 0, 0, 2, 0, VOX_ERROR_NODE_LIMIT, 2},
    {"{\"data\":[{\"a\":1},{\"a\":1}]}", 0, 0, 4, 0, VOX_ERROR_NODE_LIMIT, 4},
    {"{\"data\":[{\"a\":1},{\"a\":1}]}", 0, 0, 0, 100, VOX_ERROR_MEMORY_LIMIT, 100},
    {"[1,x]", 7, 100, 7, 0, VOX_ERROR_SYNTAX, 0},
    {"[1", 7, 100, 7, 0, VOX_ERROR_END, 0},
};

static vox_options options_of(const limit_row *row) {
    vox_options options = document_options();
    options.max_depth = row->depth;
    options.max_size = row->size;
    options.max_nodes = row->nodes;
    options.max_memory = row->memory;
    return options;
}

static void of_whole_texts(void) {
    for (size_t index = 0; index < COUNT(rows) * 4; index++) {
        const limit_row *row = &rows[index / 4];
        const vox_string text = vox_string_from_c(row->text);
        vox_options options = options_of(row);
        vox_tree *tree = NULL;
        vox_error error = {.limit = 77};
        options.mode = index % 4 >= 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        options.reader = index % 2 && has_yajl() ? VOX_READER_YAJL : VOX_READER_FAST;
        check_note("%s, way %zu", row->text, index % 4);
        vox_status status = vox_tree_parse(text.bytes, text.length, &options, &tree, &error);
        if (status == VOX_OK) {
            status = vox_tree_materialize(tree, &error);
        }
        CHECK_STATUS(status, row->status);
        CHECK_SIZE(error.limit, row->limit);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

static void of_documents_in_a_row(void) {
    for (size_t index = 0; index < COUNT(rows); index++) {
        const limit_row *row = &rows[index];
        const vox_string text = vox_string_from_c(row->text);
        const vox_options options = options_of(row);
        vox_parser *parser = NULL;
        vox_tree *tree = NULL;
        vox_error error = {.limit = 77};
        size_t consumed;
        check_note("%s", row->text);
        CHECK_OK(vox_parser_new(&options, 0, &parser));
        CHECK_STATUS(
            vox_parser_parse_next(parser, text.bytes, text.length, true, &consumed, &tree, &error),
            row->status
        );
        CHECK_SIZE(error.limit, row->limit);
        vox_parser_free(parser);
    }
    check_note(NULL);
}

/** A deferred value that exceeds a limit when it is read. */
static void of_deferred_values(void) {
    const vox_string text = LITERAL("{\"data\":[{\"a\":[1,2,3]},{\"a\":[1,2,3]}]}");
    vox_options options = document_options();
    vox_tree *tree = NULL;
    vox_error error = {.limit = 77};
    options.mode = VOX_MODE_LAZY;
    options.max_nodes = 9;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    CHECK_SIZE(vox_node_count(tree, document_at(tree, "/data/1/a")), 3);
    CHECK(vox_node_first(tree, document_at(tree, "/data/0")) == NULL);
    CHECK_STATUS(vox_tree_failure(tree, &error), VOX_ERROR_NODE_LIMIT);
    CHECK_SIZE(error.limit, 9);
    vox_tree_free(tree);
}

/** Ways to parse all deferred values. Each returns the error. */
static vox_status read_deferred(vox_tree *tree, int way, vox_error *error) {
    const vox_node *root = vox_tree_root(tree);
    switch (way) {
    case 0:
        return vox_tree_materialize(tree, error);
    case 1:
        return vox_node_materialize(tree, root, true, error);
    case 2:
        return vox_document_check(
            tree, VOX_PRIMARY_MANY, LITERAL(""), VOX_READING_STRICT, NULL, error
        );
    default:
        for (const vox_node *node = root; node; node = vox_node_following(tree, node, root)) {
        }
        return vox_tree_failure(tree, error);
    }
}

/** The limit of memory allows the text, and is too low for its deferred values. */
static void of_memory_for_deferred_values(void) {
    const vox_string text = LITERAL(
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"x\":[1,2,3,4,5,6,7,8,9]}}]}"
    );
    for (int way = 0; way < 4; way++) {
        size_t refused = 0;
        for (size_t limit = 200; limit < 3000; limit += 8) {
            vox_options options = document_options();
            vox_tree *tree = NULL;
            vox_error error = {.limit = 77};
            options.mode = VOX_MODE_LAZY;
            options.max_memory = limit;
            check_note("way %d, limit %zu", way, limit);
            vox_status status = vox_tree_parse(text.bytes, text.length, &options, &tree, NULL);
            if (status == VOX_OK) {
                status = read_deferred(tree, way, &error);
                refused += status != VOX_OK;
                CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY_LIMIT);
                CHECK_SIZE(error.limit, status == VOX_OK ? 77 : limit);
            }
            vox_tree_free(tree);
        }
        CHECK(refused > 0);
    }
    check_note(NULL);
}

/** The stream counts from the root of the whole text, and reads parts of it under other limits. The
 *  error has the number that the caller has set. */
static void of_streams(void) {
    static const struct {
        const char *text;
        vox_stream_form form;
        size_t depth, size, nodes, held, total;
        vox_status status;
        size_t limit;
    } streams[] = {
        {"[1,[[[]]]]", VOX_STREAM_ELEMENTS, 3, 0, 0, 0, 0, VOX_ERROR_DEPTH_LIMIT, 3},
        {"[1,[2,3]]", VOX_STREAM_ELEMENTS, 0, 0, 2, 0, 0, VOX_ERROR_NODE_LIMIT, 2},
        {"{\"a\":1,\"b\":2}", VOX_STREAM_ELEMENTS, 0, 0, 2, 0, 0, VOX_ERROR_NODE_LIMIT, 2},
        {"{\"data\":[0,[1,2]]}", VOX_STREAM_ELEMENTS, 0, 0, 2, 0, 0, VOX_ERROR_NODE_LIMIT, 2},
        {"[\"12345678\"]", VOX_STREAM_ELEMENTS, 0, 0, 0, 9, 0, VOX_ERROR_SIZE_LIMIT, 9},
        {"[\"12345678\"]", VOX_STREAM_ELEMENTS, 0, 8, 0, 9, 0, VOX_ERROR_SIZE_LIMIT, 8},
        {"[1,2,3,4]", VOX_STREAM_ELEMENTS, 0, 0, 0, 0, 5, VOX_ERROR_SIZE_LIMIT, 5},
        {"[1,2,3,4]", VOX_STREAM_DOCUMENT, 0, 6, 0, 0, 0, VOX_ERROR_SIZE_LIMIT, 6},
        {"[1,2,3,4]", VOX_STREAM_DOCUMENT, 0, 6, 0, 0, 5, VOX_ERROR_SIZE_LIMIT, 5},
        {"[1,2,3,4]", VOX_STREAM_DOCUMENT, 0, 0, 3, 0, 0, VOX_ERROR_NODE_LIMIT, 3},
        {"1 [2,3] [4]", VOX_STREAM_VALUES, 0, 4, 0, 0, 0, VOX_ERROR_SIZE_LIMIT, 4},
        {"1 [2,3] [4]", VOX_STREAM_VALUES, 0, 0, 2, 0, 0, VOX_ERROR_NODE_LIMIT, 2},
        {"1 [2,[3]]", VOX_STREAM_VALUES, 1, 0, 0, 0, 0, VOX_ERROR_DEPTH_LIMIT, 1},
        {"1 [2,[3]]", VOX_STREAM_VALUES, 0, 0, 0, 0, 3, VOX_ERROR_SIZE_LIMIT, 3},
        {"[1,[2,x]]", VOX_STREAM_ELEMENTS, 9, 9, 9, 9, 9, VOX_ERROR_SYNTAX, 0},
        {"{\"data\":1,\"data\":2}", VOX_STREAM_ELEMENTS, 0, 0, 0, 0, 0, VOX_ERROR_DUPLICATE, 0},
        /* An error before the value that is too long comes first. An error inside it does not. */
        {"[1,x,3,4,5]", VOX_STREAM_ELEMENTS, 0, 0, 0, 0, 8, VOX_ERROR_SYNTAX, 0},
        {"[1,[x,3,4,5]]", VOX_STREAM_ELEMENTS, 0, 0, 0, 0, 8, VOX_ERROR_SIZE_LIMIT, 8},
        {"[1,[x,3,4,5]]", VOX_STREAM_ELEMENTS, 0, 0, 0, 8, 0, VOX_ERROR_SIZE_LIMIT, 8},
        {"[1,[x,3,4,5]]", VOX_STREAM_ELEMENTS, 0, 8, 0, 0, 0, VOX_ERROR_SIZE_LIMIT, 8},
        {"[1,x,3,4,5]", VOX_STREAM_DOCUMENT, 0, 0, 0, 0, 8, VOX_ERROR_SIZE_LIMIT, 8},
        {"x [1,2,3,4]", VOX_STREAM_VALUES, 0, 0, 0, 0, 8, VOX_ERROR_SYNTAX, 0},
        {"1 [x,2,3,4]", VOX_STREAM_VALUES, 0, 0, 0, 0, 8, VOX_ERROR_SIZE_LIMIT, 8},
    };
    for (size_t row = 0; row < COUNT(streams); row++) {
        const vox_string text = vox_string_from_c(streams[row].text);
        vox_stream_options options = streaming_options(streams[row].form);
        options.tree.max_depth = streams[row].depth;
        options.tree.max_size = streams[row].size;
        options.tree.max_nodes = streams[row].nodes;
        options.max_held = streams[row].held;
        options.max_total = streams[row].total;
        check_note("%s, row %zu", streams[row].text, row);
        transcript made = streaming_read(text, &options, text.length, text.length);
        CHECK_STATUS(made.status, streams[row].status);
        CHECK_SIZE(made.error.limit, streams[row].limit);
        transcript_free(&made);
    }
    check_note(NULL);
    /* The memory of each tree. The call may be repeated, so this error is not final. */
    vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
    vox_stream *stream = NULL;
    vox_item item;
    vox_error error = {.limit = 77};
    options.tree.max_memory = 50;
    CHECK_OK(vox_stream_new(&options, &stream));
    CHECK_OK(vox_stream_feed(stream, "[1,2]", 5));
    CHECK_STATUS(vox_stream_next(stream, &item, &error), VOX_ERROR_MEMORY_LIMIT);
    CHECK_SIZE(error.limit, 50);
    vox_stream_free(stream);
}

const check_test limit_numbers_tests[] = {
    CHECK_TEST(of_whole_texts),     CHECK_TEST(of_documents_in_a_row),
    CHECK_TEST(of_deferred_values), CHECK_TEST(of_memory_for_deferred_values),
    CHECK_TEST(of_streams),         CHECK_END,
};
