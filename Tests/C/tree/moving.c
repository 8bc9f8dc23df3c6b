/* SPDX-License-Identifier: MIT */
/** Nodes that are detached and moved, and may not be moved below themselves. Also trees that are
 *  created from trees. */
#include "document.h"
#include "tests.h"

#include <stdio.h>

static void detached_nodes_stay_readable(void) {
    vox_tree *tree = document_from_c("{\"a\":{\"x\":[1,\"\\n\"]},\"b\":2}");
    vox_node *root = vox_tree_root(tree), *a = document_at(tree, "/a");
    vox_node *x = document_at(tree, "/a/x"), *leaf = document_at(tree, "/a/x/1");
    CHECK_OK(vox_node_remove(tree, a));
    CHECK(!vox_node_attached(tree, a) && !vox_node_attached(tree, leaf));
    CHECK(vox_node_parent(tree, a) == NULL && vox_node_parent(tree, leaf) == x);
    CHECK(vox_node_next(tree, a) == NULL && vox_node_previous(tree, a) == NULL);
    CHECK_TEXT(vox_node_text(tree, leaf), "\n");
    CHECK(vox_object_get(tree, a, LITERAL("x")) == x);
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "{\"x\":[1,\"\\n\"]}");
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\"b\":2}");
    CHECK_STATUS(vox_node_remove(tree, a), VOX_ERROR_ARGUMENT);
    /* Detached values can be edited. */
    CHECK_OK(vox_node_set(tree, leaf, vox_value_int64(3)));
    CHECK_OK(vox_object_set(tree, a, LITERAL("y"), vox_value_null(), NULL));
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "{\"x\":[1,3],\"y\":null}");
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\"b\":2}");
    vox_tree_free(tree);
}

static void children_of_an_overwritten_value(void) {
    vox_tree *tree = document_from_c("{\"a\":[1,{\"b\":2}]}");
    vox_node *a = document_at(tree, "/a"), *child = document_at(tree, "/a/1");
    vox_node *grandchild = document_at(tree, "/a/1/b");
    CHECK_OK(vox_node_set(tree, a, vox_value_string(LITERAL("gone"))));
    CHECK(!vox_node_attached(tree, child) && !vox_node_attached(tree, grandchild));
    CHECK(vox_node_parent(tree, child) == NULL);
    CHECK_TEXT(vox_node_text(tree, grandchild), "2");
    CHECK_OK(vox_object_set(tree, vox_tree_root(tree), LITERAL("c"), vox_value_node(child), NULL));
    CHECK(vox_node_attached(tree, grandchild));
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "{\"a\":\"gone\",\"c\":{\"b\":2}}");
    vox_tree_free(tree);
}

static void moving(void) {
    vox_tree *tree = document_from_c("{\"a\":[1,2,3],\"b\":{\"x\":4},\"c\":[]}");
    vox_node *root = vox_tree_root(tree), *a = document_at(tree, "/a");
    vox_node *two = document_at(tree, "/a/1"), *x = document_at(tree, "/b/x"), *out = NULL;
    CHECK_OK(vox_node_remove(tree, two));
    CHECK_OK(vox_array_insert(tree, a, 0, vox_value_node(two), &out));
    CHECK(out == two);
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "[2,1,3]");
    CHECK_OK(vox_node_remove(tree, two));
    CHECK_OK(vox_array_append(tree, a, vox_value_node(two), &out));
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "[1,3,2]");
    /* An element becomes a member and gets a name. A member becomes an element and loses its
     * name. */
    CHECK_OK(vox_node_remove(tree, two));
    CHECK_OK(
        vox_object_set(tree, document_at(tree, "/b"), LITERAL("two"), vox_value_node(two), &out)
    );
    CHECK(out == two);
    CHECK_TEXT(vox_node_name(tree, two), "two");
    CHECK_OK(vox_node_remove(tree, x));
    CHECK_OK(vox_array_insert(tree, a, 1, vox_value_node(x), NULL));
    CHECK_TEXT(vox_node_name(tree, x), "");
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"a\":[1,4,3],\"b\":{\"two\":2},\"c\":[]}");
    /* The moved node replaces another node, which is detached. */
    vox_node *c = document_at(tree, "/c");
    CHECK_OK(vox_node_remove(tree, two));
    CHECK_OK(vox_object_set(tree, root, LITERAL("c"), vox_value_node(two), &out));
    CHECK(document_at(tree, "/c") == two && !vox_node_attached(tree, c));
    CHECK_OK(vox_object_insert(tree, root, a, LITERAL("first"), vox_value_node(c), NULL));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"first\":[],\"a\":[1,4,3],\"b\":{},\"c\":2}");
    CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
    vox_tree_free(tree);
}

