/* SPDX-License-Identifier: MIT */
/** Edits of the trees that a stream returns. The limits of the options apply to each of them: the
 *  values of other items do not count, nor does the array around an element. */
#include "document.h"
#include "streaming.h"
#include "tests.h"

#include <string.h>

/** Returns the item with this number. */
static vox_item item_at(const char *text, const vox_stream_options *options, size_t number) {
    vox_stream *stream = NULL;
    vox_item item = {0};
    CHECK_OK(vox_stream_new(options, &stream));
    CHECK_OK(vox_stream_feed(stream, text, strlen(text)));
    vox_stream_finish(stream);
    for (size_t index = 0; index <= number; index++) {
        CHECK_OK(vox_stream_next(stream, &item, NULL));
        if (index < number) {
            vox_tree_free(item.tree);
        }
    }
    vox_stream_free(stream);
    CHECK(item.tree);
    return item;
}

static vox_status set_json(vox_item *item, const char *text) {
    return vox_node_set(item->tree, item->node, vox_value_json(vox_string_from_c(text)));
}

#define MOST 20

/** Checks the limits of two items, which have four values each. Their trees have `around` values
 *  more. */
static void check_limits(const char *text, vox_stream_form form, size_t around) {
    for (size_t number = 0; number < 2; number++) {
        vox_stream_options options = streaming_options(form);
        check_note("%s, item %zu", text, number);
        options.tree.max_nodes = MOST;
        vox_item item = item_at(text, &options, number);
        for (size_t count = 4 + around; count < MOST; count++) {
            CHECK_OK(vox_array_append(item.tree, item.node, vox_value_null(), NULL));
        }
        CHECK_STATUS(
            vox_array_append(item.tree, item.node, vox_value_null(), NULL), VOX_ERROR_NODE_LIMIT
        );
        vox_tree_free(item.tree);
        options = streaming_options(form);
        options.tree.max_depth = 4;
        item = item_at(text, &options, number);
        CHECK_OK(set_json(&item, "[[[[]]]]"));
        CHECK_STATUS(set_json(&item, "[[[[[]]]]]"), VOX_ERROR_DEPTH_LIMIT);
        vox_tree_free(item.tree);
        options = streaming_options(form);
        options.tree.max_size = strlen(text);
        item = item_at(text, &options, number);
        CHECK_OK(set_json(&item, "\"fifteen bytes\""));
        CHECK_STATUS(
            set_json(&item, "\"more bytes than the text has in which the items are\""),
            VOX_ERROR_SIZE_LIMIT
        );
        vox_tree_free(item.tree);
    }
    check_note(NULL);
}

static void limits_of_each_item(void) {
    check_limits("[1,2,3] [4,5,6] [7,8,9]", VOX_STREAM_VALUES, 0);
    check_limits("[[1,2,3],[4,5,6],[7,8,9]]", VOX_STREAM_ELEMENTS, 0);
    check_limits("{\"data\":[[1,2,3],[4,5,6]]}", VOX_STREAM_ELEMENTS, 1);
    check_limits("{\"meta\":1,\"data\":[[1,2,3],[4,5,6]]}", VOX_STREAM_ELEMENTS, 1);
}

const check_test item_edits_tests[] = {
    CHECK_TEST(limits_of_each_item),
    CHECK_END,
};
