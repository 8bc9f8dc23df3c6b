/* SPDX-License-Identifier: MIT */
/** The rows of each table, what no column takes, malformed records, and the forms of a source. */
#include "arrow_text.h"
#include "tests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define NOTES "{'table':'resources','type':'notes','columns':["
#define ID "{'name':'id','type':'utf8'}"

static void empty_input(void) {
    CHECK_ROWS(NOTES ID "]}", "", "");
    CHECK_ROWS(NOTES ID "]}", "\n \r\n\xEF\xBB\xBF\n", "");
    CHECK_ROWS("{'table':'records','columns':[]}", "", "");
    CHECK_ROWS("{'table':'records','columns':[],'rest':false,'error':null}", "{}\n1", "[]\n[]\n");
}

static void resources(void) {
    CHECK_ROWS(
        NOTES ID ",{'name':'title','type':'utf8'},{'name':'by','path':'author.id','type':'utf8'},"
                 "{'name':'tags','path':'tags.id','type':'list','items':{'type':'utf8'}}],"
                 "'ignore':['author.type','/links'],'error':null}",
        "{'type':'notes','id':'1','attributes':{'title':'a'},'links':{},"
        "'relationships':{'author':{'data':{'type':'people','id':'9'}}}}\n"
        "{'data':[{'type':'notes','id':'2','relationships':{'author':{'data':null},"
        "'tags':{'data':[{'type':'tags','id':'x'},{'id':'y','type':'tags','meta':1}]}}},"
        "{'type':'other','id':'3'}],'included':[{'type':'notes','id':'4'}]}\n"
        "{'data':null}\n{'meta':{}}\n"
        "{'data':{'type':'notes','lid':'5','attributes':null}}",
        "['1','a','9',null,null]\n"
        "['2',null,null,['x','y'],"
        "'{'relationships':{'tags':{'data':[{'type':'tags'},{'type':'tags','meta':1}]}}}']\n"
        "[null,null,null,null,'{'lid':'5'}']\n"
    );
}

/** Without links, what is left of a row is what the description does not know. */
static void dropped_links(void) {
    static const char *const text =
        "{'type':'notes','id':'1','links':{'self':'/1'},'attributes':{'links':1},'relationships':{"
        "'author':{'data':{'type':'p','id':'9'},'links':{'related':'/9'}},'tags':{'links':{}},"
        "'more':{'links':{},'meta':{'links':2}}}}\n"
        "{'type':'notes','id':'2','links':{},'relationships':{'tags':{'links':{}},'x':5}}\n"
        "{'type':'notes','id':'3','links':{},'relationships':{'tags':{'links':{}}}}\n";
    CHECK_ROWS(
        NOTES ID ",{'name':'by','path':'author.id','type':'utf8'}],'ignore':['author.type'],"
                 "'links':false,'error':null}",
        text,
        "['1','9','{'attributes':{'links':1},'relationships':{'more':{'meta':{'links':2}}}}']\n"
        "['2',null,'{'relationships':{'x':5}}']\n['3',null,null]\n"
    );
    CHECK_ROWS(
        NOTES ID ",{'name':'self','path':'/links/self','type':'utf8'}],'links':false,"
                 "'ignore':['/relationships','/attributes'],'error':null}",
        text, "['1','/1',null]\n['2',null,null]\n['3',null,null]\n"
    );
}

/** An attribute hides the relationship with its name. */
static void rivals(void) {
    CHECK_ROWS(
        NOTES "{'name':'a','type':'json'}],'error':null}",
        "{'type':'notes','relationships':{'a':{'data':{'id':'1'}}},'attributes':{'a':1}}\n"
        "{'type':'notes','relationships':{'a':{'data':{'id':'1'}}}}\n"
        "{'type':'notes','relationships':{'a':{'data':{'id':'1'}}},'attributes':{'a':null}}",
        "['1','{'relationships':{'a':{'data':{'id':'1'}}}}']\n"
        "['{'id':'1'}',null]\n"
        "[null,'{'relationships':{'a':{'data':{'id':'1'}}}}']\n"
    );
}

