/* SPDX-License-Identifier: MIT */
/** Powers of ten as 128-bit fractions, for reading and writing doubles.
 *
 *  10^exponent = (high × 2^64 + low) × 2^(binary exponent - 127), where the top bit is set. It is
 *  the product of two table entries: a power 10^(16 n) and a power from 10^0 to 10^15. These two
 *  tables have 816 bytes; a table of all powers would have 10 kB. A third table has the powers that
 *  most numbers need. */
#ifndef VOX_NUMBER_POWER_H
#define VOX_NUMBER_POWER_H

#include "base/compiler.h"

#include <stddef.h>
#include <stdint.h>

/** Two halves of 128 bits. */
typedef struct vox__power {
    uint64_t high;
    uint64_t low;
} vox__power;

#define VOX_POWER_STEP 16
#define VOX_POWERS 43
#define VOX_POWER_LOWEST (-22 * VOX_POWER_STEP)

extern const vox__power vox__powers[VOX_POWERS];
extern const uint64_t vox__small_powers[VOX_POWER_STEP];

/** The first 64 bits of 10^-18 to 10^0, rounded down: the divisors of most numbers. */
#define VOX_NEAR_POWERS 19
extern const uint64_t vox__near_powers[VOX_NEAR_POWERS];

/** Returns the 128 bits of a product. */
VOX_INLINE vox__power vox__multiply(uint64_t left, uint64_t right) {
#if defined(__SIZEOF_INT128__) && !defined(VOX_WITHOUT_INT128) && !defined(__wasm__)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)left * right;
    return (vox__power){(uint64_t)(product >> 64), (uint64_t)product};
#else
    const uint64_t left_low = (uint32_t)left, left_high = left >> 32;
    const uint64_t right_low = (uint32_t)right, right_high = right >> 32;
    const uint64_t low = left_low * right_low;
    const uint64_t middle = left_high * right_low + (low >> 32);
    const uint64_t other = left_low * right_high + (uint32_t)middle;
    return (vox__power
    ){left_high * right_high + (middle >> 32) + (other >> 32), (other << 32) | (uint32_t)low};
#endif
}

/** Returns left × right / 2^64. `rest`, unless NULL, receives the next 64 bits. */
VOX_INLINE vox__power vox__multiply_power(vox__power left, uint64_t right, uint64_t *rest) {
    vox__power product = vox__multiply(left.high, right);
    const vox__power behind = vox__multiply(left.low, right);
    product.low += behind.high;
    product.high += product.low < behind.high;
    if (rest) {
        *rest = behind.low;
    }
    return product;
}

/** Returns 10^exponent for -343 to 324, rounded down: too small by less than 4 units of its last
 *  bit. */
VOX_INLINE vox__power vox__power_of_ten(int exponent) {
    const unsigned index = (unsigned)(exponent - VOX_POWER_LOWEST);
    vox__power power = vox__multiply_power(
        vox__powers[index / VOX_POWER_STEP], vox__small_powers[index % VOX_POWER_STEP], NULL
    );
    if (!(power.high >> 63)) {
        power.high = power.high << 1 | power.low >> 63;
        power.low <<= 1;
    }
    return power;
}

/** Returns the binary exponent of 10^exponent: its logarithm to the base 2, rounded down. */
VOX_INLINE int vox__power_exponent(int exponent) {
    return (exponent * 217706) >> 16;
}

#endif
