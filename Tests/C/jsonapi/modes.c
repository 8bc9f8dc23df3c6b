/* SPDX-License-Identifier: MIT */
/** The check of a document's shape in the three readings. */
#include "corpora.h"
#include "document.h"
#include "steps.h"
#include "tests.h"
#include "validation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/** The pointer of the fault in each reading; NULL when there is no fault. */
typedef struct mode_row {
    const char *text; /* with ' instead of " */
    const char *strict, *standard, *lenient;
    const char *first; /* strict: the pointer of the first of two resources */
} mode_row;

static void check_reading(const mode_row *row, vox_reading reading, const char *expected) {
    vox_tree *tree = validation_document(row->text);
    vox_document_report report;
    vox_error error = {.status = VOX_OK};
    char first[64];
    vox_status status = vox_document_check(
        tree, VOX_PRIMARY_ANY, LITERAL("a"), reading, &report, &error
    );
    check_note("%s, reading %d", row->text, reading);
    CHECK_STATUS(status, expected ? VOX_ERROR_SHAPE : VOX_OK);
    CHECK_STATUS(error.status, status);
    if (expected) {
        CHECK_TEXT(vox_string_from_c(error.pointer), expected);
        CHECK_SIZE(error.offset, vox_node_offset(document_at(tree, expected)));
        CHECK(error.message && error.line == 1 && error.column == error.offset + 1);
    }
    const char *other = reading == VOX_READING_STRICT && row->first ? row->first : NULL;
    CHECK((report.first != NULL) == (other != NULL));
    size_t length = report.first ? vox_pointer_write(tree, report.first, first, sizeof first) : 0;
    CHECK_TEXT(((vox_string){first, length}), other ? other : "");
    /* The report and the error may both be NULL. */
    CHECK_STATUS(
        vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL("a"), reading, NULL, NULL), status
    );
    vox_tree_free(tree);
}

static void check_rows(const mode_row *rows, size_t count) {
    for (size_t index = 0; index < count; index++) {
        check_reading(&rows[index], VOX_READING_STRICT, rows[index].strict);
        check_reading(&rows[index], VOX_READING_STANDARD, rows[index].standard);
        check_reading(&rows[index], VOX_READING_LENIENT, rows[index].lenient);
    }
}

#define A1 "{'type':'a','id':'1'}"
#define FULL "{'type':'a','id':'1','attributes':{}}"

static void readings(void) {
    static const mode_row rows[] = {
        {"{'data':" A1 "}", NULL, NULL, NULL, NULL},
        {"{'data':{'type':'a'}}", NULL, NULL, NULL, NULL},
        {"{'data':{'type':1,'id':'1'}}", "/data/type", "/data/type", NULL, NULL},
        {"{'data':[{'type':'a','id':1}]}", "/data/0/id", "/data/0/id", NULL, NULL},
        {"{'data':{'type':'a','id':null}}", "/data/id", "/data/id", "/data/id", NULL},
        {"{'data':{'type':'a','lid':1}}", "/data/lid", "/data/lid", "/data/lid", NULL},
        {"{'data':{'type':'a','id':'1','attributes':null}}", "/data/attributes", NULL, NULL, NULL},
        {"{'data':{'type':'a','id':'1','relationships':null}}", "/data/relationships", NULL, NULL,
         NULL},
        {"{'data':{'type':'a','id':'1','attributes':[]}}", "/data/attributes", "/data/attributes",
         "/data/attributes", NULL},
        {"{'data':null,'included':null}", "/included", "/included", NULL, NULL},
        {"{'data':[" A1 ",{'type':'b','id':'1'}]}", "/data/1/type", "/data/1/type", NULL, NULL},
        {"{'data':{'type':'b','id':'1'}}", "/data/type", "/data/type", NULL, NULL},
        {"{'data':null,'@x':1,'x:y':[],'unknown':{}}", NULL, NULL, NULL, NULL},
    };
    check_rows(rows, COUNT(rows));
}

static void errors_of_numbers(void) {
    static const mode_row rows[] = {
        {"{'errors':[]}", NULL, NULL, NULL, NULL},
        {"{'errors':[{'status':'404','code':'x'}]}", NULL, NULL, NULL, NULL},
        {"{'errors':[{'status':404}]}", "/errors/0/status", NULL, NULL, NULL},
        {"{'errors':[{},{'code':7,'status':'7'}]}", "/errors/1/code", NULL, NULL, NULL},
        {"{'errors':[{'code':7,'status':7}]}", "/errors/0/code", NULL, NULL, NULL},
        {"{'errors':[{'status':7,'code':7}]}", "/errors/0/status", NULL, NULL, NULL},
        {"{'errors':[{'status':null}]}", "/errors/0/status", NULL, NULL, NULL},
        {"{'errors':[{'detail':7}]}", NULL, NULL, NULL, NULL},
        {"{'errors':[7]}", "/errors/0", NULL, NULL, NULL},
        /* An `errors` that is not a list is never ignored, because it may contain errors. */
        {"{'errors':{}}", "/errors", "/errors", "/errors", NULL},
        {"{'errors':null}", "/errors", "/errors", "/errors", NULL},
        {"{'data':" A1 ",'errors':null}", "/errors", "/errors", "/errors", NULL},
        /* Beside errors, `data` is not primary data and is not checked. */
        {"{'data':7,'errors':[{'status':'404'}]}", NULL, NULL, NULL, NULL},
    };
    check_rows(rows, COUNT(rows));
}

