/* SPDX-License-Identifier: MIT */
/** A JSON value as plain as can be, for targets/edit.c to compare an edited tree with.
 *  Every value owns its text, its name and its children. */
#ifndef VALUE_H
#define VALUE_H

#include "check.h"

typedef struct value value;
struct value {
    vox_kind kind;
    vox_string text; /* of a string, unescaped, or of a number */
    vox_string name; /* of a member */
    value *parent;
    value **children;
    size_t count;
};

value *value_new(vox_kind kind, vox_string text);

/** The value of a node, name aside. */
value *value_read(vox_tree *tree, const vox_node *node);
value *value_copy(const value *self);
void value_free(value *self);

void value_rename(value *self, vox_string name);
void value_insert(value *self, size_t index, value *child);

/** Takes a child out; it is the caller's then. */
value *value_take(value *self, size_t index);

/** How many values these are, itself included. */
size_t value_size(const value *self);

/** The position among the children of its parent. */
size_t value_index(const value *self);

/** The position of a member; the count when there is none. */
size_t value_find(const value *self, vox_string name);

/** Becomes what `other` is, and frees it. Place and name stay. */
void value_become(value *self, value *other);

/** True when `self` is `other` or stands below it. */
bool value_within(const value *self, const value *other);

/** Checks that the node is this value, in all that can be asked of it. */
void value_check(const value *self, vox_tree *tree, const vox_node *node);

#endif
