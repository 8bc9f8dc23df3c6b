/* SPDX-License-Identifier: MIT */
/** Where a value ends, in text that comes in pieces.
 *
 *  In text that is JSON up to there this is right; in other text the end may lie
 *  too far on, and the parser finds the fault before it. Never is a byte looked at
 *  twice. */
#include "stream/stream.h"

static size_t nested_end(vox__token *token, vox_string text, size_t max_depth) {
    size_t at = token->scanned, depth = token->depth;
    bool inside = token->inside;
    while (at < text.length) {
        if (inside) {
            const char *stop = vox__quote_or_escape(text.bytes + at, text.bytes + text.length);
            at = (size_t)(stop - text.bytes);
            if (at == text.length) {
                break;
            }
            if (text.bytes[at] == '\\') {
                at += 2; /* the second may be still to come */
                continue;
            }
            inside = false;
            at++;
            if (depth == 0) {
                return at;
            }
        }
        for (; at < text.length && !inside; at++) {
            switch (text.bytes[at]) {
            case '"':
                inside = true;
                break;
            case '{':
            case '[':
                if (depth++ == max_depth) {
                    return at + 1;
                }
                break;
            case '}':
            case ']':
                if (--depth == 0) {
                    return at + 1;
                }
                break;
            default:
                break;
            }
        }
    }
    token->scanned = at;
    token->depth = depth;
    token->inside = inside;
    return 0;
}

/** True for what ends a number or literal. */
static bool is_delimiter(char byte) {
    return memchr(" \t\n\r,:[]{}\"", byte, 11) != NULL;
}

size_t vox__token_end(vox__token *token, vox_string text, size_t max_depth, bool finished) {
    char first = text.bytes[0];
    if (first == '{' || first == '[' || first == '"') {
        return nested_end(token, text, max_depth);
    }
    while (token->scanned < text.length) {
        if (is_delimiter(text.bytes[token->scanned])) {
            return token->scanned;
        }
        token->scanned++;
    }
    return finished ? text.length : 0;
}
