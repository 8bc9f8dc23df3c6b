/* SPDX-License-Identifier: MIT */
/** NDJSON: fields of every line are read, or lines are filtered. Of the records those that are published
 *  are taken, an attribute of them is set, and they are written, a line each. Records are the elements
 *  of `data` of the document. */
#include "figures.h"
#include "hash.h"
#include "vox_open.h"
#include <bench.h>

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

/** Output of both sides, kept. */
static vox_buffer output;

static bool append(vox_buffer *buffer, const char *bytes, size_t length) {
    if (buffer->capacity - buffer->length < length) {
        const size_t capacity = 2 * buffer->capacity + length;
        char *grown = realloc(buffer->bytes, capacity);
        if (!grown) {
            return false;
        }
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

/** The records of a document as lines, which are kept until there is another. */
static vox_string lines_of(const bench_job *job) {
    static vox_buffer lines;
    static const char *made_of;
    vox_options options = vox_options_default();
    vox_tree *tree = NULL;
    if (made_of == job->bytes ||
        vox_tree_parse(job->bytes, job->length, &options, &tree, NULL) != VOX_OK) {
        return (vox_string){lines.bytes, lines.length};
    }
    lines.length = 0;
    vox_node *data = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c("data"));
    for (vox_node *at = vox_node_first(tree, data); at; at = vox_node_next(tree, at)) {
        if (vox_write_buffer(tree, at, VOX_STYLE_COMPACT, &lines) != VOX_OK ||
            !append(&lines, "\n", 1)) {
            break;
        }
    }
    vox_tree_free(tree);
    made_of = job->bytes;
    return (vox_string){lines.bytes, lines.length};
}

static int64_t figure_of(const bench_job *job, bool good) {
    return !good            ? -1
           : job->is_hashed ? hash_of(output.bytes, output.length)
                            : (int64_t)output.length;
}

static bool filter_tree(vox_tree *tree) {
    bool published = false;
    vox_node *attributes = vox_object_get(
        tree, vox_tree_root(tree), vox_string_from_c("attributes")
    );
    vox_node *flag = vox_object_get(tree, attributes, vox_string_from_c("published"));
    if (!vox_node_boolean(flag, &published) || !published) {
        return true;
    }
    const vox_value title = vox_value_string(vox_string_from_c("edited"));
    return vox_object_set(tree, attributes, vox_string_from_c("title"), title, NULL) == VOX_OK &&
           vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, &output) == VOX_OK &&
           append(&output, "\n", 1);
}

int64_t bench_vox_filter(const bench_job *job) {
    static vox_parser *parser;
    const vox_string lines = lines_of(job);
    vox_options options = vox_options_default();
    options.borrow = true;
    if (!parser && vox_parser_new(&options, (size_t)1 << 20, &parser) != VOX_OK) {
        return -1;
    }
    bool good = true;
    output.length = 0;
    for (size_t at = 0, consumed; at < lines.length && good; at += consumed) {
        vox_tree *tree;
        good = vox_parser_parse_next(
                   parser, lines.bytes + at, lines.length - at, true, &consumed, &tree, NULL
               ) == VOX_OK &&
               tree && filter_tree(tree);
        vox_tree_free(tree);
    }
    return figure_of(job, good);
}

static bool filter_yyjson(const char *line, size_t length, const yyjson_alc *allocator) {
    yyjson_doc *source = yyjson_read_opts((char *)(uintptr_t)line, length, 0, allocator, NULL);
    yyjson_val *attributes = yyjson_obj_getn(yyjson_doc_get_root(source), "attributes", 10);
    bool good = source != NULL;
    if (good && yyjson_is_true(yyjson_obj_getn(attributes, "published", 9))) {
        yyjson_mut_doc *document = yyjson_doc_mut_copy(source, allocator);
        yyjson_mut_val *copy = yyjson_mut_obj_getn(
            yyjson_mut_doc_get_root(document), "attributes", 10
        );
        size_t written = 0;
        (void)yyjson_mut_set_str(yyjson_mut_obj_getn(copy, "title", 5), "edited");
        char *text = yyjson_mut_write_opts(document, 0, allocator, &written, NULL);
        good = text && append(&output, text, written) && append(&output, "\n", 1);
        allocator->free(allocator->ctx, text);
        yyjson_mut_doc_free(document);
    }
    yyjson_doc_free(source);
    return good;
}

/** With an allocator that keeps its memory, as the parser of Vox does. */
int64_t bench_yyjson_filter(const bench_job *job) {
    static yyjson_alc *allocator;
    const vox_string lines = lines_of(job);
    if (!allocator && !(allocator = yyjson_alc_dyn_new())) {
        return -1;
    }
    bool good = true;
    output.length = 0;
    for (size_t at = 0; at < lines.length && good;) {
        const char *line = lines.bytes + at, *end = memchr(line, '\n', lines.length - at);
        const size_t length = end ? (size_t)(end - line) : lines.length - at;
        good = filter_yyjson(line, length, allocator);
        at += length + 1;
    }
    return figure_of(job, good);
}

int64_t bench_vox_lines(const bench_job *job) {
    static vox_parser *parser;
    vox_options options = vox_options_default();
    options.borrow = true;
    if (!parser && vox_parser_new(&options, (size_t)1 << 20, &parser) != VOX_OK) {
        return -1;
    }
    vox_string names[3];
    for (int name = 0; name < 3; name++) {
        names[name] = vox_string_from_c(job->shape.names[name]);
    }
    int64_t figure = 0;
    for (size_t at = 0, consumed; at < job->length; at += consumed) {
        vox_tree *tree;
        if (vox_parser_parse_next(
                parser, job->bytes + at, job->length - at, true, &consumed, &tree, NULL
            ) != VOX_OK ||
            !tree) {
            return -1;
        }
        for (int name = 0; name < 3; name++) {
            figure += vox_figure(tree, vox_object_get(tree, vox_tree_root(tree), names[name]));
        }
        vox_tree_free(tree);
    }
    return figure;
}
