/* SPDX-License-Identifier: MIT */
/** Every function that takes an enumeration refuses numbers that the enumeration does not have. */
#include "document.h"
#include "tests.h"

/** Numbers that no enumeration has. */
static const unsigned beyond[] = {12, 255, 256, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};

static void check_options(const vox_options *options) {
    vox_tree *tree = NULL, *other = document_from_c("[1]"), *patch = NULL;
    vox_parser *parser = NULL;
    vox_stream *stream = NULL;
    vox_error error;
    CHECK_STATUS(vox_tree_parse("1", 1, options, &tree, &error), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(error.status, VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_tree_new(options, &tree), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_parser_new(options, 0, &parser), VOX_ERROR_ARGUMENT);
    vox_stream_options of_stream = vox_stream_options_default();
    of_stream.tree = *options;
    CHECK_STATUS(vox_stream_new(&of_stream, &stream), VOX_ERROR_ARGUMENT);
    vox_node *root = vox_tree_root(other);
    CHECK_STATUS(vox_patch_make(other, root, other, root, options, &patch), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(
        vox_merge_patch_make(other, root, other, root, options, &patch, NULL), VOX_ERROR_ARGUMENT
    );
    CHECK(!tree && !parser && !stream && !patch);
    vox_tree_free(other);
}

/** Options with the size of version 0.1.0, with the size of this version, and with all kinds of
 *  limits. */
static void modes_and_readers(void) {
    for (size_t row = 0; row < COUNT(beyond); row++) {
        for (int which = 0; which < 4; which++) {
            vox_options options = which & 1 ? vox_options_default() : (vox_options){0};
            if (which & 2) {
                options.mode = (vox_mode)beyond[row];
            } else {
                options.reader = (vox_reader)beyond[row];
            }
            check_note("%u, way %d", beyond[row], which);
            check_options(&options);
        }
    }
    vox_options options = vox_options_default();
    options.mode = (vox_mode)2;
    check_options(&options);
    options.mode = VOX_MODE_LAZY;
    options.reader = (vox_reader)2;
    check_options(&options);
}

static void stream_forms(void) {
    for (size_t row = 0; row <= COUNT(beyond); row++) {
        vox_stream_options options = vox_stream_options_default();
        vox_stream *stream = (vox_stream *)&stream;
        options.form = (vox_stream_form)(row < COUNT(beyond) ? beyond[row] : 3);
        CHECK_STATUS(vox_stream_new(&options, &stream), VOX_ERROR_ARGUMENT);
        CHECK(!stream);
    }
}

static int receive(void *context, const char *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    CHECK(false); /* nothing is written */
    return 0;
}

static void styles(void) {
    vox_tree *tree = document_from_c("[ 1 ]");
    const vox_node *root = vox_tree_root(tree);
    for (size_t row = 0; row <= COUNT(beyond); row++) {
        const vox_style style = (vox_style)(row < COUNT(beyond) ? beyond[row] : 4);
        vox_buffer buffer = {0};
        CHECK_STATUS(vox_write_buffer(tree, root, style, &buffer), VOX_ERROR_ARGUMENT);
        CHECK(!buffer.bytes && !buffer.length);
        CHECK_STATUS(vox_write(tree, root, style, (vox_sink){receive, NULL}), VOX_ERROR_ARGUMENT);
        vox_buffer_free(&buffer);
    }
    vox_tree_free(tree);
}

static int find(void *context, const vox_finding *finding) {
    (void)context, (void)finding;
    CHECK(false); /* nothing is found */
    return 0;
}

static void profiles(void) {
    vox_tree *tree = document_from_c("[]");
    for (size_t row = 0; row <= COUNT(beyond); row++) {
        vox_validation options = vox_validation_default();
        options.profile = (vox_profile
        )(row < COUNT(beyond) ? beyond[row] : VOX_PROFILE_RESULTS + 1);
        CHECK_STATUS(
            vox_validate(tree, &options, (vox_finding_sink){find, NULL}), VOX_ERROR_ARGUMENT
        );
    }
    vox_tree_free(tree);
}

static void document_checks(void) {
    vox_tree *tree = document_from_c("{\"data\":[]}");
    const vox_string any = LITERAL("");
    for (size_t row = 0; row <= COUNT(beyond); row++) {
        const unsigned number = row < COUNT(beyond) ? beyond[row] : 4;
        vox_error error;
        CHECK_STATUS(
            vox_document_check(tree, (vox_primary)number, any, VOX_READING_STANDARD, NULL, &error),
            VOX_ERROR_ARGUMENT
        );
        CHECK_STATUS(error.status, VOX_ERROR_ARGUMENT);
        CHECK_STATUS(
            vox_document_check(tree, VOX_PRIMARY_ANY, any, (vox_reading)number, NULL, NULL),
            VOX_ERROR_ARGUMENT
        );
    }
    CHECK_OK(vox_document_check(tree, VOX_PRIMARY_ANY, any, VOX_READING_STANDARD, NULL, NULL));
    vox_tree_free(tree);
}

/** A value with an unknown form changes nothing, in every function that writes. */
static void value_forms(void) {
    vox_tree *tree = document_from_c("{\"a\":[1]}");
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/a");
    for (size_t row = 0; row < COUNT(beyond); row++) {
        vox_value value = vox_value_null();
        vox_node *made = NULL;
        value.form = (vox_value_form)beyond[row];
        check_note("%u", beyond[row]);
        CHECK_STATUS(vox_node_new(tree, value, &made), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_node_set(tree, root, value), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_object_set(tree, root, LITERAL("a"), value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_object_set(tree, root, LITERAL("b"), value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_array_append(tree, list, value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_array_insert(tree, list, 0, value, NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(
            vox_pointer_set(tree, root, LITERAL("/a/0"), value, NULL, NULL), VOX_ERROR_ARGUMENT
        );
        CHECK(!made);
        CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"a\":[1]}");
    }
    vox_tree_free(tree);
}

const check_test enumerations_tests[] = {
    CHECK_TEST(modes_and_readers),
    CHECK_TEST(stream_forms),
    CHECK_TEST(styles),
    CHECK_TEST(profiles),
    CHECK_TEST(document_checks),
    CHECK_TEST(value_forms),
    CHECK_END,
};
