/* SPDX-License-Identifier: MIT */
/** The fast reader: well-formed text to nodes, two to three times as fast as yajl.
 *
 *  It has the grammar unrolled: value, between values, name. What it cannot read is wrong;
 *  it stops in front of that, and says no more.
 *
 *  Somebody has looked at the text before: check_text.c at all of it, which is UTF-8 then;
 *  or the structural scan, so that brackets and strings end within a span. Where a text is
 *  `padded` no token can run past its end: a span ends in a bracket, and behind our copy of
 *  a text stand a line feed and a NUL. Borrowed text is not. */
#include "read/lexer.h"
#include "read/node_builder.h"
#include "scan/scan.h"

/** Up to where a reader may look, and up to where its value goes. */
typedef struct fast_bounds {
    const char *limit;
    const char *finish;
    bool padded;
} fast_bounds;

/** Stores what the text between quotes that is `source[start, end)` says. */
VOX_APART static bool store(
    vox__builder *builder, size_t start, size_t end, bool is_name, vox_ref *stored
) {
    const vox_string raw = vox__string(builder->source + start, end - start);
    char read[512]; /* room for most; what is longer is read twice */
    const bool fits = raw.length + 2 <= sizeof read;
    size_t length = vox__unescape(raw, fits ? read : NULL);
    if (length == SIZE_MAX) {
        return false;
    }
    size_t extra = is_name ? start - 1 : length;
    char *text;
    vox_status status = vox__text_make(builder->tree, length, (uint32_t)extra, stored, &text);
    if (status != VOX_OK) {
        return vox__stop(builder, status, start - 1);
    }
    if (fits) {
        memcpy(text, read, length);
    } else {
        (void)vox__unescape(raw, text);
    }
    return true;
}

/** Appends a string with escapes; returns what follows, or NULL. */
VOX_APART static const char *take_escaped(
    vox__builder *builder, const char *at, const char *limit
) {
    const char *end = vox__string_end(at + 1, limit);
    const size_t start = (size_t)(at - builder->source);
    const size_t behind = end ? (size_t)(end - builder->source) : 0;
    vox_ref stored;
    bool good = end && store(builder, start + 1, behind - 1, false, &stored) &&
                vox__append_stored(builder, start, behind, stored);
    return good ? end : NULL;
}

/** Appends the string at `at`; returns what follows. */
VOX_INLINE const char *take_string(
    vox__builder *builder, const char *at, const fast_bounds bounds
) {
    const char *end = vox__plain_end(at + 1, bounds.limit);
    if (VOX_LIKELY((bounds.padded || end < bounds.limit) && *end == '"')) {
        const size_t start = (size_t)(at - builder->source);
        end++;
        return vox__append(builder, VOX_STRING, start, (size_t)(end - builder->source)) ? end
                                                                                        : NULL;
    }
    return take_escaped(builder, at, bounds.limit);
}

/** Appends the spans of the list that is open, and closes it; returns what follows. */
VOX_COLD static const char *take_spans(vox__builder *builder) {
    const vox__structure *structure = builder->structure;
    const vox__span_list *list = &vox__span_lists(structure)[builder->next_list++];
    vox__next_list(builder);
    if (!vox__append_spans(builder, vox__spans(structure) + list->first, list->count)) {
        return NULL;
    }
    return builder->source + list->close;
}

/** Appends the value at `at`, of a container its beginning; returns what follows, or
 *  NULL. */
