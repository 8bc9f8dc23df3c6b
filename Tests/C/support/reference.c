/* SPDX-License-Identifier: MIT */
#include "reference.h"

typedef struct recogniser {
    const unsigned char *text;
    size_t length;
    size_t at;
    reference_verdict verdict;
} recogniser;

/** Returns the byte at an offset, or -1 past the end. */
static int byte_at(const recogniser *self, size_t offset) {
    return offset < self->length ? self->text[offset] : -1;
}

/** Returns the length of the well-formed sequence that begins here (Unicode standard, table
 *  3-7), or 0. */
static size_t sequence(const recogniser *self, size_t offset) {
    static const struct {
        int first_low, first_high, second_low, second_high;
        size_t length;
    } rows[] = {
        {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    int first = byte_at(self, offset);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        if (first < rows[row].first_low || first > rows[row].first_high) {
            continue;
        }
        for (size_t index = 1; index < rows[row].length; index++) {
            int low = index == 1 ? rows[row].second_low : 0x80;
            int high = index == 1 ? rows[row].second_high : 0xBF;
            int byte = byte_at(self, offset + index);
            if (byte < low || byte > high) {
                return 0;
            }
        }
        return rows[row].length;
    }
    return 0;
}

static bool refuse_at(recogniser *self, vox_status status, size_t offset) {
    self->verdict.status = status;
    self->verdict.offset = offset;
    return false;
}

/** Refuses the byte at `at`. The status is that of the end of the text, else of ill-formed
 *  UTF-8, else `status`. */
static bool refuse(recogniser *self, vox_status status) {
    if (self->at >= self->length) {
        status = VOX_ERROR_END;
    } else if (sequence(self, self->at) == 0) {
        status = VOX_ERROR_UTF8;
    }
    return refuse_at(self, status, self->at);
}

static int hex(int byte) {
    if (byte >= '0' && byte <= '9') {
        return byte - '0';
    }
    if (byte >= 'a' && byte <= 'f') {
        return byte - 'a' + 10;
    }
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
}

/** Reads the second half of a surrogate pair. `high` is the offset of the first half. */
static bool low_surrogate(recogniser *self, size_t high) {
    int first = byte_at(self, self->at), second = byte_at(self, self->at + 1);
    int fits[6];
    fits[0] = first == '\\';
    fits[1] = second == 'u';
    fits[2] = hex(byte_at(self, self->at + 2)) == 0xD;
    fits[3] = hex(byte_at(self, self->at + 3)) >= 0xC;
    fits[4] = hex(byte_at(self, self->at + 4)) >= 0;
    fits[5] = hex(byte_at(self, self->at + 5)) >= 0;
    for (size_t index = 0; index < 6; index++) {
        if (self->at + index >= self->length) {
            return refuse_at(self, VOX_ERROR_END, self->length);
        }
        if (!fits[index]) {
            return refuse_at(self, VOX_ERROR_SURROGATE, high);
        }
    }
    self->at += 6;
    return true;
}

/** escape = "\" ( %x22 / "\" / "/" / "b" / "f" / "n" / "r" / "t" / "u" 4HEXDIG ) */
static bool escape(recogniser *self) {
    size_t start = self->at++;
    int kind = byte_at(self, self->at);
    if (kind < 0) {
        return refuse_at(self, VOX_ERROR_END, self->length);
    }
    if (kind == 0 || !strchr("\"\\/bfnrtu", kind)) {
        return refuse_at(self, VOX_ERROR_ESCAPE, start);
    }
    self->at++;
    if (kind != 'u') {
        return true;
    }
    int unit = 0;
    for (size_t digit = 0; digit < 4; digit++, self->at++) {
        int byte = byte_at(self, self->at);
        if (byte < 0) {
            return refuse_at(self, VOX_ERROR_END, self->length);
        }
        if (hex(byte) < 0) {
            return refuse_at(self, VOX_ERROR_ESCAPE, start);
        }
        unit = unit * 16 + hex(byte);
    }
    if (unit >= 0xDC00 && unit <= 0xDFFF) {
        return refuse_at(self, VOX_ERROR_SURROGATE, start);
    }
    return unit >= 0xD800 && unit <= 0xDBFF ? low_surrogate(self, start) : true;
}

/** string = quotation-mark *char quotation-mark */
static bool string(recogniser *self) {
    self->at++;
    for (;;) {
        int byte = byte_at(self, self->at);
        if (byte < 0) {
            return refuse(self, VOX_ERROR_END);
        }
        if (byte == '"') {
            self->at++;
            return true;
        }
        if (byte == '\\') {
            if (!escape(self)) {
                return false;
            }
        } else if (byte < 0x20 || sequence(self, self->at) == 0) {
            return refuse(self, VOX_ERROR_CONTROL);
        } else {
            self->at += sequence(self, self->at);
        }
    }
}

static bool digits(recogniser *self) {
    if (byte_at(self, self->at) < '0' || byte_at(self, self->at) > '9') {
        return refuse(self, VOX_ERROR_NUMBER);
    }
    while (byte_at(self, self->at) >= '0' && byte_at(self, self->at) <= '9') {
        self->at++;
    }
    return true;
}

/** number = [ minus ] int [ frac ] [ exp ] */
static bool number(recogniser *self) {
    if (byte_at(self, self->at) == '-') {
        self->at++;
    }
    if (byte_at(self, self->at) == '0') {
        self->at++;
    } else if (!digits(self)) {
        return false;
    }
    if (byte_at(self, self->at) == '.') {
        self->at++;
        if (!digits(self)) {
            return false;
        }
    }
    if (byte_at(self, self->at) == 'e' || byte_at(self, self->at) == 'E') {
        self->at++;
        if (byte_at(self, self->at) == '+' || byte_at(self, self->at) == '-') {
            self->at++;
        }
        return digits(self);
    }
    return true;
}

static bool literal(recogniser *self, const char *word) {
    for (; *word; word++, self->at++) {
        if (byte_at(self, self->at) != *word) {
            return refuse(self, VOX_ERROR_LITERAL);
        }
    }
    return true;
}

static void white_space(recogniser *self) {
    while (byte_at(self, self->at) > 0 && strchr(" \t\n\r", byte_at(self, self->at))) {
        self->at++;
    }
}

static bool member_name(recogniser *self) {
    white_space(self);
    if (byte_at(self, self->at) != '"') {
        return refuse(self, VOX_ERROR_SYNTAX);
    }
    if (!string(self)) {
        return false;
    }
    white_space(self);
    if (byte_at(self, self->at) != ':') {
        return refuse(self, VOX_ERROR_SYNTAX);
    }
    self->at++;
    return true;
}

static bool scalar(recogniser *self) {
    int byte = byte_at(self, self->at);
    return byte == '"'                                   ? string(self)
           : byte == 't'                                 ? literal(self, "true")
           : byte == 'f'                                 ? literal(self, "false")
           : byte == 'n'                                 ? literal(self, "null")
           : byte == '-' || (byte >= '0' && byte <= '9') ? number(self)
                                                         : refuse(self, VOX_ERROR_SYNTAX);
}

/** JSON-text = ws value ws, with a stack of closing brackets. */
static bool document(recogniser *self) {
    int stack[REFERENCE_DEPTH];
    size_t depth = 0;
    for (;;) {
        /* A value must begin here. */
        white_space(self);
        int byte = byte_at(self, self->at);
        if (byte == '[' || byte == '{') {
            self->at++;
            stack[depth++] = byte == '[' ? ']' : '}';
            white_space(self);
            if (byte_at(self, self->at) != stack[depth - 1]) {
                if (byte == '{' && !member_name(self)) {
                    return false;
                }
                continue;
            }
            self->at++;
            depth--;
        } else if (!scalar(self)) {
            return false;
        }
        /* A value has ended here, and perhaps its containers end, too. */
        for (;;) {
            white_space(self);
            byte = byte_at(self, self->at);
            if (depth == 0) {
                return byte < 0 ? true : refuse(self, VOX_ERROR_TRAILING);
            }
            if (byte != stack[depth - 1]) {
                break;
            }
            self->at++;
            depth--;
        }
        if (byte != ',') {
            return refuse(self, VOX_ERROR_SYNTAX);
        }
        self->at++;
        if (stack[depth - 1] == '}' && !member_name(self)) {
            return false;
        }
    }
}

reference_verdict reference_judge(const char *bytes, size_t length) {
    recogniser self = {(const unsigned char *)bytes, length, 0, {VOX_OK, 0}};
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        self.at = 3;
    }
    document(&self);
    return self.verdict;
}
