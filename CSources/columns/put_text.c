/* SPDX-License-Identifier: MIT */
/** Writes bytes, text and JSON strings to a buffer. The text may have bytes that are not UTF-8,
 *  because it can be a part of a malformed record. */
#include "base/marks.h"
#include "columns/columns.h"

vox_status vox__put_bytes(vox_buffer *out, const char *bytes, size_t length) {
    if (out->capacity - out->length < length) {
        const size_t more = out->capacity > length ? out->capacity : length;
        VOX_TRY(vox__buffer_reserve(out, more < 256 ? 256 : more));
    }
    if (length) {
        memcpy(out->bytes + out->length, bytes, length);
        out->length += length;
    }
    return VOX_OK;
}

vox_status vox__put_character(vox_buffer *out, char byte) {
    return vox__put_bytes(out, &byte, 1);
}

/** Returns the length of the valid UTF-8 at the start of a text. */
static size_t valid_length(vox_string text) {
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    size_t at = 0;
    if (vox__utf8_valid(text)) {
        return text.length;
    }
    for (size_t length = 1; at < text.length && length; at += length) {
        length = vox__utf8_length(bytes + at, text.length - at);
    }
    return at;
}

vox_status vox__put_utf8(vox_buffer *out, vox_string text) {
    while (text.length) {
        size_t length = valid_length(text);
        VOX_TRY(vox__put_bytes(out, text.bytes, length));
        if (length < text.length) {
            VOX_TRY(vox__put_bytes(out, "\xEF\xBF\xBD", 3));
            length++;
        }
        text.bytes += length;
        text.length -= length;
    }
    return VOX_OK;
}

static vox_status put_control(vox_buffer *out, unsigned char byte) {
    static const char digits[] = "0123456789abcdef";
    if (byte >= 0x20) {
        const char escape[] = {'\\', (char)byte};
        return vox__put_bytes(out, escape, sizeof escape);
    }
    const char escape[] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    return vox__put_bytes(out, escape, sizeof escape);
}

vox_status vox__put_string(vox_buffer *out, vox_string text) {
    const char *at = text.bytes;
    const char *end = at + text.length;
    VOX_TRY(vox__put_character(out, '"'));
    while (at < end) {
        const char *mark = vox__plain_end(at, end);
        VOX_TRY(vox__put_utf8(out, (vox_string){at, (size_t)(mark - at)}));
        if (mark < end) {
            VOX_TRY(put_control(out, (unsigned char)*mark++));
        }
        at = mark;
    }
    return vox__put_character(out, '"');
}
