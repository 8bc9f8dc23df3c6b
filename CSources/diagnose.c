/* SPDX-License-Identifier: MIT */
/** Says what is wrong with the next token, and at which byte.
 *
 *  Runs only after yajl has refused a text, from the end of the last thing
 *  that yajl delivered: at most a comma or colon and one token away from the
 *  error. Positions and messages therefore do not depend on yajl's. */
#include "internal.h"

typedef struct token_reader {
    const unsigned char *text;
    size_t length;
    size_t offset;
    vox__fault fault; /* what scan.c found wrong further on */
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

static vox__diagnosis found(
    const token_reader *reader, vox_status status, size_t offset, const char *message
) {
    vox__diagnosis diagnosis = {status, offset, message, true};
    if (offset == reader->fault.offset && reader->fault.status == VOX_ERROR_UTF8) {
        diagnosis.status = VOX_ERROR_UTF8;
        diagnosis.message = NULL;
    } else if (offset >= reader->length) {
        diagnosis.status = VOX_ERROR_END;
        diagnosis.message = "the text ends inside a value";
    }
    return diagnosis;
}

static vox__diagnosis nothing_wrong(void) {
    vox__diagnosis diagnosis = {VOX_OK, 0, NULL, false};
    return diagnosis;
}

static bool is_digit(const token_reader *reader, size_t offset) {
    return offset < reader->length && reader->text[offset] >= '0' && reader->text[offset] <= '9';
}

/** Reads a string from its opening quote. */
static vox__diagnosis read_string(token_reader *reader) {
    size_t offset = reader->offset + 1;
    while (offset < reader->length) {
        unsigned char byte = reader->text[offset];
        if (offset == reader->fault.offset && reader->fault.status != VOX_ERROR_SYNTAX) {
            return found(reader, reader->fault.status, offset, NULL);
        }
        if (byte == '"') {
            reader->offset = offset + 1;
            return nothing_wrong();
        }
        if (byte < 0x20) {
            return found(reader, VOX_ERROR_CONTROL, offset, NULL);
        }
        if (byte != '\\') {
            offset++;
            continue;
        }
        size_t escape = offset++;
        if (offset < reader->length && !strchr("\"\\/bfnrtu", reader->text[offset])) {
            return found(reader, VOX_ERROR_ESCAPE, escape, NULL);
        }
        if (offset < reader->length && reader->text[offset] == '\0') {
            return found(reader, VOX_ERROR_ESCAPE, escape, NULL);
        }
        size_t digits = offset < reader->length && reader->text[offset] == 'u' ? 4 : 0;
        for (offset++; digits && offset < reader->length; digits--, offset++) {
            if (vox__hex_digit((char)reader->text[offset]) == 16) {
                return found(reader, VOX_ERROR_ESCAPE, escape, "\\u needs four hexadecimal digits");
            }
        }
    }
    return found(reader, VOX_ERROR_END, reader->length, NULL);
}

static vox__diagnosis read_number(token_reader *reader) {
    size_t offset = reader->offset;
    if (reader->text[offset] == '-') {
        offset++;
    }
    if (!is_digit(reader, offset)) {
        return found(reader, VOX_ERROR_NUMBER, offset, "expected a digit after '-'");
    }
    if (reader->text[offset] == '0') {
        offset++;
    } else {
        while (is_digit(reader, offset)) {
            offset++;
        }
    }
    if (offset < reader->length && reader->text[offset] == '.') {
        offset++;
        if (!is_digit(reader, offset)) {
            return found(reader, VOX_ERROR_NUMBER, offset, "expected a digit after '.'");
        }
        while (is_digit(reader, offset)) {
            offset++;
        }
    }
    if (offset < reader->length && (reader->text[offset] | 0x20) == 'e') {
        offset++;
        if (offset < reader->length &&
            (reader->text[offset] == '+' || reader->text[offset] == '-')) {
            offset++;
        }
        if (!is_digit(reader, offset)) {
            return found(reader, VOX_ERROR_NUMBER, offset, "expected a digit in the exponent");
        }
        while (is_digit(reader, offset)) {
            offset++;
        }
    }
    reader->offset = offset;
    return nothing_wrong();
}

static vox__diagnosis read_literal(token_reader *reader, const char *literal) {
    for (size_t index = 0; literal[index]; index++) {
        size_t offset = reader->offset + index;
        if (offset >= reader->length || reader->text[offset] != (unsigned char)literal[index]) {
            return found(reader, VOX_ERROR_LITERAL, offset, NULL);
        }
    }
    reader->offset += strlen(literal);
    return nothing_wrong();
}

static vox__diagnosis out_of_place(const token_reader *reader, vox__expected expected) {
    vox__diagnosis diagnosis = {VOX_ERROR_SYNTAX, reader->offset, messages[expected], false};
    if (reader->offset == reader->fault.offset && reader->fault.status == VOX_ERROR_UTF8) {
        diagnosis.status = VOX_ERROR_UTF8;
        diagnosis.message = NULL;
    } else if (reader->offset >= reader->length) {
        diagnosis.status = VOX_ERROR_END;
    } else if (expected == EXPECT_END) {
        diagnosis.status = VOX_ERROR_TRAILING;
    }
    return diagnosis;
}

static bool expects_value(vox__expected expected) {
    return expected == EXPECT_DOCUMENT || expected == EXPECT_ELEMENT_OR_CLOSE ||
           expected == EXPECT_ELEMENT || expected == EXPECT_MEMBER_VALUE;
}

/** What comes behind a value that was expected. */
static vox__expected after_value(vox__expected expected) {
    return expected == EXPECT_DOCUMENT       ? EXPECT_END
           : expected == EXPECT_MEMBER_VALUE ? EXPECT_COMMA_OR_BRACE
                                             : EXPECT_COMMA_OR_BRACKET;
}

/** Reads a number, string or literal. */
static vox__diagnosis read_scalar(
    token_reader *reader, unsigned char byte, vox__expected expected
) {
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
        return byte == '-' || is_digit(reader, reader->offset) ? read_number(reader)
                                                               : out_of_place(reader, expected);
    }
}

