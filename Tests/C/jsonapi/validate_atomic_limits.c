/* SPDX-License-Identifier: MIT */
/** Operations and results in lazy reading, without memory, and in large numbers. */
#include "comparing.h"
#include "random.h"
#include "steps.h"
#include "tests.h"
#include "valid_documents.h"
#include "validation.h"

#include <stdio.h>
#include <stdlib.h>

static const vox_validation operations = {.profile = VOX_PROFILE_OPERATIONS};

/* --- lazy reading ------------------------------------------------------------ */

/** The elements of both lists are deferred, and only in the root object. */
static void stays_deferred(void) {
    static const struct {
        const char *text;
        size_t nodes;
    } rows[] = {
        {"{\"atomic:operations\":[{\"op\":\"add\",\"data\":{\"type\":\"a\"}},{\"op\":\"remove\"}]}",
         4},
        {"{\"atomic:results\":[{\"data\":{\"type\":\"a\",\"id\":\"1\"}},{}],\"meta\":{}}", 5},
        {" { \"atomic:operations\" : [ { } , { } ] } ", 4},
        {"{\"atomic:other\":[{\"op\":\"add\"}]}", 4},
        {"{\"operations\":[{\"op\":\"add\"}]}", 4},
        {"{\"xatomic:results\":[{\"op\":\"add\"}]}", 4},
        {"{\"meta\":{\"atomic:results\":[{\"op\":\"add\"}]}}", 5},
        {"{\"atomic:results\":[{\"op\":\"add\"},1]}", 5},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("%s", rows[index].text);
        reading lazy = read_as(vox_string_from_c(rows[index].text), VOX_MODE_LAZY, 0, false);
        CHECK_SIZE(vox_tree_memory(lazy.tree).nodes, rows[index].nodes);
        vox_tree_free(lazy.tree);
        check_reading(vox_string_from_c(rows[index].text), 0, false);
    }
    check_note(NULL);
}

/** An error in an operation is reported when the document is validated, with the position that it
 *  has when the document is read at once. */
static void error_in_an_operation(void) {
    static const char *const texts[] = {
        "{\"atomic:operations\":[{\"op\":\"add\",\"data\":{\"type\":\"a\"}},{\"op\":nul}]}",
        "{\"atomic:results\":[{},{\"data\":{\"type\":\"a\",\"id\":1e}}]}",
        "{\"atomic:operations\":[{\"op\" \"add\"},{}]}",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        const vox_string text = vox_string_from_c(texts[index]);
        found_findings found = {0};
        vox_error error;
        check_note("%s", texts[index]);
        reading eager = read_as(text, VOX_MODE_EAGER, 0, false);
        reading lazy = read_as(text, VOX_MODE_LAZY, 0, false);
        CHECK(eager.status != VOX_OK);
        CHECK_OK(lazy.status);
        CHECK_STATUS(validation_try(lazy.tree, &operations, &found), eager.status);
        CHECK_SIZE(found.count, 0);
        CHECK_STATUS(vox_tree_materialize(lazy.tree, &error), eager.status);
        check_same_error(&error, &eager.error);
        vox_tree_free(eager.tree);
        vox_tree_free(lazy.tree);
    }
    check_note(NULL);
}

