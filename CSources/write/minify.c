/* SPDX-License-Identifier: MIT */
/** Removing white space from a text. First, quotes, backslashes and white space become bits, 64
 *  bytes at a time. The bits give the white space outside strings. The other bytes are
 *  compressed into one vector (AVX-512), or copied run by run. A run is copied as 64 bytes, even if
 *  it is shorter, and the next run overwrites the excess.
 *
 *  This is correct for JSON. Other text also loses white space inside apparent strings. */
#include "write/write.h"

#include "base/utf8.h"
#include "scan/block_bits.h"
#include "scan/structural.h"

#define BLOCK ((size_t)64)
#define BATCH ((size_t)32) /* blocks whose bits are found at once */

/** The characters of a block, one bit for each byte. */
typedef struct block_marks {
    uint64_t quotes;
    uint64_t slashes;
    uint64_t white;
} block_marks;

/* --- the bits ------------------------------------------------------------------ */

#if VOX_HAS_AVX2

/** An entry of a table for the low half of a byte that matches no byte. */
#define NO (-1)

/** Finds white space. The low half of a byte selects the white space that it could be. */
TARGET_AVX2 static inline __m256i white(__m256i text) {
    const __m256i spaces = _mm256_setr_epi8(
        ' ', NO, NO, NO, NO, NO, NO, NO, NO, '\t', '\n', NO, NO, '\r', NO, NO, /**/
        ' ', NO, NO, NO, NO, NO, NO, NO, NO, '\t', '\n', NO, NO, '\r', NO, NO
    );
    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, text), text);
}

TARGET_AVX2 static void find_avx2(const char *text, size_t blocks, block_marks *found) {
    for (; blocks; blocks--, text += BLOCK, found++) {
        const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)text);
        const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(text + 32));
        found->quotes = vox__avx2_equal(low, high, '"');
        found->slashes = vox__avx2_equal(low, high, '\\');
        found->white = vox__avx2_bits(white(low), white(high));
    }
}

#endif

#if defined(__aarch64__) && defined(__ARM_NEON)

static void find_without_avx2(const char *text, size_t blocks, block_marks *found) {
    for (; blocks; blocks--, text += BLOCK, found++) {
        uint8x16_t quotes[4], slashes[4], spaces[4];
        for (unsigned index = 0; index < 4; index++) {
            const uint8x16_t part = vld1q_u8((const uint8_t *)text + 16 * index);
            quotes[index] = vceqq_u8(part, vdupq_n_u8('"'));
            slashes[index] = vceqq_u8(part, vdupq_n_u8('\\'));
            spaces[index] = vorrq_u8(
                vorrq_u8(vceqq_u8(part, vdupq_n_u8(' ')), vceqq_u8(part, vdupq_n_u8('\t'))),
                vorrq_u8(vceqq_u8(part, vdupq_n_u8('\n')), vceqq_u8(part, vdupq_n_u8('\r')))
            );
        }
        *found = (block_marks
        ){vox__neon_bits(quotes), vox__neon_bits(slashes), vox__neon_bits(spaces)};
    }
}

#else

static void find_without_avx2(const char *text, size_t blocks, block_marks *found) {
    for (; blocks; blocks--, text += BLOCK, found++) {
        *found = (block_marks){0, 0, 0};
        for (unsigned index = 0; index < BLOCK; index += 8) {
            const uint64_t word = vox__load(text + index);
            const uint64_t spaces = vox__equal_bytes(word, ' ') | vox__equal_bytes(word, '\t') |
                                    vox__equal_bytes(word, '\n') | vox__equal_bytes(word, '\r');
            found->quotes |= vox__gather(vox__equal_bytes(word, '"')) << index;
            found->slashes |= vox__gather(vox__equal_bytes(word, '\\')) << index;
            found->white |= vox__gather(spaces) << index;
        }
    }
}

#endif

static void find_marks(const char *text, size_t blocks, block_marks *found, bool portable) {
    (void)portable;
#if VOX_HAS_AVX2
    if (VOX_LIKELY(!portable && __builtin_cpu_supports("avx2"))) {
        find_avx2(text, blocks, found);
        return;
    }
#endif
    find_without_avx2(text, blocks, found);
}

/* --- kept bytes ----------------------------------------------------------------- */

/** Returns the quotes of a block that begin or end a string. */
static inline uint64_t unescaped(vox__minifier *minifier, block_marks found) {
    if (VOX_LIKELY(!(found.slashes | minifier->escaped))) {
        return found.quotes;
    }
    return found.quotes & ~vox__escaped_by(found.slashes, &minifier->escaped);
}

/** Returns the white space of a block outside strings. `between` has the bytes from each opening
 *  quote to before its closing quote, as if the block began outside a string. */
static inline uint64_t dropped(vox__minifier *minifier, block_marks found, uint64_t between) {
    const uint64_t strings = between ^ minifier->inside;
    minifier->inside = 0 - (strings >> 63);
    return found.white & ~strings;
}

