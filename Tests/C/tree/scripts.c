/* SPDX-License-Identifier: MIT */
/** Random editing scripts. A tree and a simple model get the same thousands of edits, and must
 *  stay the same document in every style. */
#include "document.h"
#include "model.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

#define SHELF 8 /* the number of detached nodes that are kept for later */

typedef struct script {
    uint64_t seed;
    vox_tree *tree;
    model *root;
    struct {
        vox_node *node;
        model *value;
    } shelf[SHELF];
} script;

/** Returns the node of a value of the model. */
static vox_node *node_of(script *self, const model *value) {
    if (!value->parent) {
        return vox_tree_root(self->tree);
    }
    vox_node *parent = node_of(self, value->parent);
    if (value->parent->kind == VOX_OBJECT) {
        return vox_object_get(self->tree, parent, vox_string_from_c(value->name));
    }
    size_t index = 0;
    while (value->parent->children[index] != value) {
        index++;
    }
    return vox_array_get(self->tree, parent, index);
}

/** Makes a value for the tree and for the model: a scalar, a JSON text, a copy of a value in the
 *  tree, or a detached node of the shelf. `json` owns the JSON text. */
static vox_value make_value(script *self, model **made, model_text *json) {
    size_t kind = random_below(&self->seed, 10);
    size_t slot = random_below(&self->seed, SHELF);
    if (kind == 0 && self->shelf[slot].node) {
        *made = self->shelf[slot].value;
        self->shelf[slot].value = NULL;
        vox_node *node = self->shelf[slot].node;
        self->shelf[slot].node = NULL;
        return vox_value_node(node);
    }
    if (kind == 1) {
        model *source = model_pick(self->root, &self->seed);
        if (source != self->root) {
            *made = model_copy(source);
            return vox_value_copy(self->tree, node_of(self, source));
        }
    }
    *made = model_random(&self->seed, kind < 5 ? 2 : 0);
    switch ((*made)->count ? VOX_ABSENT : (*made)->kind) {
    case VOX_NULL:
        return vox_value_null();
    case VOX_TRUE:
    case VOX_FALSE:
        return vox_value_boolean((*made)->kind == VOX_TRUE);
    case VOX_NUMBER:
        return vox_value_int64(strtoll((*made)->text, NULL, 10));
    case VOX_STRING:
        return vox_value_string(vox_string_from_c((*made)->text));
    case VOX_ARRAY:
        return vox_value_array();
    case VOX_OBJECT:
        return vox_value_object();
    default:
        model_write(*made, random_below(&self->seed, 2) ? &self->seed : NULL, json);
        return vox_value_json((vox_string){json->bytes, json->length});
    }
}

/** Puts a removed node on the shelf, and replaces an older one. */
static void shelve(script *self, vox_node *node, model *value) {
    size_t slot = random_below(&self->seed, SHELF);
    model_free(self->shelf[slot].value);
    self->shelf[slot].node = node;
    self->shelf[slot].value = value;
}

static void put_element(script *self, model *target, vox_value value, model *made) {
    vox_node *node = node_of(self, target), *out = NULL;
    size_t index = random_below(&self->seed, target->count + 1);
    if (index == target->count && random_below(&self->seed, 2)) {
        CHECK_OK(vox_array_append(self->tree, node, value, &out));
    } else {
        CHECK_OK(vox_array_insert(self->tree, node, index, value, &out));
    }
    CHECK(out == vox_array_get(self->tree, node, index));
    made->name[0] = '\0';
    model_insert(target, index, made);
}

static void put_member(script *self, model *target, vox_value value, model *made) {
    vox_node *node = node_of(self, target), *out = NULL;
    char text[sizeof made->name];
    snprintf(text, sizeof text, "k%zu", random_below(&self->seed, 40));
    memcpy(made->name, text, sizeof text);
    vox_string name = vox_string_from_c(text);
    size_t found = model_find(target, text);
    if (found < target->count) {
        vox_node *former = vox_object_get(self->tree, node, name);
        CHECK_OK(vox_object_set(self->tree, node, name, value, &out));
        if (value.form == VOX_VALUE_NODE) {
            CHECK(out != former);
            shelve(self, former, model_take(target, found));
            model_insert(target, found, made);
        } else {
            CHECK(out == former);
            model_become(target->children[found], made);
        }
    } else if (random_below(&self->seed, 2) || target->count == 0) {
        CHECK_OK(vox_object_set(self->tree, node, name, value, &out));
        model_insert(target, target->count, made);
    } else {
        size_t index = random_below(&self->seed, target->count);
        vox_node *before = node_of(self, target->children[index]);
        CHECK_OK(vox_object_insert(self->tree, node, before, name, value, &out));
        model_insert(target, index, made);
    }
    CHECK(out == vox_object_get(self->tree, node, name));
}

