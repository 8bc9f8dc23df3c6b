/* SPDX-License-Identifier: MIT */
/** Positions of findings, stopped validations, and hostile documents: deep, wide, or with
 *  cycles. Validation takes linear time and little stack, and memory may run out. */
#include "corpora.h"
#include "steps.h"
#include "tests.h"
#include "validation.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* --- places ---------------------------------------------------------------- */

static void places(void) {
    vox_tree *tree = validation_document("{'data':[\n{'type':'a','id':1},\n\n  {'type':'a'}]}");
    found_findings found = validation_run(tree, NULL);
    vox_place place = {0};
    vox_error error;
    if (!CHECK_SIZE(found.count, 2)) {
        vox_tree_free(tree);
        return;
    }
    vox_finding_locate(tree, &found.findings[0], &place);
    CHECK_SIZE(place.offset, 27);
    CHECK_SIZE(place.line, 2);
    CHECK_SIZE(place.column, 18);
    vox_finding_locate(tree, &found.findings[1], &place); /* continues from the previous place */
    CHECK_SIZE(place.offset, 34);
    CHECK_SIZE(place.line, 4);
    CHECK_SIZE(place.column, 3);
    vox_finding_locate(tree, &found.findings[0], &place); /* and goes back */
    CHECK_SIZE(place.line, 2);
    CHECK_SIZE(place.column, 18);
    vox_finding_error(tree, &found.findings[1], &error);
    CHECK_STATUS(error.status, VOX_ERROR_SHAPE);
    CHECK_SIZE(error.offset, 34);
    CHECK_SIZE(error.line, 4);
    CHECK_SIZE(error.column, 3);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/data/1");
    CHECK_TEXT(vox_string_from_c(error.message), found.findings[1].message);
    CHECK(!error.pointer_cut);

    /* An offset past the end counts as the end. A finding of another document may have such an
     * offset. */
    vox_finding far = found.findings[1];
    far.offset = 1000;
    vox_finding_error(tree, &far, &error);
    CHECK_SIZE(error.offset, vox_tree_source(tree).length);
    CHECK_SIZE(error.line, 4);

    /* An inserted value has the position of the value that it was inserted into. */
    CHECK_OK(vox_pointer_set(
        tree, vox_tree_root(tree), LITERAL("/data/1/attributes"),
        vox_value_json(LITERAL("{\"id\":1}")), NULL, NULL
    ));
    found = validation_run(tree, NULL);
    CHECK_SIZE(found.by_rule[23], 1);
    for (size_t index = 0; index < found.count; index++) {
        if (found.findings[index].rule == 23) {
            CHECK_SIZE(found.findings[index].offset, 34);
        }
    }
    vox_tree_free(tree);

    tree = document_new();
    found = validation_run(tree, NULL);
    CHECK_SIZE(found.count, 1);
    CHECK_SIZE(found.findings[0].offset, 0);
    vox_tree_free(tree);
}

static void stopping(void) {
    vox_tree *tree = validation_document(
        "{'data':[1,2,{'type':'a','id':1,'attributes':{'id':1,'-':{'-':1}},'links':1}],"
        "'errors':[1],'included':[1,{'type':'b','id':'1'}],'jsonapi':1,'links':{'self':1}}"
    );
    size_t count = validation_run(tree, NULL).count;
    CHECK(count > 10);
    for (size_t stop = 1; stop <= count; stop++) {
        found_findings found = {.stop_at = stop};
        CHECK_STATUS(validation_try(tree, NULL, &found), VOX_ERROR_SINK);
        CHECK_SIZE(found.count, stop);
    }
    found_findings found = {.stop_at = count + 1};
    CHECK_OK(validation_try(tree, NULL, &found));
    CHECK_STATUS(vox_validate(NULL, NULL, (vox_finding_sink){0}), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_validate(tree, NULL, (vox_finding_sink){0}), VOX_ERROR_ARGUMENT);
    vox_tree_free(tree);
}

