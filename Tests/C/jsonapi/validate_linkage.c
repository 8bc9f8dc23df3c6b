/* SPDX-License-Identifier: MIT */
/** The rules about all resources together: each resource occurs once, and full linkage. */
#include "tests.h"
#include "validation.h"

#include <stdio.h>

typedef struct linkage_row {
    unsigned rule; /* 0: the document is valid */
    const char *pointer;
    const char *text;
} linkage_row;

static void check_rows(const linkage_row *rows, size_t count, const vox_validation *options) {
    for (size_t index = 0; index < count; index++) {
        validation_check(
            rows[index].text, options, rows[index].rule, VOX_SEVERITY_ERROR, rows[index].pointer
        );
    }
}

#define RELATED(name, linkage) "'relationships':{'" name "':{'data':" linkage "}}"
#define A1 "{'type':'a','id':'1'," RELATED("rel", "{'type':'b','id':'1'}") "}"
#define B1 "{'type':'b','id':'1','attributes':{}}"

static void full_linkage(void) {
    static const linkage_row rows[] = {
        {0, "", "{'data':" A1 ",'included':[" B1 "]}"},
        {0, "", "{'included':[" B1 "],'data':[" A1 "]}"},
        {38, "/included/1", "{'data':" A1 ",'included':[" B1 ",{'type':'b','id':'2'}]}"},
        {38, "/included/0", "{'data':null,'included':[" B1 "]}"},
        {38, "/included/0", "{'data':[],'included':[" B1 "]}"},
        /* Ids and types are compared as a whole, and an id never equals a lid. */
        {38, "/included/0", "{'data':" A1 ",'included':[{'type':'b','id':'11'}]}"},
        {38, "/included/0", "{'data':" A1 ",'included':[{'type':'b','lid':'1'}]}"},
        {38, "/included/0", "{'data':" A1 ",'included':[{'type':'b','id':'1\\u0000'}]}"},
        /* A chain, to-many linkage, and a lid. */
        {0, "",
         "{'data':" A1 ",'included':[{'type':'c','id':'3'},{'type':'b','id':'1'," RELATED(
             "rel", "[{'type':'x','id':'1'},{'type':'c','id':'3'}]"
         ) "}]}"},
        {0, "",
         "{'data':{'type':'a'," RELATED(
             "rel", "{'type':'b','lid':'x'}"
         ) "},'included':[{'type':'b','lid':'x'}]}"},
        {0, "",
         "{'data':{'type':'a'," RELATED(
             "rel", "{'type':'b','lid':'x'}"
         ) "},'included':[{'type':'b','id':'9','lid':'x'}]}"},
        /* Escapes are decoded before the comparison. */
        {0, "", "{'data':" A1 ",'included':[{'t\\u0079pe':'\\u0062','id':'\\u0031'}]}"},
        /* A resource that only itself links to, or only meta, is not linked. */
        {38, "/included/0",
         "{'data':null,'included':[{'type':'b','id':'1'," RELATED(
             "rel", "{'type':'b','id':'1'}"
         ) "}]}"},
        {38, "/included/0", "{'data':{'type':'a','id':'1','meta':" A1 "},'included':[" B1 "]}"},
        /* Members with '@' and members that are shadowed do not link. */
        {38, "/included/0",
         "{'data':{'type':'a','id':'1'," RELATED(
             "@rel", "{'type':'b','id':'1'}"
         ) "},'included':[" B1 "]}"},
        /* Cycles. */
        {0, "",
         "{'data':" A1
         ",'included':[{'type':'b','id':'1'," RELATED("rel", "{'type':'a','id':'1'}") "}]}"},
        {0, "", "{'data':{'type':'a','id':'1'," RELATED("rel", "{'type':'a','id':'1'}") "}}"},
        /* The linked resource may be missing. */
        {0, "", "{'data':" A1 ",'included':[]}"},
        {0, "", "{'data':" A1 "}"},
    };
    check_rows(rows, COUNT(rows), NULL);
}

