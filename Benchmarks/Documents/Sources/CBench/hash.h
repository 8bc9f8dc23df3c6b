/* SPDX-License-Identifier: MIT */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

/** FNV-1a, made positive. */
static inline int64_t hash_of(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t at = 0; at < length; at++) {
        hash = (hash ^ (unsigned char)bytes[at]) * UINT64_C(0x100000001b3);
    }
    return (int64_t)(hash >> 1);
}

#endif
