/* SPDX-License-Identifier: MIT */
/** Appending what is read to the nodes of a run, token by token, for those who read
 *  the text: parser.c, whose tokens yajl finds, and plain.c. */
#ifndef VOX_APPEND_H
#define VOX_APPEND_H

#include "parser.h"

/** Notes why a run cannot go on; returns 0, which tells yajl to stop. */
static inline int vox__stop(parse_state *parser, vox_status status, size_t offset) {
    parser->status = status;
    parser->error_offset = offset;
    return 0;
}

/** Appends a value that is `source[start, end)`; NULL when there may be no more. */
static inline vox_node *vox__append(parse_state *parser, vox_kind kind, size_t start, size_t end) {
    vox_ref ref = parser->next;
    if (VOX_UNLIKELY(ref == parser->limit)) {
        vox__stop(parser, VOX_ERROR_NODE_LIMIT, start);
        return NULL;
    }
    vox_node *node = node_at(parser, ref);
    node->kind = (uint8_t)kind;
    node->flags = (uint8_t)(FLAG_SOURCE | FLAG_PLACED | parser->name_flags);
    node->name_length = parser->name_length;
    node->name = parser->name;
    node->next = ref + 1;
    node->previous = parser->last;
    node->parent = parser->parent;
    node->child = 0;
    node->start = (uint32_t)start;
    node->end = (uint32_t)end;
    parser->next = ref + 1;
    parser->last = ref;
    return node;
}

/** Names the next value by `source[start, start + length)`. */
static inline void vox__append_name(parse_state *parser, size_t start, size_t length) {
    parser->name = (uint32_t)start;
    parser->name_length = (uint16_t)length;
    parser->name_flags = 0;
}

/** Appends a string whose text is stored. */
static inline bool vox__append_stored(
    parse_state *parser, size_t start, size_t end, vox_ref stored
) {
    vox_node *node = vox__append(parser, VOX_STRING, start, end);
    if (node) {
        node->flags |= FLAG_TEXT_STORED;
        node->child = stored;
    }
    return node != NULL;
}

/** Names the next value by a text that is stored. */
static inline void vox__append_stored_name(parse_state *parser, vox_ref stored) {
    parser->name = stored;
    parser->name_length = 0;
    parser->name_flags = FLAG_NAME_STORED;
}

/** Opens a container whose bracket is at `start`; 0 when there may be none. */
static inline int vox__append_open(parse_state *parser, vox_kind kind, size_t start) {
    if (!vox__append(parser, kind, start, start + 1)) {
        return 0;
    }
    if (VOX_UNLIKELY(parser->depth == parser->max_depth)) {
        return vox__stop(parser, VOX_ERROR_DEPTH_LIMIT, start);
    }
    parser->depth++;
    parser->parent = parser->last;
    parser->last = 0;
    if (kind == VOX_ARRAY) {
        clear_name(parser);
    }
    return 1;
}

/** Closes the innermost container, which ends at `end`. */
static inline void vox__append_close(parse_state *parser, size_t end) {
    vox_ref ref = parser->parent;
    vox_node *container = node_at(parser, ref);
    if (parser->last) {
        container->child = ref + 1;
        node_at(parser, ref + 1)->previous = parser->last;
        node_at(parser, parser->last)->next = 0;
    }
    container->end = (uint32_t)end;
    container->next = parser->next;
    parser->last = ref;
    parser->parent = container->parent;
    parser->depth--;
    clear_name(parser);
    if (VOX_UNLIKELY(parser->strict) && container->kind == VOX_OBJECT) {
        vox__parser_note_repeated(parser, ref);
    }
}

/** How far a run has come, so that what follows can be taken back. */
typedef struct vox__place {
    vox_ref next;
    vox_ref last;
    vox_ref parent;
    size_t depth;
} vox__place;

static inline vox__place vox__append_place(const parse_state *parser) {
    vox__place place = {parser->next, parser->last, parser->parent, parser->depth};
    return place;
}

/** Goes back to a place before a value without a name. Text that was stored since is the
 *  caller's to give back. */
static inline void vox__append_return(parse_state *parser, const vox__place *place) {
    for (vox_ref ref = place->next; parser->strict && ref < parser->next; ref++) {
        vox__index_drop(parser->tree, node_at(parser, ref)); /* by vox__parser_note_repeated */
    }
    parser->next = place->next;
    parser->last = place->last;
    parser->parent = place->parent;
    parser->depth = place->depth;
    clear_name(parser);
}

#endif
