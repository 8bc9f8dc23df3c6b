/* SPDX-License-Identifier: MIT */
/** Blocks of 64 bytes as bits, the first byte the lowest: for those who look for little. */
#ifndef VOX_BLOCK_BITS_H
#define VOX_BLOCK_BITS_H

#include <stdint.h>

/** Which bytes backslashes escape. `next`: the first byte of this block, and of the next one, is. Of a
 *  run of backslashes the first escapes the byte behind it, and then every other one does. So it matters
 *  at which bits runs begin: those that begin at an odd bit are found by adding that bit, which carries
 *  to the bit behind the run. */
static inline uint64_t vox__escaped_by(uint64_t slashes, uint64_t *next) {
    const uint64_t even = UINT64_C(0x5555555555555555), runs = slashes & ~*next;
    const uint64_t behind = runs << 1 | *next;
    const uint64_t odd_starts = runs & ~even & ~behind, ends = odd_starts + runs;
    *next = ends < runs;
    return (even ^ ends << 1) & behind;
}

/** From each opening quote to before its closing one, in a block that begins outside of a string. */
static inline uint64_t vox__between_quotes(uint64_t quotes) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        quotes ^= quotes << shift;
    }
    return quotes;
}

#endif
