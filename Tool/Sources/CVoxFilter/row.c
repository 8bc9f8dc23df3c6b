/* SPDX-License-Identifier: MIT */
#include "row.h"

/** A column may read this many times the limit of a row. */
#define READS_A_COLUMN 16

/** A row that is being written. A value after a to-many relationship is read once for each member
 *  that leads to it, so the bytes read are counted, too. */
typedef struct making {
    vox_tree *tree;
    rows *out;
    const vox_paths *paths;
    size_t column;
    uint64_t left; /* bytes of the document that this column may still read */
} making;

/** Counts a value that is read. Returns false when the column has read too much; then it ends. */
static bool count_read(making *row, const vox_node *value) {
    const size_t length = vox_node_source(row->tree, value).length;
    row->out->too_long |= length > row->left;
    row->left -= length < row->left ? length : row->left;
    return !vox__rows_is_full(row->out);
}

/** Writes a value on one line. Numbers and escapes stay as they were read. */
static void put_value(making *row, const vox_node *value) {
    const vox_kind kind = vox_node_kind(value);
    if (!count_read(row, value)) {
        return;
    }
    if (kind != VOX_ARRAY && kind != VOX_OBJECT) {
        vox__rows_put_string(row->out, vox_node_source(row->tree, value));
        return;
    }
    const vox_sink sink = {vox__rows_put_sink, row->out};
    if (vox_write(row->tree, value, VOX_STYLE_COMPACT, sink) == VOX_ERROR_MEMORY) {
        row->out->out_of_memory = true;
    }
}

static void put_list(making *row, const vox_node *linkage, size_t rest);

/** Writes a found value. `rest` is the number of segments that remain for each member of a
 *  relationship. */
static void put_found(making *row, const vox_node *value, size_t rest) {
    if (!value) {
        vox__rows_put_text(row->out, "null");
    } else if (rest > 0) {
        put_list(row, value, rest);
    } else {
        put_value(row, value);
    }
}

/** Writes a list of the values at a path for each member of a relationship, null for missing ones.
 *  The recursion is as deep as the path has segments. Ends when the row is full, because nested
 *  lists multiply. */
static void put_list(making *row, const vox_node *linkage, size_t rest) {
    vox__rows_put_byte(row->out, '[');
    const char *separator = "";
    for (vox_node *member = vox_node_first(row->tree, linkage);
         member && !vox__rows_is_full(row->out); member = vox_node_next(row->tree, member)) {
        size_t left = rest;
        const vox_node *value = NULL;
        vox__rows_put_text(row->out, separator);
        separator = ",";
        if (count_read(row, member)) {
            value = vox_paths_follow(row->paths, row->column, row->tree, member, &left);
        }
        put_found(row, value, value ? left : 0);
    }
    vox__rows_put_byte(row->out, ']');
}

/** Returns how many bytes of the document a column may read. A path that reads nothing twice reads
 *  less. */
static uint64_t most_read(const row_writer *writer) {
    return (uint64_t)writer->limit * READS_A_COLUMN;
}

static void put_object(row_writer *writer, vox_tree *tree) {
    rows *out = writer->out;
    char separator = '{';
    for (size_t at = 0; at < writer->columns.count && !vox__rows_is_full(out); at++) {
        const column *wanted = &writer->columns.list[at];
        making row = {tree, out, writer->columns.paths, at, most_read(writer)};
        size_t rest;
        const vox_node *value = vox_paths_value(row.paths, at, tree, &rest);
        if (!value && !writer->absent_null) {
            continue;
        }
        vox__rows_put_byte(out, separator);
        separator = ',';
        vox__rows_put_string(out, wanted->key);
        put_found(&row, value, rest);
    }
    if (writer->absent_null && writer->error_column) {
        vox__rows_put_text(out, ",\"error\":null");
    }
    vox__rows_put_text(out, separator == '{' ? "{}\n" : "}\n");
}

/** Writes a field of TSV. Lists and objects are first written to another block, to be escaped. */
static void put_field(making *row, rows *out, const vox_node *value, size_t rest) {
    const vox_kind kind = vox_node_kind(value);
    if (kind == VOX_ABSENT || kind == VOX_NULL) {
        vox__rows_put_text(out, "\\N");
    } else if (kind == VOX_STRING) {
        vox__rows_put_field(out, vox_node_text(row->tree, value));
    } else if (kind != VOX_ARRAY && kind != VOX_OBJECT) {
        vox__rows_put_string(out, vox_node_source(row->tree, value));
    } else {
        put_found(row, value, rest);
        const vox_string text = {row->out->bytes, row->out->length};
        vox__rows_put_field(out, text);
    }
}

