/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

static void skip(vox_string *input, size_t length) {
    input->bytes += length;
    input->length -= length;
}

vox_string fuzz_field(vox_string *input) {
    const char *end = input->length ? memchr(input->bytes, 0xFF, input->length) : NULL;
    vox_string field = {input->bytes, end ? (size_t)(end - input->bytes) : input->length};
    if (input->length) {
        skip(input, field.length + (end != NULL));
    }
    return field;
}

uint8_t fuzz_byte(vox_string *input) {
    if (input->length == 0) {
        return 0;
    }
    uint8_t byte = (uint8_t)input->bytes[0];
    skip(input, 1);
    return byte;
}

size_t fuzz_below(vox_string *input, size_t bound) {
    return fuzz_byte(input) % bound;
}
