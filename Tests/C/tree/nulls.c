/* SPDX-License-Identifier: MIT */
/** Calls every public function with NULL in each of its arguments, with nodes of another tree,
 *  and with an empty text that is NULL. The expected results are in null_rows.h, which is
 *  generated from the headers. A function without a call here does not compile. */
#include "null_calls.h"
#include "tests.h"

#ifdef VOX_ARMOR
static const bool armored = true;
#else
static const bool armored = false;
#endif

/** The expected result: one of these or a status. */
enum {
    SAME = -3,            /* the same result as without NULL */
    ARMORED_STATUS = -4,  /* VOX_ERROR_ARGUMENT with VOX_ARMOR, and no call without it */
    ARMORED_NEUTRAL = -5, /* NEUTRAL with VOX_ARMOR, and no call without it */
};

enum argument_kind {
    PLAIN,
    NODE,
    TEXT
};

/* --- the table ------------------------------------------------------------------ */

static const struct {
    const char *function, *argument;
    int (*call)(call *with);
    int place;
    enum argument_kind kind;
    int answer;
} rows[] = {
#define NULL_ROW(function, place, argument, kind, answer)                                          \
    {#function, #argument, call_##function, place, kind, (int)(answer)},
#include "null_rows.h"
#undef NULL_ROW
};

static int outcome(size_t row, change what) {
    call with;
    check_note("%s, %s", rows[row].function, rows[row].argument);
    begin(&with, rows[row].place, what);
    const int answer = rows[row].call(&with);
    end(&with);
    return answer;
}

/** Each call succeeds without NULL, so a refusal is caused by NULL. */
static void as_they_should_be(void) {
    for (size_t row = 0; row < COUNT(rows); row++) {
        const int answer = outcome(row, NOTHING);
        CHECK(answer == VOX_OK || answer == ANSWERED);
    }
    check_note(NULL);
}

static void null_arguments(void) {
    for (size_t row = 0; row < COUNT(rows); row++) {
        int expected = rows[row].answer;
        if (expected == ARMORED_STATUS || expected == ARMORED_NEUTRAL) {
            if (!armored) {
                continue;
            }
            expected = expected == ARMORED_STATUS ? (int)VOX_ERROR_ARGUMENT : NEUTRAL;
        } else if (expected == SAME) {
            expected = outcome(row, NOTHING);
        }
        CHECK_SIZE(outcome(row, IS_NULL), expected);
    }
    check_note(NULL);
}

/** NULL with the length 0 is the empty text. */
static void empty_text(void) {
    for (size_t row = 0; row < COUNT(rows); row++) {
        if (rows[row].kind == TEXT) {
            CHECK_SIZE(outcome(row, IS_EMPTY_NULL), outcome(row, IS_EMPTY));
        }
    }
    check_note(NULL);
}

/** A function returns a status if its result for valid arguments is a status. */
static void foreign_nodes(void) {
    if (!armored) {
        check_skip("the core was not built with VOX_ARMOR");
        return;
    }
    for (size_t row = 0; row < COUNT(rows); row++) {
        if (rows[row].kind == NODE) {
            const bool is_status = outcome(row, NOTHING) >= 0;
            CHECK_SIZE(outcome(row, IS_FOREIGN), is_status ? (int)VOX_ERROR_ARGUMENT : NEUTRAL);
        }
    }
    check_note(NULL);
}

/** Values are checked when they are written. */
static void text_in_values(void) {
    const vox_string wrong = {NULL, 1}, empty = {NULL, 0};
    vox_tree *tree = document_from_c("{\"list\":[]}");
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/list"), *node = NULL;
    const vox_value values[] = {
        vox_value_string(wrong), vox_value_number(wrong), vox_value_json(wrong)};
    for (size_t value = 0; armored && value < COUNT(values); value++) {
        CHECK_STATUS(vox_node_new(tree, values[value], &node), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_node_set(tree, list, values[value]), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(
            vox_object_set(tree, root, LITERAL("n"), values[value], NULL), VOX_ERROR_ARGUMENT
        );
        CHECK_STATUS(vox_array_append(tree, list, values[value], NULL), VOX_ERROR_ARGUMENT);
        CHECK_STATUS(vox_array_insert(tree, list, 0, values[value], NULL), VOX_ERROR_ARGUMENT);
    }
    CHECK_OK(vox_array_append(tree, list, vox_value_string(empty), NULL));
    CHECK_STATUS(vox_node_new(tree, vox_value_number(empty), &node), VOX_ERROR_NUMBER);
    CHECK_STATUS(vox_node_new(tree, vox_value_json(empty), &node), VOX_ERROR_END);
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"list\":[\"\"]}");
    vox_tree_free(tree);
}

const check_test nulls_tests[] = {
    CHECK_LINES(as_they_should_be, "T72"), CHECK_LINES(null_arguments, "T72"),
    CHECK_LINES(empty_text, "T72"),        CHECK_LINES(foreign_nodes, "T72"),
    CHECK_LINES(text_in_values, "T72"),    CHECK_END,
};
