/* SPDX-License-Identifier: MIT */
/** The errors that a JSON:API document reports in its member `errors`. */
#include "record.h"

static vox_node *member(vox_tree *tree, const vox_node *object, const char *name) {
    return vox_object_get(tree, object, vox_string_from_c(name));
}

/** Returns a string, or the text of a number, which some servers send as status. */
static vox_string text_of(vox_tree *tree, const vox_node *object, const char *name) {
    const vox_node *node = member(tree, object, name);
    const vox_string none = {NULL, 0};
    switch (vox_node_kind(node)) {
    case VOX_STRING:
        return vox_node_text(tree, node);
    case VOX_NUMBER:
        return vox_node_source(tree, node);
    default:
        return none;
    }
}

/** Begins a line with the position of a value, if it is known. */
static void put_position(rows *out, const char *file, const record *from, const vox_node *node) {
    vox__rows_put_text(out, file);
    const size_t offset = vox_node_offset(node);
    if (!from->is_part && offset != SIZE_MAX) {
        size_t line = 1, column = 1;
        vox_locate(vox_tree_source(from->tree), offset, &line, &column);
        vox__rows_put_byte(out, ':');
        vox__rows_put_number(out, from->lines + line);
        vox__rows_put_byte(out, ':');
        vox__rows_put_number(out, column + (line == 1 ? from->column : 0));
    }
    vox__rows_put_text(out, ": error: the document reports ");
}

/** Appends the members of an error object: 422 code Title: detail (at "/data"). */
static void put_error(rows *out, vox_tree *tree, const vox_node *error) {
    static const char *const names[] = {"status", "code", "title"};
    bool has_words = false;
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
        const vox_string word = text_of(tree, error, names[at]);
        if (word.length > 0) {
            vox__rows_put_text(out, has_words ? " " : "");
            vox__rows_put_shown(out, word);
            has_words = true;
        }
    }
    vox__rows_put_text(out, has_words ? "" : "an error");
    const vox_string detail = text_of(tree, error, "detail");
    if (detail.length > 0) {
        vox__rows_put_text(out, ": ");
        vox__rows_put_shown(out, detail);
    }
    static const char *const sources[][2] = {
        {"pointer", " (at "}, {"parameter", " (parameter "}, {"header", " (header "}};
    const vox_node *source = member(tree, error, "source");
    for (size_t at = 0; at < sizeof sources / sizeof *sources; at++) {
        const vox_string text = text_of(tree, source, sources[at][0]);
        if (text.bytes) {
            vox__rows_put_text(out, sources[at][1]);
            vox__rows_put_quoted(out, text);
            vox__rows_put_byte(out, ')');
            break;
        }
    }
}

void vox__record_errors(vox_select *select, const record *from, const vox_node *errors) {
    filter *base = &select->base;
    rows *out = &base->report;
    vox__rows_begin(out, SIZE_MAX);
    const vox_node *error = vox_node_first(from->tree, errors);
    if (!error) {
        put_position(out, base->file, from, errors);
        vox__rows_put_text(out, "errors, but its list of errors is empty\n");
    }
    for (; error; error = vox_node_next(from->tree, error)) {
        put_position(out, base->file, from, error);
        put_error(out, from->tree, error);
        vox__rows_put_byte(out, '\n');
    }
    base->faults++;
    (void)vox__rows_flush(out);
    if (base->on_fault == VOX_FILTER_STOP) {
        base->outcome = VOX_FILTER_STOPPED;
    }
}
