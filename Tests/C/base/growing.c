/* SPDX-License-Identifier: MIT */
/** Structs that may grow (include/vox/base.h): a program of one version fills them in, and a
 *  library of another version reads them. */
#include "document.h"
#include "tests.h"

#include <stdio.h>

#define WORD sizeof(size_t)

/** Has room for a struct of a later version. */
typedef union room {
    vox_options options;
    vox_stream_options stream;
    vox_validation validation;
    vox_columns_options columns;
    size_t size;
    unsigned char bytes[8192];
} room;

static int ignore(void *context, const vox_finding *finding) {
    (void)context, (void)finding;
    return 0;
}

/* Functions that read such a struct. They return the status, and set `nothing` when no object
 * was created. */

static vox_status read_by_parse(const room *given, bool *nothing) {
    vox_tree *tree = (vox_tree *)&tree;
    vox_error error;
    vox_status status = vox_tree_parse("1", 1, &given->options, &tree, &error);
    *nothing = !tree && error.status == status;
    vox_tree_free(tree);
    return status;
}
static vox_status read_by_new(const room *given, bool *nothing) {
    vox_tree *tree = (vox_tree *)&tree;
    vox_status status = vox_tree_new(&given->options, &tree);
    *nothing = !tree;
    vox_tree_free(tree);
    return status;
}
static vox_status read_by_parser(const room *given, bool *nothing) {
    vox_parser *parser = (vox_parser *)&parser;
    vox_status status = vox_parser_new(&given->options, 0, &parser);
    *nothing = !parser;
    vox_parser_free(parser);
    return status;
}
static vox_status read_by_stream(const room *given, bool *nothing) {
    vox_stream *stream = (vox_stream *)&stream;
    vox_status status = vox_stream_new(&given->stream, &stream);
    *nothing = !stream;
    vox_stream_free(stream);
    return status;
}
static vox_status read_by_stream_tree(const room *given, bool *nothing) {
    room whole = {.size = 0};
    memcpy(&whole.stream.tree, given, sizeof *given - offsetof(vox_stream_options, tree));
    return read_by_stream(&whole, nothing);
}
static vox_status read_by_validation(const room *given, bool *nothing) {
    vox_tree *tree = document_from_c("{\"meta\":{}}");
    const vox_finding_sink sink = {ignore, NULL};
    vox_status status = tree ? vox_validate(tree, &given->validation, sink) : VOX_ERROR_MEMORY;
    *nothing = true;
    vox_tree_free(tree);
    return status;
}

static vox_status read_by_columns(const room *given, bool *nothing) {
    static const char text[] = "{\"table\":\"records\",\"columns\":[]}";
    struct ArrowSchema schema;
    vox_columns *columns;
    CHECK_OK(vox_columns_new(text, sizeof text - 1, NULL, &columns, NULL));
    vox_status status = vox_columns_schema(columns, &given->columns, &schema);
    *nothing = !schema.release;
    if (schema.release) {
        schema.release(&schema);
    }
    vox_columns_free(columns);
    return status;
}
static vox_status read_by_columns_tree(const room *given, bool *nothing) {
    room whole = {.size = 0};
    memcpy(&whole.columns.tree, given, sizeof *given - offsetof(vox_columns_options, tree));
    return read_by_columns(&whole, nothing);
}

static const struct {
    const char *name;
    vox_status (*read)(const room *given, bool *nothing);
    size_t size;
} readers[] = {
    {"vox_tree_parse", read_by_parse, sizeof(vox_options)},
    {"vox_tree_new", read_by_new, sizeof(vox_options)},
    {"vox_parser_new", read_by_parser, sizeof(vox_options)},
    {"vox_stream_new", read_by_stream, sizeof(vox_stream_options)},
    {"vox_stream_new, tree", read_by_stream_tree, sizeof(vox_options)},
    {"vox_columns_schema", read_by_columns, sizeof(vox_columns_options)},
    {"vox_columns_schema, tree", read_by_columns_tree, sizeof(vox_options)},
    {"vox_validate", read_by_validation, sizeof(vox_validation)},
};

static void refused(size_t reader, const room *given) {
    bool nothing = false;
    CHECK_STATUS(readers[reader].read(given, &nothing), VOX_ERROR_ARGUMENT);
    CHECK(nothing);
}

/** The size 0 means the struct of version 0.1.0. The size of the struct means this version. */
static void sizes_there_are(void) {
    for (size_t reader = 0; reader < COUNT(readers); reader++) {
        bool nothing;
        room given = {.size = 0};
        check_note("%s", readers[reader].name);
        CHECK_OK(readers[reader].read(&given, &nothing));
        given.size = readers[reader].size;
        CHECK_OK(readers[reader].read(&given, &nothing));
    }
}

