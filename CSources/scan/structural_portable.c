/* SPDX-License-Identifier: MIT */
/** The structural scan in portable C, eight bytes at a time. */
#include "scan/block_bits.h"
#include "scan/structural.h"
#include "scan/structural_scalar.h"

#define SCAN_KERNEL portable
#define SCAN_TARGET
#define scan_utf8 scan_scalar_utf8

static inline void portable_load(
    scan_marks *marks, scan_utf8 *utf8, const vox__structure *structure, size_t offset,
    const unsigned char *bytes, char *copy
) {
    uint64_t high = 0;
    memset(marks, 0, sizeof *marks);
    for (unsigned index = 0; index < 64; index += 8) {
        uint64_t word = vox__load((const char *)bytes + index);
        uint64_t brackets = word | UINT64_C(0x2020202020202020); /* '[' and '{' become equal */
        uint64_t visible = ((word & ~VOX_TOPS) + UINT64_C(0x6060606060606060)) | word;
        marks->quotes |= vox__gather(vox__equal_bytes(word, '"')) << index;
        marks->backslashes |= vox__gather(vox__equal_bytes(word, '\\')) << index;
        marks->brackets |=
            vox__gather(vox__equal_bytes(brackets, '{') | vox__equal_bytes(brackets, '}')) << index;
        marks->controls |= vox__gather(~visible & VOX_TOPS) << index;
        uint64_t white = vox__equal_bytes(word, '\t') | vox__equal_bytes(word, '\n') |
                         vox__equal_bytes(word, '\r');
        marks->wrong |= vox__gather(~visible & ~white & VOX_TOPS) << index;
        high |= word & VOX_TOPS;
    }
    marks->rare = marks->backslashes | marks->controls;
    if (copy) {
        memcpy(copy, bytes, 64);
    }
    if (VOX_UNLIKELY(high)) {
        scan_scalar_check(utf8, structure, offset);
    }
}

#define scan_prefix vox__between_quotes
#define scan_utf8_whole scan_scalar_whole
#define scan_write scan_scalar_write

#include "scan/structural_pass.h"
