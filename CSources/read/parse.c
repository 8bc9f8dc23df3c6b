/* SPDX-License-Identifier: MIT */
/** Reading a text to a tree: whose text it is, and when it is parsed. */
#include "read/node_builder.h"
#include "read/read.h"
#include "tree/armor.h"

/* --- the source ----------------------------------------------------------------- */

/** Takes the text over; `start` is where the document begins, unless at 0. `target`: where it
 *  is still to be copied to, unless that is NULL. */
static vox_status take_source(
    vox_tree *tree, vox_string text, char **target, size_t *start, vox_error *error
) {
    if (!tree->options.borrow) {
        void *memory = NULL;
        vox_status status = vox__resize(&tree->memory, &memory, 0, text.length + VOX_PADDING);
        if (status != VOX_OK) {
            return vox__error_plain(error, status);
        }
        char *const copy = *target = memory;
        tree->owns_source = true;
        tree->source_capacity = text.length + VOX_PADDING;
        copy[text.length] = '\n';
        memset(copy + text.length + 1, 0, VOX_PADDING - 1);
    }
    tree->source = *target ? *target : text.bytes;
    tree->source_length = text.length;
    if (text.length >= 3 && memcmp(text.bytes, VOX_BYTE_ORDER_MARK, 3) == 0) {
        if (tree->options.strict) {
            vox__error_set(error, VOX_ERROR_BYTE_ORDER_MARK, NULL, text, 0);
            return VOX_ERROR_BYTE_ORDER_MARK;
        }
        *start = 3;
    }
    return VOX_OK;
}

static vox_status read_source(vox_tree *tree, vox_string text, vox_error *error) {
    char *target = NULL;
    size_t start = 0;
    vox_status status = take_source(tree, text, &target, &start, error);
    if (status != VOX_OK) {
        return status;
    }
    if (tree->options.mode != VOX_MODE_EAGER) {
        return vox__lazy_read(tree, text, target, start);
    }
    const vox__checked checked = vox__check_text(target, text.bytes, text.length);
    /* Ref 0, the values, and one node kept for reporting an error. */
    const size_t most = tree->options.max_nodes;
    const size_t values = checked.values < most ? checked.values : most;
    status = vox__arena_start(&tree->memory, &tree->nodes, values + 2);
    if (status != VOX_OK) {
        return vox__error_plain(error, status);
    }
    status = vox__parse(tree, start, &checked, NULL, error);
    if (status == VOX_OK) {
        vox__arena_finish(&tree->memory, &tree->nodes, tree->nodes.used);
    }
    return status;
}

/* --- trees ---------------------------------------------------------------------- */

static vox_status read_value(const vox_tree *tree, vox_string text, vox_tree **made);

/** Makes a tree that can read: what is deferred in it, and values given as text. */
static vox_status create(const vox_options *options, vox_tree **tree) {
    vox_status status = vox__tree_create(options, tree);
    if (status == VOX_OK) {
        (*tree)->hooks.resolve = vox__resolve_deferred;
        (*tree)->hooks.read = read_value;
    }
    return status;
}

static vox_status read_text(
    vox_string text, const vox_options *options, vox_tree **tree, vox_error *error
) {
    vox_status status = create(options, tree);
    if (status != VOX_OK) {
        return vox__error_plain(error, status);
    }
    const size_t most = (*tree)->options.max_size;
    if (text.length > most) {
        status = VOX_ERROR_SIZE_LIMIT;
        vox__error_set(error, status, NULL, text, most);
    } else {
        status = read_source(*tree, text, error);
    }
    if (status != VOX_OK) {
        vox_tree_free(*tree);
        *tree = NULL;
    }
    return status;
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
        return vox__refuse(error);
    }
#if defined(VOX_WITHOUT_YAJL)
    if (options->reader == VOX_READER_YAJL) {
        vox__error_set(
            error, VOX_ERROR_ARGUMENT, "this build has no yajl to read with", vox__string("", 0), 0
        );
        return VOX_ERROR_ARGUMENT;
    }
#endif
    vox_options used = *options;
    if (used.mode != VOX_MODE_EAGER) {
        vox_status status = read_text(text, &used, tree, NULL);
        if (status == VOX_OK || status == VOX_ERROR_MEMORY) {
            return status == VOX_OK ? VOX_OK : vox__error_plain(error, status);
        }
        used.mode = VOX_MODE_EAGER; /* something is wrong, or there is no list of spans */
    }
    return read_text(text, &used, tree, error);
}

vox_status vox_tree_new(const vox_options *options, vox_tree **tree) {
    if (!tree) {
        return VOX_ERROR_ARGUMENT;
    }
    const vox_options used = vox__options_whole(options);
    vox_status status = create(&used, tree);
    if (status == VOX_OK) {
        status = vox__tree_root_make(*tree);
    }
    if (status != VOX_OK) {
        vox_tree_free(*tree);
        *tree = NULL;
    }
    return status;
}

/** The hook: reads a value given as text, which is only borrowed, for a tree. */
static vox_status read_value(const vox_tree *tree, vox_string text, vox_tree **made) {
    vox_options options = tree->options;
    options.borrow = true;
    options.mode = VOX_MODE_EAGER;
    return vox__tree_parse(text.bytes, text.length, &options, made, NULL);
}

vox_status vox__tree_reread(
    const vox_tree *tree, vox_string text, size_t max_memory, vox_tree **made
) {
    vox_options options = tree->options;
    options.max_memory = max_memory;
    /* Editing may have gone past the limits of reading. */
    options.max_depth = options.max_size = options.max_nodes = SIZE_MAX;
    options.strict = options.borrow = false;
    options.mode = VOX_MODE_EAGER;
    vox_status status = vox__tree_parse(text.bytes, text.length, &options, made, NULL);
    if (status == VOX_OK) {
        (*made)->options = tree->options;
        (*made)->options.borrow = false;
        (*made)->memory.limit = tree->memory.limit;
        (*made)->number_ids = tree->number_ids;
    }
    return status;
}
