/* SPDX-License-Identifier: MIT */
/** Baselines: the value that a node had when it was read or last marked.
 *
 *  The text of a node stays in the source, so the first baseline costs nothing until it is
 *  requested. Then the text is read again, into a new tree. Marking keeps a copy instead. A table
 *  has the tree of each node:
 *
 *      node ref ──▶ tree
 *
 *  Baselines have the options of the tree that owns them, whatever the source of their value is.
 *  Their memory counts as memory of the owner. They live as long as the owner. */
#include "history/history.h"

/** Frees the baselines of a tree. */
static void free_history(vox_tree *tree) {
    vox__table *table = &tree->baselines;
    for (uint32_t slot = 0; slot < table->capacity; slot++) {
        const vox__baseline *entry = (const vox__baseline *)vox__table_at(
            table, sizeof *entry, slot
        );
        vox_tree_free(entry->tree);
    }
    vox__table_free(&tree->memory, vox__resize, table, sizeof(vox__baseline));
}

/** Reserves memory for one more baseline. */
static vox_status reserve_baseline(vox_tree *tree) {
    tree->hooks.free_history = free_history;
    return vox__table_reserve(
        &tree->memory, vox__resize, &tree->baselines, sizeof(vox__baseline), 1
    );
}

/** Returns the entry of a node, or the free entry for it. There must be a free entry. */
static vox__baseline *find_baseline(const vox_tree *tree, const vox_node *node) {
    return (vox__baseline *)vox__table_of_ref(
        &tree->baselines, sizeof(vox__baseline), vox__ref(tree, node)
    );
}

/** Puts a tree into the entry of a node, and frees the former one. */
static void put_baseline(vox_tree *tree, const vox_node *node, vox_tree *baseline) {
    vox__baseline *entry = find_baseline(tree, node);
    if (!entry->key) {
        tree->baselines.count++;
    }
    vox_tree_free(entry->tree);
    entry->key = vox__table_ref_key(vox__ref(tree, node));
    entry->tree = baseline;
}

/** Finds a baseline without creating one. */
static vox_status frozen_baseline(const vox_tree *tree, const vox_node *node, vox_tree **baseline) {
    *baseline = tree->baselines.capacity ? find_baseline(tree, node)->tree : NULL;
    return *baseline || !node->end ? VOX_OK : VOX_ERROR_FROZEN;
}

/** Creates the tree of a baseline from a text. */
static vox_status read_baseline(vox_tree *tree, vox_string text, vox_tree **made) {
    size_t left = vox__account_left(&tree->memory);
    if (left == 0) { /* a limit of 0 would mean no limit */
        return VOX_ERROR_MEMORY_LIMIT;
    }
    vox_status status = vox__tree_reread(tree, text, left == SIZE_MAX ? 0 : left, made);
    if (status == VOX_OK) {
        vox__account_join(&(*made)->memory, &tree->memory);
        (*made)->owner = tree;
    }
    return status;
}

/** Creates the tree of a baseline from a value of any tree. */
static vox_status copy_value(
    vox_tree *tree, vox_tree *value_tree, const vox_node *value, vox_tree **made
) {
    vox_buffer buffer = {.allocator = tree->options.allocator};
    vox_status status = vox_write_buffer(value_tree, value, VOX_STYLE_PRESERVE, &buffer);
    if (status == VOX_OK) {
        status = read_baseline(tree, vox__string(buffer.bytes, buffer.length), made);
    }
    vox_buffer_free(&buffer);
    return vox__reread_status(value_tree, value, status);
}

vox_status vox_baseline(vox_tree *tree, const vox_node *node, vox_tree **baseline) {
    if (!baseline) {
        return VOX_ERROR_ARGUMENT;
    }
    *baseline = NULL;
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    VOX_TRY(vox__node_status(tree, node));
    if (tree->frozen) {
        return frozen_baseline(tree, node, baseline);
    }
    VOX_TRY(reserve_baseline(tree));
    if (!find_baseline(tree, node)->key && node->end) {
        vox_tree *read;
        vox_string text = {tree->source + node->start, node->end - node->start};
        VOX_TRY(vox__reread_status(tree, node, read_baseline(tree, text, &read)));
        put_baseline(tree, node, read);
    }
    *baseline = find_baseline(tree, node)->tree;
    return VOX_OK;
}

vox_status vox_baseline_set(
    vox_tree *tree, vox_node *node, vox_tree *value_tree, const vox_node *value
) {
    vox_tree *copy;
    VOX_ARMOR_READ(value_tree, value, VOX_ERROR_ARGUMENT);
    VOX_TRY(vox__may_edit(tree));
    VOX_TRY(value ? vox__node_status(tree, node) : VOX_ERROR_MISSING);
    VOX_TRY(vox__owns(value_tree, value) ? reserve_baseline(tree) : VOX_ERROR_ARGUMENT);
    VOX_TRY(copy_value(tree, value_tree, value, &copy));
    put_baseline(tree, node, copy);
    return VOX_OK;
}

