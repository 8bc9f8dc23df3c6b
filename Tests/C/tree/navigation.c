/* SPDX-License-Identifier: MIT */
/** Parents, names, positions and siblings; NULL nodes; deep equality. */
#include "document.h"
#include "tests.h"

#include <stdio.h>

static void neighbours(void) {
    vox_tree *tree = document_from_c("{\"a\":[10,20,30],\"b\":{},\"c\":null}");
    vox_node *root = vox_tree_root(tree);
    vox_node *first = vox_node_first(tree, root), *last = vox_node_last(tree, root);
    CHECK(first == vox_object_get(tree, root, LITERAL("a")));
    CHECK(last == vox_object_get(tree, root, LITERAL("c")));
    CHECK_TEXT(vox_node_name(tree, first), "a");
    CHECK_TEXT(vox_node_name(tree, vox_node_next(tree, first)), "b");
    CHECK(vox_node_next(tree, vox_node_next(tree, first)) == last);
    CHECK(vox_node_next(tree, last) == NULL && vox_node_previous(tree, first) == NULL);
    CHECK_TEXT(vox_node_name(tree, vox_node_previous(tree, last)), "b");
    CHECK(vox_node_parent(tree, first) == root && vox_node_parent(tree, root) == NULL);
    CHECK_SIZE(vox_node_index(tree, last), 2);

    vox_node *element = vox_array_get(tree, first, 1);
    CHECK_TEXT(vox_node_text(tree, element), "20");
    CHECK_SIZE(vox_node_index(tree, element), 1);
    CHECK_TEXT(vox_node_name(tree, element), "");
    CHECK(vox_node_parent(tree, element) == first);
    CHECK(vox_node_previous(tree, element) == vox_array_get(tree, first, 0));
    CHECK(vox_node_next(tree, element) == vox_node_last(tree, first));
    CHECK(vox_array_get(tree, first, 3) == NULL);
    CHECK(vox_array_get(tree, first, SIZE_MAX) == NULL);
    CHECK(vox_array_get(tree, root, 0) == NULL);
    CHECK(vox_object_get(tree, first, LITERAL("a")) == NULL);
    CHECK(vox_object_get(tree, root, LITERAL("A")) == NULL);
    CHECK(vox_object_get(tree, root, (vox_string){NULL, 0}) == NULL);

    vox_node *empty = document_at(tree, "/b");
    CHECK(vox_node_first(tree, empty) == NULL && vox_node_last(tree, empty) == NULL);
    CHECK_SIZE(vox_node_count(tree, empty), 0);
    CHECK_SIZE(vox_node_count(tree, last), 0);
    CHECK(vox_node_attached(tree, root) && vox_node_attached(tree, element));
    vox_tree_free(tree);
}

static void null_nodes(void) {
    vox_tree *tree = document_from_c("{}");
    int64_t integer = 7;
    uint64_t natural = 7;
    double real = 7;
    bool flag = false;
    CHECK(vox_node_kind(NULL) == VOX_ABSENT);
    CHECK_TEXT(vox_node_text(tree, NULL), "");
    CHECK_STATUS(vox_node_int64(tree, NULL, &integer), VOX_ERROR_MISSING);
    CHECK_STATUS(vox_node_uint64(tree, NULL, &natural), VOX_ERROR_MISSING);
    CHECK_STATUS(vox_node_double(tree, NULL, &real), VOX_ERROR_MISSING);
    CHECK(integer == 7 && natural == 7 && real >= 7);
    CHECK(!vox_node_boolean(NULL, &flag));
    CHECK_TEXT(vox_node_source(tree, NULL), "");
    (void)vox_node_offset(NULL);
    CHECK(!vox_node_changed(NULL));
    CHECK(!vox_node_attached(tree, NULL));
    CHECK(vox_node_parent(tree, NULL) == NULL);
    CHECK_TEXT(vox_node_name(tree, NULL), "");
    CHECK_SIZE(vox_node_index(tree, NULL), 0);
    CHECK_SIZE(vox_node_count(tree, NULL), 0);
    CHECK(vox_node_first(tree, NULL) == NULL && vox_node_last(tree, NULL) == NULL);
    CHECK(vox_node_next(tree, NULL) == NULL && vox_node_previous(tree, NULL) == NULL);
    CHECK(vox_object_get(tree, NULL, LITERAL("a")) == NULL);
    CHECK(vox_array_get(tree, NULL, 0) == NULL);
    vox_tree_free(tree);
}

static void kind_names(void) {
    static const char *const names[] = {"absent", "null",   "false", "true",
                                        "number", "string", "array", "object"};
    vox_tree *tree = document_from_c("[null,false,true,0,\"\",[],{}]");
    CHECK_TEXT(vox_string_from_c(vox_kind_name(vox_node_kind(NULL))), names[0]);
    for (size_t index = 0; index < 7; index++) {
        const vox_node *node = vox_array_get(tree, vox_tree_root(tree), index);
        CHECK_TEXT(vox_string_from_c(vox_kind_name(vox_node_kind(node))), names[index + 1]);
    }
    CHECK_TEXT(vox_string_from_c(vox_kind_name((vox_kind)8)), "unknown");
    vox_tree_free(tree);
}

