/* SPDX-License-Identifier: MIT */
/** Hostile patches: their cost, and the effect of the limits. */
#include "check.h"
#include "document.h"
#include "patching.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A text that is built from pieces. */
typedef struct text {
    char *bytes;
    size_t length;
    size_t capacity;
} text;

static void add(text *self, const char *format, size_t first, size_t second) {
    if (self->capacity - self->length < 256) {
        self->capacity = 2 * self->capacity + 1024;
        self->bytes = realloc(self->bytes, self->capacity);
    }
    self->length += (size_t)snprintf(self->bytes + self->length, 256, format, first, second);
}

static vox_tree *parse(text *self, size_t max_nodes) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.max_depth = VOX_UNLIMITED;
    options.max_nodes = max_nodes;
    CHECK_OK(vox_tree_parse(self->bytes, self->length, &options, &tree, NULL));
    free(self->bytes);
    *self = (text){NULL, 0, 0};
    return tree;
}

static vox_tree *numbers(size_t count) {
    text document = {NULL, 0, 0};
    for (size_t index = 0; index < count; index++) {
        add(&document, index ? ",%zu" : "[%zu", index, 0);
    }
    add(&document, "]", 0, 0);
    return parse(&document, 0);
}

/** Applies a patch. Returns the steps. */
static uint64_t apply(vox_tree *tree, vox_tree *patch, vox_status expected) {
    const uint64_t start = steps_counted();
    vox_status status = vox_patch_apply(
        tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL
    );
    const uint64_t steps = steps_counted() - start;
    CHECK_STATUS(status, expected);
    vox_tree_free(tree);
    vox_tree_free(patch);
    return steps;
}

/** Makes a patch with `size` edits of all kinds in the middle of an array. */
static vox_tree *edits_in_the_middle(size_t size, const char *last) {
    static const char *const kinds[] = {
        "{\"op\":\"add\",\"path\":\"/%zu\",\"value\":1}", "{\"op\":\"remove\",\"path\":\"/%zu\"}",
        "{\"op\":\"replace\",\"path\":\"/%zu\",\"value\":[]}",
        "{\"op\":\"move\",\"from\":\"/%zu\",\"path\":\"/%zu\"}",
        "{\"op\":\"add\",\"path\":\"/0\",\"value\":{}}"};
    text patch = {NULL, 0, 0};
    for (size_t index = 0; index < size; index++) {
        add(&patch, index ? "," : "[", 0, 0);
        add(&patch, kinds[index % COUNT(kinds)], size / 2 + index % 7, size / 3);
    }
    add(&patch, last, 0, 0);
    return parse(&patch, 0);
}

static uint64_t edit_the_middle(size_t size) {
    return apply(numbers(size), edits_in_the_middle(size, "]"), VOX_OK);
}

static uint64_t undo_the_middle(size_t size) {
    vox_tree *patch = edits_in_the_middle(size, ",{\"op\":\"remove\",\"path\":\"/x\"}]");
    return apply(numbers(size), patch, VOX_ERROR_MISSING);
}

static void arrays_in_the_middle(void) {
    steps_check_linear("edit the middle", edit_the_middle, 10000);
    steps_check_linear("undo the middle", undo_the_middle, 10000);
}

/** Adds and removes members of a large object. */
static uint64_t edit_an_object(size_t size) {
    text document = {NULL, 0, 0}, patch = {NULL, 0, 0};
    for (size_t index = 0; index < size; index++) {
        add(&document, index ? ",\"m%zu\":0" : "{\"m%zu\":0", index, 0);
        add(&patch, index ? "," : "[", 0, 0);
        add(&patch,
            index % 2 ? "{\"op\":\"remove\",\"path\":\"/m%zu\"}"
                      : "{\"op\":\"copy\",\"from\":\"/m%zu\",\"path\":\"/n%zu\"}",
            index, index);
    }
    add(&document, "}", 0, 0);
    add(&patch, ",{\"op\":\"test\",\"path\":\"/m0\",\"value\":1}]", 0, 0);
    vox_tree *tree = parse(&document, 0);
    return apply(tree, parse(&patch, 0), VOX_ERROR_TEST);
}

