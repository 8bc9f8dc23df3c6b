/* SPDX-License-Identifier: MIT */
/** Misuse: a node of another tree, a missing tree, or an edit in a callback. Edits detect a
 *  foreign node in every build. A build with the macro VOX_ARMOR detects all of these. */
#include "document.h"
#include "tests.h"

#ifdef VOX_ARMOR
static const bool armored = true;
#else
static const bool armored = false;
#endif

/** A tree or NULL, a node that does not belong to it, and the tree of the node. */
typedef struct misuse {
    vox_tree *tree;
    vox_node *node;
    vox_tree *owner;
} misuse;

static int write_nothing(void *context, const char *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    return 0;
}

static int find_nothing(void *context, vox_difference difference) {
    (void)context, (void)difference;
    return 0;
}

static const vox_sink no_sink = {write_nothing, NULL};
static const vox_difference_sink no_difference = {find_nothing, NULL};

static vox_node *root_of(const misuse *with) {
    return with->tree ? vox_tree_root(with->tree) : NULL;
}

/* --- what is refused with a status -------------------------------------------- */

#define REFUSAL(name, call)                                                                        \
    static vox_status name(const misuse *with) {                                                   \
        vox_node *out = NULL;                                                                      \
        vox_tree *made = NULL;                                                                     \
        vox_value null = vox_value_null();                                                         \
        (void)out, (void)made, (void)null;                                                         \
        return call;                                                                               \
    }

REFUSAL(set, vox_node_set(with->tree, with->node, null))
REFUSAL(set_to_it, vox_node_set(with->tree, root_of(with), vox_value_node(with->node)))
REFUSAL(set_member, vox_object_set(with->tree, with->node, LITERAL("n"), null, &out))
REFUSAL(
    set_member_to_it,
    vox_object_set(with->tree, root_of(with), LITERAL("n"), vox_value_node(with->node), &out)
)
REFUSAL(
    replace_member_by_it,
    vox_object_set(with->tree, root_of(with), LITERAL("a"), vox_value_node(with->node), &out)
)
REFUSAL(
    insert_before_it,
    vox_object_insert(with->tree, root_of(with), with->node, LITERAL("n"), null, &out)
)
REFUSAL(insert_member, vox_object_insert(with->tree, with->node, NULL, LITERAL("n"), null, &out))
REFUSAL(append, vox_array_append(with->tree, with->node, null, &out))
REFUSAL(insert, vox_array_insert(with->tree, with->node, 0, null, &out))
REFUSAL(remove_it, vox_node_remove(with->tree, with->node))
REFUSAL(new_copy, vox_node_new(with->tree, vox_value_copy(with->tree, with->node), &out))
REFUSAL(point_and_set, vox_pointer_set(with->tree, with->node, LITERAL("/n"), null, &out, NULL))
REFUSAL(baseline, vox_baseline(with->tree, with->node, &made))
REFUSAL(mark, vox_baseline_mark(with->tree, with->node))
REFUSAL(set_baseline, vox_baseline_set(with->tree, with->node, with->owner, with->node))
REFUSAL(set_baseline_to_it, vox_baseline_set(with->tree, root_of(with), with->tree, with->node))
REFUSAL(revert, vox_baseline_revert(with->tree, with->node))
REFUSAL(write_it, vox_write(with->tree, with->node, VOX_STYLE_COMPACT, no_sink))
REFUSAL(diff_before, vox_diff(with->tree, with->node, with->owner, with->node, no_difference))
REFUSAL(diff_after, vox_diff(with->owner, with->node, with->tree, with->node, no_difference))

/* These functions check only with VOX_ARMOR. */
REFUSAL(copy, vox_tree_copy(with->tree, with->node, &made))
REFUSAL(materialize, vox_node_materialize(with->tree, with->node, true, NULL))
REFUSAL(point, vox_pointer_get(with->tree, with->node, LITERAL("/a"), &out, NULL))
REFUSAL(resolve, vox_resource_resolve(with->tree, with->node, &out))

static vox_status equal(const misuse *with) {
    bool same = true;
    vox_status status = vox_node_equal(with->tree, with->node, with->owner, with->node, &same);
    return same ? VOX_OK : status;
}

static vox_status equal_right(const misuse *with) {
    bool same = true;
    vox_status status = vox_node_equal(with->owner, with->node, with->tree, with->node, &same);
    return same ? VOX_OK : status;
}

static vox_status numbers(const misuse *with) {
    int64_t integer;
    uint64_t natural;
    double real;
    vox_status status = vox_node_int64(with->tree, with->node, &integer);
    if (vox_node_uint64(with->tree, with->node, &natural) != status ||
        vox_node_double(with->tree, with->node, &real) != status) {
        return VOX_OK;
    }
    return status;
}

