/* SPDX-License-Identifier: MIT */
/** Where written text goes: small pieces through a little store, large ones
 *  straight to the sink; and the buffer that grows. */
#include "write/write.h"

void vox__flush(vox__output *output) {
    if (output->used && output->status == VOX_OK &&
        output->sink.write(output->sink.context, output->bytes, output->used) != 0) {
        output->status = VOX_ERROR_SINK;
    }
    output->used = 0;
}

void vox__put(vox__output *output, const char *bytes, size_t length) {
    if (length > sizeof output->bytes - output->used) {
        vox__flush(output);
    }
    if (length <= sizeof output->bytes - output->used) {
        if (length) {
            memcpy(output->bytes + output->used, bytes, length);
            output->used += length;
        }
    } else if (output->status == VOX_OK && output->sink.write(output->sink.context, bytes, length) != 0) {
        output->status = VOX_ERROR_SINK;
    }
}

static bool needs_escape(unsigned char byte) {
    return byte < 0x20 || byte == '"' || byte == '\\';
}

/** The shortest escapes, as RFC 8785 section 3.2.2.2 wants them. */
static void put_escape(vox__output *output, unsigned char byte) {
    static const char short_forms[] = "btn\0fr";
    vox__put_byte(output, '\\');
    if (byte == '"' || byte == '\\') {
        vox__put_byte(output, (char)byte);
    } else if (byte >= 8 && byte <= 13 && byte != 11) {
        vox__put_byte(output, short_forms[byte - 8]);
    } else {
        vox__put(output, "u00", 3);
        vox__put_byte(output, byte < 16 ? '0' : '1');
        vox__put_byte(output, "0123456789abcdef"[byte & 15]);
    }
}

void vox__put_quoted(vox__output *output, vox_string text) {
    size_t start = 0;
    vox__put_byte(output, '"');
    for (size_t offset = 0; offset < text.length; offset++) {
        unsigned char byte = (unsigned char)text.bytes[offset];
        if (VOX_UNLIKELY(needs_escape(byte))) {
            vox__put(output, text.bytes + start, offset - start);
            put_escape(output, byte);
            start = offset + 1;
        }
    }
    vox__put(output, text.bytes + start, text.length - start);
    vox__put_byte(output, '"');
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
    buffer->bytes = resized;
    buffer->capacity = capacity;
    return VOX_OK;
}

void vox_buffer_free(vox_buffer *buffer) {
    if (buffer->bytes) {
        buffer->allocator.resize(buffer->allocator.context, buffer->bytes, buffer->capacity, 0);
    }
    buffer->bytes = NULL;
    buffer->length = buffer->capacity = 0;
}
