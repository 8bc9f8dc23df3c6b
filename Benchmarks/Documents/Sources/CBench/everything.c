/* SPDX-License-Identifier: MIT */
/** A document of which every name and value is looked at, and a text that is refused. */
#include "figures.h"
#include "vox_open.h"
#include <bench.h>

int64_t bench_vox_everything(const bench_job *job) {
    vox_tree *tree = open_document(job);
    int64_t figure = 0;
    const vox_node *root = vox_tree_root(tree);
    for (const vox_node *node = root; node; node = vox_node_following(tree, node, root)) {
        figure += (int64_t)vox_node_name(tree, node).length;
        figure += vox_node_kind(node) == VOX_NUMBER ? 1 : vox_figure(tree, node);
    }
    vox_tree_free(tree);
    return tree ? figure : -1;
}

static int64_t visit(yyjson_val *value) {
    int64_t figure = 0;
    size_t index, count;
    if (yyjson_is_arr(value)) {
        yyjson_val *element;
        yyjson_arr_foreach(value, index, count, element) {
            figure += visit(element);
        }
    } else if (yyjson_is_obj(value)) {
        yyjson_val *name, *member;
        yyjson_obj_foreach(value, index, count, name, member) {
            figure += (int64_t)yyjson_get_len(name) + visit(member);
        }
    } else {
        figure = yyjson_is_num(value) ? 1 : yyjson_figure(value);
    }
    return figure;
}

int64_t bench_yyjson_everything(const bench_job *job) {
    yyjson_doc *document = yyjson_read(job->bytes, job->length, 0);
    const int64_t figure = visit(yyjson_doc_get_root(document));
    yyjson_doc_free(document);
    return document ? figure : -1;
}

/** Depends on where a text was refused. */
static int64_t place(const bench_job *job, size_t line, size_t column) {
    return job->is_located ? (int64_t)(line * 1000000 + column) : 1;
}

int64_t bench_vox_refused(const bench_job *job) {
    vox_options options;
    vox_options_init(&options, sizeof options);
    options.allocator = allocator_of_vox();
    vox_tree *tree;
    vox_error error;
    const vox_status status = vox_tree_parse(job->bytes, job->length, &options, &tree, &error);
    vox_tree_free(tree);
    return status != VOX_OK && error.line ? place(job, error.line, error.column) : -1;
}

int64_t bench_yyjson_refused(const bench_job *job) {
    yyjson_read_err error;
    size_t line = 0, column = 0, character = 0;
    char *const text = (char *)(uintptr_t)job->bytes; /* which is only read */
    yyjson_doc *document = yyjson_read_opts(text, job->length, 0, NULL, &error);
    yyjson_doc_free(document);
    const bool good = !document && error.code &&
                      (!job->is_located ||
                       yyjson_locate_pos(text, job->length, error.pos, &line, &column, &character));
    return good ? place(job, line, column) : -1;
}
