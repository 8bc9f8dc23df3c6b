/* SPDX-License-Identifier: MIT */
/** All short texts over a few critical symbols. The status and the offset of the parser are
 *  compared with an independent recognizer. */
#include "comparing.h"
#include "document.h"
#include "reference.h"
#include "tests.h"

#include <stdio.h>

typedef struct sweep {
    const char *const *symbols;
    size_t symbol_count;
    size_t max_length; /* in symbols */
    const char *suffix;
    vox_options options;
    size_t texts;
    size_t accepted;
    size_t different;
} sweep;

#define TEXT_SIZE 128

/** With `borrow` no byte after the text may be read. */
static void compare_reading(
    sweep *self, const char *text, size_t length, reference_verdict expected, bool borrow
) {
    self->options.borrow = borrow;
    vox_tree *tree = NULL;
    vox_error error = {0};
    vox_status status = vox_tree_parse(text, length, &self->options, &tree, &error);
    if (status == VOX_OK) {
        status = vox_tree_materialize(tree, &error);
    }
    self->texts++;
    self->accepted += status == VOX_OK;
    bool same = status == expected.status && (status == VOX_OK || error.offset == expected.offset);
    if (!same && self->different++ < 10) {
        check_note(
            "%.*s: is %s at %zu, should be %s at %zu", (int)length, text, vox_status_name(status),
            error.offset, vox_status_name(expected.status), expected.offset
        );
        CHECK(same);
    }
    if (same && status == VOX_OK && self->options.mode != VOX_MODE_EAGER) {
        reading eager = read_as((vox_string){text, length}, VOX_MODE_EAGER, 0, false);
        check_same_nodes(eager.tree, tree);
        vox_tree_free(eager.tree);
    }
    vox_tree_free(tree);
}

static void compare(sweep *self, const char *text, size_t length) {
    reference_verdict expected = reference_judge(text, length);
    compare_reading(self, text, length, expected, false);
    compare_reading(self, text, length, expected, true);
}

/** Appends every symbol to a text, depth first. The recursion is at most `max_length` deep. */
static void extend(sweep *self, char *text, size_t length, size_t symbols) {
    memcpy(text + length, self->suffix, strlen(self->suffix));
    compare(self, text, length + strlen(self->suffix));
    if (symbols == self->max_length) {
        return;
    }
    for (size_t index = 0; index < self->symbol_count; index++) {
        const char *symbol = self->symbols[index];
        size_t size = strlen(symbol);
        memcpy(text + length, symbol, size);
        extend(self, text, length + size, symbols + 1);
    }
}

static sweep run_all(sweep self, const char *prefix) {
    if (check_quick() && self.max_length > 3) {
        self.max_length = 3;
    }
    /* Uses a pool, so that a million texts do not cost a million allocations. */
    vox_allocator allocator = check_allocator_interface(&check_memory);
    vox_pool *pool = NULL;
    if (CHECK_OK(vox_pool_new(&allocator, (size_t)1 << 20, &pool))) {
        self.options.allocator = vox_pool_allocator(pool);
        char text[TEXT_SIZE];
        size_t length = strlen(prefix);
        memcpy(text, prefix, length);
        extend(&self, text, length, 0);
        vox_pool_free(pool);
    }
    check_note(NULL);
    CHECK_SIZE(self.different, 0);
    return self;
}

static sweep run(
    const char *prefix, const char *const *symbols, size_t symbol_count, size_t max_length
) {
    sweep self = {symbols, symbol_count, max_length, "", vox_options_default(), 0, 0, 0};
    return run_all(self, prefix);
}

/** The prefix and the suffix make each text an element of a list, whose elements are deferred
 *  and parsed later. */
static void run_cut(
    const char *prefix, const char *suffix, const char *const *symbols, size_t symbol_count,
    size_t max_length
) {
    sweep self = {symbols, symbol_count, max_length, suffix, vox_options_default(), 0, 0, 0};
    self.options.defer_depth = 1;
    self.options.mode = VOX_MODE_LAZY;
    CHECK(run_all(self, prefix).accepted > 0);
}

