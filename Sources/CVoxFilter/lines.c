/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

void vox__lines_open(lines *input, int descriptor) {
    input->descriptor = descriptor;
    input->whole = false;
    input->begin = input->scanned = input->end = 0;
    input->offset = input->number = input->skipped = 0;
    input->at_end = false;
}

void vox__lines_pass(lines *input, size_t length) {
    input->begin += length;
    input->offset += length;
    input->scanned = input->begin;
}

/** Returns a line of this length, which may have a line feed after it. */
static void give(lines *input, size_t length, bool has_end, line *taken) {
    taken->too_long = input->skipped > 0 || length > input->limit;
    taken->has_end = has_end;
    taken->offset = input->offset - input->skipped;
    taken->number = ++input->number;
    taken->text.bytes = input->bytes + input->begin;
    taken->text.length = length;
    input->skipped = 0;
    vox__lines_pass(input, length + has_end);
}

bool vox__lines_take(lines *input, line *taken) {
    const size_t rest = input->end - input->scanned;
    const char *from = input->bytes + input->scanned;
    const char *found = rest > 0 && !input->whole ? memchr(from, '\n', rest) : NULL;
    if (found) {
        give(input, (size_t)(found - (input->bytes + input->begin)), true, taken);
        return true;
    }
    input->scanned = input->end;
    if (input->at_end && (input->end > input->begin || input->skipped > 0)) {
        give(input, input->end - input->begin, false, taken);
        return true;
    }
    return false;
}

/** Makes room for a piece after the bytes in memory. */
static bool make_room(lines *input) {
    const size_t held = input->end - input->begin;
    if (held > 0 && input->begin > 0) {
        memmove(input->bytes, input->bytes + input->begin, held);
    }
    input->begin = 0;
    input->scanned = input->end = held;
    if (input->capacity - held >= LINES_PIECE) {
        return true;
    }
    size_t capacity = held > LINES_PIECE ? held * 2 : LINES_PIECE * 2;
    if (capacity - held < LINES_PIECE || capacity > input->limit + LINES_PIECE) {
        capacity = held + LINES_PIECE;
    }
    char *bytes = realloc(input->bytes, capacity);
    if (!bytes) {
        return false;
    }
    input->bytes = bytes;
    input->capacity = capacity;
    return true;
}

vox_string vox__lines_dropped(const lines *input) {
    const vox_string held = vox__lines_held(input), none = {NULL, 0};
    const bool is_past = input->skipped > 0 || held.length > input->limit;
    return is_past && !input->at_end ? held : none;
}

lines_filled vox__lines_fill(lines *input) {
    if (input->at_end) {
        return LINES_END;
    }
    const size_t dropped = vox__lines_dropped(input).length;
    input->skipped += dropped;
    vox__lines_pass(input, dropped);
    if (!make_room(input)) {
        return LINES_MEMORY;
    }
    ssize_t count;
    do {
        count = read(input->descriptor, input->bytes + input->end, LINES_PIECE);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        return LINES_UNREAD;
    }
    input->end += (size_t)count;
    input->at_end = count == 0;
    return LINES_MORE;
}

void vox__lines_free(lines *input) {
    free(input->bytes);
    input->bytes = NULL;
    input->capacity = 0;
}
