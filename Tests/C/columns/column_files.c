/* SPDX-License-Identifier: MIT */
/** Files and their pieces: where a file ends, and what it consists of. */
#include "arrow_text.h"
#include "tests.h"

#include <stdio.h>

/** A source of several files, in pieces of a length. */
typedef struct file_source {
    const char *const *files; /* NULL: no more */
    size_t piece;
    size_t at; /* in the file */
    bool begun;
    char copy[256];
} file_source;

static int read_files(void *context, vox_piece *piece) {
    file_source *self = context;
    while (*self->files && self->begun && self->at == strlen(*self->files)) {
        self->files++;
        self->at = 0;
        self->begun = false;
    }
    if (*self->files) {
        const size_t left = strlen(*self->files) - self->at;
        const size_t length = left < self->piece ? left : self->piece;
        memset(self->copy, 'x', sizeof self->copy); /* the last piece is gone */
        memcpy(self->copy, *self->files + self->at, length);
        piece->bytes = self->copy;
        piece->length = length;
        piece->file = self->begun ? NULL : "file";
        self->at += length;
        self->begun = true;
    }
    return 0;
}

/** Each file has its records, also if the one before it ends in white space or a byte order mark. */
static void ends_of_files(void) {
    static const char *const ends[] = {
        "", "\n", "  ", "\n  ", "\n\t\n ", "\r\n\r", "\n\xEF\xBB\xBF", "\n\xEF\xBB\xBF ",
    };
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':['a'],'rest':false,'error':false}"
    );
    for (size_t form = VOX_COLUMNS_AUTO; form <= VOX_COLUMNS_LINES; form++) {
        for (size_t end = 0; end < COUNT(ends); end++) {
            for (size_t piece = 1; piece <= 100; piece++) {
                vox_buffer rows = {0};
                char first[64];
                (void)snprintf(first, sizeof first, "{\"a\":1}%s", ends[end]);
                const char *const files[] = {
                    first, ends[end], "{\"a\":2}\n{\"a\":3}\n", "{\"a\":4}\n{\"a\":5}\n", NULL,
                };
                file_source source = {.files = files, .piece = piece};
                const vox_source given = {read_files, NULL, &source};
                vox_columns_options options = columns_test_options();
                struct ArrowArrayStream stream;
                options.form = (vox_columns_form)form;
                check_note("end %zu, pieces of %zu", end, piece);
                CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
                CHECK_SIZE(stream_rows(&stream, &rows), 0);
                CHECK_TEXT(buffer_text(&rows), "[\"1\"]\n[\"2\"]\n[\"3\"]\n[\"4\"]\n[\"5\"]\n");
                vox_buffer_free(&rows);
            }
        }
    }
    check_note(NULL);
    vox_columns_free(columns);
}

/** The rows of a document do not depend on where the pieces of its blank beginning end. */
static void blank_beginnings(void) {
    static const char *const columns =
        "{'table':'records','columns':[{'name':'v','path':'','type':'json'}],'rest':false}";
    vox_columns_options options = columns_test_options();
    options.form = VOX_COLUMNS_DOCUMENT;
    CHECK_ROWS_WITH(columns, "  [1,2]", &options, "['1',null]\n['2',null]\n");
    CHECK_ROWS_WITH(columns, "\xEF\xBB\xBF[1,2]", &options, "['1',null]\n['2',null]\n");
    CHECK_ROWS_WITH(
        columns, "\n \xEF\xBB\xBF", &options,
        "[null,{'file',2,2,2,'','VOX_ERROR_SYNTAX','found a byte order mark (U+FEFF) after the "
        "beginning of the text'}]\n"
    );
    CHECK_ROWS_WITH(columns, "\xEF\xBB\xBF \n {'a':1}", &options, "['{'a':1}',null]\n");
    CHECK_ROWS_WITH(
        columns, "\n [1,\n x]", &options,
        "['1',null]\n[null,{'file',3,2,7,'','VOX_ERROR_SYNTAX','expected a value after ',''}]\n"
    );
    CHECK_ROWS_WITH(columns, "\n\n", &options, "");
    CHECK_ROWS_WITH(columns, " ", &options, "");
    CHECK_ROWS_WITH(columns, " \n  \r\n ", &options, "");
}

