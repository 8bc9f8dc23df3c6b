/* SPDX-License-Identifier: MIT */
/** A JSON Patch, which may be on every so many resources: text and patch are parsed, one is applied to
 *  the other, and the document is written. */
#include "hash.h"
#include "vox_open.h"
#include <bench.h>

#include <stdio.h>
#include <stdlib.h>
#include <yyjson.h>

/** The patch of a job. One that is made for a document replaces an attribute, adds one and removes a
 *  link; it is kept until there is another. */
static bench_text patch_of(const bench_job *job) {
    static const char one[] =
        "%c{\"op\":\"replace\",\"path\":\"/data/%zu/attributes/title\",\"value\":\"edited\"},"
        "{\"op\":\"add\",\"path\":\"/data/%zu/attributes/edited\",\"value\":{\"by\":[\"me\"]}},"
        "{\"op\":\"remove\",\"path\":\"/data/%zu/links\"}";
    static bench_text patch;
    static const char *made_for;
    static size_t step;
    if (job->other) {
        return (bench_text){(char *)(uintptr_t)job->other, job->other_length};
    }
    if (made_for == job->bytes && step == job->step) {
        return patch;
    }
    free(patch.bytes);
    const size_t count = (job->count + job->step - 1) / job->step;
    patch = (bench_text){malloc(count * (sizeof one + 60) + 2), 0};
    for (size_t index = 0; index < job->count && patch.bytes; index += job->step) {
        patch.length += (size_t
        )sprintf(patch.bytes + patch.length, one, index ? ',' : '[', index, index, index);
    }
    if (patch.bytes) {
        patch.bytes[patch.length++] = ']';
    }
    made_for = job->bytes;
    step = job->step;
    return patch;
}

int64_t bench_vox_patch(const bench_job *job) {
    const bench_text text = patch_of(job);
    bench_job read = *job;
    read.bytes = text.bytes;
    read.length = text.length;
    read.mode = BENCH_EAGER;
    vox_tree *tree = open_document(job), *patch = open_document(&read);
    vox_buffer output = {.allocator = allocator_of_vox()};
    int64_t figure = -1;
    if (tree && patch &&
        vox_patch_apply(tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL) ==
            VOX_OK &&
        vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, &output) == VOX_OK) {
        figure = job->is_hashed ? hash_of(output.bytes, output.length) : (int64_t)output.length;
    }
    vox_buffer_free(&output);
    vox_tree_free(tree);
    vox_tree_free(patch);
    return figure;
}

int64_t bench_yyjson_patch(const bench_job *job) {
    const bench_text text = patch_of(job);
    yyjson_doc *source = yyjson_read(job->bytes, job->length, 0);
    yyjson_doc *patch = yyjson_read(text.bytes, text.length, 0);
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *root = yyjson_patch(
        document, yyjson_doc_get_root(source), yyjson_doc_get_root(patch), NULL
    );
    size_t length = 0;
    char *written = root ? yyjson_mut_val_write(root, 0, &length) : NULL;
    int64_t figure = !written ? -1 : job->is_hashed ? hash_of(written, length) : (int64_t)length;
    free(written);
    yyjson_mut_doc_free(document);
    yyjson_doc_free(source);
    yyjson_doc_free(patch);
    return figure;
}
