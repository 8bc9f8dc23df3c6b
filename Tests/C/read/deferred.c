/* SPDX-License-Identifier: MIT */
/** Single deferred values: their errors, and the identity of a resource that stays deferred. */
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>

static const char broken_text[] = "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},\n"
                                  "{\"type\":\"a\",\"id\":\"2\",\"attributes\":{\"x\":[1,nul]}},"
                                  "{\"type\":\"a\",\"id\":\"3\",\"meta\":{\"y\":1.}}]}";

static vox_tree *open_lazily(const char *text) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = VOX_MODE_LAZY;
    CHECK_OK(vox_tree_parse(text, strlen(text), &options, &tree, NULL));
    return tree;
}

static vox_node *list_of(vox_tree *tree) {
    return vox_object_get(tree, vox_tree_root(tree), LITERAL("data"));
}

/** The error of each of several malformed values, and clearing the error. */
static void broken_one_by_one(void) {
    vox_tree *tree = open_lazily(broken_text);
    if (!tree) {
        return;
    }
    vox_node *list = list_of(tree), *first = vox_array_get(tree, list, 0);
    vox_node *second = vox_array_get(tree, list, 1), *third = vox_array_get(tree, list, 2);
    vox_error error = {.status = VOX_OK};
    CHECK_OK(vox_node_materialize(tree, list, false, &error));
    CHECK_OK(vox_tree_failure(tree, NULL));
    CHECK_OK(vox_node_materialize(tree, first, true, &error));
    CHECK_STATUS(error.status, VOX_OK);
    CHECK_STATUS(vox_node_materialize(tree, third, false, &error), VOX_ERROR_NUMBER);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/data/2/meta/y");
    for (int again = 0; again < 2; again++) {
        CHECK_STATUS(vox_node_materialize(tree, second, again, &error), VOX_ERROR_LITERAL);
        CHECK_TEXT(vox_string_from_c(error.pointer), "/data/1/attributes/x/1");
    }
    CHECK_STATUS(vox_node_materialize(tree, vox_tree_root(tree), true, &error), VOX_ERROR_LITERAL);
    CHECK_STATUS(vox_node_materialize(tree, third, true, NULL), VOX_ERROR_NUMBER);
    CHECK_STATUS(vox_tree_failure(tree, &error), VOX_ERROR_NUMBER);
    /* After the error is cleared, the next error is kept, of a new or an old value. */
    vox_tree_forget_failure(tree);
    CHECK_OK(vox_tree_failure(tree, &error));
    CHECK(vox_node_first(tree, first) != NULL);
    CHECK_OK(vox_tree_failure(tree, &error));
    CHECK(vox_node_first(tree, second) == NULL);
    CHECK_STATUS(vox_tree_failure(tree, &error), VOX_ERROR_LITERAL);
    CHECK(vox_node_first(tree, third) == NULL);
    CHECK_STATUS(vox_tree_failure(tree, &error), VOX_ERROR_LITERAL);
    CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, LITERAL(broken_text));
    CHECK_STATUS(vox_node_materialize(tree, NULL, true, &error), VOX_ERROR_MISSING);
    vox_tree_free(tree);
}

/** Materializing a list or the document returns the error of the first malformed value, and
 *  leaves the other values unchanged. */
static void broken_below(void) {
    static const char good[] = "{\"a\":[0]}", broken[] = "{\"a\":[nul]}";
    char text[64];
    size_t starts[4];
    for (int marks = 0; marks < 16; marks++) { /* one bit for each malformed element */
        for (int whole = 0; whole < 2; whole++) {
            size_t length = (size_t)sprintf(text, "{\"data\":[");
            for (int index = 0; index < 4; index++) {
                starts[index] = length + (index > 0);
                length += (size_t)sprintf(
                    text + length, "%s%s", index ? "," : "", marks >> index & 1 ? broken : good
                );
            }
            (void)sprintf(text + length, "]}");
            check_note("%s, %s", text, whole ? "root" : "list");
            vox_tree *tree = open_lazily(text);
            vox_node *list = list_of(tree), *top = whole ? vox_tree_root(tree) : list;
            for (int index = 0; index < 4; index++) {
                char pointer[16];
                (void)sprintf(pointer, "/data/%d/a/0", index);
                if (!(marks >> index & 1)) {
                    continue;
                }
                /* The malformed elements before this one were already replaced. */
                vox_error error = {.status = VOX_OK};
                CHECK_STATUS(vox_node_materialize(tree, top, true, &error), VOX_ERROR_LITERAL);
                CHECK_TEXT(vox_string_from_c(error.pointer), pointer);
                CHECK_SIZE(error.offset, starts[index] + strlen("{\"a\":[nul"));
                CHECK_SIZE(vox_node_count(tree, vox_tree_root(tree)), 1);
                CHECK_SIZE(vox_node_count(tree, list), 4);
                CHECK(vox_node_kind(list) == VOX_ARRAY && list_of(tree) == list);
                vox_node *element = vox_array_get(tree, list, (size_t)index);
                CHECK_OK(vox_node_set(tree, element, vox_value_int64(index)));
            }
            CHECK_OK(vox_node_materialize(tree, top, true, NULL));
            CHECK_SIZE(vox_node_count(tree, list), 4);
            vox_tree_free(tree);
        }
    }
}

