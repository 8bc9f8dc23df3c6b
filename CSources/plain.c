/* SPDX-License-Identifier: MIT */
/** Reading what is plain, several times as fast as yajl can.
 *
 *  What is plain has its tokens where the grammar has them (RFC 8259, section 2).
 *  Anything else is wrong, and it is yajl's to say so: it is given the value from its
 *  beginning.
 *
 *  Somebody has looked at the text before: scan.c at all of it, which is UTF-8 then;
 *  or the skim, so that brackets and strings end within the value. Nobody runs away:
 *  a value that was cut out ends in a bracket, and behind our copy of a text stand a
 *  line feed and a NUL, which no token goes on with. */
#include "append.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static inline const char *skip_space(const char *at) {
    if (VOX_LIKELY((unsigned char)*at > ' ')) {
        return at;
    }
    while (vox__is_space(*at)) {
        at++;
    }
    return at;
}

static inline bool is_in_string(char byte) {
    return byte != '"' && byte != '\\' && (unsigned char)byte >= ' ';
}

#if !defined(__SSE2__)

/** True when one of eight bytes may be a control character. */
static inline bool has_control(const char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return ((word - UINT64_C(0x2020202020202020)) & ~word & UINT64_C(0x8080808080808080)) != 0;
}

#endif

/** The first byte from `at` on that is a quote, a backslash or a control character; or
 *  `source_end`. */
static inline const char *string_stop(const char *at, const char *source_end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
    const __m128i last_control = _mm_set1_epi8(0x1F);
    for (; VOX_LIKELY(source_end - at >= 16); at += 16) {
        __m128i text = _mm_loadu_si128((const __m128i *)(const void *)at);
        __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(text, last_control), text);
        __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(text, quote), _mm_cmpeq_epi8(text, slash));
        int found = _mm_movemask_epi8(_mm_or_si128(marks, controls));
        if (found) {
            return at + __builtin_ctz((unsigned)found);
        }
    }
#else
    /* Control characters are rare: those in these eight bytes are looked for below. */
    for (size_t step = 8; step == 8 && source_end - at >= 8; at += step) {
        step = has_control(at) ? 0 : vox__plain_bytes(at);
    }
#endif
    while (at < source_end && is_in_string(*at)) {
        at++;
    }
    return at;
}

/** Where the string ends that has an escape at `at`, behind its quote; NULL when it
 *  does not. */
VOX_COLD static const char *escaped_end(const char *at, const char *source_end) {
    while (at < source_end && *at == '\\') {
        at = source_end - at < 2 ? source_end : string_stop(at + 2, source_end);
    }
    return at < source_end && *at == '"' ? at + 1 : NULL;
}

/** Stores what the text between quotes that is `source[start, end)` says. */
VOX_COLD static bool store(
    parse_state *parser, size_t start, size_t end, bool is_name, vox_ref *stored
) {
    const vox_string raw = vox__string(parser->source + start, end - start);
    size_t length = vox__unescape(raw, NULL);
    if (length == SIZE_MAX) {
        return false;
    }
    size_t extra = is_name ? start - 1 : length;
    vox_status status = vox__text_make(parser->tree, length, (uint32_t)extra, stored);
    if (status != VOX_OK) {
        return vox__stop(parser, status, start - 1);
    }
    (void)vox__unescape(raw, vox__text_at(parser->tree, *stored)->bytes);
    return true;
}

/** Appends the string at `at`; returns what follows. */
static inline const char *take_string(parse_state *parser, const char *at) {
    const char *const source_end = parser->source + parser->source_length;
    const size_t start = (size_t)(at - parser->source);
    const char *end = string_stop(at + 1, source_end);
    if (VOX_LIKELY(*end == '"')) {
        end++;
        return vox__append(parser, VOX_STRING, start, (size_t)(end - parser->source)) ? end : NULL;
    }
    vox_ref stored;
    end = escaped_end(end, source_end);
    size_t behind = end ? (size_t)(end - parser->source) : 0;
    bool good = end && store(parser, start + 1, behind - 1, false, &stored) &&
                vox__append_stored(parser, start, behind, stored);
    return good ? end : NULL;
}

static inline const char *skip_digits(const char *at) {
    while ((unsigned char)(*at - '0') <= 9) {
        at++;
    }
    return at;
}

