/* SPDX-License-Identifier: MIT */
/** Names characters that look like others, are invisible, or cannot begin a text. A message that
 *  only says what was expected would then point at a line that looks correct.
 *
 *  Only the first character is used, so that the message of a stream does not depend on the lengths
 *  of its pieces. */
#include "read/token_error.h"

typedef struct unseen {
    char bytes[4]; /* UTF-8, followed by NUL */
    const char *message;
} unseen;

#define NO_SPACE ": only space, tab and line ends are allowed between tokens"
#define NO_QUOTE ": names and strings need quotation marks (U+0022)"

static const unseen characters[] = {
    {"\x0B", "found a vertical tab (U+000B)" NO_SPACE},
    {"\x0C", "found a form feed (U+000C)" NO_SPACE},
    {"\x1E", "found a record separator (U+001E): this is a JSON text sequence (RFC 7464)"},
    {"\x1F", "found the byte 1F: this may be gzip data, which must be unpacked first"},
    {"\xC2\x85", "found a next line character (U+0085)" NO_SPACE},
    {"\xC2\xA0", "found a no-break space (U+00A0)" NO_SPACE},
    {"\xC2\xAB", "found a quotation mark U+00AB" NO_QUOTE},
    {"\xC2\xAD", "found a soft hyphen (U+00AD)" NO_SPACE},
    {"\xC2\xBB", "found a quotation mark U+00BB" NO_QUOTE},
    {"\xE2\x80\x8B", "found a zero-width space (U+200B)" NO_SPACE},
    {"\xE2\x80\x8C", "found a zero-width non-joiner (U+200C)" NO_SPACE},
    {"\xE2\x80\x8D", "found a zero-width joiner (U+200D)" NO_SPACE},
    {"\xE2\x80\x8E", "found a left-to-right mark (U+200E)" NO_SPACE},
    {"\xE2\x80\x8F", "found a right-to-left mark (U+200F)" NO_SPACE},
    {"\xE2\x80\x98", "found a curly quotation mark (U+2018)" NO_QUOTE},
    {"\xE2\x80\x99", "found a curly quotation mark (U+2019)" NO_QUOTE},
    {"\xE2\x80\x9C", "found a curly quotation mark (U+201C)" NO_QUOTE},
    {"\xE2\x80\x9D", "found a curly quotation mark (U+201D)" NO_QUOTE},
    {"\xE2\x80\x9E", "found a low quotation mark (U+201E)" NO_QUOTE},
    {"\xE2\x80\xA8", "found a line separator (U+2028)" NO_SPACE},
    {"\xE2\x80\xA9", "found a paragraph separator (U+2029)" NO_SPACE},
    {"\xE2\x80\xAF", "found a narrow no-break space (U+202F)" NO_SPACE},
    {"\xE2\x81\xA0", "found a word joiner (U+2060)" NO_SPACE},
    {"\xE2\x88\x92", "found a minus sign (U+2212): numbers need a hyphen (U+002D)"},
    {"\xE3\x80\x80", "found an ideographic space (U+3000)" NO_SPACE},
    {"\xEF\xBB\xBF", "found a byte order mark (U+FEFF) after the beginning of the text"},
    {"\xEF\xBC\x82", "found a full-width quotation mark (U+FF02)" NO_QUOTE},
    {"\xEF\xBC\x8C", "found a full-width comma (U+FF0C) instead of a comma (U+002C)"},
    {"\xEF\xBC\x9A", "found a full-width colon (U+FF1A) instead of a colon (U+003A)"},
};

const char *vox__unseen_message(vox_string text) {
    const unsigned char first = text.length ? (unsigned char)text.bytes[0] : '"';
    if (first >= 0x20 && first < 0x7F) {
        return NULL;
    }
    if (first == 0) {
        return "found a NUL byte: this may be UTF-16 or UTF-32, but JSON must be UTF-8";
    }
    for (size_t row = 0; row < sizeof characters / sizeof *characters; row++) {
        const size_t length = strlen(characters[row].bytes);
        if (length <= text.length && memcmp(text.bytes, characters[row].bytes, length) == 0) {
            return characters[row].message;
        }
    }
    if (text.length >= 3 && memcmp(text.bytes, "\xE2\x80", 2) == 0 &&
        (unsigned char)text.bytes[2] <= 0x8A) {
        return "found a space of another width (U+2000 to U+200A)" NO_SPACE;
    }
    return first < 0x20 || first == 0x7F ? "found a control character" NO_SPACE : NULL;
}
