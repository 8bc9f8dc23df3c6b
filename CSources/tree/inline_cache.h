/* SPDX-License-Identifier: MIT */
/** The inline cache: in objects of one shape, a member is at the same distance from the first
 *  member, in nodes. The cache keeps the distance where a name was last found, and a look-up in the
 *  next object tries this distance first.
 *
 *  The node at the distance is compared with the name, so a wrong entry only costs time. Every
 *  node of a chunk below `used` was written, at least as zero. A node that is removed from its
 *  object has no parent. In an object without members the search begins at node 0, whose parent is
 *  the parent of no other node. */
#ifndef VOX_INLINE_CACHE_H
#define VOX_INLINE_CACHE_H

#include "tree/tree.h"

/** Returns the slot of a name, modulo any power of two. Two names with the same slot overwrite each
 *  other. */
static inline unsigned vox__cache_slot(vox_string name) {
    if (name.length == 0) {
        return 0;
    }
    unsigned first = (unsigned char)name.bytes[0];
    unsigned last = (unsigned char)name.bytes[name.length - 1];
    return (unsigned)name.length * 7 + first * 3 + last;
}

/** Returns the member with a name if it is at the cached distance, among the nodes of a chunk from
 *  `start` up to `end`, and if its name is in the source. The first member of the object must be in
 *  this chunk or a later one, and shadowed members must be marked. */
VOX_INLINE vox_node *vox__cached_among(
    const vox_tree *tree, char *chunk, uint32_t start, uint32_t end, vox_ref first, vox_string name
) {
    vox_node *nodes = (vox_node *)(void *)chunk;
    size_t at = (size_t)first - start + tree->distances[vox__cache_slot(name) & tree->cached];
    if (VOX_UNLIKELY(at >= end - start)) {
        return NULL;
    }
    vox_node *member = nodes + at;
    bool holds = member->parent == nodes[first - start].parent &&
                 !(member->flags & (FLAG_SHADOWED | FLAG_NAME_STORED)) &&
                 (member->name_length & NAME_LENGTH) == name.length &&
                 vox__same_bytes(tree->source + member->name, name.bytes, name.length);
    return VOX_LIKELY(holds) ? member : NULL;
}

/** Caches the distance of a member. */
static inline void vox__cache_member(
    vox_tree *tree, const vox_node *object, vox_string name, vox_ref member
) {
    vox_ref distance = member - object->child;
    if (distance <= UINT16_MAX) {
        tree->distances[vox__cache_slot(name) & tree->cached] = (uint16_t)distance;
    }
}

/** Returns the cached member of a node, which may be NULL or no object. The node must be in chunk
 *  0, and its names must have been compared. Otherwise returns NULL, and the caller must search. */
VOX_INLINE vox_node *vox__cached_member(
    const vox_tree *tree, const vox_node *node, vox_string name
) {
    if (!node || !(node->flags & FLAG_CHECKED)) { /* only objects have this flag */
        return NULL;
    }
    uint32_t end = tree->nodes.first_count, used = tree->nodes.used;
    return vox__cached_among(
        tree, tree->nodes.first, 0, used < end ? used : end, node->child, name
    );
}

#endif
