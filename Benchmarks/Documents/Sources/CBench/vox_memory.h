/* SPDX-License-Identifier: MIT */
#ifndef VOX_MEMORY_H
#define VOX_MEMORY_H

#include <vox.h>

/** A pool, or where memory must be fresh malloc like that of peers. */
vox_allocator allocator_of_vox(void);

#endif
