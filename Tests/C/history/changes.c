/* SPDX-License-Identifier: MIT */
/** Differences, baselines, marks, and reverting. */
#include "document.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/* --- differences ----------------------------------------------------------- */

typedef struct difference_text {
    vox_tree *before;
    vox_tree *after;
    char text[4096];
    size_t length;
    int stop_after;
} difference_text;

/** Writes the differences as "~/a +/b -/c ", for changed, added and removed values. */
static int write_difference(void *context, vox_difference difference) {
    difference_text *self = context;
    char pointer[128];
    const vox_node *node = difference.after ? difference.after : difference.before;
    vox_tree *tree = difference.after ? self->after : self->before;
    size_t length = vox_pointer_write(tree, node, pointer, sizeof pointer);
    char sign = !difference.before ? '+' : !difference.after ? '-' : '~';
    self->length += (size_t)snprintf(
        self->text + self->length, sizeof self->text - self->length, "%c%.*s ", sign, (int)length,
        pointer
    );
    return --self->stop_after == 0;
}

static void differences(void) {
    static const struct {
        const char *before, *after, *expected;
    } rows[] = {
        {"1", "1.0", ""},
        {"1", "2", "~ "},
        {"{}", "[]", "~ "},
        {"[1,2]", "[2,1]", "~ "},
        {"{\"a\":1,\"b\":2}", "{\"b\":2.0,\"a\":1e0}", ""},
        {"{\"a\":1}", "{\"a\":2,\"b\":3}", "~/a +/b "},
        {"{\"a\":1,\"b\":2,\"c\":3}", "{\"b\":2}", "-/a -/c "},
        {"{\"a\":{\"b\":{\"c\":1,\"d\":[1]}}}", "{\"a\":{\"b\":{\"c\":2,\"d\":[1]}}}", "~/a/b/c "},
        {"{\"a\":{\"b\":1}}", "{\"a\":{}}", "-/a/b "},
        {"{\"a\":{\"b\":1},\"z\":0}", "{\"a\":null,\"z\":1}", "~/a ~/z "},
        {"{\"a\":null}", "{\"a\":{\"b\":1}}", "~/a "},
        {"{\"a\":1,\"a\":2}", "{\"a\":2}", ""},
        {"{\"a\":{\"x\":1},\"b\":{\"x\":1}}", "{\"b\":{\"x\":2},\"a\":{\"y\":1}}",
         "~/b/x +/a/y -/a/x "},
    };
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        vox_tree *before = document_from_c(rows[index].before);
        vox_tree *after = document_from_c(rows[index].after);
        difference_text text = {before, after, "", 0, 0};
        vox_difference_sink sink = {write_difference, &text};
        CHECK_OK(vox_diff(before, vox_tree_root(before), after, vox_tree_root(after), sink));
        CHECK_STRING(vox_string_from_c(text.text), vox_string_from_c(rows[index].expected));
        vox_tree_free(before);
        vox_tree_free(after);
    }
}

/** Returns a tree whose member `o` is a value that was moved there before it was parsed. */
static vox_tree *with_deferred_member(const char *value) {
    char text[128];
    vox_options options = document_options();
    vox_tree *tree = NULL;
    const int length = sprintf(text, "{\"data\":[%s]}", value);
    options.mode = VOX_MODE_LAZY;
    CHECK_OK(vox_tree_parse(text, (size_t)length, &options, &tree, NULL));
    vox_node *root = vox_tree_root(tree), *data = vox_node_first(tree, root);
    vox_node *moved = vox_array_get(tree, data, 0);
    CHECK_OK(vox_node_remove(tree, moved));
    CHECK_OK(vox_object_set(tree, root, vox_string_from_c("o"), vox_value_node(moved), NULL));
    CHECK_OK(vox_node_remove(tree, data));
    return tree;
}

/** Members that are not parsed yet are compared inside, too. Their errors end the walk. */
static void deferred_members(void) {
    static const struct {
        const char *before, *after, *expected;
        vox_status status;
    } rows[] = {
        {"{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":3}", "~/o/b ", VOX_OK},
        {"{\"a\":1}", "{\"a\":1}", "", VOX_OK},
        {"{\"a\":1}", "{\"a\":nul}", "", VOX_ERROR_LITERAL},
        {"{\"a\":nul}", "{\"a\":1}", "", VOX_ERROR_LITERAL},
    };
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        vox_tree *before = with_deferred_member(rows[index].before);
        vox_tree *after = with_deferred_member(rows[index].after);
        difference_text text = {before, after, "", 0, 0};
        vox_difference_sink sink = {write_difference, &text};
        check_note("%s, %s", rows[index].before, rows[index].after);
        CHECK_STATUS(
            vox_diff(before, vox_tree_root(before), after, vox_tree_root(after), sink),
            rows[index].status
        );
        CHECK_STRING(vox_string_from_c(text.text), vox_string_from_c(rows[index].expected));
        vox_tree_free(before);
        vox_tree_free(after);
    }
    check_note(NULL);
}

