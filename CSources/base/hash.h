/* SPDX-License-Identifier: MIT */
/** Hashes of text: SipHash-1-3 under a random seed, so that nobody outside can choose
 *  texts that collide; of short keys a product with the seed, which keeps them apart as well. */
#ifndef VOX_HASH_H
#define VOX_HASH_H

#include "base/number_power.h"
#include "base/text.h"

typedef struct vox__seed {
    uint64_t keys[2];
    bool drawn;
} vox__seed;

/** Draws the seed unless it is drawn; the first hash does so too. */
void vox__seed_draw(vox__seed *seed);
/** The hash of a text, or of a pair. `tweak`: the same text has another hash for each. */
uint64_t vox__hash(vox__seed *seed, uint64_t tweak, vox_string first, const vox_string *second);
/** The hash of a pair, from that of its first half. */
uint64_t vox__hash_second(const vox__seed *seed, uint64_t first, vox_string second);
/** Two hashes as one, in this order: much less work than text. `left` must come from a seed. */
static inline uint64_t vox__hash_mix(uint64_t left, uint64_t right) {
    uint64_t value = (left ^ right) * UINT64_C(0x9E3779B97F4A7C15);
    value ^= value >> 32;
    return value * UINT64_C(0xC2B2AE3D27D4EB4F) + right;
}

/** The hash of a word: the upper half of its product with the seed, which is drawn, to which the
 *  hash of something else is added (multiply-shift, Dietzfelbinger 1996). Strongly universal: of
 *  words chosen without knowing the seed, any two hashes are as likely as any others. */
VOX_INLINE uint64_t vox__hash_word(const vox__seed *seed, uint64_t other, uint64_t word) {
    return vox__multiply(seed->keys[0], word).high + seed->keys[1] * word + other;
}

#endif
