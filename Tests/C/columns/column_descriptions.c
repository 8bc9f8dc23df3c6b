/* SPDX-License-Identifier: MIT */
/** Descriptions of columns: those that are refused, where their error is, and their limits. */
#include "arrow_text.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

static void refused_descriptions(void) {
    static const struct {
        const char *text;
        vox_status status;
        size_t offset;
        const char *message;
    } rows[] = {
        {"[]", VOX_ERROR_SHAPE, 0, "a description of columns must be an object"},
        {"{", VOX_ERROR_END, 1, NULL},
        {"{}", VOX_ERROR_SHAPE, 0, "the description has no columns"},
        {"{'columns':{}}", VOX_ERROR_SHAPE, 11, NULL},
        {"{'columns':[],'x':1}", VOX_ERROR_SHAPE, 18, "unknown member of a description of columns"},
        {"{'columns':[],'table':'x'}", VOX_ERROR_SHAPE, 22,
         "unknown table; a table is resources, included, relationships, included_relationships, "
         "records or malformed"},
        {"{'columns':[],'table':1}", VOX_ERROR_SHAPE, 22, NULL},
        {"{'columns':[],'type':1}", VOX_ERROR_SHAPE, 21, NULL},
        {"{'columns':[],'type':'a','table':'records'}", VOX_ERROR_SHAPE, 21, NULL},
        {"{'type':'a','table':'malformed'}", VOX_ERROR_SHAPE, 8, NULL},
        {"{'columns':['a'],'table':'malformed'}", VOX_ERROR_SHAPE, 0, NULL},
        {"{'columns':['a'],'table':'relationships'}", VOX_ERROR_SHAPE, 0,
         "the columns of this table are fixed: leave out the members columns and ignore"},
        {"{'columns':[1]}", VOX_ERROR_SHAPE, 12, "a column must be an object or a name"},
        {"{'columns':['a','a']}", VOX_ERROR_SHAPE, 16, "two columns have one name"},
        {"{'columns':['rest']}", VOX_ERROR_SHAPE, 0,
         "a column has the name of the column rest, error, file or line; rename that one, such as "
         "\"rest\": \"rest.of.row\", or leave it out with \"rest\": false"},
        {"{'columns':[{'type':'utf8'}]}", VOX_ERROR_SHAPE, 12, NULL},
        {"{'columns':[{'name':'a','tpye':'utf8'}]}", VOX_ERROR_SHAPE, 31, NULL},
        {"{'columns':[{'name':'a','type':'int'}]}", VOX_ERROR_SHAPE, 31,
         "unknown type of a column; a type is bool, int64, double, decimal128, utf8, large_utf8, "
         "date32, timestamp, json, list, struct or absent"},
        {"{'columns':[{'name':'a','type':'ignored'}]}", VOX_ERROR_SHAPE, 31, NULL},
        {"{'columns':[{'name':'a','type':'list'}]}", VOX_ERROR_SHAPE, 12, NULL},
        {"{'columns':[{'name':'a','type':'struct'}]}", VOX_ERROR_SHAPE, 12, NULL},
        {"{'columns':[{'name':'a','type':'int64','columns':['b']}]}", VOX_ERROR_SHAPE, 12,
         "a list has the member items, and a struct has the member columns"},
        {"{'columns':[{'name':'a','type':'int64','items':{}}]}", VOX_ERROR_SHAPE, 12, NULL},
        {"{'columns':[{'name':'a','type':'struct','columns':[]}]}", VOX_ERROR_SHAPE, 50, NULL},
        {"{'columns':[{'name':'a','type':'list','items':5}]}", VOX_ERROR_SHAPE, 46, NULL},
        {"{'columns':[{'name':'a','type':'list','items':{'type':'absent'}}]}", VOX_ERROR_SHAPE, 46,
         "an element of a list cannot be absent"},
        {"{'columns':[{'name':'a','type':'decimal128'}]}", VOX_ERROR_SHAPE, 12, NULL},
        {"{'columns':[{'name':'a','type':'decimal128','precision':39,'scale':0}]}", VOX_ERROR_SHAPE,
         56, NULL},
        {"{'columns':[{'name':'a','type':'decimal128','precision':3,'scale':4}]}", VOX_ERROR_SHAPE,
         66, NULL},
        {"{'columns':[{'name':'a','required':1}]}", VOX_ERROR_SHAPE, 35, NULL},
        {"{'columns':[{'name':'a','type':'absent','required':true}]}", VOX_ERROR_SHAPE, 51, NULL},
        {"{'columns':[{'name':'a','path':'b..c'}]}", VOX_ERROR_POINTER, 31,
         "a path has an empty segment"},
        {"{'columns':['a\\u0000']}", VOX_ERROR_SHAPE, 12, NULL},
        {"{'columns':[],'ignore':[1]}", VOX_ERROR_SHAPE, 24, NULL},
        {"{'columns':[],'ignore':1}", VOX_ERROR_SHAPE, 23, NULL},
        {"{'columns':[],'ignore':['links.*']}", VOX_ERROR_SHAPE, 24,
         "an ignored path has no `*`; \"links\": false ignores all links"},
        {"{'columns':[],'links':1}", VOX_ERROR_SHAPE, 22, NULL},
        {"{'columns':[],'rest':''}", VOX_ERROR_SHAPE, 21, NULL},
        {"{'columns':[],'error':[]}", VOX_ERROR_SHAPE, 22, NULL},
        {"{'columns':['line'],'line':true}", VOX_ERROR_SHAPE, 27, NULL},
        {"{'columns':[],'file':1}", VOX_ERROR_SHAPE, 21, NULL},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        const vox_allocator allocator = check_allocator_interface(&check_memory);
        vox_buffer text = double_quoted(rows[row].text);
        vox_columns *columns = (vox_columns *)&columns;
        vox_error error;
        check_note("%s", rows[row].text);
        CHECK_STATUS(
            vox_columns_new(text.bytes, text.length, &allocator, &columns, &error), rows[row].status
        );
        CHECK(!columns);
        CHECK_STATUS(error.status, rows[row].status);
        CHECK_SIZE(error.offset, rows[row].offset);
        if (rows[row].message) {
            CHECK_TEXT(vox_string_from_c(error.message), rows[row].message);
        }
        vox_buffer_free(&text);
    }
}

