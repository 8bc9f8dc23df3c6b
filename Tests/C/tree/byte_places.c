/* SPDX-License-Identifier: MIT */
/** Texts of every length with one other byte at every position. Functions that copy, compare and
 *  check several bytes at once must handle each byte. */
#include "document.h"
#include "tests.h"

#include <stdio.h>

#define LONGEST 72

/** Passes a text to each function that takes one. */
static void check_calls(
    vox_tree *tree, vox_node *object, vox_node *array, vox_string text, vox_status expected
) {
    const vox_string name = LITERAL("name");
    const vox_value value = vox_value_string(text);
    vox_node *made = NULL;
    CHECK_STATUS(vox_array_append(tree, array, value, &made), expected);
    CHECK(expected != VOX_OK || vox_string_equal(vox_node_text(tree, made), text));
    CHECK_STATUS(vox_object_set(tree, object, name, value, &made), expected);
    CHECK(expected != VOX_OK || vox_string_equal(vox_node_text(tree, made), text));
    CHECK_STATUS(vox_object_set(tree, object, text, vox_value_null(), &made), expected);
    CHECK(expected != VOX_OK || vox_string_equal(vox_node_name(tree, made), text));
    if (expected != VOX_OK) {
        CHECK_SIZE(vox_node_count(tree, object) + vox_node_count(tree, array), 0);
    }
}

/** Makes enough nodes for names to be shared, and reserves memory for the next nodes. */
static void make_nodes(vox_tree *tree, vox_node *array) {
    for (int count = 0; count < 40; count++) {
        CHECK_OK(vox_array_append(tree, array, vox_value_string(LITERAL("text")), NULL));
    }
}

/** A byte that is not UTF-8 is refused at any position, in a value and in a name. */
static void bytes_that_are_not_utf8(void) {
    static const char bytes[] = {'b', '\x80', '\xC3', '\xFF'};
    char text[LONGEST];
    for (size_t length = 1; length <= LONGEST; length++) {
        for (size_t place = 0; place < length; place++) {
            for (size_t byte = 0; byte < COUNT(bytes); byte++) {
                vox_tree *tree = document_from_c("[{},[],[]]");
                make_nodes(tree, document_at(tree, "/2"));
                vox_node *object = document_at(tree, "/0"), *array = document_at(tree, "/1");
                memset(text, 'a', length);
                text[place] = bytes[byte];
                check_note("byte %zu, at %zu of %zu", byte, place, length);
                check_calls(
                    tree, object, array, (vox_string){text, length}, byte ? VOX_ERROR_UTF8 : VOX_OK
                );
                vox_tree_free(tree);
            }
        }
    }
    check_note(NULL);
}

/** Makes enough members for the table of shared names to be built. */
static void make_members(vox_tree *tree, vox_node *array) {
    for (int count = 0; count < 1000; count++) {
        vox_node *object = NULL;
        CHECK_OK(vox_array_append(tree, array, vox_value_object(), &object));
        CHECK_OK(vox_object_set(tree, object, LITERAL("n"), vox_value_null(), NULL));
    }
}

/** Names that differ in one byte are different members, in one object and in two. Each length
 *  has its own tree, because names of other lengths would replace the shared names. */
