/* SPDX-License-Identifier: MIT */
/** Errors, and the lines and columns they stand at. */
#ifndef VOX_ERROR_INTERNAL_H
#define VOX_ERROR_INTERNAL_H

#include <vox/status.h>

/** Goes on from one place in a text to another; all zero is none yet. O(bytes between the
 *  two), and backwards those of the line it comes to. */
void vox__locate_from(vox_string text, size_t offset, vox_place *place);

/** Fills in an error without a pointer. `message` NULL: that of the status. */
void vox__error_fill(vox_error *error, vox_status status, const char *message, vox_place place);
/** The same for an offset of a text; `error` may be NULL. O(offset). */
void vox__error_set(
    vox_error *error, vox_status status, const char *message, vox_string text, size_t offset
);

/** An error that has no place, as one of memory; returns its status. */
vox_status vox__error_plain(vox_error *error, vox_status status);

/** True for what says nothing about a text. */
static inline bool vox__is_memory(vox_status status) {
    return status == VOX_ERROR_MEMORY || status == VOX_ERROR_MEMORY_LIMIT;
}

/** Says that a call was given what it cannot take. */
static inline vox_status vox__refuse(vox_error *error) {
    return vox__error_plain(error, VOX_ERROR_ARGUMENT);
}

#endif
