/* SPDX-License-Identifier: MIT */
/** Patches that edit the middle of a large array, whose elements are then kept in blocks: each
 *  request for memory fails. A patch that is applied nevertheless has the right result, and a
 *  refused patch changes nothing. */
#include "check_allocator.h"
#include "document.h"
#include "patching.h"
#include "tests.h"

#include <stdio.h>

#define ELEMENTS 500 /* some blocks */
#define ADDED 150    /* enough to split a block */

/** Makes the array 0, 1, 2, … */
static vox_tree *make_array(void) {
    vox_tree *tree = document_from_c("[]");
    for (int number = 0; number < ELEMENTS; number++) {
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), vox_value_int64(number), NULL));
    }
    return tree;
}

/** Makes a patch that adds elements to one block, each at another position, and removes some. */
static vox_tree *make_patch(void) {
    vox_tree *patch = document_from_c("[]");
    for (int number = 0; number < ADDED; number++) {
        char text[100];
        snprintf(
            text, sizeof text, "{\"op\":\"add\",\"path\":\"/%d\",\"value\":\"a%d\"}",
            20 + number * 7 % 100, number
        );
        const vox_value add = vox_value_json(vox_string_from_c(text));
        CHECK_OK(vox_array_append(patch, vox_tree_root(patch), add, NULL));
        if (number % 10 == 0) {
            snprintf(
                text, sizeof text, "{\"op\":\"remove\",\"path\":\"/%d\"}", ELEMENTS - 1 - number
            );
            const vox_value remove = vox_value_json(vox_string_from_c(text));
            CHECK_OK(vox_array_append(patch, vox_tree_root(patch), remove, NULL));
        }
    }
    return patch;
}

static vox_status apply(vox_tree *tree, vox_tree *patch) {
    return vox_patch_apply(tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL);
}

static void every_request_fails(void) {
    vox_tree *patch = make_patch(), *whole = make_array();
    CHECK_OK(apply(whole, patch));
    vox_buffer expected = document_write(whole, vox_tree_root(whole), VOX_STYLE_COMPACT);
    vox_tree_free(whole);
    for (int for_good = 0; for_good < 2; for_good++) {
        size_t refused = 0;
        bool done = false;
        for (size_t countdown = 1; !done && countdown < 1000; countdown++) {
            vox_tree *tree = make_array();
            const patching_picture was = patching_look(tree);
            check_note("request %zu, for good: %d", countdown, for_good);
            check_memory.countdown = countdown;
            check_memory.fail_for_good = for_good;
            check_memory.failures = 0;
            const vox_status status = apply(tree, patch);
            done = check_memory.failures == 0;
            check_memory.countdown = 0;
            check_memory.fail_for_good = check_memory.failing = false;
            if (status == VOX_OK) { /* an index of the tree may be missing: time alone */
                CHECK_WRITES_STRING(
                    tree, vox_tree_root(tree), VOX_STYLE_COMPACT, buffer_text(&expected)
                );
            } else if (CHECK_STATUS(status, VOX_ERROR_MEMORY)) {
                patching_check_same(tree, was);
                refused++;
            }
            vox_tree_free(tree);
        }
        CHECK(done);
        CHECK(refused >= 8); /* four blocks, a list of them that grows, a table, the undo log */
    }
    check_note(NULL);
    vox_buffer_free(&expected);
    vox_tree_free(patch);
}

const check_test block_memory_tests[] = {
    CHECK_TEST(every_request_fails),
    CHECK_END,
};
