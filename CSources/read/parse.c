/* SPDX-License-Identifier: MIT */
/** Reads a text into a tree: takes or copies the text, and reads it eagerly or lazily. */
#include "read/node_builder.h"
#include "read/read.h"
#include "tree/armor.h"

/* --- the source ----------------------------------------------------------------- */

/** Finds the document: after a byte order mark, unless strict mode refuses it, and white space. An
 *  empty text and HTML are refused before a tree is made for them. */
static vox_status find_document(
    const vox_options *options, vox_string text, size_t *start, vox_error *error
) {
    const bool marked = text.length >= 3 && memcmp(text.bytes, VOX_BYTE_ORDER_MARK, 3) == 0;
    if (marked && options->strict) {
        vox__error_set(error, VOX_ERROR_BYTE_ORDER_MARK, NULL, text, 0);
        return VOX_ERROR_BYTE_ORDER_MARK;
    }
    const char *const end = text.bytes + text.length;
    const char *at = vox__space_end(text.bytes + (marked ? 3 : 0), end, VOX_UNPADDED);
    *start = (size_t)(at - text.bytes);
    if ((at < end && *at != '<') || options->stop) {
        return VOX_OK;
    }
    const vox__fault none = {VOX_OK, SIZE_MAX};
    const vox__diagnosis found = vox__diagnose(text, *start, EXPECT_DOCUMENT, none);
    vox__error_set(error, found.status, found.message, text, found.offset);
    return found.status;
}

/** Makes the text the source. `copy` is the memory for a copy, or NULL for a borrowed text. */
static void set_source(vox_tree *tree, vox_string text, char *copy) {
    tree->source = copy ? copy : text.bytes;
    tree->source_length = text.length;
    if (copy) {
        tree->owns_source = true;
        copy[text.length] = '\n';
        memset(copy + text.length + 1, 0, VOX_PADDING - 1);
    }
}

/** Returns the maximum number of nodes of a text: ref 0, its values, and one to report an error. */
static size_t nodes_of(const vox_options *options, const vox__checked *checked) {
    const size_t most = options->max_nodes;
    return (checked->values < most ? checked->values : most) + 2;
}

/* --- trees ---------------------------------------------------------------------- */

static vox_status read_lone_value(const vox_tree *tree, vox_string text, vox_tree **made);

/** Creates a tree that can parse its deferred values and values given as text. `more` bytes follow
 *  it in the same block. */
static vox_status create(
    const vox_options *options, vox__tree_size size, size_t more, vox_tree **tree
) {
    VOX_TRY(vox__tree_create(options, size, more, tree));
    (*tree)->hooks.resolve = vox__resolve_deferred;
    (*tree)->hooks.read = read_lone_value;
    return VOX_OK;
}

/** The maximum length of a text that is read into one block of memory. */
#define SMALL_TEXT 4096

/** Returns true when a text can be read into one block. It cannot with a limit of memory, because
 *  memory is then counted block by block. */
static bool is_small(const vox_options *options, vox_string text) {
    return text.length <= SMALL_TEXT && options->mode == VOX_MODE_EAGER && options->max_memory == 0;
}

/** Creates the tree of a small text. The tree, the copy of the text and its nodes follow one another
 *  in one block, so that one call allocates them and one call frees them. The first nodes are the
 *  bytes that must be readable after the text. */
static vox_status take_small(
    vox_string text, const vox_options *options, vox_tree **tree, vox__checked *checked
) {
    *checked = vox__check_text(NULL, text.bytes, text.length);
    const size_t nodes = nodes_of(options, checked), unit = sizeof(uint64_t);
    const size_t copied = options->borrow ? 0 : (text.length + unit) / unit * unit;
    VOX_TRY(create(options, TREE_SMALL, copied + nodes * sizeof(vox_node), tree));
    char *const copy = (char *)vox__tree_behind(*tree);
    if (copied) {
        memcpy(copy, text.bytes, text.length);
    }
    set_source(*tree, text, copied ? copy : NULL);
    vox__arena_lend(&(*tree)->nodes, copy + copied, nodes);
    return VOX_OK;
}

/** Creates the tree of a text that is not small. A text that is read eagerly is checked while it is
 *  copied; the scan of lazy reading copies it, too. */
static vox_status take_large(
    vox_string text, const vox_options *options, vox_tree **tree, vox__checked *checked
) {
    const size_t size = options->borrow ? 0 : text.length + VOX_PADDING;
    const bool lazy = options->mode != VOX_MODE_EAGER;
    void *copy = NULL;
    VOX_TRY(create(options, TREE_LARGE, lazy ? sizeof(vox_error) : 0, tree));
    if (lazy) {
        (*tree)->failure = (vox_error *)vox__tree_behind(*tree);
        (*tree)->failure->status = VOX_OK;
    }
    if (size) {
        VOX_TRY(vox__resize(&(*tree)->memory, &copy, 0, size));
    }
    (*tree)->source_capacity = size;
    set_source(*tree, text, (char *)copy);
    if (lazy) {
        return VOX_OK;
    }
    *checked = vox__check_text((char *)copy, text.bytes, text.length);
    return vox__arena_start(&(*tree)->memory, &(*tree)->nodes, nodes_of(options, checked));
}

