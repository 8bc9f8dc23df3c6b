/* SPDX-License-Identifier: MIT */
/** The end of a JSON value in text that arrives in pieces.
 *
 *  Only brackets and quotes are counted: a value that ends is not yet known to be JSON. A line feed
 *  in a string, which JSON does not allow, ends the value, so that a string without its closing
 *  quote does not hide the values after it. */
#ifndef VOX_FILTER_VALUE_END_H
#define VOX_FILTER_VALUE_END_H

#include <stdbool.h>
#include <stddef.h>

/** The part of a value that was searched. All zero before the value. */
typedef struct value_end {
    bool is_begun;
    bool is_word; /* a number, a literal, or what is none */
    bool in_string;
    bool is_escaped; /* the last byte was the backslash of an escape */
    size_t depth;    /* of open brackets */
} value_end;

/** Returns true for the white space of JSON. */
bool vox__is_blank(char byte);

/** Searches the end of the value from `*at` on, which is the first byte that was not searched.
 *  Returns true when the value ends before `*at`, and false when all bytes belong to it. */
bool vox__value_end(value_end *value, const char *bytes, size_t length, size_t *at);

#endif
