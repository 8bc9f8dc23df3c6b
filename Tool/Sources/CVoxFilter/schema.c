/* SPDX-License-Identifier: MIT */
#include "vox_schema_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vox.h>

/** The number of bytes that are read at once. */
#define PIECE ((size_t)1 << 18)

/** Files that are read one after another. */
typedef struct files {
    const char *const *names;
    size_t count;
    size_t next;        /* the file to open */
    const char *opened; /* the name of the open file, until a piece of it was given away */
    const char *unread;
    int descriptor; /* -1: no file is open */
    bool is_packed; /* by gzip */
    char *bytes;
} files;

static int open_next(files *self) {
    self->opened = self->unread = self->names[self->next++];
    self->descriptor = strcmp(self->opened, "-") == 0 ? dup(STDIN_FILENO)
                                                      : open(self->opened, O_RDONLY);
    return self->descriptor < 0 ? errno : 0;
}

static int read_piece(void *context, vox_piece *piece) {
    files *self = context;
    for (;;) {
        if (self->descriptor < 0) {
            if (self->next == self->count) {
                return 0; /* the end */
            }
            const int failure = open_next(self);
            if (failure != 0) {
                return failure;
            }
        }
        const ssize_t length = read(self->descriptor, self->bytes, PIECE);
        if (length < 0 && errno != EINTR) {
            return errno;
        }
        if (length > 1 && self->opened && memcmp(self->bytes, "\x1F\x8B", 2) == 0) {
            self->is_packed = true;
            return EINVAL;
        }
        if (length > 0 || (length == 0 && self->opened)) {
            piece->bytes = self->bytes;
            piece->length = (size_t)length;
            piece->file = self->opened; /* also of an empty file */
            self->opened = NULL;
            return 0;
        }
        if (length == 0) {
            close(self->descriptor);
            self->descriptor = -1;
        }
    }
}

static vox_filter_outcome outcome_of(vox_status status) {
    return status == VOX_OK              ? VOX_FILTER_DONE
           : status == VOX_ERROR_STOPPED ? VOX_FILTER_UNREAD
                                         : VOX_FILTER_MEMORY;
}

vox_filter_outcome vox_schema_files(
    const char *const *names, size_t count, vox_filter_input input, size_t max_record,
    unsigned share, char **json, const char **unread
) {
    files from = {.names = names, .count = count, .descriptor = -1, .bytes = malloc(PIECE)};
    const vox_source source = {read_piece, NULL, &from};
    vox_columns_options options = vox_columns_options_default();
    vox_buffer text = {0};
    *json = NULL;
    if (input > VOX_FILTER_DOCUMENT) {
        free(from.bytes);
        return VOX_FILTER_WRONG;
    }
    options.form = input == VOX_FILTER_AUTO    ? VOX_COLUMNS_AUTO
                   : input == VOX_FILTER_LINES ? VOX_COLUMNS_LINES
                                               : VOX_COLUMNS_DOCUMENT;
    options.max_record = max_record;
    vox_filter_outcome outcome = VOX_FILTER_MEMORY;
    int cause = ENOMEM;
    if (from.bytes) {
        errno = 0;
        outcome = outcome_of(vox_schema_read(&source, &options, share, &text, NULL));
        cause = errno;
        outcome = from.is_packed ? VOX_FILTER_WRONG : outcome;
        *unread = from.unread;
    }
    if (outcome == VOX_FILTER_DONE) {
        *json = malloc(text.length + 1);
        outcome = *json ? VOX_FILTER_DONE : VOX_FILTER_MEMORY;
    }
    if (*json) {
        memcpy(*json, text.bytes, text.length);
        (*json)[text.length] = '\0';
    }
    if (from.descriptor >= 0) {
        close(from.descriptor);
    }
    vox_buffer_free(&text);
    free(from.bytes);
    errno = cause;
    return outcome;
}
