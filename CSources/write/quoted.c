/* SPDX-License-Identifier: MIT */
/** Quoted text: copies sixteen bytes at a time and checks them for characters to escape in the same
 *  pass. */
#include "write/quoted.h"
#include "read/lexer.h"

static bool needs_escape(char byte) {
    return (unsigned char)byte < 0x20 || byte == '"' || byte == '\\';
}

/** Returns the top bit of each of eight bytes that needs an escape. Bits above the lowest one may
 *  be wrong. */
static inline uint64_t to_escape(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t quotes = word ^ ones * '"', slashes = word ^ ones * '\\';
    return (((word - ones * 0x20) & ~word) | ((quotes - ones) & ~quotes) |
            ((slashes - ones) & ~slashes)) &
           VOX_TOPS;
}

/** Returns how many bytes of a chunk precede the first one that needs an escape. */
static inline size_t plain_bytes(const char *bytes) {
#if defined(__SSE2__)
    const int found = _mm_movemask_epi8(vox__quoted_marks(vox__quoted_load(bytes)));
    return (size_t)__builtin_ctz((unsigned)found | 1U << VOX_QUOTED_CHUNK);
#else
    const uint64_t first = to_escape(vox__load(bytes)), second = to_escape(vox__load(bytes + 8));
    return first    ? (size_t)__builtin_ctzll(first) / 8
           : second ? (size_t)__builtin_ctzll(second) / 8 + 8
                    : VOX_QUOTED_CHUNK;
#endif
}

/** Writes the shortest escape, as RFC 8785 section 3.2.2.2 requires: up to six bytes. */
static char *put_escape(char *at, char byte) {
    static const char short_forms[] = "btn\0fr";
    *at++ = '\\';
    if (byte == '"' || byte == '\\') {
        *at++ = byte;
    } else if (byte >= 8 && byte <= 13 && byte != 11) {
        *at++ = short_forms[byte - 8];
    } else {
        memcpy(at, "u00", 3);
        at[3] = byte < 16 ? '0' : '1';
        at[4] = "0123456789abcdef"[byte & 15];
        at += 5;
    }
    return at;
}

/** Returns true when fewer bytes than a chunk need no escape. Reads them as words that may
 *  overlap. */
static inline bool is_plain(const char *bytes, size_t length) {
    uint32_t first, last;
    if (length >= 8) {
        return !(to_escape(vox__load(bytes)) | to_escape(vox__load(bytes + length - 8)));
    }
    if (length >= 4) {
        memcpy(&first, bytes, 4);
        memcpy(&last, bytes + length - 4, 4);
        return !to_escape(first | (uint64_t)last << 32);
    }
    return length == 0 || !(needs_escape(bytes[0]) || needs_escape(bytes[length / 2]) ||
                            needs_escape(bytes[length - 1]));
}

/** Copies the bytes before the first escape, 32 at a time, if the whole text fits and has at least
 *  two chunks. Returns their number, which is usually the length of the text. */
VOX_INLINE size_t put_plain(const vox__output *output, char *at, vox_string text) {
    size_t done = 0;
#if defined(__SSE2__)
    if (text.length < 2 * VOX_QUOTED_CHUNK || !vox__fits(output, at, text.length)) {
        return 0;
    }
    for (size_t next = 0;;) {
        const __m128i first = vox__quoted_load(text.bytes + next),
                      second = vox__quoted_load(text.bytes + next + VOX_QUOTED_CHUNK);
        if (_mm_movemask_epi8(_mm_or_si128(vox__quoted_marks(first), vox__quoted_marks(second)))) {
            return done;
        }
        _mm_storeu_si128((__m128i *)(void *)(at + next), first);
        _mm_storeu_si128((__m128i *)(void *)(at + next + VOX_QUOTED_CHUNK), second);
        done = next + 2 * VOX_QUOTED_CHUNK;
        if (done == text.length) {
            return done;
        }
        /* The last 32 bytes may overlap bytes that were copied before. */
        next = text.length - done >= 2 * VOX_QUOTED_CHUNK ? done
                                                          : text.length - 2 * VOX_QUOTED_CHUNK;
    }
#else
    (void)output;
    (void)at;
    (void)text;
    return done;
#endif
}

VOX_HOT char *vox__put_quoted(vox__output *output, char *at, vox_string text) {
    const char *bytes = text.bytes, *const end = bytes + text.length;
    at = vox__byte_at(output, at, '"');
    const size_t plain = put_plain(output, at, text);
    at += plain;
    bytes += plain;
    while (end - bytes >= VOX_QUOTED_CHUNK) {
        at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
        const size_t count = plain_bytes(bytes);
        memcpy(at, bytes, VOX_QUOTED_CHUNK);
        at += count;
        bytes += count;
        if (VOX_UNLIKELY(count < VOX_QUOTED_CHUNK)) {
            at = put_escape(at, *bytes++);
        }
    }
    const size_t rest = (size_t)(end - bytes);
    at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
    if (VOX_LIKELY(is_plain(bytes, rest))) {
        vox__copy_few(at, bytes, rest);
        at += rest;
    } else {
        for (; bytes < end; bytes++) {
            at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
            if (needs_escape(*bytes)) {
                at = put_escape(at, *bytes);
            } else {
                *at++ = *bytes;
            }
        }
    }
    return vox__byte_at(output, at, '"');
}

char *vox__put_name(
    vox__output *output, char *at, const vox_tree *tree, const vox_node *node, bool sorted
) {
    if (!(node->flags & FLAG_NAME_STORED)) {
        const size_t length = (node->name_length & NAME_LENGTH) + (size_t)2;
        return vox__put_at(output, at, tree->source + node->name - 1, length);
    }
    const vox__stored *name = vox__text_at(tree, node->name);
    if (vox__is_read_name(name) && !sorted) {
        const vox_string source = vox__string(tree->source, tree->source_length);
        const size_t end = vox__quoted_end(source, name->extra);
        return vox__put_at(output, at, source.bytes + name->extra, end - name->extra);
    }
    return vox__put_stored(output, at, name);
}