static void an_island(void) {
    /* Two resources that link only to each other are both not linked. */
    vox_tree *tree = validation_document("{'data':null,'included':[{'type':'a','id':'1'," RELATED(
        "rel", "{'type':'a','id':'2'}"
    ) "},{'type':'a','id':'2'," RELATED("rel", "{'type':'a','id':'1'}") "}]}");
    found_findings found = validation_run(tree, NULL);
    CHECK_SIZE(found.count, 2);
    CHECK_SIZE(found.by_rule[38], 2);
    vox_tree_free(tree);
}

static void each_once(void) {
    static const linkage_row rows[] = {
        {40, "/data/1", "{'data':[{'type':'a','id':'1'},{'type':'a','id':'1'}]}"},
        {40, "/data/2", "{'data':[" B1 ",{'type':'b','id':'2'}," B1 "]}"},
        {40, "/included/1", "{'data':" A1 ",'included':[" B1 "," B1 "]}"},
        {40, "/included/1", "{'data':" A1 ",'included':[" B1 "," A1 "]}"},
        {40, "/included/0", "{'included':[" A1 "],'data':" A1 "}"},
        {40, "/data/1", "{'data':[{'type':'a','lid':'1'},{'type':'a','lid':'1'}]}"},
        {40, "/data/1",
         "{'data':[{'type':'a','id':'1','lid':'x'},{'type':'a','id':'2','lid':'x'}]}"},
        {0, "", "{'data':[{'type':'a','id':'1'},{'type':'a','lid':'1'}]}"},
        {0, "", "{'data':[{'type':'a','id':'b:c'},{'type':'a b','id':'c'}]}"},
        /* The response of a relationship, with the resources that it links to. */
        {0, "", "{'data':{'type':'b','id':'1'},'included':[" B1 "]}"},
        {0, "", "{'data':[{'type':'b','id':'1'}],'included':[" B1 "]}"},
        {40, "/included/0", "{'data':[{'type':'b','id':'1'}," A1 "],'included':[" B1 "]}"},
        {40, "/included/1", "{'data':{'type':'b','id':'1'},'included':[" B1 "," B1 "]}"},
        {40, "/included/0", "{'data':{'type':'a','id':'1'},'included':[{'type':'a','id':'1'}]}"},
    };
    check_rows(rows, COUNT(rows), NULL);
    vox_tree *tree = validation_document("{'data':[" B1 "," B1 "]}");
    found_findings found = validation_run(tree, NULL);
    CHECK(found.findings[0].node == document_at(tree, "/data/1"));
    CHECK(found.findings[0].other == document_at(tree, "/data/0"));
    vox_tree_free(tree);
}

#define LINKED(identifier) RELATED("rel", identifier)

/** An identifier with a lid must identify a resource of the document. If it also has an id, it
 *  must identify the same resource. */
