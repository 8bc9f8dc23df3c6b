/* SPDX-License-Identifier: MIT */
/** Parsing: of the whole text, of what lies around the lists that were cut out of
 *  it, or of one value that was. What can be is read by plain.c; for the rest yajl is
 *  called, and its callbacks append nodes to the same chunk of the arena.
 *
 *  yajl is only told of text and of numbers in text form. Its own UTF-8 check
 *  is off (scan.c has checked), and it never learns that memory ran out: its
 *  allocation hooks (scratch.c) leave by longjmp, across yajl's frames only.
 *
 *  This is the only file that knows yajl. */
#include "append.h"
#include "skim.h"

#include <yajl/yajl_parse.h>

/* --- callbacks ------------------------------------------------------------- */

static inline size_t consumed(const parse_state *parser) {
    return parser->start + yajl_get_bytes_consumed(parser->handle);
}

size_t vox__parser_consumed(const parse_state *parser) {
    return consumed(parser);
}

static int on_null(void *context) {
    parse_state *parser = context;
    size_t end = consumed(parser);
    return vox__append(parser, VOX_NULL, end - 4, end) != NULL;
}

static int on_boolean(void *context, int boolean) {
    parse_state *parser = context;
    size_t end = consumed(parser);
    return boolean ? vox__append(parser, VOX_TRUE, end - 4, end) != NULL
                   : vox__append(parser, VOX_FALSE, end - 5, end) != NULL;
}

static int on_number(void *context, const char *text, size_t length) {
    parse_state *parser = context;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)parser->source);
    if (VOX_UNLIKELY(start >= parser->source_length)) {
        /* Borrowed text that is one number: it ends with the text. */
        start = parser->source_length - length;
    }
    return vox__append(parser, VOX_NUMBER, start, start + length) != NULL;
}

static int on_string(void *context, const unsigned char *text, size_t length) {
    parse_state *parser = context;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)parser->source);
    if (VOX_LIKELY(start < parser->source_length)) {
        return vox__append(parser, VOX_STRING, start - 1, start + length + 1) != NULL;
    }
    /* With escapes. yajl has decoded them, rightly because scan.c let them pass. */
    vox_ref stored;
    size_t end = consumed(parser);
    start = vox__parser_token(parser);
    vox_status status = vox__text_store(
        parser->tree, (const char *)text, length, (uint32_t)length, &stored
    );
    return status == VOX_OK ? vox__append_stored(parser, start, end, stored)
                            : vox__stop(parser, status, start);
}

static int on_name(void *context, const unsigned char *text, size_t length) {
    parse_state *parser = context;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)parser->source);
    if (VOX_LIKELY(start < parser->source_length && length <= NAME_LENGTH)) {
        vox__append_name(parser, start, length);
        return 1;
    }
    vox_ref stored;
    start = vox__parser_token(parser);
    vox_status status = vox__text_store(
        parser->tree, (const char *)text, length, (uint32_t)start, &stored
    );
    if (status != VOX_OK) {
        return vox__stop(parser, status, start);
    }
    vox__append_stored_name(parser, stored);
    return 1;
}

static int on_object_start(void *context) {
    parse_state *parser = context;
    return vox__append_open(parser, VOX_OBJECT, consumed(parser) - 1);
}

static int on_array_start(void *context) {
    parse_state *parser = context;
    return vox__append_open(parser, VOX_ARRAY, consumed(parser) - 1);
}

