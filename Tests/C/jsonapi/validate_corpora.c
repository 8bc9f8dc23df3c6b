/* SPDX-License-Identifier: MIT */
/** The validator on documents of other projects, under every profile. The fixtures of JSON:API
 *  1.0 also state whether they are valid; documents of our own state it for each subject of the
 *  fixtures, where there are none. */
#include "corpora.h"
#include "tests.h"
#include "validation.h"

#include <stdio.h>

/** Fixtures that are invalid in 1.0 but have no errors in 1.1, with the rule that makes the
 *  difference. Some have warnings. Sources/Vox/Vox.docc/Validation.md has the same table. */
static const struct {
    const char *path; /* below tests/response/invalid */
    unsigned rule;
} deviations[] = {
    {"jsonapi/jsonapi_with_not_allowed_members.json", 5},
    {"jsonapi/meta_is_not_valid.json", 47},
    {"links/link_must_be_valid_uri.json", 49},
    {"meta/meta_must_have_valid_members.json", 47},
    {"relationships/link_name_not_allowed.json", 5},
    {"relationships/meta_not_valid.json", 47},
    {"relationships/relationship_must_not_have_additional_properties.json", 5},
    {"relationships/to_many_linkage_not_valid.json", 5},
    {"relationships/to_one_linkage_not_valid.json", 5},
    {"resource/with_additional_properties.json", 5},
    {"resource_identifier/with_additional_properties.json", 5},
    {"top-level/with_additional_properties.json", 5},
    {"top-level/links_must_not_have_additional_properties.json", 5},
};

/** Documents that JSON:API 1.0 refuses, with ' instead of ". The rule is 0 when Vox accepts them
 *  without a finding. Rule 5, an unknown member, is a warning; the others are errors. */
