/* SPDX-License-Identifier: MIT */
/** The memory and the steps of streams: limits, missing memory, constant memory, and steps that
 *  grow only in proportion to the text. */
#include "document.h"
#include "steps.h"
#include "streaming.h"
#include "tests.h"
#include "whole_error.h"

#include <stdio.h>
#include <stdlib.h>

/* --- the size limit -------------------------------------------------------- */

/** Feeds a text until an error. Returns the number of bytes that were fed. */
static size_t feed_until_error(
    vox_string text, const vox_stream_options *options, size_t step, vox_error *error
) {
    vox_stream *stream = NULL;
    size_t fed = 0;
    vox_status status = VOX_OK;
    CHECK_OK(vox_stream_new(options, &stream));
    while (fed < text.length && status == VOX_OK) {
        size_t length = step < text.length - fed ? step : text.length - fed;
        vox_item item = {.kind = VOX_ITEM_DOCUMENT};
        CHECK_OK(vox_stream_feed(stream, text.bytes + fed, length));
        fed += length;
        while (status == VOX_OK && item.kind != VOX_ITEM_NONE) {
            status = vox_stream_next(stream, &item, error);
            vox_tree_free(item.tree);
        }
    }
    CHECK(status != VOX_OK);
    vox_stream_free(stream);
    return fed;
}

static void one_byte_too_many(void) {
    static const struct {
        const char *begin, *repeated, *end;
        vox_stream_form form;
        size_t limit;
    } rows[] = {
        {"\"", "a", "\"", VOX_STREAM_DOCUMENT, (size_t)32 << 20},
        {"[0", "\n,1 ", "]", VOX_STREAM_DOCUMENT, 100000},
        {"{\"data\":[", "{\"type\":\"a\",\"id\":\"1\"},", "0]}", VOX_STREAM_ELEMENTS,
         (size_t)32 << 20},
        {"[0", "\n,{\"a\":[1,2,3]}", "]", VOX_STREAM_ELEMENTS, 100000},
        {"{\"meta\":[", "{\"type\":\"a\",\"id\":\"1\"},\n", "0,0,0", VOX_STREAM_ELEMENTS, 100000},
        {"[", "[1],", "\"", VOX_STREAM_VALUES, 100000},
        {"", "[1]\n", "", VOX_STREAM_VALUES, 100000},
    };
    static const size_t steps[] = {1, 4096, SIZE_MAX};
    for (size_t row = 0; row < COUNT(rows); row++) {
        const size_t limit = check_quick() ? 100000 : rows[row].limit;
        char *bytes = malloc(limit + 1);
        size_t length = strlen(rows[row].begin), part = strlen(rows[row].repeated);
        memcpy(bytes, rows[row].begin, length);
        for (; limit - length > part + 4; length += part) {
            memcpy(bytes + length, rows[row].repeated, part);
        }
        memset(bytes + length, ' ', limit + 1 - length);
        check_memory.peak = 0;
        memcpy(bytes + limit + 1 - strlen(rows[row].end), rows[row].end, strlen(rows[row].end));
        for (size_t step = 0; step < COUNT(steps); step++) {
            vox_string text = {bytes, limit + 1};
            vox_stream_options options = streaming_options(rows[row].form);
            vox_error error = {0}, eager = {0};
            vox_tree *tree = NULL;
            options.max_total = limit;
            check_note("row %zu, %zu bytes at a time", row, steps[step]);
            size_t fed = feed_until_error(text, &options, steps[step], &error);
            CHECK(fed == limit + 1 || steps[step] != 1);
            CHECK_STATUS(error.status, VOX_ERROR_SIZE_LIMIT);
            options.tree.max_size = limit;
            vox_tree_parse(bytes, limit + 1, &options.tree, &tree, &eager);
            CHECK_SIZE(error.offset, eager.offset);
            CHECK_SIZE(error.line, eager.line);
            CHECK_SIZE(error.column, eager.column);
            CHECK_TEXT(vox_string_from_c(error.pointer), eager.pointer);
            /* The stream keeps no bytes beyond the limit. */
            CHECK(check_memory.peak < 4 * limit);
        }
        free(bytes);
    }
}

