/* SPDX-License-Identifier: MIT */
/** The measured halves of `vox bench`, in C so that nothing but the work is
 *  timed. Each runs a job `times` times over the same text, on recycled memory,
 *  and returns the nanoseconds it took, or -1 when the job failed. */
#ifndef VOX_BENCH_H
#define VOX_BENCH_H

#include <stddef.h>
#include <stdint.h>

typedef struct vox_bench vox_bench;

/** Keeps `bytes`, which must outlive it. NULL when memory is out or the text
 *  is not JSON. Free with vox_bench_free. */
vox_bench *vox_bench_new(const char *bytes, size_t length);
void vox_bench_free(vox_bench *bench);

/** The baseline: yajl with every callback set and returning 1, numbers as
 *  text, its UTF-8 check off, and a scratch allocator. */
int64_t vox_bench_yajl(vox_bench *bench, int times);

/** The text copied in, checked, and made into a tree. */
int64_t vox_bench_eager(vox_bench *bench, int times);

/** The same, but the elements of `data` and `included` are left for later, and
 *  nobody asks for them. */
int64_t vox_bench_lazy(vox_bench *bench, int times);

/** An untouched tree written, preserving, into a buffer used again. */
int64_t vox_bench_write(vox_bench *bench, int times);

/** Parse, one edit, write. */
int64_t vox_bench_edit(vox_bench *bench, int times);

/** An untouched tree checked against the rules of JSON:API. */
int64_t vox_bench_validate(vox_bench *bench, int times);

/** Bytes of arena, the copy of the text included. */
size_t vox_bench_reserved(const vox_bench *bench);

#endif
