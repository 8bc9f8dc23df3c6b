/* SPDX-License-Identifier: MIT */
#include "columns.h"

#include <stdlib.h>

/** Takes the part of a text up to a separator, or all of it. Returns false at the end of the
 *  text. */
static bool next_part(vox_string *rest, char separator, vox_string *part) {
    if (!rest->bytes) {
        return false;
    }
    const char *end = rest->length ? memchr(rest->bytes, separator, rest->length) : NULL;
    *part = *rest;
    if (end) {
        part->length = (size_t)(end - rest->bytes);
        rest->bytes = end + 1;
        rest->length -= part->length + 1;
    } else {
        rest->bytes = NULL;
    }
    return true;
}

static bool is_space(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/** Returns the text without white space around it. */
static vox_string trimmed(vox_string text) {
    while (text.length > 0 && is_space(text.bytes[text.length - 1])) {
        text.length--;
    }
    while (text.length > 0 && is_space(text.bytes[0])) {
        text.bytes++;
        text.length--;
    }
    return text;
}

static bool is_pointer(vox_string text) {
    for (size_t at = 0; at < text.length; at++) {
        if (text.bytes[at] == '~' &&
            (at + 1 == text.length || (text.bytes[at + 1] & 0xFE) != '0')) {
            return false;
        }
    }
    return true;
}

static size_t count_of(const char *text, char wanted) {
    size_t count = 0;
    for (; *text; text++) {
        count += *text == wanted;
    }
    return count;
}

/** Reads one column after the earlier ones. Returns a message if it is wrong, or NULL. */
static const char *read_column(columns *read, vox_string text, vox_string **segment) {
    column *made = &read->list[read->count];
    vox_string path = text;
    made->name = text;
    const char *equals = text.length ? memchr(text.bytes, '=', text.length) : NULL;
    if (equals) {
        made->name.length = (size_t)(equals - text.bytes);
        path.bytes = equals + 1;
        path.length -= made->name.length + 1;
    }
    made->name = trimmed(made->name);
    path = trimmed(path);
    if (made->name.length == 0 || path.length == 0) {
        return "a column is empty";
    }
    if (vox__is_word(made->name, "error")) {
        return "the name error is kept for malformed records; give the column another: name=path";
    }
    for (size_t other = 0; other < read->count; other++) {
        if (vox_string_equal(read->list[other].name, made->name)) {
            return "two columns have one name; give one another: name=path";
        }
    }
    read->count++;
    if (path.bytes[0] == '/') {
        made->pointer = path;
        return is_pointer(path) ? NULL : "malformed JSON Pointer";
    }
    made->segments = *segment;
    while (next_part(&path, '.', *segment)) {
        if ((*segment)->length == 0) {
            return "a path has an empty segment";
        }
        if (trimmed(**segment).length < (*segment)->length) {
            return "a segment begins or ends with white space; give it as a JSON Pointer";
        }
        made->count++;
        (*segment)++;
    }
    if (made->count > 1 && vox__is_identity(made->segments[0])) {
        return "nothing is below type, id and lid";
    }
    read->need_included |= made->count > 2 ||
                           (made->count == 2 && !vox__is_identity(made->segments[1]));
    return NULL;
}

columns_outcome vox__columns_read(
    columns *read, const char *text, const char **message, size_t *offset
) {
    const size_t length = strlen(text);
    const size_t most = count_of(text, ',') + 1;
    memset(read, 0, sizeof *read);
    read->text = malloc(length + 1);
    read->list = calloc(most, sizeof *read->list);
    read->segments = calloc(most + count_of(text, '.'), sizeof *read->segments);
    if (!read->text || !read->list || !read->segments) {
        return COLUMNS_MEMORY;
    }
    memcpy(read->text, text, length + 1);
    vox_string rest = {read->text, length}, part, *segment = read->segments;
    while (next_part(&rest, ',', &part)) {
        *message = read_column(read, part, &segment);
        if (*message) {
            *offset = (size_t)(part.bytes - read->text);
            return COLUMNS_WRONG;
        }
    }
    return COLUMNS_READ;
}

void vox__columns_free(columns *read) {
    free(read->text);
    free(read->list);
    free(read->segments);
    memset(read, 0, sizeof *read);
}
