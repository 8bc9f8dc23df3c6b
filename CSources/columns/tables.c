/* SPDX-License-Identifier: MIT */
/** Several tables in one pass. A record is parsed once. Its resources go to the tables of their
 *  types, which a search finds; the other tables see every record.
 *
 *      record ──▶ resource ──▶ search: (kind, type) ──▶ tables of the type
 *            └──▶ relationships, records, malformed, tables without a type */
#include "columns/reading.h"

/** All tables together hold so many batches, however many they are. */
#define HELD_BATCHES 4

typedef struct one_table {
    vox__row_writer writer;
    vox_columns_counts given; /* of the batches before */
    uint64_t taken;           /* resources, by a table that the search finds */
} one_table;

/** A batch that is full. */
typedef struct ready_batch {
    size_t table;
    struct ArrowArray array;
} ready_batch;

struct vox_tables {
    vox__reading reading;
    vox__rows rows; /* of the record */
    one_table *tables;
    size_t count;
    size_t *order; /* tables that the search finds, by their kinds and types, and then all others */
    size_t found;  /* the number of those that it finds */
    size_t held;   /* bytes of all tables */
    ready_batch *ready;
    size_t ready_size; /* there is room for */
    size_t ready_count;
    size_t ready_at;
    size_t last;           /* at the end of the source: the next table that may have rows */
    uint64_t seen[TABLES]; /* what tables of each kind, which the search finds, take or skip */
    one_table *stopped;    /* whose error ended the pass */
    int failure;           /* after the batches that are ready */
    bool is_ended;
};

/* --- the search ---------------------------------------------------------------------------- */

static bool is_found_by_type(const vox_columns *columns) {
    return columns->type.bytes && columns->kind <= TABLE_INCLUDED;
}

/** Orders kinds and types. */
static int compare_types(
    vox__table_kind kind, vox_string type, vox__table_kind other_kind, vox_string other
) {
    if (kind != other_kind || type.length != other.length) {
        return kind < other_kind || (kind == other_kind && type.length < other.length) ? -1 : 1;
    }
    return type.length ? memcmp(type.bytes, other.bytes, type.length) : 0;
}

