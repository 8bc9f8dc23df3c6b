/* SPDX-License-Identifier: MIT */
/** A document that a service builds out of values that it has, as out of a database. */
#include "hash.h"
#include "vox_open.h"
#include <bench.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

enum {
    TAGS = 2
};

typedef struct text {
    const char *bytes;
    size_t length;
} text;

typedef struct article {
    text id, title, body, created, tags[TAGS], author;
    int64_t views;
    double rating;
    bool published;
} article;

static text text_of(const char *bytes) {
    return (text){bytes, strlen(bytes)};
}

/** Of different lengths, about 500 bytes an article once written. They are made at the first run. */
static const article *articles(size_t count) {
    enum {
        MOST = 1000
    };
    static const char words[] =
        "parser tree arena pointer document writer member element number text offset depth escape "
        "buffer token value object array string index parser tree arena pointer document writer "
        "member element number text offset depth escape buffer token value object array string";
    static article made[MOST];
    static char ids[MOST][8], authors[MOST][8];
    if (!made[0].id.bytes) {
        for (size_t index = 0; index < MOST; index++) {
            (void)snprintf(ids[index], sizeof ids[index], "%zu", index + 1);
            (void)snprintf(authors[index], sizeof authors[index], "%zu", index % 100 + 1);
            size_t at = index % 50;
            made[index] = (article){
                .id = text_of(ids[index]),
                .title = {words + at, 20 + index % 30},
                .body = {words + at, 100 + index % 97},
                .created = text_of("2026-04-12T12:34:56Z"),
                .tags = {text_of("parser"), text_of("tree")},
                .author = text_of(authors[index]),
                .views = (int64_t)(index * 7919 % 100000),
                .rating = (double)(index % 50) / 10 + 0.05,
                .published = index % 2 == 0,
            };
        }
    }
    return count <= MOST ? made : NULL;
}

/** A hash of what was written, or its length. */
static int64_t figure_of(const bench_job *job, const char *bytes, size_t length) {
    return job->is_hashed ? hash_of(bytes, length) : (int64_t)length;
}

/* --- Vox ------------------------------------------------------------------------- */

/** A tree under construction; once a call failed, the others do nothing. */
typedef struct building {
    vox_tree *tree;
    vox_status status;
    bool is_inserted;
} building;

static vox_node *set(building *building, vox_node *object, const char *name, vox_value value) {
    vox_node *member = NULL;
    if (building->status == VOX_OK) {
        const vox_string text = vox_string_from_c(name);
        building->status = building->is_inserted
                               ? vox_object_insert(
                                     building->tree, object, NULL, text, value, &member
                                 )
                               : vox_object_set(building->tree, object, text, value, &member);
    }
    return member;
}

static vox_node *append(building *building, vox_node *array, vox_value value) {
    vox_node *element = NULL;
    if (building->status == VOX_OK) {
        building->status = vox_array_append(building->tree, array, value, &element);
    }
    return element;
}

static vox_value string(text text) {
    return vox_value_string((vox_string){text.bytes, text.length});
}

static void add_article(building *building, vox_node *list, const article *article) {
    const vox_value object = vox_value_object();
    vox_node *resource = append(building, list, object);
    set(building, resource, "type", vox_value_string(vox_string_from_c("articles")));
    set(building, resource, "id", string(article->id));
    vox_node *attributes = set(building, resource, "attributes", object);
    set(building, attributes, "title", string(article->title));
    set(building, attributes, "body", string(article->body));
    set(building, attributes, "created", string(article->created));
    set(building, attributes, "rating", vox_value_double(article->rating));
    set(building, attributes, "views", vox_value_int64(article->views));
    set(building, attributes, "published", vox_value_boolean(article->published));
    vox_node *tags = set(building, attributes, "tags", vox_value_array());
    for (int tag = 0; tag < TAGS; tag++) {
        append(building, tags, string(article->tags[tag]));
    }
    set(building, attributes, "subtitle", vox_value_null());
    vox_node *relationships = set(building, resource, "relationships", object);
    vox_node *author = set(building, relationships, "author", object);
    vox_node *data = set(building, author, "data", object);
    set(building, data, "type", vox_value_string(vox_string_from_c("people")));
    set(building, data, "id", string(article->author));
}

