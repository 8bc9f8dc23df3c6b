/* SPDX-License-Identifier: MIT */
/** JSON Patch and JSON Merge Patch, applied: the examples of the RFCs, and bytes that must stay. */
#include "patching.h"
#include "check.h"
#include "corpora.h"
#include "document.h"

#include <stdlib.h>
#include <string.h>

/* --- the tables ---------------------------------------------------------------- */

/** The examples of RFC 6902, appendix A. With `after` NULL, the patch is refused with the
 *  status. */
typedef struct example {
    const char *name;
    const char *before;
    const char *patch;
    const char *after;
    vox_status status;
} example;

static const example examples[] = {
    {"A.1", "{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\"}]",
     "{\"baz\":\"qux\",\"foo\":\"bar\"}", VOX_OK},
    {"A.2", "{\"foo\":[\"bar\",\"baz\"]}",
     "[{\"op\":\"add\",\"path\":\"/foo/1\",\"value\":\"qux\"}]",
     "{\"foo\":[\"bar\",\"qux\",\"baz\"]}", VOX_OK},
    {"A.3", "{\"baz\":\"qux\",\"foo\":\"bar\"}", "[{\"op\":\"remove\",\"path\":\"/baz\"}]",
     "{\"foo\":\"bar\"}", VOX_OK},
    {"A.4", "{\"foo\":[\"bar\",\"qux\",\"baz\"]}", "[{\"op\":\"remove\",\"path\":\"/foo/1\"}]",
     "{\"foo\":[\"bar\",\"baz\"]}", VOX_OK},
    {"A.5", "{\"baz\":\"qux\",\"foo\":\"bar\"}",
     "[{\"op\":\"replace\",\"path\":\"/baz\",\"value\":\"boo\"}]",
     "{\"baz\":\"boo\",\"foo\":\"bar\"}", VOX_OK},
    {"A.6", "{\"foo\":{\"bar\":\"baz\",\"waldo\":\"fred\"},\"qux\":{\"corge\":\"grault\"}}",
     "[{\"op\":\"move\",\"from\":\"/foo/waldo\",\"path\":\"/qux/thud\"}]",
     "{\"foo\":{\"bar\":\"baz\"},\"qux\":{\"corge\":\"grault\",\"thud\":\"fred\"}}", VOX_OK},
    {"A.7", "{\"foo\":[\"all\",\"grass\",\"cows\",\"eat\"]}",
     "[{\"op\":\"move\",\"from\":\"/foo/1\",\"path\":\"/foo/3\"}]",
     "{\"foo\":[\"all\",\"cows\",\"eat\",\"grass\"]}", VOX_OK},
    {"A.8", "{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}",
     "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"qux\"},"
     "{\"op\":\"test\",\"path\":\"/foo/1\",\"value\":2}]",
     "{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}", VOX_OK},
    {"A.9", "{\"baz\":\"qux\"}", "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"bar\"}]", NULL,
     VOX_ERROR_TEST},
    {"A.10", "{\"foo\":\"bar\"}",
     "[{\"op\":\"add\",\"path\":\"/child\",\"value\":{\"grandchild\":{}}}]",
     "{\"foo\":\"bar\",\"child\":{\"grandchild\":{}}}", VOX_OK},
    {"A.11", "{\"foo\":\"bar\"}",
     "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"xyz\":123}]",
     "{\"foo\":\"bar\",\"baz\":\"qux\"}", VOX_OK},
    {"A.12", "{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz/bat\",\"value\":\"qux\"}]",
     NULL, VOX_ERROR_MISSING},
    /* This differs from example A.13: the last of two members `op` counts. */
    {"A.13", "{\"foo\":\"bar\"}",
     "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"op\":\"remove\"}]", NULL,
     VOX_ERROR_MISSING},
    {"A.14", "{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":10}]",
     "{\"/\":9,\"~1\":10}", VOX_OK},
    {"A.15", "{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":\"10\"}]", NULL,
     VOX_ERROR_TEST},
    {"A.16", "{\"foo\":[\"bar\"]}",
     "[{\"op\":\"add\",\"path\":\"/foo/-\",\"value\":[\"abc\",\"def\"]}]",
     "{\"foo\":[\"bar\",[\"abc\",\"def\"]]}", VOX_OK},
    /* Cases that the appendix does not have. */
    {"the whole", "{\"a\":1}", "[{\"op\":\"replace\",\"path\":\"\",\"value\":[1,2]}]", "[1,2]",
     VOX_OK},
    {"the whole by a move", "{\"a\":{\"b\":[1]},\"c\":2}",
     "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"\"}]", "{\"b\":[1]}", VOX_OK},
    {"the whole moved to itself", "[1]", "[{\"op\":\"move\",\"from\":\"\",\"path\":\"\"}]", "[1]",
     VOX_OK},
    {"the whole removed", "[1]", "[{\"op\":\"remove\",\"path\":\"\"}]", NULL, VOX_ERROR_ARGUMENT},
    {"moved over its parent", "{\"a\":{\"b\":{\"c\":1}}}",
     "[{\"op\":\"move\",\"from\":\"/a/b\",\"path\":\"/a\"}]", "{\"a\":{\"c\":1}}", VOX_OK},
    {"moved below itself", "{\"a\":{\"b\":1}}",
     "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b\"}]", NULL, VOX_ERROR_CYCLE},
    {"moved beside itself", "{\"a\":{\"b\":1},\"ab\":{}}",
     "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/ab/c\"}]", "{\"ab\":{\"c\":{\"b\":1}}}",
     VOX_OK},
    {"copied below itself", "{\"a\":{\"b\":1}}",
     "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/b\"}]", "{\"a\":{\"b\":{\"b\":1}}}", VOX_OK},
    {"copied over its parent", "{\"a\":{\"b\":\"x\"}}",
     "[{\"op\":\"copy\",\"from\":\"/a/b\",\"path\":\"/a\"}]", "{\"a\":\"x\"}", VOX_OK},
    {"replaced by what is not there", "{}", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}]",
     NULL, VOX_ERROR_MISSING},
    {"replaced behind the end", "[1]", "[{\"op\":\"replace\",\"path\":\"/-\",\"value\":1}]", NULL,
     VOX_ERROR_MISSING},
    {"added past the end", "[1]", "[{\"op\":\"add\",\"path\":\"/2\",\"value\":1}]", NULL,
     VOX_ERROR_INDEX},
    {"added far past the end", "[1]",
     "[{\"op\":\"add\",\"path\":\"/18446744073709551616\",\"value\":1}]", NULL, VOX_ERROR_INDEX},
    {"added further still", "[1]",
     "[{\"op\":\"add\",\"path\":\"/99999999999999999999999999\",\"value\":1}]", NULL,
     VOX_ERROR_INDEX},
    {"added at no index", "[1]", "[{\"op\":\"add\",\"path\":\"/00\",\"value\":1}]", NULL,
     VOX_ERROR_MISSING},
    {"added to a text", "{\"a\":\"b\"}", "[{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}]", NULL,
     VOX_ERROR_KIND},
    {"removed below a text", "{\"a\":\"b\"}", "[{\"op\":\"remove\",\"path\":\"/a/b\"}]", NULL,
     VOX_ERROR_MISSING},
    {"no pointer", "{\"a\":1}", "[{\"op\":\"remove\",\"path\":\"a\"}]", NULL, VOX_ERROR_POINTER},
    {"a bad escape", "{\"a\":1}", "[{\"op\":\"remove\",\"path\":\"/a~2\"}]", NULL,
     VOX_ERROR_POINTER},
    {"no array", "{}", "{}", NULL, VOX_ERROR_OPERATION},
    {"no object", "{}", "[1]", NULL, VOX_ERROR_OPERATION},
    {"no op", "{}", "[{\"path\":\"\"}]", NULL, VOX_ERROR_OPERATION},
    {"an unknown op", "{}", "[{\"op\":\"ADD\",\"path\":\"/a\",\"value\":1}]", NULL,
     VOX_ERROR_OPERATION},
    {"no path", "{}", "[{\"op\":\"add\",\"value\":1}]", NULL, VOX_ERROR_OPERATION},
    {"no value", "{}", "[{\"op\":\"add\",\"path\":\"/a\"}]", NULL, VOX_ERROR_OPERATION},
    {"no from", "{}", "[{\"op\":\"copy\",\"path\":\"/a\"}]", NULL, VOX_ERROR_OPERATION},
    {"repeated names", "{\"a\":1,\"b\":2,\"a\":3}", "[{\"op\":\"remove\",\"path\":\"/a\"}]",
     "{\"b\":2}", VOX_OK},
    {"a repeated name written", "{\"a\":1,\"b\":2,\"a\":3}",
     "[{\"op\":\"add\",\"path\":\"/a\",\"value\":{}},{\"op\":\"add\",\"path\":\"/a/"
     "x\",\"value\":0}]",
     "{\"a\":{\"x\":0},\"b\":2}", VOX_OK},
    {"a repeated name moved over", "{\"a\":1,\"b\":2,\"a\":3}",
     "[{\"op\":\"move\",\"from\":\"/b\",\"path\":\"/a\"}]", "{\"a\":2}", VOX_OK},
    {"a repeated path and value", "{\"a\":1,\"b\":2}",
     "[{\"value\":3,\"path\":\"/a\",\"op\":\"add\",\"path\":\"/b\",\"value\":4}]",
     "{\"a\":1,\"b\":4}", VOX_OK},
    {"a repeated from", "{\"a\":1,\"b\":2}",
     "[{\"from\":\"/a\",\"path\":\"/c\",\"op\":\"copy\",\"from\":\"/b\"}]",
     "{\"a\":1,\"b\":2,\"c\":2}", VOX_OK},
    {"names with escapes", "{\"a\":1}",
     "[{\"\\u006fp\":\"add\",\"pat\\u0068\":\"/b\",\"v\\u0061lue\":2}]", "{\"a\":1,\"b\":2}",
     VOX_OK},
};

