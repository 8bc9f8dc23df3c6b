/* SPDX-License-Identifier: MIT */
/** Text in pieces: the trees and the errors do not depend on the division into pieces. */
#include "compound.h"
#include "corpora.h"
#include "document.h"
#include "random.h"
#include "streaming.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

static const size_t all_steps[] = {1, 2, 3, 7, 4096, 0};
static const size_t few_steps[] = {1, 0};
static const size_t large_steps[] = {7, 4096, 0};

/* Small files of the corpora are divided at every byte, which takes quadratic time. Large files,
 * in which tokens repeat, are not fed as single bytes. */
#define SMALL_FILE 1024
#define LARGE_FILE 65536

/* --- cases of our own ------------------------------------------------------ */

static void check_text_in_pieces(vox_string text) {
    check_note("%.*s", (int)(text.length < 200 ? text.length : 200), text.bytes);
    streaming_check_all(text, false, few_steps, true);
    streaming_check_all(text, true, few_steps, true);
}

/** Quotes, backslashes and brackets at every position of a block of 64 bytes, and pieces that
 *  end near its edges. */
static void tokens_across_blocks(void) {
    static const size_t steps[] = {63, 64, 65, 129, 0};
    static const char *const tokens[] = {
        "\"\\\\\\\"]}\"",
        "{\"\\\"{[\":[\"\\\\\"]}",
        "[[[{}]],\"]]]]\",{\"\":[]}]",
        "\"\\u005c\\\"\\\\\"",
        "[1,2 3]",
        "{\"a\":\\\"b\"}",
    };
    char text[512];
    for (size_t token = 0; token < COUNT(tokens); token++) {
        for (int before = 0; before < 70; before++) {
            const int length = snprintf(
                text, sizeof text, "{\"data\":[\"%0*d\",%s,%s],\"meta\":%s}", before, 0,
                tokens[token], tokens[token], tokens[token]
            );
            check_note("%s", text);
            streaming_check_all((vox_string){text, (size_t)length}, false, steps, before % 16 == 0);
        }
    }
}

static void documents_of_all_shapes(void) {
    static const char *const texts[] = {
        "",
        " \n ",
        "1",
        " -1.5e3 ",
        "\"\"",
        "null",
        "[]",
        "{}",
        " [ ] ",
        "[1]",
        "[[]]",
        "[1,\"a\\\"]\",{\"a\":[]},[[1]], true ,null]\n",
        "{\"data\":[]}",
        "{\"data\":null}",
        "{\"data\":{\"type\":\"a\",\"id\":\"1\"},\"included\":[{\"type\":\"b\",\"id\":\"2\"}]}",
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"id\":\"2\"}],\"meta\":{\"n\":[2]}}",
        "{ \"included\" : [ 1 , 2 ] , \"data\" : [ 3 , \"4\" ] , \"links\" : { \"next\" : null } }",
        "{\"d\\u0061ta\":[1,2],\"\\u0069ncluded\":[3]}",
        "{\"included\":{\"data\":[1]},\"errors\":[{\"title\":\"no\"}],\"jsonapi\":{}}",
        "{\"a\":1,\"b\":\"\",\"c\":[],\"d\":{},\"a\":2}",
        "\xEF\xBB\xBF{\"data\":[1]}",
        "\xEF\xBB\xBF",
        "\xEF\xBB",
        "\xEF\xBB\xBF\xEF\xBB\xBF[]",
        "{\"data\":[\"\\ud83d\\ude00\xF0\x9F\x98\x80\"]}",
        "{\"data\":[1],\"data\":[2]}",
        "{\"included\":[],\"included\":0}",
        "{\"data\":0,\"a\":1,\"data\":[2 3]}",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        check_text_in_pieces(vox_string_from_c(texts[index]));
    }
}

