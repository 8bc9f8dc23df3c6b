/* SPDX-License-Identifier: MIT */
/** Every so many articles: some attributes, and one of the author, who is in `included`. */
#include "figures.h"
#include "identities.h"
#include "vox_open.h"
#include <bench.h>

int64_t bench_vox_authors(const bench_job *job) {
    vox_tree *tree = open_document(job);
    if (!tree) {
        return -1;
    }
    vox_string names[BENCH_NAMES];
    int names_count = 0;
    for (; names_count < BENCH_NAMES && job->shape.names[names_count]; names_count++) {
        names[names_count] = vox_string_from_c(job->shape.names[names_count]);
    }
    const vox_string author = vox_string_from_c("author");
    const vox_string wanted = vox_string_from_c(job->shape.author);
    int64_t figure = 0;
    size_t index = 0;
    vox_node *data = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c("data"));
    for (vox_node *article = vox_node_first(tree, data); article;
         article = vox_node_next(tree, article)) {
        if (index++ % job->step) {
            continue;
        }
        for (int name = 0; name < names_count; name++) {
            figure += vox_figure(tree, vox_resource_attribute(tree, article, names[name]));
        }
        vox_node *person;
        if (vox_resource_resolve(tree, vox_resource_linkage(tree, article, author), &person) ==
            VOX_OK) {
            figure += vox_figure(tree, vox_resource_attribute(tree, person, wanted));
        }
    }
    if (vox_tree_failure(tree, NULL) != VOX_OK) {
        figure = -1;
    }
    vox_tree_free(tree);
    return figure;
}

/** The people in `included`, by id. */
static identities people_of(yyjson_val *included) {
    identities people = identities_for(yyjson_arr_size(included));
    size_t index, count;
    yyjson_val *resource;
    yyjson_arr_foreach(included, index, count, resource) {
        yyjson_val *id = yyjson_obj_getn(resource, "id", 2);
        if (people.slots && yyjson_is_str(id) &&
            yyjson_equals_strn(yyjson_obj_getn(resource, "type", 4), "people", 6)) {
            identity *slot = identities_slot(&people, yyjson_get_str(id), yyjson_get_len(id));
            *slot = (identity){yyjson_get_str(id), yyjson_get_len(id), resource, 0};
        }
    }
    return people;
}

int64_t bench_yyjson_authors(const bench_job *job) {
    yyjson_doc *document = yyjson_read(job->bytes, job->length, 0);
    yyjson_val *root = yyjson_doc_get_root(document);
    identities people = people_of(yyjson_obj_getn(root, "included", 8));
    int64_t figure = people.slots && document ? 0 : -1;
    size_t lengths[BENCH_NAMES];
    int names_count = 0;
    for (; names_count < BENCH_NAMES && job->shape.names[names_count]; names_count++) {
        lengths[names_count] = strlen(job->shape.names[names_count]);
    }
    const size_t wanted = strlen(job->shape.author);
    size_t index, count;
    yyjson_val *article;
    yyjson_arr_foreach(yyjson_obj_getn(root, "data", 4), index, count, article) {
        if (figure < 0 || index % job->step) {
            continue;
        }
        yyjson_val *attributes = yyjson_obj_getn(article, "attributes", 10);
        for (int name = 0; name < names_count; name++) {
            figure += yyjson_figure(
                yyjson_obj_getn(attributes, job->shape.names[name], lengths[name])
            );
        }
        yyjson_val *relationships = yyjson_obj_getn(article, "relationships", 13);
        yyjson_val *author = yyjson_obj_getn(relationships, "author", 6);
        yyjson_val *id = yyjson_obj_getn(yyjson_obj_getn(author, "data", 4), "id", 2);
        if (yyjson_is_str(id)) {
            identity *slot = identities_slot(&people, yyjson_get_str(id), yyjson_get_len(id));
            attributes = yyjson_obj_getn((yyjson_val *)slot->resource, "attributes", 10);
            figure += yyjson_figure(yyjson_obj_getn(attributes, job->shape.author, wanted));
        }
    }
    free(people.slots);
    yyjson_doc_free(document);
    return figure;
}
