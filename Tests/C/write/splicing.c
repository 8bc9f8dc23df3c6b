/* SPDX-License-Identifier: MIT */
/** The preserving style in containers that still have the children that were read. The source is
 *  copied, except for the overwritten values. Also mixtures with containers that gained or lost
 *  children. */
#include "document.h"
#include "random.h"
#include "tests.h"
#include "valid_documents.h"

#include <stdlib.h>
#include <string.h>

/** An edit of the value at a pointer. */
typedef struct edit {
    char kind; /* '=': set the value; '+': append to the value; '-': remove the value */
    const char *pointer;
    const char *json;
} edit;

typedef struct row {
    const char *before;
    edit edits[4];
    const char *after;
} row;

static const row rows[] = {
    {" [ 1 , 2 ] ", {{'=', "/0", "9"}}, " [ 9 , 2 ] "},
    {" [ 1 , 2 ] ", {{'=', "/1", "9"}}, " [ 1 , 9 ] "},
    {" [ 1 , 2 ] ", {{'=', "/0", "8"}, {'=', "/1", "9"}}, " [ 8 , 9 ] "},
    {"[[ 1 ], [ [ ] , { } ]]", {{'=', "/1/0", "7"}}, "[[ 1 ], [ 7 , { } ]]"},
    {"[[ 1 ], [ [ ] , { } ]]", {{'=', "/1/1", "7"}, {'=', "/0/0", "8"}}, "[[ 8 ], [ [ ] , 7 ]]"},
    {"{ \"a\" :{ \"b\" :[ 0 ,1 ] } ,\"c\":2 }",
     {{'=', "/a/b/1", "true"}, {'=', "/c", "\"d\""}},
     "{ \"a\" :{ \"b\" :[ 0 ,true ] } ,\"c\":\"d\" }"},
    /* A repeated name, and a name with an escape. */
    {"{ \"a\" : 1 , \"\\u0061\" : 2 }", {{'=', "/a", "9"}}, "{ \"a\" : 1 , \"\\u0061\" : 9 }"},
    /* A value that is overwritten and then set back. */
    {"[ 1.0 , [ 2e1 ] ]", {{'=', "/1/0", "9"}, {'=', "/1/0", "2e1"}}, "[ 1.0 , [ 2e1 ] ]"},
    /* A container replaces another value, and takes the layout around it. */
    {"{\n  \"a\": 1,\n  \"b\": 2\n}",
     {{'=', "/b", "{\"n\":1}"}},
     "{\n  \"a\": 1,\n  \"b\": {\n    \"n\": 1\n  }\n}"},
    {"{\n  \"a\" : 1,\n  \"b\" : [],\n  \"c\" : 3\n}",
     {{'=', "/b", "[1]"}, {'=', "/c", "{}"}},
     "{\n  \"a\" : 1,\n  \"b\" : [\n    1\n  ],\n  \"c\" : {}\n}"},
    {"[1, [2], 3]", {{'=', "/1", "[[4],5]"}}, "[1, [[4],5], 3]"},
    {"[{\"a\": 1, \"b\": {}}]",
     {{'=', "/0/a", "{\"x\":1}"}, {'+', "/0/b", "9"}},
     "[{\"a\": {\"x\": 1}, \"b\": {\"n\":9}}]"},
    /* Children are inserted and removed below, above, and both. */
    {"[ [ 1, 2 ] , 3 ]", {{'+', "/0", "9"}, {'=', "/1", "8"}}, "[ [ 1, 2, 9 ] , 8 ]"},
    {"[ 0 , [ 1, 2 ] , 3 ]", {{'=', "/0", "8"}, {'+', "/1", "9"}}, "[ 8 , [ 1, 2, 9 ] , 3 ]"},
    {"[ 0 , [ 1, 2 ] , 3 ]", {{'-', "/1/1", NULL}}, "[ 0 , [ 1 ] , 3 ]"},
    {"[0, [ 1 , [ 2 , 3 ] ]]", {{'+', "", "9"}, {'=', "/1/1/0", "8"}}, "[0, [ 1 , [ 8 , 3 ] ], 9]"},
    {"[[ 1 ,[[ 2 ,3 ] , 4] ], 5]",
     {{'+', "", "9"}, {'=', "/0/1/0/1", "8"}, {'-', "/0/1/1", NULL}},
     "[[ 1 ,[[ 2 ,8 ] ] ], 5, 9]"},
    {"[[ 1 , [2] ], 3, [ 4 ]]",
     {{'-', "/1", NULL}, {'=', "/0/1/0", "8"}, {'=', "/1/0", "9"}},
     "[[ 1 , [8] ], [ 9 ]]"},
    /* A value that was inserted and removed again leaves no trace. */
    {"{ \"a\" : [ 1 , 2 ] }",
     {{'+', "/a", "9"}, {'-', "/a/2", NULL}, {'=', "/a/0", "8"}},
     "{ \"a\" : [ 8 , 2 ] }"},
};

