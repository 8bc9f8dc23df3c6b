/* SPDX-License-Identifier: MIT */
/** The memory of baselines belongs to their tree and counts for the tree's limit. */
#include "document.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

static vox_tree *parse_with(vox_string text, const vox_options *options) {
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, options, &tree, NULL));
    return tree;
}

/** The baseline stays usable after the tree that its value came from was freed with all its
 *  memory. */
static void the_tree_of_the_value_may_go(void) {
    check_allocator other;
    check_allocator_reset(&other);
    vox_allocator donor = check_allocator_interface(&other);
    vox_pool *pool = NULL;
    CHECK_OK(vox_pool_new(&donor, (size_t)1 << 20, &pool));
    vox_options options = vox_options_default();
    options.allocator = vox_pool_allocator(pool);
    options.max_memory = 16384;
    options.strict = true;
    vox_tree *from = parse_with(LITERAL("{\"a\":{\"b\":[1,2]}}"), &options);

    vox_tree *tree = document_from_c("{\"o\":{}}"), *baseline = NULL;
    vox_node *object = document_at(tree, "/o");
    CHECK_OK(vox_baseline_set(tree, object, from, document_at(from, "/a")));
    vox_tree_free(from);
    vox_pool_free(pool);
    check_allocator_verify(&other);
    size_t calls = other.calls;

    CHECK_OK(vox_baseline(tree, object, &baseline));
    vox_node *list = document_at(baseline, "/b");
    /* The limits and the strict mode of the other tree do not apply to the baseline. */
    for (int number = 0; number < 2000; number++) {
        CHECK_OK(vox_array_append(baseline, list, vox_value_int64(number), NULL));
    }
    CHECK(vox_tree_memory(baseline).reserved > 16384);
    CHECK_OK(vox_baseline_revert(tree, object));
    CHECK_SIZE(vox_node_count(tree, document_at(tree, "/o/b")), 2002);
    CHECK_OK(vox_array_append(baseline, list, vox_value_json(LITERAL("{\"a\":1,\"a\":2}")), NULL));
    vox_tree_free(tree);
    CHECK_SIZE(other.calls, calls);
}

/** Makes a document with `count` small resources. */
static vox_string resources(size_t count) {
    char *text = malloc(count * 64 + 64);
    size_t length = (size_t)sprintf(text, "{\"data\":[");
    for (size_t number = 0; number < count; number++) {
        length += (size_t
        )sprintf(text + length, "%s{\"type\":\"a\",\"id\":\"%zu\"}", number ? "," : "", number);
    }
    length += (size_t)sprintf(text + length, "]}");
    return (vox_string){text, length};
}

/** Checks that the tree reports all bytes that were allocated, and that they are within the
 *  limit. */
static void check_counted(vox_tree *tree, size_t limit) {
    CHECK_SIZE(vox_tree_memory(tree).reserved, check_memory.bytes);
    CHECK(limit == 0 || check_memory.bytes <= limit);
}

/** Marks every resource until memory is refused. Returns how many resources were marked. */
static size_t mark_all(vox_tree *tree, size_t limit) {
    size_t marked = 0;
    vox_node *node = vox_node_first(tree, document_at(tree, "/data"));
    for (; node; node = vox_node_next(tree, node), marked++) {
        vox_status status = vox_baseline_mark(tree, node);
        if (status != VOX_OK) {
            CHECK_STATUS(status, VOX_ERROR_MEMORY_LIMIT);
            break;
        }
    }
    check_counted(tree, limit);
    return marked;
}