static void included_values(void) {
    CHECK_ROWS(
        NOTES ID ",{'name':'w','path':'by.name','type':'utf8'},"
                 "{'name':'t','path':'tags.name','type':'list','items':{'type':'utf8'}},"
                 "{'name':'d','path':'tags.of.id','type':'list','items':{'type':'list','items':"
                 "{'type':'utf8'}}}],'rest':null,'error':null}",
        "{'data':[{'type':'notes','id':'1','relationships':{'by':{'data':{'type':'p','id':'1'}},"
        "'tags':{'data':[{'type':'t','id':'1'},{'type':'t','id':'2'}]}}}],"
        "'included':[{'type':'p','id':'1','attributes':{'name':'Ada'}},"
        "{'type':'t','id':'1','attributes':{'name':'x'},'relationships':{'of':{'data':"
        "[{'type':'p','id':'7'},{'type':'p','id':'8'}]}}}]}",
        "['1','Ada',['x',null],[['7','8'],null]]\n"
    );
}

/** The values behind a to-many relationship, as the JSON text of a list. */
static void lists_as_json(void) {
    CHECK_ROWS(
        NOTES ID ",{'name':'i','path':'tags.id'},{'name':'d','path':'tags.of.id'}],"
                 "'ignore':['tags.type'],'error':null}",
        "{'data':[{'type':'notes','id':'1','relationships':{"
        "'tags':{'data':[{'type':'t','id':'1'},{'type':'t','id':'2','meta':{}}]}}},"
        "{'type':'notes','id':'2','relationships':{'tags':{'data':[]}}}],"
        "'included':[{'type':'t','id':'1','relationships':{'of':{'data':"
        "[{'type':'p','id':'7'},{'type':'p','id':'8'}]}}}]}",
        "['1','['1','2']','[['7','8'],null]',"
        "'{'relationships':{'tags':{'data':[null,{'meta':{}}]}}}']\n"
        "['2','[]','[]',null]\n"
    );
}

/** Lines that need the resources of their own document. */
static void included_lines(void) {
    CHECK_ROWS(
        NOTES ID ",{'name':'by','path':'by.name','type':'utf8'}],'rest':false,'error':false}",
        "{'data':{'type':'notes','id':'1','relationships':{'by':{'data':{'type':'p','id':'9'}}}},"
        "'included':[{'type':'p','id':'9','attributes':{'name':'Ada'}}]}\n"
        "{'data':{'type':'notes','id':'2','relationships':{'by':{'data':{'type':'p','id':'9'}}}},"
        "'included':[{'type':'p','id':'9','attributes':{'name':'Bob'}}]}\n"
        "{'data':{'type':'notes','id':'3','relationships':{'by':{'data':{'type':'p','id':'9'}}}},"
        "'included':[{'type':'p','id':'9','attributes':{'name':'Cy'}}]}\n"
        "{'type':'notes','id':'4'}\n",
        "['1','Ada']\n['2','Bob']\n['3','Cy']\n['4',null]\n"
    );
    vox_columns_options options = columns_test_options();
    options.form = VOX_COLUMNS_DOCUMENT;
    options.max_record = 64; /* such a document is one record */
    CHECK_ROWS_WITH(
        NOTES ID ",{'name':'by','path':'by.name','type':'utf8'}],'rest':false}",
        "{'data':[{'type':'notes','id':'1'},\n{'type':'notes','id':'2'}],'meta':{}}", &options,
        "[null,null,{'file',2,29,64,'','VOX_ERROR_SIZE_LIMIT','the document is larger than "
        "the size limit'}]\n"
    );
}

/** The members that tell a document from a resource object. */
static void kinds_of_members(void) {
    CHECK_ROWS(
        NOTES ID "],'error':false}", "{'meta':{'x':1},'type':'notes','id':'5'}\n{'meta':{'x':1}}\n",
        "['5','{'meta':{'x':1}}']\n"
    );
    CHECK_ROWS(
        "{'table':'included','columns':[" ID "],'rest':false}",
        "{'data':null,'included':{'type':'p','id':'1'}}\n",
        "[null,{'file',1,25,24,'/included','VOX_ERROR_SHAPE','`included` must be a list of "
        "resource objects'}]\n"
    );
}

