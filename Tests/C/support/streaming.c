/* SPDX-License-Identifier: MIT */
#include "streaming.h"

#include "document.h"
#include "whole_error.h"

#include <stdlib.h>

vox_stream_options streaming_options(vox_stream_form form) {
    vox_stream_options options = vox_stream_options_default();
    options.tree = document_options();
    options.form = form;
    return options;
}

void transcript_free(transcript *made) {
    free(made->items.bytes);
}

static int append(void *context, const char *bytes, size_t length) {
    vox_buffer *text = context;
    if (length > text->capacity - text->length) {
        text->capacity = 2 * text->capacity + length + 256;
        text->bytes = realloc(text->bytes, text->capacity);
        if (!text->bytes) {
            abort();
        }
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return 0;
}

/** Appends the kind of an item and its value as it was read. */
static void note(transcript *made, vox_item_kind kind, vox_tree *tree, const vox_node *node) {
    vox_sink sink = {append, &made->items};
    /* The last item does not keep the white space between its members. */
    vox_style style = kind == VOX_ITEM_REST ? VOX_STYLE_COMPACT : VOX_STYLE_PRESERVE;
    append(&made->items, &" DEIR"[kind], 1);
    CHECK_OK(vox_write(tree, node, style, sink));
    made->count++;
}

/** Reads all items. Returns false when there was an error. */
static bool drain(vox_stream *stream, transcript *made) {
    for (;;) {
        vox_item item;
        vox_error error = garbage_error();
        made->status = vox_stream_next(stream, &item, &error);
        if (made->status != VOX_OK) {
            made->error = error;
            CHECK(item.kind == VOX_ITEM_NONE && !item.tree);
            check_whole_error(&made->error, made->status, SIZE_MAX);
            return false;
        }
        if (item.kind == VOX_ITEM_NONE) {
            CHECK(!item.tree && !item.node);
            return true;
        }
        note(made, item.kind, item.tree, item.node);
        vox_tree_free(item.tree);
    }
}

transcript streaming_read(
    vox_string text, const vox_stream_options *options, size_t first, size_t step
) {
    transcript made;
    vox_stream *stream = NULL;
    memset(&made, 0, sizeof made);
    if (!CHECK_OK(vox_stream_new(options, &stream))) {
        return made;
    }
    bool good = true;
    for (size_t at = 0, length = first; at < text.length && good; at += length, length = step) {
        length = length < text.length - at ? length : text.length - at;
        good = CHECK_OK(vox_stream_feed(stream, text.bytes + at, length)) && drain(stream, &made);
    }
    if (good) {
        vox_stream_finish(stream);
        good = drain(stream, &made);
    }
    /* Another call returns the last result again. */
    vox_item item;
    vox_error again;
    CHECK_STATUS(vox_stream_next(stream, &item, &again), made.status);
    CHECK(item.kind == VOX_ITEM_NONE);
    CHECK(good || (again.offset == made.error.offset && again.status == made.status));
    CHECK_STATUS(vox_stream_feed(stream, "", 0), good ? VOX_ERROR_ARGUMENT : made.status);
    vox_stream_free(stream);
    return made;
}

static bool same_error(const vox_error *left, const vox_error *right) {
    bool same = CHECK_STATUS(left->status, right->status);
    same = CHECK_SIZE(left->offset, right->offset) && same;
    same = CHECK_SIZE(left->line, right->line) && same;
    same = CHECK_SIZE(left->column, right->column) && same;
    same = CHECK_TEXT(vox_string_from_c(left->pointer), right->pointer) && same;
    same = CHECK(left->pointer_cut == right->pointer_cut) && same;
    return CHECK_TEXT(vox_string_from_c(left->message), right->message) && same;
}

bool streaming_same(const transcript *left, const transcript *right) {
    bool same = CHECK_SIZE(left->count, right->count) &&
                CHECK_STRING(buffer_text(&left->items), buffer_text(&right->items)) &&
                CHECK_STATUS(left->status, right->status);
    return same && (left->status == VOX_OK || same_error(&left->error, &right->error));
}

/** Notes the elements or the whole of an array, and replaces it by an empty array. */
static void take_list(transcript *made, vox_tree *tree, vox_node *list, bool whole) {
    if (whole) {
        note(made, VOX_ITEM_INCLUDED, tree, list);
    }
    for (vox_node *node = whole ? NULL : vox_node_first(tree, list); node;
         node = vox_node_next(tree, node)) {
        note(made, VOX_ITEM_ELEMENT, tree, node);
    }
    CHECK_OK(vox_node_set(tree, list, vox_value_array()));
}

/** Returns the items that the stream must return for a document. */
static transcript expect_elements(vox_tree *tree) {
    transcript made;
    vox_node *root = vox_tree_root(tree);
    memset(&made, 0, sizeof made);
    if (vox_node_kind(root) == VOX_ARRAY) {
        take_list(&made, tree, root, false);
    } else if (vox_node_kind(root) == VOX_OBJECT) {
        for (vox_node *node = vox_node_first(tree, root); node; node = vox_node_next(tree, node)) {
            vox_string name = vox_node_name(tree, node);
            bool included = vox_string_equal(name, LITERAL("included"));
            if (vox_node_kind(node) == VOX_ARRAY &&
                (included || vox_string_equal(name, LITERAL("data")))) {
                take_list(&made, tree, node, included);
            }
        }
    }
    note(&made, VOX_ITEM_REST, tree, root);
    return made;
}

/** Returns true for an error that eager reading does not have: a second list with the same name. */
static bool is_second_list(const transcript *made, vox_string text, const vox_options *options) {
    return made->status == VOX_ERROR_DUPLICATE && !options->strict &&
           made->error.pointer[0] == '\0' && made->error.offset < text.length &&
           text.bytes[made->error.offset] == '"';
}

void streaming_check(const transcript *made, vox_string text, const vox_stream_options *options) {
    vox_tree *tree = NULL;
    vox_error error = {0};
    vox_status status = vox_tree_parse(text.bytes, text.length, &options->tree, &tree, &error);
    if (options->form == VOX_STREAM_ELEMENTS && is_second_list(made, text, &options->tree)) {
        CHECK(status == VOX_OK || error.offset > made->error.offset);
    } else if (status != VOX_OK) {
        /* After one document, another one may follow. */
        if (options->form != VOX_STREAM_VALUES ||
            (status != VOX_ERROR_TRAILING && made->count == 0)) {
            bool empty = options->form == VOX_STREAM_VALUES && made->status == VOX_OK;
            CHECK(empty ? status == VOX_ERROR_END : same_error(&made->error, &error));
        }
    } else if (CHECK_OK(made->status)) {
        transcript expected;
        memset(&expected, 0, sizeof expected);
        if (options->form == VOX_STREAM_ELEMENTS) {
            expected = expect_elements(tree);
        } else if (options->form == VOX_STREAM_DOCUMENT) {
            note(&expected, VOX_ITEM_DOCUMENT, tree, vox_tree_root(tree));
        } else {
            /* This document has no white space around it. */
            vox_tree *alone = document_parse(vox_node_source(tree, vox_tree_root(tree)));
            note(&expected, VOX_ITEM_DOCUMENT, alone, vox_tree_root(alone));
            vox_tree_free(alone);
        }
        streaming_same(made, &expected);
        transcript_free(&expected);
    }
    vox_tree_free(tree);
}

void streaming_check_form(
    vox_string text, const vox_stream_options *options, const size_t *steps, bool everywhere
) {
    transcript whole = streaming_read(text, options, text.length, text.length);
    streaming_check(&whole, text, options);
    for (const size_t *step = steps; *step; step++) {
        transcript made = streaming_read(text, options, *step, *step);
        streaming_same(&made, &whole);
        transcript_free(&made);
    }
    for (size_t at = 1; everywhere && at < text.length; at++) {
        transcript made = streaming_read(text, options, at, text.length);
        /* Report only the first such position. */
        everywhere = streaming_same(&made, &whole);
        transcript_free(&made);
    }
    transcript_free(&whole);
}

void streaming_check_all(vox_string text, bool strict, const size_t *steps, bool everywhere) {
    for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
        vox_stream_options options = streaming_options((vox_stream_form)form);
        options.tree.strict = strict;
        streaming_check_form(text, &options, steps, everywhere);
    }
}
