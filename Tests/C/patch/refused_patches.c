/* SPDX-License-Identifier: MIT */
/** Refused patches on documents with repeated identity members. After the refusal, all functions
 *  must return the same for the tree as for a second tree, which was read from the same text and
 *  never patched. */
#include "check.h"
#include "document.h"
#include "random.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST_TEXT 4096

typedef struct text {
    char bytes[MOST_TEXT];
    size_t length;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->bytes + to->length, MOST_TEXT - to->length, format, arguments);
    va_end(arguments);
    CHECK(length >= 0 && to->length + (size_t)length < MOST_TEXT);
    to->length += length < 0 ? 0 : (size_t)length;
}

static const char *const names[] = {"type", "id", "lid", "attributes", "relationships"};
static const char *const values[] = {"\"a\"", "\"b\"", "\"1\"", "\"2\"", "\"3\"",
                                     "{}",    "[]",    "0",     "null",  "{\"x\":[1]}"};

#define ANY(table, seed) (table)[random_below((seed), sizeof(table) / sizeof *(table))]

/* --- documents and patches -------------------------------------------------------- */

static void put_resource(text *to, uint64_t *seed) {
    put(to, "{");
    if (random_below(seed, 4)) {
        put(to, "\"type\":\"%c\",\"id\":\"%zu\"", "ab"[random_below(seed, 2)],
            1 + random_below(seed, 4));
    } else {
        put(to, "\"x\":0");
    }
    for (size_t count = random_below(seed, 4); count; count--) {
        put(to, ",\"%s\":%s", ANY(names, seed), ANY(values, seed));
    }
    put(to, "}");
}

static void put_list(text *to, const char *name, size_t count, uint64_t *seed) {
    put(to, "\"%s\":[", name);
    for (size_t index = 0; index < count; index++) {
        put(to, "%s", index ? "," : "");
        put_resource(to, seed);
    }
    put(to, "]");
}

static void put_path(text *to, uint64_t *seed) {
    const char *list = random_below(seed, 4) ? "data" : "included";
    put(to, "/%s", list);
    if (random_below(seed, 12)) {
        put(to, "/%zu", random_below(seed, 14));
        if (random_below(seed, 6)) {
            put(to, "/%s", ANY(names, seed));
        }
    }
}

static void put_operation(text *to, uint64_t *seed) {
    static const char *const moves[] = {"move", "move", "copy"};
    static const char *const writes[] = {"add", "replace", "remove"};
    const bool has_from = random_below(seed, 2);
    put(to, "{\"op\":\"%s\",\"path\":\"", has_from ? ANY(moves, seed) : ANY(writes, seed));
    put_path(to, seed);
    put(to, has_from ? "\",\"from\":\"" : "\",\"value\":");
    if (has_from) {
        put_path(to, seed);
        put(to, "\"},");
    } else if (random_below(seed, 3)) {
        put(to, "%s},", ANY(values, seed));
    } else {
        put_resource(to, seed);
        put(to, "},");
    }
}

/* --- comparing the trees ------------------------------------------------------------ */

static vox_node *find(vox_tree *tree, const char *type, const char *id, bool local) {
    vox_node *found = NULL;
    const vox_string wanted[] = {vox_string_from_c(type), vox_string_from_c(id)};
    vox_status status = local ? vox_resource_find_local(tree, wanted[0], wanted[1], &found)
                              : vox_resource_find(tree, wanted[0], wanted[1], &found);
    CHECK(status == VOX_OK || status == VOX_ERROR_MISSING);
    return found;
}

static const char *const texts[] = {"a", "b", "1", "2", "3", "4"};

static void check_identities(vox_tree *tree, vox_tree *reference) {
    for (size_t type = 0; type < 6; type++) {
        for (size_t id = 0; id < 6; id++) {
            for (int local = 0; local < 2; local++) {
                CHECK_SIZE(
                    vox_node_offset(find(tree, texts[type], texts[id], local)),
                    vox_node_offset(find(reference, texts[type], texts[id], local))
                );
            }
        }
    }
}

static void check_written(vox_tree *tree, vox_tree *reference) {
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        vox_buffer one = document_write(tree, vox_tree_root(tree), (vox_style)style);
        vox_buffer other = document_write(reference, vox_tree_root(reference), (vox_style)style);
        CHECK_STRING(buffer_text(&one), buffer_text(&other));
        vox_buffer_free(&one);
        vox_buffer_free(&other);
    }
}

