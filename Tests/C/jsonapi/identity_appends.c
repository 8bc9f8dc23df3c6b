/* SPDX-License-Identifier: MIT */
/** Documents that a program builds, with look-ups in between. Appended lists, resources and members
 *  enter the table of identities at the next look-up. Look-ups agree with a search of the document.
 */
#include "document.h"
#include "random.h"
#include "tests.h"

/** From more resources than a document without a table has, up to several chunks of nodes. */
#define FROM 10
#define UP_TO 60

static vox_node *find(vox_tree *tree, vox_string id) {
    vox_node *resource = NULL;
    (void)vox_resource_find(tree, LITERAL("a"), id, &resource);
    return resource;
}

static void set(vox_tree *tree, vox_node *object, const char *name, vox_string text) {
    CHECK_OK(vox_object_set(tree, object, vox_string_from_c(name), vox_value_string(text), NULL));
}

static vox_node *add_list(vox_tree *tree, const char *name) {
    vox_node *list = NULL;
    CHECK_OK(
        vox_object_set(tree, vox_tree_root(tree), vox_string_from_c(name), vox_value_array(), &list)
    );
    return list;
}

static vox_node *add(vox_tree *tree, vox_node *list, vox_string id) {
    vox_node *resource = NULL;
    CHECK_OK(vox_array_append(tree, list, vox_value_object(), &resource));
    set(tree, resource, "type", LITERAL("a"));
    set(tree, resource, "id", id);
    return resource;
}

/** Makes a document whose table follows appends: it has `size` resources "x", two of which were
 *  appended after a look-up. */
static vox_tree *followed(int size, vox_node **list) {
    vox_tree *tree = document_from_c("{}");
    *list = add_list(tree, "data");
    for (int count = 0; count < size; count++) {
        if (count >= size - 2) {
            CHECK(find(tree, LITERAL("none")) == NULL); /* compares all, or builds the table */
        }
        add(tree, *list, LITERAL("x"));
    }
    CHECK(find(tree, LITERAL("x")) == vox_node_first(tree, *list));
    return tree;
}

static void new_list(int size) {
    vox_node *data = NULL;
    vox_tree *tree = followed(size, &data);
    vox_node *included = add_list(tree, "included");
    vox_node *one = add(tree, included, LITERAL("1")), *two = add(tree, included, LITERAL("2"));
    CHECK(find(tree, LITERAL("1")) == one);
    CHECK(find(tree, LITERAL("2")) == two);
    /* A resource in primary data comes before those in `included`. */
    vox_node *first = add(tree, data, LITERAL("2"));
    CHECK(find(tree, LITERAL("2")) == first);
    CHECK_OK(vox_node_remove(tree, first));
    CHECK(find(tree, LITERAL("2")) == two);
    vox_tree_free(tree);
}

static void a_new_list(void) {
    for (int size = FROM; size < UP_TO; size++) {
        check_note("%d resources", size);
        new_list(size);
    }
}

/** Resources and members that are not appended enter after those that were appended before them,
 *  and count where they are in the document. */
static void other_edits_after_appends(void) {
    static const char whole[] = "{\"type\":\"a\",\"id\":\"1\"}";
    for (int size = FROM; size < UP_TO; size++) {
        vox_node *data = NULL, *last = NULL, *first = NULL;
        vox_tree *tree = followed(size, &data);
        vox_node *old = vox_node_last(tree, data), *before = add(tree, data, LITERAL("1"));
        vox_value id = vox_value_copy(tree, vox_object_get(tree, before, LITERAL("id")));
        check_note("%d resources", size);
        CHECK_OK(vox_array_append(tree, data, vox_value_object(), &last));
        set(tree, last, "type", LITERAL("a"));
        CHECK_OK(vox_object_set(tree, last, LITERAL("id"), id, NULL));
        CHECK(find(tree, LITERAL("1")) == before);
        CHECK_OK(vox_node_set(tree, vox_object_get(tree, old, LITERAL("id")), id));
        CHECK(find(tree, LITERAL("1")) == old);
        add(tree, data, LITERAL("1"));
        vox_value text = vox_value_json(LITERAL(whole));
        CHECK_OK(vox_array_insert(tree, data, 0, text, &first));
        CHECK(find(tree, LITERAL("1")) == first);
        vox_tree_free(tree);
    }
}

/* --- the same as a search -------------------------------------------------------- */

static vox_node *search(vox_tree *tree, const char *name, vox_string id) {
    static const char *const lists[] = {"data", "included"};
    for (int index = 0; index < 2; index++) {
        vox_node *list = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c(lists[index]));
        for (vox_node *at = vox_node_first(tree, list); at; at = vox_node_next(tree, at)) {
            vox_node *member = vox_object_get(tree, at, vox_string_from_c(name));
            if (vox_resource_has_type(tree, at, LITERAL("a")) &&
                vox_string_equal(vox_node_text(tree, member), id)) {
                return at;
            }
        }
    }
    return NULL;
}

static void compare(vox_tree *tree) {
    for (char digit = '0'; digit < '6'; digit++) {
        const vox_string id = {&digit, 1};
        vox_node *local = NULL;
        (void)vox_resource_find_local(tree, LITERAL("a"), id, &local);
        CHECK(find(tree, id) == search(tree, "id", id));
        CHECK(local == search(tree, "lid", id));
    }
}

/** Appends a resource to a list, which is created if it is missing, or a member to any resource of
 *  the list. Sometimes removes the list. */
static void build(vox_tree *tree, uint64_t *random) {
    static const char *const names[] = {"id", "lid", "type"};
    const char *const name = random_below(random, 2) ? "data" : "included";
    const char digit = (char)('0' + random_below(random, 6));
    vox_node *list = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c(name));
    if (!list) {
        add_list(tree, name);
        return;
    }
    vox_node *resource = vox_node_first(tree, list);
    for (size_t skipped = random_below(random, 12); resource && skipped; skipped--) {
        resource = vox_node_next(tree, resource);
    }
    if (random_below(random, 60) == 0) {
        CHECK_OK(vox_node_remove(tree, list));
    } else if (random_below(random, 3) && resource) {
        const char *const member = names[random_below(random, 3)];
        if (!vox_object_get(tree, resource, vox_string_from_c(member))) {
            set(tree, resource, member, *member == 't' ? LITERAL("a") : (vox_string){&digit, 1});
        } else if (random_below(random, 4) == 0) {
            CHECK_OK(
                vox_node_remove(tree, vox_object_get(tree, resource, vox_string_from_c(member)))
            );
        }
    } else if (random_below(random, 3)) {
        add(tree, list, (vox_string){&digit, 1});
    } else {
        CHECK_OK(vox_array_append(tree, list, vox_value_object(), NULL));
    }
}

static void the_same_as_a_search(void) {
    for (uint64_t seed = 1; seed <= (check_quick() ? 60 : 600); seed++) {
        uint64_t random = seed;
        vox_tree *tree = document_from_c("{}");
        check_note("seed %llu", (unsigned long long)seed);
        for (int step = 0; step < 150; step++) {
            build(tree, &random);
            if (random_below(&random, 1 + seed % 8) == 0) {
                compare(tree);
            }
        }
        compare(tree);
        vox_tree_free(tree);
    }
}

const check_test identity_appends_tests[] = {
    CHECK_TEST(a_new_list),
    CHECK_TEST(other_edits_after_appends),
    CHECK_TEST(the_same_as_a_search),
    CHECK_END,
};
