/* SPDX-License-Identifier: MIT */
/** UTF-8 checked 32 bytes at a time, for check_text.c and structural_avx2.c. VOX_HAS_AVX2 is
 *  true where the compiler can do it; the processor must be asked. */
#ifndef VOX_UTF8_AVX2_H
#define VOX_UTF8_AVX2_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#define VOX_HAS_AVX2 1

#include <immintrin.h>

#define TARGET_AVX2 __attribute__((target("avx2,popcnt")))

/** UTF-8 by table look-ups on the high and low halves of neighbouring bytes,
 *  after Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per
 *  Byte". A bit set in all three look-ups is one of these errors: */
enum vox__utf8_error {
    UTF8_TOO_SHORT = 1,       /* a lead byte without a continuation */
    UTF8_TOO_LONG = 2,        /* a continuation after ASCII */
    UTF8_OVERLONG_3 = 4,      /* E0 below A0 */
    UTF8_TOO_LARGE = 8,       /* F4 above 8F */
    UTF8_SURROGATE = 16,      /* ED above 9F */
    UTF8_OVERLONG_2 = 32,     /* C0, C1 */
    UTF8_TOO_LARGE_1000 = 64, /* F5 and above */
    UTF8_OVERLONG_4 = 64,     /* F0 below 90 */
    UTF8_TWO_CONTINUATIONS = 128,
    UTF8_CARRY = UTF8_TOO_SHORT | UTF8_TOO_LONG | UTF8_TWO_CONTINUATIONS
};

typedef struct vox__utf8_state {
    __m256i previous; /* the 32 bytes before */
    __m256i open;     /* not zero where those end inside a sequence */
    __m256i error;
} vox__utf8_state;

TARGET_AVX2 static inline __m256i vox__utf8_look_up(__m256i index, const int8_t table[16]) {
    __m128i half = _mm_loadu_si128((const __m128i *)(const void *)table);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half), index);
}

TARGET_AVX2 static inline __m256i vox__utf8_high_halves(__m256i bytes) {
    return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
}

TARGET_AVX2 static inline void vox__utf8_check(vox__utf8_state *state, __m256i text) {
    static const int8_t first_high[16] = {
        UTF8_TOO_LONG,
        UTF8_TOO_LONG,
        UTF8_TOO_LONG,
        UTF8_TOO_LONG,
        UTF8_TOO_LONG,
        UTF8_TOO_LONG,
        UTF8_TOO_LONG,
        UTF8_TOO_LONG,
        (int8_t)UTF8_TWO_CONTINUATIONS,
        (int8_t)UTF8_TWO_CONTINUATIONS,
        (int8_t)UTF8_TWO_CONTINUATIONS,
        (int8_t)UTF8_TWO_CONTINUATIONS,
        UTF8_TOO_SHORT | UTF8_OVERLONG_2,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT | UTF8_OVERLONG_3 | UTF8_SURROGATE,
        UTF8_TOO_SHORT | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000 | UTF8_OVERLONG_4};
    static const int8_t first_low[16] = {
        (int8_t)(UTF8_CARRY | UTF8_OVERLONG_3 | UTF8_OVERLONG_2 | UTF8_OVERLONG_4),
        (int8_t)(UTF8_CARRY | UTF8_OVERLONG_2),
        (int8_t)UTF8_CARRY,
        (int8_t)UTF8_CARRY,
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000 | UTF8_SURROGATE),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000),
        (int8_t)(UTF8_CARRY | UTF8_TOO_LARGE | UTF8_TOO_LARGE_1000)};
    static const int8_t second_high[16] = {
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        (int8_t
        )(UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTINUATIONS | UTF8_OVERLONG_3 |
          UTF8_TOO_LARGE_1000 | UTF8_OVERLONG_4),
        (int8_t
        )(UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTINUATIONS | UTF8_OVERLONG_3 |
          UTF8_TOO_LARGE),
        (int8_t
        )(UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTINUATIONS | UTF8_SURROGATE | UTF8_TOO_LARGE
        ),
        (int8_t
        )(UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTINUATIONS | UTF8_SURROGATE | UTF8_TOO_LARGE
        ),
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT,
        UTF8_TOO_SHORT};
    __m256i crossed = _mm256_permute2x128_si256(state->previous, text, 0x21);
    __m256i before1 = _mm256_alignr_epi8(text, crossed, 15);
    __m256i before2 = _mm256_alignr_epi8(text, crossed, 14);
    __m256i before3 = _mm256_alignr_epi8(text, crossed, 13);
    __m256i special = _mm256_and_si256(
        _mm256_and_si256(
            vox__utf8_look_up(vox__utf8_high_halves(before1), first_high),
            vox__utf8_look_up(_mm256_and_si256(before1, _mm256_set1_epi8(15)), first_low)
        ),
        vox__utf8_look_up(vox__utf8_high_halves(text), second_high)
    );
    /* The top bit is set where a third or fourth byte must stand. */
    __m256i third = _mm256_subs_epu8(before2, _mm256_set1_epi8((char)(0xE0 - 0x80)));
    __m256i fourth = _mm256_subs_epu8(before3, _mm256_set1_epi8((char)(0xF0 - 0x80)));
    __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    state->error = _mm256_or_si256(state->error, _mm256_xor_si256(must, special));
}

/** The largest last three bytes that do not leave a sequence open. */
TARGET_AVX2 static inline __m256i vox__utf8_open_at_end(__m256i text) {
    const char whole = (char)0xFF;
    const __m256i largest = _mm256_setr_epi8(
        whole, whole, whole, whole, whole, whole, whole, whole, whole, whole, whole, whole, whole,
        whole, whole, whole, whole, whole, whole, whole, whole, whole, whole, whole, whole, whole,
        whole, whole, whole, (char)0xEF, (char)0xDF, (char)0xBF
    );
    return _mm256_subs_epu8(text, largest);
}

TARGET_AVX2 static inline bool vox__any(__m256i bits) {
    return !_mm256_testz_si256(bits, bits);
}

/** Checks a block of 64 bytes. */
TARGET_AVX2 static inline void vox__utf8_block(vox__utf8_state *state, __m256i low, __m256i high) {
    if (VOX_UNLIKELY(_mm256_movemask_epi8(_mm256_or_si256(low, high)) != 0)) {
        vox__utf8_check(state, low);
        state->previous = low;
        vox__utf8_check(state, high);
        state->open = vox__utf8_open_at_end(high);
    } else {
        state->error = _mm256_or_si256(state->error, state->open);
        state->open = _mm256_setzero_si256();
    }
    state->previous = high;
}

/** True when nothing was wrong and no sequence is open. */
TARGET_AVX2 static inline bool vox__utf8_whole(const vox__utf8_state *state) {
    return !vox__any(_mm256_or_si256(state->error, state->open));
}

#endif

#endif
