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

/** The next baseline that is not frozen, from a slot on; NULL behind the last. */
static vox_tree *next_baseline(const vox_tree *tree, uint32_t *slot) {
    while (*slot < tree->baselines.capacity) {
        const vox__baseline *entry = vox__table_at(&tree->baselines, sizeof *entry, (*slot)++);
        if (entry->tree && !entry->tree->frozen) {
            return entry->tree;
        }
    }
    return NULL;
}

/** Has the index of an array tell positions that a binary search does not. */
static vox_status prepare_positions(vox_tree *tree, vox__index *index) {
    const vox_ref *const refs = index->refs + index->start;
    for (uint32_t at = 1; at < index->count; at++) {
        if (refs[at] < refs[at - 1]) {
            return vox__positions_prepare(tree, index);
        }
    }
    return VOX_OK;
}

static vox_status prepare_container(vox_tree *tree, const vox_node *container) {
    bool is_object = container->kind == VOX_OBJECT;
    if (vox__has_more(tree, container, VOX_INDEX_FROM - 1)) { /* a look-up may want an index */
        vox__index *index = is_object ? vox__object_index(tree, container)
                                      : vox__array_index(tree, container);
        vox_status status = !index      ? VOX_ERROR_MEMORY
                            : is_object ? VOX_OK
                                        : prepare_positions(tree, index);
        if (status != VOX_OK) {
            return status;
        }
    }
    if (is_object) {
        vox__object_check(tree, container);
        if (container->child && vox__node(tree, container->child)->flags & FLAG_SHADOWED) {
            (void)vox__object_first(tree, container); /* where it is, is noted */
        }
        for (vox_ref ref = container->child; ref; ref = vox__node(tree, ref)->next) {
            vox__cache_member(tree, container, vox__name(tree, vox__node(tree, ref)), ref);
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
    uint32_t slot = 0;
    for (vox_tree *made; status == VOX_OK && (made = next_baseline(tree, &slot)) != NULL;) {
        status = prepare(made);
    }
    return status;
}

static void seal(vox_tree *tree) {
    uint32_t slot = 0;
    tree->frozen = true;
    for (vox_tree *made; (made = next_baseline(tree, &slot)) != NULL;) {
        seal(made);
    }
}

vox_status vox_tree_freeze(vox_tree *tree) {
    vox_status status = vox__may_edit(tree);
    if (status == VOX_ERROR_FROZEN) {
        return VOX_OK; /* other threads may be reading it by now */
    }
    if (status == VOX_OK) {
        status = prepare(tree);
    }
    if (status == VOX_OK) {
        seal(tree);
    }
    return status;
}

bool vox_tree_frozen(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, false);
    return tree->frozen;
}
