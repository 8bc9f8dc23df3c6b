/* SPDX-License-Identifier: MIT */
/** The cost of edits and reads at positions of an array. The index follows edits near the
 *  positions that were read, and a walk to an element does not move it. */
#include "document.h"
#include "steps.h"
#include "tests.h"

/** Removes and inserts elements in the middle of an array by position, and reads the new
 *  elements by position. Then checks all positions. */
static uint64_t edit_the_middle(size_t size) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_uint64(number), NULL));
    }
    uint64_t start = steps_counted();
    for (size_t number = 0; number < size; number++) {
        const size_t place = size / 4 + number * 7919 % (size / 2);
        vox_node *added = NULL, *removed = vox_array_get(tree, root, size - 1 - place);
        if (!CHECK_OK(vox_node_remove(tree, removed)) ||
            !CHECK_OK(vox_array_insert(tree, root, place, vox_value_null(), &added)) ||
            !CHECK(vox_array_get(tree, root, place) == added)) {
            break;
        }
    }
    uint64_t steps = steps_counted() - start;
    vox_node *element = vox_node_first(tree, root);
    for (size_t number = 0; number < size; number++, element = vox_node_next(tree, element)) {
        if (!CHECK(element && vox_array_get(tree, root, number) == element)) {
            break;
        }
    }
    vox_tree_free(tree);
    return steps;
}

static void editing_the_middle(void) {
    steps_check_linear("edit in the middle", edit_the_middle, 4000);
}

/** Inserts elements at the beginning of an array that has an index, appends some, and reads each
 *  of them by position. */
static uint64_t grow_at_both_ends(size_t size) {
    uint64_t start = steps_counted();
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        vox_node *first = NULL, *last = NULL;
        CHECK_OK(vox_array_insert(tree, root, 0, vox_value_null(), &first));
        CHECK(vox_array_get(tree, root, 0) == first);
        if (number % 3 == 0) {
            CHECK_OK(vox_array_append(tree, root, vox_value_null(), &last));
            CHECK(vox_array_get(tree, root, vox_node_count(tree, root) - 1) == last);
        }
        if (!CHECK(vox_array_get(tree, root, 1) == vox_node_next(tree, first))) {
            break;
        }
    }
    uint64_t steps = steps_counted() - start;
    size_t number = 0;
    for (vox_node *at = vox_node_first(tree, root); at; at = vox_node_next(tree, at)) {
        if (!CHECK(vox_array_get(tree, root, number++) == at)) {
            break;
        }
    }
    CHECK_SIZE(number, size + (size + 2) / 3);
    vox_tree_free(tree);
    return steps;
}

static void growing_at_both_ends(void) {
    steps_check_linear("grow at both ends", grow_at_both_ends, 4000);
}

/** Moves the last element to the front again and again, and asks for the position of another one each
 *  time: the slots in front come by the half of the array, and not one by one. */
static uint64_t rotate(size_t size) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_uint64(number), NULL));
    }
    uint64_t start = steps_counted();
    size_t wrong = 0;
    for (size_t number = 0; number < size; number++) {
        const size_t place = 1 + number * 7919 % (size - 1);
        CHECK_OK(vox_node_remove(tree, vox_array_get(tree, root, size - 1)));
        CHECK_OK(vox_array_insert(tree, root, 0, vox_value_uint64(number), NULL));
        wrong += vox_node_index(tree, vox_array_get(tree, root, place)) != place;
        wrong += vox_node_index(tree, vox_node_first(tree, root)) != 0;
    }
    CHECK_SIZE(wrong, 0);
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static void rotating(void) {
    steps_check_linear("rotate", rotate, 4000);
}

