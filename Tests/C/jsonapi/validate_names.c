/* SPDX-License-Identifier: MIT */
/** Members that the standard does not define, in all objects whose members it defines: how they
 *  count, and which findings they cause. The rows have ' instead of ". */
#include "tests.h"
#include "validation.h"

#include <stdio.h>

/** A name that is not allowed is reported once, for the name only, and not also as an unknown
 *  member. */
static void names_that_may_not_be(void) {
    static const char *const places[] = {
        "{'data':null,'%s':1}",
        "{'data':null,'jsonapi':{'%s':1}}",
        "{'data':null,'links':{'self':{'href':'/','%s':1}}}",
        "{'data':{'type':'a','id':'1','%s':1}}",
        "{'data':{'type':'a','id':'1','relationships':{'r':{'data':null,'%s':1}}}}",
        "{'data':{'type':'a','relationships':{'r':{'data':{'type':'b','id':'1','%s':1}}}}}",
        "{'errors':[{'code':'1','%s':1}]}",
        "{'errors':[{'source':{'header':'Accept','%s':1}}]}",
    };
    static const struct {
        const char *name;
        unsigned rule; /* 0: no finding */
    } names[] = {
        {"", 61},   {"-", 62},  {"_a", 62},   {"a-", 62},  {" a", 62},  {"a+b", 63},
        {"a.", 63}, {"_+", 63}, {"~", 63},    {"more", 5}, {"a-b", 5},  {"Type", 5},
        {"@", 0},   {"@a+", 0}, {"@more", 0}, {"@:", 0},   {"a:b", 67}, {":", 67},
    };
    for (size_t place = 0; place < COUNT(places); place++) {
        for (size_t index = 0; index < COUNT(names); index++) {
            char text[200];
            snprintf(text, sizeof text, places[place], names[index].name);
            vox_tree *tree = validation_document(text);
            found_findings found = validation_run(tree, NULL);
            check_note("%s", text);
            CHECK_SIZE(found.count, names[index].rule ? 1 : 0);
            CHECK_SIZE(found.by_rule[names[index].rule], found.count);
            CHECK_SIZE(found.errors, names[index].rule > 5 ? 1 : 0);
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
}

/** Names from one letter to more letters than are checked at once. Each position has an odd byte
 *  once. */
static void one_odd_byte(void) {
    static const char odd[] = "Az{`_09+ ";
    for (size_t length = 1; length < 20; length++) {
        for (size_t at = 0; at < length; at++) {
            for (const char *byte = odd; *byte; byte++) {
                char name[32] = {0}, text[128];
                memset(name, length % 2 ? 'a' : 'z', length);
                name[at] = *byte;
                snprintf(
                    text, sizeof text, "{'data':{'type':'a','id':'1','attributes':{'%s':1}}}", name
                );
                const bool is_edge = at == 0 || at == length - 1;
                const bool is_wrong = strchr("{`+", *byte) || (strchr("_ ", *byte) && is_edge);
                vox_tree *tree = validation_document(text);
                found_findings found = validation_run(tree, NULL);
                check_note("%s", text);
                CHECK_SIZE(found.errors, is_wrong ? 1 : 0);
                CHECK_SIZE(found.count, *byte == 'z' || (strchr("A09", *byte) && !is_edge) ? 0 : 1);
                vox_tree_free(tree);
            }
        }
    }
    check_note(NULL);
}

/** A member that is named like a member of an extension counts only if that extension is
 *  applied. Otherwise the same required member is missing as without it. */
static void extensions_that_are_not_applied(void) {
    static const vox_string applied[] = {{"ext", 3}};
    static const char *const names[] = {
        "ext:x", "ext:",   "ext:_x", "ext:x y+", "ext:x:y", ":x",     ":",
        "ex:x",  "extx:x", "Ext:x",  "e-t:x",    "ext :x",  "_ext:x", "ext.:x",
    };
    static const struct {
        unsigned rule; /* the rule that is broken without such a member */
        const char *format;
    } places[] = {
        {2, "{'%s':1}"},
        {18, "{'%s':1,'data':{'type':'a','id':'1','relationships':{'r':{'data':"
             "{'type':'b','lid':'l'}}}}}"},
        {28, "{'data':{'type':'a','id':'1','relationships':{'r':{'%s':1}}}}"},
    };
    const vox_validation options = {.namespaces = applied, .namespace_count = 1};
    for (size_t place = 0; place < COUNT(places); place++) {
        for (size_t index = 0; index < COUNT(names); index++) {
            char text[200];
            snprintf(text, sizeof text, places[place].format, names[index]);
            vox_tree *tree = validation_document(text);
            found_findings found = validation_run(tree, &options);
            check_note("%s", text);
            CHECK_SIZE(found.by_rule[67], index ? 1 : 0);
            CHECK_SIZE(found.by_rule[places[place].rule], index ? 1 : 0);
            CHECK_SIZE(found.count, index ? 2 : 0);
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
}

/** If a name is repeated, the last member is validated, and the repetition is reported, too. */
static void unknown_names_repeated(void) {
    static const char *const rows[] = {
        "{'data':null,'more':1,'more':2}",
        "{'data':{'type':'a','id':'1','more':1,'more':2}}",
        "{'errors':[{'code':'1','more':1,'other':1,'more':2}]}",
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_tree *tree = validation_document(rows[row]);
        found_findings found = validation_run(tree, NULL);
        check_note("%s", rows[row]);
        CHECK_SIZE(found.by_rule[5], row == 2 ? 2 : 1);
        CHECK_SIZE(found.by_rule[14], 1);
        CHECK_SIZE(found.errors, 0);
        vox_tree_free(tree);
    }
    vox_tree *tree = validation_document(rows[0]);
    const vox_validation lenient = {.lenient = true};
    CHECK_SIZE(validation_run(tree, &lenient).count, 0);
    vox_tree_free(tree);
    check_note(NULL);
}

/** Members of resource identifiers in the document of a relationship: those of resource objects are
 *  ignored but checked, and other names are only reported. */
static void members_of_identifiers(void) {
    static const struct {
        const char *member;
        unsigned rule;
        vox_severity severity;
        const char *pointer;
    } rows[] = {
        {"'more':1", 5, VOX_SEVERITY_WARNING, "/data/0/more"},
        {"'relationship':{'links':1}", 5, VOX_SEVERITY_WARNING, "/data/0/relationship"},
        {"'included':[]", 5, VOX_SEVERITY_WARNING, "/data/0/included"},
        {"'@more':1", 0, VOX_SEVERITY_ERROR, ""},
        {"'meta':{'links':1}", 0, VOX_SEVERITY_ERROR, ""},
    };
    const vox_validation options = {.profile = VOX_PROFILE_RELATIONSHIP};
    char text[200];
    for (size_t row = 0; row < COUNT(rows); row++) {
        snprintf(
            text, sizeof text, "{'data':[{'type':'a','id':'1',%s},{'type':'b','id':'2'}]}",
            rows[row].member
        );
        validation_check(text, &options, rows[row].rule, rows[row].severity, rows[row].pointer);
    }
}

const check_test validate_names_tests[] = {
    CHECK_TEST(names_that_may_not_be),           CHECK_TEST(one_odd_byte),
    CHECK_TEST(extensions_that_are_not_applied), CHECK_TEST(unknown_names_repeated),
    CHECK_TEST(members_of_identifiers),          CHECK_END,
};
