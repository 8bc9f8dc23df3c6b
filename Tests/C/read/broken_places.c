/* SPDX-License-Identifier: MIT */
/** Each call that reads a lazy tree says where its text is broken: in its error, or in that of
 *  vox_tree_failure. */
#include "check.h"
#include "document.h"
#include "whole_error.h"

#include <string.h>
#include <vox/paths.h>

/** The first element is whole, and the second one is not. */
#define BROKEN                                                                                     \
    "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"x\":true}},\n "                     \
    "{\"type\":\"a\",\"id\":\"2\",\"attributes\":{\"x\":tru}}]}"
/** The same values without the error. */
#define WHOLE                                                                                      \
    "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"x\":true}},\n "                     \
    "{\"type\":\"a\",\"id\":\"2\",\"attributes\":{\"x\":true}}]}"

static vox_tree *parse_lazily(const char *text, size_t depth) {
    vox_options options = document_options();
    options.mode = VOX_MODE_LAZY;
    options.defer_depth = depth;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(text, strlen(text), &options, &tree, NULL));
    return tree;
}

/** Checks that an error is the one of eager reading. */
static bool check_eager_error(const vox_error *error, const char *text) {
    vox_options options = document_options();
    vox_error eager;
    vox_tree *tree = NULL;
    const vox_status status = vox_tree_parse(text, strlen(text), &options, &tree, &eager);
    vox_tree_free(tree);
    return check_whole_error(error, status, strlen(text)) &&
           CHECK_SIZE(error->offset, eager.offset) && CHECK_SIZE(error->line, eager.line) &&
           CHECK_SIZE(error->column, eager.column) && CHECK(error->message == eager.message) &&
           CHECK_TEXT(vox_string_from_c(error->pointer), eager.pointer);
}

static bool check_failure(const vox_tree *tree, const char *text) {
    vox_error failure = garbage_error();
    return CHECK(vox_tree_failure(tree, &failure) != VOX_OK) && check_eager_error(&failure, text);
}

static vox_node *second(vox_tree *tree) {
    return vox_array_get(tree, vox_object_get(tree, vox_tree_root(tree), LITERAL("data")), 1);
}

/* --- calls without an error ---------------------------------------------------------- */

/** A call that reads the lazy tree. `whole` has the same values. */
typedef vox_status reading(vox_tree *tree, vox_tree *whole);

static vox_status write_in(vox_tree *tree, vox_style style) {
    vox_buffer buffer = {0};
    const vox_status status = vox_write_buffer(tree, vox_tree_root(tree), style, &buffer);
    vox_buffer_free(&buffer);
    return status;
}

static vox_status write_compact(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return write_in(tree, VOX_STYLE_COMPACT);
}

static vox_status write_pretty(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return write_in(tree, VOX_STYLE_PRETTY);
}

static vox_status write_sorted(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return write_in(tree, VOX_STYLE_SORTED);
}

static vox_status freeze(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return vox_tree_freeze(tree);
}

static int ignore_finding(void *context, const vox_finding *finding) {
    (void)context;
    (void)finding;
    return 0;
}

static vox_status validate(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return vox_validate(tree, NULL, (vox_finding_sink){ignore_finding, NULL});
}

static vox_status compare(vox_tree *tree, vox_tree *whole) {
    bool equal;
    return vox_node_equal(tree, vox_tree_root(tree), whole, vox_tree_root(whole), &equal);
}

static int ignore_difference(void *context, vox_difference difference) {
    (void)context;
    (void)difference;
    return 0;
}

static vox_status diff_before(vox_tree *tree, vox_tree *whole) {
    const vox_difference_sink sink = {ignore_difference, NULL};
    return vox_diff(tree, vox_tree_root(tree), whole, vox_tree_root(whole), sink);
}

static vox_status diff_after(vox_tree *tree, vox_tree *whole) {
    return diff_before(whole, tree);
}

static vox_status make_patch_before(vox_tree *tree, vox_tree *whole) {
    vox_tree *patch;
    return vox_patch_make(tree, vox_tree_root(tree), whole, vox_tree_root(whole), NULL, &patch);
}

static vox_status make_patch_after(vox_tree *tree, vox_tree *whole) {
    return make_patch_before(whole, tree);
}

static vox_status copy(vox_tree *tree, vox_tree *whole) {
    vox_tree *made;
    (void)whole;
    return vox_tree_copy(tree, second(tree), &made);
}

static vox_status compact(vox_tree *tree, vox_tree *whole) {
    vox_tree *made;
    (void)whole;
    return vox_tree_compact(tree, &made);
}

static vox_status baseline(vox_tree *tree, vox_tree *whole) {
    vox_tree *made;
    (void)whole;
    return vox_baseline(tree, second(tree), &made);
}

static vox_status baseline_mark(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return vox_baseline_mark(tree, vox_tree_root(tree));
}

