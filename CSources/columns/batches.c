/* SPDX-License-Identifier: MIT */
/** The stream of batches: reads records, and writes their rows until a batch is full. */
#include "columns/reading.h"

#include "base/growing.h"

#define STANDARD_ROWS ((size_t)65536)
#define STANDARD_BYTES ((size_t)16 << 20)
#define STANDARD_RECORD ((size_t)256 << 20)
/** A batch and a row after it stay below 2 GiB, so that offsets of 32 bits suffice. */
#define MOST_BYTES ((size_t)1 << 30)

/* --- options ------------------------------------------------------------------------------ */

/** The end of the struct in version 0.1.0: the end of the options of a tree at that time. */
#define FIRST_SIZE (offsetof(vox_columns_options, tree.stop_context) + sizeof(void *))
#define SPARE_WORDS (sizeof((vox_columns_options *)0)->spare / sizeof(size_t))

void vox_columns_options_init(vox_columns_options *options, size_t size) {
    const vox_columns_options standard = {
        .size = sizeof standard,
        .batch_rows = STANDARD_ROWS,
        .batch_bytes = STANDARD_BYTES,
        .max_record = STANDARD_RECORD,
    };
    if (options) {
        vox__growing_write(options, size, &standard, sizeof standard);
    }
    if (options && size > offsetof(vox_columns_options, tree)) {
        vox_options_init(&options->tree, size - offsetof(vox_columns_options, tree));
    }
}

static size_t bounded(size_t given, size_t standard, size_t most) {
    const size_t limit = vox__limit(given, standard);
    return limit < most ? limit : most;
}

vox_status vox__columns_options_read(
    const vox_columns_options *options, vox_columns_options *used
) {
    const vox_columns_options standard = vox_columns_options_default();
    options = options ? options : &standard;
    VOX_TRY(vox__growing_read(used, sizeof *used, FIRST_SIZE, options));
    if ((unsigned)used->form > VOX_COLUMNS_DOCUMENT || (unsigned)used->fault > VOX_COLUMNS_STRICT) {
        return VOX_ERROR_ARGUMENT;
    }
    for (size_t index = 0; index < SPARE_WORDS; index++) {
        if (used->spare[index] != 0) {
            return VOX_ERROR_ARGUMENT;
        }
    }
    used->batch_rows = bounded(used->batch_rows, STANDARD_ROWS, INT32_MAX / 2);
    used->batch_rows += used->batch_rows == 0;
    used->batch_bytes = bounded(used->batch_bytes, STANDARD_BYTES, MOST_BYTES);
    used->max_record = bounded(used->max_record, STANDARD_RECORD, MOST_BYTES);
    VOX_TRY(vox__options_read(&options->tree, &used->tree));
    used->tree.mode = VOX_MODE_EAGER; /* what is malformed must not depend on what is read */
    return VOX_OK;
}

/* --- the stream ---------------------------------------------------------------------------- */

typedef struct batches {
    vox__reading reading;
    vox__row_writer table;
    vox__rows rows; /* of the last record; `record.tree` is NULL if there is none */
    bool is_ended;
    vox_columns_counts given; /* of the batches before */
} batches;

/** Keeps a failure. The rows of this batch are lost. */
static int keep_failure(batches *self, int failure) {
    vox__reading_forget(&self->table.counts, &self->given);
    return vox__reading_fail(&self->reading, failure, &self->table.error);
}

/** Writes rows until the batch is full, or the source ends. */
static int fill_batch(batches *self) {
    self->table.sizes.bytes = 0;
    while (!vox__reading_is_full(&self->reading, &self->table) && !self->is_ended) {
        if (vox__rows_left(&self->rows)) {
            const vox_status status = vox__rows_next(&self->rows, &self->table);
            if (status != VOX_OK) {
                return vox__reading_errno(status);
            }
            continue;
        }
        vox__record_end(&self->rows.record);
        const int failure = vox__text_source_next(
            self->reading.source, &self->rows.record, &self->is_ended
        );
        if (failure != 0) {
            return failure;
        }
        if (!self->is_ended) {
            self->table.file = vox__text_source_file(self->reading.source);
            const vox_status status = vox__rows_of_record(&self->rows, &self->table);
            if (status != VOX_OK) {
                return vox__reading_errno(status);
            }
        }
    }
    return 0;
}