static void included_table(void) {
    CHECK_ROWS(
        "{'table':'included','type':'p','columns':[" ID ",{'name':'name'}],'error':null}",
        "{'data':[],'included':[{'type':'p','id':'1','attributes':{'name':'Ada','x':1}},"
        "{'type':'q','id':'2'},{'type':'p','id':'3'}]}\n{'type':'p','id':'4'}",
        "['1',''Ada'','{'attributes':{'x':1}}']\n['3',null,null]\n"
    );
}

static void relationships(void) {
    CHECK_ROWS(
        "{'table':'relationships','type':'notes','error':null}",
        "{'type':'notes','id':'1','relationships':{'a':{'data':{'type':'p','id':'9','meta':{'k': "
        "1}}},"
        "'b':{'data':[{'type':'t','id':'x'},{'type':'t','lid':'y'}]},'c':{'data':null},"
        "'d':{'data':[]},'e':{'links':{}},'f':{'data':[7]},'g':{'data':{'type':'t','id':5}}}}\n"
        "{'type':'other','id':'2','relationships':{'a':{'data':null}}}\n"
        "{'data':[{'type':'notes','id':'3'},{'type':'notes','id':'4','relationships':"
        "{'a':{'data':null}}}]}",
        "['notes','1','a',null,'p','9','{'k':1}',null]\n"
        "['notes','1','b',0,'t','x',null,null]\n"
        "['notes','1','b',1,'t',null,null,'{'lid':'y'}']\n"
        "['notes','1','c',null,null,null,null,null]\n"
        "['notes','1','f',0,null,null,null,'7']\n"
        "['notes','1','g',null,'t',null,null,'{'id':5}']\n"
        "['notes','4','a',null,null,null,null,null]\n"
    );
}

static void records(void) {
    CHECK_ROWS(
        "{'table':'records','columns':[{'name':'a','type':'int64'},{'name':'c','path':'b.c'},"
        "{'name':'e','path':'/d/0'},{'name':'all','path':'','type':'absent'}],'error':null}",
        "{'a':1,'b':{'c':[2]},'d':[3]}\n[1]\nnull\n{'a':1,'a':2}\n{'b':5}",
        "[1,'[2]','3',false,'{'d':[3]}']\n"
        "[null,null,null,false,'[1]']\n"
        "[null,null,null,false,null]\n"
        "[2,null,null,false,null]\n"
        "[null,null,null,false,'{'b':5}']\n"
    );
}

/** The values of a column of the type absent, of more rows than a byte has bits. */
static void many_absent_values(void) {
    CHECK_ROWS(
        "{'table':'records','columns':[{'name':'a','type':'absent'}],'rest':false,'error':false}",
        "{'a':1}\n{}\n{'a':2}\n{'a':3}\n{'a':4}\n{'a':5}\n{'a':6}\n{}\n{'a':7}\n{}\n",
        "[false]\n[true]\n[false]\n[false]\n[false]\n[false]\n[false]\n[true]\n[false]\n[true]\n"
    );
}

/** Lines that make an array when a comma joins them, but are no records. */
static void lines_that_join(void) {
    CHECK_ROWS(
        "{'table':'records','columns':[],'error':null}", "1,2\n[1\n2]\n'a\nb'\n3\n",
        "[''1,2'']\n[''[1'']\n[''2]'']\n[''\\'a'']\n[''b\\''']\n['3']\n"
    );
}

/** The file and the line of each row. */
static void positions(void) {
    CHECK_ROWS(
        NOTES ID "],'rest':false,'error':false,'file':true,'line':'at'}",
        "{'type':'notes','id':'1'}\n\n{'type':'notes','id':'2'}\n{\n"
        "{'data':[{'type':'notes','id':'4'},{'type':'notes','id':'5'}]}\n",
        "['1','file',1]\n['2','file',3]\n[null,'file',4]\n['4','file',5]\n['5','file',5]\n"
    );
    CHECK_ROWS(
        NOTES ID "],'rest':false,'error':false,'line':true}",
        "{'data':[\n{'type':'notes','id':'4'}]}\n", "['4',null]\n"
    );
    CHECK_ROWS(
        "{'table':'relationships','rest':false,'error':false,'file':true,'line':true}",
        "{'type':'a','id':'1','relationships':{'r':{'data':null}}}\n",
        "['a','1','r',null,null,null,null,'file',1]\n"
    );
}

