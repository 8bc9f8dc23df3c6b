/* SPDX-License-Identifier: MIT */
/** Walks over all values below a node, compared with recursion. */
#include "document.h"
#include "model.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Continues a walk over all values below `node`, by recursion. Returns the last value of the
 *  walk. */
static const vox_node *below(
    vox_tree *tree, const vox_node *top, const vox_node *at, const vox_node *node
) {
    vox_node *child = vox_node_first(tree, node);
    for (; child; child = vox_node_next(tree, child)) {
        if (!CHECK(vox_node_following(tree, at, top) == child)) {
            return NULL;
        }
        at = below(tree, top, child, child);
        if (!at) {
            return NULL;
        }
    }
    return at;
}

/** Checks a walk from a node to the last value below it. */
static void check_below(vox_tree *tree, const vox_node *top) {
    const vox_node *last = below(tree, top, top, top);
    CHECK(last && vox_node_following(tree, last, top) == NULL);
}

/** Checks the walks from all nodes of a tree. */
static void check_all(vox_tree *tree) {
    const vox_node *root = vox_tree_root(tree);
    for (const vox_node *top = root; top; top = vox_node_following(tree, top, NULL)) {
        check_below(tree, top);
    }
}

static vox_tree *open_as(vox_string text, vox_mode mode) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = mode;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    return tree;
}

/** Returns a random value of the tree, or NULL. */
static vox_node *any_node(vox_tree *tree, uint64_t *seed) {
    vox_node *node = vox_tree_root(tree);
    for (size_t left = random_below(seed, 40); left && node; left--) {
        node = vox_node_following(tree, node, NULL);
    }
    return node;
}

static void edit(vox_tree *tree, uint64_t *seed) {
    vox_node *node = any_node(tree, seed), *other = any_node(tree, seed);
    vox_value value = other ? vox_value_copy(tree, other) : vox_value_object();
    switch (random_below(seed, 4)) {
    case 0:
        if (node != vox_tree_root(tree)) {
            (void)vox_node_remove(tree, node);
        }
        break;
    case 1:
        (void)vox_array_insert(tree, node, random_below(seed, 3), value, NULL);
        break;
    case 2:
        (void)vox_object_set(tree, node, LITERAL("k1"), value, NULL);
        break;
    default:
        (void)vox_object_set(tree, node, LITERAL("new"), vox_value_null(), NULL);
    }
}

/** Trees as they were read, with shadowed members; then after edits; and then frozen. */
static void random_trees(void) {
    uint64_t seed = 5;
    for (size_t round = 0; round < (check_quick() ? 60u : 600u); round++) {
        model *values = model_random(&seed, 5);
        model_text text = {NULL, 0, 0};
        model_write(values, &seed, &text);
        check_note("%.*s", (int)text.length, text.bytes);
        vox_tree *tree = document_parse((vox_string){text.bytes, text.length});
        if (tree) {
            /* The first walk compares the names of the objects. */
            check_below(tree, vox_tree_root(tree));
            check_all(tree);
            for (size_t count = 0; count < 6; count++) {
                edit(tree, &seed);
            }
            check_all(tree);
            CHECK_OK(vox_tree_freeze(tree));
            check_all(tree);
        }
        vox_tree_free(tree);
        free(text.bytes);
        model_free(values);
    }
    check_note(NULL);
}

