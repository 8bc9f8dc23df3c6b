/* SPDX-License-Identifier: MIT */
/** JSON Pointer: resolving, setting, and writing the pointer of a node. */
#include "corpora.h"
#include "document.h"
#include "tests.h"

#include <stdlib.h>

#define DOCUMENT                                                                                   \
    "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"m~n\":8,\"~1\":9,"                    \
    "\"o\":{\"\":{\"\":10}},\"0\":{\"-\":11,\"01\":12},\"a\\u0000b\":13,\"\\u00e9\":14}"

static void resolving(void) {
    static const struct {
        vox_string pointer;
        const char *source;
    } rows[] = {
        {{"/foo", 4}, "[\"bar\",\"baz\"]"},
        {{"/foo/0", 6}, "\"bar\""},
        {{"/foo/1", 6}, "\"baz\""},
        {{"/", 1}, "0"},
        {{"/a~1b", 5}, "1"},
        {{"/c%d", 4}, "2"},
        {{"/m~0n", 5}, "8"},
        {{"/~01", 4}, "9"},
        {{"/o//", 4}, "10"},
        {{"/0/-", 4}, "11"},
        {{"/0/01", 5}, "12"},
        {{"/a\0b", 4}, "13"},
        {{"/\xC3\xA9", 3}, "14"},
    };
    vox_tree *tree = document_from_c(DOCUMENT);
    vox_node *root = vox_tree_root(tree), *found = NULL;
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("%s", rows[index].pointer.bytes);
        CHECK_OK(vox_pointer_get(tree, root, rows[index].pointer, &found, NULL));
        CHECK_TEXT(vox_node_source(tree, found), rows[index].source);
    }
    CHECK_OK(vox_pointer_get(tree, root, (vox_string){NULL, 0}, &found, NULL));
    CHECK(found == root);
    CHECK_OK(vox_pointer_get(tree, document_at(tree, "/o"), LITERAL("//"), &found, NULL));
    CHECK_TEXT(vox_node_source(tree, found), "10");
    vox_tree_free(tree);
}

/** A segment begins at its '/'. The text before the error's offset is therefore the valid part
 *  of the pointer. */
static void refusing(void) {
    static const struct {
        const char *pointer;
        vox_status status;
        size_t offset;
    } rows[] = {
        {"foo", VOX_ERROR_POINTER, 0},
        {"#/foo", VOX_ERROR_POINTER, 0},
        {" /foo", VOX_ERROR_POINTER, 0},
        {"/m~n", VOX_ERROR_POINTER, 0},
        {"/m~2n", VOX_ERROR_POINTER, 0},
        {"/~", VOX_ERROR_POINTER, 0},
        {"/foo/~", VOX_ERROR_POINTER, 4},
        {"/nope", VOX_ERROR_MISSING, 0},
        {"/Foo", VOX_ERROR_MISSING, 0},
        {"/foo/", VOX_ERROR_MISSING, 4},
        {"/foo/00", VOX_ERROR_MISSING, 4},
        {"/foo/01", VOX_ERROR_MISSING, 4},
        {"/foo/-1", VOX_ERROR_MISSING, 4},
        {"/foo/+1", VOX_ERROR_MISSING, 4},
        {"/foo/1e0", VOX_ERROR_MISSING, 4},
        {"/foo/ 1", VOX_ERROR_MISSING, 4},
        {"/foo/-", VOX_ERROR_MISSING, 4},
        {"/foo/2", VOX_ERROR_MISSING, 4},
        {"/foo/4294967296", VOX_ERROR_MISSING, 4},
        {"/foo/18446744073709551616", VOX_ERROR_MISSING, 4},
        {"/foo/bar", VOX_ERROR_MISSING, 4},
        {"/foo/0/x", VOX_ERROR_MISSING, 6},
        {"/foo/0/", VOX_ERROR_MISSING, 6},
        {"/o/x/y", VOX_ERROR_MISSING, 2},
        {"/o///", VOX_ERROR_MISSING, 4},
        {"//x", VOX_ERROR_MISSING, 1},
    };
    vox_tree *tree = document_from_c(DOCUMENT);
    vox_node *root = vox_tree_root(tree);
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_node *found = NULL;
        size_t offset = 77;
        check_note("%s", rows[index].pointer);
        vox_string pointer = vox_string_from_c(rows[index].pointer);
        CHECK_STATUS(vox_pointer_get(tree, root, pointer, &found, &offset), rows[index].status);
        CHECK_SIZE(offset, rows[index].offset);
        CHECK(found == NULL);
        CHECK_STATUS(vox_pointer_get(tree, root, pointer, &found, NULL), rows[index].status);
    }
    vox_tree_free(tree);
}