static void required(void) {
    CHECK_ROWS(
        "{'table':'records','columns':[{'name':'a','type':'int64','required':true}]}",
        "{'a':1}\n{'a':'x'}\n{'b':2}",
        "[1,null,null]\n"
        "[null,'{'a':'x'}',{'file',2,6,13,'/a','VOX_ERROR_KIND','a required column has another "
        "type'}]\n"
        "[null,'{'b':2}',{'file',3,1,18,'','VOX_ERROR_MISSING','a required column has no value'}]\n"
    );
    CHECK_ROWS(
        "{'table':'records','columns':[{'name':'a','type':'int64','required':true}],"
        "'rest':false}",
        "{'a':0}\n{'a':1}\n{'a':2}\n{'a':3}\n{'a':4}\n{'a':5}\n{'a':6}\n{'a':7}\n{'a':8}\n{'a':9}",
        "[0,null]\n[1,null]\n[2,null]\n[3,null]\n[4,null]\n[5,null]\n[6,null]\n[7,null]\n"
        "[8,null]\n[9,null]\n"
    );
}

/** A document of several lines is recognized, and its elements are read one by one. */
static void documents(void) {
    static const char *const text = "\n{\n'data': [\n{'type':'notes','id':'1'},\n"
                                    "{'type':'notes','id':2},{'id':'x'}], 'meta':{}}\n";
    static const char *const rows =
        "['1',null,null]\n"
        "[null,'{'type':'notes','id':2}',{'file',null,null,null,'/data/1','VOX_ERROR_SHAPE',"
        "'the id of a resource object must be a string'}]\n"
        "[null,'{'id':'x'}',{'file',null,null,null,'/data/2','VOX_ERROR_SHAPE',"
        "'neither a document nor a resource object of JSON:API'}]\n";
    vox_columns_options options = columns_test_options();
    CHECK_ROWS(NOTES ID "]}", text, rows);
    options.form = VOX_COLUMNS_DOCUMENT;
    CHECK_ROWS_WITH(NOTES ID "]}", text, &options, rows);
    CHECK_ROWS_WITH(
        NOTES ID "]}", "{'data':{'type':'notes','id':'1'}}", &options, "['1',null,null]\n"
    );
    CHECK_ROWS_WITH(
        NOTES ID "]}", "{'data':[{'type':'notes','id':'1'},\n{]}", &options,
        "['1',null,null]\n"
        "[null,''{\\'data\\':[{]}'',{'file',2,2,37,'/data/1','VOX_ERROR_SYNTAX',"
        "'expected a name in double quotes or '}''}]\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'records','columns':['a'],'error':null}", "[{'a':1},\n2]", &options,
        "['1',null]\n[null,'2']\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'records','columns':['data'],'error':null}", "{'data':\n[1,2]}", &options,
        "['[1,2]',null]\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'included','columns':[" ID "],'rest':null}",
        "{'included':[{'type':'p','id':'1'}]}", &options, "['1',null]\n"
    );
}

typedef struct mixed_source {
    int calls;
    vox_tree *tree;
} mixed_source;

static int read_mixed(void *context, vox_piece *piece) {
    mixed_source *self = context;
    switch (self->calls++) {
    case 0:
        *piece = (vox_piece){.bytes = "{\"a\":1}\n{\"a\":2}", .length = 15, .file = "one"};
        break;
    case 1:
        *piece = (vox_piece){.bytes = "[3,\n4]", .length = 6, .file = "two"};
        break;
    case 2:
        piece->tree = self->tree;
        break;
    case 3:
        *piece = (vox_piece){.file = "three"};
        break;
    case 4:
        *piece = (vox_piece){.bytes = "x", .length = 1};
        break;
    default:
        break;
    }
    return 0;
}

