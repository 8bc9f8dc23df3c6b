/* SPDX-License-Identifier: MIT */
/** Number texts, without the locale.
 *
 *  A text is split into sign, significant digits and a power of ten; integers
 *  and comparison are exact on that. Doubles take Clinger's exact fast path
 *  where both digits and power are exact, else the C library's strtod_l. Other half:
 *  number_format.c, from doubles to text. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include "base/base.h"
#include "base/number_text.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

/** digits × 10^exponent, where `digits` are those of `text` from `first` to
 *  `last`, the decimal point left out; without zeros at either end. */
typedef struct decimal {
    vox_string text;
    size_t first;
    size_t last; /* one past; equal to `first` for zero */
    size_t count;
    int64_t exponent;
    bool negative;
} decimal;

/** Exponents beyond this many are not told apart. */
#define EXPONENT_LIMIT INT64_C(100000000000000000)

/** Splits a text; false when it is no JSON number. */
static bool split(vox_string text, decimal *parts) {
    vox__number_parts found;
    const char *const text_end = text.bytes + text.length;
    memset(parts, 0, sizeof *parts);
    parts->text = text;
    if (!text.length || vox__number_end(text.bytes, text_end, false, &found, NULL) != text_end) {
        return false;
    }
    parts->negative = text.bytes[0] == '-';
    const size_t whole = (size_t)(found.whole - text.bytes);
    const size_t end = (size_t)(found.fraction - text.bytes);
    const size_t point = found.point == found.fraction ? SIZE_MAX
                                                       : (size_t)(found.point - text.bytes);
    int64_t exponent = 0;
    if (found.exponent) {
        const char *at = found.exponent + (*found.exponent == '+' || *found.exponent == '-');
        for (; at < text_end && exponent < EXPONENT_LIMIT; at++) {
            exponent = exponent * 10 + (*at - '0');
        }
        exponent = *found.exponent == '-' ? -exponent : exponent;
    }

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
    if (first == last) {
        return true;
    }
    /* The exponent of the last digit kept, counted from the decimal point. */
    if (point == SIZE_MAX || last <= point) {
        size_t units = point == SIZE_MAX ? end : point;
        parts->exponent = exponent + (int64_t)(units - last);
    } else {
        parts->exponent = exponent - (int64_t)(last - point - 1);
        if (first < point) {
            parts->count--; /* the point itself */
        }
    }
    return true;
}

/** The digit at `*offset`, which moves on past it and past the point. */
static unsigned next_digit(const decimal *parts, size_t *offset) {
    if (parts->text.bytes[*offset] == '.') {
        ++*offset;
    }
    return (unsigned)(parts->text.bytes[(*offset)++] - '0');
}

/** The absolute value as an integer. */
static vox_status magnitude(const decimal *parts, uint64_t *value) {
    uint64_t result = 0;
    size_t offset = parts->first;
    if (parts->exponent < 0) {
        return VOX_ERROR_KIND;
    }
    if (parts->count > 20 || parts->exponent > 20) {
        return VOX_ERROR_RANGE;
    }
    for (size_t step = 0; step < parts->count + (size_t)parts->exponent; step++) {
        unsigned digit = step < parts->count ? next_digit(parts, &offset) : 0;
        if (result > (UINT64_MAX - digit) / 10) {
            return VOX_ERROR_RANGE;
        }
        result = result * 10 + digit;
    }
    *value = result;
    return VOX_OK;
}

bool vox_number_valid(vox_string text) {
    decimal parts;
    return split(text, &parts);
}

/** Reads an integer up to `most`, or down to the negative of `least`. */
static VOX_COLD vox_status
any_integer(vox_string text, uint64_t least, uint64_t most, uint64_t *value) {
    decimal parts;
    uint64_t absolute = 0;
    if (!split(text, &parts)) {
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
    uint64_t bits; /* as unsigned, negating reaches INT64_MIN without overflow */
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
    return any_integer(text, 0, UINT64_MAX, value);
}

/** Converts with the C library, in the "C" locale whatever the program's is. */
static vox_status convert(vox_string text, double *value) {
    char local[128];
    char *copy = local;
    if (text.length >= sizeof local) {
        copy = malloc(text.length + 1);
        if (!copy) {
            return VOX_ERROR_MEMORY;
        }
    }
    memcpy(copy, text.bytes, text.length);
    copy[text.length] = '\0';
    locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    vox_status status = locale ? VOX_OK : VOX_ERROR_MEMORY;
    if (locale) {
        *value = strtod_l(copy, NULL, locale);
        freelocale(locale);
    }
    if (copy != local) {
        free(copy);
    }
    return status;
}

static double power_of_ten(int64_t exponent) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    return powers[exponent];
}

vox_status vox_number_double(vox_string text, double *value) {
    decimal parts;
    if (!split(text, &parts)) {
        return VOX_ERROR_NUMBER;
    }
    double result = 0;
    if (parts.count == 0) {
        *value = parts.negative ? -0.0 : 0.0;
        return VOX_OK;
    }
    if (parts.count <= 15 && parts.exponent >= -22 && parts.exponent <= 22) {
        uint64_t digits = 0;
        size_t offset = parts.first;
        for (size_t step = 0; step < parts.count; step++) {
            digits = digits * 10 + next_digit(&parts, &offset);
        }
        double exact = (double)digits;
        result = parts.exponent < 0 ? exact / power_of_ten(-parts.exponent)
                                    : exact * power_of_ten(parts.exponent);
        *value = parts.negative ? -result : result;
        return VOX_OK;
    }
    vox_status status = convert(text, &result);
    if (status == VOX_OK && (!isfinite(result) || result == 0)) {
        status = VOX_ERROR_RANGE;
    }
    if (status == VOX_OK) {
        *value = result;
    }
    return status;
}

/** True when the exponent was too long to be kept. */
static bool is_beyond(const decimal *parts) {
    return parts->exponent > EXPONENT_LIMIT / 2 || parts->exponent < -EXPONENT_LIMIT / 2;
}

bool vox_number_equal(vox_string left, vox_string right) {
    decimal a, b;
    if (vox_string_equal(left, right)) {
        return true;
    }
    if (!split(left, &a) || !split(right, &b) || a.count != b.count) {
        return false;
    }
    if (a.count == 0) {
        return true; /* -0 and 0 are one number */
    }
    if (a.negative != b.negative || a.exponent != b.exponent || is_beyond(&a)) {
        return false;
    }
    size_t at = a.first, bt = b.first;
    for (size_t step = 0; step < a.count; step++) {
        if (next_digit(&a, &at) != next_digit(&b, &bt)) {
            return false;
        }
    }
    return true;
}

size_t vox__number_canonical(vox_string text, char canonical[VOX_NUMBER_SIZE]) {
    decimal parts;
    double value;
    if (!split(text, &parts) || parts.count > 17 || vox_number_double(text, &value) != VOX_OK) {
        return 0;
    }
    size_t length = vox_number_format(value == 0 ? 0.0 : value, canonical);
    /* An integer that a double would change keeps its text. */
    if (parts.exponent >= 0 && !vox_number_equal(text, vox__string(canonical, length))) {
        return 0;
    }
    return length;
}
