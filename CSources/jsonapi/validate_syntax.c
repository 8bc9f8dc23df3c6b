/* SPDX-License-Identifier: MIT */
/** Syntax that other standards define: URI references (RFC 3986), link
 *  relation types (RFC 8288), language tags (BCP 47, RFC 5646). */
#include "jsonapi/validate.h"

static bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool is_alphanumeric(char byte) {
    return is_letter(byte) || is_digit(byte);
}

static char lower(char byte) {
    return byte >= 'A' && byte <= 'Z' ? (char)(byte + ('a' - 'A')) : byte;
}

/* --- URI references -------------------------------------------------------- */

/** Returns true for characters of a URI besides '%' and '#'. Square brackets are accepted
 *  everywhere, because servers write page[number]=2 and all programs read it. */
static bool is_uri_byte(char byte) {
    /* One bit for each: !, $, & to ; = and ?, then @ to [, ], _, a to z and ~. */
    static const uint64_t allowed[4] = {UINT64_C(0xAFFFFFD200000000), UINT64_C(0x47FFFFFEAFFFFFFF)};
    return allowed[(unsigned char)byte >> 6] >> (byte & 63) & 1;
}

/** Returns the length of the scheme with its colon; 0 without a scheme; SIZE_MAX when
 *  the text before a colon is neither a scheme nor a path. */
static size_t scheme_length(vox_string text) {
    bool good = text.length && is_letter(text.bytes[0]);
    for (size_t index = 0; index < text.length; index++) {
        char byte = text.bytes[index];
        if (byte == ':') {
            return good ? index + 1 : SIZE_MAX;
        }
        if (byte == '/' || byte == '?' || byte == '#') {
            return 0;
        }
        good = good && (is_alphanumeric(byte) || byte == '+' || byte == '-' || byte == '.');
    }
    return 0;
}

static bool has_uri_bytes(vox_string text) {
    bool fragment = false;
    for (size_t index = 0; index < text.length; index++) {
        const char byte = text.bytes[index];
        if (VOX_LIKELY(is_uri_byte(byte))) {
            continue;
        }
        if (byte == '%') {
            if (text.length - index < 3 || vox__hex_digit(text.bytes[index + 1]) == 16 ||
                vox__hex_digit(text.bytes[index + 2]) == 16) {
                return false;
            }
            index += 2;
        } else if (byte == '#' && !fragment) {
            fragment = true;
        } else {
            return false;
        }
    }
    return true;
}

/* --- the authority of a URI (RFC 3986, 3.2): [userinfo@]host[:port] -------------- */

/** The number of 16-bit parts of an IPv6 address. */
#define IPV6_PARTS 8

static bool is_ipv4(vox_string text) {
    size_t at = 0;
    for (int part = 0; part < 4; part++) {
        unsigned value = 0;
        if (part > 0 && (at == text.length || text.bytes[at++] != '.')) {
            return false;
        }
        const size_t first = at;
        for (; at < text.length && at - first < 3 && is_digit(text.bytes[at]); at++) {
            value = value * 10 + (unsigned)(text.bytes[at] - '0');
        }
        const bool padded = at - first > 1 && text.bytes[first] == '0';
        if (at == first || padded || value > 255) {
            return false;
        }
    }
    return at == text.length;
}

/** Returns true for an IPv6 address: parts of one to four hexadecimal digits with colons between
 *  them; `::` once, instead of one or more parts that are 0; the last two parts may be an IPv4
 *  address. */
static bool is_ipv6(vox_string text) {
    size_t at = 0;
    int parts = 0;
    bool elided = false;
    while (at < text.length) {
        if (text.length - at >= 2 && memcmp(text.bytes + at, "::", 2) == 0) {
            if (elided) {
                return false;
            }
            elided = true;
            at += 2;
            if (at == text.length) {
                break;
            }
        } else if (parts && text.bytes[at++] != ':') {
            return false;
        }
        const size_t first = at;
        while (at < text.length && vox__hex_digit(text.bytes[at]) < 16) {
            at++;
        }
        if (at < text.length && text.bytes[at] == '.') {
            parts += 2;
            if (!is_ipv4(vox__string(text.bytes + first, text.length - first))) {
                return false;
            }
            break;
        }
        if (at == first || at - first > 4) {
            return false;
        }
        parts++;
    }
    return elided ? parts < IPV6_PARTS : parts == IPV6_PARTS;
}

