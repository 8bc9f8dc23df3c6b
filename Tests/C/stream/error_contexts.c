/* SPDX-License-Identifier: MIT */
/** Errors at every place of a stream, while the limit of values is just enough for the text before
 *  the error. The reader that describes the error must not take the limit for it. */
#include "comparing.h"
#include "streaming.h"
#include "tests.h"

static void with_the_last_value(void) {
    static const struct {
        const char *text;
        size_t values; /* the least limit that allows the text before the error */
    } rows[] = {
        {"x", 1},
        {"7 x", 1},
        /* In a list, each element has the whole limit. */
        {"[[2,3 x]", 3},
        {"[1,[2,3 x]", 3},
        {"[1,2,[3,[4 x]]", 4},
        {"[1,2 x", 1},
        {"[1,2,x", 1},
        {"{\"data\":[[2,3 x]", 3},
        {"{\"data\":[1,[2,3 x]", 3},
        {"{\"data\":[1,{\"a\":1,\"b\":2 x}", 3},
        {"{\"data\":[1,2 x", 2},
        /* Other values count together. */
        {"{x", 1},
        {"{\"a\":1,x", 2},
        {"{\"a\":1 x", 2},
        {"{\"a\" x", 1},
        {"{\"a\":1,\"b\" x", 2},
        {"{\"a\":[1,2 x]", 4},
        {"{\"a\":1,\"b\":[2,3 x]", 5},
        {"{\"a\":{\"c\":1},\"b\":[2,3 x]", 6},
        {"{\"data\":[1,2],\"b\":[2,3 x]", 5},
        {"{\"data\":[1,2] x", 2},
        {"{\"data\":[1,2],x", 2},
        {"{\"included\":[1,[2,3 x]]", 5},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        const vox_string text = vox_string_from_c(rows[row].text);
        const reading whole = read_as(text, VOX_MODE_EAGER, 0, false);
        CHECK(whole.status == VOX_ERROR_SYNTAX || whole.status == VOX_ERROR_TRAILING);
        vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
        for (size_t limit = rows[row].values; limit < rows[row].values + 5; limit++) {
            for (size_t step = 1; step <= 1000; step += 999) {
                check_note("%s, limit %zu, %zu bytes at a time", rows[row].text, limit, step);
                options.tree.max_nodes = limit;
                transcript made = streaming_read(text, &options, step, step);
                if (CHECK_STATUS(made.status, whole.status)) {
                    check_same_error(&made.error, &whole.error);
                }
                transcript_free(&made);
            }
        }
        if (rows[row].values > 1) {
            options.tree.max_nodes = rows[row].values - 1;
            transcript made = streaming_read(text, &options, text.length, text.length);
            CHECK_STATUS(made.status, VOX_ERROR_NODE_LIMIT);
            transcript_free(&made);
        }
    }
    check_note(NULL);
}

const check_test error_contexts_tests[] = {
    CHECK_TEST(with_the_last_value),
    CHECK_END,
};
