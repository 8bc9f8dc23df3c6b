/* SPDX-License-Identifier: MIT */
/** Lazy reading when one request for memory fails, and the memory that it reserves. */
#include "document.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

/** Writes a document of `count` resources, and a string of `commas` commas behind them. */
static vox_string write_document(char *text, size_t count, size_t commas) {
    char *at = stpcpy(text, "{\"data\":[");
    for (size_t index = 0; index < count; index++) {
        at = stpcpy(at, index ? ",{\"id\":[1]}" : "{}");
    }
    at = stpcpy(at, "],\"meta\":\"");
    memset(at, ',', commas);
    at = stpcpy(at + commas, "\"}");
    return (vox_string){text, (size_t)(at - text)};
}

/** Reads while the request for memory with this number fails. Returns false when there were fewer
 *  requests. */
static bool fails_at(vox_string text, bool borrow, size_t number, vox_status *status) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    vox_error error = {.status = VOX_OK};
    const size_t failures = check_memory.failures;
    options.mode = VOX_MODE_LAZY;
    options.borrow = borrow;
    check_memory.countdown = number;
    *status = vox_tree_parse(text.bytes, text.length, &options, &tree, &error);
    check_memory.countdown = 0;
    CHECK((*status == VOX_OK) == (tree != NULL));
    CHECK_STATUS(error.status, *status);
    if (tree) {
        CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
    }
    vox_tree_free(tree);
    return check_memory.failures > failures;
}

/** A failed request ends the reading with its error: the text is not read in another way. Only the
 *  last request may fail without an error, because it returns memory. */
static void one_request_fails(void) {
    static const size_t sizes[][2] = {{0, 0}, {1, 0}, {3, 10}, {40, 0}, {700, 0}, {3, 3000}};
    char *text = malloc(16384);
    for (size_t row = 0; row < COUNT(sizes); row++) {
        const vox_string document = write_document(text, sizes[row][0], sizes[row][1]);
        for (int borrow = 0; borrow < 2; borrow++) {
            vox_status status, before = VOX_ERROR_MEMORY;
            for (size_t number = 1; fails_at(document, borrow, number, &status); number++) {
                check_note("%zu bytes, borrow %d, request %zu", document.length, borrow, number);
                CHECK_STATUS(before, VOX_ERROR_MEMORY);
                CHECK(status == VOX_ERROR_MEMORY || status == VOX_OK);
                before = status;
            }
            CHECK_OK(status);
        }
    }
    check_note(NULL);
    free(text);
}

/** The memory of nodes that commas in strings let expect is returned, so the first deferred value
 *  is at the end of the memory. */
static void commas_in_strings(void) {
    char *text = malloc(16384);
    for (size_t count = 0; count < 20; count++) {
        const vox_string document = write_document(text, count, 5000);
        vox_options options = document_options();
        vox_tree *tree = NULL;
        options.mode = VOX_MODE_LAZY;
        check_note("%zu resources", count);
        CHECK_OK(vox_tree_parse(document.bytes, document.length, &options, &tree, NULL));
        CHECK_OK(vox_tree_materialize(tree, NULL));
        CHECK_SIZE(vox_node_count(tree, document_at(tree, "/data")), count);
        CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, document);
        vox_tree_free(tree);
    }
    check_note(NULL);
    free(text);
}

const check_test lazy_memory_tests[] = {
    CHECK_TEST(one_request_fails),
    CHECK_TEST(commas_in_strings),
    CHECK_END,
};
