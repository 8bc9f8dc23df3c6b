/* SPDX-License-Identifier: MIT */
/** Trees that are edited for a long time. Overwriting does not make them grow. Data that edits
 *  leave behind is not found and not visited again and again. */
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** Overwrites a node `steps` times. Returns the memory, for comparison with more steps. */
static size_t overwrite(vox_tree *tree, const char *pointer, int steps) {
    static const char *const texts[] = {"5", "\"hello\"", "null", "true", "\"hi\"", "1.5"};
    vox_node *node = document_at(tree, pointer);
    for (int step = 0; step < steps; step++) {
        vox_value value = vox_value_json(vox_string_from_c(texts[step % 6]));
        CHECK_OK(vox_node_set(tree, node, value));
    }
    return vox_tree_memory(tree).reserved;
}

static void overwriting_with_parsed_scalars(void) {
    vox_options options = document_options();
    options.max_nodes = 4;
    vox_tree *tree;
    CHECK_OK(vox_tree_parse("{\"a\":1}", 7, &options, &tree, NULL));
    size_t reserved = overwrite(tree, "/a", 600);
    CHECK_SIZE(overwrite(tree, "/a", 60000), reserved);
    /* Copies of scalars of the same tree, and of the node itself. */
    vox_node *a = document_at(tree, "/a");
    CHECK_OK(vox_node_set(tree, a, vox_value_string(LITERAL("copied"))));
    CHECK_OK(vox_node_set(tree, a, vox_value_copy(tree, a)));
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "\"copied\"");
    vox_tree_free(tree);
}

/** Changes the id or lid of the first resource many times. The table must not keep the old ones. */
static void rewrite(const char *json, const char *member, bool local) {
    vox_tree *tree = document_from_c(json);
    vox_node *resource = document_at(tree, "/data/0"), *found = NULL;
    vox_node *name = vox_object_get(tree, resource, vox_string_from_c(member));
    vox_status (*find
    )(vox_tree *, vox_string, vox_string, vox_node **) = local ? vox_resource_find_local
                                                               : vox_resource_find;
    size_t reserved = 0;
    check_note("%s of %s", member, json);
    for (int step = 0; step < 10000; step++) {
        char text[16];
        int length = snprintf(text, sizeof text, "%05d", step);
        vox_string value = {text, (size_t)length};
        CHECK_OK(vox_node_set(tree, name, vox_value_string(value)));
        CHECK_OK(find(tree, LITERAL("a"), value, &found));
        CHECK(found == resource);
        if (step == 1000) {
            reserved = check_memory.bytes;
        }
    }
    CHECK_SIZE(check_memory.bytes, reserved);
    CHECK_STATUS(find(tree, LITERAL("a"), LITERAL("00001"), &found), VOX_ERROR_MISSING);
    vox_tree_free(tree);
}

static void rewriting_an_identity(void) {
    rewrite("{\"data\":[{\"type\":\"a\",\"id\":\"0\"}]}", "id", false);
    rewrite("{\"data\":[{\"type\":\"a\",\"lid\":\"0\"}]}", "lid", true);
    /* A resource with an id and a lid, which another resource shares. */
    static const char both[] = "{\"data\":[{\"type\":\"a\",\"id\":\"0\",\"lid\":\"0\"},"
                               "{\"type\":\"a\",\"id\":\"0\",\"lid\":\"0\"}]}";
    rewrite(both, "id", false);
    rewrite(both, "lid", true);
}

/** The first of two resources with the same identity is overwritten in every way. */
static void another_takes_the_identity(void) {
    static const char *const values[] = {
        "null", "1", "[]", "{}", "{\"type\":\"b\",\"id\":\"3\"}", "{\"type\":\"a\"}",
    };
    for (size_t index = 0; index < sizeof values / sizeof *values; index++) {
        vox_tree *tree = document_from_c("{\"data\":[{\"type\":\"a\",\"id\":\"3\"}],\"included\":[{"
                                         "\"type\":\"a\",\"id\":\"3\"}]}");
        vox_node *found, *first = document_at(tree, "/data/0");
        CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("3"), &found));
        CHECK(found == first);
        vox_value value = vox_value_json(vox_string_from_c(values[index]));
        CHECK_OK(vox_node_set(tree, first, value));
        CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("3"), &found));
        CHECK(found == document_at(tree, "/included/0"));
        vox_tree_free(tree);
    }
}

