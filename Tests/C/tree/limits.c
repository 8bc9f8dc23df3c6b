/* SPDX-License-Identifier: MIT */
/** Each limit allows its exact value. One more is refused with the status of the limit. */
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

static vox_status parse(
    const char *bytes, size_t length, const vox_options *options, vox_error *error
) {
    vox_tree *tree = NULL;
    vox_status status = vox_tree_parse(bytes, length, options, &tree, error);
    CHECK((status == VOX_OK) == (tree != NULL));
    vox_tree_free(tree);
    CHECK_SIZE(check_memory.blocks, 0);
    return status;
}

static void the_defaults(void) {
    vox_options options = vox_options_default();
    CHECK_SIZE(options.max_depth, 512);
    CHECK_SIZE(options.max_size, (size_t)64 << 20);
    CHECK_SIZE(options.max_nodes, 16000000);
    CHECK_SIZE(options.max_memory, 0);
    CHECK(!options.strict && !options.borrow && options.allocator.resize);
}

static void depth(void) {
    static const size_t limits[] = {1, 2, 3, 511, 512, 513, 1000};
    static char text[3000];
    for (size_t index = 0; index < COUNT(limits); index++) {
        size_t limit = limits[index];
        vox_options options = document_options();
        vox_error error = {0};
        check_note("limit %zu", limit);
        if (limit != 512) { /* this is the default */
            options.max_depth = limit;
        }
        memset(text, '[', limit + 1);
        memset(text + limit, ']', limit);
        CHECK_OK(parse(text, 2 * limit, &options, NULL));
        text[limit] = '[';
        CHECK_STATUS(parse(text, limit + 1, &options, &error), VOX_ERROR_DEPTH_LIMIT);
        CHECK_SIZE(error.offset, limit);
        CHECK_SIZE(error.column, limit + 1);
        CHECK(error.pointer_cut == (limit > 127));
        /* Scalars and siblings add no level. */
        memcpy(text + limit, "1,2", 3);
        memset(text + limit + 3, ']', limit);
        CHECK_OK(parse(text, 2 * limit + 3, &options, NULL));
    }
    vox_options options = document_options();
    options.max_depth = 2;
    CHECK_OK(parse("{\"a\":[],\"b\":{}}", 15, &options, NULL));
    CHECK_STATUS(parse("{\"a\":[{}]}", 10, &options, NULL), VOX_ERROR_DEPTH_LIMIT);
}

static void a_bomb_of_brackets(void) {
    const size_t length = 5000000;
    char *bomb = malloc(length);
    memset(bomb, '[', length);
    vox_options options = document_options();
    vox_error error = {0};
    CHECK_STATUS(parse(bomb, length, &options, &error), VOX_ERROR_DEPTH_LIMIT);
    CHECK_SIZE(error.offset, 512);
    free(bomb);
}

/** A JSON text that is inserted is read with the limits of the tree. */
static void depth_when_editing(void) {
    vox_options options = document_options();
    options.max_depth = 3;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse("[0]", 3, &options, &tree, NULL));
    vox_node *root = vox_tree_root(tree);
    CHECK_STATUS(
        vox_array_append(tree, root, vox_value_json(LITERAL("[[[[]]]]")), NULL),
        VOX_ERROR_DEPTH_LIMIT
    );
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "[0]");
    CHECK_OK(vox_array_append(tree, root, vox_value_json(LITERAL("[[]]")), NULL));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "[0,[[]]]");
    vox_tree_free(tree);
}

static void size(void) {
    vox_options options = document_options();
    options.max_size = 10;
    vox_error error = {0};
    CHECK_OK(parse("[12345678]", 10, &options, NULL));
    CHECK_STATUS(parse("[123456789]", 11, &options, &error), VOX_ERROR_SIZE_LIMIT);
    CHECK_STATUS(error.status, VOX_ERROR_SIZE_LIMIT);
    CHECK_STATUS(parse("          1", 11, &options, NULL), VOX_ERROR_SIZE_LIMIT);
    /* The limit is checked before the text. */
    CHECK_STATUS(parse("][][][][][]", 11, &options, NULL), VOX_ERROR_SIZE_LIMIT);
    options.max_size = SIZE_MAX; /* less than 4 GiB, even with SIZE_MAX */
#if SIZE_MAX > UINT32_MAX
    CHECK_STATUS(parse("[]", (size_t)1 << 32, &options, NULL), VOX_ERROR_SIZE_LIMIT);
#endif
    CHECK_STATUS(parse("[]", SIZE_MAX, &options, NULL), VOX_ERROR_SIZE_LIMIT);
    options.max_size = VOX_NONE;
    CHECK(parse("", 0, &options, NULL) != VOX_OK);
}

