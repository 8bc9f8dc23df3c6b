/* SPDX-License-Identifier: MIT */
#include "value_end.h"

#include <string.h>

bool vox__is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/** Begins with the first byte of a value. Returns true when the value has no more bytes. */
static bool begin(value_end *value, char byte) {
    value->is_begun = true;
    value->depth = byte == '{' || byte == '[';
    value->in_string = byte == '"';
    value->is_word = !value->depth && !value->in_string;
    return byte != '\0' && strchr("}],:", byte);
}

/** Returns true when a byte ends a number or a literal, and does not belong to it. */
static bool ends_word(char byte) {
    return vox__is_blank(byte) || (byte != '\0' && strchr("{}[],:\"", byte));
}

/** Goes on in a string. Returns true when the string ends, with or without its quote. */
static bool pass_string(value_end *value, const char *bytes, size_t length, size_t *at) {
    for (; *at < length; ++*at) {
        const char byte = bytes[*at];
        if (byte == '\n') {
            value->depth = 0;
            return true;
        }
        if (value->is_escaped) {
            value->is_escaped = false;
        } else if (byte == '\\') {
            value->is_escaped = true;
        } else if (byte == '"') {
            value->in_string = false;
            ++*at;
            return true;
        }
    }
    return false;
}

bool vox__value_end(value_end *value, const char *bytes, size_t length, size_t *at) {
    if (!value->is_begun && *at < length && begin(value, bytes[(*at)++])) {
        return true;
    }
    while (*at < length) {
        if (value->in_string) {
            if (pass_string(value, bytes, length, at) && value->depth == 0) {
                return true;
            }
            continue;
        }
        const char byte = bytes[*at];
        if (value->is_word) {
            if (ends_word(byte)) {
                return true;
            }
        } else if (byte == '"') {
            value->in_string = true;
        } else if (byte == '{' || byte == '[') {
            value->depth++;
        } else if ((byte == '}' || byte == ']') && --value->depth == 0) {
            ++*at;
            return true;
        }
        ++*at;
    }
    return false;
}
