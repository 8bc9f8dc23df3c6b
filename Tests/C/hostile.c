/* SPDX-License-Identifier: MIT */
/** Documents that are made to be slow. The work grows in proportion to the text, and not to the
 *  square of its length.
 *
 *  The work is counted in steps of the core (steps.h). A call of the C library counts as no
 *  step, so the texts have line feeds wherever a search for line feeds could hide quadratic
 *  work. */
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/** Checks that a size that is four times as large takes about four times the steps. */
static void check_linear(const char *what, uint64_t (*run)(size_t), size_t size) {
    uint64_t small = run(size), large = run(4 * size);
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note(
        "%s: %llu steps for %zu, %llu for %zu", what, (unsigned long long)small, size,
        (unsigned long long)large, 4 * size
    );
    CHECK(small > size);
    CHECK(large < 6 * small);
    check_note(NULL);
}

static size_t fewer(size_t size) {
    return check_quick() ? size / 8 : size;
}

/** Makes a text: `head`, `count` pieces with commas and line feeds between them, and `tail`. */
static vox_string repeated(const char *head, const char *piece, size_t count, const char *tail) {
    size_t most = strlen(head) + strlen(tail) + count * (strlen(piece) + 24) + 1, length = 0;
    char *text = malloc(most);
    if (!text) {
        abort();
    }
    length += (size_t)snprintf(text, most, "%s", head);
    for (size_t index = 0; index < count; index++) {
        length += (size_t)snprintf(text + length, most - length, "%s", index ? ",\n" : "");
        length += (size_t)snprintf(text + length, most - length, piece, index);
    }
    length += (size_t)snprintf(text + length, most - length, "%s", tail);
    return (vox_string){text, length};
}

/** Parses a text and frees it. */
static vox_tree *take(vox_string text, vox_mode mode) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = mode;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    free((void *)(uintptr_t)text.bytes);
    return tree;
}

/* --- broken elements ------------------------------------------------------------ */

static const char broken_piece[] = "{\"attributes\":{},\"id\":\"1\",\"x\":tru}";

static vox_tree *open_broken(size_t size) {
    return take(repeated("{\"data\":[", broken_piece, size, "]}"), VOX_MODE_LAZY);
}

/** The tree keeps one error, the error of the first element. */
static void check_first_noted(vox_tree *tree) {
    vox_error error = {.status = VOX_OK};
    CHECK_STATUS(vox_tree_failure(tree, &error), VOX_ERROR_LITERAL);
    CHECK_TEXT(vox_string_from_c(error.pointer), "/data/0/x");
    CHECK_SIZE(error.offset, sizeof "{\"data\":[{\"attributes\":{},\"id\":\"1\",\"x\":tru" - 1);
}

static uint64_t find_among_broken(size_t size) {
    vox_tree *tree = open_broken(size);
    vox_node *found;
    uint64_t start = steps_counted();
    for (int round = 0; round < 3; round++) { /* the first round walks, the others use tables */
        vox_status status = vox_resource_find(tree, LITERAL("b"), LITERAL("9"), &found);
        CHECK_STATUS(status, VOX_ERROR_MISSING);
    }
    uint64_t steps = steps_counted() - start;
    check_first_noted(tree);
    vox_tree_free(tree);
    return steps;
}

static uint64_t touch_broken(size_t size) {
    vox_tree *tree = open_broken(size);
    const vox_node *list = document_at(tree, "/data");
    uint64_t start = steps_counted();
    size_t found = 0;
    for (const vox_node *node = vox_node_first(tree, list); node;
         node = vox_node_next(tree, node)) {
        found += vox_object_get(tree, node, LITERAL("id")) != NULL;
    }
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(found, 0);
    check_first_noted(tree);
    vox_tree_free(tree);
    return steps;
}

