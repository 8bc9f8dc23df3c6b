/* SPDX-License-Identifier: MIT */
/** Eager parsing: one call to yajl over the whole text, whose callbacks append
 *  nodes to chunk 0 of the arena.
 *
 *  While a document is open its nodes stand in document order, and
 *
 *    - the first child of a container is the node after it,
 *    - `previous` of a first child is 0 (once the container is closed: the last),
 *    - `next` is a guess (the node that will be appended next), put right when
 *      the container closes.
 *
 *  yajl is only told of text and of numbers in text form. Its own UTF-8 check
 *  is off (scan.c has checked), and it never learns that memory ran out: its
 *  allocation hooks (scratch.c) leave by longjmp, across yajl's frames only.
 *
 *  This is the only file that knows yajl. */
#include "internal.h"
#include "scratch.h"

#include <yajl/yajl_parse.h>

typedef struct parse_state {
    vox_tree *tree;
    vox_node *nodes;
    const char *source;
    size_t source_length;
    vox_ref next; /* the node to append next */
    vox_ref limit;
    vox_ref last;   /* the last child appended to `parent`, or 0 */
    vox_ref parent; /* the innermost open container, or 0 */
    uint32_t name;  /* of the next member; all zero inside arrays */
    uint16_t name_length;
    uint8_t name_flags;
    bool strict;
    size_t depth;
    size_t max_depth;
    yajl_handle handle;
    size_t start; /* where yajl's text begins in the source */

    vox_status status; /* why we stopped yajl */
    size_t error_offset;
    size_t repeated_offset; /* of the first repeated name in strict mode, or SIZE_MAX */
    vox_ref repeated_parent;

    vox__scratch scratch;
} parse_state;

/* --- where reading stands -------------------------------------------------- */

static vox_node *node_at(const parse_state *parser, vox_ref ref) {
    return parser->nodes + ref;
}

/** The end of the last value read, or the start of the container just opened. */
static size_t values_end(const parse_state *parser) {
    if (parser->last) {
        return node_at(parser, parser->last)->end;
    }
    return parser->parent ? node_at(parser, parser->parent)->start + (size_t)1 : parser->start;
}

/** True when a name was read and its value was not; `end` is then behind the name. */
static bool name_pending(const parse_state *parser, size_t *end) {
    if (!parser->parent || node_at(parser, parser->parent)->kind != VOX_OBJECT) {
        return false;
    }
    if (parser->name_flags & FLAG_NAME_STORED) {
        uint32_t quote = vox__text_at(parser->tree, parser->name)->extra;
        *end = vox__quoted_end(vox__string(parser->source, parser->source_length), quote);
        return quote >= values_end(parser);
    }
    *end = (size_t)parser->name + parser->name_length + 1;
    return parser->name > values_end(parser);
}

/** The end of the last thing yajl delivered. */
static size_t delivered_end(const parse_state *parser) {
    size_t end;
    return name_pending(parser, &end) ? end : values_end(parser);
}

/** Where the token begins that yajl is delivering now. */
static size_t token_start(const parse_state *parser) {
    const char *source = parser->source;
    size_t offset = delivered_end(parser);
    while (offset < parser->source_length && strchr(" \t\n\r,:", source[offset])) {
        offset++;
    }
    return offset;
}

static vox__expected expected_next(const parse_state *parser) {
    size_t end;
    if (!parser->parent) {
        return parser->last ? EXPECT_END : EXPECT_DOCUMENT;
    }
    if (name_pending(parser, &end)) {
        return EXPECT_COLON;
    }
    if (node_at(parser, parser->parent)->kind == VOX_OBJECT) {
        return parser->last ? EXPECT_COMMA_OR_BRACE : EXPECT_NAME_OR_CLOSE;
    }
    return parser->last ? EXPECT_COMMA_OR_BRACKET : EXPECT_ELEMENT_OR_CLOSE;
}

/* --- callbacks ------------------------------------------------------------- */

static int stop(parse_state *parser, vox_status status, size_t offset) {
    parser->status = status;
    parser->error_offset = offset;
    return 0;
}

static inline vox_node *append(parse_state *parser, vox_kind kind, size_t start, size_t end) {
    vox_ref ref = parser->next;
    if (VOX_UNLIKELY(ref == parser->limit)) {
        stop(parser, VOX_ERROR_NODE_LIMIT, start);
        return NULL;
    }
    vox_node *node = parser->nodes + ref;
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

static size_t consumed(const parse_state *parser) {
    return parser->start + yajl_get_bytes_consumed(parser->handle);
}

static int on_null(void *context) {
    parse_state *parser = context;
    size_t end = consumed(parser);
    return append(parser, VOX_NULL, end - 4, end) != NULL;
}

static int on_boolean(void *context, int boolean) {
    parse_state *parser = context;
    size_t end = consumed(parser);
    return boolean ? append(parser, VOX_TRUE, end - 4, end) != NULL
                   : append(parser, VOX_FALSE, end - 5, end) != NULL;
}

static int on_number(void *context, const char *text, size_t length) {
    parse_state *parser = context;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)parser->source);
    if (VOX_UNLIKELY(start >= parser->source_length)) {
        /* Borrowed text that is one number: it ends with the text. */
        start = parser->source_length - length;
    }
    return append(parser, VOX_NUMBER, start, start + length) != NULL;
}

