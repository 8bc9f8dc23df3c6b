/* SPDX-License-Identifier: MIT */
/** Gives columns away as arrays. Each array owns its own memory, because a receiver may move a nested
 *  array out of its parent, and release the two at different times in different threads. */
#include "columns/columns.h"

#define MOST_BUFFERS 3

/** Stands for buffers without bytes, because some receivers do not accept NULL. */
static const uint64_t nothing[8] = {0};

/** The memory of an array. */
typedef struct array_memory {
    vox_allocator allocator;
    const void *buffers[MOST_BUFFERS]; /* ArrowArray.buffers */
    void *owned[MOST_BUFFERS];
    size_t sizes[MOST_BUFFERS];
    struct ArrowArray **children; /* followed by the children themselves */
    int64_t child_count;
} array_memory;

static size_t size_of_children(int64_t count) {
    return (size_t)count * (sizeof(struct ArrowArray *) + sizeof(struct ArrowArray));
}

static void release_array(struct ArrowArray *array) {
    array_memory *held = (array_memory *)array->private_data;
    const vox_allocator allocator = held->allocator;
    for (int64_t index = 0; index < held->child_count; index++) {
        struct ArrowArray *child = held->children[index];
        if (child->release) { /* it was not moved */
            child->release(child);
        }
    }
    if (held->children) {
        vox__memory_resize(&allocator, held->children, size_of_children(held->child_count), 0);
    }
    for (int index = 0; index < MOST_BUFFERS; index++) {
        if (held->owned[index]) {
            vox__memory_resize(&allocator, held->owned[index], held->sizes[index], 0);
        }
    }
    vox__memory_resize(&allocator, held, sizeof *held, 0);
    array->release = NULL;
}

/* --- allocating: everything that can fail ------------------------------------------------- */

static vox_status make_children(array_memory *held, int64_t count) {
    if (count) {
        void *block = vox__memory_resize(&held->allocator, NULL, 0, size_of_children(count));
        if (!block) {
            return VOX_ERROR_MEMORY;
        }
        memset(block, 0, size_of_children(count));
        held->children = (struct ArrowArray **)block;
        held->child_count = count;
        struct ArrowArray *first = (struct ArrowArray *)(void *)(held->children + count);
        for (int64_t index = 0; index < count; index++) {
            held->children[index] = first + index;
        }
    }
    return VOX_OK;
}

/** Makes an array without memory for values. After an error, nothing must be released. */
static vox_status make_array(
    struct ArrowArray *array, const vox_allocator *allocator, int64_t children
) {
    memset(array, 0, sizeof *array);
    array_memory *held = (array_memory *)vox__memory_resize(allocator, NULL, 0, sizeof *held);
    if (!held) {
        return VOX_ERROR_MEMORY;
    }
    *held = (array_memory){.allocator = *allocator};
    const vox_status status = make_children(held, children);
    if (status != VOX_OK) {
        vox__memory_resize(allocator, held, sizeof *held, 0);
        return status;
    }
    array->buffers = held->buffers;
    array->children = held->children;
    array->n_children = children;
    array->private_data = held;
    array->release = release_array;
    return VOX_OK;
}

/** Makes the arrays of a frame. */
static vox_status make_arrays(struct ArrowArray *array, vox__frame *frame) {
    const uint32_t count = frame->fields->shown;
    VOX_TRY(make_array(array, &frame->allocator, count));
    for (uint32_t index = 0; index < count; index++) {
        vox__cells *builder = &frame->builders[index];
        struct ArrowArray *child = array->children[index];
        vox__frame *inner = builder->inner;
        if (builder->is_sparse) {
            VOX_TRY(vox__cells_pad(builder, frame->length));
        }
        if (inner) {
            VOX_TRY(vox__frame_reserve(inner)); /* an empty list, too, has offsets */
        }
        VOX_TRY(
            builder->column->type == TYPE_STRUCT
                ? make_arrays(child, inner)
                : make_array(child, &frame->allocator, inner != NULL)
        );
        if (builder->column->type == TYPE_LIST) {
            /* The frame in a list has one column, whose array is the child of the list. */
            struct ArrowArray wrapper;
            const vox_status status = make_arrays(&wrapper, inner);
            if (status == VOX_OK) {
                *child->children[0] = *wrapper.children[0];
                wrapper.children[0]->release = NULL;
            }
            if (wrapper.release) {
                wrapper.release(&wrapper);
            }
            VOX_TRY(status);
        }
    }
    return VOX_OK;
}

