/* SPDX-License-Identifier: MIT */
/** Documents that are built value by value: UTF-8 from callers, names, and limits. */
#include "document.h"
#include "plain_text.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** Checks UTF-8 with the ranges of Unicode 15, table 3-7. */
static bool is_utf8(const unsigned char *bytes, size_t length) {
    static const unsigned char rows[][5] = {
        {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
        {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
        {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t at = 0; at < length;) {
        size_t row = 0;
        if (bytes[at] < 0x80) {
            at++;
            continue;
        }
        while (row < COUNT(rows) && !(bytes[at] >= rows[row][0] && bytes[at] <= rows[row][1])) {
            row++;
        }
        if (row == COUNT(rows) || length - at < rows[row][4] || bytes[at + 1] < rows[row][2] ||
            bytes[at + 1] > rows[row][3]) {
            return false;
        }
        for (size_t next = 2; next < rows[row][4]; next++) {
            if (bytes[at + next] >> 6 != 2) {
                return false;
            }
        }
        at += rows[row][4];
    }
    return true;
}

static void utf8_of_callers(void) {
    static const char *const parts[] = {
        "a",    "eight of", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
        "\xC3", "\xE2\x82", "\x80"};
    uint64_t seed = 3;
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree);
    for (size_t round = 0; round < (check_quick() ? 20000 : 400000); round++) {
        char bytes[80];
        size_t length = 0;
        for (uint64_t count = random_below(&seed, 9); count; count--) {
            const uint64_t most = random_below(&seed, 4) ? 5 : COUNT(parts);
            const char *part = parts[random_below(&seed, most)];
            memcpy(bytes + length, part, strlen(part));
            length += strlen(part);
        }
        if (length && random_below(&seed, 4) == 0) {
            bytes[random_below(&seed, length)] = (char)random_below(&seed, 256);
        }
        char *copy = malloc(length + 1); /* a block of this size, so that a read beyond it is
                                          * detected */
        memcpy(copy, bytes, length);
        const vox_status expected = is_utf8((const unsigned char *)copy, length) ? VOX_OK
                                                                                 : VOX_ERROR_UTF8;
        const vox_string given = {copy, length};
        check_note("round %zu", round);
        CHECK_STATUS(vox_node_set(tree, root, vox_value_string(given)), expected);
        free(copy);
    }
    vox_tree_free(tree);
}

/** Many more nodes than a chunk has, with names of equal length and with empty names. */
static void objects_that_are_built(void) {
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree), *list = NULL;
    CHECK_OK(vox_node_set(tree, root, vox_value_object()));
    CHECK_OK(vox_object_set(tree, root, LITERAL("list"), vox_value_array(), &list));
    for (int number = 0; number < 3000; number++) {
        vox_node *object = NULL, *member = NULL;
        CHECK_OK(vox_array_append(tree, list, vox_value_object(), &object));
        CHECK_OK(vox_object_set(tree, object, LITERAL("one"), vox_value_int64(number), &member));
        CHECK_OK(vox_object_set(tree, object, LITERAL("two"), vox_value_null(), NULL));
        CHECK_OK(vox_object_set(tree, object, LITERAL(""), vox_value_boolean(true), NULL));
        CHECK(vox_object_get(tree, object, LITERAL("one")) == member);
        CHECK(vox_object_get(tree, object, LITERAL("six")) == NULL);
        CHECK_OK(vox_object_set(tree, object, LITERAL("two"), vox_value_string(LITERAL("x")), NULL)
        );
        CHECK_SIZE(vox_node_count(tree, object), 3);
        CHECK_STATUS(
            vox_object_set(tree, object, LITERAL("\xFF"), vox_value_null(), NULL), VOX_ERROR_UTF8
        );
        CHECK_STATUS(
            vox_array_append(tree, list, vox_value_string(LITERAL("\xC3")), NULL), VOX_ERROR_UTF8
        );
    }
    static plain_text expected;
    expected.length = 0;
    CHECK_SIZE(vox_node_count(tree, list), 3000);
    plain_tell(tree, vox_array_get(tree, list, 2999), false, 0, &expected);
    CHECK_STRING(
        plain_string(&expected), vox_string_from_c("{\"one\":2999,\"two\":\"x\",\"\":true}")
    );
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    CHECK(document_survives(tree, VOX_STYLE_PRETTY));
    vox_tree_free(tree);
}

/** Names up to the length that a node can store, and longer names. */
static void long_names(void) {
    static char bytes[0x8002];
    memset(bytes, 'n', sizeof bytes);
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree), *members[4];
    CHECK_OK(vox_node_set(tree, root, vox_value_object()));
    for (size_t index = 0; index < COUNT(members); index++) {
        const vox_string name = {bytes, 0x7FFE + index};
        CHECK_OK(vox_object_set(tree, root, name, vox_value_null(), &members[index]));
    }
    for (size_t index = 0; index < COUNT(members); index++) {
        const vox_string name = {bytes, 0x7FFE + index};
        CHECK(vox_object_get(tree, root, name) == members[index]);
        CHECK_SIZE(vox_node_name(tree, members[index]).length, name.length);
    }
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    vox_tree_free(tree);
}