static const struct {
    vox_profile profile;
    unsigned rule;
    const char *pointer, *text;
} refused_by_1_0[] = {
    /* The reasons in `deviations`. */
    {VOX_PROFILE_RESPONSE, 5, "/jsonapi/engine", "{'jsonapi':{'engine':'x'},'data':null}"},
    {VOX_PROFILE_RESPONSE, 0, "", "{'jsonapi':{'meta':{'a+b':1}},'data':null}"},
    {VOX_PROFILE_RESPONSE, 0, "", "{'links':{'self':'songs'},'data':null}"},
    {VOX_PROFILE_RESPONSE, 0, "", "{'meta':{'a+b':1}}"},
    {VOX_PROFILE_RESPONSE, 0, "", "{'links':{'cover':'/c'},'data':null}"},
    {VOX_PROFILE_RESPONSE, 5, "/more", "{'data':null,'more':1}"},
    {VOX_PROFILE_RESPONSE, 5, "/data/more", "{'data':{'type':'a','id':'1','more':1}}"},
    {VOX_PROFILE_RESPONSE, 0, "",
     "{'data':{'type':'a','id':'1','relationships':{'b':{'links':{'self':'/','cover':'/'}}}}}"},
    {VOX_PROFILE_RESPONSE, 0, "",
     "{'data':{'type':'a','id':'1','relationships':{'b':{'meta':{'a+b':1}}}}}"},
    {VOX_PROFILE_RESPONSE, 5, "/data/relationships/b/more",
     "{'data':{'type':'a','id':'1','relationships':{'b':{'meta':{},'more':1}}}}"},
    {VOX_PROFILE_RESPONSE, 5, "/data/relationships/b/data/more",
     "{'data':{'type':'a','id':'1','relationships':{'b':{'data':{'type':'c','id':'1','more':1}}}}"
     "}"},
    {VOX_PROFILE_RESPONSE, 5, "/data/relationships/b/data/0/more",
     "{'data':{'type':'a','id':'1','relationships':{'b':{'data':[{'type':'c','id':'1','more':1}]}}"
     "}}"},
    {VOX_PROFILE_RELATIONSHIP, 5, "/data/more", "{'data':{'type':'a','id':'1','more':1}}"},
    /* Refused by both: the rest of the subjects. */
    {VOX_PROFILE_RESPONSE, 1, "", "['data']"},
    {VOX_PROFILE_RESPONSE, 2, "", "{'jsonapi':{'version':'1.0'}}"},
    {VOX_PROFILE_RESPONSE, 3, "/errors", "{'data':[],'errors':[]}"},
    {VOX_PROFILE_RESPONSE, 4, "/included", "{'meta':{},'included':[]}"},
    {VOX_PROFILE_RESPONSE, 7, "/data", "{'data':'a'}"},
    {VOX_PROFILE_RESPONSE, 7, "/data/0", "{'data':['a']}"},
    {VOX_PROFILE_RESPONSE, 16, "/data/id", "{'data':{'type':'a','id':1}}"},
    {VOX_PROFILE_RESPONSE, 15, "/data", "{'data':{'type':'a'}}"},
    {VOX_PROFILE_RESPONSE, 15, "/data", "{'data':{'id':'1'}}"},
    {VOX_PROFILE_RESPONSE, 16, "/data/type", "{'data':{'type':1,'id':'1'}}"},
    {VOX_PROFILE_RESPONSE, 22, "/data/type", "{'data':{'type':'','id':'1'}}"},
    {VOX_PROFILE_RESPONSE, 22, "/data/type", "{'data':{'type':'a+b','id':'1'}}"},
    {VOX_PROFILE_RESPONSE, 25, "/data/attributes",
     "{'data':{'type':'a','id':'1','attributes':[]}}"},
    {VOX_PROFILE_RESPONSE, 23, "/data/attributes/id",
     "{'data':{'type':'a','id':'1','attributes':{'id':'2'}}}"},
    {VOX_PROFILE_RESPONSE, 27, "/data/relationships",
     "{'data':{'type':'a','id':'1','relationships':[]}}"},
    {VOX_PROFILE_RESPONSE, 28, "/data/relationships/b",
     "{'data':{'type':'a','id':'1','relationships':{'b':{}}}}"},
    {VOX_PROFILE_RESPONSE, 23, "/data/relationships/type",
     "{'data':{'type':'a','id':'1','relationships':{'type':{'data':null}}}}"},
    {VOX_PROFILE_RESPONSE, 30, "/data/relationships/b/data",
     "{'data':{'type':'a','id':'1','relationships':{'b':{'data':'c'}}}}"},
    {VOX_PROFILE_RESPONSE, 19, "/data/relationships/b/data",
     "{'data':{'type':'a','id':'1','relationships':{'b':{'data':{'type':'c'}}}}}"},
    {VOX_PROFILE_RESPONSE, 63, "/data/relationships/b+c",
     "{'data':{'type':'a','id':'1','relationships':{'b+c':{'data':null}}}}"},
    {VOX_PROFILE_RESPONSE, 37, "/included", "{'data':[],'included':{}}"},
    {VOX_PROFILE_RESPONSE, 40, "/data/1", "{'data':[{'type':'a','id':'1'},{'type':'a','id':'1'}]}"},
    {VOX_PROFILE_RESPONSE, 57, "/jsonapi", "{'jsonapi':'1.0','data':null}"},
    {VOX_PROFILE_RESPONSE, 57, "/jsonapi/version", "{'jsonapi':{'version':1},'data':null}"},
    {VOX_PROFILE_RESPONSE, 49, "/links", "{'links':'/','data':null}"},
    {VOX_PROFILE_RESPONSE, 49, "/links/self", "{'links':{'self':1},'data':null}"},
    {VOX_PROFILE_RESPONSE, 50, "/links/self/href", "{'links':{'self':{'href':1}},'data':null}"},
    {VOX_PROFILE_RESPONSE, 47, "/meta", "{'meta':1}"},
    {VOX_PROFILE_RESPONSE, 128, "/errors", "{'errors':{}}"},
    {VOX_PROFILE_RESPONSE, 128, "/errors/0", "{'errors':['x']}"},
    {VOX_PROFILE_RESPONSE, 131, "/errors/0/status", "{'errors':[{'status':1}]}"},
    {VOX_PROFILE_CREATE, 106, "", "{'meta':{}}"},
    {VOX_PROFILE_CREATE, 106, "/data", "{'data':[]}"},
    {VOX_PROFILE_CREATE, 107, "/data/relationships/b",
     "{'data':{'type':'a','relationships':{'b':{'meta':{}}}}}"},
    {VOX_PROFILE_UPDATE, 115, "/data", "{'data':{'type':'a'}}"},
    {VOX_PROFILE_RELATIONSHIP, 19, "/data", "{'data':{'type':'a'}}"},
};

static bool ends_in(const char *text, const char *tail) {
    size_t length = strlen(text), tail_length = strlen(tail);
    return length >= tail_length && strcmp(text + length - tail_length, tail) == 0;
}

static vox_profile profile_of(const char *path) {
    return strstr(path, "/request/relationship/") ? VOX_PROFILE_RELATIONSHIP
           : strstr(path, "/resource/create/")    ? VOX_PROFILE_CREATE
           : strstr(path, "/resource/update/")    ? VOX_PROFILE_UPDATE
                                                  : VOX_PROFILE_RESPONSE;
}

typedef struct fixture_counts {
    size_t valid, invalid, pointed;
    bool deviated[COUNT(deviations)];
} fixture_counts;

/** Returns true when a finding is about the value at this pointer, or about a member or element
 *  of it. The pointer of a fixture may lead to the container of the fault. */
static bool is_found_at(const found_findings *found, vox_string pointer) {
    bool hit = false;
    char at[256];
    if (vox_string_equal(pointer, LITERAL("/"))) { /* the fixtures write the root as "/" */
        pointer.length = 0;
    }
    for (size_t index = 0; index < found->count && index < FOUND_MOST; index++) {
        size_t length = vox_pointer_write(found->tree, found->findings[index].node, at, sizeof at);
        hit = hit || vox_string_equal((vox_string){at, length}, pointer);
        while (length && at[--length] != '/') {
        }
        hit = hit || vox_string_equal((vox_string){at, length}, pointer);
    }
    return hit;
}

