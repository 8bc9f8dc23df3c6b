/* SPDX-License-Identifier: MIT */
/** Documents as sources of records. */
#include "columns/text_source.h"

/** A stream copies what it is fed, so a long piece is fed in parts. */
#define FED_AT_ONCE ((size_t)1 << 18)

bool vox__document_has_elements(const vox__text_source *self, vox_string first) {
    const size_t at = vox__blank_length(first);
    const bool is_list = at < first.length && first.bytes[at] == '[';
    return !self->whole && (is_list || !self->plain);
}

int vox__document_begin(vox__text_source *self, vox_string first, vox__where origin) {
    const bool by_element = vox__document_has_elements(self, first);
    self->streaming.form = by_element ? VOX_STREAM_ELEMENTS : VOX_STREAM_DOCUMENT;
    self->streaming.tree.max_size = by_element ? VOX_UNLIMITED : self->max_record;
    self->form = VOX_COLUMNS_DOCUMENT;
    self->origin = origin;
    self->index = 0;
    self->is_other = false;
    return vox_stream_new(&self->streaming, &self->stream) == VOX_OK ? 0 : ENOMEM;
}

static void end_document(vox__text_source *self) {
    vox_tree_free(self->waiting.tree);
    memset(&self->waiting, 0, sizeof self->waiting);
    vox_stream_free(self->stream);
    self->stream = NULL;
    self->is_skipped = self->first == FIRST_NONE;
    if (!self->is_skipped) {
        self->form = VOX_COLUMNS_LINES;
        self->first = FIRST_NONE;
    }
}

/** Appends text to the held one, up to the limit of a record. */
static int hold_text(vox__text_source *self, const char *bytes, size_t length) {
    const size_t room = self->max_record - self->held.length;
    length = length < room ? length : room;
    return vox__put_bytes(&self->held, bytes, length) == VOX_OK ? 0 : ENOMEM;
}

/** Passes unread text: no more than `most` bytes, and not beyond the end of a first line. */
static vox_string pass_text(vox__text_source *self, size_t most) {
    vox_string text = vox__unread(self);
    text.length = text.length < most ? text.length : most;
    const bool is_open = self->first == FIRST_OPEN && text.length;
    const char *end = is_open ? vox__find_byte(text.bytes, '\n', text.length) : NULL;
    if (end) {
        text.length = (size_t)(end - text.bytes) + 1;
        self->first = FIRST_FED;
        self->line++;
    }
    vox__advance(self, text.length);
    return text;
}

/** Removes the end of the first line, which may or may not have been fed. */
static void trim_line(vox__text_source *self) {
    vox_buffer *held = &self->held;
    if (self->first == FIRST_FED && held->length && held->bytes[held->length - 1] == '\n') {
        held->length--;
    }
    while (self->first != FIRST_NONE && held->length && held->bytes[held->length - 1] == '\r') {
        held->length--;
    }
}

/** Keeps what no item has of a malformed document: the members beside the list, and all text of the
 *  file from the value that is wrong, or of its first line. */
static int keep_rest(vox__text_source *self) {
    const vox_stream *stream = self->stream;
    /* A list stands there as "[]", and a name with its colon. */
    const bool is_open = stream->in_list || stream->expected == EXPECT_COLON;
    int failure = hold_text(self, "{", stream->in_object && !stream->rest.length);
    if (failure == 0 && stream->rest.length) {
        failure = hold_text(self, stream->rest.bytes, stream->rest.length - is_open);
    }
    if (failure == 0) {
        failure = hold_text(self, vox__stream_text(stream), vox__stream_length(stream));
    }
    while (failure == 0 && self->first <= FIRST_OPEN) {
        const vox_string rest = pass_text(self, SIZE_MAX);
        failure = hold_text(self, rest.bytes, rest.length);
        if (failure == 0 && self->first <= FIRST_OPEN) {
            if (vox__is_at_end(self)) {
                break;
            }
            failure = vox__read_piece(self);
        }
    }
    trim_line(self);
    return failure;
}

