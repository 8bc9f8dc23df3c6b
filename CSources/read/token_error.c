/* SPDX-License-Identifier: MIT */
/** Finds the error of the next token, and its byte.
 *
 *  This code runs only after a reader has refused a text. It begins at the end of what the reader
 *  has delivered, which is at most a comma or colon and one token before the error. Positions and
 *  messages therefore do not depend on the reader. */
#include "read/token_error.h"
#include "read/lexer.h"
#include "scan/scan.h"

typedef struct token_reader {
    const unsigned char *text;
    size_t length;
    size_t offset;
    vox__fault fault; /* an error that check_text.c found further on */
} token_reader;

static const char *const messages[] = {
    [EXPECT_DOCUMENT] = "expected a value",
    [EXPECT_END] = "expected nothing more after the document",
    [EXPECT_ELEMENT_OR_CLOSE] = "expected a value or ']'",
    [EXPECT_ELEMENT] = "expected a value after ','",
    [EXPECT_COMMA_OR_BRACKET] = "expected ',' or ']' after an element",
    [EXPECT_NAME_OR_CLOSE] = "expected a name in double quotes or '}'",
    [EXPECT_NAME] = "expected a name in double quotes after ','",
    [EXPECT_COLON] = "expected ':' after a name",
    [EXPECT_MEMBER_VALUE] = "expected a value after ':'",
    [EXPECT_COMMA_OR_BRACE] = "expected ',' or '}' after a member"};

/** Returns an error at an offset. `at_end` is the message for the end of the text. */
static vox__diagnosis found_at(
    const token_reader *reader, vox_status status, size_t offset, const char *message,
    const char *at_end
) {
    if (offset == reader->fault.offset && reader->fault.status == VOX_ERROR_UTF8) {
        return (vox__diagnosis){VOX_ERROR_UTF8, offset, NULL, true};
    }
    if (offset >= reader->length) {
        return (vox__diagnosis){VOX_ERROR_END, offset, at_end, true};
    }
    return (vox__diagnosis){status, offset, message, true};
}

static vox__diagnosis found(
    const token_reader *reader, vox_status status, size_t offset, const char *message
) {
    return found_at(reader, status, offset, message, "the text ends inside a value");
}

static const vox__diagnosis nothing_wrong = {VOX_OK, 0, NULL, false};

static const char *at(const token_reader *reader, size_t offset) {
    return (const char *)reader->text + offset;
}

static size_t offset_of(const token_reader *reader, const char *place) {
    return (size_t)(place - (const char *)reader->text);
}

/** Describes the error of the escape at `escape`. */
static vox__diagnosis wrong_escape(const token_reader *reader, size_t escape) {
    const size_t letter = escape + 1;
    if (letter < reader->length && reader->text[letter] != 'u') {
        return found(reader, VOX_ERROR_ESCAPE, escape, NULL);
    }
    for (size_t offset = letter + 1; offset < letter + 5 && offset < reader->length; offset++) {
        if (vox__hex_digit((char)reader->text[offset]) == 16) {
            return found(reader, VOX_ERROR_ESCAPE, escape, "\\u needs four hexadecimal digits");
        }
    }
    vox__checked checked = {VOX_OK, 0, 0};
    const size_t left = reader->length - escape, pair = 12;
    vox__check_escapes(&checked, at(reader, 0), escape, escape + (left < pair ? left : pair));
    return checked.status != VOX_OK ? found(reader, VOX_ERROR_SURROGATE, escape, NULL)
                                    : found(reader, VOX_ERROR_END, reader->length, NULL);
}

/** Reads a string from its opening quote. */
static vox__diagnosis read_string(token_reader *reader) {
    const char *const end = at(reader, reader->length);
    const size_t fault = reader->fault.status != VOX_ERROR_SYNTAX ? reader->fault.offset : SIZE_MAX;
    for (size_t offset = reader->offset + 1;;) {
        offset = offset_of(reader, vox__plain_end(at(reader, offset), end));
        if (fault <= offset && fault > reader->offset) {
            return found(reader, reader->fault.status, fault, NULL);
        }
        if (offset == reader->length) {
            return found(reader, VOX_ERROR_END, offset, NULL);
        }
        if (reader->text[offset] == '"') {
            reader->offset = offset + 1;
            return nothing_wrong;
        }
        if (reader->text[offset] != '\\') {
            return found(reader, VOX_ERROR_CONTROL, offset, NULL);
        }
        size_t length = vox__escape_length(at(reader, offset), end);
        if (length == 0) {
            return wrong_escape(reader, offset);
        }
        offset += length;
    }
}

