/* SPDX-License-Identifier: MIT */
/** Schemas: the widening rules, counts, and descriptions that read what they were made from. */
#include "arrow_text.h"
#include "steps.h"
#include "tests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <vox/schema.h>

static vox_buffer schema_of(const char *text, unsigned share, size_t piece) {
    vox_buffer input = double_quoted(text), json = {0};
    const vox_columns_options options = columns_test_options();
    piece_source source = {.text = buffer_text(&input), .piece = piece};
    const vox_source given = piece_source_of(&source);
    vox_error error;
    CHECK_OK(vox_schema_read(&given, &options, share, &json, &error));
    vox_buffer_free(&input);
    return json;
}

/** Checks the columns of the first table. */
static void check_columns(const char *text, unsigned share, const char *expected) {
    vox_buffer json = schema_of(text, share, 3), wanted = double_quoted(expected);
    vox_tree *tree = document_parse(buffer_text(&json));
    const vox_node *columns = document_at(tree, "/tables/0/columns");
    check_note("%s", text);
    CHECK_WRITES_STRING(tree, columns, VOX_STYLE_COMPACT, buffer_text(&wanted));
    check_note(NULL);
    vox_tree_free(tree);
    vox_buffer_free(&json);
    vox_buffer_free(&wanted);
}

/** Checks the type of a column `v` with values. */
static void check_type(const char *const *values, size_t count, const char *type) {
    char text[1024] = "", expected[512];
    for (size_t at = 0; at < count; at++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "{'v':%s}\n", values[at]);
    }
    snprintf(
        expected, sizeof expected, "[{'name':'v',%s,'seen':{'absent':0,'null':0,'other':0}}]", type
    );
    check_columns(text, 100, expected);
}
#define TYPE(type, ...)                                                                            \
    check_type(                                                                                    \
        (const char *const[]){__VA_ARGS__},                                                        \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), type                    \
    )

static void widening(void) {
    TYPE("'type':'bool'", "true", "false");
    TYPE("'type':'int64'", "1", "-9223372036854775808", "1e3");
    TYPE("'type':'double'", "1", "0.5");
    TYPE("'type':'double'", "9007199254740992", "0.5");
    TYPE("'type':'decimal128','precision':17,'scale':1", "9007199254740993", "0.5");
    TYPE("'type':'decimal128','precision':19,'scale':0", "9223372036854775808");
    TYPE(
        "'type':'decimal128','precision':23,'scale':23", "0.12345678901234567890123e-0",
        "0.12345678901234567891"
    );
    /* Short numbers, and the shortest that are not: a double has each number of 15 digits. */
    TYPE("'type':'int64'", "0", "-0", "999999999999999", "-999999999999999", "1.50e1");
    TYPE("'type':'double'", "0.5", "-0.0", "999999999999999", "123456789012345e-15");
    TYPE("'type':'double'", "0.000000000000001", "1e-300", "1.7976931348623157e308");
    TYPE("'type':'double'", "0.1234567890123456", "1000000000000000.5");
    TYPE("'type':'decimal128','precision':17,'scale':17", "0.12345678901234567");
    TYPE("'type':'decimal128','precision':17,'scale':1", "-9007199254740993", "-0.5");
    TYPE("'type':'decimal128','precision':25,'scale':1", "100000000000000000000000", "0.5");
    TYPE("'type':'decimal128','precision':23,'scale':0", "12345678901234567890123", "-0", "1");
    TYPE("'type':'json'", "1e400");
    TYPE("'type':'json'", "1234567890123456789012345678901234567890");
    TYPE("'type':'date32'", "'2026-01-02'", "'1999-12-31'");
    TYPE("'type':'timestamp'", "'2026-01-02T03:04:05Z'", "'2026-01-02 03:04:05.5+01:00'");
    TYPE("'type':'utf8'", "'2026-01-02'", "'2026-01-02T03:04:05Z'");
    TYPE("'type':'utf8'", "'2026-01-02'", "'x'");
    TYPE("'type':'utf8'", "''");
    TYPE("'type':'utf8'", "'0000-12-31'", "'0001-01-01'");
    TYPE("'type':'date32'", "'0001-01-01'", "'9999-12-31'");
    TYPE("'type':'utf8'", "'0001-01-01T00:59:59+01:00'");
    TYPE("'type':'timestamp'", "'0001-01-01T01:00:00+01:00'", "'9999-12-31T23:59:59.999999Z'");
    TYPE("'type':'utf8'", "'9999-12-31T23:00:00-01:00'");
    TYPE("'type':'json'", "1", "'1'");
    TYPE("'type':'json'", "true", "0");
    TYPE("'type':'json'", "[]", "{}");
    TYPE("'type':'json'", "{}");
    TYPE("'type':'list','items':{'type':'double'}", "[1]", "[]", "[0.5,null]");
    TYPE("'type':'list','items':{'type':'json'}", "[]");
    TYPE("'type':'list','items':{'type':'list','items':{'type':'int64'}}", "[[1],[]]");
    TYPE(
        "'type':'struct','columns':[{'name':'a','type':'int64','seen':{'absent':0,'null':1,'other':"
        "0}},{'name':'b.c','path':'/b.c','type':'bool','seen':{'absent':1,'null':0,'other':0}}]",
        "{'a':1}", "{'a':null,'b.c':true}"
    );
}

