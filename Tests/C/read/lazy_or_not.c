/* SPDX-License-Identifier: MIT */
/** Which values are deferred: an error in a deferred value is found later, and an error in another
 *  value is found at once. */
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Reads lazily, and returns the status. A text without an error at once has one later. */
static vox_status read_lazily(vox_string text, size_t max_depth) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = VOX_MODE_LAZY;
    options.max_depth = max_depth;
    const vox_status status = vox_tree_parse(text.bytes, text.length, &options, &tree, NULL);
    if (status == VOX_OK) {
        CHECK_STATUS(vox_tree_materialize(tree, NULL), VOX_ERROR_LITERAL);
    }
    vox_tree_free(tree);
    return status;
}

/** Elements are deferred if the limit of depth allows two levels below their list. */
static void near_the_limit_of_depth(void) {
    static const char text[] = "{\"data\":[{\"a\":nul}]}";
    for (size_t depth = 3; depth <= 6; depth++) {
        check_note("depth %zu", depth);
        CHECK_STATUS(read_lazily(LITERAL(text), depth), depth < 4 ? VOX_ERROR_LITERAL : VOX_OK);
    }
    check_note(NULL);
}

/** In a large resource, only the linkage of relationships is deferred. */
static void lists_in_a_large_resource(void) {
    static const struct {
        const char *relationship;
        vox_status status;
    } rows[] = {
        {"\"data\":[{\"a\":nul}]", VOX_OK},
        {"\"meta\":[{\"a\":nul}]", VOX_ERROR_LITERAL},
        {"\"datb\":[{\"a\":nul}]", VOX_ERROR_LITERAL},
        {"\"data\":{\"a\":nul}", VOX_ERROR_LITERAL},
    };
    const size_t size = 2048; /* more than the 1024 bytes of a small one */
    char *text = malloc(size + 256);
    for (size_t row = 0; row < COUNT(rows); row++) {
        size_t length = (size_t)sprintf(text, "{\"data\":{\"id\":\"");
        memset(text + length, 'x', size);
        length += size;
        length += (size_t
        )sprintf(text + length, "\",\"relationships\":{\"r\":{%s}}}}", rows[row].relationship);
        check_note("%s", rows[row].relationship);
        CHECK_STATUS(read_lazily((vox_string){text, length}, 64), rows[row].status);
    }
    check_note(NULL);
    free(text);
}

const check_test lazy_or_not_tests[] = {
    CHECK_TEST(near_the_limit_of_depth),
    CHECK_TEST(lists_in_a_large_resource),
    CHECK_END,
};
