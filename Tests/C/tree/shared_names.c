/* SPDX-License-Identifier: MIT */
/** Names that are stored once for many members. A name is found again by its first and last eight
 *  bytes, so the names here have the same ends. */
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

/** Sets a member in a new object of the array, and checks its name. */
static void check_name(vox_tree *tree, vox_node *array, vox_string name) {
    vox_node *object = NULL, *member = NULL;
    CHECK_OK(vox_array_append(tree, array, vox_value_object(), &object));
    CHECK_OK(vox_object_set(tree, object, name, vox_value_null(), &member));
    CHECK_STRING(vox_node_name(tree, member), name);
    CHECK(vox_object_get(tree, object, name) == member);
}

/** Makes enough members for the table of shared names to be built. */
static vox_node *make_array(vox_tree *tree) {
    vox_node *root = vox_tree_root(tree);
    for (int count = 0; count < 1000; count++) {
        check_name(tree, root, LITERAL("n"));
    }
    return root;
}

/** Checks names of one format, which contains a number. */
static void check_format(const char *format) {
    vox_tree *tree = document_from_c("[]");
    vox_node *array = make_array(tree);
    for (int round = 0; round < 2; round++) {
        for (int number = 0; number < 1000; number++) {
            char name[64];
            const int length = sprintf(name, format, number);
            check_note("%s", name);
            check_name(tree, array, (vox_string){name, (size_t)length});
        }
    }
    check_note(NULL);
    vox_tree_free(tree);
}

static void names_of_equal_ends(void) {
    check_format("%03d-ending");             /* other first bytes */
    check_format("%04d-ending+");            /* more than eight bytes, of the same last ones */
    check_format("beginning-%03d");          /* of the same first bytes */
    check_format("beginning--%03d--ending"); /* the same first and last bytes */
}

/** Names of the same first and last bytes that differ in their length. */
static void names_of_other_lengths(void) {
    static const char bytes[] = "abababababababababababababababababababab";
    vox_tree *tree = document_from_c("[]");
    vox_node *array = make_array(tree);
    for (int round = 0; round < 3; round++) {
        for (size_t length = 2; length < sizeof bytes; length += 2) {
            check_name(tree, array, (vox_string){bytes, length});
        }
    }
    vox_tree_free(tree);
}

/** Names that are written with escapes are not stored for all members. */
static void names_with_escapes(void) {
    for (int byte = 0; byte < 128; byte++) {
        vox_tree *tree = document_from_c("[]");
        vox_node *array = make_array(tree);
        for (size_t length = 1; length <= 20; length++) {
            char name[20];
            memset(name, 'a', sizeof name);
            name[length / 2] = (char)byte;
            check_note("byte %d, %zu bytes", byte, length);
            for (int round = 0; round < 3; round++) {
                check_name(tree, array, (vox_string){name, length});
            }
        }
        CHECK(document_survives(tree, VOX_STYLE_COMPACT));
        CHECK(document_survives(tree, VOX_STYLE_PRETTY));
        vox_tree_free(tree);
    }
    check_note(NULL);
}

const check_test shared_names_tests[] = {
    CHECK_TEST(names_of_equal_ends),
    CHECK_TEST(names_of_other_lengths),
    CHECK_TEST(names_with_escapes),
    CHECK_END,
};
