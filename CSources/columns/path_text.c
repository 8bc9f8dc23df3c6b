/* SPDX-License-Identifier: MIT */
/** The grammar of paths: include/vox/paths.h. */
#include "columns/paths.h"

size_t vox__path_parts(vox_string text, char separator) {
    size_t count = 1;
    for (size_t at = 0; at < text.length; at++) {
        count += text.bytes[at] == separator;
    }
    return count;
}

/** Takes the part of a text up to a dot, or all of it. */
static vox_string take_part(vox_string *rest) {
    const char *end = rest->length ? vox__find_byte(rest->bytes, '.', rest->length) : NULL;
    vox_string part = *rest;
    if (end) {
        part.length = (size_t)(end - rest->bytes);
        rest->bytes = end + 1;
        rest->length -= part.length + 1;
    } else {
        rest->bytes = NULL;
    }
    return part;
}

static const char *read_segments(
    vox_string text, vox_path_start start, vox__path *path, vox_string *segments
) {
    while (text.bytes) {
        const vox_string part = take_part(&text);
        if (part.length == 0) {
            return "a path has an empty segment";
        }
        if (vox__is_space(part.bytes[0]) || vox__is_space(part.bytes[part.length - 1])) {
            return "a segment begins or ends with white space; give it as a JSON Pointer";
        }
        segments[path->count++] = part;
    }
    if (start == VOX_PATH_RESOURCE && path->count > 1 && vox__is_identity_name(segments[0])) {
        return "nothing is below type, id and lid";
    }
    return NULL;
}

bool vox__pointer_segment(vox_string *rest, vox_string *segment) {
    if (rest->length == 0) {
        return false;
    }
    const char *const from = rest->bytes + 1; /* after the slash */
    char *const to = (char *)(uintptr_t)from;
    size_t at = 0, length = 0;
    const size_t most = rest->length - 1;
    while (at < most && from[at] != '/') {
        char byte = from[at++];
        if (byte == '~') {
            byte = from[at++] == '0' ? '~' : '/';
        }
        to[length++] = byte;
    }
    *segment = vox__string(from, length);
    rest->bytes = from + at;
    rest->length = most - at;
    return true;
}

static bool has_pointer_escapes(vox_string text) {
    for (size_t at = 0; at < text.length; at++) {
        if (text.bytes[at] == '~' &&
            (at + 1 == text.length || (text.bytes[at + 1] & 0xFE) != '0')) {
            return false;
        }
    }
    return true;
}

/** Returns true for a pointer with a segment that may be a position in an array. */
static bool may_be_position(vox_string pointer) {
    bool digits = false;
    for (size_t at = 0; at <= pointer.length; at++) {
        const bool is_end = at == pointer.length || pointer.bytes[at] == '/';
        if (is_end && digits) {
            return true;
        }
        digits = !is_end && (unsigned char)(pointer.bytes[at] - '0') <= 9 &&
                 (digits || pointer.bytes[at - 1] == '/');
    }
    return false;
}

const char *vox__path_read(
    vox_string text, vox_path_start start, vox__path *path, vox_string *segments, size_t *used
) {
    path->segments = segments;
    if (text.length == 0 || text.bytes[0] == '/') {
        path->pointer = vox__string(text.length ? text.bytes : "", text.length);
        path->is_looked_up = may_be_position(text);
        return !has_pointer_escapes(text)                       ? "malformed JSON Pointer"
               : vox__path_parts(text, '/') > VOX_PATH_SEGMENTS ? "a path has too many segments"
                                                                : NULL;
    }
    if (vox__path_parts(text, '.') > VOX_PATH_SEGMENTS) {
        return "a path has too many segments";
    }
    const char *message = read_segments(text, start, path, segments);
    *used += path->count;
    return message;
}