static int on_end(void *context) {
    parse_state *parser = context;
    vox__append_close(parser, consumed(parser));
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

void vox__parser_note_repeated(parse_state *parser, vox_ref object) {
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

/* --- the run --------------------------------------------------------------- */

static bool feed(parse_state *parser, size_t from, size_t to) {
    const unsigned char *text = (const unsigned char *)parser->source + from;
    parser->start = from;
    return yajl_parse(parser->handle, text, to - from) == yajl_status_ok;
}

/** Appends the elements of a list that was cut out. */
static bool append_extents(parse_state *parser, const vox__extent *extents, size_t count) {
    for (size_t index = 0; index < count; index++) {
        vox_kind kind = extents[index].is_object ? VOX_OBJECT : VOX_ARRAY;
        vox_node *node = vox__append(parser, kind, extents[index].start, extents[index].end);
        if (!node) {
            return false;
        }
        node->kind |= (uint8_t
        )(extents[index].regular ? KIND_DEFERRED | KIND_REGULAR : KIND_DEFERRED);
    }
    return true;
}

/** Feeds what lies around lists that were cut out, up to the end of the last. */
static bool feed_around(parse_state *parser, const vox__skim *skim) {
    size_t from = parser->start;
    bool good = true;
    for (uint32_t index = 0; index < skim->cut_count && good; index++) {
        const vox__cut *cut = &skim->cuts[index];
        good = feed(parser, from, (size_t)cut->open + 1);
        if (good) {
            good = append_extents(parser, skim->extents + cut->first, cut->count);
        }
        from = cut->close;
    }
    parser->start = from;
    return good;
}

static void start_yajl(parse_state *parser) {
    yajl_alloc_funcs hooks = {
        vox__scratch_alloc, vox__scratch_realloc, vox__scratch_free, &parser->scratch};
    parser->handle = yajl_alloc(&callbacks, &hooks, parser);
    yajl_config(parser->handle, yajl_dont_validate_strings, 1);
}

/** True when all could be read without yajl. */
static bool read_plain(parse_state *parser, size_t end) {
    vox__mark mark = vox__mark_take(parser->tree);
    bool padded = parser->deferred || parser->tree->owns_source;
    bool good = padded && vox__plain_run(parser, parser->start, end);
    /* What it has stored is of no use to yajl. */
    (void)vox__mark_reset(parser->tree, mark, good ? VOX_OK : VOX_ERROR_SYNTAX);
    return good;
}

/* Its own function because setjmp lives here: everything that changes is in `parser`. */
bool vox__parser_run(parse_state *parser, const vox__scan *scan, const vox__skim *skim) {
    static const unsigned char line_feed[] = "\n";
    size_t end = parser->deferred ? parser->deferred->end : parser->source_length;
    if (setjmp(parser->scratch.out_of_memory)) {
        parser->status = parser->scratch.status;
        return false;
    }
    if (!skim && scan->status == VOX_OK && read_plain(parser, end)) {
        return true;
    }
    if (parser->status != VOX_OK) {
        return false;
    }
    start_yajl(parser);
    if (skim && !feed_around(parser, skim)) {
        return false;
    }
    if (scan->status != VOX_OK) {
        /* Only what comes before the fault: an error there has the lower offset. */
        (void)feed(parser, parser->start, scan->offset);
        return false;
    }
    if (parser->deferred) {
        return feed(parser, parser->start, end) &&
               yajl_complete_parse(parser->handle) == yajl_status_ok;
    }
    /* The line feed makes yajl notice a string that never ends, and completes a
     * number at the end. Our own copy has one behind the text already. */
    bool copied = parser->tree->owns_source;
    return feed(parser, parser->start, end + (copied ? 1 : 0)) &&
           (copied || yajl_parse(parser->handle, line_feed, 1) == yajl_status_ok) &&
           yajl_complete_parse(parser->handle) == yajl_status_ok;
}

void vox__parser_begin(
    parse_state *parser, vox_tree *tree, size_t start, vox_ref first, vox_ref limit
) {
    parser->tree = tree;
    parser->nodes = (uintptr_t)vox__node(tree, first) - first * sizeof(vox_node);
    parser->source = tree->source;
    parser->source_length = tree->source_length;
    parser->first = first;
    parser->next = first;
    parser->limit = limit;
    parser->last = 0;
    parser->parent = 0;
    clear_name(parser);
    parser->strict = tree->options.strict;
    parser->depth = 0;
    parser->max_depth = tree->options.max_depth;
    parser->handle = NULL;
    parser->start = start;
    parser->status = VOX_OK;
    parser->error_offset = 0;
    parser->repeated_offset = SIZE_MAX;
    parser->repeated_parent = 0;
    parser->deferred = NULL;
    vox__scratch_start(&parser->scratch, tree);
}

/** Reads a document into chunk 0. */
static vox_status read_document(
    vox_tree *tree, size_t start, const vox__scan *scan, const vox__skim *skim, vox_error *error
) {
    parse_state parser;
    vox_status status = VOX_OK;
    vox__parser_begin(&parser, tree, start, 1, tree->nodes.first_count - 1);
    parser.whole = vox__parser_run(&parser, scan, skim);
    if (!parser.whole || parser.repeated_offset != SIZE_MAX) {
        status = vox__parser_report(&parser, scan, error);
    } else {
        node_at(&parser, 1)->next = 0;
        tree->root = 1;
        tree->nodes.used = parser.next;
    }
    vox__scratch_end(&parser.scratch);
    return status;
}

vox_status vox__parse(vox_tree *tree, size_t start, const vox__scan *scan, vox_error *error) {
    return read_document(tree, start, scan, NULL, error);
}

vox_status vox__parse_around(vox_tree *tree, size_t start, const vox__skim *skim) {
    const vox__scan good = {VOX_OK, 0, 0};
    return read_document(tree, start, &good, skim, NULL);
}