static void cycles_are_refused(void) {
    vox_tree *tree = document_from_c("{\"a\":{\"b\":{\"c\":[]}},\"l\":[]}");
    vox_node *root = vox_tree_root(tree), *a = document_at(tree, "/a");
    vox_node *b = document_at(tree, "/a/b"), *c = document_at(tree, "/a/b/c"), *out = NULL;
    /* An attached node cannot be moved, not even to its own position. */
    CHECK_STATUS(
        vox_object_set(tree, root, LITERAL("x"), vox_value_node(b), &out), VOX_ERROR_ATTACHED
    );
    CHECK_STATUS(
        vox_object_set(tree, root, LITERAL("a"), vox_value_node(a), &out), VOX_ERROR_ATTACHED
    );
    /* An attached node that would also get below itself may be refused for either reason. */
    vox_status status = vox_array_append(tree, c, vox_value_node(b), &out);
    CHECK(status == VOX_ERROR_ATTACHED || status == VOX_ERROR_CYCLE);
    status = vox_array_append(tree, c, vox_value_node(root), &out);
    CHECK(status == VOX_ERROR_ATTACHED || status == VOX_ERROR_CYCLE);
    CHECK_OK(vox_node_remove(tree, a));
    CHECK_STATUS(vox_object_set(tree, a, LITERAL("x"), vox_value_node(a), &out), VOX_ERROR_CYCLE);
    CHECK_STATUS(vox_object_set(tree, b, LITERAL("x"), vox_value_node(a), &out), VOX_ERROR_CYCLE);
    CHECK_STATUS(vox_array_append(tree, c, vox_value_node(a), &out), VOX_ERROR_CYCLE);
    CHECK_STATUS(vox_array_insert(tree, c, 0, vox_value_node(a), &out), VOX_ERROR_CYCLE);
    CHECK_STATUS(
        vox_object_insert(tree, b, c, LITERAL("x"), vox_value_node(a), &out), VOX_ERROR_CYCLE
    );
    /* A node inside a detached value has a parent, so it cannot be moved, either. */
    CHECK_STATUS(
        vox_object_set(tree, root, LITERAL("x"), vox_value_node(c), &out), VOX_ERROR_ATTACHED
    );
    CHECK(out == NULL);
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "{\"b\":{\"c\":[]}}");
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"l\":[]}");
    /* A copy of a value may be put below the value. */
    CHECK_OK(vox_array_append(tree, c, vox_value_copy(tree, a), NULL));
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "{\"b\":{\"c\":[{\"b\":{\"c\":[]}}]}}");
    /* A value may be moved below its former child. */
    CHECK_OK(vox_node_remove(tree, b));
    CHECK_OK(vox_array_append(tree, c, vox_value_node(a), NULL));
    CHECK_WRITES(tree, b, VOX_STYLE_COMPACT, "{\"c\":[{\"b\":{\"c\":[]}},{}]}");
    vox_tree_free(tree);
}

/** After a failed move, the node is still detached and the target unchanged. */
static void failed_moves(void) {
    vox_tree *tree = document_from_c("{\"a\":1,\"o\":{\"k\":0},\"l\":[1]}");
    vox_node *root = vox_tree_root(tree), *a = document_at(tree, "/a"), *out = NULL;
    vox_node *object = document_at(tree, "/o"), *list = document_at(tree, "/l");
    CHECK_OK(vox_node_remove(tree, a));
    CHECK_STATUS(vox_object_set(tree, list, LITERAL("x"), vox_value_node(a), &out), VOX_ERROR_KIND);
    CHECK_STATUS(vox_array_insert(tree, list, 2, vox_value_node(a), &out), VOX_ERROR_INDEX);
    CHECK_STATUS(
        vox_object_insert(tree, object, NULL, LITERAL("k"), vox_value_node(a), &out),
        VOX_ERROR_DUPLICATE
    );
    CHECK_STATUS(
        vox_object_set(tree, object, LITERAL("\x80"), vox_value_node(a), &out), VOX_ERROR_UTF8
    );
    CHECK(out == NULL && !vox_node_attached(tree, a));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"o\":{\"k\":0},\"l\":[1]}");
    CHECK_OK(vox_array_append(tree, list, vox_value_node(a), NULL));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"o\":{\"k\":0},\"l\":[1,1]}");
    vox_tree_free(tree);
}