/** Every fault of one byte in a document has the same findings, or the same error, in both modes. */
static void lazy_and_eager_agree(void) {
    base_document *base = malloc(sizeof *base);
    for (int kind = OPERATIONS; kind <= RESULTS; kind++) {
        uint64_t seed = 7;
        valid_document(base, (base_kind)kind, &seed);
        for (size_t index = 0; index < base->length; index++) {
            base->text[index] = base->text[index] == '\'' ? '"' : base->text[index];
        }
        const vox_validation options = {.profile = valid_profiles[kind]};
        for (size_t at = 0; at < base->length; at += check_quick() ? 31 : 3) {
            const char kept = base->text[at];
            base->text[at] = "\"{}[],:x1\\"[random_below(&seed, 10)];
            check_note("kind %d, byte %zu becomes %c", kind, at, base->text[at]);
            const vox_string text = {base->text, base->length};
            reading eager = read_as(text, VOX_MODE_EAGER, 0, false);
            reading lazy = read_as(text, VOX_MODE_LAZY, 0, false);
            found_findings expected = {0}, found = {0};
            vox_status status = eager.status;
            if (status == VOX_OK) {
                CHECK_OK(validation_try(eager.tree, &options, &expected));
            }
            if (CHECK(lazy.status == VOX_OK || lazy.status == status) && lazy.tree) {
                CHECK_STATUS(validation_try(lazy.tree, &options, &found), status);
            }
            CHECK_SIZE(found.count, expected.count);
            for (size_t one = 0; one < found.count && one < FOUND_MOST; one++) {
                CHECK_SIZE(found.findings[one].rule, expected.findings[one].rule);
                CHECK_SIZE(found.findings[one].offset, expected.findings[one].offset);
            }
            vox_tree_free(eager.tree);
            vox_tree_free(lazy.tree);
            base->text[at] = kept;
        }
    }
    check_note(NULL);
    free(base);
}

/* --- large documents ---------------------------------------------------------- */

typedef struct shape {
    const char *name, *before, *element, *after; /* %zu in an element: its number */
    unsigned rule;
    size_t each; /* findings of this rule for each element */
} shape;

static const shape shapes[] = {
    {"lids",
     "{'atomic:operations':[{'op':'update','ref':{'type':'a','id':'1'},'data':{'type':'a','id':'1'}"
     "}"
     ",{'op':'add','data':{'type':'a','lid':'x'}}",
     ",{'op':'add','data':{'type':'a','lid':'%zu','relationships':{'r':{'data':"
     "{'type':'a','lid':'x'}}}}}",
     "]}", 144, 0},
    {"one lid", "{'atomic:operations':[{'op':'add','data':{'type':'a','lid':'x'}}",
     ",{'op':'add','data':{'type':'a','lid':'x'}}", "]}", 144, 1},
    {"unknown lids", "{'atomic:operations':[{'op':'add','data':{'type':'a','lid':'x'}}",
     ",{'op':'remove','ref':{'type':'a','lid':'%zu'}}", "]}", 144, 1},
    {"one operation",
     "{'atomic:operations':[{'op':'add','ref':{'type':'a','id':'1','relationship':'r'},'data':["
     "{'type':'b','id':'1'}",
     ",{'type':'b','lid':'%zu'}", "]}]}", 144, 1},
    {"no operations", "{'atomic:operations':[1", ",1", "]}", 137, 1},
    {"unknown members", "{'atomic:operations':[{'op':'add','data':{'type':'a'}", ",'m%zu':1", "}]}",
     5, 1},
    {"extensions", "{'jsonapi':{'ext':['urn:a'", ",'urn:%zu'", "]},'atomic:operations':[1]}", 57,
     0},
};

static vox_tree *make_shape(const shape *made, size_t count) {
    const size_t size = (strlen(made->element) + 24) * count + 512;
    char *text = malloc(size);
    size_t length = (size_t)snprintf(text, size, "%s", made->before);
    for (size_t number = 0; number < count; number++) {
        const char *mark = strstr(made->element, "%zu");
        length += mark ? (size_t)snprintf(
                             text + length, size - length, "%.*s%zu%s", (int)(mark - made->element),
                             made->element, number, mark + 3
                         )
                       : (size_t)snprintf(text + length, size - length, "%s", made->element);
    }
    snprintf(text + length, size - length, "%s", made->after);
    vox_tree *tree = validation_document(text);
    free(text);
    return tree;
}

static uint64_t steps_of(const shape *made, size_t count) {
    vox_tree *tree = make_shape(made, count);
    const uint64_t start = steps_counted();
    found_findings found = validation_run(tree, &operations);
    const uint64_t steps = steps_counted() - start;
    CHECK(found.by_rule[made->rule] + 1 >= made->each * count);
    CHECK(found.by_rule[made->rule] <= made->each * count + 1);
    vox_tree_free(tree);
    return steps;
}

