/* SPDX-License-Identifier: MIT */
/** Removal of white space with vectors, compared with a loop over single bytes. Also documents
 *  of random layout in the compact and pretty styles. */
#include "document.h"
#include "plain_text.h"
#include "random.h"
#include "steps.h"
#include "tests.h"
#include "write/write.h"

#include <stdio.h>
#include <stdlib.h>

/* --- white space ------------------------------------------------------------------ */

/** Minifies into an output buffer of `room` bytes, repeatedly. No byte outside may be written. */
static void check_minified(vox_string from, size_t room, vox__minifier_kernel kernel) {
    static plain_text expected, written;
    plain_minify(from, &expected);
    /* Blocks of exactly this size, so that accesses beyond them are detected. */
    char *source = malloc(from.length + 1), *target = malloc(room);
    memcpy(source, from.bytes, from.length);
    vox__minifier minifier = {source, source + from.length, 0, 0, kernel};
    written.length = 0;
    while (minifier.at < minifier.end) {
        const size_t length = vox__minify(&minifier, target, room);
        CHECK(length <= room);
        plain_add(&written, target, length);
    }
    CHECK_STRING(plain_string(&written), plain_string(&expected));
    free(source);
    free(target);
}

static void check_all(vox_string from) {
    static const vox__minifier_kernel kernels[] = {MINIFIER_BEST, MINIFIER_AVX2, MINIFIER_PORTABLE};
    for (size_t index = 0; index < COUNT(kernels); index++) {
        check_minified(from, VOX_MINIFIER_ROOM, kernels[index]);
        check_minified(from, 1 << 15, kernels[index]);
    }
}

static void texts_of_any_bytes(void) {
    static const char marks[] = "\" \\\n\tax\r{";
    static plain_text from;
    uint64_t seed = 1;
    for (size_t round = 0; round < (check_quick() ? 2000 : 40000); round++) {
        const uint64_t most = round % 3 ? random_below(&seed, 300) : random_below(&seed, 6000);
        const unsigned kinds = (unsigned)random_below(&seed, sizeof marks - 1) + 1;
        from.length = 0;
        while (from.length < most) {
            const bool any = random_below(&seed, 20) == 0;
            plain_byte(
                &from, any ? (int)random_below(&seed, 256) : marks[random_below(&seed, kinds)]
            );
        }
        check_note("round %zu", round);
        check_all(plain_string(&from));
    }
}

/** Only a complete byte order mark is skipped. */
static void parts_of_a_mark(void) {
    static const char *const texts[] = {
        "\xEF\xBB\xBE[1]", "\xEF\xBB[1]", "\xEF[1]", "\xEF\xBB", "\xEF\xBA\xBF[1]"};
    for (size_t index = 0; index < COUNT(texts); index++) {
        vox_buffer buffer = {0};
        const vox_string from = vox_string_from_c(texts[index]);
        CHECK_OK(vox_minify(from.bytes, from.length, &buffer));
        CHECK_STRING(buffer_text(&buffer), from); /* the text has no white space and is not
                                                   * parsed */
        vox_buffer_free(&buffer);
    }
}

/** vox_minify appends to the content of a buffer. The result is the same, or nothing when a
 *  string does not end. */
static void without_a_tree(void) {
    static const char marks[] = "\" \\\n\tax\r{";
    static plain_text from, expected;
    uint64_t seed = 2;
    vox_buffer buffer = {0};
    for (size_t round = 0; round < 2000; round++) {
        const uint64_t most = random_below(&seed, 2000);
        from.length = 0;
        while (from.length < most) {
            plain_byte(&from, marks[random_below(&seed, sizeof marks - 1)]);
        }
        const bool whole = plain_minify(plain_string(&from), &expected);
        char *exact = malloc(from.length + 1);
        memcpy(exact, from.bytes, from.length);
        check_note("round %zu", round);
        CHECK_STATUS(vox_minify("[ 1 ]", 5, &buffer), VOX_OK);
        CHECK_STATUS(vox_minify(exact, from.length, &buffer), whole ? VOX_OK : VOX_ERROR_SYNTAX);
        CHECK_SIZE(buffer.length, whole ? 3 + expected.length : 3);
        CHECK(memcmp(buffer.bytes, "[1]", 3) == 0);
        CHECK(!whole || memcmp(buffer.bytes + 3, expected.bytes, expected.length) == 0);
        buffer.length = 0;
        free(exact);
    }
    vox_buffer_free(&buffer);
}

