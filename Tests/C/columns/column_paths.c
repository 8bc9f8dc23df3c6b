/* SPDX-License-Identifier: MIT */
/** Paths: their grammar, and the values that they find. */
#include "arrow_text.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

static vox_string c(const char *text) {
    return vox_string_from_c(text);
}

static void grammar(void) {
    static const struct {
        const char *path;
        vox_path_start start;
        const char *message; /* NULL: it is right */
    } rows[] = {
        {"", VOX_PATH_RESOURCE, NULL},
        {"title", VOX_PATH_RESOURCE, NULL},
        {"a.b.c", VOX_PATH_RESOURCE, NULL},
        {"/a/~0~1/0", VOX_PATH_RESOURCE, NULL},
        {"/", VOX_PATH_VALUE, NULL},
        {"id.x", VOX_PATH_VALUE, NULL},
        {"id.x", VOX_PATH_RESOURCE, "nothing is below type, id and lid"},
        {".", VOX_PATH_VALUE, "a path has an empty segment"},
        {"a.", VOX_PATH_VALUE, "a path has an empty segment"},
        {".a", VOX_PATH_VALUE, "a path has an empty segment"},
        {"a. b", VOX_PATH_VALUE,
         "a segment begins or ends with white space; give it as a JSON Pointer"},
        {"/~", VOX_PATH_VALUE, "malformed JSON Pointer"},
        {"/~2", VOX_PATH_VALUE, "malformed JSON Pointer"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        const vox_string texts[] = {c("first"), c(rows[row].path)};
        const vox_allocator allocator = check_allocator_interface(&check_memory);
        vox_paths *paths = (vox_paths *)&paths;
        size_t wrong = 9;
        const char *message = NULL;
        check_note("%s", rows[row].path);
        const vox_status status = vox_paths_new(
            texts, 2, rows[row].start, &allocator, &paths, &wrong, &message
        );
        CHECK_STATUS(status, rows[row].message ? VOX_ERROR_POINTER : VOX_OK);
        CHECK((paths != NULL) == (rows[row].message == NULL));
        if (rows[row].message) {
            CHECK_SIZE(wrong, 1);
            CHECK_TEXT(c(message), rows[row].message);
        }
        vox_paths_free(paths);
    }
}

static void too_many_segments(void) {
    char text[512] = "", pointer[512] = "";
    for (size_t count = 1; count <= VOX_PATH_SEGMENTS + 1; count++) {
        snprintf(text + strlen(text), 8, "%s", count == 1 ? "a" : ".a");
        snprintf(pointer + strlen(pointer), 8, "/a");
        const vox_string texts[] = {c(text), c(pointer)};
        for (size_t at = 0; at < 2; at++) {
            vox_paths *paths;
            /* A pointer of n segments has n + 1 parts. */
            const bool fits = count + at <= VOX_PATH_SEGMENTS;
            CHECK_STATUS(
                vox_paths_new(&texts[at], 1, VOX_PATH_VALUE, NULL, &paths, NULL, NULL),
                fits ? VOX_OK : VOX_ERROR_POINTER
            );
            vox_paths_free(paths);
        }
    }
}

static const char document[] =
    "{\"data\":[{\"type\":\"notes\",\"id\":\"1\",\"meta\":{\"n\":[5,6]},\"attributes\":{"
    "\"title\":\"x\",\"at\":{\"city\":\"y\",\"a.b\":1},\"null\":null},\"relationships\":{"
    "\"by\":{\"data\":{\"type\":\"people\",\"id\":\"9\"}},\"none\":{\"data\":null},"
    "\"tags\":{\"data\":[{\"type\":\"tags\",\"id\":\"t\"},{\"type\":\"tags\",\"id\":\"u\"}]},"
    "\"title\":{\"data\":{\"type\":\"people\",\"id\":\"8\"}}}},"
    "{\"id\":\"2\",\"type\":\"notes\",\"attributes\":{\"at\":5}}],"
    "\"included\":[{\"type\":\"people\",\"id\":\"9\",\"attributes\":{\"name\":\"Ada\"},"
    "\"relationships\":{\"tags\":{\"data\":[{\"type\":\"tags\",\"id\":\"t\"}]}}},"
    "{\"type\":\"tags\",\"id\":\"t\",\"attributes\":{\"name\":\"T\"}}]}";

static void values(void) {
    static const struct {
        const char *path;
        const char *first, *second; /* NULL: no value */
        size_t rest;
    } rows[] = {
        {"id", "\"1\"", "\"2\"", 0},
        {"type", "\"notes\"", "\"notes\"", 0},
        {"lid", NULL, NULL, 0},
        {"title", "\"x\"", NULL, 0},
        {"title.id", NULL, NULL, 0}, /* the attribute counts */
        {"at.city", "\"y\"", NULL, 0},
        {"at", "{\"city\":\"y\",\"a.b\":1}", "5", 0},
        {"/attributes/at/a.b", "1", NULL, 0},
        {"/meta/n/1", "6", NULL, 0},
        {"/meta/n", "[5,6]", NULL, 0},
        {"null", "null", NULL, 0},
        {"by", "{\"type\":\"people\",\"id\":\"9\"}", NULL, 0},
        {"by.id", "\"9\"", NULL, 0},
        {"by.lid", NULL, NULL, 0},
        {"by.name", "\"Ada\"", NULL, 0},
        {"by.name.x", NULL, NULL, 0},
        {"by.tags", "[{\"type\":\"tags\",\"id\":\"t\"}]", NULL, 0},
        {"by.tags.name", "[{\"type\":\"tags\",\"id\":\"t\"}]", NULL, 1},
        {"none", "null", NULL, 0},
        {"none.id", NULL, NULL, 0},
        {"none.name", NULL, NULL, 0},
        {"tags.id", "[{\"type\":\"tags\",\"id\":\"t\"},{\"type\":\"tags\",\"id\":\"u\"}]", NULL, 1},
        {"tags.name", "[{\"type\":\"tags\",\"id\":\"t\"},{\"type\":\"tags\",\"id\":\"u\"}]", NULL,
         1},
        {"nothing", NULL, NULL, 0},
        {"nothing.id", NULL, NULL, 0},
        {"nothing.name", NULL, NULL, 0},
        {"/attributes/by", NULL, NULL, 0},
    };
    vox_string texts[COUNT(rows)];
    vox_paths *paths;
    for (size_t row = 0; row < COUNT(rows); row++) {
        texts[row] = c(rows[row].path);
    }
    CHECK_OK(vox_paths_new(texts, COUNT(rows), VOX_PATH_RESOURCE, NULL, &paths, NULL, NULL));
    CHECK(vox_paths_need_included(paths));
    vox_tree *tree = document_from_c(document);
    for (int time = 0; tree && time < 4; time++) { /* the second search has expectations */
        CHECK_OK(vox_paths_find(paths, tree, document_at(tree, time % 2 ? "/data/1" : "/data/0")));
        for (size_t row = 0; row < COUNT(rows); row++) {
            const char *expected = time % 2 ? rows[row].second : rows[row].first;
            size_t rest = 7;
            const vox_node *found = vox_paths_value(paths, row, tree, &rest);
            check_note("%s, time %d", rows[row].path, time);
            CHECK_SIZE(rest, time % 2 ? 0 : rows[row].rest);
            if (CHECK((found != NULL) == (expected != NULL)) && found) {
                CHECK_WRITES(tree, found, VOX_STYLE_COMPACT, expected);
            }
        }
    }
    check_note(NULL);
    size_t rest = 3;
    CHECK(!vox_paths_value(paths, COUNT(rows), tree, &rest));
    CHECK_SIZE(rest, 0);
    vox_paths_free(paths);
    vox_tree_free(tree);
}

static void following(void) {
    const vox_string texts[] = {c("tags.id"), c("tags.name"), c("by.tags.name")};
    vox_paths *paths;
    vox_tree *tree = document_from_c(document);
    CHECK_OK(vox_paths_new(texts, 3, VOX_PATH_RESOURCE, NULL, &paths, NULL, NULL));
    const vox_node *tag = document_at(tree, "/data/0/relationships/tags/data/0");
    const vox_node *other = document_at(tree, "/data/0/relationships/tags/data/1");
    const vox_node *by = document_at(tree, "/data/0/relationships/by/data");
    size_t rest = 1;
    CHECK_TEXT(vox_node_text(tree, vox_paths_follow(paths, 0, tree, tag, &rest)), "t");
    rest = 1;
    CHECK_TEXT(vox_node_text(tree, vox_paths_follow(paths, 1, tree, tag, &rest)), "T");
    rest = 1;
    CHECK(!vox_paths_follow(paths, 1, tree, other, &rest));
    CHECK_SIZE(rest, 0);
    rest = 2;
    CHECK_SIZE(vox_node_kind(vox_paths_follow(paths, 2, tree, by, &rest)), VOX_ARRAY);
    CHECK_SIZE(rest, 1);
    rest = 4; /* more segments than there are */
    CHECK(!vox_paths_follow(paths, 2, tree, by, &rest));
    CHECK_SIZE(rest, 0);
    vox_paths_free(paths);
    vox_tree_free(tree);
}

/** Many names in one object, in every order. */
static void many_names(void) {
    enum {
        NAMES = 500
    };
    static char names[NAMES][16];
    vox_string texts[NAMES];
    vox_paths *paths;
    for (size_t at = 0; at < NAMES; at++) {
        snprintf(
            names[at], sizeof names[at], "%.*s%zu", (int)(at % 7), "aaaaaaa", at * 7919 % NAMES
        );
        texts[at] = c(names[at]);
    }
    CHECK_OK(vox_paths_new(texts, NAMES, VOX_PATH_VALUE, NULL, &paths, NULL, NULL));
    CHECK(!vox_paths_need_included(paths));
    vox_tree *tree = document_from_c("{}");
    for (size_t at = 0; at < NAMES; at++) {
        const size_t index = at * 31 % NAMES;
        CHECK_OK(vox_object_set(
            tree, vox_tree_root(tree), texts[index], vox_value_int64((int64_t)index), NULL
        ));
    }
    CHECK_OK(vox_paths_find(paths, tree, vox_tree_root(tree)));
    for (size_t at = 0; at < NAMES; at++) {
        size_t rest;
        int64_t value = -1;
        CHECK_OK(vox_node_int64(tree, vox_paths_value(paths, at, tree, &rest), &value));
        CHECK(vox_string_equal(texts[(size_t)value], texts[at]));
    }
    CHECK_STATUS(vox_paths_find(paths, tree, NULL), VOX_ERROR_MISSING);
    size_t rest;
    CHECK(!vox_paths_value(paths, 3, tree, &rest));
    vox_paths_free(paths);
    vox_tree_free(tree);
}

/** A value that is found in a lazily read tree, and one that is malformed there. */
static void lazily(void) {
    static const char text[] = "{\"data\":[{\"type\":\"a\",\"attributes\":{\"x\":1}},{\"type\":"
                               "\"a\",\"attributes\":{,}}]}";
    vox_options options = document_options();
    vox_tree *tree;
    vox_paths *paths;
    const vox_string path = c("x");
    size_t rest;
    options.mode = VOX_MODE_LAZY;
    CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL));
    CHECK_OK(vox_paths_new(&path, 1, VOX_PATH_RESOURCE, NULL, &paths, NULL, NULL));
    CHECK_OK(vox_paths_find(paths, tree, document_at(tree, "/data/0")));
    CHECK_TEXT(vox_node_text(tree, vox_paths_value(paths, 0, tree, &rest)), "1");
    CHECK_STATUS(vox_paths_find(paths, tree, document_at(tree, "/data/1")), VOX_ERROR_SYNTAX);
    CHECK(!vox_paths_value(paths, 0, tree, &rest));
    vox_paths_free(paths);
    vox_tree_free(tree);
}

