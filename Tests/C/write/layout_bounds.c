/* SPDX-License-Identifier: MIT */
/** The preserving style does not multiply white space. The white space of the document is
 *  written once. Each added value takes at most 64 bytes of it for each level. */
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** Templates. '#' means a large amount of white space. */
static const char *const shapes[] = {
    "{#\"a\":1}",
    "{\n#\"a\":1}",
    "{\n  \"a\":1,\n#\"b\":2}",
    "{\"a\":1,#\"b\":2,\"c\":3}",
    "{\"a\"#:1}",
    "{\"a\":#1}",
    "{\"a\"#:#1, \"b\": {}}",
    "{\"a\":1#,\"b\":2}",
    "{\"a\":1#}",
    "{#}",
    "#{}#",
    "[#]",
    "[#1]",
    "[1,#2,3]",
    "[\n#1,\n#2\n]",
    "{\n#\"o\": {}, \"l\": []}",
    "{\"o\":{\n#\"a\": {}, \"l\" :[]}}",
    "{\n  \"o\": {\n#\"a\": {\n  \"b\": []}}}",
    "{\"o\":#{\"l\":[{},{ \"x\":1}]}}",
    "{\n#\"o\":\n#{\"l\"\n#:\n#[{}\n#,{\n#\"x\":1\n#}\n#]}}",
};

static const char *const spaces[] = {" ", "\t", "\n", "\r\n", "\r", "\n ", " \n\t"};

static vox_string fill(const char *shape, const char *space, size_t count) {
    size_t hashes = 0, length = 0, width = strlen(space);
    for (const char *at = shape; *at; at++) {
        hashes += *at == '#';
    }
    char *text = malloc(strlen(shape) + hashes * count * width + 1);
    for (; *shape; shape++) {
        for (size_t left = *shape == '#' ? count : 0; left; left--) {
            memcpy(text + length, space, width);
            length += width;
        }
        if (*shape != '#') {
            text[length++] = *shape;
        }
    }
    return (vox_string){text, length};
}

#define ADDED "{\"p\":{\"q\":[1,[2],{}]},\"r\":[]}"
#define ADDED_VALUES 8
#define TIMES 10

/** Adds members or elements at the beginning and at the end of a container. */
static size_t add_to(vox_tree *tree, vox_node *node) {
    size_t added = 0;
    for (int time = 0; time < TIMES; time++) {
        char name[16];
        size_t length = (size_t)snprintf(name, sizeof name, "new%d", time);
        vox_value value = vox_value_json(LITERAL(ADDED));
        vox_node *before = time % 2 ? vox_node_first(tree, node) : NULL;
        if (vox_node_kind(node) == VOX_OBJECT) {
            CHECK_OK(vox_object_insert(tree, node, before, (vox_string){name, length}, value, NULL)
            );
        } else {
            CHECK_OK(
                vox_array_insert(tree, node, before ? 0 : vox_node_count(tree, node), value, NULL)
            );
        }
        added += ADDED_VALUES;
    }
    return added;
}

/** Returns the next container in document order that was read. */
static vox_node *next_read(vox_tree *tree, vox_node *node) {
    vox_node *at = vox_node_first(tree, node);
    for (;;) {
        while (!at) {
            at = vox_node_next(tree, node);
            node = vox_node_parent(tree, node);
            if (!node) {
                return NULL;
            }
        }
        if (vox_node_kind(at) >= VOX_ARRAY && vox_node_offset(at) != SIZE_MAX) {
            return at;
        }
        node = vox_node_offset(at) == SIZE_MAX ? node : at;
        at = vox_node_offset(at) == SIZE_MAX ? vox_node_next(tree, at) : NULL;
    }
}

/* Edits of a document. They return the number of values that were added or moved. */

static size_t add_everywhere(vox_tree *tree) {
    size_t added = 0;
    for (vox_node *node = vox_tree_root(tree); node; node = next_read(tree, node)) {
        added += add_to(tree, node);
    }
    return added;
}

static size_t overwrite_first(vox_tree *tree) {
    vox_node *node = vox_node_first(tree, vox_tree_root(tree));
    if (!node) {
        return 0;
    }
    CHECK_OK(vox_node_set(tree, node, vox_value_json(LITERAL(ADDED))));
    return ADDED_VALUES;
}

/** Fills the last container with nested objects. */
static size_t fill_deeper(vox_tree *tree) {
    vox_node *node = vox_tree_root(tree);
    for (vox_node *at = node; at; at = next_read(tree, at)) {
        node = at;
    }
    size_t added = 0;
    for (; added < 20; added++) {
        vox_node *made = NULL;
        vox_value value = vox_value_object();
        if (vox_node_kind(node) == VOX_OBJECT) {
            CHECK_OK(vox_object_set(tree, node, LITERAL("d"), value, &made));
        } else {
            CHECK_OK(vox_array_append(tree, node, value, &made));
        }
        node = made;
    }
    return added;
}

