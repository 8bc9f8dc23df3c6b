/* SPDX-License-Identifier: MIT */
#include "arrow_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

vox_buffer double_quoted(const char *text) {
    vox_buffer made = {.allocator = vox_allocator_default()};
    const size_t length = strlen(text);
    made.bytes = made.allocator.resize(made.allocator.context, NULL, 0, length + 1);
    if (!CHECK(made.bytes != NULL)) {
        return made;
    }
    made.capacity = length + 1;
    made.length = length;
    for (size_t at = 0; at <= length; at++) {
        made.bytes[at] = text[at] == '\'' ? '"' : text[at];
    }
    return made;
}

vox_columns *columns_from_c(const char *description) {
    vox_buffer text = double_quoted(description);
    vox_columns *columns = NULL;
    vox_error error = {.message = ""};
    const vox_allocator allocator = check_allocator_interface(&check_memory);
    if (!CHECK_OK(vox_columns_new(text.bytes, text.length, &allocator, &columns, &error))) {
        fprintf(stderr, "%s at %s\n", error.message, error.pointer);
    }
    vox_buffer_free(&text);
    return columns;
}

vox_columns_options columns_test_options(void) {
    vox_columns_options options = vox_columns_options_default();
    options.tree = document_options();
    return options;
}

static int read_piece(void *context, vox_piece *piece) {
    piece_source *self = context;
    size_t length = self->text.length - self->at;
    length = length < self->piece ? length : self->piece;
    length = length < sizeof self->copy ? length : sizeof self->copy;
    if (length == 0 && self->begun) {
        return self->failure;
    }
    memset(self->copy, 'x', sizeof self->copy); /* the last piece is gone */
    if (length) {
        memcpy(self->copy, self->text.bytes + self->at, length);
    }
    self->at += length;
    piece->bytes = self->tree ? NULL : self->copy;
    piece->length = self->tree ? 0 : length;
    piece->tree = self->tree;
    self->at = self->tree ? self->text.length : self->at;
    piece->file = self->begun ? NULL : "file";
    piece->offset = self->begun ? 0 : self->offset;
    piece->lines = self->begun ? 0 : self->lines;
    self->begun = true;
    return 0;
}

static void release_pieces(void *context) {
    ((piece_source *)context)->released++;
}

vox_source piece_source_of(piece_source *source) {
    return (vox_source){read_piece, release_pieces, source};
}

/* --- values --------------------------------------------------------------------- */