static void linear(void) {
    const size_t count = check_quick() ? 500 : 5000;
    for (size_t index = 0; index < COUNT(shapes); index++) {
        check_note("%s", shapes[index].name);
        const uint64_t few = steps_of(&shapes[index], count);
        const uint64_t many = steps_of(&shapes[index], count * 10);
        check_note("%s: %zu and %zu steps", shapes[index].name, (size_t)few, (size_t)many);
        CHECK(many <= 12 * few); /* both are 0 when steps are not counted */
    }
    check_note(NULL);
}

/** A validation that is stopped at any finding reports no more. */
static void stopping(void) {
    vox_tree *tree = validation_document(
        "{'data':1,'errors':[],'atomic:results':[1,{'data':1},{'data':[1,1]},{'meta':1}],"
        "'atomic:operations':[1,{},{'op':1,'ref':1,'href':1},{'op':'add','ref':{'type':'a','lid':'"
        "x'}"
        ",'data':{'type':'a','lid':'y','relationships':{'r':{'data':[1,{'type':'a','lid':'y'}]}}}},"
        "{'op':'update','meta':1},{'op':'remove','data':1},{'op':'add','data':{'type':'a','lid':'y'"
        "}}]}"
    );
    const size_t count = validation_run(tree, &operations).count;
    CHECK(count > 20);
    for (size_t stop = 1; stop <= count; stop++) {
        found_findings found = {.stop_at = stop};
        CHECK_STATUS(validation_try(tree, &operations, &found), VOX_ERROR_SINK);
        CHECK_SIZE(found.count, stop);
    }
    vox_tree_free(tree);
}

/* --- memory -------------------------------------------------------------------- */

/** Each request for memory fails once. The validation returns a status and leaks nothing, and the
 *  next one reports everything. */
static void out_of_memory(void) {
    vox_tree *tree = make_shape(&shapes[0], 300);
    const size_t bytes = check_memory.bytes;
    size_t failed = 0;
    for (size_t countdown = 1;; countdown++) {
        found_findings found = {0};
        const size_t failures = check_memory.failures;
        check_memory.countdown = countdown;
        const vox_status status = validation_try(tree, &operations, &found);
        const bool injected = check_memory.failures > failures;
        check_memory.countdown = 0;
        CHECK(status == VOX_OK || (injected && status == VOX_ERROR_MEMORY));
        CHECK_SIZE(found.count, 0);
        CHECK_SIZE(check_memory.bytes, bytes);
        failed += status != VOX_OK;
        if (!injected) {
            break;
        }
    }
    CHECK(failed >= 6); /* the table and the list of lids grow several times */
    CHECK_SIZE(validation_run(tree, &operations).count, 0);
    vox_tree_free(tree);
}

/** The memory of a validation depends on the lids, and not on the number of operations. */
static void memory_of_operations(void) {
    static const shape without = {
        "without lids",
        "{'atomic:operations':[{'op':'remove','href':'/'}",
        ",{'op':'update','data':{'type':'a','id':'%zu'}}",
        "]}",
        0,
        0};
    size_t peaks[2];
    for (size_t index = 0; index < 2; index++) {
        vox_tree *tree = make_shape(&without, index ? 2000 : 20);
        const size_t bytes = check_memory.bytes;
        check_memory.peak = bytes;
        CHECK_SIZE(validation_run(tree, &operations).count, 0);
        peaks[index] = check_memory.peak - bytes;
        vox_tree_free(tree);
    }
    CHECK_SIZE(peaks[1], peaks[0]);
}

const check_test validate_atomic_limits_tests[] = {
    CHECK_TEST(stays_deferred),
    CHECK_TEST(error_in_an_operation),
    CHECK_TEST(lazy_and_eager_agree),
    CHECK_TEST(linear),
    CHECK_TEST(stopping),
    CHECK_TEST(out_of_memory),
    CHECK_TEST(memory_of_operations),
    CHECK_END,
};
