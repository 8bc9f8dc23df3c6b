/* SPDX-License-Identifier: MIT */
/** Errors that are filled with garbage, so that a member that a failed call does not write is
 *  detected. */
#ifndef WHOLE_ERROR_H
#define WHOLE_ERROR_H

#include "check.h"

/** Returns an error with garbage in every byte. */
vox_error garbage_error(void);

/** Checks an error that was garbage before a call which returned `status`. After a success it
 *  must be unchanged. After a failure all members must be written, for a text of that length. */
bool check_whole_error(const vox_error *error, vox_status status, size_t length);

#endif
