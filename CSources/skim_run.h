/* SPDX-License-Identifier: MIT */
/** The pass of the skim, included by each engine, which defines before:
 *
 *      SKIM_TARGET              the attribute of functions that use its instructions
 *      SKIM_RUN                 the name of the function made here
 *      skim_utf8                what it remembers of UTF-8 from block to block
 *      skim_load                reads a block of 64 bytes: what stands where
 *      skim_prefix              each bit: the exclusive or of all bits up to it
 *      skim_count               counts bits
 *      skim_lowest              the position of the lowest bit
 *      skim_utf8_whole          true when no error was seen and no sequence is open
 */
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

#if defined(__GNUC__) || defined(__clang__)
#define SKIM_INLINE static inline __attribute__((always_inline))
#else
#define SKIM_INLINE static inline
#endif

#define SKIM_BATCH 64 /* blocks */

/** The brackets of a block outside of strings. */
typedef struct skim_found {
    uint64_t opens;
    uint64_t closes;
} skim_found;

/** Deals with the brackets of a block one by one; returns the depth behind them,
 *  SIZE_MAX where they do not balance or go too deep. */
SKIM_TARGET static inline size_t skim_brackets(
    vox__skim *skim, size_t depth, size_t offset, uint64_t opens, uint64_t closes
) {
    const size_t max_depth = skim->max_depth, list_depth = skim->list_depth;
    for (uint64_t brackets = opens | closes; brackets; brackets &= brackets - 1) {
        uint64_t bracket = brackets & (0 - brackets);
        size_t at = offset + skim_lowest(brackets);
        if (opens & bracket) {
            if (VOX_UNLIKELY(depth++ == max_depth)) {
                return SIZE_MAX;
            }
            if (depth - list_depth <= 2 && (skim->cutting || depth == list_depth)) {
                vox__skim_open(skim, at, depth - list_depth);
            }
        } else {
            if (skim->cutting && depth - list_depth <= 2) {
                if (depth - list_depth == 2) {
                    skim->gap = at + 1;
                } else if (!vox__skim_close(skim, at, depth - list_depth)) {
                    return SIZE_MAX;
                }
            }
            if (VOX_UNLIKELY(depth-- == 0)) {
                return SIZE_MAX;
            }
        }
    }
    return depth;
}

/** What a run over the text remembers from block to block. */
typedef struct skim_state {
    skim_utf8 utf8;
    uint64_t escape;   /* the first byte of the next block is escaped */
    uint64_t inside;   /* all ones when the next block begins inside a string */
    uint64_t unwanted; /* not zero when something stood where it must not */
} skim_state;

/** Finds the brackets of a block. */
SKIM_TARGET SKIM_INLINE void skim_block(
    const vox__skim *skim, skim_state *state, size_t offset, const unsigned char *bytes, char *copy,
    skim_found *found
) {
    skim_marks marks;
    skim_load(&marks, &state->utf8, skim, offset, bytes, copy);
    uint64_t quotes = marks.quotes;
    if (VOX_UNLIKELY((marks.backslashes | state->escape) != 0)) {
        quotes &= ~skim_escaped(marks.backslashes, &state->escape);
    }
    /* From each opening quote to before its closing one. */
    uint64_t strings = skim_prefix(quotes) ^ state->inside;
    state->inside = 0 - (strings >> 63);
    state->unwanted |= (marks.controls & strings) | (marks.backslashes & ~strings);
    found->opens = marks.opens & ~strings;
    found->closes = marks.closes & ~strings;
}

/** Finds the brackets of whole blocks; apart from what is done with them, so
 *  that constants stay in registers. */
SKIM_TARGET static void skim_blocks(
    const vox__skim *skim, skim_state *state, size_t offset, size_t count, skim_found *found
) {
    const unsigned char *bytes = skim->bytes + offset;
    char *copy = skim->copy ? skim->copy + offset : NULL;
    skim_state local = *state;
    for (size_t index = 0; index < count; index++) {
        skim_block(skim, &local, offset + 64 * index, bytes, copy, &found[index]);
        bytes += 64;
        copy = copy ? copy + 64 : NULL;
    }
    *state = local;
}

/** The same for what is left at the end, filled up with spaces. */
SKIM_TARGET static void skim_last(
    const vox__skim *skim, skim_state *state, size_t offset, skim_found *found
) {
    unsigned char last[64];
    memset(last, ' ', sizeof last);
    memcpy(last, skim->bytes + offset, skim->length - offset);
    if (skim->copy) {
        memcpy(skim->copy + offset, last, skim->length - offset);
    }
    skim_block(skim, state, offset, last, NULL, found);
}

SKIM_TARGET bool SKIM_RUN(vox__skim *skim) {
    skim_found found[SKIM_BATCH];
    skim_state state;
    size_t offset = 0, depth = 0;
    memset(&state, 0, sizeof state);
    while (offset < skim->length) {
        size_t count = (skim->length - offset) / 64;
        if (count == 0) {
            count = 1;
            skim_last(skim, &state, offset, found);
        } else {
            count = count < SKIM_BATCH ? count : SKIM_BATCH;
            skim_blocks(skim, &state, offset, count, found);
        }
        for (size_t index = 0; index < count; index++, offset += 64) {
            uint64_t opens = found[index].opens, closes = found[index].closes;
            size_t up = skim_count(opens), down = skim_count(closes);
            if ((opens | closes) != 0 &&
                (depth <= skim->shallow + down || depth + up > skim->max_depth)) {
                depth = skim_brackets(skim, depth, offset, opens, closes);
                if (depth == SIZE_MAX) {
                    return false;
                }
            } else {
                depth += up - down;
            }
        }
    }
    return (state.unwanted | state.inside) == 0 && depth == 0 && skim_utf8_whole(&state.utf8);
}
