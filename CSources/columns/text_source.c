/* SPDX-License-Identifier: MIT */
/** The pieces of a source, and what each file consists of. */
#include "columns/text_source.h"

/** The memory of freed trees that is kept for later trees. */
#define KEPT_MEMORY ((size_t)1 << 24)

const char *vox__text_source_file(const vox__text_source *self) {
    return self->file.length ? self->file.bytes : "";
}

uint64_t vox__text_source_bytes(const vox__text_source *self) {
    return self->bytes;
}

/* --- making and freeing ------------------------------------------------------------------ */

/** Returns true when a limit for one record cannot be exceeded by a record in a block, and when no
 *  column needs the other resources of the document. */
static bool may_use_blocks(const vox__text_source *self) {
    const vox_options *options = &self->parser->options;
    return !self->whole && options->mode == VOX_MODE_EAGER && options->max_memory == 0 &&
           options->max_nodes > BLOCK_SIZE && self->max_record > BLOCK_SIZE;
}

vox_status vox__text_source_new(
    const vox_source *source, const vox_columns_options *options, bool whole, bool plain,
    vox__text_source **made
) {
    const vox_allocator allocator = options->tree.allocator;
    vox__text_source *self = (vox__text_source *)vox__memory_resize(
        &allocator, NULL, 0, sizeof *self
    );
    *made = self;
    if (!self) {
        return VOX_ERROR_MEMORY;
    }
    *self = (vox__text_source
    ){.source = *source,
      .allocator = allocator,
      .asked = options->form,
      .max_record = options->max_record,
      .whole = whole,
      .plain = plain,
      .stops = vox__is_stopping(options->fault),
      .file = {.allocator = allocator},
      .form = options->form,
      .line = 1,
      .held = {.allocator = allocator},
      .ahead = {.allocator = allocator}};
    self->streaming = vox_stream_options_default();
    self->streaming.max_held = self->max_record;
    vox_options reading = options->tree;
    reading.max_size = self->max_record;
    const vox_status status = vox_parser_new(&reading, KEPT_MEMORY, &self->parser);
    if (status != VOX_OK) {
        self->source.release = NULL; /* the caller releases it */
        vox__text_source_free(self);
        *made = NULL;
        return status;
    }
    self->streaming.tree = self->parser->options; /* with its memory */
    if (may_use_blocks(self)) {
        self->block = (vox__line_block *)vox__memory_resize(
            &allocator, NULL, 0, sizeof *self->block
        );
        if (self->block) { /* otherwise it is only slower */
            self->block->tree = NULL;
        }
    }
    return VOX_OK;
}

void vox__text_source_free(vox__text_source *self) {
    if (self) {
        const vox_allocator allocator = self->allocator;
        if (self->source.release) {
            self->source.release(self->source.context);
        }
        vox_tree_free(self->elements.is_kept ? NULL : self->elements.tree);
        vox_tree_free(self->waiting.tree);
        vox_stream_free(self->stream);
        if (self->block) {
            vox_tree_free(self->block->tree);
            vox__memory_resize(&allocator, self->block, sizeof *self->block, 0);
        }
        vox_parser_free(self->parser);
        vox_buffer_free(&self->file);
        vox_buffer_free(&self->held);
        vox_buffer_free(&self->ahead);
        vox__memory_resize(&allocator, self, sizeof *self, 0);
    }
}

/* --- pieces -------------------------------------------------------------------------------- */

/** Begins with the file of the piece. */
static int begin_file(vox__text_source *self) {
    const char *const name = self->piece.file;
    self->file.length = 0;
    if (vox__put_utf8(&self->file, vox_string_from_c(name)) != VOX_OK ||
        vox__put_bytes(&self->file, "", 1) != VOX_OK) {
        return ENOMEM;
    }
    self->is_new = false;
    self->offset = self->piece.offset;
    self->line = self->piece.lines + 1;
    const bool is_part = self->offset > 0 && self->asked == VOX_COLUMNS_AUTO;
    self->form = is_part ? VOX_COLUMNS_LINES : self->asked;
    self->is_skipped = false;
    self->first = FIRST_NONE;
    return 0;
}

/* --- the next record ------------------------------------------------------------------------ */

/** Passes blank lines before a document. The text must not be empty. */
static void pass_blank_lines(vox__text_source *self) {
    const vox_string text = vox__unread(self);
    size_t length = 0;
    for (size_t at = 0; at < text.length && vox__is_space(text.bytes[at]); at++) {
        if (text.bytes[at] == '\n') {
            length = at + 1;
            self->line++;
        }
    }
    vox__advance(self, length);
}

/** Returns the text behind leading white space and bytes of a byte order mark. A piece may end
 *  inside the mark. */
static vox_string decided_text(vox_string text) {
    while (text.length &&
           (vox__is_space(*text.bytes) || vox__find_byte(VOX_BYTE_ORDER_MARK, *text.bytes, 3))) {
        text.bytes++;
        text.length--;
    }
    return text;
}

/** Begins with a document when its first byte that is not blank is known, or with the end of the
 *  file. */
