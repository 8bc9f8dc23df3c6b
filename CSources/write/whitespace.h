/* SPDX-License-Identifier: MIT */
/** White space around values in the source, and how much of it a new value beside them
 *  inherits. */
#ifndef VOX_WHITESPACE_H
#define VOX_WHITESPACE_H

#include "read/lexer.h"
#include "tree/tree.h"

/** The most that is inherited, in bytes a level. */
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
    return space.length && memchr(space.bytes, '\n', space.length);
}

/** Where a placed child begins: at the quote of its name, or at its value. */
static inline size_t vox__child_start(const vox_tree *tree, const vox_node *child) {
    if (vox__node(tree, child->parent)->kind != VOX_OBJECT) {
        return child->start;
    }
    return child->flags & FLAG_NAME_STORED ? vox__text_at(tree, child->name)->extra
                                           : child->name - (size_t)1;
}

/** The white space before a placed child. */
static inline vox_string vox__lead_of(const vox_tree *tree, const vox_node *child) {
    return vox__space_before(vox_tree_source(tree), vox__child_start(tree, child));
}

/** What stands behind the last line feed, `most` bytes of it. */
static inline vox_string vox__last_line(vox_string space, size_t most) {
    size_t start = space.length;
    while (start && space.bytes[start - 1] != '\n') {
        start--;
    }
    size_t length = space.length - start;
    return vox__string(space.bytes + start, length < most ? length : most);
}

/** What children at a depth, 1 for those of the root, inherit of a lead: all of it, unless
 *  that is too much; then the last line break and what fits of the indentation behind it.
 *  Without a line break it is a gap, which gets no deeper level by level. */
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

/** What is inherited of a colon and the white space around it. */
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

/** From the end of the name of a placed child to its value, as far as that is inherited; empty for
 *  elements. */
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