/** Texts in the position of a value. Nearly all of them are wrong. */
static const char *const fragments[] = {
    "1",
    "01",
    "-",
    "-x",
    "1.",
    "1.e5",
    "1e+",
    "1 2",
    "0x1",
    "t",
    "tru",
    "truex",
    "nulx",
    "True",
    "\"",
    "\"abc",
    "\"a\nb\"",
    "\"\x1F\"",
    "\"\\q\"",
    "\"\\u12\"",
    "\"\\u12g4\"",
    "\"\\",
    "\"\\u1",
    "\"\\udc\"",
    "\"\\ud800",
    "\"\\ud800\\",
    "\"\\ud800\"",
    "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "\xFF",
    "\xC3",
    "\xC3\xA9",
    "1\xC3",
    "tr\xE2\x82",
    "\"\xC3\"",
    "\"\xE2\x82",
    "\"\xF0\x90\x80\"",
    "\xEF\xBB\xBF-1",
    "\v",
    "1\f",
    "'a'",
    "/**/1",
    "a",
    ",",
    ":",
    "]",
    "}",
    "[",
    "{",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1}",
    "{]",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\" 1}",
    "{\"a\":1,}",
    "{a:1}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1]",
    "[[[[[]]]]]",
    "[[[[[",
    "1e5",
    "",
    "1,",
    "\"a\"\"b\"",
    "{}{}",
    "{}x",
    "{\"x\":{\"y\":[1,{\"z\":}",
};

/** The text before and after them. */
static const char *const frames[][2] = {
    {"", ""},
    {"[", "]"},
    {"[1,\n[2],", ",3]"},
    {"{\"data\":[", "]}"},
    {"{\"data\":[{\"a\":\n1},", ",{\"b\":2}],\"meta\":1}"},
    {"{\"data\":", "}"},
    {"{\"meta\":1,\n\"included\":[{}],\"included/x~\":", ",\"data\":[1]}"},
    {"{\"included\":[", "],\"data\":[1]}"},
    {"{\"meta\":{\"x\":", "}}"},
    {"{", ":1}"},
    {"{\"data\":[1],", ":1,\"x\":2}"},
    {"{\"a\"", ":1}"},
    {"{\"a\":1", ",\"b\":2}"},
    {"{\"a\":1}", ""},
    {"{\"a\":1}\n", "\n[2]\n"},
    {"[1", ",2]"},
};

/** In quick runs each frame has every third fragment, and each fragment every third frame. */
static void faults_everywhere(void) {
    char text[256];
    const size_t step = check_quick() ? 3 : 1;
    for (size_t frame = 0; frame < COUNT(frames); frame++) {
        for (size_t index = frame % step; index < COUNT(fragments); index += step) {
            int length = snprintf(
                text, sizeof text, "%s%s%s", frames[frame][0], fragments[index], frames[frame][1]
            );
            check_text_in_pieces((vox_string){text, (size_t)length});
            /* Also end the text after the fragment. */
            length = snprintf(text, sizeof text, "%s%s", frames[frame][0], fragments[index]);
            check_text_in_pieces((vox_string){text, (size_t)length});
        }
    }
}

/** An error is reported as soon as the bytes that show it are fed. For an incomplete UTF-8
 *  sequence the stream waits for more bytes, at every position. */
static void faults_are_told_at_once(void) {
    static const char *const places[] = {
        "",
        "[",
        "[1",
        "[1,",
        "[[1],",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"data\":[",
        "{\"data\":[1",
        "{\"data\":[1,",
        "{\"data\":[]",
        "[]",
        "{}"};
    static const struct {
        const char *fault;
        bool waits; /* waits for the rest of the sequence */
    } faults[] = {
        {"\xFF ....", false},     {"\xE2\x82 ....", false},   {"\x80 ....", false},
        {"\xC0\x80 ....", false}, {"\xED\xA0\x80 ..", false}, {"\xF0\x9F\x98 ...", false},
        {"\xE2\x82", true},       {"\xF0\x9F\x98", true},     {"\xC3", true},
    };
    for (size_t place = 0; place < COUNT(places); place++) {
        for (size_t row = 0; row < COUNT(faults); row++) {
            char text[64];
            vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
            vox_stream *stream = NULL;
            vox_item item = {.kind = VOX_ITEM_ELEMENT};
            vox_error error = {0};
            vox_status status = VOX_OK;
            snprintf(text, sizeof text, "%s%s", places[place], faults[row].fault);
            check_note("%s, fault %zu", places[place], row);
            CHECK_OK(vox_stream_new(&options, &stream));
            CHECK_OK(vox_stream_feed(stream, text, strlen(text)));
            while (status == VOX_OK && item.kind != VOX_ITEM_NONE) {
                status = vox_stream_next(stream, &item, &error);
                vox_tree_free(item.tree);
            }
            CHECK_STATUS(status, faults[row].waits ? VOX_OK : VOX_ERROR_UTF8);
            CHECK_SIZE(error.offset, faults[row].waits ? 0 : strlen(places[place]));
            vox_stream_finish(stream);
            CHECK_STATUS(vox_stream_next(stream, &item, &error), VOX_ERROR_UTF8);
            CHECK_SIZE(error.offset, strlen(places[place]));
            vox_stream_free(stream);
        }
    }
}

