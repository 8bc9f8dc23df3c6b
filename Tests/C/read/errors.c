/* SPDX-License-Identifier: MIT */
/** When a call fails, it writes all members of the error. Each request for memory fails, alone
 *  or with all later ones, and every limit of memory is tried, in every mode and in streams. */
#include "document.h"
#include "tests.h"
#include "whole_error.h"

#include <stdio.h>

static const char *const texts[] = {
    "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"t\":\"\\u00e4\"}},{\"id\":\"2\"}],"
    "\"included\":[{\"t\\u0079pe\":\"b\",\"id\":\"1\",\"links\":{\"s\":[[1,2],[3]]}},[{}]]}",
    "{\"data\":[{\"attributes\":{},\"id\":\"1\",\"x\":tru},\n{\"id\":\"\\n\",\"a\":[1,}]}",
    "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"type\":\"a\",\"id\":\"1\"}],\"meta\":{\"a\":1,"
    "\"a\":2}}",
    "[{\"data\":\"\\ud800\"},[\"\xFF\"]]",
    "{\"errors\":[{\"status\":1}]}",
    "",
};

/** Calls all functions that write an error, for one text. The error is filled with garbage
 *  before each call. */
static void use(vox_string text, const vox_options *options) {
    vox_tree *tree = NULL;
    vox_error error = garbage_error();
    vox_status status = vox_tree_parse(text.bytes, text.length, options, &tree, &error);
    check_whole_error(&error, status, text.length);
    if (!CHECK((status == VOX_OK) == (tree != NULL)) || !tree) {
        return;
    }
    const vox_node *list = vox_object_get(tree, vox_tree_root(tree), LITERAL("data"));
    for (vox_reading reading = VOX_READING_STRICT; reading <= VOX_READING_LENIENT; reading++) {
        error = garbage_error();
        status = vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL("a"), reading, NULL, &error);
        check_whole_error(&error, status, text.length);
    }
    const vox_node *node = vox_node_first(tree, list);
    for (; node; node = vox_node_next(tree, node)) {
        error = garbage_error();
        status = vox_node_materialize(tree, node, true, &error);
        check_whole_error(&error, status, text.length);
        error = garbage_error();
        check_whole_error(&error, vox_tree_failure(tree, &error), text.length);
    }
    error = garbage_error();
    status = vox_node_materialize(tree, NULL, true, &error);
    check_whole_error(&error, status, text.length);
    error = garbage_error();
    status = vox_tree_materialize(tree, &error);
    check_whole_error(&error, status, text.length);
    vox_tree_free(tree);
}

static int check_finding(void *context, const vox_finding *finding) {
    vox_error error = garbage_error();
    vox_finding_error(context, finding, &error);
    check_whole_error(&error, VOX_ERROR_SHAPE, vox_tree_source(context).length);
    return 0;
}

/** Validates the document. The details of the failure are in the findings and in
 *  vox_tree_failure. */
static void validate(vox_string text, const vox_options *options) {
    vox_tree *tree = (vox_tree *)(uintptr_t)text.bytes; /* overwritten, also by a failure */
    if (vox_tree_parse(text.bytes, text.length, options, &tree, NULL) == VOX_OK) {
        vox_status status = vox_validate(tree, NULL, (vox_finding_sink){check_finding, tree});
        vox_error error = garbage_error();
        vox_status failure = vox_tree_failure(tree, &error);
        check_whole_error(&error, failure, text.length);
        CHECK(status != VOX_OK || failure == VOX_OK || check_memory.failures);
    }
    vox_tree_free(tree);
}

