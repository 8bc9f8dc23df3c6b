/* SPDX-License-Identifier: MIT */
/** Each request for memory fails, and the tree is then unchanged. Also tests how patches change
 *  the table of identities. */
#include "check.h"
#include "check_allocator.h"
#include "document.h"
#include "patching.h"

#include <stdio.h>
#include <string.h>

/** A document with everything that must be undone: overwritten texts of scalars, containers,
 *  members of repeated names, moves, and elements in the middle of a large array. */
static const char document[] =
    "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"x\":\"first \\n text\"}},"
    "{\"attributes\":{\"z\":[0]},\"type\":\"a\",\"id\":\"2\"},{\"type\":\"b\",\"id\":\"2\","
    "\"attributes\":{\"y\":[1,2]}}],"
    "\"meta\":{\"n\":1,\"m\":{},\"n\":[1,{\"o\":null}],\"p\":\"q\"},\"included\":[]}";

static const char operations[] =
    "[{\"op\":\"replace\",\"path\":\"/data/0/attributes/x\",\"value\":\"short\"},"
    "{\"op\":\"replace\",\"path\":\"/data/0/attributes/x\",\"value\":\"longer than it was\"},"
    "{\"op\":\"replace\",\"path\":\"/data/0/attributes/x\",\"value\":\"x\"},"
    "{\"op\":\"replace\",\"path\":\"/meta/p\",\"value\":{\"q\":{\"r\":[\"s\",1.5]}}},"
    "{\"op\":\"move\",\"from\":\"/data/2/attributes/y\",\"path\":\"/meta/m/y\"},"
    "{\"op\":\"remove\",\"path\":\"/meta/n\"},"
    "{\"op\":\"copy\",\"from\":\"/data/2\",\"path\":\"/included/-\"},"
    "{\"op\":\"replace\",\"path\":\"/included/0/id\",\"value\":\"3\"},"
    "{\"op\":\"move\",\"from\":\"/data/1\",\"path\":\"/included/0\"},"
    "{\"op\":\"add\",\"path\":\"/list/70\",\"value\":{\"in\":\"the middle\"}},"
    "{\"op\":\"remove\",\"path\":\"/list/40\"},"
    "{\"op\":\"move\",\"from\":\"/meta/m\",\"path\":\"/data/0/attributes/x\"},"
    "{\"op\":\"test\",\"path\":\"/list/71\",\"value\":71},"
    "{\"op\":\"replace\",\"path\":\"/data/0\",\"value\":{\"type\":\"c\",\"id\":\"9\"}},"
    "{\"op\":\"add\",\"path\":\"/a~1long~0name\",\"value\":0},"
    "{\"op\":\"test\",\"path\":\"/data/0/id\",\"value\":\"9\"}]";

static vox_tree *make_document(size_t depth) {
    static char text[2048];
    size_t length = sizeof document - 2;
    memcpy(text, document, length);
    length += (size_t)snprintf(text + length, sizeof text - length, ",\"list\":[0");
    for (int index = 1; index < 100; index++) {
        length += (size_t)snprintf(text + length, sizeof text - length, ",%d", index);
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "]}");
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = depth ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    options.defer_depth = depth;
    CHECK_OK(vox_tree_parse(text, length, &options, &tree, NULL));
    return tree;
}

static void *find(vox_tree *tree, const char *type, const char *id) {
    vox_node *found = NULL;
    (void)vox_resource_find(tree, vox_string_from_c(type), vox_string_from_c(id), &found);
    return found;
}

static vox_status apply(vox_tree *tree, vox_tree *patch, bool merges) {
    vox_node *const root = vox_tree_root(tree), *const changes = vox_tree_root(patch);
    return merges ? vox_merge_patch_apply(tree, root, patch, changes, NULL)
                  : vox_patch_apply(tree, root, patch, changes, NULL, NULL);
}

/** Applies a patch while request number `countdown` for memory fails. Returns true when no
 *  request failed. If the patch is applied nevertheless, the result must be `expected`. */