/** The same result as the compact style, except that all members with the same name stay. */
static void as_compact(void) {
    static const struct {
        const char *text;
        const char *minified;
        const char *compact;
    } rows[] = {
        {"\xEF\xBB\xBF{ \"a\" : 1 }", "{\"a\":1}", "{\"a\":1}"},
        {"\xEF\xBB\xBF 1 \n", "1", "1"},
        {" [ \"\xEF\xBB\xBF\" ]", "[\"\xEF\xBB\xBF\"]", "[\"\xEF\xBB\xBF\"]"},
        {"{ \"a\" : 1 , \"b\" : 2 , \"a\" : 3 }", "{\"a\":1,\"b\":2,\"a\":3}", "{\"b\":2,\"a\":3}"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        vox_buffer buffer = {0};
        check_note("%s", rows[index].text);
        CHECK_OK(vox_minify(rows[index].text, strlen(rows[index].text), &buffer));
        CHECK_TEXT(buffer_text(&buffer), rows[index].minified);
        vox_buffer_free(&buffer);
        vox_tree *tree = document_from_c(rows[index].text);
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, rows[index].compact);
        vox_tree_free(tree);
    }
    vox_buffer alone = {0};
    CHECK_OK(vox_minify("\xEF\xBB\xBF", 3, &alone));
    CHECK_SIZE(alone.length, 0);
    vox_buffer_free(&alone);
}

static void without_a_tree_nor_memory(void) {
    vox_buffer buffer = {0};
    CHECK_STATUS(vox_minify("", 0, &buffer), VOX_OK);
    CHECK_STATUS(vox_minify(NULL, 0, &buffer), VOX_OK);
    CHECK_SIZE(buffer.length, 0);
    CHECK_STATUS(vox_minify(NULL, 1, &buffer), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_minify("1", 1, NULL), VOX_ERROR_ARGUMENT);
    vox_buffer_free(&buffer);
    check_allocator memory = {.failing = true};
    vox_buffer none = {.allocator = check_allocator_interface(&memory)};
    CHECK_STATUS(vox_minify("[ 1 ]", 5, &none), VOX_ERROR_MEMORY);
    CHECK_SIZE(none.length, 0);
    vox_buffer_free(&none);
}

/** Backslashes before a quote and white space after it, at every position relative to the
 *  blocks. */
static void at_the_ends_of_blocks(void) {
    static plain_text from;
    for (size_t before = 50; before < 330; before++) {
        for (size_t slashes = 0; slashes < 6; slashes++) {
            for (int fill = 0; fill < 2; fill++) {
                from.length = 0;
                plain_byte(&from, '"');
                while (from.length < before) {
                    plain_byte(&from, fill ? ' ' : 'x');
                }
                for (size_t slash = 0; slash < slashes; slash++) {
                    plain_byte(&from, '\\');
                }
                plain_add(&from, "\" \" \n", 5);
                check_note("%zu bytes, %zu backslashes", before, slashes);
                check_all(plain_string(&from));
            }
        }
    }
}

/* --- documents of random layout --------------------------------------------------- */

typedef struct making {
    uint64_t seed;
    plain_text spaced;
    bool shadows; /* names may occur twice */
} making;

static void space(making *to, unsigned most) {
    for (uint64_t count = most ? random_below(&to->seed, most) : 0; count; count--) {
        plain_byte(&to->spaced, " \n\t\r"[random_below(&to->seed, 4)]);
    }
}

static void make_string(making *to) {
    static const char *const parts[] = {"a",        " ", "\\\"", "\\\\",       "\\u00e9",
                                        "\xC3\xA9", "{", ",",    "long enough"};
    plain_byte(&to->spaced, '"');
    for (uint64_t count = random_below(&to->seed, 8); count; count--) {
        const char *part = parts[random_below(&to->seed, COUNT(parts))];
        plain_add(&to->spaced, part, strlen(part));
    }
    plain_byte(&to->spaced, '"');
}

static void make_value(making *to, unsigned depth, unsigned spaces) {
    static const char *const scalars[] = {"null", "true", "false", "0", "-1.50e+3", "12345678"};
    const bool may_nest = depth && to->spaced.length < 10000;
    const size_t kind = random_below(&to->seed, may_nest ? 6 : 3);
    if (kind < 2) {
        const char *scalar = scalars[random_below(&to->seed, COUNT(scalars))];
        plain_add(&to->spaced, scalar, strlen(scalar));
        return;
    }
    if (kind == 2) {
        make_string(to);
        return;
    }
    const bool object = kind == 3;
    plain_byte(&to->spaced, object ? '{' : '[');
    space(to, spaces);
    for (uint64_t count = random_below(&to->seed, 6), at = 0; at < count; at++) {
        if (at) {
            plain_byte(&to->spaced, ',');
            space(to, spaces);
        }
        if (object) {
            const int letter = 'a' + (int)(to->shadows ? random_below(&to->seed, 6) : at);
            const char name[] = {'"', (char)letter, '"'};
            plain_add(&to->spaced, name, sizeof name);
            space(to, spaces);
            plain_byte(&to->spaced, ':');
            space(to, spaces);
        }
        make_value(to, depth - 1, spaces);
        space(to, spaces);
    }
    plain_byte(&to->spaced, object ? '}' : ']');
}

static int collect(void *context, const char *bytes, size_t length) {
    CHECK(length > 0);
    plain_add(context, bytes, length);
    return 0;
}