static void put_fields(row_writer *writer, vox_tree *tree) {
    rows *out = writer->out, *list = &writer->scratch;
    for (size_t at = 0; at < writer->columns.count && !vox__rows_is_full(out); at++) {
        making row = {tree, list, writer->columns.paths, at, most_read(writer)};
        size_t rest;
        vox__rows_rewind(list, 0);
        vox__rows_begin(list, writer->limit);
        const vox_node *value = vox_paths_value(row.paths, at, tree, &rest);
        vox__rows_put_text(out, at > 0 ? "\t" : "");
        put_field(&row, out, value, rest);
        out->too_long |= vox__rows_is_full(list);
        out->out_of_memory |= list->out_of_memory;
    }
    vox__rows_put_text(out, writer->error_column ? "\t\\N\n" : "\n");
}

bool vox__row_prepare(row_writer *writer) {
    rows *keys = &writer->keys;
    vox__rows_begin(keys, SIZE_MAX);
    for (size_t at = 0; at < writer->columns.count; at++) {
        column *wanted = &writer->columns.list[at];
        const size_t begin = keys->length;
        vox__rows_put_quoted(keys, wanted->name);
        vox__rows_put_byte(keys, ':');
        wanted->key.length = keys->length - begin;
    }
    /* Only now, because the block may have moved while it grew. */
    const char *key = keys->bytes;
    for (size_t at = 0; at < writer->columns.count; at++) {
        writer->columns.list[at].key.bytes = key;
        key += writer->columns.list[at].key.length;
    }
    return !keys->out_of_memory;
}

void vox__row_header(row_writer *writer) {
    rows *out = writer->out;
    vox__rows_begin(out, SIZE_MAX);
    for (size_t at = 0; at < writer->columns.count; at++) {
        vox__rows_put_text(out, at > 0 ? "\t" : "");
        vox__rows_put_field(out, writer->columns.list[at].name);
    }
    vox__rows_put_text(out, writer->error_column ? "\terror\n" : "\n");
}

vox_status vox__row_write(row_writer *writer, vox_tree *tree, vox_node *resource) {
    rows *out = writer->out;
    vox__rows_begin(out, writer->limit);
    (void)vox_paths_find(writer->columns.paths, tree, resource); /* a failure stays in the tree */
    if (writer->tsv) {
        put_fields(writer, tree);
    } else {
        put_object(writer, tree);
    }
    vox_status status = out->out_of_memory ? VOX_ERROR_MEMORY : vox_tree_failure(tree, NULL);
    if (status == VOX_OK && vox__rows_is_full(out)) {
        status = VOX_ERROR_SIZE_LIMIT;
    }
    if (status != VOX_OK) {
        vox__rows_rewind(out, out->mark);
    }
    return status;
}

/** Writes an error as a row of NDJSON with all columns. */
static void put_whole_fault(row_writer *writer, const fault *found) {
    rows *out = writer->out;
    vox__rows_put_byte(out, '{');
    for (size_t at = 0; at < writer->columns.count; at++) {
        vox__rows_put_string(out, writer->columns.list[at].key);
        vox__rows_put_text(out, "null,");
    }
    vox__rows_put_text(out, "\"error\":");
    vox__fault_object(out, found);
    vox__rows_put_text(out, "}\n");
}

/** Writes an error as a row of TSV. */
static void put_fault_fields(row_writer *writer, const fault *found) {
    rows *out = writer->out, *object = &writer->scratch;
    for (size_t at = 0; at < writer->columns.count; at++) {
        vox__rows_put_text(out, "\\N\t");
    }
    vox__rows_rewind(object, 0);
    vox__rows_begin(object, SIZE_MAX);
    vox__fault_object(object, found);
    const vox_string text = {object->bytes, object->length};
    vox__rows_put_field(out, text);
    vox__rows_put_byte(out, '\n');
    out->out_of_memory |= object->out_of_memory;
}

void vox__row_fault(row_writer *writer, const fault *found) {
    vox__rows_begin(writer->out, SIZE_MAX);
    if (writer->tsv) {
        put_fault_fields(writer, found);
    } else if (writer->absent_null) {
        put_whole_fault(writer, found);
    } else {
        vox__fault_row(writer->out, found);
    }
}

void vox__row_free(row_writer *writer) {
    vox__columns_free(&writer->columns);
    vox__rows_free(&writer->keys);
    vox__rows_free(&writer->scratch);
}