/** Many objects with more names than can be shared. Some are short, some have equal beginnings
 *  and ends, and some need escapes. No object has a name twice, whatever the bits of their
 *  hashes are. */
static void names_that_members_share(void) {
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree);
    static plain_text expected;
    char names[300][80];
    for (size_t index = 0; index < COUNT(names); index++) {
        static const char *const forms[] = {"%zu", "member %zu", "\"%zu\"", "first%060zu last"};
        (void)snprintf(names[index], sizeof names[index], forms[index / 4 % 4], index);
    }
    CHECK_OK(vox_node_set(tree, root, vox_value_array()));
    for (size_t round = 0; round < 60; round++) {
        vox_node *object = NULL;
        CHECK_OK(vox_array_append(tree, root, vox_value_object(), &object));
        for (size_t index = 0; index < 5 * (round % 5) + 2; index++) {
            const vox_string name = vox_string_from_c(names[(round * 7 + index) % COUNT(names)]);
            const vox_value number = vox_value_uint64(index);
            CHECK_OK(vox_object_set(tree, object, name, vox_value_null(), NULL));
            CHECK_OK(vox_object_set(tree, object, name, number, NULL));
            CHECK_SIZE(vox_node_count(tree, object), index + 1);
        }
        for (size_t index = 0; index < 5 * (round % 5) + 2; index++) {
            uint64_t value = 0;
            const vox_string name = vox_string_from_c(names[(round * 7 + index) % COUNT(names)]);
            vox_node *member = vox_object_get(tree, object, name);
            CHECK_OK(vox_node_uint64(tree, member, &value));
            CHECK_SIZE((size_t)value, index);
            CHECK_TEXT(vox_node_name(tree, member), name.bytes);
        }
    }
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    CHECK(document_survives(tree, VOX_STYLE_PRETTY));
    CHECK(document_survives(tree, VOX_STYLE_SORTED));
    expected.length = 0;
    plain_tell(tree, vox_array_get(tree, root, 15), false, 0, &expected);
    CHECK_STRING(
        plain_string(&expected), vox_string_from_c("{\"\\\"105\\\"\":0,\"\\\"106\\\"\":1}")
    );
    vox_tree_free(tree);
}

/** An object whose members were inserted in other ways than appending has each name once. */
static void members_put_in_otherwise(void) {
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree), *object = NULL, *moved = NULL, *member = NULL;
    const vox_value null = vox_value_null(), seven = vox_value_int64(7);
    CHECK_OK(vox_node_set(tree, root, vox_value_array()));
    for (int round = 0; round < 40; round++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_object(), &object));
        CHECK_OK(vox_object_insert(tree, object, NULL, LITERAL("inserted"), null, &member));
        CHECK_OK(vox_object_insert(tree, object, member, LITERAL("before"), null, NULL));
        CHECK_OK(vox_node_new(tree, null, &member));
        CHECK_OK(vox_object_set(tree, object, LITERAL("node"), vox_value_node(member), NULL));
        CHECK_OK(vox_object_set(tree, object, LITERAL("json"), vox_value_json(LITERAL("[1]")), NULL)
        );
        CHECK_OK(vox_object_set(tree, object, LITERAL("inserted"), seven, NULL));
        CHECK_OK(vox_object_set(tree, object, LITERAL("before"), seven, NULL));
        CHECK_OK(vox_object_set(tree, object, LITERAL("node"), seven, NULL));
        CHECK_OK(vox_object_set(tree, object, LITERAL("json"), seven, NULL));
        CHECK_SIZE(vox_node_count(tree, object), 4);
        /* The members move to another object, and the members of a JSON text replace them. */
        CHECK_OK(vox_array_append(tree, root, vox_value_object(), &moved));
        CHECK_OK(vox_node_remove(tree, object));
        CHECK_OK(vox_node_set(tree, moved, vox_value_node(object)));
        CHECK_OK(vox_object_set(tree, moved, LITERAL("json"), null, NULL));
        CHECK_SIZE(vox_node_count(tree, moved), 4);
        CHECK_OK(vox_node_set(tree, moved, vox_value_json(LITERAL("{\"a\":1,\"b\":{\"c\":2}}"))));
        CHECK_OK(vox_object_set(tree, moved, LITERAL("a"), seven, NULL));
        member = vox_object_get(tree, moved, LITERAL("b"));
        CHECK_OK(vox_object_set(tree, member, LITERAL("c"), seven, NULL));
        CHECK_OK(vox_object_set(tree, member, LITERAL("d"), seven, NULL));
        CHECK_WRITES(tree, moved, VOX_STYLE_COMPACT, "{\"a\":7,\"b\":{\"c\":7,\"d\":7}}");
        CHECK_OK(vox_node_remove(tree, vox_object_get(tree, moved, LITERAL("a"))));
        CHECK_OK(vox_object_set(tree, moved, LITERAL("a"), null, NULL));
        CHECK_WRITES(tree, moved, VOX_STYLE_COMPACT, "{\"b\":{\"c\":7,\"d\":7},\"a\":null}");
    }
    vox_tree_free(tree);
}