static bool apply_failing(
    vox_tree *tree, vox_tree *patch, size_t countdown, bool for_good, bool merges,
    vox_string expected
) {
    const patching_picture was = patching_look(tree);
    void *const resource = find(tree, "b", "2");
    check_memory.countdown = countdown;
    check_memory.fail_for_good = for_good;
    check_memory.failures = 0;
    vox_status status = apply(tree, patch, merges);
    const size_t failures = check_memory.failures;
    check_memory.countdown = 0;
    check_memory.fail_for_good = check_memory.failing = false;
    if (status == VOX_OK) { /* without memory for an index, only look-ups are slower */
        CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, expected);
        return failures == 0;
    }
    CHECK_STATUS(status, VOX_ERROR_MEMORY);
    patching_check_same(tree, was);
    CHECK(find(tree, "b", "2") == resource);
    CHECK(!find(tree, "b", "3"));
    return false;
}

/** Checks that at least `least` failing requests refuse the patch. */
static void sweep(const char *text, bool merges, size_t least) {
    vox_tree *whole = make_document(0), *all = document_from_c(text);
    CHECK_OK(apply(whole, all, merges));
    vox_buffer expected = document_write(whole, vox_tree_root(whole), VOX_STYLE_COMPACT);
    vox_tree_free(whole);
    vox_tree_free(all);
    for (unsigned way = 0; way < 4; way++) {
        bool done = false;
        size_t countdown = 1, refused = 0;
        for (; !done && countdown < 1000; countdown++) {
            check_note("request %zu, way %u", countdown, way);
            vox_tree *tree = make_document(0), *patch = document_from_c(text);
            if (way & 2) { /* with a table of identities, which the patch updates */
                CHECK(find(tree, "a", "1") && find(tree, "a", "2") && !find(tree, "b", "3"));
            }
            done = apply_failing(
                tree, patch, countdown, way & 1, merges,
                (vox_string){expected.bytes, expected.length}
            );
            refused += !vox_node_changed(vox_tree_root(tree));
            vox_tree_free(tree);
            vox_tree_free(patch);
        }
        CHECK(done);
        CHECK(refused >= least);
    }
    vox_buffer_free(&expected);
    check_note(NULL);
}

static void applying(void) {
    sweep(operations, false, 5);
    /* Here the first entry of the undo log is about a shadowed member. */
    sweep("[{\"op\":\"remove\",\"path\":\"/meta/n\"}]", false, 1);
}

static void merging(void) {
    sweep(
        "{\"data\":null,\"meta\":{\"n\":null,\"p\":{\"q\":{\"r\":1}},\"s\":{\"t\":{}}},"
        "\"list\":{\"a\":[1,2,3]}}",
        true, 2
    );
}

/** In a tree that was read lazily, a failed patch leaves its elements deferred again. The
 *  written text shows this. */
static void applying_lazily(void) {
    bool done = false;
    for (size_t countdown = 1; !done; countdown++) {
        check_note("request %zu", countdown);
        vox_tree *tree = make_document(2), *patch = document_from_c(operations);
        vox_node *root = vox_tree_root(tree);
        if (countdown % 2) {
            CHECK(find(tree, "a", "1") && find(tree, "b", "2"));
        }
        const size_t nodes = vox_tree_memory(tree).nodes;
        const vox_string source = vox_tree_source(tree);
        check_memory.countdown = countdown;
        check_memory.failures = 0;
        vox_status status = vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL);
        done = check_memory.failures == 0;
        check_memory.countdown = 0;
        if (status != VOX_OK) {
            CHECK_SIZE(vox_tree_memory(tree).nodes, nodes);
            CHECK_WRITES_STRING(tree, root, VOX_STYLE_PRESERVE, source);
            CHECK(countdown % 4 > 1 || document_equals_text(tree, root, source));
            CHECK_OK(vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL));
        }
        vox_tree *eager = make_document(0);
        bool equal = false;
        CHECK_OK(
            vox_patch_apply(eager, vox_tree_root(eager), patch, vox_tree_root(patch), NULL, NULL)
        );
        CHECK_OK(vox_node_equal(tree, root, eager, vox_tree_root(eager), &equal));
        CHECK(equal);
        CHECK(find(tree, "a", "2") == document_at(tree, "/included/0"));
        CHECK(find(tree, "c", "9") == document_at(tree, "/data/0"));
        vox_tree_free(eager);
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
    check_note(NULL);
}

