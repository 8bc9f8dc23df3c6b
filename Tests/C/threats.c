/* SPDX-License-Identifier: MIT */
/** Threats of docs/promises/threats.md that concern the reading of text, and sizes near the
 *  maximum of their type. */
#include "document.h"
#include "random.h"
#include "scan/scan.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/* --- T01: surrogate escapes that make an unpatched yajl abort ---------------------- */

static bool is_unit(const char *at, const char *end, char from, char to) {
    return end - at >= 6 && at[0] == '\\' && at[1] == 'u' && (at[2] | 0x20) == 'd' &&
           (at[3] | 0x20) >= from && (at[3] | 0x20) <= to;
}

/** Returns true if yajl can decode the text, because each escape of a high surrogate is followed
 *  by an escape of a low one. */
static bool is_harmless(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *at = text; at < end; at++) {
        if (*at != '\\') {
            continue;
        }
        if (is_unit(at, end, '8', '9') || is_unit(at, end, 'a', 'b')) {
            if (!is_unit(at + 6, end, 'c', 'f')) {
                return false;
            }
            at += 11;
        } else if (is_unit(at, end, 'c', 'f')) {
            return false;
        } else {
            at++;
        }
    }
    return true;
}

/** vox__build passes yajl only the text before the wrong escape, so the version of yajl does not
 *  matter. */
static void check_surrogates(vox_string text) {
    vox__checked checked = {VOX_OK, 0, 0};
    vox__check_escapes(&checked, text.bytes, 0, text.length);
    const size_t handed = checked.status == VOX_OK ? text.length : checked.offset;
    CHECK(is_harmless(text.bytes, handed));
    CHECK((checked.status == VOX_OK) == is_harmless(text.bytes, text.length));
    CHECK(checked.status == VOX_OK || checked.status == VOX_ERROR_SURROGATE);
}

static void check_refused(const char *text, vox_status status, size_t offset) {
    static const vox_reader readers[] = {
        VOX_READER_FAST,
#if !defined(VOX_WITHOUT_YAJL)
        VOX_READER_YAJL,
#endif
    };
    for (size_t row = 0; row < 2 * COUNT(readers); row++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_error error;
        options.reader = readers[row / 2];
        options.mode = row % 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        check_note("%s", text);
        CHECK_STATUS(vox_tree_parse(text, strlen(text), &options, &tree, &error), status);
        CHECK_SIZE(error.offset, offset);
        CHECK(!tree);
    }
    check_note(NULL);
}

static void escapes_that_abort_yajl(void) {
    static const char *const parts[] = {"\\ud800", "\\uDBff", "\\udc00", "\\uDFFF", "\\\\", "\\n",
                                        "\\ue000", "a",       "u",       "\\u0041", "\\\""};
    check_refused("[\"\\ud800\\\\a\"]", VOX_ERROR_SURROGATE, 2);
    check_refused("[\"\\ud800\\\\u\"]", VOX_ERROR_SURROGATE, 2);
    check_refused("[\"\\ud800\\n\"]", VOX_ERROR_SURROGATE, 2);
    check_refused("[\"x\\udbff\\u0041\"]", VOX_ERROR_SURROGATE, 3);
    check_refused("{\"\\ud800\\\\a\":1}", VOX_ERROR_SURROGATE, 2);
    check_refused("[\"\\ud83d\\ude00\\ud800\"]", VOX_ERROR_SURROGATE, 14);
    check_refused("[\"\\ud800\\u\"]", VOX_ERROR_SURROGATE, 2);
    uint64_t seed = 1;
    for (size_t round = 0; round < (check_quick() ? 5000 : 200000); round++) {
        char text[64] = "\"";
        for (uint64_t count = random_below(&seed, 7); count; count--) {
            strcat(text, parts[random_below(&seed, COUNT(parts))]);
        }
        strcat(text, "\""); /* yajl decodes only strings that end */
        check_note("%s", text);
        check_surrogates(vox_string_from_c(text));
    }
    check_note(NULL);
}

/* --- T03: bytes that are not UTF-8 -------------------------------------------------- */

