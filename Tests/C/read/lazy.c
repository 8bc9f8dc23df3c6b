/* SPDX-License-Identifier: MIT */
/** Lazy reading compared with eager reading. Both give the same values, errors, edits,
 *  identities and output, whichever values were touched before. */
#include "comparing.h"
#include "compound.h"
#include "corpora.h"
#include "document.h"
#include "random.h"
#include "tests.h"
#include "whole_error.h"

#include <stdio.h>
#include <stdlib.h>

static void random_documents(void) {
    uint64_t seed = 42;
    for (size_t round = 0; round < (check_quick() ? 100u : 2000u); round++) {
        vox_string text = compound_random(&seed);
        check_note("document %zu", round);
        check_reading(text, random_below(&seed, 4), random_below(&seed, 3) == 0);
        for (size_t index = 0; index < 5; index++) {
            vox_string damaged = compound_damaged(text, &seed);
            check_note("document %zu, damage %zu", round, index);
            check_reading(damaged, random_below(&seed, 4), random_below(&seed, 3) == 0);
            free((void *)(uintptr_t)damaged.bytes);
        }
        free((void *)(uintptr_t)text.bytes);
    }
}

/** Reads a text by itself, and as part of a deferred element. */
static void visit_suite(void *context, corpora_file file) {
    uint64_t *seed = context;
    if (file.text.length > (check_quick() ? 20000u : 300000u)) {
        return;
    }
    static const char before[] = "{\"data\":[{\"a\":1},{\"x\":", after[] = "}]}\n";
    size_t length = file.text.length + sizeof before - 1 + sizeof after - 1;
    char *wrapped = malloc(length);
    if (!wrapped) {
        abort();
    }
    memcpy(wrapped, before, sizeof before - 1);
    memcpy(wrapped + sizeof before - 1, file.text.bytes, file.text.length);
    memcpy(wrapped + sizeof before - 1 + file.text.length, after, sizeof after - 1);
    check_note("%s", file.path);
    check_reading(file.text, random_below(seed, 4), false);
    check_reading(file.text, 0, true);
    check_note("%s, wrapped", file.path);
    check_reading((vox_string){wrapped, length}, 0, random_below(seed, 2) == 0);
    free(wrapped);
    vox_string damaged = compound_damaged(file.text, seed);
    check_note("%s, damaged", file.path);
    check_reading(damaged, random_below(seed, 4), random_below(seed, 2) == 0);
    free((void *)(uintptr_t)damaged.bytes);
}

static void corpora(void) {
    uint64_t seed = 11;
    if (corpora_have("jsonapi") && corpora_have("JSONTestSuite") && corpora_have("utf8")) {
        CHECK(corpora_visit("JSONTestSuite", ".json", visit_suite, &seed) > 300);
        CHECK(corpora_visit("utf8", "", visit_suite, &seed) > 0);
        CHECK(corpora_visit("ijson", "", visit_suite, &seed) > 0);
        CHECK(corpora_visit("bombs", ".json", visit_suite, &seed) > 50);
        CHECK(corpora_visit("jsonapi", ".json", visit_suite, &seed) > 700);
        CHECK(corpora_visit("jsonapi-malformed", ".json", visit_suite, &seed) > 0);
    }
}

/* --- touching and editing -------------------------------------------------- */

/** Returns a list of the root: usually an array of resources, or NULL. */
static vox_node *list_of(vox_tree *tree, size_t which) {
    return vox_object_get(tree, vox_tree_root(tree), which ? LITERAL("included") : LITERAL("data"));
}

