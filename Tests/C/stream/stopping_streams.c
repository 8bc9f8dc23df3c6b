/* SPDX-License-Identifier: MIT */
/** `stop` of the options in streams: it is asked while a value is read, each call can stop, and a
 *  call that was stopped may be repeated. */
#include "check_allocator.h"
#include "streaming.h"
#include "tests.h"

#include <stdlib.h>

typedef struct caller {
    size_t calls;
    size_t last; /* the call that stops the parse; 0: none does */
} caller;

static bool stops(void *context) {
    caller *self = context;
    self->calls++;
    return self->calls == self->last;
}

/** A text and what a stream finds in it. */
typedef struct found {
    vox_status status;
    size_t items;
    size_t nodes;
    size_t stopped; /* calls that were stopped */
    vox_error error;
} found;

/** Reads a whole text, and repeats each call that was stopped. */
static found read_on(vox_string text, vox_stream_form form, caller *self) {
    vox_stream_options options = streaming_options(form);
    options.tree.stop = stops;
    options.tree.stop_context = self;
    found made = {.status = VOX_OK};
    vox_stream *stream = NULL;
    vox_item item = {.kind = VOX_ITEM_DOCUMENT};
    CHECK_OK(vox_stream_new(&options, &stream));
    CHECK_OK(vox_stream_feed(stream, text.bytes, text.length));
    vox_stream_finish(stream);
    while ((made.status == VOX_ERROR_STOPPED && made.stopped < 3) ||
           (made.status == VOX_OK && item.kind != VOX_ITEM_NONE)) {
        made.status = vox_stream_next(stream, &item, &made.error);
        if (made.status == VOX_ERROR_STOPPED) {
            CHECK(item.kind == VOX_ITEM_NONE && !item.tree);
            CHECK_STATUS(made.error.status, VOX_ERROR_STOPPED);
            CHECK_SIZE(made.error.offset, 0);
            made.stopped++;
        } else if (item.kind != VOX_ITEM_NONE) {
            made.items++;
            made.nodes += vox_tree_memory(item.tree).nodes;
        }
        vox_tree_free(item.tree);
    }
    vox_stream_free(stream);
    return made;
}

/** Stops each call once. The stream finds the same as without a stop. */
static void stop_each_call(vox_string text, vox_stream_form form, size_t least) {
    caller whole = {0};
    const found expected = read_on(text, form, &whole);
    CHECK(whole.calls >= least);
    CHECK_SIZE(expected.stopped, 0);
    for (size_t last = 1; last <= whole.calls; last++) {
        caller self = {.last = last};
        check_note("%.20s, form %d, call %zu of %zu", text.bytes, (int)form, last, whole.calls);
        const found made = read_on(text, form, &self);
        CHECK_SIZE(made.stopped, 1);
        CHECK_STATUS(made.status, expected.status);
        CHECK_SIZE(made.items, expected.items);
        CHECK_SIZE(made.nodes, expected.nodes);
        if (made.status != VOX_OK) {
            CHECK_SIZE(made.error.offset, expected.error.offset);
            CHECK_SIZE(made.error.line, expected.error.line);
            CHECK_SIZE(made.error.column, expected.error.column);
            CHECK_TEXT(vox_string_from_c(made.error.pointer), expected.error.pointer);
        }
    }
    check_note(NULL);
}

static void between_values(void) {
    static const char *const texts[] = {
        "[1,{\"a\":[]},3]",
        "{\"a\":1,\"data\":[1,{\"b\":2}],\"included\":[{}],\"c\":[]}",
        "[1] {\"a\":2}\n3",
        "",
        "[1,x",
        "[1,\n {\"a\":[tru]}]",
        "{\"a\":1,\n\"b\":{\"c\":[1,2 3]}}",
        "{\"data\":[1,2],\"a\":1,\"b\" 3}",
        "[1,2]x",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
            const vox_string text = vox_string_from_c(texts[index]);
            stop_each_call(text, (vox_stream_form)form, 0);
        }
    }
}

/** Inside one large value, `stop` is asked after each VOX_STOP_VALUES values. */
static void inside_values(void) {
    static const struct {
        const char *before, *after;
        vox_stream_form form;
        size_t wrapped; /* calls for other values */
    } rows[] = {
        {"[", "]", VOX_STREAM_DOCUMENT, 0},
        {"[", "]", VOX_STREAM_VALUES, 0},
        {"[[", "]]", VOX_STREAM_ELEMENTS, 1},
        {"{\"data\":[[", "]]}", VOX_STREAM_ELEMENTS, 2},
        {"{\"included\":[", "]}", VOX_STREAM_ELEMENTS, 2},
        {"{\"a\":[", "]}", VOX_STREAM_ELEMENTS, 1},
        {"[[", " x]]", VOX_STREAM_ELEMENTS, 0},
    };
    enum {
        ELEMENTS = 3 * VOX_STOP_VALUES / 2
    };
    static const char element[] = "{\"a\":1},";
    const size_t part = sizeof element - 1;
    for (size_t row = 0; row < COUNT(rows); row++) {
        const size_t before = strlen(rows[row].before), after = strlen(rows[row].after);
        char *bytes = malloc(before + ELEMENTS * part + after + 1);
        memcpy(bytes, rows[row].before, before);
        for (size_t index = 0; index < ELEMENTS; index++) {
            memcpy(bytes + before + index * part, element, part);
        }
        const size_t length = before + ELEMENTS * part - 1;
        memcpy(bytes + length, rows[row].after, after + 1);
        stop_each_call(
            (vox_string){bytes, length + after}, rows[row].form, 1 + 3 + rows[row].wrapped
        );
        free(bytes);
    }
}

const check_test stopping_streams_tests[] = {
    CHECK_LINES(between_values, "T59"),
    CHECK_LINES(inside_values, "T59"),
    CHECK_END,
};
