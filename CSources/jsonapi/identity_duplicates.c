/* SPDX-License-Identifier: MIT */
/** Resources that share an identity: a skew heap ordered by their position in the document. The
 *  top of the heap is the first resource, which is in the table of identities. Adding and removing
 *  a resource takes O(log n), amortised.
 *
 *      entry ──▶ top ──▶ left, right ──▶ …       all of them in a table by resource */
#include "jsonapi/jsonapi.h"

/** Returns the entry of a resource, or the free entry for it. */
static vox__duplicate *find_duplicate(const vox__table *table, vox_ref resource) {
    return (vox__duplicate *)vox__table_of_ref(table, sizeof(vox__duplicate), resource);
}

/** Merges two heaps, either of which may be empty. Returns the top. */
static vox_ref merge_heaps(vox__table *table, vox_ref one, vox_ref other) {
    vox_ref top = 0, parent = 0, *link = &top;
    while (one && other) {
        vox__duplicate *first = find_duplicate(table, one), *second = find_duplicate(table, other);
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
        find_duplicate(table, *link)->parent = parent;
    }
    return top;
}

/** Adds a heap of one resource, unless it is there. */
static void add_heap(vox__table *table, vox_ref resource, int64_t order) {
    vox__duplicate *entry = find_duplicate(table, resource);
    if (!entry->key) {
        *entry = (vox__duplicate){.key = vox__table_ref_key(resource), .order = order};
        table->count++;
    }
}

static void drop(vox__table *table, vox_ref resource) {
    const vox__duplicate *entries = (vox__duplicate *)(void *)table->entries;
    vox__table_remove(
        table, sizeof *entries, (uint32_t)(find_duplicate(table, resource) - entries)
    );
}

/** Makes the top of a heap the resource of an entry in the table of identities. */
static void put_top(const vox__table *table, vox__identity *entry, vox_ref top) {
    vox__identity_put(entry, top);
    entry->order = find_duplicate(table, top)->order;
}

vox_status vox__duplicates_join(
    vox_tree *tree, vox__id_kind local, vox__identity *entry, vox_ref resource, int64_t order
) {
    vox__table *table = &tree->identities->duplicates[local];
    vox_status status = vox__table_reserve(
        &tree->memory, vox__index_resize, table, sizeof(vox__duplicate), 2
    );
    if (status != VOX_OK || find_duplicate(table, resource)->key) {
        return status;
    }
    add_heap(table, vox__identity_resource(entry), entry->order);
    add_heap(table, resource, order);
    put_top(table, entry, merge_heaps(table, vox__identity_resource(entry), resource));
    return VOX_OK;
}

bool vox__duplicates_part(
    vox_tree *tree, vox__id_kind local, vox__identity *entry, vox_ref resource
) {
    vox__table *table = &tree->identities->duplicates[local];
    if (!table->count || !find_duplicate(table, resource)->key) {
        return false;
    }
    const vox__duplicate parted = *find_duplicate(table, resource);
    vox_ref below = merge_heaps(table, parted.left, parted.right);
    if (below) {
        find_duplicate(table, below)->parent = parted.parent;
    }
    if (!parted.parent) {
        put_top(table, entry, below);
    } else {
        vox__duplicate *parent = find_duplicate(table, parted.parent);
        *(parent->left == resource ? &parent->left : &parent->right) = below;
    }
    drop(table, resource);
    const vox_ref top = vox__identity_resource(entry);
    if (!find_duplicate(table, top)->left && !find_duplicate(table, top)->right) {
        drop(table, top); /* it no longer shares its identity */
    }
    tree->identities->left = resource;
    tree->identities->left_order = parted.order;
    return true;
}
