/* SPDX-License-Identifier: MIT */
/** Editing a tree in place.
 *
 *  A call that fails changes nothing. Nodes that are removed from their parent stay readable, and
 *  can be put elsewhere in the same tree. Functions copy the strings of their arguments, and refuse
 *  a string that is not UTF-8 with VOX_ERROR_UTF8.
 *
 *  A node of another tree is refused with VOX_ERROR_ARGUMENT. Callbacks of vox_write, vox_diff and
 *  vox_validate must not edit the tree. A core that is built with the macro VOX_ARMOR refuses edits
 *  in callbacks with VOX_ERROR_ARGUMENT. A core without VOX_ARMOR does not check for edits in
 *  callbacks.
 *
 *  NULL: tree, name never; node, object, array neutral; member, element allowed.
 *
 *  All functions of this header may fail with VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT and
 *  VOX_ERROR_NODE_LIMIT. All functions of this header refuse a frozen tree with VOX_ERROR_FROZEN
 *  before they check anything else. */
#ifndef VOX_EDIT_H
#define VOX_EDIT_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** The kinds of values that can be written. */
typedef enum vox_value_form {
    VOX_VALUE_NULL = 0,    /**< JSON null. */
    VOX_VALUE_BOOLEAN = 1, /**< The boolean `as.boolean`. */
    VOX_VALUE_INT64 = 2,   /**< The whole number `as.int64`. */
    VOX_VALUE_UINT64 = 3,  /**< The whole number `as.uint64`. */
    VOX_VALUE_DOUBLE = 4,  /**< The double `as.real`. */
    VOX_VALUE_NUMBER = 5,  /**< The text of a number; the text stays as it is. */
    VOX_VALUE_STRING = 6,  /**< A string, unescaped. */
    VOX_VALUE_ARRAY = 7,   /**< An empty array. */
    VOX_VALUE_OBJECT = 8,  /**< An empty object. */
    VOX_VALUE_JSON = 9,    /**< A JSON text; it is parsed with the limits of the tree. */
    VOX_VALUE_COPY = 10,   /**< A deep copy of a node of any tree. */
    VOX_VALUE_NODE = 11    /**< A detached node of this tree; the node is moved. */
} vox_value_form;

/** A value to write. The functions vox_value_… create a vox_value. A vox_value owns neither its
 *  text nor its node. */
typedef struct vox_value {
    vox_value_form form; /**< Says which member of `as` is used. */
    /** The value. */
    union {
        bool boolean;    /**< For VOX_VALUE_BOOLEAN. */
        int64_t int64;   /**< For VOX_VALUE_INT64. */
        uint64_t uint64; /**< For VOX_VALUE_UINT64. */
        double real;     /**< For VOX_VALUE_DOUBLE. */
        vox_string text; /**< For VOX_VALUE_NUMBER, VOX_VALUE_STRING and VOX_VALUE_JSON. */
        vox_node *node;  /**< For VOX_VALUE_NODE. */
        /** For VOX_VALUE_COPY. */
        struct {
            vox_tree *tree;       /**< The tree of `node`. */
            const vox_node *node; /**< The node that is copied. */
        } copy;
    } as;
} vox_value;

/** Returns JSON null. */
static inline vox_value vox_value_null(void) {
    vox_value value = {VOX_VALUE_NULL, {0}};
    return value;
}
/** Returns true or false. */
static inline vox_value vox_value_boolean(bool boolean) {
    vox_value value = {VOX_VALUE_BOOLEAN, {0}};
    value.as.boolean = boolean;
    return value;
}
/** Returns a whole number. */
static inline vox_value vox_value_int64(int64_t number) {
    vox_value value = {VOX_VALUE_INT64, {0}};
    value.as.int64 = number;
    return value;
}
/** Returns a whole number that is not negative. */
static inline vox_value vox_value_uint64(uint64_t number) {
    vox_value value = {VOX_VALUE_UINT64, {0}};
    value.as.uint64 = number;
    return value;
}
/** Returns a double. The text of the number is the shortest text that reads back as the same
 *  double. Writing a number that is not finite fails with VOX_ERROR_NOT_FINITE. */
static inline vox_value vox_value_double(double number) {
    vox_value value = {VOX_VALUE_DOUBLE, {0}};
    value.as.real = number;
    return value;
}
/** Returns a number with the given text, which may be of any length. Writing a text that is not a
 *  number fails with VOX_ERROR_NUMBER. */
