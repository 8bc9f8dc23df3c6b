/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/** The memory of freed trees that is kept for later trees. */
#define KEPT_MEMORY ((size_t)1 << 24)
/** The maximum bytes of a record: the default, and the largest value. */
#define DEFAULT_RECORD ((size_t)1 << 26)
#define MOST_RECORD ((size_t)UINT32_MAX - 1)

bool vox__filter_set_up(
    filter *made, int descriptor, size_t max_record, vox_filter_fault on_fault, bool lazy
) {
    const size_t asked = max_record ? max_record : DEFAULT_RECORD;
    made->max_record = asked < MOST_RECORD ? asked : MOST_RECORD;
    made->input.limit = made->max_record;
    made->out.descriptor = descriptor;
    made->report.descriptor = STDERR_FILENO;
    made->on_fault = on_fault;

    vox_options reading = vox_options_default();
    reading.max_size = made->max_record;
    reading.borrow = true;
    reading.mode = lazy ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    return vox_parser_new(&reading, KEPT_MEMORY, &made->parser) == VOX_OK;
}

void vox__filter_free(filter *made) {
    vox_parser_free(made->parser);
    vox__lines_free(&made->input);
    vox__rows_free(&made->out);
    vox__rows_free(&made->report);
}

bool vox__filter_fill(filter *from) {
    if (from->outcome != VOX_FILTER_DONE) {
        return false;
    }
    if (from->on_fault == VOX_FILTER_KEEP) {
        vox__rows_begin(&from->out, SIZE_MAX);
        vox__rows_put_string(&from->out, vox__lines_dropped(&from->input));
    }
    if (from->out.out_of_memory) {
        from->outcome = VOX_FILTER_MEMORY;
        return false;
    }
    if (!vox__rows_flush(&from->out)) {
        from->outcome = VOX_FILTER_UNSENT;
        return false;
    }
    const lines_filled filled = vox__lines_fill(&from->input);
    if (filled == LINES_UNREAD) {
        from->outcome = VOX_FILTER_UNREAD;
    } else if (filled == LINES_MEMORY) {
        from->outcome = VOX_FILTER_MEMORY;
    }
    return filled == LINES_MORE;
}

vox_status vox__filter_parse(filter *from, const line *taken, vox_tree **tree, vox_error *error) {
    const vox_string text = taken->text;
    if (taken->fault != LINE_GOOD) {
        *tree = NULL;
        *error = vox__line_error(taken);
        return error->status;
    }
    const vox_status status = vox_parser_parse(from->parser, text.bytes, text.length, tree, error);
    if (status == VOX_ERROR_END && taken->is_element) {
        (void)snprintf(
            from->message, sizeof from->message, "the record is truncated: %s", error->message
        );
        error->message = from->message;
    }
    return status;
}

void vox__filter_locate(const line *taken, const vox_error *error, fault *found) {
    found->offset = taken->offset + error->offset;
    found->line = taken->number - 1 + error->line;
    found->column = error->column + (error->line == 1 ? taken->column : 0);
}

/** Returns true when a line ends inside its value. */
static bool is_cut(filter *from, const line *taken) {
    vox_tree *tree;
    vox_error error;
    const vox_status status = vox__filter_parse(from, taken, &tree, &error);
    vox_tree_free(tree);
    return status == VOX_ERROR_END;
}

/** Reads the first line that is not blank, without taking lines. Returns true when the line ends
 *  inside its value: then a document of several lines begins. */
static bool begins_document(filter *from) {
    do {
        lines ahead = from->input;
        line first;
        while (vox__lines_take(&ahead, &first)) {
            if (!vox__line_is_blank(&first)) {
                return is_cut(from, &first);
            }
        }
        if (ahead.begin == from->input.begin) {
            from->input.scanned = ahead.scanned;
        }
    } while (vox__filter_fill(from));
    return false;
}

/** Returns true when the first byte is the separator of a sequence. No JSON text begins with it. */
static bool begins_sequence(filter *from) {
    while (vox__lines_held(&from->input).length == 0) {
        if (!vox__filter_fill(from)) {
            return false;
        }
    }
    return vox__lines_held(&from->input).bytes[0] == RECORD_SEPARATOR;
}

static vox_filter_input detect(filter *from, vox_filter_input input) {
    if (begins_sequence(from)) {
        return VOX_FILTER_SEQUENCE;
    }
    return input == VOX_FILTER_DOCUMENT_AUTO || begins_document(from) ? VOX_FILTER_DOCUMENT
                                                                      : VOX_FILTER_LINES;
}

static lines_form form_of(vox_filter_input input) {
    switch (input) {
    case VOX_FILTER_DOCUMENT:
        return LINES_WHOLE;
    case VOX_FILTER_SEQUENCE:
        return LINES_SEQUENCE;
    case VOX_FILTER_CONCATENATED:
        return LINES_CONCATENATED;
    default:
        return LINES_EACH;
    }
}

vox_filter_input vox__filter_open(
    filter *from, const char *name, int descriptor, vox_filter_input input
) {
    from->file = name;
    from->outcome = VOX_FILTER_DONE;
    vox__lines_open(&from->input, descriptor);
    if (input == VOX_FILTER_AUTO || input == VOX_FILTER_DOCUMENT_AUTO) {
        input = detect(from, input);
    }
    from->input.form = form_of(input);
    return input;
}

void vox__filter_records(
    filter *from, void (*take)(void *context, const line *taken), void *context
) {
    do {
        line taken;
        while (from->outcome == VOX_FILTER_DONE && vox__lines_take(&from->input, &taken)) {
            take(context, &taken);
        }
    } while (vox__filter_fill(from));
}

vox_filter_outcome vox__filter_close(filter *from) {
    const int cause = errno;
    if (from->out.out_of_memory && from->outcome == VOX_FILTER_DONE) {
        from->outcome = VOX_FILTER_MEMORY;
    }
    if (from->outcome == VOX_FILTER_UNSENT) {
        return VOX_FILTER_UNSENT;
    }
    if (!vox__rows_flush(&from->out)) {
        return VOX_FILTER_UNSENT;
    }
    errno = cause;
    return from->outcome;
}

bool vox__filter_tell(filter *from, const fault *found) {
    from->faults++;
    if (from->on_fault == VOX_FILTER_ROW) {
        return true;
    }
    vox__rows_begin(&from->report, SIZE_MAX);
    vox__fault_line(&from->report, found);
    (void)vox__rows_flush(&from->report);
    if (from->on_fault == VOX_FILTER_STOP) {
        from->outcome = VOX_FILTER_STOPPED;
    }
    return false;
}
