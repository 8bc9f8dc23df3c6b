/* SPDX-License-Identifier: MIT */
/** Identity in JSON:API documents: look-ups, and edits that they must notice. */
#include "corpora.h"
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define DOCUMENT                                                                                   \
    "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"n\":1},{\"type\":\"a\",\"id\":\"2\",\"n\":2},"      \
    "{\"type\":\"a\",\"lid\":\"x\",\"n\":3}],"                                                     \
    "\"included\":[{\"type\":\"b\",\"id\":\"1\",\"n\":4},{\"type\":\"a\",\"id\":\"1\",\"n\":5},"   \
    "{\"type\":\"b\",\"lid\":\"x\",\"n\":6},{\"type\":\"b\",\"id\":\"1\",\"n\":7}]}"

/** Returns the attribute `n` of the resource that is found; "" when it has none. */
static vox_string found(vox_tree *tree, const char *type, const char *id) {
    vox_node *resource = NULL;
    vox_status status = vox_resource_find(
        tree, vox_string_from_c(type), vox_string_from_c(id), &resource
    );
    CHECK(status == (resource ? VOX_OK : VOX_ERROR_MISSING));
    return vox_node_text(tree, vox_object_get(tree, resource, LITERAL("n")));
}

static vox_string found_local(vox_tree *tree, const char *type, const char *lid) {
    vox_node *resource = NULL;
    vox_status status = vox_resource_find_local(
        tree, vox_string_from_c(type), vox_string_from_c(lid), &resource
    );
    CHECK(status == (resource ? VOX_OK : VOX_ERROR_MISSING));
    return vox_node_text(tree, vox_object_get(tree, resource, LITERAL("n")));
}

static void looking_up(void) {
    vox_tree *tree = document_from_c(DOCUMENT);
    CHECK_TEXT(found(tree, "a", "1"), "1"); /* primary data comes before included */
    CHECK_TEXT(found(tree, "a", "2"), "2");
    CHECK_TEXT(found(tree, "b", "1"), "4"); /* the first resource comes before later ones */
    CHECK_TEXT(found(tree, "b", "2"), "");
    CHECK_TEXT(found(tree, "c", "1"), "");
    CHECK_TEXT(found(tree, "a", "x"), ""); /* a local id is not an id */
    CHECK_TEXT(found(tree, "", ""), "");
    CHECK_TEXT(found_local(tree, "a", "x"), "3");
    CHECK_TEXT(found_local(tree, "b", "x"), "6");
    CHECK_TEXT(found_local(tree, "a", "1"), "");
    vox_tree_free(tree);

    tree = document_from_c("{\"data\":{\"type\":\"a\",\"id\":\"1\",\"n\":1}}");
    CHECK_TEXT(found(tree, "a", "1"), "1"); /* a single resource is primary data, too */
    vox_tree_free(tree);
}

/** A look-up in a document without resources, or with odd ones, returns VOX_ERROR_MISSING. */
static void odd_documents(void) {
    static const char *const texts[] = {
        "null",
        "[]",
        "\"data\"",
        "{}",
        "{\"data\":null}",
        "{\"data\":[]}",
        "{\"data\":[[],1,null]}",
        "{\"data\":{\"type\":\"a\",\"id\":1}}",
        "{\"data\":{\"type\":\"a\",\"id\":null}}",
        "{\"data\":{\"type\":[\"a\"],\"id\":\"1\"}}",
        "{\"data\":{\"id\":\"1\"}}",
        "{\"included\":{\"type\":\"a\",\"id\":\"1\"}}",
        "{\"errors\":[{\"id\":\"1\"}]}",
        "[{\"type\":\"a\",\"id\":\"1\"}]",
        "{\"meta\":{\"data\":{\"type\":\"a\",\"id\":\"1\"}}}",
        "{\"data\":{\"type\":\"a\",\"id\":\"2\",\"data\":{\"type\":\"a\",\"id\":\"1\"}}}",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        check_note("%s", texts[index]);
        vox_tree *tree = document_from_c(texts[index]);
        vox_node *resource = vox_tree_root(tree);
        CHECK_STATUS(
            vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &resource), VOX_ERROR_MISSING
        );
        CHECK(resource == NULL);
        vox_tree_free(tree);
    }
    /* A missing type is not an empty type. */
    vox_tree *tree = document_from_c("{\"data\":{\"id\":\"1\"}}");
    vox_node *resource = NULL;
    CHECK_STATUS(vox_resource_find(tree, LITERAL(""), LITERAL("1"), &resource), VOX_ERROR_MISSING);
    vox_tree_free(tree);
}