static void counts(void) {
    check_columns(
        "{'a':1}\n{'a':null,'b':1}\n{'b':'x'}\n{}\n5", 100,
        "[{'name':'a','type':'int64','seen':{'absent':2,'null':1,'other':0}},"
        "{'name':'b','type':'json','seen':{'absent':2,'null':0,'other':0}}]"
    );
    check_columns(
        "{'b':1}\n{'b':2}\n{'b':'x'}\n", 60,
        "[{'name':'b','type':'int64','seen':{'absent':0,'null':0,'other':1}}]"
    );
    check_columns(
        "{'b':1}\n{'b':2}\n{'b':'x'}\n", 67,
        "[{'name':'b','type':'json','seen':{'absent':0,'null':0,'other':0}}]"
    );
    check_columns(
        "{'b':'2026-01-02'}\n{'b':'n/a'}\n", 50,
        "[{'name':'b','type':'date32','seen':{'absent':0,'null':0,'other':1}}]"
    );
}

/** A member that JSON:API ignores sends no record to another table. */
static void members_that_are_ignored(void) {
    static const struct {
        const char *text, *table;
    } rows[] = {
        {"{'data':{'type':'a','id':'1'}}", "resources"},
        {"{'data':{'type':'a','id':'1','etag':'x'}}", "resources"},
        {"{'data':{'type':'a','id':'1','etag':'x'},'debug':1,'type':'b'}", "resources"},
        {"{'data':[{'type':'a','id':'1','etag':'x'},{'id':'2','x':1}],'debug':1}", "resources"},
        {"{'included':[{'type':'a','id':'1','x':1}]}", "included"},
        {"{'type':'a','id':'1','attributes':{'n':1},'etag':'x'}", "resources"},
        {"{'type':'a','id':'1','attributes':{},'data':1}", "resources"},
        {"[{'type':'a','id':'1','attributes':{},'x':1}]", "resources"},
        {"{'type':'a','id':'1','etag':'x'}", "resources"},
        {"{'type':'a','lid':'1','etag':'x'}", "resources"},
        {"[{'type':'a','id':'1','x':{'y':1},'data':1}]", "resources"},
        /* Nothing but their members shows what these are. */
        {"{'type':'a','level':'info'}", "records"},
        {"{'data':null,'etag':'x'}", "records"},
        {"{'meta':{},'level':'info'}", "records"},
        {"{'data':{'n':1},'total':1}", "records"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int lines = 1; lines <= 2; lines++) { /* the second is in a block */
            char text[400];
            snprintf(text, sizeof text, "%s\n%s", rows[row].text, lines == 1 ? "" : rows[row].text);
            check_note("%s", text);
            vox_buffer json = schema_of(text, 100, 4096);
            vox_tree *tree = document_parse(buffer_text(&json));
            const vox_node *table = document_at(tree, "/tables/0/table");
            CHECK_TEXT(vox_node_text(tree, table), rows[row].table);
            CHECK(!document_at(tree, "/tables/1"));
            vox_tree_free(tree);
            vox_buffer_free(&json);
        }
    }
    check_note(NULL);
}

