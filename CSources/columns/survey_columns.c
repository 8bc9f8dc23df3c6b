/* SPDX-License-Identifier: MIT */
/** Counts the values at the paths of a description, also of included resources, to find the types of
 *  its columns. */
#include "columns/rows.h"
#include "columns/survey.h"

typedef struct counting {
    vox__survey survey;
    vox__text_source *source;
    vox__row_writer table;
    vox__rows rows;
} counting;

/** Counts the values that a path has for the members of a to-many relationship: those of a list. */
static vox_status add_linked(
    vox__survey *survey, vox__sighting *sighting, const vox_paths *paths, uint32_t index,
    vox_tree *tree, const vox_node *linkage, size_t rest, unsigned level
) {
    vox__sighting *elements;
    sighting->counts[SIGHT_LIST]++;
    if (level++ == SURVEY_LEVELS) {
        return VOX_OK;
    }
    VOX_TRY(vox__sighting_elements(survey, sighting, &elements));
    for (const vox_node *at = vox_node_first(tree, linkage); at; at = vox_node_next(tree, at)) {
        size_t left = rest;
        const vox_node *value = vox_paths_follow(paths, index, tree, at, &left);
        VOX_TRY(
            left ? add_linked(survey, elements, paths, index, tree, value, left, level)
                 : vox__sighting_add(survey, elements, tree, value, level)
        );
    }
    return VOX_OK;
}

/** Counts the values of a row. */
static vox_status add_row(void *context, const vox_paths *paths, vox_tree *tree) {
    counting *self = (counting *)context;
    vox__sighting *column = self->survey.root->first;
    for (uint32_t index = 0; column; index++, column = column->sibling) {
        size_t rest = 0;
        const vox_node *value = vox__paths_value(paths, index, tree, &rest);
        if (value) {
            VOX_TRY(
                rest ? add_linked(&self->survey, column, paths, index, tree, value, rest, 0)
                     : vox__sighting_add(&self->survey, column, tree, value, 0)
            );
        }
    }
    return VOX_OK;
}

/** Reads the rows of all records. */
static vox_status read_rows(counting *self) {
    for (;;) {
        bool ended = false;
        vox_status status = VOX_OK;
        const int failure = vox__text_source_next(self->source, &self->rows.record, &ended);
        if (failure == 0 && !ended) {
            status = vox__rows_of_record(&self->rows, &self->table);
        }
        while (failure == 0 && !ended && status == VOX_OK && vox__rows_left(&self->rows)) {
            status = vox__rows_next(&self->rows, &self->table);
        }
        vox__record_end(&self->rows.record);
        VOX_TRY(status);
        if (failure != 0 || ended) {
            return failure == 0 ? VOX_OK : failure == ENOMEM ? VOX_ERROR_MEMORY : VOX_ERROR_STOPPED;
        }
    }
}

/** Makes what counts the columns, in their order. */
static vox_status make_columns(counting *self, const vox_allocator *allocator) {
    const vox__fields *fields = self->table.columns->top;
    VOX_TRY(vox__survey_make(&self->survey, allocator));
    for (uint32_t index = 0; index < self->table.columns->plain; index++) {
        vox__sighting *made;
        VOX_TRY(vox__sighting_child(
            &self->survey, self->survey.root, fields->columns[index].name, &made
        ));
    }
    return vox__frame_make(&self->table.frame, fields, allocator, &self->table.sizes);
}

static vox_status count_source(
    counting *self, const vox_source *source, const vox_columns_options *options
) {
    const vox_columns *columns = self->table.columns;
    vox_columns_options used;
    vox_status status = vox__columns_options_read(options, &used);
    if (status == VOX_OK) {
        self->table.most_row = used.max_record;
        self->table.skips = vox__is_parting(used.fault);
        status = vox__table_source_new(source, &used, columns, &self->source);
    }
    if (status != VOX_OK) {
        if (source->release) {
            source->release(source->context);
        }
        return status;
    }
    status = make_columns(self, &used.tree.allocator);
    return status == VOX_OK ? read_rows(self) : status;
}

vox_status vox_schema_columns(
    const vox_columns *columns, const vox_source *source, const vox_columns_options *options,
    unsigned share, vox_buffer *json, vox_error *error
) {
    const bool is_source = source && source->read, is_share = share >= 1 && share <= 100;
    if (!columns || !is_source || !json || json->spare[0] || json->spare[1] || !is_share ||
        vox__is_fixed_table(columns->kind)) {
        if (source && source->release) {
            source->release(source->context);
        }
        return vox__refuse(error);
    }
    counting self = {.table = {.columns = columns}};
    const vox__row_taker taker = {add_row, &self};
    self.table.taker = &taker;
    const size_t before = json->length;
    vox_status status = count_source(&self, source, options);
    if (status == VOX_OK) {
        vox__buffer_prepare(json);
        status = vox__survey_write_columns(
            &self.survey, columns, share, self.table.counts.rows, json
        );
    }
    if (status != VOX_OK) {
        json->length = before;
        (void)vox__error_plain(error, status);
    }
    vox__text_source_free(self.source);
    vox__frame_free(self.table.frame);
    vox__survey_free(&self.survey);
    return status;
}
