/* SPDX-License-Identifier: MIT */
/** Reads NDJSON or a JSON:API document as columns, and prints what each column has.
 *
 *      columns FILE
 *
 *  The columns are those of the first table that the file has, with the types that all of its
 *  values have. A program that uses an engine gives `stream` to it instead. */
#include "read_file.h"

#include <vox.h>

/** Gives the file away as one piece. */
static int read_piece(void *context, vox_piece *piece) {
    file_text *text = context;
    piece->bytes = text->bytes;
    piece->length = text->length;
    text->length = 0; /* the next piece is the end */
    return 0;
}

/** Prints the columns of a description. Returns false if it is refused, or if reading fails. */
static bool print_columns(vox_string description, file_text text) {
    vox_columns *columns;
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray batch;
    if (vox_columns_new(description.bytes, description.length, NULL, &columns, NULL) != VOX_OK) {
        return false;
    }
    const vox_status status = vox_columns_text(
        columns, "input", text.bytes, text.length, NULL, &stream
    );
    vox_columns_free(columns); /* the stream keeps what it needs */
    if (status != VOX_OK) {
        return false;
    }
    int failure = 0;
    if (stream.get_schema(&stream, &schema) == 0) {
        while ((failure = stream.get_next(&stream, &batch)) == 0 && batch.release) {
            for (int64_t at = 0; at < batch.n_children; at++) {
                const struct ArrowArray *column = batch.children[at];
                const long long values = (long long)(column->length - column->null_count);
                printf(
                    "%-16s %-8s %3lld values\n", schema.children[at]->name,
                    schema.children[at]->format, values
                );
            }
            batch.release(&batch);
        }
        schema.release(&schema);
    }
    stream.release(&stream);
    return failure == 0;
}

int main(int count, char **arguments) {
    file_text text;
    if (count < 2 || !read_file(arguments[1], &text)) {
        fprintf(stderr, "usage: columns FILE\n");
        return 2;
    }
    file_text left = text;
    const vox_source source = {read_piece, NULL, &left};
    vox_buffer json = {0};
    vox_tree *schema = NULL;
    bool good = vox_schema_read(&source, NULL, 100, &json, NULL) == VOX_OK &&
                vox_tree_parse(json.bytes, json.length, NULL, &schema, NULL) == VOX_OK;
    if (good) {
        vox_node *table = NULL;
        const vox_string path = vox_string_from_c("/tables/0");
        good = vox_pointer_get(schema, vox_tree_root(schema), path, &table, NULL) == VOX_OK &&
               print_columns(vox_node_source(schema, table), text);
        vox_tree_free(schema);
    }
    vox_buffer_free(&json);
    free(text.bytes);
    return good ? 0 : 1;
}
