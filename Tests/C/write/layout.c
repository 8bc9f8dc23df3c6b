/* SPDX-License-Identifier: MIT */
/** The preserving style after edits. An edit changes the bytes of its value. An inserted value
 *  takes the layout of its predecessor. A removal also removes one comma and the white space
 *  before the value.
 *
 *  The rule does not cover all cases, such as an object on one line whose first member is
 *  removed or gets a predecessor. In these cases, the test only requires an equal document. */
#include "document.h"
#include "tests.h"

typedef struct layout {
    const char *before;
    const char *pointer; /* the pointer of the container, or of the removed value */
    size_t position;     /* SIZE_MAX: append; REMOVE: remove the value */
    const char *after;   /* NULL: only the value is checked */
} layout;

#define END SIZE_MAX
#define REMOVE (SIZE_MAX - 1)

static const layout rows[] = {
    /* Appended members take separator, indentation and colon of the last member. */
    {"{\"a\":1}", "", END, "{\"a\":1,\"n\":9}"},
    {"{\"a\":1,\"b\":2}", "", END, "{\"a\":1,\"b\":2,\"n\":9}"},
    {"{\"a\": 1, \"b\": 2}", "", END, "{\"a\": 1, \"b\": 2, \"n\": 9}"},
    {"{ \"a\": 1 }", "", END, "{ \"a\": 1, \"n\": 9 }"},
    {"{\n  \"a\": 1\n}", "", END, "{\n  \"a\": 1,\n  \"n\": 9\n}"},
    {"{\n\t\"a\":1,\n\t\"b\":2\n}\n", "", END, "{\n\t\"a\":1,\n\t\"b\":2,\n\t\"n\":9\n}\n"},
    {"{\r\n    \"a\" : 1\r\n}", "", END, "{\r\n    \"a\" : 1,\r\n    \"n\" : 9\r\n}"},
    {"{\n  \"o\": {\n    \"a\": 1\n  }\n}", "/o", END,
     "{\n  \"o\": {\n    \"a\": 1,\n    \"n\": 9\n  }\n}"},
    /* Appended elements. */
    {"[1]", "", END, "[1,9]"},
    {"[1, 2]", "", END, "[1, 2, 9]"},
    {"[ 1 ]", "", END, "[ 1, 9 ]"},
    {"[\n  1,\n  2\n]", "", END, "[\n  1,\n  2,\n  9\n]"},
    {" { \"l\" : [1, 2] } ", "/l", END, " { \"l\" : [1, 2, 9] } "},
    /* Insertions in the middle and at the beginning. */
    {"[1,2,3]", "", 1, "[1,9,2,3]"},
    {"[1, 2, 3]", "", 2, "[1, 2, 9, 3]"},
    {"[1, 2, 3]", "", 1, NULL},
    {"[1, 2, 3]", "", 0, NULL},
    {"[1,2]", "", 0, "[9,1,2]"},
    {"[\n  1,\n  2\n]", "", 0, "[\n  9,\n  1,\n  2\n]"},
    {"[\n  1,\n  2\n]", "", 1, "[\n  1,\n  9,\n  2\n]"},
    {"{\"a\":1,\"b\":2}", "", 0, "{\"n\":9,\"a\":1,\"b\":2}"},
    {"{\"a\":1,\"b\":2}", "", 1, "{\"a\":1,\"n\":9,\"b\":2}"},
    {"{\n  \"a\": 1,\n  \"b\": 2\n}", "", 0, "{\n  \"n\": 9,\n  \"a\": 1,\n  \"b\": 2\n}"},
    {"{\n  \"a\": 1,\n  \"b\": 2\n}", "", 1, "{\n  \"a\": 1,\n  \"n\": 9,\n  \"b\": 2\n}"},
    {"{\"a\": 1, \"b\": 2}", "", 0, NULL},
    {"{\"a\": 1, \"b\": 2}", "", 1, NULL},
    /* Insertions into empty containers. */
    {"{}", "", END, "{\"n\":9}"},
    {"[]", "", END, "[9]"},
    {"{\n  \"o\": {},\n  \"l\": []\n}", "/o", END, NULL},
    {"{\n  \"o\": {},\n  \"l\": []\n}", "/l", END, NULL},
    {"{ \n }", "", END, NULL},
    /* Removed values. */
    {"{\"a\":1}", "/a", REMOVE, "{}"},
    {"{\"a\":1,\"b\":2}", "/a", REMOVE, "{\"b\":2}"},
    {"{\"a\":1,\"b\":2}", "/b", REMOVE, "{\"a\":1}"},
    {"{\"a\": 1, \"b\": 2, \"c\": 3}", "/b", REMOVE, "{\"a\": 1, \"c\": 3}"},
    {"{\"a\": 1, \"b\": 2, \"c\": 3}", "/c", REMOVE, "{\"a\": 1, \"b\": 2}"},
    {"{\"a\": 1, \"b\": 2, \"c\": 3}", "/a", REMOVE, NULL},
    {"{\n  \"a\": 1,\n  \"b\": 2\n}", "/a", REMOVE, "{\n  \"b\": 2\n}"},
    {"{\n  \"a\": 1,\n  \"b\": 2\n}", "/b", REMOVE, "{\n  \"a\": 1\n}"},
    {"{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", "/b", REMOVE, "{\n  \"a\": 1,\n  \"c\": 3\n}"},
    {"{\n  \"a\": 1\n}", "/a", REMOVE, NULL},
    {"{ \"a\" : 1 , \"b\" : 2 }", "/a", REMOVE, NULL},
    {"{ \"a\" : 1 , \"b\" : 2 }", "/b", REMOVE, NULL},
    {"[1, 2, 3]", "/1", REMOVE, "[1, 3]"},
    {"[1, 2, 3]", "/2", REMOVE, "[1, 2]"},
    {"[1,2,3]", "/0", REMOVE, "[2,3]"},
    {"[\n  1,\n  2\n]", "/0", REMOVE, "[\n  2\n]"},
    {"[\n  1,\n  2\n]", "/1", REMOVE, "[\n  1\n]"},
};

