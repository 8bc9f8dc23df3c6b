/* SPDX-License-Identifier: MIT */
/** Pools: reading many documents one after the other allocates nothing. */
#include "document.h"
#include "tests.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static vox_pool *new_pool(size_t max_bytes) {
    vox_allocator allocator = check_allocator_interface(&check_memory);
    vox_pool *pool = NULL;
    CHECK_OK(vox_pool_new(&allocator, max_bytes, &pool));
    return pool;
}

/** Parses, reads, edits and writes. All memory comes from the pool. */
static void use(vox_pool *pool, vox_string text, bool edit) {
    vox_options options = vox_options_default();
    options.allocator = vox_pool_allocator(pool);
    vox_tree *tree = NULL;
    if (!CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL))) {
        return;
    }
    vox_node *root = vox_tree_root(tree);
    CHECK_SIZE(vox_node_count(tree, root), 300);
    CHECK(vox_object_get(tree, root, LITERAL("k77")) != NULL);
    if (edit) {
        CHECK_OK(vox_object_set(tree, root, LITERAL("k5"), vox_value_string(LITERAL("x")), NULL));
        CHECK_OK(vox_object_set(tree, root, LITERAL("new"), vox_value_array(), NULL));
    }
    vox_buffer buffer = {0};
    buffer.allocator = options.allocator;
    CHECK_OK(vox_write_buffer(tree, root, VOX_STYLE_PRESERVE, &buffer));
    CHECK(edit || vox_string_equal(buffer_text(&buffer), text));
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
}

static vox_string make_text(char *json) {
    size_t length = 0;
    for (int number = 0; number < 300; number++) {
        length += (size_t)sprintf(
            json + length, "%c\"k%d\":[%d,\"t\\u0065xt\"]", number ? ',' : '{', number, number
        );
    }
    json[length++] = '}';
    return (vox_string){json, length};
}

static void after_the_warm_up(void) {
    char *json = malloc(20000);
    vox_string text = make_text(json);
    vox_pool *pool = new_pool((size_t)1 << 22);
    for (int round = 0; round < 3; round++) {
        use(pool, text, round == 1);
    }
    size_t calls = check_memory.calls, blocks = check_memory.blocks;
    for (int round = 0; round < 200; round++) {
        use(pool, text, round % 3 == 0);
    }
    CHECK_SIZE(check_memory.calls, calls);
    CHECK_SIZE(check_memory.blocks, blocks);
    CHECK(vox_pool_bytes(pool) > 0 && vox_pool_bytes(pool) <= (size_t)1 << 22);
    vox_pool_free(pool);
    CHECK_SIZE(check_memory.blocks, 0);
    free(json);
}

static void smaller_documents_after_larger(void) {
    char *json = malloc(20000);
    vox_string text = make_text(json);
    vox_pool *pool = new_pool((size_t)1 << 22);
    use(pool, text, false);
    use(pool, text, false);
    size_t calls = check_memory.calls;
    vox_options options = vox_options_default();
    options.allocator = vox_pool_allocator(pool);
    vox_tree *one = NULL;
    CHECK_OK(vox_tree_parse("[1]", 3, &options, &one, NULL));
    CHECK_WRITES(one, vox_tree_root(one), VOX_STYLE_COMPACT, "[1]");
    vox_tree_free(one);
    use(pool, text, false);
    /* The written text uses `check_memory`. The memory of the trees came from the pool, except
     * for a few blocks of new sizes. */
    CHECK(check_memory.calls < calls + 12);
    vox_pool_free(pool);
    free(json);
}

static void several_trees_at_once(void) {
    vox_pool *pool = new_pool((size_t)1 << 20);
    vox_options options = vox_options_default();
    options.allocator = vox_pool_allocator(pool);
    vox_tree *trees[8];
    for (int round = 0; round < 4; round++) {
        for (size_t index = 0; index < COUNT(trees); index++) {
            char json[32];
            snprintf(json, sizeof json, "{\"n\":[%zu,%d]}", index, round);
            CHECK_OK(vox_tree_parse(json, strlen(json), &options, &trees[index], NULL));
        }
        for (size_t index = 0; index < COUNT(trees); index++) {
            char json[32];
            snprintf(json, sizeof json, "{\"n\":[%zu,%d]}", index, round);
            CHECK_WRITES(trees[index], vox_tree_root(trees[index]), VOX_STYLE_PRESERVE, json);
        }
        for (size_t index = 0; index < COUNT(trees); index++) {
            vox_tree_free(trees[(index * 3 + (size_t)round) % COUNT(trees)]);
        }
    }
    vox_pool_free(pool);
}

