/* SPDX-License-Identifier: MIT */
#include "comparing.h"

#include "document.h"

reading read_as(vox_string text, vox_mode mode, size_t depth, bool strict) {
    reading made = {.options = document_options()};
    made.options.mode = mode;
    made.options.defer_depth = depth;
    made.options.strict = strict;
    made.options.max_depth = 64;
    made.status = vox_tree_parse(text.bytes, text.length, &made.options, &made.tree, &made.error);
    return made;
}

void check_same_error(const vox_error *left, const vox_error *right) {
    CHECK_STATUS(left->status, right->status);
    CHECK_SIZE(left->offset, right->offset);
    CHECK_SIZE(left->line, right->line);
    CHECK_SIZE(left->column, right->column);
    CHECK_TEXT(vox_string_from_c(left->message), right->message);
    CHECK_TEXT(vox_string_from_c(left->pointer), right->pointer);
    CHECK(left->pointer_cut == right->pointer_cut);
}

void check_same_output(vox_tree *left, vox_tree *right) {
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        vox_buffer expected = document_write(left, vox_tree_root(left), (vox_style)style);
        CHECK_WRITES_STRING(right, vox_tree_root(right), (vox_style)style, buffer_text(&expected));
        vox_buffer_free(&expected);
    }
}

void check_same_nodes(vox_tree *left, vox_tree *right) {
    const vox_node *a = vox_tree_root(left), *b = vox_tree_root(right);
    while (a && CHECK(b != NULL)) {
        bool same = vox_node_kind(a) == vox_node_kind(b) &&
                    vox_node_offset(a) == vox_node_offset(b) &&
                    vox_node_changed(a) == vox_node_changed(b) &&
                    vox_node_count(left, a) == vox_node_count(right, b) &&
                    vox_string_equal(vox_node_name(left, a), vox_node_name(right, b)) &&
                    vox_string_equal(vox_node_text(left, a), vox_node_text(right, b)) &&
                    vox_string_equal(vox_node_source(left, a), vox_node_source(right, b));
        if (!CHECK(same)) {
            return;
        }
        const vox_node *child = vox_node_first(left, a);
        if (child) {
            a = child;
            b = vox_node_first(right, b);
            continue;
        }
        while (a && !vox_node_next(left, a)) {
            a = vox_node_parent(left, a);
            b = vox_node_parent(right, b);
        }
        a = a ? vox_node_next(left, a) : NULL;
        b = b ? vox_node_next(right, b) : NULL;
    }
}

void check_parallel(vox_string text, size_t depth, size_t threads) {
    reading eager = read_as(text, VOX_MODE_EAGER, 0, false);
    reading parallel = {.options = eager.options};
    parallel.options.mode = VOX_MODE_PARALLEL;
    parallel.options.defer_depth = depth;
    parallel.options.threads = threads;
    parallel.status = vox_tree_parse(
        text.bytes, text.length, &parallel.options, &parallel.tree, &parallel.error
    );
    CHECK_STATUS(parallel.status, eager.status);
    if (eager.status != VOX_OK) {
        check_same_error(&parallel.error, &eager.error);
    } else if (parallel.status == VOX_OK) {
        CHECK_SIZE(vox_tree_memory(parallel.tree).nodes, vox_tree_memory(eager.tree).nodes);
        CHECK_SIZE(vox_tree_memory(parallel.tree).wasted, 0);
        check_same_nodes(eager.tree, parallel.tree);
        check_same_output(eager.tree, parallel.tree);
        CHECK_OK(vox_tree_freeze(parallel.tree));
    }
    vox_tree_free(eager.tree);
    vox_tree_free(parallel.tree);
}

void check_reading(vox_string text, size_t depth, bool strict) {
    reading eager = read_as(text, VOX_MODE_EAGER, 0, strict);
    reading lazy = read_as(text, VOX_MODE_LAZY, depth, strict);
    if (lazy.status == VOX_OK) {
        CHECK_STATUS(vox_tree_failure(lazy.tree, NULL), VOX_OK);
        CHECK_WRITES_STRING(lazy.tree, vox_tree_root(lazy.tree), VOX_STYLE_PRESERVE, text);
        lazy.status = vox_tree_materialize(lazy.tree, &lazy.error);
        CHECK((vox_tree_failure(lazy.tree, NULL) == VOX_OK) == (lazy.status == VOX_OK));
        /* Twice says the same. */
        CHECK_STATUS(vox_tree_materialize(lazy.tree, NULL), lazy.status);
    }
    CHECK_STATUS(lazy.status, eager.status);
    if (eager.status != VOX_OK) {
        check_same_error(&lazy.error, &eager.error);
    } else if (lazy.status == VOX_OK) {
        bool equal = false;
        CHECK_OK(vox_node_equal(
            eager.tree, vox_tree_root(eager.tree), lazy.tree, vox_tree_root(lazy.tree), &equal
        ));
        CHECK(equal);
        CHECK_SIZE(vox_tree_memory(lazy.tree).nodes, vox_tree_memory(eager.tree).nodes);
        check_same_nodes(eager.tree, lazy.tree);
        check_same_output(eager.tree, lazy.tree);
    }
    vox_tree_free(eager.tree);
    vox_tree_free(lazy.tree);
}