static void making(void) {
    for (int merges = 0; merges < 2; merges++) {
        bool done = false;
        for (size_t countdown = 1; !done; countdown++) {
            check_note("request %zu", countdown);
            vox_tree *before = make_document(0), *after = make_document(0), *made = NULL;
            vox_tree *patch = document_from_c(operations);
            vox_options options = document_options();
            vox_node *root = vox_tree_root(after);
            CHECK_OK(vox_patch_apply(after, root, patch, vox_tree_root(patch), NULL, NULL));
            check_memory.countdown = countdown;
            check_memory.failures = 0;
            vox_error error;
            vox_status status =
                merges
                    ? vox_merge_patch_make(
                          before, vox_tree_root(before), after, root, &options, &made, &error
                      )
                    : vox_patch_make(before, vox_tree_root(before), after, root, &options, &made);
            done = check_memory.failures == 0;
            check_memory.countdown = 0;
            CHECK(status == VOX_OK ? made != NULL : made == NULL);
            if (status != VOX_OK) {
                CHECK_STATUS(status, VOX_ERROR_MEMORY);
                CHECK(!merges || error.status == VOX_ERROR_MEMORY);
            }
            vox_tree_free(made);
            vox_tree_free(before);
            vox_tree_free(after);
            vox_tree_free(patch);
        }
    }
    check_note(NULL);
}

/** After a patch, look-ups find resources as the patch has changed them. After a failed patch,
 *  they find them as before. */
static void identities(void) {
    for (size_t way = 0; way < 4; way++) {
        vox_tree *tree = make_document(way % 2 * 2), *patch = document_from_c(operations);
        vox_node *root = vox_tree_root(tree);
        check_note("way %zu", way);
        if (way & 2) {
            CHECK(find(tree, "a", "1") && find(tree, "a", "2") && find(tree, "b", "2"));
        }
        vox_node *last = document_at(patch, "/15/value");
        CHECK_OK(vox_node_set(patch, last, vox_value_int64(9)));
        vox_status status = vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL);
        CHECK_STATUS(status, VOX_ERROR_TEST);
        CHECK(find(tree, "a", "1") == document_at(tree, "/data/0"));
        CHECK(find(tree, "a", "2") == document_at(tree, "/data/1"));
        CHECK(find(tree, "b", "2") == document_at(tree, "/data/2"));
        CHECK(!find(tree, "b", "3") && !find(tree, "c", "9"));
        CHECK_OK(vox_node_set(patch, last, vox_value_string(LITERAL("9"))));
        CHECK_OK(vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL));
        CHECK(find(tree, "c", "9") == document_at(tree, "/data/0") && !find(tree, "a", "1"));
        CHECK(find(tree, "a", "2") == document_at(tree, "/included/0"));
        CHECK(find(tree, "b", "3") == document_at(tree, "/included/1"));
        CHECK(find(tree, "b", "2") == document_at(tree, "/data/1"));
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
    check_note(NULL);
}

/** When a patch overwrites a resource, look-ups find the next resource with the same identity. */
static void identities_written_over(void) {
    vox_tree *tree = document_from_c("{\"data\":[]}");
    vox_tree *patch = document_from_c("[{\"op\":\"replace\",\"path\":\"/data/0\",\"value\":7}]");
    vox_node *data = document_at(tree, "/data");
    for (int count = 0; count < 40; count++) {
        char text[64];
        snprintf(text, sizeof text, "{\"type\":\"a\",\"id\":\"%d\"}", count % 39);
        const vox_value value = vox_value_json(vox_string_from_c(text));
        CHECK_OK(vox_array_append(tree, data, value, NULL));
    }
    CHECK(find(tree, "a", "38") == document_at(tree, "/data/38")); /* uses a table */
    CHECK(find(tree, "a", "0") == document_at(tree, "/data/0"));
    CHECK_OK(vox_patch_apply(tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL));
    CHECK(find(tree, "a", "0") == document_at(tree, "/data/39"));
    vox_tree_free(tree);
    vox_tree_free(patch);
}

