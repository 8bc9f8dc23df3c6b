/* SPDX-License-Identifier: MIT */
/** Tests the validator rule by rule. Some documents keep a rule, and others break this rule and
 *  no other one. The rows have ' instead of ". */
#include "tests.h"
#include "validation.h"

#include <stdio.h>

#define ANY VOX_PROFILE_ANY
#define RESPONSE VOX_PROFILE_RESPONSE
#define CREATE VOX_PROFILE_CREATE
#define UPDATE VOX_PROFILE_UPDATE
#define RELATIONSHIP VOX_PROFILE_RELATIONSHIP

typedef struct rule_row {
    vox_profile profile;
    unsigned rule; /* 0: the document is valid */
    const char *pointer;
    const char *text;
} rule_row;

static bool is_warning(unsigned rule) {
    static const unsigned warnings[] = {5, 14, 26, 51, 64, 65, 129, 132};
    for (size_t index = 0; index < COUNT(warnings); index++) {
        if (warnings[index] == rule) {
            return true;
        }
    }
    return false;
}

static void check_rows(const rule_row *rows, size_t count) {
    static const vox_string namespaces[] = {{"ext", 3}, {"v2", 2}};
    for (size_t index = 0; index < count; index++) {
        const rule_row *row = &rows[index];
        vox_validation options = {
            .profile = row->profile, .namespaces = namespaces, .namespace_count = 2};
        vox_severity severity = is_warning(row->rule) ? VOX_SEVERITY_WARNING : VOX_SEVERITY_ERROR;
        validation_check(row->text, &options, row->rule, severity, row->pointer);
    }
}

#define CHECK_ROWS(rows) check_rows(rows, COUNT(rows))

static void top_level(void) {
    static const rule_row rows[] = {
        {ANY, 0, "", "{'data':null}"},
        {ANY, 0, "", "{'errors':[]}"},
        {ANY, 0, "", "{'meta':{}}"},
        {ANY, 0, "", "{'ext:operations':[]}"},
        {ANY, 1, "", "[]"},
        {ANY, 1, "", "null"},
        {ANY, 1, "", "'data'"},
        {ANY, 1, "", "1"},
        {ANY, 2, "", "{}"},
        {ANY, 2, "", "{'jsonapi':{},'links':{}}"},
        {ANY, 2, "", "{'@data':null}"}, /* members with '@' do not count */
        {ANY, 3, "/errors", "{'data':null,'errors':[]}"},
        {ANY, 3, "/errors", "{'errors':[],'data':null}"},
        {ANY, 4, "/included", "{'meta':{},'included':[]}"},
        {ANY, 4, "/included", "{'meta':{},'included':[{'type':'a','id':'1'}]}"},
        {ANY, 0, "", "{'included':[],'data':[]}"},
        {ANY, 5, "/more", "{'data':null,'more':1}"},
        {ANY, 5, "/data/more", "{'data':{'type':'a','id':'1','more':{'-':1}}}"},
        {ANY, 7, "/data", "{'data':'a'}"},
        {ANY, 7, "/data", "{'data':1}"},
        {ANY, 7, "/data", "{'data':false,'included':[{'type':'a','id':'1'}]}"},
        {RELATIONSHIP, 7, "/data", "{'data':'a'}"},
        {CREATE, 7, "/data", "{'data':'a'}"},
        {ANY, 7, "/data/0", "{'data':['a']}"},
        {ANY, 7, "/data/1", "{'data':[{'type':'a','id':'1'},null]}"},
        {ANY, 7, "/data/0", "{'data':[[]]}"},
        {ANY, 0, "", "{'data':[]}"},
        {ANY, 0, "", "{'data':{'type':'a','id':'1'}}"},
        {ANY, 0, "", "{'data':[{'type':'a','id':'1'},{'type':'b','id':'1'}]}"},
        {ANY, 14, "/data", "{'data':1,'data':null}"}, /* the last counts */
        {ANY, 14, "/data/attributes/a", "{'data':{'type':'a','attributes':{'a':1,'a':2}}}"},
        {ANY, 14, "/links/self", "{'data':null,'links':{'self':1,'self':'/'}}"},
    };
    CHECK_ROWS(rows);
}