static vox_status baseline_set(vox_tree *tree, vox_tree *whole) {
    return vox_baseline_set(whole, vox_tree_root(whole), tree, vox_tree_root(tree));
}

static vox_status set_copy(vox_tree *tree, vox_tree *whole) {
    return vox_node_set(whole, vox_tree_root(whole), vox_value_copy(tree, vox_tree_root(tree)));
}

static vox_status set_member(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return vox_object_set(tree, second(tree), LITERAL("x"), vox_value_null(), NULL);
}

static vox_status get_pointer(vox_tree *tree, vox_tree *whole) {
    vox_node *found;
    (void)whole;
    return vox_pointer_get(tree, vox_tree_root(tree), LITERAL("/data/1/id/x"), &found, NULL);
}

static vox_status set_pointer(vox_tree *tree, vox_tree *whole) {
    (void)whole;
    return vox_pointer_set(
        tree, vox_tree_root(tree), LITERAL("/data/1/x"), vox_value_null(), NULL, NULL
    );
}

static vox_status find_paths(vox_tree *tree, vox_tree *whole) {
    const vox_string text = LITERAL("x");
    vox_paths *paths;
    (void)whole;
    CHECK_OK(vox_paths_new(&text, 1, VOX_PATH_RESOURCE, NULL, &paths, NULL, NULL));
    const vox_status status = vox_paths_find(paths, tree, second(tree));
    vox_paths_free(paths);
    return status;
}

static void calls_without_an_error(void) {
    static const struct {
        const char *name;
        reading *read;
    } rows[] = {
        {"compact", write_compact},
        {"pretty", write_pretty},
        {"sorted", write_sorted},
        {"freeze", freeze},
        {"validate", validate},
        {"equal", compare},
        {"diff, before", diff_before},
        {"diff, after", diff_after},
        {"make, before", make_patch_before},
        {"make, after", make_patch_after},
        {"copy", copy},
        {"vox_tree_compact", compact},
        {"baseline", baseline},
        {"mark", baseline_mark},
        {"set a baseline", baseline_set},
        {"copy into a tree", set_copy},
        {"set a member", set_member},
        {"pointer, get", get_pointer},
        {"pointer, set", set_pointer},
        {"paths", find_paths},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_tree *tree = parse_lazily(BROKEN, 0), *whole = document_from_c(WHOLE);
        check_note("%s", rows[index].name);
        CHECK_STATUS(rows[index].read(tree, whole), VOX_ERROR_LITERAL);
        CHECK(check_failure(tree, BROKEN));
        vox_tree_free(tree);
        vox_tree_free(whole);
    }
    check_note(NULL);
}

/* --- patches ------------------------------------------------------------------------- */

/** Applies a JSON Patch, or a merge patch if it is an object. */
static vox_status apply(vox_tree *tree, vox_tree *patch, vox_error *error) {
    vox_node *root = vox_tree_root(tree), *change = vox_tree_root(patch);
    return vox_node_kind(change) == VOX_OBJECT
               ? vox_merge_patch_apply(tree, root, patch, change, error)
               : vox_patch_apply(tree, root, patch, change, NULL, error);
}

