/* SPDX-License-Identifier: MIT */
/** The fast reader: creates nodes from well-formed text, faster than yajl.
 *
 *  The grammar is unrolled: value, between values, name. The reader stops before text that it
 *  cannot read, which is an error, and does not describe the error.
 *
 *  The text was checked before. Either check_text.c has checked that all of it is UTF-8, or the
 *  structural scan has checked that brackets and strings end within a span. In `closed` text a
 *  token cannot continue past the end of the text, and the reader passes the end only after a
 *  bracket: a copied text is followed by a line feed and NUL bytes, and every other closed text,
 *  such as a span, ends with a bracket. */
#include "read/lexer.h"
#include "read/node_builder.h"
#include "scan/scan.h"

/** The bounds of a value and of its text. In closed text the byte at `limit` may be read, too, and
 *  is not a quote. Vectors may read up to `readable`, because a line feed and NUL bytes follow the
 *  text. Short texts can therefore be read like long ones. */
typedef struct fast_bounds {
    const char *limit;
    const char *readable;
    const char *finish;
    bool closed;
} fast_bounds;

/** Stores the unescaped text of the string at `at`, whose first byte that is not plain is at `mark`.
 *  Returns the position after it, or NULL. The text is written after the other texts. When there is
 *  more of it than room, it moves to a chunk with room for three times as much, or for the rest. */
VOX_APART static const char *store_unescaped(
    vox__builder *builder, const char *at, const char *mark, const char *readable, bool is_name,
    vox_ref *stored
) {
    vox_tree *const tree = builder->tree;
    vox__arena *const texts = &tree->texts;
    const size_t start = (size_t)(at++ - builder->source);
    if (mark == readable || (unsigned char)*mark < ' ') {
        return NULL;
    }
    for (size_t done = 0;;) {
        const uintptr_t place = texts->top + texts->used * VOX_TEXT_UNIT + sizeof(vox__stored);
        const char *const end = (char *)(texts->top + texts->limit * VOX_TEXT_UNIT);
        char *const text = (char *)place, *to = (char *)(place + done);
        if (VOX_LIKELY(end - to >= VOX_UNESCAPE_SLACK)) {
            const char *const last = end - VOX_UNESCAPE_SLACK;
            const bool whole = vox__unescape(&at, readable, &to, last);
            done = (size_t)(to - text);
            if (VOX_LIKELY(whole)) {
                *stored = texts->used;
                (void)vox__text_put(tree, done, (uint32_t)(is_name ? start : done), &texts->used);
                return at + 1;
            }
            if (to <= last) { /* the string is malformed */
                return NULL;
            }
        }
        const uint32_t moved = done ? (uint32_t)vox__text_units(done) : 0;
        const size_t left = (size_t)(readable - at), more = left / 2 < done ? left : 2 * done;
        texts->used += moved;
        const vox_status status = vox__arena_take(
            &tree->memory, texts, vox__text_units(done + more + 2 * VOX_UNESCAPE_SLACK), stored
        );
        if (status != VOX_OK) {
            vox__stop(builder, status, start);
            return NULL;
        }
        texts->used = *stored;
        texts->skipped += moved;
        if (done) {
            memcpy(vox__recent_text(tree, *stored)->bytes, text, done);
        }
    }
}

/** Appends a string with escapes. Returns the position after it, or NULL. */
VOX_APART static const char *take_escaped(
    vox__builder *builder, const char *at, const char *mark, const char *readable
) {
    vox_ref stored;
    const char *end = store_unescaped(builder, at, mark, readable, false, &stored);
    const size_t start = (size_t)(at - builder->source);
    bool good = end && vox__append_stored(builder, start, (size_t)(end - builder->source), stored);
    return good ? end : NULL;
}

/** Appends the string at `at`. Returns the position after it. */
VOX_INLINE const char *take_string(
    vox__builder *builder, const char *at, const fast_bounds bounds
) {
    const char *end = vox__plain_end(at + 1, bounds.readable);
    if (VOX_LIKELY((bounds.closed || end < bounds.limit) && *end == '"')) {
        const size_t start = (size_t)(at - builder->source);
        end++;
        return vox__append(builder, VOX_STRING, start, (size_t)(end - builder->source)) ? end
                                                                                        : NULL;
    }
    return take_escaped(builder, at, end, bounds.readable);
}

/** Appends the spans of the open list and closes it. Returns the position after it. */
VOX_COLD static const char *take_spans(vox__builder *builder) {
    const vox__structure *structure = builder->structure;
    const vox__span_list *list = &vox__span_lists(structure)[builder->next_list++];
    vox__next_list(builder);
    if (!vox__append_spans(builder, vox__spans(structure) + list->first, list->count)) {
        return NULL;
    }
    return builder->source + list->close;
}

/** Appends the value at `at`. Of a container it reads only the bracket, and sets `*is_open`.
 *  Returns the position after what was read, or NULL. */
