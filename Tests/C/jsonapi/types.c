/* SPDX-License-Identifier: MIT */
/** The type of a resource is a string or a number; other values are no type. */
#include "document.h"
#include "tests.h"

#include <string.h>

static void types_of_all_kinds(void) {
    static const struct {
        const char *text;
        const char *type; /* NULL: no type */
    } rows[] = {
        {"{\"type\":\"a\"}", "a"},
        {"{\"type\":\"\"}", ""},
        {"{\"type\":12}", "12"},
        {"{\"type\":null}", NULL},
        {"{\"type\":true}", NULL},
        {"{\"type\":false}", NULL},
        {"{\"type\":[]}", NULL},
        {"{\"type\":{}}", NULL},
        {"{\"type\":[\"a\"]}", NULL},
        {"{\"Type\":\"a\"}", NULL},
        {"{}", NULL},
        {"[]", NULL},
        {"\"a\"", NULL},
    };
    static const char *const types[] = {"a", "", "12", "null", "true", "false", "[]", "{}", "b"};
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_tree *tree = document_from_c(rows[row].text);
        for (size_t index = 0; index < COUNT(types); index++) {
            const bool has = rows[row].type && strcmp(rows[row].type, types[index]) == 0;
            const vox_string type = vox_string_from_c(types[index]);
            check_note("%s, %s", rows[row].text, types[index]);
            CHECK(vox_resource_has_type(tree, vox_tree_root(tree), type) == has);
        }
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** What makes a value no resource object. */
static void faults(void) {
    static const struct {
        const char *text;
        const char *fault; /* NULL: it is one */
    } rows[] = {
        {"{\"type\":\"a\"}", NULL},
        {"{\"type\":\"a\",\"id\":\"1\",\"attributes\":{},\"relationships\":{},\"x\":1}", NULL},
        {"{\"type\":\"a\",\"attributes\":null,\"relationships\":null}", NULL},
        {"5", "neither a document nor a resource object of JSON:API"},
        {"[]", "neither a document nor a resource object of JSON:API"},
        {"{\"id\":\"1\"}", "neither a document nor a resource object of JSON:API"},
        {"{\"type\":1}", "neither a document nor a resource object of JSON:API"},
        {"{\"type\":\"a\",\"id\":1}", "the id of a resource object must be a string"},
        {"{\"type\":\"a\",\"id\":null}", "the id of a resource object must be a string"},
        {"{\"type\":\"a\",\"attributes\":[]}",
         "the attributes of a resource object must be an object"},
        {"{\"type\":\"a\",\"relationships\":false}",
         "the relationships of a resource object must be an object"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_tree *tree = document_from_c(rows[row].text);
        const char *fault = vox_resource_fault(tree, vox_tree_root(tree));
        check_note("%s", rows[row].text);
        CHECK(!fault == !rows[row].fault);
        CHECK_TEXT(vox_string_from_c(fault), rows[row].fault ? rows[row].fault : "");
        vox_tree_free(tree);
    }
    check_note(NULL);
}

const check_test types_tests[] = {
    CHECK_TEST(types_of_all_kinds),
    CHECK_TEST(faults),
    CHECK_END,
};