static void standard_cases(void) {
    vox_string text;
    if (!corpora_have("pointer") || !CHECK(corpora_read("pointer/rfc6901.json", &text))) {
        return;
    }
    vox_tree *tree = document_parse(text);
    vox_node *document = document_at(tree, "/doc"), *found = NULL;
    size_t cases = 0, errors = 0;
    vox_node *row = vox_node_first(tree, document_at(tree, "/cases"));
    for (; row; row = vox_node_next(tree, row)) {
        vox_node *value = vox_object_get(tree, row, LITERAL("value"));
        vox_string pointer = vox_node_text(tree, vox_object_get(tree, row, LITERAL("ptr")));
        check_note("%.*s", (int)pointer.length, pointer.bytes);
        vox_status status = vox_pointer_get(tree, document, pointer, &found, NULL);
        if (vox_object_get(tree, row, LITERAL("fragment"))) {
            CHECK_STATUS(status, VOX_ERROR_POINTER); /* a URI fragment is not a pointer */
            continue;
        }
        CHECK_OK(status);
        bool equal = false;
        CHECK_OK(vox_node_equal(tree, found, tree, value ? value : document, &equal));
        CHECK(equal);
        cases++;
    }
    for (row = vox_node_first(tree, document_at(tree, "/errors")); row;
         row = vox_node_next(tree, row)) {
        vox_string pointer = vox_node_text(tree, vox_object_get(tree, row, LITERAL("ptr")));
        check_note("%.*s", (int)pointer.length, pointer.bytes);
        CHECK(vox_pointer_get(tree, document, pointer, &found, NULL) != VOX_OK);
        errors++;
    }
    CHECK_SIZE(cases, 12);
    CHECK(errors >= 12);
    vox_tree_free(tree);
    free((void *)(uintptr_t)text.bytes);
}

/** The pointer of every node leads back to the node. Returns the number of nodes. */
static size_t round_trip(vox_tree *tree) {
    size_t nodes = 0;
    char pointer[4096];
    for (vox_node *node = vox_tree_root(tree); node;) {
        size_t length = vox_pointer_write(tree, node, pointer, sizeof pointer);
        vox_node *found = NULL;
        CHECK(length <= sizeof pointer);
        CHECK_OK(
            vox_pointer_get(tree, vox_tree_root(tree), (vox_string){pointer, length}, &found, NULL)
        );
        CHECK(found == node);
        nodes++;
        vox_node *next = vox_node_first(tree, node);
        while (!next && node) {
            next = vox_node_next(tree, node);
            node = next ? node : vox_node_parent(tree, node);
        }
        node = next;
    }
    return nodes;
}

static void visit_round_trip(void *context, corpora_file file) {
    (void)context;
    vox_tree *tree = document_parse(file.text);
    CHECK(round_trip(tree) > 0);
    vox_tree_free(tree);
}

static void pointers_of_nodes(void) {
    vox_tree *tree = document_from_c(DOCUMENT);
    char buffer[16];
    vox_node *node = document_at(tree, "/a~1b");
    CHECK_SIZE(vox_pointer_write(tree, node, buffer, sizeof buffer), 5);
    CHECK_TEXT(((vox_string){buffer, 5}), "/a~1b");
    CHECK_SIZE(vox_pointer_write(tree, vox_tree_root(tree), NULL, 0), 0);
    CHECK_SIZE(vox_pointer_write(tree, node, NULL, 0), 5);
    memset(buffer, '!', sizeof buffer);
    CHECK_SIZE(vox_pointer_write(tree, document_at(tree, "/foo/1"), buffer, 3), 6);
    CHECK(buffer[3] == '!'); /* writes no more than the capacity */
    CHECK_SIZE(vox_pointer_write(tree, document_at(tree, "/foo/1"), buffer, 6), 6);
    CHECK_TEXT(((vox_string){buffer, 6}), "/foo/1");
    CHECK(buffer[6] == '!');
    CHECK_SIZE(round_trip(tree), 17);

    /* The pointer of a node in a detached value begins at the top of that value. */
    vox_node *part = document_at(tree, "/o");
    vox_node *below = document_at(tree, "/o//");
    CHECK_OK(vox_node_remove(tree, part));
    CHECK_SIZE(vox_pointer_write(tree, part, buffer, sizeof buffer), 0);
    CHECK_SIZE(vox_pointer_write(tree, below, buffer, sizeof buffer), 2);
    CHECK_TEXT(((vox_string){buffer, 2}), "//");
    vox_tree_free(tree);
    /* A real document with articles, comments and people. */
    if (corpora_have("synthetic")) {
        CHECK(corpora_visit("synthetic", "articles_100.json", visit_round_trip, NULL) == 1);
    }
}

