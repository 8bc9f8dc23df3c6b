/* SPDX-License-Identifier: MIT */
/** The structural scan with 32-byte vectors and carry-less multiplication. */
#include "scan/structural.h"
#include "scan/structural_scalar.h"
#include "scan/utf8_avx2.h"

#if VOX_HAS_AVX2

#define SCAN_KERNEL avx2
#define SCAN_TARGET __attribute__((target("avx2,pclmul,popcnt,bmi")))
#define scan_utf8 vox__utf8_state

/** An entry of a table for the low half of a byte that matches no byte. */
#define NO (-1)

/** Finds brackets. '[' and '{' differ in one bit, and so do ']' and '}'. The low half of a byte
 *  selects the bracket that it could be. */
SCAN_TARGET static inline __m256i avx2_brackets(__m256i text) {
    const __m256i brackets = _mm256_setr_epi8(
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, '{', NO, '}', NO, NO, /**/
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, '{', NO, '}', NO, NO
    );
    return _mm256_cmpeq_epi8(
        _mm256_shuffle_epi8(brackets, text), _mm256_or_si256(text, _mm256_set1_epi8(0x20))
    );
}

/** Finds control characters. Those that are not white space are errors everywhere, and are recorded
 *  with the errors of UTF-8. */
SCAN_TARGET static inline __m256i avx2_controls(vox__utf8_state *utf8, __m256i text) {
    const __m256i white = _mm256_setr_epi8(
        NO, NO, NO, NO, NO, NO, NO, NO, NO, '\t', '\n', NO, NO, '\r', NO, NO, /**/
        NO, NO, NO, NO, NO, NO, NO, NO, NO, '\t', '\n', NO, NO, '\r', NO, NO
    );
    __m256i controls = _mm256_cmpeq_epi8(_mm256_min_epu8(text, _mm256_set1_epi8(0x1F)), text);
    __m256i good = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(white, text), text);
    utf8->error = _mm256_or_si256(utf8->error, _mm256_andnot_si256(good, controls));
    return controls;
}

SCAN_TARGET static inline void avx2_load(
    scan_marks *marks, scan_utf8 *utf8, const vox__structure *structure, size_t offset,
    const unsigned char *bytes, char *copy
) {
    const __m256i backslash = _mm256_set1_epi8('\\');
    const __m256i space = _mm256_set1_epi8(' ');
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
    if (copy) {
        _mm256_storeu_si256((__m256i *)(void *)copy, low);
        _mm256_storeu_si256((__m256i *)(void *)(copy + 32), high);
    }
    marks->quotes = vox__avx2_equal(low, high, '"');
    marks->brackets = vox__avx2_bits(avx2_brackets(low), avx2_brackets(high));
    /* Backslashes, control characters and bytes beyond ASCII are rare, so one test covers them.
     * Bytes beyond ASCII are negative as signed bytes. */
    __m256i low_slashes = _mm256_cmpeq_epi8(low, backslash);
    __m256i high_slashes = _mm256_cmpeq_epi8(high, backslash);
    __m256i odd = _mm256_or_si256(
        _mm256_cmpgt_epi8(space, _mm256_min_epi8(low, high)),
        _mm256_or_si256(low_slashes, high_slashes)
    );
    marks->rare = marks->backslashes = marks->controls = marks->wrong = 0;
    if (!_mm256_testz_si256(odd, odd)) {
        __m256i low_controls = avx2_controls(utf8, low), high_controls = avx2_controls(utf8, high);
        marks->controls = vox__avx2_bits(low_controls, high_controls);
        marks->backslashes = vox__avx2_bits(low_slashes, high_slashes);
        marks->rare = marks->backslashes | marks->controls;
        if (_mm256_movemask_epi8(_mm256_or_si256(low, high))) {
            /* In the text, because `bytes` may be a copy of its end. */
            const size_t behind = offset + 64;
            const unsigned char *next = behind < structure->length ? structure->bytes + behind
                                                                   : NULL;
            vox__utf8_block_before(utf8, low, high, next);
        }
    }
}

#define scan_prefix vox__clmul_between
#define scan_utf8_whole vox__utf8_whole
#define scan_write scan_scalar_write

#include "scan/structural_pass.h"

#endif
