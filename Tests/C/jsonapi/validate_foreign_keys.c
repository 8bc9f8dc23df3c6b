/* SPDX-License-Identifier: MIT */
/** Attributes that look like foreign keys: their names, and what else must be in the document. */
#include "tests.h"
#include "validation.h"

#include <stdio.h>

/** Checks a document in which "NAME" is the name of an attribute. */
static void check_key(const char *document, const char *name, bool is_key) {
    const char *place = strstr(document, "NAME");
    char text[400];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - document), document, name, place + 4);
    check_note("%s", text);
    vox_tree *tree = validation_document(text);
    CHECK_SIZE(validation_run(tree, NULL).by_rule[26], is_key);
    vox_tree_free(tree);
}

/** Names of foreign keys get a warning of their own, in snake case and in kebab case, if the
 *  document has a relationship of the name. */
static void foreign_keys(void) {
    static const struct {
        const char *name;
        bool is_key;
    } rows[] = {
        {"author_id", true}, {"author-id", true},  {"a_id", true},  {"author_ids", false},
        {"authorID", true},  {"aId", true},        {"xid", false},  {"_id", false},
        {"AId", false},      {"author_iD", false}, {"idle", false}, {"Id", false},
        {"__id", false},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_key(
            "{'data':{'type':'b','attributes':{'NAME':'1'},"
            "'relationships':{'author':{'meta':{}},'a':{'meta':{}}}}}",
            rows[index].name, rows[index].is_key
        );
    }
    check_key(
        "{'data':{'type':'b','attributes':{'NAME':1},'relationships':{'a~':{}}}}", "a~Id", false
    );
}

/** What is evidence that a name is that of a foreign key. */
static void evidence_of_foreign_keys(void) {
    static const struct {
        const char *name, *rest;
        bool is_key;
    } rows[] = {
        {"vat_id", "}}", false},
        {"shardId", ",'relationships':{'rosters':{'data':[{'type':'roster','id':'1'}]}}}}", false},
        {"category_id", ",'relationships':{'main':{'data':{'type':'categories','id':'1'}}}}}",
         true},
        {"coverImageId", ",'relationships':{'cover-images':{'data':[]}}}}", true},
        {"address_id", ",'relationships':{'addresses':{'data':[]}}}}", true},
        {"article_id", ",'relationships':{'x':{'data':{'type':'articles','id':'1'}}}}}", true},
        {"bundleId", "},'included':[{'type':'bundleIds','id':'1'}]}", false},
        {"bundleId", "},'included':[{'type':'Bundle','id':'1'}]}", true},
        /* Of its own type, it is the id in the database. */
        {"note_id", "},'included':[{'type':'notes','id':'2'}]}", false},
        {"note_id", ",'relationships':{'note':{'data':null}}}}", true},
        /* What attributes and meta contain says nothing. */
        {"tax_id", ",'meta':{'type':'tax','relationships':{'tax':{}}}}}", false},
        {"author_id", ",'links':{'author':'/authors/1'}}}", false},
        {"es_id", ",'relationships':{'e':{'data':null},'ss':{'data':null}}}}", true},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        char format[300];
        snprintf(
            format, sizeof format,
            "{'data':{'type':'notes','id':'1','attributes':{'NAME':'1','x':{'type':'tax'}}%s",
            rows[index].rest
        );
        check_key(format, rows[index].name, rows[index].is_key);
    }
    check_key(
        "{'data':{'type':'a','attributes':{'NAME':{}},'relationships':{'b':{}}}}", "b_id", false
    );
    /* A resource without a type has no type of its own. */
    check_key(
        "{'data':{'attributes':{'NAME':1}},'included':[{'type':'authors','id':'2'}]}", "author_id",
        true
    );
    check_key(
        "{'data':{'type':[],'attributes':{'NAME':1}},'included':[{'type':'authors','id':'2'}]}",
        "author_id", true
    );
    check_note(NULL);
}

static int ignore_finding(void *context, const vox_finding *finding) {
    (void)context;
    (void)finding;
    return 0;
}

/** A validation that has no memory for the possible keys fails. */
static void keys_without_memory(void) {
    bool failed = true;
    for (size_t countdown = 1; failed; countdown++) {
        vox_tree *tree = validation_document(
            "{'data':{'type':'a','id':'1','attributes':{'b_id':1},'relationships':{'b':{}}}}"
        );
        const size_t failures = check_memory.failures;
        check_memory.countdown = countdown;
        const vox_status status = vox_validate(
            tree, NULL, (vox_finding_sink){ignore_finding, NULL}
        );
        check_memory.countdown = 0;
        failed = check_memory.failures > failures;
        CHECK_STATUS(status, failed ? VOX_ERROR_MEMORY : VOX_OK);
        vox_tree_free(tree);
    }
}

const check_test validate_foreign_keys_tests[] = {
    CHECK_TEST(foreign_keys),
    CHECK_TEST(evidence_of_foreign_keys),
    CHECK_TEST(keys_without_memory),
    CHECK_END,
};
