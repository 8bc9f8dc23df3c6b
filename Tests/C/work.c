/* SPDX-License-Identifier: MIT */
/** Every usual job on every usual kind of document. The results of the jobs must agree with each
 *  other. Each job is one test, and so is each kind, so that the steps of a test show which of them
 *  became slower (make mutate allows 2 %). */
#include "document.h"
#include "streaming.h"
#include "tests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* --- kinds of documents ------------------------------------------------------------------ */

typedef struct kind {
    const char *begin, *between, *end;
    const char *element; /* a format for one number */
    size_t count;
} kind;

#define RESOURCE                                                                                   \
    "{\"type\":\"articles\",\"id\":\"%1$u\",\"attributes\":{\"title\":\"A title of %1$u\","        \
    "\"rank\":%1$u,\"is_open\":true,\"ratio\":%1$u.5},\"relationships\":{\"author\":{\"data\":"    \
    "{\"type\":\"people\",\"id\":\"%1$u\"}},\"tags\":{\"data\":[{\"type\":\"tags\",\"id\":\"1\"}," \
    "{\"type\":\"tags\",\"id\":\"2\"}]}},\"links\":{\"self\":\"/articles/%1$u\"}}"

static const kind kinds[] = {
    {"[", ",", "]", "%u", 900},
    {"[", ",", "]", "-12345678%u", 500},
    {"[", ",", "]", "%u.25", 700},
    {"[", ",", "]", "0.%u8431278934512", 400},
    {"[", ",", "]", "%ue-7", 700},
    {"[", ",", "]", "123456789012345678901234567890%u", 200},
    {"[", ",", "]", "true,null,false", 300},
    {"[", ",", "]", "\"short%u\"", 500},
    {"[", ",", "]",
     "\"%u Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor\"", 100},
    {"[", ",", "]", "\"%u: a \\\"quoted\\\" word,\\na line and a \\\\ too\"", 150},
    {"[", ",", "]", "\"%u \\u00e9\\u4e2d\\ud83d\\ude00\"", 200},
    {"[", ",", "]", "\"%u \xC3\xA9\xC3\xA0 \xE4\xB8\xAD\xE6\x96\x87 \xF0\x9F\x98\x80\"", 200},
    {"[", ",", "]", "[],{},[[]],[{}]", 300},
    {"[", ",", "]", "{\"name\":%u}", 400},
    {"[", ",", "]", "{\"a\":%u,\"bb\":\"x\",\"ccc\":null,\"dddd\":[1],\"eeeee\":{\"f\":2}}", 100},
    {"{", ",", "}", "\"member%u\":%1$u", 500},
    {"{", ",", "}", "\"m%u\":1,\"same\":%1$u", 60},
    {"[", ",", "]", "[[[[[[[[[[[[{\"a\":{\"b\":{\"c\":[%u]}}}]]]]]]]]]]]]", 100},
    {"[\n    ", ",\n    ", "\n]\n",
     "{\n        \"a\": %u,\n        \"b\": [\n            1\n        ]\n    }", 100},
    {"{ \"a\" : [ ", " , ", " ] }", "%u , \"x\"", 400},
    {"{\"data\":[", ",", "]}", RESOURCE, 40},
    {"{\"data\":[],\"included\":[", ",", "]}", RESOURCE, 40},
    {"{\"data\":" RESOURCE ",\"included\":[", ",", "]}", "{\"type\":\"people\",\"id\":\"%u\"}",
     100},
    {"{\"data\":[", ",", "]}", "{\"id\":\"%u\",\"type\":\"b\",\"lid\":\"x\",\"meta\":{\"a\":%1$u}}",
     100},
    {"{\"data\": [\n", ",\n", "\n]}\n",
     "  {\"type\": \"c\", \"id\": \"%u\", \"attributes\": {\"a\": %1$u}}", 100},
    {"{\"data\":{\"type\":\"a\",\"id\":\"1\",\"relationships\":{\"r\":{\"data\":[", ",", "]}}}}",
     "{\"type\":\"tags\",\"id\":\"%u\"}", 200},
    {"{\"errors\":[", ",", "]}",
     "{\"status\":\"422\",\"detail\":\"%u is wrong\",\"source\":{\"pointer\":\"/data\"}}", 80},
};

