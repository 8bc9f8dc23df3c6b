/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "record.h"

/** Memory of trees that is kept for the next ones. */
#define KEPT_MEMORY ((size_t)1 << 24)
/** Bytes of a record where nothing is said, and at most. */
#define DEFAULT_RECORD ((size_t)1 << 26)
#define MOST_RECORD ((size_t)UINT32_MAX - 1)

/** Sends what there is, and reads a piece. False at the end of the input, or of it all. */
static bool fill(vox_select *select) {
    if (select->outcome != VOX_SELECT_DONE) {
        return false;
    }
    if (select->writer.out.out_of_memory) {
        select->outcome = VOX_SELECT_MEMORY;
    } else if (!vox__rows_flush(&select->writer.out)) {
        select->outcome = VOX_SELECT_UNSENT;
    } else {
        const lines_filled filled = vox__lines_fill(&select->input);
        if (filled == LINES_UNREAD) {
            select->outcome = VOX_SELECT_UNREAD;
        } else if (filled == LINES_MEMORY) {
            select->outcome = VOX_SELECT_MEMORY;
        }
        return filled == LINES_MORE;
    }
    return false;
}

static void write_lines(vox_select *select) {
    line taken;
    do {
        while (select->outcome == VOX_SELECT_DONE && vox__lines_take(&select->input, &taken)) {
            vox__record_line(select, &taken);
        }
    } while (fill(select));
}

/** Writes what a stream has ready. False when it has met an error, which was told. */
static bool write_items(vox_select *select, vox_stream *stream, record *element) {
    for (;;) {
        vox_item item;
        vox_error error;
        if (vox_stream_next(stream, &item, &error)) {
            element->is_element = false;
            vox__record_report(select, element, &error);
            return false;
        }
        if (item.kind == VOX_ITEM_NONE) {
            return true;
        }
        element->tree = item.tree;
        if (item.kind == VOX_ITEM_ELEMENT) {
            element->is_element = true;
            vox__record_document(select, element);
            element->index++;
        } else if (item.kind == VOX_ITEM_REST) {
            element->is_element = false;
            vox__record_write(select, element);
        }
        vox_tree_free(item.tree);
        if (select->outcome != VOX_SELECT_DONE) {
            return false;
        }
    }
}

/** The elements of a document as they come, for none of its columns needs another. */
static void write_elements(vox_select *select) {
    vox_stream *stream = NULL;
    if (vox_stream_new(&select->streaming, &stream)) {
        select->outcome = VOX_SELECT_MEMORY;
        return;
    }
    record element = {.offset = select->input.offset, .lines = select->input.number};
    bool goes_on = true;
    do {
        const vox_string held = vox__lines_held(&select->input);
        goes_on = vox_stream_feed(stream, held.bytes, held.length) == VOX_OK;
        if (!goes_on) {
            select->outcome = VOX_SELECT_MEMORY;
        }
        vox__lines_pass(&select->input, held.length);
        goes_on = goes_on && write_items(select, stream, &element);
    } while (goes_on && fill(select));
    if (goes_on && select->outcome == VOX_SELECT_DONE) {
        vox_stream_finish(stream);
        (void)write_items(select, stream, &element);
    }
    vox_stream_free(stream);
}

/** True when a line ends within its value: then it begins a document over several lines. */
static bool is_cut(vox_select *select, const line *taken) {
    vox_tree *tree = NULL;
    const vox_string text = taken->text;
    const vox_status status =
        taken->too_long ? VOX_ERROR_SIZE_LIMIT
                        : vox_parser_parse(select->parser, text.bytes, text.length, &tree, NULL);
    vox_tree_free(tree);
    return status == VOX_ERROR_END;
}