static void resolving(void) {
    static const struct {
        const char *identifier;
        vox_status status;
        const char *n;
    } rows[] = {
        {"{\"type\":\"a\",\"id\":\"1\"}", VOX_OK, "1"},
        {"{\"type\":\"b\",\"id\":\"1\",\"meta\":{}}", VOX_OK, "4"},
        {"{\"lid\":\"x\",\"type\":\"b\"}", VOX_OK, "6"},
        {"{\"type\":\"a\",\"id\":\"2\",\"lid\":\"x\"}", VOX_OK, "2"}, /* the id determines the
                                                                       * resource */
        {"{\"type\":\"a\",\"id\":\"9\",\"lid\":\"x\"}", VOX_ERROR_MISSING, ""},
        {"{\"type\":\"a\",\"id\":\"7\"}", VOX_ERROR_MISSING, ""},
        {"{\"type\":\"a\",\"id\":\"1\",\"id\":\"2\"}", VOX_OK, "2"}, /* the last id counts */
        {"{\"t\\u0079pe\":\"\\u0061\",\"\\u0069d\":\"\\u0031\"}", VOX_OK, "1"},
        {"{\"type\":\"a\"}", VOX_ERROR_KIND, ""},
        {"{\"id\":\"1\"}", VOX_ERROR_KIND, ""},
        {"{\"type\":1,\"id\":\"1\"}", VOX_ERROR_KIND, ""},
        {"{\"type\":\"a\",\"id\":1}", VOX_ERROR_KIND, ""},
        {"[]", VOX_ERROR_KIND, ""},
        {"null", VOX_ERROR_KIND, ""},
        {"\"a\"", VOX_ERROR_KIND, ""},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        check_note("%s", rows[index].identifier);
        vox_tree *tree = document_from_c(DOCUMENT);
        vox_node *identifier = NULL, *resource = NULL;
        vox_value value = vox_value_json(vox_string_from_c(rows[index].identifier));
        CHECK_OK(vox_object_set(tree, vox_tree_root(tree), LITERAL("meta"), value, &identifier));
        CHECK_STATUS(vox_resource_resolve(tree, identifier, &resource), rows[index].status);
        CHECK_TEXT(
            vox_node_text(tree, vox_object_get(tree, resource, LITERAL("n"))), rows[index].n
        );
        vox_tree_free(tree);
    }
}

