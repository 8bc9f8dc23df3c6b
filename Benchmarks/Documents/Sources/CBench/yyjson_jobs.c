/* SPDX-License-Identifier: MIT */
#include "figures.h"
#include "hash.h"
#include <bench.h>

#include <stdlib.h>
#include <string.h>

/* What is looked for, with lengths taken once. */
typedef struct names {
    const char *holder;
    size_t holder_length;
    const char *name[3];
    size_t length[3];
} names;

static names names_of(const bench_shape *shape) {
    names names = {.holder = shape->holder};
    names.holder_length = shape->holder ? strlen(shape->holder) : 0;
    for (int index = 0; index < 3; index++) {
        names.name[index] = shape->names[index];
        names.length[index] = strlen(shape->names[index]);
    }
    return names;
}

static yyjson_val *attributes_of(yyjson_val *resource, const names *names) {
    return names->holder ? yyjson_obj_getn(resource, names->holder, names->holder_length)
                         : resource;
}

int64_t bench_yyjson(const bench_job *job) {
    yyjson_doc *document = yyjson_read(job->bytes, job->length, 0);
    yyjson_doc_free(document);
    return document ? 0 : -1;
}

static yyjson_val *find(yyjson_val *list, const bench_job *job) {
    size_t type_length = strlen(job->type), id_length = strlen(job->id);
    size_t index, count;
    yyjson_val *resource;
    yyjson_arr_foreach(list, index, count, resource) {
        if (yyjson_equals_strn(yyjson_obj_getn(resource, "id", 2), job->id, id_length) &&
            yyjson_equals_strn(yyjson_obj_getn(resource, "type", 4), job->type, type_length)) {
            return resource;
        }
    }
    return NULL;
}

int64_t bench_yyjson_find(const bench_job *job) {
    names names = names_of(&job->shape);
    yyjson_doc *document = yyjson_read(job->bytes, job->length, 0);
    yyjson_val *root = yyjson_doc_get_root(document);
    yyjson_val *resource = find(yyjson_obj_get(root, "data"), job);
    if (!resource) {
        resource = find(yyjson_obj_get(root, "included"), job);
    }
    yyjson_val *value = yyjson_obj_getn(
        attributes_of(resource, &names), names.name[0], names.length[0]
    );
    int64_t figure = value ? yyjson_figure(value) : -1;
    yyjson_doc_free(document);
    return figure;
}

int64_t bench_yyjson_list(const bench_job *job) {
    names names = names_of(&job->shape);
    yyjson_doc *document = yyjson_read(job->bytes, job->length, 0);
    yyjson_val *list = yyjson_obj_get(yyjson_doc_get_root(document), job->shape.list);
    int64_t figure = document ? 0 : -1;
    size_t index, count;
    yyjson_val *resource;
    yyjson_arr_foreach(list, index, count, resource) {
        if (index % job->step) {
            continue;
        }
        yyjson_val *attributes = attributes_of(resource, &names);
        for (int name = 0; name < 3; name++) {
            figure += yyjson_figure(
                yyjson_obj_getn(attributes, names.name[name], names.length[name])
            );
        }
    }
    yyjson_doc_free(document);
    return figure;
}

int64_t bench_yyjson_edit(const bench_job *job) {
    names names = names_of(&job->shape);
    yyjson_doc *source = yyjson_read(job->bytes, job->length, 0);
    yyjson_mut_doc *document = yyjson_doc_mut_copy(source, NULL);
    yyjson_doc_free(source);
    yyjson_mut_val *list = yyjson_mut_obj_get(yyjson_mut_doc_get_root(document), job->shape.list);
    size_t index, count;
    yyjson_mut_val *resource;
    yyjson_mut_arr_foreach(list, index, count, resource) {
        if (index % job->step) {
            continue;
        }
        yyjson_mut_val *attributes = names.holder ? yyjson_mut_obj_getn(
                                                        resource, names.holder, names.holder_length
                                                    )
                                                  : resource;
        yyjson_mut_val *value = yyjson_mut_obj_getn(attributes, names.name[0], names.length[0]);
        (void)yyjson_mut_set_str(value, "edited");
    }
    size_t length = 0;
    char *text = yyjson_mut_write(document, 0, &length);
    int64_t figure = !text ? -1 : job->is_hashed ? hash_of(text, length) : (int64_t)length;
    free(text);
    yyjson_mut_doc_free(document);
    return figure;
}

/** As its documentation has it for changes that leave the form of a document as it is. */
int64_t bench_yyjson_edit_in_place(const bench_job *job) {
    names names = names_of(&job->shape);
    yyjson_doc *document = yyjson_read(job->bytes, job->length, 0);
    yyjson_val *list = yyjson_obj_get(yyjson_doc_get_root(document), job->shape.list);
    size_t index, count;
    yyjson_val *resource;
    yyjson_arr_foreach(list, index, count, resource) {
        if (index % job->step) {
            continue;
        }
        yyjson_val *attributes = attributes_of(resource, &names);
        yyjson_val *value = yyjson_obj_getn(attributes, names.name[0], names.length[0]);
        (void)yyjson_set_str(value, "edited");
    }
    size_t length = 0;
    char *text = yyjson_write(document, 0, &length);
    int64_t figure = !text ? -1 : job->is_hashed ? hash_of(text, length) : (int64_t)length;
    free(text);
    yyjson_doc_free(document);
    return figure;
}

/* --- Memory --------------------------------------------------------------------- */

static void *counted_malloc(void *context, size_t size) {
    *(int64_t *)context += (int64_t)size;
    return malloc(size);
}

static void *counted_realloc(void *context, void *memory, size_t old_size, size_t size) {
    *(int64_t *)context += (int64_t)size - (int64_t)old_size;
    return realloc(memory, size);
}

/** yyjson does not say how large a block was; nothing is freed before the count is read. */
static void counted_free(void *context, void *memory) {
    (void)context;
    free(memory);
}

int64_t bench_yyjson_bytes(const bench_job *job) {
    int64_t bytes = 0;
    const yyjson_alc allocator = {counted_malloc, counted_realloc, counted_free, &bytes};
    yyjson_doc *document = yyjson_read_opts((char *)job->bytes, job->length, 0, &allocator, NULL);
    int64_t held = document ? bytes : -1;
    yyjson_doc_free(document);
    return held;
}
