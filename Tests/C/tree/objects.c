/* SPDX-License-Identifier: MIT */
/** Members: repeated names, and unusual names. */
#include "document.h"
#include "tests.h"

#include <stdio.h>

#define REPEATED "{\"a\":1, \"b\":2, \"a\":3, \"c\":4, \"a\":5}"

static void the_last_of_a_name_counts(void) {
    vox_tree *tree = document_from_c(REPEATED);
    vox_node *root = vox_tree_root(tree);
    CHECK_TEXT(vox_node_text(tree, vox_object_get(tree, root, LITERAL("a"))), "5");
    CHECK_SIZE(vox_node_count(tree, root), 3);
    vox_node *node = vox_node_first(tree, root);
    CHECK_TEXT(vox_node_name(tree, node), "b");
    CHECK_SIZE(vox_node_index(tree, node), 0);
    node = vox_node_next(tree, node);
    CHECK_TEXT(vox_node_name(tree, node), "c");
    node = vox_node_next(tree, node);
    CHECK(node == vox_node_last(tree, root) && node == vox_object_get(tree, root, LITERAL("a")));
    CHECK_SIZE(vox_node_index(tree, node), 2);
    CHECK(vox_node_next(tree, node) == NULL);
    CHECK_TEXT(vox_node_name(tree, vox_node_previous(tree, node)), "c");
    /* The preserving style writes unchanged members as they were read. The other styles write
     * only the last member with a name. */
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, REPEATED);
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"b\":2,\"c\":4,\"a\":5}");
    CHECK_WRITES(tree, root, VOX_STYLE_SORTED, "{\"a\":5,\"b\":2,\"c\":4}");
    vox_tree_free(tree);
}

/** A member that replaces the last of a name shadows the same members, and removes them when it is
 *  removed. */
static void replaced_by_a_node(void) {
    for (int look = 0; look < 2; look++) {
        vox_tree *tree = document_from_c(REPEATED);
        vox_node *root = vox_tree_root(tree), *member = NULL;
        vox_node *found = vox_object_get(tree, root, LITERAL("b"));
        CHECK_OK(vox_node_remove(tree, found));
        if (look) {
            CHECK_TEXT(vox_node_text(tree, vox_object_get(tree, root, LITERAL("a"))), "5");
        }
        CHECK_OK(vox_object_set(tree, root, LITERAL("a"), vox_value_node(found), &member));
        CHECK(member == found && member == vox_object_get(tree, root, LITERAL("a")));
        CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"c\":4,\"a\":2}");
        CHECK_OK(vox_node_remove(tree, member));
        CHECK(!vox_object_get(tree, root, LITERAL("a")));
        CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"c\":4}");
        CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\"c\":4}");
        vox_tree_free(tree);
    }
}

/** The same before a look-up has compared the names. */
static void writing_first(void) {
    vox_tree *tree = document_from_c(REPEATED);
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "{\"b\":2,\"c\":4,\"a\":5}");
    vox_tree_free(tree);
    tree = document_from_c(REPEATED);
    CHECK_TEXT(vox_node_name(tree, vox_node_last(tree, vox_tree_root(tree))), "a");
    CHECK_TEXT(vox_node_name(tree, vox_node_first(tree, vox_tree_root(tree))), "b");
    vox_tree_free(tree);
}

/** Siblings and positions skip shadowed members, too, whichever call comes first. */
static void neighbours_first(void) {
    vox_tree *tree = document_from_c(REPEATED);
    vox_node *c = document_at(tree, "/c");
    CHECK_SIZE(vox_node_index(tree, c), 1);
    vox_tree_free(tree);
    tree = document_from_c(REPEATED);
    c = document_at(tree, "/c");
    vox_node *b = vox_node_previous(tree, c);
    CHECK_TEXT(vox_node_name(tree, b), "b");
    CHECK(vox_node_previous(tree, b) == NULL);
    vox_tree_free(tree);
    tree = document_from_c("{\"b\":1,\"a\":2,\"a\":3}");
    CHECK_TEXT(vox_node_text(tree, vox_node_next(tree, document_at(tree, "/b"))), "3");
    vox_tree_free(tree);
}

