/* SPDX-License-Identifier: MIT */
/** Members of extensions that replace a required member. */
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

const check_test validate_extensions_tests[] = {
    CHECK_TEST(what_they_stand_in_for),
    CHECK_END,
};