/** Returns the text of a kind, which the caller frees. `shift` changes all numbers of it. */
static vox_string text_of(const kind *of, unsigned shift) {
    char *const text = malloc(of->count * 600 + 2000);
    size_t length = 0;
    if (!text) {
        abort();
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    length += (size_t)sprintf(text, of->begin, shift);
    for (unsigned number = 0; number < of->count; number++) {
        length += (size_t)sprintf(text + length, "%s", number ? of->between : "");
        length += (size_t)sprintf(text + length, of->element, number + shift);
    }
#pragma GCC diagnostic pop
    length += (size_t)sprintf(text + length, "%s", of->end);
    return (vox_string){text, length};
}

static void free_text(vox_string text) {
    free((char *)(uintptr_t)text.bytes);
}

static vox_tree *parse_as(vox_string text, vox_reader reader, vox_mode mode, bool borrow) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.reader = reader;
    options.mode = mode;
    options.borrow = borrow;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    return tree;
}

static bool are_equal(vox_tree *one, vox_tree *other) {
    bool equal = false;
    CHECK_OK(vox_node_equal(one, vox_tree_root(one), other, vox_tree_root(other), &equal));
    return equal;
}

/* --- jobs --------------------------------------------------------------------------------- */

static void parse_fast(vox_string text) {
    vox_tree_free(parse_as(text, VOX_READER_FAST, VOX_MODE_EAGER, false));
}

static void parse_borrowed(vox_string text) {
    vox_tree_free(parse_as(text, VOX_READER_FAST, VOX_MODE_EAGER, true));
}

static void parse_lazily(vox_string text) {
    vox_tree_free(parse_as(text, VOX_READER_FAST, VOX_MODE_LAZY, false));
}

static void parse_lazily_whole(vox_string text) {
    vox_tree *lazy = parse_as(text, VOX_READER_FAST, VOX_MODE_LAZY, false);
    CHECK_OK(vox_tree_materialize(lazy, NULL));
    vox_tree_free(lazy);
}

static void parse_strictly(vox_string text) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.strict = true;
    (void)vox_tree_parse(text.bytes, text.length, &options, &tree, NULL);
    vox_tree_free(tree);
}

static void parse_again(vox_string text) {
    vox_options options = document_options();
    vox_parser *parser = NULL;
    CHECK_OK(vox_parser_new(&options, 1 << 20, &parser));
    for (int round = 0; round < 3; round++) {
        vox_tree *tree = NULL;
        CHECK_OK(vox_parser_parse(parser, text.bytes, text.length, &tree, NULL));
        vox_tree_free(tree);
    }
    vox_parser_free(parser);
}

static void stream_pieces(vox_string text, vox_stream_form form, size_t piece) {
    vox_stream_options options = streaming_options(form);
    vox_stream *stream = NULL;
    vox_status status = VOX_OK;
    vox_item item = {0};
    CHECK_OK(vox_stream_new(&options, &stream));
    for (size_t at = 0; at <= text.length && status == VOX_OK; at += piece) {
        const size_t left = text.length - at;
        CHECK_OK(vox_stream_feed(stream, text.bytes + at, left < piece ? left : piece));
        if (left < piece) {
            vox_stream_finish(stream);
        }
        do {
            status = vox_stream_next(stream, &item, NULL);
            vox_tree_free(item.tree);
        } while (status == VOX_OK && item.kind != VOX_ITEM_NONE);
    }
    vox_stream_free(stream);
}

static void stream_elements(vox_string text) {
    stream_pieces(text, VOX_STREAM_ELEMENTS, 1000);
}

static void stream_elements_bytewise(vox_string text) {
    stream_pieces(text, VOX_STREAM_ELEMENTS, 3);
}

static void stream_values(vox_string text) {
    stream_pieces(text, VOX_STREAM_VALUES, 777);
}

static void stream_document(vox_string text) {
    stream_pieces(text, VOX_STREAM_DOCUMENT, 4096);
}

static void minify(vox_string text) {
    vox_buffer buffer = {0};
    CHECK_OK(vox_minify(text.bytes, text.length, &buffer));
    vox_buffer_free(&buffer);
}

static void read_everything(vox_string text) {
    vox_tree *tree = document_parse(text);
    const vox_node *const root = vox_tree_root(tree);
    double sum = 0;
    size_t bytes = 0;
    for (vox_node *node = vox_tree_root(tree); node; node = vox_node_following(tree, node, root)) {
        double real;
        int64_t whole;
        sum += vox_node_int64(tree, node, &whole) == VOX_OK   ? (double)whole
               : vox_node_double(tree, node, &real) == VOX_OK ? real
                                                              : 0;
        bytes += vox_node_text(tree, node).length + vox_node_name(tree, node).length;
    }
    CHECK(bytes + (size_t)(sum != 0) > 0 || text.length);
    vox_tree_free(tree);
}