/** In quick runs, too: a leak of one byte a text would show. */
static void a_million_malformed_texts(void) {
    static const char *const texts[] = {"[1,]", "{\"a\":[}", "\"\\x\"", "[tru]",
                                        "",     "{} {}",     "-",       "[[\"a"};
    vox_allocator allocator = check_allocator_interface(&check_memory);
    vox_options options = vox_options_default();
    vox_pool *pool = NULL;
    if (CHECK_OK(vox_pool_new(&allocator, (size_t)1 << 20, &pool))) {
        options.allocator = vox_pool_allocator(pool);
        size_t refused = 0;
        for (size_t index = 0; index < 1000000; index++) {
            const char *text = texts[index % COUNT(texts)];
            vox_tree *tree = NULL;
            refused += vox_tree_parse(text, strlen(text), &options, &tree, NULL) != VOX_OK;
        }
        CHECK_SIZE(refused, 1000000);
        vox_pool_free(pool);
    }
    CHECK(check_memory.peak < 65536);
}

static void every_text_of_five_symbols(void) {
    static const char *const symbols[] = {
        "{", "}", "[", "]", ",", ":", "\"", "\\", "0", "1", "-", ".", "e", "+", " ", "n",
    };
    sweep result = run("", symbols, COUNT(symbols), 5);
    if (!check_quick()) {
        CHECK_SIZE(result.texts, 2 * 1118481);
        CHECK(result.texts - result.accepted > 2000000);
    }
    /* A leak would make this hundreds of megabytes. */
    CHECK(check_memory.peak < 65536);
    CHECK(result.accepted > 0);
}

static void every_text_of_words(void) {
    static const char *const symbols[] = {
        "{",   "}",    "[",    "]", ",",       ":",  "\"a\"", "\"b\":",
        "tru", "true", "null", "f", "-1.5e+3", "\n", "\v",    "\"\\",
    };
    run("", symbols, COUNT(symbols), 4);
    run("[{\"a\":[", symbols, COUNT(symbols), 3);
    /* If the length of a literal were wrong, the reader would continue in the string before it. */
    static const char *const literals[] = {
        "true", "false", "null", ",\"", "\"", "]", ",", " ", "[\"", "1",
    };
    run("[\"a, \",", literals, COUNT(literals), 4);
    run("[\"a,  \",", literals, COUNT(literals), 4);
    run("[\"a]\" ,", literals, COUNT(literals), 4);
}

/** The fast reader accepts exactly the texts that the standard allows. */
static void every_value_cut_out(void) {
    static const char *const symbols[] = {
        "{", "}", "[", "]", ",", ":", "\"", "\"\"", "\\", "0", "1", "-", ".", "e", "+", " ",
    };
    static const char *const words[] = {
        "{",   "}",    "[",     "]",    ",",       ":",  "\"a\"",        "\"b\":",
        "nul", "true", "false", "null", "-0.5E-3", "\n", "\"12345678\"", "\"\\n\"",
    };
    run_cut("[{\"a\":", "}]", symbols, COUNT(symbols), 4);
    run_cut("[{\"a\":", "}]", words, COUNT(words), 4);
    run_cut("[[{},", "],[\"\\t\"],[1]]", symbols, COUNT(symbols), 4);
    run_cut("[[1],{", "},{\"some name of length\" : {} } ]", words, COUNT(words), 4);
}

static void every_sequence_of_telling_bytes(void) {
    static const char *const symbols[] = {
        "\xC1", "\xC2", "\xDF", "\xE0", "\xE1", "\xED", "\xEE", "\xF0", "\xF1", "\xF4",
        "\xF5", "\x7F", "\x80", "\x8F", "\x90", "\x9F", "\xA0", "\xBF", "\"",   "]",
    };
    run("[\"", symbols, COUNT(symbols), 4);
    run("\"\xF0\x90", symbols, COUNT(symbols), 3);
    run("", symbols, COUNT(symbols), 3);
    static const char *const marks[] = {"\xEF\xBB\xBF", "\xEF", "\xBB", "[", "]", " ", "1", "\""};
    run("", marks, COUNT(marks), 5);
}

