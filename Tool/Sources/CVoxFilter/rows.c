/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

void vox__rows_begin(rows *out, size_t limit) {
    out->mark = out->length;
    out->limit = limit;
    out->too_long = false;
}

static bool grow(rows *out, size_t length) {
    if (out->out_of_memory || out->too_long) {
        return false;
    }
    if (length > out->limit || out->length - out->mark > out->limit - length) {
        out->too_long = true;
        return false;
    }
    size_t capacity = out->capacity ? out->capacity : ROWS_PIECE * 2;
    while (capacity - out->length < length) {
        if (capacity > SIZE_MAX / 2) {
            out->out_of_memory = true;
            return false;
        }
        capacity *= 2;
    }
    char *bytes = realloc(out->bytes, capacity);
    if (!bytes) {
        out->out_of_memory = true;
        return false;
    }
    out->bytes = bytes;
    out->capacity = capacity;
    return true;
}

void vox__rows_put(rows *out, const char *bytes, size_t length) {
    if (out->capacity - out->length < length && !grow(out, length)) {
        return;
    }
    if (length > 0) {
        memcpy(out->bytes + out->length, bytes, length);
        out->length += length;
    }
}

void vox__rows_put_text(rows *out, const char *text) {
    vox__rows_put(out, text, strlen(text));
}

void vox__rows_put_number(rows *out, uint64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    vox__rows_put(out, digits + at, sizeof digits - at);
}

static void put_escape(rows *out, unsigned character) {
    static const char digits[] = "0123456789abcdef";
    const char escape[] = {
        '\\', 'u', '0', '0', digits[character >> 4 & 15], digits[character & 15],
    };
    vox__rows_put(out, escape, sizeof escape);
}

/** Returns the number of bytes of the control character at an offset, 0 for another character. */
static size_t control_length(vox_string text, size_t at) {
    const unsigned char byte = (unsigned char)text.bytes[at];
    /* C1 is C2 80 to C2 9F in UTF-8. */
    const bool is_c1 = byte == 0xC2 && at + 1 < text.length &&
                       (unsigned char)text.bytes[at + 1] < 0xA0;
    return is_c1 ? 2 : byte < 0x20 || byte == 0x7F;
}

void vox__rows_put_shown(rows *out, vox_string text) {
    size_t from = 0;
    for (size_t at = 0; at < text.length; at++) {
        const size_t control = control_length(text, at);
        if (control > 0) {
            vox__rows_put(out, text.bytes + from, at - from);
            vox__rows_put_text(out, "\xEF\xBF\xBD");
            from = at + control;
            at = from - 1;
        }
    }
    vox__rows_put(out, text.bytes + from, text.length - from);
}

void vox__rows_put_quoted(rows *out, vox_string text) {
    vox__rows_put_byte(out, '"');
    size_t from = 0;
    for (size_t at = 0; at < text.length; at++) {
        const unsigned char byte = (unsigned char)text.bytes[at];
        const bool is_short = byte == '"' || byte == '\\';
        const size_t control = control_length(text, at);
        if (control == 0 && !is_short) {
            continue;
        }
        vox__rows_put(out, text.bytes + from, at - from);
        if (is_short) {
            vox__rows_put_byte(out, '\\');
            vox__rows_put_byte(out, (char)byte);
        } else {
            at += control - 1;
            put_escape(out, (unsigned char)text.bytes[at]);
        }
        from = at + 1;
    }
    vox__rows_put(out, text.bytes + from, text.length - from);
    vox__rows_put_byte(out, '"');
}

/** Returns the character after the backslash for a byte that must be escaped in a field; 0 for
 *  other bytes. */
static char field_escape(char byte) {
    switch (byte) {
    case '\t':
        return 't';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\\':
        return '\\';
    default:
        return 0;
    }
}

void vox__rows_put_field(rows *out, vox_string text) {
    size_t from = 0;
    for (size_t at = 0; at < text.length; at++) {
        const char escape = field_escape(text.bytes[at]);
        if (escape) {
            vox__rows_put(out, text.bytes + from, at - from);
            vox__rows_put_byte(out, '\\');
            vox__rows_put_byte(out, escape);
            from = at + 1;
        }
    }
    vox__rows_put(out, text.bytes + from, text.length - from);
}

int vox__rows_put_sink(void *context, const char *bytes, size_t length) {
    rows *out = context;
    vox__rows_put(out, bytes, length);
    return vox__rows_is_full(out);
}

bool vox__rows_flush(rows *out) {
    size_t sent = 0;
    while (sent < out->length) {
        const ssize_t count = write(out->descriptor, out->bytes + sent, out->length - sent);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        sent += count > 0 ? (size_t)count : 0;
    }
    out->length = out->mark = 0;
    return true;
}

void vox__rows_free(rows *out) {
    free(out->bytes);
    out->bytes = NULL;
    out->length = out->capacity = 0;
}