static void sizes_no_version_has(void) {
    static const size_t large[] = {4097, 8192, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX};
    for (size_t reader = 0; reader < COUNT(readers); reader++) {
        room given = {.size = 0};
        for (given.size = 1; given.size < readers[reader].size; given.size++) {
            check_note("%s, %zu bytes", readers[reader].name, given.size);
            refused(reader, &given);
        }
        for (size_t row = 0; row < COUNT(large); row++) {
            check_note("%s, %zu bytes", readers[reader].name, large[row]);
            given.size = large[row];
            refused(reader, &given);
        }
    }
}

/** Members of a later version are accepted when they are 0, and refused otherwise. */
static void members_to_come(void) {
    for (size_t reader = 0; reader < COUNT(readers); reader++) {
        const size_t size = readers[reader].size;
        for (size_t more = 1; more <= 40; more++) {
            bool nothing;
            room given = {.size = 0};
            given.size = size + more;
            given.bytes[size + more] = 1; /* after the struct */
            check_note("%s, %zu bytes more", readers[reader].name, more);
            CHECK_OK(readers[reader].read(&given, &nothing));
            for (size_t at = 0; at < more; at++) {
                check_note("%s, byte %zu of %zu more", readers[reader].name, at, more);
                given.bytes[size + at] = 1;
                refused(reader, &given);
                given.bytes[size + at] = 0;
            }
        }
        room most = {.size = 4096};
        bool nothing;
        CHECK_OK(readers[reader].read(&most, &nothing));
    }
}

/** The members of version 0.1.0 have the same effect with size 0 and with the size of the
 *  struct. */
static void members_count(void) {
    const size_t sizes[] = {0, sizeof(vox_options)};
    for (size_t row = 0; row < COUNT(sizes); row++) {
        vox_options options = {.size = sizes[row], .max_depth = 2, .strict = true};
        vox_tree *tree;
        CHECK_STATUS(vox_tree_parse("[[[]]]", 6, &options, &tree, NULL), VOX_ERROR_DEPTH_LIMIT);
        CHECK_OK(vox_tree_parse("[[]]", 4, &options, &tree, NULL));
        vox_tree_free(tree);
        CHECK_STATUS(
            vox_tree_parse("{\"a\":1,\"a\":1}", 13, &options, &tree, NULL), VOX_ERROR_DUPLICATE
        );
    }
}

/** vox_…_init writes defaults for a program of another version, and no more bytes than the
 *  program's struct has. */
static void defaults_for_others(void) {
    for (size_t size = sizeof(size_t); size <= sizeof(vox_stream_options) + 24; size++) {
        const vox_options standard = vox_options_default();
        const vox_stream_options stream = vox_stream_options_default();
        const size_t before_tree = offsetof(vox_stream_options, tree);
        room given;
        check_note("%zu bytes", size);
        memset(&given, 0xA5, sizeof given);
        vox_options_init(&given.options, size);
        CHECK_SIZE(given.size, size);
        const size_t known = size < sizeof standard ? size : sizeof standard;
        CHECK(memcmp(given.bytes + WORD, (const char *)&standard + WORD, known - WORD) == 0);
        CHECK(size == known || given.bytes[size - 1] == 0);
        CHECK_SIZE(given.bytes[size], 0xA5);

        memset(&given, 0xA5, sizeof given);
        vox_stream_options_init(&given.stream, size);
        CHECK_SIZE(given.size, size);
        CHECK_SIZE(given.bytes[size], 0xA5);
        if (size >= before_tree + WORD) {
            CHECK_SIZE(given.stream.max_held, stream.max_held);
            CHECK_SIZE(given.stream.tree.size, size - before_tree);
        }
        if (size >= sizeof stream) {
            CHECK_SIZE(given.stream.tree.max_depth, standard.max_depth);
        }
    }
    CHECK_SIZE(vox_options_default().size, sizeof(vox_options));
    CHECK_SIZE(vox_stream_options_default().size, sizeof(vox_stream_options));
    CHECK_SIZE(vox_stream_options_default().tree.size, sizeof(vox_options));
    CHECK_SIZE(vox_validation_default().size, sizeof(vox_validation));
    vox_options_init(NULL, sizeof(vox_options));
    vox_stream_options_init(NULL, sizeof(vox_stream_options));
}

static bool all_zero(const size_t *words, size_t count) {
    size_t sum = 0;
    for (size_t index = 0; index < count; index++) {
        sum |= words[index];
    }
    return sum == 0;
}
#define SPARE_ZERO(thing) all_zero((thing).spare, COUNT((thing).spare))

static int look(void *context, const vox_finding *finding) {
    *(size_t *)context += 1;
    return !CHECK(SPARE_ZERO(*finding));
}

