/* SPDX-License-Identifier: MIT */
/** Many edits of identities and names. The cost of an edit does not depend on earlier edits, and
 *  the table agrees with a search of the document. */
#include "document.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** Makes `count` resources of type "a". Their ids begin at 0, and `same` consecutive resources
 *  share an id. */
static vox_tree *resources(size_t count, size_t same, vox_mode mode) {
    char *text = malloc(count * 80 + 64);
    size_t length = (size_t)sprintf(text, "{\"data\":[");
    for (size_t number = 0; number < count; number++) {
        length += (size_t)sprintf(
            text + length, "%s{\"type\":\"a\",\"id\":\"%zu\",\"attributes\":{\"n\":%zu}}",
            number == count / 2 ? "],\"included\":["
            : number            ? ","
                                : "",
            number / same * same, number
        );
    }
    length += (size_t)sprintf(text + length, "]}");
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = mode;
    CHECK_OK(vox_tree_parse(text, length, &options, &tree, NULL));
    free(text);
    return tree;
}

static vox_string numbered(char text[32], const char *format, size_t number) {
    size_t length = (size_t)snprintf(text, 32, format, number);
    return (vox_string){text, length};
}

static vox_node *find(vox_tree *tree, const char *format, size_t number) {
    char text[32];
    vox_node *resource = NULL;
    vox_status status = vox_resource_find(
        tree, LITERAL("a"), numbered(text, format, number), &resource
    );
    CHECK(status == VOX_OK || status == VOX_ERROR_MISSING);
    return resource;
}

static void set_id(vox_tree *tree, vox_node *resource, const char *format, size_t number) {
    char text[32];
    vox_value value = vox_value_string(numbered(text, format, number));
    CHECK_OK(vox_object_set(tree, resource, LITERAL("id"), value, NULL));
}

/* --- edits, for documents of `size` resources -------------------------------- */

static void rename_each(vox_tree *tree, size_t size, size_t same) {
    for (size_t number = 0; number < size; number++) {
        vox_node *resource = find(tree, "%zu", number / same * same);
        if (!CHECK(resource)) {
            return;
        }
        set_id(tree, resource, "new%zu", number);
        CHECK(find(tree, "new%zu", number) == resource);
    }
}

static void unique_ids(vox_tree *tree, size_t size) {
    rename_each(tree, size, 1);
}

static void one_id_twice(vox_tree *tree, size_t size) {
    set_id(tree, find(tree, "%zu", size - 1), "%zu", (size_t)0);
    rename_each(tree, size - 1, 1);
}

static void ids_in_pairs(vox_tree *tree, size_t size) {
    rename_each(tree, size, 2);
}

static void one_id_for_all(vox_tree *tree, size_t size) {
    rename_each(tree, size, size);
}

/** Gives each resource an id that all resources have for a short time, and then its old id
 *  again. */
static void change_back_and_forth(vox_tree *tree, size_t size, size_t same) {
    vox_node *const lists[] = {document_at(tree, "/data"), document_at(tree, "/included")};
    for (int round = 0; round < 10; round++) {
        size_t number = 0;
        for (int list = 0; list < 2; list++) {
            vox_node *at = vox_node_first(tree, lists[list]);
            for (; at; at = vox_node_next(tree, at), number++) {
                set_id(tree, at, "tmp", 0);
                CHECK(find(tree, "tmp", 0) == at);
                set_id(tree, at, "%zu", number / same * same);
                CHECK(find(tree, "%zu", number / same * same) != NULL);
                CHECK(find(tree, "tmp", 0) == NULL);
            }
        }
        CHECK_SIZE(number, size);
    }
}

static void unique_ids_again_and_again(vox_tree *tree, size_t size) {
    change_back_and_forth(tree, size, 1);
}

static void pairs_again_and_again(vox_tree *tree, size_t size) {
    change_back_and_forth(tree, size, 2);
}

static void all_the_same_again_and_again(vox_tree *tree, size_t size) {
    change_back_and_forth(tree, size, size);
}

