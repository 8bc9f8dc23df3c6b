/* SPDX-License-Identifier: MIT */
/** Quoted text, with a fast path for short text that needs no call. */
#ifndef VOX_QUOTED_H
#define VOX_QUOTED_H

#include "base/marks.h"
#include "write/write.h"

/** Writes a stored text. A short one is read at once, including the bytes after it in its last
 *  unit. */
VOX_INLINE char *vox__put_stored(vox__output *output, char *at, const vox__stored *text) {
#if defined(__SSE2__)
    const size_t length = text->length;
    if (VOX_LIKELY(length < VOX_CHUNK)) {
        /* The bytes after the text, in its last unit, are ignored. */
        const __m128i bytes = length < 8
                                  ? _mm_loadl_epi64((const __m128i *)(const void *)text->bytes)
                                  : vox__chunk_load(text->bytes);
        const unsigned found = (unsigned)_mm_movemask_epi8(vox__chunk_marks(bytes));
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