static void setting(void) {
    static const struct {
        const char *pointer;
        vox_status status;
        const char *expected;
    } rows[] = {
        {"", VOX_OK, "9"},
        {"/a", VOX_OK, "{\"a\":9,\"l\":[1,2],\"s\":\"x\",\"o\":{}}"},
        {"/n~0~1", VOX_OK, "{\"a\":0,\"l\":[1,2],\"s\":\"x\",\"o\":{},\"n~/\":9}"},
        {"/", VOX_OK, "{\"a\":0,\"l\":[1,2],\"s\":\"x\",\"o\":{},\"\":9}"},
        {"/o/x", VOX_OK, "{\"a\":0,\"l\":[1,2],\"s\":\"x\",\"o\":{\"x\":9}}"},
        {"/o/-", VOX_OK, "{\"a\":0,\"l\":[1,2],\"s\":\"x\",\"o\":{\"-\":9}}"},
        {"/l/0", VOX_OK, "{\"a\":0,\"l\":[9,2],\"s\":\"x\",\"o\":{}}"},
        {"/l/2", VOX_OK, "{\"a\":0,\"l\":[1,2,9],\"s\":\"x\",\"o\":{}}"},
        {"/l/-", VOX_OK, "{\"a\":0,\"l\":[1,2,9],\"s\":\"x\",\"o\":{}}"},
        {"/l/3", VOX_ERROR_INDEX, NULL},
        {"/o/x/y", VOX_ERROR_MISSING, NULL},
        {"/l/2/x", VOX_ERROR_MISSING, NULL},
        {"/l/-/x", VOX_ERROR_MISSING, NULL},
        {"/s/x", VOX_ERROR_KIND, NULL},
        {"/a/0", VOX_ERROR_KIND, NULL},
        {"a", VOX_ERROR_POINTER, NULL},
        {"/~x", VOX_ERROR_POINTER, NULL},
        {"/l/~", VOX_ERROR_POINTER, NULL},
        {"/~2/x", VOX_ERROR_POINTER, NULL},
    };
    const char *json = "{\"a\":0,\"l\":[1,2],\"s\":\"x\",\"o\":{}}";
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("%s", rows[index].pointer);
        vox_tree *tree = document_from_c(json);
        vox_node *written = NULL;
        vox_status status = vox_pointer_set(
            tree, vox_tree_root(tree), vox_string_from_c(rows[index].pointer), vox_value_int64(9),
            &written, NULL
        );
        CHECK_STATUS(status, rows[index].status);
        if (rows[index].status == VOX_OK) {
            CHECK_TEXT(vox_node_text(tree, written), "9");
        } else {
            CHECK(!vox_node_changed(vox_tree_root(tree)));
        }
        CHECK_WRITES(
            tree, vox_tree_root(tree), VOX_STYLE_COMPACT,
            rows[index].expected ? rows[index].expected : json
        );
        vox_tree_free(tree);
    }
    /* These segments are not indexes. The call is refused and changes nothing. */
    static const char *const others[] = {"/l/01", "/l/x", "/l/", "/l/-1", "/l/1e0", "/l/1:"};
    for (size_t index = 0; index < COUNT(others); index++) {
        check_note("%s", others[index]);
        vox_tree *tree = document_from_c(json);
        CHECK(
            vox_pointer_set(
                tree, vox_tree_root(tree), vox_string_from_c(others[index]), vox_value_null(), NULL,
                NULL
            ) != VOX_OK
        );
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, json);
        vox_tree_free(tree);
    }
}

/** A look-up from a NULL node finds nothing, but still reports a malformed pointer. */
static void from_no_node(void) {
    static const struct {
        const char *pointer;
        vox_status status;
        size_t offset;
    } rows[] = {
        {"", VOX_ERROR_MISSING, 0},       {"/", VOX_ERROR_MISSING, 0},
        {"/a", VOX_ERROR_MISSING, 0},     {"/0", VOX_ERROR_MISSING, 0},
        {"/a/b/c", VOX_ERROR_MISSING, 0}, {"/~01/-", VOX_ERROR_MISSING, 0},
        {"a", VOX_ERROR_POINTER, 0},      {"/a/~", VOX_ERROR_POINTER, 2},
    };
    vox_tree *tree = document_from_c("{\"a\":{\"b\":1}}");
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_node *found = vox_tree_root(tree);
        size_t offset = 77;
        vox_string pointer = vox_string_from_c(rows[index].pointer);
        check_note("%s", rows[index].pointer);
        CHECK_STATUS(vox_pointer_get(tree, NULL, pointer, &found, &offset), rows[index].status);
        CHECK_SIZE(offset, rows[index].offset);
        CHECK(found == NULL);
        CHECK_STATUS(vox_pointer_get(tree, NULL, pointer, &found, NULL), rows[index].status);
        CHECK_STATUS(
            vox_pointer_set(tree, NULL, pointer, vox_value_null(), NULL, NULL), rows[index].status
        );
    }
    CHECK(!vox_node_changed(vox_tree_root(tree)));
    vox_tree_free(tree);
}

