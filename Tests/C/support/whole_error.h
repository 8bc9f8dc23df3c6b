/* SPDX-License-Identifier: MIT */
/** Errors that start as garbage, so that a member which a failing call leaves
 *  unwritten is seen. */
#ifndef WHOLE_ERROR_H
#define WHOLE_ERROR_H

#include "check.h"

/** An error with garbage in every byte. */
vox_error garbage_error(void);

/** Checks that a call which returned `status`, and was given garbage, wrote all of the
 *  error: nothing when it succeeded, else every member, for a text of that length. */
bool check_whole_error(const vox_error *error, vox_status status, size_t length);

#endif