static void check_members(vox_tree *tree, vox_tree *reference) {
    const vox_node *one = vox_tree_root(tree), *other = vox_tree_root(reference);
    for (; one && other; one = vox_node_following(tree, one, NULL),
                         other = vox_node_following(reference, other, NULL)) {
        CHECK_SIZE(vox_node_offset(one), vox_node_offset(other));
        CHECK_SIZE(vox_node_count(tree, one), vox_node_count(reference, other));
        CHECK(vox_node_kind(one) == vox_node_kind(other));
        CHECK(!vox_node_changed(one));
        for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
            const vox_string wanted = vox_string_from_c(names[name]);
            CHECK_SIZE(
                vox_node_offset(vox_object_get(tree, one, wanted)),
                vox_node_offset(vox_object_get(reference, other, wanted))
            );
        }
    }
    CHECK(!one && !other);
}

/* --- random patches ------------------------------------------------------------------ */

static vox_tree *parse(const text *from, bool lazy) {
    vox_options options = document_options();
    options.mode = lazy ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(from->bytes, from->length, &options, &tree, NULL));
    return tree;
}

/** Looks up some resources, so that the tree stores identity prefixes, types, or the whole
 *  table. */
static void look_up_some(vox_tree *tree, uint64_t seed) {
    for (size_t count = random_below(&seed, 4); count; count--) {
        const char *type = ANY(texts, &seed), *id = ANY(texts, &seed);
        (void)find(tree, type, id, random_below(&seed, 5) == 0);
    }
}

/** A patch, its document, and how it fails. */
typedef struct attempt {
    text document;
    text patch;
    bool merges;
    bool lazy;
    size_t countdown; /* the number of the request for memory that fails; 0: no request */
} attempt;

static vox_status apply(vox_tree *tree, const attempt *what) {
    vox_tree *patch = parse(&what->patch, false);
    vox_node *root = vox_tree_root(tree);
    const vox_node *patch_root = vox_tree_root(patch);
    check_memory.countdown = what->countdown;
    vox_status status = what->merges ? vox_merge_patch_apply(tree, root, patch, patch_root, NULL)
                                     : vox_patch_apply(tree, root, patch, patch_root, NULL, NULL);
    check_memory.countdown = 0;
    vox_tree_free(patch);
    return status;
}

/** Applies the patch. If it fails, checks the tree and returns true. */
static bool refused(const attempt *what, uint64_t seed) {
    vox_tree *tree = parse(&what->document, what->lazy),
             *reference = parse(&what->document, what->lazy);
    look_up_some(tree, seed);
    look_up_some(reference, seed);
    const size_t nodes = vox_tree_memory(tree).nodes, wasted = vox_tree_memory(tree).wasted;
    const bool fails = apply(tree, what) != VOX_OK;
    if (fails) {
        CHECK_SIZE(vox_tree_memory(tree).nodes, nodes);
        CHECK_SIZE(vox_tree_memory(tree).wasted, wasted);
        check_identities(tree, reference);
        check_written(tree, reference);
        check_members(tree, reference);
        check_identities(tree, reference);
    }
    vox_tree_free(tree);
    vox_tree_free(reference);
    return fails;
}

static void put_document(text *to, bool one, uint64_t *seed) {
    put(to, "{");
    if (one) {
        put(to, "\"data\":");
        put_resource(to, seed);
    } else {
        put_list(to, "data", random_below(seed, 13), seed);
    }
    put(to, ",");
    put_list(to, "included", random_below(seed, 4), seed);
    put(to, "}");
}

static void put_patch(text *to, uint64_t *seed) {
    put(to, "[");
    for (size_t count = 1 + random_below(seed, 4); count; count--) {
        put_operation(to, seed);
    }
    put(to, "{}]");
}

static void put_merge(text *to, uint64_t *seed) {
    put(to, "{\"data\":{\"x\":null");
    for (size_t count = 1 + random_below(seed, 6); count; count--) {
        put(to, ",\"%s\":%s", ANY(names, seed), ANY(values, seed));
    }
    put(to, "},\"meta\":{\"n\":[1,2,3]}}");
}

static void random_refusals(void) {
    const uint64_t rounds = check_quick() ? 2000 : 100000;
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t seed = round;
        attempt what = {.lazy = round % 2};
        put_document(&what.document, random_below(&seed, 8) == 0, &seed);
        put_patch(&what.patch, &seed);
        check_note("seed %" PRIu64 ": %s %s", round, what.document.bytes, what.patch.bytes);
        CHECK(refused(&what, seed));
    }
    check_note(NULL);
}

/** Patches and merge patches that fail because one of their requests for memory fails. */
static void random_failures(void) {
    const uint64_t rounds = check_quick() ? 200 : 4000;
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t seed = round;
        attempt what = {.lazy = round % 2, .merges = round / 2 % 2, .countdown = 1};
        put_document(&what.document, what.merges, &seed);
        if (what.merges) {
            put_merge(&what.patch, &seed);
        } else {
            put_patch(&what.patch, &seed);
        }
        check_note("seed %" PRIu64 ": %s %s", round, what.document.bytes, what.patch.bytes);
        while (refused(&what, seed) && what.countdown < 24) {
            what.countdown++;
        }
    }
    check_note(NULL);
}

