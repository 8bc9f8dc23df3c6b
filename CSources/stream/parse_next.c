/* SPDX-License-Identifier: MIT */
/** The next of many documents in one buffer.
 *
 *  Most often a document is a line, so the line is parsed first. When it is more than one document,
 *  or less, token.c finds where the first ends. A line that lacks something may be broken off:
 *  then the line behind it cannot go on with it. */
#include "stream/stream.h"

typedef struct next {
    vox_parser *parser;
    vox_string text; /* from the document on */
    bool last;
    vox_tree **tree;
    vox_error *error; /* its offset is that in `text` */
} next;

static vox_status parse(const next *self, size_t length) {
    return vox_parser_parse(self->parser, self->text.bytes, length, self->tree, self->error);
}

/** The end of the line that has a byte, the line feed not included; or the end of the text. */
static size_t line_end(const next *self, size_t offset) {
    const char *from = self->text.bytes + offset;
    const size_t left = self->text.length - offset;
    const char *found = left ? memchr(from, '\n', left) : NULL;
    return found ? (size_t)(found - self->text.bytes) : self->text.length;
}

/** The end of the value that begins the text; 0 when it is not there yet. */
static size_t value_end(const next *self) {
    vox__token token = {0, 0, false, false};
    const char first = self->text.bytes[0];
    const bool is_value = !memchr(" \t\n\r,:]}", first, 8);
    return is_value
               ? vox__token_end(&token, self->text, self->parser->options.max_depth, self->last)
               : 1;
}

/** Parses the value that begins the text. `*end` is 0 when there is more to come. */
static vox_status parse_value(const next *self, size_t *end) {
    *end = value_end(self);
    if (*end == 0 && (self->last || self->text.length > self->parser->options.max_size)) {
        *end = self->text.length;
    }
    return *end ? parse(self, *end) : VOX_OK;
}

/** Parses a line; `*end` as above. */
static vox_status parse_line(const next *self, size_t *end) {
    const size_t first = *end = line_end(self, 0);
    vox_status status = parse(self, first);
    if (status == VOX_ERROR_TRAILING) {
        self->parser->is_crowded = true;
        return parse_value(self, end);
    }
    if (status != VOX_ERROR_END || first == self->text.length) {
        return status;
    }
    *end = line_end(self, first + 1);
    status = parse(self, *end);
    return status == VOX_ERROR_END || status == VOX_ERROR_TRAILING ? parse_value(self, end)
                                                                   : status;
}

/** The end of the line at fault. What is wrong at the beginning of a line says that the one before
 *  lacks something. */
static size_t fault_end(const next *self) {
    size_t offset = self->error->offset;
    while (offset && memchr(" \t\n\r", self->text.bytes[offset - 1], 4)) {
        offset--;
    }
    return line_end(self, offset);
}

/** Whether there may be a whole document. */
static bool is_ready(const next *self) {
    return self->last || line_end(self, 0) < self->text.length;
}

static vox_status parse_next(const next *self, size_t *consumed) {
    size_t end = 0;
    if (!is_ready(self)) {
        if (self->text.length <= self->parser->options.max_size) {
            return VOX_OK;
        }
        *consumed = self->text.length;
        vox__error_set(
            self->error, VOX_ERROR_SIZE_LIMIT, NULL, self->text, self->parser->options.max_size
        );
        return VOX_ERROR_SIZE_LIMIT;
    }
    vox_status status = self->parser->is_crowded ? parse_value(self, &end) : parse_line(self, &end);
    if (status != VOX_OK) {
        end = vox__is_memory(status) ? 0 : fault_end(self);
    }
    *consumed = end + (end && end < self->text.length && self->text.bytes[end] == '\n');
    return status;
}

vox_status vox_parser_parse_next(
    vox_parser *parser, const char *bytes, size_t length, bool last, size_t *consumed,
    vox_tree **tree, vox_error *error
) {
    vox_error found;
    if (tree) {
        *tree = NULL;
    }
    if (consumed) {
        *consumed = 0;
    }
    if (!parser || !tree || !consumed || (!bytes && length)) {
        return vox__refuse(error);
    }
    const char *end = length ? bytes + length : bytes;
    const char *start = length ? vox__space_end(bytes, end, false) : bytes;
    const size_t skipped = (size_t)(start - bytes);
    const next self = {
        .parser = parser,
        .text = {start, length - skipped},
        .last = last,
        .tree = tree,
        .error = &found};
    vox_status status = skipped < length ? parse_next(&self, consumed) : VOX_OK;
    *consumed += vox__is_memory(status) ? 0 : skipped;
    if (status != VOX_OK && error) {
        *error = found;
        if (!vox__is_memory(status)) {
            error->offset += skipped;
            vox_locate(vox__string(bytes, length), error->offset, &error->line, &error->column);
        }
    }
    return status;
}
