/* SPDX-License-Identifier: MIT */
/** Quoted text: copies sixteen bytes at a time and checks them for characters to escape in the same
 *  pass. */
#include "write/quoted.h"
#include "read/lexer.h"

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

#if defined(__SSE2__)
/** Copies the bytes before the first escape, two chunks at a time, if the whole text fits and has at
 *  least one chunk. Returns their number, which is usually the length of the text. */
VOX_INLINE size_t put_plain(const vox__output *output, char *at, vox_string text) {
    /* The last chunks may overlap bytes that were copied before. */
    const size_t pair = text.length < 2 * VOX_CHUNK ? text.length : 2 * VOX_CHUNK;
    const bool fits = text.length >= VOX_CHUNK && vox__fits(output, at, text.length);
    size_t done = 0;
    for (size_t next = 0; fits && done < text.length; done = next + pair) {
        next = text.length - done >= pair ? done : text.length - pair;
        const size_t other = next + pair - VOX_CHUNK;
        const __m128i first = vox__chunk_load(text.bytes + next),
                      second = vox__chunk_load(text.bytes + other);
        if (_mm_movemask_epi8(_mm_or_si128(vox__chunk_marks(first), vox__chunk_marks(second)))) {
            break;
        }
        _mm_storeu_si128((__m128i *)(void *)(at + next), first);
        _mm_storeu_si128((__m128i *)(void *)(at + other), second);
    }
    return done;
}
#endif

VOX_HOT char *vox__put_quoted(vox__output *output, char *at, vox_string text) {
    const char *bytes = text.bytes, *const end = bytes + text.length;
    at = vox__byte_at(output, at, '"');
#if defined(__SSE2__)
    const size_t plain = put_plain(output, at, text);
    at += plain;
    bytes += plain;
#endif
    while (bytes < end) {
        char last[VOX_CHUNK] = "               ";
        const size_t left = (size_t)(end - bytes);
        const char *chunk = bytes;
        if (left < VOX_CHUNK) {
            vox__copy_few(last, bytes, left);
            chunk = last;
        }
        size_t count = (size_t)__builtin_ctz(vox__marks(chunk) | 1U << VOX_CHUNK);
        count = count < left ? count : left;
        at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
        memcpy(at, chunk, VOX_CHUNK);
        at += count;
        bytes += count;
        if (VOX_UNLIKELY(count < VOX_CHUNK && bytes < end)) {
            at = put_escape(at, *bytes++);
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