/** Streams a text in two pieces, up to its end or to an error. */
static void stream(vox_string text, const vox_options *options, vox_stream_form form) {
    vox_stream_options used = vox_stream_options_default();
    vox_stream *made = NULL;
    used.tree = *options;
    used.form = form;
    used.max_held = 60;
    if (vox_stream_new(&used, &made) != VOX_OK) {
        return;
    }
    for (int piece = 0; piece < 2; piece++) {
        size_t middle = text.length / 2;
        const char *bytes = text.bytes + (piece ? middle : 0);
        vox_item item = {.kind = VOX_ITEM_NONE};
        vox_status status = vox_stream_feed(made, bytes, piece ? text.length - middle : middle);
        if (piece) {
            vox_stream_finish(made);
        }
        do {
            vox_error error = garbage_error();
            status = vox_stream_next(made, &item, &error);
            check_whole_error(&error, status, text.length);
            vox_tree_free(item.tree);
        } while (item.kind != VOX_ITEM_NONE);
        if (status != VOX_OK) {
            vox_error again = garbage_error();
            check_whole_error(&again, vox_stream_next(made, &item, &again), text.length);
            vox_tree_free(item.tree);
        }
    }
    vox_stream_free(made);
}

static void use_in(int way, vox_string text, vox_options *options) {
    options->mode = (vox_mode)(way % 2);
    if (way < 4) {
        options->strict = way >= 2;
        use(text, options);
    } else if (way < 6) {
        validate(text, options);
    } else {
        stream(text, options, (vox_stream_form)((way - 6) / 2));
    }
}

#define WAYS 12

/** Each request for memory fails, alone or with all later ones. */
static void out_of_memory(void) {
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (int way = 0; way < 2 * WAYS; way++) {
            bool failed = true;
            for (size_t countdown = 1; failed; countdown++) {
                vox_options options = document_options();
                check_allocator_reset(&check_memory);
                check_memory.countdown = countdown;
                check_memory.fail_for_good = way >= WAYS;
                check_note("text %zu, way %d, request %zu", index, way, countdown);
                use_in(way % WAYS, vox_string_from_c(texts[index]), &options);
                failed = check_memory.failures != 0 && countdown < 1000;
                check_memory.failing = false;
                check_allocator_verify(&check_memory);
            }
        }
    }
    check_note(NULL);
}

/** Tries every memory limit, up to one that has no effect. */
static void limits_of_memory(void) {
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (int way = 0; way < WAYS; way++) {
            for (size_t limit = 1; limit < 24000; limit += limit < 4000 ? 61 : 997) {
                vox_options options = document_options();
                options.max_memory = limit;
                check_note("text %zu, way %d, limit %zu", index, way, limit);
                use_in(way, vox_string_from_c(texts[index]), &options);
            }
            for (size_t limit = 1; limit < 30; limit++) {
                vox_options options = document_options();
                options.max_nodes = limit;
                check_note("text %zu, way %d, %zu values", index, way, limit);
                use_in(way, vox_string_from_c(texts[index]), &options);
                options = document_options();
                options.max_size = limit * 5;
                use_in(way, vox_string_from_c(texts[index]), &options);
            }
        }
    }
    check_note(NULL);
}

/** Calls that are refused for a wrong argument or a frozen tree, without a request for memory. */
static void misuse(void) {
    vox_tree *tree;
    vox_error error = garbage_error();
    check_whole_error(&error, vox_tree_parse(NULL, 1, NULL, &tree, &error), 0);
    error = garbage_error();
    check_whole_error(&error, vox_tree_parse("1", 1, NULL, NULL, &error), 1);
    tree = document_from_c("{\"data\":null}");
    CHECK_OK(vox_tree_freeze(tree));
    for (vox_reading reading = VOX_READING_STRICT; reading <= VOX_READING_LENIENT; reading++) {
        error = garbage_error();
        vox_status status = vox_document_check(
            tree, VOX_PRIMARY_ANY, LITERAL(""), reading, NULL, &error
        );
        check_whole_error(&error, status, sizeof "{\"data\":null}" - 1);
    }
    vox_tree_free(tree);
}

const check_test errors_tests[] = {
    CHECK_LINES(out_of_memory, "T68"),
    CHECK_LINES(limits_of_memory, "T68"),
    CHECK_TEST(misuse),
    CHECK_END,
};
