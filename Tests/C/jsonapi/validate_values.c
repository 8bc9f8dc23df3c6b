/* SPDX-License-Identifier: MIT */
/** Values that other standards define (HTTP status codes, JSON Pointers), and links that
 *  contradict each other. The rows have ' instead of ". */
#include "tests.h"
#include "validation.h"

typedef struct value_row {
    unsigned rule; /* 0: the document is valid */
    const char *pointer;
    const char *text;
} value_row;

static void check_rows(const value_row *rows, size_t count, vox_severity severity) {
    for (size_t index = 0; index < count; index++) {
        const value_row *row = &rows[index];
        validation_check(row->text, NULL, row->rule, severity, row->pointer);
    }
}

/** A status must be an HTTP status code. A pointer must be a JSON Pointer, but may lead to no
 *  value. */
static void error_values(void) {
#define STATUS(status) "{'errors':[{'status':" status "}]}"
#define SOURCE(source) "{'errors':[{'source':{" source "}}]}"
    static const value_row rows[] = {
        {0, "", STATUS("'100'")},
        {0, "", STATUS("'404'")},
        {0, "", STATUS("'599'")},
        {131, "/errors/0/status", STATUS("''")},
        {131, "/errors/0/status", STATUS("'99'")},
        {131, "/errors/0/status", STATUS("'099'")},
        {131, "/errors/0/status", STATUS("'600'")},
        {131, "/errors/0/status", STATUS("'4000'")},
        {131, "/errors/0/status", STATUS("'4 4'")},
        {131, "/errors/0/status", STATUS("'/00'")},
        {131, "/errors/0/status", STATUS("'1/0'")},
        {131, "/errors/0/status", STATUS("'1:0'")},
        {131, "/errors/0/status", STATUS("'10/'")},
        {131, "/errors/0/status", STATUS("'10:'")},
        {131, "/errors/0/status", STATUS("'404 Not Found'")},
        {131, "/errors/0/status", STATUS("'4\\u0000'")},
        {131, "/errors/0/status", STATUS("'Not Found'")},
        {0, "", SOURCE("'pointer':''")},
        {0, "", SOURCE("'pointer':'/data/attributes/a~1b~0c'")},
        {0, "", SOURCE("'pointer':'/'")},
        {0, "", SOURCE("'parameter':'page[size]','header':'Accept'")},
        {132, "/errors/0/source/pointer", SOURCE("'pointer':'data/attributes/title'")},
        {132, "/errors/0/source/pointer", SOURCE("'pointer':'title'")},
        {132, "/errors/0/source/pointer", SOURCE("'pointer':'/data/a~'")},
        {132, "/errors/0/source/pointer", SOURCE("'pointer':'/data/~2'")},
        {132, "/errors/0/source/pointer", SOURCE("'pointer':'#/data'")},
        {132, "/errors/0/source/pointer", SOURCE("'pointer':null")},
        {132, "/errors/0/source/pointer", SOURCE("'pointer':['/data']")},
    };
    static const value_row texts[] = {
        {132, "/errors/0/source/parameter", SOURCE("'parameter':1")},
        {132, "/errors/0/source/header", SOURCE("'header':{}")},
    };
#undef STATUS
#undef SOURCE
    check_rows(rows, COUNT(rows), VOX_SEVERITY_ERROR);
    check_rows(texts, COUNT(texts), VOX_SEVERITY_WARNING);
}

