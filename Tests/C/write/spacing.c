/* SPDX-License-Identifier: MIT */
/** The preserving style in documents with uneven layout. The text around each position
 *  determines the result, so each position here has different white space. */
#include "document.h"
#include "tests.h"

typedef struct edit {
    enum {
        NOTHING,
        INSERT,
        REMOVE,
        SET,
        MOVE
    } kind;
    const char *pointer; /* the container of an inserted value, otherwise the value */
    size_t position;     /* the position of an inserted or moved value; END: at the end */
    const char *json;    /* MOVE: the pointer of the new container */
} edit;

#define END SIZE_MAX
#define EDITS 4

typedef struct spacing {
    const char *before;
    edit edits[EDITS];
    const char *after;
} spacing;

static const spacing rows[] = {
    /* Inserted values take the white space and the colon of the last value that was copied. */
    {"{\"a\":1,\n \"b\":2,\n\n  \"c\" :3}",
     {{INSERT, "", END, "9"}},
     "{\"a\":1,\n \"b\":2,\n\n  \"c\" :3,\n\n  \"n\" :9}"},
    {"{\"a\":1,\n \"b\":2,\n\n  \"c\" :3\t}",
     {{INSERT, "", 2, "9"}},
     "{\"a\":1,\n \"b\":2,\n \"n\":9,\n\n  \"c\" :3\t}"},
    {"[1,\n 2,\n  3,\n   4]", {{INSERT, "", 2, "9"}}, "[1,\n 2,\n 9,\n  3,\n   4]"},
    {"[1,\n 2,\n  3,\n   4]",
     {{INSERT, "", 3, "9"}, {INSERT, "", 1, "8"}},
     "[1,\n 8,\n 2,\n  3,\n  9,\n   4]"},
    {"[1,  2,   3,4]", {{INSERT, "", END, "9"}}, "[1,  2,   3,4,  9]"},
    {"[1,  2,   3]", {{INSERT, "", END, "9"}}, "[1,  2,   3,   9]"},
    /* Insertions at the beginning. The former first value now has a comma before it. */
    {"{\"a\": 1,  \"b\": 2}", {{INSERT, "", 0, "9"}}, "{\"n\": 9,  \"a\": 1,  \"b\": 2}"},
    {"[ 1,2 ]", {{INSERT, "", 0, "9"}}, "[ 9,1,2 ]"},
    {"[1,   2]", {{INSERT, "", 0, "9"}}, "[9,   1,   2]"},
    {"[1,   2,  3]", {{INSERT, "", 0, "9"}, {INSERT, "", 0, "8"}}, "[8,   9,   1,   2,  3]"},
    {"{\"l\": [1]}", {{INSERT, "/l", 0, "9"}}, "{\"l\": [9, 1]}"},
    {"{\"l\":[1]}", {{INSERT, "/l", 0, "9"}}, "{\"l\":[9,1]}"},
    {"{\n  \"l\": [1]\n}", {{INSERT, "/l", 0, "9"}}, "{\n  \"l\": [9,1]\n}"},
    {"[[1], 2]", {{INSERT, "/0", END, "9"}}, "[[1,9], 2]"},
    {"{\"a\": 1}", {{INSERT, "", 0, "9"}}, "{\"n\": 9, \"a\": 1}"},
    {"{ \"a\": 1}", {{INSERT, "", 0, "9"}}, "{ \"n\": 9, \"a\": 1}"},
    {"[\n1,2]", {{INSERT, "", 0, "9"}}, "[\n9,\n1,2]"},
    /* The first value was removed, and the next one takes its position. */
    {"[1,  2,   3]", {{REMOVE, "/0", 0, NULL}}, "[2,   3]"},
    {"[1,  2,   3]", {{REMOVE, "/0", 0, NULL}, {REMOVE, "/0", 0, NULL}}, "[3]"},
    {"[1,  2,   3]", {{REMOVE, "/0", 0, NULL}, {INSERT, "", 0, "9"}}, "[9,  2,   3]"},
    {"[1,  2,   3]", {{REMOVE, "/0", 0, NULL}, {INSERT, "", 1, "9"}}, "[2,  9,   3]"},
    {"[1,  2,   3]", {{REMOVE, "/0", 0, NULL}, {INSERT, "", END, "9"}}, "[2,   3,   9]"},
    {"[1,  2,   3]", {{REMOVE, "/1", 0, NULL}, {INSERT, "", 1, "9"}}, "[1,   9,   3]"},
    {"[1,  2,   3]", {{MOVE, "/0", END, ""}}, "[2,   3,   1]"},
    {"[1,  2,   3]", {{MOVE, "/2", 0, ""}}, "[3,  1,  2]"},
    {"{\"a\":1, \"b\" :2,  \"c\"  :3}",
     {{MOVE, "/a", END, ""}},
     "{\"b\" :2,  \"c\"  :3,  \"n\"  :1}"},
    {"{\"a\":1, \"b\" :2,  \"c\"  :3}",
     {{REMOVE, "/a", 0, NULL}, {INSERT, "", 0, "9"}},
     "{\"o1\" :9, \"b\" :2,  \"c\"  :3}"},
    /* After a removal the container keeps its style: on one line, ... */
    {"{\"a\": 1, \"b\": 2, \"c\": 3}", {{REMOVE, "/a", 0, NULL}}, "{\"b\": 2, \"c\": 3}"},
    {"{\"a\": 1, \"b\": 2, \"c\": 3}", {{REMOVE, "/b", 0, NULL}}, "{\"a\": 1, \"c\": 3}"},
    {"{\"a\": 1, \"b\": 2, \"c\": 3}", {{REMOVE, "/c", 0, NULL}}, "{\"a\": 1, \"b\": 2}"},
    {"{ \"a\": 1, \"b\": 2 }", {{REMOVE, "/a", 0, NULL}}, "{ \"b\": 2 }"},
    {"{ \"a\": 1, \"b\": 2 }", {{REMOVE, "/b", 0, NULL}}, "{ \"a\": 1 }"},
    {"{\"a\":1,\"b\":2}", {{REMOVE, "/a", 0, NULL}}, "{\"b\":2}"},
    {"[[1, 2], {\"x\": [3, 4]}]",
     {{REMOVE, "/0/0", 0, NULL}, {REMOVE, "/1/x/0", 0, NULL}},
     "[[2], {\"x\": [4]}]"},
    {"[{\"x\": 1}, {\"y\": 2}]", {{REMOVE, "/0", 0, NULL}, {SET, "/0/y", 0, "9"}}, "[{\"y\": 9}]"},
    /* ... on several, ... */
    {"{\n  \"a\": 1,\n  \"b\": 2\n}", {{REMOVE, "/a", 0, NULL}}, "{\n  \"b\": 2\n}"},
    {"{\n  \"a\": 1,\n  \"b\": 2\n}", {{REMOVE, "/b", 0, NULL}}, "{\n  \"a\": 1\n}"},
    {"[\n  1,\n  2,\n  3\n]", {{REMOVE, "/0", 0, NULL}}, "[\n  2,\n  3\n]"},
    {"[\n  1,\n  2,\n  3\n]", {{REMOVE, "/1", 0, NULL}}, "[\n  1,\n  3\n]"},
    {"[\n  1,\n  2,\n  3\n]", {{REMOVE, "/2", 0, NULL}}, "[\n  1,\n  2\n]"},
    /* ... on a mixture of both. */
    {"[\n1, 2]", {{REMOVE, "/0", 0, NULL}}, "[\n2]"},
    {"[1,\n 2,\n 3]", {{REMOVE, "/0", 0, NULL}}, "[2,\n 3]"},
    {"[1,\n 2,\n 3]", {{REMOVE, "/0", 0, NULL}, {INSERT, "", 1, "9"}}, "[2,\n 9,\n 3]"},
    {"[1,\n 2]", {{REMOVE, "/0", 0, NULL}, {SET, "/0", 0, "[8,9]"}}, "[[8,9]]"},
    {"{\"a\":1, \"b\" :2,  \"c\"  :3}",
     {{REMOVE, "/b", 0, NULL}, {INSERT, "", 1, "9"}},
     "{\"a\":1,  \"o1\":9,  \"c\"  :3}"},
    /* White space before commas and brackets. */
    {"[ 1 ,  2\t,   3\n]", {{REMOVE, "/2", 0, NULL}}, "[ 1 ,  2\t\n]"},
    {"[ 1 ,  2\t,   3\n]", {{REMOVE, "/1", 0, NULL}}, "[ 1 ,   3\n]"},
    {"[ 1 ,  2\t,   3\n]", {{REMOVE, "/0", 0, NULL}}, "[ 2\t,   3\n]"},
    {"[ 1 ,  2\t,   3\n]", {{INSERT, "", 1, "9"}}, "[ 1 , 9,  2\t,   3\n]"},
    {"[ 1 ,  2\t,   3\n]", {{INSERT, "", END, "9"}}, "[ 1 ,  2\t,   3,   9\n]"},
    {"[ 1 ,  2\t,   3\n]", {{SET, "/0", 0, "8"}, {SET, "/2", 0, "9"}}, "[ 8 ,  2\t,   9\n]"},
    {"[ 1 ,  2\t,   3\n]",
     {{SET, "/1", 0, "[7]"}, {INSERT, "", 2, "9"}},
     "[ 1 ,  [7]\t,  9,   3\n]"},
    {"[ 1 ,  2\t,   3\n]",
     {{REMOVE, "/0", 0, NULL}, {REMOVE, "/0", 0, NULL}, {REMOVE, "/0", 0, NULL}},
     "[\n]"},
    /* A new list on one line has spaces if its member has one after the colon. */
    {"{\"a\":1,\"b\":{\"c\": 2}}", {{SET, "/b/c", 0, "[8,9]"}}, "{\"a\":1,\"b\":{\"c\": [8, 9]}}"},
    {"{ \"a\" : [ 1 ] , \"b\" : { } }",
     {{INSERT, "/a", END, "9"}, {INSERT, "/b", 0, "8"}},
     "{ \"a\" : [ 1, 9 ] , \"b\" : {\"o1\" : 8} }"},
    /* Insertions into empty containers, one level deeper than the container. */
    {"{\n  \"o\": {}\n}", {{INSERT, "/o", 0, "9"}}, "{\n  \"o\": {\n    \"n\": 9\n  }\n}"},
    {"{\n  \"o\": {\n    \"p\": {}\n  }\n}",
     {{INSERT, "/o/p", 0, "9"}},
     "{\n  \"o\": {\n    \"p\": {\n      \"n\": 9\n    }\n  }\n}"},
    {"{\n  \"o\": {\n    \"p\": []\n  }\n}",
     {{INSERT, "/o/p", 0, "{\"x\":[1,{}]}"}},
     "{\n  \"o\": {\n    \"p\": [\n      {\n        \"x\": [\n          1,\n          {}\n        "
     "]\n      }\n    ]\n  }\n}"},
    {"{\n\t\"o\": {\"p\": {}}\n}",
     {{INSERT, "/o/p", 0, "9"}},
     "{\n\t\"o\": {\"p\": {\"n\": 9}}\n}"},
    {"{\n  \"o\": {},\n  \"q\": {}\n}",
     {{MOVE, "/q", 0, "/o"}, {INSERT, "/o/n", 0, "9"}},
     "{\n  \"o\": {\n    \"n\": {\n      \"o1\": 9\n    }\n  }\n}"},
    {"{\n  \"o\": [],\n  \"q\": []\n}",
     {{MOVE, "/q", 0, "/o"}, {INSERT, "/o/0", 0, "9"}, {INSERT, "/o/0", 1, "[[8]]"}},
     "{\n  \"o\": [\n    [\n      9,\n      [\n        [\n          8\n        ]\n      ]\n    ]\n "
     " ]\n}"},
    {"{\n  \"o\": {\n  }\n}", {{INSERT, "/o", 0, "9"}}, "{\n  \"o\": {\n    \"n\": 9\n  }\n}"},
    {"{\n  \"o\": { }\n}",
     {{INSERT, "/o", 0, "9"}, {INSERT, "/o", END, "8"}},
     "{\n  \"o\": {\n    \"n\": 9,\n    \"o1\": 8\n  }\n}"},
    {"{ }", {{INSERT, "", END, "9"}, {INSERT, "", END, "8"}}, "{\"n\":9,\"o1\":8}"},
    /* Containers that are emptied and filled again. */
    {"{\n  \"o\": {\n    \"p\": 1\n  }\n}", {{REMOVE, "/o/p", 0, NULL}}, "{\n  \"o\": {\n  }\n}"},
    {"{\n  \"o\": {\n    \"p\": 1\n  }\n}",
     {{REMOVE, "/o/p", 0, NULL}, {INSERT, "/o", 0, "9"}},
     "{\n  \"o\": {\n    \"o1\": 9\n  }\n}"},
    {"[ 1 ]", {{REMOVE, "/0", 0, NULL}, {INSERT, "", 0, "9"}}, "[ 9 ]"},
    {"[1]", {{REMOVE, "/0", 0, NULL}, {INSERT, "", 0, "9"}}, "[9]"},
    /* New containers take the layout of the document, from its first unchanged values. */
    {"{\"a\": 1, \"b\": 2}",
     {{SET, "/a", 0, "{\"x\":[1,{\"y\":2}]}"}},
     "{\"a\": {\"x\": [1, {\"y\": 2}]}, \"b\": 2}"},
    {"{\"a\":1, \"b\":2}",
     {{SET, "/b", 0, "{\"x\":[1,{\"y\":2}]}"}},
     "{\"a\":1, \"b\":{\"x\":[1,{\"y\":2}]}}"},
    {"{\"a\" :1}", {{SET, "/a", 0, "{\"x\":[1,{\"y\":2}]}"}}, "{\"a\" :{\"x\" :[1,{\"y\" :2}]}}"},
    {"{\n\n\t\"a\" : 1\n}",
     {{SET, "/a", 0, "{\"x\":[1,{}],\"y\":[]}"}},
     "{\n\n\t\"a\" : {\n\n\t\t\"x\" : [\n\n\t\t\t1,\n\n\t\t\t{}\n\n\t\t],\n\n\t\t\"y\" : "
     "[]\n\n\t}\n}"},
    {"[\n1,\n2\n]", {{SET, "/0", 0, "{\"x\":1}"}}, "[\n{\n  \"x\":1\n},\n2\n]"},
    {"[\n 1,\n\n   2\n]",
     {{SET, "/1", 0, "{\"x\":1}"}},
     "[\n 1,\n\n   {\n\n    \"x\":1\n\n   }\n]"},
    {"[\n 1, 2\n]",
     {{SET, "/1", 0, "{\"x\":1}"}, {SET, "/0", 0, "{\"x\":1}"}},
     "[\n {\n  \"x\":1\n }, {\"x\":1}\n]"},
    {"{\n \"a\":1,\n \"b\": {\"c\": 2}}",
     {{SET, "/b/c", 0, "{\"x\":{\"y\":1}}"}},
     "{\n \"a\":1,\n \"b\": {\"c\": {\"x\": {\"y\": 1}}}}"},
    {"{\n \"a\":1,\n \"b\" : 2}",
     {{INSERT, "", 0, "8"}, {REMOVE, "/a", 0, NULL}, {INSERT, "", END, "{\"x\":[]}"}},
     "{\n \"n\" : 8,\n \"b\" : 2,\n \"o2\" : {\n  \"x\" : []\n }}"},
    {"{\"a\": 1}",
     {{INSERT, "", 0, "{\"x\":[1,2]}"}, {INSERT, "", END, "{\"x\":[1,2]}"}},
     "{\"n\": {\"x\": [1, 2]}, \"a\": 1, \"o1\": {\"x\": [1, 2]}}"},
    {" [ {\"a\" : 1} ] ", {{INSERT, "", END, "{\"x\":[1,2]}"}}, " [ {\"a\" : 1}, {\"x\":[1,2]} ] "},
    {"\t7\n", {{SET, "", 0, "{\"x\":[1,2]}"}}, "\t{\"x\":[1,2]}\n"},
    {"\t[ ]\n", {{SET, "", 0, "{\"x\":[1,2]}"}}, "\t{\"x\":[1,2]}\n"},
};