/** A text that is far too long is not copied first. */
static void the_rest_is_not_read(void) {
    const size_t length = (size_t)64 << 20;
    char *bytes = malloc(length);
    memset(bytes, ' ', length);
    for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
        vox_stream_options options = streaming_options((vox_stream_form)form);
        vox_error error = {0};
        options.max_total = 1000;
        feed_until_error((vox_string){bytes, length}, &options, length, &error);
        CHECK_STATUS(error.status, VOX_ERROR_SIZE_LIMIT);
        CHECK_SIZE(error.offset, 1000);
        CHECK(check_memory.peak < 20000);
    }
    free(bytes);
}

/** A text that is too long stays an error, whatever is fed after it. */
static void fed_on_behind_the_limit(void) {
    for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
        vox_stream_options options = streaming_options((vox_stream_form)form);
        vox_stream *stream = NULL;
        vox_item item;
        vox_error error;
        options.max_total = 4;
        CHECK_OK(vox_stream_new(&options, &stream));
        CHECK_OK(vox_stream_feed(stream, "[ ]  ", 5));
        CHECK_OK(vox_stream_feed(stream, "", 0));
        vox_stream_finish(stream);
        vox_status status = VOX_OK;
        do {
            status = vox_stream_next(stream, &item, &error);
            vox_tree_free(item.tree);
        } while (status == VOX_OK && item.kind != VOX_ITEM_NONE);
        CHECK_STATUS(status, VOX_ERROR_SIZE_LIMIT);
        vox_stream_free(stream);
    }
}

/** The result is the same when the text was finished before the first vox_stream_next. */
static void finished_at_once(void) {
    static const char *const texts[] = {"[]      ", "[1,2,3,4]", "1234567",
                                        "[1] [2]",  "{} x",      "\xEF\xBB"};
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
            for (size_t limit = 0; limit < 20; limit++) {
                vox_string text = vox_string_from_c(texts[index]);
                vox_stream_options options = streaming_options((vox_stream_form)form);
                vox_stream *stream = NULL;
                vox_item item = {.kind = VOX_ITEM_DOCUMENT};
                vox_error error = {0};
                vox_status status = VOX_OK;
                size_t *most = limit < 10 ? &options.tree.max_size : &options.max_total;
                *most = limit % 10 ? limit % 10 : VOX_NONE;
                check_note("%s, limit %zu, form %d", texts[index], limit, form);
                transcript pieces = streaming_read(text, &options, 1, 1);
                CHECK_OK(vox_stream_new(&options, &stream));
                CHECK_OK(vox_stream_feed(stream, text.bytes, text.length));
                vox_stream_finish(stream);
                while (status == VOX_OK && item.kind != VOX_ITEM_NONE) {
                    status = vox_stream_next(stream, &item, &error);
                    vox_tree_free(item.tree);
                }
                CHECK_STATUS(status, pieces.status);
                CHECK_SIZE(error.offset, pieces.error.offset);
                vox_stream_free(stream);
                transcript_free(&pieces);
            }
        }
    }
}