vox_status vox_baseline_mark(vox_tree *tree, vox_node *node) {
    return vox_baseline_set(tree, node, tree, node);
}

/* --- going back ------------------------------------------------------------ */

/** A difference, and the value to put back: a detached node, or NULL if the value can be written
 *  without memory. */
typedef struct undoing {
    vox_difference difference;
    vox_node *value;
} undoing;

/** The differences of a node, collected so that undoing them does not disturb the walk. */
typedef struct undoing_list {
    vox_tree *tree;
    vox__list items; /* undoing */
} undoing_list;

static int collect(void *context, vox_difference difference) {
    undoing_list *list = (undoing_list *)context;
    undoing *item = (undoing *)vox__list_add(&list->tree->memory, &list->items, sizeof *item);
    if (!item) {
        return 1;
    }
    *item = (undoing){difference, NULL};
    return 0;
}

/** Returns true when writing a value into a node needs no memory. */
static bool fits(vox_tree *tree, const vox_node *node, vox_tree *from, const vox_node *value) {
    vox__content content;
    return !vox__is_container(value) &&
           vox__content_make(tree, vox_value_copy(from, value), &content) == VOX_OK &&
           vox__content_fits(tree, node, &content);
}

/** Creates the old value of a difference, with its name if it was removed. Afterwards nothing can
 *  fail. */
static vox_status make_old_value(vox_tree *tree, vox_tree *baseline, undoing *item) {
    const vox_node *before = item->difference.before, *after = item->difference.after;
    if (!before || (after && fits(tree, after, baseline, before))) {
        return VOX_OK;
    }
    VOX_TRY(vox_node_new(tree, vox_value_copy(baseline, before), &item->value));
    return after ? VOX_OK : vox__name_store(tree, item->value, vox__name(baseline, before));
}

/** Returns the member of `object` that follows a removed one in the baseline. */
static vox_node *following(
    vox_tree *tree, vox_tree *baseline, const vox_node *removed, const vox_node *object
) {
    const vox_node *next = vox_node_next(baseline, removed);
    return next ? vox__object_find(tree, object, vox__name(baseline, next)) : NULL;
}

static void undo(vox_tree *tree, vox_tree *baseline, const undoing *item) {
    /* Nodes of this tree come as constants, because the walk must not write them. */
    vox_node *after = (vox_node *)(uintptr_t)item->difference.after;
    vox_node *object = (vox_node *)(uintptr_t)item->difference.object;
    const vox_node *was = item->difference.before;
    if (!was) {
        (void)vox_node_remove(tree, after); /* it is attached */
    } else if (after) {
        vox_value value = item->value ? vox_value_node(item->value) : vox_value_copy(baseline, was);
        (void)vox_node_set(tree, after, value); /* it fits, or its text is stored */
    } else {
        vox_node *before = following(tree, baseline, was, object);
        if (vox__index_prepare(tree, object) != VOX_OK) {
            vox__index_drop(tree, object);
        }
        vox__attach(tree, object, item->value, before);
    }
}

static vox_status undo_all(vox_tree *tree, vox_tree *baseline, const vox__list *list) {
    vox__mark mark = vox__mark_take(tree);
    vox_status status = VOX_OK;
    undoing *items = (undoing *)list->items;
    for (uint32_t index = 0; index < list->count && status == VOX_OK; index++) {
        status = make_old_value(tree, baseline, &items[index]);
    }
    /* Backwards: the member after a removed one must be back before the removed one. */
    for (uint32_t index = list->count; index && status == VOX_OK; index--) {
        undo(tree, baseline, &items[index - 1]);
    }
    return vox__mark_reset(tree, mark, status);
}

vox_status vox_baseline_revert(vox_tree *tree, vox_node *node) {
    vox_tree *baseline;
    VOX_TRY(vox__may_edit(tree));
    VOX_TRY(vox_baseline(tree, node, &baseline));
    if (!baseline) {
        return VOX_ERROR_MISSING;
    }
    undoing_list list = {tree, {NULL, 0, 0}};
    vox_difference_sink sink = {collect, &list};
    vox_status status = vox_diff(baseline, vox_tree_root(baseline), tree, node, sink);
    if (status == VOX_OK) {
        status = undo_all(tree, baseline, &list.items);
    } else if (status == VOX_ERROR_SINK) {
        status = VOX_ERROR_MEMORY;
    }
    vox__list_free(&tree->memory, &list.items, sizeof(undoing));
    return status;
}
