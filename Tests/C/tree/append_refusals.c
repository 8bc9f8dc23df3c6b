/* SPDX-License-Identifier: MIT */
/** Compares the fast path of appending (tree/append.c) with the general path (tree/edit.c). Each
 *  call gives the same status and the same document. After a look-up of a resource, a tree
 *  always uses the general path. */
#include "document.h"
#include "random.h"
#include "tests.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define CALLS 40

/** One of the two trees, and the containers from which the calls choose. */
typedef struct side {
    vox_tree *tree;
    vox_node *containers[CALLS + 3];
    vox_tree *other; /* a tree whose nodes are foreign */
} side;

/** Makes a document with two new containers. It has so many resources that look-ups build a
 *  table. */
static side begin(bool whole) {
    side self = {.other = document_from_c("{\"a\":[1]}")};
    self.tree = document_from_c("{\"data\":[{},{},{},{},{},{},{},{},{},{}]}");
    vox_node *found, *root = vox_tree_root(self.tree);
    const vox_string text = vox_string_from_c("x");
    CHECK_OK(vox_object_set(self.tree, root, text, vox_value_object(), &self.containers[0]));
    CHECK_OK(vox_object_set(
        self.tree, root, vox_string_from_c("y"), vox_value_array(), &self.containers[1]
    ));
    if (whole) { /* from now on, edits update the table */
        CHECK_STATUS(vox_resource_find(self.tree, text, text, &found), VOX_ERROR_MISSING);
    }
    return self;
}

static void end(side *self) {
    vox_tree_free(self->tree);
    vox_tree_free(self->other);
}

static vox_value random_value(const side *self, uint64_t *seed) {
    static const char *const numbers[] = {"1", "-0.5e3", "01", "", "1e", "+1", "NaN"};
    static const char *const strings[] = {"", "a", "\xC3\xA9", "\xFF", "\xED\xA0\x80", "a\"b\\\n"};
    static const char *const texts[] = {"{\"k\":[1,2]}", "[]", "{", "", "1 2", "\"s\""};
    static const double reals[] = {1.5, -0.0, INFINITY, -INFINITY, NAN};
    vox_node *root = vox_tree_root(self->other);
    switch (random_below(seed, 12)) {
    case 0:
        return vox_value_int64(INT64_MIN);
    case 1:
        return vox_value_uint64(UINT64_MAX);
    case 2:
        return vox_value_double(reals[random_below(seed, COUNT(reals))]);
    case 3:
        return vox_value_number(vox_string_from_c(numbers[random_below(seed, COUNT(numbers))]));
    case 4:
        return vox_value_string(vox_string_from_c(strings[random_below(seed, COUNT(strings))]));
    case 5:
        return vox_value_json(vox_string_from_c(texts[random_below(seed, COUNT(texts))]));
    case 6:
        return vox_value_copy(self->other, random_below(seed, 2) ? root : NULL);
    case 7: /* a foreign node, the root, or NULL */
        return vox_value_node((vox_node *[]){root, self->containers[0], NULL}[random_below(seed, 3)]
        );
    case 8:
        return vox_value_boolean(random_below(seed, 2));
    case 9:
        return vox_value_null();
    case 10:
        return vox_value_object();
    default:
        return vox_value_array();
    }
}

/** Makes one random call. `made` receives the new node, or NULL. */
static vox_status one_call(side *self, vox_node *container, uint64_t seed, vox_node **made) {
    static const char *const names[] = {
        "a", "b", "", "\xC3\xA9", "\xFF", "a longer name of 24 bytes", "type", "id"};
    const vox_string name = vox_string_from_c(names[random_below(&seed, COUNT(names))]);
    const bool sets = random_below(&seed, 2);
    const vox_value value = random_value(self, &seed);
    *made = NULL;
    return sets ? vox_object_set(self->tree, container, name, value, made)
                : vox_array_append(self->tree, container, value, made);
}

static void check_documents(side *fast, side *whole) {
    vox_buffer one = document_write(fast->tree, vox_tree_root(fast->tree), VOX_STYLE_COMPACT);
    vox_buffer other = document_write(whole->tree, vox_tree_root(whole->tree), VOX_STYLE_COMPACT);
    CHECK_STRING(buffer_text(&one), buffer_text(&other));
    vox_buffer_free(&one);
    vox_buffer_free(&other);
}

static void every_value_everywhere(void) {
    const uint64_t rounds = check_quick() ? 2000 : 50000;
    for (uint64_t round = 0; round < rounds; round++) {
        side fast = begin(false), whole = begin(true);
        uint64_t seed = round;
        size_t count = 2;
        check_note("seed %" PRIu64, round);
        for (size_t call = 0; call < CALLS; call++) {
            const size_t chosen = random_below(&seed, count + 1);
            vox_node *one, *other;
            const uint64_t choices = random_next(&seed);
            /* The container after the last one is NULL. */
            const vox_status status = one_call(&fast, fast.containers[chosen], choices, &one);
            CHECK_STATUS(one_call(&whole, whole.containers[chosen], choices, &other), status);
            CHECK(!one == !other && (status == VOX_OK) == (one != NULL));
            if (one && vox_node_kind(one) != VOX_NULL) {
                fast.containers[count] = one;
                whole.containers[count++] = other;
            }
        }
        check_documents(&fast, &whole);
        end(&fast);
        end(&whole);
    }
    check_note(NULL);
}

const check_test append_refusals_tests[] = {
    CHECK_TEST(every_value_everywhere),
    CHECK_END,
};
