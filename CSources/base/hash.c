/* SPDX-License-Identifier: MIT */
/** SipHash-1-3 (Aumasson and Bernstein) with a random key, so that an attacker cannot choose names
 *  that collide. */
#include "base/hash.h"

#ifdef VOX_FREESTANDING
/* A function of the program that fills memory with random bytes, as getentropy does. */
#ifdef VOX_ENTROPY
int VOX_ENTROPY(void *bytes, size_t size);
#define getentropy VOX_ENTROPY
#else
#define getentropy(bytes, size) (-1)
#endif
#else
#include <unistd.h> /* getentropy; glibc has it in sys/random.h as well, musl only here */

#if defined(__linux__)
#include <sys/auxv.h>
#include <sys/random.h>
#endif
#endif

static uint64_t rotate(uint64_t value, int bits) {
    return (value << bits) | (value >> (64 - bits));
}

VOX_INLINE void mix(uint64_t v[4]) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

static uint64_t siphash(uint64_t key0, uint64_t key1, vox_string text) {
    uint64_t v[4] = {
        key0 ^ UINT64_C(0x736f6d6570736575), key1 ^ UINT64_C(0x646f72616e646f6d),
        key0 ^ UINT64_C(0x6c7967656e657261), key1 ^ UINT64_C(0x7465646279746573)};
    size_t offset = 0;
    uint64_t word;
    for (; text.length - offset >= 8; offset += 8) {
        memcpy(&word, text.bytes + offset, 8);
        v[3] ^= word;
        mix(v);
        v[0] ^= word;
    }
    /* The bytes after the last whole word, fewer than eight. */
    word = vox__load_few(text.bytes + offset, text.length - offset) | (uint64_t)text.length << 56;
    v[3] ^= word;
    mix(v);
    v[0] ^= word;
    v[2] ^= 0xff;
    mix(v);
    mix(v);
    mix(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/** Takes the key of the process: the 16 random bytes that Linux gives each process at its start
 *  (AT_RANDOM), which takes no system call, or other random bytes. Addresses are the key where there
 *  is no random source. */
static void take_key(const vox__seed *seed, uint64_t key[2]) {
#ifdef AT_RANDOM
    const void *given = (const void *)(uintptr_t)getauxval(AT_RANDOM);
    if (given) {
        memcpy(key, given, 2 * sizeof *key);
        return;
    }
#endif
    if (getentropy(key, 2 * sizeof *key) != 0) {
        key[0] = (uint64_t)(uintptr_t)seed * UINT64_C(0x9e3779b97f4a7c15);
        key[1] = (uint64_t)(uintptr_t)&seed;
    }
}

/** The text that is hashed is an address, so that two trees have different seeds, and no seed
 *  reveals the key. */
void vox__seed_draw(vox__seed *seed) {
    if (VOX_LIKELY(seed->drawn)) {
        return;
    }
    uint64_t key[2];
    const vox_string address = {(const char *)&seed, sizeof seed};
    take_key(seed, key);
    seed->keys[0] = siphash(key[0], key[1], address);
    seed->keys[1] = siphash(key[0], ~key[1], address);
    seed->drawn = true;
}

uint64_t vox__hash(vox__seed *seed, uint64_t tweak, vox_string first, const vox_string *second) {
    vox__seed_draw(seed);
    uint64_t hash = siphash(seed->keys[0], seed->keys[1] ^ tweak, first);
    return second ? vox__hash_second(seed, hash, *second) : hash;
}

uint64_t vox__hash_second(const vox__seed *seed, uint64_t first, vox_string second) {
    /* Chaining keeps ("1_a", "b") and ("1", "a_b") different. */
    return siphash(seed->keys[0] ^ first, seed->keys[1], second);
}
