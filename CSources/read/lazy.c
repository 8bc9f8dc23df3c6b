/* SPDX-License-Identifier: MIT */
/** Lazy reading: the structural scan finds lists of spans, which become deferred nodes; such
 *  a node is parsed when it is touched.
 *
 *      {"data": [ {…}, {…}, {…} ], "links": {…}}
 *      pppppppppp ~~~  ~~~  ~~~ pppppppppppppppp    p: parsed at once  ~: deferred
 *
 *  Where primary data is one large object, the lists of its linkage are lists of spans
 *  likewise.
 *
 *  What a deferred node says is in the source; its children, once it is parsed,
 *  are appended to the arena, and it is a node like any other. */
#include "read/builder.h"
#include "read/read.h"
#include "tree/armor.h"

/** Checks what lies around the lists of spans, and bounds the values in it. */
static vox_status check_around(const vox__structure *structure, size_t *values) {
    const char *bytes = (const char *)structure->bytes;
    const vox__span_list *lists = vox__span_lists(structure);
    size_t from = 0;
    *values = 0;
    for (uint32_t index = 0; index <= structure->lists.count; index++) {
        bool last = index == structure->lists.count;
        size_t to = last ? structure->length : (size_t)lists[index].open + 1;
        const vox__checked checked = vox__check_text(NULL, bytes + from, to - from);
        if (checked.status != VOX_OK) {
            return checked.status;
        }
        *values += checked.values;
        from = last ? from : lists[index].close;
    }
    return VOX_OK;
}

static vox_status read_around(vox_tree *tree, const vox__structure *structure, size_t start) {
    static const vox__checked good = {VOX_OK, 0, 0};
    size_t values;
    vox_status status = check_around(structure, &values);
    if (status == VOX_OK) {
        values += structure->spans.count;
        size_t most = tree->options.max_nodes;
        tree->nodes.shift = 10; /* resources are parsed one by one */
        status = vox__arena_start(&tree->memory, &tree->nodes, (values < most ? values : most) + 2);
    }
    if (status == VOX_OK) {
        status = vox__parse(tree, start, &good, structure, NULL);
    }
    if (status == VOX_OK) {
        vox__arena_finish(&tree->memory, &tree->nodes, tree->nodes.used);
        tree->deferred_end = tree->nodes.used;
        tree->unescaped = structure->unescaped;
    }
    return status;
}

vox_status vox__lazy_read(vox_tree *tree, vox_string text, char *copy, size_t start) {
    vox__structure structure = {
        .memory = &tree->memory,
        .bytes = (const unsigned char *)text.bytes,
        .length = text.length,
        .copy = copy,
        .max_depth = tree->options.max_depth,
        .list_depth = tree->options.defer_depth ? tree->options.defer_depth : 2,
        .named = tree->options.defer_depth == 0};
    bool good = vox__structure_scan(&structure, KERNEL_BEST) && vox__structure_single(&structure);
    vox_status status = structure.status;
    if (status == VOX_OK) {
        status = good && structure.lists.count ? read_around(tree, &structure, start)
                                               : VOX_ERROR_SYNTAX;
    }
    vox__structure_end(&structure);
    return status;
}

/* --- parsing what was deferred --------------------------------------------- */

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

/** Says of a value that cannot be parsed why; its tree may have noted another one. */
static vox_status explain(
    vox_tree *tree, const vox_node *node, vox_status status, vox_error *error
) {
    if (vox__is_memory(status)) {
        return vox__error_plain(error, status);
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

/** Finds the error with the lowest offset, as reading eagerly reports it. */
static vox_status find_error(const vox_tree *tree, vox_error *error) {
    vox_options options = tree->options;
    vox_tree *made;
    options.mode = VOX_MODE_EAGER;
    options.borrow = true;
    options.max_memory = 0;
    vox_status status = vox__tree_parse(tree->source, tree->source_length, &options, &made, error);
    if (status != VOX_OK) {
        return status;
    }
    /* The text is good: values put in since have used up the limit of them. */
    vox_tree_free(made);
    return vox_tree_failure(tree, error);
}

vox_status vox_tree_materialize(vox_tree *tree, vox_error *error) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, vox__refuse(error));
    vox_status status = VOX_OK;
    if (!tree->deferred_end) {
        return VOX_OK; /* other threads may be reading it */
    }
    for (vox_ref ref = 1; ref < tree->deferred_end && status == VOX_OK; ref++) {
        status = vox__resolve(tree, vox__node(tree, ref));
    }
    if (status == VOX_OK) {
        tree->deferred_end = 0;
        return VOX_OK;
    }
    if (vox__is_memory(status)) {
        return vox__error_plain(error, status);
    }
    return find_error(tree, error);
}

vox_status vox_tree_failure(const vox_tree *tree, vox_error *error) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, vox__refuse(error));
    if (error && tree->failure.status != VOX_OK) {
        *error = tree->failure;
    }
    return tree->failure.status;
}

void vox_tree_forget_failure(vox_tree *tree) {
    if (tree && tree->failure.status != VOX_OK && !tree->frozen) {
        tree->failure.status = VOX_OK;
    }
}