static inline vox_value vox_value_number(vox_string text) {
    vox_value value = {VOX_VALUE_NUMBER, {0}};
    value.as.text = text;
    return value;
}
/** Returns a string, unescaped. Writing a string that is not UTF-8 fails with VOX_ERROR_UTF8. */
static inline vox_value vox_value_string(vox_string text) {
    vox_value value = {VOX_VALUE_STRING, {0}};
    value.as.text = text;
    return value;
}
/** Returns an empty array. */
static inline vox_value vox_value_array(void) {
    vox_value value = {VOX_VALUE_ARRAY, {0}};
    return value;
}
/** Returns an empty object. */
static inline vox_value vox_value_object(void) {
    vox_value value = {VOX_VALUE_OBJECT, {0}};
    return value;
}
/** Returns the value of a JSON text. Writing a text that is not JSON fails with the status that
 *  vox_tree_parse returns for the text. The status does not say where the error is. To get the
 *  position of the error, read the text with vox_tree_parse and write a copy of the root
 *  (vox_value_copy).
 *
 *  Cost: the cost of vox_tree_parse and of vox_value_copy. Writing the members of an object one by
 *        one costs less. */
static inline vox_value vox_value_json(vox_string text) {
    vox_value value = {VOX_VALUE_JSON, {0}};
    value.as.text = text;
    return value;
}
/** Returns a copy of a node of any tree, and of all nodes below this node. O(values).
 *
 *  NULL: tree, node VOX_ERROR_ARGUMENT: writing the value fails with this status. */
static inline vox_value vox_value_copy(vox_tree *tree, const vox_node *node) {
    vox_value value = {VOX_VALUE_COPY, {0}};
    value.as.copy.tree = tree;
    value.as.copy.node = node;
    return value;
}
/** Returns the value of a detached node of the same tree. Writing the value moves the node to its
 *  new position.
 *
 *  Writing a node that has a parent fails with VOX_ERROR_ATTACHED. Writing a node below itself
 *  fails with VOX_ERROR_CYCLE. The check for cycles follows the parents of the new position:
 *  O(depth).
 *
 *  NULL: node VOX_ERROR_ARGUMENT: writing the value fails with this status. */
static inline vox_value vox_value_node(vox_node *node) {
    vox_value value = {VOX_VALUE_NODE, {0}};
    value.as.node = node;
    return value;
}

/** Creates a detached node with the given value. To put the node into the tree, pass the value
 *  vox_value_node(node) to a function such as vox_array_append.
 *
 *  vox_node_new refuses VOX_VALUE_NODE with VOX_ERROR_ARGUMENT. All functions of this header refuse
 *  a value whose member `form` is not a constant of vox_value_form; the status is
 *  VOX_ERROR_ARGUMENT.
 *
 *  NULL: node VOX_ERROR_ARGUMENT. */
VOX_API vox_status vox_node_new(vox_tree *tree, vox_value value, vox_node **node);

/** Overwrites the value of a node; the node itself stays the same. The former children of the node
 *  are detached and stay readable.
 *
 *  If the node already has the string or number that is written, nothing changes, and the node
 *  keeps its source. With VOX_VALUE_NODE, `node` takes over the value and the children of the other
 *  node (the node in `value`), and the other node becomes a detached null.
 *
 *  Cost: O(size of the new value + children of the old value). */
VOX_API vox_status vox_node_set(vox_tree *tree, vox_node *node, vox_value value);

/** Sets the value of a member. If several members have the given name, the function overwrites the
 *  last of them. If no member has the given name, the function appends a member. With
 *  VOX_VALUE_NODE the new node replaces the former node of the member, and the former node is
 *  detached.
 *
 *  Errors: VOX_ERROR_KIND when `object` is not an object.
 *  Cost:   the cost of vox_object_get. */
VOX_API vox_status vox_object_set(
    vox_tree *tree, vox_node *object, vox_string name, vox_value value, vox_node **member
);

/** Inserts a new member before the member `before` of the same object, or at the end when `before`
 *  is NULL.
 *
 *  NULL:   before allowed.
 *  Errors: VOX_ERROR_DUPLICATE when the object already has a member with this name. */
VOX_API vox_status vox_object_insert(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
);

/** Inserts a new element into an array, at a position from 0 to the number of elements.
 *
 *  Errors: VOX_ERROR_KIND when `array` is not an array, VOX_ERROR_INDEX when `index` is past the
 *          end.
 *  Cost:   O(1) at either end, otherwise O(count). */
VOX_API vox_status vox_array_insert(
    vox_tree *tree, vox_node *array, size_t index, vox_value value, vox_node **element
);

/** Appends a new element to an array. O(1). */
VOX_API vox_status
vox_array_append(vox_tree *tree, vox_node *array, vox_value value, vox_node **element);

/** Removes a member or an element from its parent. If an object has several members with the name
 *  of the removed member, all these members are removed. The removed node stays readable.
 *
 *  vox_node_remove refuses the root and detached nodes with VOX_ERROR_ARGUMENT. vox_node_remove
 *  allocates nothing, so it never fails for lack of memory.
 *
 *  NULL: node VOX_ERROR_ARGUMENT.
 *  Cost: O(1). The first removal of a member with a repeated name also costs O(members). In an
 *        array whose elements the program reads by position, removing the first or the last element
 *        costs O(1), and removing any other element costs O(count). */
VOX_API vox_status vox_node_remove(vox_tree *tree, vox_node *node);

VOX_END

#endif