static void the_same_lid(void) {
    static const linkage_row rows[] = {
        {0, "", "{'data':{'type':'a','lid':'x'," LINKED("{'type':'a','lid':'x'}") "}}"},
        {0, "", "{'data':{'type':'a','lid':'x'," LINKED("[{'lid':'\\u0078','type':'a'}]") "}}"},
        {18, "/data/relationships/rel/data/lid",
         "{'data':{'type':'a','lid':'x'," LINKED("{'type':'a','lid':'y'}") "}}"},
        {18, "/data/relationships/rel/data/1/lid",
         "{'data':{'type':'a','lid':'x'," LINKED("[{'type':'a','lid':'x'},{'type':'b','lid':'x'}]"
         ) "}}"},
        {18, "/data/relationships/rel/data/lid",
         "{'data':{'type':'a'," LINKED("{'type':'a','lid':'x'}") "}}"},
        {18, "/data/relationships/rel/data/lid",
         "{'data':{'type':'a','id':'x'," LINKED("{'type':'a','lid':'x'}") "}}"},
        /* Identifiers with an id and a lid. */
        {0, "", "{'data':{'type':'a','id':'1'," LINKED("{'type':'b','id':'2','lid':'y'}") "}}"},
        {0, "",
         "{'data':{'type':'a','id':'1','lid':'x'," LINKED("{'type':'a','id':'1','lid':'x'}") "}}"},
        {0, "", "{'data':{'type':'a','id':'1','lid':'x'," LINKED("{'type':'a','id':'1'}") "}}"},
        {0, "", "{'data':{'type':'a','id':'1','lid':'x'," LINKED("{'type':'a','lid':'x'}") "}}"},
        {0, "", "{'data':{'type':'a','lid':'x'," LINKED("{'type':'a','id':'1','lid':'x'}") "}}"},
        {18, "/data/relationships/rel/data/lid",
         "{'data':{'type':'a','id':'1','lid':'x'," LINKED("{'type':'a','id':'1','lid':'y'}") "}}"},
        {18, "/data/relationships/rel/data/lid",
         "{'data':{'type':'a','id':'1','lid':'x'," LINKED("{'type':'a','id':'2','lid':'x'}") "}}"},
        {18, "/data/relationships/rel/data/lid",
         "{'data':{'type':'a','id':'1','lid':'x'," LINKED("{'type':'b','id':'1','lid':'y'}"
         ) "},'included':[{'type':'b','id':'1','lid':'z'}]}"},
        /* The content of meta is not checked. */
        {0, "", "{'data':{'type':'a','id':'1','meta':{" LINKED("{'type':'a','lid':'x'}") "}}}"},
    };
    check_rows(rows, COUNT(rows), NULL);
    /* Primary data are identifiers only if all of them have no other members, not if only the
     * last one has none. */
    validation_check(
        "{'data':[{'type':'a','id':'1','attributes':{}},{'type':'a','id':'2'}],"
        "'included':[{'type':'a','id':'2','attributes':{}}]}",
        NULL, 40, VOX_SEVERITY_ERROR, "/included/0"
    );
    vox_tree *tree = validation_document(
        "{'data':{'type':'a','id':'1','lid':'x'," LINKED("{'type':'a','id':'1','lid':'y'}") "}}"
    );
    CHECK(validation_run(tree, NULL).findings[0].other == document_at(tree, "/data"));
    vox_tree_free(tree);
    /* In a response the missing id is reported instead. An extension may define the resource. */
    vox_validation options = {.profile = VOX_PROFILE_RESPONSE};
    static const vox_string extension = {"x", 1};
    validation_check(
        "{'data':{'type':'a','id':'1'," LINKED("{'type':'a','lid':'x'}") "}}", &options, 19,
        VOX_SEVERITY_ERROR, "/data/relationships/rel/data"
    );
    options = (vox_validation){.namespaces = &extension, .namespace_count = 1};
    validation_check(
        "{'x:new':[],'data':{'type':'a','id':'1'," LINKED("{'type':'a','lid':'x'}") "}}", &options,
        0, VOX_SEVERITY_ERROR, ""
    );
}

static void sparse_fieldsets(void) {
    static const vox_string title[] = {{"title", 5}}, rel[] = {{"title", 5}, {"rel", 3}};
    static const vox_string author[] = {{"rel", 3}}, path[] = {{"rel.next", 8}};
    static const vox_string both[] = {{"rel", 3}, {"next", 4}};
    static const vox_string paths[] = {{"rel", 3}, {"rel.next", 8}, {"next.rel.rel", 12}};
    static const struct {
        const char *type;
        const vox_string *names, *include;
        size_t name_count, include_count;
        unsigned rule;
    } rows[] = {
        {"a", title, NULL, 1, 0, 0},    /* the fieldset leaves out the relationship */
        {"a", NULL, NULL, 0, 0, 0},     /* the fieldset leaves out all relationships */
        {"b", title, NULL, 1, 0, 38},   /* the fieldset is for a type that does not occur */
        {"a", title, author, 1, 1, 0},  /* the fieldset leaves out the included relationship */
        {"a", rel, author, 2, 1, 38},   /* the fieldset selects the relationship */
        {"a", rel, path, 2, 1, 0},      /* may leave out the second relationship */
        {"a", both, path, 2, 1, 38},    /* selects both relationships of the path */
        {"a", both, paths, 2, 3, 38},   /* selects all relationships of all paths */
        {"a", author, paths, 1, 3, 0},  /* leaves out one of the second path */
        {"a", title, author, 1, 0, 38}, /* the request includes nothing */
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        const vox_fieldset fields = {
            vox_string_from_c(rows[index].type), rows[index].names, rows[index].name_count};
        const vox_validation options = {
            .fieldsets = &fields,
            .fieldset_count = 1,
            .include = rows[index].include,
            .include_count = rows[index].include_count};
        validation_check(
            "{'data':{'type':'a','id':'1','attributes':{'title':1}},'included':[" B1 "]}", &options,
            rows[index].rule, VOX_SEVERITY_ERROR, "/included/0"
        );
    }
}