static void a_walk_can_be_stopped(void) {
    vox_tree *before = document_from_c("{\"a\":1,\"b\":2,\"c\":3}");
    vox_tree *after = document_from_c("{\"a\":2,\"b\":3,\"c\":4}");
    difference_text text = {before, after, "", 0, 2};
    vox_difference_sink sink = {write_difference, &text};
    CHECK_STATUS(
        vox_diff(before, vox_tree_root(before), after, vox_tree_root(after), sink), VOX_ERROR_SINK
    );
    CHECK_STRING(vox_string_from_c(text.text), vox_string_from_c("~/a ~/b "));
    vox_tree_free(before);
    vox_tree_free(after);
}

static int keep_difference(void *context, vox_difference difference) {
    *(vox_difference *)context = difference;
    return 0;
}

/** If one of the two values is absent, the whole other value is one difference. */
static void absent_values(void) {
    static const char *const texts[] = {"1", "{}", "{\"a\":[1]}", "[{\"a\":1}]"};
    for (size_t index = 0; index < 4; index++) {
        vox_tree *tree = document_from_c(texts[index]), *other = document_new();
        const vox_node *root = vox_tree_root(tree);
        vox_difference found = {NULL, NULL, root};
        vox_difference_sink sink = {keep_difference, &found};
        CHECK_OK(vox_diff(tree, root, other, NULL, sink));
        CHECK(found.before == root && !found.after && !found.object);
        found = (vox_difference){NULL, NULL, root};
        CHECK_OK(vox_diff(other, NULL, tree, root, sink));
        CHECK(!found.before && found.after == root && !found.object);
        found = (vox_difference){NULL, NULL, root};
        CHECK_OK(vox_diff(other, NULL, tree, NULL, sink));
        CHECK(!found.before && !found.after && found.object == root); /* no difference was
                                                                       * reported */
        vox_tree_free(tree);
        vox_tree_free(other);
    }
}

/** A malformed deferred value is an error on either side and at any position. */
static void broken_values(void) {
    static const char *const texts[] = {
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"meta\":{\"n\":1}}]}",
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"meta\":{\"n\":tru}}]}",
    };
    for (int ways = 1; ways < 4; ways++) {
        for (int below = 0; below < 2; below++) {
            vox_options options = document_options();
            options.mode = VOX_MODE_LAZY;
            vox_tree *trees[2];
            const vox_node *nodes[2];
            for (int side = 0; side < 2; side++) {
                const char *text = texts[ways >> side & 1];
                CHECK_OK(vox_tree_parse(text, strlen(text), &options, &trees[side], NULL));
                const vox_node *list = vox_node_first(trees[side], vox_tree_root(trees[side]));
                nodes[side] = below ? list : vox_node_first(trees[side], list);
            }
            vox_difference found = {NULL, NULL, NULL};
            vox_difference_sink sink = {keep_difference, &found};
            CHECK_STATUS(vox_diff(trees[0], nodes[0], trees[1], nodes[1], sink), VOX_ERROR_LITERAL);
            CHECK(!found.before && !found.after);
            vox_tree_free(trees[0]);
            vox_tree_free(trees[1]);
        }
    }
}

/* --- baselines ------------------------------------------------------------- */

static size_t count_changes(vox_tree *tree, vox_node *node) {
    vox_tree *baseline;
    CHECK_OK(vox_baseline(tree, node, &baseline));
    difference_text text = {baseline, tree, "", 0, 0};
    vox_difference_sink sink = {write_difference, &text};
    CHECK_OK(vox_diff(baseline, vox_tree_root(baseline), tree, node, sink));
    size_t count = 0;
    for (size_t index = 0; index < text.length; index++) {
        count += text.text[index] == ' ';
    }
    return count;
}

static void setting_back_clears_the_change(void) {
    const char *json = "{ \"o\": { \"t\":\"x\", \"n\": 1.50, \"e\":\"\\u00e9\", \"b\":true } }";
    vox_tree *tree = document_from_c(json);
    vox_node *object = document_at(tree, "/o");
    static const char *const values[][3] = {
        {"/o/t", "\"y\"", "\"x\""},
        {"/o/n", "2", "1.50"},
        {"/o/b", "[]", "true"},
        {"/o/e", "\"z\"", "\"\xC3\xA9\""},
    };
    for (size_t index = 0; index < 4; index++) {
        vox_string pointer = vox_string_from_c(values[index][0]);
        vox_string other = vox_string_from_c(values[index][1]);
        vox_string back = vox_string_from_c(values[index][2]);
        vox_node *root = vox_tree_root(tree);
        CHECK_OK(vox_pointer_set(tree, root, pointer, vox_value_json(other), NULL, NULL));
        CHECK_SIZE(count_changes(tree, object), 1);
        CHECK_OK(vox_pointer_set(tree, root, pointer, vox_value_json(back), NULL, NULL));
        CHECK_SIZE(count_changes(tree, object), 0);
        if (index < 3) { /* a text with escapes is written anew: the same value, but other bytes */
            CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, json);
        }
    }
    vox_tree_free(tree);
}

