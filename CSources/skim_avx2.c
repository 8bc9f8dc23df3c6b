/* SPDX-License-Identifier: MIT */
/** The skim with 32-byte vectors and carry-less multiplication. */
#include "skim.h"
#include "skim_scalar.h"
#include "utf8_avx2.h"

#if VOX_HAS_AVX2

#define SKIM_TARGET __attribute__((target("avx2,pclmul,popcnt,bmi")))
#define SKIM_RUN vox__skim_avx2

typedef vox__utf8_state skim_utf8;

SKIM_TARGET static inline uint64_t skim_bits(__m256i low, __m256i high) {
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

/** '[' and '{' differ in one bit, and so do ']' and '}'; the low half of a byte looks
 *  up which of them it could be. */
SKIM_TARGET static inline __m256i skim_brackets(__m256i text) {
    const __m256i brackets = _mm256_setr_epi8(
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{', 0, '}', 0, 0, /**/
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{', 0, '}', 0, 0
    );
    return _mm256_cmpeq_epi8(
        _mm256_shuffle_epi8(brackets, text), _mm256_or_si256(text, _mm256_set1_epi8(0x20))
    );
}

/** Checks a block that is not all ASCII. Where it ends inside a sequence, the next one
 *  must go on with it, or would not be checked at all. */
SKIM_TARGET static inline void skim_check(
    vox__utf8_state *utf8, __m256i low, __m256i high, const unsigned char *next
) {
    vox__utf8_block(utf8, low, high);
    if (next && *next < 0x80) {
        utf8->error = _mm256_or_si256(utf8->error, utf8->open);
    }
}

SKIM_TARGET static inline void skim_load(
    skim_marks *marks, skim_utf8 *utf8, const vox__skim *skim, size_t offset,
    const unsigned char *bytes, char *copy
) {
    const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
    const __m256i space = _mm256_set1_epi8(' ');
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
    if (copy) {
        _mm256_storeu_si256((__m256i *)(void *)copy, low);
        _mm256_storeu_si256((__m256i *)(void *)(copy + 32), high);
    }
    marks->quotes = skim_bits(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote));
    marks->brackets = skim_bits(skim_brackets(low), skim_brackets(high));
    /* Backslashes, control characters and what is not ASCII are rare: asked for together.
     * As signed bytes the latter are negative. */
    __m256i low_slashes = _mm256_cmpeq_epi8(low, backslash);
    __m256i high_slashes = _mm256_cmpeq_epi8(high, backslash);
    __m256i odd = _mm256_or_si256(
        _mm256_cmpgt_epi8(space, _mm256_min_epi8(low, high)),
        _mm256_or_si256(low_slashes, high_slashes)
    );
    marks->rare = marks->backslashes = marks->controls = 0;
    if (!_mm256_testz_si256(odd, odd)) {
        const __m256i last = _mm256_set1_epi8(0x1F);
        marks->backslashes = skim_bits(low_slashes, high_slashes);
        marks->controls = skim_bits(
            _mm256_cmpeq_epi8(_mm256_min_epu8(low, last), low),
            _mm256_cmpeq_epi8(_mm256_min_epu8(high, last), high)
        );
        marks->rare = marks->backslashes | marks->controls;
        skim_check(utf8, low, high, skim->length - offset > 64 ? bytes + 64 : NULL);
    }
}

SKIM_TARGET static inline uint64_t skim_prefix(uint64_t bits) {
    const __m128i ones = _mm_set1_epi8((char)0xFF);
    return (uint64_t
    )_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), ones, 0));
}

/** Most blocks have few brackets: those are written without asking how many. */
SKIM_TARGET static inline uint32_t *skim_positions(
    uint32_t *found, uint64_t bits, uint32_t offset
) {
    uint32_t *end = found + _mm_popcnt_u64(bits);
    do {
        for (int index = 0; index < 4; index++) {
            found[index] = offset + (uint32_t)_tzcnt_u64(bits);
            bits = _blsr_u64(bits);
        }
        found += 4;
    } while (bits);
    return end;
}

#define skim_utf8_whole vox__utf8_whole

#include "skim_run.h"

#else

bool vox__skim_avx2(vox__skim *skim) {
    return vox__skim_plain(skim);
}

#endif
