/* SPDX-License-Identifier: MIT */
/** A text in memory as a source of one piece. */
#include "columns/columns.h"

typedef struct memory_source {
    vox_allocator allocator;
    const char *bytes;
    size_t length;
    bool was_read;
    size_t file_size;
    char file[]; /* with its NUL */
} memory_source;

static int read_piece(void *context, vox_piece *piece) {
    memory_source *self = (memory_source *)context;
    if (!self->was_read) {
        self->was_read = true;
        piece->bytes = self->bytes;
        piece->length = self->length;
        piece->file = self->file;
    }
    return 0;
}

static void release_memory(void *context) {
    memory_source *self = (memory_source *)context;
    const vox_allocator allocator = self->allocator;
    vox__memory_resize(&allocator, self, sizeof *self + self->file_size, 0);
}

vox_status vox_columns_text(
    const vox_columns *columns, const char *file, const char *bytes, size_t length,
    const vox_columns_options *options, struct ArrowArrayStream *stream
) {
    vox_columns_options used;
    if (stream) {
        memset(stream, 0, sizeof *stream);
    }
    if (!columns || !stream || (!bytes && length)) {
        return VOX_ERROR_ARGUMENT;
    }
    VOX_TRY(vox__columns_options_read(options, &used));
    const size_t file_size = (file ? strlen(file) : 0) + 1;
    memory_source *made = (memory_source *)vox__memory_resize(
        &used.tree.allocator, NULL, 0, sizeof *made + file_size
    );
    if (!made) {
        return VOX_ERROR_MEMORY;
    }
    *made = (memory_source
    ){.allocator = used.tree.allocator, .bytes = bytes, .length = length, .file_size = file_size};
    memcpy(made->file, file ? file : "", file_size);
    const vox_source source = {read_piece, release_memory, made};
    return vox_columns_stream(columns, &source, options, stream);
}