static void apply(vox_tree *tree, const edit *step, size_t number) {
    static const char *const names[EDITS] = {"n", "o1", "o2", "o3"};
    bool moving = step->kind == MOVE;
    vox_node *node = document_at(tree, step->pointer);
    vox_node *parent = moving ? document_at(tree, step->json) : node;
    vox_value value = step->json ? vox_value_json(vox_string_from_c(step->json)) : vox_value_null();
    vox_string name = vox_string_from_c(names[number]);
    if (!CHECK(node && parent)) {
        return;
    }
    if (step->kind == REMOVE || moving) {
        name = number || vox_node_kind(parent) != VOX_OBJECT || !vox_node_name(tree, node).length
                   ? name
                   : vox_string_from_c("n");
        CHECK_OK(vox_node_remove(tree, node));
        value = vox_value_node(node);
    }
    if (step->kind == SET) {
        CHECK_OK(vox_node_set(tree, node, value));
    } else if (step->kind != REMOVE && vox_node_kind(parent) == VOX_ARRAY) {
        size_t count = vox_node_count(tree, parent);
        size_t position = step->position == END ? count : step->position;
        CHECK_OK(vox_array_insert(tree, parent, position, value, NULL));
    } else if (step->kind != REMOVE) {
        vox_node *before = step->position == END ? NULL : vox_node_first(tree, parent);
        for (size_t index = 0; before && index < step->position; index++) {
            before = vox_node_next(tree, before);
        }
        CHECK_OK(vox_object_insert(tree, parent, before, name, value, NULL));
    }
}