static int on_string(void *context, const unsigned char *text, size_t length) {
    parse_state *parser = context;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)parser->source);
    if (VOX_LIKELY(start < parser->source_length)) {
        return append(parser, VOX_STRING, start - 1, start + length + 1) != NULL;
    }
    /* With escapes. yajl has decoded them, rightly because scan.c let them pass. */
    vox_ref stored;
    size_t end = consumed(parser);
    start = token_start(parser);
    vox_status status = vox__text_store(
        parser->tree, (const char *)text, length, (uint32_t)length, &stored
    );
    if (status != VOX_OK) {
        return stop(parser, status, start);
    }
    vox_node *node = append(parser, VOX_STRING, start, end);
    if (!node) {
        return 0;
    }
    node->flags |= FLAG_TEXT_STORED;
    node->child = stored;
    return 1;
}

static int on_name(void *context, const unsigned char *text, size_t length) {
    parse_state *parser = context;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)parser->source);
    if (VOX_LIKELY(start < parser->source_length && length <= NAME_LENGTH)) {
        parser->name = (uint32_t)start;
        parser->name_length = (uint16_t)length;
        parser->name_flags = 0;
        return 1;
    }
    vox_ref stored;
    start = token_start(parser);
    vox_status status = vox__text_store(
        parser->tree, (const char *)text, length, (uint32_t)start, &stored
    );
    if (status != VOX_OK) {
        return stop(parser, status, start);
    }
    parser->name = stored;
    parser->name_length = 0;
    parser->name_flags = FLAG_NAME_STORED;
    return 1;
}

static inline void clear_name(parse_state *parser) {
    parser->name = 0;
    parser->name_length = 0;
    parser->name_flags = 0;
}

static inline int open_container(parse_state *parser, vox_kind kind) {
    size_t start = consumed(parser) - 1;
    if (!append(parser, kind, start, start + 1)) {
        return 0;
    }
    if (VOX_UNLIKELY(parser->depth == parser->max_depth)) {
        return stop(parser, VOX_ERROR_DEPTH_LIMIT, start);
    }
    parser->depth++;
    parser->parent = parser->last;
    parser->last = 0;
    return 1;
}

static int on_object_start(void *context) {
    return open_container(context, VOX_OBJECT);
}

static int on_array_start(void *context) {
    parse_state *parser = context;
    int go_on = open_container(parser, VOX_ARRAY);
    if (go_on) {
        clear_name(parser);
    }
    return go_on;
}

/** Notes the first repeated name of a closed object, for strict mode. */
static void note_repeated(parse_state *parser, vox_ref object) {
    vox_ref ref = vox__object_repeated(parser->tree, node_at(parser, object));
    if (ref) {
        const vox_node *member = node_at(parser, ref);
        size_t quote = member->flags & FLAG_NAME_STORED
                           ? vox__text_at(parser->tree, member->name)->extra
                           : member->name - (size_t)1;
        if (quote < parser->repeated_offset) {
            parser->repeated_offset = quote;
            parser->repeated_parent = object;
        }
    }
}

static inline void close_container(parse_state *parser, size_t end) {
    vox_ref ref = parser->parent;
    vox_node *container = parser->nodes + ref;
    if (parser->last) {
        container->child = ref + 1;
        parser->nodes[ref + 1].previous = parser->last;
        parser->nodes[parser->last].next = 0;
    }
    container->end = (uint32_t)end;
    container->next = parser->next;
    parser->last = ref;
    parser->parent = container->parent;
    parser->depth--;
    clear_name(parser);
    if (VOX_UNLIKELY(parser->strict) && container->kind == VOX_OBJECT) {
        note_repeated(parser, ref);
    }
}

static int on_end(void *context) {
    parse_state *parser = context;
    close_container(parser, consumed(parser));
    return 1;
}

/** yajl keeps the pointer, so it must live as long as any handle. */
static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object_start,
    .yajl_map_key = on_name,
    .yajl_end_map = on_end,
    .yajl_start_array = on_array_start,
    .yajl_end_array = on_end};

/* --- errors ---------------------------------------------------------------- */

/** Closes what is open, so that the rest of the core can walk the nodes. */
static void close_all(parse_state *parser) {
    while (parser->parent) {
        close_container(parser, node_at(parser, parser->parent)->end);
    }
}

/** Fills in the error. `inside_value`: a value was begun that yajl has not
 *  delivered; it becomes a node, so that it has a name or a position. */
