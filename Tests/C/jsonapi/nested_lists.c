/* SPDX-License-Identifier: MIT */
/** Arrays named `data` and `included` below the members of a document. Their elements are not
 *  resources of the document, also after they were edited. */
#include "document.h"
#include "tests.h"

static bool is_found(vox_tree *tree, const char *type, const char *id) {
    vox_node *found = NULL;
    const vox_status status = vox_resource_find(
        tree, vox_string_from_c(type), vox_string_from_c(id), &found
    );
    CHECK(status == (found ? VOX_OK : VOX_ERROR_MISSING));
    return found != NULL;
}

/** Enough resources for a table. */
#define OTHERS                                                                                     \
    "{\"type\":\"c\",\"id\":\"1\"},{\"type\":\"c\",\"id\":\"2\"},{\"type\":\"c\",\"id\":\"3\"},"   \
    "{\"type\":\"c\",\"id\":\"4\"},{\"type\":\"c\",\"id\":\"5\"},{\"type\":\"c\",\"id\":\"6\"},"   \
    "{\"type\":\"c\",\"id\":\"7\"},{\"type\":\"c\",\"id\":\"8\"},{\"type\":\"c\",\"id\":\"9\"}"

static const char document[] =
    "{\"included\":[" OTHERS "],\"data\":[{\"type\":\"a\",\"id\":\"1\","
    "\"attributes\":{\"data\":[{\"type\":\"b\",\"id\":\"2\"}]}}],"
    "\"meta\":{\"included\":[{\"type\":\"b\",\"id\":\"2\"}],\"data\":[{\"type\":\"b\","
    "\"id\":\"2\"}]},\"other\":[{\"type\":\"b\",\"id\":\"2\"}]}";

static const char *const lists[] = {
    "/data/0/attributes/data", "/meta/included", "/meta/data", "/other"};

/** Edits an element of each list. A table of identities, if there is one, does not follow. */
static void elements_are_edited(void) {
    for (size_t index = 0; index < COUNT(lists) * 2; index++) {
        vox_tree *tree = document_from_c(document);
        vox_node *list = document_at(tree, lists[index / 2]);
        vox_node *element = vox_array_get(tree, list, 0);
        check_note("%s", lists[index / 2]);
        for (size_t times = 0; times < index % 2 * 3; times++) { /* makes the table */
            CHECK(is_found(tree, "a", "1") && !is_found(tree, "b", "2"));
        }
        const vox_value id = vox_value_string(LITERAL("3"));
        CHECK_OK(vox_object_set(tree, element, LITERAL("id"), id, NULL));
        CHECK(!is_found(tree, "b", "3") && !is_found(tree, "b", "2"));
        const vox_value more = vox_value_json(LITERAL("{\"type\":\"b\",\"id\":\"4\"}"));
        CHECK_OK(vox_array_append(tree, list, more, NULL));
        CHECK(!is_found(tree, "b", "4"));
        CHECK_OK(vox_array_insert(tree, list, 0, more, &element));
        CHECK(!is_found(tree, "b", "4"));
        CHECK_OK(vox_node_remove(tree, element));
        CHECK(!is_found(tree, "b", "3") && is_found(tree, "a", "1"));
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** An element with the identity of a resource does not take its place. */
static void elements_like_resources(void) {
    for (size_t index = 0; index < COUNT(lists); index++) {
        vox_tree *tree = document_from_c(document);
        vox_node *element = vox_array_get(tree, document_at(tree, lists[index]), 0), *found = NULL;
        check_note("%s", lists[index]);
        for (size_t times = 0; times < 3; times++) {
            CHECK(is_found(tree, "a", "1"));
        }
        CHECK_OK(
            vox_node_set(tree, element, vox_value_json(LITERAL("{\"type\":\"a\",\"id\":\"1\"}")))
        );
        CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found));
        CHECK(found == document_at(tree, "/data/0"));
        const vox_value id = vox_value_string(LITERAL("5"));
        CHECK_OK(vox_object_set(tree, found, LITERAL("id"), id, NULL));
        CHECK(!is_found(tree, "a", "1") && is_found(tree, "a", "5"));
        vox_tree_free(tree);
    }
    check_note(NULL);
}

const check_test nested_lists_tests[] = {
    CHECK_TEST(elements_are_edited),
    CHECK_TEST(elements_like_resources),
    CHECK_END,
};
