/* SPDX-License-Identifier: MIT */
/** Reads the next of many documents in one buffer.
 *
 *  Most documents are one line, so the line is parsed first. When the line has more or less than
 *  one document, token.c finds the end of the first document. After a line with several documents,
 *  the end is searched in the line first. A line that is incomplete may be broken off: then the
 *  next line cannot continue it.
 *
 *  The search for the end of a value that is broken off may reach the end of the text, and the next
 *  line may be broken off, too. So the bytes searched are compared with the bytes consumed. After
 *  too many were searched in vain, the beginning of a value is parsed first, twice as much each
 *  time, which stops at an error. Both ways give the same documents and errors.
 *
 *  The parser counts the lines that were consumed, so that positions are those of the whole text. */
#include "stream/stream.h"

typedef struct next_value {
    vox_parser *parser;
    vox_string text; /* from the document on */
    bool last;
    bool is_careful; /* many bytes were searched in vain before */
    vox_tree **tree;
    vox_error *error; /* its offset is relative to `text` */
} next_value;

static vox_status parse(const next_value *self, size_t length) {
    return vox_parser_parse(self->parser, self->text.bytes, length, self->tree, self->error);
}

/** Returns the offset of the first line feed from `offset` on; `end` if there is none before it. */
static size_t find_line_end(const next_value *self, size_t offset, size_t end) {
    const char *from = self->text.bytes + offset;
    const char *found = offset < end ? vox__find_byte(from, '\n', end - offset) : NULL;
    return found ? (size_t)(found - self->text.bytes) : end;
}

/** Returns the end of the line that contains a byte, without its line feed; or the end of the
 *  text. */
static size_t line_end(const next_value *self, size_t offset) {
    return find_line_end(self, offset, self->text.length);
}

/** Returns the offset of the value: after a byte order mark and white space. */
static size_t value_start(const next_value *self, size_t length) {
    const bool marked = length >= 3 && memcmp(self->text.bytes, VOX_BYTE_ORDER_MARK, 3) == 0;
    const char *bytes = self->text.bytes + (marked ? 3 : 0);
    return (size_t
    )(vox__space_end(bytes, self->text.bytes + length, VOX_UNPADDED) - self->text.bytes);
}

/** Returns the end of the value that begins the text, within `length` bytes; 0 when it is not
 *  there. `finished` says that a number or literal may end at `length`. */
static size_t value_end(const next_value *self, size_t length, bool finished) {
    vox__token token = {0};
    const size_t start = value_start(self, length);
    const vox_string text = {self->text.bytes + start, length - start};
    if (!text.length) {
        return 0;
    }
    if (vox__find_byte(" \t\n\r,:]}", text.bytes[0], 8)) {
        return start + 1; /* not a value */
    }
    const size_t end = vox__token_end(&token, text, self->parser->options.max_depth, finished);
    self->parser->searched += end ? end : text.length;
    return end ? start + end : 0;
}

/** Returns the end of a value that ends in the first line; 0 for another value. O(length of the
 *  value), however long the line is. */
static size_t value_end_in_line(const next_value *self) {
    size_t end = 0, window = 128, line, most;
    do {
        window *= 2;
        most = self->text.length < window ? self->text.length : window;
        line = find_line_end(self, 0, most);
        end = value_end(self, line, line < most);
    } while (!end && line == window);
    return end;
}

/** Returns how many bytes to search for the end of a value: a longer value would be too large. */
static size_t searched_length(const next_value *self) {
    const size_t length = self->text.length, max_size = self->parser->options.max_size;
    return length <= max_size ? length : max_size + 1;
}

/** Returns the end of the value that begins the text; 0 when it is not there. */
static size_t find_value_end(const next_value *self) {
    return value_end(self, searched_length(self), self->last);
}

/** Parses a value up to its end, or all of the text if the end is not there. `*end` is 0 when more
 *  text is needed. */
static vox_status parse_value(const next_value *self, size_t found, size_t *end) {
    const size_t length = self->text.length;
    const bool may_wait = !self->last && length <= self->parser->options.max_size;
    *end = found || may_wait ? found : length;
    return *end ? parse(self, *end) : VOX_OK;
}

/** Returns true when the value may end before the end of the parsed text. */
static bool ends_early(vox_status status) {
    return status == VOX_ERROR_TRAILING || status == VOX_ERROR_SIZE_LIMIT;
}

/** The maximum number of bytes that are searched for the end of a document of several lines, before
 *  it is parsed line by line. If lines are broken off, each line costs as much. */
#define LOOKED_AHEAD ((size_t)16384)

/** Returns true when a line begins with a bracket and does not end with one: then the value
 *  continues after the line, or is wrong. */
static bool goes_on(const next_value *self, size_t line) {
    const char *bytes = self->text.bytes;
    while (line && vox__is_space(bytes[line - 1])) {
        line--;
    }
    const size_t start = value_start(self, line);
    return start < line && (bytes[start] == '{' || bytes[start] == '[') && bytes[line - 1] != '}' &&
           bytes[line - 1] != ']';
}

