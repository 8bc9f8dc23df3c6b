/* SPDX-License-Identifier: MIT */
/** What compilers are told beyond C11: gcc and clang, whose builtin functions the core calls. */
#ifndef VOX_COMPILER_H
#define VOX_COMPILER_H

#define VOX_LIKELY(x) __builtin_expect(!!(x), 1)
#define VOX_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define VOX_COLD __attribute__((cold, noinline))
#define VOX_APART __attribute__((noinline))
/** Of a function whose speed counts. Not inlined, it is left alone by a pass of clang that splits
 *  off what is rare (hot-cold splitting, on in Swift's clang): where the rare side of a branch
 *  leads on to the end, as that of a loop does, the pass takes the whole function for cold, and
 *  has it compiled for size. */
#define VOX_HOT __attribute__((noinline))
#define VOX_INLINE static inline __attribute__((always_inline))
/** Asks for what is soon read or written. */
#define VOX_PREFETCH(address) __builtin_prefetch(address)

#endif
