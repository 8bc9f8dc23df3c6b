/* SPDX-License-Identifier: MIT */
/** The base: what knows neither JSON's grammar nor trees.
 *
 *      compiler.h        what compilers are told beyond C11
 *      text.h            short texts, read and compared by words
 *      utf8.h            UTF-8, sequence by sequence
 *      error.h           errors (status.c), lines and columns (line_column.c)
 *      memory_account.h  memory: where from, how much, up to where
 *      arena.h           units of memory addressed by 32-bit refs
 *      list.h            the growable array
 *      table.h           the hash table
 *      hash.h            hashes of text
 *      number_text.h     the grammar of numbers
 *      number_power.h    powers of ten
 *
 *  number.c reads integers, number_double.c doubles, and number_format.c writes them;
 *  memory_pool.c keeps memory for the next tree. The data are an account, from which arenas, lists and tables take:
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

/** As vox_number_double, for a text that is known to be a number, where 33 bytes may be read. */
vox_status vox__number_value(const char *at, size_t length, double *value);

/** memory_pool.c: vox_pool_new for a pool that threads share, or one that a single thread uses
 *  at a time, without a lock. */
vox_status vox__pool_make(
    const vox_allocator *allocator, size_t max_bytes, bool is_shared, vox_pool **pool
);

/** The hash of a number: those that are equal have the same. `text` is known to be a number. */
uint64_t vox__number_hash(vox__seed *seed, vox_string text);
/** The text RFC 8785 asks for; 0 when a double does not hold the number, whatever is then in
 *  `canonical`. */
size_t vox__number_canonical(vox_string text, char canonical[VOX_NUMBER_SIZE]);

#endif
