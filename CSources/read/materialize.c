/* SPDX-License-Identifier: MIT */
/** Parsing all deferred values, and the first error in them. */
#include "read/node_builder.h"
#include "read/read.h"
#include "tree/armor.h"

/** Describes the error of a value that cannot be parsed. The tree may have recorded another one. */
static vox_status explain(
    vox_tree *tree, const vox_node *node, vox_status status, vox_error *error
) {
    if (vox__is_external(status)) {
        return vox__error_limit(error, status, &tree->options);
    }
    return vox__parse_deferred(tree, (vox_node *)(uintptr_t)node, error);
}

vox_status vox_node_materialize(
    vox_tree *tree, const vox_node *node, bool below, vox_error *error
) {
    VOX_ARMOR_READ(tree, node, vox__refuse(error));
    const vox_node *failed = node;
    vox_status status = VOX_OK;
    if (!node) {
        return vox__error_plain(error, VOX_ERROR_MISSING);
    }
    do {
        status = below ? vox__resolve_below(tree, node, &failed) : vox__resolve(tree, node);
    } while (status != VOX_OK && (status = explain(tree, failed, status, error)) == VOX_OK);
    return status;
}

/** Finds the error with the lowest offset, as eager reading reports it. */
static vox_status find_error(const vox_tree *tree, vox_error *error) {
    vox_options options = tree->options;
    vox_tree *made;
    options.mode = VOX_MODE_EAGER;
    options.borrow = true;
    options.max_memory = 0;
    VOX_TRY(vox__tree_parse(tree->source, tree->source_length, &options, &made, error));
    /* The text has no error: values that were added later have used up the limit of them. */
    vox_tree_free(made);
    return vox_tree_failure(tree, error);
}

/** Reserves memory for all deferred values. Commas and brackets give their number. If this fails,
 *  the memory is allocated in growing chunks, and the last one is half empty. */
static void expect_values(vox_tree *tree) {
    const size_t made = vox__values_made(tree), limit = tree->options.max_nodes;
    size_t values = 1; /* one is reserved for reporting an error */
    for (vox_ref ref = 1; ref < tree->deferred_end; ref++) {
        const vox_node *node = vox__node(tree, ref);
        if (vox__is_deferred(node)) {
            const size_t length = node->end - (size_t)node->start;
            values += vox__check_text(NULL, tree->source + node->start, length).values;
        }
    }
    if (made < limit && values < limit - made) {
        (void)vox__arena_expect(&tree->memory, &tree->nodes, values);
    }
}

vox_status vox_tree_materialize(vox_tree *tree, vox_error *error) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, vox__refuse(error));
    vox_status status = VOX_OK;
    if (!tree->deferred_end) {
        return VOX_OK; /* other threads may be reading the tree */
    }
    expect_values(tree);
    for (vox_ref ref = 1; ref < tree->deferred_end && status == VOX_OK; ref++) {
        status = vox__resolve(tree, vox__node(tree, ref));
    }
    if (status == VOX_OK) {
        tree->deferred_end = 0;
        return VOX_OK;
    }
    if (vox__is_external(status)) {
        return vox__error_limit(error, status, &tree->options);
    }
    return find_error(tree, error);
}

vox_status vox_tree_failure(const vox_tree *tree, vox_error *error) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, vox__refuse(error));
    const vox_status status = tree->failure ? tree->failure->status : VOX_OK;
    if (error && status != VOX_OK) {
        *error = *tree->failure;
    }
    return status;
}

void vox_tree_forget_failure(vox_tree *tree) {
    if (tree && tree->failure && !tree->frozen) {
        tree->failure->status = VOX_OK;
    }
}
