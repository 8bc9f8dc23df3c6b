/* SPDX-License-Identifier: MIT */
/** What compilers are told beyond C11: gcc and clang, whose builtin functions the core calls. */
#ifndef VOX_COMPILER_H
#define VOX_COMPILER_H

#define VOX_LIKELY(x) __builtin_expect(!!(x), 1)
#define VOX_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define VOX_COLD __attribute__((cold, noinline))
#define VOX_APART __attribute__((noinline))
#define VOX_INLINE static inline __attribute__((always_inline))
/** Asks for what is soon read or written. */
#define VOX_PREFETCH(address) __builtin_prefetch(address)

#endif