/** A validation does not edit the document, and a second one has the same findings. */
static void nothing_changes(void) {
    vox_string text = LITERAL("{\"data\":{\"type\":\"a\",\"attributes\":{\"x\":{\"-\":1}}}} ");
    vox_tree *tree = document_parse(text);
    CHECK_SIZE(validation_run(tree, NULL).count, 1);
    CHECK_SIZE(validation_run(tree, NULL).count, 1);
    CHECK(!vox_node_changed(vox_tree_root(tree)));
    CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
    vox_tree_free(tree);
}

/* --- large documents ------------------------------------------------------- */

typedef struct growing_text {
    char *bytes;
    size_t length, capacity;
} growing_text;

static void add(growing_text *text, const char *format, size_t number) {
    if (text->capacity - text->length < 256) {
        text->capacity = text->capacity ? text->capacity * 2 : 4096;
        text->bytes = realloc(text->bytes, text->capacity);
    }
    text->length += (size_t)snprintf(
        text->bytes + text->length, text->capacity - text->length, format, number, number + 1
    );
}

/** Returns the steps of a validation that stops at its first finding, in the first of many
 *  elements. Counts the second run, because the first one also compares the names of members. */
static uint64_t steps_until_stopped(
    const char *before, const char *element, const char *after, size_t count
) {
    growing_text text = {NULL, 0, 0};
    add(&text, before, 0);
    for (size_t number = 0; number < count; number++) {
        add(&text, number ? "," : "", 0);
        add(&text, element, number);
    }
    add(&text, after, 0);
    vox_tree *tree = validation_document(text.bytes);
    uint64_t steps = 0;
    free(text.bytes);
    for (int round = 0; round < 2; round++) {
        found_findings found = {.stop_at = 1};
        steps = steps_counted();
        CHECK_STATUS(validation_try(tree, NULL, &found), VOX_ERROR_SINK);
        steps = steps_counted() - steps;
        CHECK_SIZE(found.count, 1);
    }
    vox_tree_free(tree);
    return steps;
}

/** A stopped validation reads no more values. */
static void stopping_at_once(void) {
    static const char *const places[][3] = {
        {"{'data':[", "7", "]}"},
        {"{'data':[],'included':[", "7", "]}"},
        {"{'errors':[", "7", "]}"},
        {"{'data':{'type':'a','relationships':{'r':{'data':[", "7", "]}}}}"},
        {"{'data':{'type':'a','attributes':{'a':[{'-':[", "7", "]}]}}}"},
        {"{'data':{'type':'a','attributes':{'-':1,'b':[", "7", "]}}}"},
        {"{'data':{'type':'a','attributes':{", "'-%zu':7", "}}}"},
        {"{'data':{'type':'a','relationships':{", "'-%zu':{'meta':{}}", "}}}"},
    };
    for (size_t place = 0; place < COUNT(places); place++) {
        const char *const *at = places[place];
        uint64_t few = steps_until_stopped(at[0], at[1], at[2], 10);
        uint64_t many = steps_until_stopped(at[0], at[1], at[2], 1000);
        check_note("%s: %zu steps, and %zu", at[0], (size_t)few, (size_t)many);
        CHECK(many < few + 100);
    }
    check_note(NULL);
}

#define LINK_NEXT                                                                                  \
    "{\"type\":\"a\",\"id\":\"%zu\",\"relationships\":{\"next\":{\"data\":"                        \
    "{\"type\":\"a\",\"id\":\"%zu\"}}}}"

static void put_chain(growing_text *text, size_t count) {
    add(text, "{\"data\":" LINK_NEXT ",\"included\":[", 0);
    for (size_t number = 1; number < count; number++) {
        add(text, number > 1 ? "," LINK_NEXT : LINK_NEXT, number);
    }
    add(text, "]}", 0);
}

static void put_repeated(growing_text *text, size_t count) {
    add(text, "{\"data\":[],\"included\":[{\"type\":\"a\",\"id\":\"1\"}", 0);
    for (size_t number = 1; number < count; number++) {
        add(text, ",{\"type\":\"a\",\"id\":\"1\"}", number);
    }
    add(text, "]}", 0);
}

