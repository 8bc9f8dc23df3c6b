/* SPDX-License-Identifier: MIT */
/** Numbers as columns have them. */
#include "columns/scalars.h"

#include "base/number_text.h"

/** The whole numbers up to here are doubles. */
#define EXACT_WHOLE ((int64_t)1 << 53)

/** Returns true for a number with neither fraction nor exponent. */
static bool is_whole(vox_string text) {
    for (size_t at = 0; at < text.length; at++) {
        if (text.bytes[at] == '.' || (text.bytes[at] | 0x20) == 'e') {
            return false;
        }
    }
    return true;
}

/** Returns true when a double is exactly a whole number. */
static bool is_exact(vox_string text, double value) {
    vox__number_parts parts;
    const char *const end = text.bytes + text.length;
    (void)vox__number_end(text.bytes, end, VOX_UNPADDED, &parts, NULL);
    uint64_t bits, odd;
    memcpy(&bits, &value, sizeof bits);
    const int unit = (int)(bits >> 52 & 0x7FF) - 1075;
    odd = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    return vox__number_compare(&parts, 0, odd, unit) == 0;
}

bool vox__scalar_double(const vox_tree *tree, const vox_node *node, double *value) {
    if (vox_node_double(tree, node, value) != VOX_OK) {
        return false;
    }
    if (VOX_LIKELY(*value > -(double)EXACT_WHOLE && *value < (double)EXACT_WHOLE)) {
        return true; /* also whole numbers: the nearest double below 2^53 is exact */
    }
    const vox_string text = vox_node_text(tree, node);
    return !is_whole(text) || is_exact(text, *value);
}

bool vox__scalar_digits(vox_string text, size_t *whole, size_t *fraction) {
    vox__decimal parts;
    if (!vox__decimal_split(text, &parts) || vox__decimal_beyond(&parts)) {
        return false;
    }
    const int64_t count = (int64_t)parts.count, exponent = parts.count ? parts.exponent : 0;
    *fraction = exponent < 0 ? (size_t)-exponent : 0;
    *whole = count + exponent > 0 ? (size_t)(count + exponent) : 0;
    return true;
}

/** Multiplies 128 bits by ten, and adds a digit. */
static void add_digit(uint64_t value[2], unsigned digit) {
    const vox__power low = vox__multiply(value[0], 10);
    value[1] = value[1] * 10 + low.high;
    value[0] = low.low + digit;
    value[1] += value[0] < digit;
}

bool vox__scalar_decimal(vox_string text, unsigned precision, unsigned scale, uint64_t value[2]) {
    vox__decimal parts;
    size_t whole, fraction;
    if (!vox__scalar_digits(text, &whole, &fraction) || fraction > scale ||
        whole > precision - scale || !vox__decimal_split(text, &parts)) {
        return false;
    }
    value[0] = value[1] = 0;
    if (parts.count) {
        size_t offset = parts.first;
        for (size_t digit = 0; digit < parts.count; digit++) {
            add_digit(value, vox__decimal_digit(&parts, &offset));
        }
        for (int64_t zeros = parts.exponent + (int64_t)scale; zeros > 0; zeros--) {
            add_digit(value, 0);
        }
    }
    if (parts.negative) {
        value[0] = 0 - value[0];
        value[1] = ~value[1] + (value[0] == 0);
    }
    return true;
}