/** Structs that the library fills in need no preparation, and their spare words are 0. */
static void spare_is_zero(void) {
    vox_tree *tree;
    vox_error error;
    memset(&error, 0xA5, sizeof error);
    CHECK_STATUS(vox_tree_parse("[1,", 3, NULL, &tree, &error), VOX_ERROR_END);
    CHECK(SPARE_ZERO(error));

    tree = document_from_c("{\"data\":[],\"wrong\":1}");
    if (!CHECK(tree != NULL)) {
        return;
    }
    size_t findings = 0;
    const vox_finding_sink sink = {look, &findings};
    CHECK_OK(vox_validate(tree, NULL, sink));
    CHECK(findings > 0);
    vox_memory memory = vox_tree_memory(tree);
    CHECK(SPARE_ZERO(memory));
    vox_document_report report;
    memset(&report, 0xA5, sizeof report);
    CHECK_OK(
        vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STANDARD, &report, NULL)
    );
    CHECK(SPARE_ZERO(report));
    vox_tree_free(tree);

    vox_stream *stream;
    if (CHECK_OK(vox_stream_new(NULL, &stream))) {
        for (int document = 0; document < 2; document++) { /* first without an item, then with
                                                            * one */
            vox_item item;
            memset(&item, 0xA5, sizeof item);
            CHECK_OK(vox_stream_next(stream, &item, NULL));
            CHECK(SPARE_ZERO(item));
            CHECK(!item.tree == !document);
            vox_tree_free(item.tree);
            CHECK_OK(document ? VOX_OK : vox_stream_feed(stream, "{}", 2));
            vox_stream_finish(stream);
        }
        vox_stream_free(stream);
    }
}

static int nothing_read(void *context, vox_piece *piece) {
    (void)context;
    (void)piece;
    return 0;
}

/** The same for the options of columns, and for the text of a schema. */
static void spare_of_columns(void) {
    const vox_source source = {.read = nothing_read};
    for (size_t index = 0; index < COUNT(((vox_columns_options *)0)->spare); index++) {
        vox_columns_options options = vox_columns_options_default();
        vox_buffer json = {0};
        options.spare[index] = 1;
        CHECK_STATUS(vox_schema_read(&source, &options, 50, &json, NULL), VOX_ERROR_ARGUMENT);
    }
    for (size_t index = 0; index < COUNT(((vox_buffer *)0)->spare); index++) {
        vox_buffer json = {0};
        json.spare[index] = 1;
        CHECK_STATUS(vox_schema_read(&source, NULL, 50, &json, NULL), VOX_ERROR_ARGUMENT);
    }
}

/** Structs that the caller and the library both write: a spare word other than 0 is refused. */
static void spare_is_refused(void) {
    vox_tree *tree = document_from_c("[1]");
    for (size_t index = 0; tree && index < COUNT(((vox_buffer *)0)->spare); index++) {
        vox_buffer buffer = {0};
        CHECK_OK(vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer));
        buffer.spare[index] = 1;
        CHECK_STATUS(
            vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer),
            VOX_ERROR_ARGUMENT
        );
        CHECK_STATUS(vox_minify("[1]", 3, &buffer), VOX_ERROR_ARGUMENT);
        CHECK_SIZE(buffer.length, 3);
        vox_buffer_free(&buffer);
    }
    vox_tree_free(tree);
    for (size_t index = 0; index < COUNT(((vox_stream_options *)0)->spare); index++) {
        vox_stream_options options = vox_stream_options_default();
        vox_stream *stream;
        options.spare[index] = 1;
        CHECK_STATUS(vox_stream_new(&options, &stream), VOX_ERROR_ARGUMENT);
        CHECK(!stream);
    }
}

/** The three declarations of the version agree. */
static void versions(void) {
    char text[32];
    snprintf(
        text, sizeof text, "%d.%d.%d", VOX_VERSION_MAJOR, VOX_VERSION_MINOR, VOX_VERSION_PATCH
    );
    CHECK_TEXT(vox_string_from_c(VOX_VERSION), text);
    CHECK_TEXT(vox_string_from_c(vox_version()), text);
    CHECK_SIZE(
        VOX_VERSION_NUMBER, VOX_VERSION_MAJOR * 10000 + VOX_VERSION_MINOR * 100 + VOX_VERSION_PATCH
    );
}

const check_test growing_tests[] = {
    CHECK_TEST(sizes_there_are),
    CHECK_TEST(sizes_no_version_has),
    CHECK_TEST(members_to_come),
    CHECK_TEST(members_count),
    CHECK_TEST(defaults_for_others),
    CHECK_TEST(spare_is_zero),
    CHECK_TEST(spare_is_refused),
    CHECK_TEST(spare_of_columns),
    CHECK_TEST(versions),
    CHECK_END,
};
