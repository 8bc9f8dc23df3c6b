/* SPDX-License-Identifier: MIT */
/** Documents of the size of most responses, where the work per document counts. */
#include "figures.h"
#include "vox_open.h"
#include <bench.h>

#include <string.h>

/** A parser that is kept, as a program has it that reads many. */
int64_t bench_vox_small(const bench_job *job) {
    static vox_parser *parser;
    if (!parser && vox_parser_new(NULL, SIZE_MAX / 2, &parser) != VOX_OK) {
        return -1;
    }
    const vox_string data = vox_string_from_c("data"), id = vox_string_from_c("id");
    const vox_string type = vox_string_from_c("type");
    const vox_string attributes = vox_string_from_c("attributes");
    int64_t figure = 0;
    for (size_t index = 0; index < job->count; index++) {
        const bench_small *small = &job->small[index];
        vox_tree *tree;
        if (vox_parser_parse(parser, small->bytes, small->length, &tree, NULL) != VOX_OK) {
            return -1;
        }
        vox_node *resource = vox_object_get(tree, vox_tree_root(tree), data);
        if (vox_node_kind(resource) == VOX_ARRAY) {
            resource = vox_array_get(tree, resource, 0);
        }
        figure += vox_figure(tree, vox_object_get(tree, resource, id));
        if (!small->names[0]) {
            figure += vox_figure(tree, vox_object_get(tree, resource, type));
        } else {
            vox_node *holder = vox_object_get(tree, resource, attributes);
            for (int name = 0; name < 2; name++) {
                vox_string text = vox_string_from_c(small->names[name]);
                figure += vox_figure(tree, vox_object_get(tree, holder, text));
            }
        }
        vox_tree_free(tree);
    }
    return figure;
}

int64_t bench_yyjson_small(const bench_job *job) {
    int64_t figure = 0;
    for (size_t index = 0; index < job->count; index++) {
        const bench_small *small = &job->small[index];
        yyjson_doc *document = yyjson_read(small->bytes, small->length, 0);
        if (!document) {
            return -1;
        }
        yyjson_val *resource = yyjson_obj_getn(yyjson_doc_get_root(document), "data", 4);
        if (yyjson_is_arr(resource)) {
            resource = yyjson_arr_get_first(resource);
        }
        figure += yyjson_figure(yyjson_obj_getn(resource, "id", 2));
        if (!small->names[0]) {
            figure += yyjson_figure(yyjson_obj_getn(resource, "type", 4));
        } else {
            yyjson_val *holder = yyjson_obj_getn(resource, "attributes", 10);
            for (int name = 0; name < 2; name++) {
                const char *text = small->names[name];
                figure += yyjson_figure(yyjson_obj_getn(holder, text, strlen(text)));
            }
        }
        yyjson_doc_free(document);
    }
    return figure;
}