/** Types nested too deeply, and too many columns. */
static void limits(void) {
    char text[4096];
    for (int levels = 14; levels <= 18; levels++) {
        size_t length = (size_t)snprintf(text, sizeof text, "{\"columns\":[{\"name\":\"a\"");
        for (int level = 0; level < levels; level++) {
            length += (size_t
            )snprintf(text + length, sizeof text - length, ",\"type\":\"list\",\"items\":{");
            text[length - 1] = '{';
            length += (size_t)snprintf(text + length, sizeof text - length, "\"type\":\"json\"");
            length -= strlen("\"type\":\"json\"");
            text[length] = '\0';
            if (level + 1 < levels) { /* the next list begins with a member, not with a comma */
                length += (size_t)snprintf(text + length, sizeof text - length, "\"precision\":1");
            }
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "\"type\":\"json\"");
        for (int level = 0; level <= levels; level++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "}");
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "]}");
        vox_columns *columns;
        check_note("%d levels", levels);
        CHECK_STATUS(
            vox_columns_new(text, length, NULL, &columns, NULL),
            levels < 16 ? VOX_OK : VOX_ERROR_SHAPE
        );
        vox_columns_free(columns);
    }
}

/** The error of a path is where the path begins in the text, also if it has escapes. */
static void places_of_paths(void) {
    static const struct {
        const char *text, *pointer;
        size_t offset;
    } rows[] = {
        {"{'columns':['a','b..c']}", "/columns/1", 16},
        {"{'columns':['\\u0061','b\\u002e.c']}", "/columns/1", 21},
        {"{'columns':[{'path':'b..c'}]}", "/columns/0/path", 20},
        {"{'columns':[{'name':'\\u0061','path':'\\u0062..'}]}", "/columns/0/path", 36},
        {"{'type':'a','columns':['a'],'ignore':['\\u0062','b..']}", "/ignore/1", 47},
        {"{'columns':[{'name':'a','type':'list','items':{'type':'struct','columns':['x','\\u002e']"
         "}}]}",
         "/columns/0/items/columns/1", 78},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_buffer text = double_quoted(rows[row].text);
        vox_columns *columns;
        vox_error error;
        check_note("%s", rows[row].text);
        CHECK_STATUS(
            vox_columns_new(text.bytes, text.length, NULL, &columns, &error), VOX_ERROR_POINTER
        );
        CHECK_STATUS(
            vox_columns_new(text.bytes, text.length, NULL, &columns, NULL), VOX_ERROR_POINTER
        );
        CHECK_SIZE(error.offset, rows[row].offset);
        CHECK_SIZE(error.column, rows[row].offset + 1);
        CHECK_TEXT(vox_string_from_c(error.pointer), rows[row].pointer);
        vox_buffer_free(&text);
    }
    check_note(NULL);
}

/** Makes a description of so many columns, of which the last may have the name of another. */
static vox_status make_many(size_t count, size_t last, vox_error *error) {
    char *text = malloc(count * 16 + 64);
    size_t length = (size_t)sprintf(text, "{\"columns\":[");
    for (size_t number = 0; number < count; number++) {
        length += (size_t)sprintf(
            text + length, "%s\"n%06zu\"", number ? "," : "", number + 1 == count ? last : number
        );
    }
    length += (size_t)sprintf(text + length, "]}");
    vox_columns *columns;
    const vox_status status = vox_columns_new(text, length, NULL, &columns, error);
    vox_columns_free(columns);
    free(text);
    return status;
}

static uint64_t describe_many(size_t count) {
    const uint64_t start = steps_counted();
    CHECK_OK(make_many(count, count, NULL));
    return steps_counted() - start;
}

/** There may be 16,384 columns, and their names are compared fast. */
static void many_columns(void) {
    vox_error error;
    CHECK_OK(make_many(16384, 16384, &error));
    CHECK_STATUS(make_many(16385, 16385, &error), VOX_ERROR_SHAPE);
    CHECK_STATUS(make_many(16384, 5, &error), VOX_ERROR_SHAPE);
    CHECK_TEXT(vox_string_from_c(error.message), "two columns have one name");
    CHECK_TEXT(vox_string_from_c(error.pointer), "/columns/16383");
    steps_check_linear("columns", describe_many, 4096);
}

const check_test column_descriptions_tests[] = {
    CHECK_TEST(refused_descriptions), CHECK_TEST(limits), CHECK_TEST(places_of_paths),
    CHECK_TEST(many_columns),         CHECK_END,
};
