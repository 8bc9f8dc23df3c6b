/* SPDX-License-Identifier: MIT */
/** The lexer: finds the ends of the tokens of JSON (RFC 8259), for all readers. Numbers are in
 *  base/number_text.h, white space is vox__is_space.
 *
 *  The functions read no byte at `end` or after it, unless `padded` says that the bytes after it
 *  cannot continue a token. `padded` is a compile-time constant, so each reader is compiled with
 *  only the checks that it needs. */
#ifndef VOX_LEXER_H
#define VOX_LEXER_H

#include "base/marks.h"
#include "base/number_text.h"

/** Returns true when there is no white space at `at`, or one byte of it, which is skipped. */
VOX_INLINE bool vox__little_space(const char **at, const char *end, bool padded) {
    if (VOX_LIKELY((padded || *at < end) && (unsigned char)**at > ' ')) {
        return true;
    }
    if (padded && vox__is_space(**at) && (unsigned char)(*at)[1] > ' ') {
        *at += 1;
        return true;
    }
    return false;
}

/** Returns the first byte that is not white space. */
VOX_INLINE const char *vox__space_end(const char *at, const char *end, bool padded) {
    if (vox__little_space(&at, end, padded)) {
        return at;
    }
    while ((padded || at < end) && vox__is_space(*at)) {
        at++;
    }
    return at;
}

/** The indentation of the last line: its length with the line feed, and the bit for this length in
 *  a mask of bytes that are not white space. */
typedef struct vox__indent {
    unsigned bit;
    unsigned length;
} vox__indent;

/** Means that there was no line yet: a bit that a mask of 16 bytes does not have. */
#define VOX__NO_INDENT ((vox__indent){1U << 16, 0})

/** Skips a line feed and indentation, if there are any. Predicts that a line is indented like the
 *  last one. A prediction is faster than counting: it is only compared, so the processor reads on
 *  meanwhile, but it would have to wait for a counted length. */
VOX_INLINE const char *vox__indent_end(
    const char *at, const char *end, bool padded, vox__indent *last
) {
    if (vox__little_space(&at, end, padded)) {
        return at;
    }
#if defined(__SSE2__)
    const __m128i space = _mm_set1_epi8(' '), feed = _mm_set1_epi8('\n');
    const __m128i bit = _mm_set1_epi8('\t' ^ '\r'), tab_or_return = _mm_set1_epi8('\r');
    for (; VOX_LIKELY(end - at >= 16); at += 16) {
        const __m128i text = _mm_loadu_si128((const __m128i *)(const void *)at);
        const __m128i blanks = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(text, space), _mm_cmpeq_epi8(text, feed)),
            _mm_cmpeq_epi8(_mm_or_si128(text, bit), tab_or_return)
        );
        const unsigned others = (unsigned)_mm_movemask_epi8(blanks) ^ 0xFFFF;
        const unsigned first = others & (0U - others);
        if (VOX_LIKELY(first == last->bit)) {
            return at + last->length;
        }
        if (others) {
            *last = (vox__indent){first, (unsigned)__builtin_ctz(others)};
            return at + last->length;
        }
    }
#else
    (void)last;
#endif
    while ((padded || at < end) && vox__is_space(*at)) {
        at++;
    }
    return at;
}

/** Returns the offset after the closing quote of the string that begins at `offset`, in text that
 *  was read before; or the end of the text. */
static inline size_t vox__quoted_end(vox_string text, size_t offset) {
    const char *const end = text.bytes + text.length;
    const char *at = vox__plain_end(text.bytes + offset + 1, end);
    while (at < end && *at == '\\') {
        at = end - at < 2 ? end : vox__plain_end(at + 2, end);
    }
    return (size_t)(at - text.bytes) + (at < end);
}

/** Returns the end of a literal, or NULL when the text differs from it. */
VOX_INLINE const char *vox__literal_end(
    const char *at, const char *end, const char *literal, size_t length
) {
    return (size_t)(end - at) >= length && memcmp(at, literal, length) == 0 ? at + length : NULL;
}

/** Writes the unescaped text of the string that continues at `*from` (unescape.c). Stops at its
 *  closing quote and returns true. Otherwise returns false: behind `last` when there is more text
 *  than room, or where the string is malformed or reaches `end`. Sets both positions, so that it can
 *  continue in a larger room. May write VOX_UNESCAPE_SLACK bytes from `last` on. */
#define VOX_UNESCAPE_SLACK 36
bool vox__unescape(const char **from, const char *end, char **text, const char *last);

/** Returns the length of the escape whose backslash is at `at`, before `end`; 0 when it is
 *  malformed (unescape.c). */
size_t vox__escape_length(const char *at, const char *end);

#endif
