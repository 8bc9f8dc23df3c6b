/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};

/** Forgets what was found out about the record that begins at `begin`. */
static void begin_record(lines *input) {
    const value_end none = {.is_begun = false};
    input->skipped = 0;
    input->value = none;
}

void vox__lines_open(lines *input, int descriptor) {
    input->descriptor = descriptor;
    input->form = LINES_EACH;
    input->begin = input->scanned = input->end = 0;
    input->offset = input->number = input->line_offset = 0;
    input->has_separator = input->at_end = false;
    begin_record(input);
}

void vox__lines_pass(lines *input, size_t length) {
    input->begin += length;
    input->offset += length;
    input->scanned = input->begin;
}

/** Moves past bytes in memory, and counts their lines. */
static void pass_lines(lines *input, size_t length) {
    const char *const bytes = input->bytes + input->begin;
    size_t at = 0;
    while (at < length) {
        const char *found = memchr(bytes + at, '\n', length - at);
        if (!found) {
            break;
        }
        at = (size_t)(found - bytes) + 1;
        input->number++;
        input->line_offset = input->offset + at;
    }
    vox__lines_pass(input, length);
}

/** Returns true for a number or a literal without white space after it. */
static bool may_be_cut(vox_string text) {
    if (text.length == 0 || vox__is_blank(text.bytes[text.length - 1])) {
        return false;
    }
    size_t at = 0;
    while (vox__is_blank(text.bytes[at])) {
        at++;
    }
    return !memchr("{[\"", text.bytes[at], 3);
}

static line_fault fault_of(const lines *input, const line *taken) {
    if (input->skipped > 0 || taken->text.length > input->limit) {
        return LINE_TOO_LONG;
    }
    if (input->form == LINES_SEQUENCE && !taken->is_element) {
        return LINE_ASTRAY;
    }
    return taken->is_element && may_be_cut(taken->text) ? LINE_UNENDED : LINE_GOOD;
}

/** Returns a record of this length, which may have a line feed after it. */
static void give(lines *input, size_t length, bool has_end, line *taken) {
    const bool was_skipped = input->skipped > 0;
    const uint64_t line_offset = was_skipped ? input->skipped_line_offset : input->line_offset;
    taken->text.bytes = input->bytes + input->begin;
    taken->text.length = length;
    taken->offset = input->offset - input->skipped;
    taken->number = 1 + (was_skipped ? input->skipped_number : input->number);
    taken->column = taken->offset - line_offset;
    taken->has_end = has_end;
    taken->is_gap = false;
    taken->is_element = input->form == LINES_SEQUENCE && input->has_separator;
    taken->fault = fault_of(input, taken);
    begin_record(input);
    if (input->form == LINES_EACH) {
        vox__lines_pass(input, length + has_end);
        input->number += has_end;
        input->line_offset = input->offset;
    } else {
        pass_lines(input, length);
    }
}

static void give_gap(lines *input, size_t length, line *taken) {
    give(input, length, false, taken);
    taken->is_gap = true;
    taken->fault = LINE_GOOD;
}

/** Returns the length of the gap at the beginning of the bytes in memory, 0 if there is none. */
static size_t gap_length(const lines *input) {
    const vox_string held = vox__lines_held(input);
    const bool is_sequence = input->form == LINES_SEQUENCE;
    if ((!is_sequence && input->form != LINES_CONCATENATED) || input->skipped > 0 ||
        input->value.is_begun) {
        return 0;
    }
    size_t length = 0;
    if (!is_sequence && input->offset == 0 && held.length >= sizeof byte_order_mark &&
        memcmp(held.bytes, byte_order_mark, sizeof byte_order_mark) == 0) {
        return sizeof byte_order_mark;
    }
    while (length < held.length && (is_sequence ? held.bytes[length] == RECORD_SEPARATOR
                                                : vox__is_blank(held.bytes[length]))) {
        length++;
    }
    return length;
}

/** Searches the end of a record from `scanned` on. Returns true and moves `scanned` there, or moves
 *  it to the end of the bytes in memory. */
