/* SPDX-License-Identifier: MIT */
#include "row.h"

/** The segments of a path that are still ahead. */
typedef struct path {
    const vox_string *segments;
    size_t count;
} path;

static path behind(path whole) {
    const path rest = {whole.segments + 1, whole.count - 1};
    return rest;
}

static vox_node *member_below(vox_tree *tree, vox_node *object, path ahead) {
    for (; object && ahead.count > 0; ahead = behind(ahead)) {
        object = vox_object_get(tree, object, ahead.segments[0]);
    }
    return object;
}

/** The value that a path leads to from a resource, or from an identifier of one; NULL for none.
 *  At a to-many relationship it stops: `rest` then is what is ahead of each of its members. */
static vox_node *walk(vox_tree *tree, vox_node *from, bool is_identifier, path ahead, path *rest) {
    rest->count = 0;
    for (;;) {
        if (ahead.count == 1 && vox__is_identity(ahead.segments[0])) {
            return vox_object_get(tree, from, ahead.segments[0]);
        }
        if (is_identifier && vox_resource_resolve(tree, from, &from) != VOX_OK) {
            return NULL;
        }
        vox_node *attribute = vox_resource_attribute(tree, from, ahead.segments[0]);
        if (attribute) {
            return member_below(tree, attribute, behind(ahead));
        }
        vox_node *linkage = vox_resource_linkage(tree, from, ahead.segments[0]);
        ahead = behind(ahead);
        if (!linkage || ahead.count == 0) {
            return linkage;
        }
        if (vox_node_kind(linkage) == VOX_ARRAY) {
            *rest = ahead;
            return linkage;
        }
        from = linkage;
        is_identifier = true;
    }
}

static vox_node *find(vox_tree *tree, vox_node *resource, const column *wanted, path *rest) {
    if (!wanted->pointer.bytes) {
        const path ahead = {wanted->segments, wanted->count};
        return walk(tree, resource, false, ahead, rest);
    }
    vox_node *found = NULL;
    rest->count = 0;
    return vox_pointer_get(tree, resource, wanted->pointer, &found, NULL) == VOX_OK ? found : NULL;
}

/** A value in a line: number text and escapes as they came. */
static void put_value(rows *out, vox_tree *tree, const vox_node *value) {
    const vox_kind kind = vox_node_kind(value);
    if (kind != VOX_ARRAY && kind != VOX_OBJECT) {
        vox__rows_put_string(out, vox_node_source(tree, value));
        return;
    }
    const vox_sink sink = {vox__rows_put_sink, out};
    if (vox_write(tree, value, VOX_STYLE_COMPACT, sink) == VOX_ERROR_MEMORY) {
        out->out_of_memory = true;
    }
}

/** A list of what a path finds at each member of a relationship: null where that is nothing. As
 *  deep as the path has segments. */
static void put_list(rows *out, vox_tree *tree, const vox_node *linkage, path ahead) {
    vox__rows_put_byte(out, '[');
    const char *separator = "";
    for (vox_node *member = vox_node_first(tree, linkage); member;
         member = vox_node_next(tree, member)) {
        vox__rows_put_text(out, separator);
        separator = ",";
        path rest;
        const vox_node *value = walk(tree, member, true, ahead, &rest);
        if (!value) {
            vox__rows_put_text(out, "null");
        } else if (rest.count > 0) {
            put_list(out, tree, value, rest);
        } else {
            put_value(out, tree, value);
        }
    }
    vox__rows_put_byte(out, ']');
}

static void put_object(row_writer *writer, vox_tree *tree, vox_node *resource) {
    rows *out = writer->out;
    char separator = '{';
    for (size_t at = 0; at < writer->columns.count; at++) {
        const column *wanted = &writer->columns.list[at];
        path rest;
        const vox_node *value = find(tree, resource, wanted, &rest);
        if (!value) {
            continue;
        }
        vox__rows_put_byte(out, separator);
        separator = ',';
        vox__rows_put_string(out, wanted->key);
        if (rest.count > 0) {
            put_list(out, tree, value, rest);
        } else {
            put_value(out, tree, value);
        }
    }
    vox__rows_put_text(out, separator == '{' ? "{}\n" : "}\n");
}

static void put_fields(row_writer *writer, vox_tree *tree, vox_node *resource) {
    rows *out = writer->out, *list = &writer->scratch;
    for (size_t at = 0; at < writer->columns.count; at++) {
        path rest;
        const vox_node *value = find(tree, resource, &writer->columns.list[at], &rest);
        const vox_kind kind = vox_node_kind(value);
        if (at > 0) {
            vox__rows_put_byte(out, '\t');
        }
        if (kind == VOX_ABSENT || kind == VOX_NULL) {
            vox__rows_put_text(out, "\\N");
        } else if (kind == VOX_STRING) {
            vox__rows_put_field(out, vox_node_text(tree, value));
        } else if (kind != VOX_ARRAY && kind != VOX_OBJECT) {
            vox__rows_put_string(out, vox_node_source(tree, value));
        } else {
            vox__rows_rewind(list, 0);
            vox__rows_begin(list, writer->limit);
            if (rest.count > 0) {
                put_list(list, tree, value, rest);
            } else {
                put_value(list, tree, value);
            }
            out->too_long |= list->too_long;
            out->out_of_memory |= list->out_of_memory;
            const vox_string text = {list->bytes, list->length};
            vox__rows_put_field(out, text);
        }
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
    /* Only now, for the block has moved while it grew. */
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
    if (writer->tsv) {
        put_fields(writer, tree, resource);
    } else {
        put_object(writer, tree, resource);
    }
    vox_status status = out->out_of_memory ? VOX_ERROR_MEMORY : vox_tree_failure(tree, NULL);
    /* The block grows past the limit where a row before had the room. */
    if (status == VOX_OK && (out->too_long || out->length - out->mark > writer->limit)) {
        status = VOX_ERROR_SIZE_LIMIT;
    }
    if (status != VOX_OK) {
        vox__rows_rewind(out, out->mark);
    }
    return status;
}

void vox__row_fault(row_writer *writer, const fault *found) {
    rows *out = writer->out, *object = &writer->scratch;
    if (!writer->tsv) {
        vox__fault_row(out, found);
        return;
    }
    vox__rows_begin(out, SIZE_MAX);
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

void vox__row_free(row_writer *writer) {
    vox__columns_free(&writer->columns);
    vox__rows_free(&writer->keys);
    vox__rows_free(&writer->scratch);
}
