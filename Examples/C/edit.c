/* SPDX-License-Identifier: MIT */
/** Edits a document in place. Unchanged values are written as they were read: white space,
 *  number text, escapes and the order of members stay. */
#include <stdio.h>
#include <vox.h>

static const char text[] = "{\n"
                           "  \"data\": {\n"
                           "    \"type\": \"albums\", \"id\": \"101\",\n"
                           "    \"attributes\": {\n"
                           "      \"title\":  \"Night Trains\",\n"
                           "      \"rating\": 4.50,\n"
                           "      \"genres\": [\"electronic\", \"jazz\"],\n"
                           "      \"draft\":  true\n"
                           "    }\n"
                           "  }\n"
                           "}\n";

/** Makes all edits, and stops at the first one that fails. A call that fails changes nothing. */
static vox_status edit(vox_tree *tree) {
    vox_node *attributes, *genres = NULL;
    vox_status status = vox_pointer_get(
        tree, vox_tree_root(tree), vox_string_from_c("/data/attributes"), &attributes, NULL
    );
    if (status == VOX_OK) { /* overwrites an existing member */
        const vox_value title = vox_value_string(vox_string_from_c("Night Trains (Deluxe)"));
        status = vox_object_set(tree, attributes, vox_string_from_c("title"), title, NULL);
    }
    if (status == VOX_OK) { /* adds a member at the end */
        const vox_value year = vox_value_int64(1994);
        status = vox_object_set(tree, attributes, vox_string_from_c("year"), year, NULL);
    }
    if (status == VOX_OK) { /* adds an element to a list */
        const vox_value genre = vox_value_string(vox_string_from_c("ambient"));
        genres = vox_object_get(tree, attributes, vox_string_from_c("genres"));
        status = vox_array_append(tree, genres, genre, NULL);
    }
    if (status == VOX_OK) { /* removes a member */
        status = vox_node_remove(
            tree, vox_object_get(tree, attributes, vox_string_from_c("draft"))
        );
    }
    return status;
}

int main(void) {
    vox_tree *tree;
    vox_error error;
    if (vox_tree_parse(text, sizeof text - 1, NULL, &tree, &error) != VOX_OK) {
        fprintf(stderr, "%zu:%zu: %s\n", error.line, error.column, error.message);
        return 1;
    }
    vox_buffer buffer = {0};
    vox_status status = edit(tree);
    if (status == VOX_OK) {
        status = vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, &buffer);
    }
    if (status == VOX_OK) {
        fwrite(buffer.bytes, 1, buffer.length, stdout);
    } else {
        fprintf(stderr, "edit: %s\n", vox_status_message(status));
    }
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    return status == VOX_OK ? 0 : 1;
}