/** The text that a stream must hold has its own limit. */
static void too_long_to_be_held(void) {
    static const struct {
        const char *text;
        size_t offset; /* the offset of the error; SIZE_MAX for no error */
        const char *pointer;
    } rows[] = {
        {"[\"12345678901234\",2]", SIZE_MAX, ""},
        {"[1,\"12345678901234567\",2]", 19, "/1"},
        {"{\"data\":[[],\n[\"1234567890123\"]]}", 29, "/data/1"},
        {"{\"data\":[0,\"this does not end", 27, "/data/1"},
        {"{\"a\":\"1\",\"b\":0}", SIZE_MAX, ""},
        {"{\"a\":\"12\",\"b\":0}", SIZE_MAX, ""}, /* 16 bytes */
        {"{\"a\":\"123\",\"b\":0}", 16, ""},
        {"{\"\":1,\"data\":[2]}", SIZE_MAX, ""}, /* 16 bytes without the element */
        {"{\"a\":1,\"data\":[2]}", 17, ""},
        {"{\"a\":\"12345678\",\"b\":0}", 16, ""},
        {"{\"a\":1,\"b\":[1,2,3]}", 11, "/b"},
        {"{\"included\":[1,2,3]}", SIZE_MAX, ""},
        {"{\"included\":[1,2,345678901234]}", 28, "/included"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_string text = vox_string_from_c(rows[row].text);
        vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
        options.max_held = 16;
        check_note("%s", rows[row].text);
        transcript made = streaming_read(text, &options, text.length, text.length);
        transcript bytes = streaming_read(text, &options, 1, 1);
        streaming_same(&bytes, &made);
        if (rows[row].offset == SIZE_MAX) {
            CHECK_OK(made.status);
        } else if (CHECK_STATUS(made.status, VOX_ERROR_SIZE_LIMIT)) {
            CHECK_SIZE(made.error.offset, rows[row].offset);
            CHECK_TEXT(vox_string_from_c(made.error.pointer), rows[row].pointer);
        }
        transcript_free(&made);
        transcript_free(&bytes);
    }
}

/** The end of a wrong value decides whether the value is too long. It must not depend on the
 *  pieces, nor on whether it is searched in blocks of 64 bytes or in single bytes after them. */
static void wrong_values_end_in_one_place(void) {
    static const char *const starts[] = {
        "[\\\"]", "[\\\\\"]\"", "[\\[]", "{\"a\":\\\"}", "[\"\\\"\",\\\"]"};
    static const size_t steps[] = {1, 3, 63, 64, 65, 66};
    char bytes[160];
    for (size_t row = 0; row < COUNT(starts); row++) {
        for (size_t before = 0; before < 66; before++) {
            /* The backslash is at every position of a block. */
            size_t length = (size_t)snprintf(
                bytes, sizeof bytes, "%c%*s%s ]  \" ]  } ]", *starts[row], (int)before, "",
                starts[row] + 1
            );
            memset(bytes + length, ' ', sizeof bytes - length);
            vox_string text = {bytes, sizeof bytes};
            vox_stream_options options = streaming_options(VOX_STREAM_VALUES);
            options.tree.max_size = length - 6;
            check_note("%s, %zu spaces", starts[row], before);
            transcript whole = streaming_read(text, &options, text.length, text.length);
            for (size_t step = 0; step < COUNT(steps); step++) {
                transcript made = streaming_read(text, &options, steps[step], steps[step]);
                streaming_same(&made, &whole);
                transcript_free(&made);
            }
            transcript_free(&whole);
        }
    }
}

/* --- memory ---------------------------------------------------------------- */

/** A long text, which repeats `element`. */
typedef struct generated {
    const char *before, *element, *after;
    size_t count;
} generated;

static size_t put_elements(char *bytes, const char *element, size_t count) {
    size_t part = strlen(element);
    for (size_t number = 0; number < count; number++) {
        memcpy(bytes + number * part, element, part);
    }
    return count * part;
}

/** Feeds a piece and reads all items. Adds their number to `items`. */
static void feed_and_count(vox_stream *stream, const char *piece, size_t length, size_t *items) {
    vox_item item = {.kind = VOX_ITEM_DOCUMENT};
    CHECK_OK(vox_stream_feed(stream, piece, length));
    while (item.kind != VOX_ITEM_NONE) {
        CHECK_OK(vox_stream_next(stream, &item, NULL));
        *items += item.kind != VOX_ITEM_NONE;
        vox_tree_free(item.tree);
    }
}

#define PIECE 100 /* number of elements */

/** Streams a text, 100 elements at a time, and divides one of them. Returns the number of items. */
static size_t stream_generated(generated text, vox_stream_form form) {
    static char piece[PIECE * 1000];
    size_t length = put_elements(piece, text.element, PIECE), items = 0, cut = length - 50;
    vox_stream_options options = streaming_options(form);
    vox_stream *stream = NULL;
    CHECK_OK(vox_stream_new(&options, &stream));
    feed_and_count(stream, text.before, strlen(text.before), &items);
    for (size_t number = 0; number < text.count; number += PIECE) {
        feed_and_count(stream, piece, cut, &items);
        feed_and_count(stream, piece + cut, length - cut, &items);
    }
    feed_and_count(stream, text.after, strlen(text.after), &items);
    vox_stream_finish(stream);
    vox_item item = {.kind = VOX_ITEM_NONE};
    CHECK_OK(vox_stream_next(stream, &item, NULL));
    items += item.kind != VOX_ITEM_NONE;
    vox_tree_free(item.tree);
    vox_stream_free(stream);
    return items;
}

/** The default memory does not depend on the length of the text and the number of its values. */
static void memory_does_not_grow(void) {
    static const char article[] =
        "{\"type\":\"articles\",\"id\":\"1\",\"attributes\":{\"title\":\"JSON:API paints my "
        "bikeshed!\","
        "\"body\":\"The shortest article. Ever.\",\"created\":\"2015-05-22T14:56:29.000Z\","
        "\"n\":[1,2.5,true,null]},\"relationships\":{\"author\":{\"data\":{\"id\":\"42\",\"type\":"
        "\"people\"}}}},\n";
    static const char log_line[] = "{\"time\":1700000000,\"text\":\"\\u0022 said the caller\"}\n";
    size_t bytes = check_quick() ? 2000000 : 200000000, peaks[2];
    const struct {
        generated text;
        vox_stream_form form;
        size_t others; /* number of other items */
    } rows[] = {
        {{"{\"data\":[", article, "0],\"meta\":{}}", 0}, VOX_STREAM_ELEMENTS, 2},
        {{"[", article, "0]", 0}, VOX_STREAM_ELEMENTS, 2},
        {{"[", "[0,1,2,3,4,5,6,7],", "0]", 0}, VOX_STREAM_ELEMENTS, 2},
        {{"", log_line, "", 0}, VOX_STREAM_VALUES, 0},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int large = 0; large < 2; large++) {
            generated text = rows[row].text;
            text.count = (large ? bytes : 500000) / strlen(text.element) / PIECE * PIECE;
            check_memory.peak = 0;
            CHECK_SIZE(stream_generated(text, rows[row].form), text.count + rows[row].others);
            peaks[large] = check_memory.peak;
            check_note("row %zu: %zu bytes at most", row, peaks[large]);
        }
        CHECK_SIZE(peaks[1], peaks[0]);
        CHECK(peaks[1] < 4 << 16); /* a few pieces */
    }
}