/** A patch that reads a broken value of the document. */
static void patched_documents(void) {
    static const char text[] = "[{\"x\":1},\n[{\"y\":2},{\"z\":tru}]]";
    static const char *const patches[] = {
        "[{\"op\":\"add\",\"path\":\"/1/0/n\",\"value\":1}]",
        "[{\"op\":\"remove\",\"path\":\"/1/1\"}]",
        ("[{\"op\":\"remove\",\"path\":\"/0\"},"
         "{\"op\":\"replace\",\"path\":\"/0/1/z\",\"value\":1}]"),
        "[{\"op\":\"test\",\"path\":\"\",\"value\":[]}]",
        "[{\"op\":\"test\",\"path\":\"/1\",\"value\":[]}]",
        "[{\"op\":\"copy\",\"from\":\"/1\",\"path\":\"/-\"}]",
        "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/0/x\"}]",
        "[{\"op\":\"move\",\"from\":\"/1\",\"path\":\"\"}]",
        "[{\"op\":\"move\",\"from\":\"/0/x\",\"path\":\"/1/0/x\"}]",
    };
    for (size_t index = 0; index < COUNT(patches); index++) {
        vox_tree *tree = parse_lazily(text, 1), *patch = document_from_c(patches[index]);
        vox_error error = garbage_error();
        check_note("%s", patches[index]);
        CHECK_STATUS(apply(tree, patch, &error), VOX_ERROR_LITERAL);
        CHECK(check_eager_error(&error, text));
        CHECK(check_failure(tree, text));
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
    check_note(NULL);
}

/** A merge patch looks up members of a broken object. */
static void merged_documents(void) {
    static const char text[] = "[{},\n{\"y\":{},\"z\":tru}]";
    vox_tree *tree = parse_lazily(text, 1), *patch = document_from_c("{\"y\":1}");
    vox_error error = garbage_error();
    vox_node *node = vox_array_get(tree, vox_tree_root(tree), 1);
    vox_status status = vox_merge_patch_apply(tree, node, patch, vox_tree_root(patch), &error);
    CHECK_STATUS(status, VOX_ERROR_LITERAL);
    CHECK(check_eager_error(&error, text));
    vox_tree_free(tree);
    vox_tree_free(patch);
}

/** Patches that are broken themselves, and were read lazily. */
static void broken_patches(void) {
    static const struct {
        const char *patch;
        size_t depth;
    } rows[] = {
        {"[{\"op\":\"add\",\"path\":\"/x\",\"value\":1},\n{\"op\":\"add\",\"value\":tru}]", 1},
        {"[{\"op\":\"add\",\"path\":\"/x\",\"value\":[{},\n{\"a\":tru}]}]", 3},
        {"[{\"op\":\"test\",\"path\":\"/a\",\"value\":[{\"a\":tru}]}]", 3},
        {"[{\"op\":\"replace\",\"path\":\"/a\",\"value\":[{\"a\":tru}]}]", 3},
        {"{\"m\":\n[{\"a\":tru}]}", 2},
        {"{\"b\":{\"m\":\n[{\"a\":1},{\"a\":tru}]}}", 3},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_tree *tree = document_from_c("{\"a\":[{}]}");
        vox_tree *patch = parse_lazily(rows[index].patch, rows[index].depth);
        vox_error error = garbage_error();
        check_note("%s", rows[index].patch);
        CHECK_STATUS(apply(tree, patch, &error), VOX_ERROR_LITERAL);
        CHECK(check_eager_error(&error, rows[index].patch));
        CHECK(check_failure(patch, rows[index].patch));
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, "{\"a\":[{}]}");
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
    check_note(NULL);
}

/** A merge patch is made of a broken tree, from both sides. Another broken value was read
 *  before. */
static void made_merge_patches(void) {
    static const char text[] = "[[{},\n{\"a\":tru}],{\"b\":fals}]";
    for (int row = 0; row < 4; row++) {
        vox_tree *tree = parse_lazily(text, 1), *whole = document_from_c("[[{},{\"a\":1}],2]");
        vox_tree *patch = NULL, *from = row % 2 ? whole : tree, *to = row % 2 ? tree : whole;
        vox_error error = garbage_error();
        check_note("row %d", row);
        if (row / 2) {
            vox_node *last = vox_array_get(tree, vox_tree_root(tree), 1);
            CHECK(vox_object_get(tree, last, LITERAL("b")) == NULL);
        }
        const vox_status status = vox_merge_patch_make(
            from, vox_tree_root(from), to, vox_tree_root(to), NULL, &patch, &error
        );
        CHECK_STATUS(status, VOX_ERROR_LITERAL);
        CHECK(patch == NULL);
        CHECK(check_eager_error(&error, text));
        vox_tree_free(tree);
        vox_tree_free(whole);
    }
    check_note(NULL);
}

/** Without memory to describe an error, it has the status that the call returned, or is one of
 *  memory. */
static void without_memory(void) {
    static const char text[] = "[{\"x\":1},\n{\"y\":2,\"z\":tru}]";
    static const char *const patches[] = {
        "[{\"op\":\"remove\",\"path\":\"/0\"},{\"op\":\"remove\",\"path\":\"/0/y\"}]",
        "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/0/n\"}]",
        "[1]", /* the merge patch from the document to it */
    };
    for (size_t row = 0; row < COUNT(patches); row++) {
        bool failed = true;
        for (size_t countdown = 1; failed; countdown++) {
            vox_tree *tree = parse_lazily(text, 1), *patch = document_from_c(patches[row]);
            vox_tree *made = NULL;
            vox_error error = garbage_error();
            const size_t failures = check_memory.failures;
            check_note("%s, request %zu", patches[row], countdown);
            check_memory.countdown = countdown;
            const vox_status status = row < 2 ? apply(tree, patch, &error)
                                              : vox_merge_patch_make(
                                                    tree, vox_tree_root(tree), patch,
                                                    vox_tree_root(patch), NULL, &made, &error
                                                );
            check_memory.countdown = 0;
            failed = check_memory.failures > failures;
            CHECK(status == VOX_ERROR_LITERAL || (failed && status == VOX_ERROR_MEMORY));
            CHECK(check_whole_error(&error, status, sizeof text - 1 + strlen(patches[row])));
            CHECK(failed || check_eager_error(&error, text));
            CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
            vox_tree_free(tree);
            vox_tree_free(patch);
        }
    }
    check_note(NULL);
}

const check_test broken_places_tests[] = {
    CHECK_TEST(calls_without_an_error),
    CHECK_TEST(patched_documents),
    CHECK_TEST(merged_documents),
    CHECK_TEST(broken_patches),
    CHECK_TEST(made_merge_patches),
    CHECK_TEST(without_memory),
    CHECK_END,
};
