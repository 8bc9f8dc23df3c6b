/* SPDX-License-Identifier: MIT */
/** Freezing: creates everything that a read could create later, so that reads write nothing
 *  and any number of threads may read at the same time.
 *
 *  A read may create marks on repeated names, entries of the inline cache, indexes of large
 *  containers, the seed of their hashes, and the identity index. Baselines can be read like any
 *  other tree, so they are frozen, too.
 *
 *  First comes everything that can fail, which only creates caches; then the flags. */
#include "history/history.h"
#include "jsonapi/jsonapi.h"
#include "tree/inline_cache.h"

/** Returns the next baseline that is not frozen, from a slot on; NULL after the last one. */
static vox_tree *next_baseline(const vox_tree *tree, uint32_t *slot) {
    while (*slot < tree->baselines.capacity) {
        const vox__baseline *entry = (const vox__baseline *)vox__table_at(
            &tree->baselines, sizeof *entry, (*slot)++
        );
        if (entry->tree && !entry->tree->frozen) {
            return entry->tree;
        }
    }
    return NULL;
}

/** Prepares the index of an array for positions that a binary search does not find. */
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
    if (vox__has_more(tree, container, VOX_INDEX_FROM - 1)) { /* a look-up may need an index */
        vox__index *index = is_object ? vox__object_index(tree, container)
                                      : vox__array_index(tree, container);
        VOX_TRY(!index ? VOX_ERROR_MEMORY : is_object ? VOX_OK : prepare_positions(tree, index));
    }
    if (is_object) {
        vox__object_check(tree, container);
        if (container->child && vox__node(tree, container->child)->flags & FLAG_SHADOWED) {
            (void)vox__object_first(tree, container); /* stores the first member in the index */
        }
        for (vox_ref ref = container->child; ref; ref = vox__node(tree, ref)->next) {
            vox__cache_member(tree, container, vox__name(tree, vox__node(tree, ref)), ref);
        }
    }
    return VOX_OK;
}

static vox_status prepare_tree(vox_tree *tree) {
    VOX_TRY(vox_tree_materialize(tree, NULL));
    vox__seed_draw(&tree->seed);
    /* All nodes of the tree: detached nodes stay readable, too. */
    for (vox_ref ref = vox__arena_after(&tree->nodes, 0); ref;
         ref = vox__arena_after(&tree->nodes, ref)) {
        const vox_node *node = vox__node(tree, ref);
        VOX_TRY(vox__is_container(node) ? prepare_container(tree, node) : VOX_OK);
    }
    VOX_TRY(vox__identity_build(tree));
    uint32_t slot = 0;
    for (vox_tree *made; (made = next_baseline(tree, &slot)) != NULL;) {
        VOX_TRY(prepare_tree(made));
    }
    return VOX_OK;
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
        return VOX_OK; /* other threads may be reading the tree */
    }
    VOX_TRY(status);
    VOX_TRY(prepare_tree(tree));
    seal(tree);
    return VOX_OK;
}

bool vox_tree_frozen(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, false);
    return tree->frozen;
}