/** These bytes are refused at every position, in every mode, and by every function that takes
 *  text. */
static void bytes_that_are_not_utf8(void) {
    static const char *const sequences[] = {
        "\x80",
        "\xBF",
        "\xC0\xAF",
        "\xC1\xBF",
        "\xE0\x80\xAF",
        "\xE0\x9F\xBF",
        "\xF0\x80\x80\xAF",
        "\xF0\x8F\xBF\xBF",
        "\xED\xA0\x80",
        "\xED\xAF\xBF",
        "\xED\xB0\x80",
        "\xED\xBF\xBF",
        "\xED\xA0\xBD\xED\xB8\x80",
        "\xF4\x90\x80\x80",
        "\xF4\xBF\xBF\xBF",
        "\xF5\x80\x80\x80",
        "\xF8\x88\x80\x80\x80",
        "\xFC\x84\x80\x80\x80\x80",
        "\xFE",
        "\xFF",
        "\xC3",
        "\xE2\x82",
        "\xF0\x9F\x98",
        "\xC3(",
        "\xE2(\xA1",
        "\xF0\x90(\xBC",
    };
    static const char *const places[][2] = {
        {"\"", "\""},
        {"[\"a\xC3\xA9", "z\"]"},
        {"{\"", "\":1}"},
        {"{\"data\":[{\"id\":\"", "\"}]}"},
        {"[\"0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz", "\"]"},
        {"[", "]"},
    };
    for (size_t row = 0; row < COUNT(sequences); row++) {
        vox_tree *tree = document_from_c("[1]");
        vox_node *root = vox_tree_root(tree);
        const vox_string alone = vox_string_from_c(sequences[row]);
        CHECK_STATUS(vox_node_set(tree, root, vox_value_string(alone)), VOX_ERROR_UTF8);
        CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "[1]");
        vox_tree_free(tree);
        for (size_t place = 0; place < COUNT(places); place++) {
            char text[256];
            snprintf(
                text, sizeof text, "%s%s%s", places[place][0], sequences[row], places[place][1]
            );
            check_refused(text, VOX_ERROR_UTF8, strlen(places[place][0]));
        }
    }
}

/* --- T07: long numbers ------------------------------------------------------------- */

static char *number_text(size_t size, int form) {
    char *text = malloc(size + 64);
    memset(text, '7', size);
    text[size] = '\0';
    if (form == 1) {
        text[1] = '.';
    } else if (form == 2) {
        memset(text, '0', size);
        text[1] = '.';
        text[size - 1] = '1';
    } else if (form == 3) {
        memcpy(text, "1e", 2);
    } else if (form == 4) {
        memcpy(text, "1E-", 3);
    } else if (form == 5) {
        strcat(text, "e-100000");
    }
    return text;
}

static int number_form;

static uint64_t convert_number(size_t size) {
    char *text = number_text(size, number_form);
    const vox_string number = vox_string_from_c(text);
    const size_t before = check_memory.bytes;
    check_memory.peak = before;
    const uint64_t start = steps_counted();
    vox_tree *tree = document_parse(number);
    const vox_node *root = vox_tree_root(tree);
    double real = 0;
    int64_t integer = 0;
    uint64_t natural = 0;
    (void)vox_node_double(tree, root, &real);
    CHECK(vox_node_int64(tree, root, &integer) != VOX_OK);
    CHECK(vox_node_uint64(tree, root, &natural) != VOX_OK);
    CHECK(vox_number_equal(vox_node_text(tree, root), number));
    CHECK_STRING(vox_node_text(tree, root), number);
    vox_buffer buffer = document_write(tree, root, VOX_STYLE_SORTED);
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    const uint64_t steps = steps_counted() - start;
    check_note("form %d, %zu bytes", number_form, check_memory.peak - before);
    CHECK(check_memory.peak - before < 4 * number.length + 16384);
    free(text);
    return steps + size; /* `size`, because text that vectors skip counts no steps */
}

static void long_numbers(void) {
    for (number_form = 0; number_form < 6; number_form++) {
        steps_check_linear("convert", convert_number, 100000);
    }
}

/* --- T12: objects of many members ---------------------------------------------------- */

