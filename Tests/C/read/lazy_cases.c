/* SPDX-License-Identifier: MIT */
/** Single cases of lazy reading: values that stay deferred, malformed values, and limits. */
#include "comparing.h"
#include "document.h"
#include "tests.h"

#include <stdio.h>

static const char broken_text[] = "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},\n"
                                  "{\"type\":\"a\",\"id\":\"2\",\"attributes\":{\"x\":[1,nul]}},"
                                  "{\"type\":\"a\",\"id\":\"3\",\"meta\":{\"y\":1.}}]}";

static void broken_values(void) {
    vox_string text = LITERAL(broken_text);
    reading lazy = read_as(text, VOX_MODE_LAZY, 0, false);
    if (!CHECK_OK(lazy.status)) {
        return;
    }
    vox_tree *tree = lazy.tree;
    vox_node *list = document_at(tree, "/data"), *found, *third = vox_array_get(tree, list, 2);
    vox_error error = {.status = VOX_OK}, first;
    CHECK_SIZE(vox_node_count(tree, list), 3);
    CHECK(vox_node_kind(third) == VOX_OBJECT);
    CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("3"), &found));
    CHECK(found == third);
    CHECK_OK(vox_tree_failure(tree, &error));
    CHECK_STATUS(error.status, VOX_OK);
    /* The malformed value is touched. Its members are absent, and the tree keeps its error. */
    CHECK(vox_object_get(tree, third, LITERAL("meta")) == NULL);
    CHECK(vox_node_first(tree, third) == NULL && vox_node_count(tree, third) == 0);
    CHECK_STATUS(vox_tree_failure(tree, &error), VOX_ERROR_NUMBER);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/data/2/meta/y");
    CHECK_SIZE(error.line, 2);
    CHECK_STATUS(
        vox_object_set(tree, third, LITERAL("a"), vox_value_null(), NULL), VOX_ERROR_NUMBER
    );
    /* A second error does not replace the first one, but materializing finds all errors. */
    CHECK(vox_object_get(tree, vox_array_get(tree, list, 1), LITERAL("attributes")) == NULL);
    CHECK_STATUS(vox_tree_failure(tree, &first), VOX_ERROR_NUMBER);
    CHECK_SIZE(first.offset, error.offset);
    CHECK_STATUS(vox_tree_materialize(tree, &error), VOX_ERROR_LITERAL);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/data/1/attributes/x/1");
    CHECK_STATUS(vox_tree_freeze(tree), VOX_ERROR_LITERAL);
    CHECK(!vox_tree_frozen(tree));
    vox_finding_sink sink = {NULL, NULL};
    CHECK_STATUS(vox_validate(tree, NULL, sink), VOX_ERROR_ARGUMENT);
    /* The preserving style writes the text as it was read. Other styles must parse it and fail. */
    CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
    vox_buffer buffer = {0};
    CHECK(vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer) != VOX_OK);
    CHECK_SIZE(buffer.length, 0);
    vox_buffer_free(&buffer);
    bool equal;
    CHECK(vox_node_equal(tree, list, tree, list, &equal) != VOX_OK);
    CHECK_STATUS(vox_array_append(tree, list, vox_value_copy(tree, third), NULL), VOX_ERROR_NUMBER);
    vox_tree *copy;
    CHECK_STATUS(vox_tree_copy(tree, third, &copy), VOX_ERROR_NUMBER);
    CHECK_STATUS(vox_baseline(tree, third, &copy), VOX_ERROR_NUMBER);
    CHECK_STATUS(
        vox_pointer_get(tree, vox_tree_root(tree), LITERAL("/data/2/meta"), &found, NULL),
        VOX_ERROR_NUMBER
    );
    /* A malformed value that is overwritten causes no more errors. */
    CHECK_OK(vox_node_set(tree, third, vox_value_object()));
    CHECK_OK(vox_node_set(tree, vox_array_get(tree, list, 1), vox_value_null()));
    CHECK_OK(vox_tree_materialize(tree, NULL));
    CHECK_WRITES(
        tree, vox_tree_root(tree), VOX_STYLE_COMPACT,
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},null,{}]}"
    );
    vox_tree_free(tree);
}

