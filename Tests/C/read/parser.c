/* SPDX-License-Identifier: MIT */
/** A parser for many documents returns the same trees as vox_tree_parse, and reuses its memory.
 *  Also small texts, whose tree is one block. */
#include "comparing.h"
#include "document.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

static vox_parser *new_parser(size_t max_bytes) {
    vox_options options = document_options();
    vox_parser *parser = NULL;
    CHECK_OK(vox_parser_new(&options, max_bytes, &parser));
    return parser;
}

static vox_tree *parse(vox_parser *parser, vox_string text) {
    vox_tree *tree = NULL;
    CHECK_OK(vox_parser_parse(parser, text.bytes, text.length, &tree, NULL));
    return tree;
}

/** Makes an object of `count` members. Some of them have escapes. */
static vox_string make_text(char *text, size_t members) {
    size_t length = (size_t)sprintf(text, "{\"first\":\"\\u00e9\"");
    for (size_t member = 0; member < members; member++) {
        length += (size_t)sprintf(text + length, ",\"m%zu\":[%zu,\"t\\n\"]", member, member);
    }
    text[length++] = '}';
    return (vox_string){text, length};
}

/** Reads, looks up, edits and writes. The results equal those of a tree without the parser. */
static void use(vox_parser *parser, vox_string text, size_t members) {
    vox_tree *tree = parse(parser, text), *plain = document_parse(text);
    if (!tree || !plain) {
        return;
    }
    check_same_nodes(tree, plain);
    CHECK_SIZE(vox_tree_memory(tree).reserved, vox_tree_memory(plain).reserved);
    char name[32];
    snprintf(name, sizeof name, "m%zu", members - 1);
    vox_node *member = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c(name));
    CHECK((member != NULL) == (members > 0));
    CHECK_OK(vox_object_set(
        tree, vox_tree_root(tree), LITERAL("new"), vox_value_string(LITERAL("x\ny")), NULL
    ));
    CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
    vox_tree_free(tree);
    vox_tree_free(plain);
}

static void again_and_again(void) {
    static const size_t sizes[] = {0, 1, 3, 15, 16, 17, 100, 230, 240, 1000};
    char *text = malloc(40000);
    vox_parser *parser = new_parser(SIZE_MAX);
    for (int round = 0; round < 3; round++) {
        for (size_t index = 0; index < COUNT(sizes); index++) {
            check_note("%zu members", sizes[index]);
            use(parser, make_text(text, sizes[index]), sizes[index]);
        }
    }
    vox_parser_free(parser);
    free(text);
}

/** After a document of the same size was freed, a call allocates nothing. */
static void after_the_warm_up(void) {
    char *text = malloc(40000);
    vox_parser *parser = new_parser((size_t)1 << 20);
    for (int round = 0; round < 20; round++) {
        const size_t calls = check_memory.calls, blocks = check_memory.blocks;
        for (size_t members = 1; members < 400; members += 57) {
            vox_tree *tree = parse(parser, make_text(text, members));
            CHECK(vox_object_get(tree, vox_tree_root(tree), LITERAL("m0")) != NULL);
            vox_tree_free(tree);
        }
        CHECK(round == 0 || check_memory.calls == calls);
        CHECK(round == 0 || check_memory.blocks == blocks);
    }
    CHECK(vox_parser_bytes(parser) > 0 && vox_parser_bytes(parser) <= (size_t)1 << 20);
    vox_parser_free(parser);
    CHECK_SIZE(check_memory.blocks, 0);
    parser = new_parser(0);
    vox_tree_free(parse(parser, LITERAL("[1]")));
    CHECK_SIZE(vox_parser_bytes(parser), 0);
    vox_parser_free(parser);
    free(text);
}

static void several_trees_at_once(void) {
    vox_parser *parser = new_parser(SIZE_MAX);
    vox_tree *trees[8];
    char text[COUNT(trees)][32];
    for (int round = 0; round < 4; round++) {
        for (size_t index = 0; index < COUNT(trees); index++) {
            snprintf(text[index], sizeof text[index], "{\"n\":[%zu,%d]}", index, round);
            trees[index] = parse(parser, vox_string_from_c(text[index]));
        }
        for (size_t index = 0; index < COUNT(trees); index++) {
            vox_node *root = vox_tree_root(trees[index]);
            CHECK_WRITES(trees[index], root, VOX_STYLE_PRESERVE, text[index]);
        }
        for (size_t index = 0; index < COUNT(trees); index++) {
            vox_tree_free(trees[(index * 3 + (size_t)round) % COUNT(trees)]);
        }
    }
    vox_parser_free(parser);
}