/** Feeds what is unread, or says that there is no more. */
static int feed_document(vox__text_source *self) {
    const vox_string rest = pass_text(self, FED_AT_ONCE);
    if (rest.length) {
        const vox_status status = vox_stream_feed(self->stream, rest.bytes, rest.length);
        return status == VOX_ERROR_MEMORY ? ENOMEM : 0;
    }
    if (vox__is_at_end(self)) {
        vox_stream_finish(self->stream);
        return 0;
    }
    return vox__read_piece(self);
}

/** Returns true when nothing is left beside the elements: of a root array, or of an object that has
 *  only `data`. */
static bool is_empty_rest(const vox__text_source *self, const vox_item *item) {
    return vox_node_kind(item->node) == VOX_ARRAY ||
           (self->is_other && vox_node_count(item->tree, item->node) == 1);
}

static void take_item_record(vox__text_source *self, const vox_item *item, vox__record *record) {
    record->tree = item->tree;
    record->root = vox_tree_root(item->tree);
    record->node = item->node;
    record->where = self->origin;
    record->where.line = 0;
    if (item->kind == VOX_ITEM_DOCUMENT) {
        record->where = self->origin;
    } else if (item->kind == VOX_ITEM_ELEMENT) {
        const bool is_root = item->node == vox_tree_root(item->tree);
        record->where.list = is_root ? LIST_ROOT : LIST_DATA;
        record->where.index = self->index++;
        self->is_other |= !is_root && record->where.index == 0 &&
                          vox__lacks_type(item->tree, item->node);
    } else if (item->kind == VOX_ITEM_REST && is_empty_rest(self, item)) {
        record->node = NULL;
    } else {
        record->is_document = self->index > 0 && !self->is_other;
    }
    record->is_other = self->is_other;
}

/** Gives the next item. `included` comes after the elements wherever it stands, because the first
 *  element says what the document is. */
static vox_status next_item(vox__text_source *self, vox_item *item, vox_error *error) {
    vox_item *waiting = &self->waiting;
    vox_status status = VOX_OK;
    if (waiting->kind == VOX_ITEM_REST) {
        *item = *waiting;
        memset(waiting, 0, sizeof *waiting);
        return VOX_OK;
    }
    while ((status = vox_stream_next(self->stream, item, error)) == VOX_OK &&
           item->kind == VOX_ITEM_INCLUDED) {
        *waiting = *item;
    }
    const bool is_after = status == VOX_OK
                              ? item->kind == VOX_ITEM_REST
                              : status != VOX_ERROR_MEMORY && status != VOX_ERROR_STOPPED;
    if (waiting->tree && is_after) {
        const vox_item last = *item; /* after an error none: the stream returns the error again */
        *item = *waiting;
        *waiting = last;
        return VOX_OK;
    }
    return status;
}

int vox__document_next(vox__text_source *self, vox__record *record, bool *found) {
    *found = false;
    for (bool is_finished = false;;) {
        vox_item item;
        const vox_status status = next_item(self, &item, &record->error);
        *found = status != VOX_OK || item.kind != VOX_ITEM_NONE;
        if (status == VOX_ERROR_MEMORY) {
            return ENOMEM;
        }
        if (status != VOX_OK) {
            self->held.length = 0;
            const bool is_kept = !self->stops && status != VOX_ERROR_STOPPED;
            const int failure = is_kept ? keep_rest(self) : 0;
            record->where = self->origin;
            record->text = vox__string(self->held.bytes, self->held.length);
            end_document(self);
            return failure;
        }
        if (*found) {
            record->error.status = VOX_OK;
            take_item_record(self, &item, record);
            return 0;
        }
        if (self->first == FIRST_FED) {
            const bool is_whole = self->stream->expected == EXPECT_END;
            self->first = is_whole ? FIRST_DONE : FIRST_NONE;
            if (is_whole) {
                vox_stream_finish(self->stream);
                continue;
            }
        }
        if (is_finished || self->first == FIRST_DONE) {
            end_document(self);
            return 0;
        }
        is_finished = vox__is_at_end(self) && !vox__unread(self).length;
        const int failure = feed_document(self);
        if (failure != 0) {
            return failure;
        }
    }
}
