/* SPDX-License-Identifier: MIT */
/** A tree's life: options, parsing, copies, memory, freeing. */
#include "internal.h"

/** What a limit says: 0 stands for its default. */
static size_t limit(size_t given, size_t standard) {
    return given == 0 ? standard : given == VOX_NONE ? 0 : given;
}

vox_options vox__options_whole(const vox_options *options) {
    const vox_options standard = vox_options_default();
    vox_options used = options ? *options : standard;
    used.max_depth = limit(used.max_depth, standard.max_depth);
    used.max_size = limit(used.max_size, standard.max_size);
    used.max_nodes = limit(used.max_nodes, standard.max_nodes);
    /* Less than any tree takes; 0 is no limit here. */
    used.max_memory = used.max_memory == VOX_NONE ? 1 : used.max_memory;
    if (!used.allocator.resize) {
        used.allocator = standard.allocator;
    }
    return used;
}

vox_options vox_options_default(void) {
    vox_options options = {
        .allocator = vox_allocator_default(),
        .max_depth = 512,
        .max_size = (size_t)64 << 20,
        .max_nodes = 16000000,
        .max_memory = 0,
        .strict = false,
        .borrow = false,
        .mode = VOX_MODE_EAGER,
        .defer_depth = 0};
    return options;
}

vox_status vox__tree_create(const vox_options *options, vox_tree **tree) {
    vox_options used = *options;
    if (used.max_size > VOX_SIZE_CEILING) {
        used.max_size = VOX_SIZE_CEILING;
    }
    *tree = NULL;
    if (used.max_memory != 0 && used.max_memory < sizeof(vox_tree)) {
        return VOX_ERROR_MEMORY_LIMIT;
    }
    vox_tree *made = used.allocator.resize(used.allocator.context, NULL, 0, sizeof *made);
    if (!made) {
        return VOX_ERROR_MEMORY;
    }
    memset(made, 0, sizeof *made);
    made->options = used;
    made->reserved = sizeof *made;
    made->source = "";
    made->nodes.unit = sizeof(vox_node);
    made->nodes.shift = 5;
    made->texts.unit = 8;
    made->texts.shift = 6;
    *tree = made;
    return VOX_OK;
}

static const char byte_order_mark[3] = {'\xEF', '\xBB', '\xBF'};

/** Takes the text over; `start` is where the document begins. `target`: where it
 *  is still to be copied to, or NULL. */
static vox_status take_source(
    vox_tree *tree, vox_string text, char **target, size_t *start, vox_error *error
) {
    char *copy = NULL;
    if (!tree->options.borrow) {
        void *memory = NULL;
        vox_status status = vox__resize(tree, &memory, 0, text.length + VOX_PADDING);
        if (status != VOX_OK) {
            vox__error_set(error, status, NULL, vox__string(NULL, 0), 0);
            return status;
        }
        copy = memory;
        tree->owns_source = true;
        tree->source_capacity = text.length + VOX_PADDING;
        copy[text.length] = '\n';
        memset(copy + text.length + 1, 0, VOX_PADDING - 1);
    }
    *target = copy;
    tree->source = copy ? copy : text.bytes;
    tree->source_length = text.length;
    *start = 0;
    if (text.length >= 3 && memcmp(text.bytes, byte_order_mark, 3) == 0) {
        if (tree->options.strict) {
            vox__error_set(error, VOX_ERROR_BYTE_ORDER_MARK, NULL, text, 0);
            return VOX_ERROR_BYTE_ORDER_MARK;
        }
        *start = 3;
    }
    return VOX_OK;
}

static vox_status parse(vox_tree *tree, vox_string text, vox_error *error) {
    char *target;
    size_t start;
    vox_status status = take_source(tree, text, &target, &start, error);
    if (status != VOX_OK) {
        return status;
    }
    if (tree->options.mode != VOX_MODE_EAGER) {
        return vox__lazy_read(tree, text, target, start);
    }
    vox__scan scan = vox__scan_text(target, text.bytes, text.length);
    /* Ref 0, the values, and one node kept for reporting an error. */
    size_t values = scan.values < tree->options.max_nodes ? scan.values : tree->options.max_nodes;
    status = vox__arena_start(tree, &tree->nodes, values + 2);
    if (status != VOX_OK) {
        vox__error_set(error, status, NULL, vox__string(NULL, 0), 0);
        return status;
    }
    status = vox__parse(tree, start, &scan, error);
    if (status == VOX_OK) {
        vox__arena_finish(tree, &tree->nodes, tree->nodes.used);
    }
    return status;
}

static vox_status read_text(
    vox_string text, const vox_options *options, vox_tree **tree, vox_error *error
) {
    vox_tree *made;
    vox_status status = vox__tree_create(options, &made);
    if (status != VOX_OK) {
        vox__error_set(error, status, NULL, vox__string(NULL, 0), 0);
        return status;
    }
    if (text.length > made->options.max_size) {
        status = VOX_ERROR_SIZE_LIMIT;
        vox__error_set(error, status, NULL, text, made->options.max_size);
    } else {
        status = parse(made, text, error);
    }
    if (status != VOX_OK) {
        vox_tree_free(made);
        return status;
    }
    *tree = made;
    return VOX_OK;
}

vox_status vox_tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
) {
    const vox_options used = vox__options_whole(options);
    return vox__tree_parse(bytes, length, &used, tree, error);
}