static void resources_there_twice(void) {
    static const mode_row rows[] = {
        {"{'data':[" FULL "," FULL "]}", "/data/1", NULL, NULL, "/data/0"},
        {"{'data':[" A1 "," A1 "]}", "/data/1", NULL, NULL, "/data/0"},
        {"{'data':" FULL ",'included':[" A1 "]}", "/included/0", NULL, NULL, "/data"},
        {"{'included':[" A1 "],'data':" FULL "}", "/included/0", NULL, NULL, "/data"},
        {"{'data':null,'included':[" A1 ",{'type':'b','id':'1'}," A1 "," A1 "]}", "/included/2",
         NULL, NULL, "/included/0"},
        {"{'data':[{'type':'a','lid':'1'},{'type':'a','lid':'1'}]}", "/data/1", NULL, NULL,
         "/data/0"},
        {"{'data':[{'type':'a','id':'1','lid':'x'},{'type':'a','id':'2','lid':'x'}]}", "/data/1",
         NULL, NULL, "/data/0"},
        {"{'data':[" FULL ",{'t\\u0079pe':'\\u0061','id':'\\u0031'}]}", "/data/1", NULL, NULL,
         "/data/0"},
        {"{'data':[" A1 ",{'type':'a','lid':'1'},{'type':'a'},{'type':'a'},{'type':'a','id':''}]}",
         NULL, NULL, NULL, NULL},
        /* The response of a relationship, with the resources that it links to. */
        {"{'data':" A1 ",'included':[" FULL "]}", NULL, NULL, NULL, NULL},
        {"{'included':[" FULL "],'data':[" A1 "]}", NULL, NULL, NULL, NULL},
        {"{'data':" A1 ",'included':[" A1 "]}", "/included/0", NULL, NULL, "/data"},
        {"{'data':" A1 ",'included':[" FULL "," FULL "]}", "/included/1", NULL, NULL,
         "/included/0"},
        {"{'data':[" A1 ",{'type':'a','id':'2','links':{}}],'included':[" FULL "]}", "/included/0",
         NULL, NULL, "/data/0"},
        /* Other faults are reported before a repeated resource. */
        {"{'data':[" A1 "," A1 ",{'type':'a','id':7}]}", "/data/2/id", "/data/2/id", NULL, NULL},
    };
    check_rows(rows, COUNT(rows));
    /* Look-ups still find the first resource. */
    vox_tree *tree = validation_document("{'included':[" FULL "],'data':" A1 "}");
    vox_node *found = NULL;
    CHECK_OK(vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STRICT, NULL, NULL)
    );
    CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found));
    CHECK(found == document_at(tree, "/data"));
    vox_tree_free(tree);
}

static void resources_of_other_types(void) {
    static const struct {
        const char *text, *type;
        size_t foreign;
    } rows[] = {
        {"{'data':[]}", "a", 0},
        {"{'data':[{'type':'b','id':'1'}," A1 ",{'type':'','id':'1'}]}", "a", 2},
        {"{'data':[{'type':'b','id':'1'}," A1 "]}", "", 0},
        {"{'data':{'type':'b','id':'1'},'included':[{'type':'c','id':'1'}]}", "a", 1},
        {"{'data':[{'type':7,'id':'1'},{'type':8,'id':'1'}]}", "7", 1},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_tree *tree = validation_document(rows[index].text);
        vox_document_report report = {.foreign = 99};
        CHECK_OK(vox_document_check(
            tree, VOX_PRIMARY_ANY, vox_string_from_c(rows[index].type), VOX_READING_LENIENT,
            &report, NULL
        ));
        check_note("%s as %s", rows[index].text, rows[index].type);
        CHECK_SIZE(report.foreign, rows[index].foreign);
        vox_tree_free(tree);
    }
}

/** A deferred element that is moved to a member of the document is parsed by the check, which
 *  reports its errors. */
