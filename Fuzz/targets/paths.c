/* SPDX-License-Identifier: MIT */
/** A text and paths from its root: one pass finds what following each path finds. */
#include "document.h"
#include "fuzz.h"

#define PATHS 16 /* at most */

/** Follows a path without dots and slashes, or a JSON Pointer, from a value. Returns false for other
 *  paths. */
static bool follow(vox_tree *tree, vox_node *value, vox_string path, vox_node **found) {
    *found = value;
    if (!path.length) {
        return true;
    }
    if (path.bytes[0] == '/') {
        const vox_status status = vox_pointer_get(tree, value, path, found, NULL);
        *found = status == VOX_OK ? *found : NULL;
        return !memchr(path.bytes, '~', path.length) && vox_node_kind(value) == VOX_OBJECT;
    }
    *found = vox_object_get(tree, value, path);
    return !memchr(path.bytes, '.', path.length);
}

/** Returns true when a pointer leads through an array, in which paths find nothing. */
static bool is_in_array(const vox_tree *tree, const vox_node *node) {
    const vox_node *at = node ? vox_node_parent(tree, node) : NULL;
    while (at && vox_node_kind(at) != VOX_ARRAY) {
        at = vox_node_parent(tree, at);
    }
    return at != NULL;
}

static void check_values(vox_tree *tree, const vox_string *texts, size_t count, vox_paths *paths) {
    vox_node *root = vox_tree_root(tree);
    CHECK_OK(vox_paths_find(paths, tree, root));
    for (size_t index = 0; index < count; index++) {
        size_t rest = 7;
        vox_node *expected;
        const vox_node *found = vox_paths_value(paths, index, tree, &rest);
        CHECK_SIZE(rest, 0);
        if (follow(tree, root, texts[index], &expected) && !is_in_array(tree, expected)) {
            CHECK(found == expected);
        }
    }
}

/** Paths of resource objects may end at a linkage; what is left leads on from each identifier. */
static void follow_linkage(vox_tree *tree, size_t count, vox_paths *paths) {
    (void)vox_paths_find(paths, tree, vox_tree_root(tree));
    for (size_t index = 0; index <= count; index++) {
        size_t rest = 7;
        vox_node *found = vox_paths_value(paths, index, tree, &rest);
        CHECK(rest == 0 || vox_node_kind(found) == VOX_ARRAY);
        vox_node *one = rest ? vox_node_first(tree, found) : NULL;
        for (; one; one = vox_node_next(tree, one)) {
            size_t left = rest;
            (void)vox_paths_follow(paths, index, tree, one, &left);
            CHECK(left < rest);
        }
    }
}

void fuzz_paths(vox_string input) {
    const vox_string text = fuzz_field(&input);
    vox_options options = document_options();
    vox_string texts[PATHS];
    vox_tree *tree = NULL;
    size_t count = 0, wrong = SIZE_MAX;
    const char *message = NULL;
    while (count < PATHS && input.length) {
        texts[count++] = fuzz_field(&input);
    }
    if (vox_tree_parse(text.bytes, text.length, &options, &tree, NULL) != VOX_OK) {
        return;
    }
    for (int start = VOX_PATH_RESOURCE; start <= VOX_PATH_VALUE; start++) {
        vox_paths *paths = NULL;
        const vox_status status = vox_paths_new(
            texts, count, (vox_path_start)start, &options.allocator, &paths, &wrong, &message
        );
        if (status != VOX_OK) {
            CHECK_STATUS(status, VOX_ERROR_POINTER);
            CHECK(wrong < count && message && !paths);
        } else if (start == VOX_PATH_VALUE) {
            check_values(tree, texts, count, paths);
        } else {
            follow_linkage(tree, count, paths);
        }
        vox_paths_free(paths);
    }
    vox_tree_free(tree);
}
