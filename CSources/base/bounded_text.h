/* SPDX-License-Identifier: MIT */
/** Text that is written into a buffer of a fixed size, as far as it fits. */
#ifndef VOX_BOUNDED_TEXT_H
#define VOX_BOUNDED_TEXT_H

#include "base/base.h"

typedef struct vox__bounded {
    char *buffer; /* may be NULL: then the text is only counted */
    size_t capacity;
    size_t length; /* of the whole text, which may be above `capacity` */
} vox__bounded;

static inline void vox__bounded_byte(vox__bounded *text, char byte) {
    if (text->buffer && text->length < text->capacity) {
        text->buffer[text->length] = byte;
    }
    text->length++;
}

static inline void vox__bounded_string(vox__bounded *text, vox_string string) {
    for (size_t offset = 0; offset < string.length; offset++) {
        vox__bounded_byte(text, string.bytes[offset]);
    }
}

static inline void vox__bounded_put(vox__bounded *text, const char *string) {
    vox__bounded_string(text, vox_string_from_c(string));
}

static inline void vox__bounded_number(vox__bounded *text, uint64_t number) {
    char digits[VOX_NUMBER_SIZE];
    vox__bounded_string(text, vox__integer_text(digits, false, number));
}

/** Ends the text in the buffer with a NUL, and cuts it to the buffer. */
static inline void vox__bounded_end(vox__bounded *text) {
    if (text->length >= text->capacity) {
        text->length = text->capacity - 1;
    }
    text->buffer[text->length] = '\0';
}

#endif