/** The tables of a document of JSON:API. */
static void tables(void) {
    vox_buffer json = schema_of(
        "{'data':[{'type':'a','id':'1','attributes':{'t':'x','id':1,'rest':1},'relationships':{"
        "'one':{'data':{'type':'b','id':'1'}},'many':{'data':[{'type':'b','id':'1'}]},"
        "'t':{'data':null},'none':{'links':{}}}},{'type':'c','lid':'9'}],"
        "'included':[{'type':'b','id':'1','attributes':{'n':1}}]}\n"
        "{'x':1}\n{'type':'click','x':2}\n{",
        100, 7
    );
    vox_buffer wanted = double_quoted(
        "{'tables':[{'table':'resources','type':'a','columns':["
        "{'name':'id','type':'utf8','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'t','path':'/attributes/t','type':'utf8','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'attributes.id','path':'/attributes/id','type':'int64',"
        "'seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'rest','type':'int64','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'one.id','type':'utf8','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'one.type','type':'utf8','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'many.id','type':'list','items':{'type':'utf8'},"
        "'seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'many.type','type':'list','items':{'type':'utf8'},"
        "'seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'relationships.t','path':'/relationships/t/data','type':'json',"
        "'seen':{'absent':0,'null':1,'other':0}}],'rest':'rest.of.row','seen':{'rows':1}},"
        "{'table':'resources','type':'c','columns':["
        "{'name':'lid','type':'utf8','seen':{'absent':0,'null':0,'other':0}}],'seen':{'rows':1}},"
        "{'table':'relationships'},"
        "{'table':'included','type':'b','columns':["
        "{'name':'id','type':'utf8','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'n','type':'int64','seen':{'absent':0,'null':0,'other':0}}],'seen':{'rows':1}},"
        "{'table':'records','columns':["
        "{'name':'x','type':'int64','seen':{'absent':0,'null':0,'other':0}},"
        "{'name':'type','type':'utf8','seen':{'absent':1,'null':0,'other':0}}],'seen':{'rows':2}}],"
        "'seen':{'records':4,'faults':1}}"
    );
    vox_tree *tree = document_parse(buffer_text(&json));
    CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, buffer_text(&wanted));
    const vox_node *table = vox_node_first(tree, document_at(tree, "/tables"));
    for (; table; table = vox_node_next(tree, table)) { /* each table is a description */
        const vox_string text = vox_node_source(tree, table);
        vox_columns *columns;
        CHECK_OK(vox_columns_new(text.bytes, text.length, NULL, &columns, NULL));
        vox_columns_free(columns);
    }
    vox_tree_free(tree);
    vox_buffer_free(&json);
    vox_buffer_free(&wanted);
}

/** An object with 26 names has 26 columns, and one with too many names is json. */
static void wide_objects(void) {
    static char text[200000];
    size_t length = (size_t)snprintf(text, sizeof text, "{'few':{");
    for (int name = 0; name < 26; name++) {
        length += (size_t
        )snprintf(text + length, sizeof text - length, "%s'n%d':1", name ? "," : "", name);
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "},'many':{");
    for (int name = 0; name < 4097; name++) {
        length += (size_t
        )snprintf(text + length, sizeof text - length, "%s'n%d':1", name ? "," : "", name);
    }
    (void)snprintf(text + length, sizeof text - length, "}}");
    vox_buffer json = schema_of(text, 100, 1000);
    vox_tree *tree = document_parse(buffer_text(&json));
    CHECK_SIZE(vox_node_count(tree, document_at(tree, "/tables/0/columns/0/columns")), 26);
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/tables/0/columns/1/type")), "json");
    vox_tree_free(tree);
    vox_buffer_free(&json);
}

