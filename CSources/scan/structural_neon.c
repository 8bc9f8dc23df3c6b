/* SPDX-License-Identifier: MIT */
/** The structural scan with the 16-byte vectors of 64-bit ARM. */
#include "scan/block_bits.h"
#include "scan/structural.h"
#include "scan/structural_scalar.h"

#if defined(__aarch64__) && defined(__ARM_NEON)

#define SCAN_KERNEL neon
#define SCAN_TARGET
#define scan_utf8 scan_scalar_utf8

static inline void neon_load(
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
    marks->quotes = vox__neon_bits(quotes);
    marks->backslashes = vox__neon_bits(backslashes);
    marks->brackets = vox__neon_bits(brackets);
    marks->controls = vox__neon_bits(controls);
    marks->wrong = vox__neon_bits(wrong);
    marks->rare = marks->backslashes | marks->controls;
    if (VOX_UNLIKELY(vmaxvq_u8(all) >= 0x80)) {
        scan_scalar_check(utf8, structure, offset);
    }
}

#define scan_prefix vox__between_quotes
#define scan_utf8_whole scan_scalar_whole
#define scan_write scan_scalar_write

#include "scan/structural_pass.h"

#endif
