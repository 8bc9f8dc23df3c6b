/* SPDX-License-Identifier: MIT */
/** Patches while one request for memory fails: they are applied as a whole, or not at all. */
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

/** A patch removes all members of a repeated name, or fails and removes none. */
static void repeated_without_memory(void) {
    static const char patch_text[] = "[{\"op\":\"remove\",\"path\":\"/a\"}]";
    char text[400] = "{\"b\":[";
    for (int count = 0; count < 20; count++) {
        strcat(text, count ? ",1" : "1");
    }
    strcat(text, "]");
    for (int count = 0; count < 30; count++) {
        strcat(text, ",\"a\":0");
    }
    strcat(text, "}");
    bool failed = true;
    size_t needed = 0; /* requests without which the patch fails */
    for (size_t number = 1; failed; number++) {
        vox_tree *tree = document_from_c(text), *patch = document_from_c(patch_text);
        vox_node *root = vox_tree_root(tree);
        const size_t failures = check_memory.failures;
        CHECK_SIZE(vox_node_count(tree, root), 2);
        check_note("request %zu", number);
        check_memory.countdown = number;
        vox_status status = vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL);
        failed = check_memory.failures > failures;
        check_memory.countdown = 0;
        /* An index that cannot be built only takes time. */
        const bool refused = status != VOX_OK;
        CHECK_STATUS(status, refused ? VOX_ERROR_MEMORY : VOX_OK);
        CHECK(failed || !refused);
        needed += refused;
        CHECK_WRITES(
            tree, root, VOX_STYLE_PRESERVE,
            refused ? text : "{\"b\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}"
        );
        CHECK((vox_object_get(tree, root, LITERAL("a")) != NULL) == refused);
        vox_tree_free(patch);
        vox_tree_free(tree);
    }
    check_note(NULL);
    CHECK(needed > 1);
}

/** Checks a patch of an array of 300 numbers while each request fails. */
static void check_array(const char *patch_text, size_t count) {
    char text[2048] = "[0";
    size_t length = strlen(text), needed = 0;
    bool failed = true;
    for (int index = 1; index < 300; index++) {
        length += (size_t)sprintf(text + length, ",%d", index);
    }
    strcpy(text + length, "]");
    for (size_t number = 1; failed; number++) {
        vox_tree *tree = document_from_c(text), *patch = document_from_c(patch_text);
        vox_node *root = vox_tree_root(tree);
        const size_t failures = check_memory.failures;
        check_note("%s, request %zu", patch_text, number);
        check_memory.countdown = number;
        vox_status status = vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL);
        failed = check_memory.failures > failures;
        check_memory.countdown = 0;
        CHECK(status == VOX_OK || (failed && status == VOX_ERROR_MEMORY));
        needed += status != VOX_OK;
        CHECK_SIZE(vox_node_count(tree, root), status == VOX_OK ? count : 300);
        if (status == VOX_OK) {
            CHECK(vox_array_get(tree, root, 149) == document_at(tree, "/149"));
            CHECK_TEXT(vox_node_text(tree, vox_array_get(tree, root, 148)), "148");
            CHECK_TEXT(vox_node_text(tree, vox_array_get(tree, root, count - 1)), "299");
        } else {
            CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, text);
        }
        vox_tree_free(patch);
        vox_tree_free(tree);
    }
    check_note(NULL);
    CHECK(needed > 1);
}

static void elements_without_memory(void) {
    check_array(
        "[{\"op\":\"remove\",\"path\":\"/150\"},{\"op\":\"remove\",\"path\":\"/150\"},"
        "{\"op\":\"remove\",\"path\":\"/150\"}]",
        297
    );
    check_array(
        "[{\"op\":\"add\",\"path\":\"/150\",\"value\":1},"
        "{\"op\":\"add\",\"path\":\"/150\",\"value\":2}]",
        302
    );
    check_array(
        "[{\"op\":\"remove\",\"path\":\"/150\"},{\"op\":\"add\",\"path\":\"/150\",\"value\":2}]",
        300
    );
}

const check_test patch_requests_tests[] = {
    CHECK_TEST(repeated_without_memory),
    CHECK_TEST(elements_without_memory),
    CHECK_END,
};
