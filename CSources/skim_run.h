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
 *  It goes in two steps, a batch of blocks at a time: first the positions of all
 *  brackets outside of strings, then the depth from one to the next. So neither has
 *  to guess how many there are in a block, and the second has one question for most:
 *  whether it lies so deep that nobody asks. */
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

/** Finds the brackets of a block. */
SKIM_TARGET VOX_INLINE uint32_t *skim_block(
    const vox__skim *skim, skim_state *state, size_t offset, const unsigned char *bytes, char *copy,
    uint32_t *found
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
    for (uint64_t brackets = marks.brackets & ~strings; brackets; brackets &= brackets - 1) {
        *found++ = (uint32_t)(offset + skim_lowest(brackets));
    }
    return found;
}

/** Finds the brackets of whole blocks; apart from what is done with them, so
 *  that constants stay in registers. */
SKIM_TARGET static uint32_t *skim_blocks(
    const vox__skim *skim, skim_state *state, size_t offset, size_t count, uint32_t *found
) {
    const unsigned char *bytes = skim->bytes;
    char *copy = skim->copy;
    skim_state local = *state;
    for (const size_t end = offset + 64 * count; offset < end; offset += 64) {
        found = skim_block(
            skim, &local, offset, bytes + offset, copy ? copy + offset : NULL, found
        );
    }
    *state = local;
    return found;
}

/** The same for what is left at the end, filled up with spaces. */
SKIM_TARGET static uint32_t *skim_last(
    const vox__skim *skim, skim_state *state, size_t offset, uint32_t *found
) {
    unsigned char last[64];
    memset(last, ' ', sizeof last);
    memcpy(last, skim->bytes + offset, skim->length - offset);
    if (skim->copy) {
        memcpy(skim->copy + offset, last, skim->length - offset);
    }
    return skim_block(skim, state, offset, last, NULL, found);
}

SKIM_TARGET bool SKIM_RUN(vox__skim *skim) {
    uint32_t room[1 + SKIM_BATCH * 64], *const found = room + 1;
    skim_state state;
    size_t offset = 0;
    memset(&state, 0, sizeof state);
    room[0] = 0;
    while (offset < skim->length) {
        size_t count = (skim->length - offset) / 64;
        const uint32_t *end;
        if (count == 0) {
            count = 1;
            end = skim_last(skim, &state, offset, found);
        } else {
            count = count < SKIM_BATCH ? count : SKIM_BATCH;
            end = skim_blocks(skim, &state, offset, count, found);
        }
        if (!vox__skim_walk(skim, found, end)) {
            return false;
        }
        room[0] = end[-1]; /* where there is none, it is the one before */
        offset += 64 * count;
    }
    skim->unescaped = state.escapes == 0;
    return (state.unwanted | state.inside) == 0 && skim->depth == 0 && skim_utf8_whole(&state.utf8);
}
