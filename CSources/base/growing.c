/* SPDX-License-Identifier: MIT */
/** Structs that begin with their size. */
#include "base/growing.h"

vox_status vox__growing_read(void *known, size_t known_size, size_t first_size, const void *given) {
    const unsigned char *bytes = (const unsigned char *)given;
    size_t size;
    memcpy(&size, given, sizeof size);
    size = size == 0 ? first_size : size;
    if (size < first_size || size > VOX_GROWING_MOST) {
        return VOX_ERROR_ARGUMENT;
    }
    for (size_t at = known_size; at < size; at++) {
        if (bytes[at] != 0) {
            return VOX_ERROR_ARGUMENT;
        }
    }
    const size_t common = size < known_size ? size : known_size;
    memcpy(known, given, common);
    memset((unsigned char *)known + common, 0, known_size - common);
    memcpy(known, &known_size, sizeof known_size);
    return VOX_OK;
}

void vox__growing_write(void *given, size_t given_size, const void *known, size_t known_size) {
    const size_t common = given_size < known_size ? given_size : known_size;
    memcpy(given, known, common);
    memset((unsigned char *)given + common, 0, given_size - common);
    if (given_size >= sizeof given_size) {
        memcpy(given, &given_size, sizeof given_size);
    }
}