static void setting_edits_the_last(void) {
    vox_tree *tree = document_from_c(REPEATED);
    vox_node *root = vox_tree_root(tree), *member = NULL;
    CHECK_OK(vox_object_set(tree, root, LITERAL("a"), vox_value_int64(9), &member));
    CHECK(member == vox_node_last(tree, root));
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, "{\"a\":1, \"b\":2, \"a\":3, \"c\":4, \"a\":9}");
    CHECK_STATUS(
        vox_object_insert(tree, root, NULL, LITERAL("a"), vox_value_null(), NULL),
        VOX_ERROR_DUPLICATE
    );
    CHECK_SIZE(vox_node_count(tree, root), 3);
    vox_tree_free(tree);
}

static void removing_removes_all(void) {
    vox_tree *tree = document_from_c(REPEATED);
    vox_node *root = vox_tree_root(tree);
    vox_node *member = vox_object_get(tree, root, LITERAL("a"));
    CHECK_OK(vox_node_remove(tree, member));
    CHECK_TEXT(vox_node_text(tree, member), "5");
    CHECK(vox_object_get(tree, root, LITERAL("a")) == NULL);
    CHECK_SIZE(vox_node_count(tree, root), 2);
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"b\":2,\"c\":4}");
    vox_buffer buffer = document_write(tree, root, VOX_STYLE_PRESERVE);
    CHECK(document_equals_text(tree, root, buffer_text(&buffer)));
    CHECK(memmem(buffer.bytes, buffer.length, "\"a\"", 3) == NULL);
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
}

/** In a large object the index finds the repeated names. */
static void many_repetitions(void) {
    static char json[200000];
    size_t length = 0;
    json[length++] = '{';
    for (int number = 0; number < 9000; number++) {
        length += (size_t
        )snprintf(json + length, 32, "%s\"k%d\":%d", number ? "," : "", number % 3000, number);
    }
    json[length++] = '}';
    vox_tree *tree = document_parse((vox_string){json, length});
    vox_node *root = vox_tree_root(tree);
    CHECK_SIZE(vox_node_count(tree, root), 3000);
    size_t seen = 0;
    for (vox_node *node = vox_node_first(tree, root); node; node = vox_node_next(tree, node)) {
        int64_t value = 0;
        CHECK_OK(vox_node_int64(tree, node, &value));
        CHECK_SIZE(value, 6000 + seen);
        CHECK(vox_object_get(tree, root, vox_node_name(tree, node)) == node);
        seen++;
    }
    CHECK_SIZE(seen, 3000);
    for (int number = 0; number < 3000; number += 2) {
        char name[16];
        snprintf(name, sizeof name, "k%d", number);
        vox_node *member = vox_object_get(tree, root, vox_string_from_c(name));
        CHECK_OK(vox_node_remove(tree, member));
        CHECK(vox_object_get(tree, root, vox_string_from_c(name)) == NULL);
    }
    CHECK_SIZE(vox_node_count(tree, root), 1500);
    CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    vox_tree_free(tree);
}

static void strict_mode_refuses(void) {
    static const char *const texts[] = {
        "{\"a\":1,\"a\":1}",
        "[{\"x\":{\"\":1,\"\":2}}]",
        "{\"\\u0061\":1,\"a\":2}",
        "{\"\xC3\xA9\":1,\"\\u00e9\":2}",
    };
    vox_options options = document_options();
    options.strict = true;
    vox_tree *tree = NULL;
    for (size_t index = 0; index < COUNT(texts); index++) {
        check_note("%s", texts[index]);
        vox_status status = vox_tree_parse(
            texts[index], strlen(texts[index]), &options, &tree, NULL
        );
        CHECK_STATUS(status, VOX_ERROR_DUPLICATE);
        CHECK(tree == NULL);
    }
    check_note(NULL);
    /* The same name in two objects is not repeated. */
    const char *fine = "{\"a\":{\"a\":[{\"a\":1},{\"a\":1}]},\"A\":0,\"e\\u0301\":1,\"\\u00e9\":2}";
    CHECK_OK(vox_tree_parse(fine, strlen(fine), &options, &tree, NULL));
    vox_tree_free(tree);

    /* A large object, with the repetition at the very end. */
    static char json[60000];
    size_t length = 0;
    json[length++] = '{';
    for (int number = 0; number < 3000; number++) {
        length += (size_t)snprintf(json + length, 32, "\"k%d\":0,", number);
    }
    size_t expected = length;
    length += (size_t)snprintf(json + length, 32, "\"k1234\":0}");
    vox_error error = {0};
    CHECK_STATUS(vox_tree_parse(json, length, &options, &tree, &error), VOX_ERROR_DUPLICATE);
    CHECK_SIZE(error.offset, expected);
}