/** Streams a text in small pieces, and repeats each call that fails for lack of memory. */
static transcript read_stubbornly(
    vox_string text, const vox_stream_options *options, size_t failing, size_t *failures
) {
    transcript made;
    vox_stream *stream = NULL;
    vox_item item;
    memset(&made, 0, sizeof made);
    check_memory.countdown = failing;
    check_memory.failures = 0;
    while ((made.status = vox_stream_new(options, &stream)) == VOX_ERROR_MEMORY) {
        CHECK(!stream);
    }
    for (size_t at = 0; at <= text.length && made.status == VOX_OK; at += 5) {
        size_t length = text.length - at < 5 ? text.length - at : 5;
        while (vox_stream_feed(stream, text.bytes + at, length) == VOX_ERROR_MEMORY) {
        }
        if (length < 5) {
            vox_stream_finish(stream);
        }
        do {
            made.error = garbage_error();
            made.status = vox_stream_next(stream, &item, &made.error);
            check_whole_error(&made.error, made.status, text.length);
            if (item.kind != VOX_ITEM_NONE) {
                made.count++;
                made.items.length += vox_tree_memory(item.tree).nodes;
            }
            vox_tree_free(item.tree);
        } while (made.status == VOX_ERROR_MEMORY || item.kind != VOX_ITEM_NONE);
    }
    check_memory.countdown = 0;
    *failures = check_memory.failures;
    vox_stream_free(stream);
    CHECK_SIZE(check_memory.blocks, 0);
    return made;
}

/** Each request for memory fails once. Repeating the call is enough to continue. */
static void every_request_fails_once(void) {
    static const char *const texts[] = {
        "{\"included\":[{\"a\":1}],\"x\":[1],\"data\":[{\"\":\"\\n\"},2],\"m\":[\"\\u0041\"]}",
        "[1,[2,3],\"\\u00e4\"]",
        "{\"a\":{},\"b\":[tru]}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"data\":[1,2 3]}",
        "1 [2] {\"a\":\"b\"}\n",
        "{\"data\":[\"this is more than may be held, and does not end",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
            vox_string text = vox_string_from_c(texts[index]);
            vox_stream_options options = streaming_options((vox_stream_form)form);
            size_t failures = 0, failing = 1;
            options.tree.strict = index % 2 == 1;
            options.max_held = 45;
            transcript good = read_stubbornly(text, &options, 0, &failures);
            do {
                check_note("%s, form %d, request %zu", texts[index], form, failing);
                transcript made = read_stubbornly(text, &options, failing, &failures);
                CHECK_SIZE(made.count, good.count);
                CHECK_SIZE(made.items.length, good.items.length);
                CHECK_STATUS(made.status, good.status);
                CHECK(good.status == VOX_OK || made.error.offset == good.error.offset);
                failing++;
            } while (failures && failing < 10000);
            CHECK(failing > 5);
        }
    }
}