/** Building wastes no memory, with or without shared names. Removing a value does. */
static void memory_of_what_is_built(void) {
    for (size_t count = 1; count < 200; count += 33) {
        vox_tree *tree = document_new();
        vox_node *root = vox_tree_root(tree), *object = NULL;
        CHECK_OK(vox_node_set(tree, root, vox_value_array()));
        for (size_t index = 0; index < count; index++) {
            CHECK_OK(vox_array_append(tree, root, vox_value_object(), &object));
            CHECK_OK(vox_object_set(tree, object, LITERAL("name"), vox_value_int64(1), NULL));
            CHECK_OK(vox_object_set(tree, object, LITERAL("\n"), vox_value_null(), NULL));
        }
        vox_memory memory = vox_tree_memory(tree);
        check_note("%zu objects", count);
        CHECK_SIZE(memory.nodes, 3 * count + 1);
        CHECK_SIZE(memory.wasted, 0);
        CHECK_OK(vox_node_remove(tree, object));
        CHECK(vox_tree_memory(tree).wasted >= 3 * 32);
        vox_tree_free(tree);
    }
}

/** A tree may have exactly as many values as the limit allows. */
static void values_up_to_the_limit(void) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.max_nodes = 50;
    CHECK_OK(vox_tree_new(&options, &tree));
    vox_node *root = vox_tree_root(tree);
    CHECK_OK(vox_node_set(tree, root, vox_value_array()));
    for (int number = 1; number < 50; number++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_int64(number), NULL));
    }
    CHECK_STATUS(vox_array_append(tree, root, vox_value_null(), NULL), VOX_ERROR_NODE_LIMIT);
    CHECK_SIZE(vox_node_count(tree, root), 49);
    vox_tree_free(tree);
}

/** Appending works from chunk to chunk, between failed edits that return their memory. After the
 *  first look-up, appended resources are found. */
static void appending_among_the_rest(void) {
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree), *data = NULL, *found = NULL;
    CHECK_OK(vox_node_set(tree, root, vox_value_object()));
    CHECK_OK(vox_object_set(tree, root, LITERAL("data"), vox_value_array(), &data));
    for (int number = 0; number < 600; number++) {
        char digits[16];
        vox_node *object = NULL;
        const vox_value broken = vox_value_json(LITERAL("{\"a\":[1,2,3],\"b\":"));
        (void)snprintf(digits, sizeof digits, "%d", number);
        const vox_string id = vox_string_from_c(digits);
        check_note("resource %d", number);
        CHECK_OK(vox_array_append(tree, data, vox_value_object(), &object));
        CHECK_OK(vox_object_set(tree, object, LITERAL("type"), vox_value_string(LITERAL("a")), NULL)
        );
        if (number % 2 == 0) {
            CHECK_STATUS(vox_object_set(tree, object, LITERAL("id"), broken, NULL), VOX_ERROR_END);
        }
        CHECK_OK(vox_object_set(tree, object, LITERAL("id"), vox_value_string(id), NULL));
        if (number % 7 == 0) {
            CHECK_STATUS(
                vox_node_new(tree, vox_value_string(LITERAL("\xFF")), &found), VOX_ERROR_UTF8
            );
        }
        if (number >= 100) {
            CHECK_OK(vox_resource_find(tree, LITERAL("a"), id, &found));
            CHECK(found == object);
        }
    }
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    CHECK_OK(vox_tree_freeze(tree));
    CHECK_STATUS(vox_array_append(tree, data, vox_value_null(), NULL), VOX_ERROR_FROZEN);
    vox_tree_free(tree);
}

const check_test building_tests[] = {
    CHECK_TEST(utf8_of_callers),
    CHECK_TEST(objects_that_are_built),
    CHECK_TEST(long_names),
    CHECK_TEST(names_that_members_share),
    CHECK_TEST(members_put_in_otherwise),
    CHECK_TEST(memory_of_what_is_built),
    CHECK_TEST(values_up_to_the_limit),
    CHECK_TEST(appending_among_the_rest),
    CHECK_END,
};
