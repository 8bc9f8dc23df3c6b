/* SPDX-License-Identifier: MIT */
/** The layout of a document, found from the children of its root. */
#include "write/whitespace.h"
#include "write/write.h"

/** Limits of the search for the layout of the document: children of the root, and bytes
 *  before a child and between its name and its value. The search runs for each value
 *  that is written on its own, so its cost must not depend on the size of the document. */
#define LAYOUT_CHILDREN 64
#define LAYOUT_BYTES ((size_t)1024)

/** Returns the first child of the root that is still at its position, within the limits; or
 *  NULL. */
static const vox_node *telling_child(const vox_tree *tree) {
    const vox_node *root = vox_tree_root(tree);
    const vox_node *child = vox__is_container(root) ? vox__child(tree, root) : NULL;
    for (unsigned count = 0; child && count < LAYOUT_CHILDREN; count++) {
        if (child->flags & FLAG_PLACED &&
            child->start - vox__child_start(tree, child) <= LAYOUT_BYTES) {
            return child;
        }
        child = vox__sibling(tree, child);
    }
    return NULL;
}

vox__layout vox__document_layout(const vox_tree *tree) {
    vox__layout layout = {{"", 0}, {"", 0}, {"", 0}, {":", 1}, false};
    const vox_node *child = telling_child(tree);
    if (!child) {
        return layout;
    }
    size_t start = vox__child_start(tree, child);
    size_t reach = start < LAYOUT_BYTES ? start : LAYOUT_BYTES;
    vox_string before = {tree->source + start - reach, reach};
    vox_string lead = vox__space_before(before, reach), colon = vox__colon_of(tree, child);
    if (vox__has_line(lead)) {
        layout.base = vox__string("\n", 1);
        layout.unit = vox__last_line(lead, VOX_INHERITED);
    }
    if (colon.length) {
        layout.colon = colon;
        layout.gap = colon.bytes[colon.length - 1] == ' ' && !layout.base.length
                         ? vox__string(" ", 1)
                         : layout.gap;
    }
    return layout;
}
