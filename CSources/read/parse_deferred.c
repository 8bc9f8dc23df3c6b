/* SPDX-License-Identifier: MIT */
/** Parsing one value that is deferred: its children are appended where there is room,
 *  and given to the node that was deferred. */
#include "read/node_builder.h"

/** Up to so many bytes, the length of a value bounds what is in it well enough. */
#define SMALL_VALUE 4096

/** Undoes what a run that failed has left behind. */
static void disown(vox__builder *builder, uint8_t kind) {
    for (vox_ref at = builder->first; at < builder->next; at++) {
        vox__index_drop(builder->tree, vox__node_at(builder, at));
    }
    vox__index_drop(builder->tree, builder->deferred);
    builder->deferred->kind = kind;
    builder->deferred->flags &= (uint8_t)~FLAG_CHECKED;
    builder->deferred->child = 0;
}

/** The structural scan has checked all but escapes, which the reader does. Where the length
 *  of the value bounds the values in it, and there is room for that, nothing is left to do. */
static vox__checked check_deferred(const vox_tree *tree, const vox_node *node) {
    size_t length = node->end - (size_t)node->start;
    vox__checked checked = {VOX_OK, 0, length / 2 + 2};
    if (length > SMALL_VALUE || checked.values >= tree->nodes.limit - tree->nodes.used) {
        checked = vox__check_text(NULL, tree->source + node->start, length);
    }
    checked.offset += node->start;
    return checked;
}

vox_status vox__parse_deferred(vox_tree *tree, vox_node *node, vox_error *error) {
    vox__builder builder;
    vox_ref first;
    uint8_t kind = node->kind;
    vox__mark mark = vox__mark_take(tree);
    vox__checked checked = check_deferred(tree, node);
    /* The value itself was counted when it became a span. */
    size_t made = vox__values_made(tree), limit = tree->options.max_nodes;
    size_t left = made < limit ? limit - made : 0;
    size_t values = checked.values - 1 < left ? checked.values : left + 1;
    vox_status status = vox__arena_take(&tree->memory, &tree->nodes, values + 1, &first);
    if (status != VOX_OK) {
        (void)vox__mark_reset(tree, mark, status);
        return vox__error_plain(error, status);
    }
    vox__build_begin(&builder, tree, first, first + (vox_ref)values, NULL);
    builder.max_depth = SIZE_MAX; /* checked by the structural scan */
    builder.deferred = node;
    vox__build(&builder, &checked, node->start, node->end);
    if (!builder.whole || builder.repeated_offset != SIZE_MAX) {
        status = vox__build_report(&builder, &checked, error);
        disown(&builder, kind);
        return vox__mark_reset(tree, mark, status);
    }
    vox__build_adopt(&builder);
    tree->nodes.used = builder.next;
    tree->nodes.skipped++; /* the node whose children were adopted */
    return VOX_OK;
}

static bool is_about_text(vox_status status) {
    return status != VOX_OK && !vox__is_memory(status);
}

vox_status vox__resolve_deferred(vox_tree *tree, const vox_node *node) {
    vox_node *deferred = (vox_node *)(uintptr_t)node; /* its children are no change of it */
    vox_error error;
    /* The first error of a text is kept: no more is found out about others than that they
     * are there, or a document full of them would cost its square. */
    const bool noted = is_about_text(tree->failure.status);
    if (node->kind & KIND_BROKEN && noted) {
        return tree->failure.status; /* unless it was forgotten, there is nothing to note */
    }
    vox_status status = vox__parse_deferred(tree, deferred, noted ? NULL : &error);
    if (status != VOX_OK && !noted) {
        tree->failure = error;
    }
    if (is_about_text(status)) {
        deferred->kind |= KIND_BROKEN; /* it need not be tried again */
    }
    return status;
}
