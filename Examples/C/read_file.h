/* SPDX-License-Identifier: MIT */
/** Reads a whole file, or the standard input for "-". The library itself does no input. */
#ifndef READ_FILE_H
#define READ_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct file_text {
    char *bytes;
    size_t length;
} file_text;

static inline bool read_file(const char *path, file_text *text) {
    FILE *file = path[0] == '-' && !path[1] ? stdin : fopen(path, "rb");
    size_t capacity = 0, got = 1;
    *text = (file_text){NULL, 0};
    while (file && got) {
        if (text->length == capacity) {
            capacity = capacity ? capacity * 2 : 65536;
            char *grown = realloc(text->bytes, capacity);
            if (!grown) {
                break;
            }
            text->bytes = grown;
        }
        got = fread(text->bytes + text->length, 1, capacity - text->length, file);
        text->length += got;
    }
    const bool read = file && got == 0 && !ferror(file);
    if (file && file != stdin) {
        fclose(file);
    }
    if (!read) {
        perror(path);
        free(text->bytes);
    }
    return read;
}

#endif
