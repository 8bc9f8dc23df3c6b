/* SPDX-License-Identifier: MIT */
/** Freezing: all that a read could make later is made at once, so that reads
 *  write nothing any more and any number of threads may read together.
 *
 *  What a read makes: marks on repeated names, guesses where members are, indexes of
 *  large containers, the seed of their hashes, and the identity index. The trees of baselines are
 *  read like any other, so they freeze along.
 *
 *  First everything that can fail, which is caches alone, then the flags. */
#include "guess.h"
#include "internal.h"

/** True when a look-up may want an index. */
static bool is_large(const vox_tree *tree, const vox_node *container) {
    vox_ref ref = container->child;
    for (unsigned step = 1; ref && step < VOX_INDEX_FROM; step++) {
        ref = vox__node(tree, ref)->next;
    }
    return ref != 0;
}

static vox_status prepare_container(vox_tree *tree, const vox_node *container) {
    bool is_object = container->kind == VOX_OBJECT;
    if (is_large(tree, container)) {
        const vox__index *index = is_object ? vox__object_index(tree, container)
                                            : vox__array_index(tree, container);
        if (!index) {
            return VOX_ERROR_MEMORY;
        }
    }
    if (is_object) {
        vox__object_check(tree, container);
        if (container->child && vox__node(tree, container->child)->flags & FLAG_SHADOWED) {
            (void)vox__object_first(tree, container); /* where it is, is noted */
        }
        for (vox_ref ref = container->child; ref;) {
            const vox_node *member = vox__node(tree, ref);
            vox__guess_learn(tree, container, vox__name(tree, member), ref);
            ref = member->next;
        }
    }
    return VOX_OK;
}

static vox_status prepare(vox_tree *tree) {
    vox_status status = vox_tree_materialize(tree, NULL);
    vox__hash_start(tree);
    /* Every node ever made: those without a place stay readable too. */
    for (vox_ref ref = vox__node_after(tree, 0); ref && status == VOX_OK;
         ref = vox__node_after(tree, ref)) {
        const vox_node *node = vox__node(tree, ref);
        if (vox__is_container(node)) {
            status = prepare_container(tree, node);
        }
    }
    if (status == VOX_OK) {
        status = vox__identity_build(tree);
    }
    for (uint32_t slot = 0; slot < tree->baselines.capacity && status == VOX_OK; slot++) {
        vox_tree *baseline = tree->baselines.entries[slot].tree;
        if (baseline && !baseline->frozen) {
            status = prepare(baseline);
        }
    }
    return status;
}

static void seal(vox_tree *tree) {
    tree->frozen = true;
    for (uint32_t slot = 0; slot < tree->baselines.capacity; slot++) {
        vox_tree *baseline = tree->baselines.entries[slot].tree;
        if (baseline && !baseline->frozen) {
            seal(baseline);
        }
    }
}

vox_status vox_tree_freeze(vox_tree *tree) {
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_OK; /* other threads may be reading it by now */
    }
    vox_status status = prepare(tree);
    if (status == VOX_OK) {
        seal(tree);
    }
    return status;
}

bool vox_tree_frozen(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, false);
    return tree->frozen;
}
