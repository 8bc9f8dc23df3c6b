/* SPDX-License-Identifier: MIT */
/** JSON Patch and JSON Merge Patch, refused: the error, its position, and values that cannot be
 *  patched. */
#include "check.h"
#include "document.h"

#include <string.h>

typedef struct mistake {
    const char *patch;
    vox_status status;
    size_t operation;
    size_t offset;
    const char *pointer;
    const char *message;
} mistake;

static void errors_are_located(void) {
    static const mistake rows[] = {
        {"[{\"op\":\"add\",\"path\":\"/x\",\"value\":1},\n "
         "{\"op\":\"remove\",\"path\":\"/a/b/c/d\"}]",
         VOX_ERROR_MISSING, 1, 60, "/a/b/c", "the member or element does not exist"},
        {"[{\"op\":\"move\",\"from\":\"/no\",\"path\":\"/a\"}]", VOX_ERROR_MISSING, 0, 21, "/no",
         "the member or element does not exist"},
        {"[{\"op\":\"test\",\"path\":\"/list/1\",\"value\":3}]", VOX_ERROR_TEST, 0, 21, "/list/1",
         "a test operation of the patch failed"},
        {"[{\"op\":\"add\",\"path\":\"/list/x/y\",\"value\":3}]", VOX_ERROR_MISSING, 0, 20,
         "/list/x", "an array has elements by position alone"},
        {"[{\"op\":\"add\",\"path\":7,\"value\":3}]", VOX_ERROR_OPERATION, 0, 20, "",
         "the operation has no `path` that is a string"},
        {"[{\"op\":\"test\",\"path\":\"/a/b\",\"value\":{}},{\"op\":\"no\",\"path\":\"/a\"}]",
         VOX_ERROR_OPERATION, 1, 46, "", "there is no operation of that name"},
        {"[{\"op\":\"test\",\"path\":\"/a/b\",\"value\":{}},7]", VOX_ERROR_OPERATION, 1, 40, "",
         "an operation is an object"},
        {" [{\"op\":\"no\",\"path\":\"\"}]", VOX_ERROR_OPERATION, 0, 8, "",
         "there is no operation of that name"},
        {"[{\"path\":\"/a\"}]", VOX_ERROR_OPERATION, 0, 1, "",
         "the operation has no `op` that is a string"},
        {"[{\"op\":7,\"path\":\"/a\"}]", VOX_ERROR_OPERATION, 0, 1, "",
         "the operation has no `op` that is a string"},
        {"[{\"op\":{},\"path\":\"/a\"}]", VOX_ERROR_OPERATION, 0, 1, "",
         "the operation has no `op` that is a string"},
        {" {}", VOX_ERROR_OPERATION, VOX_NO_OPERATION, 1, "", "a patch is an array of operations"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        const mistake *row = &rows[index];
        vox_tree *tree = document_from_c("{\"a\":{\"b\":{}},\"list\":[1,2]}");
        vox_tree *patch = document_from_c(row->patch);
        vox_error error;
        size_t operation = 77;
        check_note("%s", row->patch);
        vox_status status = vox_patch_apply(
            tree, vox_tree_root(tree), patch, vox_tree_root(patch), &operation, &error
        );
        CHECK_STATUS(status, row->status);
        CHECK_STATUS(error.status, row->status);
        CHECK_SIZE(operation, row->operation);
        CHECK_SIZE(error.offset, row->offset);
        CHECK_SIZE(error.line, index == 0 ? 2 : 1);
        CHECK_TEXT(vox_string_from_c(error.pointer), row->pointer);
        CHECK_TEXT(vox_string_from_c(error.message), row->message);
        CHECK(!error.pointer_cut);
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
}

/** A merge patch with too many values has the pointer of the first one that is too many. */
static void limits_of_merge_patches(void) {
    vox_options options = document_options();
    options.max_nodes = 3;
    vox_tree *tree = NULL, *patch = document_from_c("{\"a\":{\"b\":{\"c\":{\"d\":1}}}}");
    vox_error error;
    CHECK_OK(vox_tree_parse("{\"a\":{}}", 8, &options, &tree, NULL));
    vox_node *root = vox_tree_root(tree);
    const vox_status status = vox_merge_patch_apply(
        tree, root, patch, vox_tree_root(patch), &error
    );
    CHECK_STATUS(status, VOX_ERROR_NODE_LIMIT);
    CHECK_STATUS(error.status, VOX_ERROR_NODE_LIMIT);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/a/b/c");
    CHECK(!error.pointer_cut);
    CHECK_SIZE(error.offset, 15);
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\"a\":{}}");
    vox_tree_free(tree);
    vox_tree_free(patch);
}

/** A patch that was built has no positions. A long pointer is cut after a segment. */
static void errors_of_built_patches(void) {
    char path[400];
    memset(path, 'a', sizeof path);
    path[0] = path[200] = path[300] = '/';
    vox_tree *tree = document_from_c("{}"), *patch = document_from_c("[{\"op\":\"remove\"}]");
    vox_node *operation = document_at(patch, "/0");
    vox_value value = vox_value_string((vox_string){path, sizeof path});
    CHECK_OK(vox_object_set(patch, operation, LITERAL("path"), value, NULL));
    vox_error error;
    vox_status status = vox_patch_apply(
        tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, &error
    );
    CHECK_STATUS(status, VOX_ERROR_MISSING);
    CHECK_SIZE(error.offset, 0);
    CHECK_SIZE(error.line, 1);
    CHECK_SIZE(strlen(error.pointer), 200);
    CHECK(!error.pointer_cut);
    vox_tree_free(tree);
    tree = document_from_c("{}");
    CHECK_OK(vox_object_set(
        tree, vox_tree_root(tree), (vox_string){path + 1, 199}, vox_value_object(), NULL
    ));
    status = vox_patch_apply(tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, &error);
    CHECK_STATUS(status, VOX_ERROR_MISSING);
    CHECK_SIZE(strlen(error.pointer), 200); /* of 300 bytes */
    CHECK(error.pointer_cut);
    vox_tree_free(tree);
    vox_tree_free(patch);
}

/** A pointer may fill the buffer up to its last byte, which is for the NUL. */
static void pointers_that_just_fit(void) {
    char path[VOX_ERROR_POINTER_SIZE];
    memset(path, 'a', sizeof path);
    path[0] = path[9] = '/';
    vox_tree *tree = document_from_c("{\"aaaaaaaa\":{}}");
    for (size_t length = sizeof path - 1; length <= sizeof path; length++) {
        vox_tree *patch = document_from_c("[{\"op\":\"remove\"}]");
        vox_value value = vox_value_string((vox_string){path, length});
        CHECK_OK(vox_object_set(patch, document_at(patch, "/0"), LITERAL("path"), value, NULL));
        vox_error error;
        CHECK_STATUS(
            vox_patch_apply(tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, &error),
            VOX_ERROR_MISSING
        );
        CHECK(error.pointer_cut == (length == sizeof path));
        CHECK_SIZE(strlen(error.pointer), error.pointer_cut ? 9 : length);
        vox_tree_free(patch);
    }
    vox_tree_free(tree);
}

static void check_pointer(vox_string path, vox_status status, const char *pointer, bool cut) {
    vox_tree *tree = document_from_c("{\"a\":{}}"), *patch = document_from_c("[{\"op\":\"test\"}]");
    vox_error error;
    CHECK_OK(vox_object_set(
        patch, document_at(patch, "/0"), LITERAL("path"), vox_value_string(path), NULL
    ));
    CHECK_OK(
        vox_object_set(patch, document_at(patch, "/0"), LITERAL("value"), vox_value_null(), NULL)
    );
    CHECK_STATUS(
        vox_patch_apply(tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, &error),
        status
    );
    CHECK_TEXT(vox_string_from_c(error.pointer), pointer);
    CHECK(error.pointer_cut == cut);
    vox_tree_free(tree);
    vox_tree_free(patch);
}

/** A pointer that is not a JSON Pointer may have no segment at all. */
static void pointers_that_cannot_be_shown(void) {
    char path[2 * VOX_ERROR_POINTER_SIZE];
    memset(path, 'a', sizeof path);
    for (size_t length = VOX_ERROR_POINTER_SIZE - 1; length <= sizeof path; length++) {
        path[VOX_ERROR_POINTER_SIZE - 1] = length < VOX_ERROR_POINTER_SIZE ? '\0' : 'a';
        const bool cut = length >= VOX_ERROR_POINTER_SIZE;
        check_pointer((vox_string){path, length}, VOX_ERROR_POINTER, cut ? "" : path, cut);
    }
    check_pointer(LITERAL("a\0b"), VOX_ERROR_POINTER, "", true);
    check_pointer(LITERAL("/a/b\0c"), VOX_ERROR_MISSING, "/a", true);
    check_pointer(LITERAL("/a\0"), VOX_ERROR_MISSING, "", true);
    check_pointer(LITERAL("/x/\0"), VOX_ERROR_MISSING, "/x", false);
}

static void what_cannot_be_patched(void) {
    vox_tree *tree = document_from_c("{\"a\":1}"), *patch = document_from_c("[]");
    vox_tree *other = document_from_c("{}");
    vox_node *root = vox_tree_root(tree), *list = vox_tree_root(patch);
    vox_error error;
    CHECK_STATUS(vox_patch_apply(tree, root, tree, root, NULL, &error), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(error.status, VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_apply(tree, list, patch, list, NULL, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_apply(tree, root, patch, root, NULL, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_apply(NULL, root, patch, list, NULL, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_apply(tree, root, NULL, list, NULL, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_patch_apply(tree, NULL, patch, list, NULL, NULL), VOX_ERROR_MISSING);
    CHECK_STATUS(vox_patch_apply(tree, root, patch, NULL, NULL, NULL), VOX_ERROR_MISSING);
    vox_node *object = vox_tree_root(other);
    CHECK_STATUS(vox_merge_patch_apply(tree, root, tree, root, &error), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_merge_patch_apply(tree, object, other, object, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_merge_patch_apply(tree, root, other, NULL, NULL), VOX_ERROR_MISSING);
    CHECK_OK(vox_tree_freeze(patch));
    CHECK_OK(vox_tree_freeze(other));
    CHECK_OK(vox_patch_apply(tree, root, patch, list, NULL, NULL)); /* the patch itself may be
                                                                     * frozen */
    CHECK_OK(vox_merge_patch_apply(tree, root, other, object, NULL));
    CHECK_OK(vox_tree_freeze(tree));
    size_t operation = 0;
    vox_status status = vox_patch_apply(tree, root, patch, list, &operation, &error);
    CHECK_STATUS(status, VOX_ERROR_FROZEN);
    CHECK_SIZE(operation, VOX_NO_OPERATION);
    CHECK_STATUS(vox_merge_patch_apply(tree, root, other, object, NULL), VOX_ERROR_FROZEN);
    vox_tree_free(tree);
    vox_tree_free(patch);
    vox_tree_free(other);
}

const check_test patch_errors_tests[] = {
    CHECK_TEST(errors_are_located),
    CHECK_TEST(limits_of_merge_patches),
    CHECK_TEST(errors_of_built_patches),
    CHECK_TEST(pointers_that_just_fit),
    CHECK_TEST(pointers_that_cannot_be_shown),
    CHECK_TEST(what_cannot_be_patched),
    CHECK_END,
};
