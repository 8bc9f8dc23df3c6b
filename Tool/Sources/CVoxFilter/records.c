/* SPDX-License-Identifier: MIT */
#include "vox_records.h"

#include <errno.h>

#include "filter.h"

/** No limit. Half of the range, so that the size of a block cannot overflow. */
#define NO_LIMIT (SIZE_MAX / 2)

typedef struct reading {
    filter base;
    vox_record_receiver to;
    bool has_record;
} reading;

static void give(void *context, const line *taken) {
    reading *self = context;
    const bool is_document = self->base.input.form == LINES_WHOLE;
    const bool is_blank = !is_document && vox__line_is_blank(taken);
    if (is_blank && (taken->text.length == 0 || taken->text.bytes[0] != '\xEF')) {
        return;
    }
    self->has_record = true;
    vox_record given = {
        .bytes = taken->text.bytes,
        .length = taken->text.length,
        .offset = taken->offset,
        .line = taken->number,
        .column = taken->column,
        .is_element = taken->is_element,
        .is_blank = is_blank,
    };
    if (taken->fault != LINE_GOOD) {
        const vox_error error = vox__line_error(taken);
        given.fault = error.message;
        given.fault_offset = error.offset;
    }
    self->to.receive(self->to.context, &given);
}

vox_filter_outcome vox_records_read(
    int descriptor, vox_filter_input input, size_t max_record, vox_record_receiver receiver
) {
    reading self = {.to = receiver};
    self.base.input.limit = NO_LIMIT;
    input = vox__filter_open(&self.base, "", descriptor, input);
    if (input != VOX_FILTER_DOCUMENT) {
        self.base.input.limit = max_record;
    }
    vox__filter_records(&self.base, give, &self);
    const vox_filter_outcome outcome = vox__filter_close(&self.base);
    const int cause = errno;
    if (outcome == VOX_FILTER_DONE && input == VOX_FILTER_DOCUMENT && !self.has_record) {
        const line empty = {.number = 1};
        give(&self, &empty);
    }
    vox__filter_free(&self.base);
    errno = cause;
    return outcome;
}