/** Makes a random edit, which depends only on the seed. Returns its status. */
static vox_status edit(vox_tree *tree, uint64_t *seed) {
    size_t form = random_below(seed, 9), which = random_below(seed, 2);
    size_t position = random_below(seed, 8), other = random_below(seed, 8);
    vox_node *list = list_of(tree, which), *further = list_of(tree, !which);
    vox_node *element = vox_array_get(tree, list, position), *made = NULL;
    vox_node *member = vox_node_first(tree, element);
    switch (form) {
    case 0:
        return vox_object_set(tree, element, LITERAL("id"), vox_value_string(LITERAL("7")), &made);
    case 1:
        return vox_node_remove(tree, element);
    case 2: {
        if (!element || !further || vox_node_kind(further) != VOX_ARRAY) {
            return VOX_ERROR_MISSING;
        }
        vox_status status = vox_node_remove(tree, element);
        return status == VOX_OK ? vox_array_append(tree, further, vox_value_node(element), &made)
                                : status;
    }
    case 3:
        return vox_node_set(
            tree, element, vox_value_json(LITERAL("{\"type\":\"a\",\"id\":\"9\"}"))
        );
    case 4:
        return element ? vox_array_append(tree, further, vox_value_copy(tree, element), &made)
                       : VOX_ERROR_MISSING;
    case 5:
        return vox_node_set(tree, vox_array_get(tree, list, other), vox_value_copy(tree, list));
    case 6:
        return vox_node_set(tree, member, vox_value_int64(5));
    case 7:
        return vox_baseline_revert(tree, element);
    default: {
        vox_node *loose = element;
        vox_status status = element ? vox_node_remove(tree, element) : VOX_ERROR_MISSING;
        vox_node *target = vox_array_get(tree, list, other);
        return status == VOX_OK
                   ? vox_object_set(tree, target, LITERAL("moved"), vox_value_node(loose), &made)
                   : status;
    }
    }
}

static const char *const types[] = {"a", "b", "people", "\\u0061"};

/** Looks an identity up in both trees. */
static void check_same_resource(
    vox_tree *eager, vox_tree *lazy, size_t type, size_t number, bool local
) {
    char id[8];
    vox_string name = vox_string_from_c(types[type % COUNT(types)]);
    vox_string text = {id, (size_t)snprintf(id, sizeof id, "%zu", number)};
    vox_node *a, *b;
    vox_status expected = local ? vox_resource_find_local(eager, name, text, &a)
                                : vox_resource_find(eager, name, text, &a);
    CHECK_STATUS(
        local ? vox_resource_find_local(lazy, name, text, &b)
              : vox_resource_find(lazy, name, text, &b),
        expected
    );
    CHECK_SIZE(vox_node_offset(b), vox_node_offset(a));
}

/** Looks up some identities of few types, like a program that follows a relationship. */
static void check_some_identities(vox_tree *eager, vox_tree *lazy, uint64_t *seed) {
    for (size_t left = random_below(seed, 6); left; left--) {
        check_same_resource(eager, lazy, random_below(seed, 3), random_below(seed, 12), false);
    }
}

/** Compares the look-up of every identity in both trees. */
static void check_same_identities(vox_tree *eager, vox_tree *lazy) {
    for (size_t number = 0; number < 33; number++) {
        for (size_t type = 0; type < COUNT(types); type++) {
            check_same_resource(eager, lazy, type + number, number * 7 % 33, false);
            check_same_resource(eager, lazy, type + number, number * 7 % 33, true);
        }
    }
}

static void check_same_checks(vox_tree *eager, vox_tree *lazy, uint64_t *seed) {
    vox_reading how = (vox_reading)random_below(seed, 3);
    vox_string type = random_below(seed, 2) ? LITERAL("a") : LITERAL("");
    vox_error a, b;
    vox_document_report first, second;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    vox_status expected = vox_document_check(eager, VOX_PRIMARY_ANY, type, how, &first, &a);
    CHECK_STATUS(vox_document_check(lazy, VOX_PRIMARY_ANY, type, how, &second, &b), expected);
    CHECK_SIZE(second.foreign, first.foreign);
    CHECK_SIZE(vox_node_offset(second.first), vox_node_offset(first.first));
    if (expected != VOX_OK) {
        check_same_error(&a, &b);
    }
}

