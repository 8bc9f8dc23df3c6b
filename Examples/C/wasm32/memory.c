/* SPDX-License-Identifier: MIT */
/** The functions of a C library that a freestanding core needs, in short. */
#include <stddef.h>

void *memmove(void *to, const void *from, size_t size) {
    char *target = to;
    const char *source = from;
    if (target < source) {
        for (size_t at = 0; at < size; at++) {
            target[at] = source[at];
        }
    } else {
        while (size-- > 0) {
            target[size] = source[size];
        }
    }
    return to;
}

void *memcpy(void *to, const void *from, size_t size) {
    return memmove(to, from, size);
}

void *memset(void *bytes, int byte, size_t size) {
    for (size_t at = 0; at < size; at++) {
        ((char *)bytes)[at] = (char)byte;
    }
    return bytes;
}

int memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *one = left, *other = right;
    for (size_t at = 0; at < size; at++) {
        if (one[at] != other[at]) {
            return one[at] < other[at] ? -1 : 1;
        }
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    return length;
}