/** Removes all but the first 100 elements of an array that has an index, one after the other. */
static uint64_t remove_while_walking(size_t size) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_null(), NULL));
    }
    uint64_t start = steps_counted();
    vox_node *next = NULL;
    for (vox_node *at = vox_array_get(tree, root, 100); at; at = next) {
        next = vox_node_next(tree, at);
        CHECK_OK(vox_node_remove(tree, at));
    }
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(vox_node_count(tree, root), 100);
    CHECK(vox_array_get(tree, root, 99) == vox_node_last(tree, root));
    vox_tree_free(tree);
    return steps;
}

static void removing_while_walking(void) {
    steps_check_linear("remove while walking", remove_while_walking, 4000);
}

/** Requests the position of each element, forwards. No element is at the position where it was
 *  read. */
static uint64_t ask_in_turn(size_t size) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        const size_t place = number % 2 ? 0 : number;
        CHECK_OK(vox_array_insert(tree, root, place, vox_value_uint64(number), NULL));
    }
    uint64_t start = steps_counted();
    size_t number = 0, wrong = 0;
    for (vox_node *at = vox_node_first(tree, root); at; at = vox_node_next(tree, at)) {
        wrong += vox_node_index(tree, at) != number++;
    }
    CHECK_SIZE(number, size);
    uint64_t steps = steps_counted() - start;
    /* Edits update the right positions, wherever the last request was. */
    vox_node *far = vox_array_get(tree, root, size / 2), *added = NULL;
    wrong += vox_node_index(tree, far) != size / 2;
    CHECK_OK(vox_array_insert(tree, root, size / 3, vox_value_null(), &added));
    wrong += vox_node_index(tree, far) != size / 2 + 1 || vox_node_index(tree, added) != size / 3;
    CHECK_OK(vox_node_remove(tree, vox_array_get(tree, root, size / 4)));
    wrong += vox_node_index(tree, far) != size / 2 || vox_node_index(tree, added) != size / 3 - 1;
    CHECK_SIZE(wrong, 0);
    vox_tree_free(tree);
    return steps;
}

static void positions_in_turn(void) {
    steps_check_linear("positions in turn", ask_in_turn, 4000);
}

/** Makes an array in which no element is at the position where it was read. */
static vox_tree *make_edited(size_t size) {
    vox_tree *tree = document_from_c("[]");
    for (size_t number = 0; number < size; number++) {
        const size_t place = number % 2 ? 0 : number;
        CHECK_OK(vox_array_insert(tree, vox_tree_root(tree), place, vox_value_uint64(number), NULL)
        );
    }
    return tree;
}

