/* SPDX-License-Identifier: MIT */
/** The builder: what readers find becomes nodes, token by token.
 *
 *  While a document is open its nodes stand in document order, and
 *
 *    - the first child of a container is the node after it,
 *    - `previous` of a first child is 0 (once the container is closed: the last),
 *    - `next` is what it most likely is (the node that will be appended next), put right when
 *      the container closes. */
#ifndef VOX_NODE_BUILDER_H
#define VOX_NODE_BUILDER_H

/* A Swift package says by a trait whether there is yajl. */
#if defined(SWIFT_PACKAGE) && !defined(VOX_WITH_YAJL)
#define VOX_WITHOUT_YAJL
#endif

#include "read/grammar.h"
#include "scan/scan.h"
#include "tree/tree.h"

typedef struct vox__builder {
    vox_tree *tree;
    uintptr_t nodes; /* where node 0 would be, if all stood in one chunk */
    const char *source;
    size_t source_length;
    size_t start;  /* where in it reading begins */
    vox_ref first; /* the first node appended */
    vox_ref next;  /* the node to append next */
    vox_ref limit;
    vox_ref last;   /* the last child appended to `parent`, or 0 */
    vox_ref parent; /* the innermost open container, or 0 */
    uint64_t head;  /* how the next node begins, see vox__node_word; without a name inside arrays */
    bool strict;
    bool whole; /* all was read */
    size_t depth;
    size_t max_depth;

    const vox__structure *structure; /* whose lists of spans are not read, or NULL */
    uint32_t next_list;              /* the next of them, */
    size_t next_open;                /* and where it begins; SIZE_MAX for none */

    vox_status status; /* why reading stopped, other than for the text */
    size_t error_offset;
    size_t consumed;        /* how far yajl has read, when it refused the text */
    size_t repeated_offset; /* of the first repeated name in strict mode, or SIZE_MAX */
    vox_ref repeated_parent;
    vox_node *deferred; /* whose value is read, or NULL */
} vox__builder;

static inline vox_node *vox__node_at(const vox__builder *builder, vox_ref ref) {
    return (vox_node *)(builder->nodes + ref * sizeof(vox_node));
}

/* node_builder.c */

/** Begins with nodes from `first` up to `limit`. `structure`: whose lists are not read, or
 *  NULL. */
void vox__build_begin(
    vox__builder *builder, vox_tree *tree, vox_ref first, vox_ref limit,
    const vox__structure *structure
);
/** Goes back to the beginning, but for text that was stored. */
void vox__build_again(vox__builder *builder);
/** Finds where the next list of spans begins. */
void vox__next_list(vox__builder *builder);
/** Appends spans as deferred nodes. */
bool vox__append_spans(vox__builder *builder, const vox__span *spans, size_t count);
/** Notes the first repeated name of a closed object, for strict mode. */
void vox__note_repeated(vox__builder *builder, vox_ref object);
/** Gives the children of the container that was read to the deferred node. */
void vox__build_adopt(vox__builder *builder);

/* read_position.c */

/** The end of the last value or name that was delivered, or the start of the container just
 *  opened. */
size_t vox__delivered_end(const vox__builder *builder);
/** True when a name was read and its value was not; `end` is then behind the name. */
bool vox__name_pending(const vox__builder *builder, size_t *end);
/** Where the token begins that yajl is delivering now. */
size_t vox__token_begin(const vox__builder *builder);
/** What may come next. */
vox__expected vox__expected_next(const vox__builder *builder);

/* fast_reader.c, yajl_reader.c */

/** Reads the value that is `source[start, end)` but for white space around it. False when it
 *  stopped: in front of what is wrong, or for the reason that `status` gives. */
bool vox__fast_read(vox__builder *builder, size_t start, size_t end, bool padded);
/** The same by yajl; false, too, when the text goes on at `end`. */
bool vox__yajl_read(vox__builder *builder, size_t start, size_t end);

/* choose_reader.c */

/** Reads `source[start, end)`, which was checked, by the reader of the options. What else it
 *  finds wrong with the text is added to `checked`. */
void vox__build(vox__builder *builder, vox__checked *checked, size_t start, size_t end);
/** Reads a document to chunk 0. `structure`: whose lists are not read, or NULL; an error then
 *  only says that something is wrong, not what. */
vox_status vox__parse(
    vox_tree *tree, size_t start, vox__checked *checked, const vox__structure *structure,
    vox_error *error
);

/* parse_lazy.c */

/** Reads a document around its lists of spans. Any other status than VOX_OK and those of
 *  memory means only that it must be read eagerly. */
vox_status vox__lazy_read(vox_tree *tree, vox_string text, char *copy, size_t start);

/* parse_deferred.c */

/** The hook: parses a deferred node. A failure is recorded in the tree. */
vox_status vox__resolve_deferred(vox_tree *tree, const vox_node *node);

/** Parses a deferred node; on an error it is what it was. */
vox_status vox__parse_deferred(vox_tree *tree, vox_node *node, vox_error *error);

/* error_report.c */

/** Says why reading stopped: fills in the error and returns its status. */
vox_status vox__build_report(vox__builder *builder, const vox__checked *checked, vox_error *error);

/* --- appending ---------------------------------------------------------------- */

/** How a node begins, but for its kind, as one word: its flags and its name, which are stored at
 *  once then. */
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

/** Notes why reading cannot go on; returns 0, which tells yajl to stop. */
static inline int vox__stop(vox__builder *builder, vox_status status, size_t offset) {
    builder->status = status;
    builder->error_offset = offset;
    return 0;
}

/** Appends a value that is `source[start, end)`; NULL when there may be no more. */
static inline vox_node *vox__append(
    vox__builder *builder, vox_kind kind, size_t start, size_t end
) {
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

/** Names the next value by `source[start, start + length)`. */
static inline void vox__append_name(vox__builder *builder, size_t start, size_t length) {
    builder->head = vox__node_word(0, length, (uint32_t)start);
}

/** Appends a string whose text is stored. */
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

/** Names the next value by a text that is stored. */
static inline void vox__append_stored_name(vox__builder *builder, vox_ref stored) {
    builder->head = vox__node_word(FLAG_NAME_STORED, 0, stored);
}

/** Opens a container whose bracket is at `start`; 0 when there may be none. */
static inline int vox__append_open(vox__builder *builder, vox_kind kind, size_t start) {
    if (!vox__append(builder, kind, start, start + 1)) {
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
    if (VOX_UNLIKELY(builder->strict) && container->kind == VOX_OBJECT) {
        vox__note_repeated(builder, ref);
    }
}

#endif
