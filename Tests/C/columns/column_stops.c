/* SPDX-License-Identifier: MIT */
/** The ends of streams and schemas: malformed records, and sources that fail. */
#include "arrow_text.h"
#include "tests.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <vox/schema.h>

/** The stream ends at the first error, and says where it is. */
static void stopping(void) {
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':[{'name':'a','type':'int64','required':true}]}"
    );
    static const char text[] = "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":3}\n";
    vox_columns_options options = columns_test_options();
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    struct ArrowSchema schema;
    options.fault = VOX_COLUMNS_STOP;
    options.batch_rows = 1;
    CHECK_OK(vox_columns_text(columns, "f", text, sizeof text - 1, &options, &stream));
    CHECK_SIZE(stream.get_schema(&stream, &schema), 0);
    CHECK_SIZE(schema.children[0]->flags, 0); /* it always has a value */
    schema.release(&schema);
    CHECK_SIZE(stream.get_next(&stream, &array), 0);
    CHECK(!stream.get_last_error(&stream));
    CHECK_SIZE(array.length, 1);
    array.release(&array);
    for (int call = 0; call < 2; call++) {
        CHECK_SIZE(stream.get_next(&stream, &array), EINVAL);
        CHECK(!array.release);
        CHECK_TEXT(
            vox_string_from_c(stream.get_last_error(&stream)),
            "f:2:6: a required column has another type (VOX_ERROR_KIND, at \"/a\")"
        );
    }
    stream.release(&stream);
    vox_columns_free(columns);
}

/** Only rows that were returned are counted: those before an error in one batch are lost. */
static void counts_of_stopped_streams(void) {
    static const char text[] = "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{x\n";
    vox_columns *columns = columns_from_c("{'table':'records','columns':['a']}");
    for (size_t rows = 1; rows <= 4; rows++) {
        vox_columns_options options = columns_test_options();
        struct ArrowArrayStream stream;
        vox_columns_counts counts;
        options.fault = VOX_COLUMNS_STOP;
        options.batch_rows = rows;
        CHECK_OK(vox_columns_text(columns, "f", text, sizeof text - 1, &options, &stream));
        struct ArrowArray array;
        size_t returned = 0;
        while (stream.get_next(&stream, &array) == 0 && array.release) {
            returned += (size_t)array.length;
            array.release(&array);
        }
        CHECK_OK(vox_columns_counts_of(&stream, &counts));
        CHECK_SIZE(counts.rows, returned);
        CHECK_SIZE(returned, 3 / rows * rows);
        stream.release(&stream);
    }
    vox_columns_free(columns);
}

/** A stream that stops does not read on, for the text of a malformed document. */
static void stopping_at_once(void) {
    vox_columns *columns = columns_from_c("{'columns':['id']}");
    vox_columns_options options = columns_test_options();
    options.fault = VOX_COLUMNS_STOP;
    piece_source source = {
        .text = LITERAL("{\n\"data\":[{\"id\":x},1]}"), .piece = 99, .failure = EIO};
    const vox_source given = piece_source_of(&source);
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
    CHECK_SIZE(stream.get_next(&stream, &array), EINVAL);
    stream.release(&stream);
    vox_columns_free(columns);
}

/** A source that fails, and one that consists of trees and of files. */
static void failing_source(void) {
    vox_columns *columns = columns_from_c("{'table':'records','columns':['a']}");
    const vox_columns_options options = columns_test_options();
    piece_source source = {.text = LITERAL("{\"a\":1}\n"), .piece = 3, .failure = EIO};
    const vox_source given = piece_source_of(&source);
    struct ArrowArrayStream stream;
    vox_buffer rows = {0};
    CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
    CHECK_SIZE(stream_rows(&stream, &rows), EIO);
    CHECK_SIZE(rows.length, 0);
    CHECK_SIZE(source.released, 1);
    vox_columns_options wrong = options;
    wrong.form = (vox_columns_form)3;
    CHECK_STATUS(vox_columns_stream(columns, &given, &wrong, &stream), VOX_ERROR_ARGUMENT);
    CHECK(!stream.release);
    CHECK_SIZE(source.released, 2);
    wrong = options;
    wrong.fault = (vox_columns_fault)4;
    CHECK_STATUS(vox_columns_stream(columns, &given, &wrong, &stream), VOX_ERROR_ARGUMENT);
    vox_buffer_free(&rows);
    vox_columns_free(columns);
}

