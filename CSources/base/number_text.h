/* SPDX-License-Identifier: MIT */
/** The grammar of numbers (RFC 8259, section 6). */
#ifndef VOX_NUMBER_TEXT_H
#define VOX_NUMBER_TEXT_H

#include "base/text.h"

/** Where the parts of a number are. */
typedef struct vox__number_parts {
    const char *whole;    /* its first digit */
    const char *point;    /* the point, or where the whole digits end */
    const char *fraction; /* where the digits behind the point end; `point` without any */
    const char *exponent; /* behind 'e', or NULL */
} vox__number_parts;

/** Passes over digits. `padded`: behind `end` stands what is no digit. */
VOX_INLINE const char *vox__digits_end(const char *at, const char *end, bool padded) {
    while ((padded || at < end) && (unsigned char)(*at - '0') <= 9) {
        at++;
    }
    return at;
}

/** Where the number ends that begins at `at`; a digit behind a leading zero belongs to it no
 *  more. NULL when there is none: `*missing` (unless that is NULL) is then where a digit is
 *  missing. `parts` may be NULL. `padded`: behind `end` stands what no number goes on with. */
VOX_INLINE const char *vox__number_end(
    const char *at, const char *end, bool padded, vox__number_parts *parts, const char **missing
) {
    const char *digits = at + ((padded || at < end) && *at == '-');
    const char *point, *fraction;
    if (parts) {
        parts->whole = digits;
        parts->exponent = NULL;
    }
    at = (padded || digits < end) && *digits == '0' ? digits + 1
                                                    : vox__digits_end(digits, end, padded);
    if (VOX_UNLIKELY(at == digits)) {
        goto none;
    }
    point = fraction = at;
    if ((padded || at < end) && *at == '.') {
        digits = at + 1;
        fraction = at = vox__digits_end(digits, end, padded);
        if (at == digits) {
            goto none;
        }
    }
    if (parts) {
        parts->point = point;
        parts->fraction = fraction;
    }
    if ((padded || at < end) && (*at | 0x20) == 'e') {
        digits = at + 1;
        if (parts) {
            parts->exponent = digits;
        }
        digits += (padded || digits < end) && (*digits == '+' || *digits == '-');
        at = vox__digits_end(digits, end, padded);
        if (at == digits) {
            goto none;
        }
    }
    return at;
none:
    if (missing) {
        *missing = at;
    }
    return NULL;
}

#endif