static void apply(vox_tree *tree, const layout *row) {
    vox_node *node = document_at(tree, row->pointer);
    vox_value nine = vox_value_int64(9);
    if (row->position == REMOVE) {
        CHECK_OK(vox_node_remove(tree, node));
    } else if (vox_node_kind(node) == VOX_ARRAY) {
        size_t count = vox_node_count(tree, node);
        size_t position = row->position == END ? count : row->position;
        CHECK_OK(vox_array_insert(tree, node, position, nine, NULL));
    } else {
        vox_node *before = row->position == END ? NULL : vox_node_first(tree, node);
        for (size_t index = 0; before && index < row->position; index++) {
            before = vox_node_next(tree, before);
        }
        CHECK_OK(vox_object_insert(tree, node, before, LITERAL("n"), nine, NULL));
    }
}

static void one_insertion_or_removal(void) {
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("row %zu: %s", index, rows[index].before);
        vox_tree *tree = document_from_c(rows[index].before);
        apply(tree, &rows[index]);
        if (rows[index].after) {
            CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, rows[index].after);
        }
        CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
        vox_tree_free(tree);
    }
}

/** A removal followed by the same insertion, and the reverse. The rest of the document stays the
 *  same. */
static void there_and_back(void) {
    vox_tree *tree = document_from_c("{\n  \"a\": 1,\n  \"b\": [ 2 ],\n  \"c\": 3\n}\n");
    vox_node *root = vox_tree_root(tree), *b = document_at(tree, "/b");
    CHECK_OK(vox_node_remove(tree, b));
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
    CHECK_OK(vox_object_insert(
        tree, root, document_at(tree, "/c"), LITERAL("b"), vox_value_node(b), NULL
    ));
    CHECK_WRITES(
        tree, root, VOX_STYLE_PRESERVE, "{\n  \"a\": 1,\n  \"b\": [ 2 ],\n  \"c\": 3\n}\n"
    );
    CHECK_OK(vox_object_set(tree, root, LITERAL("d"), vox_value_null(), NULL));
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/d")));
    CHECK_WRITES(
        tree, root, VOX_STYLE_PRESERVE, "{\n  \"a\": 1,\n  \"b\": [ 2 ],\n  \"c\": 3\n}\n"
    );
    vox_tree_free(tree);
}

static void many_edits(void) {
    vox_tree *tree = document_from_c("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}");
    vox_node *root = vox_tree_root(tree);
    CHECK_OK(vox_object_set(tree, root, LITERAL("d"), vox_value_int64(4), NULL));
    CHECK_OK(vox_object_set(tree, root, LITERAL("e"), vox_value_int64(5), NULL));
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/b")));
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/d")));
    CHECK_OK(vox_node_set(tree, document_at(tree, "/c"), vox_value_boolean(true)));
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\n  \"a\": 1,\n  \"c\": true,\n  \"e\": 5\n}");
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/a")));
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\n  \"c\": true,\n  \"e\": 5\n}");
    vox_tree_free(tree);
}

/** One edit changes only the bytes of its value. The byte order mark, white space, escapes and
 *  texts of numbers around it stay. */
static void only_the_bytes_of_the_value(void) {
    static const char source[] =
        "\xEF\xBB\xBF\n{ \"\\u0061\" : [1.0 ,\t{\"x\" :2e5,\"y\":\"\\u00e9\"}] , \"z\":null }\r\n";
    static const char *const pointers[] = {"/a/0", "/a/1", "/a/1/x", "/a/1/y", "/a", "/z", ""};
    for (size_t index = 0; index < COUNT(pointers); index++) {
        check_note("%s", pointers[index]);
        vox_tree *tree = document_from_c(source);
        vox_node *node = document_at(tree, pointers[index]);
        size_t offset = vox_node_offset(node), length = vox_node_source(tree, node).length;
        CHECK_OK(vox_node_set(tree, node, vox_value_string(LITERAL("new"))));
        char expected[256];
        memcpy(expected, source, offset);
        memcpy(expected + offset, "\"new\"", 5);
        strcpy(expected + offset + 5, source + offset + length);
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, expected);
        vox_tree_free(tree);
    }
}

const check_test layout_tests[] = {
    CHECK_TEST(one_insertion_or_removal),
    CHECK_TEST(there_and_back),
    CHECK_TEST(many_edits),
    CHECK_TEST(only_the_bytes_of_the_value),
    CHECK_END,
};