VOX_INLINE const char *take_value(
    vox__builder *builder, const char *at, const fast_bounds bounds, bool *is_open
) {
    const size_t start = (size_t)(at - builder->source);
    const char *end;
    vox_kind kind;
    *is_open = false;
    if (!bounds.closed && at >= bounds.finish) {
        return NULL;
    }
    switch (*at) {
    case '"':
        return take_string(builder, at, bounds);
    case '{':
        end = at + 1;
        *is_open = true;
        return vox__append_open(builder, VOX_OBJECT, start) && end != bounds.finish ? end : NULL;
    case '[':
        end = at + 1;
        *is_open = true;
        if (!vox__append_open(builder, VOX_ARRAY, start) || end == bounds.finish) {
            return NULL;
        }
        return VOX_LIKELY(start != builder->next_open) ? end : take_spans(builder);
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
        end = vox__number_end(at, bounds.readable, bounds.closed, NULL, NULL);
        break;
    }
    bool good = end && vox__append(builder, kind, start, (size_t)(end - builder->source));
    return good ? end : NULL;
}

/** Reads the name of a member and its colon. Returns the position of its value, or NULL. */
VOX_INLINE const char *take_name(vox__builder *builder, const char *at, const fast_bounds bounds) {
    if ((!bounds.closed && at >= bounds.limit) || *at != '"') {
        return NULL;
    }
    const size_t start = (size_t)(at + 1 - builder->source);
    const char *end = vox__plain_end(at + 1, bounds.readable);
    if (VOX_LIKELY(
            (bounds.closed || end < bounds.limit) && *end == '"' && end - at <= NAME_LENGTH + 1
        )) {
        vox__append_name(builder, start, (size_t)(end - at) - 1);
        end++;
    } else {
        vox_ref stored;
        end = store_unescaped(builder, at, end, bounds.readable, true, &stored);
        if (!end) {
            return NULL;
        }
        vox__append_stored_name(builder, stored);
    }
    at = vox__space_end(end, bounds.limit, bounds.closed);
    bool colon = (bounds.closed || at < bounds.limit) && *at == ':';
    return colon ? vox__space_end(at + 1, bounds.limit, bounds.closed) : NULL;
}

/** Returns the byte at `at`; at the end of the text, a byte that begins no token. */
VOX_INLINE char byte_at(const char *at, const fast_bounds bounds) {
    return bounds.closed || at < bounds.limit ? *at : '\0';
}

VOX_INLINE bool in_object(const vox__builder *builder) {
    return vox__node_at(builder, builder->parent)->kind == VOX_OBJECT;
}

/** Reads one value. Each label means what may come next, and each jump is a token. The indentation
 *  is predicted for each kind of token, because lines after the same kind are indented alike. */
VOX_INLINE bool read_value(vox__builder *builder, size_t start, const fast_bounds bounds) {
    vox__indent opened = VOX__NO_INDENT, next = VOX__NO_INDENT, closed = VOX__NO_INDENT;
    const vox_ref outside = builder->parent;
    const char *at = builder->source + start;
    bool is_open;
    at = vox__indent_end(at, bounds.readable, bounds.closed, &next);
    at = take_value(builder, at, bounds, &is_open);
    if (!at || !is_open) {
        return at == bounds.finish;
    }
first:
    at = vox__indent_end(at, bounds.readable, bounds.closed, &opened);
    if (in_object(builder)) {
        if (byte_at(at, bounds) == '}') {
            goto close;
        }
        goto member;
    }
    if (byte_at(at, bounds) == ']') {
        goto close;
    }
element:
    at = take_value(builder, at, bounds, &is_open);
    if (!at) {
        return false;
    }
    if (is_open) {
        goto first;
    }
behind_element:
    at = vox__indent_end(at, bounds.readable, bounds.closed, &closed);
    if (byte_at(at, bounds) == ',') {
        at = vox__indent_end(at + 1, bounds.readable, bounds.closed, &next);
        goto element;
    }
    if (byte_at(at, bounds) == ']') {
        goto close;
    }
    return false;
member:
    at = take_name(builder, at, bounds);
    if (!at) {
        return false;
    }
    at = take_value(builder, at, bounds, &is_open);
    if (!at) {
        return false;
    }
    if (is_open) {
        goto first;
    }
behind_member:
    at = vox__indent_end(at, bounds.readable, bounds.closed, &closed);
    if (byte_at(at, bounds) == ',') {
        at = vox__indent_end(at + 1, bounds.readable, bounds.closed, &next);
        goto member;
    }
    if (byte_at(at, bounds) != '}') {
        return false;
    }
close:
    at++;
    vox__append_close(builder, (size_t)(at - builder->source));
    if (builder->parent == outside) {
        return at == bounds.finish;
    }
    if (at == bounds.finish) {
        return false;
    }
    if (in_object(builder)) {
        goto behind_member;
    }
    goto behind_element;
}

VOX_HOT bool vox__fast_read(vox__builder *builder, size_t start, size_t end, bool padded) {
    while (end > start && vox__is_space(builder->source[end - 1])) {
        end--;
    }
    const char *const finish = builder->source + end;
    const bool ends = end > start && (finish[-1] == '}' || finish[-1] == ']');
    if (padded || ends) {
        const char *const limit = padded ? builder->source + builder->source_length : finish - 1;
        const size_t behind = padded && builder->tree->owns_source ? VOX_PADDING : 0;
        return read_value(builder, start, (fast_bounds){limit, limit + behind, finish, true});
    }
    return read_value(builder, start, (fast_bounds){finish, finish, finish, false});
}
