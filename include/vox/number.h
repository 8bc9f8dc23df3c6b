/* SPDX-License-Identifier: MIT */
/** Numbers as text: converting, comparing, and writing doubles. The functions of this header depend
 *  neither on the locale nor on the rounding mode, and allocate nothing. The text that a function
 *  converts must be a JSON number (RFC 8259 section 6). All other text is refused with
 *  VOX_ERROR_NUMBER.
 *
 *  NULL: text, left, right, value never. */
#ifndef VOX_NUMBER_H
#define VOX_NUMBER_H

#include <vox/base.h>
#include <vox/status.h>

VOX_BEGIN

/** Returns true when the whole text is one JSON number. */
VOX_API bool vox_number_valid(vox_string text);

/** Converts the text of a number to an int64_t. The rules of vox_node_int64 apply. */
VOX_API vox_status vox_number_int64(vox_string text, int64_t *value);

/** Converts the text of a number to a uint64_t. The rules of vox_node_uint64 apply. */
VOX_API vox_status vox_number_uint64(vox_string text, uint64_t *value);

/** Converts the text of a number to a double. The rules of vox_node_double apply. */
VOX_API vox_status vox_number_double(vox_string text, double *value);

/** Returns true when both texts denote exactly the same number. Numbers with exponents of more
 *  than 16 digits are equal only when their texts are the same. O(length). */
VOX_API bool vox_number_equal(vox_string left, vox_string right);

/** The number of bytes that vox_number_format needs, including the final NUL. */
#define VOX_NUMBER_SIZE 32

/** Writes a double as the shortest text that reads back as the same double. The text has the form
 *  of ECMAScript (RFC 8785 section 3.2.2.3), but -0 keeps its sign. If several texts have the
 *  fewest digits, the function writes the text that is nearest to `value`.
 *
 *  Returns the length of the text without the final NUL, or 0 when `value` is not finite. The
 *  function may write all VOX_NUMBER_SIZE bytes of `text`. O(1). */
VOX_API size_t vox_number_format(double value, char text[VOX_NUMBER_SIZE]);

VOX_END

#endif
