/* SPDX-License-Identifier: MIT */
/** Blocks of 64 bytes as bits, with the first byte as the lowest bit. A small header for other
 *  folders. */
#ifndef VOX_BLOCK_BITS_H
#define VOX_BLOCK_BITS_H

#include <stdint.h>

/** Returns which bytes are escaped by backslashes. `next` says that the first byte of this block is
 *  escaped, and receives the same for the next block. In a run of backslashes the first one escapes
 *  the byte after it, and so does every other one. So the bit where a run begins matters: adding
 *  the first bits of the runs that begin at odd bits carries to the bit after each run. */
static inline uint64_t vox__escaped_by(uint64_t slashes, uint64_t *next) {
    const uint64_t even = UINT64_C(0x5555555555555555), runs = slashes & ~*next;
    const uint64_t behind = runs << 1 | *next;
    const uint64_t odd_starts = runs & ~even & ~behind, ends = odd_starts + runs;
    *next = ends < runs;
    return (even ^ ends << 1) & behind;
}

/** Returns the bits from each opening quote to before its closing quote. The block must begin
 *  outside a string. */
static inline uint64_t vox__between_quotes(uint64_t quotes) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        quotes ^= quotes << shift;
    }
    return quotes;
}

#endif