static void the_examples(void) {
    for (size_t index = 0; index < COUNT(examples); index++) {
        const example *row = &examples[index];
        check_note("%s", row->name);
        patching_check(row->before, row->patch, row->after, row->status);
    }
}

/** The table of RFC 7386, appendix A, and the example of section 3. */
static const char *const merges[][3] = {
    {"{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
    {"{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}"},
    {"{\"a\":\"b\"}", "{\"a\":null}", "{}"},
    {"{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}"},
    {"{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
    {"{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}"},
    {"{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}"},
    {"{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}"},
    {"[\"a\",\"b\"]", "[\"c\",\"d\"]", "[\"c\",\"d\"]"},
    {"{\"a\":\"b\"}", "[\"c\"]", "[\"c\"]"},
    {"{\"a\":\"foo\"}", "null", "null"},
    {"{\"a\":\"foo\"}", "\"bar\"", "\"bar\""},
    {"{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}"},
    {"[1,2]", "{\"a\":\"b\",\"c\":null}", "{\"a\":\"b\"}"},
    {"{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}"},
    {"{\"title\":\"Goodbye!\",\"author\":{\"givenName\":\"John\",\"familyName\":\"Doe\"},"
     "\"tags\":[\"example\",\"sample\"],\"content\":\"This will be unchanged\"}",
     "{\"title\":\"Hello!\",\"phoneNumber\":\"+01-123-456-7890\",\"author\":{\"familyName\":null},"
     "\"tags\":[\"example\"]}",
     "{\"title\":\"Hello!\",\"author\":{\"givenName\":\"John\"},\"tags\":[\"example\"],"
     "\"content\":\"This will be unchanged\",\"phoneNumber\":\"+01-123-456-7890\"}"},
    /* Cases that the table does not have. */
    {"{\"a\":{\"b\":1}}", "{\"a\":{}}", "{\"a\":{\"b\":1}}"},
    {"{\"a\":[1]}", "{\"a\":{}}", "{\"a\":{}}"},
    {"{\"a\":1,\"a\":{\"b\":2,\"c\":3}}", "{\"a\":{\"b\":null}}", "{\"a\":{\"c\":3}}"},
    {"{\"a\":1}", "{\"a\":{\"b\":[null]},\"c\":{\"d\":{\"e\":false}},\"f\":0}",
     "{\"a\":{\"b\":[null]},\"c\":{\"d\":{\"e\":false}},\"f\":0}"},
};

static void the_table_of_merge_patches(void) {
    for (size_t index = 0; index < COUNT(merges); index++) {
        check_note("%s with %s", merges[index][0], merges[index][1]);
        vox_tree *tree = document_from_c(merges[index][0]);
        vox_tree *patch = document_from_c(merges[index][1]);
        vox_node *root = vox_tree_root(tree);
        CHECK_OK(vox_merge_patch_apply(tree, root, patch, vox_tree_root(patch), NULL));
        CHECK(document_equals_text(tree, root, vox_string_from_c(merges[index][2])));
        CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
}

/* --- the collection of test cases ---------------------------------------------- */

static void run_case(vox_tree *tree, const vox_node *record, size_t *enabled) {
    bool disabled = false;
    vox_node *patch = vox_object_get(tree, record, LITERAL("patch"));
    vox_node *expected = vox_object_get(tree, record, LITERAL("expected"));
    if (!patch || (vox_node_boolean(vox_object_get(tree, record, LITERAL("disabled")), &disabled) &&
                   disabled)) {
        return;
    }
    vox_string comment = vox_node_text(tree, vox_object_get(tree, record, LITERAL("comment")));
    check_note("case %zu: %.*s", *enabled, (int)comment.length, comment.bytes);
    ++*enabled;
    vox_node *doc = vox_object_get(tree, record, LITERAL("doc"));
    vox_tree *before = NULL;
    if (!CHECK_OK(vox_tree_copy(tree, doc, &before))) {
        return;
    }
    vox_node *root = vox_tree_root(before);
    vox_status status = vox_patch_apply(before, root, tree, patch, NULL, NULL);
    const bool refused = vox_object_get(tree, record, LITERAL("error")) != NULL;
    bool equal = false;
    CHECK((status != VOX_OK) == refused);
    CHECK_OK(vox_node_equal(tree, refused || !expected ? doc : expected, before, root, &equal));
    CHECK(equal);
    vox_tree_free(before);
}

static void the_collection(void) {
    static const char *const files[] = {
        "json-patch-tests/tests.json", "json-patch-tests/spec_tests.json"};
    static const size_t counts[] = {92, 16};
    if (!corpora_have("json-patch-tests")) {
        return;
    }
    for (size_t file = 0; file < COUNT(files); file++) {
        vox_string text;
        if (!CHECK(corpora_read(files[file], &text))) {
            return;
        }
        vox_tree *tree = document_parse(text);
        size_t enabled = 0;
        vox_node *root = vox_tree_root(tree), *record = vox_node_first(tree, root);
        for (; record; record = vox_node_next(tree, record)) {
            run_case(tree, record, &enabled);
        }
        check_note(NULL);
        CHECK_SIZE(enabled, counts[file]);
        vox_tree_free(tree);
        free((void *)(uintptr_t)text.bytes);
    }
}

/* --- bytes and nodes ----------------------------------------------------------- */

static void untouched_bytes_are_kept(void) {
    static const char before[] =
        "{ \"\\u0061\" : 1.50 ,\n  \"b\":[ 1,  2 ,3 ],\n  \"c\":{\"d\":\"\\u0041\" }\n}\n";
    vox_tree *tree = document_from_c(before);
    vox_tree *patch = document_from_c("[{\"op\":\"replace\",\"path\":\"/a\",\"value\":2},"
                                      "{\"op\":\"remove\",\"path\":\"/b/1\"},"
                                      "{\"op\":\"move\",\"from\":\"/c/d\",\"path\":\"/e\"}]");
    vox_node *root = vox_tree_root(tree), *a = document_at(tree, "/a"),
             *d = document_at(tree, "/c/d");
    CHECK_OK(vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL));
    CHECK(document_at(tree, "/a") == a && document_at(tree, "/e") == d); /* the nodes are the
                                                                          * same */
    CHECK_WRITES(
        tree, root, VOX_STYLE_PRESERVE,
        "{ \"\\u0061\" : 2 ,\n  \"b\":[ 1,3 ],\n  \"c\":{ },\n  \"e\":\"\\u0041\"\n}\n"
    );
    vox_tree_free(tree);
    vox_tree_free(patch);
}

/** A removed or overwritten value is detached. It stays readable and can be put into the tree
 *  again. */
static void removed_nodes_stay(void) {
    vox_tree *tree = document_from_c("{\"a\":{\"b\":[1,2]},\"c\":[3]}");
    vox_tree *patch = document_from_c("[{\"op\":\"replace\",\"path\":\"/a\",\"value\":{}},"
                                      "{\"op\":\"remove\",\"path\":\"/c\"}]");
    vox_node *root = vox_tree_root(tree), *b = document_at(tree, "/a/b"),
             *c = document_at(tree, "/c");
    CHECK_OK(vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL));
    CHECK(!vox_node_attached(tree, b) && !vox_node_attached(tree, c));
    CHECK(!vox_node_parent(tree, b) && !vox_node_parent(tree, c));
    CHECK_WRITES(tree, b, VOX_STYLE_COMPACT, "[1,2]");
    CHECK_OK(vox_object_set(tree, root, LITERAL("b"), vox_value_node(b), NULL));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"a\":{},\"b\":[1,2]}");
    vox_node *a = document_at(tree, "/a");
    vox_tree *whole = document_from_c("[{\"op\":\"replace\",\"path\":\"\",\"value\":[]}]");
    CHECK_OK(vox_patch_apply(tree, root, whole, vox_tree_root(whole), NULL, NULL));
    CHECK(!vox_node_attached(tree, a) && !vox_node_attached(tree, b));
    CHECK(!vox_node_parent(tree, a) && vox_tree_root(tree) == root);
    vox_tree_free(tree);
    vox_tree_free(patch);
    vox_tree_free(whole);
}

