/* SPDX-License-Identifier: MIT */
/** The target of written text: the memory of a buffer that grows, or a sink. Small pieces go
 *  through a small store, and large pieces go directly to the sink. */
#include "write/write.h"

/** Makes text go to the store, from its beginning. */
static char *use_store(vox__output *output) {
    output->end = output->store + VOX_STORE;
    return output->at = output->store;
}

/** Passes bytes to the sink. */
static void hand_over(vox__output *output, const char *bytes, size_t length) {
    if (length && output->status == VOX_OK &&
        output->sink.write(output->sink.context, bytes, length) != 0) {
        output->status = VOX_ERROR_SINK;
    }
}

/** Reserves memory in the buffer after its content. */
static char *grow(vox__output *output, size_t length) {
    vox_buffer *buffer = output->buffer;
    vox_status status = length < SIZE_MAX - VOX_SLACK
                            ? vox__buffer_reserve(buffer, length + VOX_SLACK)
                            : VOX_ERROR_MEMORY;
    if (status != VOX_OK) {
        output->status = status;
        return use_store(output);
    }
    output->end = buffer->bytes + buffer->capacity - VOX_SLACK;
    return output->at = buffer->bytes + buffer->length;
}

void vox__output_to_buffer(vox__output *output, vox_buffer *buffer, size_t expected) {
    output->buffer = buffer;
    output->status = VOX_OK;
    (void)grow(output, expected);
    if (output->status != VOX_OK) {
        output->status = VOX_OK; /* less memory may be enough */
        (void)grow(output, 0);
    }
}

void vox__output_to_sink(vox__output *output, vox_sink sink) {
    output->buffer = NULL;
    output->sink = sink;
    output->status = VOX_OK;
    (void)use_store(output);
}

char *vox__room(vox__output *output, char *at, size_t length) {
    if (vox__fits(output, at, length)) {
        return at;
    }
    if (output->buffer && output->status == VOX_OK) {
        output->buffer->length = (size_t)(at - output->buffer->bytes);
        return grow(output, length);
    }
    hand_over(output, output->store, (size_t)(at - output->store));
    return use_store(output);
}

char *vox__put_more(vox__output *output, char *at, const char *bytes, size_t length) {
    at = vox__room(output, at, length);
    if (vox__fits(output, at, length)) {
        memcpy(at, bytes, length);
        return at + length;
    }
    if (!output->buffer) {
        hand_over(output, bytes, length);
    }
    return at;
}

vox_status vox__output_end(vox__output *output) {
    if (!output->buffer) {
        hand_over(output, output->store, (size_t)(output->at - output->store));
    } else if (output->status == VOX_OK) {
        output->buffer->length = (size_t)(output->at - output->buffer->bytes);
    }
    return output->status;
}

vox_status vox__buffer_reserve(vox_buffer *buffer, size_t more) {
    size_t needed = buffer->length + more;
    size_t capacity = buffer->capacity + buffer->capacity / 2;
    if (more <= buffer->capacity - buffer->length) {
        return VOX_OK;
    }
    if (needed < more) {
        return VOX_ERROR_MEMORY;
    }
    capacity = capacity < needed ? needed : capacity;
    void *resized = buffer->allocator.resize(
        buffer->allocator.context, buffer->bytes, buffer->capacity, capacity
    );
    if (!resized) {
        return VOX_ERROR_MEMORY;
    }
    buffer->bytes = (char *)resized;
    buffer->capacity = capacity;
    return VOX_OK;
}

void vox_buffer_free(vox_buffer *buffer) {
    if (!buffer) {
        return;
    }
    if (buffer->bytes) {
        buffer->allocator.resize(buffer->allocator.context, buffer->bytes, buffer->capacity, 0);
    }
    buffer->bytes = NULL;
    buffer->length = buffer->capacity = 0;
}