static void remove_value(script *self, model *target) {
    vox_node *node = node_of(self, target);
    model *parent = target->parent;
    size_t index = 0;
    while (parent->children[index] != target) {
        index++;
    }
    CHECK_SIZE(vox_node_index(self->tree, node), index);
    CHECK_OK(vox_node_remove(self->tree, node));
    shelve(self, node, model_take(parent, index));
}

static void step(script *self) {
    model *target = model_pick(self->root, &self->seed), *made = NULL;
    if (target->parent && random_below(&self->seed, 3) == 0) {
        remove_value(self, target);
        return;
    }
    model_text json = {0};
    vox_value value = make_value(self, &made, &json);
    if (target->kind == VOX_ARRAY) {
        put_element(self, target, value, made);
    } else if (target->kind == VOX_OBJECT) {
        put_member(self, target, value, made);
    } else if (value.form == VOX_VALUE_NODE) {
        shelve(self, value.as.node, made); /* this test does not set a node in place, so it goes
                                            * back to the shelf */
    } else {
        CHECK_OK(vox_node_set(self->tree, node_of(self, target), value));
        model_become(target, made);
    }
    free(json.bytes);
}

static void compare_all(script *self) {
    vox_node *root = vox_tree_root(self->tree);
    model_text expected = {0};
    model_write(self->root, NULL, &expected);
    vox_string text = {expected.bytes, expected.length};
    CHECK_WRITES_STRING(self->tree, root, VOX_STYLE_COMPACT, text);
    CHECK(document_equals_text(self->tree, root, text));
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        CHECK(document_survives(self->tree, (vox_style)style));
    }
    for (size_t slot = 0; slot < SHELF; slot++) {
        if (self->shelf[slot].node) {
            expected.length = 0;
            model_write(self->shelf[slot].value, NULL, &expected);
            CHECK(!vox_node_attached(self->tree, self->shelf[slot].node));
            CHECK_WRITES(self->tree, self->shelf[slot].node, VOX_STYLE_COMPACT, expected.bytes);
        }
    }
    /* The preserving text is read again and must have the same compact text. */
    vox_buffer buffer = document_write(self->tree, root, VOX_STYLE_PRESERVE);
    vox_tree *again = document_parse(buffer_text(&buffer));
    if (again) {
        expected.length = 0;
        model_write(self->root, NULL, &expected);
        CHECK_WRITES(again, vox_tree_root(again), VOX_STYLE_COMPACT, expected.bytes);
    }
    vox_tree_free(again);
    vox_buffer_free(&buffer);
    free(expected.bytes);
}

/** Compacts the tree, so that the script continues with a tree that was just read. */
static void renew(script *self) {
    vox_tree *compacted = NULL;
    if (CHECK_OK(vox_tree_compact(self->tree, &compacted))) {
        vox_tree_free(self->tree);
        self->tree = compacted;
        for (size_t slot = 0; slot < SHELF; slot++) {
            model_free(self->shelf[slot].value);
            self->shelf[slot].value = NULL;
            self->shelf[slot].node = NULL;
        }
    }
}

static void run_script(uint64_t seed, size_t steps) {
    script self = {0};
    self.seed = seed;
    self.root = model_new(VOX_OBJECT, "");
    model_text text = {0};
    for (size_t index = 0; index < 6; index++) {
        model *child = model_random(&self.seed, 4);
        snprintf(child->name, sizeof child->name, "k%zu", index);
        model_insert(self.root, index, child);
    }
    model_write(self.root, &self.seed, &text);
    self.tree = document_parse((vox_string){text.bytes, text.length});
    for (size_t index = 0; index < steps && self.tree; index++) {
        check_note("seed %llu, step %zu", (unsigned long long)seed, index);
        step(&self);
        if (index % 16 == 0 || steps - index < 16) {
            compare_all(&self);
        }
        if (random_below(&self.seed, 500) == 0) {
            renew(&self);
        }
    }
    for (size_t slot = 0; slot < SHELF; slot++) {
        model_free(self.shelf[slot].value);
    }
    model_free(self.root);
    vox_tree_free(self.tree);
    free(text.bytes);
}

static void long_scripts(void) {
    for (uint64_t seed = 1; seed <= (check_quick() ? 2 : 6); seed++) {
        run_script(seed, check_quick() ? 300 : 3000);
    }
}

static void many_short_scripts(void) {
    for (uint64_t seed = 1000; seed < (check_quick() ? 1040 : 1800); seed++) {
        run_script(seed, 12);
    }
}

const check_test scripts_tests[] = {
    CHECK_TEST(long_scripts),
    CHECK_TEST(many_short_scripts),
    CHECK_END,
};
