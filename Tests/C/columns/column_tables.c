/* SPDX-License-Identifier: MIT */
/** Several tables in one pass have the rows and the counts that each of them has alone, and a file
 *  that is read in parts has the rows of the whole file. */
#include "arrow_text.h"
#include "random.h"
#include "tests.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_TABLES = 12
};

static const char *const descriptions[MOST_TABLES] = {
    "{'table':'malformed','line':true}",
    "{'type':'b','columns':[{'name':'id','type':'utf8'},{'name':'n','type':'int64'}]}",
    "{'type':'a','columns':[{'name':'id','type':'utf8'},'n'],'line':true,'file':true}",
    "{'table':'included','type':'a','columns':['id']}",
    "{'table':'records','columns':['x',{'name':'y','type':'int64'}]}",
    "{'table':'relationships'}",
    "{'type':'aa','columns':[{'name':'id','required':true}]}",
    "{'table':'included','type':'b','columns':['id','n'],'rest':false}",
    "{'columns':['type','id'],'rest':false}",
    "{'type':'b','columns':['n']}",
    "{'table':'included_relationships','type':'a'}",
    "{'type':'','columns':['id']}",
};

static const char *const lines[] = {
    "{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"n\":1}}",
    "{\"type\":\"b\",\"id\":\"2\",\"attributes\":{\"n\":\"x\"},\"etag\":1}",
    "{\"data\":{\"type\":\"aa\",\"id\":\"3\"}}",
    "{\"data\":[{\"type\":\"a\",\"id\":\"4\"},{\"type\":\"c\",\"id\":\"5\"},{\"type\":\"b\"}],"
    "\"included\":[{\"type\":\"a\",\"id\":\"6\"},{\"type\":\"b\",\"id\":\"7\",\"attributes\":{"
    "\"n\":2}},"
    "{\"id\":8}]}",
    "{\"data\":[{\"type\":\"a\",\"id\":\"9\",\"relationships\":{\"r\":{\"data\":{\"type\":\"b\","
    "\"id\":"
    "\"1\"}}}},{\"type\":\"b\",\"id\":10}]}",
    "{\"x\":1,\"y\":2}",
    "[{\"x\":3},{\"type\":\"a\",\"id\":\"11\"}]",
    "{\"type\":\"a\",\"data\":[{\"type\":\"b\",\"id\":\"12\"}]}",
    "{\"errors\":[]}",
    "{\"data\":5}",
    "{\"included\":{}}",
    "{\"type\":\"a\",",
    "{\"type\":\"\",\"id\":\"13\"}",
    "{\"type\":\"aa\"}",
    "{\"type\":\"a\",\"id\":14}",
    "5",
    "",
};

/** Appends random lines. A line may be cut. */
static size_t put_lines(uint64_t *state, char *text, size_t size) {
    size_t length = 0;
    for (size_t left = 1 + random_below(state, 12); left > 0; left--) {
        const char *line = lines[random_below(state, COUNT(lines))];
        length += (size_t)snprintf(
            text + length, size - length, "%s%s", line,
            left > 1 || random_below(state, 2) ? "\n" : ""
        );
    }
    return length;
}

/** A table that is read alone. */
static int read_alone(
    const vox_columns *columns, vox_string text, vox_columns_options options, vox_buffer *rows,
    vox_columns_counts *counts
) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    options.fault = options.fault == VOX_COLUMNS_STOP ? VOX_COLUMNS_STRICT : VOX_COLUMNS_SKIP;
    CHECK_OK(vox_columns_text(columns, "file", text.bytes, text.length, &options, &stream));
    int failure = stream.get_next(&stream, &array);
    while (failure == 0 && array.release) {
        array.release(&array);
        failure = stream.get_next(&stream, &array);
    }
    CHECK_OK(vox_columns_counts_of(&stream, counts));
    stream.release(&stream);
    CHECK_OK(vox_columns_text(columns, "file", text.bytes, text.length, &options, &stream));
    CHECK_SIZE(stream_rows(&stream, rows), failure);
    return failure;
}