static void names_that_differ_in_one_byte(void) {
    for (size_t length = 1; length <= LONGEST; length++) {
        vox_tree *tree = document_from_c("[]");
        vox_node *root = vox_tree_root(tree);
        make_members(tree, root);
        for (size_t place = 0; place < length; place++) {
            char one[LONGEST], other[LONGEST];
            vox_node *object = NULL, *another = NULL, *first = NULL, *second = NULL;
            const vox_string names[2] = {{one, length}, {other, length}};
            memset(one, 'a', length);
            memcpy(other, one, length);
            other[place] = 'b';
            check_note("at %zu of %zu", place, length);
            CHECK_OK(vox_array_append(tree, root, vox_value_object(), &object));
            CHECK_OK(vox_object_set(tree, object, names[0], vox_value_int64(1), &first));
            CHECK_OK(vox_object_set(tree, object, names[1], vox_value_int64(2), &second));
            CHECK_SIZE(vox_node_count(tree, object), 2);
            CHECK(first != second);
            CHECK_STRING(vox_node_name(tree, first), names[0]);
            CHECK_STRING(vox_node_name(tree, second), names[1]);
            CHECK(vox_object_get(tree, object, names[0]) == first);
            CHECK(vox_object_get(tree, object, names[1]) == second);
            CHECK_OK(vox_array_append(tree, root, vox_value_object(), &another));
            CHECK_OK(vox_object_set(tree, another, names[1], vox_value_null(), &second));
            CHECK_STRING(vox_node_name(tree, second), names[1]);
        }
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** Two members whose names differ only in their escapes have the same name, and the last one
 *  counts. */
static void two_spellings_of_a_name(void) {
    static const char *const texts[] = {"{\"\\u0061\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}"};
    for (size_t index = 0; index < COUNT(texts); index++) {
        vox_tree *tree = document_from_c(texts[index]);
        vox_node *root = vox_tree_root(tree);
        check_note("%s", texts[index]);
        CHECK_SIZE(vox_node_count(tree, root), 1);
        CHECK_TEXT(vox_node_text(tree, vox_node_first(tree, root)), "2");
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** A name that many members have is stored once. */
static void shared_names_are_stored_once(void) {
    const vox_string name = LITERAL("a name of forty-eight bytes that all members have");
    size_t reserved[2];
    for (int named = 0; named < 2; named++) {
        vox_tree *tree = document_from_c("[]");
        vox_node *root = vox_tree_root(tree);
        for (size_t count = 0; count < 4000; count++) {
            vox_node *object = NULL;
            CHECK_OK(vox_array_append(tree, root, vox_value_object(), &object));
            const vox_string given = named ? name : LITERAL("n");
            CHECK_OK(vox_object_set(tree, object, given, vox_value_null(), NULL));
        }
        reserved[named] = vox_tree_memory(tree).reserved;
        vox_tree_free(tree);
    }
    check_note("%zu and %zu bytes", reserved[0], reserved[1]);
    CHECK(reserved[1] < reserved[0] + 4096);
    check_note(NULL);
}

/** Strict reading detects a repeated name among many names, whichever request for memory fails. */
static void repeated_without_memory(void) {
    char text[4000];
    size_t length = (size_t)snprintf(text, sizeof text, "{");
    for (size_t number = 0; number < 200; number++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "\"%zu\":0,", number);
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "\"77\":1}");
    size_t failures = 1;
    for (size_t failing = 1; failures; failing++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_error error = {0};
        options.strict = true;
        check_memory.failures = 0;
        check_memory.countdown = failing;
        vox_status status = vox_tree_parse(text, length, &options, &tree, &error);
        failures = check_memory.failures;
        check_memory.countdown = 0;
        check_note("request %zu", failing);
        CHECK(status == VOX_ERROR_MEMORY ? failures != 0 : status == VOX_ERROR_DUPLICATE);
        CHECK(status != VOX_ERROR_DUPLICATE || error.offset == length - strlen("\"77\":1}"));
        CHECK(failing < 1000);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** The same with names that have equal beginnings and ends, so that a cheap hash cannot
 *  distinguish them. If the text also has an error after the object, the second reading of the
 *  text still reports the repeated name. */
static void repeated_among_names_that_meet(void) {
    static const char *const ends[] = {"}", "}x"};
    enum {
        NAMES = 300
    };
    char text[NAMES * 32 + 64];
    for (size_t row = 0; row < COUNT(ends); row++) {
        size_t length = (size_t)snprintf(text, sizeof text, "{"), repeated = 0;
        for (size_t number = 0; number <= NAMES; number++) {
            repeated = length + 1;
            length += (size_t)snprintf(
                text + length, sizeof text - length, "%s\"same head%06zusame tail\":0",
                number ? "," : "", number % NAMES
            );
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", ends[row]);
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_error error = {0};
        options.strict = true;
        check_note("%s", ends[row]);
        CHECK_STATUS(vox_tree_parse(text, length, &options, &tree, &error), VOX_ERROR_DUPLICATE);
        CHECK_SIZE(error.offset, repeated);
    }
    check_note(NULL);
}

const check_test byte_places_tests[] = {
    CHECK_TEST(bytes_that_are_not_utf8),
    CHECK_TEST(names_that_differ_in_one_byte),
    CHECK_TEST(shared_names_are_stored_once),
    CHECK_TEST(repeated_without_memory),
    CHECK_TEST(repeated_among_names_that_meet),
    CHECK_TEST(two_spellings_of_a_name),
    CHECK_END,
};