/** Overwrites one member many times, with containers as large as the rest of the patch. */
static uint64_t write_over(size_t size) {
    text patch = {NULL, 0, 0};
    add(&patch, "[{\"op\":\"add\",\"path\":\"/a\",\"value\":[0", 0, 0);
    for (size_t index = 0; index < size; index++) {
        add(&patch, ",%zu", index, 0);
    }
    add(&patch, "]}", 0, 0);
    for (size_t index = 0; index < size; index++) {
        add(&patch,
            index % 2 ? ",{\"op\":\"move\",\"from\":\"/b\",\"path\":\"/a\"}"
                      : ",{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b\"}",
            0, 0);
        add(&patch, index % 2 ? ",{\"op\":\"remove\",\"path\":\"/a/1\"}" : "", 0, 0);
    }
    add(&patch, "]", 0, 0);
    vox_tree *tree = document_from_c("{}");
    return apply(tree, parse(&patch, 0), VOX_OK);
}

static void objects(void) {
    steps_check_linear("edit an object", edit_an_object, 10000);
    steps_check_linear("write over", write_over, 10000);
}

/** A patch that doubles the document with each operation is stopped by a limit, and leaves the
 *  tree unchanged. */
static void doubling(void) {
    for (int limit = 0; limit < 2; limit++) {
        vox_options options = document_options();
        options.max_nodes = limit ? 0 : 100000;
        options.max_memory = limit ? (size_t)4 << 20 : 0;
        vox_tree *tree = NULL;
        static const char document[] = "{\"a\":[\"some text \\n that is copied\"]}";
        CHECK_OK(vox_tree_parse(document, sizeof document - 1, &options, &tree, NULL));
        text patch = {NULL, 0, 0};
        for (size_t index = 0; index < 60; index++) {
            add(&patch, index ? "," : "[", 0, 0);
            add(&patch, "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/a/-\"}", 0, 0);
        }
        add(&patch, "]", 0, 0);
        vox_tree *operations = parse(&patch, 0);
        const patching_picture was = patching_look(tree);
        for (int again = 0; again < 3; again++) { /* the memory of a failed patch is released */
            size_t operation = 0;
            vox_status status = vox_patch_apply(
                tree, vox_tree_root(tree), operations, vox_tree_root(operations), &operation, NULL
            );
            CHECK_STATUS(status, limit ? VOX_ERROR_MEMORY_LIMIT : VOX_ERROR_NODE_LIMIT);
            CHECK(operation > 5 && operation < 40);
            patching_check_same(tree, was);
            CHECK(vox_tree_memory(tree).reserved < (size_t)16 << 20);
        }
        vox_tree_free(tree);
        vox_tree_free(operations);
    }
}

/* --- creating ------------------------------------------------------------------ */

static uint64_t make(vox_tree *before, vox_tree *after) {
    vox_options options = document_options();
    vox_tree *patch = NULL;
    const uint64_t start = steps_counted();
    vox_status status = vox_patch_make(
        before, vox_tree_root(before), after, vox_tree_root(after), &options, &patch
    );
    const uint64_t steps = steps_counted() - start;
    if (CHECK_OK(status)) {
        vox_buffer made = document_write(patch, vox_tree_root(patch), VOX_STYLE_COMPACT);
        vox_buffer whole = document_write(after, vox_tree_root(after), VOX_STYLE_COMPACT);
        check_note("%zu bytes for %zu", made.length, whole.length);
        CHECK(made.length < 3 * whole.length + 8192);
        check_note(NULL);
        vox_buffer_free(&made);
        vox_buffer_free(&whole);
        CHECK_OK(
            vox_patch_apply(before, vox_tree_root(before), patch, vox_tree_root(patch), NULL, NULL)
        );
        bool equal = false;
        CHECK_OK(vox_node_equal(before, vox_tree_root(before), after, vox_tree_root(after), &equal)
        );
        CHECK(equal);
    }
    vox_tree_free(patch);
    vox_tree_free(before);
    vox_tree_free(after);
    return steps;
}

