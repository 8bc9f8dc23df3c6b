/* SPDX-License-Identifier: MIT */
/** Language tags, link relation types and URI references, through link objects. */
#include "tests.h"
#include "validation.h"

#include <stdio.h>

static void check_link(const char *member, const char *value, bool good) {
    char text[512];
    snprintf(text, sizeof text, "{'data':null,'links':{'self':{%s:'%s'}}}", member, value);
    char pointer[64];
    const char *name = strrchr(member, ',') ? strrchr(member, ',') + 2 : member + 1;
    snprintf(pointer, sizeof pointer, "/links/self/%.*s", (int)(strlen(name) - 1), name);
    unsigned rule = strcmp(pointer, "/links/self/href") == 0 ? 50 : 52;
    validation_check(text, NULL, good ? 0 : rule, VOX_SEVERITY_ERROR, pointer);
}

static void language_tags(void) {
    static const char *const good[] = {
        "de",
        "DE",
        "ast",
        "zh-min-nan",
        "zh-cmn-Hans-CN",
        "sr-Latn",
        "de-DE",
        "es-419",
        "de-CH-1901",
        "sl-rozaj-biske",
        "de-DE-u-co-phonebk",
        "en-a-bbb-x-a-ccc",
        "x-whatever",
        "x-a",
        "qaa-Qaaa-QM-x-southern",
        "en-GB-oed",
        "i-klingon",
        "sgn-BE-FR",
        "art-lojban",
        "abcd",
        "abcdefgh",
        "de-1a2b",
        "hy-Latn-IT-arevela",
        "EN-LATN-GB-BOONT-R-EXTENDED-SEQUENCE",
        "sl-rozaj-biske-1994",
        "de-1901-1902-1903-1904",
        "sl-rozaj-rozajs-roza1",
        "en-a-rozaj-rozaj-x-rozaj-rozaj",
    };
    static const char *const bad[] = {
        "",
        "a",
        "-",
        "de-",
        "-de",
        "de--DE",
        "de_DE",
        "a-DE",
        "1de",
        "deutschland",
        "de-419-DE",
        "de-DE-x",
        "x",
        "x-",
        "de-a",
        "de-a-b",
        "ar-a-aaa-b-bbb-a-ccc",
        "en-a-bbb-A-ccc",
        "en-1-bbb-2-ccc-1-ddd",
        "de-1901-1901",
        "sl-rozaj-biske-biske",
        "sl-rozaj-biske-rozaj",
        "sl-Rozaj-rozaj",
        "sl-rozaj-1994-biske-BISKE-x-y",
        "sl-Latn-IT-rozaj-biske-1994-roZAJ-u-co-phonebk",
        "de-\xC3\xA4",
        "de-DE-DE",
        "de-ab1",
        "de-a12",
        "de-1a2",
        "de-12a",
        "sr-Latn-Latn",
        "i-unknown",
        "en-123456789",
        "de-x-123456789",
        "a-b",
        "zh-abcd-abc",
        "de DE",
    };
    for (size_t index = 0; index < COUNT(good); index++) {
        check_link("'href':'/','hreflang'", good[index], true);
    }
    for (size_t index = 0; index < COUNT(bad); index++) {
        check_link("'href':'/','hreflang'", bad[index], false);
    }
}

/** Every singleton may begin one extension, and no singleton two of them. */
static void many_extensions(void) {
    static const char singletons[] = "0123456789abcdefghijklmnopqrstuvwyz";
    for (const char *first = singletons; *first; first++) {
        for (const char *second = singletons; *second; second++) {
            char tag[32];
            (void)snprintf(tag, sizeof tag, "de-%c-abc-%c-def", *first, *second);
            check_note("%s", tag);
            check_link("'href':'/','hreflang'", tag, *first != *second);
        }
    }
}

/** A tag may have many variants. Their number is limited, so that comparing each with each stays
 *  fast. */
