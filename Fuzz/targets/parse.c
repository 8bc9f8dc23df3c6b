/* SPDX-License-Identifier: MIT */
/** Every way to read one text, against one another: the fast reader and yajl's, eager and
 *  lazy, from a copy and borrowed, by a kept parser, from a stream. Same verdict, same
 *  error, same tree, same output. */
#include "comparing.h"
#include "document.h"
#include "fuzz.h"
#include "streaming.h"

/** True when a member outside of what is deferred has a later one of its name behind it: nobody
 *  can walk to it. Then a strict tree is not even read lazily. */
static bool has_shadowed(vox_string text, size_t depth) {
    reading strict = read_as(text, VOX_MODE_LAZY, depth, true);
    vox_tree_free(strict.tree);
    return strict.status != VOX_OK;
}

/** A lazy tree that is walked instead of read as a whole. */
static void check_touched(const reading *eager, size_t depth, bool strict, vox_string text) {
    reading lazy = read_as(text, VOX_MODE_LAZY, depth, strict);
    if (eager->status == VOX_OK && CHECK_OK(lazy.status)) {
        check_same_nodes(eager->tree, lazy.tree);
        CHECK_OK(vox_tree_failure(lazy.tree, NULL));
    } else if (lazy.status == VOX_OK) {
        const vox_node *root = vox_tree_root(lazy.tree), *node = root;
        while (node) {
            const vox_node *next = vox_node_first(lazy.tree, node);
            while (!next && node && node != root) {
                next = vox_node_next(lazy.tree, node);
                node = next ? node : vox_node_parent(lazy.tree, node);
            }
            node = next;
        }
        CHECK(vox_tree_failure(lazy.tree, NULL) != VOX_OK || has_shadowed(text, depth));
        CHECK(vox_tree_materialize(lazy.tree, NULL) != VOX_OK);
    }
    vox_tree_free(lazy.tree);
}

/** A parser that is kept, before and after it has memory to use again. */
static void check_kept(const reading *eager, vox_string text) {
    vox_parser *parser = NULL;
    if (!CHECK_OK(vox_parser_new(&eager->options, 1 << 16, &parser))) {
        return;
    }
    for (int round = 0; round < 2; round++) {
        vox_tree *tree = NULL;
        vox_error error;
        vox_status status = vox_parser_parse(parser, text.bytes, text.length, &tree, &error);
        CHECK_STATUS(status, eager->status);
        if (tree && eager->tree) {
            check_same_nodes(eager->tree, tree);
        } else if (status != VOX_OK && eager->status != VOX_OK) {
            check_same_error(&error, &eager->error);
        }
        vox_tree_free(tree);
    }
    vox_parser_free(parser);
}

static void check_streamed(vox_string text, bool strict, size_t step) {
    vox_stream_options options = streaming_options(VOX_STREAM_DOCUMENT);
    options.tree.strict = strict;
    transcript made = streaming_read(text, &options, step, step);
    streaming_check(&made, text, &options);
    transcript_free(&made);
}

void fuzz_parse(vox_string input) {
    for (int strict = 0; strict < 2; strict++) {
        check_reading(input, 0, strict);
        check_reading(input, 1 + input.length % 3, strict);
        reading eager = read_as(input, VOX_MODE_EAGER, 0, strict);
        check_touched(&eager, input.length % 3, strict, input);
        check_kept(&eager, input);
        vox_tree_free(eager.tree);
        check_streamed(input, strict, 1 + input.length % 11);
    }
}