/** Returns true when text is wrong, whatever follows it. */
static bool is_fault(vox_status status) {
    return status != VOX_OK && status != VOX_ERROR_END && !ends_early(status) &&
           !vox__is_external(status);
}

/** Returns true when the call must end, and may be repeated. After VOX_ERROR_MEMORY_LIMIT the call
 *  continues, because less text may stay within the limit. */
static bool must_end(vox_status status) {
    return status == VOX_ERROR_STOPPED || status == VOX_ERROR_MEMORY;
}

/** The maximum distance of an error that may be caused by a token or character that is cut off at
 *  the end of the parsed text. */
#define LONGEST_CUT ((size_t)16)

/** Parses the beginning of a value, twice as much each time, after `tried` bytes were incomplete.
 *  Returns the status of the error, or another status if there is none. */
static vox_status parse_beginning(const next_value *self, size_t tried) {
    const size_t length = self->text.length, max_size = self->parser->options.max_size;
    const size_t most = length < max_size ? length : max_size;
    vox_status status = VOX_ERROR_END;
    while (status == VOX_ERROR_END && tried < most) {
        tried = tried < most / 2 ? 2 * tried : most;
        status = parse(self, tried);
        if (is_fault(status) && tried - self->error->offset < LONGEST_CUT) {
            status = VOX_ERROR_END;
        } else if (status == VOX_ERROR_UTF8 && value_end(self, self->error->offset, true)) {
            status = VOX_ERROR_TRAILING; /* the value ends before these bytes */
        }
    }
    if (status == VOX_OK) {
        vox_tree_free(*self->tree); /* parse_value parses the whole value */
    }
    return status;
}

/** Parses a value of more than two lines, whose first two, up to `*end`, are incomplete. */
static vox_status parse_long_value_at_once(const next_value *self, size_t *end) {
    const size_t lines = *end, max_size = self->parser->options.max_size;
    size_t found = 0;
    if (!self->is_careful) {
        found = find_value_end(self);
        if (found ? found <= max_size : !self->last && self->text.length <= max_size) {
            return parse_value(self, found, end);
        }
    }
    const vox_status status = parse_beginning(self, lines);
    if (is_fault(status) || must_end(status)) {
        return status;
    }
    return parse_value(self, found ? found : find_value_end(self), end);
}

/** Parses such a value eagerly in every mode. With deferred elements, the text far after broken
 *  lines would decide whether they are one document. */
static vox_status parse_long_value(const next_value *self, size_t *end) {
    const vox_mode mode = self->parser->options.mode;
    self->parser->options.mode = VOX_MODE_EAGER;
    const vox_status status = parse_long_value_at_once(self, end);
    self->parser->options.mode = mode;
    return status;
}

/** Returns how many bytes to parse for a value that continues after its first line, if its end is
 *  near; or 0. If it ends in the second line, nothing else may be in that line, which is parsed
 *  with it, as line by line. Only eager mode does this, because a parse of the whole value
 *  shows that it is one document: deferred elements may be lines of other documents. */
static size_t end_behind_line(const next_value *self, size_t first) {
    const size_t length = self->text.length;
    const size_t near = length < LOOKED_AHEAD ? length : LOOKED_AHEAD;
    if (self->is_careful || self->parser->options.mode != VOX_MODE_EAGER || first >= near ||
        !goes_on(self, first)) {
        return 0;
    }
    size_t end = value_end(self, near, false);
    const size_t second = line_end(self, first + 1);
    if (end <= second) {
        const char *const bytes = self->text.bytes, *const stop = bytes + second;
        const bool may_grow = second == length && !self->last;
        end = !may_grow && vox__space_end(bytes + end, stop, VOX_UNPADDED) == stop ? second : 0;
    }
    return end <= self->parser->options.max_size ? end : 0;
}

/** Parses a line, and the next line with it if the first is incomplete. `*end` has the meaning of
 *  parse_value. Lines may be longer than the limit of a document. */
static vox_status parse_lines(const next_value *self, size_t *end) {
    const size_t length = self->text.length, max_size = self->parser->options.max_size;
    const bool may_wait = !self->last && length <= max_size;
    const size_t first = line_end(self, 0);
    if (may_wait && first == length) {
        *end = 0;
        return VOX_OK; /* the line is not complete */
    }
    *end = end_behind_line(self, first);
    vox_status status = *end ? parse(self, *end) : VOX_ERROR_END;
    if (status == VOX_OK || must_end(status)) {
        return status;
    }
    *end = first; /* errors are reported line by line */
    status = first <= max_size ? parse(self, first) : VOX_ERROR_SIZE_LIMIT;
    if (status == VOX_ERROR_END && first < length) {
        *end = line_end(self, first + 1);
        if (may_wait && *end == length) {
            *end = 0; /* the next line may be cut anywhere, also within a number */
            status = parse(self, first + 1);
            return status == VOX_ERROR_END ? VOX_OK : status;
        }
        status = *end <= max_size ? parse(self, *end) : VOX_ERROR_SIZE_LIMIT;
        return status == VOX_ERROR_END ? parse_long_value(self, end)
               : ends_early(status)    ? parse_value(self, find_value_end(self), end)
                                       : status;
    }
    self->parser->is_crowded |= ends_early(status);
    return ends_early(status) ? parse_value(self, find_value_end(self), end) : status;
}

