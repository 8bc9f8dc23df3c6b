/* SPDX-License-Identifier: MIT */
/** Every request for memory fails, one after the other: a call then succeeds as it would
 *  have, or says so, and what it says is the same as without the failure up to there.
 *  That nothing is left is checked of every input (main.c). */
#include "document.h"
#include "fuzz.h"
#include "whole_error.h"

#define STEPS 16
#define SWEEP 24 /* requests that fail, at most, of those the script chooses */

/** What the calls of one run came to. */
typedef struct outcome {
    vox_status steps[STEPS];
    size_t count;
    vox_buffer written; /* by the default allocator, which does not fail */
} outcome;

/** False when the run ends there. */
static bool note(outcome *made, vox_status status) {
    made->steps[made->count++] = status;
    return status != VOX_ERROR_MEMORY;
}

static int pass_over(void *context, const vox_finding *finding) {
    size_t *count = context;
    *count += finding->rule;
    return 0;
}

/** Uses a tree in ways that ask for memory; `json` is put into it. */
static void use(outcome *made, vox_tree *tree, vox_string json) {
    vox_node *root = vox_tree_root(tree), *found = NULL;
    size_t rules = 0;
    bool go_on = note(made, vox_tree_materialize(tree, NULL)) &&
                 note(made, vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found)) &&
                 note(made, vox_validate(tree, NULL, (vox_finding_sink){pass_over, &rules})) &&
                 note(made, vox_object_set(tree, root, json, vox_value_json(json), NULL)) &&
                 note(made, vox_array_insert(tree, root, 0, vox_value_json(json), NULL)) &&
                 note(made, vox_object_set(tree, root, LITERAL("a"), vox_value_string(json), NULL));
    vox_tree *copy = NULL;
    go_on = go_on && note(made, vox_tree_compact(tree, &copy));
    vox_tree_free(copy);
    if (go_on) {
        for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED && go_on; style++) {
            go_on = note(made, vox_write_buffer(tree, root, (vox_style)style, &made->written));
        }
    }
    (void
    )(go_on && note(made, vox_baseline_revert(tree, root)) && note(made, vox_tree_freeze(tree)));
}

static outcome run(vox_string text, vox_string json, const vox_options *options) {
    outcome made;
    vox_tree *tree = NULL;
    vox_error error = garbage_error();
    memset(&made, 0, sizeof made);
    vox_status status = vox_tree_parse(text.bytes, text.length, options, &tree, &error);
    check_whole_error(&error, status, text.length);
    CHECK((status == VOX_OK) == (tree != NULL));
    if (note(&made, status) && tree) {
        use(&made, tree, json);
    }
    vox_tree_free(tree);
    return made;
}

static void check_outcome(const outcome *made, const outcome *expected) {
    for (size_t index = 0; index < made->count; index++) {
        if (made->steps[index] == VOX_ERROR_MEMORY) {
            CHECK(check_memory.failures > 0);
            return;
        }
        CHECK_STATUS(made->steps[index], expected->steps[index]);
    }
    CHECK_SIZE(made->count, expected->count);
    CHECK_STRING(buffer_text(&made->written), buffer_text(&expected->written));
}

void fuzz_memory(vox_string input) {
    vox_string text = fuzz_field(&input), json = fuzz_field(&input);
    vox_options options = document_options();
    uint8_t choice = fuzz_byte(&input);
    options.mode = choice & 1 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    options.borrow = choice & 2;
    options.strict = choice & 4;
    options.max_depth = 64;
    check_memory.calls = 0;
    outcome expected = run(text, json, &options);
    size_t calls = check_memory.calls;
    size_t step = 1 + calls / SWEEP;
    for (size_t at = 1 + choice % step; at <= calls; at += step) {
        check_memory.countdown = at;
        check_memory.fail_for_good = choice & 8;
        check_memory.failures = 0;
        outcome made = run(text, json, &options);
        check_memory.countdown = 0;
        check_memory.failing = false;
        check_outcome(&made, &expected);
        vox_buffer_free(&made.written);
    }
    vox_buffer_free(&expected.written);
}