static void many_variants(void) {
    char tag[400];
    size_t length = (size_t)snprintf(tag, sizeof tag, "sl");
    for (int number = 1; number <= 33; number++) {
        length += (size_t)snprintf(tag + length, sizeof tag - length, "-%dvar", number + 1000);
        check_link("'href':'/','hreflang'", tag, number <= 32);
    }
}

static void relation_types(void) {
    static const char *const good[] = {
        "next", "self", "a", "describedby", "p3p.v1", "a-1", "https://example.com/rel/x", "urn:x:y",
    };
    static const char *const bad[] = {"", "Next", "1a", "a b", "a_b", "-a", "/relative", "a,b"};
    for (size_t index = 0; index < COUNT(good); index++) {
        check_link("'href':'/','rel'", good[index], true);
    }
    for (size_t index = 0; index < COUNT(bad); index++) {
        check_link("'href':'/','rel'", bad[index], false);
    }
}

static void references(void) {
    static const char *const good[] = {
        "",
        "a",
        "/",
        "?",
        "#",
        "?a=b&c",
        "//h",
        "//[::1]:8/x",
        "http://a/b?c#d",
        "mailto:a@b",
        "a/b:c",
        "%41",
        "/a;b=c,d",
        "x?a:b",
        "page[number]=2",
        "//u:p@h/(x)*!$'",
    };
    static const char *const bad[] = {
        " ",  "a b", "a\\\\b", "<a>", "a|b", "a^b",   "`",       "{x}",     "%",
        "%4", "%4g", "a#b#c",  "1:b", ":a",  "a b:c", "\\u0001", "\\u007f", "\xE2\x82\xAC",
    };
    for (size_t index = 0; index < COUNT(good); index++) {
        char text[64]; /* the rows have ' instead of a quote */
        snprintf(text, sizeof text, "%s", good[index]);
        for (char *quote = strchr(text, '\''); quote; quote = strchr(text, '\'')) {
            *quote = '.';
        }
        check_link("'href'", text, true);
    }
    for (size_t index = 0; index < COUNT(bad); index++) {
        check_link("'href'", bad[index], false);
    }
}

/** The authority: [userinfo@]host[:port], where the host may be empty (RFC 3986, 3.2). Each row
 *  is tested with and without a scheme, and before every character that may end the authority. */
