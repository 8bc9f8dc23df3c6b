/* SPDX-License-Identifier: MIT */
/** Which part of long white space a new member inherits: 64 bytes for each level. Children of the
 *  root are at level 1. */
#include "document.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

/** Writes a text in which each `#` is followed by the number of spaces it stands for, and a `;`. */
static void expand(const char *shape, char *text) {
    while (*shape) {
        if (*shape == '#') {
            int count = 0, used = 0;
            (void)sscanf(shape, "#%d;%n", &count, &used);
            memset(text, ' ', (size_t)count);
            text += count;
            shape += used;
        } else {
            *text++ = *shape++;
        }
    }
    *text = '\0';
}

/** Adds a member `n` to an object, and checks the text of the document. */
static void check_added(const char *before, const char *pointer, const char *after) {
    char text[1024], expected[1024];
    expand(before, text);
    expand(after, expected);
    vox_tree *tree = document_from_c(text);
    vox_node *object = document_at(tree, pointer);
    check_note("%s", before);
    CHECK_OK(vox_object_set(tree, object, LITERAL("n"), vox_value_int64(2), NULL));
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, expected);
    /* An object that is written alone inherits the same. */
    vox_buffer alone = document_write(tree, object, VOX_STYLE_PRESERVE);
    char part[1024] = "";
    memcpy(part, alone.bytes, alone.length);
    CHECK(strstr(expected, part) != NULL);
    vox_buffer_free(&alone);
    vox_tree_free(tree);
    check_note(NULL);
}

static void leads(void) {
    static const char *const rows[][2] = {
        /* A short lead is inherited as it is. */
        {"{#9;\n#9;\"a\":1}", "{#9;\n#9;\"a\":1,#9;\n#9;\"n\":2}"},
        {"{\n#63;\"a\":1}", "{\n#63;\"a\":1,\n#63;\"n\":2}"},
        {"{\n#64;\"a\":1}", "{\n#64;\"a\":1,\n#63;\"n\":2}"},
        {"{\r\n#62;\"a\":1}", "{\r\n#62;\"a\":1,\r\n#62;\"n\":2}"},
        {"{\r\n#63;\"a\":1}", "{\r\n#63;\"a\":1,\r\n#62;\"n\":2}"},
        /* Of a long one, the last line. */
        {"{#64;\n#2;\"a\":1}", "{#64;\n#2;\"a\":1,\n#2;\"n\":2}"},
        {"{#64;\r\n#2;\"a\":1}", "{#64;\r\n#2;\"a\":1,\r\n#2;\"n\":2}"},
        {"{#64;\r#2;\n#2;\"a\":1}", "{#64;\r#2;\n#2;\"a\":1,\n#2;\"n\":2}"},
        {"{\n#64;\n\"a\":1}", "{\n#64;\n\"a\":1,\n\"n\":2}"},
        /* White space without a line break. */
        {"{#64;\"a\":1}", "{#64;\"a\":1,#64;\"n\":2}"},
        {"{#65;\"a\":1}", "{#65;\"a\":1,#64;\"n\":2}"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        check_added(rows[row][0], "", rows[row][1]);
    }
}

/** A deeper member inherits more, except of white space without a line break. */
static void deeper_leads(void) {
    check_added("{\"o\":{\n#127;\"a\":1}}", "/o", "{\"o\":{\n#127;\"a\":1,\n#127;\"n\":2}}");
    check_added("{\"o\":{\n#128;\"a\":1}}", "/o", "{\"o\":{\n#128;\"a\":1,\n#127;\"n\":2}}");
    check_added("{\"o\":[{\n#200;\"a\":1}]}", "/o/0", "{\"o\":[{\n#200;\"a\":1,\n#191;\"n\":2}]}");
    check_added("{\"o\":[{#200;\"a\":1}]}", "/o/0", "{\"o\":[{#200;\"a\":1,#64;\"n\":2}]}");
}

/** Of the white space around a colon, 31 bytes on either side. A space after it means one after the
 *  comma, too. */
static void colons(void) {
    static const char *const rows[][2] = {
        {"{\"a\"#31;:#32;1}", "{\"a\"#31;:#32;1, \"n\"#31;:#32;2}"},
        {"{\"a\"#63;:1}", "{\"a\"#63;:1,\"n\"#63;:2}"},
        {"{\"a\"#64;:1}", "{\"a\"#64;:1,\"n\"#31;:2}"},
        {"{\"a\":#64;1}", "{\"a\":#64;1, \"n\":#31;2}"},
        {"{\"a\"#31;:#33;1}", "{\"a\"#31;:#33;1, \"n\"#31;:#31;2}"},
        {"{\"a\"#33;:#31;1}", "{\"a\"#33;:#31;1, \"n\"#31;:#31;2}"},
        {"{\"a\"#34;:#30;1}", "{\"a\"#34;:#30;1, \"n\"#31;:#30;2}"},
        {"{\"a\"#30;:#34;1}", "{\"a\"#30;:#34;1, \"n\"#30;:#31;2}"},
        {"{\"a\"#99;:#99;1}", "{\"a\"#99;:#99;1, \"n\"#31;:#31;2}"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        check_added(rows[row][0], "", rows[row][1]);
    }
}

const check_test inherited_tests[] = {
    CHECK_TEST(leads),
    CHECK_TEST(deeper_leads),
    CHECK_TEST(colons),
    CHECK_END,
};