/** The index must notice every kind of edit, anywhere in the document. */
static void edits_are_followed(void) {
    vox_tree *tree = document_from_c(DOCUMENT);
    vox_node *root = vox_tree_root(tree), *data = document_at(tree, "/data");
    vox_node *included = document_at(tree, "/included"), *first = document_at(tree, "/data/0");
    CHECK_TEXT(found(tree, "a", "1"), "1");
    /* An id is overwritten. */
    CHECK_OK(vox_node_set(tree, document_at(tree, "/data/0/id"), vox_value_string(LITERAL("9"))));
    CHECK_TEXT(found(tree, "a", "9"), "1");
    CHECK_TEXT(found(tree, "a", "1"), "5"); /* the resource in included is now found */
    CHECK_OK(vox_object_set(tree, first, LITERAL("type"), vox_value_string(LITERAL("z")), NULL));
    CHECK_TEXT(found(tree, "z", "9"), "1");
    CHECK_TEXT(found(tree, "a", "9"), "");
    /* An id is removed, and a lid is added. */
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/data/0/id")));
    CHECK_TEXT(found(tree, "z", "9"), "");
    CHECK_OK(vox_object_set(tree, first, LITERAL("lid"), vox_value_string(LITERAL("l")), NULL));
    CHECK_TEXT(found_local(tree, "z", "l"), "1");
    CHECK_OK(vox_object_set(tree, first, LITERAL("lid"), vox_value_int64(1), NULL));
    CHECK_TEXT(found_local(tree, "z", "l"), "");
    /* Resources are added and removed. */
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/included/1")));
    CHECK_TEXT(found(tree, "a", "1"), "");
    vox_value made = vox_value_json(LITERAL("{\"type\":\"a\",\"id\":\"1\",\"n\":8}"));
    CHECK_OK(vox_array_append(tree, included, made, NULL));
    CHECK_TEXT(found(tree, "a", "1"), "8");
    CHECK_OK(vox_array_insert(tree, data, 0, made, NULL));
    CHECK_OK(
        vox_object_set(tree, document_at(tree, "/data/0"), LITERAL("n"), vox_value_int64(10), NULL)
    );
    CHECK_TEXT(found(tree, "a", "1"), "10");
    /* A resource is inserted before another one with the same identity. */
    CHECK_TEXT(found(tree, "b", "1"), "4");
    CHECK_OK(vox_array_insert(
        tree, included, 0, vox_value_json(LITERAL("{\"type\":\"b\",\"id\":\"1\",\"n\":11}")), NULL
    ));
    CHECK_TEXT(found(tree, "b", "1"), "11");
    /* Whole lists are replaced. */
    CHECK_OK(vox_node_remove(tree, included));
    CHECK_TEXT(found(tree, "b", "1"), "");
    CHECK_OK(vox_object_set(tree, root, LITERAL("included"), vox_value_node(included), NULL));
    CHECK_TEXT(found(tree, "b", "1"), "11");
    CHECK_OK(vox_node_set(tree, data, vox_value_null()));
    CHECK_TEXT(found(tree, "a", "1"), "8");
    CHECK_OK(vox_node_set(
        tree, root, vox_value_json(LITERAL("{\"data\":{\"type\":\"q\",\"id\":\"1\",\"n\":12}}"))
    ));
    CHECK_TEXT(found(tree, "a", "1"), "");
    CHECK_TEXT(found(tree, "q", "1"), "12");
    vox_tree_free(tree);
}

/** Each resource is renamed, with a look-up after each edit. A look-up must not delay the effect
 *  of another edit. */
static void many_edits(void) {
    vox_tree *tree = document_from_c("{\"data\":[]}");
    vox_node *data = document_at(tree, "/data");
    for (int number = 0; number < 300; number++) {
        char json[80], id[16];
        snprintf(json, sizeof json, "{\"type\":\"t\",\"id\":\"%d\",\"n\":%d}", number, number);
        vox_node *resource = NULL;
        CHECK_OK(vox_array_append(tree, data, vox_value_json(vox_string_from_c(json)), &resource));
        snprintf(id, sizeof id, "%d", number);
        CHECK_TEXT(found(tree, "t", id), id);
    }
    for (int number = 0; number < 300; number++) {
        char id[16], other[16], n[16];
        snprintf(id, sizeof id, "%d", number);
        snprintf(other, sizeof other, "new%d", number);
        snprintf(n, sizeof n, "%d", number);
        vox_node *node = vox_object_get(
            tree, vox_array_get(tree, data, (size_t)number), LITERAL("id")
        );
        CHECK_OK(vox_node_set(tree, node, vox_value_string(vox_string_from_c(other))));
        CHECK_TEXT(found(tree, "t", id), "");
        CHECK_TEXT(found(tree, "t", other), n);
    }
    vox_tree_free(tree);
}