/** vox_columns_new accepts the description of each table. Returns the number of tables. */
static size_t check_tables(const char *text) {
    vox_buffer json = schema_of(text, 100, 4000);
    vox_tree *tree = document_parse(buffer_text(&json));
    const vox_node *tables = document_at(tree, "/tables");
    check_note("%.100s", text);
    for (const vox_node *at = vox_node_first(tree, tables); at; at = vox_node_next(tree, at)) {
        const vox_string table = vox_node_source(tree, at);
        vox_columns *columns;
        vox_error error;
        CHECK_OK(vox_columns_new(table.bytes, table.length, NULL, &columns, &error));
        vox_columns_free(columns);
    }
    check_note(NULL);
    const size_t count = vox_node_count(tree, tables);
    vox_tree_free(tree);
    vox_buffer_free(&json);
    return count;
}

/** Names that would give two columns one name, or a struct no column. */
static void colliding_names(void) {
    static const char *const texts[] = {
        "{'rest':1,'rest.of.row':2,'rest.of.row.2':3}",
        "{'error':1,'error.of.row':2}",
        "{'type':'a','id':'1','attributes':{'id':5},'relationships':{'attributes':{'data':{'type':"
        "'p','id':'1'}}}}",
        "{'type':'a','id':'1','relationships':{'relationships':{'data':{'type':'p','id':'1'}},"
        "'id':{'data':{'type':'p','id':'2'}}}}",
        "{'a':{'\\u0000':1}}",
        "{' a':1,'a ':2,'a':3}",
        "{'type':'a','id':'1','attributes':{' a':1,'a ':2,'a':3},'relationships':{' b':{'data':null"
        "},'b ':{'data':null}}}",
    };
    for (size_t at = 0; at < COUNT(texts); at++) {
        CHECK(check_tables(texts[at]) >= 1);
    }
    check_columns(
        "{' a':1}", 100,
        "[{'name':' a','path':'/ a','type':'int64','seen':{'absent':0,'null':0,'other':0}}]"
    );
    check_columns(
        "{'a ':1}", 100,
        "[{'name':'a ','path':'/a ','type':'int64','seen':{'absent':0,'null':0,'other':0}}]"
    );
}

/** A type may be empty, and types for which there is no table are counted. */
static void many_types(void) {
    static char text[4200 * 32];
    size_t length = (size_t)snprintf(text, sizeof text, "{'type':'','id':'1'}\n");
    for (int type = 1; type < 4100; type++) {
        length += (size_t
        )snprintf(text + length, sizeof text - length, "{'type':'t%d','id':'1'}\n", type);
    }
    CHECK_SIZE(check_tables(text), 4096);
    vox_buffer json = schema_of(text, 100, 4000);
    vox_tree *tree = document_parse(buffer_text(&json));
    CHECK_WRITES(
        tree, document_at(tree, "/seen"), VOX_STYLE_COMPACT,
        "{\"records\":4100,\"faults\":0,\"others\":4}"
    );
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/tables/0/type")), "");
    vox_tree_free(tree);
    vox_buffer_free(&json);
    CHECK_ROWS(
        "{'type':'','columns':['id'],'error':null}",
        "{'type':'a','id':'1'}\n{'type':'','id':'2'}\n", "[''2'',null]\n"
    );
}

