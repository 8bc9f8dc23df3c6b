/* SPDX-License-Identifier: MIT */
/** In objects of one shape a member stands as many nodes behind the first: where one
 *  of a name was found last is a guess where it is in the next object.
 *
 *  A guess is compared with the node that is there, so a wrong one costs time and no
 *  more. Every node of a chunk below `used` was written, if only to zero, and one that
 *  leaves its object has no parent. An object without members guesses from node 0, whose
 *  parent is nobody's. */
#ifndef VOX_GUESS_H
#define VOX_GUESS_H

#include "layout.h"

/** Where the distance for a name is kept; two names that share a place take turns. */
static inline unsigned vox__guess_slot(vox_string name) {
    if (name.length == 0) {
        return 0;
    }
    unsigned first = (unsigned char)name.bytes[0];
    unsigned last = (unsigned char)name.bytes[name.length - 1];
    return ((unsigned)name.length * 7 + first * 3 + last) % VOX_GUESSES;
}

/** The member of a name, if it is where it is guessed to be among the nodes of a chunk,
 *  which are those from `start` up to `end`, and its name is a slice of the source. The
 *  first member of the object is in this chunk or a later one, and those shadowed are
 *  marked. */
VOX_INLINE vox_node *vox__guess_among(
    const vox_tree *tree, char *chunk, uint32_t start, uint32_t end, vox_ref first, vox_string name
) {
    vox_node *nodes = (vox_node *)(void *)chunk;
    size_t at = (size_t)first - start + tree->guesses[vox__guess_slot(name)];
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

/** Keeps where a member of a name is. */
static inline void vox__guess_learn(
    vox_tree *tree, const vox_node *object, vox_string name, vox_ref member
) {
    vox_ref distance = member - object->child;
    if (distance <= UINT16_MAX) {
        tree->guesses[vox__guess_slot(name)] = (uint16_t)distance;
    }
}

/** The guess for a node that may be no object, or none at all: what lies in the chunk
 *  a document is parsed to, and was looked at before. */
VOX_INLINE vox_node *vox__guess(const vox_tree *tree, const vox_node *node, vox_string name) {
    if (!node || !(node->flags & FLAG_CHECKED)) { /* objects alone have it */
        return NULL;
    }
    uint32_t end = tree->nodes.first_count, used = tree->nodes.used;
    return vox__guess_among(
        tree, tree->nodes.chunks[0], 0, used < end ? used : end, node->child, name
    );
}

#endif
