/* SPDX-License-Identifier: MIT */
/** Short texts, read and compared by words and without a call. */
#ifndef VOX_TEXT_H
#define VOX_TEXT_H

#include "base/compiler.h"
#include "base/libc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline vox_string vox__string(const char *bytes, size_t length) {
    vox_string string = {bytes, length};
    return string;
}

/** Arguments named `padded`: in padded text, a readable byte after the end ends every token, so the
 *  end need not be compared. */
enum {
    VOX_UNPADDED = 0,
    VOX_PADDED = 1
};

/** Returns true for white space of JSON (RFC 8259, section 2). */
VOX_INLINE bool vox__is_space(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/** Copies fewer than 16 bytes without a call, and accesses no other bytes. */
VOX_INLINE void vox__copy_few(char *to, const char *from, size_t length) {
    if (length >= 8) {
        memcpy(to, from, 8);
        memcpy(to + length - 8, from + length - 8, 8);
    } else if (length >= 4) {
        memcpy(to, from, 4);
        memcpy(to + length - 4, from + length - 4, 4);
    } else if (length) { /* these are all bytes */
        to[0] = from[0];
        to[length / 2] = from[length / 2];
        to[length - 1] = from[length - 1];
    }
}

/** Copies bytes that are usually few. */
VOX_INLINE void vox__copy(char *to, const char *from, size_t length) {
    if (length < 16) {
        vox__copy_few(to, from, length);
    } else if (length <= 64) {
        memcpy(to, from, 16);
        for (size_t done = 16; done + 16 < length; done += 16) {
            memcpy(to + done, from + done, 16);
        }
        memcpy(to + length - 16, from + length - 16, 16);
    } else {
        memcpy(to, from, length);
    }
}

/** Reads the first and the last bytes of a text, up to eight of each. These are all bytes of a text
 *  of up to 16 bytes. */
VOX_INLINE void vox__ends(vox_string text, uint64_t *first, uint64_t *last) {
    const char *bytes = text.bytes;
    uint32_t half[2];
    if (text.length >= 8) {
        memcpy(first, bytes, 8);
        memcpy(last, bytes + text.length - 8, 8);
    } else if (text.length >= 4) {
        memcpy(&half[0], bytes, 4);
        memcpy(&half[1], bytes + text.length - 4, 4);
        *first = half[0];
        *last = half[1];
    } else if (text.length) { /* these are all bytes */
        *first = (unsigned char)bytes[0] | (uint64_t)(unsigned char)bytes[text.length / 2] << 8;
        *last = (unsigned char)bytes[text.length - 1];
    } else {
        *first = *last = 0;
    }
}

/** Returns the value of a hexadecimal digit, or 16. */
static inline unsigned vox__hex_digit(char byte) {
    const unsigned digit = (unsigned char)byte - (unsigned)'0';
    const unsigned letter = ((unsigned char)byte | 0x20U) - (unsigned)'a';
    return digit <= 9 ? digit : letter <= 5 ? letter + 10 : 16;
}

/** Compares names as memcmp does, but without a call, by words that may overlap. */
VOX_INLINE bool vox__same_bytes(const char *left, const char *right, size_t length) {
    uint64_t one, other;
    uint32_t half, other_half;
    if (length >= sizeof one) {
        for (size_t at = 0; at + sizeof one < length; at += sizeof one) {
            memcpy(&one, left + at, sizeof one);
            memcpy(&other, right + at, sizeof other);
            if (one != other) {
                return false;
            }
        }
        memcpy(&one, left + length - sizeof one, sizeof one);
        memcpy(&other, right + length - sizeof other, sizeof other);
        return one == other;
    }
    if (length >= sizeof half) {
        memcpy(&half, left, sizeof half);
        memcpy(&other_half, right, sizeof other_half);
        if (half != other_half) {
            return false;
        }
        memcpy(&half, left + length - sizeof half, sizeof half);
        memcpy(&other_half, right + length - sizeof other_half, sizeof other_half);
        return half == other_half;
    }
    /* Up to three bytes: the first, the middle and the last byte are all bytes. */
    return length == 0 || (left[0] == right[0] && left[length / 2] == right[length / 2] &&
                           left[length - 1] == right[length - 1]);
}

/** Compares short strings as vox_string_equal does. */
static inline bool vox__same(vox_string left, vox_string right) {
    return left.length == right.length && vox__same_bytes(left.bytes, right.bytes, left.length);
}

/** Reads a short integer that has only digits, as most integers do. Returns false and writes
 *  nothing for other numbers. */
static inline bool vox__short_integer(vox_string text, int64_t *value) {
    const char *at = text.bytes, *end = at + text.length;
    bool negative = text.length && *at == '-';
    int64_t absolute = 0;
    at += negative;
    if (end - at < 1 || end - at > 18 || (*at == '0' && end - at > 1)) {
        return false;
    }
    do {
        unsigned digit = (unsigned)(*at - '0');
        if (digit > 9) {
            return false;
        }
        absolute = absolute * 10 + digit;
    } while (++at < end);
    *value = negative ? -absolute : absolute;
    return true;
}

/** The top bit of each of eight bytes. */
#define VOX_TOPS UINT64_C(0x8080808080808080)

/** Converts eight bytes to a number, with the first byte as the lowest, and back. */
static inline uint64_t vox__load(const char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}
static inline void vox__store(char *bytes, uint64_t word) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(bytes, &word, sizeof word);
}

