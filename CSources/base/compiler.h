/* SPDX-License-Identifier: MIT */
/** Compiler features beyond C11: builtin functions and attributes of gcc and clang. */
#ifndef VOX_COMPILER_H
#define VOX_COMPILER_H

#define VOX_LIKELY(x) __builtin_expect(!!(x), 1)
#define VOX_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define VOX_COLD __attribute__((cold, noinline))
#define VOX_APART __attribute__((noinline))
/** Marks a function whose speed matters. It must not be inlined, so that hot-cold splitting leaves
 *  it alone. This pass of clang, which Swift's clang enables, splits off rare code. When the rare
 *  side of a branch leads to the end of the function, as in a loop, the pass treats the whole
 *  function as cold and compiles it for size. */
#define VOX_HOT __attribute__((noinline))
#define VOX_INLINE static inline __attribute__((always_inline))
/** Prefetches memory that is soon read or written. */
#define VOX_PREFETCH(address) __builtin_prefetch(address)

/** Returns the status of a call to the caller of this function, unless it is VOX_OK. */
#define VOX_TRY(call)                                                                              \
    do {                                                                                           \
        const vox_status tried = (call);                                                           \
        if (tried != VOX_OK) {                                                                     \
            return tried;                                                                          \
        }                                                                                          \
    } while (0)

#endif
