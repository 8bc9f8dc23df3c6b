/* SPDX-License-Identifier: MIT */
/** Parses one deferred value: appends its children to the arena, and makes them children of the
 *  deferred node. */
#include "read/node_builder.h"

/** Up to this many bytes, the length of a value is a good bound for the number of its values. */
#define SMALL_VALUE 4096

/** Undoes a run that failed. */
static void disown(vox__builder *builder, uint8_t kind) {
    for (vox_ref at = builder->first; at < builder->next; at++) {
        vox__index_drop(builder->tree, vox__node_at(builder, at));
    }
    vox__index_drop(builder->tree, builder->deferred);
    builder->deferred->kind = kind;
    builder->deferred->child = 0;
}

/** Checks a deferred value. The structural scan has checked everything except escapes, which the
 *  reader checks. The values need no counting if the length bounds their number and there is
 *  enough memory for so many. */
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
        return vox__error_limit(error, status, &tree->options);
    }
    vox__build_begin(&builder, tree, first, first + (vox_ref)values, NULL);
    builder.max_depth = SIZE_MAX; /* the structural scan has checked the depth */
    builder.deferred = node;
    vox__build(&builder, &checked, node->start, node->end);
    if (!builder.whole || builder.repeated_offset != SIZE_MAX) {
        status = vox__build_report(&builder, &checked, error);
        if (error) {
            error->limit = vox__limit_of(&tree->options, status);
        }
        disown(&builder, kind);
        return vox__mark_reset(tree, mark, status);
    }
    vox__build_adopt(&builder);
    tree->nodes.used = builder.next;
    tree->nodes.skipped++; /* the node whose children were moved */
    return VOX_OK;
}

static bool is_about_text(vox_status status) {
    return status != VOX_OK && !vox__is_external(status);
}

vox_status vox__resolve_deferred(vox_tree *tree, const vox_node *node) {
    vox_node *deferred = (vox_node *)(uintptr_t)node; /* parsing does not change the value */
    vox_error error;
    /* The tree keeps the first error of the text. Other values with an error are only marked:
     * describing each error would take quadratic time in a document full of errors. */
    const bool noted = is_about_text(tree->failure->status);
    if (node->kind & KIND_BROKEN && noted) {
        return tree->failure->status; /* unless it was cleared, there is nothing to record */
    }
    vox_status status = vox__parse_deferred(tree, deferred, noted ? NULL : &error);
    if (status != VOX_OK && !noted) {
        *tree->failure = error;
    }
    if (is_about_text(status)) {
        deferred->kind |= KIND_BROKEN; /* it need not be parsed again */
    }
    return status;
}
