/* SPDX-License-Identifier: MIT */
/** Parsing one value that was cut out: its children are appended where there is room,
 *  and given to the node that was deferred. */
#include "parser.h"

/** Up to so many bytes, the length of a value bounds what is in it well enough. */
#define SMALL_VALUE 4096

void vox__parser_adopt(parse_state *parser) {
    vox_node *node = parser->deferred, *made = node_at(parser, parser->first);
    vox_ref ref = vox__ref(parser->tree, node);
    vox__index_drop(parser->tree, made);
    node->kind &= KIND_PUBLIC;
    node->flags |= made->flags & FLAG_CHECKED;
    node->child = made->child;
    for (vox_ref at = node->child; at; at = node_at(parser, at)->next) {
        node_at(parser, at)->parent = ref;
    }
    /* Nobody refers to it, but those who visit all nodes meet it: children it has none. */
    made->kind = VOX_NULL;
    made->flags = 0;
    made->child = 0;
}

/** Undoes what a run that failed has left behind. */
static void disown(parse_state *parser, uint8_t kind) {
    for (vox_ref at = parser->first; at < parser->next; at++) {
        vox__index_drop(parser->tree, node_at(parser, at));
    }
    vox__index_drop(parser->tree, parser->deferred);
    parser->deferred->kind = kind;
    parser->deferred->flags &= (uint8_t)~FLAG_CHECKED;
    parser->deferred->child = 0;
}

/** The skim has checked all but escapes of code points. Where there are none, and the
 *  value is so small that its length bounds the values in it, nothing is left to do. */
static vox__scan scan_deferred(const vox_tree *tree, const vox_node *node) {
    size_t length = node->end - (size_t)node->start;
    vox__scan scan = {VOX_OK, 0, length / 2 + 2};
    if (!tree->unescaped || length > SMALL_VALUE) {
        scan = vox__scan_text(NULL, tree->source + node->start, length);
    }
    scan.offset += node->start;
    return scan;
}

vox_status vox__parse_deferred(vox_tree *tree, vox_node *node, vox_error *error) {
    parse_state parser;
    vox_ref first;
    uint8_t kind = node->kind;
    vox__mark mark = vox__mark_take(tree);
    vox__scan scan = scan_deferred(tree, node);
    /* The value itself was counted when it was cut out. */
    size_t made = vox__values_made(tree), limit = tree->options.max_nodes;
    size_t left = made < limit ? limit - made : 0;
    size_t values = scan.values - 1 < left ? scan.values : left + 1;
    vox_status status = vox__arena_take(tree, &tree->nodes, values + 1, &first);
    if (status != VOX_OK) {
        vox__error_set(error, status, NULL, vox__string(NULL, 0), 0);
        return vox__mark_reset(tree, mark, status);
    }
    vox__parser_begin(&parser, tree, node->start, first, first + (vox_ref)values);
    parser.max_depth = SIZE_MAX; /* checked where it was cut out */
    parser.deferred = node;
    parser.whole = vox__parser_run(&parser, &scan, NULL);
    if (!parser.whole || parser.repeated_offset != SIZE_MAX) {
        status = vox__parser_report(&parser, &scan, error);
        disown(&parser, kind);
        vox__mark_reset(tree, mark, status);
    } else {
        vox__parser_adopt(&parser);
        tree->nodes.used = parser.next;
        tree->nodes.skipped++; /* the node whose children were adopted */
    }
    vox__scratch_end(&parser.scratch);
    return status;
}
