/* SPDX-License-Identifier: MIT */
/** When a patch replaces a container: if the estimated length of its operations is above 4096, and
 *  half of it is above the estimated length of the one operation that replaces the container. */
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

#define COUNT_OF_VALUES 120
/** The estimated length of an operation without its pointer and its value. */
#define OPERATION 40

/** Returns the number of operations of the patch between two texts. */
static size_t operations_between(const char *before, const char *after) {
    vox_tree *left = document_from_c(before), *right = document_from_c(after), *patch = NULL;
    const vox_options options = document_options();
    size_t count = 0;
    if (CHECK_OK(
            vox_patch_make(left, vox_tree_root(left), right, vox_tree_root(right), &options, &patch)
        )) {
        count = vox_node_count(patch, vox_tree_root(patch));
    }
    vox_tree_free(patch);
    vox_tree_free(left);
    vox_tree_free(right);
    return count;
}

/** A way to write the containers that are compared. */
typedef struct form {
    const char *start;  /* of the document */
    const char *name;   /* of each value: a format for its position; NULL in an array */
    const char *filler; /* the text before the filler */
    const char *end;    /* of the document */
} form;

/** Writes a container with COUNT_OF_VALUES equal values and a string of `length` bytes. */
static void put_container(char *text, const form *of, const char *value, size_t length) {
    size_t at = (size_t)sprintf(text, "%s", of->start);
    for (int index = 0; index < COUNT_OF_VALUES; index++) {
        at += of->name ? (size_t)sprintf(text + at, of->name, index) : 0;
        at += (size_t)sprintf(text + at, "%s,", value);
    }
    at += (size_t)sprintf(text + at, "%s\"", of->filler);
    memset(text + at, 'x', length);
    strcpy(text + at + length, "\"");
    strcat(text, of->end);
}

/** Checks that the container is replaced with a filler that is one byte shorter than `edge`, and
 *  that each value is replaced with a filler of that length. */
static void check_edge(const form *of, const char *value, size_t edge) {
    static char before[16384], after[16384];
    for (size_t length = edge - 1; length <= edge; length++) {
        put_container(before, of, "1", length);
        put_container(after, of, value, length);
        check_note("%s with %zu bytes", value, length);
        CHECK_SIZE(operations_between(before, after), length < edge ? 1 : COUNT_OF_VALUES);
    }
    check_note(NULL);
}

/** Values, and the estimated lengths of their texts. */
static const struct {
    const char *text;
    size_t size;
} values[] = {
    {"null", 4},     {"true", 4}, {"false", 4}, {"-1.5", 4},   {"10", 2},
    {"\"text\"", 6}, {"[]", 2},   {"{}", 2},    {"[null]", 7}, {"{\"name\":null}", 14},
};

/** Returns the number of digits of all positions. */
static size_t digits_of_positions(void) {
    return 10 + 2 * 90 + 3 * (COUNT_OF_VALUES - 100);
}

static void arrays(void) {
    static const form array = {"[", NULL, "", "]"};
    static const form inner = {"{\"m~/\":[", NULL, "", "]}"};
    const size_t pointer = strlen("/m~0~1");
    for (size_t index = 0; index < COUNT(values); index++) {
        const size_t size = values[index].size, all = COUNT_OF_VALUES * (size + 1);
        const size_t cost = COUNT_OF_VALUES * (OPERATION + 1 + size) + digits_of_positions();
        check_edge(&array, values[index].text, cost / 2 - OPERATION - 2 - all - 3);
        check_edge(
            &inner, values[index].text,
            (cost + COUNT_OF_VALUES * pointer) / 2 - OPERATION - pointer - 2 - all - 3
        );
    }
}

static void objects(void) {
    static const form object = {"{", "\"~/n%d\":", "\"x\":", "}"};
    const size_t name = strlen("~/n"), pointer = strlen("/~0~1n");
    for (size_t index = 0; index < COUNT(values); index++) {
        const size_t size = values[index].size, digits = digits_of_positions();
        const size_t cost = COUNT_OF_VALUES * (OPERATION + pointer + size) + digits;
        const size_t all = COUNT_OF_VALUES * (size + 1 + name + 3) + digits;
        const size_t filler = 2 + 1 + strlen("x") + 3;
        check_edge(&object, values[index].text, cost / 2 - OPERATION - 2 - all - filler);
    }
}

/** Operations of up to 4096 bytes are kept, however short the container is. */
static void short_patches(void) {
    char before[1024] = "[", after[1024] = "[";
    for (int index = 0; index < 86; index++) {
        strcat(before, "1,");
        strcat(after, "null,");
    }
    strcat(before, "1]");
    strcat(after, "123456789012345678901]"); /* 86 * 45 + 162 + 43 + 21 = 4096 */
    CHECK_SIZE(operations_between(before, after), 87);
    strcpy(strchr(after, ']'), "2]");
    CHECK_SIZE(operations_between(before, after), 1);
}

/** Long numbers that differ in their first digit are different values, so the others stay where they
 *  are when one of them goes. */
static void long_numbers(void) {
    enum {
        count = 9,
        digits = 120
    };
    char before[count * (digits + 1) + 12] = "[1,", after[sizeof before] = "[2,";
    for (int index = 1; index <= count; index++) {
        char *at = before + strlen(before);
        sprintf(at, "%d%0*d,", index, digits - 1, 7);
        strcat(after, index > 1 ? at : "");
    }
    strcat(before, "3]");
    strcat(after, "4]");
    CHECK_SIZE(operations_between(before, after), 3);
}

const check_test patch_sizes_tests[] = {
    CHECK_TEST(arrays),       CHECK_TEST(objects), CHECK_TEST(short_patches),
    CHECK_TEST(long_numbers), CHECK_END,
};
