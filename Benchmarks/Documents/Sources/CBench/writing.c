/* SPDX-License-Identifier: MIT */
/** Writing all of a document that nobody touched. */
#include "vox_open.h"
#include <bench.h>

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

/** The length of a text, which is left where the job says. */
static int64_t leave(const bench_job *job, const char *bytes, size_t length) {
    if (job->written) {
        *job->written = (bench_text){malloc(length + 1), length};
        if (!job->written->bytes) {
            return -1;
        }
        memcpy(job->written->bytes, bytes, length);
    }
    return (int64_t)length;
}

/** The tree of a document, which is kept until there is another one. */
static vox_tree *tree_of(const bench_job *job) {
    static vox_tree *tree;
    static const char *parsed;
    if (parsed != job->bytes) {
        vox_tree_free(tree);
        vox_options options = vox_options_default();
        options.max_size = options.max_nodes = UINT32_MAX;
        (void)vox_tree_parse(job->bytes, job->length, &options, &tree, NULL);
        parsed = job->bytes;
    }
    return tree;
}

static int64_t write_tree(const bench_job *job, vox_tree *tree) {
    vox_buffer buffer = {.allocator = allocator_of_vox()};
    vox_style style = job->is_pretty ? VOX_STYLE_PRETTY : VOX_STYLE_COMPACT;
    vox_node *root = vox_tree_root(tree);
    int64_t figure = vox_write_buffer(tree, root, style, &buffer) == VOX_OK
                         ? leave(job, buffer.bytes, buffer.length)
                         : -1;
    vox_buffer_free(&buffer);
    return figure;
}

int64_t bench_vox_write(const bench_job *job) {
    vox_tree *tree = tree_of(job);
    return tree ? write_tree(job, tree) : -1;
}

int64_t bench_vox_minify(const bench_job *job) {
    vox_buffer buffer = {.allocator = allocator_of_vox()};
    int64_t figure = vox_minify(job->bytes, job->length, &buffer) == VOX_OK
                         ? leave(job, buffer.bytes, buffer.length)
                         : -1;
    vox_buffer_free(&buffer);
    return figure;
}

int64_t bench_vox_parse_and_minify(const bench_job *job) {
    vox_tree *tree = open_document(job);
    int64_t figure = tree ? write_tree(job, tree) : -1;
    vox_tree_free(tree);
    return figure;
}

static int on_finding(void *context, const vox_finding *finding) {
    (void)context;
    (void)finding;
    return 0;
}

int64_t bench_vox_validate(const bench_job *job) {
    vox_tree *tree = tree_of(job);
    const vox_finding_sink sink = {on_finding, NULL};
    return tree && vox_validate(tree, NULL, sink) == VOX_OK ? 0 : -1;
}

int64_t bench_yyjson_write(const bench_job *job) {
    static yyjson_doc *document;
    static const char *parsed;
    if (parsed != job->bytes) {
        yyjson_doc_free(document);
        document = yyjson_read(job->bytes, job->length, 0);
        parsed = job->bytes;
    }
    size_t length = 0;
    char *text = yyjson_write(
        document, job->is_pretty ? YYJSON_WRITE_PRETTY_TWO_SPACES : 0, &length
    );
    int64_t figure = text ? leave(job, text, length) : -1;
    free(text);
    return figure;
}
