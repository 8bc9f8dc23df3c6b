/* SPDX-License-Identifier: MIT */
/** For every status code of status.h there is a call that returns it. */
#include "document.h"
#include "tests.h"

#include <math.h>

/** A text that is refused, the status, and the options for reading. */
typedef struct refused {
    vox_status status;
    const char *text;
    vox_options options;
} refused;

static const refused texts[] = {
    {VOX_OK, "[1]", {.strict = true}},
    {VOX_ERROR_SYNTAX, "[1 2]", {.strict = false}},
    {VOX_ERROR_END, "[1", {.strict = false}},
    {VOX_ERROR_TRAILING, "[1] 2", {.strict = false}},
    {VOX_ERROR_CONTROL, "[\"\n\"]", {.strict = false}},
    {VOX_ERROR_ESCAPE, "[\"\\x\"]", {.strict = false}},
    {VOX_ERROR_SURROGATE, "[\"\\ud800\"]", {.strict = false}},
    {VOX_ERROR_UTF8, "[\"\xC3\"]", {.strict = false}},
    {VOX_ERROR_NUMBER, "[1.]", {.strict = false}},
    {VOX_ERROR_LITERAL, "[nul]", {.strict = false}},
    {VOX_ERROR_BYTE_ORDER_MARK, "\xEF\xBB\xBF[1]", {.strict = true}},
    {VOX_ERROR_DUPLICATE, "{\"a\":1,\"a\":1}", {.strict = true}},
    {VOX_ERROR_SIZE_LIMIT, "[1]", {.max_size = 2}},
    {VOX_ERROR_DEPTH_LIMIT, "[[1]]", {.max_depth = 1}},
    {VOX_ERROR_NODE_LIMIT, "[1]", {.max_nodes = 1}},
    {VOX_ERROR_MEMORY_LIMIT, "[1]", {.max_memory = 1}},
};

static vox_status read_refused(const refused *row) {
    vox_options options = row->options;
    vox_tree *tree = NULL;
    options.allocator = check_allocator_interface(&check_memory);
    vox_status status = vox_tree_parse(row->text, strlen(row->text), &options, &tree, NULL);
    vox_tree_free(tree);
    return status;
}

static int refuse(void *context, const char *bytes, size_t length) {
    (void)context;
    return bytes != NULL && length > 0;
}

/* The values for the other calls: {"a":{"b":1.5},"c":[]} and its members. */
typedef struct values {
    vox_tree *tree;
    vox_node *root, *a, *c;
} values;

static vox_status end_memory(values on) {
    vox_tree *tree = NULL;
    check_memory.failing = true;
    vox_status status = vox_tree_copy(on.tree, on.root, &tree);
    check_memory.failing = false;
    vox_tree_free(tree);
    return status;
}

static vox_status refuse_output(values on) {
    return vox_write(on.tree, on.root, VOX_STYLE_COMPACT, (vox_sink){refuse, NULL});
}

static vox_status remove_root(values on) {
    return vox_node_remove(on.tree, on.root);
}

static vox_status append_to_object(values on) {
    return vox_array_append(on.tree, on.root, vox_value_null(), NULL);
}

static vox_status narrow(values on) {
    uint64_t number;
    CHECK_OK(vox_object_set(on.tree, on.a, LITERAL("b"), vox_value_int64(-1), NULL));
    return vox_node_uint64(on.tree, vox_node_first(on.tree, on.a), &number);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static vox_status stop_parse(values on) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    (void)on;
    options.stop = stop_at_once;
    return vox_tree_parse("1", 1, &options, &tree, NULL);
}

static vox_status find_nothing(values on) {
    vox_node *found;
    return vox_pointer_get(on.tree, on.root, LITERAL("/none"), &found, NULL);
}

static vox_status insert_past_end(values on) {
    return vox_array_insert(on.tree, on.c, 1, vox_value_null(), NULL);
}

static vox_status follow_malformed(values on) {
    vox_node *found;
    return vox_pointer_get(on.tree, on.root, LITERAL("a"), &found, NULL);
}

static vox_status put_below_itself(values on) {
    CHECK_OK(vox_node_remove(on.tree, on.a));
    return vox_object_set(on.tree, on.a, LITERAL("a"), vox_value_node(on.a), NULL);
}

static vox_status put_twice(values on) {
    return vox_array_append(on.tree, on.c, vox_value_node(on.a), NULL);
}

