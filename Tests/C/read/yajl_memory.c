/* SPDX-License-Identifier: MIT */
/** The memory of yajl for one run. The blocks come first from the stack of the run, then from
 *  the allocator of the tree. They have all properties of an allocator's blocks. */
#include "comparing.h"
#include "document.h"
#include "random.h"
#include "tests.h"

#include <read/yajl_memory.h>
#include <stdlib.h>

#if defined(VOX_WITHOUT_YAJL)

static void without_yajl(void) {
    check_skip("the core has no yajl");
}

const check_test yajl_memory_tests[] = {
    CHECK_TEST(without_yajl),
    CHECK_END,
};

#else

#define MOST_BLOCKS 200

typedef struct lent_block {
    unsigned char *bytes;
    size_t size;
} lent_block;

/** The blocks of a test. Each is filled with its number. */
typedef struct lending {
    vox__yajl_memory memory;
    lent_block blocks[MOST_BLOCKS];
    size_t count;
} lending;

static void check_block(const lending *all, size_t number) {
    const lent_block *block = &all->blocks[number];
    bool kept = true;
    for (size_t at = 0; at < block->size; at++) {
        kept = kept && block->bytes[at] == (unsigned char)number;
    }
    CHECK(kept);
}

/** Requests a block, or another size for an existing block. */
static bool lend(lending *all, size_t number, size_t size) {
    lent_block *block = &all->blocks[number];
    size_t kept = block->size < size ? block->size : size;
    if (setjmp(all->memory.out_of_memory)) {
        return false;
    }
    block->bytes = block->bytes ? vox__yajl_realloc(&all->memory, block->bytes, size)
                                : vox__yajl_alloc(&all->memory, size);
    CHECK((uintptr_t)block->bytes % 16 == 0); /* aligned for any type */
    bool same = true;
    for (size_t at = 0; at < kept; at++) {
        same = same && block->bytes[at] == (unsigned char)number;
    }
    CHECK(same);
    block->size = size;
    memset(block->bytes, (int)number, size);
    return true;
}

static lending *begin(vox_tree *tree) {
    lending *all = calloc(1, sizeof *all);
    if (!all) {
        abort();
    }
    vox__yajl_memory_start(&all->memory, &tree->memory);
    return all;
}