/** Moves every child of the root into a new list at the end, and appends a null after each. */
static size_t move_all(vox_tree *tree) {
    vox_node *root = vox_tree_root(tree), *list = NULL, *child;
    size_t moved = 1;
    if (vox_node_kind(root) == VOX_OBJECT) {
        CHECK_OK(vox_object_set(tree, root, LITERAL("moved"), vox_value_array(), &list));
    } else {
        CHECK_OK(vox_array_append(tree, root, vox_value_array(), &list));
    }
    while ((child = vox_node_first(tree, root)) != list) {
        CHECK_OK(vox_node_remove(tree, child));
        CHECK_OK(vox_array_append(tree, list, vox_value_node(child), NULL));
        CHECK_OK(vox_array_append(tree, list, vox_value_null(), NULL));
        if (vox_node_kind(child) >= VOX_ARRAY) {
            moved += add_to(tree, child);
        }
        moved += 2;
    }
    return moved;
}

static size_t empty_and_fill(vox_tree *tree) {
    vox_node *root = vox_tree_root(tree);
    while (vox_node_first(tree, root)) {
        CHECK_OK(vox_node_remove(tree, vox_node_first(tree, root)));
    }
    return add_to(tree, root);
}

static size_t (*const edits[]
)(vox_tree *) = {add_everywhere, overwrite_first, fill_deeper, move_all, empty_and_fill};

static void check_bounded(vox_string text, size_t edit) {
    vox_tree *tree = document_parse(text);
    size_t added = edits[edit](tree);
    vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE);
    /* Each added value has an indented line before it, a colon, and perhaps an indented line
     * after its children. The templates have at most 7 levels, and the edits add at most 24. */
    size_t levels = edit == 2 ? 31 : 12;
    CHECK(buffer.length <= text.length + 64 + added * (2 * 64 * levels + 2 * 64));
    CHECK(document_equals_text(tree, vox_tree_root(tree), buffer_text(&buffer)));
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
}

static void white_space_is_not_multiplied(void) {
    size_t count = check_quick() ? 10000 : 200000;
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        for (size_t space = 0; space < COUNT(spaces); space++) {
            vox_string text = fill(shapes[shape], spaces[space], count);
            for (size_t edit = 0; edit < COUNT(edits); edit++) {
                check_note("shape %zu, white space %zu, edit %zu", shape, space, edit);
                check_bounded(text, edit);
            }
            free((void *)(uintptr_t)text.bytes);
        }
    }
}

/** The example of the promise: a megabyte of indentation, and ten nested members. */
static void a_megabyte_of_indentation(void) {
    vox_string text = fill("{\n#\"a\":1}", " ", 1000000);
    vox_tree *tree = document_parse(text);
    size_t added = add_to(tree, vox_tree_root(tree)) * 64;
    vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE);
    check_note("%zu bytes from %zu", buffer.length, text.length);
    CHECK(buffer.length <= text.length + 8 * added);
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    free((void *)(uintptr_t)text.bytes);
}

/** Exactly 64 bytes are inherited, which include the line feed. Shorter white space is inherited
 *  completely. */
static void at_the_bound(void) {
    for (size_t count = 61; count <= 66; count++) {
        char text[256], expected[512];
        int width = (int)count, kept = count < 63 ? (int)count : 63;
        check_note("%zu spaces", count);
        snprintf(text, sizeof text, "{\n%*s\"a\":1}", width, "");
        snprintf(expected, sizeof expected, "{\n%*s\"a\":1,\n%*s\"n\":2}", width, "", kept, "");
        vox_tree *tree = document_from_c(text);
        vox_node *root = vox_tree_root(tree);
        CHECK_OK(vox_object_set(tree, root, LITERAL("n"), vox_value_int64(2), NULL));
        CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, expected);
        vox_tree_free(tree);

        kept = count < 64 ? (int)count : 64;
        snprintf(text, sizeof text, "[1,%*s2]", width, "");
        snprintf(expected, sizeof expected, "[1,%*s2,%*s3]", width, "", kept, "");
        tree = document_from_c(text);
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), vox_value_int64(3), NULL));
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, expected);
        vox_tree_free(tree);
    }
}