/** Where a number ends; NULL when it is none (RFC 8259, section 6). */
static inline const char *number_end(const char *at) {
    const char *digits = at + (*at == '-');
    at = skip_digits(digits);
    if (at == digits || (*digits == '0' && at - digits > 1)) {
        return NULL;
    }
    if (*at == '.') {
        digits = at + 1;
        at = skip_digits(digits);
        if (at == digits) {
            return NULL;
        }
    }
    if (*at == 'e' || *at == 'E') {
        digits = at + 1;
        digits += *digits == '+' || *digits == '-';
        at = skip_digits(digits);
        if (at == digits) {
            return NULL;
        }
    }
    return at;
}

/** Where a literal ends; NULL when something else stands there. `left`: the bytes up to
 *  the end of the value, the bracket of its container among them. */
static inline const char *literal_end(
    const char *at, size_t left, const char *name, size_t length
) {
    return left > length && memcmp(at, name, length) == 0 ? at + length : NULL;
}

/** Appends the value at `at`, of a container its beginning; returns what follows, or
 *  NULL when it is not plain. */
static inline const char *take_value(parse_state *parser, const char *at, size_t left) {
    const size_t start = (size_t)(at - parser->source);
    const char *end;
    vox_kind kind;
    switch (*at) {
    case '"':
        return take_string(parser, at);
    case '{':
        return vox__append_open(parser, VOX_OBJECT, start) ? at + 1 : NULL;
    case '[':
        return vox__append_open(parser, VOX_ARRAY, start) ? at + 1 : NULL;
    case 't':
        kind = VOX_TRUE;
        end = literal_end(at, left, "true", 4);
        break;
    case 'f':
        kind = VOX_FALSE;
        end = literal_end(at, left, "false", 5);
        break;
    case 'n':
        kind = VOX_NULL;
        end = literal_end(at, left, "null", 4);
        break;
    default:
        kind = VOX_NUMBER;
        end = number_end(at);
        break;
    }
    bool good = end && vox__append(parser, kind, start, (size_t)(end - parser->source));
    return good ? end : NULL;
}

/** Takes the name of a member and its colon; returns where its value begins, or NULL. */
static inline const char *take_name(parse_state *parser, const char *at) {
    if (*at != '"') {
        return NULL;
    }
    const char *const source_end = parser->source + parser->source_length;
    const size_t start = (size_t)(at + 1 - parser->source);
    const char *end = string_stop(at + 1, source_end);
    if (VOX_LIKELY(*end == '"' && end - at <= NAME_LENGTH + 1)) {
        vox__append_name(parser, start, (size_t)(end - at) - 1);
        end++;
    } else {
        vox_ref stored;
        end = *end == '"' ? end + 1 : escaped_end(end, source_end);
        if (!end || !store(parser, start, (size_t)(end - parser->source) - 1, true, &stored)) {
            return NULL;
        }
        vox__append_stored_name(parser, stored);
    }
    at = skip_space(end);
    return *at == ':' ? skip_space(at + 1) : NULL;
}

/** Closes what ends at `at`, and goes to the next value, or behind all of them: up to
 *  where `outside` is the innermost container. */
static inline const char *take_between(parse_state *parser, const char *at, vox_ref outside) {
    for (;;) {
        const bool is_object = node_at(parser, parser->parent)->kind == VOX_OBJECT;
        at = skip_space(at);
        if (*at == ',' && parser->last) {
            at = skip_space(at + 1);
        } else if (*at == (is_object ? '}' : ']')) {
            at++;
            vox__append_close(parser, (size_t)(at - parser->source));
            if (parser->parent == outside) {
                return at;
            }
            continue;
        } else if (parser->last) {
            return NULL;
        }
        return is_object ? take_name(parser, at) : at;
    }
}

bool vox__plain_run(parse_state *parser, size_t start, size_t end) {
    const char *const finish = parser->source + end;
    const char *at = skip_space(parser->source + start);
    const vox__place outside = vox__append_place(parser);
    bool open;
    do {
        at = take_value(parser, at, (size_t)(finish - at));
        if (at && parser->parent != outside.parent) {
            at = take_between(parser, at, outside.parent);
        }
        open = parser->parent != outside.parent;
    } while (at && open);
    while (at && at < finish && vox__is_space(*at)) {
        at++;
    }
    if (at != finish) {
        vox_status status = parser->status;
        vox__append_return(parser, &outside);
        bool is_memory = status == VOX_ERROR_MEMORY || status == VOX_ERROR_MEMORY_LIMIT;
        parser->status = is_memory ? status : VOX_OK;
    }
    return at == finish;
}