static void under_the_limit_of_their_tree(void) {
    /* The last one in pointers, which take most of what marks need. */
    static const size_t limits[] = {0, 140000, 200000, 125000 * sizeof(void *)};
    vox_string text = resources(1000);
    for (size_t index = 0; index < COUNT(limits); index++) {
        vox_options options = document_options();
        options.max_memory = limits[index];
        check_note("limit %zu", limits[index]);
        vox_tree *tree = parse_with(text, &options), *baseline = NULL;
        size_t marked = mark_all(tree, limits[index]);
        CHECK(limits[index] ? marked < 1000 : marked == 1000);
        if (limits[index]) {
            /* Refusals change nothing for the refused node, whose baseline stays the value that
             * was read. */
            vox_node *refused = vox_node_first(tree, document_at(tree, "/data"));
            for (size_t passed = 0; passed < marked; passed++) {
                refused = vox_node_next(tree, refused);
            }
            vox_node *id = vox_object_get(tree, refused, LITERAL("id"));
            size_t held = check_memory.bytes;
            CHECK_OK(vox_node_set(tree, id, vox_value_boolean(true)));
            CHECK_STATUS(vox_baseline_mark(tree, refused), VOX_ERROR_MEMORY_LIMIT);
            CHECK_STATUS(vox_baseline(tree, refused, &baseline), VOX_ERROR_MEMORY_LIMIT);
            CHECK(baseline == NULL);
            CHECK_STATUS(vox_baseline_revert(tree, refused), VOX_ERROR_MEMORY_LIMIT);
            CHECK_SIZE(vox_node_kind(id), VOX_TRUE);
            CHECK_SIZE(check_memory.bytes, held);
            check_counted(tree, limits[index]);
        } else {
            CHECK_SIZE(mark_all(tree, 0), marked); /* these marks replace the earlier ones */
        }
        vox_tree_free(tree);
        CHECK_SIZE(check_memory.blocks, 0);
    }
    free((void *)(uintptr_t)text.bytes);
}

/** Baselines are trees. Values that are added to them later count for the limit, too, and so do
 *  the baselines of baselines. */
static void what_they_come_to_hold(void) {
    vox_options options = document_options();
    options.max_memory = 65536;
    vox_tree *tree = parse_with(LITERAL("{\"l\":[1,2,3]}"), &options);
    vox_tree *baseline = NULL, *inner = NULL;
    CHECK_OK(vox_baseline(tree, vox_tree_root(tree), &baseline));
    vox_node *list = document_at(baseline, "/l");
    CHECK_OK(vox_baseline(baseline, list, &inner));
    check_counted(tree, 65536);
    vox_status status = VOX_OK;
    while (status == VOX_OK) {
        vox_node *added = NULL;
        vox_string text = LITERAL("thirty-two bytes of text, or so.");
        status = vox_array_append(baseline, list, vox_value_string(text), &added);
    }
    CHECK_STATUS(status, VOX_ERROR_MEMORY_LIMIT);
    check_counted(tree, 65536);
    vox_node *inner_root = vox_tree_root(inner);
    for (status = VOX_OK; status == VOX_OK;) {
        status = vox_array_append(inner, inner_root, vox_value_null(), NULL);
    }
    CHECK_STATUS(status, VOX_ERROR_MEMORY_LIMIT);
    check_counted(tree, 65536);
    /* Indexes are not limited, but they are counted. */
    CHECK(vox_array_get(baseline, list, 100) != NULL);
    check_counted(tree, 0);
    /* The tree cannot use the memory that its baselines use. */
    char large[20000];
    memset(large, 'x', sizeof large);
    vox_value value = vox_value_string((vox_string){large, sizeof large});
    CHECK_STATUS(vox_node_set(tree, document_at(tree, "/l/0"), value), VOX_ERROR_MEMORY_LIMIT);
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, "{\"l\":[1,2,3]}");
    vox_tree_free(tree);
}

/** The total stays right when baselines are replaced, or frozen with the tree. */
static void replaced_and_frozen(void) {
    vox_tree *tree = document_from_c("{\"a\":{\"b\":1},\"l\":[1,2,3]}");
    vox_node *root = vox_tree_root(tree);
    size_t before = 0;
    for (int round = 0; round < 20; round++) {
        CHECK_OK(vox_baseline_mark(tree, root));
        CHECK_OK(vox_baseline_mark(tree, document_at(tree, "/a")));
        check_counted(tree, 0);
        CHECK(round == 0 || check_memory.bytes == before);
        before = check_memory.bytes;
    }
    CHECK_OK(vox_tree_freeze(tree));
    check_counted(tree, 0);
    vox_tree_free(tree);
}