/** The message has the number of the error, whatever the source returns. */
static void messages_of_sources(void) {
    static const struct {
        int failure;
        const char *message;
    } rows[] = {
        {EIO, "file: the source cannot be read (error 5)"},
        {-7, "file: the source cannot be read (error -7)"},
        {INT_MIN, "file: the source cannot be read (error -2147483648)"},
        {ENOMEM, "out of memory"},
    };
    vox_columns *columns = columns_from_c("{'table':'records','columns':['a']}");
    for (size_t row = 0; row < COUNT(rows); row++) {
        const vox_columns_options options = columns_test_options();
        piece_source source = {
            .text = LITERAL("{\"a\":1}\n"), .piece = 3, .failure = rows[row].failure};
        const vox_source given = piece_source_of(&source);
        struct ArrowArrayStream stream;
        struct ArrowArray array;
        CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
        CHECK(stream.get_next(&stream, &array) == rows[row].failure);
        CHECK_TEXT(vox_string_from_c(stream.get_last_error(&stream)), rows[row].message);
        stream.release(&stream);
    }
    vox_columns_free(columns);
}

/** Reads a table to its end, which may be an error, and returns its rows and the message. */
static void check_stop(
    const char *description, vox_columns_fault fault, const char *given, size_t rows,
    const char *message
) {
    vox_columns *columns = columns_from_c(description);
    vox_buffer text = double_quoted(given);
    vox_columns_options options = columns_test_options();
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    size_t count = 0;
    int failure;
    options.fault = fault;
    options.batch_rows = 1;
    CHECK_OK(vox_columns_text(columns, "f", text.bytes, text.length, &options, &stream));
    while ((failure = stream.get_next(&stream, &array)) == 0 && array.release) {
        count += (size_t)array.length;
        array.release(&array);
    }
    check_note("%s: %s", description, given);
    const char *found = stream.get_last_error(&stream);
    CHECK_SIZE(failure, message ? EINVAL : 0);
    CHECK_TEXT(vox_string_from_c(found ? found : ""), message ? message : "");
    CHECK_SIZE(count, rows);
    check_note(NULL);
    stream.release(&stream);
    vox_buffer_free(&text);
    vox_columns_free(columns);
}

#define NEITHER "neither a document nor a resource object of JSON:API (VOX_ERROR_SHAPE, at \""
#define NO_ID "the id of a resource object must be a string (VOX_ERROR_SHAPE, at \""

/** With VOX_COLUMNS_STRICT, a stream ends at a malformed record, but not at one of another table. */
static void strict_tables(void) {
    static const char *const others = "{'x':1}\n{'type':'a','id':'1'}\n[2]\n"
                                      "{'type':'b','id':'2'}\n{'type':'a','id':'3'}\n";
    static const char *const a = "{'type':'a','columns':['id']}", *const any = "{'columns':['id']}";
    static const char *const records = "{'table':'records','columns':[]}";
    static const char *const included = "{'table':'included','columns':[]}";
    static const char *const wrong = "{'table':'malformed'}";
    check_stop(a, VOX_COLUMNS_STOP, others, 0, "f:1:1: " NEITHER "\")");
    check_stop(a, VOX_COLUMNS_STRICT, others, 2, NULL);
    check_stop(any, VOX_COLUMNS_STRICT, others, 3, NULL);
    check_stop(records, VOX_COLUMNS_STOP, others, 5, NULL);
    check_stop(records, VOX_COLUMNS_STRICT, others, 2, NULL);
    check_stop(wrong, VOX_COLUMNS_STRICT, others, 0, NULL);
    const char *text = "{'type':'a','id':'1'}\n{'x':1}\n{'type':'a','id':x}\n";
    const char *message = "f:3:18: expected a value after ':' (VOX_ERROR_SYNTAX, at \"\")";
    check_stop(a, VOX_COLUMNS_STRICT, text, 1, message);
    check_stop(records, VOX_COLUMNS_STRICT, text, 1, message);
    check_stop(wrong, VOX_COLUMNS_STRICT, text, 0, message);
    check_stop(/* a pointer ends before a name with U+0000, and says so */
               any, VOX_COLUMNS_STOP, "{'type':'a','attributes':{'b\\u0000c':tru}}\n", 0,
               "f:1:41: expected true, false or null (VOX_ERROR_LITERAL, below \"/attributes\")"
    );
    /* In a document that is read by element, a position is not known, but the pointer is. */
    text = "{'data':[\n{'type':'a','id':'1'},{'type':'a','id':2}],'included':[5]}";
    check_stop(a, VOX_COLUMNS_STRICT, text, 1, "f: " NO_ID "/data/1\")");
    check_stop(a, VOX_COLUMNS_STOP, text, 1, "f: " NO_ID "/data/1\")");
    check_stop(wrong, VOX_COLUMNS_STRICT, text, 0, "f: " NO_ID "/data/1\")");
    check_stop(included, VOX_COLUMNS_STRICT, text, 0, "f: " NEITHER "/included/0\")");
    check_stop(
        wrong, VOX_COLUMNS_STRICT, "{'type':'a','id':'1'}\n{'errors':[]}\n", 0,
        "f:2:11: the document has errors instead of primary data (VOX_ERROR_MISSING, at "
        "\"/errors\")"
    );
    check_stop(
        "{'columns':[{'name':'a','required':true},{'name':'b','type':'utf8','required':true}]}",
        VOX_COLUMNS_STOP, "{'type':'a','attributes':{'a':1,'b':2}}\n{'type':'a'}\n", 0,
        "f:1:37: a required column has another type (VOX_ERROR_KIND, at \"/attributes/b\")"
    );
    check_stop(/* the first of two columns */
               "{'columns':[{'name':'a','type':'bool','required':true},{'name':'b','type':'utf8',"
               "'required':true}]}",
               VOX_COLUMNS_STOP, "{'type':'a','attributes':{'a':1,'b':2}}\n", 0,
               "f:1:31: a required column has another type (VOX_ERROR_KIND, at \"/attributes/a\")"
    );
}