/** Requests the positions of all elements of an array, backwards. */
static uint64_t ask_backwards(size_t size) {
    vox_tree *tree = make_edited(size);
    const uint64_t start = steps_counted();
    size_t number = size, wrong = 0;
    for (vox_node *at = vox_node_last(tree, vox_tree_root(tree)); at;
         at = vox_node_previous(tree, at)) {
        wrong += vox_node_index(tree, at) != --number;
    }
    CHECK_SIZE(number + wrong, 0);
    const uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static void positions_backwards(void) {
    steps_check_linear("positions backwards", ask_backwards, 4000);
}

/** Requests positions in random order, in a frozen tree or in one that is edited. The edits
 *  insert and remove elements in the middle and at both ends. */
static uint64_t ask_at_random(size_t size, bool freezes) {
    vox_tree *tree = make_edited(size);
    vox_node *root = vox_tree_root(tree);
    size_t wrong = 0;
    CHECK(!freezes || vox_tree_freeze(tree) == VOX_OK);
    const uint64_t start = steps_counted();
    for (size_t turn = 0; turn < 4; turn++) {
        const size_t count = vox_node_count(tree, root);
        for (size_t number = 0; number < size; number++) {
            const size_t place = number * 7919 % count;
            wrong += vox_node_index(tree, vox_array_get(tree, root, place)) != place;
        }
        for (size_t number = 0; number < turn * 3 && !freezes; number++) {
            CHECK_OK(vox_array_insert(tree, root, 0, vox_value_null(), NULL));
            CHECK_OK(vox_array_append(tree, root, vox_value_null(), NULL));
            CHECK_OK(vox_array_insert(tree, root, size / 2, vox_value_null(), NULL));
            CHECK_OK(vox_node_remove(tree, vox_node_last(tree, root)));
            CHECK_OK(vox_node_remove(tree, vox_node_first(tree, root)));
            CHECK_OK(vox_node_remove(tree, vox_node_last(tree, root)));
            CHECK_OK(vox_array_append(tree, root, vox_value_null(), NULL));
        }
    }
    CHECK_SIZE(wrong, 0);
    const uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static uint64_t ask_edited(size_t size) {
    return ask_at_random(size, false);
}

static uint64_t ask_frozen(size_t size) {
    return ask_at_random(size, true);
}

static void positions_at_random(void) {
    steps_check_linear("positions at random", ask_edited, 4000);
    steps_check_linear("positions at random, frozen", ask_frozen, 4000);
}

/** Removes elements in the middle after reading them by position, and requests the position of
 *  another element each time. */
static uint64_t remove_and_ask(size_t size) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_null(), NULL));
    }
    uint64_t start = steps_counted();
    vox_node *other = vox_array_get(tree, root, size / 4);
    size_t wrong = 0;
    for (size_t number = 0; number < size / 2; number++) {
        vox_node *removed = vox_array_get(tree, root, size / 3);
        wrong += vox_node_index(tree, other) != size / 4;
        CHECK_OK(vox_node_remove(tree, removed));
    }
    CHECK_SIZE(wrong, 0);
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static void positions_between_edits(void) {
    steps_check_linear("positions between edits", remove_and_ask, 4000);
}

/** Makes an array of `count` elements whose values are their positions. */
static vox_tree *numbers(size_t count) {
    vox_tree *tree = document_from_c("[]");
    for (size_t number = 0; number < count; number++) {
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), vox_value_uint64(number), NULL));
    }
    return tree;
}

/** Checks that reading by position gives the same elements as a walk, and no others. */
static void check_positions(vox_tree *tree) {
    vox_node *root = vox_tree_root(tree), *at = vox_node_first(tree, root);
    size_t position = 0;
    for (; at; at = vox_node_next(tree, at), position++) {
        CHECK(vox_array_get(tree, root, position) == at);
    }
    for (size_t behind = 0; behind < 3; behind++) {
        CHECK(!vox_array_get(tree, root, position + behind));
    }
}

/** An element is removed after another one was read by position. */
static void removed_elsewhere_than_asked(void) {
    for (size_t asked = 0; asked < 100; asked += 3) {
        for (size_t edited = 1; edited < 100; edited += 7) {
            vox_tree *tree = numbers(100);
            vox_node *root = vox_tree_root(tree), *node = vox_array_get(tree, root, edited);
            check_note("asked for %zu, removed %zu", asked, edited);
            CHECK(vox_array_get(tree, root, asked) != NULL);
            CHECK_OK(vox_node_remove(tree, node));
            check_positions(tree);
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
}

static void positions_of_any_count(void) {
    for (size_t count = 0; count < 40; count++) {
        vox_tree *tree = numbers(count);
        check_note("%zu elements", count);
        check_positions(tree);
        CHECK_OK(vox_tree_freeze(tree));
        check_positions(tree);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

const check_test array_growth_tests[] = {
    CHECK_TEST(editing_the_middle),
    CHECK_TEST(growing_at_both_ends),
    CHECK_TEST(removing_while_walking),
    CHECK_TEST(positions_in_turn),
    CHECK_TEST(positions_between_edits),
    CHECK_TEST(positions_backwards),
    CHECK_TEST(positions_at_random),
    CHECK_TEST(removed_elsewhere_than_asked),
    CHECK_TEST(positions_of_any_count),
    CHECK_TEST(rotating),
    CHECK_END,
};
