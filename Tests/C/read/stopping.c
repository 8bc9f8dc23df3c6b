/* SPDX-License-Identifier: MIT */
/** `stop` of the options: how often it is called, and what a stopped parse leaves. */
#include "comparing.h"
#include "document.h"
#include "tests.h"

#include <stdlib.h>

enum {
    ELEMENTS = 5 * VOX_STOP_VALUES
};

typedef struct caller {
    size_t calls;
    size_t last; /* the call that stops the parse; 0: none does */
} caller;

static bool stops(void *context) {
    caller *self = context;
    self->calls++;
    return self->calls == self->last;
}

/** Makes a list of `count` objects with one member, so that each element has two values. The
 *  caller frees the text. */
static vox_string list_of(size_t count) {
    static const char element[] = ",{\"a\":1}";
    const size_t length = sizeof element - 1;
    char *text = malloc(count * length + 1);
    for (size_t index = 0; index < count; index++) {
        memcpy(text + index * length, element, length);
    }
    text[0] = '[';
    text[count * length] = ']';
    return (vox_string){text, count * length + 1};
}

static vox_options options_of(caller *self) {
    vox_options options = document_options();
    options.stop = stops;
    options.stop_context = self;
    return options;
}

/** Parses a text, and checks that a stopped parse leaves no memory behind. */
static vox_status parse(vox_string text, const vox_options *options, vox_error *error) {
    vox_tree *tree = NULL;
    const vox_status status = vox_tree_parse(text.bytes, text.length, options, &tree, error);
    CHECK((status == VOX_OK) == (tree != NULL));
    vox_tree_free(tree);
    CHECK_SIZE(check_memory.blocks, 0);
    return status;
}

static void each_call_can_stop(void) {
    const vox_string text = list_of(ELEMENTS);
    for (int reader = VOX_READER_FAST; reader <= (has_yajl() ? VOX_READER_YAJL : 0); reader++) {
        caller whole = {0};
        vox_options options = options_of(&whole);
        options.reader = (vox_reader)reader;
        CHECK_OK(parse(text, &options, NULL));
        /* One call before the first value, and one after each VOX_STOP_VALUES values. */
        CHECK_SIZE(whole.calls, 1 + 2 * ELEMENTS / VOX_STOP_VALUES);
        for (size_t last = 1; last <= whole.calls; last++) {
            caller self = {.last = last};
            vox_error error = {0};
            check_note("reader %d, call %zu", reader, last);
            options.stop_context = &self;
            CHECK_STATUS(parse(text, &options, &error), VOX_ERROR_STOPPED);
            CHECK_STATUS(error.status, VOX_ERROR_STOPPED);
            CHECK_SIZE(self.calls, last); /* the other reader does not start again */
        }
    }
    free((char *)(uintptr_t)text.bytes);
}

static void lazy_parses_stop(void) {
    caller self = {.last = 1};
    vox_options options = options_of(&self);
    options.mode = VOX_MODE_LAZY;
    const vox_string text = LITERAL("{\"data\":[{\"type\":\"a\",\"id\":\"1\"}]}");
    CHECK_STATUS(parse(text, &options, NULL), VOX_ERROR_STOPPED);
    CHECK_SIZE(self.calls, 1);
    self = (caller){0};
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    const size_t calls = self.calls;
    CHECK_OK(vox_tree_materialize(tree, NULL));
    CHECK_SIZE(self.calls, calls); /* deferred values are parsed without calls */
    vox_tree_free(tree);
}

static void errors_come_first(void) {
    /* A stop before the first value wins. Otherwise the error of the text is reported. */
    caller self = {.last = 1};
    vox_options options = options_of(&self);
    CHECK_STATUS(parse(LITERAL("[1,"), &options, NULL), VOX_ERROR_STOPPED);
    self = (caller){0};
    CHECK_STATUS(parse(LITERAL("[1,"), &options, NULL), VOX_ERROR_END);
    CHECK(self.calls >= 1);
    options.max_nodes = 2;
    CHECK_STATUS(parse(LITERAL("[1,2]"), &options, NULL), VOX_ERROR_NODE_LIMIT);
    CHECK_OK(parse(LITERAL("[1]"), &options, NULL));
}