/** Look-ups do not parse a shadowed member. Functions that parse the whole tree report its
 *  error. */
static void broken_and_shadowed(void) {
    static const char text[] = "{\"data\":[{\"a\"}],\"data\":[]}";
    reading lazy = read_as(LITERAL(text), VOX_MODE_LAZY, 0, false);
    if (!CHECK_OK(lazy.status)) {
        return;
    }
    const vox_node *root = vox_tree_root(lazy.tree);
    vox_error error;
    CHECK_SIZE(vox_node_count(lazy.tree, vox_node_first(lazy.tree, root)), 0);
    CHECK_WRITES(lazy.tree, root, VOX_STYLE_PRESERVE, text);
    CHECK_WRITES(lazy.tree, root, VOX_STYLE_SORTED, "{\"data\":[]}");
    CHECK_OK(vox_tree_failure(lazy.tree, NULL));
    CHECK_STATUS(vox_tree_freeze(lazy.tree), VOX_ERROR_SYNTAX);
    CHECK_STATUS(vox_tree_materialize(lazy.tree, &error), VOX_ERROR_SYNTAX);
    CHECK_SIZE(error.offset, 13);
    vox_tree_free(lazy.tree);
}

static int count_finding(void *context, const vox_finding *finding) {
    size_t *count = context;
    (void)finding;
    ++*count;
    return 0;
}

static void validating(void) {
    size_t count = 0;
    vox_finding_sink sink = {count_finding, &count};
    reading bad = read_as(LITERAL(broken_text), VOX_MODE_LAZY, 0, false);
    CHECK_STATUS(vox_validate(bad.tree, NULL, sink), VOX_ERROR_LITERAL);
    CHECK_SIZE(count, 0);
    vox_tree_free(bad.tree);
    reading good = read_as(LITERAL("{\"data\":[{\"id\":7}]}"), VOX_MODE_LAZY, 0, false);
    CHECK_OK(vox_validate(good.tree, NULL, sink));
    CHECK_SIZE(count, 2);
    vox_tree_free(good.tree);
}