/** Checks the text in brackets: an IPv6 address, or an address of a future version (`v1.a:b`). */
static bool is_ip_literal(vox_string text) {
    if (!text.length || lower(text.bytes[0]) != 'v') {
        return is_ipv6(text);
    }
    size_t at = 1;
    while (at < text.length && vox__hex_digit(text.bytes[at]) < 16) {
        at++;
    }
    if (at == 1 || text.length - at < 2 || text.bytes[at] != '.') {
        return false;
    }
    for (at++; at < text.length && !vox__find_byte("%[]@", text.bytes[at], 4);) {
        at++;
    }
    return at == text.length;
}

/** Returns true for characters that end an authority or separate its parts. */
static bool is_authority_mark(char byte) {
    /* One bit for each: #, /, : and ?, then @, [ and ]. */
    static const uint64_t marks[4] = {UINT64_C(0x8400800800000000), UINT64_C(0x0000000028000001)};
    return marks[(unsigned char)byte >> 6] >> (byte & 63) & 1;
}

/** Checks an authority that has more than a host name. */
static VOX_APART bool is_full_authority(vox_string text) {
    const char *at = text.bytes, *end = at;
    const char *const limit = at + text.length;
    while (end < limit && *end != '/' && *end != '?' && *end != '#') {
        end++;
    }
    const char *const user_end = vox__find_byte(at, '@', (size_t)(end - at));
    if (user_end) {
        if (vox__find_byte(at, '[', (size_t)(user_end - at)) ||
            vox__find_byte(at, ']', (size_t)(user_end - at))) {
            return false;
        }
        at = user_end + 1;
    }
    if (at < end && *at == '[') {
        const char *const closing = vox__find_byte(at, ']', (size_t)(end - at));
        if (!closing || !is_ip_literal(vox__string(at + 1, (size_t)(closing - at) - 1))) {
            return false;
        }
        at = closing + 1;
    } else {
        while (at < end && !is_authority_mark(*at)) {
            at++;
        }
    }
    if (at < end && *at == ':') {
        for (at++; at < end && is_digit(*at);) {
            at++;
        }
    }
    return at == end;
}

/** Returns true for a text that begins with an authority. Does not check what has_uri_bytes
 *  checks. */
static inline bool has_authority(vox_string text) {
    size_t at = 0;
    while (at < text.length && !is_authority_mark(text.bytes[at])) {
        at++;
    }
    const bool is_host = at == text.length || text.bytes[at] == '/' || text.bytes[at] == '?' ||
                         text.bytes[at] == '#';
    return VOX_LIKELY(is_host) || is_full_authority(text);
}

/** Returns true when a URI has a valid authority, or none. `scheme` is the length of its scheme. */
static inline bool has_good_authority(vox_string text, size_t scheme) {
    const size_t start = scheme + 2;
    return text.length < start || memcmp(text.bytes + scheme, "//", 2) != 0 ||
           has_authority(vox__string(text.bytes + start, text.length - start));
}

bool vox__is_uri_reference(vox_string text) {
    const size_t scheme = scheme_length(text);
    return scheme != SIZE_MAX && has_uri_bytes(text) && has_good_authority(text, scheme);
}

bool vox__is_uri(vox_string text) {
    const size_t scheme = scheme_length(text);
    return scheme != 0 && scheme != SIZE_MAX && has_uri_bytes(text) &&
           has_good_authority(text, scheme);
}

/* --- link relation types --------------------------------------------------- */

bool vox__is_relation_type(vox_string text) {
    bool registered = text.length && text.bytes[0] >= 'a' && text.bytes[0] <= 'z';
    for (size_t index = 1; index < text.length && registered; index++) {
        char byte = text.bytes[index];
        registered = (byte >= 'a' && byte <= 'z') || is_digit(byte) || byte == '.' || byte == '-';
    }
    return registered || vox__is_uri(text);
}

/* --- language tags --------------------------------------------------------- */

/** Older tags that the grammar does not cover (RFC 5646, "irregular"). */
static const char *const irregular[] = {
    "en-gb-oed", "i-ami", "i-bnn",     "i-default", "i-enochian", "i-hak",
    "i-klingon", "i-lux", "i-mingo",   "i-navajo",  "i-pwn",      "i-tao",
    "i-tay",     "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de"};

/** Compares two tags without regard to case. */
static bool same_tag(vox_string left, vox_string right) {
    size_t index = 0;
    while (index < left.length && index < right.length &&
           lower(left.bytes[index]) == lower(right.bytes[index])) {
        index++;
    }
    return index == left.length && index == right.length;
}

