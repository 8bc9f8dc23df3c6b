/* SPDX-License-Identifier: MIT */
/** Malformed records: as rows, and in the table `malformed`. */
#include "arrow_text.h"
#include "comparing.h"
#include "tests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define NOTES "{'table':'resources','type':'notes','columns':["
#define ID "{'name':'id','type':'utf8'}"

/** A malformed record is a row, and the others are not touched. */
static void malformed(void) {
    CHECK_ROWS(
        NOTES ID "]}",
        "{'type':'notes','id':'1'}\n"
        "{'type':'notes','id':}\n"
        "{'type':'notes','id':'3'}\n"
        "{'type':'notes','id':'4'} {'type':'notes'}\n"
        "\n"
        "  [1]\n"
        "{'type':'notes','id':5}\n"
        "{'errors':[]}\n"
        "{'type':'notes','id':'9'",
        "['1',null,null]\n"
        "[null,''{\\'type\\':\\'notes\\',\\'id\\':}'',"
        "{'file',2,22,47,'','VOX_ERROR_SYNTAX','expected a value after ':''}]\n"
        "['3',null,null]\n"
        "[null,''{\\'type\\':\\'notes\\',\\'id\\':\\'4\\'} {\\'type\\':\\'notes\\'}'',"
        "{'file',4,27,101,'','VOX_ERROR_TRAILING','found a second document, expected nothing more "
        "after the first'}]\n"
        "[null,'[1]',{'file',6,3,121,'','VOX_ERROR_SHAPE',"
        "'neither a document nor a resource object of JSON:API'}]\n"
        "[null,'{'type':'notes','id':5}',{'file',7,1,125,'','VOX_ERROR_SHAPE',"
        "'the id of a resource object must be a string'}]\n"
        "[null,'{'errors':[]}',{'file',8,11,159,'/errors','VOX_ERROR_MISSING',"
        "'the document has errors instead of primary data'}]\n"
        "[null,''{\\'type\\':\\'notes\\',\\'id\\':\\'9\\''',"
        "{'file',9,25,187,'','VOX_ERROR_END','expected ',' or '}' after a member'}]\n"
    );
}

/** With VOX_COLUMNS_SKIP, each record is in one of the tables. */
static void skipping(void) {
    static const char *const text =
        "{'type':'notes','id':'1'}\n"
        "{'type':'notes','id':\n"
        "{'data':[{'type':'notes','id':5},{'type':'notes','id':'2'},{'type':'notes',"
        "'id':'3','x':3},7],"
        "'included':[{'type':'p','id':'6'},{'type':'p','id':[]}]}\n"
        "{'errors':[],'included':[{'type':'p','id':'0'}]}\n"
        "{'type':'notes','id':'8','x':8}\n"
        "{'type':'notes','x':8}\n"
        "{'type':'notes','id':9}\n"
        "{'a':10}\n"
        "{'data':[11]}\n"
        "{'type':'notes','id':'12','relationships':{'r':{'data':null}},'links':{}}\n";
    vox_columns_options options = columns_test_options();
    options.fault = VOX_COLUMNS_SKIP;
    CHECK_ROWS_WITH(
        NOTES ID "],'error':null}", text, &options,
        "['1',null]\n['2',null]\n['3','{'x':3}']\n['8','{'x':8}']\n"
        "['12','{'relationships':{'r':{'data':null}},'"
        "links':{}}']\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'included','type':'p','columns':[" ID "],'error':null}", text, &options,
        "['6',null]\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'relationships','error':null}", text, &options,
        "['notes','12','r',null,null,null,null,null]\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'records','columns':[],'error':null}", text, &options,
        "['{'type':'notes','x':8}']\n['{'type':'notes','id':9}']\n['{'a':10}']\n"
        "['{'data':[11]}']\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'malformed','error':null}", text, &options,
        "[''{\\'type\\':\\'notes\\',\\'id\\':'']\n"
        "['{'type':'notes','id':5}']\n['7']\n['{'type':'p','id':[]}']\n"
        "['{'errors':[],'included':[{'type':'p','id':'0'}]}']\n"
    );
    static const char *const plain = "{'count':2,\n'data':[{'id':5},\n{'id':6}]}\n";
    CHECK_ROWS_WITH("{'table':'malformed'}", plain, &options, "");
    CHECK_ROWS_WITH(
        "{'table':'records','columns':['count'],'error':null}", plain, &options,
        "[null,'{'id':5}']\n[null,'{'id':6}']\n['2','{'data':[]}']\n"
    );
    CHECK_ROWS_WITH(
        "{'table':'malformed'}", "{'data':[\n{'type':'notes','id':5}]}", &options,
        "['{'type':'notes','id':5}',{'file',null,null,null,'/data/0','VOX_ERROR_SHAPE',"
        "'the id of a resource object must be a string'}]\n"
    );
}

