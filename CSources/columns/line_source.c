/* SPDX-License-Identifier: MIT */
/** The lines of a file. */
#include "columns/text_source.h"

/** Longer lines are not copied when they are parsed. */
#define COPIED_LINE ((size_t)4096)

/** Adds bytes to the line that is held, unless it becomes too long. */
static int hold(vox__text_source *self, vox_string text) {
    self->is_too_long |= text.length > self->max_record - self->held.length;
    if (self->is_too_long) {
        self->held.length = 0;
        return 0;
    }
    return vox__put_bytes(&self->held, text.bytes, text.length) == VOX_OK ? 0 : ENOMEM;
}

/** Returns true when the first line of a file becomes too long with this part of it, and the file can
 *  be read as a document. */
static bool begins_document(const vox__text_source *self, vox_string part) {
    const vox_string held = {self->held.bytes, self->held.length};
    return self->form == VOX_COLUMNS_AUTO && !self->is_too_long &&
           part.length > self->max_record - held.length &&
           vox__document_has_elements(self, held.length ? held : part);
}

/** Takes the next line of the file, blank or not. */
static int take_any_line(vox__text_source *self, vox__line *taken) {
    *taken = (vox__line){.where = {.offset = self->offset, .line = self->line}};
    self->held.length = 0;
    self->is_too_long = false;
    for (;;) {
        const vox_string rest = vox__unread(self);
        const char *end = rest.length ? vox__find_byte(rest.bytes, '\n', rest.length) : NULL;
        const vox_string part = {rest.bytes, end ? (size_t)(end - rest.bytes) : rest.length};
        const bool was_held = self->held.length || self->is_too_long;
        if (begins_document(self, part)) {
            taken->text = vox__string(self->held.bytes, self->held.length);
            taken->is_found = taken->is_open = taken->is_too_long = true;
            return 0;
        }
        if (!end || was_held || part.length > self->max_record) {
            const int failure = hold(self, part);
            if (failure != 0) {
                return failure;
            }
        }
        vox__advance(self, part.length + (end != NULL));
        const bool is_held = self->held.length || self->is_too_long;
        if (end) {
            self->line++;
            taken->text = is_held ? vox__string(self->held.bytes, self->held.length) : part;
            break;
        }
        const int failure = vox__read_piece(self);
        if (failure != 0) {
            return failure;
        }
        if (vox__is_at_end(self)) {
            taken->text = vox__string(self->held.bytes, self->held.length);
            taken->is_found = is_held;
            taken->is_too_long = self->is_too_long;
            return 0;
        }
    }
    taken->is_found = taken->has_feed = true;
    taken->is_too_long = self->is_too_long;
    return 0;
}

void vox__line_parse(vox__text_source *self, const vox__line *taken, vox__record *record) {
    record->where = taken->where;
    if (taken->is_too_long) {
        record->error = (vox_error
        ){.status = VOX_ERROR_SIZE_LIMIT,
          .line = 1,
          .column = 1,
          .message = "the record is larger than the limit",
          .limit = self->max_record};
        return;
    }
    /* Text of a copy can be read past its end, which is worth more than a copy of a short line. */
    self->parser->options.borrow = taken->text.length > COPIED_LINE;
    const vox_status status = vox_parser_parse(
        self->parser, taken->text.bytes, taken->text.length, &record->tree, &record->error
    );
    if (status == VOX_OK) {
        record->error.status = VOX_OK;
        record->root = record->node = vox_tree_root(record->tree);
    } else {
        record->text = taken->text;
        while (record->text.length && record->text.bytes[record->text.length - 1] == '\r') {
            record->text.length--; /* of CRLF */
        }
    }
}

int vox__line_take(vox__text_source *self, vox__line *taken) {
    bool is_blank;
    do {
        const int failure = take_any_line(self, taken);
        if (failure != 0 || !taken->is_found) {
            return failure;
        }
        is_blank = !taken->is_too_long && vox__blank_length(taken->text) == taken->text.length;
    } while (is_blank && taken->has_feed);
    taken->is_found = !is_blank; /* after a line without a line feed, the piece is another file */
    return 0;
}

/** Parses the next lines in the piece at once, if they are short and well-formed. */
static void take_block(vox__text_source *self) {
    vox__line_block *block = self->block;
    const size_t length = vox__block_take(
        block, self->parser, vox__unread(self), &self->slow_lines
    );
    self->slow_lines += self->slow_lines == 0; /* a long line, or the last one */
    if (length) {
        self->slow_lines = 0;
        block->offset = self->offset;
        block->line = self->line;
        self->line += block->count;
        vox__advance(self, length);
    }
}

int vox__record_of_line(vox__text_source *self, vox__record *record, bool *found) {
    vox__line taken;
    if (self->block && !self->block->tree && !self->slow_lines) {
        take_block(self);
    }
    if (self->block && self->block->tree) {
        vox__block_next(self->block, record);
        *found = true;
        return 0;
    }
    self->slow_lines -= self->slow_lines > 0;
    const int failure = vox__line_take(self, &taken);
    if (failure == 0 && taken.is_found) {
        vox__line_parse(self, &taken, record);
        *found = true;
    }
    return failure;
}
