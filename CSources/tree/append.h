/* SPDX-License-Identifier: MIT */
/** Appending: what building a document does most, without the rest of editing.
 *
 *  An object that was not read keeps in `start`, which it has no other use for, two bits for each
 *  name that it may have (a Bloom filter). So a name that is new to a small object is known to
 *  be new without a look at its members. Whoever gives it members in another way sets all bits. */
#ifndef VOX_APPEND_H
#define VOX_APPEND_H

#include "tree/tree.h"

/** A container gets children in another way than vox__append. */
static inline void vox__may_have_any_name(vox_node *container) {
    container->start |= container->end ? 0 : UINT32_MAX;
}

/** Puts a value that is made of nothing in the tree at the end of a container, where there is room
 *  for it and nobody keeps track. `name`: that of no member of the object; NULL in an array. False
 *  when it must be done in another way; then nothing has changed. `child` may be NULL. */
bool vox__append(
    vox_tree *tree, vox_node *container, const vox_string *name, const vox_value *value,
    vox_node **child
);

/* edit.c: vox_object_set and vox_array_append, whatever they are given. */
vox_status vox__object_set(
    vox_tree *tree, vox_node *object, vox_string name, vox_value value, vox_node **member
);
vox_status vox__array_append(vox_tree *tree, vox_node *array, vox_value value, vox_node **element);

#endif
