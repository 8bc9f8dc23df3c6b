/* SPDX-License-Identifier: MIT */
/** Names and messages of the status codes, errors, and the version. */
#include "base/error.h"
#include "base/text.h"

const char *vox_status_name(vox_status status) {
    switch (status) {
#define STATUS_NAME(name, number, message)                                                         \
    case VOX_##name:                                                                               \
        return "VOX_" #name;
        VOX_STATUS_MAP(STATUS_NAME)
#undef STATUS_NAME
    }
    return "VOX_UNKNOWN";
}

const char *vox_status_message(vox_status status) {
    switch (status) {
#define STATUS_MESSAGE(name, number, message)                                                      \
    case VOX_##name:                                                                               \
        return message;
        VOX_STATUS_MAP(STATUS_MESSAGE)
#undef STATUS_MESSAGE
    }
    return "unknown status";
}

void vox__error_fill(vox_error *error, vox_status status, const char *message, vox_place place) {
    error->status = status;
    error->message = message ? message : vox_status_message(status);
    error->offset = place.offset;
    error->line = place.line;
    error->column = place.column;
    error->pointer[0] = '\0';
    error->pointer_cut = false;
    error->limit = 0;
    memset(error->spare, 0, sizeof error->spare);
}

void vox__error_pointer(vox_error *error, vox_string pointer) {
    const char *nul = pointer.length ? vox__find_byte(pointer.bytes, '\0', pointer.length) : NULL;
    size_t length = nul ? (size_t)(nul - pointer.bytes) : pointer.length;
    if (length >= VOX_ERROR_POINTER_SIZE) {
        length = VOX_ERROR_POINTER_SIZE - 1;
    }
    while (length && length < pointer.length && pointer.bytes[length] != '/') {
        length--;
    }
    if (length) {
        memcpy(error->pointer, pointer.bytes, length);
    }
    error->pointer[length] = '\0';
    error->pointer_cut |= length < pointer.length;
}

void vox__error_set(
    vox_error *error, vox_status status, const char *message, vox_string text, size_t offset
) {
    if (error) {
        vox_place place = {0, 0, 0};
        vox__locate_from(text, offset, &place);
        vox__error_fill(error, status, message, place);
    }
}

vox_status vox__error_plain(vox_error *error, vox_status status) {
    const vox_place nowhere = {0, 1, 1};
    if (error) {
        vox__error_fill(error, status, NULL, nowhere);
    }
    return status;
}

const char *vox_version(void) {
    return VOX_VERSION;
}
