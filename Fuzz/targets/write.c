/* SPDX-License-Identifier: MIT */
/** What is written reads back as the same value, and is written the same again. */
#include "document.h"
#include "fuzz.h"

/** Writes in a style, reads that, and writes it again. */
static void check_style(vox_tree *tree, vox_style style) {
    vox_node *root = vox_tree_root(tree);
    vox_buffer written = document_write(tree, root, style);
    vox_tree *again = document_parse(buffer_text(&written));
    if (again) {
        bool equal = false;
        CHECK_OK(vox_node_equal(tree, root, again, vox_tree_root(again), &equal));
        /* A number that a double holds but for its last digits is rounded there. */
        CHECK(equal || style == VOX_STYLE_SORTED);
        CHECK_WRITES_STRING(again, vox_tree_root(again), style, buffer_text(&written));
    }
    vox_tree_free(again);
    vox_buffer_free(&written);
}

static void check_styles(vox_tree *tree) {
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        check_style(tree, (vox_style)style);
    }
}

/** The value that the script picks, by numbers of children. */
static vox_node *pick(vox_tree *tree, vox_string *script) {
    vox_node *node = vox_tree_root(tree);
    for (;;) {
        size_t step = fuzz_byte(script), count = vox_node_count(tree, node);
        if (step == 0 || count == 0) {
            return node;
        }
        vox_node *child = vox_node_first(tree, node);
        for (step = (step - 1) % count; step > 0; step--) {
            child = vox_node_next(tree, child);
        }
        node = child;
    }
}

/** Puts something in, without a look at what comes of it: targets/edit.c does that. */
static void change(vox_tree *tree, vox_string *script) {
    vox_node *node = pick(tree, script);
    vox_string text = fuzz_field(script);
    switch (vox_node_kind(node)) {
    case VOX_OBJECT:
        (void)vox_object_set(tree, node, text, vox_value_json(text), NULL);
        (void)vox_object_set(tree, node, text, vox_value_null(), NULL);
        break;
    case VOX_ARRAY:
        (void)vox_array_insert(tree, node, text.length % 4, vox_value_json(text), NULL);
        (void)vox_array_insert(tree, node, text.length % 4, vox_value_string(text), NULL);
        break;
    default:
        if (text.length % 2 == 0 || vox_node_remove(tree, node) != VOX_OK) {
            (void)vox_node_set(tree, node, vox_value_json(text));
        }
        break;
    }
}

void fuzz_write(vox_string input) {
    vox_string text = fuzz_field(&input);
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.max_depth = 64;
    options.mode = input.length % 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    if (vox_tree_parse(text.bytes, text.length, &options, &tree, NULL) != VOX_OK) {
        return;
    }
    CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
    if (vox_tree_materialize(tree, NULL) == VOX_OK) {
        check_styles(tree);
        for (size_t steps = 0; steps < 16 && input.length; steps++) {
            change(tree, &input);
        }
        check_styles(tree);
    }
    vox_tree_free(tree);
}
