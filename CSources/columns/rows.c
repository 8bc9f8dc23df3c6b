/* SPDX-License-Identifier: MIT */
/** The rows of a record: which resources of a document have rows, one by one. */
#include "columns/rows.h"

/** The members of a document or resource object that tell one from the other. */
typedef struct shape {
    const vox_node *data;
    const vox_node *errors;
    const vox_node *included;
    const vox_node *meta;
    const vox_node *type;
} shape;

static void find_shape(vox_tree *tree, const vox_node *root, shape *found) {
    memset(found, 0, sizeof *found);
    if (vox_node_kind(root) != VOX_OBJECT || vox__resolve(tree, root) != VOX_OK) {
        return;
    }
    /* The last of several members with one name counts. */
    for (const vox_node *at = vox__child(tree, root); at; at = vox__sibling(tree, at)) {
        const vox_string name = vox__name(tree, at);
        if (name.length == 4 && memcmp(name.bytes, "data", 4) == 0) {
            found->data = at;
        } else if (name.length == 4 && memcmp(name.bytes, "type", 4) == 0) {
            found->type = at;
        } else if (name.length == 4 && memcmp(name.bytes, "meta", 4) == 0) {
            found->meta = at;
        } else if (name.length == 6 && memcmp(name.bytes, "errors", 6) == 0) {
            found->errors = at;
        } else if (name.length == 8 && memcmp(name.bytes, "included", 8) == 0) {
            found->included = at;
        }
    }
}

static bool is_document_shape(const shape *found) {
    return found->data || found->errors || ((found->meta || found->included) && !found->type);
}

static vox_status put_row_fault(
    vox__rows *rows, vox__row_writer *table, const vox_node *node, vox_status status,
    const char *message
) {
    const vox_error error = vox__row_error(rows->record.tree, node, status, message);
    return vox__row_put_malformed(table, rows, &error, rows->record.root, vox__string("", 0));
}

/** Begins with the resources of a value: a list, a resource object if it may be one, or nothing. */
static vox_status begin_resources(
    vox__rows *rows, vox__row_writer *table, const vox_node *value, bool may_be_one
) {
    const vox_kind kind = vox_node_kind(value);
    rows->is_list = kind == VOX_ARRAY;
    if (rows->is_list) {
        rows->resource = vox_node_first(rows->record.tree, value);
    } else if (kind == VOX_OBJECT && may_be_one) {
        rows->resource = value;
    } else if (kind > VOX_NULL) {
        return put_row_fault(
            rows, table, value, VOX_ERROR_SHAPE,
            may_be_one ? "`data` must be a resource object, a list of resource objects, or null"
                       : "`included` must be a list of resource objects"
        );
    }
    return VOX_OK;
}

static vox_status begin_document_rows(vox__rows *rows, vox__row_writer *table, const shape *found) {
    const vox__table_kind kind = table->columns->kind;
    if (found->errors) {
        return put_row_fault(rows, table, found->errors, VOX_ERROR_MISSING, VOX__HAS_ERRORS);
    }
    return kind == TABLE_INCLUDED || kind == TABLE_INCLUDED_RELATIONSHIPS
               ? begin_resources(rows, table, found->included, false)
               : begin_resources(rows, table, found->data, true);
}

/** Returns true when the members of the record show that it is a resource object, and that no other
 *  table has it: it has a type, and no member that no column takes. Most lines of NDJSON are like
 *  this. The search for the columns has then begun. */
static bool is_plain_resource(const vox__rows *rows, const vox__row_writer *table) {
    vox_paths *paths = table->frame->paths;
    if (table->columns->kind != TABLE_RESOURCES || rows->record.node != rows->record.root) {
        return false;
    }
    if (table->skips && (!table->is_standard || rows->record.is_other)) {
        return false;
    }
    vox__paths_begin(paths, rows->record.tree, rows->record.root);
    return !paths->others && vox_node_kind(vox__paths_member(paths, PATH_TYPE)) == VOX_STRING &&
           !paths->found[paths->members[PATH_DATA]] && !paths->found[paths->members[PATH_ERRORS]] &&
           !(table->skips && vox__row_resource_fault(paths));
}

/* --- the table of malformed records ------------------------------------------------------------ */

