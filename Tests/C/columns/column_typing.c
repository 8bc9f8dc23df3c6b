/* SPDX-License-Identifier: MIT */
/** Types for the columns of a description: what vox_schema_columns counts, and what it keeps. */
#include "arrow_text.h"
#include "steps.h"
#include "tests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <vox/schema.h>

/** Returns the description with types for the columns of another one. */
static vox_buffer typed_columns(const char *description, vox_string text, unsigned share) {
    vox_columns *columns = columns_from_c(description);
    const vox_columns_options options = columns_test_options();
    piece_source source = {.text = text, .piece = 4096};
    const vox_source given = piece_source_of(&source);
    vox_buffer json = {0};
    vox_error error;
    CHECK_OK(vox_schema_columns(columns, &given, &options, share, &json, &error));
    vox_columns_free(columns);
    CHECK_OK(vox_columns_new(json.bytes, json.length, NULL, &columns, &error));
    vox_columns_free(columns);
    return json;
}

/** The types of given paths: into objects, through relationships, and by pointers. */
static void given_paths(void) {
    vox_columns *columns = columns_from_c(
        "{'type':'a','columns':['id','place.x',{'name':'by','path':'by.name','type':'bool'},"
        "'tags.n','tags.of.id','/meta/m','never','place'],'ignore':['z']}"
    );
    vox_buffer input = double_quoted(
        "{'data':[{'type':'a','id':'1','attributes':{'place':{'x':1.5,'y':1}},'relationships':{"
        "'by':{'data':{'type':'p','id':'9'}},'tags':{'data':[{'type':'t','id':'1'},{'type':'t','id'"
        ":'2'}]}},'meta':{'m':'2026-01-02'}},{'type':'b','id':'2','attributes':{'never':1}}],"
        "'included':[{'type':'p','id':'9','attributes':{'name':'Ada'}},"
        "{'type':'t','id':'1','attributes':{'n':7},'relationships':{'of':{'data':[{'type':'u','id':"
        "'5'}]}}}]}\n"
        "{'type':'a','id':'3','attributes':{'place':{'x':null}}}\n{'x\n{'type':'a','id':4}\n"
    );
    vox_buffer wanted = double_quoted(
        "{'table':'resources','type':'a','columns':["
        "{'name':'id','path':'id','type':'utf8','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'place.x','path':'place.x','type':'double','seen':{'absent':0,'null':1,'other':0}"
        "},{'name':'by','path':'by.name','type':'utf8','seen':{'absent':1,'null':0,'other':0}},"
        "{'name':'tags.n','path':'tags.n','type':'list','items':{'type':'int64'},'seen':{'absent':"
        "1,'null':0,'other':0}},"
        "{'name':'tags.of.id','path':'tags.of.id','type':'list','items':{'type':'list','items':{"
        "'type':'utf8'}},'seen':{'absent':1,'null':0,'other':0}},"
        "{'name':'/meta/m','path':'/meta/m','type':'date32','seen':{'absent':1,'null':0,'other':0}"
        "},{'name':'never','path':'never','type':'json','seen':{'absent':2,'null':0,'other':0}},"
        "{'name':'place','path':'place','type':'struct','columns':[{'name':'x','type':'double',"
        "'seen':{'absent':0,'null':1,'other':0}},{'name':'y','type':'int64','seen':{'absent':1,"
        "'null':0,'other':0}}],'seen':{'absent':0,'null':0,'other':0}}],'ignore':['z'],'seen':{'"
        "rows':2}}\n"
    );
    for (size_t countdown = 0, done = 0; !done; countdown++) {
        vox_columns_options options = columns_test_options();
        vox_buffer json = {0};
        piece_source source = {.text = buffer_text(&input), .piece = 50};
        const vox_source given = piece_source_of(&source);
        check_memory.countdown = countdown; /* the first time, no allocation fails */
        const vox_status status = vox_schema_columns(columns, &given, &options, 100, &json, NULL);
        done = countdown > 0 && check_memory.countdown > 0;
        check_memory.countdown = 0;
        CHECK(status == VOX_OK || (status == VOX_ERROR_MEMORY && countdown > 0 && !done));
        CHECK_TEXT(buffer_text(&json), status == VOX_OK ? wanted.bytes : "");
        CHECK_SIZE(source.released, 1);
        vox_buffer_free(&json);
    }
    piece_source source = {.text = buffer_text(&input), .piece = 50, .failure = EIO};
    const vox_source given = piece_source_of(&source);
    vox_buffer json = {0};
    CHECK_STATUS(vox_schema_columns(columns, &given, NULL, 0, &json, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_schema_columns(columns, &given, NULL, 100, &json, NULL), VOX_ERROR_STOPPED);
    CHECK_SIZE(source.released, 2);
    vox_columns_free(columns);
    columns = columns_from_c("{'table':'malformed'}");
    CHECK_STATUS(vox_schema_columns(columns, &given, NULL, 100, &json, NULL), VOX_ERROR_ARGUMENT);
    vox_columns_free(columns);
    vox_buffer_free(&wanted);
    vox_buffer_free(&input);
}

/** Whatever is not about types is as before. */
static void kept_members(void) {
    vox_buffer text = double_quoted("{'a':1,'b':[]}\n{'a':2}\n{'a':'x'}\n");
    vox_buffer json = typed_columns(
        "{'line':'at','table':'records','links':true,'ignore':['b',\"/c\"],'rest':'rest.of.row',"
        "'error':false,'file':true,'columns':[{'name':'a','required':true},"
        "{'name':'no a','path':'a','type':'absent'},'rest']}",
        buffer_text(&text), 60
    );
    vox_buffer wanted = double_quoted(
        "{'table':'records','columns':["
        "{'name':'a','path':'a','required':true,'type':'int64',"
        "'seen':{'absent':0,'null':0,'other':1}},"
        "{'name':'no a','path':'a','type':'absent','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'rest','path':'rest','type':'json','seen':{'absent':3,'null':0,'other':0}}],"
        "'ignore':['b','/c'],'links':true,'rest':'rest.of.row','error':false,'file':true,"
        "'line':'at','seen':{'rows':3}}\n"
    );
    CHECK_STRING(buffer_text(&json), buffer_text(&wanted));
    vox_buffer_free(&wanted);
    vox_buffer_free(&json);
    vox_buffer_free(&text);
}

/** Makes a description of columns, and a record that has them all. */
static void make_wide(size_t count, vox_buffer *description, vox_buffer *text) {
    char *names = malloc(count * 16 + 64), *members = malloc(count * 16 + 64);
    size_t at = (size_t)sprintf(names, "{'table':'records','columns':["), end = 0;
    for (size_t number = 0; number < count; number++) {
        at += (size_t)sprintf(names + at, "%s'%06zu'", number ? "," : "", number);
        end += (size_t)sprintf(members + end, "%s'%06zu':1", number ? "," : "{", number);
    }
    (void)sprintf(names + at, "]}");
    (void)sprintf(members + end, "}");
    *description = double_quoted(names);
    *text = double_quoted(members);
    free(names);
    free(members);
}

/** Counts the steps of types for so many columns. */
static uint64_t type_wide(size_t count) {
    vox_buffer description, text;
    make_wide(count, &description, &text);
    const uint64_t start = steps_counted();
    vox_buffer json = typed_columns(description.bytes, buffer_text(&text), 100);
    const uint64_t steps = steps_counted() - start;
    vox_tree *tree = document_parse(buffer_text(&json));
    const vox_node *columns = document_at(tree, "/columns");
    CHECK_SIZE(vox_node_count(tree, columns), count);
    for (const vox_node *at = vox_node_first(tree, columns); at; at = vox_node_next(tree, at)) {
        const vox_node *type = vox_object_get(tree, at, vox_string_from_c("type"));
        if (!CHECK_TEXT(vox_node_text(tree, type), "int64")) {
            break;
        }
    }
    vox_tree_free(tree);
    vox_buffer_free(&json);
    vox_buffer_free(&description);
    vox_buffer_free(&text);
    return steps;
}

/** A description may have more columns than an object of a schema has names. */
static void wide_descriptions(void) {
    steps_check_linear("types of columns", type_wide, 4096); /* up to 16,384 */
}

/** Lists through many relationships are not deeper than a description may be. */
static void long_paths(void) {
    vox_buffer text = double_quoted("{'data':{'type':'a','id':'1','relationships':{'r':{'data':["
                                    "{'type':'a','id':'1'}]}}}}");
    char description[256] = "{'columns':['r";
    for (size_t count = 2; count <= 40; count++) {
        (void)snprintf(description + strlen(description), 8, ".r");
        vox_buffer whole = double_quoted(description);
        char made[300];
        (void)snprintf(made, sizeof made, "%s.id']}", whole.bytes);
        vox_buffer json = typed_columns(made, buffer_text(&text), 100); /* it is a description */
        vox_tree *tree = document_parse(buffer_text(&json));
        CHECK_TEXT(vox_node_text(tree, document_at(tree, "/columns/0/type")), "list");
        vox_tree_free(tree);
        vox_buffer_free(&json);
        vox_buffer_free(&whole);
    }
    vox_buffer_free(&text);
}

const check_test column_typing_tests[] = {
    CHECK_TEST(given_paths),
    CHECK_TEST(kept_members),
    CHECK_TEST(wide_descriptions),
    CHECK_TEST(long_paths),
    CHECK_END,
};
