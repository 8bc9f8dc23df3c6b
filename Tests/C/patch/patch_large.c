/* SPDX-License-Identifier: MIT */
/** Patches of large containers, which have indexes, and of deferred values. The patches are
 *  applied and undone. */
#include "check.h"
#include "document.h"
#include "patching.h"
#include "random.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[1 << 17];
static size_t length;

static void begin(void) {
    length = 0;
}

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...);

static void add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
}

static vox_tree *parse(size_t depth) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = depth ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    options.defer_depth = depth;
    CHECK_OK(vox_tree_parse(text, length, &options, &tree, NULL));
    return tree;
}

static void apply(vox_tree *tree, const char *operations, vox_status expected) {
    vox_tree *patch = document_from_c(operations);
    vox_node *root = vox_tree_root(tree);
    CHECK_STATUS(vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL), expected);
    vox_tree_free(patch);
}

/* --- arrays -------------------------------------------------------------------- */

/** Adds consecutive numbers. */
typedef struct row {
    uint64_t numbers[2000];
    size_t count;
} row;

static void insert(row *self, size_t at, uint64_t number) {
    memmove(self->numbers + at + 1, self->numbers + at, (self->count - at) * sizeof *self->numbers);
    self->numbers[at] = number;
    self->count++;
}

static uint64_t take(row *self, size_t at) {
    const uint64_t number = self->numbers[at];
    self->count--;
    memmove(self->numbers + at, self->numbers + at + 1, (self->count - at) * sizeof *self->numbers);
    return number;
}

/** Returns a random position up to `count`, and often an end. */
static size_t position(uint64_t *seed, size_t count) {
    const size_t kind = random_below(seed, 8);
    return kind == 0 ? 0 : kind == 1 ? count : random_below(seed, count + 1);
}

static void add_operation(row *self, uint64_t *seed) {
    const size_t to = position(seed, self->count), last = self->count - 1;
    const size_t at = position(seed, last), kind = random_below(seed, 6);
    const uint64_t number = random_below(seed, 1000);
    if (kind < 2) {
        add("{\"op\":\"add\",\"path\":\"/%zu\",\"value\":%" PRIu64 "}", to, number);
        insert(self, to, number);
    } else if (kind == 2 && last > 100) {
        add("{\"op\":\"remove\",\"path\":\"/%zu\"}", at);
        (void)take(self, at);
    } else if (kind == 3) {
        const size_t target = position(seed, last);
        add("{\"op\":\"move\",\"from\":\"/%zu\",\"path\":\"/%zu\"}", at, target);
        const uint64_t moved = take(self, at);
        insert(self, target, moved);
    } else if (kind == 4) {
        add("{\"op\":\"copy\",\"from\":\"/%zu\",\"path\":\"/-\"}", at);
        insert(self, self->count, self->numbers[at]);
    } else {
        add("{\"op\":\"test\",\"path\":\"/%zu\",\"value\":%" PRIu64 "}", at, self->numbers[at]);
    }
}

static bool is_row(vox_tree *tree, const row *expected) {
    const vox_node *at = vox_node_first(tree, vox_tree_root(tree));
    for (size_t index = 0; index < expected->count; index++) {
        uint64_t number = UINT64_MAX;
        if (vox_node_uint64(tree, at, &number) != VOX_OK || number != expected->numbers[index] ||
            vox_array_get(tree, vox_tree_root(tree), index) != at) {
            return false;
        }
        at = vox_node_next(tree, at);
    }
    return at == NULL && vox_node_count(tree, vox_tree_root(tree)) == expected->count;
}

