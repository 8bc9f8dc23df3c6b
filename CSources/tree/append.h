/* SPDX-License-Identifier: MIT */
/** Appending: the most frequent edit of a document that is built.
 *
 *  An object that was not read does not need `start` for its source. It keeps there two bits for
 *  each name of its members (a Bloom filter). A name whose bits are missing is therefore new,
 *  without a look-up among the members. Code that adds members in another way sets all bits. */
#ifndef VOX_APPEND_H
#define VOX_APPEND_H

#include "tree/armor.h"

/** Adds bits to the filter of an object. An object that was read has no filter. */
static inline void vox__name_filter_add(vox_node *object, uint32_t bits) {
    object->start |= object->end ? 0 : bits;
}

/** Returns true when the filter shows that no member has a name with these bits. */
static inline bool vox__name_filter_excludes(const vox_node *object, uint32_t bits) {
    return !object->end && bits & ~object->start;
}

/** Sets all bits of a container that gets children in another way than by append.c. */
static inline void vox__may_have_any_name(vox_node *container) {
    vox__name_filter_add(container, UINT32_MAX);
}

/** Checks that a node of a kind may be edited, and returns its ref. Parses a deferred node. */
VOX_INLINE vox_status
vox__editable(vox_tree *tree, const vox_node *node, vox_kind kind, vox_ref *ref) {
    VOX_TRY(vox__may_edit(tree));
    *ref = node ? vox__recent_ref(tree, node) : 0;
    if (VOX_LIKELY(*ref && node->kind == kind)) {
        return VOX_OK;
    }
    vox_status status = *ref   ? vox__resolve(tree, node)
                        : node ? VOX_ERROR_ARGUMENT
                               : VOX_ERROR_MISSING;
    return status == VOX_OK && node->kind != kind ? VOX_ERROR_KIND : status;
}

/* edit.c: what append.c does not append. */

vox_status vox__member_set(
    vox_tree *tree, vox_node *object, vox_node *existing, vox_value value, vox_node **member
);
vox_status vox__member_add(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
);
vox_status vox__element_add(vox_tree *tree, vox_node *array, vox_value value, vox_node **element);

#endif
