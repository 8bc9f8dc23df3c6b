/* SPDX-License-Identifier: MIT */
#include "compound.h"

#include "random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct writing {
    char *bytes;
    size_t length;
    size_t capacity;
    uint64_t *seed;
    enum {
        COMPACT,
        EVEN,
        ODD
    } spacing;
} writing;

static void put(writing *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(writing *text, const char *format, ...) {
    va_list arguments;
    if (text->capacity - text->length < 512) {
        text->capacity = text->capacity * 2 + 4096;
        text->bytes = realloc(text->bytes, text->capacity);
        if (!text->bytes) {
            abort();
        }
    }
    va_start(arguments, format);
    text->length += (size_t
    )vsnprintf(text->bytes + text->length, text->capacity - text->length, format, arguments);
    va_end(arguments);
}

static void put_space(writing *text) {
    static const char *const spaces[] = {" ", "\n", "\t", "\r\n  ", ""};
    if (text->spacing == ODD) {
        put(text, "%s", spaces[random_below(text->seed, 5)]);
    }
}

static void put_mark(writing *text, const char *mark) {
    put_space(text);
    put(text, "%s%s", mark, text->spacing == EVEN && strchr(",:", *mark) ? " " : "");
    put_space(text);
}

/** Returns true once in `bound` calls, on average. */
static bool seldom(writing *text, size_t bound) {
    return random_below(text->seed, bound) == 0;
}

static void put_text(writing *text) {
    static const char *const texts[] = {
        "plain",
        "",
        "a \\\"quoted\\\" word",
        "back\\\\slash\\\\",
        "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80",
        "\\u00e4\\ud83d\\ude00",
        "[{\\\"}],:",
        "a text that is longer than one block of sixty-four bytes, so that it goes over its end",
        "\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\"",
    };
    put(text, "\"%s\"", texts[random_below(text->seed, sizeof texts / sizeof texts[0])]);
}

static void put_value(writing *text, size_t levels) {
    static const char *const scalars[] = {"null", "true", "-1.5e3", "0", "12345678901234567890"};
    size_t form = random_below(text->seed, levels ? 6 : 4);
    if (form < 2) {
        put_text(text);
    } else if (form < 4) {
        put(text, "%s", scalars[random_below(text->seed, 5)]);
    } else {
        put_mark(text, form == 4 ? "[" : "{");
        size_t count = random_below(text->seed, 4);
        for (size_t index = 0; index < count; index++) {
            if (index) {
                put_mark(text, ",");
            }
            if (form == 5) {
                put(text, seldom(text, 3) ? "\"id\"" : "\"m%zu\"", index);
                put_mark(text, ":");
            }
            put_value(text, levels - 1);
        }
        put_mark(text, form == 4 ? "]" : "}");
    }
}

static void put_name(writing *text, const char *name) {
    put(text, "%s", name);
    put_mark(text, ":");
}

static void put_identity(writing *text, const char *name) {
    static const char *const types[] = {"a", "b", "\\u0061", "people"};
    put_name(text, name);
    if (seldom(text, 40)) {
        put_value(text, 1);
    } else if (strstr(name, "pe")) {
        put(text, "\"%s\"", types[seldom(text, 10) ? 2 : random_below(text->seed, 4)]);
    } else {
        put(text, "\"%zu\"", random_below(text->seed, 30));
    }
}

static void put_resource(writing *text) {
    static const char *const usual[] = {
        "\"attributes\"", "\"relationships\"", "\"links\"", "\"meta\""};
    static const char *const names[] = {
        "\"type\"", "\"id\"", "\"lid\"", "\"t\\u0079pe\"", "\"i\\u0064\""};
    put_mark(text, "{");
    bool empty = true;
    bool swapped = seldom(text, 4), odd = seldom(text, 8);
    size_t members = odd ? random_below(text->seed, 8) : 2 + random_below(text->seed, 4);
    for (size_t index = 0; index < members; index++) {
        if (!empty) {
            put_mark(text, ",");
        }
        empty = false;
        if (odd && random_below(text->seed, 2)) {
            put_identity(text, names[random_below(text->seed, 5)]);
        } else if (!odd && index < 2) {
            put_identity(text, (index == 0) == swapped ? "\"id\"" : "\"type\"");
        } else if (odd && random_below(text->seed, 2)) {
            put_name(text, usual[random_below(text->seed, 4)]);
            put_value(text, 2);
        } else {
            put_name(text, usual[random_below(text->seed, 4)]);
            put_mark(text, "{");
            put(text, "\"title\":");
            put_value(text, 3);
            put_mark(text, "}");
        }
    }
    put_mark(text, "}");
}

static void put_list(writing *text) {
    size_t count = seldom(text, 10) ? 0 : random_below(text->seed, 12);
    put_mark(text, "[");
    for (size_t index = 0; index < count; index++) {
        if (index) {
            put_mark(text, ",");
        }
        if (seldom(text, 60)) {
            put_value(text, 2);
        } else {
            put_resource(text);
        }
    }
    put_mark(text, "]");
}

/** Writes one resource that is so large that its linkage is deferred. */
static void put_large_resource(writing *text) {
    put_mark(text, "{");
    put_identity(text, "\"type\"");
    put_mark(text, ",");
    put_identity(text, "\"id\"");
    put_mark(text, ",");
    put_name(text, "\"attributes\"");
    put(text, "{\"pad\":\"%400s%400s%400s\"}", "", "", "");
    put_mark(text, ",");
    put_name(text, "\"relationships\"");
    put_mark(text, "{");
    size_t count = random_below(text->seed, 4);
    for (size_t index = 0; index < count; index++) {
        if (index) {
            put_mark(text, ",");
        }
        put(text, "\"r%zu\"", index);
        put_mark(text, ":");
        put_mark(text, "{");
        put_name(text, "\"data\"");
        if (seldom(text, 4)) {
            put_resource(text);
        } else {
            put_list(text);
        }
        put_mark(text, "}");
    }
    put_mark(text, "}");
    put_mark(text, "}");
}

vox_string compound_random(uint64_t *seed) {
    writing text = {NULL, 0, 0, seed, COMPACT};
    size_t spacing = random_below(seed, 4);
    text.spacing = spacing == 0 ? COMPACT : spacing == 1 ? EVEN : ODD;
    bool turned = seldom(&text, 4);
    if (seldom(&text, 10)) {
        put(&text, "\xEF\xBB\xBF");
    }
    put_mark(&text, "{");
    if (seldom(&text, 2)) {
        put(&text, "\"meta\":");
        put_value(&text, 3);
        put_mark(&text, ",");
    }
    put(&text, turned ? "\"included\"" : "\"data\"");
    put_mark(&text, ":");
    put_list(&text);
    put_mark(&text, ",");
    put(&text, seldom(&text, 20)   ? "\"d\\u0061ta\""
               : seldom(&text, 20) ? "\"data\""
               : turned            ? "\"data\""
                                   : "\"included\"");
    put_mark(&text, ":");
    if (seldom(&text, 6)) {
        put_resource(&text);
    } else if (seldom(&text, 4)) {
        put_large_resource(&text);
    } else {
        put_list(&text);
    }
    put_mark(&text, "}");
    return (vox_string){text.bytes, text.length};
}

vox_string compound_damaged(vox_string text, uint64_t *seed) {
    static const char bytes[] = "{}[]\",:\\ \n\t0a-tfnu\v\f\x01\x1f\x7f\x80\xC3\xE2\xED\xF0\xFF";
    char *copy = malloc(text.length + 8);
    size_t length = text.length;
    if (!copy) {
        abort();
    }
    memcpy(copy, text.bytes, length);
    for (size_t faults = 1 + random_below(seed, 3); faults && length > 1; faults--) {
        size_t at = random_below(seed, length);
        char byte = bytes[random_below(seed, sizeof bytes)];
        size_t form = random_below(seed, 4);
        if (form == 0) {
            memmove(copy + at, copy + at + 1, --length - at);
        } else if (form == 1) {
            memmove(copy + at + 1, copy + at, length++ - at);
            copy[at] = byte;
        } else if (form == 2) {
            copy[at] = (char)(copy[at] ^ (1 << random_below(seed, 8)));
        } else {
            copy[at] = byte;
        }
    }
    if (random_below(seed, 20) == 0) {
        length = random_below(seed, length + 1);
    }
    return (vox_string){copy, length};
}
