/* SPDX-License-Identifier: MIT */
/** The structural scan with 64-byte vectors. A comparison gives the bits of a block at once. The
 *  positions of the bits are compressed from a vector of all positions. Processors since Intel's
 *  Ice Lake and AMD's Zen 4 have these instructions. */
#include "scan/structural.h"
#include "scan/structural_scalar.h"
#include "scan/utf8_avx2.h"

#if VOX_HAS_AVX2

#define SCAN_KERNEL avx512
#define SCAN_TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi2,avx2,pclmul,popcnt,bmi")))
#define scan_utf8 vox__utf8_state

/** An entry of a table for the low half of a byte that matches no byte. */
#define NO (-1)

/** Finds brackets. '[' and '{' differ in one bit, and so do ']' and '}'. The low half of a byte
 *  selects the bracket that it could be. */
SCAN_TARGET static inline uint64_t avx512_brackets(__m512i text) {
    const __m512i brackets = _mm512_broadcast_i32x4(
        _mm_setr_epi8(NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, '{', NO, '}', NO, NO)
    );
    return _mm512_cmpeq_epi8_mask(
        _mm512_shuffle_epi8(brackets, text), _mm512_or_si512(text, _mm512_set1_epi8(0x20))
    );
}

SCAN_TARGET static inline uint64_t avx512_white(__m512i text) {
    const __m512i white = _mm512_broadcast_i32x4(
        _mm_setr_epi8(' ', NO, NO, NO, NO, NO, NO, NO, NO, '\t', '\n', NO, NO, '\r', NO, NO)
    );
    return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(white, text), text);
}

SCAN_TARGET static inline void avx512_load(
    scan_marks *marks, scan_utf8 *utf8, const vox__structure *structure, size_t offset,
    const unsigned char *bytes, char *copy
) {
    const __m512i text = _mm512_loadu_si512((const void *)bytes);
    if (copy) {
        _mm512_storeu_si512((void *)copy, text);
    }
    marks->quotes = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('"'));
    marks->brackets = avx512_brackets(text);
    marks->backslashes = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('\\'));
    /* Control characters and bytes beyond ASCII are rare, so one test covers them. Bytes beyond
     * ASCII are negative as signed bytes. */
    const uint64_t odd = _mm512_cmplt_epi8_mask(text, _mm512_set1_epi8(' '));
    marks->controls = marks->wrong = 0;
    if (odd) {
        const uint64_t beyond_ascii = _mm512_movepi8_mask(text);
        marks->controls = odd & ~beyond_ascii;
        marks->wrong = marks->controls & ~avx512_white(text);
        if (beyond_ascii) {
            /* In the text, because `bytes` may be a copy of its end. */
            const size_t behind = offset + 64;
            const unsigned char *next = behind < structure->length ? structure->bytes + behind
                                                                   : NULL;
            vox__utf8_block_before(
                utf8, _mm512_castsi512_si256(text), _mm512_extracti64x4_epi64(text, 1), next
            );
        }
    }
    marks->rare = marks->backslashes | marks->controls;
}

/** Writes sixteen positions at a time, which is enough for most blocks. */
SCAN_TARGET static inline uint32_t *avx512_write(uint32_t *found, size_t offset, uint64_t bits) {
    const __m512i places = _mm512_set_epi64(
        0x3F3E3D3C3B3A3938, 0x3736353433323130, 0x2F2E2D2C2B2A2928, 0x2726252423222120,
        0x1F1E1D1C1B1A1918, 0x1716151413121110, 0x0F0E0D0C0B0A0908, 0x0706050403020100
    );
    const __m512i start = _mm512_set1_epi32((int)offset);
    const size_t count = (size_t)__builtin_popcountll(bits);
    __m512i left = _mm512_maskz_compress_epi8(bits, places);
    for (size_t written = 0;; written += 16) {
        const __m512i next = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(left));
        _mm512_storeu_si512((void *)(found + written), _mm512_add_epi32(start, next));
        if (VOX_LIKELY(written + 16 >= count)) {
            return found + count;
        }
        left = _mm512_alignr_epi32(left, left, 4);
    }
}

#define scan_write avx512_write
#define scan_prefix vox__clmul_between
#define scan_utf8_whole vox__utf8_whole

#include "scan/structural_pass.h"

#endif