/** Among resources that share an id, edits the first and another one alternately. */
static void the_first_and_another(vox_tree *tree, size_t size) {
    vox_node *at = vox_node_first(tree, document_at(tree, "/data"));
    for (; at; at = vox_node_next(tree, at)) {
        vox_node *first = find(tree, "%zu", 0);
        set_id(tree, first, "tmp", 0);
        set_id(tree, at, "tmp", 0);
        set_id(tree, first, "%zu", 0);
        set_id(tree, at, "%zu", 0);
        CHECK(find(tree, "%zu", 0) == first);
    }
    (void)size;
}

/** Removes each id and sets it again. Removes each resource and appends it again. */
static void remove_and_add(vox_tree *tree, size_t size) {
    vox_node *list = document_at(tree, "/data");
    for (size_t number = 0; number < size / 2; number++) {
        vox_node *resource = vox_node_first(tree, list);
        CHECK_OK(vox_node_remove(tree, vox_object_get(tree, resource, LITERAL("id"))));
        CHECK(find(tree, "%zu", number) != resource);
        set_id(tree, resource, "%zu", number);
        CHECK(find(tree, "%zu", number) == resource);
        CHECK_OK(vox_node_remove(tree, resource));
        CHECK_OK(vox_array_append(tree, list, vox_value_node(resource), NULL));
        CHECK(find(tree, "%zu", number) != NULL);
    }
}

static const struct {
    const char *name;
    void (*edit)(vox_tree *, size_t);
    size_t same; /* how many resources share an id; 0: all */
} edits[] = {
    {"unique ids", unique_ids, 1},
    {"one id twice", one_id_twice, 1},
    {"ids in pairs", ids_in_pairs, 2},
    {"one id for all", one_id_for_all, 0},
    {"again and again", unique_ids_again_and_again, 1},
    {"pairs again and again", pairs_again_and_again, 2},
    {"all the same, again and again", all_the_same_again_and_again, 0},
    {"the first and another", the_first_and_another, 0},
    {"remove and add", remove_and_add, 1},
};

