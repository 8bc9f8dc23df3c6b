/* SPDX-License-Identifier: MIT */
/** Single rows: of a resource object or another record, and of a fault. */
#include "base/bounded_text.h"
#include "columns/rows.h"

vox_error vox__row_error(
    vox_tree *tree, const vox_node *node, vox_status status, const char *message
) {
    vox_error error;
    const size_t offset = vox_node_offset(node);
    vox__error_at(&error, status, message, tree, node, offset == SIZE_MAX ? 0 : offset);
    return error;
}

/** The bytes of all rows of a record, as a multiple of those of its text, and so many more: paths through
 *  relationships write one value of the text many times. */
#define ROWS_SHARE ((size_t)256)
#define ROWS_LEAST ((size_t)1 << 20)

/* --- the end of a row --------------------------------------------------------------------- */

/** Makes the pointer of an error that in the whole document. */
static void locate_pointer(vox_error *error, const vox__where *where) {
    const char *const data = where->list == LIST_DATA ? "/data" : "";
    const char *below = error->pointer;
    char whole[VOX_ERROR_POINTER_SIZE + 32];
    vox__bounded text = {whole, sizeof whole, 0};
    if (where->list == LIST_NONE) {
        return;
    }
    if (where->list == LIST_BLOCK) { /* without the position in the block */
        below = below[0] ? vox__find_byte(below + 1, '/', strlen(below + 1)) : NULL;
    } else { /* it is "/data…" in the tree of the element */
        below += below[0] ? strlen(data) : 0;
        vox__bounded_put(&text, data);
        vox__bounded_byte(&text, '/');
        vox__bounded_number(&text, where->index);
    }
    vox__bounded_put(&text, below);
    vox__error_pointer(error, vox__string(whole, text.length));
}

void vox__row_locate(vox_error *error, const vox__where *where) {
    const bool is_known = where->line > 0;
    error->column = is_known ? error->column + (error->line == 1 ? (size_t)where->column : 0) : 0;
    error->line = is_known ? error->line + (size_t)where->line - 1 : 0;
    error->offset = is_known ? error->offset + (size_t)where->offset : 0;
    locate_pointer(error, where);
}

static vox_status put_number(vox__frame *frame, unsigned index, uint64_t number, bool is_known) {
    if (!is_known) {
        return vox__append_null(frame, &frame->builders[index]);
    }
    vox__append_int64(frame, &frame->builders[index], (int64_t)number);
    return VOX_OK;
}

static vox_status put_text(vox__frame *frame, unsigned index, const char *text) {
    return vox__append_text(frame, &frame->builders[index], vox_string_from_c(text));
}

/** Writes the column `error`. */
static vox_status put_error(
    vox__row_writer *table, const vox__where *where, const vox_error *error, vox__cells *builder
) {
    vox__frame *frame = builder->inner;
    const bool is_placed = where->line > 0;
    vox_error placed = *error;
    vox__row_locate(&placed, where);
    VOX_TRY(vox__frame_reserve(frame));
    VOX_TRY(put_text(frame, ERROR_FILE, table->file));
    VOX_TRY(put_number(frame, ERROR_LINE, placed.line, is_placed));
    VOX_TRY(put_number(frame, ERROR_COLUMN, placed.column, is_placed));
    VOX_TRY(put_number(frame, ERROR_OFFSET, placed.offset, is_placed));
    VOX_TRY(put_text(frame, ERROR_POINTER, placed.pointer));
    VOX_TRY(put_text(frame, ERROR_CODE, vox_status_name(error->status)));
    VOX_TRY(put_text(frame, ERROR_MESSAGE, error->message));
    frame->length++;
    vox__mark_valid(table->frame, builder);
    return VOX_OK;
}

vox_status vox__row_end(
    vox__row_writer *table, const vox__where *where, bool has_rest, const vox_error *error
) {
    vox__frame *frame = table->frame;
    const vox_columns *columns = table->columns;
    if (error && table->stops) {
        table->error = *error;
        vox__row_locate(&table->error, where);
        return error->status;
    }
    if (has_rest) {
        vox__cells *rest = &frame->builders[columns->rest];
        VOX_TRY(vox__cells_pad(rest, frame->length));
        vox__append_written(frame, rest);
        rest->rows++;
    }
    if (error && columns->error != NO_PLACE) {
        vox__cells *builder = &frame->builders[columns->error];
        VOX_TRY(vox__cells_pad(builder, frame->length));
        VOX_TRY(put_error(table, where, error, builder));
        builder->rows++;
    }
    if (columns->file != NO_PLACE) {
        VOX_TRY(put_text(frame, columns->file, table->file));
    }
    if (columns->line != NO_PLACE) {
        VOX_TRY(put_number(frame, columns->line, where->line, where->line > 0));
    }
    frame->length++;
    table->counts.rows++;
    table->counts.faults += error != NULL;
    table->counts.rests += has_rest;
    return VOX_OK;
}

