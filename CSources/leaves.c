/* SPDX-License-Identifier: MIT */
/** Cutting goes on inside a value that is touched, down to its leaves.
 *
 *  The skim has seen that in a value that was cut out strings end and hold no raw
 *  control character, that they are UTF-8, and that brackets balance. So where no
 *  string has an escape, what is left to see is that tokens stand where the grammar
 *  has them (RFC 8259, section 2), and how numbers and names of literals are spelled:
 *  several times less work than to let yajl find all that again.
 *
 *  What is not plain in that sense is left to yajl, from its beginning: text with
 *  escapes, which it decodes, and text that is wrong, of which it says why. */
#include "append.h"

static inline const char *skip_space(const char *at) {
    if (VOX_LIKELY((unsigned char)*at > ' ')) {
        return at;
    }
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') {
        at++;
    }
    return at;
}

/** Where the string that begins behind the quote at `at` has its other quote; NULL
 *  when there is an escape before. */
static inline const char *closing_quote(const parse_state *parser, const char *at) {
    const char *const source_end = parser->source + parser->source_length;
    size_t step = 8;
    at++;
    while (step == 8 && VOX_LIKELY(source_end - at >= 8)) {
        step = vox__plain_bytes(at);
        at += step;
    }
    while (*at != '"' && *at != '\\') {
        at++;
    }
    return *at == '"' ? at : NULL;
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
        kind = VOX_STRING;
        end = closing_quote(parser, at);
        end = end ? end + 1 : NULL;
        break;
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
    const char *end = *at == '"' ? closing_quote(parser, at) : NULL;
    size_t length = end ? (size_t)(end - at) - 1 : 0;
    if (!end || length > NAME_LENGTH) {
        return NULL;
    }
    vox__append_name(parser, (size_t)(at - parser->source) + 1, length);
    at = skip_space(end + 1);
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

bool vox__leaves_run(parse_state *parser, size_t start, size_t end) {
    const char *at = parser->source + start, *const finish = parser->source + end;
    const vox__place outside = vox__append_place(parser);
    do {
        at = take_value(parser, at, (size_t)(finish - at));
        at = at ? take_between(parser, at, outside.parent) : NULL;
    } while (at && parser->parent != outside.parent);
    if (at != finish) {
        vox__append_return(parser, &outside);
    }
    return at == finish;
}
