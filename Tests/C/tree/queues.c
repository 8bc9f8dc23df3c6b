/* SPDX-License-Identifier: MIT */
/** Arrays from which elements leave at one end while others enter at the other: the index of
 *  positions follows, and its memory stays in proportion to the elements. */
#include "document.h"
#include "tests.h"

#include <stdlib.h>

#define ELEMENTS 200

/** An array with the numbers from `first` on. */
static vox_tree *numbers(size_t count) {
    vox_tree *tree = document_from_c("[]");
    for (size_t number = 0; number < count; number++) {
        const vox_value value = vox_value_uint64(number);
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), value, NULL));
    }
    return tree;
}

/** Checks that the array has the numbers from `first` on, by position and by element. */
static void check_numbers(vox_tree *tree, size_t count, uint64_t first) {
    const vox_node *array = vox_tree_root(tree);
    CHECK_SIZE(vox_node_count(tree, array), count);
    for (size_t step = 0; step < count; step++) {
        const size_t index = step * 37 % count;
        const vox_node *element = vox_array_get(tree, array, index);
        uint64_t value = 0;
        CHECK_OK(vox_node_uint64(tree, element, &value));
        CHECK_SIZE(value, first + index);
        CHECK_SIZE(vox_node_index(tree, element), index);
    }
    CHECK(vox_array_get(tree, array, count) == NULL);
}

static void from_the_front(void) {
    for (size_t count = 1; count <= ELEMENTS; count += count < 20 ? 1 : 60) {
        vox_tree *tree = numbers(count);
        vox_node *array = vox_tree_root(tree);
        check_numbers(tree, count, 0);
        size_t memory = 0;
        for (size_t round = 1; round <= 4 * ELEMENTS; round++) {
            CHECK_OK(vox_array_append(tree, array, vox_value_uint64(count + round - 1), NULL));
            CHECK_OK(vox_node_remove(tree, vox_array_get(tree, array, 0)));
            check_note("%zu elements, round %zu", count, round);
            if (round % 29 == 0 || round > 4 * ELEMENTS - 3) {
                check_numbers(tree, count, round);
            }
            memory = round == ELEMENTS ? check_memory.bytes : memory;
        }
        /* Nodes and texts stay in the arena; the index does not grow. */
        CHECK(check_memory.bytes <= 8 * memory);
        vox_tree_free(tree);
    }
}

static void from_the_end(void) {
    for (size_t count = 1; count <= ELEMENTS; count += count < 20 ? 1 : 60) {
        vox_tree *tree = numbers(count);
        vox_node *array = vox_tree_root(tree);
        const uint64_t begin = 4 * ELEMENTS;
        for (size_t index = 0; index < count; index++) {
            const vox_value value = vox_value_uint64(begin + index);
            CHECK_OK(vox_node_set(tree, vox_array_get(tree, array, index), value));
        }
        for (size_t round = 1; round <= 4 * ELEMENTS; round++) {
            CHECK_OK(vox_array_insert(tree, array, 0, vox_value_uint64(begin - round), NULL));
            CHECK_OK(vox_node_remove(tree, vox_node_last(tree, array)));
            check_note("%zu elements, round %zu", count, round);
            if (round % 29 == 0 || round > 4 * ELEMENTS - 3) {
                check_numbers(tree, count, begin - round);
            }
        }
        vox_tree_free(tree);
    }
}

/** The position of an element that was asked for, and then of others far away. */
static void far_positions(void) {
    vox_tree *tree = numbers(3 * ELEMENTS);
    vox_node *array = vox_tree_root(tree);
    for (size_t round = 0; round < ELEMENTS; round++) {
        const size_t middle = (round * 101) % (2 * ELEMENTS);
        vox_node *moved = vox_array_get(tree, array, middle), *added = NULL;
        CHECK_OK(vox_node_remove(tree, moved));
        CHECK_SIZE(vox_node_index(tree, vox_array_get(tree, array, middle)), middle);
        CHECK_OK(vox_array_insert(tree, array, middle, vox_value_node(moved), &added));
        CHECK(added == moved);
        CHECK_SIZE(vox_node_index(tree, moved), middle);
        CHECK_SIZE(vox_node_index(tree, vox_node_last(tree, array)), 3 * ELEMENTS - 1);
        CHECK_SIZE(vox_node_index(tree, vox_node_first(tree, array)), 0);
    }
    check_numbers(tree, 3 * ELEMENTS, 0);
    vox_tree_free(tree);
}

const check_test queues_tests[] = {
    CHECK_TEST(from_the_front),
    CHECK_TEST(from_the_end),
    CHECK_TEST(far_positions),
    CHECK_END,
};