static void put_both_names(growing_text *text, size_t count) {
    add(text, "{\"data\":[{\"type\":\"a\",\"id\":\"x\",\"lid\":\"x\"}", 0);
    for (size_t number = 1; number < count; number++) {
        add(text, ",{\"type\":\"t%zu\",\"id\":\"x\",\"lid\":\"x\"}", number);
    }
    add(text, "]}", 0);
}

static void put_fan(growing_text *text, size_t count) {
    add(text, "{\"data\":{\"type\":\"a\",\"id\":\"1\",\"relationships\":{\"x\":{\"data\":[1", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, ",{\"type\":\"a\",\"id\":\"1\"}", number);
    }
    add(text, "]}}}}", 0);
}

static void put_fields(growing_text *text, size_t count) {
    add(text, "{\"data\":{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"a\":1", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, ",\"a%zuz\":1", number);
    }
    add(text, "},\"relationships\":{\"b\":null", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, ",\"a%zuz\":1", number);
    }
    add(text, "}}}", 0);
}

static void put_unknown(growing_text *text, size_t count) {
    add(text, "{\"data\":null", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, ",\"+%zu\":1,\"a:%zu\":2,\"meta\":{}", number);
    }
    add(text, "}", 0);
}

static void put_unknown_repeated(growing_text *text, size_t count) {
    add(text, "{\"data\":null", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, ",\"\":1,\"a:%zu\":2,\"meta\":{}", number);
    }
    add(text, "}", 0);
}

static void put_errors(growing_text *text, size_t count) {
    add(text, "{\"errors\":[{}", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, ",{\"status\":1}", number);
    }
    add(text, "]}", 0);
}

static void put_deep(growing_text *text, size_t count) {
    add(text, "{\"meta\":null,\"data\":{\"type\":\"a\",\"attributes\":{\"x\":", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, "{\"-\":", number);
    }
    add(text, "1", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, "}", number);
    }
    add(text, "}}}", 0);
}

static void put_described(growing_text *text, size_t count) {
    add(text, "{\"data\":null,\"links\":{\"self\":", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, "{\"href\":\"/\",\"describedby\":", number);
    }
    add(text, "1", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, "}", number);
    }
    add(text, "}}", 0);
}

static void put_variants(growing_text *text, size_t count) {
    add(text, "{\"data\":null,\"links\":{\"self\":{\"href\":\"/\",\"hreflang\":\"de", 0);
    for (size_t number = 0; number < count; number++) {
        add(text, "-1%07zu", number);
    }
    add(text, "\"}}}", 0);
}

typedef void put_function(growing_text *, size_t);

static const struct {
    const char *name;
    put_function *put;
    unsigned rule;
    size_t found; /* this many for each repetition, or up to two more or fewer */
} shapes[] = {
    {"chain", put_chain, 38, 0},
    {"repeated", put_repeated, 40, 1},
    {"both names", put_both_names, 40, 0},
    {"fan", put_fan, 30, 0},
    {"fields", put_fields, 23, 1},
    {"unknown", put_unknown, 63, 1},
    {"unknown, repeated", put_unknown_repeated, 61, 0},
    {"errors", put_errors, 131, 1},
    {"deep", put_deep, 65, 1},
    {"described", put_described, 49, 0},
    {"variants", put_variants, 52, 0},
};

/** A receiver that writes the pointer and the place of every finding. */
typedef struct reporter {
    vox_tree *tree;
    vox_place place;
    size_t by_rule[200];
    size_t bytes;
    bool skip_pointers; /* the pointers of nested values have quadratic length */
} reporter;

static int report(void *context, const vox_finding *finding) {
    reporter *self = context;
    self->by_rule[finding->rule]++;
    vox_finding_locate(self->tree, finding, &self->place);
    if (!self->skip_pointers) {
        char pointer[128];
        self->bytes += vox_pointer_write(self->tree, finding->node, pointer, sizeof pointer);
    }
    return 0;
}