/** Values that are not touched are not parsed. The number of nodes shows this. */
static void stays_deferred(void) {
    static const char text[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"t\":1}},"
        "{\"id\":\"2\",\"type\":\"a\"}],"
        "\"included\":[{\"type\":\"b\",\"id\":\"1\",\"links\":{\"self\":\"/\"}}]}";
    reading lazy = read_as(LITERAL(text), VOX_MODE_LAZY, 0, false);
    vox_tree *tree = lazy.tree;
    vox_node *found;
    const size_t opened = 3 + 3; /* the root, two lists and three elements */
    CHECK_SIZE(vox_tree_memory(tree).nodes, opened);
    for (size_t index = 0; index < 6; index++) { /* first without the table, then with it */
        CHECK_OK(vox_resource_find(tree, LITERAL("b"), LITERAL("1"), &found));
        CHECK_STATUS(
            vox_resource_find(tree, LITERAL("b"), LITERAL("2"), &found), VOX_ERROR_MISSING
        );
    }
    CHECK_OK(
        vox_document_check(tree, VOX_PRIMARY_MANY, LITERAL("a"), VOX_READING_STANDARD, NULL, NULL)
    );
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
    CHECK_SIZE(vox_tree_memory(tree).nodes, opened);
    /* An edit of another element does not parse the element. */
    CHECK_OK(vox_node_remove(tree, vox_array_get(tree, document_at(tree, "/data"), 1)));
    CHECK_SIZE(vox_tree_memory(tree).nodes, opened);
    CHECK(document_at(tree, "/data/0/attributes/t") != NULL);
    CHECK_SIZE(vox_tree_memory(tree).nodes, opened + 4);
    vox_tree_free(tree);
}

/** If primary data is one large object, the identifiers in its linkage stay deferred. */
static void linkage_stays_deferred(void) {
    char text[3000];
    static const char included[] =
        "\"included\":[{\"type\":\"b\",\"id\":\"1\"},{\"type\":\"b\",\"id\":\"2\"}]";
    for (int index = 0; index < 4; index++) {
        const bool large = index % 2, before = index / 2;
        int length = snprintf(
            text, sizeof text,
            "{%s%s\"data\":{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"t\":\"%*s\"},"
            "\"relationships\":{"
            "\"one\":{\"data\":{\"type\":\"b\",\"id\":\"1\"}},\"many\":{\"data\":["
            "{\"type\":\"b\",\"id\":\"1\"},{\"type\":\"b\",\"id\":\"2\"}]},\"none\":{\"data\":[]}}}"
            ",\"meta\":{}%s%s}",
            before ? included : "", before ? "," : "", large ? 1000 : 10, "", before ? "" : ",",
            before ? "" : included
        );
        reading lazy = read_as((vox_string){text, (size_t)length}, VOX_MODE_LAZY, 0, false);
        vox_tree *tree = lazy.tree;
        const size_t opened = 21, inside = 2 * 2; /* the values in two identifiers */
        CHECK_SIZE(vox_tree_memory(tree).nodes, opened + (large ? 0 : inside));
        CHECK_OK(vox_document_check(
            tree, VOX_PRIMARY_ONE, LITERAL("a"), VOX_READING_STANDARD, NULL, NULL
        ));
        const vox_node *data = document_at(tree, "/data");
        vox_node *many = vox_resource_linkage(tree, data, LITERAL("many")), *found;
        CHECK_SIZE(vox_node_count(tree, many), 2);
        CHECK_OK(vox_resource_resolve(tree, vox_node_last(tree, many), &found));
        CHECK(found == vox_array_get(tree, document_at(tree, "/included"), 1));
        CHECK_WRITES_STRING(
            tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, ((vox_string){text, (size_t)length})
        );
        CHECK_SIZE(vox_tree_memory(tree).nodes, opened + (large ? 0 : inside));
        CHECK(document_at(tree, "/data/relationships/many/data/1/id") != NULL);
        CHECK_SIZE(vox_tree_memory(tree).nodes, opened + (large ? inside / 2 : inside));
        vox_tree_free(tree);
    }
}

static void limits(void) {
    static const char text[] = "{\"data\":[{\"a\":[1,2,3]},{\"a\":[1,2,3]}]}";
    vox_options options = document_options();
    vox_tree *tree;
    vox_error lazy, eager;
    for (size_t limit = 1; limit < 16; limit++) {
        options.max_nodes = limit;
        options.mode = VOX_MODE_EAGER;
        vox_status expected = vox_tree_parse(text, sizeof text - 1, &options, &tree, &eager);
        vox_tree_free(tree);
        options.mode = VOX_MODE_LAZY;
        vox_status status = vox_tree_parse(text, sizeof text - 1, &options, &tree, &lazy);
        status = status == VOX_OK ? vox_tree_materialize(tree, &lazy) : status;
        CHECK_STATUS(status, expected);
        if (status != VOX_OK) {
            check_same_error(&lazy, &eager);
        }
        vox_tree_free(tree);
    }
    /* One parsed element is within the limit, and two are not. */
    options.max_nodes = 9;
    CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL));
    CHECK_SIZE(vox_node_count(tree, document_at(tree, "/data/1/a")), 3);
    CHECK(vox_node_first(tree, vox_array_get(tree, document_at(tree, "/data"), 0)) == NULL);
    CHECK_STATUS(vox_tree_failure(tree, NULL), VOX_ERROR_NODE_LIMIT);
    vox_tree_free(tree);
}

