/* SPDX-License-Identifier: MIT */
/** The base layer, which does not depend on the grammar of JSON or on trees.
 *
 *      compiler.h        compiler features beyond C11
 *      text.h            short texts, read and compared by words (marks.h: bytes to escape)
 *      bounded_text.h    text in a buffer of a fixed size
 *      utf8.h            UTF-8, sequence by sequence
 *      error.h           errors (status.c), lines and columns (line_column.c)
 *      memory_account.h  memory: its allocator, its size, its limit
 *      arena.h           units of memory addressed by 32-bit refs
 *      list.h            the growable array
 *      table.h           the hash table
 *      hash.h            hashes of text
 *      number_text.h     the grammar of numbers
 *      number_power.h    powers of ten
 *
 *  number.c reads integers, number_double.c reads doubles, and number_format.c writes doubles.
 *  memory_pool.c keeps memory for later trees. Arenas, lists and tables take memory from an
 *  account:
 *
 *      account ──▶ allocator            arena:  ref ──▶ unit
 *              ──▶ owner ──▶ …          table:  key ──▶ entry
 */
#ifndef VOX_BASE_INTERNAL_H
#define VOX_BASE_INTERNAL_H

#include "base/arena.h"
#include "base/compiler.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/list.h"
#include "base/memory_account.h"
#include "base/table.h"
#include "base/text.h"
#include "base/utf8.h"

#include <vox/number.h>

/** Converts text as vox_number_double does. The text must be a number, and 33 bytes must be
 *  readable. */
vox_status vox__number_value(const char *at, size_t length, double *value);

enum {
    VOX_POOL_OF_ONE_THREAD = 0, /* without a lock */
    VOX_POOL_SHARED = 1
};

/** Creates a pool as vox_pool_new does (memory_pool.c). Several threads may use a shared pool. One
 *  thread at a time may use a pool that is not shared. */
vox_status vox__pool_make(
    const vox_allocator *allocator, size_t max_bytes, bool is_shared, vox_pool **pool
);

/** Writes an integer to the end of `digits`. */
vox_string vox__integer_text(char digits[VOX_NUMBER_SIZE], bool negative, uint64_t value);

/** Returns the hash of a number. Equal numbers have the same hash. `text` must be a number. */
uint64_t vox__number_hash(vox__seed *seed, vox_string text);
/** Writes the text of RFC 8785 and returns its length; 0 when a double cannot hold the number. The
 *  content of `canonical` is then undefined. */
size_t vox__number_canonical(vox_string text, char canonical[VOX_NUMBER_SIZE]);

#endif
