/* SPDX-License-Identifier: MIT */
/** The builder: creates nodes from tokens.
 *
 *  While a document is being read, its nodes are in document order:
 *
 *    - The first child of a container is the node after it.
 *    - `previous` of a first child is 0. When the container closes, it becomes the last child.
 *    - `next` is the node that will be appended next, which is correct for most nodes. It is
 *      corrected when the container closes. */
#ifndef VOX_NODE_BUILDER_H
#define VOX_NODE_BUILDER_H

/* In a Swift package yajl is used where pkg-config finds it, unless VOX_YAJL decides (Package.swift). */
#if defined(SWIFT_PACKAGE)
#if defined(VOX_YAJL)
#if !VOX_YAJL
#define VOX_WITHOUT_YAJL
#endif
#elif !__has_include(<yajl_parse.h>)
#define VOX_WITHOUT_YAJL
#endif
#endif

#include "read/token_error.h"
#include "scan/scan.h"
#include "tree/tree.h"

typedef struct vox__builder {
    vox_tree *tree;
    uintptr_t nodes; /* the address of node 0, if all nodes were in one chunk */
    const char *source;
    size_t source_length;
    size_t start;       /* the offset in it where reading begins */
    vox_ref first;      /* the first node appended */
    vox_ref next;       /* the node to append next */
    vox_ref limit;      /* the node limit, or the next node when the program stopped the parse */
    vox_ref pause;      /* a container that closes from this node on is closed slowly */
    vox_ref checkpoint; /* `stop` is called when a container closes from this node on */
    vox_ref last;       /* the last child appended to `parent`, or 0 */
    vox_ref parent;     /* the innermost open container, or 0 */
    uint64_t head; /* the first word of the next node, see vox__node_word; arrays: without a name */
    bool strict;
    bool stopped; /* `stop` of the options has returned true */
    bool whole;   /* the whole value was read */
    size_t depth;
    size_t max_depth;

    const vox__structure *structure; /* its lists of spans are not read; or NULL */
    uint32_t next_list;              /* the next list of spans */
    size_t next_open;                /* the offset of its bracket; SIZE_MAX for none */

    vox_status status; /* why reading stopped, if not because of the text */
    size_t error_offset;
    size_t consumed;        /* the bytes that yajl has read, if it refused the text */
    size_t repeated_offset; /* of the first repeated name in strict mode, or SIZE_MAX */
    vox_ref repeated_parent;
    vox_node *deferred; /* the node whose value is read, or NULL */
} vox__builder;

static inline vox_node *vox__node_at(const vox__builder *builder, vox_ref ref) {
    return (vox_node *)(builder->nodes + ref * sizeof(vox_node));
}

/* node_builder.c */

/** Begins to build nodes from `first` up to `limit`. The lists of spans of `structure` (may be
 *  NULL) are not read. */
void vox__build_begin(
    vox__builder *builder, vox_tree *tree, vox_ref first, vox_ref limit,
    const vox__structure *structure
);
/** Calls `stop` of the options (if any) from now on. Returns false when the first call stops the
 *  parse. */
bool vox__build_stoppable(vox__builder *builder);
/** Does what few containers need when they are closed: records a repeated name in strict mode, and
 *  calls `stop`. */
void vox__close_slowly(vox__builder *builder, vox_ref container);
/** Goes back to the beginning. Text that was stored stays stored. */
void vox__build_again(vox__builder *builder);
/** Finds the offset of the next list of spans. */
void vox__next_list(vox__builder *builder);
/** Appends spans as deferred nodes. */
bool vox__append_spans(vox__builder *builder, const vox__span *spans, size_t count);
/** Moves the children of the container that was read to the deferred node. */
void vox__build_adopt(vox__builder *builder);

/* read_position.c */

/** Returns the end of the last value or name that was delivered, or the position after the bracket
 *  of a container that was just opened. */
size_t vox__delivered_end(const vox__builder *builder);
/** Returns true when a name was read but not its value; `end` is then the end of the name. */
bool vox__name_pending(const vox__builder *builder, size_t *end);
/** Returns the offset of the string that yajl is delivering now. */
size_t vox__string_begin(const vox__builder *builder);
/** Returns what may come next. */
vox__expected vox__expected_next(const vox__builder *builder);

/* fast_reader.c, yajl_reader.c */

/** Reads the value in `source[start, end)`, which may have white space around it. Returns false
 *  when it stopped: before an error of the text, or for the reason in `status`. */
bool vox__fast_read(vox__builder *builder, size_t start, size_t end, bool padded);
/** Reads the value with yajl. Also returns false when the text continues at `end`. */
bool vox__yajl_read(vox__builder *builder, size_t start, size_t end);

/* choose_reader.c */

/** Reads `source[start, end)`, which was checked, with the reader of the options. Adds other errors
 *  of the text to `checked`. */
void vox__build(vox__builder *builder, vox__checked *checked, size_t start, size_t end);
/** Reads a document into chunk 0. The lists of spans of `structure` (may be NULL) are not read;
 *  with a structure, an error only says that the text has an error. */