/** A malformed value, which may be long, is parsed only once, however often it is touched. */
static void broken_is_tried_once(void) {
    char text[4200];
    size_t length = (size_t)sprintf(text, "{\"data\":[{\"a\":[0");
    while (length < 4096) {
        length += (size_t)sprintf(text + length, ",0");
    }
    (void)sprintf(text + length, ",nul]},{}]}");
    vox_tree *tree = open_lazily(text);
    vox_node *broken = vox_array_get(tree, list_of(tree), 0);
    uint64_t start = steps_counted();
    CHECK(vox_node_first(tree, broken) == NULL);
    uint64_t first = steps_counted() - start;
    CHECK_STATUS(vox_tree_failure(tree, NULL), VOX_ERROR_LITERAL);
    for (int again = 0; again < 100; again++) {
        CHECK(vox_node_first(tree, broken) == NULL && vox_node_count(tree, broken) == 0);
        CHECK(vox_object_get(tree, broken, LITERAL("a")) == NULL);
    }
    uint64_t others = steps_counted() - start - first;
    check_note("%llu and %llu steps", (unsigned long long)first, (unsigned long long)others);
    CHECK(others <= first); /* without the mark there would be some hundred times as many */
    vox_tree_free(tree);
}

/** A value that was parsed when it was touched, and then moved, is complete when the tree is
 *  frozen. */
static void frozen_after_a_move(void) {
    vox_tree *tree = open_lazily(
        "{\"data\":[{\"attributes\":{\"t\":1},\"type\":\"a\",\"id\":\"1\"}],"
        "\"meta\":{\"list\":[1,2]}}"
    );
    vox_node *moved = document_at(tree, "/data/0/attributes");
    vox_node *list = document_at(tree, "/meta/list");
    CHECK_OK(vox_node_remove(tree, moved));
    CHECK_OK(vox_array_insert(tree, list, 0, vox_value_node(moved), NULL));
    CHECK_SIZE(vox_node_count(tree, list), 3);
    CHECK_OK(vox_tree_freeze(tree));
    CHECK_SIZE(vox_node_count(tree, list), 3);
    CHECK_WRITES(tree, list, VOX_STYLE_COMPACT, "[{\"t\":1},1,2]");
    vox_tree_free(tree);
}

/** Type, id and lid of a resource that stays deferred, before and after its error is found. */
static void peeking(void) {
    static const char text[] = "{\"data\":[{\"type\":\"a\",\"lid\":\"x\",\"attributes\":{\"n\":1}},"
                               "{\"type\":\"a\",\"id\":\"2\",\"meta\":{\"n\":nul}},"
                               "{\"attributes\":{},\"type\":\"a\",\"id\":\"3\"}]}";
    vox_tree *tree = open_lazily(text);
    if (!tree) {
        return;
    }
    vox_node *list = list_of(tree);
    vox_string type, id, lid;
    CHECK(vox_resource_peek(tree, vox_array_get(tree, list, 0), &type, &id, &lid));
    CHECK_TEXT(type, "a");
    CHECK_TEXT(lid, "x");
    CHECK(id.bytes == NULL);
    vox_node *second = vox_array_get(tree, list, 1);
    for (int round = 0; round < 2; round++) {
        CHECK(vox_resource_peek(tree, second, &type, &id, &lid));
        CHECK_TEXT(id, "2");
        CHECK(lid.bytes == NULL);
        CHECK(vox_node_first(tree, second) == NULL);
    }
    CHECK(!vox_resource_peek(tree, vox_array_get(tree, list, 2), &type, &id, &lid));
    CHECK_OK(vox_node_materialize(tree, vox_array_get(tree, list, 0), false, NULL));
    CHECK(!vox_resource_peek(tree, vox_array_get(tree, list, 0), &type, &id, &lid));
    CHECK(!vox_resource_peek(tree, NULL, &type, &id, &lid));
    /* Fields of resources that are parsed, deferred, and malformed. */
    CHECK(vox_resource_attribute(tree, vox_array_get(tree, list, 0), LITERAL("n")) != NULL);
    CHECK(vox_resource_attribute(tree, second, LITERAL("n")) == NULL);
    CHECK(vox_resource_linkage(tree, second, LITERAL("n")) == NULL);
    CHECK(vox_resource_has_type(tree, vox_array_get(tree, list, 2), LITERAL("a")));
    CHECK(!vox_resource_has_type(tree, vox_array_get(tree, list, 2), LITERAL("b")));
    CHECK(!vox_resource_has_type(tree, list, LITERAL("a")));
    vox_tree_free(tree);
}

