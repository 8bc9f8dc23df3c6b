/* SPDX-License-Identifier: MIT */
/** The structural scan in portable C, eight bytes at a time. */
#include "scan/structural.h"
#include "scan/structural_scalar.h"

#define SCAN_TARGET
#define SCAN_RUN vox__structure_portable

typedef scan_scalar_utf8 scan_utf8;

/** Loads eight bytes with the first one as the lowest, on any processor. */
static inline uint64_t load_word(const unsigned char *bytes) {
    uint64_t word = 0;
    for (unsigned index = 0; index < 8; index++) {
        word |= (uint64_t)bytes[index] << (8 * index);
    }
    return word;
}

/** Returns the top bits of eight bytes as eight bits. */
static inline uint64_t gather(uint64_t tops) {
    return ((tops >> 7) * UINT64_C(0x0102040810204080)) >> 56;
}

static inline void scan_load(
    scan_marks *marks, scan_utf8 *utf8, const vox__structure *structure, size_t offset,
    const unsigned char *bytes, char *copy
) {
    uint64_t high = 0;
    memset(marks, 0, sizeof *marks);
    for (unsigned index = 0; index < 64; index += 8) {
        uint64_t word = load_word(bytes + index);
        uint64_t brackets = word | UINT64_C(0x2020202020202020); /* '[' and '{' become equal */
        uint64_t visible = ((word & ~VOX_TOPS) + UINT64_C(0x6060606060606060)) | word;
        marks->quotes |= gather(vox__equal_bytes(word, '"')) << index;
        marks->backslashes |= gather(vox__equal_bytes(word, '\\')) << index;
        marks->brackets |= gather(vox__equal_bytes(brackets, '{') | vox__equal_bytes(brackets, '}'))
                           << index;
        marks->controls |= gather(~visible & VOX_TOPS) << index;
        uint64_t white = vox__equal_bytes(word, '\t') | vox__equal_bytes(word, '\n') |
                         vox__equal_bytes(word, '\r');
        marks->wrong |= gather(~visible & ~white & VOX_TOPS) << index;
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

#define scan_prefix scan_scalar_prefix
#define scan_utf8_whole scan_scalar_whole
#define scan_write scan_scalar_write

#include "scan/structural_pass.h"
