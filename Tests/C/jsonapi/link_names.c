/* SPDX-License-Identifier: MIT */
/** Links whose names differ in one byte from the names that the rules are about. */
#include "tests.h"
#include "validation.h"

#include <stdio.h>
#include <string.h>

/** Returns how often a rule is broken in a document of this form, which contains one name. */
static size_t count_of(unsigned rule, const char *form, const char *name) {
    char text[256];
    (void)snprintf(text, sizeof text, form, name);
    vox_tree *tree = validation_document(text);
    const found_findings found = validation_run(tree, NULL);
    check_note("%s", text);
    vox_tree_free(tree);
    return found.by_rule[rule];
}

/** Checks a name, and all names that differ from it in one byte or in their length. With the name,
 *  the rule is broken `count` times; with the others, it is broken `other` times. */
static void check_names(
    unsigned rule, const char *form, const char *name, size_t count, size_t other
) {
    const size_t length = strlen(name);
    char near[16];
    CHECK_SIZE(count_of(rule, form, name), count);
    for (size_t place = 0; place < length; place++) {
        strcpy(near, name);
        near[place] = 'X';
        CHECK_SIZE(count_of(rule, form, near), other);
    }
    strcpy(near, name);
    strcat(near, "X");
    CHECK_SIZE(count_of(rule, form, near), other);
    near[length - 1] = '\0';
    CHECK_SIZE(count_of(rule, form, near), other);
    check_note(NULL);
}

static void relationship_links(void) {
    static const char form[] =
        "{'data':{'type':'a','id':'1','relationships':{'x':{'links':{'%s':'/x'}}}}}";
    check_names(29, form, "self", 0, 1);
    check_names(29, form, "related", 0, 1);
}

static void page_links(void) {
    check_names(97, "{'data':[],'links':{'%s':'/a','last':'/a?page=2'}}", "self", 1, 0);
    check_names(97, "{'data':[],'links':{'self':'/a','%s':'/a?page=2'}}", "last", 1, 0);
    check_names(
        97, "{'data':[],'links':{'self':'/a','%s':'/a?page=2','last':'/a?page=3'}}", "next", 0, 1
    );
    check_names(
        97, "{'data':[],'links':{'self':'/a','%s':'/a?page=3','last':'/a?page=3'}}", "first", 0, 1
    );
}

const check_test link_names_tests[] = {
    CHECK_TEST(relationship_links),
    CHECK_TEST(page_links),
    CHECK_END,
};
