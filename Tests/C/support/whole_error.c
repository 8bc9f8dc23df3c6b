/* SPDX-License-Identifier: MIT */
#include "whole_error.h"

vox_error garbage_error(void) {
    vox_error error;
    memset(&error, 0xA5, sizeof error);
    return error;
}

bool check_whole_error(const vox_error *error, vox_status status, size_t length) {
    const vox_error garbage = garbage_error();
    unsigned char cut;
    if (status == VOX_OK) {
        return CHECK(memcmp(error, &garbage, sizeof garbage) == 0);
    }
    memcpy(&cut, &error->pointer_cut, 1);
    return CHECK_STATUS(error->status, status) && CHECK(error->message != garbage.message) &&
           CHECK(error->message && error->message[0]) && CHECK(error->offset <= length) &&
           CHECK(error->line >= 1 && error->line <= error->offset + 1) &&
           CHECK(error->column >= 1 && error->column <= error->offset + 1) && CHECK(cut <= 1) &&
           CHECK(memchr(error->pointer, 0, sizeof error->pointer) != NULL) &&
           CHECK(error->pointer[0] == '\0' || error->pointer[0] == '/') &&
           CHECK(
               error->limit == 0 ||
               (status >= VOX_ERROR_SIZE_LIMIT && status <= VOX_ERROR_MEMORY_LIMIT)
           );
}