/** Checks the rows of a table, whether `included` comes before or after `data`. */
static void check_orders(
    const char *table, vox_columns_fault fault, const char *data, const char *rows
) {
    static const char *const orders[] = {
        "{'data':[\n%s],'included':[{'type':'p','id':'6'},{'type':'p','id':7}],'n':1}",
        "{\n'included':[{'type':'p','id':'6'},{'type':'p','id':7}],'data':[%s],'n':1}",
        "{\n'included':[{'type':'p','id':'6'},{'type':'p','id':7}],'n':1,'data':[%s]}",
    };
    vox_columns_options options = columns_test_options();
    options.fault = fault;
    for (size_t order = 0; order < COUNT(orders); order++) {
        char text[512];
        (void)snprintf(text, sizeof text, orders[order], data);
        check_note("%s, order %zu", data, order);
        CHECK_ROWS_WITH(table, text, &options, rows);
    }
    check_note(NULL);
}

/** The rows of a document read by element do not depend on the order of its members. */
static void orders_of_members(void) {
    static const char *const records =
        "{'table':'records','columns':['id','n'],'rest':false,'error':false}";
    static const char *const included = "{'table':'included','columns':['id'],'error':false}";
    static const char *const malformed = "{'table':'malformed','error':false}";
    static const char *const resources = "{'columns':['id'],'error':false}";
    const char *data = "{'id':5},{'type':'a','id':'2'}"; /* without a type, it is not JSON:API */
    check_orders(
        records, VOX_COLUMNS_SKIP, data, "['5',null]\n[''2'',null]\n[null,null]\n[null,'1']\n"
    );
    check_orders(included, VOX_COLUMNS_SKIP, data, "");
    check_orders(malformed, VOX_COLUMNS_SKIP, data, "");
    check_orders(resources, VOX_COLUMNS_SKIP, data, "");
    check_orders(
        included, VOX_COLUMNS_ROW, data, "[''6'','{'type':'p'}']\n[null,'{'type':'p','id':7}']\n"
    );
    data = "{'type':'a','id':'1'},{'id':5}";
    check_orders(records, VOX_COLUMNS_SKIP, data, "");
    check_orders(included, VOX_COLUMNS_SKIP, data, "[''6'','{'type':'p'}']\n");
    check_orders(malformed, VOX_COLUMNS_SKIP, data, "['{'id':5}']\n['{'type':'p','id':7}']\n");
    check_orders(resources, VOX_COLUMNS_SKIP, data, "[''1'','{'type':'a'}']\n");
    /* What comes before an error has rows. */
    vox_columns_options options = columns_test_options();
    CHECK_ROWS_WITH(
        included, "{\n'included':[{'type':'p','id':'6'}],'data':[{'type':'a','id':x}]}", &options,
        "[''6'','{'type':'p'}']\n[null,''{\\'included\\':[],\\'data\\':[{\\'type\\':"
        "\\'a\\',\\'id\\':x}]}'']\n"
    );
}

/** Errors of a document that begins with the first line of a file. */
static void first_lines(void) {
    static const char *const columns = "{'table':'records','columns':['a'],'rest':false}";
    vox_columns_options options = columns_test_options();
    CHECK_ROWS(
        columns, "{",
        "[null,{'file',1,2,1,'','VOX_ERROR_END','expected a name in double quotes or '}''}]\n"
    );
    CHECK_ROWS(
        columns, "{'b':1,\n'a':2,\n'c':x}",
        "[null,{'file',3,5,19,'','VOX_ERROR_SYNTAX','expected a value after ':''}]\n"
    );
    options.max_record = 8;
    CHECK_ROWS_WITH(
        columns, "[\n{'a':1},\n{'a':1234},\n3]", &options,
        "['1',null]\n[null,{'file',3,9,19,'/1','VOX_ERROR_SIZE_LIMIT','this is more than a stream "
        "may hold'}]\n"
    );
}