/** A number that is a document ends before a byte that may begin or end something else, and
 *  before no other byte. */
static void what_ends_a_number(void) {
    for (int byte = 0; byte < 128; byte++) {
        char text[] = "1? 2";
        text[1] = (char)byte;
        bool digit = byte >= '0' && byte <= '9';
        bool ends = byte && strchr(" \t\n\r,:[]{}\"", byte);
        vox_stream_options options = streaming_options(VOX_STREAM_VALUES);
        vox_stream *stream = NULL;
        vox_item item;
        check_note("byte %d", byte);
        CHECK_OK(vox_stream_new(&options, &stream));
        CHECK_OK(vox_stream_feed(stream, text, 4));
        vox_status status = vox_stream_next(stream, &item, NULL);
        CHECK((status == VOX_OK) == (digit || ends));
        CHECK((item.kind == VOX_ITEM_DOCUMENT) == (digit || ends));
        vox_tree_free(item.tree);
        vox_stream_free(stream);
    }
}

/** A document that ends with a bracket or a quote needs no white space behind it, here and for
 *  vox_parser_parse_next. */
static void what_may_follow_directly(void) {
    static const struct {
        const char *text;
        size_t documents, fault; /* SIZE_MAX: no fault */
    } rows[] = {
        {"{\"a\":1}{\"b\":2}", 2, SIZE_MAX},
        {"\"x\"1 [2]\"y\"", 4, SIZE_MAX},
        {"1\"a\"", 1, 1},
        {"[] null{}", 2, 7},
        {"2,", 1, 1},
    };
    const size_t steps[] = {1, 2, 3, 100};
    for (size_t row = 0; row < COUNT(rows); row++) {
        const vox_string text = vox_string_from_c(rows[row].text);
        vox_stream_options options = streaming_options(VOX_STREAM_VALUES);
        for (size_t step = 0; step < COUNT(steps); step++) {
            transcript made = streaming_read(text, &options, steps[step], steps[step]);
            check_note("%s, in pieces of %zu", rows[row].text, steps[step]);
            CHECK_SIZE(made.count, rows[row].documents);
            const bool is_good = rows[row].fault == SIZE_MAX;
            CHECK_STATUS(made.status, is_good ? VOX_OK : VOX_ERROR_TRAILING);
            if (!is_good) {
                CHECK_SIZE(made.error.offset, rows[row].fault);
                CHECK_TEXT(
                    vox_string_from_c(made.error.message),
                    "expected white space after a number or literal"
                );
            }
            transcript_free(&made);
        }
    }
    check_note(NULL);
}

static void check_limits(vox_string text, vox_options tree) {
    vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
    options.tree = tree;
    transcript whole = streaming_read(text, &options, text.length, text.length);
    transcript bytes = streaming_read(text, &options, 1, 1);
    streaming_check(&whole, text, &options);
    streaming_same(&bytes, &whole);
    transcript_free(&whole);
    transcript_free(&bytes);
}

/** Returns true when each item of a valid document has at most `values` values. */
static bool items_have_at_most(vox_string text, size_t values) {
    vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
    vox_stream *stream = NULL;
    vox_item item;
    bool fit = true;
    CHECK_OK(vox_stream_new(&options, &stream));
    CHECK_OK(vox_stream_feed(stream, text.bytes, text.length));
    vox_stream_finish(stream);
    while (vox_stream_next(stream, &item, NULL) == VOX_OK && item.kind != VOX_ITEM_NONE) {
        size_t count = 0;
        for (const vox_node *node = item.node; node; count++) {
            node = vox_node_following(item.tree, node, item.node);
        }
        fit = fit && count <= values;
        vox_tree_free(item.tree);
    }
    vox_stream_free(stream);
    return fit;
}

