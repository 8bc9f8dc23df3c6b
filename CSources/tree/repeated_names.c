/* SPDX-License-Identifier: MIT */
/** Shadowed members of large objects: those with a later member of the same name.
 *
 *  They stay in the list of children, because the preserving writer writes them where they
 *  were read. Finding the first member, or removing all members with a name, would walk past them
 *  in every call. So the index of the object has the first member that counts, and the shadowed
 *  members by name. Other half: index.c.
 *
 *      shadowed:  | begin of bucket 0 | begin of 1 | … | end |  members by bucket … |
 *                 (hash of the name, modulo the buckets)
 */
#include "tree/armor.h"

/* --- the first that counts ---------------------------------------------------- */

static bool is_ref_shadowed(const vox_tree *tree, vox_ref ref) {
    return ref && vox__node(tree, ref)->flags & FLAG_SHADOWED;
}

static vox_ref pass_shadowed(const vox_tree *tree, vox_ref ref) {
    while (is_ref_shadowed(tree, ref)) {
        ref = vox__node(tree, ref)->next;
    }
    return ref;
}

vox_node *vox__object_first(vox_tree *tree, const vox_node *object) {
    vox_ref ref = object->child;
    for (unsigned step = 0; is_ref_shadowed(tree, ref); step++) {
        vox__index *index = step == VOX_INDEX_FROM ? vox__large_index(tree, object) : NULL;
        if (index) {
            vox_ref first = index->start ? index->start : pass_shadowed(tree, ref);
            if (!tree->frozen) {
                index->start = first;
            }
            return vox__node(tree, first);
        }
        ref = vox__node(tree, ref)->next;
    }
    return vox__node(tree, ref);
}

void vox__shadowing_added(vox_tree *tree, vox__index *index, const vox_node *child) {
    if (is_ref_shadowed(tree, child->next)) {
        index->start = 0;
    } else if (index->start && child->next == index->start) {
        index->start = vox__ref(tree, child);
    }
}

void vox__shadowing_removing(vox_tree *tree, vox__index *index, const vox_node *child) {
    if (index->start && index->start == vox__ref(tree, child)) {
        index->start = pass_shadowed(tree, child->next);
    }
}

/* --- members with a name -------------------------------------------------------- */

static uint32_t name_bucket(vox_tree *tree, const vox__index *index, vox_string name) {
    return (uint32_t)(vox__hash(&tree->seed, 0, name, NULL) >> 32) & (index->buckets - 1);
}

/** Sorts the shadowed members of an object into buckets. */
static vox_status gather(vox_tree *tree, const vox_node *object, vox__index *index) {
    uint32_t count = 0, buckets = 1;
    for (vox_ref ref = object->child; ref; ref = vox__node(tree, ref)->next) {
        count += is_ref_shadowed(tree, ref);
    }
    while (buckets < count) {
        buckets *= 2;
    }
    void *memory = NULL;
    size_t size = ((size_t)buckets + 1 + count) * sizeof(vox_ref);
    VOX_TRY(vox__index_resize(&tree->memory, &memory, 0, size));
    memset(memory, 0, size);
    index->shadowed = (vox_ref *)memory;
    index->buckets = buckets;
    index->shadowed_count = count;
    vox_ref *ends = index->shadowed, *members = ends + buckets + 1;
    for (int pass = 0; pass < 2; pass++) {
        for (vox_ref ref = object->child; ref; ref = vox__node(tree, ref)->next) {
            if (is_ref_shadowed(tree, ref)) {
                vox_string name = vox__name(tree, vox__node(tree, ref));
                vox_ref *end = &ends[name_bucket(tree, index, name)];
                /* First count the members, then fill each bucket from its end. */
                *end += pass == 0 ? 1 : UINT32_MAX;
                if (pass == 1) {
                    members[*end] = ref;
                }
            }
        }
        for (uint32_t bucket = 0; pass == 0 && bucket < buckets; bucket++) {
            ends[bucket + 1] += ends[bucket];
        }
    }
    return VOX_OK;
}

const vox_ref *vox__object_shadowed(
    vox_tree *tree, const vox_node *object, vox_string name, uint32_t *count
) {
    vox__index *index = vox__large_index(tree, object);
    if (!index || (!index->shadowed && gather(tree, object, index) != VOX_OK)) {
        return NULL;
    }
    uint32_t bucket = name_bucket(tree, index, name);
    const vox_ref *begins = index->shadowed;
    *count = begins[bucket + 1] - begins[bucket];
    return begins + index->buckets + 1 + begins[bucket];
}
