/* SPDX-License-Identifier: MIT */
/** The check of a text that is read as a whole. It copies the text and finds, 64 bytes at a time,
 *  what readers then need not check: ill-formed UTF-8, and form feeds and vertical tabs, which
 *  yajl accepts as white space.
 *
 *  It also counts commas and opening brackets, inside strings or not. A document has at most one
 *  value more than this number, which sets the size of the arena.
 *
 *  Vectors only detect that there is an error. The error and its position are then found byte by
 *  byte. */
#include "scan/scan.h"
#include "scan/utf8_avx2.h"

#define BLOCK 64

typedef struct scanner {
    const unsigned char *bytes;
    size_t length;
    size_t next; /* bytes before this one have been checked */
    vox__checked result;
} scanner;

static bool fail(scanner *scan, vox_status status, size_t offset) {
    scan->result.status = status;
    scan->result.offset = offset;
    return false;
}

/** Checks the byte at `offset`, which is not ordinary ASCII. */
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
    return fail(scan, VOX_ERROR_SYNTAX, offset);
}

#if VOX_HAS_AVX2

/** The state between blocks. */
typedef struct check_state {
    vox__utf8_state utf8;
    __m256i feeds;  /* not zero after a form feed or a vertical tab */
    __m256i values; /* four sums */
} check_state;

/** Checks a block. The counts stay in vectors: some compilers count the bits of a mask one by one,
 *  which costs more than all other work. */
TARGET_AVX2 VOX_INLINE void check_block(check_state *state, __m256i low, __m256i high) {
    const __m256i comma = _mm256_set1_epi8(','), brace = _mm256_set1_epi8('{');
    const __m256i bit = _mm256_set1_epi8(0x20), one = _mm256_set1_epi8(1);
    const __m256i vertical = _mm256_set1_epi8(0x0B), zero = _mm256_setzero_si256();
    const __m256i text[2] = {low, high};
    __m256i counted = zero;
    for (int half = 0; half < 2; half++) {
        /* '[' and '{' differ in one bit; \v and \f are 0x0B and 0x0C. */
        __m256i opens = _mm256_cmpeq_epi8(_mm256_or_si256(text[half], bit), brace);
        __m256i commas = _mm256_cmpeq_epi8(text[half], comma);
        __m256i shifted = _mm256_sub_epi8(text[half], vertical);
        shifted = _mm256_cmpeq_epi8(_mm256_min_epu8(shifted, one), shifted);
        state->feeds = _mm256_or_si256(state->feeds, shifted);
        counted = _mm256_sub_epi8(counted, _mm256_or_si256(opens, commas));
    }
    state->values = _mm256_add_epi64(state->values, _mm256_sad_epu8(counted, zero));
    vox__utf8_block(&state->utf8, low, high);
}

/** Checks and copies a text, and counts its values. Returns false when there is an error, which
 *  vox__check_portably then finds. */
TARGET_AVX2 static bool scan_avx2(size_t *counted, char *copy, const char *text, size_t length) {
    check_state state = {
        {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()},
        _mm256_setzero_si256(),
        _mm256_setzero_si256()};
    size_t at = 0;
    for (; length - at >= BLOCK; at += BLOCK) {
        const __m256i *const halves = (const __m256i *)(const void *)(text + at);
        const __m256i low = _mm256_loadu_si256(halves), high = _mm256_loadu_si256(halves + 1);
        if (copy) {
            __m256i *const to = (__m256i *)(void *)(copy + at);
            _mm256_storeu_si256(to, low);
            _mm256_storeu_si256(to + 1, high);
        }
        check_block(&state, low, high);
    }
    unsigned char last[BLOCK] = {0};
    memcpy(last, text + at, length - at);
    if (copy) {
        memcpy(copy + at, last, length - at);
    }
    const __m256i *const halves = (const __m256i *)(const void *)last;
    check_block(&state, _mm256_loadu_si256(halves), _mm256_loadu_si256(halves + 1));
    uint64_t values[4];
    _mm256_storeu_si256((__m256i *)(void *)values, state.values);
    *counted += values[0] + values[1] + values[2] + values[3];
    return vox__utf8_whole(&state.utf8) && !vox__any(state.feeds);
}

#endif

/** Checks and counts in portable C, eight bytes at a time, up to the first error. */
static void scan_portable(scanner *scan) {
    for (size_t offset = 0; offset < scan->length; offset += 8) {
        uint64_t word = UINT64_C(0x2020202020202020);
        size_t rest = scan->length - offset;
        size_t count = rest < 8 ? rest : 8;
        memcpy(&word, scan->bytes + offset, count);
        uint64_t opens = vox__equal_bytes(word | UINT64_C(0x2020202020202020), '{');
        uint64_t counted = opens | vox__equal_bytes(word, ',');
        scan->result.values += vox__count_bits(counted);
        uint64_t matters = (word & VOX_TOPS) | vox__equal_bytes(word, 0x0B) |
                           vox__equal_bytes(word, 0x0C);
        if (VOX_UNLIKELY(matters)) {
            /* `next` may be before or after these bytes. */
            for (size_t index = 0; index < count; index++) {
                unsigned char byte = scan->bytes[offset + index];
                bool odd = byte >= 0x80 || byte == 0x0B || byte == 0x0C;
                if (odd && offset + index >= scan->next && !inspect(scan, offset + index)) {
                    return;
                }
            }
        }
    }
}

vox__checked vox__check_portably(char *copy, const char *bytes, size_t length) {
    scanner scan = {(const unsigned char *)bytes, length, 0, {VOX_OK, 0, 1}};
    if (copy) {
        memcpy(copy, bytes, length);
    }
    scan_portable(&scan);
    return scan.result;
}

vox__checked vox__check_text(char *copy, const char *bytes, size_t length) {
#if VOX_HAS_AVX2
    vox__checked checked = {VOX_OK, 0, 1};
    if (__builtin_cpu_supports("avx2") && scan_avx2(&checked.values, copy, bytes, length)) {
        return checked;
    }
#endif
    return vox__check_portably(copy, bytes, length);
}
