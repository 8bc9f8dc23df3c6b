/* SPDX-License-Identifier: MIT */
/** The check of a text that is read whole: copies it and looks, 64 bytes at a time, for what
 *  readers need not look for then: ill-formed UTF-8, lone surrogate escapes, and form
 *  feeds and vertical tabs, which yajl takes for white space.
 *
 *  It also counts commas and opening brackets, inside text or not: a document
 *  has at most that many values and one, which sizes the arena.
 *
 *  Bytes that matter (above 0x7F, backslash, \v, \f) are rare, so each block
 *  is reduced to a mask of them, and only set bits are looked at one by one.
 *  Outside of text this check may misjudge bytes, but then the reader finds an
 *  error at a lower offset, which is the one reported. */
#include "scan/scan.h"
#include "scan/utf8_avx2.h"

#define BLOCK 64

typedef struct scanner {
    const unsigned char *bytes;
    size_t length;
    size_t next; /* bytes before this one have been dealt with */
    vox__checked result;
} scanner;

/** True when the bytes are an escape for a high (D800 to DBFF) or low (DC00 to
 *  DFFF) surrogate, or the text ends inside what could be one. */
static bool is_surrogate(const unsigned char *bytes, size_t length, bool low) {
    for (size_t index = 0; index < 6 && index < length; index++) {
        unsigned char byte = bytes[index];
        unsigned digit = vox__hex_digit((char)byte);
        bool fits = index == 0   ? byte == '\\'
                    : index == 1 ? byte == 'u'
                    : index == 2 ? digit == 13
                    : index == 3 ? digit >= (low ? 12u : 8u) && digit <= (low ? 15u : 11u)
                                 : digit < 16;
        if (!fits) {
            return false;
        }
    }
    return true;
}

static bool fail(scanner *scan, vox_status status, size_t offset) {
    scan->result.status = status;
    scan->result.offset = offset;
    return false;
}

/** Looks at the byte at `offset`, which is one that matters. */
static bool inspect(scanner *scan, size_t offset) {
    const unsigned char *bytes = scan->bytes + offset;
    size_t rest = scan->length - offset;
    if (*bytes >= 0x80) {
        do {
            size_t length = vox__utf8_length(bytes, rest);
            if (length == 0) {
                return fail(scan, VOX_ERROR_UTF8, scan->length - rest);
            }
            bytes += length;
            rest -= length;
        } while (rest && *bytes >= 0x80);
        scan->next = scan->length - rest;
        return true;
    }
    if (*bytes == '\\') {
        if (rest < 6 || bytes[1] != 'u' || (bytes[2] | 0x20) != 'd') {
            scan->next = offset + 2;
        } else if (is_surrogate(bytes, rest, true)) {
            return fail(scan, VOX_ERROR_SURROGATE, offset);
        } else if (!is_surrogate(bytes, rest, false)) {
            scan->next = offset + 6;
        } else if (is_surrogate(bytes + 6, rest - 6, true)) {
            scan->next = offset + 12;
        } else {
            return fail(scan, VOX_ERROR_SURROGATE, offset);
        }
        return true;
    }
    return fail(scan, VOX_ERROR_SYNTAX, offset);
}

#if VOX_HAS_AVX2

/** Scans and copies whole blocks; returns how many bytes it found good. What
 *  is left, and anything wrong, is for scan_portable. */
