/* SPDX-License-Identifier: MIT */
#include "figures.h"
#include "hash.h"
#include "vox_open.h"
#include <bench.h>

#include <stdlib.h>

static vox_pool *pool;
static vox_buffer output;

void bench_vox_reset(void) {
    vox_pool_free(pool);
    vox_buffer_free(&output);
    pool = NULL;
}

vox_allocator allocator_of_vox(void) {
    if (bench_memory_now() == BENCH_FRESH ||
        (!pool && vox_pool_new(NULL, SIZE_MAX / 2, &pool) != VOX_OK)) {
        return vox_allocator_default();
    }
    return vox_pool_allocator(pool);
}

vox_tree *open_document(const bench_job *job) {
    vox_options options = vox_options_default();
    options.max_size = options.max_nodes = UINT32_MAX;
    options.mode = job->mode == BENCH_LAZY ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    options.defer_depth = job->shape.list && !job->shape.is_jsonapi ? 2 : 0;
    options.borrow = job->is_borrowed;
    options.reader = job->is_read_by_yajl ? VOX_READER_YAJL : VOX_READER_FAST;
    options.allocator = allocator_of_vox();
    vox_tree *tree = NULL;
    (void)vox_tree_parse(job->bytes, job->length, &options, &tree, NULL);
    return tree;
}

/* What is looked for, with lengths taken once. */
typedef struct names {
    bool has_holder;
    vox_string holder;
    vox_string name[3];
} names;

static names names_of(const bench_shape *shape) {
    names names = {.has_holder = shape->holder != NULL};
    if (shape->holder) {
        names.holder = vox_string_from_c(shape->holder);
    }
    for (int index = 0; index < 3; index++) {
        names.name[index] = vox_string_from_c(shape->names[index]);
    }
    return names;
}

static vox_node *attributes_of(vox_tree *tree, vox_node *resource, const names *names) {
    return names->has_holder ? vox_object_get(tree, resource, names->holder) : resource;
}

int64_t bench_vox(const bench_job *job) {
    vox_tree *tree = open_document(job);
    vox_tree_free(tree);
    return tree ? 0 : -1;
}

int64_t bench_vox_find(const bench_job *job) {
    names names = names_of(&job->shape);
    vox_tree *tree = open_document(job);
    int64_t figure = -1;
    vox_node *resource;
    if (tree && vox_resource_find(
                    tree, vox_string_from_c(job->type), vox_string_from_c(job->id), &resource
                ) == VOX_OK) {
        vox_node *attributes = attributes_of(tree, resource, &names);
        vox_node *value = vox_object_get(tree, attributes, names.name[0]);
        figure = value ? vox_figure(tree, value) : -1;
    }
    vox_tree_free(tree);
    return figure;
}

static vox_node *first_resource(vox_tree *tree, const bench_shape *shape) {
    vox_node *root = vox_tree_root(tree);
    return vox_node_first(tree, vox_object_get(tree, root, vox_string_from_c(shape->list)));
}

int64_t bench_vox_list(const bench_job *job) {
    names names = names_of(&job->shape);
    vox_tree *tree = open_document(job);
    if (!tree) {
        return -1;
    }
    int64_t figure = 0;
    size_t index = 0;
    for (vox_node *resource = first_resource(tree, &job->shape); resource;
         resource = vox_node_next(tree, resource)) {
        if (index++ % job->step) {
            continue;
        }
        vox_node *attributes = attributes_of(tree, resource, &names);
        for (int name = 0; name < 3; name++) {
            figure += vox_figure(tree, vox_object_get(tree, attributes, names.name[name]));
        }
    }
    if (vox_tree_failure(tree, NULL) != VOX_OK) {
        figure = -1;
    }
    vox_tree_free(tree);
    return figure;
}

int64_t bench_vox_edit(const bench_job *job) {
    names names = names_of(&job->shape);
    vox_tree *tree = open_document(job);
    if (!tree) {
        return -1;
    }
    vox_value edited = vox_value_string(vox_string_from_c("edited"));
    bool good = true;
    size_t index = 0;
    for (vox_node *resource = first_resource(tree, &job->shape); resource && good;
         resource = vox_node_next(tree, resource)) {
        if (index++ % job->step) {
            continue;
        }
        vox_node *attributes = attributes_of(tree, resource, &names);
        vox_node *value = vox_object_get(tree, attributes, names.name[0]);
        good = !value || vox_node_set(tree, value, edited) == VOX_OK;
    }
    if (bench_memory_now() == BENCH_FRESH) {
        vox_buffer_free(&output);
    }
    output.length = 0;
    vox_node *root = vox_tree_root(tree);
    good = good && vox_write_buffer(tree, root, VOX_STYLE_PRESERVE, &output) == VOX_OK &&
           vox_tree_failure(tree, NULL) == VOX_OK;
    vox_tree_free(tree);
    return !good            ? -1
           : job->is_hashed ? hash_of(output.bytes, output.length)
                            : (int64_t)output.length;
}

/* --- Memory --------------------------------------------------------------------- */

static void *counted_resize(void *context, void *memory, size_t old_size, size_t new_size) {
    *(int64_t *)context += (int64_t)new_size - (int64_t)old_size;
    if (!new_size) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

int64_t bench_vox_bytes(const bench_job *job) {
    int64_t bytes = 0;
    vox_options options = vox_options_default();
    options.max_size = options.max_nodes = UINT32_MAX;
    options.mode = job->mode == BENCH_LAZY ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    options.allocator = (vox_allocator){counted_resize, &bytes};
    vox_tree *tree;
    if (vox_tree_parse(job->bytes, job->length, &options, &tree, NULL) != VOX_OK) {
        return -1;
    }
    (void)vox_tree_materialize(tree, NULL);
    int64_t held = bytes;
    vox_tree_free(tree);
    return held;
}