vox_status vox__parse(
    vox_tree *tree, size_t start, vox__checked *checked, const vox__structure *structure,
    vox_error *error
);

/* parse_lazy.c */

/** Reads a document around its lists of spans. The source of the tree is the text, or memory for a
 *  copy of it. Returns VOX_ERROR_MISSING for a document without
 *  such a list, which must be read eagerly. Other errors, except those of memory, only say that the
 *  text has an error. */
vox_status vox__lazy_read(vox_tree *tree, const char *text, size_t start);

/* parse_deferred.c */

/** The hook that parses a deferred node. Records an error in the tree. */
vox_status vox__resolve_deferred(vox_tree *tree, const vox_node *node);

/** Parses a deferred node. After an error the node is unchanged. */
vox_status vox__parse_deferred(vox_tree *tree, vox_node *node, vox_error *error);

/* error_report.c */

/** Describes the error of the text after what was delivered. */
vox__diagnosis vox__next_error(const vox__builder *builder, vox__fault fault);
/** Fills in the error that stopped the reader, and returns its status. */
vox_status vox__build_report(vox__builder *builder, const vox__checked *checked, vox_error *error);

/* --- appending ---------------------------------------------------------------- */

/** Returns the first word of a node without its kind: its flags and its name, which are then stored
 *  at once. */
static inline uint64_t vox__node_word(unsigned name_flags, size_t name_length, uint32_t name) {
    const uint64_t flags = FLAG_SOURCE | FLAG_PLACED | name_flags;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return flags << 48 | (uint64_t)name_length << 32 | name;
#else
    return flags << 8 | (uint64_t)name_length << 16 | (uint64_t)name << 32;
#endif
}

static inline void vox__clear_name(vox__builder *builder) {
    builder->head = vox__node_word(0, 0, 0);
}

/** Records why reading stops. Returns 0, which makes yajl stop. */
static inline int vox__stop(vox__builder *builder, vox_status status, size_t offset) {
    builder->status = status;
    builder->error_offset = offset;
    return 0;
}

/** Appends the value `source[start, end)`. Returns NULL at the node limit. */
VOX_INLINE vox_node *vox__append(vox__builder *builder, vox_kind kind, size_t start, size_t end) {
    vox_ref ref = builder->next;
    if (VOX_UNLIKELY(ref == builder->limit)) {
        vox__stop(builder, VOX_ERROR_NODE_LIMIT, start);
        return NULL;
    }
    vox_node *node = vox__node_at(builder, ref);
    memcpy(node, &builder->head, sizeof builder->head);
    node->kind = (uint8_t)kind;
    node->next = ref + 1;
    node->previous = builder->last;
    node->parent = builder->parent;
    node->child = 0;
    node->start = (uint32_t)start;
    node->end = (uint32_t)end;
    builder->next = ref + 1;
    builder->last = ref;
    return node;
}

/** Sets the name of the next value to `source[start, start + length)`. */
static inline void vox__append_name(vox__builder *builder, size_t start, size_t length) {
    builder->head = vox__node_word(0, length, (uint32_t)start);
}

/** Appends a string whose unescaped text is stored. */
static inline bool vox__append_stored(
    vox__builder *builder, size_t start, size_t end, vox_ref stored
) {
    vox_node *node = vox__append(builder, VOX_STRING, start, end);
    if (node) {
        node->flags |= FLAG_TEXT_STORED;
        node->child = stored;
    }
    return node != NULL;
}

/** Sets the name of the next value to a stored text. */
static inline void vox__append_stored_name(vox__builder *builder, vox_ref stored) {
    builder->head = vox__node_word(FLAG_NAME_STORED, 0, stored);
}

/** Opens a container whose bracket is at `start`. Returns 0 at a limit. */
VOX_INLINE int vox__append_open(vox__builder *builder, vox_kind kind, size_t start) {
    if (!vox__append(builder, kind, start, start)) { /* vox__append_close sets the end */
        return 0;
    }
    if (VOX_UNLIKELY(builder->depth == builder->max_depth)) {
        return vox__stop(builder, VOX_ERROR_DEPTH_LIMIT, start);
    }
    builder->depth++;
    builder->parent = builder->last;
    builder->last = 0;
    if (kind == VOX_ARRAY) {
        vox__clear_name(builder);
    }
    return 1;
}

/** Closes the innermost container, which ends at `end`. */
static inline void vox__append_close(vox__builder *builder, size_t end) {
    vox_ref ref = builder->parent;
    vox_node *container = vox__node_at(builder, ref);
    if (builder->last) {
        container->child = ref + 1;
        vox__node_at(builder, ref + 1)->previous = builder->last;
        vox__node_at(builder, builder->last)->next = 0;
    }
    container->end = (uint32_t)end;
    container->next = builder->next;
    builder->last = ref;
    builder->parent = container->parent;
    builder->depth--;
    vox__clear_name(builder);
    if (VOX_UNLIKELY(builder->next >= builder->pause)) {
        vox__close_slowly(builder, ref);
    }
}

#endif