TARGET_AVX2 static size_t scan_avx2(scanner *scan, char *copy) {
    const __m256i comma = _mm256_set1_epi8(','), brace = _mm256_set1_epi8('{');
    const __m256i backslash = _mm256_set1_epi8('\\'), bit = _mm256_set1_epi8(0x20);
    const __m256i vertical = _mm256_set1_epi8(0x0B), one = _mm256_set1_epi8(1);
    vox__utf8_state utf8 = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};
    size_t offset = 0, values = 0;
    bool good = true;
    for (; good && scan->length - offset >= BLOCK; offset += BLOCK) {
        uint64_t counted = 0, escapes = 0;
        __m256i text[2], feeds = _mm256_setzero_si256();
        for (int half = 0; half < 2; half++) {
            size_t at = offset + 32 * (size_t)half;
            text[half] = _mm256_loadu_si256((const __m256i *)(const void *)(scan->bytes + at));
            if (copy) {
                _mm256_storeu_si256((__m256i *)(void *)(copy + at), text[half]);
            }
            /* '[' and '{' differ in one bit; \v and \f are 0x0B and 0x0C. */
            __m256i opens = _mm256_cmpeq_epi8(_mm256_or_si256(text[half], bit), brace);
            __m256i commas = _mm256_cmpeq_epi8(text[half], comma);
            __m256i shifted = _mm256_sub_epi8(text[half], vertical);
            shifted = _mm256_cmpeq_epi8(_mm256_min_epu8(shifted, one), shifted);
            feeds = _mm256_or_si256(feeds, shifted);
            __m256i slashes = _mm256_cmpeq_epi8(text[half], backslash);
            uint32_t count_mask = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(opens, commas));
            counted |= (uint64_t)count_mask << (32 * half);
            escapes |= (uint64_t)(uint32_t)_mm256_movemask_epi8(slashes) << (32 * half);
        }
        values += (size_t)__builtin_popcountll(counted);
        vox__utf8_block(&utf8, text[0], text[1]);
        good = !vox__any(_mm256_or_si256(utf8.error, feeds));
        while (VOX_UNLIKELY(escapes) && good) {
            size_t position = offset + (size_t)__builtin_ctzll(escapes);
            escapes &= escapes - 1;
            good = position < scan->next || inspect(scan, position);
        }
    }
    if (!good) {
        return 0; /* again from the start, to find the first fault */
    }
    if (vox__any(utf8.open)) {
        do {
            offset--; /* the tail begins with the sequence that is open */
        } while ((scan->bytes[offset] & 0xC0) == 0x80);
    }
    scan->result.values += values;
    return offset;
}

#endif

/** The same as scan_avx2 in plain C, eight bytes at a time, to the end. */
static void scan_portable(scanner *scan, char *copy, size_t offset) {
    for (; offset < scan->length; offset += 8) {
        uint64_t word = UINT64_C(0x2020202020202020);
        size_t rest = scan->length - offset;
        size_t count = rest < 8 ? rest : 8;
        memcpy(&word, scan->bytes + offset, count);
        if (copy) {
            memcpy(copy + offset, scan->bytes + offset, count);
        }
        uint64_t opens = vox__equal_bytes(word | UINT64_C(0x2020202020202020), '{');
        uint64_t counted = opens | vox__equal_bytes(word, ',');
        scan->result.values += (size_t)__builtin_popcountll(counted);
        uint64_t matters = (word & VOX_TOPS) | vox__equal_bytes(word, '\\') |
                           vox__equal_bytes(word, 0x0B) | vox__equal_bytes(word, 0x0C);
        if (VOX_UNLIKELY(matters)) {
            /* `next` may lie in the bytes already scanned, or beyond these. */
            for (size_t index = 0; index < count; index++) {
                unsigned char byte = scan->bytes[offset + index];
                bool odd = byte >= 0x80 || byte == '\\' || byte == 0x0B || byte == 0x0C;
                if (odd && offset + index >= scan->next && !inspect(scan, offset + index)) {
                    return;
                }
            }
        }
    }
}

vox__checked vox__check_text(char *copy, const char *bytes, size_t length) {
    const scanner fresh = {(const unsigned char *)bytes, length, 0, {VOX_OK, 0, 1}};
    scanner scan = fresh;
    size_t offset = 0;
#if VOX_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        offset = scan_avx2(&scan, copy);
    }
#endif
    if (offset == 0) {
        scan = fresh;
    }
    scan_portable(&scan, copy, offset);
    if (scan.result.status != VOX_OK && copy) {
        memcpy(copy, bytes, length); /* positions are looked up in the copy */
    }
    return scan.result;
}
