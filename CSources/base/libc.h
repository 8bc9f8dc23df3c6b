/* SPDX-License-Identifier: MIT */
/** What the core uses of the C library. A freestanding core (VOX_FREESTANDING, which -ffreestanding
 *  implies) needs five functions and no other: memcpy, memmove, memset, memcmp and strlen. One thread
 *  at a time uses such a core, and its program provides the memory (docs/c/amalgamation.md). */
#ifndef VOX_LIBC_H
#define VOX_LIBC_H

#include <vox/base.h>

#if !__STDC_HOSTED__
#ifndef VOX_FREESTANDING
#define VOX_FREESTANDING
#endif
/* The compiler replaces short calls of these, as it does in a hosted core. */
#define memcpy(to, from, size) __builtin_memcpy(to, from, size)
#define memmove(to, from, size) __builtin_memmove(to, from, size)
#define memset(to, byte, size) __builtin_memset(to, byte, size)
#define memcmp(left, right, size) __builtin_memcmp(left, right, size)
#define strlen(text) __builtin_strlen(text)
#endif

#ifdef VOX_FREESTANDING
#ifndef VOX_WITHOUT_YAJL
#define VOX_WITHOUT_YAJL
#endif
/* The numbers of Linux, for the errors of an Arrow stream. */
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define ECANCELED 125
#else
#include <errno.h>
#endif

#endif
