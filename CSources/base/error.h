/* SPDX-License-Identifier: MIT */
/** Errors, and their lines and columns. */
#ifndef VOX_ERROR_INTERNAL_H
#define VOX_ERROR_INTERNAL_H

#include "base/libc.h"

#include <vox/status.h>

/** Moves from one position in a text to another; all zero means no position yet. Costs O(bytes
 *  between the two), and backwards O(bytes of the line it reaches). */
void vox__locate_from(vox_string text, size_t offset, vox_place *place);

/** Fills in an error without a pointer. With `message` NULL, the error has the status's message. */
void vox__error_fill(vox_error *error, vox_status status, const char *message, vox_place place);
/** Fills in an error at an offset of a text. `error` may be NULL. O(offset). */
void vox__error_set(
    vox_error *error, vox_status status, const char *message, vox_string text, size_t offset
);

/** Writes a pointer to an error that was filled in: whole segments up to the first one that does not
 *  fit or contains U+0000. Does not clear `pointer_cut`. */
void vox__error_pointer(vox_error *error, vox_string pointer);

/** Fills in an error without a position, such as an error of memory, and returns its status. */
vox_status vox__error_plain(vox_error *error, vox_status status);

/** Returns true for a status that does not depend on the text: memory was not available, or the
 *  program stopped the parse. */
static inline bool vox__is_external(vox_status status) {
    return status == VOX_ERROR_MEMORY || status == VOX_ERROR_MEMORY_LIMIT ||
           status == VOX_ERROR_STOPPED;
}

/** Returns true for a status that says that a text is not JSON. */
static inline bool vox__is_about_json(vox_status status) {
    return status >= VOX_ERROR_SYNTAX && status <= VOX_ERROR_DUPLICATE;
}

/** Fills in the error of a call with an argument that it does not accept. */
static inline vox_status vox__refuse(vox_error *error) {
    return vox__error_plain(error, VOX_ERROR_ARGUMENT);
}

#endif
