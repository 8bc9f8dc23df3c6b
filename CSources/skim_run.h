/* SPDX-License-Identifier: MIT */
/** The pass of the skim, included by each engine, which defines before:
 *
 *      SKIM_TARGET              the attribute of functions that use its instructions
 *      SKIM_RUN                 the name of the function made here
 *      skim_utf8                what it remembers of UTF-8 from block to block
 *      skim_load                reads a block of 64 bytes: what stands where
 *      skim_prefix              each bit: the exclusive or of all bits up to it
 *      skim_lowest              the position of the lowest bit
 *      skim_utf8_whole          true when no error was seen and no sequence is open
 *
 *  It goes in three steps, a batch of blocks at a time: where brackets outside of
 *  strings are, as bits; their positions; the depth from one to the next. So the first
 *  has nothing to guess, and the last one question for most: whether it lies so deep
 *  that nobody asks. */
#include "skim.h"

/** Whether each byte that a run of backslashes escapes, as bits. `carry`: the first
 *  byte of the next block is escaped. */
static inline uint64_t skim_escaped(uint64_t backslashes, uint64_t *carry) {
    const uint64_t even = UINT64_C(0x5555555555555555);
    backslashes &= ~*carry;
    uint64_t behind = backslashes << 1 | *carry;
    uint64_t odd_starts = backslashes & ~even & ~behind;
    uint64_t sequences = odd_starts + backslashes;
    *carry = sequences < backslashes;
    return (even ^ sequences << 1) & behind;
}

#define SKIM_BATCH 64 /* blocks */

/** What a run over the text remembers from block to block. */
typedef struct skim_state {
    skim_utf8 utf8;
    uint64_t escape;   /* the first byte of the next block is escaped */
    uint64_t inside;   /* all ones when the next block begins inside a string */
    uint64_t unwanted; /* not zero when something stood where it must not */
    uint64_t escapes;  /* zero when there is no \u */
} skim_state;

/** Finds the brackets of a block, a bit each. */
SKIM_TARGET VOX_INLINE uint64_t skim_block(
    const vox__skim *skim, skim_state *state, size_t offset, const unsigned char *bytes, char *copy
) {
    skim_marks marks;
    skim_load(&marks, &state->utf8, skim, offset, bytes, copy);
    uint64_t quotes = marks.quotes, strings;
    if (!(marks.rare | state->escape)) {
        /* From each opening quote to before its closing one. */
        strings = skim_prefix(quotes) ^ state->inside;
    } else {
        if (marks.backslashes | state->escape) {
            quotes &= ~skim_escaped(marks.backslashes, &state->escape);
        }
        strings = skim_prefix(quotes) ^ state->inside;
        state->unwanted |= (marks.controls & strings) | (marks.backslashes & ~strings) |
                           marks.wrong;
        /* A backslash that is escaped itself, or the last of a block, counts as well. */
        state->escapes |= (marks.backslashes << 1 & marks.us) | marks.backslashes >> 63;
    }
    state->inside = 0 - (strings >> 63);
    return marks.brackets & ~strings;
}

/** Finds the brackets of whole blocks; apart from what is done with them, so
 *  that constants stay in registers. */
SKIM_TARGET static void skim_blocks(
    const vox__skim *skim, skim_state *state, size_t offset, size_t count, uint64_t *brackets
) {
    const unsigned char *bytes = skim->bytes;
    char *copy = skim->copy;
    skim_state local = *state;
    for (const size_t end = offset + 64 * count; offset < end; offset += 64) {
        *brackets++ = skim_block(skim, &local, offset, bytes + offset, copy ? copy + offset : NULL);
    }
    *state = local;
}

/** The same for what is left at the end, filled up with spaces. */
SKIM_TARGET static void skim_last(
    const vox__skim *skim, skim_state *state, size_t offset, uint64_t *brackets
) {
    unsigned char last[64];
    memset(last, ' ', sizeof last);
    memcpy(last, skim->bytes + offset, skim->length - offset);
    if (skim->copy) {
        memcpy(skim->copy + offset, last, skim->length - offset);
    }
    *brackets = skim_block(skim, state, offset, last, NULL);
}

/** Writes the positions of the brackets of a batch. How many a block has cannot be
 *  foreseen; so late, when their bits have long been there, a wrong guess of the
 *  processor costs least. Meanwhile it fetches the batch after this one: as numbers,
 *  because addresses behind the end are none. */
SKIM_TARGET static uint32_t *skim_positions(
    const vox__skim *skim, size_t offset, const uint64_t *brackets, size_t count, uint32_t *found
) {
    const uintptr_t text = (uintptr_t)skim->bytes + (size_t)64 * SKIM_BATCH;
    const uintptr_t copy = skim->copy ? (uintptr_t)skim->copy + (size_t)64 * SKIM_BATCH : text;
    for (size_t block = 0; block < count; block++, offset += 64) {
        VOX_PREFETCH((const void *)(text + offset));
        VOX_PREFETCH((const void *)(copy + offset));
        for (uint64_t bits = brackets[block]; bits; bits &= bits - 1) {
            *found++ = (uint32_t)(offset + skim_lowest(bits));
        }
    }
    return found;
}

SKIM_TARGET bool SKIM_RUN(vox__skim *skim) {
    uint64_t brackets[SKIM_BATCH];
    uint32_t room[1 + SKIM_BATCH * 64], *const found = room + 1;
    skim_state state;
    size_t offset = 0;
    memset(&state, 0, sizeof state);
    room[0] = 0;
    while (offset < skim->length) {
        size_t count = (skim->length - offset) / 64;
        if (count == 0) {
            count = 1;
            skim_last(skim, &state, offset, brackets);
        } else {
            count = count < SKIM_BATCH ? count : SKIM_BATCH;
            skim_blocks(skim, &state, offset, count, brackets);
        }
        const uint32_t *end = skim_positions(skim, offset, brackets, count, found);
        if (!vox__skim_walk(skim, found, end)) {
            return false;
        }
        room[0] = end[-1]; /* where there is none, it is the one before */
        offset += 64 * count;
    }
    skim->unescaped = state.escapes == 0;
    return (state.unwanted | state.inside) == 0 && skim->depth == 0 && skim_utf8_whole(&state.utf8);
}
