/* SPDX-License-Identifier: MIT */
/** Reads a JSON:API document and prints its resources as a table.
 *
 *      table FILE [RELATIONSHIP ATTRIBUTE]
 *
 *  Each line has the id, title and year of a resource, and ATTRIBUTE of the resource that
 *  RELATIONSHIP links to. */
#include "read_file.h"

#include <vox.h>

/** Returns the text of a string or number; "-" for other values and for no value. */
static vox_string shown(vox_tree *tree, const vox_node *node) {
    vox_string text = vox_node_text(tree, node);
    return text.length ? text : vox_string_from_c("-");
}

static void print_row(vox_tree *tree, const vox_node *album, vox_string to, vox_string name) {
    const vox_string id = shown(tree, vox_object_get(tree, album, vox_string_from_c("id")));
    const vox_node *title = vox_resource_attribute(tree, album, vox_string_from_c("title"));
    const vox_node *released = vox_resource_attribute(
        tree, album, vox_string_from_c("release-year")
    );
    vox_node *related = NULL;
    int64_t year = 0;
    if (vox_node_int64(tree, released, &year) != VOX_OK) {
        year = 0; /* the year is missing, or is not a whole number */
    }
    /* If the linkage identifies no resource of the document, `related` stays NULL. Every
     * function that reads accepts NULL. */
    (void)vox_resource_resolve(tree, vox_resource_linkage(tree, album, to), &related);
    const vox_string by = shown(tree, vox_resource_attribute(tree, related, name));
    const vox_string text = shown(tree, title);
    printf("%-5.*s %-24.*s ", (int)id.length, id.bytes, (int)text.length, text.bytes);
    printf("%4lld  %.*s\n", (long long)year, (int)by.length, by.bytes);
}

int main(int count, char **arguments) {
    file_text text;
    if (count < 2 || !read_file(arguments[1], &text)) {
        fprintf(stderr, "usage: table FILE [RELATIONSHIP ATTRIBUTE]\n");
        return 2;
    }
    vox_tree *tree;
    vox_error error;
    const vox_status status = vox_tree_parse(text.bytes, text.length, NULL, &tree, &error);
    free(text.bytes); /* the tree has a copy */
    if (status != VOX_OK) {
        fprintf(stderr, "%s:%zu:%zu: %s\n", arguments[1], error.line, error.column, error.message);
        return 1;
    }
    const vox_string to = vox_string_from_c(count > 3 ? arguments[2] : "artist");
    const vox_string name = vox_string_from_c(count > 3 ? arguments[3] : "name");
    const vox_node *data = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c("data"));
    const vox_node *album = vox_node_first(tree, data);
    for (; album; album = vox_node_next(tree, album)) {
        print_row(tree, album, to, name);
    }
    printf("%zu resources\n", vox_node_count(tree, data));
    vox_tree_free(tree);
    return 0;
}
