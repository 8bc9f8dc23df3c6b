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

static size_t count_of(const char *text, char wanted) {
    size_t count = 0;
    for (; *text; text++) {
        count += *text == wanted;
    }
    return count;
}

/** Reads one column after the earlier ones, without its path, which is returned in `path`. Returns a
 *  message if it is wrong, or NULL. */
static const char *read_column(columns *read, vox_string text, vox_string *path) {
    column *made = &read->list[read->count];
    *path = text;
    made->name = text;
    const char *equals = text.length ? memchr(text.bytes, '=', text.length) : NULL;
    if (equals) {
        made->name.length = (size_t)(equals - text.bytes);
        path->bytes = equals + 1;
        path->length -= made->name.length + 1;
    }
    made->name = trimmed(made->name);
    *path = trimmed(*path);
    if (made->name.length == 0 || path->length == 0) {
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
    return NULL;
}

/** Checks the path of a column alone, so that the first wrong column is the one that is reported. */
static columns_outcome check_path(vox_string path, const char **message) {
    vox_paths *paths;
    const vox_status status = vox_paths_new(
        &path, 1, VOX_PATH_RESOURCE, NULL, &paths, NULL, message
    );
    vox_paths_free(paths);
    return status == VOX_OK             ? COLUMNS_READ
           : status == VOX_ERROR_MEMORY ? COLUMNS_MEMORY
                                        : COLUMNS_WRONG;
}

/** Reads the columns, and writes their paths. */
static columns_outcome read_all(
    columns *read, vox_string *paths, const char **message, size_t *offset
) {
    vox_string rest = {read->text, strlen(read->text)}, part;
    for (vox_string *path = paths; next_part(&rest, ',', &part); path++) {
        *offset = (size_t)(part.bytes - read->text);
        *message = read_column(read, part, path);
        if (*message) {
            return COLUMNS_WRONG;
        }
        const columns_outcome outcome = check_path(*path, message);
        if (outcome != COLUMNS_READ) {
            return outcome;
        }
    }
    const vox_status status = vox_paths_new(
        paths, read->count, VOX_PATH_RESOURCE, NULL, &read->paths, NULL, NULL
    );
    read->need_included = vox_paths_need_included(read->paths);
    return status == VOX_OK ? COLUMNS_READ : COLUMNS_MEMORY;
}

columns_outcome vox__columns_read(
    columns *read, const char *text, const char **message, size_t *offset
) {
    const size_t length = strlen(text);
    const size_t most = count_of(text, ',') + 1;
    memset(read, 0, sizeof *read);
    read->text = malloc(length + 1);
    read->list = calloc(most, sizeof *read->list);
    vox_string *paths = calloc(most, sizeof *paths);
    columns_outcome outcome = COLUMNS_MEMORY;
    if (read->text && read->list && paths) {
        memcpy(read->text, text, length + 1);
        outcome = read_all(read, paths, message, offset);
    }
    free(paths);
    return outcome;
}

void vox__columns_free(columns *read) {
    free(read->text);
    free(read->list);
    vox_paths_free(read->paths);
    memset(read, 0, sizeof *read);
}
