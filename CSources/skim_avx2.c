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

SKIM_TARGET static inline void skim_load(
    skim_marks *marks, skim_utf8 *utf8, const vox__skim *skim, size_t offset,
    const unsigned char *bytes, char *copy
) {
    const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
    const __m256i bit = _mm256_set1_epi8(0x20), last = _mm256_set1_epi8(0x1F);
    const __m256i open = _mm256_set1_epi8('{'), close = _mm256_set1_epi8('}');
    (void)skim;
    (void)offset;
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
    if (copy) {
        _mm256_storeu_si256((__m256i *)(void *)copy, low);
        _mm256_storeu_si256((__m256i *)(void *)(copy + 32), high);
    }
    /* '[' and '{' alike. */
    __m256i low_folded = _mm256_or_si256(low, bit), high_folded = _mm256_or_si256(high, bit);
    marks->quotes = skim_bits(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote));
    marks->opens = skim_bits(
        _mm256_cmpeq_epi8(low_folded, open), _mm256_cmpeq_epi8(high_folded, open)
    );
    marks->closes = skim_bits(
        _mm256_cmpeq_epi8(low_folded, close), _mm256_cmpeq_epi8(high_folded, close)
    );
    /* Backslashes and control characters are rare: asked for together. */
    __m256i low_slashes = _mm256_cmpeq_epi8(low, backslash);
    __m256i high_slashes = _mm256_cmpeq_epi8(high, backslash);
    __m256i low_controls = _mm256_cmpeq_epi8(_mm256_min_epu8(low, last), low);
    __m256i high_controls = _mm256_cmpeq_epi8(_mm256_min_epu8(high, last), high);
    __m256i rare = _mm256_or_si256(
        _mm256_or_si256(low_slashes, high_slashes), _mm256_or_si256(low_controls, high_controls)
    );
    marks->backslashes = marks->controls = 0;
    if (VOX_UNLIKELY(!_mm256_testz_si256(rare, rare))) {
        marks->backslashes = skim_bits(low_slashes, high_slashes);
        marks->controls = skim_bits(low_controls, high_controls);
    }
    vox__utf8_block(utf8, low, high);
}

SKIM_TARGET static inline uint64_t skim_prefix(uint64_t bits) {
    const __m128i ones = _mm_set1_epi8((char)0xFF);
    return (uint64_t
    )_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), ones, 0));
}

SKIM_TARGET static inline size_t skim_count(uint64_t bits) {
    return (size_t)_mm_popcnt_u64(bits);
}

SKIM_TARGET static inline size_t skim_lowest(uint64_t bits) {
    return (size_t)__builtin_ctzll(bits);
}

#define skim_utf8_whole vox__utf8_whole

#include "skim_run.h"

#else

bool vox__skim_avx2(vox__skim *skim) {
    return vox__skim_plain(skim);
}

#endif
