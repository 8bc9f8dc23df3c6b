/* SPDX-License-Identifier: MIT */
/** Real documents. Unchanged documents are written byte for byte, an edit changes only its own
 *  bytes, and every style reads back as the same value. */
#include "corpora.h"
#include "document.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

#include <inttypes.h>
/** Returns a random scalar of the tree, or NULL after some attempts. */
static vox_node *some_scalar(vox_tree *tree, uint64_t *seed) {
    for (int attempt = 0; attempt < 20; attempt++) {
        vox_node *node = vox_tree_root(tree);
        for (;;) {
            size_t count = vox_node_count(tree, node);
            if (count == 0) {
                break;
            }
            size_t position = random_below(seed, count < 50 ? count : 50);
            node = vox_node_first(tree, node);
            while (position-- > 0) {
                node = vox_node_next(tree, node);
            }
        }
        if (vox_node_kind(node) != VOX_ARRAY && vox_node_kind(node) != VOX_OBJECT) {
            return node;
        }
    }
    return NULL;
}

static void check_one_edit(vox_string text, uint64_t *seed) {
    vox_tree *tree = document_parse(text);
    vox_node *node = tree ? some_scalar(tree, seed) : NULL;
    if (node) {
        size_t offset = vox_node_offset(node);
        size_t end = offset + vox_node_source(tree, node).length;
        CHECK_OK(vox_node_set(tree, node, vox_value_string(LITERAL("edited \"here\""))));
        vox_string written = LITERAL("\"edited \\\"here\\\"\"");
        vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE);
        CHECK_SIZE(buffer.length, text.length - (end - offset) + written.length);
        if (buffer.length == text.length - (end - offset) + written.length) {
            CHECK(memcmp(buffer.bytes, text.bytes, offset) == 0);
            CHECK(memcmp(buffer.bytes + offset, written.bytes, written.length) == 0);
            CHECK(
                memcmp(
                    buffer.bytes + offset + written.length, text.bytes + end, text.length - end
                ) == 0
            );
        }
        CHECK(document_equals_text(tree, vox_tree_root(tree), buffer_text(&buffer)));
        vox_buffer_free(&buffer);
    }
    vox_tree_free(tree);
}

/** The sorted text may differ from the document, because numbers may be rounded to a double. But
 *  sorting the text again must not change it. */
static void check_canonical(vox_tree *tree) {
    vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_SORTED);
    vox_tree *again = document_parse(buffer_text(&buffer));
    if (again) {
        vox_node *root = vox_tree_root(again);
        CHECK_WRITES_STRING(again, root, VOX_STYLE_SORTED, buffer_text(&buffer));
        CHECK_WRITES_STRING(again, root, VOX_STYLE_COMPACT, buffer_text(&buffer));
    }
    vox_tree_free(again);
    vox_buffer_free(&buffer);
}

static void check_document(void *context, corpora_file file) {
    uint64_t *seed = context;
    vox_tree *tree = document_parse(file.text);
    if (!tree) {
        return;
    }
    CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, file.text);
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    CHECK(document_survives(tree, VOX_STYLE_PRETTY));
    check_canonical(tree);
    vox_tree *copy = NULL;
    CHECK_OK(vox_tree_compact(tree, &copy));
    CHECK_WRITES_STRING(copy, vox_tree_root(copy), VOX_STYLE_PRESERVE, file.text);
    vox_tree_free(copy);
    vox_tree_free(tree);
    check_one_edit(file.text, seed);
}

static void json_api_documents(void) {
    uint64_t seed = 1;
    if (corpora_have("jsonapi")) {
        CHECK(corpora_visit("jsonapi", ".json", check_document, &seed) > 700);
    }
}

static void general_documents(void) {
    uint64_t seed = 2;
    if (corpora_have("perf")) {
        CHECK(corpora_visit("perf", ".json", check_document, &seed) >= 10);
    }
}

static void synthetic_documents(void) {
    uint64_t seed = 3;
    if (corpora_have("synthetic")) {
        CHECK(corpora_visit("synthetic", "_100.json", check_document, &seed) == 1);
        CHECK(corpora_visit("synthetic", "_pretty.json", check_document, &seed) == 1);
    }
}

/** Hostile files are refused with a position inside the file, or read and written again. The
 *  limits are the defaults. */
static void check_bomb(void *context, corpora_file file) {
    /* Files that are not one JSON text in UTF-8. */
    static const char *const refused[] = {
        "empty",     "only_bom", "only_ws",  "enc_latin1",        "enc_utf16",
        "enc_utf32", "nul_tail", "two_docs", "trailing_garbage.", "json_then_nul",
    };
    size_t *count = context;
    vox_options options = document_options();
    vox_tree *tree = NULL;
    vox_error error = {0};
    uint64_t start = steps_counted();
    vox_status status = vox_tree_parse(file.text.bytes, file.text.length, &options, &tree, &error);
    for (size_t index = 0; index < COUNT(refused); index++) {
        CHECK(strncmp(file.name, refused[index], strlen(refused[index])) != 0 || !tree);
    }
    if (status == VOX_OK) {
        CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, file.text);
        CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    } else {
        size_t line = 0, column = 0;
        vox_locate(file.text, error.offset, &line, &column);
        CHECK(error.offset <= file.text.length && error.line == line && error.column == column);
    }
    check_note("%s: %" PRIu64 " steps", file.path, steps_counted() - start);
    CHECK(steps_counted() - start < 1000 + 500 * (uint64_t)file.text.length);
    vox_tree_free(tree);
    ++*count;
}

static void hostile_documents(void) {
    size_t count = 0;
    if (corpora_have("bombs")) {
        corpora_visit("bombs", ".json", check_bomb, &count);
        CHECK(count > 80);
    }
}

static void small_documents_of_our_own(void) {
    static const char *const texts[] = {
        "{\"data\":{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"x\":[1,2.50,\"\\u00e9\"]}}}",
        "{\n  \"data\": [\n    {\"type\": \"a\", \"id\": \"1\"}\n  ],\n  \"included\": []\n}\n",
        "\xEF\xBB\xBF{\"errors\" : [ { \"status\":\"404\" } ]}\r\n",
    };
    uint64_t seed = 4;
    for (size_t index = 0; index < COUNT(texts); index++) {
        check_document(&seed, (corpora_file){"own", "own", vox_string_from_c(texts[index])});
    }
}

const check_test documents_tests[] = {
    CHECK_TEST(small_documents_of_our_own),
    CHECK_TEST(json_api_documents),
    CHECK_TEST(general_documents),
    CHECK_TEST(synthetic_documents),
    CHECK_LINES(hostile_documents, "T05 T06"),
    CHECK_END,
};
