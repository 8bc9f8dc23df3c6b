/* SPDX-License-Identifier: MIT */
/** Random corpora against a model: a record is made of members whose rows and rests are known. So
 *  every value is in its column or in the rest, in the order of the text, whatever the pieces and the
 *  batches are. */
#include "arrow_text.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

static const char description[] =
    "{'table':'records','error':null,'columns':[{'name':'a','type':'int64'},{'name':'b','type':"
    "'utf8'},{'name':'c','type':'bool'},{'name':'d','path':'o.d','type':'double'},{'name':'e',"
    "'type':'list','items':{'type':'int64'}}]}";

/** A value of a member: its text, the text in its column or NULL, and the text in the rest or
 *  NULL. */
typedef struct sample {
    const char *text, *cell, *rest;
} sample;

static const sample samples[5][6] = {
    {{"1", "1", NULL},
     {"-70000", "-70000", NULL},
     {"null", NULL, NULL},
     {"\"1\"", NULL, "\"1\""},
     {"1.5", NULL, "1.5"},
     {"[1, 2]", NULL, "[1,2]"}},
    {{"\"x\"", "\"x\"", NULL},
     {"\"\"", "\"\"", NULL},
     {"\"\\u00e9\"", "\"\xC3\xA9\"", NULL},
     {"null", NULL, NULL},
     {"7", NULL, "7"},
     {"{\"k\" : {}}", NULL, "{\"k\":{}}"}},
    {{"true", "true", NULL},
     {"false", "false", NULL},
     {"null", NULL, NULL},
     {"0", NULL, "0"},
     {"\"true\"", NULL, "\"true\""},
     {"[]", NULL, "[]"}},
    {{"{\"d\":0.5}", "0.5", NULL},
     {"{\"d\":2,\"f\": 1}", "2", "{\"f\":1}"},
     {"{\"d\":\"x\"}", NULL, "{\"d\":\"x\"}"},
     {"{}", NULL, NULL},
     {"5", NULL, "5"},
     {"null", NULL, NULL}},
    {{"[1,2,3]", "[1,2,3]", NULL},
     {"[]", "[]", NULL},
     {"[null]", "[null]", NULL},
     {"[1,\"x\",3]", "[1,null,3]", "[null,\"x\",null]"},
     {"{\"a\":1}", NULL, "{\"a\":1}"},
     {"null", NULL, NULL}},
};
static const char *const names[5] = {"a", "b", "c", "o", "e"};

/** Text that grows. */
typedef struct writer {
    char *bytes;
    size_t length;
} writer;

static void put(writer *to, const char *text) {
    const size_t length = strlen(text);
    memcpy(to->bytes + to->length, text, length + 1);
    to->length += length;
}

/** Writes a member that has no column. */
static void put_unknown(uint64_t *state, writer *line, writer *rest, bool is_first) {
    char text[64];
    snprintf(
        text, sizeof text, "\"z%zu\":{\"y\":[%zu]}", random_below(state, 3),
        random_below(state, 100)
    );
    put(line, is_first ? "" : ",");
    put(line, text);
    put(rest, rest->length ? "," : "{");
    put(rest, text);
}

/** Writes a record to `line`, and its row to `rows`. The members come in a random order. */
static void put_record(uint64_t *state, writer *line, writer *rows) {
    static char rest_bytes[4096];
    const char *cells[5] = {NULL, NULL, NULL, NULL, NULL};
    writer rest = {rest_bytes, 0};
    const size_t first = random_below(state, 5), step = 1 + random_below(state, 4);
    const size_t unknown = random_below(state, 12);
    bool is_first = true;
    put(line, "{");
    for (size_t at = 0; at < 5; at++) {
        const size_t member = (first + at * step) % 5;
        if (at == unknown) {
            put_unknown(state, line, &rest, is_first);
            is_first = false;
        }
        if (random_below(state, 6) == 0) {
            continue; /* absent */
        }
        const sample *value = &samples[member][random_below(state, 6)];
        char text[128];
        snprintf(text, sizeof text, "%s\"%s\":", is_first ? "" : ",", names[member]);
        put(line, text);
        put(line, value->text);
        is_first = false;
        cells[member] = value->cell;
        if (value->rest) {
            snprintf(
                text, sizeof text, "%s\"%s\":%s", rest.length ? "," : "{", names[member],
                value->rest
            );
            put(&rest, text);
        }
    }
    put(line, "}");
    put(rows, "[");
    for (size_t at = 0; at < 5; at++) {
        put(rows, cells[at] ? cells[at] : "null");
        put(rows, ",");
    }
    put(rows, rest.length ? "\"" : "null");
    put(rows, rest.length ? rest.bytes : "");
    put(rows, rest.length ? "}\"]\n" : "]\n");
}