static vox_status read_tree(
    vox_string text, const vox_options *options, vox_tree **tree, vox_error *error
) {
    const size_t most = vox__limit_of(options, VOX_ERROR_SIZE_LIMIT);
    vox__checked checked = {VOX_OK, 0, 0};
    size_t start = 0;
    if (text.length > most) {
        /* No bytes of the text are read for this error. */
        vox__error_set(error, VOX_ERROR_SIZE_LIMIT, NULL, text, most);
        return VOX_ERROR_SIZE_LIMIT;
    }
    VOX_TRY(find_document(options, text, &start, error));
    vox_status status = is_small(options, text) ? take_small(text, options, tree, &checked)
                                                : take_large(text, options, tree, &checked);
    if (status != VOX_OK) {
        return vox__error_plain(error, status);
    }
    return options->mode == VOX_MODE_EAGER ? vox__parse(*tree, start, &checked, NULL, error)
                                           : vox__lazy_read(*tree, text.bytes, start);
}

static vox_status parse_text(
    vox_string text, const vox_options *options, vox_tree **tree, vox_error *error
) {
    vox_status status = read_tree(text, options, tree, error);
    if (status != VOX_OK) {
        vox_tree_free(*tree);
        *tree = NULL;
        if (error) {
            error->limit = vox__limit_of(options, status);
        }
    } else {
        if (!is_small(options, text)) {
            vox__arena_finish(&(*tree)->memory, &(*tree)->nodes, (*tree)->nodes.used);
        }
        (*tree)->options.stop = NULL; /* its context may be gone when the tree reads again */
    }
    return status;
}

vox_status vox_tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
) {
    if (options && vox__options_are_whole(options)) {
        return vox__tree_parse(bytes, length, options, tree, error);
    }
    vox_options used;
    const vox_status status = vox__options_read(options, &used);
    if (status != VOX_OK) {
        if (tree) {
            *tree = NULL;
        }
        return vox__error_plain(error, status);
    }
    return vox__tree_parse(bytes, length, &used, tree, error);
}

vox_status vox__tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
) {
    const vox_string text = {bytes ? bytes : "", length};
    if (!tree || (!bytes && length)) {
        if (tree) {
            *tree = NULL;
        }
        return vox__refuse(error);
    }
    *tree = NULL;
#if defined(VOX_WITHOUT_YAJL)
    if (options->reader == VOX_READER_YAJL) {
        vox__error_set(
            error, VOX_ERROR_ARGUMENT, "this build has no yajl to read with", vox__string("", 0), 0
        );
        return VOX_ERROR_ARGUMENT;
    }
#endif
    if (VOX_LIKELY(options->mode == VOX_MODE_EAGER)) {
        return parse_text(text, options, tree, error);
    }
    vox_status status = parse_text(text, options, tree, NULL);
    if (status == VOX_OK || status == VOX_ERROR_MEMORY || status == VOX_ERROR_STOPPED) {
        return status == VOX_OK ? VOX_OK : vox__error_plain(error, status);
    }
    vox_options eager = *options;
    eager.mode = VOX_MODE_EAGER;
    return parse_text(text, &eager, tree, error);
}

vox_status vox_tree_new(const vox_options *options, vox_tree **tree) {
    if (!tree) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_options read;
    *tree = NULL;
    if (!options || !vox__options_are_whole(options)) {
        VOX_TRY(vox__options_read(options, &read));
        options = &read;
    }
    const bool in_one = options->max_memory == 0; /* as with small texts */
    const size_t nodes = VOX_FIRST_NODES * sizeof(vox_node);
    const size_t memory_size = in_one ? nodes + VOX_FIRST_UNITS * VOX_TEXT_UNIT : 0;
    vox_status status = create(options, TREE_SMALL, memory_size, tree);
    if (status == VOX_OK) {
        if (in_one) {
            char *const memory = (char *)vox__tree_behind(*tree);
            vox__arena_lend(&(*tree)->nodes, memory, VOX_FIRST_NODES);
            vox__arena_lend(&(*tree)->texts, memory + nodes, VOX_FIRST_UNITS);
        }
        (*tree)->options.stop = NULL; /* as after a parse */
        status = vox__tree_root_make(*tree);
    }
    if (status != VOX_OK) {
        vox_tree_free(*tree);
        *tree = NULL;
    }
    return status;
}

/** The hook that reads a value given as text for a tree. The text is only borrowed. */
static vox_status read_lone_value(const vox_tree *tree, vox_string text, vox_tree **made) {
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
    /* Edits may have exceeded the limits of reading. */
    options.max_depth = options.max_size = options.max_nodes = SIZE_MAX;
    options.strict = options.borrow = false;
    options.mode = VOX_MODE_EAGER;
    vox_status status = vox__tree_parse(text.bytes, text.length, &options, made, NULL);
    if (status == VOX_OK) {
        (*made)->options = tree->options;
        (*made)->memory.limit = tree->memory.limit;
        (*made)->number_ids = tree->number_ids;
    }
    return status;
}