static uint64_t look_all_up(size_t size) {
    char *json = malloc(size * 24 + 2), name[32];
    size_t length = 0, wrong = 0;
    for (size_t number = 0; number < size; number++) {
        length += (size_t
        )sprintf(json + length, "%s\"k%zu\":%zu", number ? "," : "{", number, number);
    }
    json[length++] = '}';
    vox_tree *tree = document_parse((vox_string){json, length});
    const vox_node *root = vox_tree_root(tree);
    const uint64_t start = steps_counted();
    for (size_t number = 0; number < size; number++) {
        const size_t which = number * 7919 % size;
        const vox_string wanted = {name, (size_t)sprintf(name, "k%zu", which)};
        uint64_t value = SIZE_MAX;
        wrong += vox_node_uint64(tree, vox_object_get(tree, root, wanted), &value) != VOX_OK ||
                 value != which;
    }
    const uint64_t steps = steps_counted() - start;
    CHECK_SIZE(wrong, 0);
    vox_tree_free(tree);
    free(json);
    return steps;
}

static void objects_of_many_members(void) {
    steps_check_linear("look up every member", look_all_up, 25000); /* up to 100,000 members */
}

/* --- T13: many tiny values ----------------------------------------------------------- */

/** include/vox/tree.h promises 32 bytes for each value beside the text, and temporarily 32 bytes
 *  for each comma and opening bracket. */
static void many_tiny_values(void) {
    static const struct {
        const char *text;
        size_t values;
        size_t marks; /* commas and opening brackets */
    } pieces[] = {{"0,", 1, 1}, {"[],", 1, 2}, {"{},", 1, 2}, {"\"\",", 1, 1}, {"[[]],", 2, 3}};
    const size_t count = check_quick() ? 50000 : 500000;
    for (size_t row = 0; row < COUNT(pieces); row++) {
        const size_t each = strlen(pieces[row].text), length = count * each + 1;
        char *text = malloc(length);
        text[0] = '[';
        for (size_t index = 0; index < count; index++) {
            memcpy(text + 1 + index * each, pieces[row].text, each);
        }
        text[length - 1] = ']';
        const vox_string whole = {text, length};
        check_memory.peak = check_memory.bytes;
        vox_tree *tree = document_parse(whole);
        const size_t values = vox_tree_memory(tree).nodes, marks = 1 + count * pieces[row].marks;
        check_note("%s: %zu bytes for %zu values", pieces[row].text, check_memory.peak, values);
        CHECK_SIZE(values, 1 + count * pieces[row].values);
        CHECK(vox_tree_memory(tree).reserved <= 32 * values + length + 16384);
        CHECK(check_memory.peak <= 32 * (values + marks) + length + 16384);
        vox_tree_free(tree);

        vox_options options = document_options();
        options.max_nodes = 1000;
        check_memory.peak = check_memory.bytes;
        CHECK_STATUS(vox_tree_parse(text, length, &options, &tree, NULL), VOX_ERROR_NODE_LIMIT);
        CHECK(check_memory.peak <= length + 65536);
        free(text);
    }
}

/* --- T20: sizes near the edge of their type ------------------------------------------- */

static const size_t huge[] = {
    SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 2, (size_t)UINT32_MAX, UINT32_MAX - 64,
};

/** The core reads no more bytes of a text than the limit allows, even if `length` is wrong. */
static void lengths_of_texts(void) {
    static const char text[] = "[1,2,3,4,5,6,7,8]";
    for (size_t row = 0; row < COUNT(huge); row++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_error error;
        options.max_size = sizeof text - 1;
        CHECK_STATUS(
            vox_tree_parse(text, huge[row], &options, &tree, &error), VOX_ERROR_SIZE_LIMIT
        );
        CHECK_SIZE(error.offset, sizeof text - 1);
        options.mode = VOX_MODE_LAZY;
        CHECK_STATUS(vox_tree_parse(text, huge[row], &options, &tree, NULL), VOX_ERROR_SIZE_LIMIT);
    }
}