static void deferred_members(void) {
    static const struct {
        const char *name;
        const char *value;
        vox_status status;
    } rows[] = {
        {"data", "[{\"type\":\"a\",\"id\":\"1\"}]", VOX_OK},
        {"included", "[{\"type\":\"a\",\"id\":\"1\"}]", VOX_OK},
        {"errors", "[{\"status\":\"404\"}]", VOX_OK},
        {"data", "[\"\\ud800\"]", VOX_ERROR_SURROGATE},
        {"included", "[\"\\ud800\"]", VOX_ERROR_SURROGATE},
        {"errors", "[\"\\ud800\"]", VOX_ERROR_SURROGATE},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        for (int reading = VOX_READING_STRICT; reading <= VOX_READING_LENIENT; reading++) {
            char text[128];
            const vox_string name = vox_string_from_c(rows[index].name);
            vox_options options = document_options();
            vox_tree *tree = NULL;
            vox_error error = {.status = VOX_OK};
            const int length = sprintf(text, "{\"data\":[],\"meta\":[%s]}", rows[index].value);
            options.mode = VOX_MODE_LAZY;
            options.defer_depth = 2;
            check_note("%s, reading %d", text, reading);
            CHECK_OK(vox_tree_parse(text, (size_t)length, &options, &tree, NULL));
            vox_node *root = vox_tree_root(tree);
            vox_node *moved = vox_array_get(tree, vox_object_get(tree, root, LITERAL("meta")), 0);
            CHECK_OK(vox_node_remove(tree, moved));
            CHECK_OK(vox_object_set(tree, root, name, vox_value_node(moved), NULL));
            CHECK_OK(vox_object_set(tree, root, LITERAL("meta"), vox_value_object(), NULL));
            CHECK_STATUS(
                vox_document_check(
                    tree, VOX_PRIMARY_ANY, LITERAL(""), (vox_reading)reading, NULL, &error
                ),
                rows[index].status
            );
            CHECK_STATUS(error.status, rows[index].status);
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
}

/** Returns the steps of the strict check of a document whose last resource is repeated. */
static uint64_t check_last_twice(size_t count) {
    char *json = malloc(count * 48 + 64);
    size_t length = (size_t)sprintf(json, "{\"data\":[],\"included\":[");
    for (size_t index = 0; index < count; index++) {
        length += (size_t)sprintf(json + length, "{\"type\":\"a\",\"id\":\"%zu\"},", index);
    }
    length += (size_t)sprintf(json + length, "{\"type\":\"a\",\"id\":\"%zu\"}]}", count - 1);
    vox_tree *tree = document_parse((vox_string){json, length});
    vox_document_report report = {0};
    uint64_t start = steps_counted();
    CHECK_STATUS(
        vox_document_check(tree, VOX_PRIMARY_MANY, LITERAL(""), VOX_READING_STRICT, &report, NULL),
        VOX_ERROR_SHAPE
    );
    /* The other readings accept the document, and look-ups find the first resource. */
    for (int reading = VOX_READING_STANDARD; reading <= VOX_READING_LENIENT; reading++) {
        char id[32];
        vox_node *found = NULL;
        size_t length_of_id = (size_t)snprintf(id, sizeof id, "%zu", count - 1);
        CHECK_OK(vox_document_check(
            tree, VOX_PRIMARY_MANY, LITERAL(""), (vox_reading)reading, NULL, NULL
        ));
        CHECK_OK(vox_resource_find(tree, LITERAL("a"), (vox_string){id, length_of_id}, &found));
        CHECK(found == report.first);
    }
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(vox_node_index(tree, report.first), count - 1);
    vox_tree_free(tree);
    free(json);
    return steps;
}

static void repetitions_are_found_in_linear_time(void) {
    steps_check_linear("strict check", check_last_twice, 12500);
}

static void check_file(const char *path, const char *pointer, const char *first) {
    vox_string text;
    if (!CHECK(corpora_read(path, &text))) {
        return;
    }
    vox_tree *tree = document_parse(text);
    vox_document_report report;
    vox_error error;
    uint64_t start = steps_counted();
    CHECK_STATUS(
        vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STRICT, &report, &error),
        VOX_ERROR_SHAPE
    );
    uint64_t steps = steps_counted() - start;
    check_note("%s: %" PRIu64 " steps for %zu bytes", path, steps, text.length);
    CHECK(steps < 100 * (uint64_t)text.length);
    CHECK_TEXT(vox_string_from_c(error.pointer), pointer);
    CHECK(report.first == document_at(tree, first));
    CHECK_OK(
        vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STANDARD, NULL, NULL)
    );
    vox_tree_free(tree);
    free((void *)(uintptr_t)text.bytes);
}

static void files_with_repetitions(void) {
    if (corpora_have("bombs") && corpora_have("jsonapi-spec-tests")) {
        check_file("bombs/ja_dup_included_50k.json", "/included/1", "/included/0");
        check_file(
            "jsonapi-spec-tests/tests/response/invalid/included/resource_included_twice.json",
            "/included/1", "/included/0"
        );
    }
}

const check_test modes_tests[] = {
    CHECK_TEST(readings),
    CHECK_TEST(errors_of_numbers),
    CHECK_TEST(resources_there_twice),
    CHECK_TEST(resources_of_other_types),
    CHECK_TEST(deferred_members),
    CHECK_LINES(repetitions_are_found_in_linear_time, "T29 JA-041"),
    CHECK_TEST(files_with_repetitions),
    CHECK_END,
};
