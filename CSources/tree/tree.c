/* SPDX-License-Identifier: MIT */
/** The life of a tree: options, creating and freeing it, its memory. */
#include "base/growing.h"
#include "tree/armor.h"

/** The end of the struct in version 0.1.0. */
#define FIRST_SIZE (offsetof(vox_options, stop_context) + sizeof(void *))

static vox_options standard_options(void) {
    /* The defaults of the other members are zero. */
    vox_options options = {
        .size = sizeof options,
        .allocator = vox_allocator_default(),
        .max_depth = 512,
        .max_size = (size_t)64 << 20,
        .max_nodes = 16000000};
    return options;
}

vox_status vox__options_read(const vox_options *options, vox_options *whole) {
    *whole = standard_options();
    if (!options) {
        return VOX_OK;
    }
    const vox_options standard = *whole;
    VOX_TRY(vox__growing_read(whole, sizeof *whole, FIRST_SIZE, options));
    if (!vox__options_are_known(whole)) {
        return VOX_ERROR_ARGUMENT;
    }
    whole->max_depth = vox__limit(whole->max_depth, standard.max_depth);
    whole->max_size = vox__limit(whole->max_size, standard.max_size);
    whole->max_nodes = vox__limit(whole->max_nodes, standard.max_nodes);
    /* Less than any tree needs, because 0 means no limit here. */
    whole->max_memory = whole->max_memory == VOX_NONE ? 1 : whole->max_memory;
    if (!whole->allocator.resize) {
        whole->allocator = standard.allocator;
    }
    return VOX_OK;
}

void vox_options_init(vox_options *options, size_t size) {
    const vox_options standard = standard_options();
    if (options) {
        vox__growing_write(options, size, &standard, sizeof standard);
    }
}

vox_status vox__tree_create(
    const vox_options *options, vox__tree_size cached, size_t more, vox_tree **tree
) {
    const vox_allocator allocator = options->allocator;
    const size_t cache = cached * sizeof *(*tree)->distances;
    const size_t size = sizeof(vox_tree) + cache + more;
    if (options->max_memory != 0 && options->max_memory < size) {
        return VOX_ERROR_MEMORY_LIMIT;
    }
    vox_tree *made = (vox_tree *)allocator.resize(allocator.context, NULL, 0, size);
    if (!made) {
        return VOX_ERROR_MEMORY;
    }
    memset(made, 0, offsetof(vox_tree, nodes));
    made->options = *options;
    if (made->options.max_size > VOX_SIZE_CEILING) {
        made->options.max_size = VOX_SIZE_CEILING;
    }
    made->memory = (vox__account){allocator, options->max_memory, .reserved = size};
    made->source = "";
    made->size = size;
    vox__arena_make(&made->nodes, sizeof(vox_node), 5);
    vox__arena_make(&made->texts, VOX_TEXT_UNIT, 6);
    made->failure = NULL;
    made->cached = cached - 1;
    memset(made->distances, 0, cache);
    *tree = made;
    return VOX_OK;
}

vox_status vox__tree_root_make(vox_tree *tree) {
    if (!tree->nodes.limit) {
        VOX_TRY(vox__arena_start(&tree->memory, &tree->nodes, VOX_FIRST_NODES));
    }
    VOX_TRY(vox__arena_take(&tree->memory, &tree->nodes, 1, &tree->root));
    *vox__node(tree, tree->root) = vox__new_node;
    return VOX_OK;
}

void vox_tree_free(vox_tree *tree) {
    if (!tree) {
        return;
    }
    vox__account_part(&tree->memory);
    if (tree->hooks.free_identities) {
        tree->hooks.free_identities(tree);
    }
    if (tree->hooks.free_history) {
        tree->hooks.free_history(tree);
    }
    if (tree->indexes.entries) {
        vox__index_free(tree);
    }
    vox__arena_free(&tree->memory, &tree->nodes);
    vox__arena_free(&tree->memory, &tree->texts);
    if (tree->source_capacity) {
        void *source = (void *)(uintptr_t)tree->source;
        (void)vox__resize(&tree->memory, &source, tree->source_capacity, 0);
    }
    vox_allocator allocator = tree->options.allocator;
    allocator.resize(allocator.context, tree, tree->size, 0);
}

vox_node *vox_tree_root(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, NULL);
    return vox__node(tree, tree->root);
}

vox_string vox_tree_source(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, vox__string("", 0));
    return vox__string(tree->source, tree->source_length);
}

vox__mark vox__mark_take(const vox_tree *tree) {
    vox__mark mark = {vox__arena_mark_take(&tree->nodes), vox__arena_mark_take(&tree->texts)};
    return mark;
}

vox_status vox__mark_reset(vox_tree *tree, vox__mark mark, vox_status status) {
    if (status != VOX_OK) {
        vox__arena_reset(&tree->nodes, mark.nodes);
        vox__arena_reset(&tree->texts, mark.texts);
    }
    return status;
}

vox_status vox__node_take(vox_tree *tree, vox_node **node) {
    vox_ref ref;
    if (vox__values_made(tree) >= tree->options.max_nodes) {
        return VOX_ERROR_NODE_LIMIT;
    }
    VOX_TRY(vox__arena_take(&tree->memory, &tree->nodes, 1, &ref));
    *node = vox__recent_node(tree, ref);
    **node = vox__new_node;
    return VOX_OK;
}

vox_status vox__text_make(
    vox_tree *tree, size_t length, uint32_t extra, vox_ref *ref, char **bytes
) {
    if (length > UINT32_MAX - 64) {
        return VOX_ERROR_MEMORY;
    }
    VOX_TRY(vox__arena_take(&tree->memory, &tree->texts, vox__text_units(length), ref));
    vox__stored *text = vox__recent_text(tree, *ref);
    text->length = (uint32_t)length;
    text->extra = extra;
    text->bytes[length] = '\0';
    *bytes = text->bytes;
    return VOX_OK;
}

vox_status vox__text_store(
    vox_tree *tree, const char *bytes, size_t length, uint32_t extra, vox_ref *ref
) {
    char *text;
    VOX_TRY(vox__text_make(tree, length, extra, ref, &text));
    if (length) {
        memcpy(text, bytes, length);
    }
    return VOX_OK;
}

/** Returns the bytes of the stored text at `ref`. */
static size_t stored_size(const vox_tree *tree, vox_ref ref, bool is_name) {
    const vox__stored *text = vox__text_at(tree, ref);
    size_t room = is_name || text->extra < text->length ? text->length : text->extra;
    return (sizeof *text + room + 1 + 7) / 8 * 8;
}

vox_memory vox_tree_memory(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, (vox_memory){0});
    size_t nodes = 0, texts = 0;
    const vox_node *root = vox_tree_root(tree);
    for (const vox_node *node = root; node; node = vox__following(tree, node, root)) {
        nodes++;
        if (!vox__is_container(node) && vox__has_stored_text(node)) {
            texts += stored_size(tree, node->child, false);
        }
        if (node->flags & FLAG_NAME_STORED &&
            vox__text_at(tree, node->name)->extra != NAME_SHARED) {
            texts += stored_size(tree, node->name, true);
        }
    }
    texts += (size_t)tree->shared_units * tree->texts.unit;
    size_t made = vox__values_made(tree);
    size_t used = tree->texts.used - (size_t)tree->texts.skipped;
    size_t stored = used ? (used - 1) * tree->texts.unit : 0;
    vox_memory memory = {
        .reserved = tree->memory.reserved + tree->memory.indexed,
        .wasted = (made - nodes) * sizeof(vox_node) + (stored > texts ? stored - texts : 0),
        .nodes = made};
    return memory;
}