static void nodes(void) {
    static const struct {
        const char *text;
        size_t nodes;
    } rows[] = {
        {"1", 1},
        {"[]", 1},
        {"[1,2,3]", 4},
        {"{\"a\":1,\"b\":[true,null]}", 5},
        {"{\"a\":1,\"a\":2}", 3},
        {"[\",[{,,,\",\"[[[\"]", 3}, /* commas and brackets in a string do not count */
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_options options = document_options();
        size_t length = strlen(rows[index].text);
        check_note("%s", rows[index].text);
        options.max_nodes = rows[index].nodes;
        CHECK_OK(parse(rows[index].text, length, &options, NULL));
        if (rows[index].nodes > 1) {
            options.max_nodes--;
            CHECK_STATUS(parse(rows[index].text, length, &options, NULL), VOX_ERROR_NODE_LIMIT);
        }
    }
}

static void nodes_when_editing(void) {
    vox_options options = document_options();
    options.max_nodes = 5;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse("[1,2]", 5, &options, &tree, NULL));
    vox_node *root = vox_tree_root(tree), *out = NULL;
    vox_value one = vox_value_int64(1);
    CHECK_STATUS(
        vox_array_append(tree, root, vox_value_json(LITERAL("[1,2,3]")), &out), VOX_ERROR_NODE_LIMIT
    );
    CHECK(out == NULL);
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "[1,2]");
    CHECK(!vox_node_changed(root));
    CHECK_OK(vox_array_append(tree, root, one, NULL));
    CHECK_OK(vox_array_append(tree, root, one, NULL));
    CHECK_STATUS(vox_array_append(tree, root, one, &out), VOX_ERROR_NODE_LIMIT);
    CHECK_STATUS(vox_array_insert(tree, root, 0, one, &out), VOX_ERROR_NODE_LIMIT);
    CHECK_STATUS(vox_node_new(tree, one, &out), VOX_ERROR_NODE_LIMIT);
    CHECK_STATUS(
        vox_array_append(tree, root, vox_value_copy(tree, root), &out), VOX_ERROR_NODE_LIMIT
    );
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "[1,2,1,1]");
    /* Edits that create no value still work. */
    CHECK_OK(vox_node_set(tree, document_at(tree, "/0"), vox_value_boolean(true)));
    vox_node *last = vox_node_last(tree, root);
    CHECK_OK(vox_node_remove(tree, last));
    CHECK_OK(vox_array_insert(tree, root, 0, vox_value_node(last), NULL));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "[1,true,2,1]");
    vox_tree_free(tree);
}

/** With rising limits, the text is refused without a leak until it fits. A tree that fits stays
 *  within its limit. */
static void memory(void) {
    static const char text[] =
        "{\"list\":[1,2,3,\"\\u0061bc\",{\"x\":null}],\"text\":\"some longer text that is kept\"}";
    bool fitted = false;
    for (size_t limit = 1; limit < 1 << 16; limit += limit < 4096 ? 37 : 997) {
        vox_options options = document_options();
        options.max_memory = limit;
        vox_tree *tree = NULL;
        check_note("limit %zu", limit);
        vox_status status = vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL);
        CHECK(status == VOX_OK || (!fitted && status == VOX_ERROR_MEMORY_LIMIT));
        if (status == VOX_OK) {
            fitted = true;
            CHECK(vox_tree_memory(tree).reserved <= limit);
            CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
            vox_tree_free(tree);
        }
        CHECK_SIZE(check_memory.blocks, 0);
        status = vox_tree_new(&options, &tree);
        CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY_LIMIT);
        CHECK((status == VOX_OK) == (tree != NULL));
        vox_tree_free(tree);
    }
    CHECK(fitted);
}

/** Returns the least memory with which the text is read or refused for its content. */
static size_t least_memory(const char *text, size_t length, vox_status verdict, bool borrow) {
    size_t low = 0, high = (size_t)8 << 20;
    while (high - low > 1) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        options.borrow = borrow;
        options.max_memory = low + (high - low) / 2;
        vox_status status = vox_tree_parse(text, length, &options, &tree, NULL);
        vox_tree_free(tree);
        if (status == VOX_ERROR_MEMORY_LIMIT) {
            low = options.max_memory;
        } else {
            CHECK_STATUS(status, verdict);
            high = options.max_memory;
        }
    }
    return high;
}