static void empty_ids(void) {
    vox_tree *tree = document_from_c("{\"data\":{\"type\":\"a\",\"id\":\"\"}}");
    vox_node *found;
    CHECK_OK(vox_resource_find(tree, LITERAL("a"), (vox_string){NULL, 0}, &found));
    CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL(""), &found));
    vox_tree_free(tree);
}

static uint64_t append_and_write(size_t count, const char *json) {
    vox_tree *tree = document_from_c(json);
    vox_node *list = document_at(tree, "/data");
    for (size_t number = 0; number < count; number++) {
        CHECK_OK(vox_array_append(tree, list, vox_value_uint64(number), NULL));
    }
    uint64_t start = steps_counted();
    vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE);
    uint64_t steps = steps_counted() - start;
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    return steps;
}

static uint64_t append_to_none(size_t count) {
    return append_and_write(count, "{\"data\":[]}");
}

static uint64_t append_to_one(size_t count) {
    return append_and_write(count, "{\"data\":[1]}");
}

static uint64_t append_to_two(size_t count) {
    return append_and_write(count, "{ \"data\": [1, 2] }");
}

static void writing_what_was_appended(void) {
    steps_check_linear("appended to none", append_to_none, 25000);
    steps_check_linear("appended to one", append_to_one, 25000);
    steps_check_linear("appended to two", append_to_two, 25000);
}

static uint64_t look_up_at_the_limit(size_t members, bool strict) {
    size_t length = 1;
    char *text = malloc(members * 16 + 2);
    text[0] = '{';
    for (size_t number = 0; number < members; number++) {
        length += (size_t)sprintf(text + length, "%s\"n%zu\":1", number ? "," : "", number);
    }
    text[length++] = '}';
    vox_options options = document_options();
    options.max_memory = length + members * 32 + 4096;
    options.strict = strict;
    vox_tree *tree;
    uint64_t start = steps_counted();
    CHECK_OK(vox_tree_parse(text, length, &options, &tree, NULL));
    CHECK(vox_node_first(tree, vox_tree_root(tree)) != NULL);
    CHECK_SIZE(vox_node_count(tree, vox_tree_root(tree)), members);
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    free(text);
    return steps;
}

static uint64_t look_up_plainly(size_t members) {
    return look_up_at_the_limit(members, false);
}

static uint64_t look_up_strictly(size_t members) {
    return look_up_at_the_limit(members, true);
}

/** Indexes do not count for the memory limit of a tree, so look-ups stay fast. */
static void look_ups_at_the_memory_limit(void) {
    steps_check_linear("at the limit", look_up_plainly, 5000);
    steps_check_linear("at the limit, strictly", look_up_strictly, 5000);
}

static void commas_in_text(void) {
    size_t length = 100000;
    char *text = malloc(length);
    memset(text, ',', length);
    text[0] = text[length - 1] = '"';
    vox_tree *tree = document_parse((vox_string){text, length});
    CHECK(vox_tree_memory(tree).reserved < 2 * length);
    /* The tree can still grow, and refs still lead to the right nodes. */
    CHECK_OK(vox_node_set(tree, vox_tree_root(tree), vox_value_array()));
    for (int64_t number = 0; number < 1000; number++) {
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), vox_value_int64(number), NULL));
    }
    int64_t last = 0;
    CHECK_OK(vox_node_int64(tree, vox_array_get(tree, vox_tree_root(tree), 999), &last));
    CHECK(last == 999 && document_survives(tree, VOX_STYLE_COMPACT));
    vox_tree_free(tree);
    free(text);
}

const check_test upkeep_tests[] = {
    CHECK_TEST(overwriting_with_parsed_scalars),
    CHECK_TEST(rewriting_an_identity),
    CHECK_TEST(another_takes_the_identity),
    CHECK_TEST(empty_ids),
    CHECK_TEST(writing_what_was_appended),
    CHECK_TEST(look_ups_at_the_memory_limit),
    CHECK_TEST(commas_in_text),
    CHECK_END,
};