/** An error before the first value is reported under every memory limit. The limit is for trees,
 *  and no tree is created. */
static void faults_under_any_limit(void) {
    static const struct {
        const char *text;
        bool both; /* is an error before the first document ends, also for VOX_STREAM_VALUES */
    } rows[] = {
        {"", true},        {",", true},      {"]", true},          {"}", true},
        {":", true},       {"\xFF", true},   {"[", true},          {"[,", true},
        {"{", true},       {"{,", true},     {"{1", true},         {"[\"", true},
        {"[\"a\\", true},  {"[\n\n,", true}, {"[\xFF\xFF", true},  {"[\"\n", true},
        {"\n [ {", true},  {"[ :", true},    {"[\"\\\"]\n", true}, {"[]]", false},
        {"[}", false},     {"[]x", false},   {"{]", false},        {"{}x", false},
        {"{} \n,", false}, {"{}[", false},   {"[\n]\n{", false},
    };
    static const size_t limits[] = {1, 50, 1000};
    char long_text[5000] = "[\"";
    memset(long_text + 2, 'x', sizeof long_text - 2);
    for (size_t row = 0; row <= COUNT(rows); row++) {
        vox_string text = {long_text, sizeof long_text};
        bool both = row == COUNT(rows) || rows[row].both;
        text = row < COUNT(rows) ? vox_string_from_c(rows[row].text) : text;
        for (int form = VOX_STREAM_ELEMENTS;
             form <= (both ? VOX_STREAM_VALUES : VOX_STREAM_ELEMENTS); form++) {
            vox_stream_options options = streaming_options((vox_stream_form)form);
            transcript free_of_limits = streaming_read(text, &options, 3, 3);
            for (size_t limit = 0; limit < COUNT(limits); limit++) {
                options.tree.max_memory = limits[limit];
                check_note("%.20s, form %d, limit %zu", text.bytes, form, limits[limit]);
                transcript made = streaming_read(text, &options, 3, 3);
                streaming_same(&made, &free_of_limits);
                transcript_free(&made);
            }
            transcript_free(&free_of_limits);
        }
    }
    check_note(NULL);
}

/** Streams with a pool. After the first streams, nothing is requested from the allocator of the
 *  pool. */
static void a_pool_serves_streams(void) {
    vox_pool *pool = NULL;
    vox_allocator machine = check_allocator_interface(&check_memory);
    CHECK_OK(vox_pool_new(&machine, 1 << 20, &pool));
    vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
    vox_string text = LITERAL("{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"x\":[1,2]}],\"meta\":{}}"
    );
    options.tree.allocator = vox_pool_allocator(pool);
    size_t calls = 0;
    for (int round = 0; round < 3; round++) {
        calls = check_memory.calls;
        transcript made = streaming_read(text, &options, 7, 7);
        CHECK_SIZE(made.count, 3);
        transcript_free(&made);
    }
    CHECK_SIZE(check_memory.calls, calls);
    vox_pool_free(pool);
}

/* --- steps ----------------------------------------------------------------- */

/** Returns the steps of streaming a text in single bytes. */
static uint64_t count_steps(generated shape, vox_stream_form form) {
    size_t length = strlen(shape.before), size = strlen(shape.element) * shape.count;
    char *bytes = malloc(length + size + strlen(shape.after) + 1);
    memcpy(bytes, shape.before, length);
    length += put_elements(bytes + length, shape.element, shape.count);
    memcpy(bytes + length, shape.after, strlen(shape.after));
    length += strlen(shape.after);
    vox_stream_options options = streaming_options(form);
    options.tree.strict = true;
    uint64_t start = steps_counted();
    transcript made = streaming_read((vox_string){bytes, length}, &options, 1, 1);
    uint64_t steps = steps_counted() - start;
    transcript_free(&made);
    free(bytes);
    return steps;
}