#define LONGEST_SEGMENT 700

/** Writes a segment of `length` bytes with escapes at the beginning, at the end, or throughout. */
static void make_segment(char *text, size_t length, size_t form) {
    memset(text, 'x', length);
    for (size_t at = 0; form == 2 && at + 1 < length; at += 2) {
        memcpy(text + at, at % 4 ? "~1" : "~0", 2);
    }
    if (form < 2) {
        memcpy(text + (form == 0 ? 0 : length - 2), form == 0 ? "~0" : "~1", 2);
    }
}

/** Finds a member of "/o" whose segment has escapes, and sets it. */
static void check_segment(vox_tree *tree, vox_string pointer, vox_node *expected) {
    enum {
        without_memory = 128 /* bytes in a segment that needs no memory */
    };
    vox_node *found = NULL, *root = vox_tree_root(tree);
    const size_t blocks = check_memory.blocks, bytes = check_memory.bytes;
    const size_t calls = check_memory.calls, taken = pointer.length - 3 > without_memory;
    size_t offset = 77;
    CHECK_OK(vox_pointer_get(tree, root, pointer, &found, NULL));
    CHECK(found == expected);
    CHECK_SIZE(check_memory.calls, calls + taken);
    check_memory.failing = true;
    vox_status status = vox_pointer_get(tree, root, pointer, &found, &offset);
    CHECK_STATUS(status, taken ? VOX_ERROR_MEMORY : VOX_OK);
    CHECK(found == (taken ? NULL : expected));
    CHECK_SIZE(offset, taken ? 2 : 77);
    offset = 77;
    status = vox_pointer_set(tree, root, pointer, vox_value_boolean(true), &found, &offset);
    CHECK_STATUS(status, taken ? VOX_ERROR_MEMORY : VOX_OK);
    CHECK_SIZE(offset, taken ? 2 : 77);
    CHECK_SIZE(vox_node_kind(expected), taken ? VOX_NULL : VOX_TRUE);
    check_memory.failing = false;
    CHECK_OK(vox_pointer_set(tree, root, pointer, vox_value_boolean(false), &found, NULL));
    CHECK(found == expected && vox_node_kind(expected) == VOX_FALSE);
    /* The requested memory was released. */
    CHECK_SIZE(check_memory.blocks, blocks);
    CHECK_SIZE(check_memory.bytes, bytes);
}

static void segments_of_any_length(void) {
    char pointer[3 + LONGEST_SEGMENT] = "/o/", written[3 + LONGEST_SEGMENT];
    for (size_t length = 2; length <= LONGEST_SEGMENT; length += length < 300 ? 1 : 100) {
        for (size_t form = 0; form < 3; form++) {
            vox_tree *tree = document_from_c("{\"o\":{}}");
            vox_node *node = NULL;
            vox_string text = {pointer, 3 + length};
            check_note("%zu bytes, form %zu", length, form);
            make_segment(pointer + 3, length, form);
            CHECK_OK(vox_pointer_set(tree, vox_tree_root(tree), text, vox_value_null(), &node, NULL)
            );
            CHECK_SIZE(vox_node_name(tree, node).length, length - (form == 2 ? length / 2 : 1));
            CHECK_SIZE(vox_pointer_write(tree, node, written, sizeof written), text.length);
            CHECK_STRING(((vox_string){written, text.length}), text);
            check_segment(tree, text, node);
            CHECK_SIZE(vox_node_count(tree, document_at(tree, "/o")), 1);
            vox_tree_free(tree);
        }
    }
}

const check_test pointers_tests[] = {
    CHECK_TEST(resolving),
    CHECK_TEST(refusing),
    CHECK_TEST(standard_cases),
    CHECK_TEST(pointers_of_nodes),
    CHECK_TEST(setting),
    CHECK_TEST(from_no_node),
    CHECK_TEST(segments_of_any_length),
    CHECK_END,
};
