/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <stdlib.h>

static void *allocated(void *memory) {
    if (!memory) {
        abort();
    }
    return memory;
}

static vox_string string_copy(vox_string text) {
    char *bytes = allocated(malloc(text.length + 1));
    if (text.length) {
        memcpy(bytes, text.bytes, text.length);
    }
    return (vox_string){bytes, text.length};
}

static void string_free(vox_string text) {
    free((void *)(uintptr_t)text.bytes);
}

value *value_new(vox_kind kind, vox_string text) {
    value *self = allocated(calloc(1, sizeof *self));
    self->kind = kind;
    self->text = string_copy(text);
    return self;
}

value *value_read(vox_tree *tree, const vox_node *node) {
    value *self = value_new(vox_node_kind(node), vox_node_text(tree, node));
    for (const vox_node *child = vox_node_first(tree, node); child;
         child = vox_node_next(tree, child)) {
        value_insert(self, self->count, value_read(tree, child));
        value_rename(self->children[self->count - 1], vox_node_name(tree, child));
    }
    return self;
}

value *value_copy(const value *self) {
    value *copy = value_new(self->kind, self->text);
    value_rename(copy, self->name);
    for (size_t index = 0; index < self->count; index++) {
        value_insert(copy, index, value_copy(self->children[index]));
    }
    return copy;
}

/** Frees all but the name. */
static void clear(value *self) {
    for (size_t index = 0; index < self->count; index++) {
        value_free(self->children[index]);
    }
    free(self->children);
    string_free(self->text);
}

void value_free(value *self) {
    if (self) {
        clear(self);
        string_free(self->name);
        free(self);
    }
}

void value_rename(value *self, vox_string name) {
    vox_string copy = string_copy(name);
    string_free(self->name);
    self->name = copy;
}

void value_insert(value *self, size_t index, value *child) {
    self->children = allocated(realloc(self->children, (self->count + 1) * sizeof child));
    memmove(
        self->children + index + 1, self->children + index, (self->count - index) * sizeof child
    );
    self->children[index] = child;
    self->count++;
    child->parent = self;
}

value *value_take(value *self, size_t index) {
    value *child = self->children[index];
    self->count--;
    memmove(
        self->children + index, self->children + index + 1, (self->count - index) * sizeof child
    );
    child->parent = NULL;
    return child;
}

size_t value_size(const value *self) {
    size_t size = 1;
    for (size_t index = 0; index < self->count; index++) {
        size += value_size(self->children[index]);
    }
    return size;
}

size_t value_index(const value *self) {
    size_t index = 0;
    while (self->parent->children[index] != self) {
        index++;
    }
    return index;
}

size_t value_find(const value *self, vox_string name) {
    size_t index = 0;
    while (index < self->count && !vox_string_equal(self->children[index]->name, name)) {
        index++;
    }
    return index;
}

void value_become(value *self, value *other) {
    clear(self);
    self->kind = other->kind;
    self->text = other->text;
    self->children = other->children;
    self->count = other->count;
    for (size_t index = 0; index < self->count; index++) {
        self->children[index]->parent = self;
    }
    string_free(other->name);
    free(other);
}

bool value_within(const value *self, const value *other) {
    while (self && self != other) {
        self = self->parent;
    }
    return self != NULL;
}

static void check_children(const value *self, vox_tree *tree, const vox_node *node) {
    const vox_node *child = vox_node_first(tree, node), *last = NULL;
    for (size_t index = 0; index < self->count && CHECK(child != NULL); index++) {
        vox_string name = self->children[index]->name;
        CHECK_STRING(vox_node_name(tree, child), name);
        CHECK(vox_node_parent(tree, child) == node);
        CHECK(vox_node_previous(tree, child) == last);
        CHECK_SIZE(vox_node_index(tree, child), index);
        if (self->kind == VOX_OBJECT) {
            CHECK(vox_object_get(tree, node, name) == child);
        } else {
            CHECK(vox_array_get(tree, node, index) == child);
        }
        value_check(self->children[index], tree, child);
        last = child;
        child = vox_node_next(tree, child);
    }
    CHECK(child == NULL);
    CHECK(vox_node_last(tree, node) == last);
}

void value_check(const value *self, vox_tree *tree, const vox_node *node) {
    if (CHECK_SIZE(vox_node_kind(node), self->kind)) {
        CHECK_STRING(vox_node_text(tree, node), self->text);
        CHECK_SIZE(vox_node_count(tree, node), self->count);
        check_children(self, tree, node);
    }
}
