/* SPDX-License-Identifier: MIT */
/** The inline cache: in objects of one shape a member stands equally many nodes behind the
 *  first one. The distance at which a name was found last is kept, and tried first in the
 *  next object.
 *
 *  The node at that distance is compared with what is wanted, so a wrong entry costs time
 *  and no more. Every node of a chunk below `used` was written, if only to zero, and one
 *  that leaves its object has no parent. For an object without members the search begins at
 *  node 0, whose parent is no node's. */
#ifndef VOX_INLINE_CACHE_H
#define VOX_INLINE_CACHE_H

#include "tree/tree.h"

/** Where the distance for a name is kept; two names that share a place take turns. */
static inline unsigned vox__cache_slot(vox_string name) {
    if (name.length == 0) {
        return 0;
    }
    unsigned first = (unsigned char)name.bytes[0];
    unsigned last = (unsigned char)name.bytes[name.length - 1];
    return ((unsigned)name.length * 7 + first * 3 + last) % VOX_DISTANCES;
}

/** The member of a name, if it is at the cached distance among the nodes of a chunk,
 *  which are those from `start` up to `end`, and its name is a slice of the source. The
 *  first member of the object is in this chunk or a later one, and those shadowed are
 *  marked. */
VOX_INLINE vox_node *vox__cached_among(
    const vox_tree *tree, char *chunk, uint32_t start, uint32_t end, vox_ref first, vox_string name
) {
    vox_node *nodes = (vox_node *)(void *)chunk;
    size_t at = (size_t)first - start + tree->distances[vox__cache_slot(name)];
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

/** Keeps the distance of a member. */
static inline void vox__cache_member(
    vox_tree *tree, const vox_node *object, vox_string name, vox_ref member
) {
    vox_ref distance = member - object->child;
    if (distance <= UINT16_MAX) {
        tree->distances[vox__cache_slot(name)] = (uint16_t)distance;
    }
}

/** The same for a node that may be no object, or NULL: found in the chunk that a document
 *  is parsed to, if the names of the object were compared. Else NULL, and it must be
 *  searched for. */
VOX_INLINE vox_node *vox__cached_member(
    const vox_tree *tree, const vox_node *node, vox_string name
) {
    if (!node || !(node->flags & FLAG_CHECKED)) { /* objects alone have it */
        return NULL;
    }
    uint32_t end = tree->nodes.first_count, used = tree->nodes.used;
    return vox__cached_among(
        tree, tree->nodes.chunks[0], 0, used < end ? used : end, node->child, name
    );
}

#endif