/** Requests the error of each element, forwards or backwards. */
static uint64_t explain_broken(size_t size, bool backwards, bool forgetting) {
    vox_tree *tree = open_broken(size);
    const vox_node *list = document_at(tree, "/data");
    uint64_t start = steps_counted();
    size_t wrong = 0;
    for (size_t step = 0; step < size; step++) {
        size_t index = backwards ? size - 1 - step : step;
        const vox_node *node = vox_array_get(tree, list, index);
        vox_error error = {.status = VOX_OK};
        if (forgetting) {
            vox_tree_forget_failure(tree);
            (void)vox_node_first(tree, node);
            (void)vox_tree_failure(tree, &error);
        } else {
            (void)vox_node_materialize(tree, node, true, &error);
        }
        wrong += error.status != VOX_ERROR_LITERAL || error.line != index + 1 ||
                 error.column != sizeof broken_piece - 1 + (index ? 0 : 9);
    }
    CHECK_SIZE(wrong, 0);
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static uint64_t explain_forwards(size_t size) {
    return explain_broken(size, false, false);
}

static uint64_t explain_backwards(size_t size) {
    return explain_broken(size, true, false);
}

static uint64_t explain_forgotten(size_t size) {
    return explain_broken(size, false, true);
}

static void broken_elements(void) {
    check_linear("find", find_among_broken, fewer(2000));
    check_linear("touch", touch_broken, fewer(2000));
    check_linear("explain", explain_forwards, fewer(2000));
    check_linear("explain from behind", explain_backwards, fewer(2000));
    check_linear("note and forget", explain_forgotten, fewer(2000));
}

/* --- heads ---------------------------------------------------------------------- */

/** Repeatedly looks up a resource whose identity follows much text. */
static uint64_t find_behind(size_t size, const char *tail) {
    char *text = malloc(size * 8 + 200);
    if (!text) {
        abort();
    }
    int head = sprintf(text, "{\"data\":[{\"lid\":\"");
    memset(text + head, 'x', size * 8);
    int rest = sprintf(text + head + size * 8, "\",\"type\":\"a\",\"id\":\"1\",%s}]}", tail);
    vox_string whole = {text, (size_t)head + size * 8 + (size_t)rest};
    vox_tree *tree = take(whole, VOX_MODE_LAZY);
    const vox_node *resource = vox_node_first(tree, document_at(tree, "/data"));
    uint64_t start = steps_counted();
    vox_node *found = NULL;
    vox_string type, id, lid;
    for (size_t index = 0; index < size; index++) {
        vox_status status = vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found);
        CHECK(status == VOX_OK || status == VOX_ERROR_MISSING);
        (void)vox_resource_peek(tree, resource, &type, &id, &lid);
    }
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static uint64_t find_behind_text(size_t size) {
    return find_behind(size, "\"attributes\":{}");
}

static uint64_t find_behind_broken_text(size_t size) {
    return find_behind(size, "\"attributes\":{\"a\":tru}");
}

static void long_heads(void) {
    check_linear("long head", find_behind_text, fewer(2000));
    check_linear("long head, broken", find_behind_broken_text, fewer(2000));
}

/* --- findings ------------------------------------------------------------------- */

typedef struct place_count {
    vox_tree *tree;
    vox_place place;
    size_t found;
    bool as_errors;
} place_count;

static int place_finding(void *context, const vox_finding *finding) {
    place_count *count = context;
    size_t line, column;
    vox_error error;
    if (count->as_errors) {
        vox_finding_error(count->tree, finding, &error);
        count->place = (vox_place){error.offset, error.line, error.column};
    } else {
        vox_finding_locate(count->tree, finding, &count->place);
    }
    count->found++;
    if ((count->found & (count->found - 1)) == 0) { /* few calls, because each vox_locate begins
                                                     * at 0 */
        vox_locate(vox_tree_source(count->tree), finding->offset, &line, &column);
        CHECK_SIZE(count->place.line, line);
        CHECK_SIZE(count->place.column, column);
        CHECK_SIZE(count->place.offset, finding->offset);
    }
    return 0;
}

/** Locates the findings in the order in which they are reported, which is not always document
 *  order. */
static uint64_t place_findings(vox_tree *tree, bool as_errors) {
    static const vox_validation options = {.profile = VOX_PROFILE_RESPONSE};
    place_count count = {tree, {0, 0, 0}, 0, as_errors};
    uint64_t start = steps_counted();
    CHECK_OK(vox_validate(tree, &options, (vox_finding_sink){place_finding, &count}));
    CHECK(count.found > 100);
    return steps_counted() - start;
}

/** The members are validated in another order than document order. */
static vox_tree *with_faults(size_t size) {
    static const char piece[] = "{\"meta\":[],\n\"links\":1,\n\"relationships\":1,\n"
                                "\"attributes\":1,\n\"id\":%zu,\n\"type\":1}";
    return take(repeated("{\"data\":[", piece, size, "]}"), VOX_MODE_EAGER);
}

static uint64_t locate_findings(size_t size) {
    vox_tree *tree = with_faults(size);
    uint64_t steps = place_findings(tree, false);
    vox_tree_free(tree);
    return steps;
}

static uint64_t findings_as_errors(size_t size) {
    vox_tree *tree = with_faults(size);
    uint64_t steps = place_findings(tree, true);
    vox_tree_free(tree);
    return steps;
}

/** Many findings below one long name. */
static uint64_t findings_below_a_name(size_t size) {
    char *head = malloc(size * 8 + 200);
    if (!head) {
        abort();
    }
    int length = sprintf(head, "{\"data\":{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"");
    memset(head + length, 'x', size * 8);
    (void)strcpy(head + length + size * 8, "\":{");
    vox_tree *tree = take(repeated(head, "\"_%zu_\":1", size, "}}}}"), VOX_MODE_EAGER);
    free(head);
    uint64_t steps = place_findings(tree, true);
    vox_tree_free(tree);
    return steps;
}

static void many_findings(void) {
    check_linear("locate", locate_findings, fewer(1000));
    check_linear("as errors", findings_as_errors, fewer(1000));
    check_linear("long pointers", findings_below_a_name, fewer(1000));
}

/* --- repeated names ------------------------------------------------------------- */

static uint64_t first_past_shadowed(size_t size, bool frozen) {
    vox_tree *tree = take(repeated("{", "\"a\":%zu", size, ",\"b\":1,\"a\":2}"), VOX_MODE_EAGER);
    const vox_node *root = vox_tree_root(tree);
    CHECK_OK(frozen ? vox_tree_freeze(tree) : VOX_OK);
    uint64_t start = steps_counted();
    for (size_t call = 0; call < size; call++) {
        CHECK_TEXT(vox_node_name(tree, vox_node_first(tree, root)), "b");
    }
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static uint64_t first_in_edited(size_t size) {
    return first_past_shadowed(size, false);
}

static uint64_t first_in_frozen(size_t size) {
    return first_past_shadowed(size, true);
}

/** Repeatedly removes the first member, and sometimes inserts a new first member. */
static uint64_t remove_first(size_t size) {
    vox_string text = repeated("{", "\"a\":%zu", size, ",");
    vox_string more = repeated(text.bytes, "\"b%zu\":1", size, ",\"a\":2}");
    free((void *)(uintptr_t)text.bytes);
    vox_tree *tree = take(more, VOX_MODE_EAGER);
    vox_node *root = vox_tree_root(tree), *first = vox_node_first(tree, root);
    uint64_t start = steps_counted();
    for (size_t call = 0; call < size; call++) {
        char name[32];
        (void)snprintf(name, sizeof name, "c%zu", call);
        CHECK_OK(vox_node_remove(tree, first));
        first = vox_node_first(tree, root);
        if (call % 4 == 0) {
            CHECK_OK(vox_object_insert(
                tree, root, first, vox_string_from_c(name), vox_value_null(), &first
            ));
            CHECK(vox_node_first(tree, root) == first);
        }
    }
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(vox_node_count(tree, root), size / 4 + 1 + (size % 4 != 0));
    CHECK_TEXT(vox_node_name(tree, vox_node_last(tree, root)), "a");
    vox_tree_free(tree);
    return steps;
}

/** Every name occurs twice, and the members that count are removed from first to last. */
static uint64_t remove_repeated(size_t size) {
    vox_string half = repeated("{", "\"member%zu\":0", size, ",");
    vox_string text = repeated(half.bytes, "\"member%zu\":1", size, "}");
    free((void *)(uintptr_t)half.bytes);
    vox_tree *tree = take(text, VOX_MODE_EAGER);
    vox_node *root = vox_tree_root(tree);
    uint64_t start = steps_counted();
    for (size_t number = 0; number < size; number++) {
        vox_node *first = vox_node_first(tree, root);
        uint64_t value = 0;
        CHECK_OK(vox_node_uint64(tree, first, &value));
        CHECK(value == 1);
        CHECK_OK(vox_node_remove(tree, first));
    }
    uint64_t steps = steps_counted() - start;
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{}");
    vox_tree_free(tree);
    return steps;
}

/** Counts the members of a large object that was moved. */
static uint64_t count_moved(size_t size) {
    vox_tree *tree = take(
        repeated("{\"to\":1,\"from\":{", "\"a\":%zu", size, ",\"b\":1}}"), VOX_MODE_EAGER
    );
    vox_node *from = document_at(tree, "/from"), *to = document_at(tree, "/to");
    CHECK_OK(vox_node_remove(tree, from));
    CHECK_OK(vox_node_set(tree, to, vox_value_node(from)));
    uint64_t start = steps_counted();
    for (size_t call = 0; call < size; call++) {
        CHECK(vox_node_count(tree, to) == 2);
        CHECK(vox_node_first(tree, to) != NULL);
    }
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static void repeated_names(void) {
    check_linear("first past shadowed members", first_in_edited, fewer(4000));
    check_linear("first past shadowed members, frozen", first_in_frozen, fewer(4000));
    check_linear("remove the first", remove_first, fewer(4000));
    check_linear("remove repeated names", remove_repeated, fewer(4000));
    check_linear("count what was moved", count_moved, fewer(4000));
}

const check_test hostile_tests[] = {
    CHECK_TEST(repeated_names),
    CHECK_LINES(broken_elements, "T64"),
    CHECK_TEST(long_heads),
    CHECK_TEST(many_findings),
    CHECK_END,
};
