/* SPDX-License-Identifier: MIT */
/** Every way to write a value, and the state after a refused write. */
#include "document.h"
#include "tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void every_form(void) {
    vox_tree *other = document_from_c("{\"deep\":[1,{\"x\":\"\xC3\xA9\"}]}");
    const struct {
        vox_value value;
        const char *expected;
        vox_kind kind;
    } rows[] = {
        {vox_value_null(), "null", VOX_NULL},
        {vox_value_boolean(true), "true", VOX_TRUE},
        {vox_value_boolean(false), "false", VOX_FALSE},
        {vox_value_int64(0), "0", VOX_NUMBER},
        {vox_value_int64(INT64_MIN), "-9223372036854775808", VOX_NUMBER},
        {vox_value_int64(INT64_MAX), "9223372036854775807", VOX_NUMBER},
        {vox_value_uint64(UINT64_MAX), "18446744073709551615", VOX_NUMBER},
        {vox_value_double(0.1), "0.1", VOX_NUMBER},
        {vox_value_double(-0.0), "-0", VOX_NUMBER},
        {vox_value_double(1e300), "1e+300", VOX_NUMBER},
        {vox_value_number(LITERAL("1.500E+0400")), "1.500E+0400", VOX_NUMBER},
        {vox_value_string(LITERAL("")), "\"\"", VOX_STRING},
        {vox_value_string(LITERAL("a\"\\/b")), "\"a\\\"\\\\/b\"", VOX_STRING},
        {vox_value_string(LITERAL("\n\xC3\xA9")), "\"\\n\xC3\xA9\"", VOX_STRING},
        {vox_value_array(), "[]", VOX_ARRAY},
        {vox_value_object(), "{}", VOX_OBJECT},
        {vox_value_json(LITERAL("[1,{\"a\":2.50}]")), "[1,{\"a\":2.50}]", VOX_ARRAY},
        {vox_value_json(LITERAL("1.0")), "1.0", VOX_NUMBER},
        {vox_value_copy(other, vox_tree_root(other)), "{\"deep\":[1,{\"x\":\"\xC3\xA9\"}]}",
         VOX_OBJECT},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("row %zu: %s", index, rows[index].expected);
        vox_tree *tree = document_from_c("{\"a\":[1,2,3],\"z\":0}");
        vox_node *root = vox_tree_root(tree), *node = document_at(tree, "/a"), *made = NULL;
        CHECK_OK(vox_node_set(tree, node, rows[index].value));
        CHECK(document_at(tree, "/a") == node && vox_node_kind(node) == rows[index].kind);
        CHECK_WRITES(tree, node, VOX_STYLE_COMPACT, rows[index].expected);
        CHECK_OK(vox_object_set(tree, root, LITERAL("n"), rows[index].value, &made));
        CHECK_WRITES(tree, made, VOX_STYLE_COMPACT, rows[index].expected);
        CHECK_OK(vox_node_new(tree, rows[index].value, &made));
        CHECK(!vox_node_attached(tree, made) && vox_node_kind(made) == rows[index].kind);
        CHECK_WRITES(tree, made, VOX_STYLE_COMPACT, rows[index].expected);
        vox_node *array = NULL;
        CHECK_OK(vox_object_set(tree, root, LITERAL("l"), vox_value_array(), &array));
        CHECK_OK(vox_array_append(tree, array, rows[index].value, NULL));
        CHECK_OK(vox_array_insert(tree, array, 0, vox_value_node(made), NULL));
        bool equal = false;
        CHECK_OK(
            vox_node_equal(tree, document_at(tree, "/l/0"), tree, document_at(tree, "/l/1"), &equal)
        );
        CHECK(equal && document_at(tree, "/l/0") == made);
        for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
            CHECK(document_survives(tree, (vox_style)style));
        }
        CHECK_OK(vox_node_set(tree, root, rows[index].value));
        CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, rows[index].expected);
        CHECK(vox_tree_root(tree) == root);
        vox_tree_free(tree);
    }
    vox_tree_free(other);
}

static void control_characters(void) {
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree);
    char text[129];
    for (int byte = 0; byte < 128; byte++) {
        text[byte] = (char)byte;
    }
    CHECK_OK(vox_node_set(tree, root, vox_value_string((vox_string){text, 128})));
    CHECK_STRING(vox_node_text(tree, root), ((vox_string){text, 128}));
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        CHECK(document_survives(tree, (vox_style)style));
    }
    vox_tree_free(tree);
}

