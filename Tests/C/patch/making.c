/* SPDX-License-Identifier: MIT */
/** Patches that are created from two documents: their operations, and documents for which no
 *  patch can be created. */
#include "check.h"
#include "document.h"

#include <stdio.h>
#include <string.h>

/** Creates a patch and checks its text. */
static void check_patch(const char *before, const char *after, const char *expected) {
    vox_tree *left = document_from_c(before), *right = document_from_c(after), *patch = NULL;
    vox_options options = document_options();
    check_note("%s to %s", before, after);
    vox_status status = vox_patch_make(
        left, vox_tree_root(left), right, vox_tree_root(right), &options, &patch
    );
    if (CHECK_OK(status)) {
        CHECK_WRITES(patch, vox_tree_root(patch), VOX_STYLE_COMPACT, expected);
        CHECK_OK(vox_patch_apply(left, vox_tree_root(left), patch, vox_tree_root(patch), NULL, NULL)
        );
        CHECK(document_equals_text(left, vox_tree_root(left), vox_string_from_c(after)));
    }
    vox_tree_free(patch);
    vox_tree_free(left);
    vox_tree_free(right);
}

static void patches_are_small(void) {
    static const char *const rows[][3] = {
        {"{\"a\":1}", "{\"a\":1.0}", "[]"},
        {"{\"a\":0}", "{\"a\":-0.0}", "[]"},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", "[]"},
        {"{\"a\":1}", "{\"a\":1,\"b\":[2]}", "[{\"op\":\"add\",\"path\":\"/b\",\"value\":[2]}]"},
        {"{\"a\":1,\"b\":2}", "{\"a\":1}", "[{\"op\":\"remove\",\"path\":\"/b\"}]"},
        {"{\"a\":{\"b\":{\"c\":1}}}", "{\"a\":{\"b\":{\"c\":\"x\"}}}",
         "[{\"op\":\"replace\",\"path\":\"/a/b/c\",\"value\":\"x\"}]"},
        {"{\"a\":1}", "[1]", "[{\"op\":\"replace\",\"path\":\"\",\"value\":[1]}]"},
        {"1", "2", "[{\"op\":\"replace\",\"path\":\"\",\"value\":2}]"},
        {"{\"a/b\":{\"m~n\":1}}", "{\"a/b\":{\"m~n\":2}}",
         "[{\"op\":\"replace\",\"path\":\"/a~1b/m~0n\",\"value\":2}]"},
        {"{\"\":1}", "{\"\":2}", "[{\"op\":\"replace\",\"path\":\"/\",\"value\":2}]"},
        {"[1,2,3]", "[1,9,2,3]", "[{\"op\":\"add\",\"path\":\"/1\",\"value\":9}]"},
        {"[1,2,3]", "[1,3]", "[{\"op\":\"remove\",\"path\":\"/1\"}]"},
        {"[1,2,3]", "[1,2,3,4]", "[{\"op\":\"add\",\"path\":\"/3\",\"value\":4}]"},
        {"[1,2,3]", "[0,1,2,3]", "[{\"op\":\"add\",\"path\":\"/0\",\"value\":0}]"},
        {"[]", "[1]", "[{\"op\":\"add\",\"path\":\"/0\",\"value\":1}]"},
        {"[1,1,1]", "[1,1]", "[{\"op\":\"remove\",\"path\":\"/2\"}]"},
        {"[{\"a\":1,\"b\":2}]", "[{\"a\":1,\"b\":3}]",
         "[{\"op\":\"replace\",\"path\":\"/0/b\",\"value\":3}]"},
        {"[1,2,3,4,5,6]", "[1,7,3,8,4,6]",
         "[{\"op\":\"replace\",\"path\":\"/1\",\"value\":7},"
         "{\"op\":\"add\",\"path\":\"/3\",\"value\":8},{\"op\":\"remove\",\"path\":\"/5\"}]"},
        {"[1,5,2]", "[3,5,5,4]",
         "[{\"op\":\"replace\",\"path\":\"/0\",\"value\":3},"
         "{\"op\":\"replace\",\"path\":\"/2\",\"value\":5},"
         "{\"op\":\"add\",\"path\":\"/3\",\"value\":4}]"},
        {"[1,2,3,4,5]", "[5,1,2,3,4]",
         "[{\"op\":\"add\",\"path\":\"/0\",\"value\":5},{\"op\":\"remove\",\"path\":\"/5\"}]"},
        {"{\"l\":[{\"id\":1,\"x\":[]},{\"id\":2},{\"id\":3}]}",
         "{\"l\":[{\"id\":1,\"x\":[0]},{\"id\":3},{\"id\":4}]}",
         "[{\"op\":\"add\",\"path\":\"/l/0/x/0\",\"value\":0},"
         "{\"op\":\"remove\",\"path\":\"/l/1\"},"
         "{\"op\":\"add\",\"path\":\"/l/2\",\"value\":{\"id\":4}}]"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_patch(rows[index][0], rows[index][1], rows[index][2]);
    }
}

/** Returns the number of operations of a patch between two objects. Both have 200 members of
 *  this form, and each member differs. */
static size_t operations_for(const char *form) {
    static char texts[2][64 * 1024];
    for (int which = 0; which < 2; which++) {
        size_t length = 1;
        texts[which][0] = '{';
        for (int index = 0; index < 200; index++) {
            length += (size_t)sprintf(texts[which] + length, index ? "," : "");
            length += (size_t)sprintf(texts[which] + length, form, index, which);
        }
        strcpy(texts[which] + length, "}");
    }
    vox_tree *before = document_from_c(texts[0]), *after = document_from_c(texts[1]), *patch = NULL;
    vox_options options = document_options();
    size_t count = 0;
    if (CHECK_OK(vox_patch_make(
            before, vox_tree_root(before), after, vox_tree_root(after), &options, &patch
        ))) {
        count = vox_node_count(patch, vox_tree_root(patch));
    }
    vox_tree_free(patch);
    vox_tree_free(before);
    vox_tree_free(after);
    return count;
}

/** A container is replaced if its operations are more than twice as long as its text. Otherwise,
 *  only the values that differ are changed. */
static void containers_are_replaced(void) {
    CHECK_SIZE(operations_for("\"%d\":{\"a\":{\"b\":%d}}"), 1);
    CHECK_SIZE(
        operations_for("\"%d\":{\"a\":%d,\"the rest\":\"is as it was, and no little, at that\"}"),
        200
    );
}

/** A row like those above. With `expected` NULL, no patch can be created because of a null at
 *  `pointer`. */
typedef struct merge_row {
    const char *before;
    const char *after;
    const char *expected;
    const char *pointer;
} merge_row;

static void merge_patches(void) {
    static const merge_row rows[] = {
        {"{\"a\":1}", "{\"a\":1.0}", "{}", NULL},
        {"{\"a\":1,\"b\":{\"c\":2,\"d\":3}}", "{\"b\":{\"d\":4},\"e\":[null]}",
         "{\"a\":null,\"b\":{\"c\":null,\"d\":4},\"e\":[null]}", NULL},
        {"{\"a\":{\"b\":{\"c\":{\"d\":1}}},\"x\":{\"y\":{}}}",
         "{\"a\":{\"b\":{\"c\":{\"d\":2}}},\"x\":{\"y\":{\"z\":{}}}}",
         "{\"a\":{\"b\":{\"c\":{\"d\":2}}},\"x\":{\"y\":{\"z\":{}}}}", NULL},
        {"{\"a\":{\"b\":1}}", "{\"a\":{}}", "{\"a\":{\"b\":null}}", NULL},
        {"{\"a\":1}", "{\"a\":{}}", "{\"a\":{}}", NULL},
        {"{\"a\":null}", "{\"a\":null,\"b\":1}", "{\"b\":1}", NULL},
        {"{\"a\":null}", "{}", "{\"a\":null}", NULL},
        {"[1]", "{\"a\":1}", "{\"a\":1}", NULL},
        {"[1]", "[1]", "[1]", NULL},
        {"{}", "[null]", "[null]", NULL},
        {"{}", "null", "null", NULL},
        {"{\"a\":1}", "{\"a\":null}", NULL, "/a"},
        {"{}", "{\"a\":{\"b\":[],\"c\":{\"d\":null}}}", NULL, "/a/c/d"},
        {"[]", "{\"a\":null}", NULL, "/a"},
    };
    vox_options options = document_options();
    for (size_t index = 0; index < COUNT(rows); index++) {
        const merge_row *row = &rows[index];
        vox_tree *left = document_from_c(row->before), *right = document_from_c(row->after);
        vox_tree *patch = NULL;
        vox_error error;
        check_note("%s to %s", row->before, row->after);
        vox_status status = vox_merge_patch_make(
            left, vox_tree_root(left), right, vox_tree_root(right), &options, &patch, &error
        );
        CHECK_STATUS(status, row->expected ? VOX_OK : VOX_ERROR_NULL);
        if (status == VOX_OK) {
            vox_node *root = vox_tree_root(left);
            CHECK_WRITES(patch, vox_tree_root(patch), VOX_STYLE_COMPACT, row->expected);
            CHECK_OK(vox_merge_patch_apply(left, root, patch, vox_tree_root(patch), NULL));
            CHECK(document_equals_text(left, root, vox_string_from_c(row->after)));
        } else if (!row->expected) {
            CHECK_TEXT(vox_string_from_c(error.pointer), row->pointer);
            CHECK_STATUS(error.status, VOX_ERROR_NULL);
            CHECK_SIZE(error.offset, vox_node_offset(document_at(right, row->pointer)));
            CHECK(!patch);
        }
        vox_tree_free(patch);
        vox_tree_free(left);
        vox_tree_free(right);
    }
}

static void what_no_patch_is_made_of(void) {
    vox_tree *left = document_from_c("{\"a\":1}"), *right = document_from_c("{\"a\":2}");
    vox_tree *patch = left;
    const vox_node *from = vox_tree_root(left), *to = vox_tree_root(right);
    vox_options options = document_options();
    vox_error error;
    CHECK_STATUS(vox_patch_make(left, from, right, to, &options, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_make(left, to, right, to, &options, &patch), VOX_ERROR_ARGUMENT);
    CHECK(!patch);
    CHECK_STATUS(vox_patch_make(left, from, right, from, &options, &patch), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_make(NULL, from, right, to, &options, &patch), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_make(left, from, NULL, to, &options, &patch), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_make(left, NULL, right, to, &options, &patch), VOX_ERROR_MISSING);
    CHECK_STATUS(vox_patch_make(left, from, right, NULL, &options, &patch), VOX_ERROR_MISSING);
    vox_status status = vox_merge_patch_make(left, from, right, NULL, &options, &patch, &error);
    CHECK_STATUS(status, VOX_ERROR_MISSING);
    CHECK_STATUS(error.status, VOX_ERROR_MISSING);
    options.max_nodes = 3;
    CHECK_STATUS(vox_patch_make(left, from, right, to, &options, &patch), VOX_ERROR_NODE_LIMIT);
    CHECK(!patch);
    options.max_nodes = 1;
    status = vox_merge_patch_make(left, from, right, to, &options, &patch, NULL);
    CHECK_STATUS(status, VOX_ERROR_NODE_LIMIT);
    CHECK(!patch);
    options.max_nodes = 0;
    CHECK_OK(vox_tree_freeze(left)); /* both trees are only read */
    CHECK_OK(vox_patch_make(left, from, left, from, &options, &patch));
    CHECK_WRITES(patch, vox_tree_root(patch), VOX_STYLE_COMPACT, "[]");
    vox_tree_free(patch);
    vox_tree_free(left);
    vox_tree_free(right);
}

/** Creating or applying a patch returns the error of a malformed deferred value that it reads. */
static void broken_values(void) {
    static const char text[] = "[{\"a\":1},{\"b\":x}]";
    vox_options options = document_options();
    options.mode = VOX_MODE_LAZY;
    options.defer_depth = 1;
    vox_tree *lazy = NULL, *whole = document_from_c("[{\"a\":1},{}]"), *patch = NULL;
    CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &lazy, NULL));
    vox_node *root = vox_tree_root(lazy);
    const vox_node *other = vox_tree_root(whole);
    options.mode = VOX_MODE_EAGER;
    vox_status status = vox_patch_make(lazy, root, whole, other, &options, &patch);
    CHECK_STATUS(status, VOX_ERROR_SYNTAX);
    status = vox_merge_patch_make(whole, other, lazy, root, &options, &patch, NULL);
    CHECK_STATUS(status, VOX_ERROR_SYNTAX);
    vox_tree *good = document_from_c("[{\"op\":\"remove\",\"path\":\"/0/a\"},"
                                     "{\"op\":\"replace\",\"path\":\"/1\",\"value\":0}]");
    vox_tree *bad = document_from_c("[{\"op\":\"remove\",\"path\":\"/0/a\"},"
                                    "{\"op\":\"remove\",\"path\":\"/1/b\"}]");
    size_t operation = 0;
    status = vox_patch_apply(lazy, root, bad, vox_tree_root(bad), &operation, NULL);
    CHECK_STATUS(status, VOX_ERROR_SYNTAX);
    CHECK_SIZE(operation, 1);
    CHECK_WRITES(lazy, root, VOX_STYLE_PRESERVE, text);
    CHECK_OK(vox_patch_apply(lazy, root, good, vox_tree_root(good), NULL, NULL));
    CHECK_WRITES(lazy, root, VOX_STYLE_PRESERVE, "[{},0]"); /* a replaced value is not parsed */
    vox_tree_free(lazy);
    vox_tree_free(whole);
    vox_tree_free(good);
    vox_tree_free(bad);
}