/** Looks at the first line that is not blank; it stays untaken. */
static bool begins_document(vox_select *select) {
    do {
        line taken;
        lines before = select->input;
        while (vox__lines_take(&select->input, &taken)) {
            if (!taken.too_long && vox__record_is_blank(taken.text)) {
                before = select->input;
                continue;
            }
            select->input = before;
            return is_cut(select, &taken);
        }
    } while (fill(select));
    return false;
}

vox_select_outcome vox_select_file(
    vox_select *select, const char *name, int descriptor, vox_select_input input
) {
    select->file = name;
    select->outcome = VOX_SELECT_DONE;
    vox__lines_open(&select->input, descriptor, false);
    if (input == VOX_SELECT_AUTO) {
        input = begins_document(select) ? VOX_SELECT_DOCUMENT : VOX_SELECT_LINES;
    }
    if (input == VOX_SELECT_DOCUMENT && !select->writer.columns.need_included) {
        write_elements(select);
    } else {
        select->input.whole = input == VOX_SELECT_DOCUMENT;
        write_lines(select);
    }
    if (select->writer.out.out_of_memory && select->outcome == VOX_SELECT_DONE) {
        select->outcome = VOX_SELECT_MEMORY;
    }
    /* What was right before the end of it all is written, too. */
    const int cause = errno;
    if (select->outcome != VOX_SELECT_UNSENT && !vox__rows_flush(&select->writer.out)) {
        select->outcome = VOX_SELECT_UNSENT;
        return select->outcome;
    }
    errno = cause;
    return select->outcome;
}

uint64_t vox_select_faults(const vox_select *select) {
    return select->faults;
}

static bool set_up(vox_select *select, const vox_select_options *options) {
    const size_t asked = options->max_record ? options->max_record : DEFAULT_RECORD;
    const size_t limit = asked < MOST_RECORD ? asked : MOST_RECORD;
    row_writer *writer = &select->writer;
    writer->tsv = options->output == VOX_SELECT_TSV;
    writer->error_column = options->fault == VOX_SELECT_ROW;
    writer->out.descriptor = options->descriptor;
    writer->out.limit = writer->scratch.limit = limit;
    writer->keys.limit = select->report.limit = SIZE_MAX;
    select->report.descriptor = STDERR_FILENO;
    select->input.limit = limit;
    select->on_fault = options->fault;

    vox_options reading = vox_options_default();
    reading.max_size = limit;
    reading.borrow = true;
    reading.mode = options->lazy ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    select->streaming = vox_stream_options_default();
    select->streaming.form = VOX_STREAM_ELEMENTS;
    select->streaming.max_held = limit;
    select->streaming.tree.max_size = VOX_UNLIMITED;
    select->streaming.tree.max_nodes = VOX_UNLIMITED;

    if (options->type) {
        select->type_text = strdup(options->type);
        select->type = vox_string_from_c(select->type_text);
    }
    return (!options->type || select->type_text) && vox__row_prepare(writer) &&
           vox_parser_new(&reading, KEPT_MEMORY, &select->parser) == VOX_OK;
}

vox_select_outcome vox_select_new(
    const vox_select_options *options, vox_select **select, const char **message, size_t *offset
) {
    vox_select *made = calloc(1, sizeof *made);
    *select = NULL;
    if (!made) {
        return VOX_SELECT_MEMORY;
    }
    const columns_outcome read = vox__columns_read(
        &made->writer.columns, options->columns, message, offset
    );
    if (read != COLUMNS_READ || !set_up(made, options)) {
        vox_select_free(made);
        return read == COLUMNS_WRONG ? VOX_SELECT_COLUMNS : VOX_SELECT_MEMORY;
    }
    if (made->writer.tsv && options->header) {
        vox__row_header(&made->writer);
    }
    *select = made;
    return VOX_SELECT_DONE;
}

void vox_select_free(vox_select *select) {
    if (!select) {
        return;
    }
    vox_parser_free(select->parser);
    vox__lines_free(&select->input);
    vox__row_free(&select->writer);
    free(select->report.bytes);
    free(select->type_text);
    free(select);
}
