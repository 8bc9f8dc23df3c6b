/* SPDX-License-Identifier: MIT */
/** Structs that begin with their size, written by one version and read by another
 *  (include/vox/base.h, "Structs that may grow"). */
#ifndef VOX_GROWING_H
#define VOX_GROWING_H

#include <vox/status.h>

/** Larger than any such struct will be: beyond, `size` was never set. */
#define VOX_GROWING_MOST 4096

/** Reads a struct of the caller's into one of `known_size` bytes, whose size is then set.
 *  `first_size`: the bytes of version 0.1.0, up to the end of the last member. */
vox_status vox__growing_read(void *known, size_t known_size, size_t first_size, const void *given);

/** Writes a struct to the caller's, which has room for `given_size` bytes and is told so. */
void vox__growing_write(void *given, size_t given_size, const void *known, size_t known_size);

#endif