/** True for a bracket that may stand here: yajl has no reason to stop at it. */
static bool is_fitting_bracket(unsigned char byte, vox__expected expected) {
    switch (byte) {
    case '[':
    case '{':
        return expects_value(expected);
    case ']':
        return expected == EXPECT_ELEMENT_OR_CLOSE || expected == EXPECT_COMMA_OR_BRACKET;
    case '}':
        return expected == EXPECT_NAME_OR_CLOSE || expected == EXPECT_COMMA_OR_BRACE;
    default:
        return false;
    }
}

vox__diagnosis vox__diagnose(
    vox_string text, size_t offset, vox__expected expected, vox__fault fault
) {
    token_reader reader = {(const unsigned char *)text.bytes, text.length, offset, fault};
    for (;;) {
        while (reader.offset < text.length && vox__is_space((char)reader.text[reader.offset])) {
            reader.offset++;
        }
        if (reader.offset >= text.length) {
            return out_of_place(&reader, expected);
        }
        unsigned char byte = reader.text[reader.offset];
        vox__diagnosis diagnosis = nothing_wrong();
        if (is_fitting_bracket(byte, expected)) {
            return diagnosis;
        }
        if (byte == ',' && expected == EXPECT_COMMA_OR_BRACKET) {
            expected = EXPECT_ELEMENT;
            reader.offset++;
        } else if (byte == ',' && expected == EXPECT_COMMA_OR_BRACE) {
            expected = EXPECT_NAME;
            reader.offset++;
        } else if (byte == ':' && expected == EXPECT_COLON) {
            expected = EXPECT_MEMBER_VALUE;
            reader.offset++;
        } else if (byte == '"' && (expected == EXPECT_NAME || expected == EXPECT_NAME_OR_CLOSE)) {
            diagnosis = read_string(&reader);
            diagnosis.value_begun = false;
            expected = EXPECT_COLON;
        } else if (expects_value(expected)) {
            diagnosis = read_scalar(&reader, byte, expected);
            expected = after_value(expected);
        } else {
            diagnosis = out_of_place(&reader, expected);
        }
        if (diagnosis.status != VOX_OK) {
            return diagnosis;
        }
    }
}