/** A frozen tree has few baselines. Those that exist are found, and other nodes have none. */
static void found_when_frozen(void) {
    for (uint64_t seed = 1; seed <= 200; seed++) {
        vox_tree *tree = document_from_c("[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]");
        vox_tree *baselines[20] = {NULL};
        uint64_t random = seed;
        size_t count = 1 + random_below(&random, 8);
        while (count--) {
            size_t at = random_below(&random, 20);
            vox_node *node = vox_array_get(tree, vox_tree_root(tree), at);
            CHECK_OK(vox_baseline(tree, node, &baselines[at]));
        }
        CHECK_OK(vox_tree_freeze(tree));
        check_note("seed %llu", (unsigned long long)seed);
        for (size_t at = 0; at < 20; at++) {
            vox_tree *found = NULL;
            CHECK_STATUS(
                vox_baseline(tree, vox_array_get(tree, vox_tree_root(tree), at), &found),
                baselines[at] ? VOX_OK : VOX_ERROR_FROZEN
            );
            CHECK(found == baselines[at]);
        }
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** Looks up every member of an object that needs an index. Some names occur twice. */
static void look_up(vox_tree *tree, const vox_node *object) {
    char name[16];
    for (int number = 0; number < 20; number++) {
        (void)snprintf(name, sizeof name, "m%d", number);
        int64_t value = -1;
        const vox_node *member = vox_object_get(tree, object, vox_string_from_c(name));
        CHECK_OK(vox_node_int64(tree, member, &value));
        CHECK(value == number + (number < 3 ? 20 : 0));
    }
    CHECK_SIZE(vox_node_count(tree, object), 21); /* 20 names and "inner" */
}

/** All baselines are frozen with the tree, whatever their number and their position in the
 *  table, and so are the baselines of baselines. Reading them allocates nothing. */
static void all_of_them_freeze(void) {
    char json[512], *text = malloc(64 * sizeof json);
    size_t length = (size_t)snprintf(json, sizeof json, "{\"inner\":");
    for (int depth = 0; depth < 2; depth++) {
        length += (size_t)snprintf(json + length, sizeof json - length, depth ? "," : "{");
        for (int number = 0; number < 23; number++) {
            length += (size_t)snprintf(
                json + length, sizeof json - length, "%s\"m%d\":%d", number ? "," : "", number % 20,
                number
            );
        }
        length += (size_t
        )snprintf(json + length, sizeof json - length, depth ? "}" : ",\"inner\":0}");
    }
    for (size_t count = 1; count <= (check_quick() ? 20u : 50u); count++) {
        size_t end = (size_t)sprintf(text, "[%s", json);
        for (size_t index = 1; index < count; index++) {
            end += (size_t)sprintf(text + end, ",%s", json);
        }
        (void)sprintf(text + end, "]");
        vox_tree *tree = document_from_c(text), *baseline, *inner;
        const vox_node *list = vox_tree_root(tree), *element;
        for (element = vox_node_first(tree, list); element;
             element = vox_node_next(tree, element)) {
            CHECK_OK(vox_baseline(tree, element, &baseline));
            CHECK_OK(vox_baseline(baseline, document_at(baseline, "/inner"), &inner));
        }
        CHECK_OK(vox_tree_freeze(tree));
        size_t calls = check_memory.calls;
        check_note("%zu baselines", count);
        for (element = vox_node_first(tree, list); element;
             element = vox_node_next(tree, element)) {
            CHECK_OK(vox_baseline(tree, element, &baseline));
            CHECK(vox_tree_frozen(baseline));
            look_up(baseline, vox_tree_root(baseline));
            CHECK_OK(vox_baseline(baseline, document_at(baseline, "/inner"), &inner));
            CHECK(vox_tree_frozen(inner));
            look_up(inner, vox_tree_root(inner));
        }
        CHECK_SIZE(check_memory.calls, calls);
        vox_tree_free(tree);
    }
    free(text);
}

/** A revert succeeds completely or changes nothing, whichever request for memory fails. */
static void going_back_without_memory(void) {
    static const char text[] = "{\"a\":[1,{\"b\":\"long text\"}],\"b\":\"long text\",\"c\":{},"
                               "\"d\":{\"e\":[],\"f\":1.50},\"g\":null}";
    static const char *const edits[][2] = {
        {"/a", "1"}, {"/b", "[]"}, {"/c", "7"}, {"/d/e", "\"t\""}, {"/d/f", "{}"}, {"/h", "{}"},
    };
    vox_status status = VOX_ERROR_MEMORY;
    for (size_t failing = 1; status == VOX_ERROR_MEMORY && failing < 1000; failing++) {
        vox_tree *tree = document_from_c(text);
        vox_node *root = vox_tree_root(tree);
        for (size_t index = 0; index < COUNT(edits); index++) {
            vox_value value = vox_value_json(vox_string_from_c(edits[index][1]));
            vox_string at = vox_string_from_c(edits[index][0]);
            CHECK_OK(vox_pointer_set(tree, root, at, value, NULL, NULL));
        }
        CHECK_OK(vox_node_remove(tree, document_at(tree, "/g")));
        vox_buffer edited = document_write(tree, root, VOX_STYLE_COMPACT);
        check_note("request %zu", failing);
        check_memory.countdown = failing;
        check_memory.fail_for_good = true;
        status = vox_baseline_revert(tree, root);
        check_memory.countdown = 0;
        check_memory.failing = check_memory.fail_for_good = false;
        CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY);
        CHECK_WRITES_STRING(
            tree, root, VOX_STYLE_COMPACT,
            status == VOX_OK ? vox_string_from_c(text) : buffer_text(&edited)
        );
        vox_buffer_free(&edited);
        vox_tree_free(tree);
    }
    CHECK_OK(status);
    check_note(NULL);
}

/** Reverting to the text that was read takes no memory. */
static void going_back_again_and_again(void) {
    vox_tree *tree = document_from_c("{\"a\":\"a text of more than a few bytes\",\"b\":12345678}");
    vox_node *root = vox_tree_root(tree);
    size_t nodes = 0, reserved = 0;
    for (int round = 0; round < 2000; round++) {
        CHECK_OK(vox_node_set(tree, document_at(tree, "/a"), vox_value_int64(round % 10)));
        CHECK_OK(vox_node_set(tree, document_at(tree, "/b"), vox_value_string(LITERAL("t"))));
        CHECK_OK(vox_baseline_revert(tree, root));
        vox_memory held = vox_tree_memory(tree);
        CHECK(round == 0 || (held.nodes == nodes && held.reserved == reserved));
        nodes = held.nodes;
        reserved = held.reserved;
    }
    vox_tree_free(tree);
}

/** Sets members of the root to the values. Their names are the letters from "a" on. */
static void write_members(vox_tree *tree, const vox_value *values, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const char name = (char)('a' + index);
        vox_string text = {&name, 1};
        CHECK_OK(vox_object_set(tree, vox_tree_root(tree), text, values[index], NULL));
    }
}