/** Identities that a failed patch wrote are not found. */
static void identities_are_taken_back(void) {
    static const char *const rows[] = {
        "{\"op\":\"replace\",\"path\":\"/data/0/id\",\"value\":\"9\"}",
        "{\"op\":\"replace\",\"path\":\"/data/0/type\",\"value\":\"c\"}",
        "{\"op\":\"replace\",\"path\":\"/data/0\",\"value\":{\"type\":\"c\",\"id\":\"9\"}}",
        "{\"op\":\"replace\",\"path\":\"/data/0/id\",\"value\":[]}",
        "{\"op\":\"replace\",\"path\":\"/data\",\"value\":[{\"type\":\"c\",\"id\":\"9\"}]}",
        "{\"op\":\"move\",\"from\":\"/data/0\",\"path\":\"/data/2\"}",
        "{\"op\":\"copy\",\"from\":\"/data/1/id\",\"path\":\"/data/0/id\"}",
        "{\"op\":\"remove\",\"path\":\"/data/0/id\"}",
    };
    static const char *const types[] = {"a", "b", "c"}, *const ids[] = {"1", "2", "9"};
    char text[256];
    for (size_t row = 0; row < COUNT(rows) * 2; row++) {
        snprintf(text, sizeof text, "[%s,{\"op\":\"remove\",\"path\":\"/no\"}]", rows[row / 2]);
        check_note("%s", text);
        vox_tree *tree = make_document(row % 2 * 2), *patch = document_from_c(text);
        CHECK(find(tree, "a", "1") && find(tree, "a", "2"));
        vox_status status = vox_patch_apply(
            tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL
        );
        CHECK_STATUS(status, VOX_ERROR_MISSING);
        for (size_t index = 0; index < 9; index++) {
            static const char *const places[] = {"/data/0", "/data/1", NULL, NULL, "/data/2"};
            const char *place = index < COUNT(places) ? places[index] : NULL;
            CHECK(
                find(tree, types[index / 3], ids[index % 3]) ==
                (place ? document_at(tree, place) : NULL)
            );
        }
        vox_tree_free(tree);
        vox_tree_free(patch);
    }
    check_note(NULL);
}

/** Names with escapes are decoded into separate memory, which must be freed after every
 *  operation. The harness counts the blocks. */
static void names_with_escapes(void) {
    static const char *const kinds[] = {"add", "remove", "replace", "move", "copy", "test"};
    static const char *const paths[] = {
        "/a~1b",      "/a~1b/c~1d",     "/a~1b/c~1d/0", "/a~1b/c~1d/1/e~0f",
        "/a~1b/x~1y", "/a~1b/x~1y/z~1", "/a~1b/c~1d/7", "/a~1b/c~1d/x~1",
    };
    char longer[4][400];
    static const char *const ends[] = {"~1b", "~1b/c~0", "~1b/0", "~1b/c~0/d~1"};
    char name[200];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (size_t index = 0; index < COUNT(longer); index++) {
        snprintf(longer[index], sizeof longer[index], "/%s%s", name, ends[index]);
    }
    for (size_t row = 0; row < 6 * 12 * 12; row++) {
        char text[1000];
        const size_t to = row / 6 % 12, from = row / 72;
        snprintf(
            text, sizeof text, "[{\"op\":\"%s\",\"path\":\"%s\",\"from\":\"%s\",\"value\":1}]",
            kinds[row % 6], to < 8 ? paths[to] : longer[to - 8],
            from < 8 ? paths[from] : longer[from - 8]
        );
        char text_before[600];
        snprintf(
            text_before, sizeof text_before,
            "{\"a/b\":{\"c/d\":[1,{\"e~f\":2}]},\"%s/b\":{\"c~\":{\"d/\":1}}}", name
        );
        check_note("%s", text);
        vox_tree *tree = document_from_c(text_before), *patch = document_from_c(text);
        const size_t blocks = check_memory.blocks;
        const vox_status status = vox_patch_apply(
            tree, vox_tree_root(tree), patch, vox_tree_root(patch), NULL, NULL
        );
        CHECK(status == VOX_OK || check_memory.blocks >= blocks);
        vox_tree_free(tree);
        vox_tree_free(patch);
        CHECK_SIZE(check_memory.blocks, 0);
    }
    check_note(NULL);
}

const check_test patch_memory_tests[] = {
    CHECK_TEST(applying),
    CHECK_TEST(merging),
    CHECK_TEST(names_with_escapes),
    CHECK_TEST(applying_lazily),
    CHECK_TEST(making),
    CHECK_TEST(identities),
    CHECK_TEST(identities_written_over),
    CHECK_TEST(identities_are_taken_back),
    CHECK_END,
};
