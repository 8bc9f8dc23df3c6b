/* SPDX-License-Identifier: MIT */
/** What ends a pass over a source, and the writers of its tables. */
#include "columns/reading.h"

#include "base/bounded_text.h"

/* --- messages ------------------------------------------------------------------------------ */

/** Begins a message with the first bytes of the name of the file. */
static vox__bounded begin_message(vox__reading *self) {
    const vox_string file = vox_string_from_c(vox__text_source_file(self->source));
    vox__bounded text = {self->message, VOX__MESSAGE_SIZE, 0};
    vox__bounded_string(&text, vox__string(file.bytes, file.length < 255 ? file.length : 255));
    return text;
}

static void describe_stop(vox__reading *self, const vox_error *error) {
    vox__bounded text = begin_message(self);
    if (error->line > 0) {
        vox__bounded_byte(&text, ':');
        vox__bounded_number(&text, error->line);
        vox__bounded_byte(&text, ':');
        vox__bounded_number(&text, error->column);
    }
    vox__bounded_put(&text, ": ");
    vox__bounded_put(&text, error->message);
    vox__bounded_put(&text, " (");
    vox__bounded_put(&text, vox_status_name(error->status));
    vox__bounded_put(&text, error->pointer_cut ? ", below \"" : ", at \"");
    vox__bounded_put(&text, error->pointer);
    vox__bounded_put(&text, "\")");
    vox__bounded_end(&text);
}

void vox__reading_describe(vox__reading *self, vox_status status) {
    vox__bounded text = {self->message, VOX__MESSAGE_SIZE, 0};
    vox__bounded_put(&text, vox_status_message(status));
    vox__bounded_end(&text);
}

static void describe_failure(vox__reading *self, int failure) {
    char digits[VOX_NUMBER_SIZE];
    const bool is_negative = failure < 0;
    vox__bounded text = begin_message(self);
    vox__bounded_put(&text, ": the source cannot be read (error ");
    vox__bounded_string(&text, vox__integer_text(digits, is_negative, (uint64_t)(int64_t)failure));
    vox__bounded_byte(&text, ')');
    vox__bounded_end(&text);
}

int vox__reading_fail(vox__reading *self, int failure, const vox_error *error) {
    self->failure = failure;
    self->has_message = true;
    if (error->status != VOX_OK) {
        describe_stop(self, error);
    } else if (failure == ENOMEM) {
        vox__reading_describe(self, VOX_ERROR_MEMORY);
    } else {
        describe_failure(self, failure);
    }
    return failure;
}

/* --- calls --------------------------------------------------------------------------------- */

/** Adds to the calls that read, which may be in several threads. Returns their number. */
static uint32_t count_readers(vox__reading *self, uint32_t more) {
#ifdef VOX_FREESTANDING
    return self->readers += more;
#else
    return __atomic_add_fetch(&self->readers, more, __ATOMIC_ACQ_REL);
#endif
}

int vox__reading_enter(vox__reading *self) {
    if (count_readers(self, 1) != 1) {
        return EBUSY;
    }
    self->has_message = self->failure != 0;
    return self->failure;
}

void vox__reading_leave(vox__reading *self) {
    (void)count_readers(self, UINT32_MAX);
}

const char *vox__reading_message(vox__reading *self) {
    if (count_readers(self, 0)) {
        return "another thread reads from the stream";
    }
    return self->has_message ? self->message : NULL;
}

/* --- writers ------------------------------------------------------------------------------- */

vox_status vox__reading_writer(
    const vox__reading *self, const vox_columns *columns, vox__row_writer *writer
) {
    const vox_columns_options *options = &self->options;
    *writer = (vox__row_writer
    ){.columns = columns,
      .most_row = options->max_record,
      .stops = vox__is_stopping(options->fault),
      .skips = vox__is_parting(options->fault) && columns->kind != TABLE_MALFORMED};
    vox__columns_keep(columns);
    VOX_TRY(vox__frame_make(&writer->frame, columns->top, &options->tree.allocator, &writer->sizes)
    );
    writer->is_standard = columns->kind == TABLE_RESOURCES &&
                          vox__has_resource_members(writer->frame->paths);
    vox__cells *cells = writer->frame->builders;
    if (columns->rest != NO_PLACE) {
        cells[columns->rest].is_sparse = true;
    }
    if (columns->error != NO_PLACE) {
        cells[columns->error].is_sparse = true;
    }
    return VOX_OK;
}

void vox__reading_writer_free(vox__row_writer *writer) {
    if (writer->columns) {
        vox__frame_free(writer->frame);
        vox__columns_drop(writer->columns);
    }
}