static vox_status report(
    parse_state *parser, vox_error *error, vox_status status, const char *message, size_t offset,
    bool inside_value
) {
    size_t end;
    vox_ref innermost = parser->parent;
    if (inside_value || name_pending(parser, &end)) {
        parser->limit = parser->next + 1; /* one node was kept for this */
        append(parser, VOX_NULL, offset, offset);
    }
    if (inside_value || status == VOX_ERROR_DEPTH_LIMIT) {
        innermost = parser->last;
    }
    close_all(parser);
    if (parser->repeated_offset < offset) {
        status = VOX_ERROR_DUPLICATE;
        message = NULL;
        offset = parser->repeated_offset;
        innermost = parser->repeated_parent;
    }
    vox__error_set(
        error, status, message, vox__string(parser->source, parser->source_length), offset
    );
    if (error && innermost) {
        error->pointer_cut = vox__pointer_cut(
            parser->tree, node_at(parser, innermost), error->pointer, VOX_ERROR_POINTER_SIZE
        );
    }
    return status;
}

/** What to say when yajl stopped without our asking, or had to stop before
 *  what scan.c found wrong. */
static vox_status report_text(parse_state *parser, const vox__scan *scan, vox_error *error) {
    vox__fault fault = {scan->status, scan->status == VOX_OK ? SIZE_MAX : scan->offset};
    vox__diagnosis diagnosis = vox__diagnose(
        vox__string(parser->source, parser->source_length), delivered_end(parser),
        expected_next(parser), fault
    );
    if (diagnosis.status == VOX_OK) {
        /* yajl refused what RFC 8259 allows; no such text is known. */
        size_t offset = consumed(parser);
        return report(parser, error, VOX_ERROR_SYNTAX, "yajl refused the text here", offset, false);
    }
    return report(
        parser, error, diagnosis.status, diagnosis.message, diagnosis.offset, diagnosis.value_begun
    );
}

/* --- the run --------------------------------------------------------------- */

/** Feeds yajl; true when the document is whole. Its own function because
 *  setjmp lives here: everything that changes is in `parser`. */
static bool run(parse_state *parser, const vox__scan *scan) {
    static const unsigned char line_feed[] = "\n";
    yajl_alloc_funcs hooks = {
        vox__scratch_alloc, vox__scratch_realloc, vox__scratch_free, &parser->scratch};
    if (setjmp(parser->scratch.out_of_memory)) {
        parser->status = parser->scratch.status;
        return false;
    }
    parser->handle = yajl_alloc(&callbacks, &hooks, parser);
    yajl_config(parser->handle, yajl_dont_validate_strings, 1);
    const unsigned char *text = (const unsigned char *)parser->source + parser->start;
    if (scan->status != VOX_OK) {
        /* Only what comes before the fault: an error there has the lower offset. */
        (void)yajl_parse(parser->handle, text, scan->offset - parser->start);
        return false;
    }
    /* The line feed makes yajl notice a string that never ends, and completes a
     * number at the end. Our own copy has one behind the text already. */
    size_t length = parser->source_length - parser->start;
    bool copied = parser->tree->owns_source;
    return yajl_parse(parser->handle, text, length + (copied ? 1 : 0)) == yajl_status_ok &&
           (copied || yajl_parse(parser->handle, line_feed, 1) == yajl_status_ok) &&
           yajl_complete_parse(parser->handle) == yajl_status_ok;
}

vox_status vox__parse(vox_tree *tree, size_t start, const vox__scan *scan, vox_error *error) {
    parse_state parser;
    parser.tree = tree;
    parser.nodes = (vox_node *)(void *)tree->nodes.chunks[0];
    parser.source = tree->source;
    parser.source_length = tree->source_length;
    parser.next = 1;
    parser.limit = tree->nodes.first_count - 1;
    parser.last = 0;
    parser.parent = 0;
    clear_name(&parser);
    parser.strict = tree->options.strict;
    parser.depth = 0;
    parser.max_depth = tree->options.max_depth;
    parser.handle = NULL;
    parser.start = start;
    parser.status = VOX_OK;
    parser.error_offset = 0;
    parser.repeated_offset = SIZE_MAX;
    parser.repeated_parent = 0;
    vox__scratch_start(&parser.scratch, tree);

    bool whole = run(&parser, scan);
    vox_status status = parser.status;
    if (status == VOX_ERROR_MEMORY || status == VOX_ERROR_MEMORY_LIMIT) {
        vox__error_set(error, status, NULL, vox__string(NULL, 0), 0);
    } else if (status != VOX_OK) {
        bool inside_value = status == VOX_ERROR_NODE_LIMIT;
        status = report(&parser, error, status, NULL, parser.error_offset, inside_value);
    } else if (!whole) {
        status = report_text(&parser, scan, error);
    } else if (parser.repeated_offset != SIZE_MAX) {
        status = report(&parser, error, VOX_ERROR_DUPLICATE, NULL, SIZE_MAX, false);
    } else {
        parser.nodes[1].next = 0;
        tree->root = 1;
        vox__arena_finish(tree, &tree->nodes, parser.next);
    }
    vox__scratch_end(&parser.scratch);
    return status;
}
