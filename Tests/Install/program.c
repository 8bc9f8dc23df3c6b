/* SPDX-License-Identifier: MIT */
/** What a program in C does with the installed library; Scripts/check-install knows its output. */
#include <vox.h>

#include <stdio.h>

int main(void) {
    const char *text = "{\"title\": \"Night Trains\", \"year\": 1994}";
    vox_options options = vox_options_default();
    vox_buffer buffer = {0};
    vox_error error;
    vox_tree *tree;
    if (strcmp(vox_version(), VOX_VERSION) != 0) {
        printf("headers of %s, library of %s\n", VOX_VERSION, vox_version());
        return 1;
    }
    options.max_depth = 1;
    if (vox_tree_parse("[[]]", 4, &options, &tree, &error) != VOX_ERROR_DEPTH_LIMIT) {
        return 1;
    }
    printf("%zu: %s\n", error.offset, vox_status_name(error.status));
    if (vox_tree_parse(text, strlen(text), &options, &tree, &error) != VOX_OK) {
        return 1;
    }
    vox_status status = vox_object_set(
        tree, vox_tree_root(tree), vox_string_from_c("year"), vox_value_int64(1995), NULL
    );
    if (status == VOX_OK) {
        status = vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, &buffer);
    }
    if (status == VOX_OK) {
        printf("%.*s\n", (int)buffer.length, buffer.bytes);
    }
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    return status == VOX_OK ? 0 : 1;
}