static void every_sequence_of_escapes(void) {
    static const char *const pieces[] = {
        "\\u", "d8", "dc", "DF", "00", "0", "g", "\\", "n", "\"", "]", "\v", "\xC3", "\xA9",
    };
    run("[\"", pieces, COUNT(pieces), 4);
    run("[\"\\ud800", pieces, COUNT(pieces), 4);
    static const char *const whole[] = {
        "\\ud800", "\\uDBFF", "\\udc00", "\\uDFFF", "\\u0041", "\\n",
        "\\",      "a",       "\"",      "]",       "\\ud8",   "\\q",
    };
    run("[\"", whole, COUNT(whole), 5);
    run("{\"", whole, COUNT(whole), 4);
}

/** Errors at the edges of blocks. Padding moves each error across two blocks of 64 bytes. */
static void errors_at_every_alignment(void) {
    static const char *const tails[] = {
        "\\ud800\"]",
        "\\udc00\"]",
        "\\ud83d\\ude00\"]",
        "\\ud83d\\ude0",
        "\xF0\x9F\x98\x80\"]",
        "\xF0\x9F\x98\"]",
        "\xE2\x82\xAC\xFF\"]",
        "\\\\\"]",
        "\\\\\\\"]",
        "\v\"]",
        "\",\v]",
        "\",\f1]",
        "\\\\\\ud800\"]",
        "\\\xC3\xA9\"]",
        "\xC3",
        "\\",
        "\\u12",
    };
    sweep self = {NULL, 0, 0, "", document_options(), 0, 0, 0};
    char text[256];
    for (size_t tail = 0; tail < COUNT(tails); tail++) {
        for (size_t padding = 0; padding < 140; padding++) {
            memcpy(text, "[\"", 2);
            memset(text + 2, 'x', padding);
            size_t length = strlen(tails[tail]);
            memcpy(text + 2 + padding, tails[tail], length);
            compare(&self, text, 2 + padding + length);
        }
    }
    CHECK_SIZE(self.different, 0);
}

/** Every control character at every position of two blocks: as white space, in a name, in a
 *  string, after a backslash, and in and after numbers and literals. */
static void control_characters_at_every_alignment(void) {
    static const char *const shapes[] = {
        "[{\"a\":%*s%c1}]",    "[{%*s%c\"a\":1}]",    "[{\"a\":1}%*s%c]",      "[{\"%*s%c\":1}]",
        "[{\"a\":\"%*s%c\"}]", "[{\"%*s\\%c\":1}]",   "[{\"a\":\"%*s\\%c\"}]", "[{\"a\":%*s1%c}]",
        "[{\"a\":%*s1%c2}]",   "[{\"a\":%*str%cue}]", "[{\"a\":%*strue%c}]",
    };
    sweep self = {NULL, 0, 0, "", document_options(), 0, 0, 0};
    self.options.defer_depth = 1;
    char text[256];
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        for (int byte = 0; byte < 0x80; byte = byte == ' ' ? 0x7F : byte + 1) {
            for (size_t padding = 0; padding < 140; padding += check_quick() ? 5 : 1) {
                int length = snprintf(text, sizeof text, shapes[shape], (int)padding, "", byte);
                self.options.mode = VOX_MODE_EAGER;
                compare(&self, text, (size_t)length);
                self.options.mode = VOX_MODE_LAZY;
                compare(&self, text, (size_t)length);
            }
        }
    }
    check_note(NULL);
    CHECK(self.accepted > 0);
    CHECK_SIZE(self.different, 0);
}

const check_test grammar_tests[] = {
    CHECK_LINES(every_text_of_five_symbols, "T21"),
    CHECK_LINES(a_million_malformed_texts, "T21"),
    CHECK_TEST(every_text_of_words),
    CHECK_TEST(every_value_cut_out),
    CHECK_TEST(every_sequence_of_telling_bytes),
    CHECK_TEST(every_sequence_of_escapes),
    CHECK_TEST(errors_at_every_alignment),
    CHECK_TEST(control_characters_at_every_alignment),
    CHECK_END,
};