static void authorities(void) {
    static const char *const good[] = {
        "",
        "a",
        "a.b",
        "a:",
        "a:0",
        "a:80",
        "a:65536",
        ":80",
        "@",
        "@a",
        "u@",
        "u@a",
        "u:p@a:8",
        ":@a",
        "u:p:q@a",
        "u%40@a",
        "%41",
        "a%3Ab",
        "1.2.3.4",
        "1.2.3.999",
        "a!$&()*+,;=_~-",
        "[::]",
        "[::1]",
        "[1::]",
        "[::1]:",
        "[::1]:8",
        "u@[::1]:8",
        "[1:2:3:4:5:6:7:8]",
        "[1:2:3:4:5:6:7::]",
        "[::2:3:4:5:6:7:8]",
        "[1:2:3:4:5:6:1.2.3.4]",
        "[::1.2.3.4]",
        "[1::ffff:255.255.255.255]",
        "[ABCD:ef01::0]",
        "[v1.a]",
        "[vF.a:b]",
        "[V12.!$&()*+,;=:]",
    };
    static const char *const bad[] = {
        "a:b",
        "a:99x",
        "a:-1",
        "a:8:9",
        "a:8:",
        "a::8",
        "a@b@c",
        "@@",
        "a:8@b:c",
        "[",
        "]",
        "[]",
        "a]",
        "[::1",
        "::1]",
        "[::1]8",
        "[::1]a",
        "a[::1]",
        "[::1]:b",
        "[::1][::1]",
        "[u]@a",
        "u[@a",
        "[::1]@a",
        "[1]",
        "[1:2:3:4:5:6:7]",
        "[1:2:3:4:5:6:7:8:9]",
        "[1::2::3]",
        "[1:2:3:4:5:6:7:8::]",
        "[1:2:3:4::5:6:7:8]",
        "[:::]",
        "[:1::2]",
        "[1::2:]",
        "[12345::]",
        "[g::]",
        "[1:2:3:4:5:6:7:1.2.3.4]",
        "[::1.2.3]",
        "[::1.2.3.4.5]",
        "[::1.2.3.256]",
        "[::01.2.3.4]",
        "[::1.2.3.4:5]",
        "[::1..3.4]",
        "[::.1.2.3]",
        "[1.2.3.4]",
        "[::%25eth0]",
        "[v.a]",
        "[v1.]",
        "[v1a]",
        "[v1xyz]",
        "[vg.a]",
        "[v1.@]",
        "[v1.%41]",
        "[v1.[]",
    };
    static const char *const schemes[] = {"", "http:", "https:", "x-y:"};
    static const char *const ends[] = {"", "/", "/a:b@c", "?a:b@c", "#a:b@c"};
    char text[96];
    for (size_t row = 0; row < COUNT(good) + COUNT(bad); row++) {
        const bool is_good = row < COUNT(good);
        const char *authority = is_good ? good[row] : bad[row - COUNT(good)];
        for (size_t way = 0; way < COUNT(schemes) * COUNT(ends); way++) {
            const char *scheme = schemes[way / COUNT(ends)];
            snprintf(text, sizeof text, "%s//%s%s", scheme, authority, ends[way % COUNT(ends)]);
            check_link("'href'", text, is_good);
            if (*scheme) {
                check_link("'href':'/','rel'", text, is_good);
            }
        }
    }
    /* An address without an authority may contain all of these. */
    check_link("'href'", "/a:b", true);
    check_link("'href'", "http:a@b@c:d", true);
    check_link("'href'", "http:/a@b@c:d", true);
    check_link("'href'", "./a://b:c", true);
    /* Addresses that only look as if they had a scheme of the web. */
    check_link("'href'", "1234://a", false);
    check_link("'href'", "1234s://a", false);
    check_link("'href'", "htt_://a/b", false);
    check_link("'href'", "httptx://a:b", false);
    check_link("'href'", "httprx://a:b", false);
    check_link("'href'", "httpx://a:b", false);
}

/* --- every byte at every position -------------------------------------------------------- */

static bool is_one_of(char byte, const char *bytes) {
    return byte && strchr(bytes, byte);
}

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define LETTERS LOWER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

static void check_between(
    const char *member, const char *before, char byte, const char *after, bool good
) {
    char value[64];
    if (byte == '\'' || byte == '"' || byte == '\\' || byte < ' ') { /* a quote in the rows */
        snprintf(value, sizeof value, "%s\\u%04x%s", before, (unsigned)byte, after);
    } else {
        snprintf(value, sizeof value, "%s%c%s", before, byte, after);
    }
    check_link(member, value, good);
}

static void check_byte(const char *member, const char *before, char byte, bool good) {
    check_between(member, before, byte, "", good);
}

/** The bytes that the standards allow at each position: RFC 8288, 3.3; RFC 3986, 2 and 3.1; RFC
 *  5646, 2.1. */
