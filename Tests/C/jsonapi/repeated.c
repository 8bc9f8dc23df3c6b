/* SPDX-License-Identifier: MIT */
/** Edits of documents with repeated names. The edits change the identity of a resource. */
#include "document.h"
#include "tests.h"
#include "validation.h"

static vox_node *member(vox_tree *tree, const vox_node *object, const char *name) {
    return vox_object_get(tree, object, vox_string_from_c(name));
}

static bool is_found(vox_tree *tree, const char *id, const vox_node *resource) {
    vox_node *found = NULL;
    vox_status status = vox_resource_find(
        tree, vox_string_from_c("a"), vox_string_from_c(id), &found
    );
    return resource ? status == VOX_OK && found == resource : status == VOX_ERROR_MISSING;
}

static void put_id(vox_tree *tree, vox_node *resource, const char *id) {
    vox_node *loose;
    CHECK_OK(vox_node_new(tree, vox_value_string(vox_string_from_c(id)), &loose));
    CHECK_OK(vox_object_set(tree, resource, vox_string_from_c("id"), vox_value_node(loose), NULL));
}

/** An id that a later id shadows identifies no resource. This also holds while a node replaces
 *  the later id. */
static void a_node_in_place_of_a_repeated_id(void) {
    vox_tree *tree = validation_document(
        "{'data':[{'type':'a','id':'1','id':'2'},{'type':'a','id':'1'}]}"
    );
    vox_node *data = member(tree, vox_tree_root(tree), "data");
    vox_node *first = vox_array_get(tree, data, 0), *second = vox_array_get(tree, data, 1);
    CHECK(is_found(tree, "1", second));
    CHECK(is_found(tree, "2", first));
    put_id(tree, first, "3");
    CHECK(is_found(tree, "1", second));
    CHECK(is_found(tree, "2", NULL));
    CHECK(is_found(tree, "3", first));
    vox_tree_free(tree);
}

/** A repeated id counts once, whatever the number of earlier look-ups is. Some numbers of
 *  look-ups make the core compare the names. */
static void a_repeated_name_counts_once(void) {
    for (int searches = 0; searches < 70; searches++) {
        vox_tree *tree = validation_document(
            "{'meta':{'x':0},'data':[{'type':'a','id':'1','id':'2'}]}"
        );
        vox_node *root = vox_tree_root(tree);
        vox_node *first = vox_array_get(tree, member(tree, root, "data"), 0);
        CHECK(is_found(tree, "2", first));
        for (int count = 0; count < searches; count++) {
            CHECK(!member(tree, member(tree, root, "meta"), "y"));
        }
        put_id(tree, first, "3");
        CHECK_SIZE(vox_node_count(tree, first), 2);
        CHECK(is_found(tree, "3", first));
        vox_tree_free(tree);
    }
}

static int keep_other(void *context, const vox_finding *finding) {
    const vox_node **other = context;
    *other = finding->rule == 14 && finding->other ? finding->other : *other;
    return 0;
}

/** A list that a later list shadows lists no resources, even after a finding has returned it. */
static void a_shadowed_list(void) {
    vox_tree *tree = validation_document(
        "{'data':[{'type':'a','id':'1'}],'data':[{'type':'a','id':'2'}]}"
    );
    const vox_node *other = NULL;
    CHECK_OK(vox_validate(tree, NULL, (vox_finding_sink){keep_other, &other}));
    CHECK(other != NULL);
    CHECK(is_found(tree, "3", NULL));
    vox_node *hidden = vox_array_get(tree, other, 0);
    vox_value id = vox_value_string(vox_string_from_c("2"));
    CHECK_OK(vox_object_set(tree, hidden, vox_string_from_c("id"), id, NULL));
    vox_node *data = member(tree, vox_tree_root(tree), "data");
    CHECK(is_found(tree, "2", vox_array_get(tree, data, 0)));
    vox_tree_free(tree);
}

const check_test repeated_tests[] = {
    CHECK_TEST(a_node_in_place_of_a_repeated_id),
    CHECK_TEST(a_repeated_name_counts_once),
    CHECK_TEST(a_shadowed_list),
    CHECK_END,
};