static void reverting(void) {
    const char *json = "{\n  \"a\": 1,\n  \"b\": {\"x\": \"t\"},\n  \"c\": [1, 2]\n}\n";
    vox_tree *tree = document_from_c(json);
    vox_node *root = vox_tree_root(tree), *x = document_at(tree, "/b/x");
    CHECK_OK(vox_node_set(tree, x, vox_value_string(LITERAL("u"))));
    CHECK_OK(vox_object_set(tree, root, LITERAL("d"), vox_value_null(), NULL));
    CHECK_OK(vox_node_set(tree, document_at(tree, "/a"), vox_value_int64(7)));
    CHECK_OK(vox_baseline_revert(tree, root));
    CHECK(document_at(tree, "/b/x") == x);
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, json);
    /* Removed members are added again. */
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/a")));
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/b")));
    CHECK_OK(vox_baseline_revert(tree, root));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"a\":1,\"b\":{\"x\":\"t\"},\"c\":[1,2]}");
    vox_tree_free(tree);
}

static void marking(void) {
    vox_tree *tree = document_from_c("{\"o\":{\"a\":1,\"b\":2}}");
    vox_node *object = document_at(tree, "/o");
    CHECK_OK(vox_node_set(tree, document_at(tree, "/o/a"), vox_value_int64(5)));
    CHECK_OK(vox_baseline_mark(tree, object));
    CHECK_SIZE(count_changes(tree, object), 0);
    CHECK_OK(vox_node_set(tree, document_at(tree, "/o/a"), vox_value_int64(1)));
    CHECK_SIZE(count_changes(tree, object), 1);
    CHECK_OK(vox_baseline_revert(tree, object));
    CHECK_WRITES(tree, object, VOX_STYLE_COMPACT, "{\"a\":5,\"b\":2}");
    /* The baseline may also be a value of another tree. */
    vox_tree *other = document_from_c("{\"a\":6}");
    CHECK_OK(vox_baseline_set(tree, object, other, vox_tree_root(other)));
    vox_tree_free(other);
    CHECK_SIZE(count_changes(tree, object), 2);
    vox_tree_free(tree);
}

static void values_that_were_never_read(void) {
    vox_tree *tree = document_new(), *baseline = tree;
    vox_node *root = vox_tree_root(tree);
    CHECK_OK(vox_baseline(tree, root, &baseline));
    CHECK(baseline == NULL);
    CHECK_STATUS(vox_baseline_revert(tree, root), VOX_ERROR_MISSING);
    CHECK_STATUS(vox_baseline(tree, NULL, &baseline), VOX_ERROR_MISSING);
    CHECK_OK(vox_baseline_mark(tree, root));
    CHECK_OK(vox_node_set(tree, root, vox_value_object()));
    CHECK_SIZE(count_changes(tree, root), 1);
    CHECK_OK(vox_baseline_revert(tree, root));
    CHECK(vox_node_kind(root) == VOX_NULL);
    vox_tree_free(tree);
}

/** A tree of bounded size with many baselines, and with texts that grow and shrink. */
static void many_baselines(void) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (int64_t number = 0; number < 300; number++) {
        vox_node *node;
        CHECK_OK(vox_array_append(tree, root, vox_value_int64(number), &node));
        CHECK_OK(vox_baseline_mark(tree, node));
        CHECK_OK(vox_node_set(tree, node, vox_value_boolean(true)));
    }
    for (vox_node *node = vox_node_first(tree, root); node; node = vox_node_next(tree, node)) {
        CHECK_OK(vox_baseline_revert(tree, node));
    }
    int64_t last = 0;
    CHECK_OK(vox_node_int64(tree, vox_node_last(tree, root), &last));
    CHECK(last == 299);
    vox_tree_free(tree);

    tree = document_from_c("{\"t\":\"back\"}");
    vox_node *text = document_at(tree, "/t");
    for (int round = 0; round < 2; round++) {
        size_t before = vox_tree_memory(tree).reserved;
        for (int step = 0; step < 10000; step++) {
            CHECK_OK(vox_node_set(tree, text, vox_value_string(LITERAL("forth"))));
            CHECK_OK(vox_node_set(tree, text, vox_value_string(LITERAL("back"))));
            CHECK_OK(vox_node_set(tree, text, vox_value_boolean(false)));
        }
        CHECK(round == 0 || vox_tree_memory(tree).reserved == before);
    }
    vox_tree_free(tree);
}

