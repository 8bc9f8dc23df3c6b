/* SPDX-License-Identifier: MIT */
/** A document and a patch of each kind: what is refused changes nothing; read lazily the
 *  outcome is the same. The patch that is made from before to after leads there. */
#include "document.h"
#include "fuzz.h"

/** Not more than a `copy` of a `copy` may ask for. */
static vox_options limited(vox_mode mode) {
    vox_options options = document_options();
    options.max_depth = 64;
    options.max_nodes = 4096;
    options.max_memory = (size_t)1 << 20;
    options.mode = mode;
    return options;
}

/** Patches nest deeper than any text that is read. */
static vox_options unlimited(void) {
    vox_options options = document_options();
    options.max_depth = VOX_UNLIMITED;
    return options;
}

static vox_tree *read(vox_string text, vox_mode mode) {
    vox_options options = limited(mode);
    vox_tree *tree = NULL;
    (void)vox_tree_parse(text.bytes, text.length, &options, &tree, NULL);
    return tree;
}

static bool equal(vox_tree *left, vox_tree *right) {
    bool same = false;
    CHECK_OK(vox_node_equal(left, vox_tree_root(left), right, vox_tree_root(right), &same));
    return same;
}

static vox_status apply(vox_tree *tree, vox_tree *patch, bool merge) {
    vox_node *root = vox_tree_root(tree), *what = vox_tree_root(patch);
    return merge ? vox_merge_patch_apply(tree, root, patch, what, NULL)
                 : vox_patch_apply(tree, root, patch, what, NULL, NULL);
}

/** RFC 7386, section 2, as it stands there. */
static void merge_by_hand(vox_tree *target, vox_node *node, vox_tree *patch, const vox_node *what) {
    if (vox_node_kind(what) != VOX_OBJECT) {
        CHECK_OK(vox_node_set(target, node, vox_value_copy(patch, what)));
        return;
    }
    if (vox_node_kind(node) != VOX_OBJECT) {
        CHECK_OK(vox_node_set(target, node, vox_value_object()));
    }
    for (const vox_node *from = vox_node_first(patch, what); from;
         from = vox_node_next(patch, from)) {
        vox_string name = vox_node_name(patch, from);
        vox_node *to = vox_object_get(target, node, name);
        if (vox_node_kind(from) != VOX_NULL) {
            if (!to) {
                CHECK_OK(vox_object_set(target, node, name, vox_value_null(), &to));
            }
            merge_by_hand(target, to, patch, from);
        } else if (to) {
            CHECK_OK(vox_node_remove(target, to));
        }
    }
}

static void check_merged(vox_string text, vox_tree *patch, vox_tree *after) {
    vox_options options = unlimited();
    vox_tree *expected = NULL;
    if (CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &expected, NULL))) {
        merge_by_hand(expected, vox_tree_root(expected), patch, vox_tree_root(patch));
        CHECK(equal(expected, after));
    }
    vox_tree_free(expected);
}

/** The patches that are made from before to after. */
static void check_made(vox_string before, vox_tree *after) {
    vox_options options = unlimited();
    for (int merge = 0; merge < 2; merge++) {
        vox_tree *tree = NULL, *patch = NULL;
        CHECK_OK(vox_tree_parse(before.bytes, before.length, &options, &tree, NULL));
        vox_node *from = vox_tree_root(tree), *to = vox_tree_root(after);
        vox_status status = merge ? vox_merge_patch_make(
                                        tree, from, after, to, &options, &patch, NULL
                                    )
                                  : vox_patch_make(tree, from, after, to, &options, &patch);
        if (status == VOX_OK) {
            CHECK_OK(apply(tree, patch, merge));
            CHECK(equal(tree, after));
        } else {
            CHECK(merge && status == VOX_ERROR_NULL);
        }
        vox_tree_free(patch);
        vox_tree_free(tree);
    }
}

/** What is written reads back as the same. */
static void check_written(vox_tree *tree) {
    vox_options options = unlimited();
    vox_buffer written = document_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE);
    vox_tree *again = NULL;
    if (CHECK_OK(vox_tree_parse(written.bytes, written.length, &options, &again, NULL))) {
        CHECK(equal(again, tree));
    }
    vox_tree_free(again);
    vox_buffer_free(&written);
}

static void check_apply(vox_string text, vox_tree *patch, bool merge) {
    vox_tree *eager = read(text, VOX_MODE_EAGER), *lazy = read(text, VOX_MODE_LAZY);
    if (eager && CHECK(lazy != NULL)) {
        vox_status status = apply(eager, patch, merge);
        vox_status lazily = apply(lazy, patch, merge);
        bool limit = status == VOX_ERROR_NODE_LIMIT || status == VOX_ERROR_MEMORY_LIMIT ||
                     lazily == VOX_ERROR_NODE_LIMIT || lazily == VOX_ERROR_MEMORY_LIMIT;
        if (!limit && CHECK_STATUS(lazily, status)) {
            CHECK(equal(lazy, eager));
        }
        if (status != VOX_OK) {
            CHECK_WRITES_STRING(eager, vox_tree_root(eager), VOX_STYLE_PRESERVE, text);
        } else {
            check_written(eager);
            check_made(text, eager);
            if (merge) {
                check_merged(text, patch, eager);
            }
        }
    }
    vox_tree_free(eager);
    vox_tree_free(lazy);
}

void fuzz_patch(vox_string input) {
    vox_string text = fuzz_field(&input);
    vox_tree *patch = read(fuzz_field(&input), VOX_MODE_EAGER);
    if (patch) {
        check_apply(text, patch, false);
        check_apply(text, patch, true);
        /* As a document, too: the patch from one to the other. */
        vox_tree *before = read(text, VOX_MODE_EAGER);
        if (before) {
            check_made(text, patch);
        }
        vox_tree_free(before);
    }
    vox_tree_free(patch);
}