static void large_arrays(void) {
    for (uint64_t round = 0; round < (check_quick() ? 10 : 100); round++) {
        static row numbers, before;
        uint64_t seed = round;
        begin();
        numbers.count = 0;
        for (size_t index = 0; index < 200 + 40 * (round % 5); index++) {
            add(index ? ",%zu" : "[%zu", index);
            insert(&numbers, index, index);
        }
        add("]");
        vox_tree *tree = parse(0);
        for (int patch = 0; patch < 4; patch++) {
            const bool fails = patch % 2 == 0;
            before = numbers;
            begin();
            for (size_t index = 0; index < 300; index++) {
                add(index ? "," : "[");
                add_operation(&numbers, &seed);
            }
            add(fails ? ",{\"op\":\"remove\",\"path\":\"/x\"}]" : "]");
            const patching_picture was = patching_look(tree);
            text[length] = '\0';
            apply(tree, text, fails ? VOX_ERROR_MISSING : VOX_OK);
            if (fails) {
                patching_check_same(tree, was);
                numbers = before;
            }
            check_note("round %" PRIu64 ", patch %d", round, patch);
            CHECK(is_row(tree, &numbers));
        }
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** An array that is edited in the middle, then overwritten, then edited again. */
static void arrays_written_over(void) {
    begin();
    add("{\"a\":[0");
    for (int index = 1; index < 100; index++) {
        add(",%d", index);
    }
    add("]}");
    vox_tree *tree = parse(0);
    begin();
    add("[{\"op\":\"remove\",\"path\":\"/a/50\"},{\"op\":\"replace\",\"path\":\"/a\",\"value\":[0");
    for (int index = 1; index < 100; index++) {
        add(",%d", index);
    }
    add("]},{\"op\":\"test\",\"path\":\"/a/50\",\"value\":50},{\"op\":\"remove\",\"path\":\"/a/"
        "50\"},"
        "{\"op\":\"test\",\"path\":\"/a/98\",\"value\":99}]");
    text[length] = '\0';
    apply(tree, text, VOX_OK);
    CHECK_SIZE(vox_node_count(tree, document_at(tree, "/a")), 99);
    vox_tree_free(tree);
}

/* --- objects ------------------------------------------------------------------- */

static void add_members(char first, int count) {
    for (int index = 0; index < count; index++) {
        add("%s\"%c%d\":%d", index ? "," : "{", first, index, index);
    }
    add("}");
}

/** Every look-up in the object uses an index, before and after the patch. */
static void large_objects(void) {
    begin();
    add("{\"a\":");
    add_members('m', 40);
    add("}");
    vox_tree *tree = parse(0);
    const patching_picture was = patching_look(tree); /* builds the index */
    begin();
    add("[");
    for (int index = 0; index < 100; index++) {
        add("{\"op\":\"add\",\"path\":\"/a/n%d\",\"value\":%d},"
            "{\"op\":\"test\",\"path\":\"/a/n%d\",\"value\":%d},",
            index, index, index / 2, index / 2);
    }
    add("{\"op\":\"remove\",\"path\":\"/a/m7\"},{\"op\":\"move\",\"from\":\"/a/m8\",\"path\":\"/a/"
        "m9\"},"
        "{\"op\":\"move\",\"from\":\"/a/n8\",\"path\":\"/b\"},"
        "{\"op\":\"test\",\"path\":\"/a/m9\",\"value\":8}");
    const size_t end = length;
    add(",{\"op\":\"remove\",\"path\":\"/a/m7\"}]");
    text[length] = '\0';
    apply(tree, text, VOX_ERROR_MISSING);
    patching_check_same(tree, was);
    strcpy(text + end, "]");
    apply(tree, text, VOX_OK);
    vox_node *object = document_at(tree, "/a");
    CHECK_SIZE(vox_node_count(tree, object), 40 + 100 - 3);
    (void)patching_look(tree);
    /* The object is replaced. Its old names are not found, even after the patch is undone. */
    begin();
    add("[{\"op\":\"replace\",\"path\":\"/a\",\"value\":");
    add_members('x', 60);
    add("},{\"op\":\"test\",\"path\":\"/a/x30\",\"value\":30},{\"op\":\"remove\",\"path\":\"/a/"
        "m1\"}]");
    text[length] = '\0';
    apply(tree, text, VOX_ERROR_MISSING); /* the values of the undone patch lose their indexes */
    (void)patching_look(tree);
    begin();
    add("[{\"op\":\"replace\",\"path\":\"/a\",\"value\":{\"deep\":[");
    add_members('y', 50);
    add(",");
    add_members('z', 50);
    add("]}},{\"op\":\"test\",\"path\":\"/a/deep/0/y49\",\"value\":49},"
        "{\"op\":\"test\",\"path\":\"/a/deep/1/z49\",\"value\":49}]");
    text[length] = '\0';
    apply(tree, text, VOX_OK);
    (void)patching_look(tree);
    CHECK(!document_at(tree, "/a/m1") && !document_at(tree, "/a/x1"));
    vox_tree_free(tree);
}

/** Names that occur many times, in an object that has an index. */
static void repeated_names(void) {
    begin();
    for (int index = 0; index < 200; index++) {
        add("%s\"m%d\":%d", index ? "," : "{", index % 10, index);
    }
    add("}");
    vox_tree *tree = parse(0);
    const patching_picture was = patching_look(tree);
    begin();
    add("[");
    for (int index = 0; index < 9; index++) {
        add("{\"op\":\"remove\",\"path\":\"/m%d\"},", index);
    }
    add("{\"op\":\"move\",\"from\":\"/m9\",\"path\":\"/m0\"}");
    const size_t end = length;
    add(",{\"op\":\"remove\",\"path\":\"/m3\"}]");
    text[length] = '\0';
    apply(tree, text, VOX_ERROR_MISSING);
    patching_check_same(tree, was);
    strcpy(text + end, "]");
    apply(tree, text, VOX_OK);
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, "{\"m0\":199}");
    vox_tree_free(tree);
}

/** A failed patch creates values with indexes. Later values get the same refs, and must not get
 *  the old indexes. */
static void refs_come_again(void) {
    begin();
    add("{}");
    vox_tree *tree = parse(0);
    for (int round = 0; round < 4; round++) {
        begin();
        add("[{\"op\":\"add\",\"path\":\"/a\",\"value\":");
        add_members((char)('a' + round), 30 + round);
        add("},{\"op\":\"test\",\"path\":\"/a/%c3\",\"value\":3},{\"op\":\"%s\",\"path\":\"/a/"
            "%c3\"}]",
            'a' + round, round % 2 ? "remove" : "copy", 'a' + round);
        text[length] = '\0';
        apply(tree, text, round % 2 ? VOX_OK : VOX_ERROR_OPERATION);
        (void)patching_look(tree);
    }
    vox_tree_free(tree);
}

static void containers_become_null(void) {
    static const char *const pointers[] = {"", "/a", "/a/0"};
    for (size_t index = 0; index < COUNT(pointers); index++) {
        vox_tree *tree = document_from_c("{\"a\":[{\"b\":1}]}");
        vox_node *node = document_at(tree, pointers[index]);
        begin();
        add("[{\"op\":\"replace\",\"path\":\"%s\",\"value\":null}]", pointers[index]);
        text[length] = '\0';
        apply(tree, text, VOX_OK);
        CHECK(vox_node_changed(node) && vox_node_kind(node) == VOX_NULL);
        CHECK_SIZE(vox_node_source(tree, node).length, 0);
        vox_tree_free(tree);
    }
}

/* --- deferred values ----------------------------------------------------------- */

/** Each operation uses elements that are deferred, and is undone. The elements are then deferred
 *  again. */
static void deferred_elements(void) {
    static const char *const operations[] = {
        "{\"op\":\"copy\",\"from\":\"/1\",\"path\":\"/0\"}",
        "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/0\"}",
        "{\"op\":\"move\",\"from\":\"/1\",\"path\":\"/0\"}",
        "{\"op\":\"move\",\"from\":\"/1\",\"path\":\"\"}",
        "{\"op\":\"remove\",\"path\":\"/1\"}",
        "{\"op\":\"replace\",\"path\":\"/1\",\"value\":[1]}",
        "{\"op\":\"add\",\"path\":\"/2/a/b\",\"value\":[1]}",
        "{\"op\":\"test\",\"path\":\"/2\",\"value\":{\"a\":{\"x\":\"y\\n\"}}}",
        "{\"op\":\"test\",\"path\":\"/1/a\",\"value\":[2]}",
    };
    static const char document[] = "[{\"a\":1},{\"a\":[2]},{\"a\":{\"x\":\"y\\n\"}}]";
    for (size_t index = 0; index < COUNT(operations); index++) {
        begin();
        add("%s", document);
        vox_tree *tree = parse(1);
        vox_node *root = vox_tree_root(tree);
        const size_t nodes = vox_tree_memory(tree).nodes;
        check_note("%s", operations[index]);
        begin();
        add("[%s,{\"op\":\"remove\",\"path\":\"/no\"}]", operations[index]);
        text[length] = '\0';
        apply(tree, text, VOX_ERROR_MISSING);
        CHECK_SIZE(vox_tree_memory(tree).nodes, nodes);
        vox_node *other = NULL; /* uses the memory of the undone values */
        CHECK_OK(vox_node_new(
            tree, vox_value_json(LITERAL("[[],[],{\"k\":[true]},\"t\",\"u\",[[[]]]]")), &other
        ));
        CHECK(document_equals_text(tree, root, LITERAL(document)));
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** The table of identities reads a resource that is moved into a list. This is undone, too. */
static void deferred_resources(void) {
    static const char document[] = "{\"data\":[{\"type\":\"a\",\"id\":\"1\"}],\"other\":["
                                   "{\"attributes\":{\"b\":[]},\"type\":\"q\",\"id\":\"7\"}]}";
    for (int fails = 0; fails < 2; fails++) {
        begin();
        add("%s", document);
        vox_tree *tree = parse(2);
        vox_node *root = vox_tree_root(tree), *found = NULL, *other = document_at(tree, "/other/0");
        const size_t nodes = vox_tree_memory(tree).nodes;
        for (char type[] = "a"; type[0] < 'k'; type[0]++) { /* until the table has all resources */
            (void)vox_resource_find(tree, vox_string_from_c(type), LITERAL("1"), &found);
        }
        begin();
        add("[{\"op\":\"move\",\"from\":\"/other/0\",\"path\":\"/data/-\"}%s]",
            fails ? ",{\"op\":\"remove\",\"path\":\"/no\"}" : "");
        text[length] = '\0';
        apply(tree, text, fails ? VOX_ERROR_MISSING : VOX_OK);
        vox_status status = vox_resource_find(tree, LITERAL("q"), LITERAL("7"), &found);
        if (fails) {
            CHECK_STATUS(status, VOX_ERROR_MISSING);
            CHECK_SIZE(vox_tree_memory(tree).nodes, nodes);
            CHECK_OK(vox_node_new(
                tree, vox_value_json(LITERAL("[0,{\"k\":[[],\"t\"],\"l\":{}},5,6,7,8]")), &found
            ));
            CHECK(document_equals_text(tree, root, LITERAL(document)));
        } else {
            CHECK(status == VOX_OK && found == other && document_at(tree, "/data/1") == other);
        }
        vox_tree_free(tree);
    }
}

/** Elements that a patch does not touch are not parsed. */
static void untouched_elements(void) {
    begin();
    add("{\"data\":[");
    for (int index = 0; index < 200; index++) {
        add("%s{\"id\":\"%d\",\"a\":[1,2,3,4,5,6,7,8]}", index ? "," : "", index);
    }
    add("]}");
    vox_tree *tree = parse(2);
    const size_t nodes = vox_tree_memory(tree).nodes;
    apply(
        tree,
        "[{\"op\":\"replace\",\"path\":\"/data/7/id\",\"value\":\"x\"},"
        "{\"op\":\"remove\",\"path\":\"/data/50\"},"
        "{\"op\":\"move\",\"from\":\"/data/60\",\"path\":\"/data/0\"},"
        "{\"op\":\"replace\",\"path\":\"/data/100\",\"value\":0}]",
        VOX_OK
    );
    CHECK(vox_tree_memory(tree).nodes < nodes + 15); /* at most one parsed element, which has 11
                                                      * values */
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/data/0/id")), "61");
    CHECK_TEXT(vox_node_text(tree, document_at(tree, "/data/8/id")), "x");
    vox_tree_free(tree);
}

const check_test patch_large_tests[] = {
    CHECK_TEST(large_arrays),       CHECK_TEST(arrays_written_over),
    CHECK_TEST(large_objects),      CHECK_TEST(repeated_names),
    CHECK_TEST(refs_come_again),    CHECK_TEST(containers_become_null),
    CHECK_TEST(deferred_elements),  CHECK_TEST(deferred_resources),
    CHECK_TEST(untouched_elements), CHECK_END,
};