static void apply(vox_tree *tree, const edit *wanted) {
    vox_node *node = document_at(tree, wanted->pointer);
    const vox_value value = vox_value_json(vox_string_from_c(wanted->json ? wanted->json : "null"));
    if (wanted->kind == '=') {
        CHECK_OK(vox_node_set(tree, node, value));
    } else if (wanted->kind == '-') {
        CHECK_OK(vox_node_remove(tree, node));
    } else if (vox_node_kind(node) == VOX_ARRAY) {
        CHECK_OK(vox_array_append(tree, node, value, NULL));
    } else {
        CHECK_OK(vox_object_set(tree, node, LITERAL("n"), value, NULL));
    }
}

static void values_in_their_places(void) {
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("row %zu: %s", index, rows[index].before);
        vox_tree *tree = document_from_c(rows[index].before);
        for (const edit *at = rows[index].edits; at->pointer; at++) {
            apply(tree, at);
        }
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, rows[index].after);
        CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
        vox_tree_free(tree);
    }
}

/** A container that is moved keeps its source, apart from overwritten values. */
static void containers_that_move(void) {
    vox_tree *tree = document_from_c("{ \"a\" : [ 1 , { \"x\" : 2 } ], \"b\" : [ 3 ] }");
    vox_node *moved = document_at(tree, "/a");
    CHECK_OK(vox_node_set(tree, document_at(tree, "/a/1/x"), vox_value_int64(9)));
    CHECK_OK(vox_node_remove(tree, moved));
    CHECK_WRITES(tree, moved, VOX_STYLE_PRESERVE, "[ 1 , { \"x\" : 9 } ]");
    CHECK_OK(vox_array_append(tree, document_at(tree, "/b"), vox_value_node(moved), NULL));
    CHECK_WRITES(
        tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, "{ \"b\" : [ 3, [ 1 , { \"x\" : 9 } ] ] }"
    );
    vox_tree_free(tree);
}

/** A container that got a child by an undone patch is written as it was read. */
static void after_a_patch_that_failed(void) {
    vox_tree *tree = document_from_c("{ \"a\" : [ 1 , 2 ] , \"b\" : { } }");
    vox_tree *patch = document_from_c(
        "[{\"op\":\"add\",\"path\":\"/a/1\",\"value\":9},{\"op\":\"remove\",\"path\":\"/a/0\"},"
        "{\"op\":\"replace\",\"path\":\"/b\",\"value\":[]},{\"op\":\"remove\",\"path\":\"/c\"}]"
    );
    CHECK(
        vox_patch_apply(tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL) !=
        VOX_OK
    );
    CHECK_OK(vox_node_set(tree, document_at(tree, "/a/0"), vox_value_int64(8)));
    CHECK_WRITES(
        tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, "{ \"a\" : [ 8 , 2 ] , \"b\" : { } }"
    );
    vox_tree_free(tree);
    vox_tree_free(patch);
}

/** Appends the source up to the node, and the new text of the node. */
static void splice(vox_buffer *expected, vox_string source, size_t *from, const vox_node *node) {
    static const char nine[] = "9";
    const size_t before = vox_node_offset(node) - *from;
    memcpy(expected->bytes + expected->length, source.bytes + *from, before);
    memcpy(expected->bytes + expected->length + before, nine, 1);
    expected->length += before + 1;
}

/** Overwrites random scalars in documents of every kind. The output must be the source with the
 *  new texts in place of the old ones. */
static void values_drawn_by_lot(void) {
    static base_document base;
    static char room[sizeof base.text];
    uint64_t seed = 46;
    for (int round = 0; round < (check_quick() ? 40 : 400); round++) {
        valid_document(&base, (base_kind)(round % (LINKAGE + 1)), &seed);
        for (size_t index = 0; index < base.length; index++) {
            base.text[index] = base.text[index] == '\'' ? '"' : base.text[index];
        }
        vox_options options = document_options();
        options.mode = round % 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        vox_tree *tree = NULL;
        if (!CHECK_OK(vox_tree_parse(base.text, base.length, &options, &tree, NULL))) {
            continue;
        }
        const size_t one_of = 1 + random_below(&seed, 20);
        vox_buffer expected = {.bytes = room};
        size_t from = 0;
        vox_node *node = vox_tree_root(tree);
        while (node) {
            vox_node *next = vox_node_first(tree, node);
            if (!next && random_below(&seed, one_of) == 0) {
                const size_t length = vox_node_source(tree, node).length;
                splice(&expected, vox_tree_source(tree), &from, node);
                from = vox_node_offset(node) + length;
                CHECK_OK(vox_node_set(tree, node, vox_value_int64(9)));
            }
            while (node && !next) {
                next = vox_node_next(tree, node);
                node = next ? node : vox_node_parent(tree, node);
            }
            node = next;
        }
        memcpy(room + expected.length, base.text + from, base.length - from);
        expected.length += base.length - from;
        CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, buffer_text(&expected));
        vox_tree_free(tree);
    }
}

const check_test splicing_tests[] = {
    CHECK_TEST(values_in_their_places),
    CHECK_TEST(containers_that_move),
    CHECK_TEST(after_a_patch_that_failed),
    CHECK_TEST(values_drawn_by_lot),
    CHECK_END,
};
