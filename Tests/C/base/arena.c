/* SPDX-License-Identifier: MIT */
/** The arena alone: which refs it returns, how much memory it requests, and what the units that
 *  it skips contain. */
#include "base/arena.h"
#include "check_allocator.h"
#include "tests.h"

#define UNIT 16

typedef struct arena_case {
    vox__account memory;
    vox__arena arena;
} arena_case;

/** Makes an arena whose chunk 0 has `first` units. With `first` 0 the arena has no chunk 0. */
static void start(arena_case *made, size_t first, uint32_t shift) {
    *made = (arena_case){.memory = {.allocator = check_allocator_interface(&check_memory)}};
    vox__arena_make(&made->arena, UNIT, shift);
    if (first) {
        CHECK_OK(vox__arena_start(&made->memory, &made->arena, first));
    }
}

static void end(arena_case *made) {
    vox__arena_free(&made->memory, &made->arena);
    CHECK_SIZE(made->memory.reserved, 0);
}

static vox_ref take(arena_case *made, size_t count) {
    vox_ref ref = 0;
    CHECK_OK(vox__arena_take(&made->memory, &made->arena, count, &ref));
    return ref;
}

static char *at(const arena_case *made, vox_ref ref) {
    return vox__arena_at(&made->arena, ref);
}

/** Units that are taken one by one have consecutive refs, across chunks. */
static void refs_follow_one_another(void) {
    static const size_t firsts[] = {0, 1, 2, 7, 8, 100};
    for (size_t row = 0; row < COUNT(firsts); row++) {
        for (uint32_t shift = 2; shift < 6; shift++) {
            arena_case made;
            check_note("%zu units first, shift %u", firsts[row], shift);
            start(&made, firsts[row], shift);
            for (vox_ref wanted = 1; wanted < 3000; wanted++) {
                const vox_ref ref = take(&made, 1);
                if (!CHECK_SIZE(ref, wanted)) {
                    break;
                }
                memcpy(at(&made, ref), &wanted, sizeof wanted);
            }
            CHECK_SIZE(made.arena.skipped, 0);
            vox_ref last = 0;
            for (vox_ref ref = 1; ref && ref < 3000; ref = vox__arena_after(&made.arena, ref)) {
                vox_ref found;
                memcpy(&found, at(&made, ref), sizeof found);
                CHECK_SIZE(found, ref);
                CHECK_SIZE(
                    vox__arena_ref(&made.arena, at(&made, ref)),
                    ref < made.arena.first_count ? 0 : ref
                );
                last = ref;
            }
            CHECK_SIZE(last, 2999);
            end(&made);
        }
    }
    check_note(NULL);
}

/** A new chunk is at most as large as the whole arena before it, or as large as the units that
 *  are taken at once. The first one also has the table of all chunks. */
static void memory_of_chunks(void) {
    arena_case made;
    start(&made, 100, 4);
    size_t before = made.memory.reserved;
    (void)take(&made, 99);
    CHECK_SIZE(made.memory.reserved, before); /* ref 0 is already taken */
    (void)take(&made, 1);
    CHECK_SIZE(made.memory.reserved - before, 16 * UNIT + sizeof(vox__chunks));
    before = made.memory.reserved;
    (void)take(&made, 5000); /* the new chunk has refs for 8192 units */
    CHECK_SIZE(made.memory.reserved - before, 5000 * UNIT);
    before = made.memory.reserved;
    (void)take(&made, 1); /* the new chunk has refs for 16,384 units */
    CHECK_SIZE(made.memory.reserved - before, (100 + 16 + 5000 + 16) * UNIT);
    end(&made);

    start(&made, 4, 10);
    before = made.memory.reserved;
    CHECK_OK(vox__arena_expect(&made.memory, &made.arena, 3));
    CHECK_SIZE(made.memory.reserved, before);
    CHECK_OK(vox__arena_expect(&made.memory, &made.arena, 50));
    CHECK_SIZE(made.memory.reserved - before, 50 * UNIT + sizeof(vox__chunks));
    before = made.memory.reserved;
    (void)take(&made, 50);
    CHECK_SIZE(made.memory.reserved, before);
    end(&made);
}

/** Checks that the `count` units from `from` up to `to` are zero. `to` is the ref that was taken
 *  last. */
static void check_zeros(const arena_case *made, vox_ref from, vox_ref to, size_t count) {
    static const char zeros[UNIT];
    size_t passed = 0;
    for (vox_ref ref = from; ref && ref < to; ref = vox__arena_after(&made->arena, ref)) {
        CHECK(memcmp(at(made, ref), zeros, UNIT) == 0);
        passed++;
    }
    CHECK_SIZE(passed, count);
}

/** Skipped units have memory and are zero, so that they are not values. Two kinds of units are
 *  skipped: the rest of a chunk, and a chunk that an undone edit has filled. */
static void units_that_are_left_out(void) {
    arena_case made;
    start(&made, 10, 4);
    const vox_ref kept = take(&made, 5);
    memset(at(&made, kept), 0xAA, 5 * UNIT);
    const vox__arena_mark mark = vox__arena_mark_take(&made.arena);
    for (int count = 0; count < 4 + 16; count++) {
        memset(at(&made, take(&made, 1)), 0xBB, UNIT);
    }
    vox__arena_reset(&made.arena, mark);
    const vox_ref ref = take(&made, 20);
    CHECK_SIZE(ref, 10 + 16); /* chunk 1 has 16 units */
    CHECK_SIZE(made.arena.skipped, 4 + 16);
    CHECK_SIZE(vox__arena_after(&made.arena, kept + 4), 6);
    check_zeros(&made, kept + 5, ref, 4 + 16);
    CHECK((unsigned char)*at(&made, kept + 4) == 0xAA);
    end(&made);
}

/** A chunk whose units were released by undoing an edit is used again, and not allocated again. */
static void chunks_that_are_left(void) {
    arena_case made;
    start(&made, 10, 4);
    const vox__arena_mark mark = vox__arena_mark_take(&made.arena);
    const vox_ref first = take(&made, 12);
    const size_t before = made.memory.reserved;
    vox__arena_reset(&made.arena, mark);
    CHECK_SIZE(take(&made, 16), first);
    CHECK_SIZE(made.memory.reserved, before);
    end(&made);
}

const check_test arena_tests[] = {
    CHECK_TEST(refs_follow_one_another),
    CHECK_TEST(memory_of_chunks),
    CHECK_TEST(units_that_are_left_out),
    CHECK_TEST(chunks_that_are_left),
    CHECK_END,
};