/** A text that both readers read needs no more memory than one reader, apart from the copy of
 *  the text. */
static void memory_of_escapes(void) {
    static const struct {
        const char *piece, *end;
        vox_status verdict;
    } forms[] = {
        {"\"one escape\\nand more text\",", "0]", VOX_OK},
        {"\"one escape\\nand more text\",", "x]", VOX_ERROR_SYNTAX},
        {"{\"\\t\":\"\\u00e4\"},", "nul]", VOX_ERROR_LITERAL},
        {"[],", "\"\\q\"]", VOX_ERROR_ESCAPE},
    };
    static char text[200000];
    for (size_t form = 0; form < COUNT(forms); form++) {
        size_t length = 1;
        text[0] = '[';
        while (length < 150000) {
            length += (size_t
            )snprintf(text + length, sizeof text - length, "%s", forms[form].piece);
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", forms[form].end);
        check_note("%s %s", forms[form].piece, forms[form].end);
        size_t alone = least_memory(text, length, forms[form].verdict, true);
        size_t copied = least_memory(text, length, forms[form].verdict, false);
        /* yajl decodes into its own memory first. */
        CHECK(copied <= alone + length + 64);
    }
}

/** Small texts, which are otherwise read into one block, keep the limit as well. */
static void memory_of_small_texts(void) {
    char text[4001] = "[";
    for (size_t count = 1; count <= 2000; count++) {
        memcpy(text + 2 * count - 1, count < 2000 ? "1," : "1]", 2);
        if (count % 100 || count == 2000) {
            continue;
        }
        vox_options options = document_options();
        vox_tree *tree = NULL;
        memcpy(text + 2 * count - 1, "1]", 2);
        CHECK_OK(vox_tree_parse(text, 2 * count + 1, &options, &tree, NULL));
        const size_t needed = vox_tree_memory(tree).reserved;
        vox_tree_free(tree);
        check_note("%zu elements, %zu bytes", count, needed);
        options.max_memory = needed / 2;
        const vox_status status = vox_tree_parse(text, 2 * count + 1, &options, &tree, NULL);
        CHECK(
            status == VOX_ERROR_MEMORY_LIMIT ||
            (status == VOX_OK && vox_tree_memory(tree).reserved <= needed / 2)
        );
        CHECK(count < 400 || status == VOX_ERROR_MEMORY_LIMIT);
        vox_tree_free(tree);
        memcpy(text + 2 * count - 1, "1,", 2);
    }
}

static void memory_when_editing(void) {
    vox_options options = document_options();
    options.max_memory = 65536;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse("{\"l\":[]}", 8, &options, &tree, NULL));
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/l"), *out = NULL;
    vox_status status = VOX_OK;
    size_t count = 0;
    for (; status == VOX_OK && count < 100000; count++) {
        status = vox_array_append(
            tree, list, vox_value_string(LITERAL("thirty-two bytes of text, or so.")), &out
        );
    }
    CHECK_STATUS(status, VOX_ERROR_MEMORY_LIMIT);
    CHECK(vox_tree_memory(tree).reserved <= 65536);
    CHECK_SIZE(vox_node_count(tree, list), count - 1);
    char *large = malloc(100000);
    memset(large, 'x', 100000);
    vox_value value = vox_value_string((vox_string){large, 100000});
    CHECK_STATUS(vox_node_set(tree, list, value), VOX_ERROR_MEMORY_LIMIT);
    CHECK_STATUS(vox_object_set(tree, root, LITERAL("x"), value, &out), VOX_ERROR_MEMORY_LIMIT);
    CHECK_SIZE(vox_node_count(tree, list), count - 1);
    CHECK_SIZE(vox_node_count(tree, root), 1);
    CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
    free(large);
    vox_tree_free(tree);
}

const check_test limits_tests[] = {
    CHECK_TEST(the_defaults),
    CHECK_LINES(depth, "T09 JA-014"),
    CHECK_LINES(a_bomb_of_brackets, "T09 JA-014"),
    CHECK_TEST(depth_when_editing),
    CHECK_TEST(size),
    CHECK_TEST(nodes),
    CHECK_TEST(nodes_when_editing),
    CHECK_TEST(memory),
    CHECK_TEST(memory_of_escapes),
    CHECK_TEST(memory_of_small_texts),
    CHECK_TEST(memory_when_editing),
    CHECK_END,
};