/** Returns NULL when all succeeded, else its context: checks work in one thread only. */
static void *read_many(void *context) {
    vox_options options = vox_options_default();
    options.allocator = vox_pool_allocator(context);
    for (int round = 0; round < 500; round++) {
        vox_tree *trees[3];
        int64_t number = -1;
        char json[64];
        snprintf(json, sizeof json, "[\"%*s\",%d]", round % 40, "x", round);
        for (size_t index = 0; index < COUNT(trees); index++) {
            if (vox_tree_parse(json, strlen(json), &options, &trees[index], NULL) != VOX_OK) {
                return context;
            }
        }
        for (size_t index = 0; index < COUNT(trees); index++) {
            vox_tree *tree = trees[index];
            vox_node *last = vox_array_get(tree, vox_tree_root(tree), 1);
            if (vox_node_int64(tree, last, &number) != VOX_OK || number != round) {
                return context;
            }
            vox_tree_free(tree);
        }
    }
    return NULL;
}

static void several_threads(void) {
#ifdef VOX_FREESTANDING
    check_skip("one thread uses a pool of a freestanding core");
    return;
#endif
    vox_pool *pool = new_pool((size_t)1 << 20);
    pthread_t threads[4];
    bool started[COUNT(threads)];
    for (size_t index = 0; index < COUNT(threads); index++) {
        started[index] = CHECK(pthread_create(&threads[index], NULL, read_many, pool) == 0);
    }
    for (size_t index = 0; index < COUNT(threads); index++) {
        void *result = NULL;
        CHECK(!started[index] || pthread_join(threads[index], &result) == 0);
        CHECK(result == NULL);
    }
    CHECK(vox_pool_bytes(pool) > 0);
    vox_pool_free(pool);
}

static void bounded(void) {
    char *json = malloc(20000);
    vox_string text = make_text(json);
    static const size_t bounds[] = {0, 1, 1000, 10000, 100000};
    for (size_t index = 0; index < COUNT(bounds); index++) {
        check_note("bound %zu", bounds[index]);
        vox_pool *pool = new_pool(bounds[index]);
        size_t own = check_memory.bytes;
        for (int round = 0; round < 3; round++) {
            use(pool, text, true);
            CHECK(vox_pool_bytes(pool) <= bounds[index]);
            /* The pool holds about as many bytes as vox_pool_bytes returns. */
            CHECK(check_memory.bytes <= own + vox_pool_bytes(pool) + 4096);
        }
        vox_pool_free(pool);
        CHECK_SIZE(check_memory.blocks, 0);
    }
    free(json);
}

static void out_of_memory(void) {
    char *json = malloc(20000);
    vox_string text = make_text(json);
    vox_allocator allocator = check_allocator_interface(&check_memory);
    vox_pool *pool = (vox_pool *)(uintptr_t)1;
    check_memory.failing = true;
    CHECK_STATUS(vox_pool_new(&allocator, 1000, &pool), VOX_ERROR_MEMORY);
    CHECK(pool == NULL);
    check_memory.failing = false;
    vox_pool_free(NULL);

    pool = new_pool((size_t)1 << 22);
    vox_options options = vox_options_default();
    options.allocator = vox_pool_allocator(pool);
    vox_tree *tree = NULL;
    size_t failing = 1;
    vox_status status = VOX_ERROR_MEMORY;
    for (; status != VOX_OK && failing < 1000; failing++) {
        check_memory.countdown = failing;
        status = vox_tree_parse(text.bytes, text.length, &options, &tree, NULL);
        CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY);
        CHECK((status == VOX_OK) == (tree != NULL));
    }
    check_memory.countdown = 0;
    CHECK_OK(status);
    vox_tree_free(tree);
    vox_pool_free(pool);
    free(json);
}

static void the_default_allocator(void) {
    vox_allocator allocator = vox_allocator_default();
    char *block = allocator.resize(allocator.context, NULL, 0, 10);
    CHECK(block != NULL);
    memcpy(block, "0123456789", 10);
    block = allocator.resize(allocator.context, block, 10, 1000);
    CHECK(block && memcmp(block, "0123456789", 10) == 0);
    CHECK(allocator.resize(allocator.context, block, 1000, 0) == NULL);
}

/** A block is moved and copied only when its new size needs a larger block. */
static void blocks_stay(void) {
    vox_pool *pool = new_pool((size_t)1 << 20);
    const vox_allocator allocator = vox_pool_allocator(pool);
    for (size_t power = 8; power < 17; power++) {
        size_t size = (size_t)1 << power, stayed = 0;
        void *memory = allocator.resize(allocator.context, NULL, 0, size);
        for (int step = 0; step < 16; step++) {
            const size_t next = size + ((size_t)1 << (power - 4));
            void *const moved = allocator.resize(allocator.context, memory, size, next);
            stayed += moved == memory;
            memory = moved;
            size = next;
        }
        check_note("from %zu bytes", (size_t)1 << power);
        CHECK_SIZE(stayed, 12); /* each power of two has four size classes */
        allocator.resize(allocator.context, memory, size, 0);
    }
    check_note(NULL);
    vox_pool_free(pool);
}

const check_test pool_tests[] = {
    CHECK_TEST(after_the_warm_up),
    CHECK_TEST(smaller_documents_after_larger),
    CHECK_TEST(several_trees_at_once),
    CHECK_TEST(several_threads),
    CHECK_TEST(bounded),
    CHECK_TEST(out_of_memory),
    CHECK_TEST(the_default_allocator),
    CHECK_TEST(blocks_stay),
    CHECK_END,
};
