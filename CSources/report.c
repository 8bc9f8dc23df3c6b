/* SPDX-License-Identifier: MIT */
/** What to say when parsing fails: which error has the lowest offset, where it
 *  is, and in which value. */
#include "append.h"

/* --- where reading stands -------------------------------------------------- */

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

size_t vox__parser_token(const parse_state *parser) {
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

/* --- errors ---------------------------------------------------------------- */

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
        vox__append(parser, VOX_NULL, offset, offset);
    }
    if (inside_value || status == VOX_ERROR_DEPTH_LIMIT) {
        innermost = parser->last;
    }
    while (parser->parent) { /* so that the rest of the core can walk the nodes */
        vox__append_close(parser, node_at(parser, parser->parent)->end);
    }
    if (parser->repeated_offset < offset) {
        status = VOX_ERROR_DUPLICATE;
        message = NULL;
        offset = parser->repeated_offset;
        innermost = parser->repeated_parent;
    }
    const vox_node *at = innermost ? node_at(parser, innermost) : NULL;
    if (parser->deferred) {
        at = innermost == parser->first ? parser->deferred : at;
        vox__parser_adopt(parser); /* for the pointer; the caller undoes it */
    }
    vox__error_at(error, status, message, parser->tree, at, offset);
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
        size_t offset = vox__parser_consumed(parser);
        return report(parser, error, VOX_ERROR_SYNTAX, "yajl refused the text here", offset, false);
    }
    return report(
        parser, error, diagnosis.status, diagnosis.message, diagnosis.offset, diagnosis.value_begun
    );
}

vox_status vox__parser_report(parse_state *parser, const vox__scan *scan, vox_error *error) {
    vox_status status = parser->status;
    if (status == VOX_ERROR_MEMORY || status == VOX_ERROR_MEMORY_LIMIT) {
        vox__error_set(error, status, NULL, vox__string(NULL, 0), 0);
        return status;
    }
    if (status != VOX_OK) {
        bool inside_value = status == VOX_ERROR_NODE_LIMIT;
        return report(parser, error, status, NULL, parser->error_offset, inside_value);
    }
    if (parser->whole) {
        return report(parser, error, VOX_ERROR_DUPLICATE, NULL, SIZE_MAX, false);
    }
    return report_text(parser, scan, error);
}