/** Checks the pointers that a fixture states for its own faults. Returns how many it states. */
static size_t check_pointers(const found_findings *found) {
    vox_tree *tree = found->tree;
    vox_node *stated = document_at(tree, "/meta/errors-present-in-document");
    size_t count = 0;
    for (vox_node *error = vox_node_first(tree, stated); error;
         error = vox_node_next(tree, error)) {
        vox_node *source = vox_object_get(tree, error, LITERAL("source"));
        vox_node *pointer = vox_object_get(tree, source, LITERAL("pointer"));
        if (pointer) {
            CHECK(is_found_at(found, vox_node_text(tree, pointer)));
            count++;
        }
    }
    return count;
}

static void check_fixture(void *context, corpora_file file) {
    fixture_counts *counts = context;
    bool valid = strstr(file.path, "/valid/") != NULL;
    vox_tree *tree = document_parse(file.text);
    if (!tree) {
        return;
    }
    const vox_validation options = {.profile = profile_of(file.path)};
    found_findings found = validation_run(tree, &options);
    bool deviates = false;
    for (size_t index = 0; index < COUNT(deviations); index++) {
        if (deviations[index].rule && ends_in(file.path, deviations[index].path)) {
            counts->deviated[index] = deviates = true;
        }
    }
    check_note("%s: %zu errors, first rule %u", file.path, found.errors, found.findings[0].rule);
    CHECK((found.errors == 0) == (valid || deviates));
    if (!valid && !deviates) {
        counts->pointed += check_pointers(&found) > 0;
    }
    counts->valid += valid;
    counts->invalid += !valid;
    vox_tree_free(tree);
}

static void fixtures_of_1_0(void) {
    static const char folder[] = "jsonapi-spec-tests/tests";
    fixture_counts counts = {0};
    if (!corpora_have(folder)) {
        return;
    }
    corpora_visit(folder, ".json", check_fixture, &counts);
    CHECK_SIZE(counts.valid, 29);
    CHECK_SIZE(counts.invalid, 65);
    CHECK_SIZE(counts.pointed, 61 - COUNT(deviations)); /* four fixtures state no pointer */
    for (size_t index = 0; index < COUNT(deviations); index++) {
        check_note("%s is no fixture", deviations[index].path);
        CHECK(counts.deviated[index]);
    }
}

/** Validates a document under all profiles; in quick runs large documents under one. A lenient
 *  validation never has more errors than a strict one. */
static void check_any(void *context, corpora_file file) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    (void)context;
    if (vox_tree_parse(file.text.bytes, file.text.length, &options, &tree, NULL) != VOX_OK) {
        return;
    }
    const bool brief = check_quick() && file.text.length > 100000;
    const int last = brief ? VOX_PROFILE_ANY : VOX_PROFILE_RELATIONSHIP;
    for (int profile = VOX_PROFILE_ANY; profile <= last; profile++) {
        vox_validation validation = {.profile = (vox_profile)profile};
        size_t strict = validation_run(tree, &validation).errors;
        validation.lenient = true;
        CHECK(validation_run(tree, &validation).errors <= strict);
    }
    vox_tree_free(tree);
}

static void check_folder(const char *folder, size_t least) {
    if (corpora_have(folder)) {
        CHECK(corpora_visit(folder, ".json", check_any, NULL) >= least);
    }
}

static void real_documents(void) {
    check_folder("jsonapi", 700);
}

static void hostile_documents(void) {
    check_folder("bombs", 10);
    check_folder("jsonapi-malformed", 1);
    check_folder("JSONTestSuite", 100);
}

/** Documents that were generated as valid have no findings, whether they are large or small. */
static void check_valid(void *context, corpora_file file) {
    (void)context;
    vox_tree *tree = document_parse(file.text);
    if (tree) {
        const vox_validation options = {.profile = VOX_PROFILE_RESPONSE};
        CHECK_SIZE(validation_run(tree, &options).count, 0);
        vox_tree_free(tree);
    }
}

static void synthetic_documents(void) {
    if (corpora_have("synthetic")) {
        CHECK(corpora_visit("synthetic", ".json", check_valid, NULL) > 0);
    }
}

static void documents_that_1_0_refuses(void) {
    for (size_t index = 0; index < COUNT(refused_by_1_0); index++) {
        const vox_validation options = {.profile = refused_by_1_0[index].profile};
        const unsigned rule = refused_by_1_0[index].rule;
        validation_check(
            refused_by_1_0[index].text, &options, rule,
            rule == 5 ? VOX_SEVERITY_WARNING : VOX_SEVERITY_ERROR, refused_by_1_0[index].pointer
        );
    }
}

const check_test validate_corpora_tests[] = {
    CHECK_LINES(documents_that_1_0_refuses, "T31"),
    CHECK_LINES(fixtures_of_1_0, "T31"),
    CHECK_TEST(real_documents),
    CHECK_TEST(hostile_documents),
    CHECK_TEST(synthetic_documents),
    CHECK_END,
};
