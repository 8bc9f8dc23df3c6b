/* SPDX-License-Identifier: MIT */
/** Finds the end of a value in text that arrives in pieces.
 *
 *  The end is correct if the text up to it is JSON. In other text the end may be too far, and the
 *  parser finds the error before it. No byte is read twice. */
#include "stream/stream.h"

#include "scan/block_bits.h"
#include "scan/structural.h"

#if VOX_HAS_AVX2

#define BLOCK ((size_t)64)
#define TOKEN_TARGET __attribute__((target("avx2,pclmul,popcnt,bmi")))

/** Returns the bit of the bracket that ends a value or is too deep, or 0. `*depth` is the depth at
 *  the beginning of the block. */
TOKEN_TARGET VOX_INLINE uint64_t
end_in_block(uint64_t opens, uint64_t closes, size_t *depth, size_t max_depth) {
    const size_t before = *depth, opened = (size_t)__builtin_popcountll(opens);
    const size_t closing = (size_t)__builtin_popcountll(closes);
    *depth += opened - closing;
    if (VOX_UNLIKELY(before + opened > max_depth)) {
        size_t open = before; /* one by one, to find which of the two comes first */
        for (uint64_t marks = opens | closes; marks; marks &= marks - 1) {
            const uint64_t mark = marks & (0 - marks);
            if (mark & opens ? open++ == max_depth : --open == 0) {
                return mark;
            }
        }
        return 0;
    }
    if (closing < before) {
        return 0;
    }
    /* Visits only closing brackets, so that only their number must be predicted. */
    for (size_t closed = 1; closes; closes &= closes - 1, closed++) {
        const uint64_t mark = closes & (0 - closes);
        if (before + (size_t)__builtin_popcountll(opens & (mark - 1)) == closed) {
            return mark;
        }
    }
    return 0;
}

/** Continues through whole blocks. Returns the end of the value; 0 if the rest must be searched. */
TOKEN_TARGET static size_t end_in_blocks(vox__token *token, vox_string text, size_t max_depth) {
    /* '[' and '{' differ in one bit, and so do ']' and '}'. */
    const __m256i bit = _mm256_set1_epi8(0x20);
    size_t at = token->scanned, depth = token->depth;
    const bool is_string = text.bytes[0] == '"';
    uint64_t inside = token->inside ? UINT64_MAX : 0, escaped = token->escaped;
    for (; at <= text.length && text.length - at >= BLOCK; at += BLOCK) {
        const char *bytes = text.bytes + at;
        const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
        const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
        const __m256i low_folded = _mm256_or_si256(low, bit),
                      high_folded = _mm256_or_si256(high, bit);
        uint64_t quotes = vox__avx2_equal(low, high, '"');
        const uint64_t slashes = vox__avx2_equal(low, high, '\\');
        const uint64_t opens = vox__avx2_equal(low_folded, high_folded, '{');
        const uint64_t closes = vox__avx2_equal(low_folded, high_folded, '}');
        if (VOX_UNLIKELY(slashes | escaped)) {
            quotes &= ~vox__escaped_by(slashes, &escaped);
        }
        const uint64_t strings = vox__clmul_between(quotes) ^ inside;
        inside = 0 - (strings >> 63);
        const uint64_t end = is_string ? quotes & ~strings
                                       : end_in_block(
                                             opens & ~strings, closes & ~strings, &depth, max_depth
                                         );
        if (end) {
            return at + (size_t)__builtin_ctzll(end) + 1;
        }
    }
    token->scanned = at;
    token->depth = depth;
    token->inside = inside != 0;
    token->escaped = escaped != 0;
    return 0;
}

#endif

/** Continues byte by byte. A backslash also escapes a quote outside strings. It is an error there,
 *  but both functions must find the same end. */
static size_t nested_end(vox__token *token, vox_string text, size_t max_depth) {
    size_t at = token->scanned, depth = token->depth;
    bool inside = token->inside, escaped = token->escaped;
    while (at < text.length) {
        if (inside && !escaped) {
            const char *stop = vox__plain_end(text.bytes + at, text.bytes + text.length);
            at = (size_t)(stop - text.bytes);
            if (at == text.length) {
                break;
            }
        }
        const bool plain = !escaped;
        const char byte = text.bytes[at++];
        escaped = byte == '\\' && plain;
        if (byte == '"') {
            inside = inside != plain;
            if (!inside && depth == 0) {
                return at;
            }
        } else if (!inside && (byte == '{' || byte == '[')) {
            if (depth++ == max_depth) {
                return at;
            }
        } else if (!inside && (byte == '}' || byte == ']') && --depth == 0) {
            return at;
        }
    }
    token->scanned = at;
    token->depth = depth;
    token->inside = inside;
    token->escaped = escaped;
    return 0;
}

/** Returns true for a byte that ends a number or literal. */
static bool is_delimiter(char byte) {
    return vox__find_byte(" \t\n\r,:[]{}\"", byte, 11) != NULL;
}

const char vox__bare_message[] = "expected white space after a number or literal";

size_t vox__token_end(vox__token *token, vox_string text, size_t max_depth, bool finished) {
    char first = text.bytes[0];
    if (first == '{' || first == '[' || first == '"') {
#if VOX_HAS_AVX2
        if (vox__kernel_has(KERNEL_AVX2)) {
            const size_t end = end_in_blocks(token, text, max_depth);
            if (end) {
                return end;
            }
        }
#endif
        return nested_end(token, text, max_depth);
    }
    while (token->scanned < text.length) {
        if (is_delimiter(text.bytes[token->scanned])) {
            return token->scanned;
        }
        token->scanned++;
    }
    return finished ? text.length : 0;
}
