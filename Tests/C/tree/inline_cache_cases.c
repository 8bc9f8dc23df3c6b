/* SPDX-License-Identifier: MIT */
/** Single cases in which the inline cache must not find a member, or must find it although its
 *  first position is wrong. */
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** The inline cache must not find the first of two members with the same name. */
static void the_last_counts_where_the_first_is_guessed(void) {
    vox_tree *tree = document_from_c("[{\"n\":1,\"m\":2,\"o\":3},{\"n\":4,\"m\":5,\"n\":6}]");
    vox_node *plain = document_at(tree, "/0"), *twice = document_at(tree, "/1");
    for (int round = 0; round < 100; round++) {
        CHECK_TEXT(vox_node_text(tree, vox_object_get(tree, plain, LITERAL("n"))), "1");
        CHECK_TEXT(vox_node_text(tree, vox_object_get(tree, twice, LITERAL("n"))), "6");
        CHECK_TEXT(vox_node_text(tree, vox_object_get(tree, twice, LITERAL("m"))), "5");
    }
    CHECK_OK(vox_node_remove(tree, vox_object_get(tree, twice, LITERAL("n"))));
    CHECK(!vox_object_get(tree, twice, LITERAL("n")));
    vox_tree_free(tree);
}

/** An empty object has no first member from which the cache could count. */
static void nothing_in_empty_objects(void) {
    vox_tree *tree = document_from_c("{\"a\":1,\"x\":{\"p\":1,\"\":2,\"a\":3}}");
    vox_node *root = vox_tree_root(tree), *object = document_at(tree, "/x");
    static const char *const wanted[] = {"a", "", "p"};
    CHECK_OK(vox_node_remove(tree, vox_object_get(tree, root, LITERAL("a"))));
    for (int round = 0; round < 100; round++) {
        for (size_t index = 0; index < COUNT(wanted); index++) {
            CHECK(vox_object_get(tree, object, vox_string_from_c(wanted[index])));
        }
    }
    CHECK_OK(vox_node_remove(tree, object));
    for (size_t index = 0; index < COUNT(wanted); index++) {
        check_note("%s", wanted[index]);
        CHECK(!vox_object_get(tree, root, vox_string_from_c(wanted[index])));
    }
    CHECK_OK(vox_node_set(tree, root, vox_value_object()));
    for (size_t index = 0; index < COUNT(wanted); index++) {
        CHECK(!vox_object_get(tree, root, vox_string_from_c(wanted[index])));
    }
    check_note(NULL);
    vox_tree_free(tree);
}

/** A member that is too far from the first member for the cache to store the distance. */
static void far_members(void) {
    const size_t most = 65538;
    char *text = malloc(3 * (2 * most + 16) + 3);
    for (size_t elements = 65532; CHECK(text) && elements < most; elements++) {
        char *at = text;
        for (size_t object = 0; object < 3; object++) {
            at += sprintf(at, "%s{\"a\":[0", object ? "," : "[");
            for (size_t element = 1; element < elements; element++) {
                *at++ = ',';
                *at++ = '0';
            }
            at += sprintf(at, "],\"z\":%zu}", object);
        }
        *at++ = ']';
        *at = '\0';
        vox_tree *tree = document_from_c(text);
        for (size_t step = 0; step < 120; step++) {
            vox_node *object = vox_array_get(tree, vox_tree_root(tree), step % 3);
            int64_t number = -1;
            check_note("%zu elements, step %zu", elements, step);
            CHECK_OK(vox_node_int64(tree, vox_object_get(tree, object, LITERAL("z")), &number));
            CHECK_SIZE((size_t)number, step % 3);
            CHECK(!vox_object_get(tree, object, LITERAL("y")));
        }
        check_note(NULL);
        vox_tree_free(tree);
    }
    free(text);
}

/** A node that is no longer an object has no members. */
static void nothing_in_what_was_an_object(void) {
    static const char *const becomes[] = {"\"text\"", "17", "[1,2,3]", "null", "true", "{}"};
    static const char *const wanted[] = {"b", "a", ""};
    for (size_t row = 0; row < 2 * COUNT(becomes); row++) {
        vox_tree *tree = document_from_c(
            "[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4},{\"\":1,\"b\":2,\"a\":3}]"
        );
        for (int round = 0; round < 100; round++) {
            for (size_t index = 0; index < 9; index++) {
                (void)vox_object_get(
                    tree, vox_array_get(tree, vox_tree_root(tree), index / 3),
                    vox_string_from_c(wanted[index % 3])
                );
            }
        }
        for (size_t index = 3; index--;) {
            vox_node *node = vox_array_get(tree, vox_tree_root(tree), index), *made;
            vox_value value = vox_value_json(vox_string_from_c(becomes[row / 2]));
            if (row % 2) {
                CHECK_OK(vox_node_new(tree, value, &made));
                value = vox_value_node(made);
            }
            CHECK_OK(vox_node_set(tree, node, value));
            for (size_t name = 0; name < COUNT(wanted); name++) {
                check_note("%s, %s", becomes[row / 2], wanted[name]);
                CHECK(!vox_object_get(tree, node, vox_string_from_c(wanted[name])));
                CHECK(!vox_resource_attribute(tree, node, vox_string_from_c(wanted[name])));
            }
        }
        check_note(NULL);
        vox_tree_free(tree);
    }
}