/** Returns the steps of validating a document and of locating its findings. */
static uint64_t validate_shape(size_t shape, size_t count) {
    growing_text text = {0};
    shapes[shape].put(&text, count);
    vox_options options = document_options();
    options.max_depth = SIZE_MAX;
    reporter self = {0};
    self.skip_pointers = shapes[shape].put == put_deep;
    uint64_t steps = 0;
    if (CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &self.tree, NULL))) {
        uint64_t start = steps_counted();
        CHECK_OK(vox_validate(self.tree, NULL, (vox_finding_sink){report, &self}));
        steps = steps_counted() - start;
        size_t expected = shapes[shape].found * count, found = self.by_rule[shapes[shape].rule];
        CHECK(found + 2 >= expected && found <= expected + 2);
        vox_tree_free(self.tree);
    }
    free(text.bytes);
    return steps;
}

static void hostile_shapes(void) {
    size_t count = check_quick() ? 1000 : 10000;
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        check_note("%s", shapes[shape].name);
        uint64_t small = validate_shape(shape, count), large = validate_shape(shape, count * 10);
        check_note(
            "%s: %llu and %llu steps", shapes[shape].name, (unsigned long long)small,
            (unsigned long long)large
        );
        CHECK(large <= 12 * small); /* both are 0 when steps are not counted */
    }
}

static void *validate_in_thread(void *context) {
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        check_note("%s", shapes[shape].name);
        validate_shape(shape, *(size_t *)context);
    }
    return NULL;
}

static void little_stack(void) {
    size_t count = check_quick() ? 20000 : 100000;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    if (CHECK(pthread_create(&thread, &attributes, validate_in_thread, &count) == 0)) {
        pthread_join(thread, NULL);
    }
    pthread_attr_destroy(&attributes);
}

/* --- memory ---------------------------------------------------------------- */

/** Each request for memory fails once. The validation returns a status and leaks nothing, and
 *  the next one reports everything. */
static void out_of_memory(void) {
    growing_text text = {0};
    put_chain(&text, 300);
    vox_tree *tree = document_parse((vox_string){text.bytes, text.length});
    free(text.bytes);
    size_t failed = 0;
    for (size_t countdown = 1;; countdown++) {
        check_memory.countdown = countdown;
        found_findings found = {0};
        size_t failures = check_memory.failures;
        vox_status status = validation_try(tree, NULL, &found);
        bool injected = check_memory.failures > failures;
        check_memory.countdown = 0;
        CHECK(status == VOX_OK || (injected && status == VOX_ERROR_MEMORY));
        CHECK_SIZE(found.errors, 0);
        failed += status != VOX_OK;
        if (!injected) {
            break;
        }
    }
    CHECK(failed >= 4);
    CHECK_SIZE(validation_run(tree, NULL).count, 0);
    vox_tree_free(tree);
}

/** A validation leaves no memory in the tree. */
static void memory_is_given_back(void) {
    growing_text text = {0};
    put_chain(&text, 1000);
    vox_tree *tree = document_parse((vox_string){text.bytes, text.length});
    free(text.bytes);
    size_t reserved = vox_tree_memory(tree).reserved, bytes = check_memory.bytes;
    CHECK_SIZE(validation_run(tree, NULL).count, 0);
    CHECK_SIZE(vox_tree_memory(tree).reserved, reserved);
    CHECK_SIZE(check_memory.bytes, bytes);
    vox_tree_free(tree);
}

const check_test validate_limits_tests[] = {
    CHECK_TEST(places),
    CHECK_TEST(stopping),
    CHECK_TEST(stopping_at_once),
    CHECK_TEST(nothing_changes),
    CHECK_TEST(hostile_shapes),
    CHECK_TEST(little_stack),
    CHECK_TEST(out_of_memory),
    CHECK_TEST(memory_is_given_back),
    CHECK_END,
};
