/* SPDX-License-Identifier: MIT */
/** Resources that share an identity: a skew heap by their order in the document. Its top,
 *  the first of them, is the one in the table of identities. Adding and removing one takes
 *  O(log n), amortised.
 *
 *      entry ──▶ top ──▶ left, right ──▶ …       all of them in a table by resource */
#include "internal.h"

/** The entry of a resource, or the free one where it would go. */
static vox__twin *find(const vox__twin_table *table, vox_ref resource) {
    uint32_t slot = vox__ref_slot(resource, table->capacity);
    while (table->entries[slot].resource && table->entries[slot].resource != resource) {
        slot = (slot + 1) & (table->capacity - 1);
    }
    return &table->entries[slot];
}

/** Makes room for two more. */
static vox_status reserve(vox_tree *tree, vox__twin_table *table) {
    if (((uint64_t)table->count + 2) * 4 <= (uint64_t)table->capacity * 3) {
        return VOX_OK;
    }
    vox__twin_table larger = {NULL, table->count, table->capacity ? table->capacity * 2 : 8};
    void *memory = NULL;
    size_t size = larger.capacity * sizeof(vox__twin);
    vox_status status = vox__index_resize(tree, &memory, 0, size);
    if (status != VOX_OK) {
        return status;
    }
    memset(memory, 0, size);
    larger.entries = memory;
    for (uint32_t slot = 0; slot < table->capacity; slot++) {
        if (table->entries[slot].resource) {
            *find(&larger, table->entries[slot].resource) = table->entries[slot];
        }
    }
    memory = table->entries;
    if (memory) {
        (void)vox__index_resize(tree, &memory, table->capacity * sizeof(vox__twin), 0);
    }
    *table = larger;
    return VOX_OK;
}

/** Makes one heap of two, either of which may be empty; returns its top. */
static vox_ref merge(vox__twin_table *table, vox_ref one, vox_ref other) {
    vox_ref top = 0, parent = 0, *link = &top;
    while (one && other) {
        vox__twin *first = find(table, one), *second = find(table, other);
        if (second->order < first->order) {
            vox_ref swapped = one;
            one = other;
            other = swapped;
            first = second;
        }
        vox_ref next = first->right;
        *link = one;
        first->parent = parent;
        first->right = first->left;
        link = &first->left;
        parent = one;
        one = next;
    }
    *link = one ? one : other;
    if (*link) {
        find(table, *link)->parent = parent;
    }
    return top;
}

/** Adds one without others, unless it is there. */
static void add(vox__twin_table *table, vox_ref resource, int64_t order) {
    vox__twin *twin = find(table, resource);
    if (!twin->resource) {
        *twin = (vox__twin){resource, 0, 0, 0, order};
        table->count++;
    }
}

/** Empties the slot of one, and moves those up that were driven out of theirs by it. */
static void drop(vox__twin_table *table, vox_ref resource) {
    const uint32_t mask = table->capacity - 1;
    uint32_t hole = (uint32_t)(find(table, resource) - table->entries);
    for (uint32_t slot = (hole + 1) & mask; table->entries[slot].resource;
         slot = (slot + 1) & mask) {
        uint32_t home = vox__ref_slot(table->entries[slot].resource, table->capacity);
        if (((slot - home) & mask) >= ((slot - hole) & mask)) {
            table->entries[hole] = table->entries[slot];
            hole = slot;
        }
    }
    table->entries[hole].resource = 0;
    table->count--;
}

vox_status vox__twins_join(vox_tree *tree, bool local, vox__identity *entry, vox__identity added) {
    vox__twin_table *table = &tree->identities.twins[local];
    vox_status status = reserve(tree, table);
    if (status != VOX_OK || find(table, added.resource)->resource) {
        return status;
    }
    add(table, entry->resource, entry->order);
    add(table, added.resource, added.order);
    entry->resource = merge(table, entry->resource, added.resource);
    entry->order = find(table, entry->resource)->order;
    return VOX_OK;
}

bool vox__twins_part(vox_tree *tree, bool local, vox__identity *entry, vox_ref resource) {
    vox__twin_table *table = &tree->identities.twins[local];
    if (!table->count || !find(table, resource)->resource) {
        return false;
    }
    const vox__twin parted = *find(table, resource);
    vox_ref below = merge(table, parted.left, parted.right);
    if (below) {
        find(table, below)->parent = parted.parent;
    }
    if (!parted.parent) {
        entry->resource = below;
        entry->order = find(table, below)->order;
    } else {
        vox__twin *parent = find(table, parted.parent);
        *(parent->left == resource ? &parent->left : &parent->right) = below;
    }
    drop(table, resource);
    const vox__twin *top = find(table, entry->resource);
    if (!top->left && !top->right) {
        drop(table, entry->resource); /* it shares with nobody now */
    }
    tree->identities.left = resource;
    tree->identities.left_order = parted.order;
    return true;
}

bool vox__twins_exist(const vox_tree *tree) {
    return tree->identities.twins[0].count || tree->identities.twins[1].count;
}

void vox__twins_free(vox_tree *tree) {
    for (int local = 0; local < 2; local++) {
        vox__twin_table *table = &tree->identities.twins[local];
        void *memory = table->entries;
        if (memory) {
            (void)vox__index_resize(tree, &memory, table->capacity * sizeof(vox__twin), 0);
        }
        memset(table, 0, sizeof *table);
    }
}
