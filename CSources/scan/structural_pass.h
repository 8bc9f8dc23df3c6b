/* SPDX-License-Identifier: MIT */
/** The pass of the structural scan. Each kernel includes it, and defines before:
 *
 *      SCAN_KERNEL              its name; this header defines vox__structure_NAME
 *      SCAN_TARGET              the attribute of functions that use its instructions
 *      NAME_load                reads a block of 64 bytes into bits
 *      scan_utf8                the state of the UTF-8 check between blocks
 *      scan_prefix              each bit: the exclusive or of all bits up to it
 *      scan_write               writes the positions of bits, and up to SCAN_SLACK more
 *      scan_utf8_whole          true when there was no error and no sequence is open
 *
 *  A batch of blocks is processed in three steps: brackets outside strings become bits, the bits
 *  become positions, and the depth is followed along the positions. So the first step has no
 *  branch that depends on the text. The last step has one branch for most brackets: whether the
 *  bracket is deeper than the elements. */
#include "scan/block_bits.h"
#include "scan/structural.h"

#define SCAN_BATCH 64 /* blocks */
#define SCAN_SLACK 16 /* positions */

/* Each kernel has functions of its own, so that one file may contain several kernels. */
#define SCAN_JOIN_(first, second) first##_##second
#define SCAN_JOIN(first, second) SCAN_JOIN_(first, second)
#define SCAN_RUN SCAN_JOIN(vox__structure, SCAN_KERNEL)
#define scan_load SCAN_JOIN(SCAN_KERNEL, load)
#define scan_state SCAN_JOIN(SCAN_KERNEL, state)
#define scan_block SCAN_JOIN(SCAN_KERNEL, block)
#define scan_blocks SCAN_JOIN(SCAN_KERNEL, blocks)
#define scan_last SCAN_JOIN(SCAN_KERNEL, last)
#define scan_positions SCAN_JOIN(SCAN_KERNEL, positions)

/** The state between blocks. */
typedef struct scan_state {
    scan_utf8 utf8;
    uint64_t escape;   /* 1 if the first byte of the next block is escaped */
    uint64_t inside;   /* all ones when the next block begins inside a string */
    uint64_t unwanted; /* not zero after a character that is not allowed */
} scan_state;

/** Finds the brackets of a block, as bits. */
SCAN_TARGET VOX_INLINE uint64_t scan_block(
    const vox__structure *structure, scan_state *state, size_t offset, const unsigned char *bytes,
    char *copy
) {
    scan_marks marks;
    scan_load(&marks, &state->utf8, structure, offset, bytes, copy);
    uint64_t quotes = marks.quotes, strings;
    if (!(marks.rare | state->escape)) {
        /* From each opening quote to before its closing quote. */
        strings = scan_prefix(quotes) ^ state->inside;
    } else {
        if (marks.backslashes | state->escape) {
            quotes &= ~vox__escaped_by(marks.backslashes, &state->escape);
        }
        strings = scan_prefix(quotes) ^ state->inside;
        state->unwanted |= (marks.controls & strings) | (marks.backslashes & ~strings) |
                           marks.wrong;
    }
    state->inside = 0 - (strings >> 63);
    return marks.brackets & ~strings;
}

/** Finds the brackets of whole blocks. A function of its own, so that constants stay in
 *  registers. */
SCAN_TARGET static void scan_blocks(
    const vox__structure *structure, scan_state *state, size_t offset, size_t count,
    uint64_t *brackets
) {
    const unsigned char *bytes = structure->bytes;
    char *copy = structure->copy;
    scan_state local = *state;
    for (const size_t end = offset + 64 * count; offset < end; offset += 64) {
        *brackets++ = scan_block(
            structure, &local, offset, bytes + offset, copy ? copy + offset : NULL
        );
    }
    *state = local;
}

/** Finds the brackets of the rest at the end, which is filled up with spaces. */
SCAN_TARGET static void scan_last(
    const vox__structure *structure, scan_state *state, size_t offset, uint64_t *brackets
) {
    unsigned char last[64];
    memset(last, ' ', sizeof last);
    memcpy(last, structure->bytes + offset, structure->length - offset);
    if (structure->copy) {
        memcpy(structure->copy + offset, last, structure->length - offset);
    }
    *brackets = scan_block(structure, state, offset, last, NULL);
}

/** Writes the positions of the brackets of a batch. The number of brackets in a block is
 *  unpredictable. This step runs long after the bits were computed, so that a misprediction of
 *  the processor costs least. Meanwhile the function prefetches the next batch. Its addresses are
 *  integers, because a pointer past the end would be invalid. */
SCAN_TARGET static uint32_t *scan_positions(
    const vox__structure *structure, size_t offset, const uint64_t *brackets, size_t count,
    uint32_t *found
) {
    const uintptr_t text = (uintptr_t)structure->bytes + (size_t)64 * SCAN_BATCH;
    const uintptr_t copy = structure->copy ? (uintptr_t)structure->copy + (size_t)64 * SCAN_BATCH
                                           : text;
    for (size_t block = 0; block < count; block++, offset += 64) {
        VOX_PREFETCH((const void *)(text + offset));
        VOX_PREFETCH((const void *)(copy + offset));
        found = scan_write(found, offset, brackets[block]);
    }
    return found;
}

SCAN_TARGET bool SCAN_RUN(vox__structure *structure) {
    uint64_t brackets[SCAN_BATCH];
    uint32_t room[1 + SCAN_BATCH * 64 + SCAN_SLACK], *const found = room + 1;
    scan_state state;
    size_t offset = 0;
    memset(&state, 0, sizeof state);
    room[0] = 0;
    while (offset < structure->length) {
        size_t count = (structure->length - offset) / 64;
        if (count == 0) {
            count = 1;
            scan_last(structure, &state, offset, brackets);
        } else {
            count = count < SCAN_BATCH ? count : SCAN_BATCH;
            scan_blocks(structure, &state, offset, count, brackets);
        }
        const uint32_t *end = scan_positions(structure, offset, brackets, count, found);
        if (!vox__spans_walk(structure, found, end)) {
            return false;
        }
        room[0] = end[-1]; /* if there is no bracket, this is the one before */
        offset += 64 * count;
    }
    return (state.unwanted | state.inside) == 0 && structure->depth == 0 &&
           scan_utf8_whole(&state.utf8);
}