/** A buffer and a sink receive the same text as a walk over the nodes. */
static void check_written(vox_tree *tree, const vox_node *node) {
    static plain_text expected, collected;
    for (int pretty = 0; pretty < 2; pretty++) {
        const vox_style style = pretty ? VOX_STYLE_PRETTY : VOX_STYLE_COMPACT;
        expected.length = collected.length = 0;
        plain_tell(tree, node, pretty, 0, &expected);
        CHECK_WRITES_STRING(tree, node, style, plain_string(&expected));
        CHECK_OK(vox_write(tree, node, style, (vox_sink){collect, &collected}));
        CHECK_STRING(plain_string(&collected), plain_string(&expected));
    }
}

/** Returns a random node at or below a node. */
static vox_node *some_node(vox_tree *tree, vox_node *node, uint64_t *seed) {
    for (vox_node *child = vox_node_first(tree, node); child;) {
        if (random_below(seed, 3) == 0) {
            node = child;
            child = vox_node_first(tree, node);
        } else {
            child = vox_node_next(tree, child);
        }
    }
    return node;
}

static void check_document(making *made, bool borrow) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.borrow = borrow;
    if (!CHECK_OK(vox_tree_parse(made->spaced.bytes, made->spaced.length, &options, &tree, NULL))) {
        return;
    }
    vox_node *root = vox_tree_root(tree);
    check_written(tree, root);
    check_written(tree, some_node(tree, root, &made->seed));
    for (int edit = 0; edit < 3; edit++) {
        vox_node *node = some_node(tree, root, &made->seed);
        const vox_value value = edit == 1 ? vox_value_string(LITERAL("written \"anew\" \n"))
                                          : vox_value_json(LITERAL(" [ 1, { \"a\" : \"b c\" } ] "));
        if (vox_node_kind(node) == VOX_OBJECT && edit) {
            CHECK_OK(vox_object_set(tree, node, LITERAL("a"), value, NULL));
        } else if (vox_node_kind(node) == VOX_ARRAY) {
            CHECK_OK(vox_array_append(tree, node, value, NULL));
        } else if (node != root) {
            CHECK_OK(vox_node_set(tree, node, value));
        }
        check_written(tree, root);
    }
    vox_tree_free(tree);
}

static void random_documents(void) {
    static making made;
    made.seed = 7;
    for (size_t round = 0; round < (check_quick() ? 500 : 10000); round++) {
        made.spaced.length = 0;
        made.shadows = round % 4 == 3;
        make_value(&made, 5, round % 3 ? (unsigned)random_below(&made.seed, 30) : 0);
        check_note("round %zu: %.*s", round, (int)made.spaced.length, made.spaced.bytes);
        check_document(&made, round % 2);
    }
}

/** Shadowed members are not copied from the source, even if the text around them is. */
static void shadowed_members(void) {
    static const char *const texts[] = {
        "{\"a\":[1,2,{\"long\":\"enough to be taken from the source as it is, all of it\","
        "\"x\":1,\"x\":2}],\"b\":[{\"c\":\"another one that is long enough for that, and "
        "whole\"}]}",
        "{\"x\":1,\"b\":\"long enough to be taken from the source as it is, all of it\",\"x\":2}",
    };
    for (size_t index = 0; index < COUNT(texts); index++) {
        vox_tree *tree = document_from_c(texts[index]);
        check_written(tree, vox_tree_root(tree));
        vox_tree_free(tree);
    }
}

/** Returns the steps of writing 500 objects compactly. The objects have `before` before the
 *  first member, and `colon` between its name and its value. */
static size_t steps_of_compact(const char *before, const char *colon) {
    static char text[64000];
    size_t length = 0;
    for (size_t number = 0; number < 500; number++) {
        length += (size_t)sprintf(
            text + length, "%s{%s\"id\"%s%zu,\"name\":\"a name\",\"list\":[1,2,3]}",
            number ? "," : "[", before, colon, number
        );
    }
    text[length++] = ']';
    vox_tree *tree = document_parse((vox_string){text, length});
    vox_buffer buffer = {0};
    uint64_t steps = 0;
    for (int round = 0; round < 2; round++) { /* the first round also compares the names */
        buffer.length = 0;
        steps = steps_counted();
        CHECK_OK(vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer));
        steps = steps_counted() - steps;
    }
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    return (size_t)steps;
}

/** White space before a member or before its value shows that the source has white space. Such
 *  documents take the same steps, and documents without it take fewer. */
static void sources_with_white_space(void) {
    const size_t without = steps_of_compact("", ":");
    const size_t before_member = steps_of_compact(" ", ":"),
                 before_value = steps_of_compact("", ": ");
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note("%zu, %zu and %zu steps", without, before_member, before_value);
    CHECK(4 * without < 3 * before_member);
    CHECK(before_value < before_member + before_member / 10);
    CHECK(before_member < before_value + before_value / 10);
    check_note(NULL);
}

const check_test minified_tests[] = {
    CHECK_TEST(texts_of_any_bytes),
    CHECK_TEST(without_a_tree),
    CHECK_TEST(as_compact),
    CHECK_TEST(without_a_tree_nor_memory),
    CHECK_TEST(at_the_ends_of_blocks),
    CHECK_TEST(random_documents),
    CHECK_TEST(shadowed_members),
    CHECK_TEST(parts_of_a_mark),
    CHECK_TEST(sources_with_white_space),
    CHECK_END,
};
