/* SPDX-License-Identifier: MIT */
/** Appending: the most frequent operation of building a document, without the rest of editing.
 *
 *  An object that was not read does not need `start` for its source. It keeps there two bits for
 *  each name of its members (a Bloom filter). A name whose bits are missing is therefore new,
 *  without a look-up among the members. Code that adds members in another way sets all bits. */
#ifndef VOX_APPEND_H
#define VOX_APPEND_H

#include "tree/tree.h"

/** Sets all bits of a container that gets children in another way than by vox__append. */
static inline void vox__may_have_any_name(vox_node *container) {
    container->start |= container->end ? 0 : UINT32_MAX;
}

/** Appends a value to a container, if the value needs no other node, the arena has free memory, and
 *  no hook must be called. `name` must not be the name of a member of the object; it is NULL in an
 *  array. Returns false when other code must append; then nothing has changed. `child` may be
 *  NULL. */
bool vox__append(
    vox_tree *tree, vox_node *container, const vox_string *name, const vox_value *value,
    vox_node **child
);

/* edit.c: vox_object_set and vox_array_append for all cases. */
vox_status vox__object_set(
    vox_tree *tree, vox_node *object, vox_string name, vox_value value, vox_node **member
);
vox_status vox__array_append(vox_tree *tree, vox_node *array, vox_value value, vox_node **element);

#endif
