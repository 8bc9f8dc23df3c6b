/* SPDX-License-Identifier: MIT */
#include "comparing.h"

#include "document.h"

#include <stdlib.h>

bool has_yajl(void) {
    static const vox_options options = {.reader = VOX_READER_YAJL};
    vox_tree *tree;
    vox_status status = vox_tree_parse("0", 1, &options, &tree, NULL);
    vox_tree_free(tree);
    return status == VOX_OK;
}

static reading read_text(vox_string text, vox_options options) {
    reading made = {.options = options};
    made.status = vox_tree_parse(text.bytes, text.length, &made.options, &made.tree, &made.error);
    return made;
}

reading read_as(vox_string text, vox_mode mode, size_t depth, bool strict) {
    vox_options options = document_options();
    options.mode = mode;
    options.defer_depth = depth;
    options.strict = strict;
    options.max_depth = 64;
    return read_text(text, options);
}

/** Reads the text in the same way with yajl alone, unless the core has no yajl. */
static reading read_by_yajl_alone(vox_string text, bool strict) {
    vox_options options = document_options();
    options.reader = has_yajl() ? VOX_READER_YAJL : VOX_READER_FAST;
    options.borrow = true;
    options.strict = strict;
    options.max_depth = 64;
    return read_text(text, options);
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

/** Checks that two readings have the same tree or the same error. */
static void check_same_reading(const reading *made, const reading *expected) {
    CHECK_STATUS(made->status, expected->status);
    if (expected->status != VOX_OK) {
        check_same_error(&made->error, &expected->error);
    } else if (made->status == VOX_OK) {
        bool equal = false;
        CHECK_OK(vox_node_equal(
            expected->tree, vox_tree_root(expected->tree), made->tree, vox_tree_root(made->tree),
            &equal
        ));
        CHECK(equal);
        CHECK_SIZE(vox_tree_memory(made->tree).nodes, vox_tree_memory(expected->tree).nodes);
        CHECK_SIZE(vox_tree_memory(made->tree).wasted, 0);
        check_same_nodes(expected->tree, made->tree);
        check_same_output(expected->tree, made->tree);
    }
}

/** Checks the reading of borrowed text. The block is exactly as large as the text, so that a
 *  sanitizer detects reads beyond it. */
static void check_borrowed(vox_string text, const reading *expected) {
    static const vox_mode modes[] = {VOX_MODE_EAGER, VOX_MODE_LAZY};
    char *exact = malloc(text.length ? text.length : 1);
    if (!exact) {
        abort();
    }
    if (text.length) {
        memcpy(exact, text.bytes, text.length);
    }
    for (size_t index = 0; index < COUNT(modes); index++) {
        vox_options options = expected->options;
        options.borrow = true;
        options.mode = modes[index];
        reading borrowed = read_text((vox_string){exact, text.length}, options);
        if (borrowed.status == VOX_OK) {
            borrowed.status = vox_tree_materialize(borrowed.tree, &borrowed.error);
        }
        check_same_reading(&borrowed, expected);
        vox_tree_free(borrowed.tree);
    }
    free(exact);
}

void check_reading(vox_string text, size_t depth, bool strict) {
    reading alone = read_by_yajl_alone(text, strict);
    reading eager = read_as(text, VOX_MODE_EAGER, 0, strict);
    reading lazy = read_as(text, VOX_MODE_LAZY, depth, strict);
    if (lazy.status == VOX_OK) {
        CHECK_STATUS(vox_tree_failure(lazy.tree, NULL), VOX_OK);
        CHECK_WRITES_STRING(lazy.tree, vox_tree_root(lazy.tree), VOX_STYLE_PRESERVE, text);
        lazy.status = vox_tree_materialize(lazy.tree, &lazy.error);
        CHECK((vox_tree_failure(lazy.tree, NULL) == VOX_OK) == (lazy.status == VOX_OK));
        /* A second call returns the same. */
        CHECK_STATUS(vox_tree_materialize(lazy.tree, NULL), lazy.status);
    }
    check_same_reading(&eager, &alone);
    if (eager.status == VOX_OK && alone.status == VOX_OK) {
        /* The copy of the text, and 64 bytes after it if it is not small, are the only difference,
         * unless a string with escapes is long: then chunks of stored text have other sizes. */
        const size_t copy = text.length <= 4096 ? text.length / 8 * 8 + 8 : text.length + 64;
        const size_t most = vox_tree_memory(alone.tree).reserved + copy;
        const size_t reserved = vox_tree_memory(eager.tree).reserved;
        CHECK(text.length < 400 ? reserved == most : reserved <= most + 3 * text.length);
    }
    check_same_reading(&lazy, &alone);
    check_borrowed(text, &eager);
    vox_tree_free(alone.tree);
    vox_tree_free(eager.tree);
    vox_tree_free(lazy.tree);
}