/** Each operation reads a malformed element in another way. */
static void broken_elements(void) {
    static const char text[] = "[{\"a\":1},{\"b\":x}]";
    static const char *const operations[] = {
        "[{\"op\":\"copy\",\"from\":\"/1\",\"path\":\"/0\"}]",
        "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/0\"}]",
        "[{\"op\":\"move\",\"from\":\"/1\",\"path\":\"\"}]",
        "[{\"op\":\"test\",\"path\":\"/1\",\"value\":{\"b\":1}}]",
        "[{\"op\":\"add\",\"path\":\"/1/b\",\"value\":1}]"};
    vox_options options = document_options();
    options.mode = VOX_MODE_LAZY;
    options.defer_depth = 1;
    for (size_t index = 0; index < COUNT(operations); index++) {
        vox_tree *tree = NULL, *patch = document_from_c(operations[index]);
        CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL));
        vox_node *root = vox_tree_root(tree);
        check_note("%s", operations[index]);
        vox_status status = vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL);
        CHECK_STATUS(status, VOX_ERROR_SYNTAX);
        CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, text);
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
    check_note(NULL);
}

/** Malformed patches that were read lazily. */
static void broken_patches(void) {
    static const char text[] = "[{\"a\":1},{\"op\":x},[{\"op\":x}]]";
    vox_options options = document_options();
    options.mode = VOX_MODE_LAZY;
    options.defer_depth = 1;
    vox_tree *patch = NULL, *tree = document_from_c("{\"b\":2}");
    CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &patch, NULL));
    vox_node *root = vox_tree_root(tree), *list = vox_tree_root(patch);
    vox_error error;
    size_t operation = 0;
    const vox_node *second = vox_array_get(patch, list, 1), *third = vox_array_get(patch, list, 2);
    vox_status status = vox_patch_apply(tree, root, patch, third, &operation, &error);
    CHECK_STATUS(status, VOX_ERROR_SYNTAX);
    CHECK_SIZE(operation, VOX_NO_OPERATION);
    CHECK_SIZE(error.offset, 25);
    status = vox_merge_patch_apply(tree, root, patch, second, &error);
    CHECK_STATUS(status, VOX_ERROR_SYNTAX);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/1");
    CHECK_STATUS(vox_merge_patch_apply(tree, root, patch, third, NULL), VOX_ERROR_SYNTAX);
    CHECK(document_equals_text(tree, root, LITERAL("{\"b\":2}")));
    CHECK_OK(vox_merge_patch_apply(tree, root, patch, vox_array_get(patch, list, 0), &error));
    CHECK(document_equals_text(tree, root, LITERAL("{\"b\":2,\"a\":1}")));
    vox_tree_free(tree);
    vox_tree_free(patch);
    CHECK_OK(vox_tree_parse("[{\"op\":x}]", 10, &options, &patch, NULL));
    tree = document_from_c("1");
    status = vox_patch_apply(
        tree, vox_tree_root(tree), patch, vox_tree_root(patch), &operation, &error
    );
    CHECK_STATUS(status, VOX_ERROR_SYNTAX);
    CHECK_SIZE(operation, 0);
    CHECK_SIZE(error.offset, 7);
    vox_tree_free(tree);
    vox_tree_free(patch);
}

const check_test making_tests[] = {
    CHECK_TEST(patches_are_small), CHECK_TEST(containers_are_replaced),
    CHECK_TEST(merge_patches),     CHECK_TEST(what_no_patch_is_made_of),
    CHECK_TEST(broken_values),     CHECK_TEST(broken_elements),
    CHECK_TEST(broken_patches),    CHECK_END,
};
