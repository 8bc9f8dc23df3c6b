/* SPDX-License-Identifier: MIT */
/** The memory of columns. Every column has the layout that Arrow gives its type, so a batch is given
 *  away without a copy:
 *
 *      valid    1 bit a row          all columns but absent
 *      values   1 bit a row          bool, absent
 *               4, 8 or 16 bytes     numbers, dates
 *               4 or 8 bytes + 1     where each text or list begins: utf8, json, list
 *      text     bytes                utf8, json
 *      inner    a frame              list, struct
 *
 *  The rows of all columns grow at once. Bits of new rows are 0. */
#include "columns/columns.h"

size_t vox__type_width(vox__type type) {
    switch (type) {
    case TYPE_INT64:
    case TYPE_DOUBLE:
    case TYPE_TIMESTAMP:
    case TYPE_LARGE_UTF8:
        return 8;
    case TYPE_DECIMAL128:
        return 16;
    case TYPE_UTF8:
    case TYPE_JSON:
    case TYPE_LIST:
    case TYPE_DATE32:
        return 4;
    default:
        return 0;
    }
}

static bool has_bits(vox__type type) {
    return type == TYPE_BOOL || type == TYPE_ABSENT;
}

size_t vox__values_size(vox__type type, size_t rows) {
    const size_t width = vox__type_width(type);
    return has_bits(type) ? rows / 8 : width * (rows + vox__type_has_offsets(type));
}

/* --- making and freeing ------------------------------------------------------------- */

static vox_status make_builder(vox__cells *builder, vox__frame *frame, uint32_t index) {
    const vox__column *column = &frame->fields->columns[index];
    *builder = (vox__cells){.column = column, .text = {.allocator = frame->allocator}};
    return column->inner
               ? vox__frame_make(&builder->inner, column->inner, &frame->allocator, frame->sizes)
               : VOX_OK;
}

static size_t width_of_row(const vox__fields *fields) {
    size_t bits = 0;
    for (uint32_t index = 0; index < fields->shown; index++) {
        const vox__column *column = &fields->columns[index];
        const size_t inner = column->type == TYPE_STRUCT ? width_of_row(column->inner) : 0;
        bits += 1 + has_bits(column->type) + 8 * (vox__type_width(column->type) + inner);
    }
    return (bits + 7) / 8;
}

static vox_status make_parts(vox__frame *frame) {
    const vox__fields *fields = frame->fields;
    const size_t size = fields->shown * sizeof *frame->builders;
    if (size) {
        frame->builders = (vox__cells *)vox__memory_resize(&frame->allocator, NULL, 0, size);
        if (!frame->builders) {
            return VOX_ERROR_MEMORY;
        }
        memset(frame->builders, 0, size);
    }
    for (uint32_t index = 0; index < fields->shown; index++) {
        VOX_TRY(make_builder(&frame->builders[index], frame, index));
    }
    VOX_TRY(vox_paths_new(
        fields->paths, fields->count, fields->start, &frame->allocator, &frame->paths, NULL, NULL
    ));
    vox__paths_take(frame->paths, fields->takes);
    return VOX_OK;
}

vox_status vox__frame_make(
    vox__frame **made, const vox__fields *fields, const vox_allocator *allocator, vox__sizes *sizes
) {
    vox__frame *frame = (vox__frame *)vox__memory_resize(allocator, NULL, 0, sizeof *frame);
    *made = frame;
    if (!frame) {
        return VOX_ERROR_MEMORY;
    }
    *frame = (vox__frame
    ){.fields = fields,
      .allocator = *allocator,
      .usual = FIRST_ROWS,
      .row_width = width_of_row(fields),
      .sizes = sizes};
    const vox_status status = make_parts(frame);
    if (status != VOX_OK) {
        vox__frame_free(frame);
        *made = NULL;
    }
    return status;
}

static void free_builder(const vox_allocator *allocator, vox__cells *builder) {
    if (builder->column) {
        const size_t size = vox__values_size(builder->column->type, builder->value_rows);
        vox__memory_resize(
            allocator, builder->valid, builder->valid ? builder->valid_rows / 8 : 0, 0
        );
        vox__memory_resize(allocator, builder->values, builder->values ? size : 0, 0);
        vox_buffer_free(&builder->text);
        vox__frame_free(builder->inner);
    }
}

void vox__frame_free(vox__frame *frame) {
    if (frame) {
        const vox_allocator allocator = frame->allocator;
        for (uint32_t index = 0; frame->builders && index < frame->fields->shown; index++) {
            free_builder(&allocator, &frame->builders[index]);
        }
        if (frame->builders) {
            vox__memory_resize(
                &allocator, frame->builders, frame->fields->shown * sizeof *frame->builders, 0
            );
        }
        vox_paths_free(frame->paths);
        vox__memory_resize(&allocator, frame, sizeof *frame, 0);
    }
}

