/* SPDX-License-Identifier: MIT */
/** What compilers are told beyond C11, where they understand it. */
#ifndef VOX_COMPILER_H
#define VOX_COMPILER_H

#if defined(__GNUC__) || defined(__clang__)
#define VOX_LIKELY(x) __builtin_expect(!!(x), 1)
#define VOX_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define VOX_COLD __attribute__((cold, noinline))
#define VOX_APART __attribute__((noinline))
#define VOX_INLINE static inline __attribute__((always_inline))
/** Asks for what is soon read or written. */
#define VOX_PREFETCH(address) __builtin_prefetch(address)
#else
#define VOX_LIKELY(x) (x)
#define VOX_UNLIKELY(x) (x)
#define VOX_COLD
#define VOX_APART
#define VOX_INLINE static inline
#define VOX_PREFETCH(address) ((void)(address))
#endif

#endif