/* --- faults ---------------------------------------------------------------------------------- */

vox_status vox__row_put_fault(
    vox__row_writer *table, const vox__rows *rows, const vox_error *error, const vox_node *node,
    vox_string text
) {
    vox__frame *frame = table->frame;
    const uint32_t rest = table->columns->rest;
    const bool has_rest = rest != NO_PLACE && (node || text.length);
    if (table->taker) {
        return VOX_OK;
    }
    VOX_TRY(vox__frame_reserve(frame));
    VOX_TRY(vox__append_nulls(frame, 0, table->columns->plain));
    if (has_rest) {
        vox_buffer *out = &frame->builders[rest].text;
        const size_t before = out->length;
        vox_status status = VOX_ERROR_SYNTAX;
        if (node) {
            status = vox_write_buffer(rows->record.tree, node, VOX_STYLE_COMPACT, out);
            text = vox_node_source(rows->record.tree, node);
            vox_tree_forget_failure(rows->record.tree); /* it is no error of the next row */
        }
        if (status != VOX_OK && status != VOX_ERROR_MEMORY) {
            status = vox__put_string(out, text); /* it is no JSON text, but a string can have it */
        }
        VOX_TRY(status);
        table->sizes.bytes += out->length - before;
    }
    return vox__row_end(table, &rows->record.where, has_rest, error);
}

vox_status vox__row_put_malformed(
    vox__row_writer *table, const vox__rows *rows, const vox_error *error, const vox_node *node,
    vox_string text
) {
    if (table->skips && !table->stops) {
        table->counts.skipped++;
        return VOX_OK;
    }
    return vox__row_put_fault(table, rows, error, node, text);
}

vox_status vox__row_put_wrong(
    vox__row_writer *table, const vox__rows *rows, const vox_node *node, const char *wrong
) {
    vox_tree *tree = rows->record.tree;
    vox_error error = vox__row_error(tree, node, VOX_ERROR_SHAPE, wrong);
    /* A value that was read lazily has no members if it is malformed, and the error says why. */
    const vox_status status = vox_tree_failure(tree, &error);
    vox_tree_forget_failure(tree);
    return status == VOX_ERROR_MEMORY
               ? status
               : vox__row_put_malformed(table, rows, &error, node, vox__string("", 0));
}

/** Writes the row of a fault instead of a row that was begun. */
static vox_status replace_row(
    vox__row_writer *table, const vox__rows *rows, const vox_node *node, vox_status status,
    size_t room
) {
    vox_tree *tree = rows->record.tree;
    vox_error error;
    if (status == VOX_ERROR_MEMORY) {
        return status;
    }
    vox__frame_rewind(table->frame, table->frame->length);
    if (status == VOX_ERROR_SIZE_LIMIT) {
        error = vox__row_error(
            tree, node, status,
            room < table->most_row ? VOX__ROWS_TOO_LARGE : "the row is larger than the limit"
        );
    } else {
        (void)vox_tree_failure(tree, &error);
        vox_tree_forget_failure(tree);
    }
    return vox__row_put_fault(table, rows, &error, node, vox__string("", 0));
}

/* --- rows ------------------------------------------------------------------------------------- */

/** Returns why the value is not a resource object, or NULL. Its members were found; a value that is
 *  not an object has none. */
const char *vox__row_resource_fault(const vox_paths *paths) {
    return vox__resource_fault_of(
        vox_node_kind(vox__paths_member(paths, PATH_TYPE)),
        vox_node_kind(vox__paths_member(paths, PATH_ID)),
        vox_node_kind(vox__paths_member(paths, PATH_ATTRIBUTES)),
        vox_node_kind(vox__paths_member(paths, PATH_RELATIONSHIPS))
    );
}

/** Returns true for a resource of the type of the description. */
static bool is_wanted(const vox__row_writer *table, const vox_tree *tree) {
    const vox_string type = table->columns->type;
    return !type.bytes ||
           vox__same(vox__text(tree, vox__paths_member(table->frame->paths, PATH_TYPE)), type);
}