/** Malformed lines among many short ones have their errors, with both readers. */
static void malformed_lines_in_blocks(void) {
    enum {
        LINES = 700
    };
    static const char *const wrong[] = {
        "{\"a\":}", "{\"a\":\"\\x\"}", "{\"a\":\"\xFF\"}", "{\"a\":1"};
    char text[LINES * 16], expected[LINES * 32];
    size_t length = 0, wanted = 0;
    for (int line = 0; line < LINES; line++) {
        const bool is_wrong = line % 97 == 50;
        length += (size_t)snprintf(
            text + length, sizeof text - length, "%s\n",
            is_wrong ? wrong[line / 97 % (int)COUNT(wrong)] : "{\"a\":7}"
        );
        wanted += (size_t)snprintf(
            expected + wanted, sizeof expected - wanted, "[%s,%d]\n", is_wrong ? "null" : "\"7\"",
            line + 1
        );
    }
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':['a'],'rest':false,'error':false,'line':true}"
    );
    for (int reader = VOX_READER_FAST; reader <= (has_yajl() ? VOX_READER_YAJL : 0); reader++) {
        vox_columns_options options = columns_test_options();
        struct ArrowArrayStream stream;
        vox_buffer rows = {0};
        options.tree.reader = (vox_reader)reader;
        CHECK_OK(vox_columns_text(columns, "f", text, length, &options, &stream));
        CHECK_SIZE(stream_rows(&stream, &rows), 0);
        CHECK_TEXT(buffer_text(&rows), expected);
        vox_buffer_free(&rows);
    }
    vox_columns_free(columns);
}

/** The columns of a table do not change to which table a record belongs. */
static void skipping_with_columns(void) {
    static const char *const others = "{'type':'notes','x':1}\n"
                                      "{'type':'notes','id':2}\n"
                                      "{'type':'notes','id':'3','attributes':[]}\n"
                                      "{'type':'notes','id':'4','relationships':4}\n"
                                      "{'type':'notes','data':[7]}\n"
                                      "{'type':'notes','errors':null}\n"
                                      "{'type':'notes','included':[]}\n"
                                      "{'type':7,'id':'7'}\n";
    static const char *const resources =
        "{'type':'notes','id':'1'}\n"
        "{'type':'notes','lid':'2','a:x':1,'@x':2,'meta':{},'links':{}}\n"
        "{'id':'0','id':'3','type':'notes','attributes':null,'relationships':{}}\n"
        "{'type':'people','id':'4'}\n"
        "{'type':'notes','id':'5','data':[7]}\n"
        "{'type':'notes','errors':null,'id':'6','data':{'type':'notes','id':7}}\n"
        "{'type':'notes','included':[],'id':'7'}\n";
    static const char *const wide = "{'type':'notes','columns':['id',{'name':'x','path':'/x',"
                                    "'type':'absent'}],'ignore':['/x','/included'],"
                                    "'rest':false,'error':false}";
    static const char *const ignoring = "{'type':'notes','columns':['id'],'ignore':['/meta',"
                                        "'/a:x','/@x','/links','/attributes','/relationships',"
                                        "'/data','/errors'],'rest':false,'error':false}";
    const char *const tables[] = {
        "{'type':'notes','columns':['id'],'rest':false,'error':false}", wide, ignoring};
    vox_columns_options options = columns_test_options();
    for (int fault = VOX_COLUMNS_SKIP; fault <= VOX_COLUMNS_STRICT; fault++) {
        options.fault = (vox_columns_fault)fault;
        for (size_t table = 0; table < COUNT(tables); table++) {
            check_note("table %zu, fault %d", table, fault);
            CHECK_ROWS_WITH(tables[table], others, &options, "");
            CHECK_ROWS_WITH(
                tables[table], resources, &options,
                table == 1 ? "[''1'',true]\n[null,true]\n[''3'',true]\n[''5'',true]\n"
                             "[''6'',true]\n[''7'',true]\n"
                           : "[''1'']\n[null]\n[''3'']\n[''5'']\n[''6'']\n[''7'']\n"
            );
        }
    }
    check_note(NULL);
}