/* --- growing ------------------------------------------------------------------------- */

/** Resizes the memory of bits, and sets new bits to 0. */
static bool grow_bits(const vox_allocator *allocator, void **bits, size_t old_rows, size_t rows) {
    void *grown = vox__memory_resize(allocator, *bits, *bits ? old_rows / 8 : 0, rows / 8);
    if (!grown) {
        return false;
    }
    memset((uint8_t *)grown + old_rows / 8, 0, (rows - old_rows) / 8);
    *bits = grown;
    return true;
}

/** Resizes the values of a column. The first offset is 0. */
static bool grow_values(const vox_allocator *allocator, vox__cells *builder, size_t rows) {
    const vox__type type = builder->column->type;
    const size_t size = vox__values_size(type, rows);
    if (has_bits(type)) {
        return grow_bits(allocator, &builder->values, builder->value_rows, rows);
    }
    if (!size) {
        return true;
    }
    const size_t old_size = builder->values ? vox__values_size(type, builder->value_rows) : 0;
    void *grown = vox__memory_resize(allocator, builder->values, old_size, size);
    if (!grown) {
        return false;
    }
    if (!old_size && vox__type_has_offsets(type)) {
        memset(grown, 0, vox__type_width(type));
    }
    builder->values = grown;
    return true;
}

/** Gives a column memory for so many rows. */
static vox_status grow_builder(const vox_allocator *allocator, vox__cells *builder, size_t rows) {
    if (builder->valid_rows < rows && builder->column->type != TYPE_ABSENT) {
        void *valid = builder->valid;
        if (!grow_bits(allocator, &valid, builder->valid_rows, rows)) {
            return VOX_ERROR_MEMORY;
        }
        builder->valid = (uint8_t *)valid;
        builder->valid_rows = rows;
    }
    if (builder->value_rows < rows) {
        if (!grow_values(allocator, builder, rows)) {
            return VOX_ERROR_MEMORY;
        }
        builder->value_rows = rows;
    }
    return VOX_OK;
}

vox_status vox__frame_grow(vox__frame *frame) {
    const size_t rows = frame->capacity ? frame->capacity * 2 : frame->usual;
    if (rows > SIZE_MAX / 64) {
        return VOX_ERROR_MEMORY;
    }
    for (uint32_t index = 0; index < frame->fields->shown; index++) {
        VOX_TRY(grow_builder(&frame->allocator, &frame->builders[index], rows));
    }
    frame->capacity = rows;
    return VOX_OK;
}

/** Ensures memory for so many bytes after the text of a column. */
static VOX_APART vox_status grow_text(vox__cells *builder, size_t length) {
    const size_t capacity = builder->text.capacity;
    size_t more = capacity ? capacity : builder->usual_text ? builder->usual_text : FIRST_TEXT;
    more = more < length ? length : more;
    return vox__buffer_reserve(&builder->text, more);
}

/* --- appending ------------------------------------------------------------------------ */

/** Writes the end of a text or list: where the next one begins. */
VOX_INLINE void put_offset(const vox__frame *frame, vox__cells *builder, size_t offset) {
    if (builder->column->type == TYPE_LARGE_UTF8) {
        ((int64_t *)builder->values)[frame->length + 1] = (int64_t)offset;
    } else {
        ((int32_t *)builder->values)[frame->length + 1] = (int32_t)offset;
    }
}

vox_status vox__append_null(vox__frame *frame, vox__cells *builder) {
    const vox__type type = builder->column->type;
    const size_t width = vox__type_width(type);
    if (type == TYPE_STRUCT) {
        vox__frame *inner = builder->inner;
        VOX_TRY(vox__frame_reserve(inner));
        VOX_TRY(vox__append_nulls(inner, 0, inner->fields->shown));
        inner->length++;
    } else if (type == TYPE_LIST) {
        put_offset(frame, builder, builder->inner->length);
    } else if (vox__type_has_offsets(type)) {
        put_offset(frame, builder, builder->text.length);
    } else if (width) {
        memset((char *)builder->values + frame->length * width, 0, width);
    }
    return VOX_OK;
}

vox_status vox__append_nulls(vox__frame *frame, uint32_t first, uint32_t end) {
    for (uint32_t index = first; index < end; index++) {
        vox__cells *builder = &frame->builders[index];
        if (builder->column->type == TYPE_ABSENT) {
            ((uint8_t *)builder->values)[frame->length / 8] |= (uint8_t)(1U << frame->length % 8);
        } else {
            VOX_TRY(vox__append_null(frame, builder));
        }
    }
    return VOX_OK;
}