/* --- moving: what cannot fail -------------------------------------------------------------- */

static void own(struct ArrowArray *array, int index, void *memory, size_t size) {
    array_memory *held = (array_memory *)array->private_data;
    held->owned[index] = memory;
    held->sizes[index] = size;
    held->buffers[index] = memory ? memory : nothing;
}

static int64_t count_nulls(const uint8_t *valid, size_t length) {
    size_t set = 0, at = 0;
    for (; at + 64 <= length; at += 64) {
        uint64_t word;
        memcpy(&word, valid + at / 8, sizeof word);
        set += vox__count_bits(word);
    }
    for (; at < length; at++) {
        set += valid[at / 8] >> at % 8 & 1;
    }
    return (int64_t)(length - set);
}

/** Returns the memory that the next batch begins with: that of this batch, unless little of it was
 *  used because one record was large. */
static size_t usual_size(size_t capacity, size_t used, size_t least) {
    while (capacity / 2 >= least && capacity / 4 >= used) {
        capacity /= 2;
    }
    return capacity;
}

static void move_frame(vox__frame *frame, struct ArrowArray *array);

static void move_builder(vox__frame *frame, vox__cells *builder, struct ArrowArray *array) {
    const vox__type type = builder->column->type;
    const bool has_text = builder->column->inner == NULL && vox__type_has_offsets(type);
    array->length = (int64_t)frame->length;
    if (type != TYPE_ABSENT) {
        array->null_count = count_nulls(builder->valid, frame->length);
        own(array, 0, builder->valid, builder->valid_rows / 8);
    }
    if (array->null_count == 0) {
        array->buffers[0] = NULL;
    }
    array->n_buffers = type == TYPE_STRUCT ? 1 : has_text ? 3 : 2;
    if (type == TYPE_STRUCT) {
        move_frame(builder->inner, array);
    } else {
        own(array, 1, builder->values, vox__values_size(type, builder->value_rows));
    }
    if (has_text) {
        builder->usual_text = usual_size(builder->text.capacity, builder->text.length, FIRST_TEXT);
        own(array, 2, builder->text.bytes, builder->text.capacity);
        builder->text = (vox_buffer){.allocator = builder->text.allocator};
    }
    if (type == TYPE_LIST) {
        vox__frame *inner = builder->inner;
        move_builder(inner, &inner->builders[0], array->children[0]);
        inner->usual = usual_size(inner->capacity, inner->length, FIRST_ROWS);
        inner->length = inner->capacity = 0;
    }
    builder->valid = NULL;
    builder->values = NULL;
    builder->valid_rows = builder->value_rows = builder->rows = 0;
}

/** Moves the columns of a frame to the children of a struct array. */
static void move_frame(vox__frame *frame, struct ArrowArray *array) {
    array->length = (int64_t)frame->length;
    array->n_buffers = 1;
    for (uint32_t index = 0; index < frame->fields->shown; index++) {
        move_builder(frame, &frame->builders[index], array->children[index]);
    }
    if (frame->capacity) {
        frame->usual = usual_size(frame->capacity, frame->length, FIRST_ROWS);
    }
    frame->length = frame->capacity = 0;
}

vox_status vox__frame_export(vox__frame *frame, struct ArrowArray *array) {
    const vox_status status = make_arrays(array, frame);
    if (status != VOX_OK) {
        if (array->release) {
            array->release(array);
        }
        return status;
    }
    move_frame(frame, array);
    return VOX_OK;
}
