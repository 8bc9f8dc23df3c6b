/* SPDX-License-Identifier: MIT */
/** Finds out from its first lines whether a file is a document or consists of lines.
 *
 *      first line                    lines after it      the file is
 *      whole, or malformed                               lines
 *      breaks off: {"data":[         "id":1              a document
 *      breaks off: {"id":1,"na       {"id":2}            lines, because no object can stand here
 *      breaks off: {"tags":[         {"id":2}␊{"id":3}   lines, because no second object can
 *      longer than a record                              a document, and then lines if it ends there
 *
 *  The lines that were read for this are read again as a piece. */
#include "columns/text_source.h"

/** The lines after the first one that may be looked at, and their bytes. */
#define LINES_AHEAD 2
#define BYTES_AHEAD ((size_t)1 << 20)

/** Feeds the stream, which reports all errors but this one later. */
static int feed_stream(vox__text_source *self, vox_string text) {
    return vox_stream_feed(self->stream, text.bytes, text.length) == VOX_ERROR_MEMORY ? ENOMEM : 0;
}

static int put_ahead(vox__text_source *self, const char *bytes, size_t length) {
    return vox__put_bytes(&self->ahead, bytes, length) == VOX_OK ? 0 : ENOMEM;
}

/** Copies unread text to the text ahead: white space, or up to the end of the line. `*found` is false
 *  when the file ends, or the text ahead has its most bytes, before something else follows. */
static int look_at(vox__text_source *self, bool is_line, size_t most, bool *found) {
    *found = false;
    while (self->ahead.length < most) {
        const vox_string text = vox__unread(self);
        const size_t room = most - self->ahead.length;
        const size_t there = text.length < room ? text.length : room;
        size_t length = 0;
        while (length < there && !*found) {
            *found = is_line ? text.bytes[length] == '\n' : !vox__is_space(text.bytes[length]);
            length += is_line || !*found;
        }
        if (put_ahead(self, text.bytes, length) != 0) {
            return ENOMEM;
        }
        vox__advance(self, length);
        if (*found || vox__is_at_end(self)) {
            return 0;
        }
        if (length == text.length) {
            const int failure = vox__read_piece(self);
            if (failure != 0 || vox__is_at_end(self)) {
                return failure;
            }
        }
    }
    return 0;
}

/** Finds out whether a byte cannot follow the text ahead in a document, whatever comes after it. */
static int is_refused(vox__text_source *self, char byte, bool *is) {
    vox_parser *parser = self->parser;
    const vox_options kept = parser->options;
    vox_tree *tree = NULL;
    vox_error error;
    if (put_ahead(self, &byte, 1) != 0) {
        return ENOMEM;
    }
    parser->options.mode = VOX_MODE_EAGER;
    parser->options.borrow = true;
    parser->options.max_size = VOX_UNLIMITED;
    const vox_status status = vox_parser_parse(
        parser, self->ahead.bytes, self->ahead.length, &tree, &error
    );
    self->ahead.length--;
    parser->options = kept;
    vox_tree_free(tree);
    *is = status >= VOX_ERROR_SYNTAX && status < VOX_ERROR_SIZE_LIMIT && status != VOX_ERROR_END;
    return status == VOX_ERROR_MEMORY ? ENOMEM : status == VOX_ERROR_STOPPED ? ECANCELED : 0;
}

/** Returns true for the first line of a list that has its elements on lines of their own. */
static bool is_bracket(vox_string line) {
    const size_t at = vox__blank_length(line);
    return at < line.length && line.bytes[at] == '[' &&
           vox__blank_length(vox__string(line.bytes + at + 1, line.length - at - 1)) ==
               line.length - at - 1;
}

/** Looks at the lines after one that breaks off, to find one that begins a record. */
static int look_ahead(vox__text_source *self, bool *is_lines) {
    const size_t most = self->ahead.length + BYTES_AHEAD;
    bool found = true;
    int failure = 0;
    *is_lines = false;
    for (int line = 0; line < LINES_AHEAD && failure == 0 && found && !*is_lines; line++) {
        failure = line > 0 ? look_at(self, true, most, &found) : 0;
        failure = failure == 0 && found ? look_at(self, false, most, &found) : failure;
        if (failure != 0 || !found) {
            return failure;
        }
        const char byte = vox__unread(self).bytes[0];
        if ((byte != '{' && byte != '[') || self->ahead.bytes[self->ahead.length - 1] != '\n') {
            return 0;
        }
        failure = is_refused(self, byte, is_lines);
    }
    return failure;
}

/** Lets the text ahead be read again. */
static void read_again(vox__text_source *self) {
    self->after = (vox__position){self->piece, self->at, self->is_new, self->is_ended};
    self->is_again = true;
    self->piece = (vox_piece){.bytes = self->ahead.bytes, .length = self->ahead.length};
    self->at = 0;
    self->is_new = self->is_ended = false;
}

/** Decides about a file whose first line breaks off. */
static int take_broken(vox__text_source *self, const vox__line *first) {
    bool is_lines = false;
    int failure = put_ahead(self, first->text.bytes, first->text.length);
    const bool may_be_lines = first->has_feed && !is_bracket(first->text);
    if (failure == 0 && first->has_feed) {
        failure = put_ahead(self, "\n", 1);
    }
    if (failure == 0 && may_be_lines) {
        failure = look_ahead(self, &is_lines);
    }
    if (failure == 0 && is_lines) {
        read_again(self);
        self->form = VOX_COLUMNS_LINES;
        self->offset = first->where.offset;
        self->line = first->where.line;
        return 0;
    }
    const vox_string text = {self->ahead.bytes, self->ahead.length};
    failure = failure == 0 ? vox__document_begin(self, text, first->where) : failure;
    failure = failure == 0 ? feed_stream(self, text) : failure;
    vox_buffer_free(&self->ahead);
    return failure;
}

/** Begins a document whose first line is longer than a record. */
static int begin_open(vox__text_source *self, const vox__line *first) {
    if (first->text.length) { /* the held text becomes the text ahead, without a copy */
        const vox_buffer held = self->held;
        self->held = self->ahead;
        self->ahead = held;
        self->offset = first->where.offset;
        read_again(self);
    }
    self->first = FIRST_OPEN;
    return vox__document_begin(self, vox__unread(self), first->where);
}

int vox__first_take(vox__text_source *self, vox__record *record, bool *found) {
    vox__line first;
    int failure = vox__line_take(self, &first);
    if (failure != 0 || !first.is_found) {
        return failure;
    }
    if (first.is_open) {
        return begin_open(self, &first);
    }
    vox__line_parse(self, &first, record);
    if (record->tree || record->error.status != VOX_ERROR_END) {
        self->form = VOX_COLUMNS_LINES;
        *found = true;
        return 0;
    }
    record->error.status = VOX_OK;
    record->text = vox__string("", 0);
    return take_broken(self, &first);
}
