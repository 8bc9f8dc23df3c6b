/* SPDX-License-Identifier: MIT */
/** Freezing: all that a read could make later is made at once, so that reads
 *  write nothing any more and any number of threads may read together.
 *
 *  What a read makes: marks on repeated names, the inline cache, indexes of
 *  large containers, the seed of their hashes, and the identity index. The trees of baselines are
 *  read like any other, so they freeze along.
 *
 *  First everything that can fail, which is caches alone, then the flags. */
#include "history/history.h"
#include "jsonapi/jsonapi.h"
#include "tree/inline_cache.h"

static uint32_t baseline_slots(const vox_tree *tree) {
    return tree->history ? tree->history->baselines.capacity : 0;
}

/** The baseline in a slot, or NULL. */
static vox_tree *baseline_at(const vox_tree *tree, uint32_t slot) {
    const vox__baseline *entry = vox__table_at(&tree->history->baselines, sizeof *entry, slot);
    return entry->tree;
}

static vox_status prepare_container(vox_tree *tree, const vox_node *container) {
    bool is_object = container->kind == VOX_OBJECT;
    if (vox__has_more(tree, container, VOX_INDEX_FROM - 1)) { /* a look-up may want an index */
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
            vox__cache_member(tree, container, vox__name(tree, member), ref);
            ref = member->next;
        }
    }
    return VOX_OK;
}

static vox_status prepare(vox_tree *tree) {
    vox_status status = vox_tree_materialize(tree, NULL);
    vox__seed_draw(&tree->seed);
    /* Every node ever made: those without a place stay readable too. */
    for (vox_ref ref = vox__arena_after(&tree->nodes, 0); ref && status == VOX_OK;
         ref = vox__arena_after(&tree->nodes, ref)) {
        const vox_node *node = vox__node(tree, ref);
        if (vox__is_container(node)) {
            status = prepare_container(tree, node);
        }
    }
    if (status == VOX_OK) {
        status = vox__identity_build(tree);
    }
    for (uint32_t slot = 0; slot < baseline_slots(tree) && status == VOX_OK; slot++) {
        vox_tree *baseline = baseline_at(tree, slot);
        if (baseline && !baseline->frozen) {
            status = prepare(baseline);
        }
    }
    return status;
}

static void seal(vox_tree *tree) {
    tree->frozen = true;
    for (uint32_t slot = 0; slot < baseline_slots(tree); slot++) {
        vox_tree *baseline = baseline_at(tree, slot);
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