static void look_up(vox_string text) {
    vox_tree *tree = document_parse(text);
    const vox_node *const root = vox_tree_root(tree);
    for (vox_node *node = vox_tree_root(tree); node; node = vox_node_following(tree, node, root)) {
        const vox_string name = vox_node_name(tree, node);
        vox_node *parent = vox_node_parent(tree, node);
        if (name.bytes && vox_node_kind(parent) == VOX_OBJECT) {
            const vox_node *found = vox_object_get(tree, parent, name);
            CHECK(found && vox_string_equal(vox_node_name(tree, found), name));
        } else if (parent) {
            CHECK(vox_array_get(tree, parent, vox_node_index(tree, node)) == node);
        }
    }
    vox_tree_free(tree);
}

static void look_up_backwards(vox_string text) {
    vox_tree *tree = document_parse(text);
    vox_node *top = vox_node_first(tree, vox_tree_root(tree));
    top = vox_node_kind(top) == VOX_ARRAY ? top : vox_tree_root(tree);
    for (size_t index = vox_node_count(tree, top); index--;) {
        if (vox_node_kind(top) == VOX_ARRAY) {
            CHECK_SIZE(vox_node_index(tree, vox_array_get(tree, top, index)), index);
        }
    }
    for (vox_node *node = vox_node_last(tree, top); node; node = vox_node_previous(tree, node)) {
        CHECK(vox_node_parent(tree, node) == top);
    }
    vox_tree_free(tree);
}

static void write_in(vox_tree *tree, vox_style style) {
    vox_buffer buffer = document_write(tree, vox_tree_root(tree), style);
    CHECK(buffer.length > 0);
    vox_buffer_free(&buffer);
}

static void write_read(vox_string text) {
    vox_tree *tree = document_parse(text);
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        write_in(tree, (vox_style)style);
    }
    vox_tree_free(tree);
}

static void write_sorted(vox_string text) {
    vox_tree *tree = document_parse(text);
    for (int round = 0; round < 10; round++) {
        write_in(tree, VOX_STYLE_SORTED);
    }
    vox_tree_free(tree);
}

static void write_lazily(vox_string text) {
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        vox_tree *tree = parse_as(text, VOX_READER_FAST, VOX_MODE_LAZY, false);
        write_in(tree, (vox_style)style);
        vox_tree_free(tree);
    }
}

static void write_copied(vox_string text) {
    vox_tree *tree = document_parse(text), *copy = NULL;
    CHECK_OK(vox_tree_copy(tree, vox_tree_root(tree), &copy));
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        write_in(copy, (vox_style)style);
    }
    CHECK(are_equal(tree, copy));
    vox_tree_free(copy);
    vox_tree_free(tree);
}

/** Sets every seventh scalar to another value. Returns false when there is no scalar. */
static bool edit(vox_tree *tree) {
    const vox_node *const root = vox_tree_root(tree);
    unsigned number = 0;
    for (vox_node *node = vox_tree_root(tree); node; node = vox_node_following(tree, node, root)) {
        if (vox_node_kind(node) < VOX_ARRAY && number++ % 7 == 0) {
            CHECK_OK(vox_node_set(tree, node, vox_value_int64(-(int64_t)number)));
        }
    }
    return number != 0;
}

static void write_edited(vox_string text) {
    vox_tree *tree = document_parse(text);
    (void)edit(tree);
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        write_in(tree, (vox_style)style);
    }
    vox_tree_free(tree);
}

/** Builds a value again, child by child. */
static void build_value(vox_tree *tree, vox_node *to, vox_tree *from, const vox_node *original) {
    for (vox_node *at = vox_node_first(from, original); at; at = vox_node_next(from, at)) {
        const vox_kind of = vox_node_kind(at);
        const vox_value value = of == VOX_OBJECT   ? vox_value_object()
                                : of == VOX_ARRAY  ? vox_value_array()
                                : of == VOX_STRING ? vox_value_string(vox_node_text(from, at))
                                : of == VOX_NUMBER ? vox_value_number(vox_node_text(from, at))
                                : of == VOX_NULL   ? vox_value_null()
                                                   : vox_value_boolean(of == VOX_TRUE);
        vox_node *made = NULL;
        if (vox_node_kind(original) == VOX_OBJECT) {
            CHECK_OK(vox_object_set(tree, to, vox_node_name(from, at), value, &made));
        } else {
            CHECK_OK(vox_array_append(tree, to, value, &made));
        }
        build_value(tree, made, from, at);
    }
}