/** A reader of the subtags of a tag, one after the other. */
typedef struct tag_reader {
    vox_string rest;   /* the text after the subtag */
    vox_string subtag; /* empty at the end */
    bool letters;      /* it has only letters */
    bool digits;       /* it has only digits */
    bool malformed;    /* an empty subtag, or one of other characters */
} tag_reader;

static void next_subtag(tag_reader *reader) {
    const char *bytes = reader->rest.bytes;
    size_t length = 0;
    reader->letters = reader->digits = true;
    while (length < reader->rest.length && bytes[length] != '-') {
        reader->letters = reader->letters && is_letter(bytes[length]);
        reader->digits = reader->digits && is_digit(bytes[length]);
        reader->malformed = reader->malformed || !is_alphanumeric(bytes[length]);
        length++;
    }
    reader->subtag = vox__string(bytes, length);
    bool more = length < reader->rest.length;
    size_t skipped = length + more;
    reader->malformed = reader->malformed || length > 8 || (length == 0 && reader->rest.length) ||
                        (more && skipped == reader->rest.length);
    reader->rest = vox__string(bytes + skipped, reader->rest.length - skipped);
}

static bool is_variant(const tag_reader *reader) {
    size_t length = reader->subtag.length;
    return length >= 5 || (length == 4 && is_digit(reader->subtag.bytes[0]));
}

/** The maximum number of variants. No language has as many: the registry has a few hundred in all.
 *  Each variant is compared with those before it, so without a limit a long tag would take
 *  quadratic time. */
#define MOST_VARIANTS 32

/** Reads variants, none of them repeated in any case (RFC 5646, 2.2.5). */
static bool read_variants(tag_reader *reader) {
    vox_string seen[MOST_VARIANTS];
    for (size_t count = 0; is_variant(reader); next_subtag(reader)) {
        for (size_t index = 0; index < count; index++) {
            if (same_tag(seen[index], reader->subtag)) {
                return false;
            }
        }
        if (count == MOST_VARIANTS) {
            return false;
        }
        seen[count++] = reader->subtag;
    }
    return true;
}

/** Reads a language with up to three extended ones, a script, a region and variants. */
static bool read_language(tag_reader *reader) {
    size_t length = reader->subtag.length;
    if (length < 2 || !reader->letters) {
        return false;
    }
    next_subtag(reader);
    for (int count = 0; count < 3 && length <= 3 && reader->subtag.length == 3 && reader->letters;
         count++) {
        next_subtag(reader);
    }
    if (reader->subtag.length == 4 && reader->letters) {
        next_subtag(reader);
    }
    if ((reader->subtag.length == 2 && reader->letters) ||
        (reader->subtag.length == 3 && reader->digits)) {
        next_subtag(reader);
    }
    return read_variants(reader);
}

/** Reads extensions, each after its own singleton in any case (2.2.6). */
static bool read_extensions(tag_reader *reader) {
    uint64_t seen = 0;
    while (reader->subtag.length == 1 && lower(reader->subtag.bytes[0]) != 'x') {
        char singleton = lower(reader->subtag.bytes[0]);
        uint64_t bit = UINT64_C(1)
                       << (is_digit(singleton) ? singleton - '0' : singleton - 'a' + 10);
        next_subtag(reader);
        if (seen & bit || reader->subtag.length < 2) {
            return false;
        }
        seen |= bit;
        while (reader->subtag.length >= 2) {
            next_subtag(reader);
        }
    }
    return true;
}

static bool read_private(tag_reader *reader) {
    if (reader->subtag.length != 1) {
        return reader->subtag.length == 0;
    }
    next_subtag(reader);
    return reader->subtag.length != 0; /* any subtags may follow */
}

bool vox__is_language_tag(vox_string text) {
    for (size_t index = 0; index < sizeof irregular / sizeof irregular[0]; index++) {
        if (same_tag(text, vox_string_from_c(irregular[index]))) {
            return true;
        }
    }
    tag_reader reader = {.rest = text};
    for (tag_reader all = reader; all.rest.length;) {
        next_subtag(&all);
        if (all.malformed) {
            return false;
        }
    }
    next_subtag(&reader);
    bool is_private = reader.subtag.length == 1 && lower(reader.subtag.bytes[0]) == 'x';
    return (is_private || (read_language(&reader) && read_extensions(&reader))) &&
           read_private(&reader);
}
