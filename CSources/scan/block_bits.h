/* SPDX-License-Identifier: MIT */
/** Blocks of 64 bytes as bits, with the first byte as the lowest bit: functions that the kernels of
 *  several files share. VOX_HAS_AVX2 is true when the compiler has these vectors. The caller must
 *  check the processor, which a freestanding core cannot. */
#ifndef VOX_BLOCK_BITS_H
#define VOX_BLOCK_BITS_H

#include "base/text.h"

#if defined(__x86_64__) && !defined(VOX_FREESTANDING)
#define VOX_HAS_AVX2 1
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

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

#if VOX_HAS_AVX2

#define TARGET_AVX2 __attribute__((target("avx2,popcnt")))

/** Returns one bit for each byte of two vectors of all ones and all zeros. */
TARGET_AVX2 static inline uint64_t vox__avx2_bits(__m256i low, __m256i high) {
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

TARGET_AVX2 static inline uint64_t vox__avx2_equal(__m256i low, __m256i high, char byte) {
    const __m256i wanted = _mm256_set1_epi8(byte);
    return vox__avx2_bits(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(high, wanted));
}

/** Does what vox__between_quotes does, by a multiplication without carries. */
__attribute__((target("pclmul"))) static inline uint64_t vox__clmul_between(uint64_t quotes) {
    const __m128i ones = _mm_set1_epi8((char)0xFF), bits = _mm_set_epi64x(0, (long long)quotes);
    return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(bits, ones, 0));
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

/** Returns one bit for each byte of four vectors of all ones and all zeros. */
static inline uint64_t vox__neon_bits(const uint8x16_t parts[4]) {
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t weight = vld1q_u8(weights);
    uint8x16_t first = vpaddq_u8(vandq_u8(parts[0], weight), vandq_u8(parts[1], weight));
    uint8x16_t second = vpaddq_u8(vandq_u8(parts[2], weight), vandq_u8(parts[3], weight));
    uint8x16_t sums = vpaddq_u8(first, second);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

#endif

#endif