/** Returns the position of a resource in its list, or SIZE_MAX if it is not found. */
static size_t place_of(vox_tree *tree, const char *type, const char *id) {
    vox_node *found = NULL;
    vox_status status = vox_resource_find(
        tree, vox_string_from_c(type), vox_string_from_c(id), &found
    );
    size_t place = 0;
    CHECK(status == VOX_OK || status == VOX_ERROR_MISSING);
    for (const vox_node *node = found; node && vox_node_previous(tree, node); place++) {
        node = vox_node_previous(tree, node);
    }
    return found ? place : SIZE_MAX;
}

#define ALIKE(id) "{\"type\":\"a\",\"id\":\"" id "\",\"attributes\":{\"n\":1}},"

/** Resources that begin like their neighbors, but have other identities. */
static void beginning_alike(void) {
    static const char *const odd[] = {
        "\"id\":\"9\",\"id\":\"20\"",
        "\"id\":\"9\",\"type\":\"b\"",
        "\"id\":\"9\",\"lid\":\"x\"",
        "\"id\":\"9\\u0030\"",
        "\"id\":\"9\",\"type\":\"b\",\"id\":\"20\"",
        "\"id\" :\"9\"",
        "\"lid\":\"9\"",
        "\"id\":9",
    };
    static const char *const sought[][2] = {
        {"a", "9"}, {"a", "20"}, {"b", "9"}, {"b", "20"}, {"a", "90"}, {"a", "3"}, {"b", "3"},
    };
    char text[2048];
    for (size_t which = 0; which < COUNT(odd); which++) {
        /* The text goes on after the list, because beginnings near its end are not compared. */
        (void)snprintf(
            text, sizeof text,
            "{\"data\":[" ALIKE("1") ALIKE("2") ALIKE("3")
                ALIKE("4") "{\"type\":\"a\",%s,\"attributes\":{\"n\":1}}," ALIKE("5") ALIKE("9")
                    ALIKE("6") "{}]}%120s",
            odd[which], ""
        );
        for (size_t first = 0; first < COUNT(sought); first++) {
            vox_tree *eager = document_from_c(text), *lazy = open_lazily(text);
            check_note("%s, first %s %s", odd[which], sought[first][0], sought[first][1]);
            /* The first look-up walks the list, and the others use tables. */
            for (size_t index = 0; index < COUNT(sought); index++) {
                const char *const *identity = sought[(first + index) % COUNT(sought)];
                CHECK_SIZE(
                    place_of(lazy, identity[0], identity[1]),
                    place_of(eager, identity[0], identity[1])
                );
            }
            vox_tree_free(eager);
            vox_tree_free(lazy);
        }
    }
    check_note(NULL);
}

/** Memory was reserved for a malformed value and is too small for the next value. Functions that
 *  visit all nodes find no nodes in it. */
static void room_passed_over(void) {
    char text[8192];
    size_t length = (size_t)snprintf(text, sizeof text, "{\"data\":[{\"a\":[nul]},{\"a\":[0");
    while (length < 6000) {
        length += (size_t)snprintf(text + length, sizeof text - length, ",{}");
    }
    (void)snprintf(text + length, sizeof text - length, "]}]}");
    vox_tree *tree = open_lazily(text);
    vox_node *broken = document_at(tree, "/data/0");
    CHECK(vox_node_first(tree, broken) == NULL);
    CHECK_STATUS(vox_tree_failure(tree, NULL), VOX_ERROR_LITERAL);
    CHECK_OK(vox_node_set(tree, broken, vox_value_null()));
    vox_tree_forget_failure(tree);
    CHECK(document_at(tree, "/data/1/a/1") != NULL);
    CHECK_OK(vox_tree_freeze(tree));
    CHECK(document_at(tree, "/data/1/a/1000") != NULL);
    vox_tree_free(tree);
}

/** A frozen tree is read by many threads, so it keeps the error of a value that is gone. */
static void failure_of_a_frozen_tree(void) {
    vox_tree *tree = open_lazily("{\"data\":[{\"a\":[nul]},{}]}");
    vox_node *broken = document_at(tree, "/data/0");
    CHECK(vox_node_first(tree, broken) == NULL);
    CHECK_OK(vox_node_set(tree, broken, vox_value_null()));
    CHECK_OK(vox_tree_freeze(tree));
    vox_tree_forget_failure(tree);
    CHECK_STATUS(vox_tree_failure(tree, NULL), VOX_ERROR_LITERAL);
    vox_tree_free(tree);
}

const check_test deferred_tests[] = {
    CHECK_TEST(failure_of_a_frozen_tree),
    CHECK_TEST(room_passed_over),
    CHECK_TEST(beginning_alike),
    CHECK_TEST(frozen_after_a_move),
    CHECK_TEST(broken_one_by_one),
    CHECK_TEST(peeking),
    CHECK_TEST(broken_below),
    CHECK_TEST(broken_is_tried_once),
    CHECK_END,
};