static void put(vox_buffer *out, const char *bytes, size_t length) {
    if (out->capacity - out->length < length) {
        const size_t capacity = (out->length + length) * 2 + 256;
        const vox_allocator by = vox_allocator_default();
        out->allocator = by;
        out->bytes = by.resize(by.context, out->bytes, out->capacity, capacity);
        out->capacity = capacity;
    }
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

static void put_c(vox_buffer *out, const char *text) {
    put(out, text, strlen(text));
}

static bool is_valid(const struct ArrowArray *array, int64_t row) {
    const uint8_t *bits = array->buffers[0];
    return !bits || (bits[row / 8] >> row % 8 & 1);
}

/** Returns where a text or list begins. */
static int64_t offset_of(
    const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t row
) {
    return schema->format[0] == 'U' ? ((const int64_t *)array->buffers[1])[row]
                                    : ((const int32_t *)array->buffers[1])[row];
}

static void put_value(
    vox_buffer *out, const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t row
);

static void put_decimal(vox_buffer *out, const struct ArrowSchema *schema, const uint64_t *value) {
    char text[96];
    const char *scale = strchr(schema->format, ',') + 1;
    if (value[1] == 0 && value[0] <= INT64_MAX) {
        snprintf(text, sizeof text, "%" PRIu64 "/%s", value[0], scale);
    } else {
        snprintf(text, sizeof text, "0x%016" PRIx64 "%016" PRIx64 "/%s", value[1], value[0], scale);
    }
    put_c(out, text);
}

static void put_text(
    vox_buffer *out, const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t row
) {
    const int64_t begin = offset_of(schema, array, row), end = offset_of(schema, array, row + 1);
    CHECK(begin >= 0 && begin <= end);
    put_c(out, "\"");
    put(out, (const char *)array->buffers[2] + begin, (size_t)(end - begin));
    put_c(out, "\"");
}

static void put_children(
    vox_buffer *out, const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t row
) {
    for (int64_t child = 0; child < array->n_children; child++) {
        put_c(out, child ? "," : "");
        put_value(out, schema->children[child], array->children[child], row);
    }
}

static void put_list(
    vox_buffer *out, const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t row
) {
    const int64_t begin = offset_of(schema, array, row), end = offset_of(schema, array, row + 1);
    CHECK(begin >= 0 && begin <= end && end <= array->children[0]->length);
    put_c(out, "[");
    for (int64_t element = begin; element < end; element++) {
        put_c(out, element > begin ? "," : "");
        put_value(out, schema->children[0], array->children[0], element);
    }
    put_c(out, "]");
}

static void put_value(
    vox_buffer *out, const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t row
) {
    const char *format = schema->format;
    char text[64] = "?";
    if (!is_valid(array, row)) {
        put_c(out, "null");
        return;
    }
    if (strcmp(format, "u") == 0 || strcmp(format, "U") == 0) {
        put_text(out, schema, array, row);
        return;
    }
    if (format[0] == 'd') {
        put_decimal(out, schema, (const uint64_t *)array->buffers[1] + 2 * row);
        return;
    }
    if (strcmp(format, "+l") == 0) {
        put_list(out, schema, array, row);
        return;
    }
    if (strcmp(format, "+s") == 0) {
        put_c(out, "{");
        put_children(out, schema, array, row);
        put_c(out, "}");
        return;
    }
    if (strcmp(format, "b") == 0) {
        const uint8_t *bits = array->buffers[1];
        snprintf(text, sizeof text, "%s", bits[row / 8] >> row % 8 & 1 ? "true" : "false");
    } else if (strcmp(format, "l") == 0 || strcmp(format, "tsu:UTC") == 0) {
        snprintf(text, sizeof text, "%" PRId64, ((const int64_t *)array->buffers[1])[row]);
    } else if (strcmp(format, "tdD") == 0) {
        snprintf(text, sizeof text, "%" PRId32, ((const int32_t *)array->buffers[1])[row]);
    } else if (strcmp(format, "g") == 0) {
        vox_number_format(((const double *)array->buffers[1])[row], text);
    }
    put_c(out, text);
}

/** Checks the structure of an array: what must be there, lengths, the count of nulls. */
static void check_array(const struct ArrowSchema *schema, const struct ArrowArray *array) {
    const bool is_struct = strcmp(schema->format, "+s") == 0;
    const bool is_list = strcmp(schema->format, "+l") == 0;
    const bool is_text = strcmp(schema->format, "u") == 0 || strcmp(schema->format, "U") == 0;
    int64_t nulls = 0;
    CHECK_SIZE(array->n_children, schema->n_children);
    CHECK_SIZE(array->n_buffers, is_struct ? 1 : is_text ? 3 : 2);
    CHECK_SIZE(array->offset, 0);
    CHECK(!array->dictionary && array->release);
    for (int64_t buffer = 1; buffer < array->n_buffers; buffer++) {
        CHECK(array->buffers[buffer] != NULL);
    }
    for (int64_t row = 0; row < array->length; row++) {
        nulls += !is_valid(array, row);
    }
    CHECK_SIZE(array->null_count, nulls);
    CHECK(nulls == 0 || schema->flags & ARROW_FLAG_NULLABLE);
    if (is_list || is_text) {
        CHECK_SIZE(offset_of(schema, array, 0), 0);
    }
    for (int64_t child = 0; child < array->n_children; child++) {
        const int64_t length = is_list ? offset_of(schema, array, array->length) : array->length;
        CHECK_SIZE(array->children[child]->length, length);
        check_array(schema->children[child], array->children[child]);
    }
}

/** Checks a batch, and appends a line for each row. */
static void put_batch(
    vox_buffer *rows, const struct ArrowSchema *schema, struct ArrowArray *array
) {
    CHECK(array->length > 0 && array->null_count == 0);
    check_array(schema, array);
    for (int64_t row = 0; row < array->length; row++) {
        put_c(rows, "[");
        put_children(rows, schema, array, row);
        put_c(rows, "]\n");
    }
    array->release(array);
    CHECK(!array->release);
}

vox_status tables_rows(
    vox_tables *tables, const vox_columns *const *columns, const vox_columns_options *options,
    vox_buffer *rows
) {
    struct ArrowSchema schema;
    struct ArrowArray array;
    size_t table;
    vox_status status;
    vox_columns_options used = *options;
    used.fault = options->fault == VOX_COLUMNS_ROW    ? VOX_COLUMNS_SKIP
                 : options->fault == VOX_COLUMNS_STOP ? VOX_COLUMNS_STRICT
                                                      : options->fault;
    while ((status = vox_tables_next(tables, &table, &array)) == VOX_OK && array.release) {
        if (CHECK_OK(vox_columns_schema(columns[table], &used, &schema))) {
            put_batch(&rows[table], &schema, &array);
            schema.release(&schema);
        }
    }
    CHECK((status == VOX_OK) == !vox_tables_message(tables) && !array.release);
    return status;
}

int stream_rows(struct ArrowArrayStream *stream, vox_buffer *rows) {
    struct ArrowSchema schema;
    struct ArrowArray array;
    int failure = stream->get_schema(stream, &schema);
    while (failure == 0 && (failure = stream->get_next(stream, &array)) == 0 && array.release) {
        put_batch(rows, &schema, &array);
    }
    CHECK(failure == 0 || stream->get_last_error(stream));
    if (schema.release) {
        schema.release(&schema);
    }
    stream->release(stream);
    CHECK(!stream->release);
    return failure;
}

bool check_rows(
    const char *description, const char *text, const vox_columns_options *options,
    const char *expected, const char *file, int line
) {
    static const size_t pieces[] = {4096, 1, 2, 7, 64};
    const vox_columns_options standard = columns_test_options();
    vox_columns *columns = columns_from_c(description);
    vox_buffer input = double_quoted(text), wanted = double_quoted(expected);
    bool held = columns != NULL;
    for (size_t way = 0; columns && way <= COUNT(pieces); way++) {
        piece_source source = {.text = buffer_text(&input), .piece = pieces[way % COUNT(pieces)]};
        const vox_source given = piece_source_of(&source);
        vox_columns_options used = options ? *options : standard;
        struct ArrowArrayStream stream;
        vox_buffer rows = {0};
        used.batch_rows = way == COUNT(pieces) ? 1 : used.batch_rows;
        held &= CHECK_OK(vox_columns_stream(columns, &given, &used, &stream));
        held &= check_size(
            (size_t)stream_rows(&stream, &rows), 0, file, line, "the stream ends well"
        );
        for (size_t at = 0; at < rows.length; at++) {
            rows.bytes[at] = rows.bytes[at] == '\'' ? '"' : rows.bytes[at];
        }
        held &= check_text(buffer_text(&rows), buffer_text(&wanted), file, line, description);
        held &= CHECK_SIZE(source.released, 1);
        vox_buffer_free(&rows);
    }
    vox_columns_free(columns);
    vox_buffer_free(&input);
    vox_buffer_free(&wanted);
    return held;
}