/** A stream of a table that skips, and the limit of a record. */
static void check_skipped(const char *table, const char *text, size_t most, const char *rows) {
    vox_columns_options options = columns_test_options();
    options.fault = VOX_COLUMNS_SKIP;
    options.max_record = most;
    CHECK_ROWS_WITH(table, text, &options, rows);
}

/** The first element of `data` decides for the whole document, on one line and on several. */
static void skipping_documents(void) {
    static const char *const notes = NOTES ID "],'error':null}";
    static const char *const records = "{'table':'records','columns':[],'error':null}";
    static const char *const wrong = "{'table':'malformed','error':null}";
    const char *text = "{'count':2,\n'data':[{'id':5},{x}]}";
    check_skipped(records, text, 0, "['{'id':5}']\n");
    check_skipped(wrong, text, 0, "[''{\\'count\\':2,\\'data\\':[{x}]}'']\n");
    text = "{'count':2,\n'data':[{'id':5},{'id':6},{'id':7}]}";
    check_skipped(
        records, text, 40, "['{'id':5}']\n['{'id':6}']\n['{'id':7}']\n['{'count':2,'data':[]}']\n"
    );
    check_skipped(wrong, text, 40, "");
    for (int lines = 0; lines < 2; lines++) {
        text = lines ? "{'count':2,\n'data':[{'type':'notes','id':'1'}]}"
                     : "{'count':2,'data':[{'type':'notes','id':'1'}]}";
        check_skipped(notes, text, 0, "['1',null]\n");
        check_skipped(records, text, 0, "");
        check_skipped(wrong, text, 0, "");
        text = lines ? "{'data':[\n{'x':1},{'type':'notes','id':'2'}]}"
                     : "{'data':[{'x':1},{'type':'notes','id':'2'}]}";
        check_skipped(notes, text, 0, "");
        check_skipped(
            records, text, 0,
            lines ? "['{'x':1}']\n['{'type':'notes','id':'2'}']\n"
                  : "['{'data':[{'x':1},{'type':'notes','id':'2'}]}']\n"
        );
        check_skipped(wrong, text, 0, "");
        text = lines ? "{'data':[\n{'type':'notes','id':5}]}"
                     : "{'data':[{'type':'notes','id':5}]}";
        check_skipped(notes, text, 0, "");
        check_skipped(records, text, 0, "");
        check_skipped(wrong, text, 0, "['{'type':'notes','id':5}']\n");
    }
    /* A column that takes a member makes it no resource object. */
    text = "{'type':'notes','x':8}";
    check_skipped("{'columns':['id',{'name':'x','path':'/x'}],'error':null}", text, 0, "");
    check_skipped(records, text, 0, "['{'type':'notes','x':8}']\n");
    text = "{'type':'notes','id':'1','x':8}"; /* but JSON:API ignores it beside an id */
    check_skipped(notes, text, 0, "['1','{'x':8}']\n");
    check_skipped(records, text, 0, "");
    text = "{'type':'notes','id':'1','@x':8,'ext:y':9}"; /* but any object may have these */
    check_skipped(notes, text, 0, "['1','{'@x':8,'ext:y':9}']\n");
    check_skipped(records, text, 0, "");
    text = "{'data':[{'type':'notes','id':'1'},"
           "{'type':'notes','id':5,'relationships':{'r':{'data':null}}}]}";
    check_skipped("{'table':'relationships','error':null}", text, 0, "");
    check_skipped(
        wrong, text, 0, "['{'type':'notes','id':5,'relationships':{'r':{'data':null}}}']\n"
    );
}