static bool find_end(lines *input) {
    const char *const from = input->bytes + input->scanned;
    const size_t rest = input->end - input->scanned;
    const char *found = NULL;
    size_t at = 0;
    switch (input->form) {
    case LINES_WHOLE:
        break;
    case LINES_CONCATENATED:
        if (input->offset == 0 && !input->value.is_begun && !input->at_end &&
            rest < sizeof byte_order_mark) {
            return false; /* the bytes may begin a byte order mark */
        }
        found = vox__value_end(&input->value, from, rest, &at) ? from + at : NULL;
        break;
    default:
        found = rest > 0 ? memchr(from, input->form == LINES_EACH ? '\n' : RECORD_SEPARATOR, rest)
                         : NULL;
    }
    input->scanned = found ? (size_t)(found - input->bytes) : input->end;
    return found != NULL;
}

bool vox__lines_take(lines *input, line *taken) {
    const size_t gap = gap_length(input);
    if (gap > 0) {
        input->has_separator |= input->form == LINES_SEQUENCE;
        give_gap(input, gap, taken);
        return true;
    }
    if (find_end(input)) {
        give(input, input->scanned - input->begin, input->form == LINES_EACH, taken);
        return true;
    }
    if (input->at_end && (input->end > input->begin || input->skipped > 0)) {
        give(input, input->end - input->begin, false, taken);
        return true;
    }
    return false;
}

/** Makes room for a piece after the bytes in memory. */
static bool make_room(lines *input) {
    const size_t held = input->end - input->begin, scanned = input->scanned - input->begin;
    if (held > 0 && input->begin > 0) {
        memmove(input->bytes, input->bytes + input->begin, held);
    }
    input->begin = 0;
    input->scanned = scanned;
    input->end = held;
    if (input->capacity - held >= LINES_PIECE) {
        return true;
    }
    size_t capacity = held > LINES_PIECE ? held * 2 : LINES_PIECE * 2;
    if (capacity - held < LINES_PIECE ||
        (capacity > input->limit && capacity - input->limit > LINES_PIECE)) {
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

/** Drops the beginning of a record past the limit. */
static void drop(lines *input) {
    const size_t dropped = vox__lines_dropped(input).length;
    if (dropped == 0) {
        return;
    }
    if (input->skipped == 0) {
        input->skipped_number = input->number;
        input->skipped_line_offset = input->line_offset;
    }
    input->skipped += dropped;
    if (input->form == LINES_EACH) {
        vox__lines_pass(input, dropped);
    } else {
        pass_lines(input, dropped);
    }
}

lines_filled vox__lines_fill(lines *input) {
    if (input->at_end) {
        return LINES_END;
    }
    drop(input);
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

bool vox__line_is_blank(const line *taken) {
    if (taken->is_gap || taken->is_element || taken->fault == LINE_TOO_LONG) {
        return taken->is_gap;
    }
    const vox_string text = taken->text;
    size_t at = 0;
    if (text.length >= sizeof byte_order_mark &&
        memcmp(text.bytes, byte_order_mark, sizeof byte_order_mark) == 0) {
        at = sizeof byte_order_mark;
    }
    while (at < text.length && vox__is_blank(text.bytes[at])) {
        at++;
    }
    return at == text.length;
}

vox_error vox__line_error(const line *taken) {
    vox_error error = {.status = VOX_ERROR_SYNTAX, .line = 1, .column = 1};
    switch (taken->fault) {
    case LINE_TOO_LONG:
        error.status = VOX_ERROR_SIZE_LIMIT;
        error.message = "the record is larger than the limit";
        break;
    case LINE_UNENDED:
        error.status = VOX_ERROR_END;
        error.message = "the record may be truncated: white space must follow a number, true, "
                        "false or null (RFC 7464, section 2.4)";
        error.offset = taken->text.length;
        vox_locate(taken->text, error.offset, &error.line, &error.column);
        break;
    default:
        error.message = "a record of a JSON text sequence must follow the byte 0x1E";
    }
    return error;
}