static void uneven_documents(void) {
    for (size_t row = 0; row < COUNT(rows); row++) {
        check_note("row %zu: %s", row, rows[row].before);
        vox_tree *tree = document_from_c(rows[row].before);
        for (size_t number = 0; number < EDITS && rows[row].edits[number].kind; number++) {
            apply(tree, &rows[row].edits[number], number);
        }
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, rows[row].after);
        CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
        vox_tree_free(tree);
    }
}

/** White space of any length around a colon. A new member inherits at most 64 bytes of it, and
 *  always the colon, but nothing else. */
static void long_colons(void) {
    char text[512];
    for (size_t before = 0; before <= 140; before++) {
        for (size_t after = 0; after <= 140; after += before % 8 == 7 ? 1 : 3) {
            const size_t length = 3 + before + 1 + after + 3;
            text[0] = '{';
            memcpy(text + 1, "\"a\"", 3);
            memset(text + 4, ' ', before);
            text[4 + before] = ':';
            memset(text + 5 + before, ' ', after);
            memcpy(text + 5 + before + after, "12}", 3);
            check_note("%zu before, %zu after", before, after);
            vox_tree *tree = document_parse((vox_string){text, length + 1});
            vox_node *root = vox_tree_root(tree);
            CHECK_OK(vox_object_set(tree, root, LITERAL("n"), vox_value_int64(9), NULL));
            vox_buffer buffer = document_write(tree, root, VOX_STYLE_PRESERVE);
            /* A comma is followed by a blank if the colon is followed by one. */
            const size_t blank = buffer.bytes[length + 1] == ' ';
            const size_t added = buffer.length - (length + 1) - blank;
            const char *const made = buffer.bytes + length + blank;
            CHECK(memcmp(buffer.bytes, text, length) == 0);
            CHECK(added >= 6 && added <= 5 + 64);
            CHECK(memcmp(made + 1, "\"n\"", 3) == 0 && memcmp(made + added - 1, "9}", 2) == 0);
            size_t colons = 0, spaces = 0;
            for (size_t at = 4; at < added - 1; at++) {
                colons += made[at] == ':';
                spaces += made[at] == ' ';
            }
            CHECK_SIZE(colons, 1);
            CHECK_SIZE(colons + spaces, added - 5);
            CHECK(before + after >= 64 || spaces == before + after);
            vox_buffer_free(&buffer);
            vox_tree_free(tree);
        }
    }
}

const check_test spacing_tests[] = {
    CHECK_TEST(long_colons),
    CHECK_TEST(uneven_documents),
    CHECK_END,
};