/** The rest of an object does not depend on the order of its members, and has all that were not
 *  taken. */
static void orders_of_rests(void) {
    static const char *const columns =
        "{'columns':['id','a','b',{'name':'c','path':'c.d'},{'name':'r','path':'r.id'},"
        "{'name':'s','path':'s.id','type':'list','items':{'type':'utf8'}}],'error':false}";
    CHECK_ROWS(
        columns,
        "{'x':0,'type':'t','y':0,'id':'1','attributes':{'n':1,'a':2,'m':3,'c':{'e':4,'d':5,'f':6},'"
        "b':"
        "7,'k':8},'relationships':{'q':{},'r':{'meta':9,'data':{'v':1,'type':'p','id':'2','w':1}},'"
        "s':"
        "{'data':[{'id':'3','type':'p'},{'type':'p','z':1,'id':'4'}]}}}\n"
        "{'id':'1','type':'t','attributes':{'b':1,'b':2,'a':3,'n':4,'a':5,'c':6},'z':7}\n"
        "{'attributes':{'c':{'d':1},'b':2,'a':3},'type':'t','id':'1','attributes':{'a':4}}\n",
        "[''1'','2','7','5',''2'',['3','4'],'{'x':0,'type':'t','y':0,'attributes':{'n':1,'m':3,'c':"
        "{"
        "'e':4,'f':6},'k':8},'relationships':{'q':{},'r':{'meta':9,'data':{'v':1,'type':'p','w':1}}"
        ","
        "'s':{'data':[{'type':'p'},{'type':'p','z':1}]}}}']\n"
        "[''1'','5','2',null,null,null,'{'type':'t','attributes':{'n':4,'c':6},'z':7}']\n"
        "[''1'','4',null,null,null,null,'{'type':'t'}']\n"
    );
}

const check_test column_paths_tests[] = {
    CHECK_TEST(grammar),         CHECK_TEST(too_many_segments),
    CHECK_TEST(values),          CHECK_TEST(following),
    CHECK_TEST(many_names),      CHECK_TEST(lazily),
    CHECK_TEST(orders_of_rests), CHECK_END,
};