static vox__diagnosis read_number(token_reader *reader) {
    const char *missing = NULL, *const start = at(reader, reader->offset);
    const char *end = vox__number_end(
        start, at(reader, reader->length), VOX_UNPADDED, NULL, &missing
    );
    if (!end) {
        const char before = missing[-1];
        return found(
            reader, VOX_ERROR_NUMBER, offset_of(reader, missing),
            before == '.'          ? "expected a digit after '.'"
            : missing - start == 1 ? "expected a digit after '-'"
                                   : "expected a digit in the exponent"
        );
    }
    reader->offset = offset_of(reader, end);
    return nothing_wrong;
}

static vox__diagnosis read_literal(token_reader *reader, const char *literal) {
    for (size_t index = 0; literal[index]; index++) {
        size_t offset = reader->offset + index;
        if (offset >= reader->length || reader->text[offset] != (unsigned char)literal[index]) {
            return found(reader, VOX_ERROR_LITERAL, offset, NULL);
        }
    }
    reader->offset += strlen(literal);
    return nothing_wrong;
}

/** Returns the message for the token at the offset. */
static const char *message_of(const token_reader *reader, vox__expected expected) {
    const vox_string rest = {at(reader, reader->offset), reader->length - reader->offset};
    const char *unseen = vox__unseen_message(rest);
    if (unseen) {
        return unseen;
    }
    return expected == EXPECT_END && rest.length && vox__begins_value(*rest.bytes)
               ? "found a second document, expected nothing more after the first"
               : messages[expected];
}

static vox__diagnosis out_of_place(const token_reader *reader, vox__expected expected) {
    vox_status status = expected == EXPECT_END ? VOX_ERROR_TRAILING : VOX_ERROR_SYNTAX;
    const char *message = message_of(reader, expected);
    vox__diagnosis diagnosis = found_at(reader, status, reader->offset, message, message);
    const bool is_mark = diagnosis.status == VOX_ERROR_UTF8 && expected == EXPECT_DOCUMENT &&
                         reader->text[reader->offset] >= 0xFE;
    if (is_mark) {
        diagnosis.message = "found a byte order mark of UTF-16 or UTF-32, but JSON must be UTF-8";
    }
    diagnosis.value_begun = false;
    return diagnosis;
}

/** Reads a number, string or literal. */
static vox__diagnosis read_scalar(token_reader *reader, char byte) {
    switch (byte) {
    case '"':
        return read_string(reader);
    case 't':
        return read_literal(reader, "true");
    case 'f':
        return read_literal(reader, "false");
    case 'n':
        return read_literal(reader, "null");
    default:
        return read_number(reader);
    }
}

vox__diagnosis vox__diagnose(
    vox_string text, size_t offset, vox__expected expected, vox__fault fault
) {
    token_reader reader = {(const unsigned char *)text.bytes, text.length, offset, fault};
    const char *const end = text.bytes + text.length;
    for (;;) {
        const char *token = vox__space_end(at(&reader, reader.offset), end, VOX_UNPADDED);
        vox__diagnosis diagnosis = nothing_wrong;
        reader.offset = offset_of(&reader, token);
        switch (token < end ? vox__token_kind_of(expected, *token) : TOKEN_NONE) {
        case TOKEN_COMMA:
            expected = vox__after_comma(expected);
            reader.offset++;
            break;
        case TOKEN_COLON:
            expected = EXPECT_MEMBER_VALUE;
            reader.offset++;
            break;
        case TOKEN_NAME:
            diagnosis = read_string(&reader);
            diagnosis.value_begun = false;
            expected = EXPECT_COLON;
            break;
        case TOKEN_VALUE:
            if (*token == '[' || *token == '{') {
                return diagnosis; /* no reader stops at a bracket that is allowed */
            }
            diagnosis = read_scalar(&reader, *token);
            expected = vox__after_value(expected);
            break;
        case TOKEN_CLOSE:
            return diagnosis;
        case TOKEN_NONE:
            diagnosis = out_of_place(&reader, expected);
            break;
        }
        if (diagnosis.status != VOX_OK) {
            return diagnosis;
        }
    }
}
