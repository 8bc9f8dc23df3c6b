/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <stdio.h>

/** The bytes of all rows of a record, as for vox_columns_stream: a multiple of those of its text, and
 *  so many more. */
#define ROWS_SHARE 256
#define ROWS_LEAST (1 << 20)

void vox__record_report(vox_select *select, const record *at, const vox_error *error) {
    if (error->status == VOX_ERROR_MEMORY) {
        select->base.outcome = VOX_FILTER_MEMORY;
        return;
    }
    fault found = {
        .file = select->base.file,
        .status = error->status,
        .message = error->message,
        .offset = at->offset + error->offset,
        .line = at->is_part ? 0 : at->lines + error->line,
        .column = error->column + (error->line == 1 ? at->column : 0),
        .pointer = vox_string_from_c(error->pointer),
    };
    char pointer[sizeof "/data/" + 20 + VOX_ERROR_POINTER_SIZE];
    if (at->is_element || at->is_listed) {
        /* The pointer of an element is "/data…" in the element's own document. */
        const char *list = at->is_element ? "/data" : "";
        const char *below = error->pointer + (error->pointer[0] ? strlen(list) : 0);
        const int length = snprintf(
            pointer, sizeof pointer, "%s/%llu%s", list, (unsigned long long)at->index, below
        );
        found.pointer.bytes = pointer;
        found.pointer.length = length > 0 ? (size_t)length : 0;
    }
    if (vox__filter_tell(&select->base, &found)) {
        vox__row_fault(&select->writer, &found);
    }
}

/** Reports that a value of a record is wrong, or too large. */
static void report_node(
    vox_select *select, const record *at, const vox_node *node, vox_status status,
    const char *message
) {
    vox_error error = {.status = status, .message = message};
    const size_t offset = vox_node_offset(node);
    error.offset = offset == SIZE_MAX ? 0 : offset;
    vox_locate(vox_tree_source(at->tree), error.offset, &error.line, &error.column);
    const size_t length = vox_pointer_write(
        at->tree, node, error.pointer, sizeof error.pointer - 1
    );
    error.pointer[length < sizeof error.pointer ? length : 0] = '\0';
    vox__record_report(select, at, &error);
}

static vox_node *member(vox_tree *tree, const vox_node *object, const char *name) {
    return vox_object_get(tree, object, vox_string_from_c(name));
}

/** Appends the row of a resource, unless it has another type. Errors as for vox__row_write. */
static vox_status append_row(vox_select *select, vox_tree *tree, vox_node *resource) {
    const size_t most = select->base.max_record, before = select->base.out.length;
    if (select->type.length > 0 && !vox_resource_has_type(tree, resource, select->type)) {
        return vox_tree_failure(tree, NULL);
    }
    select->writer.limit = select->room < most ? (size_t)select->room : most;
    const vox_status status = vox__row_write(&select->writer, tree, resource);
    select->room -= select->base.out.length - before;
    return status;
}

static void begin_rows(vox_select *select, const record *from) {
    select->room = ROWS_LEAST + (uint64_t)ROWS_SHARE * vox_tree_source(from->tree).length;
}

static void write_resource(vox_select *select, const record *from, vox_node *resource) {
    filter *base = &select->base;
    vox_error error;
    switch (append_row(select, from->tree, resource)) {
    case VOX_OK:
        break;
    case VOX_ERROR_MEMORY:
        base->outcome = VOX_FILTER_MEMORY;
        break;
    case VOX_ERROR_SIZE_LIMIT:
        report_node(
            select, from, resource, VOX_ERROR_SIZE_LIMIT,
            select->writer.limit < base->max_record
                ? "the rows of the record have more than 256 times the bytes of its text"
                : "the row, or what is read for it, is larger than the limit"
        );
        break;
    default:
        (void)vox_tree_failure(from->tree, &error);
        vox__record_report(select, from, &error);
        vox_tree_forget_failure(from->tree);
    }
    if (base->outcome == VOX_FILTER_DONE && base->out.length >= ROWS_PIECE &&
        !vox__rows_flush(&base->out)) {
        base->outcome = VOX_FILTER_UNSENT;
    }
}

void vox__record_document(vox_select *select, const record *from) {
    vox_error error;
    begin_rows(select, from);
    const vox_string any = {NULL, 0};
    if (vox_document_check(from->tree, VOX_PRIMARY_ANY, any, VOX_READING_STANDARD, NULL, &error)) {
        vox__record_report(select, from, &error);
        return;
    }
    const vox_node *root = vox_tree_root(from->tree);
    vox_node *data = member(from->tree, root, "data");
    if (vox_node_kind(data) == VOX_OBJECT) {
        write_resource(select, from, data);
    }
    vox_node *const errors = member(from->tree, root, "errors");
    if (errors) {
        vox__record_errors(select, from, errors);
    }
    const bool is_list = vox_node_kind(data) == VOX_ARRAY;
    vox_node *next = is_list ? vox_node_first(from->tree, data) : NULL;
    for (; next && select->base.outcome == VOX_FILTER_DONE;
         next = vox_node_next(from->tree, next)) {
        write_resource(select, from, next);
    }
}

/** Writes a resource object without a document around it. */
static void write_alone(vox_select *select, const record *from, vox_node *resource) {
    const char *wrong = vox_resource_fault(from->tree, resource);
    if (wrong) {
        report_node(select, from, resource, VOX_ERROR_SHAPE, wrong);
    } else {
        write_resource(select, from, resource);
    }
}

void vox__record_write(vox_select *select, const record *from) {
    begin_rows(select, from);
    vox_tree *tree = from->tree;
    vox_node *root = vox_tree_root(tree);
    if (member(tree, root, "data") || member(tree, root, "errors") ||
        (member(tree, root, "meta") && !member(tree, root, "type"))) {
        vox__record_document(select, from);
        return;
    }
    vox_node *next = vox_node_kind(root) == VOX_ARRAY ? vox_node_first(tree, root) : NULL;
    if (!next || vox_node_kind(next) != VOX_OBJECT) {
        write_alone(select, from, root);
        return;
    }
    /* Each element of a list of objects is a record, as for schemas and tables. */
    for (; next && select->base.outcome == VOX_FILTER_DONE; next = vox_node_next(tree, next)) {
        write_alone(select, from, next);
    }
}

void vox__record_take(void *context, const line *taken) {
    vox_select *select = context;
    record from = {.offset = taken->offset, .lines = taken->number - 1, .column = taken->column};
    vox_error error;
    if (vox__line_is_blank(taken)) {
        return;
    }
    if (vox__filter_parse(&select->base, taken, &from.tree, &error)) {
        vox__record_report(select, &from, &error);
        return;
    }
    vox__record_write(select, &from);
    vox_tree_free(from.tree);
}
