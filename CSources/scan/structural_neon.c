/* SPDX-License-Identifier: MIT */
/** The structural scan with the 16-byte vectors of 64-bit ARM. */
#include "scan/structural.h"
#include "scan/structural_scalar.h"

#if defined(__aarch64__) && defined(__ARM_NEON)

#include <arm_neon.h>

#define SCAN_TARGET
#define SCAN_RUN vox__structure_neon

typedef scan_scalar_utf8 scan_utf8;

/** Returns one bit for each byte of four vectors of all ones and all zeros. */
static inline uint64_t scan_bits(const uint8x16_t parts[4]) {
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t weight = vld1q_u8(weights);
    uint8x16_t first = vpaddq_u8(vandq_u8(parts[0], weight), vandq_u8(parts[1], weight));
    uint8x16_t second = vpaddq_u8(vandq_u8(parts[2], weight), vandq_u8(parts[3], weight));
    uint8x16_t sums = vpaddq_u8(first, second);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static inline void scan_load(
    scan_marks *marks, scan_utf8 *utf8, const vox__structure *structure, size_t offset,
    const unsigned char *bytes, char *copy
) {
    uint8x16_t quotes[4], backslashes[4], brackets[4], controls[4], wrong[4];
    uint8x16_t all = vdupq_n_u8(0);
    for (unsigned index = 0; index < 4; index++) {
        uint8x16_t text = vld1q_u8(bytes + 16 * index);
        uint8x16_t folded = vorrq_u8(text, vdupq_n_u8(0x20)); /* '[' and '{' become equal */
        if (copy) {
            vst1q_u8((uint8_t *)copy + 16 * index, text);
        }
        quotes[index] = vceqq_u8(text, vdupq_n_u8('"'));
        backslashes[index] = vceqq_u8(text, vdupq_n_u8('\\'));
        brackets[index] = vorrq_u8(
            vceqq_u8(folded, vdupq_n_u8('{')), vceqq_u8(folded, vdupq_n_u8('}'))
        );
        controls[index] = vcltq_u8(text, vdupq_n_u8(0x20));
        uint8x16_t white = vorrq_u8(
            vorrq_u8(vceqq_u8(text, vdupq_n_u8('\t')), vceqq_u8(text, vdupq_n_u8('\n'))),
            vceqq_u8(text, vdupq_n_u8('\r'))
        );
        wrong[index] = vbicq_u8(controls[index], white);
        all = vorrq_u8(all, text);
    }
    marks->quotes = scan_bits(quotes);
    marks->backslashes = scan_bits(backslashes);
    marks->brackets = scan_bits(brackets);
    marks->controls = scan_bits(controls);
    marks->wrong = scan_bits(wrong);
    marks->rare = marks->backslashes | marks->controls;
    if (VOX_UNLIKELY(vmaxvq_u8(all) >= 0x80)) {
        scan_scalar_check(utf8, structure, offset);
    }
}

#define scan_prefix scan_scalar_prefix
#define scan_utf8_whole scan_scalar_whole
#define scan_write scan_scalar_write

#include "scan/structural_pass.h"

#endif