/** Every block is aligned, no two blocks overlap, and their content stays. */
static void blocks_of_every_size(void) {
    for (size_t step = 1; step <= 64; step++) {
        vox_tree *tree = document_new();
        lending *all = begin(tree);
        for (all->count = 0; all->count < 100; all->count++) {
            check_note("step %zu, block %zu", step, all->count);
            CHECK(lend(all, all->count, all->count * step % 700));
        }
        for (size_t number = 0; number < all->count; number++) {
            check_block(all, number);
        }
        vox__yajl_memory_end(&all->memory);
        free(all);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** Blocks are requested, grow, shrink and are freed in any order. */
static void blocks_that_come_and_go(void) {
    uint64_t seed = 41;
    vox_tree *tree = document_new();
    size_t held = check_memory.bytes, reserved = vox_tree_memory(tree).reserved;
    for (int round = 0; round < 20; round++) {
        lending *all = begin(tree);
        for (int turn = 0; turn < 300; turn++) {
            size_t number = random_below(&seed, 20);
            if (all->blocks[number].bytes && random_below(&seed, 3) == 0) {
                vox__yajl_free(&all->memory, all->blocks[number].bytes);
                all->blocks[number] = (lent_block){NULL, 0};
            } else {
                CHECK(lend(all, number, 1 + random_below(&seed, 1000)));
            }
        }
        for (size_t number = 0; number < 20; number++) {
            check_block(all, number);
        }
        vox__yajl_memory_end(&all->memory);
        free(all);
        CHECK_SIZE(check_memory.bytes, held);
        CHECK_SIZE(vox_tree_memory(tree).reserved, reserved);
    }
    vox_tree_free(tree);
}

/** Blocks come from the stack until it is full. Later blocks come from the allocator, and are
 *  freed. */
static void the_stack_first(void) {
    for (size_t size = 0; size <= YAJL_FIRST_SIZE; size += 16) {
        vox_tree *tree = document_new();
        lending *all = begin(tree);
        size_t calls = check_memory.calls, room = YAJL_FIRST_SIZE, each = size + sizeof(yajl_block);
        check_note("size %zu", size);
        for (size_t number = 0; number < 8; number++) {
            bool fits = each <= room;
            room -= fits ? each : 0;
            CHECK(lend(all, number, size));
            CHECK_SIZE(check_memory.calls, calls + !fits);
            calls = check_memory.calls;
        }
        vox__yajl_memory_end(&all->memory);
        free(all);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** When a block is moved because it grows, the old block is freed at once. */
static void blocks_that_grow(void) {
    vox_tree *tree = document_new();
    lending *all = begin(tree);
    size_t blocks = check_memory.blocks;
    for (size_t size = YAJL_FIRST_SIZE; size < 4 * YAJL_FIRST_SIZE; size += 1000) {
        CHECK(lend(all, 0, size) && lend(all, 1, size / 2));
        CHECK(check_memory.blocks <= blocks + 2);
    }
    vox__yajl_memory_end(&all->memory);
    CHECK_SIZE(check_memory.blocks, blocks);
    free(all);
    vox_tree_free(tree);
}

/** A block that grows in small steps, as the stack of yajl does by 128 levels, is rarely moved.
 *  The copied bytes are in proportion to its size. */
static void blocks_that_grow_by_little(void) {
    vox_tree *tree = document_new();
    lending *all = begin(tree);
    size_t calls = check_memory.calls;
    for (size_t size = 128; size <= 1024 * 128; size += 128) {
        CHECK(lend(all, 0, size));
    }
    CHECK(check_memory.calls - calls < 20);
    check_block(all, 0);
    vox__yajl_memory_end(&all->memory);
    free(all);
    vox_tree_free(tree);
}

/** A size of 0, after an overflow, stops the run. Otherwise yajl would write into the old block. */
static void a_size_that_wrapped(void) {
    vox_tree *tree = document_new();
    lending *all = begin(tree);
    CHECK(lend(all, 0, 2048));
    CHECK(!lend(all, 0, 0));
    CHECK_STATUS(all->memory.status, VOX_ERROR_MEMORY);
    vox__yajl_memory_end(&all->memory);
    free(all);
    vox_tree_free(tree);
}

/** A request that fails stops the run and sets the status. */
static void no_memory(void) {
    vox_tree *tree = document_new();
    lending *all = begin(tree);
    CHECK(lend(all, 0, 10));
    for (size_t less = 0; less < 64; less++) { /* all these sizes overflow or are not available */
        check_note("%zu less", less);
        CHECK(!lend(all, 1, SIZE_MAX - less));
        CHECK_STATUS(all->memory.status, VOX_ERROR_MEMORY);
        all->memory.status = VOX_OK;
    }
    CHECK(lend(all, 2, YAJL_FIRST_SIZE));
    check_memory.countdown = 1;
    CHECK(!lend(all, 3, YAJL_FIRST_SIZE));
    CHECK_STATUS(all->memory.status, VOX_ERROR_MEMORY);
    check_block(all, 0);
    check_block(all, 2);
    vox__yajl_memory_end(&all->memory);
    free(all);
    vox_tree_free(tree);
}

/** A parse by yajl, in which each request for memory fails, also those of yajl itself: the stack of
 *  its states and the buffer of a string with escapes are larger than the stack of the run. */
static void parses_without_memory(void) {
    enum {
        DEEP = 3000,
        LONG = 20000
    };
    char *text = malloc(2 * DEEP + LONG);
    if (!has_yajl() || !text) {
        free(text);
        return;
    }
    memset(text, '[', DEEP);
    memset(text + DEEP, 'n', LONG);
    memcpy(text + DEEP, "\"\\n", 3);
    text[DEEP + LONG - 1] = '"';
    memset(text + DEEP + LONG, ']', DEEP);
    vox_options options = document_options();
    options.reader = VOX_READER_YAJL;
    options.max_depth = DEEP;
    bool done = false;
    size_t refused = 0;
    for (size_t countdown = 1; !done && countdown < 1000; countdown++) {
        vox_tree *tree = NULL;
        vox_error error = {.status = VOX_OK};
        check_note("request %zu", countdown);
        check_memory.countdown = countdown;
        check_memory.failures = 0;
        const vox_status status = vox_tree_parse(text, 2 * DEEP + LONG, &options, &tree, &error);
        done = check_memory.failures == 0;
        check_memory.countdown = 0;
        CHECK_STATUS(status, done ? VOX_OK : VOX_ERROR_MEMORY);
        CHECK(done || (!tree && error.status == VOX_ERROR_MEMORY));
        refused += !done;
        vox_tree_free(tree);
        CHECK_SIZE(check_memory.blocks, 0);
    }
    CHECK(done);
    CHECK(refused > 4); /* more than the tree requests */
    check_note(NULL);
    free(text);
}

const check_test yajl_memory_tests[] = {
    CHECK_TEST(blocks_of_every_size),
    CHECK_TEST(blocks_that_come_and_go),
    CHECK_TEST(the_stack_first),
    CHECK_TEST(blocks_that_grow),
    CHECK_TEST(blocks_that_grow_by_little),
    CHECK_TEST(a_size_that_wrapped),
    CHECK_TEST(no_memory),
    CHECK_TEST(parses_without_memory),
    CHECK_END,
};

#endif
