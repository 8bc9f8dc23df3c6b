/* SPDX-License-Identifier: MIT */
/** The pieces of a source. */
#include "columns/text_source.h"

int vox__read_piece(vox__text_source *self) {
    if (self->is_again) {
        const vox__position *after = &self->after;
        self->is_again = false;
        self->piece = after->piece;
        self->at = after->at;
        self->is_new = after->is_new;
        self->is_ended = after->is_ended;
        vox_buffer_free(&self->ahead);
        return 0;
    }
    self->piece = (vox_piece){.bytes = NULL};
    self->at = 0;
    const int failure = self->source.read(self->source.context, &self->piece);
    if (failure != 0) {
        return failure;
    }
    vox_piece *piece = &self->piece;
    if (piece->length && !piece->bytes) {
        return EINVAL;
    }
    piece->length = piece->tree ? 0 : piece->length;
    self->is_new = piece->file != NULL;
    self->is_ended = !piece->length && !piece->tree && !piece->file;
    self->bytes += piece->length;
    return 0;
}
