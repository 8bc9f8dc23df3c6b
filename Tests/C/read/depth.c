/* SPDX-License-Identifier: MIT */
/** 100,000 levels in a thread with a small stack. No function of the core may recurse over the
 *  document: even a small frame for each level would need several times this stack. */
#include "document.h"
#include "tests.h"

#include <pthread.h>
#include <stdlib.h>

#define LEVELS 100000
#define STACK_SIZE (128 * 1024)

/** Fewer levels, because the indentation of pretty output has quadratic length. */
static size_t pretty_levels(void) {
    return check_quick() ? 4000 : 10000;
}

static const char *opening, *middle, *closing;

static char *nested(size_t levels, size_t *length) {
    size_t open = strlen(opening), close = strlen(closing), center = strlen(middle);
    char *text = malloc(levels * (open + close) + center);
    char *at = text;
    for (size_t level = 0; level < levels; level++, at += open) {
        memcpy(at, opening, open);
    }
    memcpy(at, middle, center);
    at += center;
    for (size_t level = 0; level < levels; level++, at += close) {
        memcpy(at, closing, close);
    }
    *length = (size_t)(at - text);
    return text;
}

static int count_bytes(void *context, const char *bytes, size_t length) {
    (void)bytes;
    *(size_t *)context += length;
    return 0;
}

static vox_node *innermost(vox_tree *tree) {
    vox_node *node = vox_tree_root(tree);
    for (vox_node *next = node; next; next = vox_node_first(tree, next)) {
        node = next;
    }
    return node;
}

static void write_all(vox_tree *tree) {
    static const vox_style styles[] = {VOX_STYLE_PRESERVE, VOX_STYLE_COMPACT, VOX_STYLE_SORTED};
    for (size_t index = 0; index < COUNT(styles); index++) {
        vox_buffer buffer = document_write(tree, vox_tree_root(tree), styles[index]);
        CHECK(document_equals_text(tree, vox_tree_root(tree), buffer_text(&buffer)));
        vox_buffer_free(&buffer);
    }
}

/** Calls every function that walks a tree. */
static void *exercise(void *context) {
    (void)context;
    size_t length = 0;
    char *text = nested(LEVELS, &length);
    vox_options options = document_options();
    vox_tree *tree = NULL, *copy = NULL, *compacted = NULL;
    vox_error error = {0};
    CHECK_STATUS(vox_tree_parse(text, length, &options, &tree, &error), VOX_ERROR_DEPTH_LIMIT);
    options.max_depth = LEVELS;
    if (!CHECK_OK(vox_tree_parse(text, length, &options, &tree, &error))) {
        free(text);
        return NULL;
    }
    vox_node *root = vox_tree_root(tree);
    CHECK_WRITES_STRING(tree, root, VOX_STYLE_PRESERVE, ((vox_string){text, length}));
    CHECK_OK(vox_tree_copy(tree, root, &copy));
    CHECK_OK(vox_tree_compact(tree, &compacted));
    bool equal = false;
    CHECK_OK(vox_node_equal(tree, root, copy, vox_tree_root(copy), &equal));
    CHECK(equal);
    vox_tree_free(compacted);

    vox_node *leaf = innermost(tree);
    CHECK(vox_node_attached(tree, leaf));
    CHECK(vox_pointer_write(tree, leaf, NULL, 0) >= LEVELS);
    CHECK_OK(vox_node_set(tree, leaf, vox_value_string(LITERAL("changed"))));
    CHECK(vox_node_changed(root));
    CHECK_OK(vox_node_equal(tree, root, copy, vox_tree_root(copy), &equal));
    CHECK(!equal);
    write_all(tree);

    /* Copies and moves nearly the whole tree, and tries a cycle, which is refused. */
    vox_node *made = NULL, *top = vox_node_first(tree, root);
    CHECK_OK(vox_node_new(tree, vox_value_copy(tree, root), &made));
    CHECK_OK(vox_node_remove(tree, top));
    CHECK_OK(vox_node_set(tree, leaf, vox_value_array()));
    CHECK_STATUS(vox_array_append(tree, leaf, vox_value_node(top), NULL), VOX_ERROR_CYCLE);
    CHECK_OK(vox_node_set(tree, root, vox_value_array()));
    CHECK_OK(vox_array_append(tree, root, vox_value_node(made), NULL));
    write_all(tree);
    CHECK_OK(vox_tree_compact(tree, &compacted));
    vox_tree_free(compacted);
    vox_tree_free(copy);
    vox_tree_free(tree);
    free(text);

    text = nested(pretty_levels(), &length);
    CHECK_OK(vox_tree_parse(text, length, &options, &tree, &error));
    size_t bytes = 0;
    vox_sink sink = {count_bytes, &bytes};
    CHECK_OK(vox_write(tree, vox_tree_root(tree), VOX_STYLE_PRETTY, sink));
    CHECK(bytes > pretty_levels() * pretty_levels());
    vox_tree_free(tree);
    free(text);
    return NULL;
}

static void in_a_small_stack(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0);
    if (CHECK(pthread_create(&thread, &attributes, exercise, NULL) == 0)) {
        pthread_join(thread, NULL);
    }
    pthread_attr_destroy(&attributes);
}

static void arrays(void) {
    opening = "[";
    middle = "1";
    closing = "]";
    in_a_small_stack();
}

static void objects(void) {
    opening = "{\"a\":";
    middle = "1";
    closing = "}";
    in_a_small_stack();
}

static void mixed_with_siblings(void) {
    opening = "[{\"b\" :";
    middle = "0";
    closing = ",\"a\":1},2]";
    /* Each repetition has two levels, which both count for the limit. */
    size_t length = 0;
    char *text = nested(1000, &length);
    vox_options options = document_options();
    options.max_depth = 2000;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(text, length, &options, &tree, NULL));
    CHECK_OK(vox_node_set(tree, innermost(tree), vox_value_null()));
    write_all(tree);
    CHECK(document_survives(tree, VOX_STYLE_PRETTY));
    vox_tree_free(tree);
    options.max_depth = 1999;
    CHECK_STATUS(vox_tree_parse(text, length, &options, &tree, NULL), VOX_ERROR_DEPTH_LIMIT);
    free(text);
}

/** The number of levels that are created by edits is limited only by memory. */
static void built_by_editing(void) {
    vox_tree *tree = document_from_c("[]");
    vox_node *inner = vox_tree_root(tree);
    for (size_t level = 1; level < 50000; level++) {
        if (!CHECK_OK(vox_array_append(tree, inner, vox_value_array(), &inner))) {
            break;
        }
    }
    vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_COMPACT);
    CHECK_SIZE(buffer.length, 100000);
    vox_buffer_free(&buffer);
    /* Compacting writes and reads the text, but without a limit for the depth. */
    vox_tree *compacted = NULL;
    if (CHECK_OK(vox_tree_compact(tree, &compacted))) {
        bool equal = false;
        CHECK_OK(
            vox_node_equal(tree, vox_tree_root(tree), compacted, vox_tree_root(compacted), &equal)
        );
        CHECK(equal);
    }
    vox_tree_free(compacted);
    vox_tree_free(tree);
}

const check_test depth_tests[] = {
    CHECK_LINES(arrays, "T09"),
    CHECK_LINES(objects, "T09"),
    CHECK_TEST(mixed_with_siblings),
    CHECK_TEST(built_by_editing),
    CHECK_END,
};