static void compare_tables(
    const vox_columns *const *columns, size_t count, vox_string text, vox_columns_options options,
    size_t piece
) {
    vox_buffer rows[MOST_TABLES] = {{0}};
    piece_source source = {.text = text, .piece = piece};
    const vox_source given = piece_source_of(&source);
    vox_tables *tables = NULL;
    CHECK_OK(vox_tables_new(columns, count, &given, &options, &tables));
    const vox_status status = tables_rows(tables, columns, &options, rows);
    bool fails = false;
    for (size_t table = 0; table < count; table++) {
        vox_columns_counts alone, together;
        vox_buffer expected = {0};
        options.batch_rows = 3;
        const int failure = read_alone(columns[table], text, options, &expected, &alone);
        fails |= failure != 0;
        CHECK_OK(vox_tables_counts_of(tables, table, &together));
        if (status == VOX_OK) {
            CHECK_SIZE(failure, 0);
            CHECK_STRING(buffer_text(&rows[table]), buffer_text(&expected));
            CHECK_SIZE(together.rows, alone.rows);
            CHECK_SIZE(together.faults, alone.faults);
            CHECK_SIZE(together.misfits, alone.misfits);
            CHECK_SIZE(together.rests, alone.rests);
            CHECK_SIZE(together.skipped, alone.skipped);
            CHECK_SIZE(together.bytes, alone.bytes);
        } else { /* the rows are a beginning of those that the table has without the fault */
            size_t given_rows = 0;
            for (size_t at = 0; at < rows[table].length; at++) {
                given_rows += rows[table].bytes[at] == '\n';
            }
            CHECK_SIZE(together.rows, given_rows);
        }
        vox_buffer_free(&expected);
        vox_buffer_free(&rows[table]);
    }
    CHECK((status != VOX_OK) == fails);
    vox_tables_free(tables);
    CHECK_SIZE(source.released, 1);
}

/** Makes some of the tables, in a random order, perhaps one of them twice. */
static size_t choose_tables(uint64_t *state, vox_columns **all, const vox_columns **chosen) {
    const size_t count = 1 + random_below(state, MOST_TABLES);
    for (size_t table = 0; table < count; table++) {
        chosen[table] = all[random_below(state, MOST_TABLES)];
    }
    return count;
}

static void one_pass_is_like_many(void) {
    const size_t corpora = check_quick() ? 300 : 20000;
    static char text[8192];
    vox_columns *all[MOST_TABLES];
    uint64_t state = 57;
    for (size_t table = 0; table < MOST_TABLES; table++) {
        all[table] = columns_from_c(descriptions[table]);
    }
    for (size_t corpus = 0; corpus < corpora && check_failures() == 0; corpus++) {
        check_note("seed %llu", (unsigned long long)state);
        const vox_columns *chosen[MOST_TABLES];
        vox_columns_options options = columns_test_options();
        const size_t count = choose_tables(&state, all, chosen);
        const size_t length = put_lines(&state, text, sizeof text);
        options.form = (vox_columns_form)random_below(&state, 3);
        options.fault = random_below(&state, 4) ? VOX_COLUMNS_ROW : VOX_COLUMNS_STOP;
        options.batch_rows = 1 + random_below(&state, 6);
        options.batch_bytes = random_below(&state, 2) ? 100 : 0;
        compare_tables(
            chosen, count, (vox_string){text, length}, options, 1 + random_below(&state, 200)
        );
    }
    check_note(NULL);
    for (size_t table = 0; table < MOST_TABLES; table++) {
        vox_columns_free(all[table]);
    }
}