/** Moves on to `included` after the resources of `data`. */
static void go_on_to_included(vox__rows *rows) {
    if (!rows->resource && rows->included) {
        rows->is_list = true;
        rows->resource = vox_node_first(rows->record.tree, rows->included);
        rows->included = NULL;
    }
}

/** Begins with the resources that may be malformed. A record that is not JSON:API is none of them: it
 *  is in the table `records`. */
static vox_status begin_malformed(vox__rows *rows, vox__row_writer *table) {
    const vox__record *record = &rows->record;
    shape found;
    if (!record->node || record->where.list == LIST_DATA) {
        rows->resource = record->node;
        return VOX_OK;
    }
    if (vox__record_kind_of(record) != RECORD_DOCUMENT) {
        return VOX_OK;
    }
    find_shape(record->tree, record->root, &found);
    rows->included = found.errors ? NULL : found.included;
    VOX_TRY(begin_document_rows(rows, table, &found));
    go_on_to_included(rows);
    return VOX_OK;
}

static vox_status next_malformed(vox__rows *rows, vox__row_writer *table) {
    vox_tree *tree = rows->record.tree;
    const vox_node *resource = rows->resource;
    vox__rows_advance(rows);
    go_on_to_included(rows);
    const char *wrong = vox_resource_fault(tree, resource);
    const bool is_wrong = wrong && !rows->record.is_other;
    return is_wrong || vox_tree_failure(tree, NULL) != VOX_OK
               ? vox__row_put_wrong(table, rows, resource, wrong)
               : VOX_OK;
}

/* --- all tables --------------------------------------------------------------------------------- */

/** Finds the first rows of a record that is well-formed, as far as it was parsed. */
static vox_status begin_record(vox__rows *rows, vox__row_writer *table) {
    const vox__record *record = &rows->record;
    const vox__table_kind kind = table->columns->kind;
    if (kind == TABLE_MALFORMED) {
        return begin_malformed(rows, table);
    }
    if (is_plain_resource(rows, table)) {
        rows->resource = record->root;
        rows->is_begun = true;
        return VOX_OK;
    }
    const vox__record_kind is = vox__record_kind_of(record);
    if (table->skips && record->node && (is == RECORD_OTHER) != (kind == TABLE_RECORDS)) {
        table->counts.skipped++; /* a table of another kind has it */
        return VOX_OK;
    }
    if (kind == TABLE_RECORDS) {
        rows->resource = record->node;
        return VOX_OK;
    }
    if (!record->node) {
        return VOX_OK;
    }
    shape found;
    find_shape(record->tree, record->root, &found);
    const bool is_alone = is == RECORD_RESOURCE && record->where.list != LIST_DATA;
    if (!is_alone && is_document_shape(&found)) {
        return begin_document_rows(rows, table, &found);
    }
    const bool is_primary = kind == TABLE_RESOURCES || kind == TABLE_RELATIONSHIPS;
    rows->resource = is_primary ? record->node : NULL;
    return VOX_OK;
}

vox_status vox__rows_of_record(vox__rows *rows, vox__row_writer *table) {
    const vox__record *record = &rows->record;
    rows->resource = rows->relationship = rows->member = rows->included = NULL;
    rows->is_list = rows->is_begun = false;
    if (record->error.status != VOX_OK) {
        return vox__row_put_malformed(table, rows, &record->error, NULL, record->text);
    }
    VOX_TRY(begin_record(rows, table));
    if (VOX_LIKELY(!record->tree->failure)) {
        return VOX_OK;
    }
    /* What is malformed in a tree that was read lazily counts where it is read, not here. */
    const vox_status status = vox_tree_failure(record->tree, NULL);
    vox_tree_forget_failure(record->tree);
    return status == VOX_ERROR_MEMORY ? status : VOX_OK;
}

vox_status vox__rows_next(vox__rows *rows, vox__row_writer *table) {
    const vox__table_kind kind = table->columns->kind;
    if (kind == TABLE_RELATIONSHIPS || kind == TABLE_INCLUDED_RELATIONSHIPS) {
        return vox__links_next(rows, table);
    }
    if (kind == TABLE_MALFORMED) {
        return next_malformed(rows, table);
    }
    const vox_node *resource = rows->resource;
    vox__rows_advance(rows);
    return vox__row_put(table, rows, resource);
}