static void *never(void *context, void *block, size_t old_size, size_t size) {
    (void)context, (void)block, (void)old_size, (void)size;
    CHECK(false); /* no memory is requested */
    return NULL;
}

/** A buffer whose required size would exceed SIZE_MAX. */
static void lengths_of_buffers(void) {
    vox_tree *tree = document_from_c("[1,2,3]");
    for (size_t more = 0; more < 7; more++) {
        static char byte;
        const size_t length = SIZE_MAX - more;
        vox_buffer buffer = {&byte, length, length, {never, NULL}, {0}};
        CHECK_STATUS(
            vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer),
            VOX_ERROR_MEMORY
        );
        CHECK_SIZE(buffer.length, length);
        CHECK_STATUS(vox_minify("[1, 2, 3]", 9, &buffer), VOX_ERROR_MEMORY);
        CHECK_SIZE(buffer.length, length);
    }
    vox_tree_free(tree);
}

/** Huge positions do not wrap to positions of existing elements. */
static void positions(void) {
    vox_tree *tree = document_from_c("{\"a\":[1,2,3]}");
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/a");
    static const char *const pointers[] = {
        "/a/4294967296",
        "/a/4294967297",
        "/a/18446744073709551615",
        "/a/18446744073709551616",
        "/a/18446744073709551617",
        "/a/36893488147419103232",
        "/a/340282366920938463463374607431768211456",
    };
    for (size_t row = 0; row < COUNT(huge); row++) {
        CHECK(!vox_array_get(tree, list, huge[row]));
        CHECK_STATUS(
            vox_array_insert(tree, list, huge[row], vox_value_null(), NULL), VOX_ERROR_INDEX
        );
    }
    for (size_t row = 0; row < COUNT(pointers); row++) {
        const vox_string pointer = vox_string_from_c(pointers[row]);
        vox_node *found = root;
        check_note("%s", pointers[row]);
        CHECK(vox_pointer_get(tree, root, pointer, &found, NULL) != VOX_OK);
        CHECK(!found);
        CHECK(vox_pointer_set(tree, root, pointer, vox_value_null(), NULL, NULL) != VOX_OK);
    }
    check_note(NULL);
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"a\":[1,2,3]}");
    vox_tree_free(tree);
}

/** Huge values are valid limits, and sums with them do not wrap. */
static void limits(void) {
    for (size_t row = 0; row < COUNT(huge); row++) {
        for (int lazy = 0; lazy < 2; lazy++) {
            vox_options options = document_options();
            vox_tree *tree = NULL;
            vox_parser *parser = NULL;
            options.mode = lazy ? VOX_MODE_LAZY : VOX_MODE_EAGER;
            options.max_depth = options.max_size = options.max_nodes = options.max_memory =
                huge[row];
            if (huge[row] == VOX_NONE) {
                continue; /* VOX_NONE has another meaning */
            }
            CHECK_OK(vox_tree_parse("{\"data\":[{},{}]}", 16, &options, &tree, NULL));
            CHECK_OK(vox_object_set(
                tree, vox_tree_root(tree), LITERAL("a"), vox_value_json(LITERAL("[1]")), NULL
            ));
            vox_tree_free(tree);
            CHECK_OK(vox_parser_new(&options, huge[row], &parser));
            size_t consumed = 0;
            CHECK_OK(vox_parser_parse_next(parser, "[\n1,\n2\n]\n", 9, true, &consumed, &tree, NULL)
            );
            CHECK_SIZE(consumed, 9);
            vox_tree_free(tree);
            vox_parser_free(parser);
        }
    }
}

const check_test threats_tests[] = {
    CHECK_LINES(escapes_that_abort_yajl, "T01"),
    CHECK_LINES(bytes_that_are_not_utf8, "T03"),
    CHECK_LINES(long_numbers, "T07"),
    CHECK_LINES(objects_of_many_members, "T12"),
    CHECK_LINES(many_tiny_values, "T13"),
    CHECK_LINES(lengths_of_texts, "T20"),
    CHECK_LINES(lengths_of_buffers, "T20"),
    CHECK_LINES(positions, "T20"),
    CHECK_LINES(limits, "T20"),
    CHECK_END,
};