static void odd_names(void) {
    vox_tree *tree = document_parse(
        LITERAL("{\"\":1,\"a\\u0000b\":2,\"a\":3,\"\\u0061b\":4,\"\\/\":5,\"\\ud83d\\ude00\":6,"
                "\"a\\u0000\":7,\"\\\"\":8}")
    );
    vox_node *root = vox_tree_root(tree);
    static const struct {
        vox_string name;
        const char *text;
    } rows[] = {
        {{"", 0}, "1"},    {{"a\0b", 3}, "2"}, {{"a", 1}, "3"},
        {{"ab", 2}, "4"},  {{"/", 1}, "5"},    {{"\xF0\x9F\x98\x80", 4}, "6"},
        {{"a\0", 2}, "7"}, {{"\"", 1}, "8"},
    };
    vox_node *node = vox_node_first(tree, root);
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("row %zu", index);
        CHECK_STRING(vox_node_name(tree, node), rows[index].name);
        CHECK(vox_object_get(tree, root, rows[index].name) == node);
        CHECK_TEXT(vox_node_text(tree, node), rows[index].text);
        node = vox_node_next(tree, node);
    }
    check_note(NULL);
    CHECK(vox_object_get(tree, root, LITERAL("\\u0061b")) == NULL);
    CHECK(vox_object_get(tree, root, LITERAL("a\0c")) == NULL);
    /* Names are written with the escapes that were read, or with the escapes that they need. */
    CHECK_OK(vox_object_set(tree, root, LITERAL("n\0\n\"\\"), vox_value_int64(9), NULL));
    CHECK(vox_object_get(tree, root, LITERAL("n\0\n\"\\")) == vox_node_last(tree, root));
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        CHECK(document_survives(tree, (vox_style)style));
    }
    CHECK_STATUS(
        vox_object_set(tree, root, LITERAL("\xFF"), vox_value_null(), NULL), VOX_ERROR_UTF8
    );
    CHECK_STATUS(
        vox_object_insert(tree, root, NULL, LITERAL("\xED\xA0\x80"), vox_value_null(), NULL),
        VOX_ERROR_UTF8
    );
    CHECK_SIZE(vox_node_count(tree, root), 9);
    vox_tree_free(tree);
}

/** Names that are longer than 16 bits can count. */
static void long_names(void) {
    static char json[300000];
    const size_t length = 140000;
    for (size_t size = 65534; size <= 65537; size++) {
        check_note("%zu bytes", size);
        memset(json, 'k', sizeof json);
        memcpy(json, "{\"", 2);
        memcpy(json + 2 + size, "\":1}", 4);
        vox_tree *tree = document_parse((vox_string){json, size + 6});
        vox_node *root = vox_tree_root(tree);
        vox_string name = {json + 2, size};
        CHECK(vox_object_get(tree, root, name) == vox_node_first(tree, root));
        CHECK_STRING(vox_node_name(tree, vox_node_first(tree, root)), name);
        name.length--;
        CHECK(vox_object_get(tree, root, name) == NULL);
        CHECK_OK(vox_object_set(tree, root, name, vox_value_int64(2), NULL));
        CHECK_SIZE(vox_node_count(tree, root), 2);
        CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
        vox_tree_free(tree);
    }
    memset(json, 'k', sizeof json);
    vox_tree *tree = document_from_c("{}");
    vox_node *root = vox_tree_root(tree);
    vox_string name = {json, length};
    CHECK_OK(vox_object_set(tree, root, name, vox_value_null(), NULL));
    CHECK_STRING(vox_node_name(tree, vox_object_get(tree, root, name)), name);
    vox_tree_free(tree);
}

