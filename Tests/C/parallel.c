/* SPDX-License-Identifier: MIT */
/** Parallel reading, where threads and memory matter; lazy.c compares it with the
 *  other ways. */
#include "check_allocator.h"
#include "comparing.h"
#include "document.h"
#include "random.h"
#include "tests.h"
#include "whole_error.h"

#include <stdio.h>
#include <stdlib.h>

/** Requests for memory that fail while threads run. */
static void parallel_out_of_memory(void) {
    static const char text[] = "{\"data\":[{\"a\":\"\\u00e4\"},{\"\\n\":[[]]},{\"c\":1}],"
                               "\"included\":[{\"d\":\"\\t\"},{}]}";
    vox_options options = document_options();
    options.mode = VOX_MODE_PARALLEL;
    options.threads = 3;
    for (size_t countdown = 0; countdown < 40; countdown++) {
        vox_tree *tree;
        check_allocator_reset(&check_memory);
        check_memory.countdown = countdown;
        check_note("request %zu", countdown);
        vox_error error = garbage_error();
        vox_status status = vox_tree_parse(text, sizeof text - 1, &options, &tree, &error);
        check_whole_error(&error, status, sizeof text - 1);
        CHECK_STATUS(status, check_memory.failures ? VOX_ERROR_MEMORY : VOX_OK);
        check_memory.countdown = 0;
        if (status == VOX_OK) {
            CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, text);
        }
        vox_tree_free(tree);
        check_allocator_verify(&check_memory);
    }
    check_allocator_reset(&check_memory);
}

/** Large enough that nobody need ask for threads, and with an error late. */
static void parallel_large(void) {
    uint64_t seed = 3;
    const size_t count = check_quick() ? 2000 : 12000;
    size_t length = 0, capacity = (size_t)3 << 20;
    char *text = malloc(capacity);
    if (!text) {
        abort();
    }
    length += (size_t)snprintf(text, capacity, "{\"included\":[");
    for (size_t index = 0; index < count; index++) {
        length += (size_t)snprintf(
            text + length, capacity - length,
            "%s{\"type\":\"a\",\"id\":\"%zu\",\"attributes\":{\"t\":\"%s\",\"n\":[%zu,{}]}}",
            index ? ",\n" : "", index, random_below(&seed, 8) ? "plain" : "\\u00fc", index
        );
    }
    length += (size_t)snprintf(text + length, capacity - length, "],\"data\":[{},{}]}");
    for (size_t threads = 0; threads < 5; threads++) {
        check_parallel((vox_string){text, length}, 0, threads);
    }
    text[length - 40] = '+';
    check_parallel((vox_string){text, length}, 0, 2);
    text[length / 4] = '\x02';
    check_parallel((vox_string){text, length}, 0, 2);
    free(text);
}

const check_test parallel_tests[] = {
    CHECK_TEST(parallel_large),
    CHECK_TEST(parallel_out_of_memory),
    CHECK_END,
};