/** The text of an overwritten value is restored, even if the new text fills the same memory. */
static void texts_come_back(void) {
    static const char *const patches[] = {
        "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":\"0123456789\"}]",
        "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":\"abcdefghij\"},"
        "{\"op\":\"remove\",\"path\":\"/b\"}]",
        "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":\"abc\"},"
        "{\"op\":\"remove\",\"path\":\"/b\"}]",
    };
    vox_tree *tree = document_from_c("{\"a\":\"b\"}");
    for (size_t index = 0; index < COUNT(patches); index++) {
        vox_tree *patch = document_from_c(patches[index]);
        vox_status status = vox_patch_apply(
            tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL
        );
        CHECK_STATUS(status, index ? VOX_ERROR_MISSING : VOX_OK);
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "{\"a\":\"0123456789\"}");
        vox_tree_free(patch);
    }
    vox_tree_free(tree);
}

/** A merge patch without members parses no deferred value. */
static void nothing_is_merged_lazily(void) {
    static const char text[] = "[{\"a\":1},{\"b\":tru}]";
    vox_options options = document_options();
    vox_tree *tree = NULL, *nothing = document_from_c("{}"), *patch = document_from_c("{\"c\":1}");
    options.mode = VOX_MODE_LAZY;
    options.defer_depth = 1;
    CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL));
    vox_node *node = vox_array_get(tree, vox_tree_root(tree), 1);
    CHECK_OK(vox_merge_patch_apply(tree, node, nothing, vox_tree_root(nothing), NULL));
    CHECK_STATUS(
        vox_merge_patch_apply(tree, node, patch, vox_tree_root(patch), NULL), VOX_ERROR_LITERAL
    );
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
    vox_tree_free(tree);
    vox_tree_free(nothing);
    vox_tree_free(patch);
}

static void patching_a_part(void) {
    vox_tree *tree = document_from_c("{\"a\":{\"b\":1},\"b\":2}");
    vox_tree *patch = document_from_c("{\"p\":[{\"op\":\"replace\",\"path\":\"/b\",\"value\":3}],"
                                      "\"m\":{\"b\":4}}");
    vox_node *a = document_at(tree, "/a");
    CHECK_OK(vox_patch_apply(tree, a, patch, document_at(patch, "/p"), NULL, NULL));
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "{\"a\":{\"b\":3},\"b\":2}");
    CHECK_OK(vox_merge_patch_apply(tree, a, patch, document_at(patch, "/m"), NULL));
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "{\"a\":{\"b\":4},\"b\":2}");
    vox_tree_free(tree);
    vox_tree_free(patch);
}

const check_test patching_tests[] = {
    CHECK_TEST(the_examples),
    CHECK_TEST(the_table_of_merge_patches),
    CHECK_TEST(the_collection),
    CHECK_TEST(untouched_bytes_are_kept),
    CHECK_TEST(removed_nodes_stay),
    CHECK_TEST(texts_come_back),
    CHECK_TEST(nothing_is_merged_lazily),
    CHECK_TEST(patching_a_part),
    CHECK_END,
};