/** Walks that begin at a node before the names of its object were compared. */
static void shadowed_members(void) {
    static const char *const texts[] = {
        "{\"a\":[1],\"a\":2}",
        "{\"a\":0,\"b\":{\"c\":[],\"c\":[7]},\"a\":1}",
        "[{\"a\":{\"x\":1,\"x\":2},\"b\":3,\"b\":4,\"a\":5},6]",
        "{\"\":1,\"\":2,\"a\":{\"\":[]}}",
    };
    for (size_t row = 0; row < COUNT(texts); row++) {
        check_note("%s", texts[row]);
        /* A new tree for each node at which a walk begins. */
        for (size_t skipped = 0; skipped < 5; skipped++) {
            vox_tree *tree = document_from_c(texts[row]), *other = document_from_c(texts[row]);
            vox_node *at = vox_tree_root(tree), *same = vox_tree_root(other);
            for (size_t step = 0; step < skipped; step++) {
                at = vox_node_following(tree, at, NULL);
                same = vox_node_following(other, same, vox_tree_root(other));
            }
            CHECK(vox_node_offset(at) == vox_node_offset(same));
            check_all(tree);
            vox_tree_free(other);
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
}

/** The end of a walk. */
static void ends(void) {
    vox_tree *tree = document_from_c("{\"a\":[10,[20],[]],\"b\":{},\"c\":null}");
    vox_node *root = vox_tree_root(tree), *a = document_at(tree, "/a");
    vox_node *twenty = document_at(tree, "/a/1/0"), *empty = document_at(tree, "/a/2");
    vox_node *b = document_at(tree, "/b"), *c = document_at(tree, "/c");
    CHECK(vox_node_following(tree, root, root) == a);
    CHECK(vox_node_following(tree, twenty, a) == empty);
    CHECK(vox_node_following(tree, twenty, twenty) == NULL);
    CHECK(vox_node_following(tree, twenty, document_at(tree, "/a/1")) == NULL);
    CHECK(vox_node_following(tree, empty, a) == NULL);
    CHECK(vox_node_following(tree, empty, empty) == NULL);
    CHECK(vox_node_following(tree, empty, root) == b);
    CHECK(vox_node_following(tree, b, root) == c);
    CHECK(vox_node_following(tree, c, root) == NULL);
    CHECK(vox_node_following(tree, NULL, root) == NULL);
    CHECK(vox_node_following(tree, NULL, NULL) == NULL);
    CHECK(vox_node_following(tree, empty, NULL) == b);
    CHECK(vox_node_following(tree, c, NULL) == NULL);
    /* Here `top` is not an ancestor of the node. */
    CHECK(vox_node_following(tree, b, a) == c);
    CHECK(vox_node_following(tree, c, a) == NULL);
    /* A detached value is like a document of its own. */
    CHECK_OK(vox_node_remove(tree, a));
    CHECK(vox_node_following(tree, root, root) == b);
    CHECK(vox_node_following(tree, twenty, NULL) == empty);
    CHECK(vox_node_following(tree, empty, NULL) == NULL);
    CHECK(vox_node_following(tree, empty, root) == NULL);
    check_below(tree, a);
    vox_tree_free(tree);
}

/** Containers and values in later chunks, in every order. */
static void many_chunks(void) {
    vox_tree *tree = document_from_c("[[],{\"k\":1},2,[3]]");
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/0");
    vox_node *object = document_at(tree, "/1");
    for (int64_t number = 0; number < 300; number++) {
        char name[16];
        vox_node *inner = NULL;
        (void)snprintf(name, sizeof name, "n%d", (int)number);
        CHECK_OK(vox_array_append(tree, list, vox_value_array(), &inner));
        CHECK_OK(vox_array_append(tree, inner, vox_value_int64(number), NULL));
        CHECK_OK(vox_object_set(tree, object, vox_string_from_c(name), vox_value_array(), NULL));
        if (number % 50 == 0) {
            check_all(tree);
        }
    }
    /* A value that was read, below a value that was created. */
    vox_node *moved = document_at(tree, "/3");
    CHECK_OK(vox_node_remove(tree, moved));
    CHECK_OK(vox_array_append(tree, document_at(tree, "/0/7"), vox_value_node(moved), NULL));
    check_below(tree, root);
    check_all(tree);
    vox_tree_free(tree);
}

/** A deep document. */
static void depth(void) {
    enum {
        DEPTH = 1000
    };
    char text[2 * DEPTH + 1];
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    text[2 * DEPTH] = '\0';
    vox_options options = document_options();
    options.max_depth = DEPTH;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(text, 2 * DEPTH, &options, &tree, NULL));
    const vox_node *root = vox_tree_root(tree);
    size_t count = 0;
    for (const vox_node *at = root; at; at = vox_node_following(tree, at, root)) {
        count++;
    }
    CHECK_SIZE(count, DEPTH);
    vox_tree_free(tree);
}

/* --- deferred values -------------------------------------------------------------- */

static const char listed[] = "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"meta\":[1,{\"x\":2}]},"
                             "{\"type\":\"a\",\"id\":\"2\"},{\"b\":[],\"b\":[3]}],\"meta\":4}";

static size_t values_met(vox_tree *tree) {
    size_t count = 0;
    const vox_node *root = vox_tree_root(tree);
    for (const vox_node *at = root; at; at = vox_node_following(tree, at, root)) {
        count++;
    }
    return count;
}

/** Deferred values are parsed during the walk, wherever the walk begins. */
static void deferred(void) {
    for (size_t from = 0; from < 16; from++) {
        vox_tree *tree = open_as(LITERAL(listed), VOX_MODE_LAZY);
        vox_node *at = vox_tree_root(tree);
        for (size_t step = 0; step < from; step++) {
            at = vox_node_following(tree, at, NULL);
        }
        check_below(tree, at);
        check_all(tree);
        CHECK_SIZE(values_met(tree), 16);
        vox_tree_free(tree);
    }
}

/** The walk visits a malformed deferred value, and nothing below it. */
static void broken(void) {
    vox_tree *tree = open_as(
        LITERAL("{\"data\":[{\"id\":\"1\"},{\"id\":[1,nul]},{\"id\":\"3\"}],\"meta\":4}"),
        VOX_MODE_LAZY
    );
    CHECK_SIZE(values_met(tree), 8);
    CHECK_STATUS(vox_tree_failure(tree, NULL), VOX_ERROR_LITERAL);
    CHECK_SIZE(values_met(tree), 8);
    check_all(tree);
    vox_tree_free(tree);
}

/** Without memory, deferred values look empty. With memory, they are complete. */
static void without_memory(void) {
    for (size_t allowed = 1;; allowed++) {
        vox_tree *tree = open_as(LITERAL(listed), VOX_MODE_LAZY);
        check_memory.countdown = allowed;
        check_memory.fail_for_good = true;
        const size_t met = values_met(tree);
        const bool failed = check_memory.failing;
        check_memory.countdown = 0;
        check_memory.failing = check_memory.fail_for_good = false;
        CHECK(met >= 6 && met <= 16);
        CHECK_STATUS(vox_tree_failure(tree, NULL), met < 16 ? VOX_ERROR_MEMORY : VOX_OK);
        CHECK_SIZE(values_met(tree), 16);
        vox_tree_free(tree);
        if (!CHECK(allowed < 100) || !failed) {
            return;
        }
    }
}

/** Adds `count` children to each container of a document, behind all of its nodes. */
static void check_added(const char *text, int count) {
    vox_tree *tree = document_from_c(text);
    vox_node *root = vox_tree_root(tree);
    for (vox_node *at = vox_node_first(tree, root); at; at = vox_node_next(tree, at)) {
        vox_node *last = NULL;
        for (int index = 0; index < count; index++) {
            CHECK_OK(vox_array_append(tree, at, vox_value_null(), &last));
        }
        CHECK(vox_node_following(tree, at, root) == vox_node_first(tree, at));
        CHECK(vox_node_following(tree, at, at) == vox_node_first(tree, at));
        CHECK(vox_node_following(tree, last, root) == vox_node_next(tree, at));
        CHECK(vox_node_following(tree, last, at) == NULL);
    }
    vox_tree_free(tree);
}

/** From some container on, the children are in memory of their own. */
static void children_behind_the_document(void) {
    char text[512] = "[";
    for (int count = 0; count < 120; count++) {
        strcat(text, count ? ",[]" : "[]");
        strcat(text, "]");
        check_added(text, 1);
        check_added(text, 2);
        check_added(text, 3);
        text[strlen(text) - 1] = '\0';
    }
}

const check_test following_tests[] = {
    CHECK_TEST(random_trees),
    CHECK_TEST(shadowed_members),
    CHECK_TEST(ends),
    CHECK_TEST(many_chunks),
    CHECK_TEST(children_behind_the_document),
    CHECK_TEST(depth),
    CHECK_TEST(deferred),
    CHECK_TEST(broken),
    CHECK_TEST(without_memory),
    CHECK_END,
};