/** A first line that breaks off does not make a document of the lines after it. */
static void broken_first_lines(void) {
    static const char *const columns = "{'table':'records','columns':['a'],'error':false}";
    static const char *const lines = "\n{'a':2}\n{'a':3}\n";
    static const char *const broken[] = {
        "{'a':1,'b",      "{'a':1,'b'",
        "{'a':1,'b':",    "{'a':1,'b':[",
        "{'a':1,'b':[2",  "{'a':1,'b':{",
        "{'a':1,'b':[2,", "{'a':1,'b':tr",
        "{'a':1,",        "{",
        "[{'a':1",        "'a",
    };
    for (size_t index = 0; index < COUNT(broken); index++) {
        char text[128], rows[160], quoted[64];
        size_t length = 0;
        for (const char *at = broken[index]; *at; at++) {
            length += (size_t)snprintf(
                quoted + length, sizeof quoted - length, "%s%c", *at == '\'' ? "\\" : "", *at
            );
        }
        for (size_t blank = 0; blank < 2; blank++) {
            (void)snprintf(text, sizeof text, "%s%s%s", broken[index], blank ? "\n \n" : "", lines);
            (void)snprintf(rows, sizeof rows, "[null,''%s'']\n['2',null]\n['3',null]\n", quoted);
            CHECK_ROWS(columns, text, rows);
        }
    }
    /* The lines have their positions. */
    CHECK_ROWS(
        "{'table':'records','columns':['a'],'rest':false,'line':true}",
        "\n{'a':1,\n\n{'a':2}\n{'a':\n{'a':4}",
        "[null,{'file',2,8,8,'','VOX_ERROR_END','expected a name in double quotes after "
        "',''},2]\n"
        "['2',null,4]\n"
        "[null,{'file',5,6,23,'','VOX_ERROR_END','expected a value after ':''},5]\n"
        "['4',null,6]\n"
    );
    CHECK_ROWS(columns, "{'a':1,'b\n[2]\n", "[null,''{\\'a\\':1,\\'b'']\n[null,'[2]']\n");
    /* The second line breaks off, too. */
    CHECK_ROWS(
        columns, "{'a':1,'b\n{'a':2,\n{'a':3}",
        "[null,''{\\'a\\':1,\\'b'']\n[null,''{\\'a\\':2,'']\n['3',null]\n"
    );
}

/** A document stays a document, also if it is malformed. */
static void broken_documents(void) {
    static const char *const columns = "{'table':'records','columns':['a'],'rest':false}";
    /* Elements have lines of their own. */
    CHECK_ROWS(columns, "[\n{'a':1},\n{'a':2}\n]", "['1',null]\n['2',null]\n");
    CHECK_ROWS(columns, "[{'a':1},\n{'a':2},\n{'a':3}]", "['1',null]\n['2',null]\n['3',null]\n");
    CHECK_ROWS(columns, "[{'a':1}\n,{'a':2}\n]", "['1',null]\n['2',null]\n");
    CHECK_ROWS(columns, "{'a':\n[1]\n}", "['[1]',null]\n");
    CHECK_ROWS(columns, "{\n'a':{\n},\n'b':[\n{}\n]}", "['{}',null]\n");
    CHECK_ROWS(
        columns, "{\n  'a': 1\n  'b': {}\n}",
        "[null,{'file',3,3,13,'','VOX_ERROR_SYNTAX','expected ',' or '}' after a member'}]\n"
    );
    CHECK_ROWS(
        columns, "[\n{'a':1}\n{'a':2}\n]",
        "['1',null]\n[null,{'file',3,1,10,'','VOX_ERROR_SYNTAX','expected ',' or ']' after an "
        "element'}]\n"
    );
    /* It breaks off in its last line. */
    CHECK_ROWS(
        columns, "[\n{'a':1},\n{'a':2",
        "['1',null]\n[null,{'file',3,7,17,'/1','VOX_ERROR_END','expected ',' or '}' after a "
        "member'}]\n"
    );
}