/** The look-ups of attributes and linkage go two and three objects deep. */
static void attributes_and_linkage(void) {
    vox_tree *tree = document_from_c(
        "{\"data\":["
        "{\"attributes\":{\"a\":1,\"b\":2},\"relationships\":{\"r\":{\"data\":{\"id\":\"1\"}}}},"
        "{\"attributes\":{\"b\":3,\"a\":4},\"relationships\":{\"r\":{\"links\":{},\"data\":[5]}}},"
        "{\"attributes\":[1],\"relationships\":{\"r\":[{\"data\":1}]}},"
        "{\"relationships\":{\"attributes\":{\"a\":1}},\"attributes\":{}},{},7]}"
    );
    vox_node *data = document_at(tree, "/data");
    for (int round = 0; round < 100; round++) {
        vox_node *first = vox_array_get(tree, data, 0), *second = vox_array_get(tree, data, 1);
        CHECK_TEXT(vox_node_text(tree, vox_resource_attribute(tree, first, LITERAL("b"))), "2");
        CHECK_TEXT(vox_node_text(tree, vox_resource_attribute(tree, second, LITERAL("b"))), "3");
        CHECK_TEXT(vox_node_text(tree, vox_resource_attribute(tree, second, LITERAL("a"))), "4");
        CHECK(vox_node_kind(vox_resource_linkage(tree, first, LITERAL("r"))) == VOX_OBJECT);
        CHECK(vox_node_kind(vox_resource_linkage(tree, second, LITERAL("r"))) == VOX_ARRAY);
        for (size_t index = 2; index < 6; index++) {
            vox_node *other = vox_array_get(tree, data, index);
            CHECK(!vox_resource_attribute(tree, other, LITERAL("a")));
            CHECK(!vox_resource_linkage(tree, other, LITERAL("r")));
        }
        CHECK(!vox_resource_attribute(tree, NULL, LITERAL("a")));
        CHECK(!vox_resource_linkage(tree, NULL, LITERAL("r")));
    }
    vox_tree_free(tree);
}

/** Returns the steps of reading the last member of many objects, with this name. */
static uint64_t last_steps(const char *name) {
    enum {
        count = 500
    };
    char *text = malloc(count * 160 + 64), *at = text;
    for (int number = 0; number < count; number++) {
        at += sprintf(at, "%s{\"attributes\":{", number ? "," : "[");
        for (char member = 'a'; member <= 'k'; member++) {
            at += sprintf(at, "\"%c\":%d,", member, number);
        }
        at += sprintf(at, "\"%s\":%d}}", name, number);
    }
    strcpy(at, "]");
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = VOX_MODE_EAGER;
    CHECK_OK(vox_tree_parse(text, strlen(text), &options, &tree, NULL));
    free(text);
    const vox_node *object = vox_node_first(tree, vox_tree_root(tree));
    uint64_t steps = 0;
    for (int64_t number = 0; object; object = vox_node_next(tree, object), number++) {
        const vox_node *fields = vox_object_get(tree, object, LITERAL("attributes"));
        int64_t value = -1;
        (void)vox_node_count(tree, fields); /* prepares the object */
        uint64_t start = steps_counted();
        const vox_node *member = vox_object_get(tree, fields, LITERAL("last"));
        steps += steps_counted() - start;
        CHECK(vox_node_int64(tree, member, &value) == VOX_OK && value == number);
    }
    vox_tree_free(tree);
    return steps;
}

/** A member at the same position as in the previous object is found at once. A member whose name
 *  is written with an escape is searched. */
static void sooner_than_searched(void) {
    uint64_t guessed = last_steps("last"), searched = last_steps("\\u006cast");
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note(
        "%llu steps, %llu searched", (unsigned long long)guessed, (unsigned long long)searched
    );
    CHECK(2 * guessed < searched);
    check_note(NULL);
}

const check_test inline_cache_cases_tests[] = {
    CHECK_TEST(the_last_counts_where_the_first_is_guessed),
    CHECK_TEST(nothing_in_empty_objects),
    CHECK_TEST(far_members),
    CHECK_TEST(nothing_in_what_was_an_object),
    CHECK_TEST(attributes_and_linkage),
    CHECK_TEST(sooner_than_searched),
    CHECK_END,
};