/* --- reported cases ------------------------------------------------------------------- */

static void refuse(const char *last, const char *patch) {
    for (int lazy = 0; lazy < 2; lazy++) {
        for (uint64_t seed = 0; seed < 128; seed++) {
            attempt what = {.lazy = lazy};
            put(&what.document, "{\"data\":[");
            for (int index = 0; index < 10; index++) {
                put(&what.document, "{\"type\":\"b\",\"id\":\"%d\"},", index);
            }
            put(&what.document, "%s]}", last);
            put(&what.patch, "%s", patch);
            CHECK(refused(&what, seed));
        }
    }
}

/** The member that counts is replaced, and the patch is undone. The shadowed member must stay
 *  shadowed. */
static void shadowed_id(void) {
    refuse(
        "{\"type\":\"b\",\"id\":\"2\",\"lid\":\"3\",\"id\":{}},{\"type\":\"b\",\"lid\":\"a\"}",
        "[{\"op\":\"move\",\"path\":\"/data/10/id\",\"from\":\"/data/11/lid\"},{}]"
    );
}

/** The same edit. No resource may get its shadowed identity in the table, and none may be lost. */
static void repeated_id(void) {
    refuse(
        "{\"type\":\"a\",\"id\":\"3\",\"id\":[]},{\"type\":\"a\",\"id\":\"3\",\"attributes\":0}",
        "[{\"op\":\"move\",\"path\":\"/data/10/id\",\"from\":\"/data/11/attributes\"},{}]"
    );
}

/** An index belongs to the members for which it was built. The index of a value that the undo
 *  removes must not be used again. */
static void check_indexes(const char *operation, const char *path) {
    text document = {.length = 0}, patch = {.length = 0};
    put(&document, "{\"old\":{");
    put(&patch, "[{\"op\":\"%s\",\"path\":\"%s\",\"value\":{", operation, path);
    for (int index = 0; index < 40; index++) {
        put(&document, "%s\"o%d\":%d", index ? "," : "", index, index);
        put(&patch, "%s\"n%d\":%d", index ? "," : "", index, index);
    }
    put(&document, "},\"empty\":{}}");
    put(&patch, "}}");
    for (int index = 0; index < 40; index++) {
        put(&patch, ",{\"op\":\"test\",\"path\":\"%s/n%d\",\"value\":%d}", path, 39 - index,
            39 - index);
    }
    put(&patch, ",{}]");
    vox_tree *tree = parse(&document, false), *refused_patch = parse(&patch, false);
    vox_node *root = vox_tree_root(tree), *old = document_at(tree, "/old");
    CHECK_STATUS(
        vox_patch_apply(tree, root, refused_patch, vox_tree_root(refused_patch), NULL, NULL),
        VOX_ERROR_OPERATION
    );
    vox_tree_free(refused_patch);
    for (int round = 0; round < 3; round++) {
        for (int index = 0; index < 40; index++) {
            char old_name[16], new_name[16];
            snprintf(old_name, sizeof old_name, "o%d", index);
            snprintf(new_name, sizeof new_name, "n%d", index);
            CHECK(vox_object_get(tree, old, vox_string_from_c(old_name)) != NULL);
            CHECK(vox_object_get(tree, old, vox_string_from_c(new_name)) == NULL);
        }
    }
    /* New nodes use the memory of the removed ones. */
    vox_node *made = NULL;
    CHECK_OK(vox_object_set(
        tree, root, vox_string_from_c("made"), vox_value_json(vox_string_from_c("{}")), &made
    ));
    for (int index = 0; index < 40; index++) {
        char name[16];
        vox_node *member = NULL;
        snprintf(name, sizeof name, "m%d", index);
        CHECK_OK(vox_object_set(tree, made, vox_string_from_c(name), vox_value_object(), &member));
        CHECK_OK(vox_object_set(tree, member, vox_string_from_c("n1"), vox_value_int64(index), NULL)
        );
        for (int asked = 0; asked < 40; asked++) {
            snprintf(name, sizeof name, "n%d", asked);
            CHECK((vox_object_get(tree, member, vox_string_from_c(name)) != NULL) == (asked == 1));
        }
    }
    vox_tree_free(tree);
}

static void indexes_of_what_goes(void) {
    check_indexes("replace", "/old");
    check_indexes("add", "/new");
}

const check_test refused_patches_tests[] = {
    CHECK_TEST(indexes_of_what_goes), CHECK_TEST(shadowed_id),     CHECK_TEST(repeated_id),
    CHECK_TEST(random_refusals),      CHECK_TEST(random_failures), CHECK_END,
};