static void every_byte(void) {
    static const char uri[] = LETTERS DIGITS "-._~:/?#[]@!$&'()*+,;=";
    for (int number = 0; number < 128; number++) {
        char byte = (char)number;
        bool alphanumeric = is_one_of(byte, LETTERS DIGITS);
        check_byte("'href':'/','rel'", "", byte, is_one_of(byte, LOWER));
        check_byte("'href':'/','rel'", "a", byte, is_one_of(byte, LOWER DIGITS ".-:"));
        check_byte("'href':'/','rel'", "a.", byte, is_one_of(byte, LOWER DIGITS ".-:"));
        check_between("'href':'/','rel'", "a", byte, "b", is_one_of(byte, LOWER DIGITS ".-:"));
        check_byte("'href':'/','rel'", "x:", byte, is_one_of(byte, uri));
        check_between("'href':'/','rel'", "x:a", byte, "b", is_one_of(byte, uri));
        check_byte("'href'", "/", byte, is_one_of(byte, uri));
        check_between("'href'", "/", byte, "a", is_one_of(byte, uri));
        check_byte("'href'", "/#", byte, byte != '#' && is_one_of(byte, uri));
        check_byte("'href'", "", byte, byte != ':' && is_one_of(byte, uri));
        check_byte("'href'", "%4", byte, is_one_of(byte, DIGITS "abcdefABCDEF"));
        check_between("'href'", "%", byte, "4", is_one_of(byte, DIGITS "abcdefABCDEF"));
        check_byte("'href':'/','hreflang'", "d", byte, is_one_of(byte, LETTERS));
        check_byte("'href':'/','hreflang'", "de-x-", byte, alphanumeric);
        check_byte("'href':'/','hreflang'", "de-190", byte, alphanumeric);
        char scheme[8];
        snprintf(scheme, sizeof scheme, "a%c:b", byte);
        if (byte > ' ' && !is_one_of(byte, "'\"\\")) {
            bool good = alphanumeric || is_one_of(byte, "+-.:/?#");
            check_link("'href'", scheme, good);
        }
    }
}

/** A byte that subtags may not contain is refused in each of them, at every position. */
static void every_place_in_a_tag(void) {
    static const char *const tags[] = {
        "de",           "deutschl",     "zh-cmn-Hans-CN",   "de-419",     "de-CH-1901",
        "sl-rozaj-ab3", "en-a-bbb-ccc", "de-DE-u-co-phone", "de-x-a-b2c", "x-what-ever",
        "i-klingon",    "en-gb-oed",    "sgn-BE-FR",
    };
    char before[32];
    for (size_t tag = 0; tag < COUNT(tags); tag++) {
        size_t length = strlen(tags[tag]);
        for (size_t place = 0; place < length; place++) {
            memcpy(before, tags[tag], place);
            before[place] = '\0';
            for (int number = 0; number < 128; number += check_quick() && number < '-' ? 4 : 1) {
                char byte = (char)number;
                if (!is_one_of(byte, LETTERS DIGITS "-")) {
                    check_between(
                        "'href':'/','hreflang'", before, byte, tags[tag] + place + 1, false
                    );
                }
            }
        }
    }
}

/** Every byte at every position of an address of up to three chunks. */
static void bytes_of_addresses(void) {
    static const char wanted[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?[]@!$&()*+,;=";
    for (unsigned byte = ' '; byte < 0x7F; byte++) {
        for (int length = 1; length < 40; length += byte == '#' ? 1 : 7) {
            for (int at = 0; at < length; at += byte == '#' ? 1 : 3) {
                char value[48] = {0};
                if (byte == '\'' || byte == '"' || byte == '\\') {
                    continue; /* the texts cannot contain these */
                }
                memset(value, '/', (size_t)length);
                value[at] = (char)byte;
                const bool is_scheme = byte == ':' && at == 0; /* an empty scheme */
                const bool good = byte == '#' || strchr(wanted, (int)byte) != NULL;
                check_link("'href'", value, good && !is_scheme);
            }
        }
    }
    check_link("'href'", "/0123456789abcdefghijklmnop#0123456789abcdefghijklmnop", true);
    check_link("'href'", "/0123456789abcdefghijklmnop#0123456789abcdefghi#jklmnop", false);
    check_link("'href'", "/0123456789abcdefghijklmnop%2", false);
    check_link("'href'", "/0123456789abcdefghijklmnop%2F", true);
    check_link("'href'", "/0123456789abcdefghijklmn\xC3\xA4opqrst", false);
}

const check_test validate_syntax_tests[] = {
    CHECK_TEST(language_tags),      CHECK_TEST(many_variants),
    CHECK_TEST(many_extensions),    CHECK_TEST(relation_types),
    CHECK_TEST(references),         CHECK_TEST(authorities),
    CHECK_TEST(every_byte),         CHECK_TEST(every_place_in_a_tag),
    CHECK_TEST(bytes_of_addresses), CHECK_END,
};
