/* SPDX-License-Identifier: MIT */
/** The indexes of a tree, in one table keyed by container:
 *
 *      container ref ──▶ { refs:    element 0, element 1, … }     for an array
 *                        { members: hash | member, … }            for an object
 *
 *  index.c uses the contents. */
#include "tree/tree.h"

vox__index *vox__index_find(vox_tree *tree, const vox_node *container) {
    if (!(container->flags & FLAG_INDEXED)) {
        return NULL;
    }
    const vox_ref ref = vox__ref(tree, container);
    vox__index *index = (vox__index *)vox__table_at(
        &tree->indexes, sizeof *index, tree->recent_index
    );
    if (index->key != vox__table_ref_key(ref)) {
        index = (vox__index *)vox__table_of_ref(&tree->indexes, sizeof *index, ref);
        if (!tree->frozen) {
            tree->recent_index = (uint32_t)(index - (vox__index *)(void *)tree->indexes.entries);
        }
    }
    return index;
}

vox__index *vox__index_add(vox_tree *tree, const vox_node *container) {
    const vox_ref ref = vox__ref(tree, container);
    vox__table *table = &tree->indexes;
    if (vox__table_reserve(&tree->memory, vox__index_resize, table, sizeof(vox__index), 1) !=
        VOX_OK) {
        return NULL;
    }
    vox__index *index = (vox__index *)vox__table_of_ref(table, sizeof *index, ref);
    table->count += !index->key;
    memset(index, 0, sizeof *index);
    index->key = vox__table_ref_key(ref);
    return index;
}

/** Frees the contents of an index. */
static void free_contents(vox_tree *tree, vox__index *index) {
    void *memory = index->refs;
    if (memory) {
        (void)vox__index_resize(&tree->memory, &memory, index->capacity * sizeof(vox_ref), 0);
    }
    vox__table_free(&tree->memory, vox__index_resize, &index->members, sizeof(uint64_t));
    memory = index->shadowed;
    if (memory) {
        size_t count = (size_t)index->buckets + 1 + index->shadowed_count;
        (void)vox__index_resize(&tree->memory, &memory, count * sizeof(vox_ref), 0);
    }
    index->refs = NULL;
    index->shadowed = NULL;
    index->capacity = 0;
}

void vox__index_drop(vox_tree *tree, vox_node *container) {
    vox__index *index = vox__index_find(tree, container);
    if (index) {
        free_contents(tree, index);
        container->flags &= (uint8_t)~FLAG_INDEXED;
    }
}

void vox__index_free(vox_tree *tree) {
    for (uint32_t slot = 0; slot < tree->indexes.capacity; slot++) {
        free_contents(tree, (vox__index *)vox__table_at(&tree->indexes, sizeof(vox__index), slot));
    }
    vox__table_free(&tree->memory, vox__index_resize, &tree->indexes, sizeof(vox__index));
}