static int next_batch(batches *self, struct ArrowArray *array) {
    const int failure = fill_batch(self);
    if (failure != 0) {
        return keep_failure(self, failure);
    }
    if (self->table.frame->length == 0) {
        return 0; /* the end */
    }
    const vox_status status = vox__frame_export(self->table.frame, array);
    if (status != VOX_OK) {
        return keep_failure(self, vox__reading_errno(status));
    }
    self->given = self->table.counts;
    return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
    batches *self = (batches *)stream->private_data;
    memset(array, 0, sizeof *array);
    int failure = vox__reading_enter(&self->reading);
    failure = failure == 0 ? next_batch(self, array) : failure;
    vox__reading_leave(&self->reading);
    return failure;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
    batches *self = (batches *)stream->private_data;
    const vox_status status = vox__fields_export(
        self->table.columns, self->table.stops, &self->reading.options.tree.allocator, schema
    );
    self->reading.has_message = status != VOX_OK;
    if (status != VOX_OK && self->reading.failure == 0) {
        vox__reading_describe(&self->reading, status);
    }
    return vox__reading_errno(status);
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    return vox__reading_message(&((batches *)stream->private_data)->reading);
}

static void free_batches(batches *self) {
    const vox_allocator allocator = self->reading.options.tree.allocator;
    vox__record_end(&self->rows.record);
    vox__text_source_free(self->reading.source);
    vox__reading_writer_free(&self->table);
    vox__memory_resize(&allocator, self, sizeof *self, 0);
}

static void release_stream(struct ArrowArrayStream *stream) {
    free_batches((batches *)stream->private_data);
    stream->release = NULL;
    stream->private_data = NULL;
}

static vox_status make_batches(
    const vox_columns *columns, const vox_source *source, const vox_columns_options *options,
    batches **made
) {
    vox_columns_options used;
    VOX_TRY(vox__columns_options_read(options, &used));
    batches *self = (batches *)vox__memory_resize(&used.tree.allocator, NULL, 0, sizeof *self);
    if (!self) {
        return VOX_ERROR_MEMORY;
    }
    memset(self, 0, sizeof *self);
    self->reading.options = used;
    vox_status status = vox__reading_writer(&self->reading, columns, &self->table);
    if (status == VOX_OK) {
        status = vox__table_source_new(source, &used, columns, &self->reading.source);
    }
    if (status != VOX_OK) {
        free_batches(self);
        return status;
    }
    *made = self;
    return VOX_OK;
}

vox_status vox_columns_stream(
    const vox_columns *columns, const vox_source *source, const vox_columns_options *options,
    struct ArrowArrayStream *stream
) {
    batches *made = NULL;
    vox_status status = VOX_ERROR_ARGUMENT;
    if (stream) {
        memset(stream, 0, sizeof *stream);
    }
    if (stream && columns && source && source->read) {
        status = make_batches(columns, source, options, &made);
    }
    if (status != VOX_OK) {
        if (source && source->release) {
            source->release(source->context);
        }
        return status;
    }
    *stream = (struct ArrowArrayStream
    ){.get_schema = get_schema,
      .get_next = get_next,
      .get_last_error = get_last_error,
      .release = release_stream,
      .private_data = made};
    return VOX_OK;
}

vox_status vox_columns_schema(
    const vox_columns *columns, const vox_columns_options *options, struct ArrowSchema *schema
) {
    vox_columns_options used;
    if (schema) {
        memset(schema, 0, sizeof *schema);
    }
    if (!columns || !schema) {
        return VOX_ERROR_ARGUMENT;
    }
    VOX_TRY(vox__columns_options_read(options, &used));
    return vox__fields_export(columns, vox__is_stopping(used.fault), &used.tree.allocator, schema);
}

vox_status vox_columns_counts_of(
    const struct ArrowArrayStream *stream, vox_columns_counts *counts
) {
    if (!stream || !counts || stream->release != release_stream) {
        return VOX_ERROR_ARGUMENT;
    }
    const batches *self = (const batches *)stream->private_data;
    *counts = self->table.counts;
    counts->bytes = vox__text_source_bytes(self->reading.source);
    return VOX_OK;
}