/** Tries a value in every function that writes. The tree must not change. */
static void check_refused(vox_value value, vox_status expected) {
    static const char json[] = " { \"a\" : [1, 2], \"b\" : \"x\" } ";
    vox_tree *tree = document_from_c(json);
    vox_node *root = vox_tree_root(tree), *array = document_at(tree, "/a"), *out = NULL;
    CHECK_STATUS(vox_node_new(tree, value, &out), expected);
    CHECK(out == NULL);
    CHECK_STATUS(vox_node_set(tree, document_at(tree, "/b"), value), expected);
    CHECK_STATUS(vox_node_set(tree, root, value), expected);
    CHECK_STATUS(vox_object_set(tree, root, LITERAL("b"), value, &out), expected);
    CHECK_STATUS(vox_object_set(tree, root, LITERAL("new"), value, &out), expected);
    CHECK_STATUS(vox_object_insert(tree, root, array, LITERAL("new"), value, &out), expected);
    CHECK_STATUS(vox_array_append(tree, array, value, &out), expected);
    CHECK_STATUS(vox_array_insert(tree, array, 1, value, &out), expected);
    CHECK_STATUS(vox_pointer_set(tree, root, LITERAL("/a/0"), value, &out, NULL), expected);
    CHECK(out == NULL);
    CHECK(!vox_node_changed(root));
    CHECK_SIZE(vox_node_count(tree, root), 2);
    CHECK_SIZE(vox_node_count(tree, array), 2);
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, json);
    vox_tree_free(tree);
}

static void refused_values(void) {
    check_refused(vox_value_double((double)INFINITY), VOX_ERROR_NOT_FINITE);
    check_refused(vox_value_double(-(double)INFINITY), VOX_ERROR_NOT_FINITE);
    check_refused(vox_value_double((double)NAN), VOX_ERROR_NOT_FINITE);
    check_refused(vox_value_number(LITERAL("")), VOX_ERROR_NUMBER);
    check_refused(vox_value_number(LITERAL("01")), VOX_ERROR_NUMBER);
    check_refused(vox_value_number(LITERAL("1 ")), VOX_ERROR_NUMBER);
    check_refused(vox_value_number(LITERAL("NaN")), VOX_ERROR_NUMBER);
    check_refused(vox_value_string(LITERAL("\xFF")), VOX_ERROR_UTF8);
    check_refused(vox_value_string(LITERAL("a\xED\xA0\x80")), VOX_ERROR_UTF8);
    check_refused(vox_value_string(LITERAL("\xC0\x80")), VOX_ERROR_UTF8);
    vox_value unknown = vox_value_string(LITERAL("a"));
    unknown.form = (vox_value_form)(VOX_VALUE_NODE + 1);
    check_refused(unknown, VOX_ERROR_ARGUMENT);
    check_refused(vox_value_json(LITERAL("")), VOX_ERROR_END);
    check_refused(vox_value_json(LITERAL("[1,")), VOX_ERROR_END);
    check_refused(vox_value_json(LITERAL("[1 2]")), VOX_ERROR_SYNTAX);
    check_refused(vox_value_json(LITERAL("1 2")), VOX_ERROR_TRAILING);
    check_refused(vox_value_json(LITERAL("{} \"abc")), VOX_ERROR_TRAILING);
    check_refused(vox_value_json(LITERAL("\"\\ud800\"")), VOX_ERROR_SURROGATE);
    check_refused(vox_value_json(LITERAL("\"\xFF\"")), VOX_ERROR_UTF8);
}

static void refused_places(void) {
    static const char json[] = "{\"a\":[1,2],\"b\":\"x\"}";
    vox_tree *tree = document_from_c(json);
    vox_node *root = vox_tree_root(tree), *array = document_at(tree, "/a");
    vox_node *text = document_at(tree, "/b"), *out = NULL;
    vox_value value = vox_value_int64(1);
    CHECK_STATUS(vox_object_set(tree, array, LITERAL("x"), value, &out), VOX_ERROR_KIND);
    CHECK_STATUS(vox_object_set(tree, text, LITERAL("x"), value, &out), VOX_ERROR_KIND);
    CHECK_STATUS(vox_object_insert(tree, array, NULL, LITERAL("x"), value, &out), VOX_ERROR_KIND);
    CHECK_STATUS(vox_array_append(tree, root, value, &out), VOX_ERROR_KIND);
    CHECK_STATUS(vox_array_insert(tree, text, 0, value, &out), VOX_ERROR_KIND);
    CHECK_STATUS(vox_array_insert(tree, array, 3, value, &out), VOX_ERROR_INDEX);
    CHECK_STATUS(vox_array_insert(tree, array, SIZE_MAX, value, &out), VOX_ERROR_INDEX);
    CHECK_STATUS(
        vox_object_insert(tree, root, NULL, LITERAL("a"), value, &out), VOX_ERROR_DUPLICATE
    );
    CHECK_STATUS(
        vox_object_insert(tree, root, array, LITERAL("b"), value, &out), VOX_ERROR_DUPLICATE
    );
    CHECK_STATUS(vox_node_remove(tree, root), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_node_set(tree, text, vox_value_node(array)), VOX_ERROR_ATTACHED);
    CHECK_STATUS(vox_node_new(tree, vox_value_node(array), &out), VOX_ERROR_ARGUMENT);
    CHECK(out == NULL && !vox_node_changed(root));
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, json);
    vox_tree_free(tree);
}