/** Large containers have an index. The results stay the same. */
static void large_containers(void) {
    vox_tree *tree = document_from_c("{\"a\":[],\"o\":{}}");
    vox_node *array = document_at(tree, "/a"), *object = document_at(tree, "/o");
    for (int64_t number = 0; number < 3000; number++) {
        char name[32];
        vox_node *element = NULL, *member = NULL;
        snprintf(name, sizeof name, "n%d", (int)number);
        CHECK_OK(vox_array_append(tree, array, vox_value_int64(number), &element));
        CHECK_OK(
            vox_object_set(tree, object, vox_string_from_c(name), vox_value_int64(number), &member)
        );
        /* Look up at every size, so that edits must update the index. */
        CHECK(vox_array_get(tree, array, (size_t)number) == element);
        CHECK(vox_object_get(tree, object, vox_string_from_c(name)) == member);
        CHECK(vox_object_get(tree, object, LITERAL("missing")) == NULL);
        CHECK_SIZE(vox_node_count(tree, object), number + 1);
    }
    CHECK_SIZE(vox_node_count(tree, array), 3000);
    CHECK_SIZE(vox_node_index(tree, vox_node_last(tree, array)), 2999);
    size_t seen = 0;
    for (vox_node *node = vox_node_last(tree, object); node; node = vox_node_previous(tree, node)) {
        seen++;
    }
    CHECK_SIZE(seen, 3000);
    /* Remove at both ends and in the middle, while the array has an index. */
    for (size_t left = 3000; left > 0; left--) {
        size_t position = left % 3 == 0 ? 0 : left % 3 == 1 ? left - 1 : left / 2;
        CHECK_OK(vox_node_remove(tree, vox_array_get(tree, array, position)));
        CHECK(vox_array_get(tree, array, left - 1) == NULL);
        CHECK(vox_array_get(tree, array, 0) == vox_node_first(tree, array));
        CHECK_SIZE(vox_node_count(tree, array), left - 1);
    }
    vox_tree_free(tree);
}

static void equality(void) {
    static const struct {
        const char *left, *right;
        bool equal;
    } rows[] = {
        {"1", "1.0", true},
        {"1", "10e-1", true},
        {"0", "-0", true},
        {"100", "1e2", true},
        {"1e400", "10e399", true},
        {"1e400", "1e401", false},
        {"9007199254740993", "9007199254740992", false},
        {"0.1", "0.1000000000000000055511151231257827", false},
        {"1", "\"1\"", false},
        {"true", "false", false},
        {"null", "false", false},
        {"\"a\"", "\"\\u0061\"", true},
        {"\"a\"", "\"A\"", false},
        {"\"\\u00e9\"", "\"e\\u0301\"", false},
        {"[]", "{}", false},
        {"[1,2]", "[2,1]", false},
        {"[1,2]", "[1,2,3]", false},
        {"[1,[2,[3]]]", "[1, [2, [3.0]]]", true},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true},
        {"{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}", false},
        {"{\"a\":1}", "{\"a\":1,\"b\":null}", false},
        {"{\"a\":1,\"a\":2}", "{\"a\":2}", true},
        {"{\"a\":1,\"a\":2}", "{\"a\":1}", false},
        {"{\"a\":1,\"b\":3,\"a\":2}", "{\"a\":2,\"a\":2,\"b\":3}", true},
        {"{\"a\":{\"b\":[{}]}}", "{\"a\":{\"b\":[{\"c\":0}]}}", false},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("%s and %s", rows[index].left, rows[index].right);
        vox_tree *left = document_from_c(rows[index].left);
        vox_tree *right = document_from_c(rows[index].right);
        vox_node *a = vox_tree_root(left), *b = vox_tree_root(right);
        bool equal = !rows[index].equal, reversed = equal;
        CHECK_OK(vox_node_equal(left, a, right, b, &equal));
        CHECK_OK(vox_node_equal(right, b, left, a, &reversed));
        CHECK(equal == rows[index].equal && reversed == rows[index].equal);
        CHECK_OK(vox_node_equal(left, a, left, a, &equal));
        CHECK(equal);
        vox_tree_free(left);
        vox_tree_free(right);
    }
}

/** Equality of parts of one tree or of two trees, and of large objects. */
static void equality_of_parts(void) {
    vox_tree *tree = document_from_c("[{\"a\":[1,{\"x\":2}]},{\"a\":[1.0,{\"x\":2}]},{}]");
    bool equal = false;
    CHECK_OK(vox_node_equal(tree, document_at(tree, "/0"), tree, document_at(tree, "/1"), &equal));
    CHECK(equal);
    CHECK_OK(vox_node_equal(tree, document_at(tree, "/0"), tree, document_at(tree, "/2"), &equal));
    CHECK(!equal);
    /* The siblings of the compared values do not count. */
    CHECK_OK(
        vox_node_equal(tree, document_at(tree, "/0/a/0"), tree, document_at(tree, "/1/a/0"), &equal)
    );
    CHECK(equal);
    vox_node *one = document_at(tree, "/0"), *two = document_at(tree, "/1");
    for (int number = 0; number < 500; number++) {
        char name[16];
        snprintf(name, sizeof name, "m%d", number);
        CHECK_OK(vox_object_set(tree, one, vox_string_from_c(name), vox_value_int64(number), NULL));
        snprintf(name, sizeof name, "m%d", 499 - number);
        CHECK_OK(
            vox_object_set(tree, two, vox_string_from_c(name), vox_value_int64(499 - number), NULL)
        );
    }
    CHECK_OK(vox_node_equal(tree, one, tree, two, &equal));
    CHECK(equal);
    CHECK_OK(vox_object_set(tree, two, LITERAL("m250"), vox_value_null(), NULL));
    CHECK_OK(vox_node_equal(tree, one, tree, two, &equal));
    CHECK(!equal);
    vox_tree_free(tree);
}

const check_test navigation_tests[] = {
    CHECK_TEST(neighbours),
    CHECK_TEST(null_nodes),
    CHECK_TEST(kind_names),
    CHECK_TEST(large_containers),
    CHECK_TEST(equality),
    CHECK_TEST(equality_of_parts),
    CHECK_END,
};