/** Identities that would be equal if type and id were joined carelessly. */
static void tricky_identities(void) {
    vox_tree *tree = document_from_c(
        "{\"data\":[{\"type\":\"1_a\",\"id\":\"b\",\"n\":1},{\"type\":\"1\",\"id\":\"a_b\",\"n\":2}"
        ","
        "{\"type\":\"\",\"id\":\"1_ab\",\"n\":3},{\"type\":\"1_ab\",\"id\":\"\",\"n\":4},"
        "{\"type\":\"a\\u0000\",\"id\":\"b\",\"n\":5},{\"type\":\"a\",\"id\":\"\\u0000b\",\"n\":6},"
        "{\"type\":\"a\",\"id\":\"\\u0000\",\"n\":7},{\"type\":\"a\",\"id\":\"\",\"n\":8},"
        "{\"type\":\"a\",\"id\":\"..\",\"n\":9},{\"type\":\"a\",\"id\":\"01\",\"n\":10},"
        "{\"type\":\"a\",\"id\":\"\\u00e9\",\"n\":11},{\"type\":\"a\",\"lid\":\"b\",\"n\":12},"
        "{\"type\":\"a\",\"id\":\"b\",\"n\":13},{\"t\\u0079pe\":\"c\",\"i\\u0064\":\"b\",\"n\":14},"
        "{\"type\":\"a\",\"id\":\"b:c\",\"n\":15},{\"type\":\"a:b\",\"id\":\"c\",\"n\":16},"
        "{\"type\":\"a\",\"id\":\"\\ud83d\\ude00\",\"n\":17}]}"
    );
    static const struct {
        vox_string type, id;
        const char *n;
    } rows[] = {
        {{"1_a", 3}, {"b", 1}, "1"},
        {{"1", 1}, {"a_b", 3}, "2"},
        {{"", 0}, {"1_ab", 4}, "3"},
        {{"1_ab", 4}, {"", 0}, "4"},
        {{"a\0", 2}, {"b", 1}, "5"},
        {{"a", 1}, {"\0b", 2}, "6"},
        {{"a", 1}, {"\0", 1}, "7"},
        {{"a", 1}, {"", 0}, "8"},
        {{"a", 1}, {"..", 2}, "9"},
        {{"a", 1}, {"01", 2}, "10"},
        {{"a", 1}, {"1", 1}, NULL},
        {{"a", 1}, {"\xC3\xA9", 2}, "11"},
        {{"a", 1}, {"b", 1}, "13"},
        {{"c", 1}, {"b", 1}, "14"},
        {{"1_", 2}, {"ab", 2}, NULL},
        {{"a", 1}, {"b:c", 3}, "15"},
        {{"a:b", 3}, {"c", 1}, "16"},
        {{"a:b:c", 5}, {"", 0}, NULL},
        {{"a", 1}, {"\xF0\x9F\x98\x80", 4}, "17"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_node *resource = NULL;
        check_note("row %zu", index);
        CHECK_STATUS(
            vox_resource_find(tree, rows[index].type, rows[index].id, &resource),
            rows[index].n ? VOX_OK : VOX_ERROR_MISSING
        );
        CHECK_TEXT(
            vox_node_text(tree, vox_object_get(tree, resource, LITERAL("n"))),
            rows[index].n ? rows[index].n : ""
        );
    }
    vox_tree_free(tree);
}

/** Looks up every identity in data and included. Returns the steps. */
static uint64_t find_all(vox_string text) {
    uint64_t start = steps_counted();
    vox_options options = document_options();
    options.max_depth = 100000;
    vox_tree *tree = NULL;
    if (!CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL))) {
        return 0;
    }
    vox_node *root = vox_tree_root(tree), *lists[2];
    lists[0] = vox_object_get(tree, root, LITERAL("data"));
    lists[1] = vox_object_get(tree, root, LITERAL("included"));
    size_t wrong = 0;
    for (size_t list = 0; list < 2; list++) {
        bool single = vox_node_kind(lists[list]) == VOX_OBJECT;
        vox_node *node = single ? lists[list] : vox_node_first(tree, lists[list]);
        for (; node; node = single ? NULL : vox_node_next(tree, node)) {
            vox_node *id = vox_object_get(tree, node, LITERAL("id")), *resource = NULL;
            vox_status status = vox_resource_resolve(tree, node, &resource);
            if (vox_node_kind(id) == VOX_STRING) {
                vox_node *other = vox_object_get(tree, resource, LITERAL("id"));
                wrong += status != VOX_OK ||
                         !vox_string_equal(vox_node_text(tree, id), vox_node_text(tree, other));
            } else {
                wrong += status != VOX_ERROR_KIND;
            }
        }
    }
    CHECK_SIZE(wrong, 0);
    vox_tree_free(tree);
    return steps_counted() - start;
}