/** Objects for which a description has no room are json. */
static void many_columns(void) {
    static char text[300000];
    size_t length = (size_t)snprintf(text, sizeof text, "{");
    for (int object = 0; object < 5; object++) {
        length += (size_t
        )snprintf(text + length, sizeof text - length, "%s'o%d':{", object ? "," : "", object);
        for (int name = 0; name < 4000; name++) {
            length += (size_t
            )snprintf(text + length, sizeof text - length, "%s'%d':1", name ? "," : "", name);
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "}");
    }
    (void)snprintf(text + length, sizeof text - length, "}");
    CHECK_SIZE(check_tables(text), 1);
    vox_buffer json = schema_of(text, 100, 4000);
    vox_tree *tree = document_parse(buffer_text(&json));
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/tables/0/columns/3/type")), "struct");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/tables/0/columns/4/type")), "json");
    vox_tree_free(tree);
    vox_buffer_free(&json);
    (void)snprintf(text + strlen(text), 64, "\n{'o4':{'0':1}}\n{'o4':5}\n");
    json = schema_of(text, 60, 4000); /* all values are json */
    tree = document_parse(buffer_text(&json));
    CHECK_WRITES(
        tree, document_at(tree, "/tables/0/columns/4/seen"), VOX_STYLE_COMPACT,
        "{\"absent\":0,\"null\":0,\"other\":0}"
    );
    vox_tree_free(tree);
    vox_buffer_free(&json);
}

/** Counts the steps of a schema of so many attributes, and as many relationships. */
static uint64_t schema_of_wide(size_t count) {
    char *text = malloc(count * 64 + 128);
    size_t length = (size_t)sprintf(text, "{'type':'a','id':'1','attributes':{");
    for (size_t number = 0; number < count; number++) {
        length += (size_t)sprintf(text + length, "%s'a%06zu':1", number ? "," : "", number);
    }
    length += (size_t)sprintf(text + length, "},'relationships':{");
    for (size_t number = 0; number < count; number++) {
        length += (size_t
        )sprintf(text + length, "%s'r%06zu':{'data':null}", number ? "," : "", number);
    }
    (void)sprintf(text + length, "}}");
    const uint64_t start = steps_counted();
    vox_buffer json = schema_of(text, 100, 4096);
    const uint64_t steps = steps_counted() - start;
    vox_tree *tree = document_parse(buffer_text(&json));
    CHECK_SIZE(vox_node_count(tree, document_at(tree, "/tables/0/columns")), 1 + 3 * count);
    vox_tree_free(tree);
    vox_buffer_free(&json);
    free(text);
    return steps;
}

static void wide_resources(void) {
    steps_check_linear("schema", schema_of_wide, 1024); /* up to 4,096 */
}

static void refused_arguments(void) {
    piece_source source = {.text = LITERAL("{\"a\":1}\n{"), .piece = 4, .failure = EIO};
    vox_source given = piece_source_of(&source);
    vox_columns_options options = columns_test_options();
    vox_buffer json = {0};
    vox_error error;
    CHECK_STATUS(vox_schema_read(&given, &options, 100, &json, &error), VOX_ERROR_STOPPED);
    CHECK_SIZE(source.released, 1);
    CHECK_STATUS(vox_schema_read(&given, &options, 101, &json, &error), VOX_ERROR_ARGUMENT);
    CHECK_SIZE(source.released, 2);
    given.release = NULL;
    CHECK_STATUS(vox_schema_read(&given, &options, 0, &json, &error), VOX_ERROR_ARGUMENT);
    source.failure = 0;
    source.at = 0;
    source.begun = false;
    options.fault = VOX_COLUMNS_STOP;
    options.form = VOX_COLUMNS_LINES;
    CHECK_STATUS(vox_schema_read(&given, &options, 100, &json, &error), VOX_ERROR_END);
    CHECK_SIZE(error.line, 2);
    CHECK_SIZE(error.offset, 9);
    CHECK_SIZE(json.length, 0);
    vox_buffer_free(&json);
}

const check_test column_schemas_tests[] = {
    CHECK_TEST(widening),
    CHECK_TEST(counts),
    CHECK_TEST(tables),
    CHECK_TEST(members_that_are_ignored),
    CHECK_TEST(wide_objects),
    CHECK_TEST(colliding_names),
    CHECK_TEST(many_types),
    CHECK_TEST(many_columns),
    CHECK_TEST(wide_resources),
    CHECK_TEST(refused_arguments),
    CHECK_END,
};
