/* SPDX-License-Identifier: MIT */
/** Exact numbers as text: integers, comparison, and validation. A text is split into a sign,
 *  significant digits and a power of ten. */
#include "base/armor.h"
#include "base/base.h"
#include "base/number_text.h"

bool vox__decimal_split(vox_string text, vox__decimal *parts) {
    vox__number_parts found;
    const char *const text_end = text.bytes + text.length;
    memset(parts, 0, sizeof *parts);
    parts->text = text;
    if (!text.length ||
        vox__number_end(text.bytes, text_end, VOX_UNPADDED, &found, NULL) != text_end) {
        return false;
    }
    parts->negative = text.bytes[0] == '-';
    const size_t whole = (size_t)(found.whole - text.bytes);
    const size_t end = (size_t)(found.fraction - text.bytes);
    const size_t point = found.point == found.fraction ? SIZE_MAX
                                                       : (size_t)(found.point - text.bytes);
    const int64_t exponent = vox__exponent(&found, text_end);

    size_t first = whole, last = end;
    while (first < last && (text.bytes[first] == '0' || text.bytes[first] == '.')) {
        first++;
    }
    while (last > first && (text.bytes[last - 1] == '0' || text.bytes[last - 1] == '.')) {
        last--;
    }
    parts->first = first;
    parts->last = last;
    parts->count = last - first;
    /* The exponent of the last kept digit, relative to the decimal point. */
    if (point == SIZE_MAX || last <= point) {
        size_t units = point == SIZE_MAX ? end : point;
        parts->exponent = exponent + (int64_t)(units - last);
    } else {
        parts->exponent = exponent - (int64_t)(last - point - 1);
        if (first < point) {
            parts->count--; /* the point is not a digit */
        }
    }
    return true;
}

/** Returns the absolute value as an integer. */
static vox_status magnitude(const vox__decimal *parts, uint64_t *value) {
    uint64_t result = 0;
    size_t offset = parts->first;
    if (parts->exponent < 0) {
        return VOX_ERROR_KIND;
    }
    if (parts->count > 20 || parts->exponent > 20) {
        return VOX_ERROR_RANGE;
    }
    for (size_t step = 0; step < parts->count + (size_t)parts->exponent; step++) {
        unsigned digit = step < parts->count ? vox__decimal_digit(parts, &offset) : 0;
        if (result > (UINT64_MAX - digit) / 10) {
            return VOX_ERROR_RANGE;
        }
        result = result * 10 + digit;
    }
    *value = result;
    return VOX_OK;
}

bool vox_number_valid(vox_string text) {
    VOX_ARMOR_TEXT(text, false);
    vox__decimal parts;
    return vox__decimal_split(text, &parts);
}

/** Reads an integer up to `most`, or down to the negative of `least`. */
static VOX_COLD vox_status
any_integer(vox_string text, uint64_t least, uint64_t most, uint64_t *value) {
    vox__decimal parts;
    uint64_t absolute = 0;
    if (!vox__decimal_split(text, &parts)) {
        return VOX_ERROR_NUMBER;
    }
    vox_status status = parts.count ? magnitude(&parts, &absolute) : VOX_OK;
    if (status == VOX_OK && absolute > (parts.negative ? least : most)) {
        status = VOX_ERROR_RANGE;
    }
    if (status == VOX_OK) {
        *value = parts.negative ? 0 - absolute : absolute;
    }
    return status;
}

vox_status vox_number_int64(vox_string text, int64_t *value) {
    VOX_ARMOR_TEXT(text, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_GIVEN(value, VOX_ERROR_ARGUMENT);
    uint64_t bits; /* unsigned, so that negation reaches INT64_MIN without overflow */
    if (VOX_LIKELY(vox__short_integer(text, value))) {
        return VOX_OK;
    }
    vox_status status = any_integer(text, (uint64_t)INT64_MAX + 1, INT64_MAX, &bits);
    if (status == VOX_OK) {
        *value = (int64_t)bits;
    }
    return status;
}

vox_status vox_number_uint64(vox_string text, uint64_t *value) {
    VOX_ARMOR_TEXT(text, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_GIVEN(value, VOX_ERROR_ARGUMENT);
    int64_t integer;
    if (VOX_LIKELY(vox__short_integer(text, &integer)) && integer >= 0) {
        *value = (uint64_t)integer;
        return VOX_OK;
    }
    return any_integer(text, 0, UINT64_MAX, value);
}

bool vox_number_equal(vox_string left, vox_string right) {
    VOX_ARMOR_TEXT(left, false);
    VOX_ARMOR_TEXT(right, false);
    vox__decimal a, b;
    if (vox_string_equal(left, right)) {
        return true;
    }
    if (!vox__decimal_split(left, &a) || !vox__decimal_split(right, &b) || a.count != b.count) {
        return false;
    }
    if (a.count == 0) {
        return true; /* -0 and 0 are the same number */
    }
    if (a.negative != b.negative || a.exponent != b.exponent || vox__decimal_beyond(&a)) {
        return false;
    }
    size_t at = a.first, bt = b.first;
    for (size_t step = 0; step < a.count; step++) {
        if (vox__decimal_digit(&a, &at) != vox__decimal_digit(&b, &bt)) {
            return false;
        }
    }
    return true;
}

vox_string vox__integer_text(char digits[VOX_NUMBER_SIZE], bool negative, uint64_t value) {
    uint64_t magnitude = negative ? 0 - value : value;
    char *const end = digits + VOX_NUMBER_SIZE, *at = end;
    do {
        *--at = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (negative) {
        *--at = '-';
    }
    return vox__string(at, (size_t)(end - at));
}

uint64_t vox__number_hash(vox__seed *seed, vox_string text) {
    vox__decimal parts;
    vox__seed_draw(seed);
    uint64_t hash = seed->keys[0], digits = 0;
    if (!vox__decimal_split(text, &parts) || parts.count == 0) {
        return hash;
    }
    if (vox__decimal_beyond(&parts)) {
        return vox__hash(seed, 0, text, NULL);
    }
    size_t at = parts.first;
    for (size_t step = 1; step <= parts.count; step++) {
        digits = digits * 10 + vox__decimal_digit(&parts, &at);
        if (step % 19 == 0) { /* as many digits as fit */
            hash = vox__hash_mix(hash, digits);
            digits = 0;
        }
    }
    hash = vox__hash_mix(hash, digits);
    return vox__hash_mix(hash, (uint64_t)parts.exponent * 2 + parts.negative);
}

size_t vox__number_canonical(vox_string text, char canonical[VOX_NUMBER_SIZE]) {
    vox__decimal parts;
    double value;
    if (!vox__decimal_split(text, &parts) || parts.count > 17 ||
        vox_number_double(text, &value) != VOX_OK) {
        return 0;
    }
    size_t length = vox_number_format(value == 0 ? 0.0 : value, canonical);
    /* An integer that a double cannot hold keeps its text. */
    if (parts.exponent >= 0 && !vox_number_equal(text, vox__string(canonical, length))) {
        return 0;
    }
    return length;
}