/** Texts are refused with the same errors as elsewhere, and leave no memory behind. */
static void what_is_refused(void) {
    static const char *const rows[] = {
        "",          "[",   "[1,]", "\"\\ud800\"", "[\"\xFF\"]", "{\"a\":1,\"a\":2",
        "[[[[1]]]]", "nul", "[1] 2"};
    vox_options options = document_options();
    options.max_depth = 3;
    vox_parser *parser = NULL;
    CHECK_OK(vox_parser_new(&options, SIZE_MAX, &parser));
    for (size_t row = 0; row < COUNT(rows); row++) {
        check_note("%s", rows[row]);
        vox_tree *tree = (vox_tree *)(uintptr_t)1;
        vox_error error, expected;
        vox_status status = vox_parser_parse(parser, rows[row], strlen(rows[row]), &tree, &error);
        CHECK(tree == NULL);
        CHECK_STATUS(
            vox_tree_parse(rows[row], strlen(rows[row]), &options, &tree, &expected), status
        );
        CHECK(status != VOX_OK);
        check_same_error(&error, &expected);
    }
    vox_tree *tree = (vox_tree *)(uintptr_t)1;
    vox_error error;
    CHECK_STATUS(vox_parser_parse(NULL, "1", 1, &tree, &error), VOX_ERROR_ARGUMENT);
    CHECK(tree == NULL);
    CHECK_STATUS(vox_parser_parse(NULL, "1", 1, NULL, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_parser_parse(parser, "1", 1, NULL, &error), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_parser_parse(parser, NULL, 1, &tree, &error), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_parser_new(NULL, 0, NULL), VOX_ERROR_ARGUMENT);
    vox_parser_free(parser);
    vox_parser_free(NULL);
    CHECK_SIZE(vox_parser_bytes(NULL), 0);
}

/** Memory limits, lazy reading and borrowed text: the options apply to every document. */
static void with_options(void) {
    static const char text[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"type\":\"a\",\"id\":\"2\"}]}";
    for (int way = 0; way < 8; way++) {
        vox_options options = document_options();
        vox_parser *parser = NULL;
        options.mode = way & 1 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        options.borrow = way & 2;
        options.max_memory = way & 4 ? 1 << 20 : 0;
        CHECK_OK(vox_parser_new(&options, SIZE_MAX, &parser));
        for (int round = 0; round < 3; round++) {
            vox_tree *tree = parse(parser, LITERAL(text));
            CHECK((vox_tree_source(tree).bytes == text) == options.borrow);
            vox_node *found = NULL;
            CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("2"), &found));
            CHECK(found != NULL);
            CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, text);
            vox_tree_free(tree);
        }
        vox_parser_free(parser);
    }
}

/** Each request for memory fails once, while a parser is created, a text is read, and a member
 *  is looked up. */
static void out_of_memory(void) {
    char *text = malloc(40000);
    for (size_t members = 20; members < 600; members += 500) {
        vox_string document = make_text(text, members);
        bool failed = true;
        for (size_t countdown = 1; failed && CHECK(countdown < 100); countdown++) {
            check_note("%zu members, request %zu", members, countdown);
            check_allocator_reset(&check_memory);
            vox_options options = document_options();
            vox_parser *parser = (vox_parser *)(uintptr_t)1;
            vox_tree *tree = NULL;
            vox_error error;
            check_memory.countdown = countdown;
            vox_status status = vox_parser_new(&options, SIZE_MAX, &parser);
            CHECK((status == VOX_OK) == (parser != NULL));
            if (status == VOX_OK) {
                status = vox_parser_parse(parser, text, document.length, &tree, &error);
                CHECK(status == VOX_OK || error.status == VOX_ERROR_MEMORY);
                CHECK((status == VOX_OK) == (tree != NULL));
            }
            if (tree) {
                /* A look-up works without an index, too. */
                vox_node *root = vox_tree_root(tree);
                CHECK(vox_object_get(tree, root, LITERAL("m7")) != NULL);
            }
            failed = check_memory.failures > 0;
            check_memory.countdown = 0;
            CHECK(status == VOX_OK || (failed && status == VOX_ERROR_MEMORY));
            vox_tree_free(tree);
            vox_parser_free(parser);
            check_allocator_verify(&check_memory);
        }
    }
    free(text);
}

/** Texts of every length around the limit for a tree in one block. The trees, which are edited,
 *  equal trees in several blocks. With a limit of memory, every tree has several blocks. */
static void one_block_or_several(void) {
    char text[4300];
    for (size_t length = 2; length<sizeof text; length += length> 100 && length < 4050 ? 97 : 1) {
        memset(text, ',', length); /* commas in a string: more nodes are reserved than needed */
        const bool is_text = length > 4;
        memcpy(text, is_text ? "[\"" : "[]", 2);
        memcpy(text + length - 2, is_text ? "\"]" : "[]", 2);
        if (length > 2 && !is_text) {
            continue;
        }
        vox_tree *trees[2] = {NULL, NULL};
        for (int way = 0; way < 2; way++) {
            vox_options options = document_options();
            options.max_memory = way ? (size_t)1 << 30 : 0;
            check_note("%zu bytes, way %d", length, way);
            const size_t held = check_memory.bytes;
            CHECK_OK(vox_tree_parse(text, length, &options, &trees[way], NULL));
            CHECK_SIZE(vox_tree_memory(trees[way]).reserved, check_memory.bytes - held);
            CHECK_SIZE(vox_tree_memory(trees[way]).wasted, 0);
            vox_node *root = vox_tree_root(trees[way]);
            for (int element = 0; element < 40; element++) {
                CHECK_OK(vox_array_append(trees[way], root, vox_value_int64(element), NULL));
            }
        }
        check_same_output(trees[0], trees[1]);
        vox_tree_free(trees[0]);
        vox_tree_free(trees[1]);
    }
}

const check_test parser_tests[] = {
    CHECK_TEST(again_and_again),       CHECK_TEST(after_the_warm_up),
    CHECK_TEST(several_trees_at_once), CHECK_TEST(what_is_refused),
    CHECK_TEST(with_options),          CHECK_TEST(out_of_memory),
    CHECK_TEST(one_block_or_several),  CHECK_END,
};
