/* SPDX-License-Identifier: MIT */
/** Structs that begin with their size, so that different versions can read and write them
 *  (include/vox/base.h, "Structs that may grow"). */
#ifndef VOX_GROWING_H
#define VOX_GROWING_H

#include "base/libc.h"

#include <vox/status.h>

/** More bytes than such a struct will ever have. A larger `size` was not initialized. */
#define VOX_GROWING_MOST 4096

/** Reads a struct of the caller into one of `known_size` bytes, and sets its size. `first_size` is
 *  the number of bytes up to the end of the last member in version 0.1.0. */
vox_status vox__growing_read(void *known, size_t known_size, size_t first_size, const void *given);

/** Writes a struct into that of the caller, which has `given_size` bytes, and sets its size. */
void vox__growing_write(void *given, size_t given_size, const void *known, size_t known_size);

#endif
