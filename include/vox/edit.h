/* SPDX-License-Identifier: MIT */
/** Editing a tree in place.
 *
 *  A call that fails changes nothing. Nodes that lose their place stay
 *  readable and can be put elsewhere in the same tree. Text passed in is
 *  copied and must be UTF-8 (VOX_ERROR_UTF8 if not).
 *
 *  A node of another tree is refused with VOX_ERROR_ARGUMENT. So are, when the core is
 *  built with the macro VOX_ARMOR, edits in a callback of vox_write, vox_diff and
 *  vox_validate; without it they may not be made.
 *
 *  NULL: tree, name never; node, object, array neutral; member, element allowed.
 *
 *  All functions here may fail with VOX_ERROR_MEMORY, with
 *  VOX_ERROR_MEMORY_LIMIT and with VOX_ERROR_NODE_LIMIT, and all refuse a
 *  frozen tree with VOX_ERROR_FROZEN, before they look at anything else. */
#ifndef VOX_EDIT_H
#define VOX_EDIT_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** What a value is. */
typedef enum vox_value_form {
    VOX_VALUE_NULL = 0,    /**< JSON null. */
    VOX_VALUE_BOOLEAN = 1, /**< `as.boolean`. */
    VOX_VALUE_INT64 = 2,   /**< `as.int64`. */
    VOX_VALUE_UINT64 = 3,  /**< `as.uint64`. */
    VOX_VALUE_DOUBLE = 4,  /**< `as.real`. */
    VOX_VALUE_NUMBER = 5,  /**< A number text, kept as it is. */
    VOX_VALUE_STRING = 6,  /**< Text, unescaped. */
    VOX_VALUE_ARRAY = 7,   /**< Empty. */
    VOX_VALUE_OBJECT = 8,  /**< Empty. */
    VOX_VALUE_JSON = 9,    /**< A JSON text, parsed with the limits of the tree. */
    VOX_VALUE_COPY = 10,   /**< A deep copy of a node of any tree. */
    VOX_VALUE_NODE = 11    /**< A detached node of this tree, put in itself. */
} vox_value_form;

/** What to write. Made by the functions below; nothing in it is owned. */
typedef struct vox_value {
    vox_value_form form; /**< Which member of `as` counts. */
    /** The value. */
    union {
        bool boolean;    /**< VOX_VALUE_BOOLEAN. */
        int64_t int64;   /**< VOX_VALUE_INT64. */
        uint64_t uint64; /**< VOX_VALUE_UINT64. */
        double real;     /**< VOX_VALUE_DOUBLE. */
        vox_string text; /**< VOX_VALUE_NUMBER, VOX_VALUE_STRING, VOX_VALUE_JSON. */
        vox_node *node;  /**< VOX_VALUE_NODE. */
        /** VOX_VALUE_COPY. */
        struct {
            vox_tree *tree;       /**< The tree that `node` is one of. */
            const vox_node *node; /**< What is copied. */
        } copy;
    } as;
} vox_value;

/** JSON null. */
static inline vox_value vox_value_null(void) {
    vox_value value = {VOX_VALUE_NULL, {0}};
    return value;
}
/** True or false. */
static inline vox_value vox_value_boolean(bool boolean) {
    vox_value value = {VOX_VALUE_BOOLEAN, {0}};
    value.as.boolean = boolean;
    return value;
}
/** A whole number. */
static inline vox_value vox_value_int64(int64_t number) {
    vox_value value = {VOX_VALUE_INT64, {0}};
    value.as.int64 = number;
    return value;
}
/** A whole number from 0. */
static inline vox_value vox_value_uint64(uint64_t number) {
    vox_value value = {VOX_VALUE_UINT64, {0}};
    value.as.uint64 = number;
    return value;
}
/** A double, by the shortest text that reads back as it; one that is not finite is refused
 *  with VOX_ERROR_NOT_FINITE when it is written. */
