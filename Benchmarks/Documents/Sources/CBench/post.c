/* SPDX-License-Identifier: MIT */
/** The body of a POST is parsed and checked, and the response is written: the resource with its id and
 *  its link. yyjson has no checks: they are written by hand. */
#include "hash.h"
#include "vox_open.h"
#include <bench.h>

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

static int64_t figure_of(const bench_job *job, const char *bytes, size_t length) {
    return job->is_hashed ? hash_of(bytes, length) : (int64_t)length;
}

#define OWN_LINK "https://api.example.com/articles/17"

/* --- Vox ------------------------------------------------------------------------- */

static int on_finding(void *context, const vox_finding *finding) {
    *(bool *)context = *(bool *)context && finding->severity != VOX_SEVERITY_ERROR;
    return 0;
}

static bool is_valid(vox_tree *tree, const vox_node *resource) {
    vox_validation options = vox_validation_default();
    options.profile = VOX_PROFILE_CREATE;
    bool valid = true;
    return vox_validate(tree, &options, (vox_finding_sink){on_finding, &valid}) == VOX_OK &&
           valid && vox_resource_has_type(tree, resource, vox_string_from_c("articles"));
}

static bool respond(vox_tree *tree, vox_node *resource, vox_buffer *output) {
    vox_node *attributes = vox_object_get(tree, resource, vox_string_from_c("attributes")), *links;
    const vox_value id = vox_value_string(vox_string_from_c("17"));
    const vox_value own = vox_value_string(vox_string_from_c(OWN_LINK));
    output->length = 0;
    return vox_object_insert(tree, resource, attributes, vox_string_from_c("id"), id, NULL) ==
               VOX_OK &&
           vox_object_set(tree, resource, vox_string_from_c("links"), vox_value_object(), &links) ==
               VOX_OK &&
           vox_object_set(tree, links, vox_string_from_c("self"), own, NULL) == VOX_OK &&
           vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, output) == VOX_OK;
}

int64_t bench_vox_post(const bench_job *job) {
    static vox_parser *parser;
    static vox_buffer output;
    vox_tree *tree;
    if ((!parser && vox_parser_new(NULL, SIZE_MAX / 2, &parser) != VOX_OK) ||
        vox_parser_parse(parser, job->bytes, job->length, &tree, NULL) != VOX_OK) {
        return -1;
    }
    vox_node *resource = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c("data"));
    int64_t figure = 0;
    if (is_valid(tree, resource)) {
        figure = respond(tree, resource, &output) ? figure_of(job, output.bytes, output.length)
                                                  : -1;
    }
    vox_tree_free(tree);
    return figure;
}

/* --- yyjson ---------------------------------------------------------------------- */

static bool is_letter(unsigned char byte) {
    return (byte | 32u) - 'a' < 26u || byte - (unsigned)'0' < 10u || byte >= 128;
}

/** Of a field: what JSON:API allows, and no name that a resource has for itself. */
static bool is_field_name(yyjson_val *name) {
    const char *text = yyjson_get_str(name);
    const size_t length = yyjson_get_len(name);
    if (!length || !is_letter((unsigned char)text[0]) ||
        !is_letter((unsigned char)text[length - 1])) {
        return false;
    }
    for (size_t at = 1; at + 1 < length; at++) {
        if (!is_letter((unsigned char)text[at]) && !strchr("-_ ", text[at])) {
            return false;
        }
    }
    return !yyjson_equals_strn(name, "id", 2) && !yyjson_equals_strn(name, "type", 4);
}

static bool is_identifier(yyjson_val *value) {
    return yyjson_is_str(yyjson_obj_getn(value, "type", 4)) &&
           yyjson_is_str(yyjson_obj_getn(value, "id", 2));
}

static bool is_linkage(yyjson_val *value) {
    if (!yyjson_is_arr(value)) {
        return yyjson_is_null(value) || is_identifier(value);
    }
    size_t index, count;
    yyjson_val *element;
    yyjson_arr_foreach(value, index, count, element) {
        if (!is_identifier(element)) {
            return false;
        }
    }
    return true;
}

static bool is_relationship(yyjson_val *value) {
    yyjson_val *data = yyjson_obj_getn(value, "data", 4);
    return data ? is_linkage(data)
                : yyjson_obj_getn(value, "links", 5) || yyjson_obj_getn(value, "meta", 4);
}

static bool has_fields(yyjson_val *resource) {
    yyjson_val *attributes = yyjson_obj_getn(resource, "attributes", 10);
    yyjson_val *relationships = yyjson_obj_getn(resource, "relationships", 13);
    if ((attributes && !yyjson_is_obj(attributes)) ||
        (relationships && !yyjson_is_obj(relationships))) {
        return false;
    }
    size_t index, count;
    yyjson_val *name, *value;
    yyjson_obj_foreach(attributes, index, count, name, value) {
        if (!is_field_name(name)) {
            return false;
        }
    }
    yyjson_obj_foreach(relationships, index, count, name, value) {
        if (!is_field_name(name) || !is_relationship(value) ||
            yyjson_obj_getn(attributes, yyjson_get_str(name), yyjson_get_len(name))) {
            return false;
        }
    }
    return true;
}

/** Members that JSON:API does not know are ignored, and repeated ones: Vox only warns of them. */
static bool is_valid_by_hand(yyjson_val *root) {
    yyjson_val *resource = yyjson_obj_getn(root, "data", 4);
    return yyjson_equals_strn(yyjson_obj_getn(resource, "type", 4), "articles", 8) &&
           !yyjson_obj_getn(root, "errors", 6) && has_fields(resource);
}

int64_t bench_yyjson_post(const bench_job *job) {
    yyjson_doc *source = yyjson_read(job->bytes, job->length, 0);
    if (!source) {
        return -1;
    }
    int64_t figure = 0;
    if (is_valid_by_hand(yyjson_doc_get_root(source))) {
        yyjson_mut_doc *document = yyjson_doc_mut_copy(source, NULL);
        yyjson_mut_val *root = yyjson_mut_doc_get_root(document);
        yyjson_mut_val *resource = yyjson_mut_obj_getn(root, "data", 4);
        yyjson_mut_obj_insert(
            resource, yyjson_mut_str(document, "id"), yyjson_mut_str(document, "17"), 1
        );
        yyjson_mut_val *links = yyjson_mut_obj_add_obj(document, resource, "links");
        yyjson_mut_obj_add_str(document, links, "self", OWN_LINK);
        size_t length = 0;
        char *text = yyjson_mut_write(document, 0, &length);
        figure = text ? figure_of(job, text, length) : -1;
        free(text);
        yyjson_mut_doc_free(document);
    }
    yyjson_doc_free(source);
    return figure;
}