vox_status vox__tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
) {
    vox_string text = {bytes ? bytes : "", length};
    if (tree) {
        *tree = NULL;
    }
    if (!tree || (!bytes && length)) {
        vox__error_set(error, VOX_ERROR_ARGUMENT, NULL, vox__string(NULL, 0), 0);
        return VOX_ERROR_ARGUMENT;
    }
    vox_options used = *options;
    if (used.mode != VOX_MODE_EAGER) {
        vox_status status = read_text(text, &used, tree, NULL);
        if (status == VOX_OK) {
            return VOX_OK;
        }
        if (status == VOX_ERROR_MEMORY) {
            vox__error_set(error, status, NULL, vox__string(NULL, 0), 0);
            return status;
        }
        used.mode = VOX_MODE_EAGER; /* something is wrong, or there is nothing to cut out */
    }
    return read_text(text, &used, tree, error);
}

vox_status vox_tree_new(const vox_options *options, vox_tree **tree) {
    vox_tree *made;
    if (!tree) {
        return VOX_ERROR_ARGUMENT;
    }
    const vox_options used = vox__options_whole(options);
    vox_status status = vox__tree_create(&used, &made);
    *tree = NULL;
    if (status != VOX_OK) {
        return status;
    }
    status = vox__arena_start(made, &made->nodes, 32);
    if (status == VOX_OK) {
        status = vox__arena_take(made, &made->nodes, 1, &made->root);
    }
    if (status != VOX_OK) {
        vox_tree_free(made);
        return status;
    }
    vox_node *root = vox__node(made, made->root);
    memset(root, 0, sizeof *root);
    root->kind = VOX_NULL;
    root->flags = FLAG_CHANGED;
    *tree = made;
    return VOX_OK;
}

void vox_tree_free(vox_tree *tree) {
    if (!tree) {
        return;
    }
    vox__memory_release(tree);
    vox__index_free(tree);
    vox__identity_free(tree);
    vox__baseline_free(tree);
    vox__arena_free(tree, &tree->nodes);
    vox__arena_free(tree, &tree->texts);
    if (tree->owns_source) {
        void *source = (void *)(uintptr_t)tree->source;
        (void)vox__resize(tree, &source, tree->source_capacity, 0);
    }
    vox_allocator allocator = tree->options.allocator;
    allocator.resize(allocator.context, tree, sizeof *tree, 0);
}

vox_node *vox_tree_root(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, NULL);
    return vox__node(tree, tree->root);
}

vox_string vox_tree_source(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, vox__string("", 0));
    return vox__string(tree->source, tree->source_length);
}

vox_status vox__tree_reread(
    const vox_tree *tree, vox_string text, size_t max_memory, vox_tree **made
) {
    vox_options options = tree->options;
    options.max_memory = max_memory;
    /* Editing may have gone past the limits of reading. */
    options.max_depth = SIZE_MAX;
    options.max_size = VOX_SIZE_CEILING;
    options.max_nodes = SIZE_MAX;
    options.strict = false;
    options.borrow = false;
    options.mode = VOX_MODE_EAGER;
    vox_status status = vox__tree_parse(text.bytes, text.length, &options, made, NULL);
    if (status == VOX_OK) {
        (*made)->options = tree->options;
        (*made)->options.borrow = false;
        (*made)->number_ids = tree->number_ids;
    }
    return status;
}

vox_status vox_tree_copy(const vox_tree *tree, const vox_node *node, vox_tree **copy) {
    *copy = NULL;
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    if (node && !vox__owns(tree, node)) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_buffer buffer = {.allocator = tree->options.allocator};
    /* Writing may build indexes, which are not part of the value. */
    vox_tree *written = (vox_tree *)(uintptr_t)tree;
    vox_status status = vox_write_buffer(written, node, VOX_STYLE_PRESERVE, &buffer);
    if (status == VOX_OK) {
        vox_string text = {buffer.bytes, buffer.length};
        status = vox__tree_reread(tree, text, tree->options.max_memory, copy);
    }
    vox_buffer_free(&buffer);
    return status;
}

vox_status vox_tree_compact(const vox_tree *tree, vox_tree **compacted) {
    *compacted = NULL;
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, VOX_ERROR_ARGUMENT);
    return vox_tree_copy(tree, vox_tree_root(tree), compacted);
}

/** Bytes of stored text that the record at `ref` takes. */
static size_t stored_size(const vox_tree *tree, vox_ref ref, bool is_name) {
    const vox__stored *text = vox__text_at(tree, ref);
    size_t room = is_name || text->extra < text->length ? text->length : text->extra;
    return (sizeof *text + room + 1 + 7) / 8 * 8;
}

vox_memory vox_tree_memory(const vox_tree *tree) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, (vox_memory){0});
    size_t nodes = 0, texts = 0;
    const vox_node *node = vox_tree_root(tree);
    while (node) {
        nodes++;
        if (node->flags & FLAG_TEXT_STORED) {
            texts += stored_size(tree, node->child, false);
        }
        if (node->flags & FLAG_NAME_STORED) {
            texts += stored_size(tree, node->name, true);
        }
        if (vox__is_container(node) && node->child) {
            node = vox__node(tree, node->child);
            continue;
        }
        while (node && !node->next) {
            node = vox__node_or_null(tree, node->parent);
        }
        node = node ? vox__node_or_null(tree, node->next) : NULL;
    }
    size_t made = vox__values_made(tree);
    size_t used = tree->texts.used - (size_t)tree->texts.skipped;
    size_t stored = used ? (used - 1) * tree->texts.unit : 0;
    vox_memory memory = {
        .reserved = tree->reserved + tree->indexed,
        .wasted = (made - nodes) * sizeof(vox_node) + (stored > texts ? stored - texts : 0),
        .nodes = made};
    return memory;
}
