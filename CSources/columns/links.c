/* SPDX-License-Identifier: MIT */
/** Relationships as rows: one for each member of a linkage, and one for a linkage that is null. */
#include "columns/rows.h"

static const vox_node *linked_member(vox_tree *tree, const vox_node *object, const char *name) {
    return vox_object_get(tree, object, vox_string_from_c(name));
}

static vox_status put_link_text(
    vox__row_writer *table, vox_tree *tree, unsigned index, const vox_node *node
) {
    vox__cells *builder = &table->frame->builders[index];
    return vox_node_kind(node) == VOX_STRING
               ? vox__append_text(table->frame, builder, vox__text(tree, node))
               : vox__append_null(table->frame, builder);
}

static vox_status put_meta(vox__row_writer *table, vox_tree *tree, const vox_node *meta) {
    vox__frame *frame = table->frame;
    vox__cells *builder = &frame->builders[LINK_META];
    const size_t before = builder->text.length;
    if (vox_node_kind(meta) <= VOX_NULL) {
        return vox__append_null(frame, builder);
    }
    VOX_TRY(vox_write_buffer(tree, meta, VOX_STYLE_COMPACT, &builder->text));
    table->sizes.bytes += builder->text.length - before;
    if (!vox__offset_fits(builder, builder->text.length)) {
        return VOX_ERROR_SIZE_LIMIT;
    }
    vox__append_written(frame, builder);
    return VOX_OK;
}

/** Returns true for the members of an identifier that have columns. */
static bool has_column(const vox_tree *tree, const vox_node *node) {
    const vox_string name = vox_node_name(tree, node);
    const vox_kind kind = vox_node_kind(node);
    if (vox_string_equal(name, vox_string_from_c("meta"))) {
        return true;
    }
    return kind == VOX_STRING && (vox_string_equal(name, vox_string_from_c("type")) ||
                                  vox_string_equal(name, vox_string_from_c("id")));
}

/** Writes the members of an identifier that have no column, or an identifier that is no object. */
static vox_status put_rest(
    vox__row_writer *table, vox_tree *tree, const vox_node *identifier, bool *has_rest
) {
    const uint32_t number = table->columns->rest;
    *has_rest = false;
    if (number == NO_PLACE || vox_node_kind(identifier) <= VOX_NULL) {
        return VOX_OK;
    }
    vox_buffer *out = &table->frame->builders[number].text;
    const size_t before = out->length;
    if (vox_node_kind(identifier) != VOX_OBJECT) {
        *has_rest = true;
        return vox_write_buffer(tree, identifier, VOX_STYLE_COMPACT, out);
    }
    for (const vox_node *at = vox_node_first(tree, identifier); at; at = vox_node_next(tree, at)) {
        if (!has_column(tree, at)) {
            VOX_TRY(vox__put_bytes(out, *has_rest ? "," : "{", 1));
            VOX_TRY(vox__put_string(out, vox_node_name(tree, at)));
            VOX_TRY(vox__put_bytes(out, ":", 1));
            VOX_TRY(vox_write_buffer(tree, at, VOX_STYLE_COMPACT, out));
            *has_rest = true;
        }
    }
    table->sizes.bytes += out->length - before;
    return *has_rest ? vox__put_bytes(out, "}", 1) : VOX_OK;
}

/** Writes the row of an identifier, which is NULL for a linkage that is null. */
static vox_status put_link(
    vox__rows *rows, vox__row_writer *table, const vox_node *resource, const vox_node *relationship,
    const vox_node *identifier, const uint64_t *position
) {
    vox_tree *tree = rows->record.tree;
    vox__frame *frame = table->frame;
    const size_t start = table->sizes.bytes;
    bool has_rest;
    VOX_TRY(vox__frame_reserve(frame));
    VOX_TRY(put_link_text(table, tree, LINK_TYPE, linked_member(tree, resource, "type")));
    VOX_TRY(put_link_text(table, tree, LINK_ID, linked_member(tree, resource, "id")));
    VOX_TRY(vox__append_text(
        frame, &frame->builders[LINK_RELATIONSHIP], vox_node_name(tree, relationship)
    ));
    if (position) {
        vox__append_int64(frame, &frame->builders[LINK_POSITION], (int64_t)*position);
    } else {
        VOX_TRY(vox__append_null(frame, &frame->builders[LINK_POSITION]));
    }
    VOX_TRY(put_link_text(table, tree, LINK_TARGET_TYPE, linked_member(tree, identifier, "type")));
    VOX_TRY(put_link_text(table, tree, LINK_TARGET_ID, linked_member(tree, identifier, "id")));
    VOX_TRY(put_meta(table, tree, linked_member(tree, identifier, "meta")));
    VOX_TRY(put_rest(table, tree, identifier, &has_rest));
    VOX_TRY(vox_tree_failure(tree, NULL));
    VOX_TRY(vox__row_spend(table, &rows->record, start));
    if (vox_node_kind(identifier) > VOX_NULL && vox_node_kind(identifier) != VOX_OBJECT) {
        const vox_error error = vox__row_error(
            tree, identifier, VOX_ERROR_SHAPE, "a linkage must have resource identifier objects"
        );
        return vox__row_end(table, &rows->record.where, has_rest, &error);
    }
    return vox__row_end(table, &rows->record.where, has_rest, NULL);
}