static void identity(void) {
    static const rule_row rows[] = {
        {ANY, 0, "", "{'data':{'type':'a','attributes':{}}}"}, /* may be a request that creates a
                                                                * resource */
        {RESPONSE, 0, "", "{'data':{'type':'a','id':''}}"},
        {RESPONSE, 15, "/data", "{'data':{'type':'a'}}"},
        {RESPONSE, 15, "/data", "{'data':{'type':'a','lid':'1'}}"},
        {RESPONSE, 15, "/data/0", "{'data':[{'type':'a','lid':'1'}]}"},
        {ANY, 15, "/data", "{'data':{'id':'1'}}"},
        {CREATE, 15, "/data", "{'data':{'id':'1'}}"},
        {ANY, 15, "/data/0", "{'data':[{'type':'a'}]}"},
        {ANY, 0, "", "{'data':[{'type':'a','lid':'x'}]}"},
        {ANY, 15, "/included/0", "{'data':[],'included':[{'type':'a'}]}"},
        {ANY, 16, "/data/id", "{'data':{'type':'a','id':1}}"},
        {ANY, 16, "/data/id", "{'data':{'type':'a','id':null}}"},
        {ANY, 16, "/data/type", "{'data':{'type':1,'id':'1'}}"},
        {ANY, 16, "/data/type", "{'data':{'type':{},'id':'1'}}"},
        {ANY, 16, "/data/lid", "{'data':{'type':'a','lid':1}}"},
        {ANY, 16, "/data/relationships/r/data/id",
         "{'data':{'type':'a','relationships':{'r':{'data':{'type':'b','id':1}}}}}"},
        {ANY, 16, "/included/0/id",
         "{'data':{'type':'a','id':'1','relationships':{'rel':{'data':{'type':'b','id':'1'}}}},"
         "'included':[{'type':'b','id':1}]}"}, /* the identifier still links to it */
        {ANY, 22, "/data/type", "{'data':{'type':'','id':'1'}}"},
        {ANY, 22, "/data/type", "{'data':{'type':'a+b','id':'1'}}"},
        {ANY, 22, "/data/type", "{'data':{'type':'a_','id':'1'}}"},
        {ANY, 22, "/data/type", "{'data':{'type':'@a','id':'1'}}"},
        {ANY, 0, "", "{'data':{'type':'a-b_c d','id':'1'}}"},
        {ANY, 22, "/data/relationships/rel/data/0/type",
         "{'data':{'type':'a','relationships':{'rel':{'data':[{'type':'a.b','id':'1'}]}}}}"},
    };
    CHECK_ROWS(rows);
}