/** The value of a detached node moves into an attached node. The detached node becomes null. */
static void moving_a_value(void) {
    vox_tree *tree = document_parse(LITERAL("{\"a\":{\"x\":1,\"x\":2},\"b\":[1,2],\"c\":\"t\"}"));
    vox_node *root = vox_tree_root(tree);
    vox_node *a = document_at(tree, "/a"), *x = document_at(tree, "/a/x");
    vox_node *b = document_at(tree, "/b"), *c = document_at(tree, "/c");
    CHECK_STATUS(vox_node_set(tree, b, vox_value_node(a)), VOX_ERROR_ATTACHED);
    CHECK_STATUS(vox_node_set(tree, x, vox_value_node(a)), VOX_ERROR_CYCLE);
    CHECK_OK(vox_node_remove(tree, a));
    CHECK_OK(vox_node_set(tree, b, vox_value_node(a)));
    CHECK(document_at(tree, "/b") == b && vox_node_parent(tree, x) == b);
    CHECK(vox_node_kind(a) == VOX_NULL && vox_node_count(tree, a) == 0);
    CHECK_SIZE(vox_node_count(tree, b), 1);
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"b\":{\"x\":2},\"c\":\"t\"}");
    CHECK_OK(vox_node_remove(tree, c));
    CHECK_OK(vox_node_set(tree, x, vox_value_node(c)));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"b\":{\"x\":\"t\"}}");
    vox_tree_free(tree);
}

/** Editing while iterating, as node.h allows it. */
/** A node whose value was moved is null and has no memory of the value: what is written to it next
 *  changes nothing else. */
static void a_node_without_its_value(void) {
    static const char *const values[] = {"\"text\"", "12345", "[1,\"x\"]", "{\"y\":{}}", "true"};
    for (size_t row = 0; row < COUNT(values); row++) {
        vox_tree *tree = document_from_c("{}");
        vox_node *root = vox_tree_root(tree), *first = NULL, *moved = NULL, *target = NULL;
        const vox_value text = vox_value_string(LITERAL("stays"));
        CHECK_OK(vox_object_set(tree, root, LITERAL("first"), text, &first));
        CHECK_OK(vox_object_set(tree, root, LITERAL("target"), text, &target));
        CHECK_OK(vox_node_new(tree, vox_value_json(vox_string_from_c(values[row])), &moved));
        CHECK_OK(vox_node_set(tree, target, vox_value_node(moved)));
        check_note("%s", values[row]);
        CHECK(vox_node_kind(moved) == VOX_NULL);
        CHECK_SIZE(vox_node_count(tree, moved), 0);
        CHECK(vox_node_first(tree, moved) == NULL);
        CHECK_OK(vox_node_set(tree, moved, vox_value_string(LITERAL("new"))));
        CHECK_OK(vox_object_set(tree, root, LITERAL("moved"), vox_value_node(moved), NULL));
        char expected[100];
        (void)snprintf(
            expected, sizeof expected, "{\"first\":\"stays\",\"target\":%s,\"moved\":\"new\"}",
            values[row]
        );
        CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, expected);
        /* The memory of its text is used again, also for a string without bytes. */
        CHECK_OK(vox_node_set(tree, first, vox_value_string((vox_string){NULL, 0})));
        CHECK_TEXT(vox_node_text(tree, first), "");
        vox_tree_free(tree);
    }
}

/** A member that is moved and keeps its name also keeps the escapes of its name. The sorted style
 *  writes no more escapes than necessary. */
