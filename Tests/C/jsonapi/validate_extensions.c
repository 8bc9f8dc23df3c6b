/* SPDX-License-Identifier: MIT */
/** Members of extensions: which members they replace, and which namespaces are applied. */
#include "tests.h"
#include "validation.h"

#include <stdio.h>

/** A value that breaks a rule, unless an extension has added a member to it. */
typedef struct extended_place {
    unsigned rule; /* the rule that is broken without such a member */
    const char *pointer;
    const char *text; /* with ' instead of ", and with %s for the name of the member */
} extended_place;

/** A member of an extension replaces a required member only if the extension is applied and the
 *  name is valid. Otherwise the validator reports the member and the missing member. */
static void what_they_stand_in_for(void) {
#define RELATED(member) "{'data':{'type':'a','id':'1','relationships':{'r':{" member "}}}}"
    static const extended_place places[] = {
        {2, "", "{'%s':1}"},
        {2, "", "{'links':{},'%s':[]}"},
        {28, "/data/relationships/r", RELATED("'%s':1")},
        {29, "/data/relationships/r/links", RELATED("'links':{'%s':'/x'}")},
        {18, "/data/relationships/r/data/lid",
         "{'%s':1,'data':{'type':'a','id':'1','relationships':{'r':{'data':{'type':'b','lid':'9'}}}"
         "}}"},
    };
#undef RELATED
    static const struct {
        const char *name;
        bool missing, wrong; /* a required member is missing; the name is wrong */
    } members[] = {
        {"ext:x", false, false}, {"v2:a_b", false, false}, {"none:x", true, true},
        {"EXT:x", true, true},   {"ex:x", true, true},     {"extt:x", true, true},
        {"ext:", true, true},    {":x", true, true},       {"e-t:x", true, true},
        {"ext:-x", true, true},  {"ext:x:y", true, true},  {"@x", true, false},
        {"@ext:x", true, false},
    };
    static const vox_string namespaces[] = {{"ext", 3}, {"v2", 2}};
    const vox_validation options = {.namespaces = namespaces, .namespace_count = 2};
    for (size_t place = 0; place < COUNT(places); place++) {
        for (size_t index = 0; index < COUNT(members); index++) {
            char text[256];
            snprintf(text, sizeof text, places[place].text, members[index].name);
            check_note("%s", text);
            vox_tree *tree = validation_document(text);
            found_findings found = validation_run(tree, &options);
            CHECK_SIZE(found.by_rule[places[place].rule], members[index].missing);
            CHECK_SIZE(found.by_rule[67], members[index].wrong);
            CHECK_SIZE(found.count, (size_t)members[index].missing + members[index].wrong);
            for (size_t finding = 0; finding < found.count; finding++) {
                char pointer[64];
                const vox_finding *at = &found.findings[finding];
                size_t length = vox_pointer_write(tree, at->node, pointer, sizeof pointer);
                CHECK(
                    at->rule == 67 ||
                    vox_string_equal(
                        (vox_string){pointer, length}, vox_string_from_c(places[place].pointer)
                    )
                );
            }
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
}

#define OPERATION(text) "{'atomic:operations':[" text "]}"
#define RESULT(text) "{'atomic:results':[" text "]}"

/** A member of a namespace that is not applied is reported at every level, and one of an applied
 *  namespace at none. */
static void namespaces_at_every_level(void) {
    static const struct {
        const char *pointer, *text; /* %s: the name of the member */
    } places[] = {
        {"/", "{'meta':{},'%s':1}"},
        {"/jsonapi/", "{'meta':{},'jsonapi':{'%s':1}}"},
        {"/links/", "{'meta':{},'links':{'%s':1}}"},
        {"/links/self/", "{'meta':{},'links':{'self':{'href':'/','%s':1}}}"},
        {"/errors/0/", "{'errors':[{'title':'t','%s':1}]}"},
        {"/errors/0/source/", "{'errors':[{'source':{'header':'h','%s':1}}]}"},
        {"/errors/0/links/", "{'errors':[{'links':{'about':'/','%s':1}}]}"},
        {"/data/", "{'data':{'type':'a','id':'1','%s':1}}"},
        {"/data/links/", "{'data':{'type':'a','id':'1','links':{'%s':1}}}"},
        {"/data/attributes/", "{'data':{'type':'a','id':'1','attributes':{'%s':1}}}"},
        {"/data/relationships/", "{'data':{'type':'a','id':'1','relationships':{'%s':1}}}"},
        {"/data/relationships/r/",
         "{'data':{'type':'a','id':'1','relationships':{'r':{'data':null,'%s':1}}}}"},
        {"/data/relationships/r/links/",
         "{'data':{'type':'a','id':'1','relationships':{'r':{'links':{'self':'/','%s':1}}}}}"},
        {"/data/relationships/r/data/", "{'data':{'type':'a','id':'1','relationships':{'r':{'data':"
                                        "{'type':'b','id':'1','%s':1}}}}}"},
        {"/included/0/",
         "{'data':{'type':'a','id':'1','relationships':{'r':{'data':{'type':'b','id':'1'}}}},"
         "'included':[{'type':'b','id':'1','%s':1}]}"},
        {"/atomic:operations/0/", OPERATION("{'op':'add','data':{'type':'a'},'%s':1}")},
        {"/atomic:operations/0/ref/",
         OPERATION("{'op':'remove','ref':{'type':'a','id':'1','%s':1}}")},
        {"/atomic:operations/0/data/", OPERATION("{'op':'add','data':{'type':'a','%s':1}}")},
        {"/atomic:operations/0/data/0/",
         OPERATION("{'op':'add','ref':{'type':'a','id':'1','relationship':'r'},'data':["
                   "{'type':'a','id':'1','%s':1}]}")},
        {"/atomic:results/0/", RESULT("{'%s':1}")},
        {"/atomic:results/0/data/", RESULT("{'data':{'type':'a','id':'1','%s':1}}")},
    };
    static const vox_string both[] = {{"atomic", 6}, {"ext", 3}};
    const vox_validation options = {.namespaces = both, .namespace_count = 2};
    for (size_t index = 0; index < COUNT(places); index++) {
        char text[512], pointer[128];
        snprintf(text, sizeof text, places[index].text, "ext:x");
        validation_check(text, &options, 0, VOX_SEVERITY_ERROR, "");
        snprintf(text, sizeof text, places[index].text, "other:x");
        snprintf(pointer, sizeof pointer, "%sother:x", places[index].pointer);
        validation_check(text, &options, 67, VOX_SEVERITY_ERROR, pointer);
    }
}

/** Without the extension, its members are those of an unknown extension. */
static void not_applied(void) {
    static const vox_string atomic[] = {{"atomic", 6}};
    static const vox_string others[] = {{"atomi", 5}, {"atomicc", 7}, {"Atomic", 6}};
    const vox_validation none = {0}, other = {.namespaces = others, .namespace_count = 3};
    const char *text = "{'meta':{},'atomic:operations':[{}]}";
    validation_check(text, &none, 67, VOX_SEVERITY_ERROR, "/atomic:operations");
    validation_check(text, &other, 67, VOX_SEVERITY_ERROR, "/atomic:operations");
    for (int profile = VOX_PROFILE_RESPONSE; profile <= VOX_PROFILE_RELATIONSHIP; profile++) {
        const vox_validation options = {
            .profile = (vox_profile)profile, .namespaces = atomic, .namespace_count = 1};
        vox_tree *tree = validation_document(text);
        CHECK_SIZE(validation_run(tree, &options).by_rule[138], 1);
        vox_tree_free(tree);
    }
    vox_tree *tree = validation_document("{'meta':{}}");
    const vox_validation unknown = {.profile = (vox_profile)(VOX_PROFILE_RESULTS + 1)};
    found_findings found = {0};
    CHECK_STATUS(validation_try(tree, &unknown, &found), VOX_ERROR_ARGUMENT);
    vox_tree_free(tree);
}

const check_test validate_extensions_tests[] = {
    CHECK_TEST(what_they_stand_in_for),
    CHECK_LINES(namespaces_at_every_level, "JA-067"),
    CHECK_TEST(not_applied),
    CHECK_END,
};
