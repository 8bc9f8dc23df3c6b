/* SPDX-License-Identifier: MIT */
/** The growable array alone: when it requests memory, and how much. */
#include "base/list.h"
#include "check_allocator.h"
#include "tests.h"

static vox__account make_account(void) {
    return (vox__account){.allocator = check_allocator_interface(&check_memory)};
}

/** Items that are added one by one. The capacity doubles, from 8. */
static void adding(void) {
    vox__account memory = make_account();
    vox__list list = {NULL, 0, 0};
    for (uint32_t count = 1; count <= 100; count++) {
        uint32_t *item = vox__list_add(&memory, &list, sizeof *item);
        if (CHECK(item)) {
            *item = count;
        }
        const uint32_t capacity = count <= 8 ? 8 : UINT32_C(2) << (31 - __builtin_clz(count - 1));
        CHECK_SIZE(list.count, count);
        CHECK_SIZE(list.capacity, capacity);
        CHECK_SIZE(check_memory.bytes, capacity * sizeof *item);
    }
    for (uint32_t count = 0; count < 100; count++) {
        CHECK_SIZE(((uint32_t *)list.items)[count], count + 1);
    }
    vox__list_free(&memory, &list, sizeof(uint32_t));
    CHECK(list.items == NULL);
    CHECK_SIZE(list.count + list.capacity, 0);
    CHECK_SIZE(check_memory.bytes, 0);
}

/** Items that are reserved together: a row has the number in the list, the number to reserve, and
 *  the capacity after that. */
static void reserving(void) {
    static const uint32_t rows[][3] = {
        {0, 0, 0},  {0, 1, 8},  {0, 8, 8},  {0, 9, 9}, {4, 4, 8},
        {4, 5, 16}, {8, 8, 16}, {8, 9, 17}, {8, 0, 8}, {8, 100, 108},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox__account memory = make_account();
        vox__list list = {NULL, 0, 0};
        for (uint32_t count = 0; count < rows[row][0]; count++) {
            CHECK(vox__list_add(&memory, &list, 3));
        }
        check_note("%u and %u", rows[row][0], rows[row][1]);
        CHECK_OK(vox__list_reserve(&memory, &list, 3, rows[row][1]));
        CHECK_SIZE(list.count, rows[row][0]);
        CHECK_SIZE(list.capacity, rows[row][2]);
        CHECK_SIZE(check_memory.bytes, 3 * (size_t)rows[row][2]);
        vox__list_free(&memory, &list, 3);
    }
    check_note(NULL);
}

/** A list that cannot grow stays as it is. */
static void failing(void) {
    vox__account memory = make_account();
    vox__list list = {NULL, 0, 0};
    check_memory.countdown = 1;
    CHECK(!vox__list_add(&memory, &list, 1));
    CHECK_SIZE(list.count + list.capacity, 0);
    for (int count = 0; count < 8; count++) {
        CHECK(vox__list_add(&memory, &list, 1));
    }
    check_memory.countdown = 1;
    CHECK(!vox__list_add(&memory, &list, 1));
    CHECK_STATUS(vox__list_reserve(&memory, &list, 1, UINT32_MAX), VOX_ERROR_MEMORY);
    CHECK_STATUS(vox__list_reserve(&memory, &list, 1, SIZE_MAX / 2), VOX_ERROR_MEMORY);
    CHECK_SIZE(list.count, 8);
    CHECK_SIZE(list.capacity, 8);
    vox__list_free(&memory, &list, 1);
}

const check_test lists_tests[] = {
    CHECK_TEST(adding),
    CHECK_TEST(reserving),
    CHECK_TEST(failing),
    CHECK_END,
};
