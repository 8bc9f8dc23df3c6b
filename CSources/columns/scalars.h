/* SPDX-License-Identifier: MIT */
/** The values that a type can have. Each function returns false, and writes nothing of use, for a
 *  value that does not fit. */
#ifndef VOX_COLUMNS_SCALARS_H
#define VOX_COLUMNS_SCALARS_H

#include "columns/columns.h"

/** Reads a number as a double: one with a fraction or an exponent is rounded, a whole number must be
 *  exact. */
bool vox__scalar_double(const vox_tree *tree, const vox_node *node, double *value);

/** Reads a number, or a string that is a JSON number, as value × 10^-scale. `value` has 128 bits in
 *  two's complement, the lower half first. */
bool vox__scalar_decimal(vox_string text, unsigned precision, unsigned scale, uint64_t value[2]);

/** Counts the digits of a number before and after the point, without zeros at the ends. Returns
 *  false for text that is not a number, or has an enormous exponent. */
bool vox__scalar_digits(vox_string text, size_t *whole, size_t *fraction);

/** Reads a date of the years 1 to 9999, YYYY-MM-DD, as days since 1970-01-01. */
bool vox__scalar_date(vox_string text, int32_t *days);

/** Reads a moment of these years as microseconds since 1970-01-01T00:00:00Z. */
bool vox__scalar_moment(vox_string text, int64_t *microseconds);

#endif
