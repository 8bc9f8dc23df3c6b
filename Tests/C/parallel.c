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

/** Counts requests for as much memory as the copy of a text takes. */
typedef struct copy_counter {
    vox_allocator allocator;
    size_t size;
    size_t copies;
} copy_counter;

static void *count_copies(void *context, void *memory, size_t old_size, size_t new_size) {
    copy_counter *counter = context;
    counter->copies += new_size == counter->size;
    return counter->allocator.resize(counter->allocator.context, memory, old_size, new_size);
}

/** A good text is read in the way that was asked for; that way is not given up for
 *  another, however many elements there are and however they are dealt. Told by the copy
 *  of the text, which every reading makes. */
static void good_texts_are_read_once(void) {
    static const char *const elements[] = {
        "{}",
        "[[],{}]",
        "{\"a\":[1,2]}",
        "{\"text\":\"some, commas: \\u00e9, [\"}",
        "{\"a\":{\"b\":null}}",
    };
    char text[4096];
    for (size_t count = 1; count <= 70; count++) {
        size_t length = (size_t)snprintf(text, sizeof text, "{\"data\":[");
        for (size_t index = 0; index < count; index++) {
            length += (size_t)snprintf(
                text + length, sizeof text - length, "%s%s", index ? "," : "",
                elements[index * count % COUNT(elements)]
            );
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "],\"meta\":[1,2]}");
        if (length % 2 == 0) { /* a size that nothing else has */
            text[length++] = ' ';
        }
        for (size_t threads = 1; threads <= (check_quick() ? 3u : 9u); threads++) {
            copy_counter counter = {
                .allocator = check_allocator_interface(&check_memory), .size = length + 64};
            vox_options options = document_options();
            vox_tree *tree = NULL;
            options.allocator = (vox_allocator){count_copies, &counter};
            options.mode = threads == 1 ? VOX_MODE_LAZY : VOX_MODE_PARALLEL;
            options.threads = threads;
            check_note("%zu elements, %zu threads", count, threads);
            CHECK_OK(vox_tree_parse(text, length, &options, &tree, NULL));
            CHECK_SIZE(counter.copies, 1);
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
}

const check_test parallel_tests[] = {
    CHECK_TEST(parallel_large),
    CHECK_TEST(parallel_out_of_memory),
    CHECK_TEST(good_texts_are_read_once),
    CHECK_END,
};
