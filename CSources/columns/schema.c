/* SPDX-License-Identifier: MIT */
/** Reads the records of a source, and counts each in the table that it belongs to. */
#include "columns/rows.h"
#include "columns/survey.h"

typedef struct survey_reading {
    vox__survey survey;
    vox__text_source *source;
    vox__seen seen;
    bool stops; /* at a malformed record; then `error` describes it */
    vox_error error;
} survey_reading;

static const vox_node *schema_member(vox_tree *tree, const vox_node *object, const char *name) {
    return vox_object_get(tree, object, vox_string_from_c(name));
}

/* --- records ---------------------------------------------------------------------------------- */

/** Counts a malformed record, or stops at it. */
static vox_status add_fault(survey_reading *self, const vox__record *record, vox_error error) {
    if (record->tree) {
        (void)vox_tree_failure(record->tree, &error); /* what was read lazily has its own error */
    }
    self->seen.faults++;
    if (error.status == VOX_ERROR_MEMORY || !self->stops) {
        return error.status == VOX_ERROR_MEMORY ? VOX_ERROR_MEMORY : VOX_OK;
    }
    vox__row_locate(&error, &record->where);
    self->error = error;
    return error.status;
}

/** Counts a value below a child of the root, and, of a resource, below its type. */
static vox_status add_resource(
    survey_reading *self, const char *table, const vox__record *record, const vox_node *node
) {
    vox_tree *tree = record->tree;
    vox__survey *survey = &self->survey;
    vox__sighting *types, *type = NULL;
    const char *wrong = vox_resource_fault(tree, node);
    if (wrong) {
        return add_fault(self, record, vox__row_error(tree, node, VOX_ERROR_SHAPE, wrong));
    }
    VOX_TRY(vox__sighting_child(survey, survey->root, vox_string_from_c(table), &types));
    if (types) {
        const vox_string name = vox_node_text(tree, schema_member(tree, node, "type"));
        VOX_TRY(vox__sighting_child(survey, types, name, &type));
    }
    self->seen.others += !type;
    return type ? vox__sighting_add(survey, type, tree, node, 0) : VOX_OK;
}

static vox_status add_resources(
    survey_reading *self, const char *table, const vox__record *record, const vox_node *node
) {
    vox_tree *tree = record->tree;
    if (vox_node_kind(node) == VOX_OBJECT) {
        return add_resource(self, table, record, node);
    }
    for (const vox_node *at = vox_node_first(tree, node); at; at = vox_node_next(tree, at)) {
        VOX_TRY(add_resource(self, table, record, at));
    }
    return VOX_OK;
}

static vox_status add_document(survey_reading *self, const vox__record *record) {
    vox_tree *tree = record->tree;
    const vox_node *root = record->root, *errors = schema_member(tree, root, "errors");
    if (errors) {
        return add_fault(
            self, record, vox__row_error(tree, errors, VOX_ERROR_MISSING, VOX__HAS_ERRORS)
        );
    }
    VOX_TRY(add_resources(self, SURVEY_RESOURCES, record, schema_member(tree, root, "data")));
    return add_resources(self, SURVEY_INCLUDED, record, schema_member(tree, root, "included"));
}

static vox_status add_record(survey_reading *self, const vox__record *record) {
    vox_tree *tree = record->tree;
    const vox__record_kind kind = vox__record_kind_of(record);
    VOX_TRY(vox_tree_failure(tree, NULL) == VOX_ERROR_MEMORY ? VOX_ERROR_MEMORY : VOX_OK);
    if (kind != RECORD_OTHER) {
        return kind == RECORD_DOCUMENT ? add_document(self, record)
                                       : add_resource(self, SURVEY_RESOURCES, record, record->node);
    }
    vox__sighting *records;
    vox__survey *survey = &self->survey;
    const vox_string name = vox_string_from_c(SURVEY_RECORDS);
    VOX_TRY(vox__sighting_child(survey, survey->root, name, &records));
    self->seen.others += !records;
    return records ? vox__sighting_add(survey, records, tree, record->node, 0) : VOX_OK;
}

/* --- the source -------------------------------------------------------------------------------- */

/** Reads all records. */
static vox_status read_records(survey_reading *self) {
    vox__record record;
    for (;;) {
        bool ended;
        const int failure = vox__text_source_next(self->source, &record, &ended);
        if (failure != 0 || ended) {
            vox__record_end(&record);
            return failure == 0 ? VOX_OK : failure == ENOMEM ? VOX_ERROR_MEMORY : VOX_ERROR_STOPPED;
        }
        vox_status status = VOX_OK;
        if (record.error.status != VOX_OK) {
            self->seen.records++;
            status = add_fault(self, &record, record.error);
        } else if (record.node) {
            self->seen.records++;
            status = add_record(self, &record);
        }
        vox__record_end(&record);
        VOX_TRY(status);
    }
}

static vox_status survey_source(
    survey_reading *self, const vox_source *source, const vox_columns_options *options,
    vox_error *error
) {
    vox_columns_options used;
    vox_status status = vox__columns_options_read(options, &used);
    if (status == VOX_OK) {
        status = vox__text_source_new(source, &used, false, false, &self->source);
    }
    if (status != VOX_OK) {
        if (source->release) {
            source->release(source->context);
        }
        return vox__error_plain(error, status);
    }
    status = vox__survey_make(&self->survey, &used.tree.allocator);
    if (status == VOX_OK) {
        self->stops = vox__is_stopping(used.fault);
        status = read_records(self);
    }
    if (status != VOX_OK && self->error.status == VOX_OK) {
        (void)vox__error_plain(error, status);
    } else if (status != VOX_OK && error) {
        *error = self->error;
    }
    vox__text_source_free(self->source);
    return status;
}

vox_status vox_schema_read(
    const vox_source *source, const vox_columns_options *options, unsigned share, vox_buffer *json,
    vox_error *error
) {
    if (!source || !source->read || !json || json->spare[0] || json->spare[1] || share < 1 ||
        share > 100) {
        if (source && source->release) {
            source->release(source->context);
        }
        return vox__refuse(error);
    }
    survey_reading self = {.source = NULL};
    vox_status status = survey_source(&self, source, options, error);
    const size_t before = json->length;
    if (status == VOX_OK) {
        vox__buffer_prepare(json);
        status = vox__survey_write(&self.survey, share, &self.seen, json);
        if (status != VOX_OK) {
            json->length = before;
            (void)vox__error_plain(error, status);
        }
    }
    vox__survey_free(&self.survey);
    return status;
}
