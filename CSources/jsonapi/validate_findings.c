/* SPDX-License-Identifier: MIT */
/** Findings: they are reported, located, and converted to errors. */
#include "jsonapi/validate.h"

/** Returns the offset where the node was read, or its nearest ancestor that was read. */
static size_t offset_read(const vox_tree *tree, const vox_node *node) {
    while (node && !node->end) {
        node = vox__node_or_null(tree, node->parent);
    }
    return node ? node->start : 0;
}

static bool is_ignored(const vox_validation *options, unsigned rule) {
    bool found = false;
    for (size_t index = 0; index < options->ignored_rule_count; index++) {
        found |= options->ignored_rules[index] == rule;
    }
    return found;
}

void vox__find_second(
    vox__validator *self, vox__fault_kind kind, const vox_node *node, const vox_node *first
) {
    const vox__fault_text *text = &vox__fault_texts[kind];
    if (self->status != VOX_OK || (text->forgiven && self->options->lenient) ||
        is_ignored(self->options, text->rule)) {
        return;
    }
    vox_finding finding = {
        .rule = text->rule,
        .severity = text->severity,
        .node = node,
        .other = first,
        .offset = offset_read(self->tree, node),
        .message = text->message,
    };
    if (self->sink.receive(self->sink.context, &finding) != 0) {
        self->status = VOX_ERROR_SINK;
    }
}

void vox__find_fault(vox__validator *self, vox__fault_kind kind, const vox_node *node) {
    vox__find_second(self, kind, node, NULL);
}

/** Returns the offset of a finding, limited to the source, because it may be of another tree. */
static size_t offset_in(const vox_tree *tree, const vox_finding *finding) {
    size_t length = vox_tree_source(tree).length;
    return finding->offset < length ? finding->offset : length;
}

void vox_finding_locate(const vox_tree *tree, const vox_finding *finding, vox_place *place) {
    if (tree && finding && place) {
        vox__locate_from(vox_tree_source(tree), offset_in(tree, finding), place);
    }
}

void vox_finding_error(const vox_tree *tree, const vox_finding *finding, vox_error *error) {
    if (!tree || !finding) {
        (void)vox__refuse(error);
        return;
    }
    size_t offset = offset_in(tree, finding);
    vox__error_at(error, VOX_ERROR_SHAPE, finding->message, tree, finding->node, offset);
}