/** A schema also ends at a malformed record, with its position in the file. */
static void stopping_schemas(void) {
    static const struct {
        const char *text, *pointer;
        vox_status status;
        size_t offset, line, column;
    } rows[] = {
        {"{'a':1}\n\n {'a':x}", "", VOX_ERROR_SYNTAX, 15, 3, 7},
        {"\n{'a':1,\n'b':x}", "", VOX_ERROR_SYNTAX, 13, 3, 5},
        {"{'type':'a','id':'1'}\n{'data':{'type':'a','id':2}}\n", "", VOX_OK, 0, 0, 0},
        {"{'data':null}\n{'data':[{'type':'a','id':2}]}\n", "/data/0", VOX_ERROR_SHAPE, 23, 2, 10},
        {"{'data':[\n{'type':'a','id':2}]}\n", "/data/0", VOX_ERROR_SHAPE, 0, 0, 0},
        {"{'data':[\n{'type':'a'}],'included':[{'type':'a','id':2}]}\n", "/included/0",
         VOX_ERROR_SHAPE, 0, 0, 0},
        {"{'a':1}\n{'errors':[]}\n", "/errors", VOX_ERROR_MISSING, 18, 2, 11},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int fault = VOX_COLUMNS_ROW; fault <= VOX_COLUMNS_STRICT; fault++) {
            const bool stops = fault == VOX_COLUMNS_STOP || fault == VOX_COLUMNS_STRICT;
            vox_buffer text = double_quoted(rows[row].text), json = {0};
            piece_source source = {.text = buffer_text(&text), .piece = 9};
            const vox_source given = piece_source_of(&source);
            vox_columns_options options = columns_test_options();
            vox_error error;
            options.fault = (vox_columns_fault)fault;
            check_note("%s", rows[row].text);
            CHECK_STATUS(
                vox_schema_read(&given, &options, 100, &json, &error),
                stops ? rows[row].status : VOX_OK
            );
            if (stops && rows[row].status) {
                CHECK_STATUS(error.status, rows[row].status);
                CHECK_SIZE(error.offset, rows[row].offset);
                CHECK_SIZE(error.line, rows[row].line);
                CHECK_SIZE(error.column, rows[row].column);
                CHECK_TEXT(vox_string_from_c(error.pointer), rows[row].pointer);
            }
            vox_buffer_free(&json);
            vox_buffer_free(&text);
        }
    }
    check_note(NULL);
}

const check_test column_stops_tests[] = {
    CHECK_TEST(stopping),
    CHECK_TEST(counts_of_stopped_streams),
    CHECK_TEST(stopping_at_once),
    CHECK_TEST(failing_source),
    CHECK_TEST(messages_of_sources),
    CHECK_TEST(strict_tables),
    CHECK_TEST(stopping_schemas),
    CHECK_END,
};
