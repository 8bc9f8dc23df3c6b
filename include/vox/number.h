/* SPDX-License-Identifier: MIT */
/** Number texts: conversion, comparison, and writing doubles. Independent of
 *  the locale and the rounding mode, and without allocation. `text` must be a
 *  JSON number (RFC 8259 section 6); what is not is refused with VOX_ERROR_NUMBER.
 *
 *  NULL: text, left, right, value never. */
#ifndef VOX_NUMBER_H
#define VOX_NUMBER_H

#include <vox/base.h>
#include <vox/status.h>

VOX_BEGIN

/** True when the whole text is one JSON number. */
VOX_API bool vox_number_valid(vox_string text);

/** As vox_node_int64, for a number text. */
VOX_API vox_status vox_number_int64(vox_string text, int64_t *value);

/** As vox_node_uint64, for a number text. */
VOX_API vox_status vox_number_uint64(vox_string text, uint64_t *value);

/** As vox_node_double, for a number text. */
VOX_API vox_status vox_number_double(vox_string text, double *value);

/** True when both texts denote exactly the same number. With exponents beyond
 *  16 digits only the same text counts as the same number. O(length). */
VOX_API bool vox_number_equal(vox_string left, vox_string right);

/** The room vox_number_format needs, the final NUL included. */
#define VOX_NUMBER_SIZE 32

/** Writes the shortest text that reads back as the same double, in the form of
 *  ECMAScript (RFC 8785 section 3.2.2.3), but -0 keeps its sign: of the
 *  texts with the fewest digits the one nearest to `value`. Returns the length without the
 *  final NUL; 0 when `value` is not finite. All of `text` may be written. O(1). */
VOX_API size_t vox_number_format(double value, char text[VOX_NUMBER_SIZE]);

VOX_END

#endif