VOX_INLINE const char *take_value(vox__builder *builder, const char *at, const fast_bounds bounds) {
    const size_t start = (size_t)(at - builder->source);
    const char *end;
    vox_kind kind;
    if (!bounds.padded && at >= bounds.finish) {
        return NULL;
    }
    switch (*at) {
    case '"':
        return take_string(builder, at, bounds);
    case '{':
        return vox__append_open(builder, VOX_OBJECT, start) ? at + 1 : NULL;
    case '[':
        if (!vox__append_open(builder, VOX_ARRAY, start)) {
            return NULL;
        }
        return VOX_LIKELY(start != builder->next_open) ? at + 1 : take_spans(builder);
    case 't':
        kind = VOX_TRUE;
        end = vox__literal_end(at, bounds.finish, "true", 4);
        break;
    case 'f':
        kind = VOX_FALSE;
        end = vox__literal_end(at, bounds.finish, "false", 5);
        break;
    case 'n':
        kind = VOX_NULL;
        end = vox__literal_end(at, bounds.finish, "null", 4);
        break;
    default:
        kind = VOX_NUMBER;
        end = vox__number_end(at, bounds.limit, bounds.padded, NULL, NULL);
        break;
    }
    bool good = end && vox__append(builder, kind, start, (size_t)(end - builder->source));
    return good ? end : NULL;
}

/** Takes the name of a member and its colon; returns where its value begins, or NULL. */
VOX_INLINE const char *take_name(vox__builder *builder, const char *at, const fast_bounds bounds) {
    if ((!bounds.padded && at >= bounds.limit) || *at != '"') {
        return NULL;
    }
    const size_t start = (size_t)(at + 1 - builder->source);
    const char *end = vox__plain_end(at + 1, bounds.limit);
    if (VOX_LIKELY(
            (bounds.padded || end < bounds.limit) && *end == '"' && end - at <= NAME_LENGTH + 1
        )) {
        vox__append_name(builder, start, (size_t)(end - at) - 1);
        end++;
    } else {
        vox_ref stored;
        end = vox__string_end(at + 1, bounds.limit);
        if (!end || !store(builder, start, (size_t)(end - builder->source) - 1, true, &stored)) {
            return NULL;
        }
        vox__append_stored_name(builder, stored);
    }
    at = vox__space_end(end, bounds.limit, bounds.padded);
    bool colon = (bounds.padded || at < bounds.limit) && *at == ':';
    return colon ? vox__space_end(at + 1, bounds.limit, bounds.padded) : NULL;
}

/** Closes what ends at `at`, and goes to the next value, or behind all of them: up to
 *  where `outside` is the innermost container. */
VOX_INLINE const char *take_between(
    vox__builder *builder, const char *at, vox_ref outside, const fast_bounds bounds
) {
    for (;;) {
        const bool is_object = vox__node_at(builder, builder->parent)->kind == VOX_OBJECT;
        at = vox__space_end(at, bounds.limit, bounds.padded);
        if (!bounds.padded && at >= bounds.limit) {
            return NULL;
        }
        if (*at == ',' && builder->last) {
            at = vox__space_end(at + 1, bounds.limit, bounds.padded);
        } else if (*at == (is_object ? '}' : ']')) {
            at++;
            vox__append_close(builder, (size_t)(at - builder->source));
            if (builder->parent == outside) {
                return at;
            }
            continue;
        } else if (builder->last) {
            return NULL;
        }
        return is_object ? take_name(builder, at, bounds) : at;
    }
}

VOX_INLINE bool read_value(vox__builder *builder, size_t start, const fast_bounds bounds) {
    const char *at = vox__space_end(builder->source + start, bounds.limit, bounds.padded);
    const vox_ref outside = builder->parent;
    bool open;
    do {
        at = take_value(builder, at, bounds);
        if (at && builder->parent != outside) {
            at = take_between(builder, at, outside, bounds);
        }
        open = builder->parent != outside;
    } while (at && open);
    return at && vox__space_end(at, bounds.finish, false) == bounds.finish;
}

VOX_HOT bool vox__fast_read(vox__builder *builder, size_t start, size_t end, bool padded) {
    const char *const finish = builder->source + end;
    const char *const source_end = builder->source + builder->source_length;
    return padded ? read_value(builder, start, (fast_bounds){source_end, finish, true})
                  : read_value(builder, start, (fast_bounds){finish, finish, false});
}
