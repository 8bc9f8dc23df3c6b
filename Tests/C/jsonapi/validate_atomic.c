/* SPDX-License-Identifier: MIT */
/** Tests the validator on documents of the extension Atomic Operations, rule by rule. The rows have
 *  ' instead of ". */
#include "comparing.h"
#include "tests.h"
#include "validation.h"

#include <stdio.h>

#define ANY VOX_PROFILE_ANY
#define OPERATIONS VOX_PROFILE_OPERATIONS
#define RESULTS VOX_PROFILE_RESULTS

#define OPS(list) "{'atomic:operations':[" list "]}"
#define RES(list) "{'atomic:results':[" list "]}"
#define AT(rest) "/atomic:operations/" rest
#define NEW(lid) "{'op':'add','data':{'type':'a','lid':'" lid "'}}"
#define REF "'ref':{'type':'a','id':'1'}"
#define TO_REL "'ref':{'type':'a','id':'1','relationship':'r'}"

static const vox_string atomic[] = {{"atomic", 6}};

typedef struct atomic_row {
    vox_profile profile;
    unsigned rule; /* 0: the document is valid */
    const char *pointer;
    const char *text;
} atomic_row;

static void check_row(const atomic_row *row, const vox_validation *options) {
    const bool is_warning = row->rule == 5 || row->rule == 14 || row->rule == 57;
    validation_check(
        row->text, options, row->rule, is_warning ? VOX_SEVERITY_WARNING : VOX_SEVERITY_ERROR,
        row->pointer
    );
}

/** Checks each row under its profile, and, except for documents that lack the list, under any
 *  profile with the namespace. */
static void check_rows(const atomic_row *rows, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const atomic_row *row = &rows[index];
        const vox_validation own = {.profile = row->profile};
        const vox_validation any = {.namespaces = atomic, .namespace_count = 1};
        if (row->profile != ANY) {
            check_row(row, &own);
        }
        if (row->pointer[0] || row->rule == 0) {
            check_row(row, &any);
        }
    }
}

#define CHECK_ROWS(rows) check_rows(rows, COUNT(rows))

static void top_level(void) {
    static const atomic_row rows[] = {
        {OPERATIONS, 0, "", OPS(NEW("x"))},
        {OPERATIONS, 0, "",
         "{'meta':{},'jsonapi':{},'links':{},"
         "'atomic:operations':[" NEW("x") "]}"},
        {RESULTS, 0, "", RES("{}")},
        {RESULTS, 0, "",
         "{'errors':[{'status':'409','source':{'pointer':'/atomic:operations/0'}}]}"},
        {OPERATIONS, 137, "", "{'meta':{}}"},
        {RESULTS, 137, "", "{'meta':{}}"},
        {OPERATIONS, 137, "", "{'errors':[{'title':'t'}]}"},
        {OPERATIONS, 137, "", "{'data':null}"},
        {RESULTS, 137, "", "{'data':null}"},
        {OPERATIONS, 137, "", RES("{}")},
        {RESULTS, 137, "", OPS(NEW("x"))},
        {OPERATIONS, 137, "/atomic:operations", OPS("")},
        {RESULTS, 137, "/atomic:results", RES("")},
        {OPERATIONS, 137, "/atomic:operations", "{'atomic:operations':{}}"},
        {OPERATIONS, 137, "/atomic:operations", "{'atomic:operations':null}"},
        {RESULTS, 137, "/atomic:results", "{'atomic:results':'x'}"},
        {ANY, 137, "/atomic:results", "{'atomic:operations':[" NEW("x") "],'atomic:results':[{}]}"},
        {OPERATIONS, 137, "/data", "{'data':null,'atomic:operations':[" NEW("x") "]}"},
        /* An operation may contain the resource of a local id. */
        {OPERATIONS, 137, "/data",
         "{'data':{'type':'a','id':'1','relationships':{'r':{'data':{'type':'b','lid':'x'}}}},"
         "'atomic:operations':[" NEW("x") "]}"},
        {OPERATIONS, 137, "/included", "{'included':[],'atomic:operations':[" NEW("x") "]}"},
        {OPERATIONS, 137, "/errors", "{'errors':[],'atomic:operations':[" NEW("x") "]}"},
        {RESULTS, 137, "/data", "{'data':[],'atomic:results':[{}]}"},
        {RESULTS, 137, "/errors", "{'errors':[],'atomic:results':[{}]}"},
        {OPERATIONS, 137, AT("0"), OPS("null")},
        {OPERATIONS, 137, AT("1"), OPS(NEW("x") ",[]")},
        {OPERATIONS, 5, "/more", "{'more':1,'atomic:operations':[" NEW("x") "]}"},
        {OPERATIONS, 67, "/other:x", "{'other:x':1,'atomic:operations':[" NEW("x") "]}"},
        {OPERATIONS, 57, "/jsonapi/ext",
         "{'jsonapi':{'ext':[]},'atomic:operations':[" NEW("x") "]}"},
        {RESULTS, 57, "/jsonapi/ext",
         "{'jsonapi':{'ext':['https://x.org','https://jsonapi.org/ext/atomic/']},"
         "'atomic:results':[{}]}"},
        {RESULTS, 0, "",
         "{'jsonapi':{'ext':['https://x.org','https://jsonapi.org/ext/atomic']},"
         "'atomic:results':[{}]}"},
        {OPERATIONS, 14, "/atomic:operations",
         "{'atomic:operations':1,'atomic:operations':[" NEW("x") "]}"},
    };
    CHECK_ROWS(rows);
    const vox_validation options = {.profile = OPERATIONS};
    validation_check(
        "{'jsonapi':{'ext':[1,'https://jsonapi.org/ext/atomic']},'atomic:operations':[" NEW("x"
        ) "]}",
        &options, 57, VOX_SEVERITY_ERROR, "/jsonapi/ext/0"
    );
}