static void put_malformed(uint64_t *state, writer *line, writer *rows) {
    static const char *const texts[][2] = {
        {"{", "{"}, {"1 2", "1 2"}, {"[1", "[1"}, {"]", "]"}, {"nul", "nul"}, {"1,2", "1,2"},
    };
    const size_t index = random_below(state, COUNT(texts));
    put(line, texts[index][0]);
    put(rows, "[null,null,null,null,null,\"\"");
    put(rows, texts[index][1]);
    put(rows, "\"\"]\n");
}

static void random_corpora(void) {
    const size_t corpora = check_quick() ? 100 : 10000;
    static char text[65536], expected[262144];
    vox_columns *columns = columns_from_c(description);
    uint64_t state = 20;
    for (size_t corpus = 0; columns && corpus < corpora && check_failures() == 0; corpus++) {
        writer line = {text, 0}, rows = {expected, 0};
        const uint64_t seed = state;
        const size_t records = random_below(&state, 40);
        expected[0] = text[0] = '\0';
        for (size_t record = 0; record < records; record++) {
            if (random_below(&state, 15) == 0) {
                put(&line, random_below(&state, 2) ? "\n" : " \r\n");
            }
            if (random_below(&state, 15) == 0) {
                put_malformed(&state, &line, &rows);
            } else {
                put_record(&state, &line, &rows);
            }
            put(&line, record + 1 < records || random_below(&state, 2) ? "\n" : "");
        }
        piece_source source = {.text = {text, line.length}, .piece = 1 + random_below(&state, 900)};
        const vox_source given = piece_source_of(&source);
        vox_columns_options options = columns_test_options();
        struct ArrowArrayStream stream;
        vox_buffer found = {0};
        options.batch_rows = 1 + random_below(&state, 20);
        options.form = VOX_COLUMNS_LINES;
        check_note("seed %llu", (unsigned long long)seed);
        CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
        CHECK_SIZE(stream_rows(&stream, &found), 0);
        const vox_string wanted = {expected, rows.length};
        CHECK_STRING(buffer_text(&found), wanted);
        vox_buffer_free(&found);
    }
    check_note(NULL);
    vox_columns_free(columns);
}

/** A key that first appears after many records keeps all its values. */
static void nothing_is_sampled(void) {
    static char lines[200000];
    size_t length = 0;
    for (int row = 0; row < 1900; row++) {
        length += (size_t)snprintf(
            lines + length, sizeof lines - length,
            row < 1000 ? "{\"a\":%d}\n" : "{\"a\":%d,\"late\":1}\n", row
        );
    }
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':[{'name':'late','type':'int64'}],'ignore':['a']}"
    );
    const vox_columns_options options = columns_test_options();
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    int64_t found = 0;
    CHECK_OK(vox_columns_text(columns, "f", lines, length, &options, &stream));
    while (stream.get_next(&stream, &array) == 0 && array.release) {
        found += array.length - array.children[0]->null_count;
        CHECK_SIZE(array.children[1]->null_count, array.length); /* no rest */
        array.release(&array);
    }
    stream.release(&stream);
    vox_columns_free(columns);
    CHECK_SIZE(found, 900);
}

const check_test column_model_tests[] = {
    CHECK_TEST(random_corpora),
    CHECK_TEST(nothing_is_sampled),
    CHECK_END,
};