static void identifiers(void) {
    static const rule_row rows[] = {
#define LINKING(linkage)                                                                           \
    "{'data':{'type':'a','id':'1','relationships':{'rel':{'data':" linkage "}}}}"
#define AT "/data/relationships/rel/data"
        {ANY, 0, "", LINKING("null")},
        {ANY, 0, "", LINKING("[]")},
        {RESPONSE, 0, "", LINKING("{'type':'b','id':'1','meta':{'x':1}}")},
        {ANY, 0, "",
         "{'data':{'type':'b','lid':'1','relationships':{'rel':{'data':"
         "{'type':'b','lid':'1'}}}}}"},
        {ANY, 0, "", LINKING("[{'type':'b','id':'1'},{'type':'b','id':'1'}]")},
        {ANY, 19, AT, LINKING("{'id':'1'}")},
        {ANY, 19, AT, LINKING("{'type':'b'}")},
        {ANY, 19, AT "/1", LINKING("[{'type':'b','id':'1'},{'type':'b','meta':{}}]")},
        {RESPONSE, 19, AT, LINKING("{'type':'b','lid':'1'}")},
        {ANY, 30, AT, LINKING("'1'")},
        {ANY, 30, AT, LINKING("false")},
        {ANY, 30, AT "/0", LINKING("['1']")},
        {ANY, 30, AT "/1", LINKING("[{'type':'b','id':'1'},null]")},
        {ANY, 5, AT "/attributes", LINKING("{'type':'b','id':'1','attributes':{}}")},
        {ANY, 47, AT "/meta", LINKING("{'type':'b','id':'1','meta':1}")},
        {RELATIONSHIP, 0, "", "{'data':null}"},
        {RELATIONSHIP, 0, "", "{'data':[]}"},
        {RELATIONSHIP, 0, "", "{'data':{'type':'a','id':'1','meta':{}}}"},
        {RELATIONSHIP, 0, "", "{'data':[{'type':'a','id':'1'},{'type':'a','id':'1'}]}"},
        {RELATIONSHIP, 0, "", "{'data':{'type':'a','lid':'1'}}"},
        {RELATIONSHIP, 0, "",
         "{'data':[{'type':'a','id':'1'},{'type':'a','id':'1'}],"
         "'included':[{'type':'a','id':'1','attributes':{}}]}"},
        {RELATIONSHIP, 40, "/included/1",
         "{'data':[{'type':'a','id':'1'}],'included':[{'type':'a','id':'1','attributes':{}},"
         "{'type':'a','id':'1','attributes':{}}]}"},
        {RELATIONSHIP, 19, "/data", "{'data':{'type':'a'}}"},
        {RELATIONSHIP, 19, "/data/0", "{'data':[{'id':'1'}]}"},
        {RELATIONSHIP, 123, "", "{'meta':{}}"},
    };
    CHECK_ROWS(rows);
}

static void fields(void) {
    static const rule_row rows[] = {
#define WITH(members) "{'data':{'type':'a','id':'1'," members "}}"
        {ANY, 0, "", WITH("'attributes':{'x':1},'relationships':{'y':{'meta':{}}}")},
        {ANY, 0, "", WITH("'attributes':{'lid':1,'data':1,'self':1,'links':{},'meta':1}")},
        {ANY, 23, "/data/attributes/type", WITH("'attributes':{'type':1}")},
        {ANY, 23, "/data/attributes/id", WITH("'attributes':{'id':'1'}")},
        {ANY, 23, "/data/relationships/type", WITH("'relationships':{'type':{'meta':{}}}")},
        {ANY, 23, "/data/relationships/id", WITH("'relationships':{'id':{'meta':{}}}")},
        {ANY, 23, "/data/relationships/x",
         WITH("'attributes':{'x':1},'relationships':{'x':{'meta':{}}}")},
        {ANY, 0, "", WITH("'attributes':{'@x':1},'relationships':{'@x':1}")},
        {ANY, 0, "", WITH("'attributes':{'ext:x':1},'relationships':{'ext:x':{}}")},
        {ANY, 25, "/data/attributes", WITH("'attributes':[]")},
        {ANY, 25, "/data/attributes", WITH("'attributes':null")},
        {ANY, 0, "", WITH("'attributes':{'deep':[[{'a':{'b':[null,1,{}]}}]]}")},
        {ANY, 26, "/data/attributes/authorId",
         WITH("'attributes':{'authorId':'1'},'relationships':{'author':{'meta':{}}}")},
        {ANY, 0, "", WITH("'attributes':{'paid':true,'grid':1,'idle':1,'authorId':{}}")},
        {ANY, 27, "/data/relationships", WITH("'relationships':[]")},
        {ANY, 27, "/data/relationships", WITH("'relationships':null")},
        {ANY, 27, "/data/relationships/x", WITH("'relationships':{'x':null}")},
        {ANY, 27, "/data/relationships/x", WITH("'relationships':{'x':[]}")},
        {ANY, 28, "/data/relationships/x", WITH("'relationships':{'x':{}}")},
        {ANY, 28, "/data/relationships/x", WITH("'relationships':{'x':{'@data':null}}")},
        {ANY, 0, "", WITH("'relationships':{'x':{'ext:data':null}}")},
        {ANY, 0, "", WITH("'relationships':{'x':{'links':{'self':null}}}")},
        {ANY, 0, "", WITH("'relationships':{'x':{'links':{'related':'/x'}}}")},
        {ANY, 0, "", WITH("'relationships':{'x':{'links':{'ext:all':1}}}")},
        {ANY, 29, "/data/relationships/x/links", WITH("'relationships':{'x':{'links':{}}}")},
        {ANY, 29, "/data/relationships/x/links",
         WITH("'relationships':{'x':{'data':null,'links':{'first':'/x'}}}")},
        {ANY, 29, "/data/relationships/x/links",
         WITH("'relationships':{'x':{'links':{'@self':'/x'}}}")},
    };
    CHECK_ROWS(rows);
}

