/* SPDX-License-Identifier: MIT */
/** Files and their pieces: where a file ends, and what it consists of. */
#include "arrow_text.h"
#include "tests.h"

#include <stdio.h>

/** A source of several files, in pieces of a length. */
typedef struct file_source {
    const char *const *files; /* NULL: no more */
    size_t piece;
    size_t at; /* in the file */
    bool begun;
    char copy[256];
} file_source;

static int read_files(void *context, vox_piece *piece) {
    file_source *self = context;
    while (*self->files && self->begun && self->at == strlen(*self->files)) {
        self->files++;
        self->at = 0;
        self->begun = false;
    }
    if (*self->files) {
        const size_t left = strlen(*self->files) - self->at;
        const size_t length = left < self->piece ? left : self->piece;
        memset(self->copy, 'x', sizeof self->copy); /* the last piece is gone */
        memcpy(self->copy, *self->files + self->at, length);
        piece->bytes = self->copy;
        piece->length = length;
        piece->file = self->begun ? NULL : "file";
        self->at += length;
        self->begun = true;
    }
    return 0;
}

/** Each file has its records, also if the one before it ends in white space or a byte order mark. */
static void ends_of_files(void) {
    static const char *const ends[] = {
        "", "\n", "  ", "\n  ", "\n\t\n ", "\r\n\r", "\n\xEF\xBB\xBF", "\n\xEF\xBB\xBF ",
    };
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':['a'],'rest':false,'error':false}"
    );
    for (size_t form = VOX_COLUMNS_AUTO; form <= VOX_COLUMNS_LINES; form++) {
        for (size_t end = 0; end < COUNT(ends); end++) {
            for (size_t piece = 1; piece <= 100; piece++) {
                vox_buffer rows = {0};
                char first[64];
                (void)snprintf(first, sizeof first, "{\"a\":1}%s", ends[end]);
                const char *const files[] = {
                    first, ends[end], "{\"a\":2}\n{\"a\":3}\n", "{\"a\":4}\n{\"a\":5}\n", NULL,
                };
                file_source source = {.files = files, .piece = piece};
                const vox_source given = {read_files, NULL, &source};
                vox_columns_options options = columns_test_options();
                struct ArrowArrayStream stream;
                options.form = (vox_columns_form)form;
                check_note("end %zu, pieces of %zu", end, piece);
                CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
                CHECK_SIZE(stream_rows(&stream, &rows), 0);
                CHECK_TEXT(buffer_text(&rows), "[\"1\"]\n[\"2\"]\n[\"3\"]\n[\"4\"]\n[\"5\"]\n");
                vox_buffer_free(&rows);
            }
        }
    }
    check_note(NULL);
    vox_columns_free(columns);
}

const check_test column_files_tests[] = {
    CHECK_TEST(ends_of_files),
    CHECK_END,
};
