/* SPDX-License-Identifier: MIT */
/** Patches of objects with repeated names, while there is no memory. */
#include "document.h"
#include "tests.h"

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

const check_test patch_repeated_tests[] = {
    CHECK_TEST(repeated_without_memory),
    CHECK_END,
};
