/* SPDX-License-Identifier: MIT */
/** The next of many documents in one buffer.
 *
 *  Most often a document is a line, so the line is parsed first. When it is more than one document,
 *  or less, token.c finds where the first ends; once lines had several, in the line at first. A line
 *  that lacks something may be broken off: then the line behind it cannot go on with it. */
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

/** Where the first line feed stands from a byte on; `end` where there is none before it. */
static size_t find_line_end(const next *self, size_t offset, size_t end) {
    const char *from = self->text.bytes + offset;
    const char *found = offset < end ? memchr(from, '\n', end - offset) : NULL;
    return found ? (size_t)(found - self->text.bytes) : end;
}

/** The end of the line that has a byte, the line feed not included; or the end of the text. */
static size_t line_end(const next *self, size_t offset) {
    return find_line_end(self, offset, self->text.length);
}

/** Where the value begins: what may stand in front of it in its document. */
static size_t value_start(const next *self, size_t length) {
    const bool marked = length >= 3 && memcmp(self->text.bytes, VOX_BYTE_ORDER_MARK, 3) == 0;
    const char *bytes = self->text.bytes + (marked ? 3 : 0);
    return (size_t)(vox__space_end(bytes, self->text.bytes + length, false) - self->text.bytes);
}

/** The end of the value that begins the text, in so much of it; 0 when it is not there. `finished`:
 *  a number or literal may end there. */
static size_t value_end(const next *self, size_t length, bool finished) {
    vox__token token = {0};
    const size_t start = value_start(self, length);
    const vox_string text = {self->text.bytes + start, length - start};
    if (!text.length) {
        return 0;
    }
    if (memchr(" \t\n\r,:]}", text.bytes[0], 8)) {
        return start + 1; /* no value */
    }
    const size_t end = vox__token_end(&token, text, self->parser->options.max_depth, finished);
    return end ? start + end : 0;
}

/** The end of a value that has it in the first line; 0 for any other. O(length of the value),
 *  however long the line is. */
static size_t value_end_in_line(const next *self) {
    size_t end = 0, window = 128, line, most;
    do {
        window *= 2;
        most = self->text.length < window ? self->text.length : window;
        line = find_line_end(self, 0, most);
        end = value_end(self, line, line < most);
    } while (!end && line == window);
    return end;
}

/** Parses the value that begins the text. `*end` is 0 when there is more to come. */
static vox_status parse_value(const next *self, size_t *end) {
    const size_t length = self->text.length, max_size = self->parser->options.max_size;
    *end = value_end(self, length, self->last);
    if (*end == 0 && (self->last || length > max_size)) {
        *end = length;
    }
    return *end ? parse(self, *end) : VOX_OK;
}

/** Whether the value may end before what was parsed does. */
static bool ends_early(vox_status status) {
    return status == VOX_ERROR_TRAILING || status == VOX_ERROR_SIZE_LIMIT;
}

/** Up to so many bytes of a document that goes on behind its first line are looked at before it is
 *  parsed line by line: of lines that are broken off, that is what each of them costs. */
#define LOOKED_AHEAD ((size_t)16384)

/** Whether a line begins with a bracket and does not end with one, so that the value goes on behind it,
 *  or is wrong. */
static bool goes_on(const next *self, size_t line) {
    const char *bytes = self->text.bytes;
    while (line && vox__is_space(bytes[line - 1])) {
        line--;
    }
    const size_t start = value_start(self, line);
    return start < line && (bytes[start] == '{' || bytes[start] == '[') && bytes[line - 1] != '}' &&
           bytes[line - 1] != ']';
}

/** How much of the text to parse for a value that goes on behind its first line, if its end is near; or
 *  0. Where it ends in the second, that has nothing else, and goes with it, as line by line. Only what
 *  is parsed as a whole tells that it is one document: elements that are deferred may be lines of
 *  others. */
static size_t end_behind_line(const next *self, size_t first) {
    const size_t length = self->text.length;
    const size_t near = length < LOOKED_AHEAD ? length : LOOKED_AHEAD;
    if (self->parser->options.mode != VOX_MODE_EAGER || first >= near || !goes_on(self, first)) {
        return 0;
    }
    size_t end = value_end(self, near, false);
    const size_t second = line_end(self, first + 1);
    if (end <= second) {
        const char *const bytes = self->text.bytes, *const stop = bytes + second;
        const bool may_grow = second == length && !self->last;
        end = !may_grow && vox__space_end(bytes + end, stop, false) == stop ? second : 0;
    }
    return end <= self->parser->options.max_size ? end : 0;
}

/** Parses a line, and if that lacks something the next with it; `*end` as above. Lines may be longer
 *  than a document may be. */
static vox_status parse_lines(const next *self, size_t *end) {
    const size_t length = self->text.length, max_size = self->parser->options.max_size;
    const bool may_wait = !self->last && length <= max_size;
    const size_t first = line_end(self, 0);
    if (may_wait && first == length) {
        *end = 0;
        return VOX_OK; /* there is no whole line */
    }
    *end = end_behind_line(self, first);
    vox_status status = *end ? parse(self, *end) : VOX_ERROR_END;
    if (status == VOX_OK) {
        return VOX_OK;
    }
    *end = first; /* what is wrong is told line by line */
    status = first <= max_size ? parse(self, first) : VOX_ERROR_SIZE_LIMIT;
    if (status == VOX_ERROR_END && first < length) {
        *end = line_end(self, first + 1);
        if (may_wait && *end == length) {
            *end = 0; /* the next line may be cut anywhere, within a number, too */
            status = parse(self, first + 1);
            return status == VOX_ERROR_END ? VOX_OK : status;
        }
        status = *end <= max_size ? parse(self, *end) : VOX_ERROR_SIZE_LIMIT;
        return status == VOX_ERROR_END || ends_early(status) ? parse_value(self, end) : status;
    }
    self->parser->is_crowded |= ends_early(status);
    return ends_early(status) ? parse_value(self, end) : status;
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

static vox_status parse_next(const next *self, size_t *consumed) {
    const size_t length = self->text.length;
    size_t end = self->parser->is_crowded ? value_end_in_line(self) : 0;
    vox_status status = end ? parse(self, end) : VOX_ERROR_END;
    if (status == VOX_ERROR_END) {
        status = parse_lines(self, &end);
    }
    if (status != VOX_OK) {
        end = vox__is_memory(status) ? 0 : fault_end(self);
        if (end == length && !self->last && length <= self->parser->options.max_size) {
            return VOX_OK; /* the rest of the line is to go with it */
        }
    }
    *consumed = end + (end && end < length && self->text.bytes[end] == '\n');
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