/** For every text, ten times the length takes about ten times the steps. */
static void steps_grow_with_the_text(void) {
    static const struct {
        const char *before, *element, *after;
    } rows[] = {
        {"{\"data\":[0", ",{\"type\":\"a\",\"id\":\"1\"}", "]}"},
        {"[", "0,", "0]"},
        {"[\"", "\\\\", "\"]"},
        {"[\"", "\xC3\xA9", "\xC3"},
        {"[\"", "plain text", ""},
        {"[", "[", ""},
        {"[{\"a\":", "[1],[{}],", "x"},
        {"{\"data\":[", "          ", "]}"},
        {"[1", "234567890", "]"},
        {"[", "xxxx", "]"},
        {"{\"x\":[", "[],", "0]}"},
        {"{\"included\":[", "[],", "0]}"},
        {"", "1 [2]\n", ""},
        {"{\"", "a", "\":1}"},
    };
    size_t size = check_quick() ? 100 : 2000;
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
            generated shape = {rows[row].before, rows[row].element, rows[row].after, size};
            uint64_t small = count_steps(shape, (vox_stream_form)form);
            shape.count *= 10;
            uint64_t large = count_steps(shape, (vox_stream_form)form);
            if (steps_counted() == 0) {
                check_skip("the core was not built to count its steps");
                return;
            }
            check_note(
                "row %zu, form %d: %llu and %llu steps", row, form, (unsigned long long)small,
                (unsigned long long)large
            );
            CHECK(large < 12 * small);
        }
    }
}

/** The same holds for the names of the root object, which strict reading compares. */
static void many_members_of_the_root(void) {
    uint64_t steps[2];
    for (int large = 0; large < 2; large++) {
        size_t count = (check_quick() ? 100 : 1000) * (large ? 10u : 1u), length = 1;
        char *bytes = malloc(count * 24 + 2);
        bytes[0] = '{';
        for (size_t number = 0; number < count; number++) {
            length += (size_t
            )sprintf(bytes + length, "%s\"member%zu\":0", number ? "," : "", number);
        }
        bytes[length++] = '}';
        vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
        options.tree.strict = true;
        uint64_t start = steps_counted();
        transcript made = streaming_read((vox_string){bytes, length}, &options, 1, 1);
        steps[large] = steps_counted() - start;
        CHECK_OK(made.status);
        CHECK_SIZE(made.count, 1);
        transcript_free(&made);
        free(bytes);
    }
    check_note("%llu and %llu steps", (unsigned long long)steps[0], (unsigned long long)steps[1]);
    CHECK(steps[1] < 13 * steps[0] || steps_counted() == 0);
}

/** A tree that was handed out has the limits of the caller for its edits, not those that were left
 *  for the text. */
static void limits_of_edits(void) {
    vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
    vox_stream *stream = NULL;
    vox_item item = {0};
    options.tree.max_nodes = 20;
    options.tree.max_depth = 4;
    CHECK_OK(vox_stream_new(&options, &stream));
    CHECK_OK(vox_stream_feed(stream, LITERAL("[[1,2,3],[4,5,6],[7,8,9],[0],[[1]]]").bytes, 35));
    vox_stream_finish(stream);
    for (size_t count = 0; count < 5; count++) {
        CHECK_OK(vox_stream_next(stream, &item, NULL));
        check_note("element %zu", count);
        if (!CHECK(item.kind == VOX_ITEM_ELEMENT)) {
            break;
        }
        vox_status status = VOX_OK;
        size_t nodes = vox_tree_memory(item.tree).nodes;
        const size_t read = nodes;
        for (; status == VOX_OK && nodes < 100; nodes++) {
            status = vox_array_append(item.tree, item.node, vox_value_null(), NULL);
        }
        CHECK_STATUS(status, VOX_ERROR_NODE_LIMIT);
        CHECK(nodes - 1 - read >= 20 - read - 1 && nodes <= 22);
        vox_tree_free(item.tree);
    }
    vox_stream_free(stream);
}

const check_test stream_limits_tests[] = {
    CHECK_LINES(one_byte_too_many, "T14"), CHECK_TEST(the_rest_is_not_read),
    CHECK_TEST(fed_on_behind_the_limit),   CHECK_TEST(finished_at_once),
    CHECK_TEST(too_long_to_be_held),       CHECK_TEST(memory_does_not_grow),
    CHECK_TEST(every_request_fails_once),  CHECK_TEST(faults_under_any_limit),
    CHECK_TEST(a_pool_serves_streams),     CHECK_TEST(steps_grow_with_the_text),
    CHECK_TEST(many_members_of_the_root),  CHECK_TEST(wrong_values_end_in_one_place),
    CHECK_TEST(limits_of_edits),           CHECK_END,
};