/** Returns the end of the line at fault. An error at the beginning of a line means that the line
 *  before it is incomplete. */
static size_t fault_end(const next_value *self) {
    size_t offset = self->error->offset;
    while (offset && vox__find_byte(" \t\n\r", self->text.bytes[offset - 1], 4)) {
        offset--;
    }
    return line_end(self, offset);
}

/** The number of bytes that may be searched for each byte consumed. */
#define SEARCHED_MOST 4

/** Compares the bytes searched with the bytes consumed. If nothing was consumed, the search does
 *  not count, because the caller must provide more text and pays for the search itself. */
static void settle(vox_parser *parser, size_t before, size_t consumed) {
    if (consumed == 0) {
        parser->searched = before;
    } else if (parser->searched / SEARCHED_MOST < consumed) {
        parser->searched = 0;
    } else {
        parser->searched -= SEARCHED_MOST * consumed;
    }
}

/** Refuses text directly after a number or literal, which needs white space behind it. */
static vox_status refuse_bare(const next_value *self) {
    const vox_place here = {0, 1, 1};
    vox__error_fill(self->error, VOX_ERROR_TRAILING, vox__bare_message, here);
    return VOX_ERROR_TRAILING;
}

/** Keeps only the text of the document itself, so that what follows it is not written with it. */
static void trim(vox_tree *tree) {
    tree->source_length = vox_tree_root(tree)->end;
}

static vox_status parse_next(const next_value *self, bool is_bare, size_t *consumed) {
    const size_t length = self->text.length;
    size_t end = self->parser->is_crowded ? value_end_in_line(self) : 0;
    vox_status status = is_bare ? refuse_bare(self) : end ? parse(self, end) : VOX_ERROR_END;
    if (status == VOX_ERROR_END) {
        status = parse_lines(self, &end);
    }
    if (status != VOX_OK) {
        end = vox__is_external(status) ? 0 : fault_end(self);
        if (end == length && !self->last && length <= self->parser->options.max_size) {
            return VOX_OK; /* the rest of the line must be parsed with it */
        }
    }
    const char *bytes = self->text.bytes;
    if (status == VOX_OK && *self->tree) {
        trim(*self->tree);
    }
    if (end) {
        self->parser->is_bare = status == VOX_OK && end < length && !vox__is_space(bytes[end]) &&
                                !vox__ends_itself(bytes[end - 1]);
    }
    *consumed = end + (end && end < length && bytes[end] == '\n');
    return status;
}

/** Moves a position on to another byte of `text`, which begins at the position of `from`. */
static vox_place place_after(vox_place from, vox_string text, size_t offset) {
    vox_place in_text = {0, 0, 0};
    vox__locate_from(text, offset, &in_text);
    return (vox_place
    ){from.offset + offset, from.line + in_text.line - 1,
      in_text.line == 1 ? from.column + offset : in_text.column};
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
    if (parser->is_ended || !parser->next.line) {
        parser->next = (vox_place){0, 1, 1};
        parser->is_bare = false;
    }
    const char *end = length ? bytes + length : bytes;
    const char *start = length ? vox__space_end(bytes, end, VOX_UNPADDED) : bytes;
    const size_t skipped = (size_t)(start - bytes);
    const next_value self = {
        .parser = parser,
        .text = {start, length - skipped},
        .last = last,
        .is_careful = parser->searched > 0,
        .tree = tree,
        .error = &found};
    const size_t searched = parser->searched;
    const bool is_bare = parser->is_bare && !skipped;
    vox_status status = skipped < length ? parse_next(&self, is_bare, consumed) : VOX_OK;
    settle(parser, searched, *consumed);
    if (vox__is_external(status)) {
        if (error) {
            *error = found;
        }
        return status;
    }
    const vox_place begun = place_after(parser->next, vox__string(bytes, length), skipped);
    if (status != VOX_OK && error) {
        const vox_place place = place_after(begun, self.text, found.offset);
        *error = found;
        error->offset = place.offset;
        error->line = place.line;
        error->column = place.column;
    }
    if (skipped && !*consumed) {
        parser->is_bare = false;
    }
    parser->begun = begun;
    parser->next = place_after(begun, self.text, *consumed);
    *consumed += skipped;
    parser->is_ended = last && *consumed == length;
    return status;
}

vox_place vox_parser_place(const vox_parser *parser) {
    return parser ? parser->begun : (vox_place){0, 0, 0};
}