/** Overwrites every marked member, and reverts them while all requests for memory from `request`
 *  on fail. */
static vox_status go_back_to(
    const vox_value *marked, size_t count, bool shortened, size_t request
) {
    vox_tree *tree = document_from_c("{\"a\":1,\"b\":\"b\",\"c\":[],\"d\":{}}");
    vox_node *root = vox_tree_root(tree);
    write_members(tree, marked, count);
    vox_buffer before = document_write(tree, root, VOX_STYLE_COMPACT);
    CHECK_OK(vox_baseline_mark(tree, root));
    for (vox_node *at = vox_node_first(tree, root); at; at = vox_node_next(tree, at)) {
        /* A node that is now a container has no memory for text. A short string then gets memory
         * for itself only. */
        CHECK_OK(vox_node_set(tree, at, vox_value_json(LITERAL("[[1]]"))));
        if (shortened) {
            CHECK_OK(vox_node_set(tree, at, vox_value_string(LITERAL("s"))));
        }
    }
    vox_buffer edited = document_write(tree, root, VOX_STYLE_COMPACT);
    check_memory.countdown = request;
    check_memory.fail_for_good = true;
    vox_status status = vox_baseline_revert(tree, root);
    check_memory.countdown = 0;
    check_memory.failing = check_memory.fail_for_good = false;
    CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY);
    CHECK_WRITES_STRING(
        tree, root, VOX_STYLE_COMPACT, buffer_text(status == VOX_OK ? &before : &edited)
    );
    vox_buffer_free(&before);
    vox_buffer_free(&edited);
    vox_tree_free(tree);
    return status;
}