/** The new value may be a part of the value that it overwrites. */
static void values_from_the_same_place(void) {
    vox_tree *tree = document_from_c("{\"a\":{\"b\":[1,\"two\"]},\"t\":\"some text\",\"n\":12.50}");
    vox_node *a = document_at(tree, "/a");
    CHECK_OK(vox_node_set(tree, a, vox_value_copy(tree, document_at(tree, "/a/b"))));
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "[1,\"two\"]");
    CHECK_OK(vox_array_append(tree, a, vox_value_copy(tree, a), NULL));
    CHECK_WRITES(tree, a, VOX_STYLE_COMPACT, "[1,\"two\",[1,\"two\"]]");
    CHECK_OK(vox_array_append(tree, a, vox_value_copy(tree, vox_tree_root(tree)), NULL));
    CHECK_SIZE(vox_node_count(tree, a), 4);
    vox_node *text = document_at(tree, "/t");
    vox_string own = vox_node_text(tree, text);
    own.bytes += 5;
    own.length -= 5;
    CHECK_OK(vox_node_set(tree, text, vox_value_string(own)));
    CHECK_TEXT(vox_node_text(tree, text), "text");
    own = vox_node_text(tree, text);
    own.bytes += 1;
    own.length -= 1;
    CHECK_OK(vox_node_set(tree, text, vox_value_string(own)));
    CHECK_TEXT(vox_node_text(tree, text), "ext");
    CHECK_OK(vox_object_set(
        tree, vox_tree_root(tree), vox_node_text(tree, text),
        vox_value_number(vox_node_text(tree, document_at(tree, "/n"))), NULL
    ));
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/ext")), "12.50");
    vox_tree_free(tree);
}

/** Writing an equal value changes nothing. */
static void writing_the_same(void) {
    static const char json[] = "{\"t\":\"\\u0061b\",\"n\":1.50,\"z\":null}";
    vox_tree *tree = document_from_c(json);
    CHECK_OK(vox_node_set(tree, document_at(tree, "/t"), vox_value_string(LITERAL("ab"))));
    CHECK_OK(vox_node_set(tree, document_at(tree, "/n"), vox_value_number(LITERAL("1.50"))));
    CHECK(!vox_node_changed(vox_tree_root(tree)));
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, json);
    CHECK_TEXT(vox_node_source(tree, document_at(tree, "/t")), "\"\\u0061b\"");
    CHECK_OK(vox_node_set(tree, document_at(tree, "/n"), vox_value_number(LITERAL("1.5"))));
    CHECK(vox_node_changed(vox_tree_root(tree)));
    vox_tree_free(tree);
}

/** A text stays valid until its own node is written, whatever else is written. */
static void text_is_stable(void) {
    vox_tree *tree = document_from_c("{\"a\":\"source\",\"b\":\"esc\\u0061ped\",\"list\":[]}");
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/list"), *stored = NULL;
    CHECK_OK(vox_object_set(tree, root, LITERAL("c"), vox_value_string(LITERAL("stored")), &stored)
    );
    vox_string a = vox_node_text(tree, document_at(tree, "/a"));
    vox_string b = vox_node_text(tree, document_at(tree, "/b"));
    vox_string c = vox_node_text(tree, stored), name = vox_node_name(tree, stored);
    for (int number = 0; number < 20000; number++) {
        char text[64];
        int length = snprintf(text, sizeof text, "element number %d", number);
        vox_string value = {text, (size_t)length};
        CHECK_OK(vox_array_append(tree, list, vox_value_string(value), NULL));
    }
    CHECK_OK(vox_node_remove(tree, stored));
    CHECK_TEXT(a, "source");
    CHECK_TEXT(b, "escaped");
    CHECK_TEXT(c, "stored");
    CHECK_TEXT(name, "c");
    CHECK(vox_node_text(tree, stored).bytes == c.bytes);
    vox_tree_free(tree);
}