/** Each of many fieldsets counts. */
static void many_fieldsets(void) {
    static const vox_string rel[] = {{"rel", 3}}, title[] = {{"title", 5}};
    static const size_t places[] = {0, 1, 63, 64, 65, 127, 128, 129, SIZE_MAX};
    for (size_t row = 0; row < COUNT(places); row++) {
        vox_fieldset fields[130];
        for (size_t index = 0; index < COUNT(fields); index++) {
            bool hides = index == places[row];
            fields[index] = (vox_fieldset){{"a", 1}, hides ? title : rel, 1};
        }
        const vox_validation options = {
            .fieldsets = fields,
            .fieldset_count = COUNT(fields),
            .include = rel,
            .include_count = 1};
        validation_check(
            "{'data':{'type':'a','id':'1','attributes':{'title':1}},'included':[" B1 "]}", &options,
            places[row] == SIZE_MAX ? 38 : 0, VOX_SEVERITY_ERROR, "/included/0"
        );
    }
}

/** Ids of any length. The first eight bytes of a key are compared before the rest. */
static void keys_of_any_length(void) {
    char text[512];
    for (int length = 1; length <= 24; length++) {
        for (int other = -1; other < length; other++) {
            char id[32], second[32];
            memset(id, 'x', sizeof id);
            memcpy(second, id, sizeof second);
            id[length] = second[length] = '\0';
            if (other >= 0) {
                second[other] = 'y'; /* the ids differ at this byte, or are equal */
            }
            check_note("%d bytes, another at %d", length, other);
            (void)snprintf(
                text, sizeof text, "{'data':[{'type':'a','id':'%s'},{'type':'a','id':'%s'}]}", id,
                second
            );
            validation_check(
                text, NULL, other < 0 ? 40 : 0, VOX_SEVERITY_ERROR, other < 0 ? "/data/1" : ""
            );
            (void)snprintf(
                text, sizeof text,
                "{'data':{'type':'a','id':'1','relationships':{'r':{'data':{'type':'b','id':'%s'}}}"
                "},"
                "'included':[{'type':'b','id':'%s','attributes':{}}]}",
                id, second
            );
            validation_check(
                text, NULL, other < 0 ? 0 : 38, VOX_SEVERITY_ERROR, other < 0 ? "" : "/included/0"
            );
        }
    }
    check_note(NULL);
}

/** More types than the validator keeps at once, one of which is empty. Each type occurs twice,
 *  far apart. */
static void many_types(void) {
    enum {
        TYPES = 60
    };
    char text[TYPES * 2 * 32];
    int length = snprintf(text, sizeof text, "{'data':[");
    for (int index = 0; index < 2 * TYPES; index++) {
        char type[8] = "";
        if (index % TYPES != 7) {
            (void)snprintf(type, sizeof type, "t%d", index % TYPES);
        }
        length += snprintf(
            text + length, sizeof text - (size_t)length, "%s{'type':'%s','id':'1'}",
            index ? "," : "", type
        );
    }
    (void)snprintf(text + length, sizeof text - (size_t)length, "]}");
    vox_tree *tree = validation_document(text);
    found_findings found = validation_run(tree, NULL);
    CHECK(found.by_rule[40] == TYPES);
    CHECK(found.by_rule[22] == 2);
    CHECK(found.count == TYPES + 2);
    vox_tree_free(tree);
}