/** A column that needs `included` makes all tables read whole documents. */
static void tables_of_whole_documents(void) {
    static const char text[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"relationships\":{\"to\":{\"data\":{"
        "\"type\":\"b\",\"id\":\"2\"}}}}],\n\"included\":[{\"type\":\"b\",\"id\":\"2\","
        "\"attributes\":{\"n\":7}}]}";
    vox_columns *linked = columns_from_c(
        "{'type':'a','columns':['to.n'],'rest':false,'error':false}"
    );
    vox_columns *others = columns_from_c("{'table':'included','columns':['n'],'rest':false}");
    const vox_columns *const columns[] = {others, linked};
    const vox_columns_options options = columns_test_options();
    piece_source source = {.text = {text, sizeof text - 1}, .piece = 10};
    const vox_source given = piece_source_of(&source);
    vox_buffer rows[2] = {{0}, {0}};
    vox_tables *tables = NULL;
    CHECK_OK(vox_tables_new(columns, 2, &given, &options, &tables));
    CHECK_OK(tables_rows(tables, columns, &options, rows));
    CHECK_TEXT(buffer_text(&rows[0]), "[\"7\",null]\n");
    CHECK_TEXT(buffer_text(&rows[1]), "[\"7\"]\n");
    vox_tables_free(tables);
    vox_buffer_free(&rows[0]);
    vox_buffer_free(&rows[1]);
    vox_columns_free(linked);
    vox_columns_free(others);
}

/** No table grows while another one is filled: together they hold few batches. */
static void held_batches(void) {
    char description[64];
    static char text[200000];
    vox_columns *made[20];
    const vox_columns *columns[20];
    size_t length = 0, batches = 0, table;
    struct ArrowArray array;
    vox_tables *tables = NULL;
    for (int index = 0; index < 20; index++) {
        snprintf(
            description, sizeof description, "{'type':'t%d','columns':['n'],'error':null}", index
        );
        columns[index] = made[index] = columns_from_c(description);
    }
    for (int row = 0; row < 2000; row++) {
        length += (size_t)snprintf(
            text + length, sizeof text - length,
            "{\"type\":\"t%d\",\"id\":\"%d\",\"attributes\":{\"n\":\"0123456789\"}}\n", row % 20,
            row
        );
    }
    vox_columns_options options = columns_test_options();
    options.batch_bytes = 2000;
    piece_source source = {.text = {text, length}, .piece = 4000};
    const vox_source given = piece_source_of(&source);
    CHECK_OK(vox_tables_new(columns, 20, &given, &options, &tables));
    CHECK_OK(vox_tables_next(tables, &table, &array));
    CHECK(source.at < 40000); /* of 120,000: 20 batches would be more */
    int64_t rows = 0;
    while (array.release) {
        rows += array.length;
        batches++;
        array.release(&array);
        CHECK_OK(vox_tables_next(tables, &table, &array));
    }
    CHECK_SIZE(rows, 2000);
    CHECK(batches > 20 && batches < 200);
    vox_tables_free(tables);
    for (int index = 0; index < 20; index++) {
        vox_columns_free(made[index]);
    }
}

static void refusals(void) {
    vox_columns *columns = columns_from_c("{'columns':['id']}");
    const vox_columns *const lists[][2] = {{columns, NULL}, {columns, columns}};
    piece_source source = {.text = {"{", 1}, .piece = 1};
    const vox_source given = piece_source_of(&source), empty = {NULL, NULL, NULL};
    vox_columns_options options = columns_test_options();
    vox_columns_counts counts;
    struct ArrowArray array;
    size_t table;
    vox_tables *tables = (vox_tables *)&source;
    CHECK_STATUS(vox_tables_new(lists[0], 2, &given, &options, &tables), VOX_ERROR_ARGUMENT);
    CHECK(!tables);
    CHECK_STATUS(vox_tables_new(lists[1], 0, &given, &options, &tables), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(
        vox_tables_new(lists[1], SIZE_MAX / 8, &given, &options, &tables), VOX_ERROR_ARGUMENT
    );
    CHECK_STATUS(vox_tables_new(lists[1], 2, &empty, &options, &tables), VOX_ERROR_ARGUMENT);
    CHECK_SIZE(source.released, 3);
    /* The error comes again, with the place of the record. */
    options.fault = VOX_COLUMNS_STRICT;
    CHECK_OK(vox_tables_new(lists[1], 2, &given, &options, &tables));
    for (int call = 0; call < 2; call++) {
        CHECK_STATUS(vox_tables_next(tables, &table, &array), VOX_ERROR_END);
        CHECK(strstr(vox_tables_message(tables), "file:1:2: ") != NULL);
    }
    CHECK_STATUS(vox_tables_counts_of(tables, 2, &counts), VOX_ERROR_ARGUMENT);
    vox_tables_free(tables);
    source = (piece_source){.text = {"\n", 1}, .piece = 1, .failure = EIO};
    CHECK_OK(vox_tables_new(lists[1], 2, &given, &options, &tables));
    CHECK_STATUS(vox_tables_next(tables, &table, &array), VOX_ERROR_STOPPED);
    vox_tables_free(tables);
    vox_columns_free(columns);
}

/** After each failed allocation the tables end, and nothing leaks. */
static void failing_allocations(void) {
    static char text[4000];
    vox_columns *made[3] = {
        columns_from_c(descriptions[2]), columns_from_c(descriptions[5]),
        columns_from_c(descriptions[0])};
    const vox_columns *const columns[] = {made[0], made[1], made[2]};
    size_t length = 0;
    bool done = false;
    while (length < 500) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\n{\n", lines[4]);
    }
    for (size_t countdown = 1; !done && countdown < 3000; countdown++) {
        piece_source source = {.text = {text, length}, .piece = 300};
        const vox_source given = piece_source_of(&source);
        vox_columns_options options = columns_test_options();
        vox_tables *tables = NULL;
        struct ArrowArray array = {.release = NULL};
        size_t table;
        options.batch_rows = 2;
        check_note("allocation %zu", countdown);
        check_memory.countdown = countdown;
        vox_status status = vox_tables_new(columns, 3, &given, &options, &tables);
        while (status == VOX_OK && (status = vox_tables_next(tables, &table, &array)) == VOX_OK &&
               array.release) {
            array.release(&array);
        }
        done = check_memory.countdown > 0;
        check_memory.countdown = 0;
        CHECK(status == VOX_OK || (status == VOX_ERROR_MEMORY && !done && !array.release));
        vox_tables_free(tables);
        CHECK_SIZE(source.released, 1);
    }
    CHECK(done);
    check_note(NULL);
    for (int table = 0; table < 3; table++) {
        vox_columns_free(made[table]);
    }
}

/** A file is cut at a line end: the second part has the rows, and the places, of the whole file. */
static void parts_of_files(void) {
    const size_t corpora = check_quick() ? 300 : 10000;
    static char text[8192];
    vox_columns *columns = columns_from_c("{'table':'records','columns':['x'],'line':true}");
    uint64_t state = 11;
    for (size_t corpus = 0; corpus < corpora && check_failures() == 0; corpus++) {
        check_note("seed %llu", (unsigned long long)state);
        /* The first line decides that the file consists of lines. */
        size_t length = (size_t)snprintf(text, sizeof text, "%s\n", lines[5]), cut = 0, count = 0;
        length += put_lines(&state, text + length, sizeof text - length);
        for (size_t at = 0; at < length; at++) {
            if (text[at] == '\n' && (!cut || random_below(&state, 3))) {
                cut = at + 1;
            }
        }
        for (size_t at = 0; at < cut; at++) {
            count += text[at] == '\n';
        }
        vox_buffer whole = {0}, parts = {0};
        vox_columns_options options = columns_test_options();
        for (int part = 0; part < 3; part++) {
            piece_source source = {
                .text =
                    {part == 2 ? text + cut : text, part == 0   ? length
                                                    : part == 1 ? cut
                                                                : length - cut},
                .piece = 1 + random_below(&state, 200),
                .offset = part == 2 ? cut : 0,
                .lines = part == 2 ? count : 0,
            };
            const vox_source given = piece_source_of(&source);
            struct ArrowArrayStream stream;
            CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
            CHECK_SIZE(stream_rows(&stream, part ? &parts : &whole), 0);
        }
        CHECK_STRING(buffer_text(&parts), buffer_text(&whole));
        vox_buffer_free(&whole);
        vox_buffer_free(&parts);
    }
    check_note(NULL);
    vox_columns_free(columns);
}

const check_test column_tables_tests[] = {
    CHECK_TEST(one_pass_is_like_many),
    CHECK_TEST(tables_of_whole_documents),
    CHECK_TEST(held_batches),
    CHECK_TEST(refusals),
    CHECK_TEST(failing_allocations),
    CHECK_TEST(parts_of_files),
    CHECK_END,
};