/** Converts fewer than eight bytes to a number, with the first byte as the lowest. Does not go
 *  through memory, because reading a word that was written in parts stalls. */
VOX_INLINE uint64_t vox__load_few(const char *bytes, size_t length) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (length >= 4) {
        uint32_t low, high;
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + length - 4, 4);
        return low | (uint64_t)high << (8 * (length - 4));
    }
#endif
    uint64_t word = 0;
    for (size_t index = 0; index < length; index++) {
        word |= (uint64_t)(unsigned char)bytes[index] << (8 * index);
    }
    return word;
}

/** Copies a text and accesses no other bytes. Returns true when it is ASCII. */
VOX_INLINE bool vox__copy_ascii(char *to, const char *from, size_t length) {
    uint64_t pair[2], seen = 0;
    if (length < 8) {
        uint32_t half[2];
        if (length >= 4) {
            memcpy(&half[0], from, 4);
            memcpy(&half[1], from + length - 4, 4);
            memcpy(to, &half[0], 4);
            memcpy(to + length - 4, &half[1], 4);
            return !((half[0] | half[1]) & (uint32_t)VOX_TOPS);
        }
        if (length) { /* these are all bytes */
            const char first = from[0], middle = from[length / 2], last = from[length - 1];
            to[0] = first;
            to[length / 2] = middle;
            to[length - 1] = last;
            return (unsigned char)(first | middle | last) < 0x80;
        }
        return true;
    }
    if (length < 16) {
        memcpy(&pair[0], from, 8);
        memcpy(&pair[1], from + length - 8, 8);
        memcpy(to, &pair[0], 8);
        memcpy(to + length - 8, &pair[1], 8);
        return !((pair[0] | pair[1]) & VOX_TOPS);
    }
    for (size_t done = 0; done + 16 < length; done += 16) {
        memcpy(pair, from + done, 16);
        memcpy(to + done, pair, 16);
        seen |= pair[0] | pair[1];
    }
    memcpy(pair, from + length - 16, 16);
    memcpy(to + length - 16, pair, 16);
    return !((seen | pair[0] | pair[1]) & VOX_TOPS);
}

/** Eight digits 0. XOR with them gives the value of each digit. */
#define VOX_ZEROS UINT64_C(0x3030303030303030)

/** Returns the value of eight digits, the first in the lowest byte: combines pairs, then fours,
 *  then all. */
static inline uint64_t vox__eight_digits(uint64_t digits) {
    digits = digits * 10 + (digits >> 8); /* pairs, in every other byte */
    return ((digits & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x000F424000000064) +
            ((digits >> 16) & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x0000271000000001)) >>
           32;
}

/** Reads a JSON number of up to eight digits at once; eight bytes must be readable. Returns false
 *  and writes nothing for other numbers: all other characters of a number differ from '0' in the
 *  bit 0x10, and digits do not. */
static inline bool vox__few_digits(const char *bytes, size_t length, int64_t *value) {
    if (length - 1 > 7) {
        return false;
    }
    /* The zeros come first, because the first byte is the highest digit. */
    const uint64_t digits = (vox__load(bytes) ^ VOX_ZEROS) << (64 - 8 * length);
    if (digits & UINT64_C(0x1010101010101010)) {
        return false;
    }
    *value = (int64_t)vox__eight_digits(digits);
    return true;
}

/** Returns the top bit of each of eight bytes that equals `byte`. */
static inline uint64_t vox__equal_bytes(uint64_t word, unsigned char byte) {
    uint64_t difference = word ^ (UINT64_C(0x0101010101010101) * byte);
    return ~(((difference & ~VOX_TOPS) + ~VOX_TOPS) | difference) & VOX_TOPS;
}

/** Returns the first byte that equals `byte`, or NULL. */
static inline const char *vox__find_byte(const char *bytes, char byte, size_t length) {
#ifdef VOX_FREESTANDING
    for (; length >= 8; bytes += 8, length -= 8) {
        const uint64_t found = vox__equal_bytes(vox__load(bytes), (unsigned char)byte);
        if (found) {
            return bytes + __builtin_ctzll(found) / 8;
        }
    }
    for (; length; bytes++, length--) {
        if (*bytes == byte) {
            return bytes;
        }
    }
    return NULL;
#else
    return (const char *)memchr(bytes, byte, length);
#endif
}

/** Returns the number of bits that are set, without the processor's instruction. */
static inline unsigned vox__count_bits(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)((bits * UINT64_C(0x0101010101010101)) >> 56);
}

/** Returns the top bits of eight bytes as eight bits. */
static inline uint64_t vox__gather(uint64_t tops) {
    return ((tops >> 7) * UINT64_C(0x0102040810204080)) >> 56;
}

#endif
