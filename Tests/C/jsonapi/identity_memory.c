/* SPDX-License-Identifier: MIT */
/** Look-ups of resources for which there is no memory: they fail, change nothing, and succeed
 *  later. */
#include "document.h"
#include "tests.h"

#include <stdio.h>

#define RESOURCES 40

/** Writes a document of resources of two types. */
static vox_string write_document(char *text) {
    int length = sprintf(text, "{\"data\":[");
    for (int index = 0; index < RESOURCES; index++) {
        length += sprintf(
            text + length, "%s{\"type\":\"%s\",\"id\":\"%d\"}", index ? "," : "",
            index % 2 ? "odd" : "even", index
        );
    }
    length += sprintf(
        text + length,
        "],\"included\":[{\"type\":\"odd\",\"lid\":\"x\"},{\"type\":\"odd\",\"id\":\"y\"}]}"
    );
    return (vox_string){text, (size_t)length};
}

/** A look-up: of an id, or of a lid. */
typedef struct look_up {
    const char *type;
    const char *id;
    bool local;
    const char *pointer; /* of the resource; NULL if there is none */
} look_up;

static vox_status find(vox_tree *tree, const look_up *what, vox_node **found) {
    const vox_string type = vox_string_from_c(what->type), id = vox_string_from_c(what->id);
    return what->local ? vox_resource_find_local(tree, type, id, found)
                       : vox_resource_find(tree, type, id, found);
}

/** Looks up twice. The first look-up may walk, and then the second enters the resources. */
static void check_found(vox_tree *tree, const look_up *what) {
    for (int time = 0; time < 2; time++) {
        vox_node *found = NULL;
        CHECK_STATUS(find(tree, what, &found), what->pointer ? VOX_OK : VOX_ERROR_MISSING);
        CHECK(found == (what->pointer ? document_at(tree, what->pointer) : NULL));
    }
}

/** Looks up while the request for memory with this number fails. Returns false when the look-up
 *  made fewer requests. */
static bool fails_at(vox_tree *tree, const look_up *what, size_t number) {
    vox_node *found = NULL;
    const size_t failures = check_memory.failures;
    check_memory.countdown = number;
    const vox_status status = find(tree, what, &found);
    const bool failed = check_memory.failures > failures;
    check_memory.countdown = 0;
    check_note("%s %s, request %zu", what->type, what->id, number);
    if (failed) {
        CHECK_STATUS(status, VOX_ERROR_MEMORY);
        CHECK(found == NULL);
    }
    return failed;
}

static void without_memory(void) {
    static const look_up rows[] = {
        {"odd", "1", false, "/data/1"},    {"odd", "39", false, "/data/39"},
        {"even", "38", false, "/data/38"}, {"odd", "y", false, "/included/1"},
        {"odd", "x", true, "/included/0"}, {"even", "39", false, NULL},
        {"neither", "1", false, NULL},
    };
    char text[RESOURCES * 64];
    const vox_string document = write_document(text);
    for (int lazy = 0; lazy < 2; lazy++) {
        /* The first look-up is of another type, or there is none. */
        for (size_t before = 0; before < COUNT(rows) + 1; before++) {
            for (size_t row = 0; row < COUNT(rows); row++) {
                bool failed = true;
                for (size_t number = 1; failed; number++) {
                    vox_options options = document_options();
                    vox_tree *tree = NULL;
                    options.mode = lazy ? VOX_MODE_LAZY : VOX_MODE_EAGER;
                    CHECK_OK(vox_tree_parse(document.bytes, document.length, &options, &tree, NULL)
                    );
                    if (before < COUNT(rows)) {
                        check_found(tree, &rows[before]);
                    }
                    failed = fails_at(tree, &rows[row], number);
                    if (before < COUNT(rows)) {
                        check_found(tree, &rows[before]);
                    }
                    check_found(tree, &rows[row]);
                    vox_tree_free(tree);
                }
            }
        }
    }
    check_note(NULL);
}

const check_test identity_memory_tests[] = {
    CHECK_TEST(without_memory),
    CHECK_END,
};