/** A first line that is longer than a record is read as a document; lines may follow. */
static void long_first_lines(void) {
    static const char *const ids = "{'columns':['id'],'rest':false,'file':true,'line':true}";
    vox_columns_options options = columns_test_options();
    options.max_record = 30;
    CHECK_ROWS_WITH(
        ids, "{'data':[{'type':'a','id':'1'},{'type':'a','id':'2'}],'meta':{}}", &options,
        "[''1'',null,'file',null]\n[''2'',null,'file',null]\n"
    );
    /* The document has several lines. */
    CHECK_ROWS_WITH(
        ids,
        "\n\n{'data':[{'type':'a','id':'1'},{'type':'a','id':'2'},\n{'type':'a','id':'"
        "3'}]}",
        &options, "[''1'',null,'file',null]\n[''2'',null,'file',null]\n[''3'',null,'file',null]\n"
    );
    /* Lines follow. */
    CHECK_ROWS_WITH(
        ids,
        "\n{'data':[{'type':'a','id':'1'},{'type':'a','id':'2'}]}\n{'type':'a','id':'3'"
        "}\n"
        "{'type':'a','id':'4'}\n",
        &options,
        "[''1'',null,'file',null]\n[''2'',null,'file',null]\n[''3'',null,'file',3]\n"
        "[''4'',null,'file',4]\n"
    );
    /* Lines follow a malformed one. */
    CHECK_ROWS_WITH(
        "{'columns':['id'],'line':true,'error':false}",
        "{'data':[{'type':'a','id':'1'},{'type':'a','id':x}]}\n{'type':'a','id':'3'}\n", &options,
        "[''1'','{'type':'a'}',null]\n[null,''{\\'data\\':[{\\'type\\':\\'a\\',\\'id\\':x}]}'',1]\n"
        "[''3'','{'type':'a'}',2]\n"
    );
}

/** Reads a text in pieces of each length, and compares the rows. */
static void check_layout(
    const vox_columns *columns, const char *text, vox_columns_form form, vox_mode mode,
    const char *expected
) {
    const char *const files[] = {text, NULL};
    for (size_t piece = 1; piece <= strlen(text); piece++) {
        vox_buffer rows = {0};
        file_source source = {.files = files, .piece = piece};
        const vox_source given = {read_files, NULL, &source};
        vox_columns_options options = columns_test_options();
        struct ArrowArrayStream stream;
        options.form = form;
        options.tree.mode = mode;
        check_note("%s, pieces of %zu", text, piece);
        CHECK_OK(vox_columns_stream(columns, &given, &options, &stream));
        CHECK_SIZE(stream_rows(&stream, &rows), 0);
        CHECK_TEXT(buffer_text(&rows), expected);
        vox_buffer_free(&rows);
    }
    check_note(NULL);
}

/** The rest of a long first line that is malformed does not depend on the pieces, and has not its end. */
static void rests_of_long_lines(void) {
    static const char *const ends[] = {"", "\n", "\r\n", "\r\n{'type':'a','id':'3'}"};
    vox_columns_options options = columns_test_options();
    char text[200], expected[300];
    for (size_t most = 30; most < 80; most++) {
        for (size_t end = 0; end < COUNT(ends); end++) {
            static const char *const rest =
                "{'data':[{'type':'a','id':2x},{'type':'b'}],'meta':{}}";
            static const char *const marked =
                "{\\'data\\':[{\\'type\\':\\'a\\',\\'id\\':2x},{\\'type"
                "\\':\\'b\\'}],\\'meta\\':{}}";
            size_t cut = 0;
            for (size_t left = most; marked[cut] && left > 0; left--) {
                cut += marked[cut] == '\\' ? 2 : 1;
            }
            options.max_record = most;
            snprintf(text, sizeof text, "{'data':[{'type':'a','id':'1'},%s%s", rest + 9, ends[end]);
            if (strlen(text) - strlen(ends[end]) <= most) {
                continue; /* the line is no longer than a record */
            }
            snprintf(
                expected, sizeof expected, "[''1'',null]\n[null,''%.*s'']\n%s", (int)cut, marked,
                end == 3 ? "[''3'',null]\n" : ""
            );
            check_note("max_record %zu, end %zu", most, end);
            CHECK_ROWS_WITH(
                "{'columns':['id'],'ignore':['type'],'error':false}", text, &options, expected
            );
        }
    }
    check_note(NULL);
}