/** Overwriting a member a million times must not make the tree grow. */
static void slots_are_reused(void) {
    vox_tree *tree = document_from_c("{\"n\":0,\"t\":\"\"}");
    vox_node *root = vox_tree_root(tree);
    size_t after_warm_up = 0;
    int64_t rounds = check_quick() ? 20000 : 1000000;
    for (int64_t round = 0; round < rounds; round++) {
        char text[40];
        int length = snprintf(text, sizeof text, "value %d", (int)(round % 977));
        vox_string value = {text, (size_t)length};
        vox_status status = vox_object_set(tree, root, LITERAL("n"), vox_value_int64(round), NULL);
        if (status == VOX_OK) {
            status = vox_object_set(tree, root, LITERAL("t"), vox_value_string(value), NULL);
        }
        if (!CHECK_OK(status)) {
            break;
        }
        if (round == 10000) {
            after_warm_up = vox_tree_memory(tree).reserved;
        }
    }
    vox_memory memory = vox_tree_memory(tree);
    check_note("%zu bytes after the warm-up, %zu at the end", after_warm_up, memory.reserved);
    CHECK(memory.reserved < after_warm_up + 4096);
    CHECK(memory.nodes < 16);
    vox_tree_free(tree);
}

static void memory_is_counted(void) {
    vox_tree *tree = document_from_c("[1,[2,3],{\"a\":\"b\"}]");
    vox_memory before = vox_tree_memory(tree);
    CHECK_SIZE(before.nodes, 7);
    CHECK_SIZE(before.reserved, check_memory.bytes);
    vox_node *root = vox_tree_root(tree);
    for (int round = 0; round < 100; round++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_json(LITERAL("[\"xxxxxxxx\"]")), NULL));
        CHECK_OK(vox_node_remove(tree, vox_node_last(tree, root)));
    }
    vox_memory after = vox_tree_memory(tree);
    CHECK_SIZE(after.reserved, check_memory.bytes);
    CHECK(after.wasted > before.wasted && after.wasted <= after.reserved);
    CHECK(after.nodes >= before.nodes);

    vox_tree *compacted = NULL;
    CHECK_OK(vox_tree_compact(tree, &compacted));
    CHECK_SIZE(vox_tree_memory(compacted).nodes, 7);
    CHECK(vox_tree_memory(compacted).reserved < after.reserved);
    CHECK_SIZE(vox_tree_memory(compacted).wasted, 0);
    CHECK(!vox_node_changed(vox_tree_root(compacted)));
    CHECK_WRITES(
        compacted, vox_tree_root(compacted), VOX_STYLE_PRESERVE, "[1,[2,3],{\"a\":\"b\"}]"
    );
    vox_tree_free(compacted);
    vox_tree_free(tree);
}

/** Texts that are no longer used count as wasted. Texts that are used do not. */
static void texts_that_are_wasted(void) {
    char text[1024];
    vox_tree *tree = document_from_c("[null,{}]");
    vox_node *node = document_at(tree, "/0"), *object = document_at(tree, "/1");
    size_t wasted = vox_tree_memory(tree).wasted, most = 0;
    memset(text, 'x', sizeof text);
    CHECK_SIZE(wasted, 0);
    for (size_t length = 8, records = 0; length <= sizeof text; length *= 2, records++) {
        /* The memory of the earlier text is too short for this text. */
        CHECK_OK(vox_node_set(tree, node, vox_value_string((vox_string){text, length})));
        wasted = vox_tree_memory(tree).wasted;
        CHECK(wasted >= most && wasted <= most + 32 * records);
        CHECK_SIZE(wasted % 8, 0); /* the size of a record is a multiple of 8 bytes */
        most += length;
    }
    CHECK_OK(vox_node_set(tree, node, vox_value_null()));
    CHECK(vox_tree_memory(tree).wasted >= most);
    /* The same holds for a name. */
    wasted = vox_tree_memory(tree).wasted;
    CHECK_OK(vox_object_set(tree, object, (vox_string){text, 500}, vox_value_null(), &node));
    CHECK_SIZE(vox_tree_memory(tree).wasted, wasted);
    CHECK_OK(vox_node_remove(tree, node));
    CHECK(vox_tree_memory(tree).wasted >= wasted + 500);
    vox_tree_free(tree);
}