/** The depth of a text is checked when it is opened, whichever elements are deferred. */
static void depths(void) {
    static const char *const texts[] = {
        "{\"data\":[{\"a\":[[]]}]}",
        "{\"data\":[{}],\"included\":[{\"a\":{\"b\":{}}},{}]}",
        "{\"data\":[[[[]]]],\"meta\":{}}",
        "{\"data\":[{\"a\":{}}],\"meta\":[[[[[]]]]]}",
        "[[{}],[{\"a\":[{}]}]]",
        "{\"data\":{\"relationships\":{\"r\":{\"data\":[{\"meta\":{}}]}}}}",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (size_t depth = 1; depth <= 9; depth++) {
            for (size_t cut = 0; cut < 5; cut++) {
                vox_string text = vox_string_from_c(texts[index]);
                vox_options options = document_options();
                vox_error eager, lazy;
                vox_tree *tree;
                options.max_depth = depth;
                options.defer_depth = cut;
                check_note("text %zu, %zu deep, cut at %zu", index, depth, cut);
                options.mode = VOX_MODE_EAGER;
                vox_status expected = vox_tree_parse(
                    text.bytes, text.length, &options, &tree, &eager
                );
                vox_tree_free(tree);
                options.mode = VOX_MODE_LAZY;
                CHECK_STATUS(
                    vox_tree_parse(text.bytes, text.length, &options, &tree, &lazy), expected
                );
                CHECK(expected == VOX_OK || expected == VOX_ERROR_DEPTH_LIMIT);
                if (expected != VOX_OK) {
                    check_same_error(&lazy, &eager);
                }
                vox_tree_free(tree);
            }
        }
    }
    check_note(NULL);
}

/** yajl alone accepts surrogates without a partner, so the text around deferred values is checked
 *  for them. */
static void escapes_around_values(void) {
    static const char *const texts[] = {
        "{\"\\ud800\":1,\"data\":[{},{}]}",
        "{\"data\":[{},{}],\"\\ud800\":1}",
        "{\"data\":[{},{}],\"a\":\"\\udc00\"}",
        "{\"\\ud800\":[],\"data\":[{},{}],\"included\":[{},{}]}",
        "{\"data\":[{},{}],\"\\ud800\":[],\"included\":[{},{}]}",
        "{\"data\":[{},{}],\"included\":[{},{}],\"\\ud800\":[]}",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        const vox_string text = vox_string_from_c(texts[index]);
        vox_options options = document_options();
        vox_tree *tree = NULL;
        options.mode = VOX_MODE_LAZY;
        options.reader = has_yajl() ? VOX_READER_YAJL : VOX_READER_FAST;
        check_note("%s", texts[index]);
        CHECK_STATUS(
            vox_tree_parse(text.bytes, text.length, &options, &tree, NULL), VOX_ERROR_SURROGATE
        );
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** An element of a deferred array is parsed when it is first requested. */
static void elements_of_deferred_arrays(void) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    const vox_string text = LITERAL("{\"data\":[[1,2],[3,x],[4]]}");
    options.mode = VOX_MODE_LAZY;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    const vox_node *data = vox_object_get(tree, vox_tree_root(tree), LITERAL("data"));
    CHECK_TEXT(vox_node_text(tree, vox_array_get(tree, vox_array_get(tree, data, 0), 1)), "2");
    CHECK(vox_array_get(tree, vox_array_get(tree, data, 1), 0) == NULL);
    CHECK_TEXT(vox_node_text(tree, vox_array_get(tree, vox_array_get(tree, data, 2), 0)), "4");
    vox_tree_free(tree);
}

const check_test lazy_cases_tests[] = {
    CHECK_TEST(linkage_stays_deferred),
    CHECK_TEST(stays_deferred),
    CHECK_TEST(elements_of_deferred_arrays),
    CHECK_TEST(broken_values),
    CHECK_TEST(broken_and_shadowed),
    CHECK_TEST(validating),
    CHECK_TEST(limits),
    CHECK_TEST(depths),
    CHECK_TEST(escapes_around_values),
    CHECK_END,
};