/** Copies a block without some of its bytes. Reads and writes 64 more bytes. */
static inline char *copy_without(char *target, const char *text, uint64_t drop) {
    for (uint64_t keep = ~drop; keep;) {
        const uint64_t first = keep & (0 - keep), behind = keep + first;
        const unsigned start = (unsigned)__builtin_ctzll(keep);
        const unsigned end = behind ? (unsigned)__builtin_ctzll(behind) : BLOCK;
        memcpy(target, text + start, BLOCK);
        target += end - start;
        keep &= behind;
    }
    return target;
}

#if VOX_HAS_AVX2

#define TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi2,avx2,pclmul,popcnt,bmi")))

TARGET_AVX512 static char *minify_avx512(
    vox__minifier *minifier, const char *text, size_t blocks, char *target
) {
    const __m512i spaces = _mm512_broadcast_i32x4(
        _mm_setr_epi8(' ', NO, NO, NO, NO, NO, NO, NO, NO, '\t', '\n', NO, NO, '\r', NO, NO)
    );
    for (; blocks; blocks--, text += BLOCK) {
        const __m512i block = _mm512_loadu_si512((const void *)text);
        const block_marks found = {
            _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('"')),
            _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\\')),
            _mm512_cmpeq_epi8_mask(block, _mm512_shuffle_epi8(spaces, block)),
        };
        const uint64_t between = vox__clmul_between(unescaped(minifier, found));
        const uint64_t keep = ~dropped(minifier, found, between);
        _mm512_storeu_si512((void *)target, _mm512_maskz_compress_epi8(keep, block));
        target += vox__count_bits(keep);
    }
    return target;
}

#endif

static char *minify_blocks(vox__minifier *minifier, const char *text, size_t blocks, char *target) {
#if VOX_HAS_AVX2
    if (minifier->kernel == MINIFIER_BEST && VOX_LIKELY(vox__kernel_has(KERNEL_AVX512))) {
        return minify_avx512(minifier, text, blocks, target);
    }
#endif
    block_marks found[BATCH];
    find_marks(text, blocks, found, minifier->kernel == MINIFIER_PORTABLE);
    for (size_t block = 0; block < blocks; block++, text += BLOCK) {
        const uint64_t between = vox__between_quotes(unescaped(minifier, found[block]));
        const uint64_t drop = dropped(minifier, found[block], between);
        if (drop == 0) {
            memcpy(target, text, BLOCK);
            target += BLOCK;
        } else {
            target = copy_without(target, text, drop);
        }
    }
    return target;
}

size_t vox__minify(vox__minifier *minifier, char *target, size_t room) {
    const size_t length = (size_t)(minifier->end - minifier->at);
    char *end = target;
    if (length < 2 * BLOCK) {
        char last[3 * BLOCK];
        memset(last, ' ', sizeof last);
        memcpy(last, minifier->at, length);
        end = minify_blocks(minifier, last, 2, target);
        minifier->at = minifier->end;
        /* Inside a string, the bytes that filled up the text were kept. */
        return (size_t)(end - target) - (minifier->inside ? sizeof last - BLOCK - length : 0);
    }
    while ((size_t)(minifier->end - minifier->at) >= 2 * BLOCK &&
           room - (size_t)(end - target) >= 2 * BLOCK) {
        size_t blocks = (size_t)(minifier->end - minifier->at) / BLOCK - 1;
        const size_t fitting = (room - (size_t)(end - target)) / BLOCK - 1;
        blocks = blocks < fitting ? blocks : fitting;
        blocks = blocks < BATCH ? blocks : BATCH;
        end = minify_blocks(minifier, minifier->at, blocks, end);
        minifier->at += blocks * BLOCK;
    }
    return (size_t)(end - target);
}

static char *minify_rest(vox__minifier *minifier, vox__output *output, char *at) {
    while (minifier->at < minifier->end && output->status == VOX_OK) {
        at = vox__room(output, at, VOX_MINIFIER_ROOM);
        at += vox__minify(minifier, at, (size_t)(output->end - at));
    }
    return at;
}

char *vox__put_minified(vox__output *output, char *at, vox_string text) {
    vox__minifier minifier = {text.bytes, text.bytes + text.length, 0, 0, MINIFIER_BEST};
    return minify_rest(&minifier, output, at);
}

vox_status vox_minify(const char *bytes, size_t length, vox_buffer *buffer) {
    if (!buffer || buffer->spare[0] || buffer->spare[1] || (!bytes && length)) {
        return VOX_ERROR_ARGUMENT;
    }
    const size_t before = buffer->length;
    const bool marked = length >= 3 && memcmp(bytes, VOX_BYTE_ORDER_MARK, 3) == 0;
    const char *const start = marked ? bytes + 3 : bytes;
    vox__minifier minifier = {start, length ? bytes + length : bytes, 0, 0, MINIFIER_BEST};
    vox__output output;
    vox__buffer_prepare(buffer);
    vox__output_to_buffer(&output, buffer, length + VOX_MINIFIER_ROOM);
    output.at = minify_rest(&minifier, &output, output.at);
    vox_status status = vox__output_end(&output);
    status = status == VOX_OK && minifier.inside ? VOX_ERROR_SYNTAX : status;
    if (status != VOX_OK) {
        buffer->length = before;
    }
    return status;
}