/** If there is no link to a next page, `last` should be the same page as `self`. */
static void pages(void) {
#define PAGES(links) "{'data':[],'links':{" links "}}"
#define LONG "000000000000000000000000000000000000000000000000000000000000000000000000"
    static const value_row rows[] = {
        {0, "", PAGES("'self':'/a?page=1','next':'/a?page=2','last':'/a?page=9'")},
        {0, "", PAGES("'self':'/a?page=9','next':null,'last':'/a?page=9'")},
        {0, "", PAGES("'self':'/a?page=9','last':{'href':'/a?page=9'}")},
        {0, "", PAGES("'self':'/a?page=9','last':null")},
        {0, "", PAGES("'last':'/a?page=9'")},
        {0, "", PAGES("'self':null,'last':'/a?page=9'")},
        /* The same address in another spelling. */
        {0, "", PAGES("'self':'/a?b=1&page[n]=9','last':'/a?page%5Bn%5d=9&b=1'")},
        {0, "", PAGES("'self':'http://h/a?page=9','last':'/a?page=9'")},
        {0, "", PAGES("'self':'http://h/a?page=9','last':'https://other:1/a?page=9#x'")},
        {0, "", PAGES("'self':'http://h/','last':'http://h'")},
        {0, "", PAGES("'self':'x://','last':'/'")},
        {0, "", PAGES("'self':'http://h?page=9','last':'/?page=9'")},
        {0, "", PAGES("'self':'//h/a?page=9','last':'/a?page=9'")},
        /* The only page, which was requested without its number. */
        {0, "", PAGES("'self':'/a','first':'/a?page=1','last':'/a?page=1'")},
        {97, "/links/last", PAGES("'self':'/a?page=1','last':'/a?page=9'")},
        {97, "/links/last", PAGES("'self':'/a?page=1','next':null,'last':'/a?page=9'")},
        {97, "/links/last", PAGES("'self':'/a?page=1','next':'','last':{'href':'/a?page=9'}")},
        {97, "/links/last", PAGES("'first':'/a?p=1','self':'/a?p=1&p=1','last':'/a?p=2'")},
        {97, "/links/last", PAGES("'self':'/b?page=1','last':'/a?page=1'")},
        {97, "/links/last", PAGES("'self':'x:/a','last':'/a'")},
        {97, "/links/last", PAGES("'self':'a/x?p=1','last':'b/x?p=1'")},
        {97, "/links/last", PAGES("'self':'\\/','last':'\\/b'")},
        {97, "/links/last", PAGES("'self':'/a&/b','last':'/b&/a'")},
        /* Without a path, and with another address in the query. */
        {97, "/links/last", PAGES("'self':'http://h?page=1','last':'http://h?page=9'")},
        {97, "/links/last", PAGES("'self':'http://h','last':'http://h?page=9'")},
        {97, "/links/last", PAGES("'self':'//h?page=1','last':'//h?page=9'")},
        {97, "/links/last", PAGES("'self':'/a?p=1&u=x://h/c','last':'/a?p=9&u=x://h/c'")},
        {97, "/links/last", PAGES("'self':'x:a//b/c','last':'/c'")},
        {97, "/links/last", PAGES("'self':'/a?page=1&b','last':'/a?page=1'")},
        {97, "/links/last", PAGES("'self':'/a?page=1" LONG "','last':'/a?page=2" LONG "'")},
        {97, "/data/relationships/x/links/last",
         "{'data':{'type':'a','id':'1','relationships':{'x':{'links':"
         "{'self':'/x','last':'/x?page=2'}}}}}"},
    };
    check_rows(rows, COUNT(rows), VOX_SEVERITY_WARNING);
    /* Malformed digits are a fault of their own. */
    static const char *const malformed[] = {
        PAGES("'self':'/a?p=1','last':'/a?p=%'"),
        PAGES("'self':'/a?p=1','last':'/a?p=%4'"),
        PAGES("'self':'/a?p=1','last':'/a?p=%4&'"),
        PAGES("'self':'/a?p=1','last':'/a?p=%zz'"),
    };
    for (size_t index = 0; index < COUNT(malformed); index++) {
        const char *text = malformed[index];
        vox_tree *tree = validation_document(text);
        found_findings found = validation_run(tree, NULL);
        check_note("%s", text);
        CHECK_SIZE(found.count, 2);
        CHECK_SIZE(found.findings[0].rule, 49);
        CHECK_SIZE(found.findings[1].rule, 97);
        vox_tree_free(tree);
    }
#undef PAGES
#undef LONG
}

static int keep_message(void *context, const vox_finding *finding) {
    *(const char **)context = finding->message;
    return 0;
}

/** What is not a string at all is not said to be a wrong URI. */
static void words_of_an_href(void) {
    vox_tree *tree = document_from_c("{\"links\":{\"self\":{\"href\":1}},\"data\":null}");
    const char *message = NULL;
    const vox_finding_sink sink = {keep_message, &message};
    if (CHECK(tree != NULL) && CHECK_OK(vox_validate(tree, NULL, sink)) && CHECK(message != NULL)) {
        CHECK_TEXT(vox_string_from_c(message), "an href must be a string");
    }
    vox_tree_free(tree);
}

const check_test validate_values_tests[] = {
    CHECK_TEST(error_values),
    CHECK_TEST(pages),
    CHECK_TEST(words_of_an_href),
    CHECK_END,
};
