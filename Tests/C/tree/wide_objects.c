/* SPDX-License-Identifier: MIT */
/** Objects with more members than are compared pair by pair: which members are shadowed, and
 *  when an object gets an index. This must not depend on the names, on missing memory, and on
 *  other calls. */
#include "check_allocator.h"
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** Returns a name that differs at the end, or only in the middle, where a cheap hash does not
 *  look. */
static vox_string name_of(char name[64], bool alike, size_t number) {
    const char *form = alike ? "the same %08zu the same" : "m%zu";
    return (vox_string){name, (size_t)snprintf(name, 64, form, number)};
}

/** Makes an object with `size` numbered members. Every seventh member has the name of the member
 *  three positions before it. */
static vox_tree *parse_wide(size_t size, bool alike, bool repeated) {
    char *json = malloc(size * 48 + 3), name[64];
    size_t length = 0;
    for (size_t number = 0; number < size; number++) {
        const bool again = repeated && number % 7 == 6;
        const vox_string text = name_of(name, alike, again ? number - 3 : number);
        length += (size_t)sprintf(
            json + length, "%s\"%.*s\":%zu", number ? "," : "{", (int)text.length, text.bytes,
            number
        );
    }
    json[length++] = '}';
    vox_tree *tree = document_parse((vox_string){json, length});
    free(json);
    return tree;
}

/** Walks over the members that count, and looks up some of them. */
static void check_members(vox_tree *tree, size_t size, bool alike, bool repeated) {
    char name[64];
    vox_node *root = vox_tree_root(tree), *member = vox_node_first(tree, root);
    size_t wrong = 0;
    for (size_t number = 0; number < size; number++) {
        if (repeated && number % 7 == 3 && number + 3 < size) {
            continue; /* this member is shadowed */
        }
        const bool again = repeated && number % 7 == 6;
        const vox_string wanted = name_of(name, alike, again ? number - 3 : number);
        uint64_t value = SIZE_MAX;
        wrong += vox_node_uint64(tree, member, &value) != VOX_OK || value != number;
        wrong += !vox_string_equal(vox_node_name(tree, member), wanted);
        wrong += number % 5 == 0 && vox_object_get(tree, root, wanted) != member;
        member = vox_node_next(tree, member);
    }
    CHECK(member == NULL);
    CHECK_SIZE(wrong, 0);
}

static void shadowed_among_many(void) {
    static const size_t sizes[] = {17, 18, 19, 31, 32, 33, 100, 511, 512, 513, 514, 3000};
    for (size_t index = 0; index < COUNT(sizes); index++) {
        for (int kind = 0; kind < 4; kind++) {
            const bool alike = kind & 1, repeated = kind & 2;
            check_note("%zu members, %d", sizes[index], kind);
            vox_tree *tree = parse_wide(sizes[index], alike, repeated);
            check_members(tree, sizes[index], alike, repeated);
            vox_tree_free(tree);
        }
    }
}

static void without_memory(void) {
    static const size_t sizes[] = {18, 400, 513, 2000};
    for (size_t index = 0; index < COUNT(sizes); index++) {
        for (int kind = 0; kind < 4; kind++) {
            const bool alike = kind & 1, repeated = kind & 2;
            check_note("%zu members, %d", sizes[index], kind);
            vox_tree *tree = parse_wide(sizes[index], alike, repeated);
            check_memory.failing = true;
            check_members(tree, sizes[index], alike, repeated);
            check_memory.failing = false;
            check_members(tree, sizes[index], alike, repeated);
            vox_tree_free(tree);
        }
    }
}

