/* SPDX-License-Identifier: MIT */
/** The out-of-memory sweep. One run of the scenario counts the requests for memory. In later
 *  runs each request fails, alone or with all later ones. Each time the call must return a
 *  status, must not crash or leak, and must leave the document unchanged. */
#include "document.h"
#include "scenario.h"
#include "tests.h"
#include "whole_error.h"

#include <stdlib.h>

/** The text of a document, which is written without counted or failing requests. */
typedef struct snapshot {
    vox_buffer preserved, compact;
    bool taken;
} snapshot;

static vox_buffer write_quietly(vox_tree *tree, vox_style style) {
    /* The buffer uses the default allocator. Requests of the writer to the allocator of the tree
     * succeed and are not counted. */
    check_allocator before = check_memory;
    check_memory.countdown = 0;
    check_memory.failing = false;
    vox_buffer buffer = {0};
    CHECK_OK(vox_write_buffer(tree, vox_tree_root(tree), style, &buffer));
    check_memory.calls = before.calls;
    check_memory.countdown = before.countdown;
    check_memory.failing = before.failing;
    return buffer;
}

static snapshot take(vox_tree *tree) {
    snapshot shot = {{0}, {0}, false};
    if (tree) {
        shot.preserved = write_quietly(tree, VOX_STYLE_PRESERVE);
        shot.compact = write_quietly(tree, VOX_STYLE_COMPACT);
        shot.taken = true;
    }
    return shot;
}

static void drop(snapshot *shot) {
    vox_buffer_free(&shot->preserved);
    vox_buffer_free(&shot->compact);
}

static void compare(const snapshot *before, vox_tree *tree) {
    if (before->taken && CHECK(tree != NULL)) {
        snapshot now = take(tree);
        CHECK_STRING(buffer_text(&now.preserved), buffer_text(&before->preserved));
        CHECK_STRING(buffer_text(&now.compact), buffer_text(&before->compact));
        drop(&now);
    } else {
        CHECK(tree == NULL);
    }
}

/** Runs one step. When it fails for lack of memory, compares the documents and repeats the step
 *  with memory. The step "add members" may be done in part, because it makes many calls. */
static bool run_step(scenario *self, const scenario_step *step, bool unchanged) {
    snapshot tree = take(self->tree), other = take(self->other);
    size_t failures = check_memory.failures;
    vox_status status = step->run(self);
    bool injected = check_memory.failures > failures;
    check_memory.failing = false;
    check_memory.countdown = injected ? 0 : check_memory.countdown;
    bool good = true;
    if (status != VOX_OK) {
        good = CHECK(injected) && CHECK_STATUS(status, VOX_ERROR_MEMORY);
        good = CHECK(!step->cannot_fail) && good;
        if (unchanged) {
            compare(&tree, self->tree);
            compare(&other, self->other);
        }
        good = CHECK_OK(step->run(self)) && good;
    }
    drop(&tree);
    drop(&other);
    return good;
}

/** Runs the whole scenario. Returns the number of requests. */
static size_t run_scenario(size_t countdown, bool for_good) {
    scenario self = {NULL, NULL, NULL};
    check_allocator_reset(&check_memory);
    check_memory.countdown = countdown;
    check_memory.fail_for_good = for_good;
    for (size_t index = 0; index < scenario_step_count; index++) {
        const scenario_step *step = &scenario_steps[index];
        check_note(
            "request %zu%s, step %s", countdown, for_good ? " and all after it" : "", step->name
        );
        if (!run_step(&self, step, strcmp(step->name, "add members") != 0)) {
            break;
        }
    }
    size_t calls = check_memory.calls;
    vox_tree_free(self.tree);
    vox_tree_free(self.other);
    check_allocator_verify(&check_memory);
    return calls;
}

static void sweep(bool for_good) {
    size_t calls = run_scenario(0, false);
    CHECK(calls > 20);
    /* A repeated step requests memory again, so failing runs make at least as many requests.
     * Each request of the run without failures fails once. */
    size_t stride = check_quick() ? 7 : 1;
    for (size_t countdown = 1; countdown <= calls; countdown += stride) {
        run_scenario(countdown, for_good);
    }
    check_note(NULL);
}

static void every_request_once(void) {
    sweep(false);
}

static void every_request_and_all_after_it(void) {
    sweep(true);
}

/** Parses texts of all kinds, while each request fails in turn. */
static void parsing(void) {
    /* Texts that need more memory than yajl has on the stack of the parser: levels, and strings
     * with escapes. */
    static char large[20000];
    memset(large, '[', 500);
    large[500] = '"';
    for (size_t index = 501; index < 18501; index += 2) {
        memcpy(large + index, "\\n", 2);
    }
    large[18501] = '"';
    memset(large + 18502, ']', 500);
    const char *const texts[] = {
        "1",     "\"\\n\"", "[[[[[[[[1]]]]]]]]", "{\"a\\u0000\":\"\\ud83d\\ude00\"}",
        "[1,2,", "\"\\q\"", "{\"a\":1,\"a\":2}", "[\"\xFF\"]",
        large,
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (int strict = 0; strict < 2; strict++) {
            vox_options options = document_options();
            options.strict = strict;
            vox_status expected = VOX_OK, status = VOX_ERROR_MEMORY;
            vox_tree *tree = NULL;
            expected = vox_tree_parse(texts[index], strlen(texts[index]), &options, &tree, NULL);
            vox_tree_free(tree);
            for (size_t failing = 1; status == VOX_ERROR_MEMORY && failing < 1000; failing++) {
                vox_error error = garbage_error();
                check_note("%.40s, request %zu", texts[index], failing);
                check_memory.countdown = failing;
                status = vox_tree_parse(
                    texts[index], strlen(texts[index]), &options, &tree, &error
                );
                check_memory.countdown = 0;
                CHECK((status == VOX_OK) == (tree != NULL));
                check_whole_error(&error, status, strlen(texts[index]));
                vox_tree_free(tree);
                CHECK_SIZE(check_memory.blocks, 0);
            }
            CHECK_STATUS(status, expected);
        }
    }
}

/** Without any memory, functions that need none still work. */
static void reading_without_memory(void) {
    vox_tree *tree = document_from_c(
        "{\"a\":[1,2.5,\"\\u0061\"],\"n\":18446744073709551615,\"a\\u0062\":true,\"n\":7}"
    );
    vox_node *root = vox_tree_root(tree);
    check_memory.failing = true;
    CHECK_SIZE(vox_node_count(tree, root), 3);
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/a/2")), "a");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/n")), "7");
    CHECK(vox_node_kind(document_at(tree, "/ab")) == VOX_TRUE);
    double value = 0;
    CHECK_OK(vox_node_double(tree, document_at(tree, "/a/1"), &value));
    CHECK(value >= 2.5 && value <= 2.5);
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/a/0")));
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/n")));
    CHECK_SIZE(vox_node_count(tree, root), 2);
    CHECK_OK(vox_node_set(tree, document_at(tree, "/ab"), vox_value_null()));
    check_memory.failing = false;
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"a\":[2.5,\"\\u0061\"],\"a\\u0062\":null}");
    vox_tree_free(tree);
}

const check_test memory_tests[] = {
    CHECK_LINES(parsing, "T18"),
    CHECK_LINES(every_request_once, "T19"),
    CHECK_LINES(every_request_and_all_after_it, "T19"),
    CHECK_TEST(reading_without_memory),
    CHECK_END,
};