static uint64_t edit_steps(size_t edit, size_t size, vox_mode mode) {
    vox_tree *tree = resources(size, edits[edit].same ? edits[edit].same : size, mode);
    (void)find(tree, "none", 0);
    (void)find(tree, "none", 0);
    uint64_t start = steps_counted();
    edits[edit].edit(tree, size);
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

/** Ten times as many resources may take fourteen times as many steps, because heaps are a little
 *  deeper. */
static void check_growth(bool again) {
    size_t size = check_quick() ? 100 : 400;
    for (size_t edit = 0; edit < COUNT(edits); edit++) {
        for (int lazily = 0; lazily < 2; lazily++) {
            vox_mode mode = lazily ? VOX_MODE_LAZY : VOX_MODE_EAGER;
            if ((edit >= 4) != again) {
                continue;
            }
            uint64_t small = edit_steps(edit, size, mode);
            uint64_t large = edit_steps(edit, 10 * size, mode);
            if (steps_counted() == 0) {
                check_skip("the core was not built to count its steps");
                return;
            }
            check_note(
                "%s: %llu steps for %zu, %llu for %zu", edits[edit].name, (unsigned long long)small,
                size, (unsigned long long)large, 10 * size
            );
            CHECK(large < 14 * small);
        }
    }
}

static void renaming(void) {
    check_growth(false);
}

static void back_and_forth(void) {
    check_growth(true);
}

/* --- names ------------------------------------------------------------------- */

/** Adds and removes one name of a large object, as often as the object has names. Does not free
 *  the tree, because a later tree at the same address would have the same seed. */
static uint64_t name_steps(size_t size, vox_tree **made) {
    char *text = malloc(size * 24 + 2);
    size_t length = 0;
    for (size_t number = 0; number < size; number++) {
        length += (size_t)sprintf(text + length, "%s\"n%zu\":1", number ? "," : "{", number);
    }
    text[length++] = '}';
    vox_tree *tree = *made = document_parse((vox_string){text, length});
    free(text);
    vox_node *root = vox_tree_root(tree);
    CHECK(vox_object_get(tree, root, LITERAL("x")) == NULL);
    uint64_t start = steps_counted();
    for (size_t number = 0; number < size; number++) {
        vox_node *member = NULL;
        CHECK_OK(vox_object_set(tree, root, LITERAL("x"), vox_value_null(), &member));
        CHECK(vox_object_get(tree, root, LITERAL("x")) == member);
        CHECK_OK(vox_node_remove(tree, member));
        CHECK(vox_object_get(tree, root, LITERAL("x")) == NULL);
        CHECK(vox_object_get(tree, root, LITERAL("n7")) != NULL);
    }
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(vox_node_count(tree, root), size);
    return steps;
}

static void names_that_come_and_go(void) {
    size_t size = check_quick() ? 200 : 1000;
    /* The seed of a tree determines how many steps its searches take. A few trees take many more
     * steps than the others, so the test adds up many trees. */
    vox_tree *trees[48];
    uint64_t small = 0, large = 0;
    for (int tree = 0; tree < 48; tree += 2) {
        small += name_steps(size, &trees[tree]);
        large += name_steps(10 * size, &trees[tree + 1]);
    }
    for (int tree = 0; tree < 48; tree++) {
        vox_tree_free(trees[tree]);
    }
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note("%llu steps, then %llu", (unsigned long long)small, (unsigned long long)large);
    CHECK(large < 12 * small);
}

/* --- the same as a search ---------------------------------------------------- */

static bool has_text(vox_tree *tree, const vox_node *object, vox_string name, vox_string text) {
    const vox_node *member = vox_object_get(tree, object, name);
    return vox_node_kind(member) == VOX_STRING &&
           vox_string_equal(vox_node_text(tree, member), text);
}

static vox_node *search(vox_tree *tree, vox_string name, vox_string id) {
    static const char *const lists[] = {"/data", "/included"};
    for (int index = 0; index < 2; index++) {
        vox_node *list = document_at(tree, lists[index]);
        vox_node *at = vox_node_kind(list) == VOX_ARRAY ? vox_node_first(tree, list) : NULL;
        if (index == 0 && vox_node_kind(list) == VOX_OBJECT) {
            at = list;
        }
        for (; at; at = at == list ? NULL : vox_node_next(tree, at)) {
            if (has_text(tree, at, LITERAL("type"), LITERAL("a")) && has_text(tree, at, name, id)) {
                return at;
            }
        }
    }
    return NULL;
}

static void compare_all(vox_tree *tree) {
    for (char id = '0'; id < '5'; id++) {
        vox_string text = {&id, 1};
        vox_node *found = NULL, *local = NULL;
        (void)vox_resource_find(tree, LITERAL("a"), text, &found);
        (void)vox_resource_find_local(tree, LITERAL("a"), text, &local);
        CHECK(found == search(tree, LITERAL("id"), text));
        CHECK(local == search(tree, LITERAL("lid"), text));
    }
}

static vox_node *random_child(vox_tree *tree, const vox_node *list, uint64_t *random) {
    size_t count = vox_node_count(tree, list);
    return count ? vox_array_get(tree, list, random_below(random, count)) : NULL;
}

/** Appends a resource member by member, which the table of identities sees later. */
static void append(vox_tree *tree, vox_node *list, uint64_t *random) {
    const char id = (char)('0' + random_below(random, 5));
    vox_node *made = NULL;
    if (vox_node_kind(list) == VOX_ARRAY) {
        CHECK_OK(vox_array_append(tree, list, vox_value_object(), &made));
        CHECK_OK(vox_object_set(tree, made, LITERAL("type"), vox_value_string(LITERAL("a")), NULL));
        CHECK_OK(
            vox_object_set(tree, made, LITERAL("id"), vox_value_string((vox_string){&id, 1}), NULL)
        );
    }
}

static void random_edit(vox_tree *tree, uint64_t *random, vox_node **loose) {
    static const char *const names[] = {"id", "lid", "type", "other"};
    static const char *const values[] = {"\"0\"", "\"1\"", "\"2\"", "\"3\"", "\"a\"", "1", "{}"};
    static const char *const wholes[] = {
        "{\"type\":\"a\",\"id\":\"1\"}", "{\"type\":\"a\",\"id\":\"2\",\"lid\":\"1\"}", "{}", "7",
        "{\"type\":\"a\",\"lid\":\"3\"}"};
    vox_node *list = document_at(tree, random_below(random, 2) ? "/data" : "/included");
    vox_node *child = vox_node_kind(list) == VOX_ARRAY ? random_child(tree, list, random) : list;
    vox_string name = vox_string_from_c(names[random_below(random, 4)]);
    vox_value value = vox_value_json(vox_string_from_c(values[random_below(random, 7)]));
    vox_value whole = vox_value_json(vox_string_from_c(wholes[random_below(random, 5)]));
    if (vox_node_kind(list) != VOX_ARRAY && random_below(random, 3)) {
        CHECK_OK(vox_node_set(
            tree, list,
            vox_value_json(LITERAL(
                "[{\"type\":\"a\",\"id\":\"3\"},{\"id\":\"3\",\"type\":\"a\",\"id\":\"0\"}]"
            ))
        ));
        return;
    }
    switch (random_below(random, 11)) {
    case 0:
    case 1:
    case 2:
        if (vox_node_kind(child) == VOX_OBJECT) {
            CHECK_OK(vox_object_set(tree, child, name, value, NULL));
        }
        break;
    case 3:
        if (vox_object_get(tree, child, name)) {
            CHECK_OK(vox_node_remove(tree, vox_object_get(tree, child, name)));
        }
        break;
    case 4:
        if (child) {
            CHECK_OK(vox_node_set(tree, child, whole));
        }
        break;
    case 5:
        if (vox_node_kind(list) == VOX_ARRAY) {
            size_t place = random_below(random, vox_node_count(tree, list) + 1);
            CHECK_OK(
                vox_array_insert(tree, list, place, *loose ? vox_value_node(*loose) : whole, NULL)
            );
            *loose = NULL;
        }
        break;
    case 6:
        if (child && child != list && !*loose) {
            CHECK_OK(vox_node_remove(tree, child));
            *loose = child;
        }
        break;
    case 7:
        if (*loose && child && child != *loose) {
            CHECK_OK(vox_node_set(tree, child, vox_value_node(*loose)));
            *loose = NULL;
        }
        break;
    case 8:
        append(tree, list, random);
        break;
    case 9:
        if (vox_node_kind(child) == VOX_OBJECT) {
            CHECK_OK(vox_object_set(tree, child, name, vox_value_string(LITERAL("2")), NULL));
        }
        break;
    default:
        if (random_below(random, 30) == 0) {
            CHECK_OK(vox_object_set(tree, vox_tree_root(tree), LITERAL("data"), whole, NULL));
        }
    }
}

static void the_same_as_a_search(void) {
    static const char text[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"type\":\"a\",\"id\":\"1\"},{\"id\":\"2\"},"
        "{\"type\":\"a\",\"id\":\"2\",\"id\":\"3\"},{\"type\":\"a\",\"lid\":\"1\",\"id\":\"1\"}],"
        "\"included\":[{\"type\":\"a\",\"id\":\"1\"},{\"type\":\"a\",\"id\":\"4\"},{},"
        "{\"type\":\"b\",\"id\":\"1\",\"attributes\":{}},{\"type\":\"a\",\"lid\":\"1\"}]}";
    for (uint64_t seed = 1; seed <= (check_quick() ? 20 : 200); seed++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_node *loose = NULL;
        uint64_t random = seed;
        options.mode = seed % 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL));
        check_note("seed %llu", (unsigned long long)seed);
        for (int step = 0; step < 300; step++) {
            random_edit(tree, &random, &loose);
            if (seed % 3 || step % 7 == 0) {
                compare_all(tree);
            }
        }
        vox_tree_free(tree);
    }
}

const check_test identity_growth_tests[] = {
    CHECK_LINES(renaming, "T66"),
    CHECK_LINES(back_and_forth, "T67"),
    CHECK_TEST(names_that_come_and_go),
    CHECK_TEST(the_same_as_a_search),
    CHECK_END,
};