static void trees_and_files(void) {
    vox_columns *columns = columns_from_c("{'table':'records','columns':['a']}");
    const vox_columns_options options = columns_test_options();
    mixed_source source = {0, document_from_c("{\"a\":[true]}")};
    const vox_source given = {read_mixed, NULL, &source};
    struct ArrowArrayStream stream;
    vox_buffer rows = {0};
    CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
    CHECK_SIZE(stream_rows(&stream, &rows), 0);
    CHECK_TEXT(
        buffer_text(&rows),
        "[\"1\",null,null]\n[\"2\",null,null]\n[null,\"3\",null]\n[null,\"4\",null]\n"
        "[\"[true]\",null,null]\n"
        "[null,\"\"x\"\",{\"three\",1,1,0,\"\",\"VOX_ERROR_SYNTAX\",\"expected a value\"}]\n"
    );
    vox_buffer_free(&rows);
    vox_tree_free(source.tree);
    vox_columns_free(columns);
}

static void counts(void) {
    vox_columns *columns = columns_from_c(NOTES "{'name':'n','type':'int64'}]}");
    static const char text[] = "{\"type\":\"notes\",\"attributes\":{\"n\":1}}\n{\"type\":\"x\"}\n"
                               "{\"type\":\"notes\",\"attributes\":{\"n\":\"1\"}}\n{";
    const vox_columns_options options = columns_test_options();
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    vox_columns_counts counts;
    CHECK_OK(vox_columns_text(columns, NULL, text, sizeof text - 1, &options, &stream));
    vox_columns_free(columns); /* the stream keeps what it needs */
    CHECK_SIZE(stream.get_next(&stream, &array), 0);
    CHECK_OK(vox_columns_counts_of(&stream, &counts));
    CHECK_SIZE(counts.rows, 3);
    CHECK_SIZE(counts.faults, 1);
    CHECK_SIZE(counts.misfits, 1);
    CHECK_SIZE(counts.rests, 2);
    CHECK_SIZE(counts.skipped, 1);
    CHECK_SIZE(counts.bytes, sizeof text - 1);
    stream.release(&stream);
    CHECK_STATUS(vox_columns_counts_of(&stream, &counts), VOX_ERROR_ARGUMENT);
    CHECK_SIZE(array.length, 3); /* arrays outlive the stream */
    array.release(&array);
}

/** A batch of a table of relationships ends by bytes, and the table counts what it skips. */
static void batches_of_relationships(void) {
    vox_columns *columns = columns_from_c("{'table':'relationships','type':'a'}");
    vox_columns_options options = columns_test_options();
    static char text[100 * 256];
    size_t length = 0;
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    vox_columns_counts counts;
    for (int row = 0; row < 100; row++) {
        length += (size_t)snprintf(
            text + length, sizeof text - length,
            "{\"type\":\"%s\",\"id\":\"1\",\"relationships\":{\"r\":{\"data\":{\"type\":\"b\","
            "\"id\":"
            "\"2\",\"meta\":{\"%0100d\":1}}}}}\n",
            row % 10 ? "a" : "c", row
        );
    }
    options.batch_bytes = 5000;
    CHECK_OK(vox_columns_text(columns, NULL, text, length, &options, &stream));
    CHECK_SIZE(stream.get_next(&stream, &array), 0);
    CHECK(array.length > 20 && array.length < 50);
    array.release(&array);
    while (stream.get_next(&stream, &array) == 0 && array.release) {
        array.release(&array);
    }
    CHECK_OK(vox_columns_counts_of(&stream, &counts));
    CHECK_SIZE(counts.rows, 90);
    CHECK_SIZE(counts.skipped, 10);
    stream.release(&stream);
    vox_columns_free(columns);
}

const check_test column_rows_tests[] = {
    CHECK_TEST(empty_input),     CHECK_TEST(resources),
    CHECK_TEST(dropped_links),   CHECK_TEST(rivals),
    CHECK_TEST(included_values), CHECK_TEST(lists_as_json),
    CHECK_TEST(included_lines),  CHECK_TEST(kinds_of_members),
    CHECK_TEST(included_table),  CHECK_TEST(relationships),
    CHECK_TEST(records),         CHECK_TEST(many_absent_values),
    CHECK_TEST(lines_that_join), CHECK_TEST(positions),
    CHECK_TEST(required),        CHECK_TEST(documents),
    CHECK_TEST(trees_and_files), CHECK_TEST(batches_of_relationships),
    CHECK_TEST(counts),          CHECK_END,
};