/** The node limit is for each item, however the text is divided. */
static void check_values(vox_string text, size_t values) {
    vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
    vox_tree *tree = NULL;
    options.tree.max_nodes = values ? values : VOX_NONE;
    transcript whole = streaming_read(text, &options, text.length, text.length);
    transcript bytes = streaming_read(text, &options, 1, 1);
    streaming_same(&bytes, &whole);
    const vox_options all = document_options();
    if (vox_tree_parse(text.bytes, text.length, &all, &tree, NULL) == VOX_OK) {
        const bool fit = items_have_at_most(text, values);
        CHECK_STATUS(whole.status, fit ? VOX_OK : VOX_ERROR_NODE_LIMIT);
    }
    vox_tree_free(tree);
    transcript_free(&whole);
    transcript_free(&bytes);
}

/** The depth limit counts from the root, and the node limit in each item. */
static void limits_of_the_document(void) {
    static const char *const texts[] = {
        "{\"m\":[1],\"data\":[[1,[2]],{\"a\":{\"b\":3}},4],\"included\":[[5],[]],\"x\":{\"y\":[]}}",
        "[[1],2,[[3]],\"4\"]",
        "{\"included\":[],\"data\":[]}",
        "{\"data\":[]}",
        "{\"x\":[1,2,3],\"included\":[1,2,3,4],\"data\":[[1,2,3,4]]}",
        "[1 2]",
        "{\"data\":[1,01]}",
        "{\"data\":[tru],\"x\":\"\\q\"}",
        "{\"x\":1 2}",
        "{\"x\":[]} 2",
        "7",
        "[[[[[[[[[[",
        "{\"data\":[[[[[\"",
        "{\"data\":1,\"a\"x",
        "{\"data\":1,x",
        "{\"a\"x",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (size_t limit = 0; limit < 24; limit++) {
            vox_string text = vox_string_from_c(texts[index]);
            vox_options depth = document_options();
            check_note("%s, limit %zu", texts[index], limit);
            depth.max_depth = limit;
            check_limits(text, depth);
            check_values(text, limit);
        }
    }
}

/** A document that is returned as a whole and read lazily, with more pieces than one block
 *  holds. */
static void lazy_documents(void) {
    static const char element[] = "{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"n\":[1,2,3]}},";
    char bytes[20000];
    size_t length = (size_t)sprintf(bytes, "{\"data\":[");
    while (length < sizeof bytes - 2 * sizeof element) {
        length += (size_t)sprintf(bytes + length, "%s", element);
    }
    length += (size_t)sprintf(bytes + length, "0]}");
    const vox_string text = {bytes, length};
    vox_stream_options options = streaming_options(VOX_STREAM_DOCUMENT);
    options.tree.mode = VOX_MODE_LAZY;
    for (size_t step = 1000; step < 20000; step += 1777) {
        check_note("%zu bytes at a time", step);
        transcript made = streaming_read(text, &options, step, step);
        streaming_check(&made, text, &options);
        transcript_free(&made);
    }
    check_note(NULL);
}

/** Returns the memory of a document that was fed in pieces of `step` bytes, with deferred
 *  elements or without. */
static size_t held_by_document(vox_string text, size_t step, vox_mode mode) {
    vox_stream_options options = streaming_options(VOX_STREAM_DOCUMENT);
    vox_stream *stream = NULL;
    vox_item item = {.kind = VOX_ITEM_NONE};
    options.tree.mode = mode;
    const size_t calls = check_memory.calls;
    CHECK_OK(vox_stream_new(&options, &stream));
    for (size_t at = 0; at < text.length; at += step) {
        const size_t left = text.length - at;
        CHECK_OK(vox_stream_feed(stream, text.bytes + at, left < step ? left : step));
    }
    vox_stream_finish(stream);
    check_note("%zu requests for memory", check_memory.calls - calls);
    CHECK(check_memory.calls - calls < 40);
    CHECK_OK(vox_stream_next(stream, &item, NULL));
    CHECK(item.kind == VOX_ITEM_DOCUMENT);
    const size_t reserved = vox_tree_memory(item.tree).reserved;
    vox_tree_free(item.tree);
    vox_stream_free(stream);
    return reserved;
}

