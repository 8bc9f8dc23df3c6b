/* SPDX-License-Identifier: MIT */
/** A filter for pipes. It reads resource objects, one on each line (NDJSON). It writes the
 *  resources with a rating of MINIMUM or more, without their `internal` attribute and with
 *  `"checked": true`.
 *
 *      filter MINIMUM <in.ndjson >out.ndjson
 *
 *  A line that is not JSON is reported on the standard error, and the filter continues with the
 *  next line. All lines use one parser and one buffer, so the filter allocates nothing after the
 *  first few lines. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <vox.h>

static bool is_selected(vox_tree *tree, const vox_node *resource, double minimum) {
    double rating;
    const vox_node *node = vox_resource_attribute(tree, resource, vox_string_from_c("rating"));
    return vox_node_double(tree, node, &rating) == VOX_OK && rating >= minimum;
}

static vox_status edit(vox_tree *tree, vox_node *resource) {
    vox_node *attributes = vox_object_get(tree, resource, vox_string_from_c("attributes"));
    vox_node *internal = vox_object_get(tree, attributes, vox_string_from_c("internal"));
    const vox_string name = vox_string_from_c("checked");
    const vox_status status = internal ? vox_node_remove(tree, internal) : VOX_OK;
    return status == VOX_OK ? vox_object_set(tree, attributes, name, vox_value_boolean(true), NULL)
                            : status;
}

/** Reads one line, and appends the resulting line, if there is one, to `output`. */
static vox_status filter_line(
    vox_parser *parser, vox_string line, double minimum, vox_buffer *output, vox_error *error
) {
    vox_tree *tree;
    vox_status status = vox_parser_parse(parser, line.bytes, line.length, &tree, error);
    if (status != VOX_OK) {
        return status;
    }
    vox_node *resource = vox_tree_root(tree);
    if (is_selected(tree, resource, minimum)) {
        status = edit(tree, resource);
        if (status == VOX_OK) { /* this style also writes the line feed after the value */
            status = vox_write_buffer(tree, resource, VOX_STYLE_PRESERVE, output);
        }
    }
    error->message = vox_status_message(status);
    error->column = 1;
    vox_tree_free(tree); /* its memory goes back to the parser */
    return status;
}

int main(int count, char **arguments) {
    const double minimum = count > 1 ? strtod(arguments[1], NULL) : 0;
    vox_parser *parser;
    if (vox_parser_new(NULL, (size_t)1 << 20, &parser) != VOX_OK) {
        return 1;
    }
    vox_buffer output = {0};
    char *line = NULL;
    size_t room = 0, number = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) >= 0;) {
        vox_error error;
        number++;
        output.length = 0; /* keeps its memory */
        if (filter_line(parser, (vox_string){line, (size_t)length}, minimum, &output, &error)) {
            fprintf(stderr, "line %zu, column %zu: %s\n", number, error.column, error.message);
        }
        fwrite(output.bytes, 1, output.length, stdout);
    }
    free(line);
    vox_buffer_free(&output);
    vox_parser_free(parser);
    return 0;
}