static vox_tree *built(vox_tree *from) {
    vox_tree *tree = document_new();
    const vox_node *original = vox_tree_root(from);
    const bool is_object = vox_node_kind(original) == VOX_OBJECT;
    CHECK_OK(
        vox_node_set(tree, vox_tree_root(tree), is_object ? vox_value_object() : vox_value_array())
    );
    build_value(tree, vox_tree_root(tree), from, original);
    return tree;
}

static void build(vox_string text) {
    vox_tree *tree = document_parse(text), *made = built(tree);
    write_in(made, VOX_STYLE_COMPACT);
    CHECK(are_equal(tree, made));
    vox_tree_free(made);
    vox_tree_free(tree);
}

/** Inserts and removes at both ends and in the middle of each list or object of the second level. */
static void insert_and_remove(vox_string text) {
    vox_tree *tree = document_parse(text);
    vox_node *top = vox_node_first(tree, vox_tree_root(tree));
    top = vox_node_kind(top) >= VOX_ARRAY ? top : vox_tree_root(tree);
    const size_t count = vox_node_count(tree, top);
    for (size_t round = 0; round < 20; round++) {
        if (vox_node_kind(top) == VOX_ARRAY) {
            CHECK_OK(vox_array_insert(tree, top, 0, vox_value_null(), NULL));
            CHECK_OK(vox_array_insert(tree, top, count / 2, vox_value_boolean(true), NULL));
            CHECK_OK(vox_node_remove(tree, vox_array_get(tree, top, count / 2)));
            CHECK_OK(vox_node_remove(tree, vox_node_last(tree, top)));
            CHECK_OK(vox_array_append(tree, top, vox_value_object(), NULL));
        } else {
            char name[16];
            const vox_string added = {name, (size_t)snprintf(name, sizeof name, "n%zu", round)};
            CHECK_OK(vox_object_insert(
                tree, top, vox_node_first(tree, top), added, vox_value_null(), NULL
            ));
            CHECK(vox_object_get(tree, top, added) == vox_node_first(tree, top));
            CHECK_OK(vox_node_remove(tree, vox_node_last(tree, top)));
        }
    }
    vox_tree_free(tree);
}

static void compare(vox_string text) {
    vox_tree *one = document_parse(text), *other = document_parse(text), *made = built(one);
    CHECK(are_equal(one, other) && are_equal(made, one));
    CHECK(edit(other) != are_equal(one, other));
    vox_tree_free(made);
    vox_tree_free(other);
    vox_tree_free(one);
}

static void patch_there(vox_string text) {
    vox_tree *one = document_parse(text), *other = document_parse(text), *patch = NULL;
    (void)edit(other);
    CHECK_OK(vox_patch_make(one, vox_tree_root(one), other, vox_tree_root(other), NULL, &patch));
    CHECK_OK(vox_patch_apply(one, vox_tree_root(one), patch, vox_tree_root(patch), NULL, NULL));
    CHECK(are_equal(one, other));
    vox_tree_free(patch);
    vox_tree_free(other);
    vox_tree_free(one);
}

static void merge_there(vox_string text) {
    vox_tree *one = document_parse(text), *other = document_parse(text), *patch = NULL;
    (void)edit(other);
    if (vox_merge_patch_make(
            one, vox_tree_root(one), other, vox_tree_root(other), NULL, &patch, NULL
        ) == VOX_OK) {
        vox_node *root = vox_tree_root(one);
        CHECK_OK(vox_merge_patch_apply(one, root, patch, vox_tree_root(patch), NULL));
        CHECK(are_equal(one, other));
    }
    vox_tree_free(patch);
    vox_tree_free(other);
    vox_tree_free(one);
}

static int count_differences(void *context, vox_difference difference) {
    (void)difference;
    ++*(size_t *)context;
    return 0;
}