static vox_status set_infinity(values on) {
    return vox_node_set(on.tree, on.a, vox_value_double((double)INFINITY));
}

static vox_status edit_frozen(values on) {
    CHECK_OK(vox_tree_freeze(on.tree));
    return vox_node_set(on.tree, on.a, vox_value_null());
}

static vox_status check_shape(values on) {
    CHECK_OK(vox_object_set(on.tree, on.root, LITERAL("data"), vox_value_int64(1), NULL));
    return vox_document_check(
        on.tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STANDARD, NULL, NULL
    );
}

static vox_status apply(values on, const char *text) {
    vox_tree *patch = document_from_c(text);
    vox_status status = vox_patch_apply(on.tree, on.root, patch, vox_tree_root(patch), NULL, NULL);
    vox_tree_free(patch);
    return status;
}

static vox_status apply_nonsense(values on) {
    return apply(on, "[{\"op\":\"make\"}]");
}

static vox_status fail_test(values on) {
    return apply(on, "[{\"op\":\"test\",\"path\":\"/c\",\"value\":1}]");
}

static vox_status merge_to_null(values on) {
    vox_tree *after = document_from_c("{\"a\":null}"), *patch = NULL;
    vox_status status = vox_merge_patch_make(
        on.tree, on.root, after, vox_tree_root(after), NULL, &patch, NULL
    );
    vox_tree_free(after);
    return status;
}

static const struct {
    vox_status status;
    vox_status (*call)(values on);
} calls[] = {
    {VOX_ERROR_MEMORY, end_memory},        {VOX_ERROR_SINK, refuse_output},
    {VOX_ERROR_STOPPED, stop_parse},       {VOX_ERROR_ARGUMENT, remove_root},
    {VOX_ERROR_KIND, append_to_object},    {VOX_ERROR_RANGE, narrow},
    {VOX_ERROR_MISSING, find_nothing},     {VOX_ERROR_INDEX, insert_past_end},
    {VOX_ERROR_POINTER, follow_malformed}, {VOX_ERROR_CYCLE, put_below_itself},
    {VOX_ERROR_ATTACHED, put_twice},       {VOX_ERROR_NOT_FINITE, set_infinity},
    {VOX_ERROR_FROZEN, edit_frozen},       {VOX_ERROR_SHAPE, check_shape},
    {VOX_ERROR_OPERATION, apply_nonsense}, {VOX_ERROR_TEST, fail_test},
    {VOX_ERROR_NULL, merge_to_null},
};

static vox_status call_on_values(size_t row) {
    values on = {.tree = document_from_c("{\"a\":{\"b\":1.5},\"c\":[]}")};
    on.root = vox_tree_root(on.tree);
    on.a = document_at(on.tree, "/a");
    on.c = document_at(on.tree, "/c");
    vox_status status = calls[row].call(on);
    vox_tree_free(on.tree);
    return status;
}

static void every_status(void) {
    static const vox_status all[] = {
#define STATUS(name, number, message) VOX_##name,
        VOX_STATUS_MAP(STATUS)
#undef STATUS
    };
    bool produced[128] = {false};
    for (size_t row = 0; row < COUNT(texts); row++) {
        check_note("%s", texts[row].text);
        vox_status status = read_refused(&texts[row]);
        CHECK_STATUS(status, texts[row].status);
        produced[status] = true;
    }
    for (size_t row = 0; row < COUNT(calls); row++) {
        check_note("%s", vox_status_name(calls[row].status));
        vox_status status = call_on_values(row);
        CHECK_STATUS(status, calls[row].status);
        produced[status] = true;
    }
    for (size_t index = 0; index < COUNT(all); index++) {
        check_note("%s", vox_status_name(all[index]));
        CHECK(produced[all[index]]);
    }
}

/** Each code has a name and a message, and other numbers have neither. */
static void names(void) {
#define STATUS(name, number, message)                                                              \
    CHECK_TEXT(vox_string_from_c(vox_status_name(VOX_##name)), "VOX_" #name);                      \
    CHECK_TEXT(vox_string_from_c(vox_status_message(VOX_##name)), message);
    VOX_STATUS_MAP(STATUS)
#undef STATUS
    CHECK_TEXT(vox_string_from_c(vox_status_name((vox_status)99)), "VOX_UNKNOWN");
    CHECK(vox_status_message((vox_status)99)[0] != '\0');
}

const check_test statuses_tests[] = {
    CHECK_TEST(every_status),
    CHECK_TEST(names),
    CHECK_END,
};