/** n resources share an identity. The first one is found, in linear time. */
static uint64_t same_identities(size_t count) {
    char *json = malloc(count * 32 + 64);
    size_t length = (size_t)sprintf(json, "{\"data\":[],\"included\":[");
    for (size_t index = 0; index < count; index++) {
        length += (size_t
        )sprintf(json + length, "%s{\"type\":\"a\",\"id\":\"1\"}", index ? "," : "");
    }
    length += (size_t)sprintf(json + length, "]}");
    uint64_t steps = find_all((vox_string){json, length});
    free(json);
    return steps;
}

static void one_identity_again_and_again(void) {
    steps_check_linear("one identity", same_identities, 12500);
}

static void visit_bomb(void *context, corpora_file file) {
    size_t *count = context;
    if (strncmp(file.name, "ja_", 3) == 0) {
        uint64_t steps = find_all(file.text);
        check_note("%s: %" PRIu64 " steps for %zu bytes", file.name, steps, file.text.length);
        CHECK(steps < 100 * (uint64_t)file.text.length);
        ++*count;
    }
}

static void hostile_documents(void) {
    size_t count = 0;
    if (corpora_have("bombs")) {
        corpora_visit("bombs", ".json", visit_bomb, &count);
        CHECK(count > 3);
    }
}

/** Notes that a check or a look-up keeps about a resource do not survive an edit of the
 *  resource, and are not visible as a name. */
static void notes(vox_mode mode) {
    static const char text[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"n\":1},{\"type\":\"a\",\"id\":\"2\",\"n\":2},"
        "{\"id\":\"3\",\"n\":3,\"type\":\"a\"},{\"type\":\"a\",\"id\":\"\\u0034\",\"n\":4},"
        "{\"type\":\"a\",\"id\":\"5\",\"attributes\":{},\"links\":{},\"n\":5}],\"meta\":{}}";
    vox_options options = document_options();
    vox_tree *tree;
    vox_node *resource, *moved;
    options.mode = mode;
    if (!CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL)) ||
        !CHECK_OK(vox_document_check(
            tree, VOX_PRIMARY_MANY, LITERAL("a"), VOX_READING_STANDARD, NULL, NULL
        ))) {
        return;
    }
    static const char *const ids[] = {"1", "2", "3", "4", "5"};
    for (int round = 0; round < 2; round++) {
        for (size_t index = 0; index < COUNT(ids); index++) {
            CHECK_TEXT(found(tree, "a", ids[index]), ids[index]);
        }
    }
    vox_node *data = document_at(tree, "/data"), *meta = document_at(tree, "/meta");
    resource = vox_array_get(tree, data, 0);
    CHECK_SIZE(vox_node_name(tree, resource).length, 0);
    CHECK_OK(vox_node_set(
        tree, vox_object_get(tree, resource, LITERAL("id")), vox_value_string(LITERAL("one"))
    ));
    CHECK_TEXT(found(tree, "a", "1"), "");
    CHECK_TEXT(found(tree, "a", "one"), "1");
    resource = vox_array_get(tree, data, 1);
    CHECK_OK(vox_object_set(tree, resource, LITERAL("type"), vox_value_string(LITERAL("b")), NULL));
    CHECK_TEXT(found(tree, "a", "2"), "");
    CHECK_TEXT(found(tree, "b", "2"), "2");
    CHECK_OK(vox_node_remove(tree, vox_object_get(tree, resource, LITERAL("id"))));
    CHECK_TEXT(found(tree, "b", "2"), "");
    /* The moved resource gets the empty name, and loses the notes. */
    resource = vox_array_get(tree, data, 2);
    CHECK_OK(vox_node_remove(tree, resource));
    CHECK_TEXT(found(tree, "a", "3"), "");
    CHECK_OK(vox_object_set(tree, meta, LITERAL(""), vox_value_node(resource), &moved));
    CHECK(moved == resource && vox_object_get(tree, meta, LITERAL("")) == resource);
    CHECK_WRITES(tree, meta, VOX_STYLE_PRESERVE, "{\"\":{\"id\":\"3\",\"n\":3,\"type\":\"a\"}}");
    CHECK_OK(vox_node_remove(tree, resource));
    CHECK_OK(vox_array_append(tree, data, vox_value_node(resource), NULL));
    CHECK_TEXT(found(tree, "a", "3"), "3");
    CHECK_TEXT(found(tree, "a", "5"), "5");
    vox_tree_free(tree);
}