static void edits_do_not_ask(void) {
    caller self = {0};
    vox_options options = options_of(&self);
    vox_tree *tree = NULL;
    vox_node *out = NULL;
    CHECK_OK(vox_tree_parse("{}", 2, &options, &tree, NULL));
    self = (caller){.last = 1};
    const vox_value value = vox_value_json(LITERAL("[1,{\"b\":2}]"));
    CHECK_OK(vox_object_set(tree, vox_tree_root(tree), LITERAL("a"), value, &out));
    CHECK_SIZE(self.calls, 0);
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "{\"a\":[1,{\"b\":2}]}");
    vox_tree_free(tree);
}

static void parsers_and_streams_stop(void) {
    caller self = {.last = 2};
    vox_options options = options_of(&self);
    vox_parser *parser = NULL;
    vox_tree *tree = NULL;
    size_t consumed = 1;
    CHECK_OK(vox_parser_new(&options, 65536, &parser));
    CHECK_OK(vox_parser_parse(parser, "[1]", 3, &tree, NULL));
    vox_tree_free(tree);
    CHECK_STATUS(vox_parser_parse(parser, "[1]", 3, &tree, NULL), VOX_ERROR_STOPPED);
    CHECK(!tree);
    self = (caller){.last = 1};
    CHECK_STATUS(
        vox_parser_parse_next(parser, "[1]\n", 4, true, &consumed, &tree, NULL), VOX_ERROR_STOPPED
    );
    CHECK_SIZE(consumed, 0); /* the call may be repeated */
    CHECK_OK(vox_parser_parse_next(parser, "[1]\n", 4, true, &consumed, &tree, NULL));
    CHECK_SIZE(consumed, 4);
    vox_tree_free(tree);
    vox_parser_free(parser);
}

/** A tree that was not parsed does not ask either, and neither does a patch that was made. */
static void built_trees_do_not_ask(void) {
    caller self = {.last = 1};
    const vox_options options = options_of(&self);
    const vox_value value = vox_value_json(LITERAL("[1,{\"b\":2}]"));
    vox_tree *tree = NULL, *copy = NULL, *patch = NULL;
    CHECK_OK(vox_tree_new(&options, &tree));
    vox_node *root = vox_tree_root(tree);
    CHECK_OK(vox_node_set(tree, root, value));
    CHECK_OK(vox_baseline_mark(tree, root));
    CHECK_OK(vox_tree_compact(tree, &copy));
    CHECK_OK(vox_array_append(copy, vox_tree_root(copy), value, NULL));
    CHECK_OK(vox_patch_make(tree, root, copy, vox_tree_root(copy), &options, &patch));
    CHECK_OK(vox_array_append(patch, vox_tree_root(patch), value, NULL));
    CHECK_WRITES(
        patch, vox_tree_root(patch), VOX_STYLE_COMPACT,
        "[{\"op\":\"add\",\"path\":\"/2\",\"value\":[1,{\"b\":2}]},[1,{\"b\":2}]]"
    );
    CHECK_SIZE(self.calls, 0);
    vox_tree_free(patch);
    vox_tree_free(copy);
    vox_tree_free(tree);
}

/** Reads all documents of a text, and repeats each call that was stopped. Returns the number of
 *  calls that were stopped. `written` receives the documents and the offsets of the errors. */
static size_t read_on(vox_string text, caller *self, vox_buffer *written) {
    vox_options options = options_of(self);
    vox_parser *parser = NULL;
    size_t stopped = 0, consumed = 1;
    CHECK_OK(vox_parser_new(&options, 0, &parser));
    for (size_t at = 0; stopped < 3 && (consumed || at < text.length); at += consumed) {
        vox_tree *tree = NULL;
        vox_error error = {0};
        const vox_status status = vox_parser_parse_next(
            parser, text.bytes + at, text.length - at, true, &consumed, &tree, &error
        );
        if (status == VOX_ERROR_STOPPED) {
            CHECK(consumed == 0 && !tree);
            stopped++;
        } else if (status != VOX_OK) {
            const vox_value place = vox_value_uint64(at + error.offset);
            CHECK_OK(vox_tree_new(NULL, &tree));
            CHECK_OK(vox_node_set(tree, vox_tree_root(tree), place));
        }
        if (tree) {
            CHECK_OK(vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, written));
        }
        vox_tree_free(tree);
    }
    vox_parser_free(parser);
    return stopped;
}