/** A record has no relationships, whose links could be dropped. */
static void links_of_records(void) {
    CHECK_ROWS(
        "{'table':'records','links':false,'columns':['a.b'],'error':null}", "{'a':{'c':{'d':1}}}",
        "[null,'{'a':{'c':{'d':1}}}']\n"
    );
}

/** The rest of a malformed document is its text, without the elements that have rows. */
static void cut_documents(void) {
    static const char *const columns = NOTES ID "],'ignore':[]}";
    CHECK_ROWS(
        columns,
        "{'meta':{'a':1},'data':[\n{'type':'notes','id':'1'},\n{'type':'notes','id':2x},"
        "{'type':'notes','id':'3'}],\n'included':[{'type':'z','id':'1'}]}\n",
        "['1',null,null]\n"
        "[null,''{\\'meta\\':{\\'a\\':1},\\'data\\':[{\\'type\\':\\'notes\\',\\'id\\':2x},"
        "{\\'type\\':\\'notes\\',\\'id\\':\\'3\\'}],\\u000a"
        "\\'included\\':[{\\'type\\':\\'z\\',\\'id\\':\\'1\\'}]}\\u000a'',"
        "{'file',3,23,74,'/data/1','VOX_ERROR_SYNTAX','expected ',' or '}' after a member'}]\n"
    );
    CHECK_ROWS(
        columns, "{'data':[{'type':'notes','id':'1'},{'type':'notes','i",
        "['1',null,null]\n"
        "[null,''{\\'data\\':[{\\'type\\':\\'notes\\',\\'i'',"
        "{'file',1,54,53,'/data/1','VOX_ERROR_END','the text ends inside a value'}]\n"
    );
    CHECK_ROWS(
        columns, "{\n",
        "[null,''{'',{'file',2,1,2,'','VOX_ERROR_END','expected a name in double quotes or '}''}]\n"
    );
    CHECK_ROWS(
        columns, "[\n", "[null,''['',{'file',2,1,2,'','VOX_ERROR_END','expected a value or ']''}]\n"
    );
    CHECK_ROWS(
        columns, "{'data':[],'meta' ",
        "[null,''{\\'data\\':[],\\'meta\\''',{'file',1,19,18,'','VOX_ERROR_END',"
        "'expected ':' after a name'}]\n"
    );
}

/** A record is one malformed record however much of it is read: the mode of trees makes no
 *  difference, also if the records are trees that were read lazily. */