/** Calls all functions that return no status. */
static vox_status neutral(const misuse *with) {
    vox_tree *tree = with->tree;
    vox_node *node = with->node;
    vox_string text;
    bool right = vox_node_text(tree, node).length == 0 && vox_node_source(tree, node).length == 0 &&
                 vox_node_name(tree, node).length == 0 && !vox_node_attached(tree, node) &&
                 !vox_node_parent(tree, node) && !vox_node_next(tree, node) &&
                 !vox_node_previous(tree, node) && !vox_node_first(tree, node) &&
                 !vox_node_last(tree, node) && vox_node_index(tree, node) == 0 &&
                 vox_node_count(tree, node) == 0 && !vox_object_get(tree, node, LITERAL("a")) &&
                 !vox_array_get(tree, node, 0) && vox_pointer_write(tree, node, NULL, 0) == 0 &&
                 !vox_resource_peek(tree, node, &text, &text, &text) &&
                 !vox_resource_attribute(tree, node, LITERAL("a")) &&
                 !vox_resource_linkage(tree, node, LITERAL("a")) &&
                 !vox_resource_has_type(tree, node, LITERAL("a")) &&
                 !vox_resource_fault(tree, node);
    return right ? VOX_ERROR_ARGUMENT : VOX_OK;
}

static const struct {
    const char *name;
    vox_status (*call)(const misuse *);
    bool always;
} calls[] = {
#define ALWAYS(name)                                                                               \
    { #name, name, true }
#define ARMORED(name)                                                                              \
    { #name, name, false }
    ALWAYS(set),
    ALWAYS(set_to_it),
    ALWAYS(set_member),
    ALWAYS(set_member_to_it),
    ALWAYS(replace_member_by_it),
    ALWAYS(insert_before_it),
    ALWAYS(insert_member),
    ALWAYS(append),
    ALWAYS(insert),
    ALWAYS(remove_it),
    ALWAYS(new_copy),
    ALWAYS(point_and_set),
    ALWAYS(baseline),
    ALWAYS(mark),
    ALWAYS(set_baseline),
    ALWAYS(set_baseline_to_it),
    ALWAYS(revert),
    ALWAYS(write_it),
    ALWAYS(diff_before),
    ALWAYS(diff_after),
    ALWAYS(copy),
    ARMORED(materialize),
    ARMORED(point),
    ARMORED(resolve),
    ARMORED(equal),
    ARMORED(equal_right),
    ARMORED(numbers),
    ARMORED(neutral),
};

static const char text[] = "{ \"a\": [1, {\"b\": \"x\"}], \"c\": 2 }";
static const char *const places[] = {"", "/a", "/a/0", "/a/1", "/a/1/b", "/c", "/new"};

/** Every kind of node of another tree: read, created by editing, detached, and at the same
 *  position in its tree. */
static void nodes_of_another_tree(void) {
    vox_tree *tree = document_from_c(text), *other = document_from_c(text);
    vox_node *loose = NULL;
    vox_value large = vox_value_json(LITERAL("[1,2,3,[4,5,6],{\"x\":[7,8,9]},[],[],[],[]]"));
    CHECK_OK(vox_object_set(other, vox_tree_root(other), LITERAL("new"), large, NULL));
    CHECK_OK(vox_node_new(other, vox_value_object(), &loose));
    for (size_t place = 0; place <= COUNT(places); place++) {
        misuse with = {
            tree, place < COUNT(places) ? document_at(other, places[place]) : loose, other};
        CHECK(with.node != NULL);
        for (size_t call = 0; call < COUNT(calls); call++) {
            if (calls[call].always || armored) {
                check_note("%s, node %zu", calls[call].name, place);
                CHECK_STATUS(calls[call].call(&with), VOX_ERROR_ARGUMENT);
                CHECK(!vox_node_changed(vox_tree_root(tree)));
                CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
            }
        }
    }
    check_note(NULL);
    vox_tree_free(tree);
    CHECK(document_survives(other, VOX_STYLE_COMPACT));
    vox_tree_free(other);
}

static void no_tree(void) {
    if (!armored) {
        check_skip("the core was not built with VOX_ARMOR");
        return;
    }
    vox_tree *other = document_from_c(text), *made = NULL;
    vox_node *found = NULL;
    vox_error error = {0};
    misuse with = {NULL, vox_tree_root(other), other};
    for (size_t call = 0; call < COUNT(calls); call++) {
        check_note("%s", calls[call].name);
        CHECK_STATUS(calls[call].call(&with), VOX_ERROR_ARGUMENT);
    }
    check_note(NULL);
    vox_string a = LITERAL("a");
    CHECK_STATUS(vox_resource_find(NULL, a, a, &found), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_resource_find_local(NULL, a, a, &found), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_tree_compact(NULL, &made), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_tree_freeze(NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_tree_materialize(NULL, &error), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(error.status, VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_tree_failure(NULL, &error), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(
        vox_document_check(NULL, VOX_PRIMARY_ANY, a, VOX_READING_STRICT, NULL, &error),
        VOX_ERROR_ARGUMENT
    );
    CHECK_STATUS(vox_validate(NULL, NULL, (vox_finding_sink){0}), VOX_ERROR_ARGUMENT);
    CHECK(!vox_tree_root(NULL) && !vox_tree_frozen(NULL));
    CHECK_SIZE(vox_tree_source(NULL).length, 0);
    CHECK_SIZE(vox_tree_memory(NULL).reserved, 0);
    vox_tree_free(other);
}

/* --- edits in callbacks -------------------------------------------------------- */

static void edit_all(vox_tree *tree) {
    vox_node *root = vox_tree_root(tree), *list = document_at(tree, "/a"), *out = NULL;
    vox_value null = vox_value_null();
    vox_string name = LITERAL("n");
    CHECK_STATUS(vox_node_set(tree, list, null), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_node_new(tree, null, &out), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_object_set(tree, root, name, null, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_object_insert(tree, root, NULL, name, null, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_array_append(tree, list, null, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_array_insert(tree, list, 0, null, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_node_remove(tree, list), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_pointer_set(tree, root, LITERAL("/n"), null, NULL, NULL), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_baseline_mark(tree, root), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_baseline_revert(tree, root), VOX_ERROR_ARGUMENT);
    CHECK_STATUS(vox_tree_freeze(tree), VOX_ERROR_ARGUMENT);
}

static int edit_in_write(void *context, const char *bytes, size_t length) {
    (void)bytes, (void)length;
    edit_all(context);
    return 1; /* this also stops the write */
}

static int edit_in_diff(void *context, vox_difference difference) {
    (void)difference;
    edit_all(context);
    return 0;
}

static int edit_in_validation(void *context, const vox_finding *finding) {
    (void)finding;
    edit_all(context);
    return 0;
}

static void edits_in_callbacks(void) {
    if (!armored) {
        check_skip("the core was not built with VOX_ARMOR");
        return;
    }
    vox_tree *tree = document_from_c(text), *other = document_from_c("{}");
    vox_node *root = vox_tree_root(tree), *empty = vox_tree_root(other);
    CHECK_STATUS(
        vox_write(tree, root, VOX_STYLE_PRETTY, (vox_sink){edit_in_write, tree}), VOX_ERROR_SINK
    );
    vox_difference_sink sink = {edit_in_diff, tree};
    CHECK_OK(vox_diff(other, empty, tree, root, sink));
    CHECK_OK(vox_diff(tree, root, other, empty, sink));
    CHECK_OK(vox_validate(tree, NULL, (vox_finding_sink){edit_in_validation, tree}));
    CHECK(!vox_node_changed(root));
    /* After the callbacks, edits work again. */
    CHECK_OK(vox_object_set(tree, root, LITERAL("n"), vox_value_null(), NULL));
    CHECK_OK(vox_tree_freeze(tree));
    vox_tree_free(tree);
    vox_tree_free(other);
}

static int mark_in_write(void *context, const char *bytes, size_t length) {
    vox_tree *tree = context;
    (void)bytes, (void)length;
    CHECK_STATUS(vox_baseline_mark(tree, vox_tree_root(tree)), VOX_ERROR_ARGUMENT);
    return 0;
}

/** A tree cannot be edited while its baseline is written, because a mark would free the
 *  baseline. */
static void edits_while_a_baseline_is_walked(void) {
    if (!armored) {
        check_skip("the core was not built with VOX_ARMOR");
        return;
    }
    vox_tree *tree = document_from_c(text), *baseline;
    CHECK_OK(vox_baseline(tree, vox_tree_root(tree), &baseline));
    vox_sink sink = {mark_in_write, tree};
    CHECK_OK(vox_write(baseline, vox_tree_root(baseline), VOX_STYLE_COMPACT, sink));
    CHECK_OK(vox_baseline_mark(tree, vox_tree_root(tree)));
    vox_tree_free(tree);
}

/** Functions that return nothing, without a tree. */
static void no_tree_and_no_answer(void) {
    vox_finding finding = {.rule = 1, .message = "x"};
    vox_place place = {0};
    vox_error error = {0};
    vox_tree_forget_failure(NULL);
    vox_finding_locate(NULL, &finding, &place);
    CHECK_SIZE(place.line, 0);
    vox_finding_error(NULL, &finding, &error);
    CHECK_STATUS(error.status, VOX_ERROR_ARGUMENT);
}

const check_test armor_tests[] = {
    CHECK_LINES(nodes_of_another_tree, "T72"), CHECK_LINES(no_tree, "T72"),
    CHECK_LINES(edits_in_callbacks, "T72"),    CHECK_LINES(edits_while_a_baseline_is_walked, "T72"),
    CHECK_LINES(no_tree_and_no_answer, "T72"), CHECK_END,
};
