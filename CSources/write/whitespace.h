/* SPDX-License-Identifier: MIT */
/** White space around values in the source, and how much of it a new value inherits. */
#ifndef VOX_WHITESPACE_H
#define VOX_WHITESPACE_H

#include "read/lexer.h"
#include "tree/tree.h"

/** The maximum that is inherited, in bytes for each level. */
#define VOX_INHERITED ((size_t)64)

static inline vox_string vox__space_before(vox_string source, size_t offset) {
    size_t start = offset;
    while (start && vox__is_space(source.bytes[start - 1])) {
        start--;
    }
    return vox__string(source.bytes + start, offset - start);
}

static inline vox_string vox__space_after(vox_string source, size_t offset) {
    size_t end = offset;
    while (end < source.length && vox__is_space(source.bytes[end])) {
        end++;
    }
    return vox__string(source.bytes + offset, end - offset);
}

static inline bool vox__has_line(vox_string space) {
    return space.length && vox__find_byte(space.bytes, '\n', space.length);
}

/** Returns the offset of a placed child: of the quote of its name, or of its value. */
static inline size_t vox__child_start(const vox_tree *tree, const vox_node *child) {
    if (vox__node(tree, child->parent)->kind != VOX_OBJECT) {
        return child->start;
    }
    return child->flags & FLAG_NAME_STORED ? vox__text_at(tree, child->name)->extra
                                           : child->name - (size_t)1;
}

/** Returns the white space before a placed child. */
static inline vox_string vox__lead_of(const vox_tree *tree, const vox_node *child) {
    return vox__space_before(vox_tree_source(tree), vox__child_start(tree, child));
}

/** Returns the bytes after the last line feed, at most `most` of them. */
static inline vox_string vox__last_line(vox_string space, size_t most) {
    size_t start = space.length;
    while (start && space.bytes[start - 1] != '\n') {
        start--;
    }
    size_t length = space.length - start;
    return vox__string(space.bytes + start, length < most ? length : most);
}

/** Returns the part of a lead that children at a depth inherit; children of the root have depth 1.
 *  They inherit all of a short lead. Of a long one they inherit the last line break and as much of
 *  the indentation after it as fits. A lead without a line break is a gap, which does not grow
 *  with the depth. */
static inline vox_string vox__inherited_lead(vox_string lead, size_t depth) {
    if (lead.length <= VOX_INHERITED) {
        return lead;
    }
    if (!vox__has_line(lead)) {
        return vox__string(lead.bytes, VOX_INHERITED);
    }
    const size_t most = VOX_INHERITED * depth;
    if (lead.length <= most) {
        return lead;
    }
    const char *line = vox__last_line(lead, lead.length).bytes - 1;
    line -= line > lead.bytes && line[-1] == '\r' ? 1 : 0;
    size_t length = (size_t)(lead.bytes + lead.length - line);
    return vox__string(line, length < most ? length : most);
}

/** Returns the part of a colon, and of the white space around it, that is inherited. */
static inline vox_string vox__inherited_colon(vox_string colon) {
    const size_t side = VOX_INHERITED / 2 - 1;
    if (colon.length <= VOX_INHERITED) {
        return colon;
    }
    size_t middle = vox__space_after(colon, 0).length;
    size_t start = middle > side ? middle - side : 0;
    size_t end = colon.length - middle > side ? middle + 1 + side : colon.length;
    return vox__string(colon.bytes + start, end - start);
}

/** Returns the inherited part of the text between the name and the value of a placed child; empty
 *  for elements. */
static inline vox_string vox__colon_of(const vox_tree *tree, const vox_node *child) {
    if (vox__node(tree, child->parent)->kind != VOX_OBJECT) {
        return vox__string("", 0);
    }
    const size_t end = child->flags & FLAG_NAME_STORED
                           ? vox__quoted_end(vox_tree_source(tree), vox__child_start(tree, child))
                           : child->name + (child->name_length & NAME_LENGTH) + (size_t)1;
    return vox__inherited_colon(vox__string(tree->source + end, child->start - end));
}

#endif
