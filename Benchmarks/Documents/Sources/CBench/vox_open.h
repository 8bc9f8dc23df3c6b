/* SPDX-License-Identifier: MIT */
#ifndef VOX_OPEN_H
#define VOX_OPEN_H

#include <bench.h>
#include <vox.h>

/** A pool, or where memory must be fresh malloc like that of peers. */
vox_allocator allocator_of_vox(void);

/** Reads the text of a job as it says, in such memory; NULL when that fails. */
vox_tree *open_document(const bench_job *job);

#endif