/** Single rules can be ignored; the others are reported as before. */
static void ignored_rules(void) {
    static const unsigned ignored[] = {64, 15, 999};
    vox_validation options = vox_validation_default();
    vox_tree *tree = validation_document(
        "{'data':{'id':1,'attributes':{'A':1,'b-c':2},'relationships':{'x':{}}}}"
    );
    const found_findings all = validation_run(tree, &options);
    CHECK_SIZE(all.by_rule[64], 2);
    options.ignored_rules = ignored;
    options.ignored_rule_count = COUNT(ignored);
    const found_findings some = validation_run(tree, &options);
    for (unsigned rule = 0; rule < COUNT(all.by_rule); rule++) {
        const bool is_ignored = rule == 64 || rule == 15;
        check_note("rule %u", rule);
        CHECK_SIZE(some.by_rule[rule], is_ignored ? 0 : all.by_rule[rule]);
    }
    check_note(NULL);
    vox_tree_free(tree);
}

/** The message says what is wrong with the name: not that camelCase is recommended of a name that
 *  is camelCase already. */
static void messages_of_names(void) {
    static const struct {
        const char *name, *message;
    } rows[] = {
        {"v2", "a member name should begin and end with a letter from a to z"},
        {"Title", "a member name should begin and end with a letter from a to z"},
        {"snake_case", "camelCase is recommended for member names"},
        {"kebab-2", "camelCase is recommended for member names"},
        {"a b", "a member name should have no characters unsafe in URLs"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        char text[128];
        snprintf(text, sizeof text, "{'data':{'type':'a','attributes':{'%s':1}}}", rows[row].name);
        vox_tree *tree = validation_document(text);
        const found_findings found = validation_run(tree, NULL);
        CHECK_TEXT(vox_string_from_c(found.findings[0].message), rows[row].message);
        vox_tree_free(tree);
    }
    CHECK_TEXT(vox_string_from_c(vox_rule_anchor(64)), "naming");
    CHECK_TEXT(vox_string_from_c(vox_rule_anchor(65)), "document-member-names");
}

/** Names of attributes, with the rule that each one breaks; 0: none. */
static void names(void) {
    static const struct {
        const char *name;
        unsigned rule;
    } rows[] = {
        {"a", 0},
        {"abc", 0},
        {"camelCase", 0},
        {"a1b", 0},
        {"", 61},
        {"-a", 62},
        {"a-", 62},
        {"_a", 62},
        {"a_", 62},
        {" a", 62},
        {"a ", 62},
        {"-", 62},
        {"_", 62},
        {" ", 62},
        {"a.b", 63},
        {"-a.", 63},
        {"a@b", 63},
        {"a\x7F", 63},
        {"A", 64},
        {"Ab", 64},
        {"a1", 64},
        {"1", 64},
        {"aB", 64},
        {"a-b", 64},
        {"a_b", 64},
        {"a b", 64},
        {"\xC3\xA9", 64},
        {"a\xC3\xA9z", 64},
        {"a\xF0\x9F\x98\x80z", 64},
        {"\xF0\x9F\x98\x80", 64}, /* above U+FFFF */
        {"@", 0},
        {"@a+b", 0},
        {"@-", 0},
        {"ext:a", 0},
        {"ext:a-b", 0},
        {"v2:x", 0},
        {"ext:", 67},
        {":a", 67},
        {"e-t:a", 67},
        {"ext:a+", 67},
        {"ext:a:b", 67},
        {"ext:-a", 67},
        {"none:a", 67},
        {"Ext:a", 67},
    };
    static const vox_string namespaces[] = {{"ext", 3}, {"v2", 2}};
    static const vox_validation options = {.namespaces = namespaces, .namespace_count = 2};
    for (size_t index = 0; index < COUNT(rows); index++) {
        char text[128], pointer[128];
        snprintf(
            text, sizeof text, "{'data':{'type':'a','attributes':{'%s':1}}}", rows[index].name
        );
        snprintf(pointer, sizeof pointer, "/data/attributes/%s", rows[index].name);
        validation_check(text, &options, rows[index].rule, rows[index].rule != 64, pointer);
        snprintf(
            text, sizeof text, "{'data':{'type':'a','relationships':{'%s':{'data':null}}}}",
            rows[index].name
        );
        snprintf(pointer, sizeof pointer, "/data/relationships/%s", rows[index].name);
        validation_check(text, &options, rows[index].rule, rows[index].rule != 64, pointer);
        unsigned nested = rows[index].rule == 64 || rows[index].name[0] == '@' ? 0
                          : rows[index].rule || strchr(rows[index].name, ':')  ? 65
                                                                               : 0;
        snprintf(
            text, sizeof text, "{'data':{'type':'a','attributes':{'x':[{'%s':1}]}}}",
            rows[index].name
        );
        snprintf(pointer, sizeof pointer, "/data/attributes/x/0/%s", rows[index].name);
        validation_check(text, &options, nested, VOX_SEVERITY_WARNING, pointer);
        snprintf(text, sizeof text, "{'meta':{'%s':{'%s':1}}}", rows[index].name, rows[index].name);
        validation_check(text, &options, 0, VOX_SEVERITY_ERROR, ""); /* the names in meta are not
                                                                      * checked */
    }
}

/** Every reserved character, and a NUL. */
static void reserved_characters(void) {
    for (unsigned byte = 0; byte < 0x80; byte++) {
        bool allowed = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == ' ';
        if (byte == ':') {
            continue; /* the colon is for extensions */
        }
        char text[128];
        snprintf(
            text, sizeof text, "{\"data\":{\"type\":\"a\",\"attributes\":{\"a\\u%04xb\":1}}}", byte
        );
        check_note("%s", text);
        vox_tree *tree = document_from_c(text);
        found_findings found = validation_run(tree, NULL);
        CHECK_SIZE(found.by_rule[63], !allowed);
        CHECK_SIZE(found.errors, !allowed);
        vox_tree_free(tree);
    }
}

static void links(void) {
    static const rule_row rows[] = {
#define LINK(link) "{'data':null,'links':{'self':" link "}}"
        {ANY, 0, "", LINK("null")},
        {ANY, 0, "", LINK("'/a?page[number]=2&x=%20#y'")},
        {ANY, 0, "", LINK("''")},
        {ANY, 0, "", LINK("'wrong'")}, /* a relative reference */
        {ANY, 0, "", LINK("'../x'")},
        {ANY, 0, "", LINK("'//host:80/x'")},
        {ANY, 0, "", LINK("'urn:isbn:1'")},
        {ANY, 49, "/links", "{'data':null,'links':[]}"},
        {ANY, 49, "/links", "{'data':null,'links':null}"},
        {ANY, 49, "/links", "{'data':null,'links':'/'}"},
        {ANY, 49, "/links/self", LINK("1")},
        {ANY, 49, "/links/self", LINK("[]")},
        {ANY, 49, "/links/self", LINK("true")},
        {ANY, 49, "/links/self", LINK("'a b'")},
        {ANY, 49, "/links/self", LINK("'/%2'")},
        {ANY, 49, "/links/self", LINK("'/%zz'")},
        {ANY, 49, "/links/self", LINK("'1a:b'")},
        {ANY, 49, "/links/self", LINK("'/a#b#c'")},
        {ANY, 49, "/links/self", LINK("'/{id}'")},
        {ANY, 49, "/links/self", LINK("'/\xC3\xA9'")},
        {ANY, 49, "/links/self", LINK("'/a\\u0000'")},
        {ANY, 0, "", LINK("{'href':'/'}")},
        {ANY, 0, "",
         LINK("{'href':'/','rel':'next','title':'t','type':'text/html','hreflang':['de','en-GB'],"
              "'meta':{'-':1},'describedby':{'href':'/d','describedby':'/e'}}")},
        {ANY, 50, "/links/self", LINK("{}")},
        {ANY, 50, "/links/self/href", LINK("{'href':null}")},
        {ANY, 50, "/links/self/href", LINK("{'href':400}")},
        {ANY, 50, "/links/self/href", LINK("{'href':'a b'}")},
        {ANY, 50, "/links/self/describedby/describedby",
         LINK("{'href':'/','describedby':{'href':'/','describedby':{'title':'x'}}}")},
        {ANY, 49, "/links/self/describedby", LINK("{'href':'/','describedby':1}")},
        {ANY, 51, "/links/self/title", LINK("{'href':'/','title':1}")},
        {ANY, 51, "/links/self/type", LINK("{'href':'/','type':[]}")},
        {ANY, 5, "/links/self/media", LINK("{'href':'/','media':'print'}")},
        {ANY, 47, "/links/self/meta", LINK("{'href':'/','meta':[]}")},
        {ANY, 52, "/links/self/rel", LINK("{'href':'/','rel':['next']}")},
        {ANY, 52, "/links/self/hreflang", LINK("{'href':'/','hreflang':1}")},
        {ANY, 52, "/links/self/hreflang", LINK("{'href':'/','hreflang':'not a tag'}")},
        {ANY, 52, "/links/self/hreflang/1", LINK("{'href':'/','hreflang':['de',1]}")},
        {ANY, 0, "", LINK("{'href':'/','hreflang':[]}")},
        {ANY, 63, "/links/a+b", "{'data':null,'links':{'a+b':'/'}}"},
        {ANY, 0, "", "{'data':null,'links':{'@a':1,'ext:b':2,'myOwn':'/'}}"},
        {ANY, 49, "/data/links/self", "{'data':{'type':'a','links':{'self':[]}}}"},
        {ANY, 49, "/errors/0/links/about", "{'errors':[{'links':{'about':1}}]}"},
    };
    CHECK_ROWS(rows);
}

static void meta_and_jsonapi(void) {
    static const rule_row rows[] = {
        {ANY, 0, "", "{'meta':{'a+b':1,'':{'-':2}}}"},
        {ANY, 47, "/meta", "{'meta':[]}"},
        {ANY, 47, "/meta", "{'meta':null}"},
        {ANY, 47, "/jsonapi/meta", "{'data':null,'jsonapi':{'meta':1}}"},
        {ANY, 47, "/data/meta", "{'data':{'type':'a','meta':'x'}}"},
        {ANY, 47, "/data/relationships/x/meta",
         "{'data':{'type':'a','relationships':{'x':{'meta':true}}}}"},
        {ANY, 47, "/errors/0/meta", "{'errors':[{'meta':[]}]}"},
        {ANY, 0, "",
         "{'data':null,'jsonapi':{'version':'1.1','ext':['https://jsonapi.org/ext/atomic'],"
         "'profile':[],'meta':{}}}"},
        {ANY, 57, "/jsonapi", "{'data':null,'jsonapi':[]}"},
        {ANY, 57, "/jsonapi", "{'data':null,'jsonapi':null}"},
        {ANY, 57, "/jsonapi/version", "{'data':null,'jsonapi':{'version':1.1}}"},
        {ANY, 57, "/jsonapi/ext", "{'data':null,'jsonapi':{'ext':'https://x.org'}}"},
        {ANY, 57, "/jsonapi/ext/0", "{'data':null,'jsonapi':{'ext':[1]}}"},
        {ANY, 57, "/jsonapi/profile/0", "{'data':null,'jsonapi':{'profile':['/relative']}}"},
        {ANY, 5, "/jsonapi/oups", "{'data':null,'jsonapi':{'oups':1}}"},
    };
    CHECK_ROWS(rows);
}

static void requests(void) {
    static const rule_row rows[] = {
        {CREATE, 0, "", "{'data':{'type':'a'}}"},
        {CREATE, 0, "", "{'data':{'type':'a','lid':'x','attributes':{}}}"},
        {CREATE, 106, "", "{'meta':{}}"},
        {CREATE, 106, "/data", "{'data':null}"},
        {CREATE, 106, "/data", "{'data':[{'type':'a','id':'1'}]}"},
        {CREATE, 0, "", "{'data':{'type':'a','relationships':{'x':{'data':null}}}}"},
        {CREATE, 107, "/data/relationships/x",
         "{'data':{'type':'a','relationships':{'x':{'links':{'self':'/'}}}}}"},
        {CREATE, 107, "/data/relationships/x",
         "{'data':{'type':'a','relationships':{'x':{'meta':{}}}}}"},
        {UPDATE, 107, "/data/relationships/x",
         "{'data':{'type':'a','id':'1','relationships':{'x':{'meta':{}}}}}"},
        {UPDATE, 0, "", "{'data':{'type':'a','id':'1'}}"},
        {UPDATE, 115, "/data", "{'data':{'type':'a'}}"},
        {UPDATE, 115, "/data", "{'data':{'type':'a','lid':'1'}}"},
        {UPDATE, 115, "/data", "{'data':[]}"},
        {UPDATE, 115, "/data", "{'data':null}"},
        {UPDATE, 115, "", "{'meta':{}}"},
        {UPDATE, 15, "/data", "{'data':{'id':'1'}}"},
    };
    CHECK_ROWS(rows);
}

static void errors(void) {
    static const rule_row rows[] = {
        {ANY, 0, "",
         "{'errors':[{'id':'1','links':{'about':'/','type':{'href':'/'}},'status':'422',"
         "'code':'x','title':'t','detail':'d','source':{'pointer':'/data'},'meta':{}}]}"},
        {ANY, 0, "", "{'errors':[{'source':{'header':'Accept'}}]}"},
        {ANY, 128, "/errors", "{'errors':{}}"},
        {ANY, 128, "/errors", "{'errors':null}"},
        {ANY, 128, "/errors/0", "{'errors':['wrong']}"},
        {ANY, 128, "/errors/1", "{'errors':[{'title':'t'},{}]}"},
        {ANY, 128, "/errors/0", "{'errors':[{'@id':'1'}]}"},
        {ANY, 129, "/errors/0/title", "{'errors':[{'title':{}}]}"},
        {ANY, 129, "/errors/0/id", "{'errors':[{'id':1}]}"},
        {ANY, 129, "/errors/0/detail", "{'errors':[{'detail':null}]}"},
        {ANY, 131, "/errors/0/status", "{'errors':[{'status':400}]}"},
        {ANY, 131, "/errors/0/code", "{'errors':[{'code':4}]}"},
        {ANY, 132, "/errors/0/source", "{'errors':[{'source':{}}]}"},
        {ANY, 132, "/errors/0/source", "{'errors':[{'source':'/data'}]}"},
    };
    CHECK_ROWS(rows);
}

/** The lenient reading does not report what it accepts, but reports everything else. */
static void lenient(void) {
    static const struct {
        unsigned rule;
        const char *pointer, *text;
    } rows[] = {
        {0, "", "{'data':{'type':1,'id':2}}"},
        {16, "/data/id", "{'data':{'type':'a','id':true}}"},
        {16, "/data/lid", "{'data':{'type':'a','lid':1}}"},
        {16, "/data/lid", "{'data':{'type':'a','id':1,'lid':2}}"},
        {16, "/data/relationships/r/data/lid",
         "{'data':{'type':'a','lid':'1','relationships':{'r':{'data':{'type':'a','lid':1}}}}}"},
        {0, "", "{'errors':[{'status':400,'code':1}]}"},
        {128, "/errors", "{'errors':{}}"},
        {128, "/errors", "{'errors':null}"},
        {131, "/errors/0/status", "{'errors':[{'status':null}]}"},
        {131, "/errors/0/status", "{'errors':[{'status':40}]}"},
        {131, "/errors/0/status", "{'errors':[{'status':4e2}]}"},
        {0, "", "{'data':{'type':'a','attributes':null,'relationships':null}}"},
        {25, "/data/attributes", "{'data':{'type':'a','attributes':1}}"},
        {0, "", "{'data':null,'included':false}"},
        {0, "", "{'data':[{'type':'a','id':'1'},{'type':'a','id':'1'}]}"},
        {0, "", "{'data':null,'data':null,'more':1,'none:x':1}"},
        {38, "/included/0", "{'data':null,'included':[{'type':'a','id':'1'}]}"},
        {0, "",
         "{'data':{'type':'a','id':'1','relationships':{'r':{'data':{'type':'b','id':7}}}},"
         "'included':[{'type':'b','id':7}]}"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        const vox_validation options = {.lenient = true};
        validation_check(
            rows[index].text, &options, rows[index].rule, VOX_SEVERITY_ERROR, rows[index].pointer
        );
    }
}

static void namespaces(void) {
    static const vox_string twice[] = {{"a", 1}, {"b", 1}, {"a", 1}};
    const vox_validation good = {.namespaces = twice, .namespace_count = 2};
    const vox_validation bad = {.namespaces = twice, .namespace_count = 3};
    validation_check("{'data':null}", &good, 0, VOX_SEVERITY_ERROR, "");
    validation_check("{'data':null}", &bad, 80, VOX_SEVERITY_ERROR, "");
    validation_check("{'a:b':1}", &good, 0, VOX_SEVERITY_ERROR, "");
    validation_check("{'meta':{},'c:d':1}", &good, 67, VOX_SEVERITY_ERROR, "/c:d");
}

/** Every rule has a section of the standard, and other numbers have none. */
static void anchors(void) {
    unsigned last = 0;
    size_t count = 0;
    for (; vox_rule_at(count); count++) {
        CHECK(vox_rule_at(count) > last);
        last = vox_rule_at(count);
        const char *anchor = vox_rule_anchor(last);
        CHECK(anchor && anchor[0]);
    }
    CHECK(count > 40);
    CHECK(vox_rule_anchor(0) == NULL);
    CHECK(vox_rule_anchor(6) == NULL);
    CHECK(vox_rule_anchor(last + 1) == NULL);
    CHECK(vox_rule_anchor(256 + last) == NULL);
    CHECK_SIZE(vox_rule_at(SIZE_MAX), 0);
}

const check_test validate_rules_tests[] = {
    CHECK_TEST(top_level),     CHECK_TEST(identity),
    CHECK_TEST(identifiers),   CHECK_TEST(fields),
    CHECK_TEST(ignored_rules), CHECK_TEST(messages_of_names),
    CHECK_TEST(names),         CHECK_TEST(reserved_characters),
    CHECK_TEST(links),         CHECK_TEST(meta_and_jsonapi),
    CHECK_TEST(requests),      CHECK_TEST(errors),
    CHECK_TEST(lenient),       CHECK_TEST(namespaces),
    CHECK_TEST(anchors),       CHECK_END,
};