/** A failed revert loses nothing, even if the marked value is not in the source. */
static void going_back_to_a_mark_without_memory(void) {
    char digits[3000], letters[3000];
    memset(digits, '7', sizeof digits);
    memset(letters, 'x', sizeof letters);
    const vox_value marked[] = {
        vox_value_string((vox_string){letters, sizeof letters}),
        vox_value_null(),
        vox_value_number((vox_string){digits, sizeof digits}),
        vox_value_boolean(true),
        vox_value_string(LITERAL("short")),
        vox_value_array(),
        vox_value_json(LITERAL("{\"a\":[1]}")),
    };
    for (int shortened = 0; shortened < 2; shortened++) {
        vox_status status = VOX_ERROR_MEMORY;
        size_t request = 1;
        for (; status == VOX_ERROR_MEMORY && request < 1000; request++) {
            check_note("request %zu%s", request, shortened ? ", shortened" : "");
            status = go_back_to(marked, COUNT(marked), shortened, request);
        }
        CHECK_OK(status);
        CHECK(request > 3); /* some requests failed */
    }
    check_note(NULL);
}

/** A scalar that is reverted to a marked value reuses its memory, so only the first revert takes
 *  memory. */
static void going_back_to_a_mark_again_and_again(void) {
    static const char *const scalars[] = {"null", "false", "true", "12345", "\"\"", "\"text\""};
    for (size_t row = 0; row < COUNT(scalars) * COUNT(scalars) * COUNT(scalars); row++) {
        const char *read = scalars[row % COUNT(scalars)];
        const char *marked = scalars[row / COUNT(scalars) % COUNT(scalars)];
        const char *edited = scalars[row / COUNT(scalars) / COUNT(scalars)];
        vox_tree *tree = document_from_c(read);
        vox_node *root = vox_tree_root(tree);
        vox_memory held = {0};
        check_note("%s, marked as %s, then %s", read, marked, edited);
        CHECK_OK(vox_node_set(tree, root, vox_value_json(vox_string_from_c(marked))));
        CHECK_OK(vox_baseline_mark(tree, root));
        for (int round = 0; round < 20; round++) {
            CHECK_OK(vox_node_set(tree, root, vox_value_json(vox_string_from_c(edited))));
            const size_t nodes = vox_tree_memory(tree).nodes;
            CHECK_OK(vox_baseline_revert(tree, root));
            CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, marked);
            vox_memory now = vox_tree_memory(tree);
            CHECK(round == 0 || (now.nodes == held.nodes && now.reserved == held.reserved));
            CHECK(marked[0] == '\"' || marked[0] == '1' || now.nodes == nodes);
            held = now;
        }
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** A mark that fails for lack of memory returns an error and keeps the earlier baseline,
 *  whichever request fails. */
static void marking_without_memory(void) {
    static char bytes[20000]; /* more than fits into the first block */
    size_t failures = 1;
    memset(bytes, 'b', sizeof bytes);
    for (size_t failing = 1; failures && failing < 100; failing++) {
        vox_tree *tree = document_from_c("{\"a\":[1,2]}"), *baseline = NULL;
        vox_node *root = vox_tree_root(tree);
        const vox_value value = vox_value_string((vox_string){bytes, sizeof bytes});
        CHECK_OK(vox_object_set(tree, root, LITERAL("b"), value, NULL));
        check_note("request %zu", failing);
        check_memory.failures = 0;
        check_memory.countdown = failing;
        const vox_status status = vox_baseline_mark(tree, root);
        failures = check_memory.failures;
        check_memory.countdown = 0;
        CHECK(status == VOX_OK || status == VOX_ERROR_MEMORY);
        CHECK_OK(vox_baseline(tree, root, &baseline));
        CHECK_SIZE(vox_node_count(baseline, vox_tree_root(baseline)), status == VOX_OK ? 2 : 1);
        vox_tree_free(tree);
    }
    CHECK_SIZE(failures, 0);
    check_note(NULL);
}

const check_test baselines_tests[] = {
    CHECK_TEST(marking_without_memory),
    CHECK_TEST(found_when_frozen),
    CHECK_TEST(all_of_them_freeze),
    CHECK_TEST(going_back_without_memory),
    CHECK_TEST(going_back_again_and_again),
    CHECK_TEST(going_back_to_a_mark_without_memory),
    CHECK_TEST(going_back_to_a_mark_again_and_again),
    CHECK_TEST(the_tree_of_the_value_may_go),
    CHECK_TEST(under_the_limit_of_their_tree),
    CHECK_TEST(what_they_come_to_hold),
    CHECK_TEST(replaced_and_frozen),
    CHECK_END,
};