/** Documents of one line and of several lines, and lines that are broken off. A part of a text may
 *  be parsed more than once, and each of these parses can be stopped. */
static void each_call_stops_a_parser(void) {
    static const char *const texts[] = {
        "[1]\n[2] [3]\n4",
        "{\"a\":\n[1]}\n[\n1,\n2\n]\n",
        "[1,\n\n2,\n\n3]\n[\n[\n]]",
        "{\"a\":\n\n{\"b\":\n\n[\n1,\n2\n]\n[4,\n5,\n6]\n{\"c\":\n\n1,\n\n\"d\":2}\n",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        const vox_string text = vox_string_from_c(texts[index]);
        vox_buffer expected = {0};
        caller whole = {0};
        CHECK_SIZE(read_on(text, &whole, &expected), 0);
        for (size_t last = 1; last <= whole.calls; last++) {
            caller self = {.last = last};
            vox_buffer written = {0};
            check_note("%s, call %zu of %zu", text.bytes, last, whole.calls);
            CHECK_SIZE(read_on(text, &self, &written), 1);
            CHECK_STRING(buffer_text(&written), buffer_text(&expected));
            vox_buffer_free(&written);
        }
        vox_buffer_free(&expected);
    }
    check_note(NULL);
}

static void memory_comes_first(void) {
    const vox_string text = list_of(3 * VOX_STOP_VALUES);
    for (size_t countdown = 1; countdown < 12; countdown++) {
        caller self = {.last = 3};
        vox_options options = options_of(&self);
        check_memory.countdown = countdown;
        const vox_status status = parse(text, &options, NULL);
        CHECK(status == VOX_ERROR_STOPPED || status == VOX_ERROR_MEMORY);
        check_memory.countdown = 0;
    }
    free((char *)(uintptr_t)text.bytes);
}

/** A document that is wrong, and longer than the limit of the size. If there is no memory to find
 *  the error, the call may be repeated and finds the error. */
static void memory_comes_before_sizes(void) {
    const vox_string text = LITERAL("[1,\n2,\nx,\n4,\n5,\n6,\n7,\n8,\n9,\n10,\n11,\n12,\n13,\n14]\n"
    );
    vox_options options = document_options();
    size_t failed = 0;
    options.max_size = 40;
    for (size_t countdown = 0; countdown < 12; countdown++) {
        vox_parser *parser = NULL;
        vox_tree *tree = NULL;
        vox_error error = {0};
        size_t consumed = 1;
        check_note("request %zu", countdown);
        CHECK_OK(vox_parser_new(&options, 0, &parser));
        check_memory.countdown = countdown;
        vox_status status = vox_parser_parse_next(
            parser, text.bytes, text.length, true, &consumed, &tree, &error
        );
        check_memory.countdown = 0;
        if (status == VOX_ERROR_MEMORY) {
            CHECK_SIZE(consumed, 0);
            failed++;
            status = vox_parser_parse_next(
                parser, text.bytes, text.length, true, &consumed, &tree, &error
            );
        }
        CHECK_STATUS(status, VOX_ERROR_SYNTAX);
        CHECK_SIZE(error.offset, 7);
        CHECK_SIZE(consumed, 7); /* up to the line that cannot continue it */
        vox_parser_free(parser);
    }
    CHECK(failed > 0);
    check_note(NULL);
}

const check_test stopping_tests[] = {
    CHECK_LINES(each_call_can_stop, "T59"),
    CHECK_LINES(lazy_parses_stop, "T59"),
    CHECK_TEST(errors_come_first),
    CHECK_TEST(edits_do_not_ask),
    CHECK_TEST(built_trees_do_not_ask),
    CHECK_TEST(parsers_and_streams_stop),
    CHECK_LINES(each_call_stops_a_parser, "T59"),
    CHECK_TEST(memory_comes_first),
    CHECK_TEST(memory_comes_before_sizes),
    CHECK_END,
};