/* --- random scripts -------------------------------------------------------- */

static vox_node *random_object(vox_tree *tree, uint64_t *random) {
    vox_node *node = vox_tree_root(tree);
    while (random_below(random, 3)) {
        vox_node *child = vox_node_first(tree, node);
        for (size_t skip = random_below(random, 4); child && skip; skip--) {
            child = vox_node_next(tree, child);
        }
        if (vox_node_kind(child) != VOX_OBJECT) {
            break;
        }
        node = child;
    }
    return node;
}

static void random_edit(vox_tree *tree, uint64_t *random) {
    static const char *const texts[] = {
        "1", "1.0", "\"x\"", "null", "{}", "[]", "[1]", "{\"a\":{\"b\":1}}", "true"};
    vox_node *object = random_object(tree, random);
    char name = (char)('a' + random_below(random, 5));
    if (random_below(random, 3)) {
        vox_value value = vox_value_json(vox_string_from_c(texts[random_below(random, 9)]));
        CHECK_OK(vox_object_set(tree, object, (vox_string){&name, 1}, value, NULL));
    } else {
        vox_node *member = vox_object_get(tree, object, (vox_string){&name, 1});
        if (member) {
            CHECK_OK(vox_node_remove(tree, member));
        }
    }
}

/** After any edits, there are no differences exactly when the values are equal, and a revert
 *  restores the marked value. */
static void random_scripts(void) {
    for (uint64_t seed = 1; seed <= 40; seed++) {
        uint64_t random = seed;
        vox_tree *tree = document_from_c(
            "{\"a\":{\"b\":1,\"c\":{\"d\":\"x\"}},\"b\":[1,2],\"c\":{\"a\":{},\"e\":null}}"
        );
        vox_node *root = vox_tree_root(tree);
        for (int step = 0; step < 250; step++) {
            random_edit(tree, &random);
            if (step % 10 == 9) {
                vox_tree *baseline;
                bool equal;
                CHECK_OK(vox_baseline(tree, root, &baseline));
                CHECK_OK(vox_node_equal(baseline, vox_tree_root(baseline), tree, root, &equal));
                CHECK(equal == (count_changes(tree, root) == 0));
                if (random_below(&random, 3) == 0) {
                    CHECK_OK(vox_baseline_revert(tree, root));
                    CHECK_OK(vox_node_equal(baseline, vox_tree_root(baseline), tree, root, &equal));
                    CHECK(equal);
                    CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
                } else if (random_below(&random, 3) == 0) {
                    CHECK_OK(vox_baseline_mark(tree, root));
                }
            }
        }
        vox_tree_free(tree);
    }
}

/** A malformed element stops the comparison, at any position and on either side. */
static void malformed_elements(void) {
    static const char *const pairs[][2] = {
        {"{\"data\":[{\"a\":tru}]}", "/data/0"},
        {"{\"data\":[{},{\"a\":tru}]}", "/data/1"},
    };
    for (size_t row = 0; row < COUNT(pairs); row++) {
        for (int swapped = 0; swapped < 2; swapped++) {
            vox_options options = document_options();
            vox_tree *lazy = NULL, *eager = document_from_c("{\"data\":[{},{\"a\":{}}]}");
            options.mode = VOX_MODE_LAZY;
            CHECK_OK(vox_tree_parse(pairs[row][0], strlen(pairs[row][0]), &options, &lazy, NULL));
            difference_text text = {lazy, eager, "", 0, 0};
            vox_difference_sink sink = {write_difference, &text};
            const vox_node *broken = document_at(lazy, pairs[row][1]);
            const vox_node *whole = document_at(eager, "/data/1");
            check_note("row %zu, swapped %d", row, swapped);
            CHECK_STATUS(
                swapped ? vox_diff(eager, whole, lazy, broken, sink)
                        : vox_diff(lazy, broken, eager, whole, sink),
                VOX_ERROR_LITERAL
            );
            vox_tree_free(lazy);
            vox_tree_free(eager);
        }
    }
    check_note(NULL);
}

const check_test changes_tests[] = {
    CHECK_TEST(differences),
    CHECK_TEST(deferred_members),
    CHECK_TEST(a_walk_can_be_stopped),
    CHECK_TEST(absent_values),
    CHECK_TEST(malformed_elements),
    CHECK_TEST(broken_values),
    CHECK_TEST(setting_back_clears_the_change),
    CHECK_TEST(reverting),
    CHECK_TEST(marking),
    CHECK_TEST(values_that_were_never_read),
    CHECK_TEST(many_baselines),
    CHECK_TEST(random_scripts),
    CHECK_END,
};
