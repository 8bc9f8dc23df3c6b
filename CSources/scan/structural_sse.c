/* SPDX-License-Identifier: MIT */
/** The structural scan with 16-byte vectors and carry-less multiplication. */
#include "scan/structural.h"
#include "scan/structural_scalar.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define SCAN_TARGET __attribute__((target("sse4.2,pclmul,popcnt")))
#define SCAN_RUN vox__structure_sse

typedef scan_scalar_utf8 scan_utf8;

SCAN_TARGET static inline void scan_load(
    scan_marks *marks, scan_utf8 *utf8, const vox__structure *structure, size_t offset,
    const unsigned char *bytes, char *copy
) {
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
    const __m128i bit = _mm_set1_epi8(0x20), last = _mm_set1_epi8(0x1F);
    const __m128i open = _mm_set1_epi8('{'), close = _mm_set1_epi8('}');
    const __m128i tab = _mm_set1_epi8('\t'), feed = _mm_set1_epi8('\n');
    const __m128i ret = _mm_set1_epi8('\r');
    uint64_t white = 0;
    unsigned high = 0;
    memset(marks, 0, sizeof *marks);
    for (unsigned index = 0; index < 64; index += 16) {
        __m128i text = _mm_loadu_si128((const __m128i *)(const void *)(bytes + index));
        __m128i folded = _mm_or_si128(text, bit); /* '[' and '{' become equal */
        __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(text, last), text);
        if (copy) {
            _mm_storeu_si128((__m128i *)(void *)(copy + index), text);
        }
#define BITS(vector) ((uint64_t)(unsigned)_mm_movemask_epi8(vector) << index)
        marks->quotes |= BITS(_mm_cmpeq_epi8(text, quote));
        marks->backslashes |= BITS(_mm_cmpeq_epi8(text, backslash));
        marks->brackets |= BITS(
            _mm_or_si128(_mm_cmpeq_epi8(folded, open), _mm_cmpeq_epi8(folded, close))
        );
        marks->controls |= BITS(controls);
        white |= BITS(_mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(text, tab), _mm_cmpeq_epi8(text, feed)),
            _mm_cmpeq_epi8(text, ret)
        ));
#undef BITS
        high |= (unsigned)_mm_movemask_epi8(text);
    }
    marks->wrong = marks->controls & ~white;
    marks->rare = marks->backslashes | marks->controls;
    if (VOX_UNLIKELY(high)) {
        scan_scalar_check(utf8, structure, offset);
    }
}

SCAN_TARGET static inline uint64_t scan_prefix(uint64_t bits) {
    const __m128i ones = _mm_set1_epi8((char)0xFF);
    return (uint64_t
    )_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), ones, 0));
}

#define scan_utf8_whole scan_scalar_whole
#define scan_write scan_scalar_write

#include "scan/structural_pass.h"

#endif
