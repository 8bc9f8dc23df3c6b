/* SPDX-License-Identifier: MIT */
/** Memory of parsing all deferred values, and use of the nodes that are created then. */
#include "comparing.h"
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

#define ELEMENTS 3000
#define LONGEST 96

/** Makes a document of many small elements. The caller frees it. */
static vox_string many_elements(void) {
    char *text = malloc(ELEMENTS * LONGEST + 64);
    size_t length = (size_t)sprintf(text, "{\"data\":[");
    for (int id = 0; id < ELEMENTS; id++) {
        length += (size_t)snprintf(
            text + length, LONGEST,
            "%s{\"type\":\"a\",\"id\":\"%d\",\"attributes\":{\"n\":%d,\"l\":[1,{\"x\":null}]}}",
            id ? "," : "", id, id
        );
    }
    length += (size_t)sprintf(text + length, "]}");
    return (vox_string){text, length};
}

static vox_tree *open_as(vox_string text, vox_mode mode) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = mode;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    return tree;
}

/** Materializing takes about as much memory as eager reading, even if some elements were parsed
 *  before. Edits after it first use the reserved memory. */
static void memory_of_all(void) {
    const vox_string text = many_elements();
    vox_tree *eager = open_as(text, VOX_MODE_EAGER);
    const size_t bytes = check_memory.bytes;
    for (int touched = 0; touched <= ELEMENTS; touched += ELEMENTS / 3) {
        check_note("%d touched before", touched);
        const size_t before = check_memory.bytes;
        vox_tree *lazy = open_as(text, VOX_MODE_LAZY);
        vox_node *list = document_at(lazy, "/data");
        for (int index = 0; index < touched; index++) {
            CHECK(vox_node_first(lazy, vox_array_get(lazy, list, (size_t)index)) != NULL);
        }
        CHECK_OK(vox_tree_materialize(lazy, NULL));
        const size_t all = check_memory.bytes - before;
        CHECK(touched || all <= bytes + bytes / 10);
        CHECK(all <= 2 * bytes);
        check_same_nodes(eager, lazy);
        for (int index = 0; index < ELEMENTS; index += 7) {
            vox_node *element = vox_array_get(lazy, list, (size_t)index);
            CHECK_OK(vox_object_set(lazy, element, LITERAL("new"), vox_value_int64(1), NULL));
        }
        CHECK(check_memory.bytes - before <= 2 * all);
        CHECK(document_survives(lazy, VOX_STYLE_COMPACT));
        vox_tree_free(lazy);
    }
    vox_tree_free(eager);
    free((void *)(uintptr_t)text.bytes);
}

/** The nodes in the memory for all deferred values belong to their tree, and to no other tree. */
static void whose_nodes(void) {
    const vox_string text = many_elements();
    vox_tree *one = open_as(text, VOX_MODE_LAZY), *other = open_as(text, VOX_MODE_LAZY);
    CHECK_OK(vox_tree_materialize(one, NULL));
    CHECK_OK(vox_tree_materialize(other, NULL));
    static const char *const places[] = {
        "/data/0/type", "/data/1/attributes/n", "/data/2999/attributes/l/1/x"};
    for (size_t index = 0; index < COUNT(places); index++) {
        vox_node *node = document_at(one, places[index]);
        CHECK_STATUS(vox_node_remove(other, node), VOX_ERROR_ARGUMENT);
        CHECK_OK(vox_node_remove(one, node));
        CHECK(document_at(one, places[index]) == NULL);
    }
    /* A failed patch removes the nodes that it has created after that memory. */
    vox_tree *patch = document_from_c(
        "[{\"op\":\"add\",\"path\":\"/data/-\",\"value\":[[1],[2]]},{\"op\":\"remove\",\"path\":\"/"
        "x\"}]"
    );
    for (int round = 0; round < 2; round++) {
        CHECK(
            vox_patch_apply(other, vox_tree_root(other), patch, vox_tree_root(patch), NULL, NULL) !=
            VOX_OK
        );
        CHECK_SIZE(vox_node_count(other, document_at(other, "/data")), ELEMENTS);
    }
    CHECK_OK(vox_tree_freeze(other));
    vox_tree_free(patch);
    vox_tree_free(one);
    vox_tree_free(other);
    free((void *)(uintptr_t)text.bytes);
}

/** If the memory for all values at once is not available, it is requested in smaller parts. If a
 *  part is not available, the call fails and can be repeated. */
static void without_memory(void) {
    const vox_string text = many_elements();
    for (int request = 1; request <= 12; request++) {
        check_note("request %d fails", request);
        vox_tree *tree = open_as(text, VOX_MODE_LAZY);
        check_memory.countdown = (size_t)request;
        const vox_status status = vox_tree_materialize(tree, NULL);
        CHECK(request > 1 || status == VOX_OK);
        CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY);
        check_memory.countdown = 0;
        CHECK_OK(vox_tree_materialize(tree, NULL));
        CHECK_SIZE(vox_node_count(tree, document_at(tree, "/data/2999/attributes/l")), 2);
        vox_tree_free(tree);
    }
    free((void *)(uintptr_t)text.bytes);
}

/** The limits are those of eager reading. */
static void limits(void) {
    const vox_string text = many_elements();
    vox_tree *eager = open_as(text, VOX_MODE_EAGER);
    const size_t nodes = vox_tree_memory(eager).nodes;
    vox_tree_free(eager);
    for (size_t limit = nodes - 1; limit <= nodes + 1; limit++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_error error;
        options.mode = VOX_MODE_LAZY;
        options.max_nodes = limit;
        CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
        CHECK_STATUS(
            vox_tree_materialize(tree, &error), limit < nodes ? VOX_ERROR_NODE_LIMIT : VOX_OK
        );
        vox_tree_free(tree);
    }
    free((void *)(uintptr_t)text.bytes);
}

const check_test materialized_tests[] = {
    CHECK_TEST(memory_of_all),
    CHECK_TEST(whose_nodes),
    CHECK_TEST(without_memory),
    CHECK_TEST(limits),
    CHECK_END,
};