/** A JSON text needs one value for each value in it, and no copy of the text. */
static void what_values_take(void) {
    static const struct {
        const char *text;
        size_t values;
    } rows[] = {{"1", 1}, {"[]", 1}, {"[1,2]", 3}, {"{\"a\":{\"b\":[null,{}]}}", 5}};
    for (size_t index = 0; index < COUNT(rows); index++) {
        for (size_t less = 0; less < 2; less++) {
            vox_options options = document_options();
            options.max_nodes = 1 + 3 * rows[index].values - less;
            vox_tree *tree = NULL;
            vox_node *made = NULL;
            vox_value value = vox_value_json(vox_string_from_c(rows[index].text));
            vox_status status = less ? VOX_ERROR_NODE_LIMIT : VOX_OK;
            check_note("%s, %zu less", rows[index].text, less);
            CHECK_OK(vox_tree_parse("[]", 2, &options, &tree, NULL));
            vox_node *root = vox_tree_root(tree);
            CHECK_OK(vox_node_new(tree, value, &made));
            CHECK_OK(vox_array_append(tree, root, value, NULL));
            CHECK_STATUS(vox_array_append(tree, root, value, NULL), status);
            CHECK_STATUS(vox_node_new(tree, value, &made), VOX_ERROR_NODE_LIMIT);
            vox_tree_free(tree);
        }
    }
    check_note(NULL);
    char text[40000];
    memset(text, ' ', sizeof text);
    text[20000] = '7';
    vox_options options = document_options();
    options.max_memory = 30000;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse("[0]", 3, &options, &tree, NULL));
    vox_value value = vox_value_json((vox_string){text, sizeof text});
    CHECK_OK(vox_node_set(tree, document_at(tree, "/0"), value));
    CHECK_OK(vox_array_append(tree, vox_tree_root(tree), value, NULL));
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "[7,7]");
    vox_tree_free(tree);
}

/** A value cannot be created from a missing node. */
static void no_node(void) {
    vox_tree *tree = document_from_c("{\"a\":[1],\"b\":{}}");
    static const char other_text[] = "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},[2]]}";
    vox_tree *other = NULL;
    vox_options options = document_options();
    options.mode = VOX_MODE_LAZY;
    CHECK_OK(vox_tree_parse(other_text, sizeof other_text - 1, &options, &other, NULL));
    vox_node *elements = vox_object_get(other, vox_tree_root(other), LITERAL("data"));
    vox_node *deferred = vox_node_first(other, elements);
    const size_t nodes = vox_tree_memory(tree).nodes, other_nodes = vox_tree_memory(other).nodes;
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/a"), *made = NULL;
    /* A value cannot be created from a node without a tree, or with a tree to which it does not
     * belong. */
    const vox_value none[] = {
        vox_value_node(NULL),
        vox_value_node(vox_tree_root(other)),
        vox_value_node(deferred),
        vox_value_copy(tree, NULL),
        vox_value_copy(NULL, NULL),
        vox_value_copy(NULL, list),
        vox_value_copy(NULL, document_at(tree, "/a/0")),
        vox_value_copy(other, list),
        vox_value_copy(tree, vox_tree_root(other)),
        vox_value_copy(tree, deferred),
    };
    for (size_t row = 0; row < COUNT(none); row++) {
        const vox_value value = none[row];
        check_note("row %zu", row);
        CHECK_STATUS(vox_object_set(tree, root, LITERAL("a"), value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_object_set(tree, root, LITERAL("c"), value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(
            vox_object_insert(tree, root, NULL, LITERAL("c"), value, NULL), VOX_ERROR_ARGUMENT
        );
        CHECK_STATUS(vox_array_append(tree, list, value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_array_insert(tree, list, 0, value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_node_set(tree, list, value), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_node_new(tree, value, &made), VOX_ERROR_ARGUMENT);
        CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\"a\":[1],\"b\":{}}");
        CHECK_SIZE(vox_tree_memory(tree).nodes, nodes);
        CHECK_SIZE(vox_tree_memory(other).nodes, other_nodes); /* no deferred value was parsed */
    }
    CHECK_WRITES(other, vox_tree_root(other), VOX_STYLE_COMPACT, other_text);
    vox_tree_free(other);
    vox_tree_free(tree);
}

const check_test editing_tests[] = {
    CHECK_TEST(every_form),
    CHECK_TEST(control_characters),
    CHECK_TEST(refused_values),
    CHECK_TEST(refused_places),
    CHECK_TEST(values_from_the_same_place),
    CHECK_TEST(writing_the_same),
    CHECK_TEST(text_is_stable),
    CHECK_TEST(slots_are_reused),
    CHECK_TEST(memory_is_counted),
    CHECK_TEST(texts_that_are_wasted),
    CHECK_TEST(what_values_take),
    CHECK_TEST(no_node),
    CHECK_END,
};
