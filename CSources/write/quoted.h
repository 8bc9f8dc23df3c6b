/* SPDX-License-Identifier: MIT */
/** Quoted text, with a fast path for short text that needs no call. */
#ifndef VOX_QUOTED_H
#define VOX_QUOTED_H

#include "write/write.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/** The number of bytes that are checked at once. */
#define VOX_QUOTED_CHUNK 16

#if defined(__SSE2__)

/** Returns a vector that is not zero at the bytes that need an escape. */
VOX_INLINE __m128i vox__quoted_marks(__m128i text) {
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(text, _mm_set1_epi8(0x1F)), text);
    const __m128i quotes = _mm_cmpeq_epi8(text, _mm_set1_epi8('"'));
    const __m128i slashes = _mm_cmpeq_epi8(text, _mm_set1_epi8('\\'));
    return _mm_or_si128(_mm_or_si128(quotes, slashes), controls);
}

VOX_INLINE __m128i vox__quoted_load(const char *bytes) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

#endif

/** Writes a stored text. A short one is read at once, including the bytes after it in its last
 *  unit. */
VOX_INLINE char *vox__put_stored(vox__output *output, char *at, const vox__stored *text) {
#if defined(__SSE2__)
    const size_t length = text->length;
    if (VOX_LIKELY(length < VOX_QUOTED_CHUNK)) {
        /* The bytes after the text, in its last unit, are ignored. */
        const __m128i bytes = length < 8
                                  ? _mm_loadl_epi64((const __m128i *)(const void *)text->bytes)
                                  : vox__quoted_load(text->bytes);
        const unsigned found = (unsigned)_mm_movemask_epi8(vox__quoted_marks(bytes));
        if (VOX_LIKELY(!(found & ((1U << length) - 1)))) {
            at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
            at[0] = '"';
            _mm_storeu_si128((__m128i *)(void *)(at + 1), bytes);
            at[length + 1] = '"';
            return at + length + 2;
        }
    }
#endif
    return vox__put_quoted(output, at, vox__string(text->bytes, text->length));
}

#endif
