/* SPDX-License-Identifier: MIT */
/** The bytes that end a run of plain text in a string of JSON: quotes, backslashes and control
 *  characters. They are found 16 bytes at a time. */
#ifndef VOX_MARKS_H
#define VOX_MARKS_H

#include "base/text.h"

#if defined(__SSE2__)
#include <emmintrin.h>

VOX_INLINE __m128i vox__chunk_load(const char *bytes) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/** Returns a vector that is not zero at these bytes. */
VOX_INLINE __m128i vox__chunk_marks(__m128i text) {
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(text, _mm_set1_epi8(0x1F)), text);
    const __m128i quotes = _mm_cmpeq_epi8(text, _mm_set1_epi8('"'));
    const __m128i slashes = _mm_cmpeq_epi8(text, _mm_set1_epi8('\\'));
    return _mm_or_si128(_mm_or_si128(quotes, slashes), controls);
}
#endif

/** The number of bytes that are checked at once. */
#define VOX_CHUNK 16

/** Returns a bit for each of these among 16 bytes, the lowest for the first byte. */
VOX_INLINE unsigned vox__marks(const char *bytes) {
#if defined(__SSE2__)
    return (unsigned)_mm_movemask_epi8(vox__chunk_marks(vox__chunk_load(bytes)));
#else
    uint64_t marks = 0;
    for (unsigned half = 0; half < 2; half++) {
        const uint64_t word = vox__load(bytes + 8 * half);
        const uint64_t found = vox__equal_bytes(word, '"') | vox__equal_bytes(word, '\\') |
                               vox__equal_bytes(word & ~UINT64_C(0x1F1F1F1F1F1F1F1F), 0);
        marks |= vox__gather(found) << 8 * half;
    }
    return (unsigned)marks;
#endif
}

/** Returns true for a byte that represents itself in a string. */
static inline bool vox__is_plain(char byte) {
    return byte != '"' && byte != '\\' && (unsigned char)byte >= ' ';
}

/** Returns the first quote, backslash or control character, or `end`. */
VOX_INLINE const char *vox__plain_end(const char *at, const char *end) {
    for (; VOX_LIKELY(end - at >= VOX_CHUNK); at += VOX_CHUNK) {
        const unsigned marks = vox__marks(at);
        if (marks) {
            return at + __builtin_ctz(marks);
        }
    }
    while (at < end && vox__is_plain(*at)) {
        at++;
    }
    return at;
}

#endif