static void lazy_records(void) {
    static const char *const text =
        "{\"data\":[{\"type\":\"notes\",\"id\":\"1\"},{\"type\":\"notes\",\"id\":\"2\","
        "\"attributes\":{\"t\":tru}}],\"included\":[{\"type\":\"p\",\"id\":\"9\"}]}";
    static const char *const columns[] = {
        NOTES ID "],'error':false}", "{'table':'included','columns':[" ID "],'error':false}",
        "{'table':'relationships','error':false}", "{'table':'malformed','error':false}",
        "{'table':'records','columns':['data'],'error':false}"};
    vox_options lazy = document_options();
    lazy.mode = VOX_MODE_LAZY;
    for (size_t table = 0; table < COUNT(columns); table++) {
        vox_columns *described = columns_from_c(columns[table]);
        vox_buffer rows[3] = {{0}, {0}, {0}};
        for (int way = 0; way < 3; way++) { /* eagerly, lazily, and as a tree */
            piece_source source = {.text = vox_string_from_c(text), .piece = 20};
            vox_columns_options options = columns_test_options();
            struct ArrowArrayStream stream;
            options.tree.mode = way ? VOX_MODE_LAZY : VOX_MODE_EAGER;
            if (way == 2) {
                CHECK_OK(vox_tree_parse(text, strlen(text), &lazy, &source.tree, NULL));
            }
            const vox_source given = piece_source_of(&source);
            CHECK_OK(vox_columns_stream(described, &given, &options, &stream));
            CHECK_SIZE(stream_rows(&stream, &rows[way]), 0);
            vox_tree_free(source.tree);
        }
        CHECK_STRING(buffer_text(&rows[1]), buffer_text(&rows[0]));
        CHECK_STRING(buffer_text(&rows[2]), buffer_text(&rows[0]));
        CHECK(rows[0].length > 0);
        for (int way = 0; way < 3; way++) {
            vox_buffer_free(&rows[way]);
        }
        vox_columns_free(described);
    }
}

/** A row that is larger than the limit is a fault, though its record is not. */
static void long_rows(void) {
    vox_columns_options options = columns_test_options();
    options.max_record = 500;
    CHECK_ROWS_WITH(
        "{'table':'records','columns':[{'name':'l','type':'list','items':{'type':'struct',"
        "'columns':[{'name':'a','type':'decimal128','precision':38,'scale':0},"
        "{'name':'b','type':'decimal128','precision':38,'scale':0}]}}],'rest':false}",
        "{'l':[{},{},{}]}\n{'l':[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}\n"
        "{'l':[{}]}\n",
        &options,
        "[[{null,null},{null,null},{null,null}],null]\n"
        "[null,{'file',2,1,17,'','VOX_ERROR_SIZE_LIMIT','the row is larger than the limit'}]\n"
        "[[{null,null}],null]\n"
    );
    CHECK_ROWS_WITH(
        "{'type':'a','columns':[{'name':'n','path':'to.n'}],'rest':false}",
        "{'data':{'type':'a','id':'1','relationships':{'to':{'data':[{'type':'p','id':'1'},"
        "{'type':'p','id':'1'},{'type':'p','id':'1'},{'type':'p','id':'1'},{'type':'p','id':'1'},"
        "{'type':'p','id':'1'}]}}},'included':[{'type':'p','id':'1','attributes':{'n':'"
        "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"
        "890123456789012345678901234567890123456789'}}]}\n",
        &options,
        "[null,{'file',1,9,8,'/data','VOX_ERROR_SIZE_LIMIT','the row is larger than the limit'}]\n"
    );
}

/** Writes a document in which two resources with long ids have `count` targets, which are one of them. */
static size_t linking_document(char *text, size_t count) {
    char *at = text;
    for (int half = 0; half < 2; half++) {
        const char *begin = half ? "]}}}],\"included\":[" : "{\"data\":[";
        at += sprintf(
            at, "%s{\"type\":\"a\",\"id\":\"%0*d\",\"relationships\":{\"r\":{\"data\":[", begin,
            half ? 1 : 20 * (int)count, half
        );
        for (size_t index = 0; index < count; index++) {
            at += sprintf(at, "%s{\"type\":\"a\",\"id\":\"1\"}", index ? "," : "");
        }
    }
    return (size_t)(at + sprintf(at, "]}}}]}") - text);
}

/** A path through relationships, and the id in each row of a linkage, write one value of the text
 *  many times. All rows of a record have at most 256 times the bytes of its text, and 1 MiB. */