/** Identifiers of two members have the same findings as with a member that no rule is about: the
 *  short way through most identifiers reports what the other way reports. */
static void identifiers_of_two_members(void) {
    static const char *const names[] = {"type", "id", "lid", "meta", "typ", "di"};
    static const char *const values[] = {"'a'", "''", "'_b'", "1", "null", "{}", "[]"};
    const size_t kinds = COUNT(names) * COUNT(values);
    for (size_t pair = 0; pair < kinds * kinds; pair++) {
        const size_t one = pair / kinds, other = pair % kinds;
        found_findings found[2];
        for (size_t way = 0; way < 2; way++) {
            char text[256];
            (void)snprintf(
                text, sizeof text,
                "{'data':{'type':'b','id':'1','relationships':{'r':{'data':{'%s':%s,'%s':%s%s}}}},"
                "'included':[{'type':'a','id':'a'},{'type':'a','id':'a'}]}",
                names[one / COUNT(values)], values[one % COUNT(values)],
                names[other / COUNT(values)], values[other % COUNT(values)], way ? ",'@x':0" : ""
            );
            check_note("%s", text);
            vox_tree *tree = validation_document(text);
            found[way] = validation_run(tree, NULL);
            for (size_t index = 0; index < found[way].count && index < FOUND_MOST; index++) {
                found[way].findings[index].node = found[way].findings[index].other = NULL;
            }
            vox_tree_free(tree);
        }
        CHECK_SIZE(found[0].count, found[1].count);
        CHECK_SIZE(found[0].errors, found[1].errors);
        CHECK(memcmp(found[0].by_rule, found[1].by_rule, sizeof found[0].by_rule) == 0);
        for (size_t index = 0; index < found[0].count && index < FOUND_MOST; index++) {
            CHECK_SIZE(found[0].findings[index].rule, found[1].findings[index].rule);
            CHECK_TEXT(
                vox_string_from_c(found[0].findings[index].message),
                found[1].findings[index].message
            );
        }
    }
}

/** A lid belongs to its type: the same lid of another type is another resource. */
static void lids_of_types(void) {
    static const char *const types[] = {"a", "b"};
    static const char *const lids[] = {"x", "y"};
    for (size_t row = 0; row < 16; row++) {
        const char *type = types[row & 1], *lid = lids[row >> 1 & 1];
        const char *linked = types[row >> 2 & 1], *by = lids[row >> 3 & 1];
        char text[256];
        (void)snprintf(
            text, sizeof text,
            "{'data':{'type':'c','id':'1','relationships':{'r':{'data':{'type':'%s','lid':'%s'}}}},"
            "'included':[{'type':'%s','id':'1','lid':'%s'}]}",
            linked, by, type, lid
        );
        check_note("%s", text);
        vox_tree *tree = validation_document(text);
        const vox_validation options = {.profile = VOX_PROFILE_CREATE};
        found_findings found = validation_run(tree, &options);
        const bool is_linked = strcmp(type, linked) == 0 && strcmp(lid, by) == 0;
        CHECK_SIZE(found.by_rule[18], is_linked ? 0 : 1);
        CHECK_SIZE(found.by_rule[38], is_linked ? 0 : 1);
        vox_tree_free(tree);
    }
}

const check_test validate_linkage_tests[] = {
    CHECK_TEST(identifiers_of_two_members),
    CHECK_TEST(lids_of_types),
    CHECK_TEST(full_linkage),
    CHECK_TEST(an_island),
    CHECK_LINES(each_once, "JA-040"),
    CHECK_LINES(keys_of_any_length, "JA-038 JA-040"),
    CHECK_LINES(many_types, "JA-040"),
    CHECK_LINES(the_same_lid, "JA-018"),
    CHECK_TEST(sparse_fieldsets),
    CHECK_TEST(many_fieldsets),
    CHECK_END,
};
