/* SPDX-License-Identifier: MIT */
#include "vox_select.h"

#include <stdlib.h>

#include "record.h"

/** Returns true for the rest of a list without a document, whose elements were records. */
static bool is_list_with_elements(vox_tree *tree, const record *element) {
    return element->index > 0 && vox_node_kind(vox_tree_root(tree)) == VOX_ARRAY;
}

/** Writes the items that a stream has ready. Returns false after an error, which was reported. */
static bool write_items(vox_select *select, vox_stream *stream, record *element) {
    for (;;) {
        vox_item item;
        vox_error error;
        if (vox_stream_next(stream, &item, &error)) {
            element->is_part = element->is_element = element->is_listed = false;
            vox__record_report(select, element, &error);
            return false;
        }
        if (item.kind == VOX_ITEM_NONE) {
            return true;
        }
        element->tree = item.tree;
        element->is_part = true;
        /* Elements of a root array have no document around them. */
        const bool is_element = item.kind == VOX_ITEM_ELEMENT;
        element->is_listed = is_element && item.node == vox_tree_root(item.tree);
        element->is_element = is_element && !element->is_listed;
        if (element->is_element) {
            vox__record_document(select, element);
            element->index++;
        } else if (element->is_listed) {
            vox__record_write(select, element);
            element->index++;
        } else if (item.kind == VOX_ITEM_REST && !is_list_with_elements(item.tree, element)) {
            vox__record_write(select, element);
        }
        vox_tree_free(item.tree);
        if (select->base.outcome != VOX_FILTER_DONE) {
            return false;
        }
    }
}

/** Writes the elements of a document as they arrive, because no column needs another element. */
static void write_elements(vox_select *select) {
    filter *base = &select->base;
    vox_stream *stream = NULL;
    if (vox_stream_new(&select->streaming, &stream)) {
        base->outcome = VOX_FILTER_MEMORY;
        return;
    }
    record element = {.offset = base->input.offset, .lines = base->input.number};
    bool goes_on = true;
    do {
        const vox_string held = vox__lines_held(&base->input);
        goes_on = vox_stream_feed(stream, held.bytes, held.length) == VOX_OK;
        if (!goes_on) {
            base->outcome = VOX_FILTER_MEMORY;
        }
        vox__lines_pass(&base->input, held.length);
        goes_on = goes_on && write_items(select, stream, &element);
    } while (goes_on && vox__filter_fill(base));
    if (goes_on && base->outcome == VOX_FILTER_DONE) {
        vox_stream_finish(stream);
        (void)write_items(select, stream, &element);
    }
    vox_stream_free(stream);
}

vox_filter_outcome vox_select_file(
    vox_select *select, const char *name, int descriptor, vox_filter_input input
) {
    input = vox__filter_open(&select->base, name, descriptor, input);
    if (input == VOX_FILTER_DOCUMENT && !select->writer.columns.need_included) {
        write_elements(select);
    } else {
        vox__filter_records(&select->base, vox__record_take, select);
    }
    return vox__filter_close(&select->base);
}

uint64_t vox_select_faults(const vox_select *select) {
    return select->base.faults;
}

static bool set_up(vox_select *select, const vox_select_options *options) {
    filter *base = &select->base;
    row_writer *writer = &select->writer;
    if (!vox__filter_set_up(
            base, options->descriptor, options->max_record, options->fault, options->lazy
        )) {
        return false;
    }
    writer->out = &base->out;
    writer->tsv = options->output == VOX_SELECT_TSV;
    writer->error_column = options->fault == VOX_FILTER_ROW;
    writer->absent_null = options->absent_null;
    writer->limit = base->max_record;

    select->streaming = vox_stream_options_default();
    select->streaming.form = VOX_STREAM_ELEMENTS;
    select->streaming.max_held = base->max_record;
    select->streaming.tree.max_size = VOX_UNLIMITED; /* only max_held limits the size */
    select->streaming.tree.max_nodes = VOX_UNLIMITED;

    if (options->type) {
        select->type_text = strdup(options->type);
        select->type = vox_string_from_c(select->type_text);
    }
    return (!options->type || select->type_text) && vox__row_prepare(writer);
}

vox_filter_outcome vox_select_new(
    const vox_select_options *options, vox_select **select, const char **message, size_t *offset
) {
    vox_select *made = calloc(1, sizeof *made);
    *select = NULL;
    if (!made) {
        return VOX_FILTER_MEMORY;
    }
    const columns_outcome read = vox__columns_read(
        &made->writer.columns, options->columns, message, offset
    );
    if (read != COLUMNS_READ || !set_up(made, options)) {
        vox_select_free(made);
        return read == COLUMNS_WRONG ? VOX_FILTER_WRONG : VOX_FILTER_MEMORY;
    }
    if (made->writer.tsv && options->names) {
        vox__row_header(&made->writer);
    }
    *select = made;
    return VOX_FILTER_DONE;
}

void vox_select_free(vox_select *select) {
    if (select) {
        vox__filter_free(&select->base);
        vox__row_free(&select->writer);
        free(select->type_text);
        free(select);
    }
}