/** Returns the first place in the order that is not before a type. */
static size_t place_of_type(
    const vox_tables *self, size_t end, vox__table_kind kind, vox_string type
) {
    size_t begin = 0;
    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;
        const vox_columns *columns = self->tables[self->order[middle]].writer.columns;
        if (compare_types(columns->kind, columns->type, kind, type) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

static void order_tables(vox_tables *self) {
    size_t others = self->count;
    for (size_t index = self->count; index-- > 0;) {
        if (!is_found_by_type(self->tables[index].writer.columns)) {
            self->order[--others] = index;
        }
    }
    for (size_t index = 0; index < self->count; index++) {
        const vox_columns *columns = self->tables[index].writer.columns;
        if (is_found_by_type(columns)) {
            const size_t at = place_of_type(self, self->found, columns->kind, columns->type);
            memmove(self->order + at + 1, self->order + at, (self->found - at) * sizeof(size_t));
            self->order[at] = index;
            self->found++;
        }
    }
}

/** Returns the table at a place of the order if it is of the kind and the type, else NULL. */
static one_table *table_at(
    const vox_tables *self, size_t place, vox__table_kind kind, vox_string type
) {
    one_table *table = place < self->found ? &self->tables[self->order[place]] : NULL;
    const vox_columns *columns = table ? table->writer.columns : NULL;
    return table && compare_types(columns->kind, columns->type, kind, type) == 0 ? table : NULL;
}

/* --- batches ------------------------------------------------------------------------------- */

static size_t bytes_of(const one_table *table) {
    const vox__frame *frame = table->writer.frame;
    return table->writer.sizes.bytes + frame->length * frame->row_width;
}

static vox_status export_batch(vox_tables *self, one_table *table, struct ArrowArray *array) {
    const size_t bytes = bytes_of(table);
    VOX_TRY(vox__frame_export(table->writer.frame, array));
    self->held -= bytes;
    table->writer.sizes.bytes = 0;
    table->given = table->writer.counts;
    return VOX_OK;
}

/** Makes the rows of a table a batch that is ready. */
static vox_status end_batch(vox_tables *self, one_table *table) {
    if (self->ready_count == self->ready_size) {
        const size_t size = self->ready_size ? 2 * self->ready_size : 8;
        ready_batch *grown = (ready_batch *)vox__memory_resize(
            &self->reading.options.tree.allocator, self->ready, self->ready_size * sizeof *grown,
            size * sizeof *grown
        );
        if (!grown) {
            return VOX_ERROR_MEMORY;
        }
        self->ready = grown;
        self->ready_size = size;
    }
    ready_batch *batch = &self->ready[self->ready_count];
    batch->table = (size_t)(table - self->tables);
    VOX_TRY(export_batch(self, table, &batch->array));
    self->ready_count++;
    return VOX_OK;
}

/** Makes the rows of the largest table a batch when all tables together have too many bytes. */
static vox_status end_largest(vox_tables *self) {
    one_table *largest = &self->tables[0];
    if (self->held / HELD_BATCHES < self->reading.options.batch_bytes) {
        return VOX_OK;
    }
    for (size_t index = 1; index < self->count; index++) {
        one_table *table = &self->tables[index];
        largest = bytes_of(table) > bytes_of(largest) ? table : largest;
    }
    return end_batch(self, largest);
}

/* --- records ------------------------------------------------------------------------------- */

/** Ends a step that wrote to a table, which had so many bytes before. */
static vox_status end_step(vox_tables *self, one_table *table, size_t before, vox_status status) {
    self->held += bytes_of(table) - before;
    if (status != VOX_OK) {
        self->stopped = table;
        return status;
    }
    return vox__reading_is_full(&self->reading, &table->writer) ? end_batch(self, table) : VOX_OK;
}

/** Begins with the record, as a table sees it. */
static vox_status begin_table_rows(vox_tables *self, one_table *table) {
    const size_t before = bytes_of(table);
    table->writer.file = vox__text_source_file(self->reading.source);
    return end_step(self, table, before, vox__rows_of_record(&self->rows, &table->writer));
}

/** Writes all rows of the record to a table that the search does not find. */
static vox_status put_all(vox_tables *self, one_table *table) {
    VOX_TRY(begin_table_rows(self, table));
    while (vox__rows_left(&self->rows)) {
        const size_t before = bytes_of(table);
        VOX_TRY(end_step(self, table, before, vox__rows_next(&self->rows, &table->writer)));
    }
    return VOX_OK;
}

/** Writes the row of a resource to a table of its type. */
static vox_status put_one(vox_tables *self, one_table *table, const vox_node *resource) {
    const size_t before = bytes_of(table);
    table->taken++;
    table->writer.file = vox__text_source_file(self->reading.source);
    const vox_status status = vox__row_put(&table->writer, &self->rows, resource);
    self->rows.is_begun = false; /* the search for the columns of this table */
    return end_step(self, table, before, status);
}

static vox_status put_to_types(
    vox_tables *self, vox__table_kind kind, vox_string type, const vox_node *resource
) {
    one_table *table;
    for (size_t at = place_of_type(self, self->found, kind, type);
         (table = table_at(self, at, kind, type)); at++) {
        VOX_TRY(put_one(self, table, resource));
    }
    return VOX_OK;
}

/** Writes the row of a resource to the tables of its type. `first` is one that has the errors. */
static vox_status put_resource(
    vox_tables *self, one_table *first, const vox_node *resource, vox__table_kind kind
) {
    vox_tree *tree = self->rows.record.tree;
    const vox_node *type = vox_object_get(tree, resource, vox__string("type", 4));
    const char *wrong = vox_resource_fault(tree, resource);
    if (wrong || vox_tree_failure(tree, NULL) == VOX_ERROR_MEMORY) {
        const size_t before = bytes_of(first);
        return end_step(
            self, first, before, vox__row_put_wrong(&first->writer, &self->rows, resource, wrong)
        );
    }
    return put_to_types(self, kind, vox_node_text(tree, type), resource);
}

/** Writes the rows of the record to the tables of a kind that the search finds. */
static vox_status put_by_type(vox_tables *self, vox__table_kind kind) {
    const vox__record *record = &self->rows.record;
    const vox_string none = {"", 0};
    const vox_node *type = record->tree
                               ? vox_object_get(record->tree, record->node, vox__string("type", 4))
                               : NULL;
    const vox_string name = type ? vox_node_text(record->tree, type) : none;
    const size_t begin = place_of_type(self, self->found, kind, none);
    one_table *own = table_at(self, place_of_type(self, self->found, kind, name), kind, name);
    one_table *first = own ? own : begin < self->found ? &self->tables[self->order[begin]] : NULL;
    if (!first || first->writer.columns->kind != kind) {
        return VOX_OK;
    }
    const uint64_t skipped = first->writer.counts.skipped;
    VOX_TRY(begin_table_rows(self, first));
    self->seen[kind] += first->writer.counts.skipped - skipped;
    const bool was_begun = self->rows.is_begun && own;
    while (vox__rows_left(&self->rows)) {
        const vox_node *resource = self->rows.resource;
        vox__rows_advance(&self->rows);
        self->seen[kind]++;
        self->rows.is_begun = was_begun; /* there is one resource then */
        VOX_TRY(
            was_begun ? put_to_types(self, kind, name, resource)
                      : put_resource(self, first, resource, kind)
        );
    }
    return VOX_OK;
}

static vox_status put_record(vox_tables *self) {
    VOX_TRY(put_by_type(self, TABLE_RESOURCES));
    VOX_TRY(put_by_type(self, TABLE_INCLUDED));
    for (size_t at = self->found; at < self->count; at++) {
        VOX_TRY(put_all(self, &self->tables[self->order[at]]));
    }
    return end_largest(self);
}

/* --- reading -------------------------------------------------------------------------------- */

/** Reads records until a batch is ready, or the source ends or fails. */
static void fill_tables(vox_tables *self) {
    self->ready_at = self->ready_count = 0;
    while (!self->ready_count && !self->is_ended && self->failure == 0) {
        vox__record_end(&self->rows.record);
        self->failure = vox__text_source_next(
            self->reading.source, &self->rows.record, &self->is_ended
        );
        if (self->failure == 0 && !self->is_ended) {
            self->failure = vox__reading_errno(put_record(self));
        }
    }
}

/** Keeps a failure. The rows that were not given away are lost. */
static vox_status fail_tables(vox_tables *self, int failure) {
    static const vox_error none = {.status = VOX_OK};
    for (size_t index = 0; index < self->count; index++) {
        one_table *table = &self->tables[index];
        vox__reading_forget(&table->writer.counts, &table->given);
    }
    const vox_error *error = self->stopped ? &self->stopped->writer.error : &none;
    (void)vox__reading_fail(&self->reading, failure, error);
    return error->status != VOX_OK ? error->status
           : failure == ENOMEM     ? VOX_ERROR_MEMORY
                                   : VOX_ERROR_STOPPED;
}

static vox_status give_batch(vox_tables *self, size_t *table, struct ArrowArray *array) {
    if (self->ready_at == self->ready_count) {
        fill_tables(self);
    }
    if (self->ready_at < self->ready_count) {
        const ready_batch *batch = &self->ready[self->ready_at++];
        *table = batch->table;
        *array = batch->array;
        return VOX_OK;
    }
    for (; self->failure == 0 && self->last < self->count; self->last++) {
        one_table *left = &self->tables[self->last];
        if (left->writer.frame->length) {
            self->failure = vox__reading_errno(export_batch(self, left, array));
            *table = self->last;
            break;
        }
    }
    return self->failure == 0 ? VOX_OK : fail_tables(self, self->failure);
}

vox_status vox_tables_next(vox_tables *tables, size_t *table, struct ArrowArray *array) {
    if (array) {
        memset(array, 0, sizeof *array);
    }
    if (!tables || !table || !array) {
        return VOX_ERROR_ARGUMENT;
    }
    *table = 0;
    const vox_status status = vox__reading_enter(&tables->reading) == EBUSY
                                  ? VOX_ERROR_ARGUMENT
                                  : give_batch(tables, table, array);
    vox__reading_leave(&tables->reading);
    return status;
}

const char *vox_tables_message(vox_tables *tables) {
    return tables ? vox__reading_message(&tables->reading) : NULL;
}

vox_status vox_tables_counts_of(
    const vox_tables *tables, size_t table, vox_columns_counts *counts
) {
    if (!tables || !counts || table >= tables->count) {
        return VOX_ERROR_ARGUMENT;
    }
    const one_table *one = &tables->tables[table];
    *counts = one->writer.counts;
    if (is_found_by_type(one->writer.columns)) {
        counts->skipped = tables->seen[one->writer.columns->kind] - one->taken;
    }
    counts->bytes = vox__text_source_bytes(tables->reading.source);
    return VOX_OK;
}

/* --- making and freeing --------------------------------------------------------------------- */

static void free_list(const vox_allocator *allocator, void *list, size_t size) {
    if (list) {
        vox__memory_resize(allocator, list, size, 0);
    }
}

void vox_tables_free(vox_tables *tables) {
    if (!tables) {
        return;
    }
    const vox_allocator allocator = tables->reading.options.tree.allocator;
    for (size_t at = tables->ready_at; at < tables->ready_count; at++) {
        struct ArrowArray *array = &tables->ready[at].array;
        array->release(array);
    }
    vox__record_end(&tables->rows.record);
    vox__text_source_free(tables->reading.source);
    for (size_t index = 0; tables->tables && index < tables->count; index++) {
        vox__reading_writer_free(&tables->tables[index].writer);
    }
    free_list(&allocator, tables->ready, tables->ready_size * sizeof *tables->ready);
    free_list(&allocator, tables->tables, tables->count * sizeof *tables->tables);
    free_list(&allocator, tables->order, tables->count * sizeof *tables->order);
    vox__memory_resize(&allocator, tables, sizeof *tables, 0);
}

/** Makes the writers of all tables, and the source. */
static vox_status make_tables(
    vox_tables *self, const vox_columns *const *columns, const vox_source *source
) {
    const vox_columns_options *options = &self->reading.options;
    const vox_allocator *allocator = &options->tree.allocator;
    bool whole = false;
    self->tables = (one_table *)vox__memory_resize(
        allocator, NULL, 0, self->count * sizeof *self->tables
    );
    if (!self->tables) {
        return VOX_ERROR_MEMORY;
    }
    memset(self->tables, 0, self->count * sizeof *self->tables);
    self->order = (size_t *)vox__memory_resize(
        allocator, NULL, 0, self->count * sizeof *self->order
    );
    if (!self->order) {
        return VOX_ERROR_MEMORY;
    }
    for (size_t index = 0; index < self->count; index++) {
        VOX_TRY(vox__reading_writer(&self->reading, columns[index], &self->tables[index].writer));
        whole |= columns[index]->needs_included && columns[index]->kind != TABLE_RECORDS;
    }
    order_tables(self);
    return vox__text_source_new(source, options, whole, false, &self->reading.source);
}

/** Returns true for arguments that vox_tables_new refuses. */
static bool are_refused(const vox_columns *const *columns, size_t count, const vox_source *source) {
    bool refused = !columns || !count || count > SIZE_MAX / sizeof(one_table) || !source ||
                   !source->read;
    for (size_t index = 0; !refused && index < count; index++) {
        refused = !columns[index];
    }
    return refused;
}

vox_status vox_tables_new(
    const vox_columns *const *columns, size_t count, const vox_source *source,
    const vox_columns_options *options, vox_tables **tables
) {
    vox_columns_options used;
    vox_status status = VOX_ERROR_ARGUMENT;
    vox_tables *self = NULL;
    if (tables && !are_refused(columns, count, source)) {
        status = vox__columns_options_read(options, &used);
    }
    if (status == VOX_OK) {
        self = (vox_tables *)vox__memory_resize(&used.tree.allocator, NULL, 0, sizeof *self);
        status = self ? VOX_OK : VOX_ERROR_MEMORY;
    }
    if (self) {
        memset(self, 0, sizeof *self);
        used.fault = vox__is_stopping(used.fault) ? VOX_COLUMNS_STRICT : VOX_COLUMNS_SKIP;
        self->reading.options = used;
        self->count = count;
        status = make_tables(self, columns, source);
    }
    if (status != VOX_OK) {
        vox_tables_free(self);
        self = NULL;
        if (source && source->release) {
            source->release(source->context);
        }
    }
    if (tables) {
        *tables = self;
    }
    return status;
}
