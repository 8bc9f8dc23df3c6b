/* SPDX-License-Identifier: MIT */
/** Blocks of 64 bytes as bits, the first byte the lowest: for those who look for little. */
#ifndef VOX_BLOCK_BITS_H
#define VOX_BLOCK_BITS_H

#include <stdint.h>

/** Which bytes backslashes escape. `next`: the first byte of this block, and of the next one, is. */
static inline uint64_t vox__escaped_by(uint64_t slashes, uint64_t *next) {
    uint64_t escaped = *next;
    for (slashes &= ~escaped; slashes; slashes &= ~escaped & (slashes - 1)) {
        const uint64_t behind = (slashes & (0 - slashes)) << 1;
        escaped |= behind;
        if (!behind) {
            *next = 1;
            return escaped;
        }
    }
    *next = 0;
    return escaped;
}

/** From each opening quote to before its closing one, in a block that begins outside of a string. */
static inline uint64_t vox__between_quotes(uint64_t quotes) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        quotes ^= quotes << shift;
    }
    return quotes;
}

#endif