static void escapes_of_a_name(void) {
    vox_tree *tree = document_from_c("{\"o\":{\"\\u0061\":1},\"p\":{}}");
    vox_node *root = vox_tree_root(tree), *moved = document_at(tree, "/o/a");
    CHECK_OK(vox_node_remove(tree, moved));
    CHECK_OK(
        vox_object_set(tree, document_at(tree, "/p"), LITERAL("a"), vox_value_node(moved), NULL)
    );
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\"o\":{},\"p\":{\"\\u0061\":1}}");
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"o\":{},\"p\":{\"\\u0061\":1}}");
    CHECK_WRITES(tree, root, VOX_STYLE_SORTED, "{\"o\":{},\"p\":{\"a\":1}}");
    vox_tree_free(tree);
}

static void editing_while_iterating(void) {
    vox_tree *tree = document_from_c("[0,1,2,3,4,5,6,7,8,9]");
    vox_node *root = vox_tree_root(tree);
    for (vox_node *node = vox_node_first(tree, root), *next; node; node = next) {
        int64_t value = 0;
        next = vox_node_next(tree, node);
        CHECK_OK(vox_node_int64(tree, node, &value));
        if (value % 2) {
            CHECK_OK(vox_node_remove(tree, node));
        }
    }
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "[0,2,4,6,8]");
    size_t met = 0;
    for (vox_node *node = vox_node_first(tree, root); node; node = vox_node_next(tree, node)) {
        if (met++ == 2) {
            CHECK_OK(vox_array_insert(tree, root, 3, vox_value_int64(77), NULL));
        }
    }
    CHECK_SIZE(met, 6);
    vox_tree_free(tree);
}

static void copies_are_independent(void) {
    vox_tree *tree = document_from_c("{\"a\": {\"x\" : [1, \"\\u0061\", 2.50]}, \"b\": 1}");
    vox_tree *copy = NULL, *again = NULL;
    CHECK_OK(vox_tree_copy(tree, document_at(tree, "/a"), &copy));
    CHECK_WRITES(copy, vox_tree_root(copy), VOX_STYLE_PRESERVE, "{\"x\" : [1, \"\\u0061\", 2.50]}");
    CHECK(!vox_node_changed(vox_tree_root(copy)));
    CHECK_OK(vox_node_set(copy, document_at(copy, "/x/0"), vox_value_null()));
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/a/x/0")), "1");
    vox_tree_free(tree);
    CHECK_WRITES(
        copy, vox_tree_root(copy), VOX_STYLE_PRESERVE, "{\"x\" : [null, \"\\u0061\", 2.50]}"
    );
    CHECK_OK(vox_tree_compact(copy, &again));
    CHECK_WRITES(
        again, vox_tree_root(again), VOX_STYLE_PRESERVE, "{\"x\" : [null, \"\\u0061\", 2.50]}"
    );
    vox_tree_free(copy);
    CHECK_OK(vox_tree_copy(again, document_at(again, "/x/2"), &copy));
    CHECK_WRITES(copy, vox_tree_root(copy), VOX_STYLE_PRESERVE, "2.50");
    vox_tree_free(copy);
    vox_tree_free(again);
    /* Compacting keeps the byte order mark, the outer white space, and the layout. */
    tree = document_parse(LITERAL("\xEF\xBB\xBF [1] \n"));
    CHECK_OK(vox_tree_compact(tree, &again));
    CHECK_WRITES(again, vox_tree_root(again), VOX_STYLE_PRESERVE, "\xEF\xBB\xBF [1] \n");
    vox_tree_free(tree);
    vox_tree_free(again);
}

const check_test moving_tests[] = {
    CHECK_LINES(detached_nodes_stay_readable, "T23"),
    CHECK_LINES(children_of_an_overwritten_value, "T23"),
    CHECK_LINES(moving, "T23"),
    CHECK_TEST(cycles_are_refused),
    CHECK_TEST(failed_moves),
    CHECK_TEST(moving_a_value),
    CHECK_TEST(a_node_without_its_value),
    CHECK_TEST(escapes_of_a_name),
    CHECK_TEST(editing_while_iterating),
    CHECK_TEST(copies_are_independent),
    CHECK_END,
};