/** Makes an object of `members` members. The first name is repeated before the last member. */
static vox_tree *parse_wide(size_t members) {
    char json[8192];
    size_t length = (size_t)sprintf(json, "{\"m0\":-1");
    for (size_t member = 1; member < members; member++) {
        const char *name = member + 2 == members ? "m0" : NULL;
        length += name ? (size_t)sprintf(json + length, ",\"%s\":%zu", name, member)
                       : (size_t)sprintf(json + length, ",\"m%zu\":%zu", member, member);
    }
    strcpy(json + length, "}");
    return document_from_c(json);
}

/** Looks up the second or the third member, and a missing member, `times` times. */
static void look_up(vox_tree *tree, size_t times) {
    vox_node *root = vox_tree_root(tree);
    for (size_t time = 0; time < times; time++) {
        const bool is_second = time % 3 == 1;
        vox_node *found = vox_object_get(tree, root, is_second ? LITERAL("m1") : LITERAL("m2"));
        CHECK_TEXT(vox_node_text(tree, found), is_second ? "1" : "2");
        CHECK(vox_object_get(tree, root, LITERAL("none")) == NULL);
    }
}

/** A few look-ups build no index, however large the object is. Many look-ups build one. */
static void few_look_ups(void) {
    static const size_t sizes[] = {18, 19, 60, 256, 257, 400};
    for (size_t index = 0; index < COUNT(sizes); index++) {
        const size_t size = sizes[index];
        check_note("%zu members", size);
        vox_tree *tree = parse_wide(size);
        const size_t before = vox_tree_memory(tree).reserved;
        look_up(tree, 1);
        CHECK_SIZE(vox_tree_memory(tree).reserved, before);
        vox_node *repeated = vox_object_get(tree, vox_tree_root(tree), LITERAL("m0"));
        look_up(tree, 30);
        CHECK(vox_tree_memory(tree).reserved > before);
        CHECK(repeated == vox_object_get(tree, vox_tree_root(tree), LITERAL("m0")));
        CHECK(repeated == vox_node_previous(tree, vox_node_last(tree, vox_tree_root(tree))));
        vox_tree_free(tree);
    }
}

/** Names of equal and of different lengths, empty names, and names that are too long for a node. */
static void two_members(void) {
    enum {
        LONG = 40000
    };
    static const size_t lengths[] = {0, 1, 2, 32767, 32768, LONG};
    static char names[2][LONG + 1], text[2 * LONG + 32];
    memset(names[0], 'x', LONG);
    memset(names[1], 'x', LONG);
    for (size_t one = 0; one < COUNT(lengths); one++) {
        for (size_t row = 0; row < 2 * COUNT(lengths); row++) {
            const size_t other = row / 2, first = lengths[one], second = lengths[other];
            const bool same = one == other && (row % 2 || second == 0);
            names[1][second ? second - 1 : 0] = row % 2 ? 'x' : 'y'; /* the last byte differs */
            check_note("%zu and %zu, %s", first, second, same ? "the same" : "two");
            snprintf(
                text, sizeof text, "{\"%.*s\":1,\"%.*s\":2}", (int)first, names[0], (int)second,
                names[1]
            );
            vox_tree *tree = document_from_c(text);
            const vox_node *root = vox_tree_root(tree);
            vox_node *node = vox_node_first(tree, root);
            CHECK_TEXT(vox_node_text(tree, node), same ? "2" : "1");
            CHECK_SIZE(vox_node_count(tree, root), same ? 1 : 2);
            vox_tree_free(tree);
            names[1][second ? second - 1 : 0] = 'x';
        }
    }
}

const check_test objects_tests[] = {
    CHECK_LINES(the_last_of_a_name_counts, "T10 JA-014"),
    CHECK_TEST(replaced_by_a_node),
    CHECK_TEST(writing_first),
    CHECK_TEST(neighbours_first),
    CHECK_TEST(setting_edits_the_last),
    CHECK_TEST(removing_removes_all),
    CHECK_TEST(many_repetitions),
    CHECK_LINES(strict_mode_refuses, "T10 JA-014"),
    CHECK_LINES(odd_names, "T17"),
    CHECK_TEST(long_names),
    CHECK_TEST(few_look_ups),
    CHECK_TEST(two_members),
    CHECK_END,
};
