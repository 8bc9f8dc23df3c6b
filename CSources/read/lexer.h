/* SPDX-License-Identifier: MIT */
/** The lexer: where the tokens of JSON end (RFC 8259), for all who read text. Numbers are in
 *  base/number_text.h, white space is vox__is_space.
 *
 *  Nothing is read at `end` or behind it, but where `padded` says that behind it stand bytes
 *  that no token goes on with: compile-time constants, so that each reader is compiled with
 *  the checks it needs. */
#ifndef VOX_LEXER_H
#define VOX_LEXER_H

#include "base/number_text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/** The first byte that is no white space. */
VOX_INLINE const char *vox__space_end(const char *at, const char *end, bool padded) {
    if (VOX_LIKELY((padded || at < end) && (unsigned char)*at > ' ')) {
        return at;
    }
    while ((padded || at < end) && vox__is_space(*at)) {
        at++;
    }
    return at;
}

/** True for a byte that stands for itself in a string. */
static inline bool vox__is_plain(char byte) {
    return byte != '"' && byte != '\\' && (unsigned char)byte >= ' ';
}

#if !defined(__SSE2__)

/** True when one of eight bytes may be a control character. */
static inline bool vox__has_control(const char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return ((word - UINT64_C(0x2020202020202020)) & ~word & VOX_TOPS) != 0;
}

#endif

/** The first quote, backslash or control character; or `end`. */
static inline const char *vox__plain_end(const char *at, const char *end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
    const __m128i last_control = _mm_set1_epi8(0x1F);
    for (; VOX_LIKELY(end - at >= 16); at += 16) {
        __m128i text = _mm_loadu_si128((const __m128i *)(const void *)at);
        __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(text, last_control), text);
        __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(text, quote), _mm_cmpeq_epi8(text, slash));
        int found = _mm_movemask_epi8(_mm_or_si128(marks, controls));
        if (found) {
            return at + __builtin_ctz((unsigned)found);
        }
    }
#else
    /* Control characters are rare: those in these eight bytes are looked for below. */
    for (size_t step = 8; step == 8 && end - at >= 8; at += step) {
        step = vox__has_control(at) ? 0 : vox__plain_bytes(at);
    }
#endif
    while (at < end && vox__is_plain(*at)) {
        at++;
    }
    return at;
}

/** The first quote or backslash, or `end`: for strings that hold no control character. */
static inline const char *vox__quote_or_escape(const char *at, const char *end) {
    for (size_t step = 8; step == 8 && end - at >= 8; at += step) {
        step = vox__plain_bytes(at);
    }
    while (at < end && *at != '"' && *at != '\\') {
        at++;
    }
    return at;
}

/** Behind the closing quote of the string that goes on at `at`; NULL when a control
 *  character or `end` comes first. Whether escapes are right is for vox__unescape. */
static inline const char *vox__string_end(const char *at, const char *end) {
    at = vox__plain_end(at, end);
    while (at < end && *at == '\\') {
        at = end - at < 2 ? end : vox__plain_end(at + 2, end);
    }
    return at < end && *at == '"' ? at + 1 : NULL;
}

/** The offset behind the closing quote of the string that opens at `offset`, in text that
 *  was read. */
static inline size_t vox__quoted_end(vox_string text, size_t offset) {
    const char *end = vox__string_end(text.bytes + offset + 1, text.bytes + text.length);
    return end ? (size_t)(end - text.bytes) : text.length;
}

/** Where a literal ends; NULL when something else stands there. */
VOX_INLINE const char *vox__literal_end(
    const char *at, const char *end, const char *literal, size_t length
) {
    return (size_t)(end - at) >= length && memcmp(at, literal, length) == 0 ? at + length : NULL;
}

/** unescape.c: writes what the text between two quotes says, unless `text` is NULL, and
 *  returns its length, which is no more than that of `raw`; SIZE_MAX for a wrong escape. For
 *  that there must be room for two bytes more. */
size_t vox__unescape(vox_string raw, char *text);

/** unescape.c: how many bytes the escape takes that begins with the backslash at `at`, before
 *  `end`; 0 when it is wrong. */
size_t vox__escape_length(const char *at, const char *end);

#endif
