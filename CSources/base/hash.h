/* SPDX-License-Identifier: MIT */
/** Hashes of text: SipHash-1-3 with a random seed, so that an attacker cannot choose texts that
 *  collide. The hash of a short key is a product with the seed, which has the same property. */
#ifndef VOX_HASH_H
#define VOX_HASH_H

#include "base/number_power.h"
#include "base/text.h"

typedef struct vox__seed {
    uint64_t keys[2];
    bool drawn;
} vox__seed;

/** Draws the seed if it was not drawn before. The first hash also draws it. */
void vox__seed_draw(vox__seed *seed);
/** Returns the hash of a text, or of a pair. A text has a different hash for each `tweak`. */
uint64_t vox__hash(vox__seed *seed, uint64_t tweak, vox_string first, const vox_string *second);
/** Returns the hash of a pair from the hash of its first half. */
uint64_t vox__hash_second(const vox__seed *seed, uint64_t first, vox_string second);
/** Combines two hashes in this order, much faster than hashing text. `left` must depend on a
 *  seed. */
static inline uint64_t vox__hash_mix(uint64_t left, uint64_t right) {
    uint64_t value = (left ^ right) * UINT64_C(0x9E3779B97F4A7C15);
    value ^= value >> 32;
    return value * UINT64_C(0xC2B2AE3D27D4EB4F) + right;
}

/** Returns the hash of a word: the upper half of its product with the seed, plus another hash
 *  (multiply-shift, Dietzfelbinger 1996). The seed must be drawn. The hash is strongly universal:
 *  for words that are chosen without the seed, all pairs of hashes are equally likely. The sum is
 *  mixed, because sums of words in a row are evenly spaced: with some seeds, close together. */
VOX_INLINE uint64_t vox__hash_word(const vox__seed *seed, uint64_t other, uint64_t word) {
    const uint64_t sum = vox__multiply(seed->keys[0], word).high + seed->keys[1] * word + other;
    return (sum ^ sum >> 32) * UINT64_C(0x9E3779B97F4A7C15);
}

#endif
