/* SPDX-License-Identifier: MIT */
/** Documents of the size of most responses, where the work per document counts. */
#include "figures.h"
#include "hash.h"
#include "vox_open.h"
#include <bench.h>

#include <string.h>

/** A parser that is kept, as a program has it that reads many. */
int64_t bench_vox_small(const bench_job *job) {
    static vox_parser *parser;
    if (!parser && vox_parser_new(NULL, SIZE_MAX / 2, &parser) != VOX_OK) {
        return -1;
    }
    const vox_string data = vox_string_from_c("data"), id = vox_string_from_c("id");
    const vox_string type = vox_string_from_c("type");
    const vox_string attributes = vox_string_from_c("attributes");
    int64_t figure = 0;
    for (size_t index = 0; index < job->count; index++) {
        const bench_small *small = &job->small[index];
        vox_tree *tree;
        if (vox_parser_parse(parser, small->bytes, small->length, &tree, NULL) != VOX_OK) {
            return -1;
        }
        vox_node *resource = vox_object_get(tree, vox_tree_root(tree), data);
        if (vox_node_kind(resource) == VOX_ARRAY) {
            resource = vox_array_get(tree, resource, 0);
        }
        if (!small->names[2]) {
            figure += vox_figure(tree, vox_object_get(tree, resource, id));
        }
        if (!small->names[0]) {
            figure += vox_figure(tree, vox_object_get(tree, resource, type));
        } else {
            vox_node *holder = vox_object_get(tree, resource, attributes);
            for (int name = 0; name < 3 && small->names[name]; name++) {
                vox_string text = vox_string_from_c(small->names[name]);
                figure += vox_figure(tree, vox_object_get(tree, holder, text));
            }
        }
        vox_tree_free(tree);
    }
    return figure;
}

static int64_t read_by_yyjson(const bench_job *job, const yyjson_alc *allocator) {
    int64_t figure = 0;
    for (size_t index = 0; index < job->count; index++) {
        const bench_small *small = &job->small[index];
        char *const text = (char *)(uintptr_t)small->bytes; /* which is only read */
        yyjson_doc *document = yyjson_read_opts(text, small->length, 0, allocator, NULL);
        if (!document) {
            return -1;
        }
        yyjson_val *resource = yyjson_obj_getn(yyjson_doc_get_root(document), "data", 4);
        if (yyjson_is_arr(resource)) {
            resource = yyjson_arr_get_first(resource);
        }
        if (!small->names[2]) {
            figure += yyjson_figure(yyjson_obj_getn(resource, "id", 2));
        }
        if (!small->names[0]) {
            figure += yyjson_figure(yyjson_obj_getn(resource, "type", 4));
        } else {
            yyjson_val *holder = yyjson_obj_getn(resource, "attributes", 10);
            for (int name = 0; name < 3 && small->names[name]; name++) {
                const char *wanted = small->names[name];
                figure += yyjson_figure(yyjson_obj_getn(holder, wanted, strlen(wanted)));
            }
        }
        yyjson_doc_free(document);
    }
    return figure;
}

int64_t bench_yyjson_small(const bench_job *job) {
    return read_by_yyjson(job, NULL);
}

int64_t bench_yyjson_small_kept(const bench_job *job) {
    static yyjson_alc *allocator;
    if (!allocator && !(allocator = yyjson_alc_dyn_new())) {
        return -1;
    }
    return read_by_yyjson(job, allocator);
}

/* --- Edits ------------------------------------------------------------------------ */

/** Sets or removes the second attribute of a document. */
static vox_status edit(const bench_job *job, const bench_small *small, vox_tree *tree) {
    vox_node *root = vox_tree_root(tree);
    vox_node *resource = vox_object_get(tree, root, vox_string_from_c("data"));
    vox_node *holder = vox_object_get(tree, resource, vox_string_from_c("attributes"));
    vox_node *value = vox_object_get(tree, holder, vox_string_from_c(small->names[1]));
    return job->is_removed ? vox_node_remove(tree, value)
                           : vox_node_set(tree, value, vox_value_int64(4));
}

/** Adds what is written to a figure. Both styles write the same bytes of compact text. */
static bool write_edited(const bench_job *job, vox_tree *tree, int64_t *figure) {
    static vox_buffer output;
    output.length = 0;
    const vox_style style = job->is_compact ? VOX_STYLE_COMPACT : VOX_STYLE_PRESERVE;
    const bool good = vox_write_buffer(tree, vox_tree_root(tree), style, &output) == VOX_OK;
    *figure += !job->is_hashed ? (int64_t)output.length : hash_of(output.bytes, output.length) >> 8;
    return good;
}

int64_t bench_vox_small_edit(const bench_job *job) {
    static vox_parser *parser;
    if (!parser && vox_parser_new(NULL, SIZE_MAX / 2, &parser) != VOX_OK) {
        return -1;
    }
    int64_t figure = 0;
    bool good = true;
    for (size_t index = 0; index < job->count && good; index++) {
        const bench_small *small = &job->small[index];
        vox_tree *tree;
        good = vox_parser_parse(parser, small->bytes, small->length, &tree, NULL) == VOX_OK &&
               edit(job, small, tree) == VOX_OK && write_edited(job, tree, &figure);
        vox_tree_free(tree);
    }
    return good ? figure : -1;
}

int64_t bench_vox_small_write(const bench_job *job) {
    enum {
        MOST = 16
    };
    static vox_tree *trees[2][MOST];
    int64_t figure = 0;
    bool good = job->count <= MOST;
    for (size_t index = 0; index < job->count && good; index++) {
        const bench_small *small = &job->small[index];
        vox_tree **tree = &trees[job->is_removed][index];
        good = *tree || (vox_tree_parse(small->bytes, small->length, NULL, tree, NULL) == VOX_OK &&
                         edit(job, small, *tree) == VOX_OK);
        good = good && write_edited(job, *tree, &figure);
    }
    return good ? figure : -1;
}