static void notes_follow_edits(void) {
    notes(VOX_MODE_EAGER);
    notes(VOX_MODE_LAZY);
}

/** Documents with few resources, which have no table, and documents with more. Both give the
 *  same results. */
static void few_and_more(void) {
    for (int count = 1; count <= 20; count++) {
        char text[1024], id[8];
        size_t length = (size_t)snprintf(text, sizeof text, "{\"data\":[");
        for (int n = 1; n <= count; n++) {
            length += (size_t)snprintf(
                text + length, sizeof text - length, "%s{\"type\":\"a\",\"id\":\"%d\",\"n\":%d}",
                n > 1 ? "," : "", n, n
            );
        }
        snprintf(text + length, sizeof text - length, "],\"included\":[]}");
        vox_tree *tree = document_from_c(text);
        vox_node *data = vox_object_get(tree, vox_tree_root(tree), LITERAL("data"));
        for (int n = count; n >= 1; n--) {
            snprintf(id, sizeof id, "%d", n);
            CHECK_TEXT(found(tree, "a", id), id);
        }
        CHECK_TEXT(found(tree, "b", "1"), "");
        CHECK_TEXT(found_local(tree, "a", "1"), "");
        /* The last resource gets the id of the first, and then the first is removed. */
        vox_node *last = vox_array_get(tree, data, (size_t)count - 1);
        const vox_value one = vox_value_string(LITERAL("1"));
        CHECK_OK(vox_object_set(tree, last, LITERAL("id"), one, NULL));
        CHECK_TEXT(found(tree, "a", "1"), "1");
        CHECK_TEXT(found(tree, "a", id), "1");
        CHECK_OK(vox_node_remove(tree, vox_array_get(tree, data, 0)));
        snprintf(id, sizeof id, "%d", count);
        CHECK_TEXT(found(tree, "a", "1"), count > 1 ? id : "");
        vox_tree_free(tree);
    }
}

const check_test resources_tests[] = {
    CHECK_TEST(looking_up),
    CHECK_TEST(few_and_more),
    CHECK_TEST(odd_documents),
    CHECK_LINES(resolving, "JA-042"),
    CHECK_TEST(edits_are_followed),
    CHECK_TEST(many_edits),
    CHECK_TEST(notes_follow_edits),
    CHECK_LINES(tricky_identities, "T30 JA-021"),
    CHECK_TEST(one_identity_again_and_again),
    CHECK_TEST(hostile_documents),
    CHECK_END,
};
