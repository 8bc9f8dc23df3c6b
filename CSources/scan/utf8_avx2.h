/* SPDX-License-Identifier: MIT */
/** The check of UTF-8, 32 bytes at a time, for check_text.c, structural_avx2.c and
 *  structural_avx512.c. */
#ifndef VOX_UTF8_AVX2_H
#define VOX_UTF8_AVX2_H

#include "scan/block_bits.h"

#if VOX_HAS_AVX2

/** The check uses table look-ups on the high and low halves of neighbouring bytes, after Keiser and
 *  Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte". A bit that is set in all three
 *  look-ups is one of these errors: */
enum vox__utf8_error {
    UTF8_SHORT = 1,       /* a lead byte without a continuation */
    UTF8_LONG = 2,        /* a continuation after ASCII */
    UTF8_OVERLONG_3 = 4,  /* E0 below A0 */
    UTF8_LARGE = 8,       /* F4 above 8F */
    UTF8_SURROGATE = 16,  /* ED above 9F */
    UTF8_OVERLONG_2 = 32, /* C0, C1 */
    UTF8_FROM_F5 = 64,    /* F5 and above */
    UTF8_OVERLONG_4 = 64, /* F0 below 90 */
    UTF8_TWO = 128,       /* two continuations, which need a lead byte before them */

    /* The possible errors after first bytes with this high half, or this low half, ... */
    HIGH_C = UTF8_SHORT | UTF8_OVERLONG_2,
    HIGH_E = UTF8_SHORT | UTF8_OVERLONG_3 | UTF8_SURROGATE,
    HIGH_F = UTF8_SHORT | UTF8_LARGE | UTF8_FROM_F5 | UTF8_OVERLONG_4,
    LOW_2 = UTF8_SHORT | UTF8_LONG | UTF8_TWO,
    LOW_1 = LOW_2 | UTF8_OVERLONG_2,
    LOW_0 = LOW_1 | UTF8_OVERLONG_3 | UTF8_OVERLONG_4,
    LOW_4 = LOW_2 | UTF8_LARGE,
    LOW_5 = LOW_4 | UTF8_FROM_F5,
    LOW_D = LOW_5 | UTF8_SURROGATE,
    /* ... and before a second byte with this high half. */
    SECOND_A = UTF8_LONG | UTF8_OVERLONG_2 | UTF8_TWO | UTF8_SURROGATE | UTF8_LARGE,
    SECOND_9 = (SECOND_A & ~UTF8_SURROGATE) | UTF8_OVERLONG_3,
    SECOND_8 = (SECOND_9 & ~UTF8_LARGE) | UTF8_FROM_F5 | UTF8_OVERLONG_4
};

typedef struct vox__utf8_state {
    __m256i previous; /* the previous 32 bytes */
    __m256i open;     /* not zero if they end inside a sequence */
    __m256i error;
} vox__utf8_state;

TARGET_AVX2 static inline __m256i vox__utf8_look_up(__m256i index, const uint8_t table[16]) {
    __m128i half = _mm_loadu_si128((const __m128i *)(const void *)table);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half), index);
}

TARGET_AVX2 static inline __m256i vox__utf8_high_halves(__m256i bytes) {
    return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
}

TARGET_AVX2 static inline void vox__utf8_check(vox__utf8_state *state, __m256i text) {
    static const uint8_t first_high[16] = {
        UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG,  UTF8_LONG, UTF8_LONG,
        UTF8_TWO,  UTF8_TWO,  UTF8_TWO,  UTF8_TWO,  HIGH_C,    UTF8_SHORT, HIGH_E,    HIGH_F};
    static const uint8_t first_low[16] = {LOW_0, LOW_1, LOW_2, LOW_2, LOW_4, LOW_5, LOW_5, LOW_5,
                                          LOW_5, LOW_5, LOW_5, LOW_5, LOW_5, LOW_D, LOW_5, LOW_5};
    static const uint8_t second_high[16] = {UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT,
                                            UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT,
                                            SECOND_8,   SECOND_9,   SECOND_A,   SECOND_A,
                                            UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT};
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
    /* The top bit is set where a third or fourth byte is required. */
    __m256i third = _mm256_subs_epu8(before2, _mm256_set1_epi8((char)(0xE0 - 0x80)));
    __m256i fourth = _mm256_subs_epu8(before3, _mm256_set1_epi8((char)(0xF0 - 0x80)));
    __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    state->error = _mm256_or_si256(state->error, _mm256_xor_si256(must, special));
}

/** Compares with the largest last three bytes that leave no sequence open. */
TARGET_AVX2 static inline __m256i vox__utf8_open_at_end(__m256i text) {
    const int any = -1, last = (int)0xBFDFEFFF; /* the bytes FF, EF, DF and BF */
    const __m256i largest = _mm256_setr_epi32(any, any, any, any, any, any, any, last);
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

/** Checks a block that is not all ASCII, for callers that may skip blocks of ASCII. `next` is the
 *  first byte of the next block, or NULL. If the block ends inside a sequence, `next` must continue
 *  it, because the next block may be skipped. */
TARGET_AVX2 static inline void vox__utf8_block_before(
    vox__utf8_state *state, __m256i low, __m256i high, const unsigned char *next
) {
    vox__utf8_block(state, low, high);
    if (next && *next < 0x80) {
        state->error = _mm256_or_si256(state->error, state->open);
    }
}

/** Returns true when there was no error and no sequence is open. */
TARGET_AVX2 static inline bool vox__utf8_whole(const vox__utf8_state *state) {
    return !vox__any(_mm256_or_si256(state->error, state->open));
}

#endif

#endif
