/* SPDX-License-Identifier: MIT */
/** The grammar: which token may come next (RFC 8259, section 2), with one token of lookahead.
 *
 *  The fast reader has the grammar unrolled in the order of its calls. All other readers call the
 *  functions here. */
#ifndef VOX_GRAMMAR_H
#define VOX_GRAMMAR_H

#include <stdbool.h>

/** The token that may come next. */
typedef enum vox__expected {
    EXPECT_DOCUMENT,
    EXPECT_END,
    EXPECT_ELEMENT_OR_CLOSE,
    EXPECT_ELEMENT,
    EXPECT_COMMA_OR_BRACKET,
    EXPECT_NAME_OR_CLOSE,
    EXPECT_NAME,
    EXPECT_COLON,
    EXPECT_MEMBER_VALUE,
    EXPECT_COMMA_OR_BRACE
} vox__expected;

/** The kind of a token, from its first byte and the position. */
typedef enum vox__token_kind {
    TOKEN_NONE, /* no token is allowed here */
    TOKEN_VALUE,
    TOKEN_NAME,
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_CLOSE
} vox__token_kind;

/** Returns true for a byte that begins a value. */
static inline bool vox__begins_value(char byte) {
    return byte == '{' || byte == '[' || byte == '"' || byte == '-' || byte == 't' || byte == 'f' ||
           byte == 'n' || (byte >= '0' && byte <= '9');
}

static inline vox__token_kind vox__token_kind_of(vox__expected expected, char byte) {
    switch (expected) {
    case EXPECT_DOCUMENT:
    case EXPECT_ELEMENT:
    case EXPECT_MEMBER_VALUE:
        return vox__begins_value(byte) ? TOKEN_VALUE : TOKEN_NONE;
    case EXPECT_ELEMENT_OR_CLOSE:
        return byte == ']' ? TOKEN_CLOSE : vox__begins_value(byte) ? TOKEN_VALUE : TOKEN_NONE;
    case EXPECT_COMMA_OR_BRACKET:
        return byte == ',' ? TOKEN_COMMA : byte == ']' ? TOKEN_CLOSE : TOKEN_NONE;
    case EXPECT_NAME_OR_CLOSE:
        return byte == '"' ? TOKEN_NAME : byte == '}' ? TOKEN_CLOSE : TOKEN_NONE;
    case EXPECT_NAME:
        return byte == '"' ? TOKEN_NAME : TOKEN_NONE;
    case EXPECT_COLON:
        return byte == ':' ? TOKEN_COLON : TOKEN_NONE;
    case EXPECT_COMMA_OR_BRACE:
        return byte == ',' ? TOKEN_COMMA : byte == '}' ? TOKEN_CLOSE : TOKEN_NONE;
    case EXPECT_END:
        break;
    }
    return TOKEN_NONE;
}

static inline bool vox__expects_value(vox__expected expected) {
    return vox__token_kind_of(expected, '0') == TOKEN_VALUE;
}

/** Returns what may come after a comma. */
static inline vox__expected vox__after_comma(vox__expected expected) {
    return expected == EXPECT_COMMA_OR_BRACE ? EXPECT_NAME : EXPECT_ELEMENT;
}

/** Returns what may come after a value that was expected. */
static inline vox__expected vox__after_value(vox__expected expected) {
    return expected == EXPECT_DOCUMENT       ? EXPECT_END
           : expected == EXPECT_MEMBER_VALUE ? EXPECT_COMMA_OR_BRACE
                                             : EXPECT_COMMA_OR_BRACKET;
}

#endif
