/* SPDX-License-Identifier: MIT */
/** Documents that were parsed before: two of them compared, and the resources of one copied into
 *  another. */
#include "vox_open.h"
#include <bench.h>

#include <yyjson.h>

/* --- Vox ------------------------------------------------------------------------- */

/** A document of each side, kept until there are others. */
typedef struct vox_pair {
    const char *parsed[2];
    vox_tree *tree[2];
} vox_pair;

static vox_tree *parsed(const char *bytes, size_t length) {
    vox_options options = vox_options_default();
    vox_tree *tree = NULL;
    options.max_size = options.max_nodes = UINT32_MAX;
    (void)vox_tree_parse(bytes, length, &options, &tree, NULL);
    return tree;
}

static bool open_both(vox_pair *pair, const bench_job *job) {
    const char *const texts[2] = {job->bytes, job->other};
    const size_t lengths[2] = {job->length, job->other_length};
    for (int side = 0; side < 2; side++) {
        if (pair->parsed[side] != texts[side]) {
            vox_tree_free(pair->tree[side]);
            pair->tree[side] = parsed(texts[side], lengths[side]);
            pair->parsed[side] = texts[side];
        }
    }
    return pair->tree[0] && pair->tree[1];
}

int64_t bench_vox_compare(const bench_job *job) {
    static vox_pair pair;
    bool equal = false;
    if (!open_both(&pair, job)) {
        return -1;
    }
    vox_tree *left = pair.tree[0], *right = pair.tree[1];
    vox_status status = vox_node_equal(
        left, vox_tree_root(left), right, vox_tree_root(right), &equal
    );
    return status == VOX_OK && equal ? 1 : -1;
}

int64_t bench_vox_copy(const bench_job *job) {
    static vox_tree *from;
    static const char *read;
    if (read != job->bytes) {
        vox_tree_free(from);
        from = parsed(job->bytes, job->length);
        read = job->bytes;
    }
    vox_options options = vox_options_default();
    options.max_size = options.max_nodes = UINT32_MAX;
    options.allocator = allocator_of_vox();
    vox_tree *tree = NULL;
    if (!from || vox_tree_new(&options, &tree) != VOX_OK) {
        return -1;
    }
    vox_node *list = vox_tree_root(tree);
    vox_node *data = vox_object_get(from, vox_tree_root(from), vox_string_from_c("data"));
    bool good = vox_node_set(tree, list, vox_value_array()) == VOX_OK;
    for (vox_node *at = vox_node_first(from, data); at && good; at = vox_node_next(from, at)) {
        good = vox_array_append(tree, list, vox_value_copy(from, at), NULL) == VOX_OK;
    }
    const int64_t count = (int64_t)vox_node_count(tree, list);
    vox_tree_free(tree);
    return good ? count : -1;
}

/* --- yyjson ---------------------------------------------------------------------- */

int64_t bench_yyjson_compare(const bench_job *job) {
    static const char *read[2];
    static yyjson_doc *document[2];
    const char *const texts[2] = {job->bytes, job->other};
    const size_t lengths[2] = {job->length, job->other_length};
    for (int side = 0; side < 2; side++) {
        if (read[side] != texts[side]) {
            yyjson_doc_free(document[side]);
            document[side] = yyjson_read(texts[side], lengths[side], 0);
            read[side] = texts[side];
        }
    }
    return yyjson_equals(yyjson_doc_get_root(document[0]), yyjson_doc_get_root(document[1])) ? 1
                                                                                             : -1;
}

int64_t bench_yyjson_copy(const bench_job *job) {
    static yyjson_doc *from;
    static const char *read;
    if (read != job->bytes) {
        yyjson_doc_free(from);
        from = yyjson_read(job->bytes, job->length, 0);
        read = job->bytes;
    }
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *list = yyjson_mut_arr(document);
    yyjson_mut_doc_set_root(document, list);
    yyjson_val *data = yyjson_obj_get(yyjson_doc_get_root(from), "data"), *resource;
    size_t index, count;
    bool good = true;
    yyjson_arr_foreach(data, index, count, resource) {
        good = good && yyjson_mut_arr_append(list, yyjson_val_mut_copy(document, resource));
    }
    const int64_t made = (int64_t)yyjson_mut_arr_size(list);
    yyjson_mut_doc_free(document);
    return good ? made : -1;
}