/** Ordinary indentation is inherited completely: forty levels of up to eight spaces, or of tabs. */
static void ordinary_indentation_is_inherited(void) {
    static const char *const units[] = {"  ", "    ", "        ", "\t", "\t\t"};
    for (size_t index = 0; index < COUNT(units); index++) {
        char text[20000] = "{", expected[20000] = "{", line[512] = "\n";
        check_note("unit %zu", index);
        for (int level = 0; level < 40; level++) {
            strcat(line, units[index]);
            strcat(strcat(text, line), "\"o\": {");
            strcat(strcat(expected, line), "\"o\": {");
        }
        strcat(strcat(strcat(line, units[index]), "\"a\""), ": 1");
        strcat(text, line);
        strcat(expected, line);
        line[strlen(line) - strlen("\"a\": 1")] = '\0';
        strcat(strcat(strcat(expected, ","), line), "\"n\": [");
        strcat(strcat(strcat(expected, line), units[index]), "2");
        strcat(strcat(expected, line), "]");
        for (int level = 0; level <= 40; level++) {
            strcat(text, "}");
            strcat(expected, "}");
        }
        vox_tree *tree = document_from_c(text);
        vox_node *root = vox_tree_root(tree), *inner = root;
        while (vox_node_kind(vox_node_first(tree, inner)) == VOX_OBJECT) {
            inner = vox_node_first(tree, inner);
        }
        CHECK_OK(vox_object_set(tree, inner, LITERAL("n"), vox_value_json(LITERAL("[2]")), NULL));
        CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, expected);
        /* A part of a document keeps its indentation in the document. */
        vox_buffer part = document_write(tree, inner, VOX_STYLE_PRESERVE);
        const char *end = strstr(expected, "\"a\"") - strlen(line) - 1;
        CHECK_STRING(buffer_text(&part), ((vox_string){end, part.length}));
        vox_buffer_free(&part);
        vox_tree_free(tree);
    }
}

/** Writes and marks each element of a list separately. Returns the steps. The character `before`
 *  is repeated before the first element. */
static uint64_t write_one_by_one(size_t size, const char *head, char before, const char *tail) {
    size_t length = strlen(head);
    char *text = malloc(length + 40 * size + strlen(tail) + 8);
    memcpy(text, head, length);
    memset(text + length, before, 20 * size);
    length += 20 * size;
    length += (size_t)sprintf(text + length, "%s[0", tail);
    for (size_t index = 1; index < size; index++) {
        length += (size_t)sprintf(text + length, ",%zu", index % 10);
    }
    length += (size_t)sprintf(text + length, "]%s", *head == '{' ? "}" : "]");
    vox_tree *tree = document_from_c(text);
    vox_node *list = vox_array_get(tree, vox_tree_root(tree), 0);
    list = list ? list : vox_object_get(tree, vox_tree_root(tree), vox_string_from_c("l"));
    vox_value object = vox_value_json(vox_string_from_c("{\"a\":{}}"));
    for (size_t index = 0; index < size; index++) {
        CHECK_OK(vox_node_set(tree, vox_array_get(tree, list, index), object));
    }
    uint64_t start = steps_counted();
    vox_buffer buffer = {0};
    for (size_t index = 0; index < size; index++) {
        vox_node *element = vox_array_get(tree, list, index);
        buffer.length = 0;
        CHECK_OK(vox_write_buffer(tree, element, VOX_STYLE_PRESERVE, &buffer));
        CHECK_OK(vox_baseline_mark(tree, element));
    }
    uint64_t steps = steps_counted() - start;
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    free(text);
    return steps;
}

static uint64_t behind_white_space(size_t size) {
    return write_one_by_one(size, "[", ' ', "");
}

static uint64_t behind_a_long_name(size_t size) {
    return write_one_by_one(size, "{\"l", 'l', "\":0,\"l\":");
}

static uint64_t behind_a_wide_colon(size_t size) {
    return write_one_by_one(size, "{\"l\":", ' ', "");
}

/** Writes elements of the root, all of which were inserted. */
static uint64_t among_new_ones(size_t size) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree), *element;
    for (size_t index = 0; index < size; index++) {
        vox_value object = vox_value_json(vox_string_from_c("{\"a\":{}}"));
        CHECK_OK(vox_array_append(tree, root, object, &element));
    }
    uint64_t start = steps_counted();
    for (size_t index = 0; index < size; index++) {
        CHECK_OK(vox_baseline_mark(tree, vox_array_get(tree, root, index)));
    }
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

/** The cost of a value does not depend on the rest of its document. */
static void one_by_one(void) {
    steps_check_linear("white space", behind_white_space, 1000);
    steps_check_linear("a long name", behind_a_long_name, 1000);
    steps_check_linear("a wide colon", behind_a_wide_colon, 1000);
    steps_check_linear("new elements", among_new_ones, 1000);
}

const check_test layout_bounds_tests[] = {
    CHECK_LINES(white_space_is_not_multiplied, "T65"),
    CHECK_LINES(a_megabyte_of_indentation, "T65"),
    CHECK_TEST(at_the_bound),
    CHECK_TEST(ordinary_indentation_is_inherited),
    CHECK_LINES(one_by_one, "T65"),
    CHECK_END,
};