static inline vox_value vox_value_double(double number) {
    vox_value value = {VOX_VALUE_DOUBLE, {0}};
    value.as.real = number;
    return value;
}
/** A number text of any length; VOX_ERROR_NUMBER when it is none. */
static inline vox_value vox_value_number(vox_string text) {
    vox_value value = {VOX_VALUE_NUMBER, {0}};
    value.as.text = text;
    return value;
}
/** A string, unescaped; one that is not UTF-8 is refused when it is written. */
static inline vox_value vox_value_string(vox_string text) {
    vox_value value = {VOX_VALUE_STRING, {0}};
    value.as.text = text;
    return value;
}
/** An empty array. */
static inline vox_value vox_value_array(void) {
    vox_value value = {VOX_VALUE_ARRAY, {0}};
    return value;
}
/** An empty object. */
static inline vox_value vox_value_object(void) {
    vox_value value = {VOX_VALUE_OBJECT, {0}};
    return value;
}
/** A JSON text; any status of vox_tree_parse when it is none. Where the fault lies is not told: for
 *  that read the text into a tree of its own, and copy it (vox_value_copy).
 *
 *  Cost: that of reading it into a tree of its own, and of vox_value_copy: more than that of
 *        setting what is in it value by value. */
static inline vox_value vox_value_json(vox_string text) {
    vox_value value = {VOX_VALUE_JSON, {0}};
    value.as.text = text;
    return value;
}
/** A copy of a node of any tree, and of all below it. O(values).
 *
 *  NULL: tree, node VOX_ERROR_ARGUMENT when it is written. */
static inline vox_value vox_value_copy(vox_tree *tree, const vox_node *node) {
    vox_value value = {VOX_VALUE_COPY, {0}};
    value.as.copy.tree = tree;
    value.as.copy.node = node;
    return value;
}
/** A node of the same tree that has no place: VOX_ERROR_ATTACHED when it has
 *  one, VOX_ERROR_CYCLE when it would end below itself, which is told by going
 *  up from where it is put: O(depth).
 *
 *  NULL: node VOX_ERROR_ARGUMENT when it is written. */
static inline vox_value vox_value_node(vox_node *node) {
    vox_value value = {VOX_VALUE_NODE, {0}};
    value.as.node = node;
    return value;
}

/** Makes a value without a place, to be put somewhere with vox_value_node.
 *  VOX_VALUE_NODE itself is refused with VOX_ERROR_ARGUMENT, as is everywhere what is no
 *  form of a value.
 *
 *  NULL: node VOX_ERROR_ARGUMENT. */
VOX_API vox_status vox_node_new(vox_tree *tree, vox_value value, vox_node **node);

/** Overwrites a value where it stands; the node stays the same node. A former
 *  child loses its place and stays readable.
 *
 *  Writing the text or number that already stands there changes nothing, so
 *  the source is kept. With VOX_VALUE_NODE the value and the children of that
 *  node move here, and it is left null without a place.
 *  Cost: O(size of the value, children of the old value). */
VOX_API vox_status vox_node_set(vox_tree *tree, vox_node *node, vox_value value);

/** Gives a member a value: overwrites the last member of that name where it
 *  stands, or appends a new one. With VOX_VALUE_NODE the former node loses its
 *  place to the new one.
 *
 *  Errors: VOX_ERROR_KIND when `object` is no object.
 *  Cost:   as vox_object_get. */
VOX_API vox_status vox_object_set(
    vox_tree *tree, vox_node *object, vox_string name, vox_value value, vox_node **member
);

/** Puts a new member before another one of the same object, or at the end when
 *  `before` is NULL.
 *
 *  NULL:   before allowed.
 *  Errors: VOX_ERROR_DUPLICATE when there is a member of that name. */
VOX_API vox_status vox_object_insert(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
);

/** Puts a new element at a position from 0 to the count.
 *
 *  Errors: VOX_ERROR_KIND when `array` is no array, VOX_ERROR_INDEX past the end.
 *  Cost:   O(1) at either end, else O(count). */
VOX_API vox_status vox_array_insert(
    vox_tree *tree, vox_node *array, size_t index, vox_value value, vox_node **element
);

/** Puts a new element at the end. O(1). */
VOX_API vox_status
vox_array_append(vox_tree *tree, vox_node *array, vox_value value, vox_node **element);

/** Takes a member or an element out of its place; of a repeated name all. The
 *  node stays readable. The root and nodes without a place are refused with
 *  VOX_ERROR_ARGUMENT. Never fails for want of memory.
 *
 *  NULL: node VOX_ERROR_ARGUMENT.
 *  Cost: O(1), after O(members) for the first of a repeated name; of an array whose
 *        elements are asked for by position O(count), unless it is the first or last. */
VOX_API vox_status vox_node_remove(vox_tree *tree, vox_node *node);

VOX_END

#endif
