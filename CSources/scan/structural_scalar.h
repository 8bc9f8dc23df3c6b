/* SPDX-License-Identifier: MIT */
/** Definitions that all kernels share, and the UTF-8 check sequence by sequence, for kernels
 *  without a better one. */
#ifndef VOX_STRUCTURAL_SCALAR_H
#define VOX_STRUCTURAL_SCALAR_H

#include "scan/structural.h"

/** The characters of a block, one bit for each byte. */
typedef struct scan_marks {
    uint64_t quotes;
    uint64_t brackets;
    uint64_t backslashes; /* this and the next two may be incomplete if `rare` is zero */
    uint64_t controls;    /* below 0x20 */
    uint64_t wrong;       /* those that are not white space, unless recorded elsewhere */
    uint64_t rare;        /* zero if there are none of these */
} scan_marks;

typedef struct scan_scalar_utf8 {
    size_t next; /* bytes before this one were checked */
    bool wrong;
} scan_scalar_utf8;

/** Checks a block that is not all ASCII. */
static inline void scan_scalar_check(
    scan_scalar_utf8 *utf8, const vox__structure *structure, size_t offset
) {
    size_t at = utf8->next > offset ? utf8->next : offset;
    size_t end = structure->length - offset < 64 ? structure->length : offset + 64;
    while (at < end) {
        size_t length = vox__utf8_length(structure->bytes + at, structure->length - at);
        if (length == 0) {
            utf8->wrong = true;
            return;
        }
        at += length;
    }
    utf8->next = at;
}

static inline bool scan_scalar_whole(const scan_scalar_utf8 *utf8) {
    return !utf8->wrong;
}

/** Writes the positions of the bits of a block at `offset`. Returns the end of the positions. */
static inline uint32_t *scan_scalar_write(uint32_t *found, size_t offset, uint64_t bits) {
    for (; bits; bits &= bits - 1) {
        *found++ = (uint32_t)(offset + (size_t)__builtin_ctzll(bits));
    }
    return found;
}

#endif
