/* SPDX-License-Identifier: MIT */
/* Run by make check-musl, every night. */
/** What Scripts/check-musl measures: documents that are parsed, looked up, edited, written and freed.
 *  Prints the seconds of processor time that each size of document takes. */
#include <vox.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/** A document of so many resources; returns its length. */
static size_t make(char *text, size_t resources) {
    size_t length = (size_t)sprintf(text, "{\"data\":[");
    for (size_t number = 0; number < resources; number++) {
        length += (size_t)sprintf(
            text + length,
            "%s{\"type\":\"albums\",\"id\":\"%zu\",\"attributes\":{\"title\":\"Trains of "
            "thought\",\"year\":%zu,\"rating\":4.5,\"tags\":[\"a\",\"b\"]}}",
            number ? "," : "", number, 1900 + number % 100
        );
    }
    return length + (size_t)sprintf(text + length, "]}");
}

static void use(const char *text, size_t length) {
    vox_tree *tree = NULL;
    vox_node *found = NULL;
    vox_buffer buffer = {0};
    const vox_string type = vox_string_from_c("albums"), id = vox_string_from_c("0");
    if (vox_tree_parse(text, length, NULL, &tree, NULL) != VOX_OK ||
        vox_resource_find(tree, type, id, &found) != VOX_OK ||
        vox_object_set(tree, found, vox_string_from_c("id"), vox_value_string(type), NULL) !=
            VOX_OK ||
        vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer) != VOX_OK) {
        exit(1);
    }
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
}

int main(void) {
    static const struct {
        const char *name;
        size_t resources;
        size_t rounds;
    } rows[] = {{"small-documents", 5, 20000}, {"large-documents", 20000, 5}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        char *text = malloc(rows[row].resources * 200 + 64);
        if (!text) {
            return 1;
        }
        const size_t length = make(text, rows[row].resources);
        const clock_t start = clock();
        for (size_t round = 0; round < rows[row].rounds; round++) {
            use(text, length);
        }
        printf("%s %f\n", rows[row].name, (double)(clock() - start) / CLOCKS_PER_SEC);
        free(text);
    }
    return 0;
}