/** Arrays of few distinct values, in another order. */
static uint64_t make_of_few_values(size_t size) {
    text before = {NULL, 0, 0}, after = {NULL, 0, 0};
    for (size_t index = 0; index < size; index++) {
        add(&before, index ? ",%zu" : "[%zu", index * index % 7, 0);
        add(&after, index ? ",%zu" : "[%zu", index * 3 % 5, 0);
    }
    add(&before, "]", 0, 0);
    add(&after, "]", 0, 0);
    vox_tree *tree = parse(&before, 0);
    return make(tree, parse(&after, 0));
}

static uint64_t make_of_the_reverse(size_t size) {
    text after = {NULL, 0, 0};
    for (size_t index = size; index; index--) {
        add(&after, index < size ? ",%zu" : "[%zu", index - 1, 0);
    }
    add(&after, "]", 0, 0);
    vox_tree *tree = numbers(size);
    return make(tree, parse(&after, 0));
}

static vox_tree *deep(size_t size, size_t end) {
    text document = {NULL, 0, 0};
    for (size_t index = 0; index < size; index++) {
        add(&document, index % 2 ? "{\"some name\":1,\"a\":" : "[%zu,", end, 0);
    }
    add(&document, "%zu", end, 0);
    for (size_t index = size; index; index--) {
        add(&document, (index - 1) % 2 ? "}" : ",7]", 0, 0);
    }
    return parse(&document, 0);
}

/** Values that differ at every level. Their pointers together have quadratic length. */
static uint64_t make_of_the_deep(size_t size) {
    vox_tree *tree = deep(size, 1);
    return make(tree, deep(size, 2));
}

/** Two numbers with the same double, in a deep array and after many other numbers. The
 *  difference must be found at once at every level. */
static uint64_t make_of_the_same_double(size_t size) {
    vox_tree *trees[2];
    for (size_t which = 0; which < 2; which++) {
        text document = {NULL, 0, 0};
        for (size_t index = 0; index < size / 10; index++) {
            add(&document, "[", 0, 0);
        }
        for (size_t index = 0; index < size; index++) {
            add(&document, "%zu,", index, 0);
        }
        add(&document, "900719925474099%zu", 2 + which, 0);
        for (size_t index = 0; index < size / 10; index++) {
            add(&document, "]", 0, 0);
        }
        trees[which] = parse(&document, 0);
    }
    return make(trees[0], trees[1]);
}

static uint64_t merge_the_deep(size_t size) {
    text documents[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    for (size_t which = 0; which < 2; which++) {
        for (size_t index = 0; index < size; index++) {
            add(&documents[which], "{\"x\":%zu,\"y\":%zu,\"a\":", which, index);
        }
        add(&documents[which], "%zu", which, 0);
        for (size_t index = 0; index < size; index++) {
            add(&documents[which], ",\"z\":%zu}", which, 0);
        }
    }
    vox_tree *before = parse(&documents[0], 0), *after = parse(&documents[1], 0), *patch = NULL;
    vox_options options = document_options();
    const uint64_t start = steps_counted();
    CHECK_OK(vox_merge_patch_make(
        before, vox_tree_root(before), after, vox_tree_root(after), &options, &patch, NULL
    ));
    vox_node *root = vox_tree_root(before);
    CHECK_OK(vox_merge_patch_apply(before, root, patch, vox_tree_root(patch), NULL));
    const uint64_t steps = steps_counted() - start;
    bool equal = false;
    CHECK_OK(vox_node_equal(before, root, after, vox_tree_root(after), &equal));
    CHECK(equal);
    vox_tree_free(patch);
    vox_tree_free(before);
    vox_tree_free(after);
    return steps;
}

static void making_patches(void) {
    steps_check_linear("few values", make_of_few_values, 10000);
    steps_check_linear("reverse", make_of_the_reverse, 10000);
    steps_check_linear("deep", make_of_the_deep, 5000);
    steps_check_linear("the same double", make_of_the_same_double, 4000);
    steps_check_linear("merge the deep", merge_the_deep, 5000);
}

const check_test patch_growth_tests[] = {
    CHECK_TEST(arrays_in_the_middle), CHECK_TEST(objects), CHECK_LINES(doubling, "T73"),
    CHECK_TEST(making_patches),       CHECK_END,
};
