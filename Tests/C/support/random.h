/* SPDX-License-Identifier: MIT */
/** Reproducible random numbers (splitmix64), so that a seed that fails can be used again. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t random_next(uint64_t *state) {
    uint64_t value = (*state += UINT64_C(0x9E3779B97F4A7C15));
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

/** Returns a number below `bound`, which must be above 0. */
static inline size_t random_below(uint64_t *state, size_t bound) {
    return (size_t)(random_next(state) % bound);
}

#endif