/** An array of objects is a list of records, on one line or on several. */
static void layouts_of_arrays(void) {
    static const char *const texts[] = {
        "[{\"a\":1},{\"a\":2}]",
        " [ {\"a\":1} , {\"a\":2} ] \r\n\n",
        "[\n{\"a\":1},\n{\"a\":2}\n]\n",
        "[{\"a\":1},\n{\"a\":2}]",
        "[\n  {\n    \"a\": 1\n  },\n  {\"a\": 2}]\n",
        "[{\"a\":1}]\n[{\"a\":2}]\n",
        "{\"a\":1}\n[{\"a\":2}]",
    };
    vox_columns *columns = columns_from_c("{'table':'records','columns':['a'],'error':false}");
    for (size_t text = 0; text < COUNT(texts); text++) {
        for (int mode = VOX_MODE_EAGER; mode <= VOX_MODE_LAZY; mode++) {
            check_layout(
                columns, texts[text], VOX_COLUMNS_AUTO, (vox_mode)mode,
                "[\"1\",null]\n[\"2\",null]\n"
            );
        }
    }
    /* Where each line is one record, an array is one, and so is an array of other values. */
    check_layout(
        columns, texts[0], VOX_COLUMNS_LINES, VOX_MODE_EAGER, "[null,\"[{\"a\":1},{\"a\":2}]\"]\n"
    );
    check_layout(
        columns, "[1,{\"a\":2}]\n[]\n", VOX_COLUMNS_AUTO, VOX_MODE_EAGER,
        "[null,\"[1,{\"a\":2}]\"]\n[null,\"[]\"]\n"
    );
    /* An element is one record, also when it is an array of objects. */
    static const char *const nested[] = {
        "[[{\"b\":1},{\"b\":2}],{\"a\":3}]", "[\n[{\"b\":1},{\"b\":2}],\n{\"a\":3}\n]\n"};
    check_layout(
        columns, nested[0], VOX_COLUMNS_AUTO, VOX_MODE_EAGER,
        "[null,\"[[{\"b\":1},{\"b\":2}],{\"a\":3}]\"]\n"
    );
    check_layout(
        columns, nested[1], VOX_COLUMNS_AUTO, VOX_MODE_EAGER,
        "[null,\"[{\"b\":1},{\"b\":2}]\"]\n[\"3\",null]\n"
    );
    vox_columns_free(columns);
    /* Errors have the position in the line, and the pointer of the element. */
    CHECK_ROWS(
        "{'table':'records','columns':[{'name':'a','type':'int64','required':true}]}",
        "[{'a':1},{'b':2}]\n[{'a':3},{'a':null}]\n[{'a':5}]",
        "[1,null,null]\n[null,'{'b':2}',{'file',1,10,9,'/1','VOX_ERROR_MISSING','a required "
        "column has no value'}]\n[3,null,null]\n[null,null,{'file',2,10,27,'/1',"
        "'VOX_ERROR_MISSING','a required column has no value'}]\n[5,null,null]\n"
    );
}

const check_test column_files_tests[] = {
    CHECK_TEST(ends_of_files),       CHECK_TEST(blank_beginnings),
    CHECK_TEST(first_lines),         CHECK_TEST(broken_first_lines),
    CHECK_TEST(broken_documents),    CHECK_TEST(long_first_lines),
    CHECK_TEST(orders_of_members),   CHECK_TEST(layouts_of_arrays),
    CHECK_TEST(rests_of_long_lines), CHECK_END,
};