/** Describes the first required column without a value. */
static vox_error missing_error(
    const vox__row_writer *table, const vox__rows *rows, const vox_node *node, uint32_t index
) {
    size_t rest;
    vox_tree *tree = rows->record.tree;
    const vox_node *found = vox_paths_value(table->frame->paths, index, tree, &rest);
    const bool is_missing = vox_node_kind(found) <= VOX_NULL;
    return vox__row_error(
        tree, is_missing ? node : found, is_missing ? VOX_ERROR_MISSING : VOX_ERROR_KIND,
        is_missing ? "a required column has no value" : "a required column has another type"
    );
}

size_t vox__row_room(vox__record *record) {
    if (record->most == 0) {
        size_t length = vox_node_source(record->tree, record->node).length;
        length = length ? length : vox_tree_memory(record->tree).reserved;
        record->most = ROWS_LEAST +
                       (length < SIZE_MAX / 2 / ROWS_SHARE ? length * ROWS_SHARE : SIZE_MAX / 2);
    }
    return record->most > record->spent ? record->most - record->spent : 0;
}

vox_status vox__row_spend(vox__row_writer *table, vox__record *record, size_t before) {
    const size_t room = vox__row_room(record), bytes = table->sizes.bytes - before;
    record->spent += bytes;
    return bytes > room ? VOX_ERROR_SIZE_LIMIT : VOX_OK;
}

/** Fills the columns of a row of at most `most` bytes, and writes its rest. */
static vox_status fill_row(
    vox__row_writer *table, vox__rows *rows, const vox_node *node, size_t most, vox__filled *filled,
    bool *has_rest
) {
    vox__frame *frame = table->frame;
    vox_tree *tree = rows->record.tree;
    const uint32_t rest = table->columns->rest;
    const size_t start = table->sizes.bytes;
    table->sizes.limit = start + most;
    const vox_status status = vox__append_found(frame, table->columns->plain, tree, filled);
    const vox_status spent = vox__row_spend(table, &rows->record, start);
    VOX_TRY(status);
    VOX_TRY(spent);
    VOX_TRY(frame->paths->lacks_memory ? VOX_ERROR_MEMORY : vox_tree_failure(tree, NULL));
    *has_rest = false;
    if (rest != NO_PLACE && (frame->paths->others || filled->others || filled->misfits)) {
        vox_buffer *out = &frame->builders[rest].text;
        const size_t before = out->length;
        VOX_TRY(vox__rest_write(frame, tree, node, out, has_rest));
        table->sizes.bytes += out->length - before;
    }
    return VOX_OK;
}

vox_status vox__row_put(vox__row_writer *table, vox__rows *rows, const vox_node *node) {
    vox__frame *frame = table->frame;
    vox_tree *tree = rows->record.tree;
    VOX_TRY(vox__frame_reserve(frame));
    if (!rows->is_begun) {
        vox__paths_begin(frame->paths, tree, node);
    }
    if (table->columns->kind != TABLE_RECORDS) {
        const char *wrong = vox__row_resource_fault(frame->paths);
        if (wrong) {
            return vox__row_put_wrong(table, rows, node, wrong);
        }
        if (!is_wanted(table, tree)) {
            table->counts.skipped++;
            return VOX_OK;
        }
    }
    vox__paths_go_on(frame->paths, tree);
    if (table->taker) {
        table->counts.rows++;
        VOX_TRY(table->taker->take(table->taker->context, frame->paths, tree));
        const vox_status status = vox_tree_failure(tree, NULL);
        vox_tree_forget_failure(tree); /* a malformed value counts as absent */
        return frame->paths->lacks_memory || status == VOX_ERROR_MEMORY ? VOX_ERROR_MEMORY : VOX_OK;
    }
    vox__filled filled = {.missing = NO_PLACE};
    bool has_rest;
    const size_t room = vox__row_room(&rows->record);
    const size_t most = room < table->most_row ? room : table->most_row;
    const vox_status status = fill_row(table, rows, node, most, &filled, &has_rest);
    if (VOX_UNLIKELY(status != VOX_OK)) {
        return replace_row(table, rows, node, status, room);
    }
    table->counts.misfits += filled.misfits;
    if (VOX_UNLIKELY(filled.missing != NO_PLACE)) {
        const vox_error error = missing_error(table, rows, node, filled.missing);
        return vox__row_end(table, &rows->record.where, has_rest, &error);
    }
    return vox__row_end(table, &rows->record.where, has_rest, NULL);
}