static void baseline(vox_string text) {
    vox_tree *tree = document_parse(text), *original = document_parse(text);
    size_t count = 0;
    const vox_difference_sink sink = {count_differences, &count};
    CHECK_OK(vox_baseline_mark(tree, vox_tree_root(tree)));
    const bool is_edited = edit(tree);
    CHECK_OK(vox_diff(original, vox_tree_root(original), tree, vox_tree_root(tree), sink));
    CHECK((count > 0) == is_edited);
    CHECK_OK(vox_baseline_revert(tree, vox_tree_root(tree)));
    CHECK(are_equal(tree, original));
    vox_tree_free(original);
    vox_tree_free(tree);
}

static int count_finding(void *context, const vox_finding *finding) {
    (void)finding;
    ++*(size_t *)context;
    return 0;
}

static void validate(vox_string text) {
    vox_tree *tree = document_parse(text);
    vox_validation options = {0};
    size_t count = 0;
    const vox_finding_sink sink = {count_finding, &count};
    CHECK_OK(vox_validate(tree, &options, sink));
    for (int reading = VOX_READING_STRICT; reading <= VOX_READING_LENIENT; reading++) {
        (void
        )vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL(""), (vox_reading)reading, NULL, NULL);
    }
    vox_tree_free(tree);
}

static void find_resources(vox_string text) {
    for (int mode = VOX_MODE_EAGER; mode <= VOX_MODE_LAZY; mode++) {
        vox_tree *tree = parse_as(text, VOX_READER_FAST, (vox_mode)mode, false);
        for (unsigned number = 0; number < 120; number++) {
            char id[16];
            const vox_string ids = {id, (size_t)snprintf(id, sizeof id, "%u", number)};
            static const char *const types[] = {"articles", "people", "b", "c"};
            for (size_t type = 0; type < COUNT(types); type++) {
                vox_node *found = NULL;
                (void)vox_resource_find(tree, vox_string_from_c(types[type]), ids, &found);
                if (found) {
                    (void)vox_resource_attribute(tree, found, LITERAL("title"));
                    (void)vox_resource_linkage(tree, found, LITERAL("author"));
                }
            }
        }
        vox_tree_free(tree);
    }
}

static void copy_and_freeze(vox_string text) {
    vox_tree *tree = document_parse(text), *compacted = NULL;
    (void)edit(tree);
    CHECK_OK(vox_tree_compact(tree, &compacted));
    CHECK(are_equal(tree, compacted));
    CHECK_OK(vox_tree_freeze(compacted));
    write_in(compacted, VOX_STYLE_PRESERVE);
    CHECK(vox_tree_memory(tree).nodes == vox_tree_memory(compacted).nodes);
    vox_tree_free(compacted);
    vox_tree_free(tree);
}

/* --- the tests ------------------------------------------------------------------------------ */

#define JOBS(X)                                                                                    \
    X(parse_fast)                                                                                  \
    X(parse_borrowed)                                                                              \
    X(parse_lazily)                                                                                \
    X(parse_lazily_whole)                                                                          \
    X(parse_strictly)                                                                              \
    X(parse_again)                                                                                 \
    X(stream_elements)                                                                             \
    X(stream_elements_bytewise)                                                                    \
    X(stream_values)                                                                               \
    X(stream_document)                                                                             \
    X(minify)                                                                                      \
    X(read_everything)                                                                             \
    X(look_up)                                                                                     \
    X(look_up_backwards)                                                                           \
    X(write_read)                                                                                  \
    X(write_sorted)                                                                                \
    X(write_lazily)                                                                                \
    X(write_copied)                                                                                \
    X(write_edited)                                                                                \
    X(build)                                                                                       \
    X(insert_and_remove)                                                                           \
    X(compare)                                                                                     \
    X(patch_there)                                                                                 \
    X(merge_there)                                                                                 \
    X(baseline)                                                                                    \
    X(validate)                                                                                    \
    X(find_resources)                                                                              \
    X(copy_and_freeze)

typedef void (*job)(vox_string text);

static void on_every_kind(job run) {
    for (size_t row = 0; row < COUNT(kinds); row++) {
        const vox_string text = text_of(&kinds[row], 1);
        check_note("%.*s", 60, text.bytes);
        run(text);
        free_text(text);
    }
}

#define DEFINE_JOB(name)                                                                           \
    static void every_##name(void) {                                                               \
        on_every_kind(name);                                                                       \
    }
JOBS(DEFINE_JOB)

#define TEST_JOB(name) CHECK_TEST(every_##name),
const check_test work_tests[] = {JOBS(TEST_JOB) CHECK_END};
