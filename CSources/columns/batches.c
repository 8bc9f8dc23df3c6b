/* SPDX-License-Identifier: MIT */
/** The stream of batches: reads records, and writes their rows until a batch is full. */
#include "columns/rows.h"

#include "base/bounded_text.h"
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
    return vox__options_read(&options->tree, &used->tree);
}

/* --- the stream ---------------------------------------------------------------------------- */

#define MESSAGE_SIZE (VOX_ERROR_POINTER_SIZE + 512)

typedef struct batches {
    vox_columns_options options;
    vox__text_source *source;
    vox__row_writer table;
    vox__rows rows; /* of the last record; `record.tree` is NULL if there is none */
    bool is_ended;
    vox_columns_counts given; /* of the batches before */
    uint32_t readers; /* atomic: a call of get_next that runs, and those that came meanwhile */
    int failure;      /* a value of errno, which every later call returns */
    bool has_message; /* of the last call */
    char message[MESSAGE_SIZE];
} batches;

/** Returns the status as a value of errno. */
static int errno_of(vox_status status) {
    return status == VOX_OK ? 0 : status == VOX_ERROR_MEMORY ? ENOMEM : EINVAL;
}

/** Begins a message with the first bytes of the name of the file. */
static vox__bounded begin_message(batches *self) {
    const vox_string file = vox_string_from_c(vox__text_source_file(self->source));
    vox__bounded text = {self->message, MESSAGE_SIZE, 0};
    vox__bounded_string(&text, vox__string(file.bytes, file.length < 255 ? file.length : 255));
    return text;
}

static void describe_stop(batches *self) {
    const vox_error *error = &self->table.error;
    vox__bounded text = begin_message(self);
    if (error->line > 0) {
        vox__bounded_byte(&text, ':');
        vox__bounded_number(&text, error->line);
        vox__bounded_byte(&text, ':');
        vox__bounded_number(&text, error->column);
    }
    vox__bounded_put(&text, ": ");
    vox__bounded_put(&text, error->message);
    vox__bounded_put(&text, " (");
    vox__bounded_put(&text, vox_status_name(error->status));
    vox__bounded_put(&text, ", at \"");
    vox__bounded_put(&text, error->pointer);
    vox__bounded_put(&text, "\")");
    vox__bounded_end(&text);
}

static void describe_status(batches *self, vox_status status) {
    vox__bounded text = {self->message, MESSAGE_SIZE, 0};
    vox__bounded_put(&text, vox_status_message(status));
    vox__bounded_end(&text);
}

static void describe_failure(batches *self, int failure) {
    char digits[VOX_NUMBER_SIZE];
    const bool is_negative = failure < 0;
    vox__bounded text = begin_message(self);
    vox__bounded_put(&text, ": the source cannot be read (error ");
    vox__bounded_string(&text, vox__integer_text(digits, is_negative, (uint64_t)(int64_t)failure));
    vox__bounded_byte(&text, ')');
    vox__bounded_end(&text);
}

/** Keeps a failure, with its message. */
static int keep_failure(batches *self, int failure) {
    self->failure = failure;
    self->table.counts.rows = self->given.rows; /* the rows of this batch are lost */
    self->table.counts.misfits = self->given.misfits;
    self->table.counts.rests = self->given.rests;
    if (self->table.error.status != VOX_OK) {
        describe_stop(self);
    } else if (failure == ENOMEM) {
        describe_status(self, VOX_ERROR_MEMORY);
    } else {
        describe_failure(self, failure);
    }
    self->has_message = true;
    return failure;
}

static bool is_full(const batches *self) {
    const size_t rows = self->table.frame->length;
    return rows >= self->options.batch_rows ||
           self->table.sizes.bytes + rows * self->table.frame->row_width >=
               self->options.batch_bytes;
}

/** Writes rows until the batch is full, or the source ends. */
static int fill_batch(batches *self) {
    self->table.sizes.bytes = 0;
    while (!is_full(self) && !self->is_ended) {
        if (vox__rows_left(&self->rows)) {
            const vox_status status = vox__rows_next(&self->rows, &self->table);
            if (status != VOX_OK) {
                return errno_of(status);
            }
            continue;
        }
        vox__record_end(&self->rows.record);
        const int failure = vox__text_source_next(
            self->source, &self->rows.record, &self->is_ended
        );
        if (failure != 0) {
            return failure;
        }
        if (!self->is_ended) {
            self->table.file = vox__text_source_file(self->source);
            const vox_status status = vox__rows_of_record(&self->rows, &self->table);
            if (status != VOX_OK) {
                return errno_of(status);
            }
        }
    }
    return 0;
}

static int next_batch(batches *self, struct ArrowArray *array) {
    self->has_message = self->failure != 0;
    if (self->failure != 0) {
        return self->failure;
    }
    const int failure = fill_batch(self);
    if (failure != 0) {
        return keep_failure(self, failure);
    }
    if (self->table.frame->length == 0) {
        return 0; /* the end */
    }
    const vox_status status = vox__frame_export(self->table.frame, array);
    if (status != VOX_OK) {
        return keep_failure(self, errno_of(status));
    }
    self->given = self->table.counts;
    return 0;
}

/** Adds to the calls of get_next that run, which may be in several threads. Returns their number. */
static uint32_t count_readers(batches *self, uint32_t more) {
#ifdef VOX_FREESTANDING
    return self->readers += more;
#else
    return __atomic_add_fetch(&self->readers, more, __ATOMIC_ACQ_REL);
#endif
}

/** Of several threads, one gets the batch. Waiting for it would hide a mistake of the program. */
static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
    batches *self = (batches *)stream->private_data;
    memset(array, 0, sizeof *array);
    const int failure = count_readers(self, 1) == 1 ? next_batch(self, array) : EBUSY;
    (void)count_readers(self, UINT32_MAX);
    return failure;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
    batches *self = (batches *)stream->private_data;
    const vox_status status = vox__fields_export(
        self->table.columns, self->table.stops, &self->options.tree.allocator, schema
    );
    self->has_message = status != VOX_OK;
    if (status != VOX_OK && self->failure == 0) {
        describe_status(self, status);
    }
    return errno_of(status);
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    batches *self = (batches *)stream->private_data;
    if (count_readers(self, 0)) {
        return "another thread reads from the stream";
    }
    return self->has_message ? self->message : NULL;
}

static void free_batches(batches *self) {
    const vox_allocator allocator = self->options.tree.allocator;
    vox__record_end(&self->rows.record);
    vox__text_source_free(self->source);
    vox__frame_free(self->table.frame);
    vox__columns_drop(self->table.columns);
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
    self->options = used;
    vox__columns_keep(columns);
    self->table = (vox__row_writer
    ){.columns = columns,
      .most_row = used.max_record,
      .stops = vox__is_stopping(used.fault),
      .skips = vox__is_parting(used.fault) && columns->kind != TABLE_MALFORMED};
    vox_status status = vox__frame_make(
        &self->table.frame, columns->top, &used.tree.allocator, &self->table.sizes
    );
    if (status == VOX_OK) {
        self->table.is_standard = columns->kind == TABLE_RESOURCES &&
                                  vox__has_resource_members(self->table.frame->paths);
        vox__cells *cells = self->table.frame->builders;
        if (columns->rest != NO_PLACE) {
            cells[columns->rest].is_sparse = true;
        }
        if (columns->error != NO_PLACE) {
            cells[columns->error].is_sparse = true;
        }
        status = vox__table_source_new(source, &self->options, columns, &self->source);
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
    counts->bytes = vox__text_source_bytes(self->source);
    return VOX_OK;
}