void vox__append_written(vox__frame *frame, vox__cells *builder) {
    vox__mark_valid(frame, builder);
    put_offset(frame, builder, builder->text.length);
}

void vox__append_listed(vox__frame *frame, vox__cells *builder) {
    vox__mark_valid(frame, builder);
    put_offset(frame, builder, builder->inner->length);
}

vox_status vox__append_text(vox__frame *frame, vox__cells *builder, vox_string text) {
    vox_buffer *out = &builder->text;
    if (VOX_UNLIKELY(!vox__offset_fits(builder, out->length + text.length))) {
        return VOX_ERROR_SIZE_LIMIT;
    }
    if (VOX_UNLIKELY(out->capacity - out->length < text.length || !out->bytes)) {
        VOX_TRY(grow_text(builder, text.length));
    }
    vox__copy(out->bytes + out->length, text.bytes, text.length);
    out->length += text.length;
    frame->sizes->bytes += text.length;
    vox__append_written(frame, builder);
    return VOX_OK;
}

void vox__append_int64(vox__frame *frame, vox__cells *builder, int64_t value) {
    vox__mark_valid(frame, builder);
    ((int64_t *)builder->values)[frame->length] = value;
}

/* --- sparse columns -------------------------------------------------------------------- */

/** Returns where the text or the list of a row begins. */
static size_t offset_at(const vox__cells *builder, size_t row) {
    return builder->column->type == TYPE_LARGE_UTF8
               ? (size_t)((const int64_t *)builder->values)[row]
               : (size_t)((const int32_t *)builder->values)[row];
}

/** Writes nulls to rows of a column whose bits are 0. */
static void write_nulls(vox__cells *builder, size_t first, size_t end) {
    const vox__type type = builder->column->type;
    const size_t width = vox__type_width(type);
    if (!vox__type_has_offsets(type)) {
        memset((char *)builder->values + first * width, 0, (end - first) * width);
        return;
    }
    const size_t offset = offset_at(builder, first);
    if (offset == 0) {
        memset((char *)builder->values + (first + 1) * width, 0, (end - first) * width);
        return;
    }
    for (size_t row = first + 1; row <= end; row++) {
        if (type == TYPE_LARGE_UTF8) {
            ((int64_t *)builder->values)[row] = (int64_t)offset;
        } else {
            ((int32_t *)builder->values)[row] = (int32_t)offset;
        }
    }
}

vox_status vox__cells_pad(vox__cells *builder, size_t end) {
    vox__frame *inner = builder->inner;
    if (builder->rows >= end) {
        return VOX_OK;
    }
    if (!inner) {
        write_nulls(builder, builder->rows, end);
    }
    while (inner && inner->capacity < end) {
        VOX_TRY(vox__frame_grow(inner));
    }
    for (uint32_t index = 0; inner && index < inner->fields->shown; index++) {
        write_nulls(&inner->builders[index], builder->rows, end);
        inner->length = end;
    }
    builder->rows = end;
    return VOX_OK;
}

/* --- taking back ----------------------------------------------------------------------- */

static void clear_bits(uint8_t *bits, size_t first, size_t end) {
    if (bits && first < end) {
        bits[first / 8] &= (uint8_t)((1U << first % 8) - 1);
        memset(bits + first / 8 + 1, 0, (end + 7) / 8 - first / 8 - 1);
    }
}

void vox__frame_rewind(vox__frame *frame, size_t length) {
    /* The row after the last one may be incomplete. */
    const size_t end = frame->length < frame->capacity ? frame->length + 1 : frame->length;
    for (uint32_t index = 0; frame->capacity && index < frame->fields->shown; index++) {
        vox__cells *builder = &frame->builders[index];
        const vox__type type = builder->column->type;
        clear_bits(builder->valid, length, end);
        if (has_bits(type)) {
            clear_bits((uint8_t *)builder->values, length, end);
        } else if (builder->is_sparse) {
            builder->rows = builder->rows < length ? builder->rows : length;
            if (type == TYPE_STRUCT) {
                vox__frame_rewind(builder->inner, builder->rows);
            } else {
                builder->text.length = offset_at(builder, builder->rows);
            }
        } else if (type == TYPE_STRUCT) {
            vox__frame_rewind(builder->inner, length);
        } else if (type == TYPE_LIST) {
            vox__frame_rewind(builder->inner, offset_at(builder, length));
        } else if (vox__type_has_offsets(type)) {
            builder->text.length = offset_at(builder, length);
        }
    }
    frame->length = length;
}