static void multiplied_values(void) {
    enum {
        COUNT = 1500
    };
    static const char *const tables[] = {
        "{'columns':[{'name':'c','path':'r.r'}]}",
        ("{'columns':[{'name':'c','path':'r.r.id','type':'list','items':{'type':'list','items':{"
         "'type':'decimal128','precision':38,'scale':0}}}]}"),
        "{'table':'relationships'}",
        "{'columns':[{'name':'c','path':'r.id','type':'list','items':{'type':'utf8'}}]}",
    };
    char *const text = malloc(100 * COUNT);
    if (!CHECK(text != NULL)) {
        return;
    }
    const size_t length = linking_document(text, COUNT);
    for (size_t index = 0; index < sizeof tables / sizeof *tables; index++) {
        const vox_columns_options options = columns_test_options();
        struct ArrowArrayStream stream;
        vox_buffer rows = {0};
        vox_columns *columns = columns_from_c(tables[index]);
        CHECK_OK(vox_columns_text(columns, NULL, text, length, &options, &stream));
        vox_columns_free(columns);
        CHECK_SIZE(stream_rows(&stream, &rows), 0);
        check_note("table %zu, %zu bytes of rows", index, rows.length);
        CHECK(rows.length < 258 * length + ((size_t)1 << 20));
        rows.bytes[rows.length - 1] = '\0';
        CHECK((strstr(rows.bytes, "256 times the bytes of its text") != NULL) == (index < 3));
        vox_buffer_free(&rows);
    }
    free(text);
}

static void long_records(void) {
    vox_columns_options options = columns_test_options();
    options.max_record = 20;
    options.form = VOX_COLUMNS_LINES;
    CHECK_ROWS_WITH(
        "{'table':'records','columns':['a']}",
        "{'a':1}\n{'a':'0123456789012345'}\n{'a':2}\n{'a':'01234567890123'}", &options,
        "['1',null,null]\n"
        "[null,null,{'file',2,1,8,'','VOX_ERROR_SIZE_LIMIT','the record is larger than the "
        "limit'}]\n"
        "['2',null,null]\n"
        "[null,null,{'file',4,1,41,'','VOX_ERROR_SIZE_LIMIT','the record is larger than the "
        "limit'}]\n"
    );
}

/** Bits of a row that is replaced, and the value of a column of the type absent in rows of faults. */
static void replaced_rows(void) {
    vox_columns_options options = columns_test_options();
    options.max_record = 100;
    CHECK_ROWS_WITH(
        "{'table':'records','columns':[{'name':'a','type':'int64'},{'name':'b','type':'bool'},"
        "{'name':'no','path':'a','type':'absent'},{'name':'l','type':'list','items':{"
        "'type':'decimal128','precision':38,'scale':0}}],'rest':false,'error':false}",
        "{'a':1,'b':true,'l':[]}\n{'a':2,'b':true,'l':[1,1,1,1,1,1,1,1,1,1]}\n{'b':false}\n{\n",
        &options,
        "[1,true,false,[]]\n[null,null,true,null]\n[null,false,true,null]\n[null,null,true,null]\n"
    );
    options.max_record = 300;
    CHECK_ROWS_WITH(
        "{'table':'records','columns':[{'name':'l','type':'list','items':{"
        "'type':'decimal128','precision':38,'scale':0}}],'rest':false,'error':false}",
        "{'l':[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}\n"
        "{'l':[null,null,null,null,null,null,null,null,null,2,null,null]}\n",
        &options, "[null]\n[[null,null,null,null,null,null,null,null,null,2/0,null,null]]\n"
    );
}

const check_test column_faults_tests[] = {
    CHECK_TEST(malformed),
    CHECK_TEST(skipping),
    CHECK_TEST(skipping_with_columns),
    CHECK_TEST(malformed_lines_in_blocks),
    CHECK_TEST(skipping_documents),
    CHECK_TEST(links_of_records),
    CHECK_TEST(cut_documents),
    CHECK_TEST(lazy_records),
    CHECK_TEST(long_rows),
    CHECK_TEST(multiplied_values),
    CHECK_TEST(long_records),
    CHECK_TEST(replaced_rows),
    CHECK_END,
};
