/* SPDX-License-Identifier: MIT */
/** The indexes of a tree, in one table keyed by container:
 *
 *      container ref ──▶ { refs:  element 0, element 1, … }     for an array
 *                        { slots: hash | member, … }            for an object
 *
 *  What is in them is for index.c. */
#include "internal.h"

/** The entry of a container, or the free one where it would go. */
static vox__index *table_slot(const vox__index_table *table, vox_ref container) {
    uint32_t slot = vox__ref_slot(container, table->capacity);
    while (table->entries[slot].container && table->entries[slot].container != container) {
        slot = (slot + 1) & (table->capacity - 1);
    }
    return &table->entries[slot];
}

static vox_status table_grow(vox_tree *tree) {
    vox__index_table *table = &tree->indexes;
    if (table->count * 2 < table->capacity) {
        return VOX_OK;
    }
    vox__index_table larger = {NULL, table->count, table->capacity ? table->capacity * 2 : 8, 0};
    void *memory = NULL;
    size_t size = larger.capacity * sizeof(vox__index);
    vox_status status = vox__index_resize(tree, &memory, 0, size);
    if (status != VOX_OK) {
        return status;
    }
    memset(memory, 0, size);
    larger.entries = memory;
    for (uint32_t slot = 0; slot < table->capacity; slot++) {
        if (table->entries[slot].container) {
            *table_slot(&larger, table->entries[slot].container) = table->entries[slot];
        }
    }
    memory = table->entries;
    (void)vox__index_resize(tree, &memory, table->capacity * sizeof(vox__index), 0);
    *table = larger;
    return VOX_OK;
}

vox__index *vox__index_find(vox_tree *tree, const vox_node *container) {
    if (!(container->flags & FLAG_INDEXED)) {
        return NULL;
    }
    vox__index_table *table = &tree->indexes;
    vox_ref ref = vox__ref(tree, container);
    vox__index *index = &table->entries[table->recent];
    if (index->container != ref) {
        index = table_slot(table, ref);
        if (!tree->frozen) {
            table->recent = (uint32_t)(index - table->entries);
        }
    }
    return index;
}

vox__index *vox__index_add(vox_tree *tree, const vox_node *container) {
    if (table_grow(tree) != VOX_OK) {
        return NULL;
    }
    vox_ref ref = vox__ref(tree, container);
    vox__index *index = table_slot(&tree->indexes, ref);
    if (!index->container) {
        tree->indexes.count++;
    }
    memset(index, 0, sizeof *index);
    index->container = ref;
    return index;
}

void vox__index_release(vox_tree *tree, vox__index *index) {
    void *memory = index->refs;
    if (memory) {
        (void)vox__index_resize(tree, &memory, index->capacity * sizeof(vox_ref), 0);
    }
    memory = index->slots;
    if (memory) {
        (void)vox__index_resize(tree, &memory, index->capacity * sizeof(uint64_t), 0);
    }
    memory = index->shadowed;
    if (memory) {
        size_t count = (size_t)index->buckets + 1 + index->shadowed_count;
        (void)vox__index_resize(tree, &memory, count * sizeof(vox_ref), 0);
    }
    index->refs = NULL;
    index->slots = NULL;
    index->shadowed = NULL;
    index->capacity = 0;
}

void vox__index_drop(vox_tree *tree, vox_node *container) {
    vox__index *index = vox__index_find(tree, container);
    if (index) {
        vox__index_release(tree, index);
        container->flags &= (uint8_t)~FLAG_INDEXED;
    }
}

void vox__index_free(vox_tree *tree) {
    vox__index_table *table = &tree->indexes;
    for (uint32_t slot = 0; slot < table->capacity; slot++) {
        vox__index_release(tree, &table->entries[slot]);
    }
    void *memory = table->entries;
    if (memory) {
        (void)vox__index_resize(tree, &memory, table->capacity * sizeof(vox__index), 0);
    }
    memset(table, 0, sizeof *table);
}