static vox_status put_link_fault(
    const vox__rows *rows, vox__row_writer *table, const vox_node *node, const char *message
) {
    const vox_error error = vox__row_error(rows->record.tree, node, VOX_ERROR_SHAPE, message);
    return vox__row_put_fault(table, rows, &error, node, vox__string("", 0));
}

/** Begins with the relationships of the resource. */
static vox_status begin_resource(vox__rows *rows, vox__row_writer *table) {
    vox_tree *tree = rows->record.tree;
    const vox_node *resource = rows->resource;
    const vox_node *type = linked_member(tree, resource, "type");
    const vox_node *all = linked_member(tree, resource, "relationships");
    const vox_string wanted = table->columns->type;
    const char *wrong = vox_resource_fault(tree, resource);
    if (!wrong && (!wanted.bytes || vox__same(vox__text(tree, type), wanted))) {
        rows->relationship = vox_node_first(tree, all);
    } else {
        table->counts.skipped += !wrong;
    }
    if (wrong || !rows->relationship) {
        vox__rows_advance(rows);
    }
    return wrong ? vox__row_put_wrong(table, rows, resource, wrong) : VOX_OK;
}

/** Moves on to the next relationship, or to the next resource. */
static void advance(vox__rows *rows) {
    rows->relationship = vox_node_next(rows->record.tree, rows->relationship);
    if (!rows->relationship) {
        vox__rows_advance(rows);
    }
}

/** Writes the row of the next member of a to-many relationship. */
static vox_status put_link_row(vox__rows *rows, vox__row_writer *table) {
    const vox_node *identifier = rows->member;
    const vox_node *resource = rows->resource, *relationship = rows->relationship;
    const uint64_t position = rows->position++;
    rows->member = vox_node_next(rows->record.tree, identifier);
    if (!rows->member) {
        advance(rows);
    }
    return put_link(rows, table, resource, relationship, identifier, &position);
}

static vox_status begin_relationship(vox__rows *rows, vox__row_writer *table) {
    vox_tree *tree = rows->record.tree;
    const vox_node *resource = rows->resource, *relationship = rows->relationship;
    const vox_node *linkage = linked_member(tree, relationship, "data");
    const vox_kind kind = vox_node_kind(linkage);
    rows->position = 0;
    rows->member = kind == VOX_ARRAY ? vox_node_first(tree, linkage) : NULL;
    if (rows->member) {
        return put_link_row(rows, table);
    }
    advance(rows);
    if (vox_node_kind(relationship) != VOX_OBJECT) {
        return put_link_fault(rows, table, relationship, "a relationship must be an object");
    }
    return kind == VOX_ABSENT || kind == VOX_ARRAY
               ? VOX_OK
               : put_link(rows, table, resource, relationship, linkage, NULL);
}

/** Writes the next row, or a fault, or only moves on. */
static vox_status next_row(vox__rows *rows, vox__row_writer *table) {
    table->sizes.limit = SIZE_MAX; /* a row is no longer than what it is read from */
    return rows->member         ? put_link_row(rows, table)
           : rows->relationship ? begin_relationship(rows, table)
                                : begin_resource(rows, table);
}

vox_status vox__links_next(vox__rows *rows, vox__row_writer *table) {
    /* The rest of a row that fails is the smallest part that the row is about. */
    const vox_node *part = rows->member         ? rows->member
                           : rows->relationship ? rows->relationship
                                                : rows->resource;
    const vox_status status = next_row(rows, table);
    if (status == VOX_OK || status == VOX_ERROR_MEMORY || table->error.status != VOX_OK) {
        return status;
    }
    /* A value that was read lazily is malformed, or the row is too large. */
    vox_error error = vox__row_error(
        rows->record.tree, part, status,
        status == VOX_ERROR_SIZE_LIMIT ? VOX__ROWS_TOO_LARGE : vox_status_message(status)
    );
    (void)vox_tree_failure(rows->record.tree, &error);
    vox_tree_forget_failure(rows->record.tree);
    vox__frame_rewind(table->frame, table->frame->length);
    return vox__row_put_fault(table, rows, &error, part, vox__string("", 0));
}