/** A lazy document takes about the same memory in pieces as in one piece, and few blocks. */
static void memory_of_documents_in_pieces(void) {
    enum {
        ELEMENTS = 2000
    };
    static const char element[] = "{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"n\":[1,2,3]}},";
    static char bytes[ELEMENTS * sizeof element + 16];
    size_t length = (size_t)sprintf(bytes, "{\"data\":[");
    for (size_t count = 0; count < ELEMENTS; count++) {
        length += (size_t)sprintf(bytes + length, "%s", element);
    }
    length += (size_t)sprintf(bytes + length - 1, "]}") - 1;
    const vox_string text = {bytes, length};
    const size_t lazy = held_by_document(text, length, VOX_MODE_LAZY);
    const size_t in_pieces = held_by_document(text, 500, VOX_MODE_LAZY);
    const size_t eager = held_by_document(text, 500, VOX_MODE_EAGER);
    check_note("%zu, %zu and %zu bytes", lazy, in_pieces, eager);
    CHECK(in_pieces < lazy + lazy / 4);
    CHECK(in_pieces < eager / 2);
    check_note(NULL);
}

/** The pointer of an error is cut between two segments, wherever the buffer ends. It has an
 *  index of three digits. */
static void long_pointers(void) {
    const vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
    for (size_t length = 200; length < 270; length++) {
        char text[600] = "[", name[300];
        for (size_t element = 0; element < 100; element++) {
            memcpy(text + 1 + 2 * element, "1,", 3);
        }
        memset(name, 'n', length);
        name[length] = '\0';
        sprintf(text + 201, "{\"%s\":{\"a\":{\"b\":x", name);
        check_note("a name of %zu bytes", length);
        const vox_string string = vox_string_from_c(text);
        transcript made = streaming_read(string, &options, string.length, string.length);
        streaming_check(&made, string, &options);
        transcript_free(&made);
    }
    check_note(NULL);
}

static void random_documents(void) {
    uint64_t seed = 20;
    size_t rounds = check_quick() ? 20 : 400;
    for (size_t round = 0; round < rounds; round++) {
        vox_string text = compound_random(&seed);
        check_note("round %zu", round);
        streaming_check_all(text, round % 3 == 0, all_steps, text.length < 600);
        for (int damage = 0; damage < 20; damage++) {
            vox_string damaged = compound_damaged(text, &seed);
            streaming_check_all(damaged, damage % 3 == 0, few_steps, false);
            free((void *)(uintptr_t)damaged.bytes);
        }
        free((void *)(uintptr_t)text.bytes);
    }
}

/* --- the corpora ----------------------------------------------------------- */

typedef struct corpus {
    vox_pool *pool; /* some million streams request nearly the same memory */
    size_t count;
} corpus;

static void visit_file(void *context, corpora_file file) {
    corpus *files = context;
    files->count++;
    check_note("%s", file.path);
    for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_ELEMENTS; form++) {
        vox_stream_options options = streaming_options((vox_stream_form)form);
        options.tree.allocator = vox_pool_allocator(files->pool);
        if (!check_quick() || file.text.length < 200) {
            const size_t *steps = file.text.length < LARGE_FILE ? all_steps : large_steps;
            streaming_check_form(file.text, &options, steps, file.text.length < SMALL_FILE);
        }
    }
}

static void every_file_of_the_corpora(void) {
    corpus files = {NULL, 0};
    vox_allocator memory = check_allocator_interface(&check_memory);
    if (!corpora_have("JSONTestSuite")) {
        return;
    }
    CHECK_OK(vox_pool_new(&memory, 1 << 20, &files.pool));
    corpora_visit("", "json", visit_file, &files); /* includes .ndjson */
    corpora_visit("", ".txt", visit_file, &files);
    CHECK(files.count > 1000);
    vox_pool_free(files.pool);
}

const check_test stream_tests[] = {
    CHECK_TEST(tokens_across_blocks),
    CHECK_LINES(documents_of_all_shapes, "T15"),
    CHECK_LINES(faults_everywhere, "T15"),
    CHECK_LINES(faults_are_told_at_once, "T15"),
    CHECK_TEST(what_ends_a_number),
    CHECK_TEST(what_may_follow_directly),
    CHECK_TEST(limits_of_the_document),
    CHECK_TEST(lazy_documents),
    CHECK_TEST(memory_of_documents_in_pieces),
    CHECK_TEST(long_pointers),
    CHECK_LINES(random_documents, "T15"),
    CHECK_LINES(every_file_of_the_corpora, "T15"),
    CHECK_END,
};