static void codes(void) {
    static const atomic_row rows[] = {
        {OPERATIONS, 138, AT("0"), OPS("{}")},
        {OPERATIONS, 138, AT("0"), OPS("{'data':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 138, AT("0/op"), OPS("{'op':null}")},
        {OPERATIONS, 138, AT("0/op"), OPS("{'op':'','data':{'type':'a'}}")},
        {OPERATIONS, 138, AT("0/op"), OPS("{'op':'ADD','data':{'type':'a'}}")},
        {OPERATIONS, 138, AT("0/op"), OPS("{'op':'replace'," REF ",'data':{'type':'a'}}")},
        {OPERATIONS, 138, AT("0/op"), OPS("{'op':['add'],'data':[]}")},
        /* The lid counts as created, so that there is one error. */
        {OPERATIONS, 138, AT("0/op"),
         OPS("{'op':'create','data':{'type':'a','lid':'x'}},"
             "{'op':'remove','ref':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 138, AT("1/op"), OPS(NEW("x") ",{'op':'put','data':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 25, AT("1/data/attributes"),
         OPS(NEW("x") ",{'op':'update','data':{'type':'a','id':'1','attributes':[]}}")},
        {OPERATIONS, 5, AT("0/path"), OPS("{'op':'add','path':'/x','data':{'type':'a'}}")},
        {OPERATIONS, 67, AT("0/other:x"), OPS("{'op':'add','other:x':1,'data':{'type':'a'}}")},
        {OPERATIONS, 0, "", OPS("{'op':'add','@x':1,'data':{'type':'a'}}")},
        {OPERATIONS, 0, "", OPS("{'op':'add','meta':{'-':1},'data':{'type':'a'}}")},
        {OPERATIONS, 47, AT("0/meta"), OPS("{'op':'add','meta':null,'data':{'type':'a'}}")},
    };
    CHECK_ROWS(rows);
}

static void targets(void) {
    static const atomic_row rows[] = {
        {OPERATIONS, 139, AT("0/href"), OPS("{'op':'remove'," REF ",'href':'/a/1'}")},
        {OPERATIONS, 139, AT("0/ref"), OPS("{'op':'remove','ref':null}")},
        {OPERATIONS, 139, AT("0/ref"), OPS("{'op':'remove','ref':'/a/1'}")},
        {OPERATIONS, 139, AT("0/ref"), OPS("{'op':'remove','ref':{'id':'1'}}")},
        {OPERATIONS, 139, AT("0/ref"), OPS("{'op':'remove','ref':{'type':'a'}}")},
        {OPERATIONS, 139, AT("0/ref"),
         OPS("{'op':'remove','ref':{'type':'a','relationship':'r'},'data':[]}")},
        {OPERATIONS, 139, AT("1/ref"),
         OPS(NEW("x") ",{'op':'remove','ref':{'type':'a','id':'1','lid':'x'}}")},
        {OPERATIONS, 16, AT("0/ref/id"), OPS("{'op':'remove','ref':{'type':'a','id':1}}")},
        {OPERATIONS, 16, AT("0/ref/type"), OPS("{'op':'remove','ref':{'type':1,'id':'1'}}")},
        {OPERATIONS, 16, AT("0/ref/lid"), OPS("{'op':'remove','ref':{'type':'a','lid':null}}")},
        {OPERATIONS, 22, AT("0/ref/type"), OPS("{'op':'remove','ref':{'type':'a+','id':'1'}}")},
        {OPERATIONS, 139, AT("0/ref/relationship"),
         OPS("{'op':'update','ref':{'type':'a','id':'1','relationship':1},'data':null}")},
        {OPERATIONS, 139, AT("0/ref/relationship"),
         OPS("{'op':'update','ref':{'type':'a','id':'1','relationship':''},'data':null}")},
        {OPERATIONS, 139, AT("0/ref/relationship"),
         OPS("{'op':'update','ref':{'type':'a','id':'1','relationship':null},'data':null}")},
        {OPERATIONS, 5, AT("0/ref/meta"),
         OPS("{'op':'remove','ref':{'type':'a','id':'1','meta':{}}}")},
        {OPERATIONS, 0, "", OPS("{'op':'remove','href':'/a/1?x=%20#y'}")},
        {OPERATIONS, 0, "", OPS("{'op':'remove','href':''}")},
        {OPERATIONS, 139, AT("0/href"), OPS("{'op':'remove','href':null}")},
        {OPERATIONS, 139, AT("0/href"), OPS("{'op':'remove','href':{'href':'/a/1'}}")},
        {OPERATIONS, 139, AT("0/href"), OPS("{'op':'remove','href':'/a b'}")},
        {OPERATIONS, 0, "", OPS("{'op':'remove','ref':{'type':'a','id':''}}")},
    };
    CHECK_ROWS(rows);
}

static void creating(void) {
    static const atomic_row rows[] = {
        {OPERATIONS, 0, "", OPS("{'op':'add','data':{'type':'a'}}")},
        {OPERATIONS, 0, "", OPS("{'op':'add','data':{'type':'a','id':'1'}}")},
        {OPERATIONS, 0, "", OPS("{'op':'add','data':{'type':'a','id':'1','lid':'x'}}")},
        {OPERATIONS, 0, "", OPS("{'op':'add','href':'/b','data':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 0, "",
         OPS("{'op':'add','data':{'type':'a','id':'1'}},{'op':'add','data':{'type':'a','id':'1'}}"
         )},
        {OPERATIONS, 140, AT("0"), OPS("{'op':'add'}")},
        {OPERATIONS, 140, AT("0"), OPS("{'op':'add','href':'/b'}")},
        {OPERATIONS, 140, AT("0/data"), OPS("{'op':'add','data':null}")},
        {OPERATIONS, 140, AT("0/data"), OPS("{'op':'add','href':'/b','data':null}")},
        {OPERATIONS, 140, AT("0/data"), OPS("{'op':'add','data':[{'type':'a'}]}")},
        {OPERATIONS, 140, AT("0/data"), OPS("{'op':'add','data':'a'}")},
        {OPERATIONS, 140, AT("0/ref"), OPS("{'op':'add'," REF ",'data':{'type':'a','id':'1'}}")},
        {OPERATIONS, 15, AT("0/data"), OPS("{'op':'add','data':{}}")},
        {OPERATIONS, 15, AT("0/data"), OPS("{'op':'add','data':{'id':'1'}}")},
        {OPERATIONS, 16, AT("0/data/lid"), OPS("{'op':'add','data':{'type':'a','lid':1}}")},
        {OPERATIONS, 107, AT("0/data/relationships/r"),
         OPS("{'op':'add','data':{'type':'a','relationships':{'r':{'links':{'self':'/'}}}}}")},
        {OPERATIONS, 67, AT("0/data/attributes/other:x"),
         OPS("{'op':'add','data':{'type':'a','attributes':{'other:x':1}}}")},
        {OPERATIONS, 0, "", OPS("{'op':'add','data':{'type':'a','attributes':{'atomic:x':1}}}")},
    };
    CHECK_ROWS(rows);
}

static void updating(void) {
    static const atomic_row rows[] = {
        {OPERATIONS, 0, "", OPS("{'op':'update','data':{'type':'a','id':'1'}}")},
        {OPERATIONS, 0, "", OPS("{'op':'update'," REF ",'data':{'type':'a','id':'1'}}")},
        {OPERATIONS, 0, "", OPS("{'op':'update','href':'/a/1','data':{'type':'a','id':'1'}}")},
        {OPERATIONS, 0, "", OPS(NEW("x") ",{'op':'update','data':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 0, "",
         OPS(NEW("x") ",{'op':'update','ref':{'type':'a','lid':'x'},'data':{'type':'a','id':'1'}}"
         )},
        {OPERATIONS, 141, AT("0"), OPS("{'op':'update'}")},
        {OPERATIONS, 141, AT("0"), OPS("{'op':'update'," REF "}")},
        {OPERATIONS, 141, AT("0"), OPS("{'op':'update','href':'/a/1'}")},
        {OPERATIONS, 141, AT("0/data"), OPS("{'op':'update','data':null}")},
        {OPERATIONS, 141, AT("0/data"), OPS("{'op':'update','data':[{'type':'a','id':'1'}]}")},
        {OPERATIONS, 141, AT("0/data"), OPS("{'op':'update'," REF ",'data':null}")},
        {OPERATIONS, 141, AT("0/data"), OPS("{'op':'update','href':'/a/1','data':'x'}")},
        {OPERATIONS, 141, AT("0/data"), OPS("{'op':'update','data':{'type':'a'}}")},
        {OPERATIONS, 141, AT("0/data"), OPS("{'op':'update'," REF ",'data':{'type':'a'}}")},
        {OPERATIONS, 141, AT("0/data"),
         OPS("{'op':'update'," REF ",'data':{'type':'a','id':'2'}}")},
        {OPERATIONS, 141, AT("0/data"),
         OPS("{'op':'update'," REF ",'data':{'type':'b','id':'1'}}")},
        {OPERATIONS, 141, AT("2/data"),
         OPS(NEW("x") "," NEW("y"
         ) ",{'op':'update','ref':{'type':'a','lid':'x'},'data':{'type':'a','lid':'y'}}")},
        {OPERATIONS, 141, AT("1/data"),
         OPS(NEW("x") ",{'op':'update','ref':{'type':'a','lid':'x'},'data':{'type':'b','id':'y'}}"
         )},
        {OPERATIONS, 107, AT("0/data/relationships/r"),
         OPS("{'op':'update','data':{'type':'a','id':'1','relationships':{'r':{'meta':{}}}}}")},
    };
    CHECK_ROWS(rows);
}

static void removing(void) {
    static const atomic_row rows[] = {
        {OPERATIONS, 0, "", OPS("{'op':'remove'," REF "}")},
        {OPERATIONS, 0, "", OPS("{'op':'remove','href':'/a/1'}")},
        {OPERATIONS, 142, AT("0"), OPS("{'op':'remove'}")},
        {OPERATIONS, 142, AT("0"), OPS("{'op':'remove','data':{'type':'a','id':'1'}}")},
        {OPERATIONS, 142, AT("0/data"), OPS("{'op':'remove'," REF ",'data':null}")},
        {OPERATIONS, 142, AT("0/data"), OPS("{'op':'remove'," REF ",'data':[]}")},
        {OPERATIONS, 142, AT("0/data"),
         OPS("{'op':'remove','href':'/a/1','data':{'type':'a','id':'1'}}")},
    };
    CHECK_ROWS(rows);
}

static void relationships(void) {
    static const atomic_row rows[] = {
        {OPERATIONS, 0, "", OPS("{'op':'update'," TO_REL ",'data':null}")},
        {OPERATIONS, 0, "", OPS("{'op':'update'," TO_REL ",'data':[]}")},
        {OPERATIONS, 0, "",
         OPS("{'op':'update'," TO_REL ",'data':{'type':'b','id':'1','meta':{}}}")},
        {OPERATIONS, 0, "", OPS("{'op':'add'," TO_REL ",'data':[{'type':'b','id':'1'}]}")},
        {OPERATIONS, 0, "", OPS("{'op':'remove'," TO_REL ",'data':[]}")},
        {OPERATIONS, 0, "",
         OPS("{'op':'add','href':'/a/1/relationships/r','data':[{'type':'b','id':'1'}]}")},
        {OPERATIONS, 0, "",
         OPS("{'op':'remove','href':'/a/1/relationships/r','data':[{'type':'b','id':'1'}]}")},
        {OPERATIONS, 0, "", OPS("{'op':'update','href':'/a/1/relationships/r','data':null}")},
        {OPERATIONS, 0, "",
         OPS("{'op':'update','href':'/a/1/relationships/r','data':{'type':'b','id':'1'}}")},
        {OPERATIONS, 143, AT("0"), OPS("{'op':'update'," TO_REL "}")},
        {OPERATIONS, 143, AT("0/data"), OPS("{'op':'update'," TO_REL ",'data':'1'}")},
        {OPERATIONS, 143, AT("0"), OPS("{'op':'add'," TO_REL "}")},
        {OPERATIONS, 143, AT("0/data"),
         OPS("{'op':'add'," TO_REL ",'data':{'type':'b','id':'1'}}")},
        {OPERATIONS, 143, AT("0/data"), OPS("{'op':'add'," TO_REL ",'data':null}")},
        {OPERATIONS, 143, AT("0"), OPS("{'op':'remove'," TO_REL "}")},
        {OPERATIONS, 143, AT("0/data"),
         OPS("{'op':'remove'," TO_REL ",'data':{'type':'b','id':'1'}}")},
        {OPERATIONS, 30, AT("0/data/1"),
         OPS("{'op':'add'," TO_REL ",'data':[{'type':'b','id':'1'},null]}")},
        {OPERATIONS, 30, AT("0/data/0"), OPS("{'op':'update','href':'/r','data':[1]}")},
        {OPERATIONS, 19, AT("0/data/0"), OPS("{'op':'add'," TO_REL ",'data':[{'type':'b'}]}")},
        {OPERATIONS, 19, AT("0/data"), OPS("{'op':'update'," TO_REL ",'data':{'id':'1'}}")},
        {OPERATIONS, 5, AT("0/data/attributes"),
         OPS("{'op':'update'," TO_REL ",'data':{'type':'b','id':'1','attributes':{}}}")},
    };
    CHECK_ROWS(rows);
}

/** The form of a relationship that the caller knows also applies to operations. */
static void known_relationships(void) {
    static const vox_relationship_name one[] = {{{"a", 1}, {"o", 1}}},
                                       many[] = {{{"a", 1}, {"m", 1}}};
    const vox_validation options = {
        .profile = OPERATIONS,
        .to_one = one,
        .to_one_count = 1,
        .to_many = many,
        .to_many_count = 1};
#define SET(op, name, data)                                                                        \
    OPS("{'op':'" op "','ref':{'type':'a','id':'1','relationship':'" name "'},'data':" data "}")
    static const atomic_row rows[] = {
        {OPERATIONS, 0, "", SET("update", "o", "null")},
        {OPERATIONS, 0, "", SET("update", "m", "[]")},
        {OPERATIONS, 0, "", SET("add", "m", "[]")},
        {OPERATIONS, 0, "", SET("add", "other", "[]")},
        {OPERATIONS, 30, AT("0/data"), SET("update", "o", "[]")},
        {OPERATIONS, 30, AT("0/data"), SET("add", "o", "[]")},
        {OPERATIONS, 30, AT("0/data"), SET("update", "m", "null")},
        {OPERATIONS, 30, AT("0/data"), SET("update", "m", "{'type':'b','id':'1'}")},
    };
#undef SET
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_row(&rows[index], &options);
    }
}

static void local_ids(void) {
#define LINKING(own, other)                                                                        \
    "{'op':'add','data':{'type':'a','lid':'" own                                                   \
    "','relationships':{'r':{'data':{'type':'a','lid':'" other "'}}}}}"
    static const atomic_row rows[] = {
        {OPERATIONS, 0, "", OPS(NEW("x") ",{'op':'remove','ref':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 0, "", OPS(NEW("") ",{'op':'remove','ref':{'type':'a','lid':''}}")},
        {OPERATIONS, 0, "", OPS(NEW("x") "," LINKING("y", "x"))},
        {OPERATIONS, 0, "",
         OPS(NEW("x") ",{'op':'add'," TO_REL ",'data':[{'type':'a','lid':'x'}]}")},
        {OPERATIONS, 0, "",
         OPS(NEW("x") "," NEW("y") ",{'op':'add','data':{'type':'b','lid':'x'}}")},
        {OPERATIONS, 0, "",
         OPS(NEW("a lid of more than eight bytes"
         ) "," LINKING("y", "a lid of more than eight bytes"))},
        {OPERATIONS, 0, "",
         OPS("{'op':'add','data':{'type':'\\u0061','lid':'\\u0078'}}," LINKING("y", "x"))},
        /* no operation creates it */
        {OPERATIONS, 144, AT("0/ref/lid"), OPS("{'op':'remove','ref':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 144, AT("0/data/lid"), OPS("{'op':'update','data':{'type':'a','lid':'x'}}")},
        {OPERATIONS, 144, AT("0/data/0/lid"),
         OPS("{'op':'add'," TO_REL ",'data':[{'type':'a','lid':'x'}]}")},
        /* a later one does */
        {OPERATIONS, 144, AT("0/data/relationships/r/data/lid"),
         OPS(LINKING("y", "x") "," NEW("x"))},
        {OPERATIONS, 144, AT("0/ref/lid"),
         OPS("{'op':'remove','ref':{'type':'a','lid':'x'}}," NEW("x"))},
        /* the same one does */
        {OPERATIONS, 144, AT("0/data/relationships/r/data/lid"), OPS(LINKING("x", "x"))},
        /* a resource of another type has it */
        {OPERATIONS, 144, AT("1/ref/lid"),
         OPS(NEW("x") ",{'op':'remove','ref':{'type':'b','lid':'x'}}")},
        /* another lid with the same beginning */
        {OPERATIONS, 144, AT("1/ref/lid"),
         OPS(NEW("x") ",{'op':'remove','ref':{'type':'a','lid':'xx'}}")},
        {OPERATIONS, 144, AT("1/ref/lid"),
         OPS(NEW("12345678A") ",{'op':'remove','ref':{'type':'a','lid':'12345678B'}}")},
        /* a lid that an operation updates is not created by it */
        {OPERATIONS, 144, AT("1/data/lid"), OPS(NEW("x") "," NEW("x"))},
        {OPERATIONS, 144, AT("1/data/lid"),
         OPS(NEW("x") ",{'op':'add','data':{'type':'a','id':'1','lid':'x'}}")},
        {OPERATIONS, 144, AT("2/ref/lid"),
         OPS(NEW("x") ",{'op':'update','data':{'type':'a','id':'1','lid':'y'}},"
                      "{'op':'remove','ref':{'type':'a','lid':'y'}}")},
        /* an identifier with an id and a lid */
        {OPERATIONS, 0, "",
         OPS("{'op':'add','data':{'type':'a','id':'1','lid':'x'}},{'op':'add'," TO_REL
             ",'data':[{'type':'a','id':'1','lid':'x'}]}")},
        {OPERATIONS, 18, AT("1/data/0/lid"),
         OPS("{'op':'add','data':{'type':'a','id':'1','lid':'x'}},{'op':'add'," TO_REL
             ",'data':[{'type':'a','id':'2','lid':'x'}]}")},
    };
#undef LINKING
    CHECK_ROWS(rows);
}

static void results(void) {
    static const atomic_row rows[] = {
        {RESULTS, 0, "", RES("{},{'meta':{}},{'data':null}")},
        {RESULTS, 0, "", RES("{'data':{'type':'a','id':'1','lid':'x','attributes':{}}}")},
        {RESULTS, 0, "", RES("{'data':[]},{'data':[{'type':'a','id':'1'}]}")},
        {RESULTS, 0, "", RES("{'data':{'type':'a','id':'1'}},{'data':{'type':'a','id':'1'}}")},
        {RESULTS, 0, "",
         RES("{'data':{'type':'a','id':'1','relationships':{'r':{'links':{'self':'/'}}}}}")},
        {RESULTS, 146, "/atomic:results/0", RES("null")},
        {RESULTS, 146, "/atomic:results/1", RES("{},[]")},
        {RESULTS, 146, "/atomic:results/0/data", RES("{'data':'x'}")},
        {RESULTS, 146, "/atomic:results/0/data", RES("{'data':true}")},
        {RESULTS, 7, "/atomic:results/0/data/0", RES("{'data':[null]}")},
        {RESULTS, 15, "/atomic:results/0/data", RES("{'data':{'type':'a','lid':'x'}}")},
        {RESULTS, 15, "/atomic:results/0/data", RES("{'data':{'id':'1'}}")},
        {RESULTS, 19, "/atomic:results/0/data/relationships/r/data",
         RES("{'data':{'type':'a','id':'1','relationships':{'r':{'data':{'type':'a','lid':'x'}}}}}"
         )},
        {RESULTS, 47, "/atomic:results/0/meta", RES("{'meta':[]}")},
        {RESULTS, 5, "/atomic:results/0/op", RES("{'op':'add'}")},
        {RESULTS, 67, "/atomic:results/0/other:x", RES("{'other:x':'add'}")},
    };
    CHECK_ROWS(rows);
}

/** The second of two members is the finding, and the first one is `other`. */
static void others(void) {
    static const struct {
        const char *text, *pointer;
    } rows[] = {
        {OPS(NEW("x") "," NEW("x")), AT("0/data/lid")},
        {OPS("{'op':'remove'," REF ",'href':'/'}"), AT("0/ref")},
        {OPS("{'op':'update'," REF ",'data':{'type':'a','id':'2'}}"), AT("0/ref")},
        {"{'atomic:operations':[" NEW("x") "],'data':null}", "/atomic:operations"},
        {"{'atomic:results':[{}],'data':null}", "/atomic:results"},
    };
    const vox_validation options = {.namespaces = atomic, .namespace_count = 1};
    for (size_t index = 0; index < COUNT(rows); index++) {
        char pointer[64];
        vox_tree *tree = validation_document(rows[index].text);
        found_findings found = validation_run(tree, &options);
        check_note("%s", rows[index].text);
        CHECK_SIZE(found.count, 1);
        size_t length = vox_pointer_write(tree, found.findings[0].other, pointer, sizeof pointer);
        CHECK_STRING(((vox_string){pointer, length}), vox_string_from_c(rows[index].pointer));
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** Number ids are a deviation that lenient reading accepts, also in operations. */
static void lenient(void) {
    const vox_validation options = {.profile = OPERATIONS, .lenient = true};
    validation_check(
        OPS("{'op':'remove','ref':{'type':'a','id':1}},{'op':'update','data':{'type':'a','id':2},"
            "'more':1},{'op':'add'," TO_REL ",'data':[{'type':'a','id':3}]}"),
        &options, 0, VOX_SEVERITY_ERROR, ""
    );
    validation_check(
        OPS("{'op':'replace'," REF ",'data':{'type':'a','id':2}}"), &options, 138,
        VOX_SEVERITY_ERROR, AT("0/op")
    );
}

const check_test validate_atomic_tests[] = {
    CHECK_LINES(top_level, "JA-137"),
    CHECK_LINES(codes, "JA-138 JA-150"),
    CHECK_LINES(targets, "JA-139"),
    CHECK_LINES(creating, "JA-140"),
    CHECK_LINES(updating, "JA-141"),
    CHECK_LINES(removing, "JA-142"),
    CHECK_LINES(relationships, "JA-143"),
    CHECK_TEST(known_relationships),
    CHECK_LINES(local_ids, "JA-144"),
    CHECK_LINES(results, "JA-146 JA-150"),
    CHECK_TEST(others),
    CHECK_TEST(lenient),
    CHECK_END,
};