static int begin_document(vox__text_source *self) {
    if (!self->is_undecided) {
        pass_blank_lines(self);
        self->origin = (vox__where){.offset = self->offset, .line = self->line};
        self->held.length = 0;
    }
    const vox_string text = vox__unread(self), decided = decided_text(text);
    if (!decided.length && self->held.length < self->max_record) {
        if (text.length) {
            self->is_undecided = true;
            vox__advance(self, text.length);
            return vox__put_bytes(&self->held, text.bytes, text.length) == VOX_OK ? 0 : ENOMEM;
        }
        if (self->is_undecided && !vox__is_at_end(self)) {
            return vox__read_piece(self);
        }
        if (vox__blank_length(vox__string(self->held.bytes, self->held.length)) ==
            self->held.length) {
            self->is_undecided = false; /* a text of blanks has no document */
            return 0;
        }
    }
    self->is_undecided = false;
    const int failure = vox__document_begin(self, decided, self->origin);
    if (failure != 0 || !self->held.length) {
        return failure;
    }
    const vox_status status = vox_stream_feed(self->stream, self->held.bytes, self->held.length);
    return status == VOX_ERROR_MEMORY ? ENOMEM : 0; /* other errors are reported later */
}

/** Takes a record from the text at hand. `*found` is false when the next piece is needed, or when a
 *  document has begun. */
static int take_record(vox__text_source *self, vox__record *record, bool *found) {
    if (self->stream) {
        return vox__document_next(self, record, found);
    }
    if (self->is_skipped) {
        vox__advance(self, vox__unread(self).length);
        return 0;
    }
    if (self->form == VOX_COLUMNS_AUTO) {
        return vox__first_take(self, record, found);
    }
    if (self->form == VOX_COLUMNS_DOCUMENT) {
        return begin_document(self);
    }
    return vox__record_of_line(self, record, found);
}

/** Gives the tree of the piece away as a record. What was read lazily is parsed first: a malformed
 *  record has the same row however it is read. */
static void take_tree(vox__text_source *self, vox__record *record) {
    vox_tree *tree = self->piece.tree;
    self->piece.tree = NULL;
    record->is_kept = true;
    if (vox_tree_materialize(tree, &record->error) == VOX_OK) {
        record->error.status = VOX_OK;
        record->tree = tree;
        record->root = record->node = vox_tree_root(tree);
    } else {
        record->text = vox_node_source(tree, vox_tree_root(tree));
    }
}

/** Gives the next element of a list as a record. The last one takes the tree. */
static void next_element(vox__element_list *list, vox__record *record) {
    record->tree = list->tree;
    record->root = record->node = list->next;
    record->where = list->where;
    list->next = vox_node_next(list->tree, list->next);
    record->is_kept = list->next || list->is_kept;
    list->tree = list->next ? list->tree : NULL;
}

/** Replaces a record that is an array of objects by its first element: such an array is a list of
 *  records, however it is laid out, unless each line is to be one record. */
static void part_list(vox__text_source *self, vox__record *record) {
    const bool is_alone = record->where.list == LIST_NONE || record->where.list == LIST_BLOCK;
    if (self->whole || self->asked == VOX_COLUMNS_LINES || !is_alone || !record->tree ||
        vox_node_kind(record->root) != VOX_ARRAY) {
        return;
    }
    const vox_node *first = vox_node_first(record->tree, record->root);
    if (vox_node_kind(first) == VOX_OBJECT) {
        self->elements = (vox__element_list){record->tree, first, record->is_kept, record->where};
        next_element(&self->elements, record);
    }
}

static bool has_block(const vox__text_source *self) {
    return self->block && self->block->tree;
}

int vox__text_source_next(vox__text_source *self, vox__record *record, bool *ended) {
    int failure = 0;
    bool found = false;
    /* Not the whole struct: the error is large, and most records have none. */
    record->tree = NULL;
    record->node = NULL;
    record->is_kept = record->is_other = record->is_document = false;
    record->error.status = VOX_OK;
    record->text = vox__string("", 0);
    record->where = (vox__where){.line = 0};
    record->most = record->spent = 0;
    *ended = false;
    if (self->elements.next) {
        next_element(&self->elements, record);
        return 0;
    }
    while (failure == 0 && !found) {
        if (self->stream || self->is_undecided || vox__unread(self).length > 0 || has_block(self)) {
            failure = take_record(self, record, &found);
        } else if (self->is_new) {
            failure = begin_file(self);
        } else if (self->piece.tree) {
            take_tree(self, record);
            found = true;
        } else if (self->is_ended) {
            *ended = true;
            return 0;
        } else {
            failure = vox__read_piece(self);
        }
    }
    const vox_status status = record->error.status;
    if (failure == 0 && status == VOX_OK) {
        part_list(self, record);
    }
    if (failure == 0 && (status == VOX_ERROR_MEMORY || status == VOX_ERROR_STOPPED)) {
        failure = status == VOX_ERROR_MEMORY ? ENOMEM : ECANCELED;
    }
    return failure;
}
