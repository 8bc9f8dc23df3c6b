/* SPDX-License-Identifier: MIT */
/** Members of extensions in place of members that must be there. */
#include "tests.h"
#include "validation.h"

#include <stdio.h>

/** A place where something is missing, unless an extension has put a member there. */
typedef struct extended_place {
    unsigned rule; /* that says what is missing, */
    const char *pointer;
    const char *text; /* in it ' stands for ", and %s for the name of the member */
} extended_place;

/** Only a member of an extension that is applied, and well named, is one of an extension:
 *  what else looks like it is found, and what is missing as well. */
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
        bool missing, wrong; /* what must be there; the name */
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