static void edited_documents(void) {
    uint64_t seed = 4711;
    for (size_t round = 0; round < (check_quick() ? 100u : 3000u); round++) {
        vox_string text = compound_random(&seed);
        size_t depth = random_below(&seed, 3) ? 0 : 2;
        reading eager = read_as(text, VOX_MODE_EAGER, 0, false);
        reading lazy = read_as(text, VOX_MODE_LAZY, depth, false);
        check_note("document %zu", round);
        if (CHECK_OK(eager.status) && CHECK_OK(lazy.status)) {
            uint64_t checks = seed;
            if (random_below(&seed, 2)) {
                check_same_checks(eager.tree, lazy.tree, &checks);
            }
            for (size_t edits = random_below(&seed, 6); edits; edits--) {
                check_some_identities(eager.tree, lazy.tree, &seed);
                uint64_t same = seed;
                vox_status expected = edit(eager.tree, &same);
                CHECK_STATUS(edit(lazy.tree, &seed), expected);
                if (random_below(&seed, 4) == 0) {
                    check_same_identities(eager.tree, lazy.tree);
                }
            }
            check_same_identities(eager.tree, lazy.tree);
            vox_buffer expected = document_write(
                eager.tree, vox_tree_root(eager.tree), VOX_STYLE_PRESERVE
            );
            CHECK_WRITES_STRING(
                lazy.tree, vox_tree_root(lazy.tree), VOX_STYLE_PRESERVE, buffer_text(&expected)
            );
            vox_buffer_free(&expected);
            check_same_output(eager.tree, lazy.tree);
            if (random_below(&seed, 2)) {
                CHECK_OK(vox_tree_freeze(lazy.tree));
            }
            check_same_nodes(eager.tree, lazy.tree);
        }
        vox_tree_free(eager.tree);
        vox_tree_free(lazy.tree);
        free((void *)(uintptr_t)text.bytes);
    }
}

/* --- memory ---------------------------------------------------------------- */

/** Calls everything that may parse a value, and repeats each call until it has memory. */
static size_t walk(size_t countdown, bool for_good) {
    static const char text[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"t\":\"\\u00e4\"}},"
        "{\"links\":{},\"id\":\"2\",\"type\":\"a\"},{\"t\\u0079pe\":\"a\",\"id\":\"3\"}],"
        "\"included\":[{\"type\":\"b\",\"id\":\"1\",\"links\":{\"self\":[[1,2],[3]]}},[{}]]}";
    vox_options options = document_options();
    vox_tree *tree = NULL, *copy = NULL;
    vox_node *found;
    bool equal = false;
    check_allocator_reset(&check_memory);
    check_memory.countdown = countdown;
    check_memory.fail_for_good = for_good;
    options.mode = VOX_MODE_LAZY;
    for (int step = 0; step < 8;) {
        size_t failures = check_memory.failures;
        vox_status status = VOX_OK;
        vox_error error = garbage_error();
        switch (step) {
        case 0:
            status = vox_tree_parse(text, sizeof text - 1, &options, &tree, &error);
            check_whole_error(&error, status, sizeof text - 1);
            CHECK((tree != NULL) == (status == VOX_OK));
            break;
        case 1:
            status = vox_resource_find(tree, LITERAL("a"), LITERAL("3"), &found);
            CHECK((found != NULL) == (status == VOX_OK));
            break;
        case 2:
            found = vox_array_get(tree, list_of(tree, 0), 0);
            status = vox_node_first(tree, found) ? VOX_OK : vox_tree_failure(tree, NULL);
            break;
        case 3:
            status = vox_array_append(
                tree, list_of(tree, 0), vox_value_copy(tree, list_of(tree, 1)), NULL
            );
            break;
        case 4:
            status = vox_tree_copy(tree, vox_tree_root(tree), &copy);
            break;
        case 5:
            status = vox_node_equal(tree, vox_tree_root(tree), copy, vox_tree_root(copy), &equal);
            CHECK(equal == (status == VOX_OK));
            break;
        case 6:
            status = vox_tree_materialize(tree, &error);
            check_whole_error(&error, status, sizeof text - 1);
            break;
        default:
            status = vox_tree_freeze(tree);
        }
        bool injected = check_memory.failures > failures;
        check_memory.failing = false;
        if (status != VOX_OK && (!CHECK(injected) || !CHECK_STATUS(status, VOX_ERROR_MEMORY))) {
            break;
        }
        step += status == VOX_OK;
    }
    size_t calls = check_memory.calls;
    vox_tree_free(copy);
    vox_tree_free(tree);
    check_allocator_verify(&check_memory);
    return calls;
}

static void out_of_memory(void) {
    size_t calls = walk(0, false);
    CHECK(calls > 10);
    for (size_t countdown = 1; countdown <= calls; countdown++) {
        check_note("request %zu", countdown);
        walk(countdown, false);
        walk(countdown, true);
    }
    check_allocator_reset(&check_memory);
}

const check_test lazy_tests[] = {
    CHECK_TEST(random_documents), CHECK_TEST(corpora), CHECK_TEST(edited_documents),
    CHECK_TEST(out_of_memory),    CHECK_END,
};