int64_t bench_vox_build(const bench_job *job) {
    const article *list = articles(job->count);
    vox_options options = vox_options_default();
    options.allocator = allocator_of_vox();
    building building = {NULL, VOX_OK, job->is_inserted};
    if (!list || vox_tree_new(&options, &building.tree) != VOX_OK) {
        return -1;
    }
    vox_node *root = vox_tree_root(building.tree);
    building.status = vox_node_set(building.tree, root, vox_value_object());
    vox_node *data = set(&building, root, "data", vox_value_array());
    for (size_t index = 0; index < job->count; index++) {
        add_article(&building, data, &list[index]);
    }
    vox_buffer buffer = {.allocator = allocator_of_vox()};
    int64_t figure = -1;
    if (building.status == VOX_OK &&
        vox_write_buffer(building.tree, root, VOX_STYLE_COMPACT, &buffer) == VOX_OK) {
        figure = figure_of(job, buffer.bytes, buffer.length);
    }
    vox_buffer_free(&buffer);
    vox_tree_free(building.tree);
    return figure;
}

/* --- yyjson ---------------------------------------------------------------------- */

/** Names and texts are not copied, since they outlive the document: as its documentation advises. */
static void yyjson_add_article(
    yyjson_mut_doc *document, yyjson_mut_val *list, const article *article
) {
    yyjson_mut_val *resource = yyjson_mut_arr_add_obj(document, list);
    yyjson_mut_obj_add_str(document, resource, "type", "articles");
    yyjson_mut_obj_add_strn(document, resource, "id", article->id.bytes, article->id.length);
    yyjson_mut_val *attributes = yyjson_mut_obj_add_obj(document, resource, "attributes");
    yyjson_mut_obj_add_strn(
        document, attributes, "title", article->title.bytes, article->title.length
    );
    yyjson_mut_obj_add_strn(
        document, attributes, "body", article->body.bytes, article->body.length
    );
    yyjson_mut_obj_add_strn(
        document, attributes, "created", article->created.bytes, article->created.length
    );
    yyjson_mut_obj_add_real(document, attributes, "rating", article->rating);
    yyjson_mut_obj_add_sint(document, attributes, "views", article->views);
    yyjson_mut_obj_add_bool(document, attributes, "published", article->published);
    yyjson_mut_val *tags = yyjson_mut_obj_add_arr(document, attributes, "tags");
    for (int tag = 0; tag < TAGS; tag++) {
        yyjson_mut_arr_add_strn(
            document, tags, article->tags[tag].bytes, article->tags[tag].length
        );
    }
    yyjson_mut_obj_add_null(document, attributes, "subtitle");
    yyjson_mut_val *relationships = yyjson_mut_obj_add_obj(document, resource, "relationships");
    yyjson_mut_val *author = yyjson_mut_obj_add_obj(document, relationships, "author");
    yyjson_mut_val *data = yyjson_mut_obj_add_obj(document, author, "data");
    yyjson_mut_obj_add_str(document, data, "type", "people");
    yyjson_mut_obj_add_strn(document, data, "id", article->author.bytes, article->author.length);
}

int64_t bench_yyjson_build(const bench_job *job) {
    const article *list = articles(job->count);
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    if (!list || !document) {
        return -1;
    }
    yyjson_mut_val *root = yyjson_mut_obj(document);
    yyjson_mut_doc_set_root(document, root);
    yyjson_mut_val *data = yyjson_mut_obj_add_arr(document, root, "data");
    for (size_t index = 0; index < job->count; index++) {
        yyjson_add_article(document, data, &list[index]);
    }
    size_t length = 0;
    char *bytes = yyjson_mut_write(document, 0, &length);
    int64_t figure = bytes ? figure_of(job, bytes, length) : -1;
    free(bytes);
    yyjson_mut_doc_free(document);
    return figure;
}