static uint64_t walk(size_t size, bool alike) {
    vox_tree *tree = parse_wide(size, alike, true);
    vox_node *root = vox_tree_root(tree);
    const uint64_t start = steps_counted();
    size_t count = 0;
    for (vox_node *at = vox_node_first(tree, root); at; at = vox_node_next(tree, at)) {
        count++;
    }
    CHECK(count < size && count > size * 5 / 6);
    const uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static uint64_t walk_names(size_t size) {
    return walk(size, false);
}
static uint64_t walk_names_alike(size_t size) {
    return walk(size, true);
}

static void walking(void) {
    steps_check_linear("names at random", walk_names, 8000);
    steps_check_linear("names that meet", walk_names_alike, 8000);
    /* Walking over all members once requests no memory. */
    vox_tree *tree = parse_wide(400, false, false);
    const size_t before = vox_tree_memory(tree).reserved;
    CHECK(vox_node_first(tree, vox_tree_root(tree)) != NULL);
    CHECK_SIZE(vox_tree_memory(tree).reserved, before);
    vox_tree_free(tree);
}

/** Makes an array with a large object and small objects of 20 members after it. */
static vox_tree *parse_large_and_small(size_t size, size_t rows) {
    char *json = malloc(size * 16 + rows * 220 + 64);
    size_t length = (size_t)sprintf(json, "[{\"first\":0");
    for (size_t number = 0; number < size; number++) {
        length += (size_t)sprintf(json + length, ",\"m%zu\":%zu", number, number);
    }
    json[length++] = '}';
    for (size_t row = 0; row < rows; row++) {
        for (size_t member = 0; member < 20; member++) {
            length += (size_t)sprintf(json + length, "%s\"r%zu\":1", member ? "," : ",{", member);
        }
        json[length++] = '}';
    }
    json[length++] = ']';
    vox_tree *tree = document_parse((vox_string){json, length});
    free(json);
    return tree;
}

/** Looks up members of a large object, alternating with a member of another small object. */
static uint64_t look_up_in_turn(size_t size) {
    char name[64];
    vox_tree *tree = parse_large_and_small(size, size);
    const uint64_t start = steps_counted();
    vox_node *large = vox_node_first(tree, vox_tree_root(tree)), *row = large;
    size_t wrong = 0;
    for (size_t number = 0; number < size; number++) {
        row = vox_node_next(tree, row);
        wrong += vox_object_get(tree, row, LITERAL("r1")) == NULL;
        wrong += vox_object_get(tree, row, LITERAL("none")) != NULL;
        for (size_t time = 0; time < 3; time++) {
            const size_t member = (number * 3 + time) % size;
            wrong += vox_object_get(tree, large, name_of(name, false, member)) == NULL;
        }
    }
    CHECK_SIZE(wrong, 0);
    const uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static void looking_up_in_turn(void) {
    steps_check_linear("a large object and many small ones", look_up_in_turn, 4000);
}

/** Looks up a member near the end of a large object. A search from the end would find it after a
 *  few steps. With `between`, small objects are looked up in turn, and sometimes get an index. */
static uint64_t look_up_near_the_end(size_t size, bool between) {
    char name[64];
    vox_tree *tree = parse_large_and_small(size, size / 2);
    const uint64_t start = steps_counted();
    vox_node *large = vox_node_first(tree, vox_tree_root(tree)), *row = large;
    size_t wrong = 0;
    for (size_t time = 0; time < size / 2; time++) {
        const vox_string last = name_of(name, false, size - 20);
        row = vox_node_next(tree, row);
        wrong += vox_object_get(tree, large, last) == NULL;
        wrong += between && vox_object_get(tree, row, LITERAL("r0")) == NULL;
    }
    CHECK_SIZE(wrong, 0);
    const uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static uint64_t near_the_end(size_t size) {
    return look_up_near_the_end(size, false);
}
static uint64_t near_the_end_in_turn(size_t size) {
    return look_up_near_the_end(size, true);
}

static void looking_up_near_the_end(void) {
    steps_check_linear("near the end", near_the_end, 8000);
    steps_check_linear("near the end, and small objects", near_the_end_in_turn, 8000);
}

/** A member between many that repeat a name stays the first one when another node takes its place. */
static void replaced_between_repeated_names(void) {
    char text[1024];
    size_t length = 0;
    for (int index = 0; index < 81; index++) {
        const char *begin = index ? "," : "{\"o\":{";
        length += (size_t)sprintf(text + length, "%s\"%s\":1", begin, index == 40 ? "q" : "a");
    }
    strcpy(text + length, "}}");
    vox_tree *tree = document_from_c(text);
    vox_node *object = document_at(tree, "/o"), *node = NULL;
    CHECK_TEXT(vox_node_name(tree, vox_node_first(tree, object)), "q");
    CHECK_OK(vox_node_new(tree, vox_value_int64(2), &node));
    CHECK_OK(vox_object_set(tree, object, LITERAL("q"), vox_value_node(node), NULL));
    CHECK(vox_node_first(tree, object) == node);
    vox_tree_free(tree);
}

const check_test wide_objects_tests[] = {
    CHECK_TEST(shadowed_among_many),
    CHECK_TEST(without_memory),
    CHECK_TEST(walking),
    CHECK_TEST(looking_up_in_turn),
    CHECK_TEST(looking_up_near_the_end),
    CHECK_TEST(replaced_between_repeated_names),
    CHECK_END,
};
