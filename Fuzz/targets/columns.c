/* SPDX-License-Identifier: MIT */
/** A description and the text of a source: the rows depend neither on the pieces of the text, nor on
 *  the size of the batches, nor on the mode of trees, nor on where a file of lines is cut. */
#include "arrow_text.h"
#include "document.h"
#include "fuzz.h"

#include <string.h>

/** Reads the rows as text, one a line. Returns the value of errno that ended the stream. */
static int read_rows(
    const vox_columns *columns, vox_string text, size_t piece, const vox_columns_options *options,
    vox_buffer *rows
) {
    piece_source source = {.text = text, .piece = piece};
    const vox_source given = piece_source_of(&source);
    struct ArrowArrayStream stream;
    CHECK_OK(vox_columns_stream(columns, &given, options, &stream));
    const int failure = stream_rows(&stream, rows);
    CHECK_SIZE(source.released, 1);
    return failure;
}

/** Reads two parts of a file of lines, each by a stream of its own. */
static int read_parts(
    const vox_columns *columns, vox_string text, const vox_columns_options *options,
    vox_buffer *rows
) {
    const char *middle =
        text.length ? memchr(text.bytes + text.length / 2, '\n', text.length - text.length / 2)
                    : NULL;
    const size_t cut = middle ? (size_t)(middle - text.bytes) + 1 : text.length;
    piece_source source = {.text = {text.bytes + cut, text.length - cut}, .piece = 50};
    const vox_source given = piece_source_of(&source);
    struct ArrowArrayStream stream;
    for (source.offset = 0; source.offset < cut; source.offset++) {
        source.lines += text.bytes[source.offset] == '\n';
    }
    const int failure = read_rows(columns, (vox_string){text.bytes, cut}, 50, options, rows);
    if (failure != 0 || cut == text.length) {
        return failure;
    }
    CHECK_OK(vox_columns_stream(columns, &given, options, &stream));
    return stream_rows(&stream, rows);
}

static void compare(const vox_columns *columns, vox_string text, vox_columns_options options) {
    vox_buffer whole = {0}, parts = {0};
    const int expected = read_rows(
        columns, text, sizeof((piece_source *)0)->copy, &options, &whole
    );
    options.batch_rows = 2;
    CHECK(read_rows(columns, text, 3, &options, &parts) == expected);
    if (expected == 0) {
        CHECK_STRING(buffer_text(&parts), buffer_text(&whole));
    }
    parts.length = 0;
    options.tree.mode = options.tree.mode == VOX_MODE_LAZY ? VOX_MODE_EAGER : VOX_MODE_LAZY;
    CHECK(read_rows(columns, text, 100, &options, &parts) == expected);
    if (expected == 0) {
        CHECK_STRING(buffer_text(&parts), buffer_text(&whole));
    }
    parts.length = 0;
    if (options.form == VOX_COLUMNS_LINES) {
        CHECK(read_parts(columns, text, &options, &parts) == expected);
    }
    if (options.form == VOX_COLUMNS_LINES && expected == 0) {
        CHECK_STRING(buffer_text(&parts), buffer_text(&whole));
    }
    vox_buffer_free(&whole);
    vox_buffer_free(&parts);
}

void fuzz_columns(vox_string input) {
    vox_columns_options options = vox_columns_options_default();
    const size_t form = fuzz_below(&input, 3), fault = fuzz_below(&input, 4);
    options.tree = document_options();
    options.form = (vox_columns_form)form;
    options.fault = (vox_columns_fault)fault;
    options.tree.mode = fuzz_below(&input, 2) ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    const vox_string description = fuzz_field(&input);
    vox_columns *columns = NULL;
    vox_error error;
    const vox_status status = vox_columns_new(
        description.bytes, description.length, &options.tree.allocator, &columns, &error
    );
    CHECK((status == VOX_OK) == (columns != NULL));
    if (status == VOX_OK) {
        compare(columns, input, options);
    }
    vox_columns_free(columns);
}
