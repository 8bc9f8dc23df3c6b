/* SPDX-License-Identifier: MIT */
/** Reading a tree: kinds, values, navigation.
 *
 *  A `node` must be a node of `tree`. Only a core that is built with the macro VOX_ARMOR checks
 *  whether `node` belongs to `tree`, and returns VOX_ERROR_ARGUMENT or the neutral value if not.
 *  Every function of this header accepts a NULL node, so that a program can pass the result of one
 *  call to the next and check only the last result.
 *
 *  NULL: node, object, array neutral; tree, left_tree, right_tree, name, value never.
 *
 *  In a tree that was read lazily, a function that reads below a deferred node parses the
 *  node. If parsing the node fails, the function returns its result for an empty container, and
 *  vox_tree_failure returns the error. */
#ifndef VOX_NODE_H
#define VOX_NODE_H

#include <vox/base.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** The kind of a value. */
typedef enum vox_kind {
    VOX_ABSENT = 0, /**< The kind of NULL, which means that there is no value. */
    VOX_NULL = 1,   /**< JSON null. */
    VOX_FALSE = 2,  /**< JSON false. */
    VOX_TRUE = 3,   /**< JSON true. */
    VOX_NUMBER = 4, /**< A number, whole or not. */
    VOX_STRING = 5, /**< A string. */
    VOX_ARRAY = 6,  /**< A list of elements. */
    VOX_OBJECT = 7  /**< A list of members, which have names. */
} vox_kind;

/** Returns the kind of a value. O(1). */
VOX_API vox_kind vox_node_kind(const vox_node *node);

/** Returns the name of a kind, for messages: "absent", "null", "false", "true", "number",
 *  "string", "array" or "object"; "unknown" for other numbers. The string is static. */
VOX_API const char *vox_kind_name(vox_kind kind);

/** Returns the text of a string (unescaped) or of a number (as it was written), and an empty
 *  string for other kinds. O(1), no copy. */
VOX_API vox_string vox_node_text(const vox_tree *tree, const vox_node *node);

/** Returns the exact value of a whole number. 3.0 and 3e2 are whole numbers; 3.5 is not.
 *
 *  Errors: VOX_ERROR_KIND   the value is not a number, or has a fraction
 *          VOX_ERROR_RANGE  the number does not fit; *value is not written
 *  Cost:   O(length of its text). */
VOX_API vox_status vox_node_int64(const vox_tree *tree, const vox_node *node, int64_t *value);

/** Returns the exact value of a whole number from 0 to UINT64_MAX, as vox_node_int64 does. */
VOX_API vox_status vox_node_uint64(const vox_tree *tree, const vox_node *node, uint64_t *value);

/** Returns the double that is nearest to the number, exact to the last bit. If two doubles are
 *  equally near, the function returns the double with a last bit of 0. The locale and the rounding
 *  mode do not influence the result.
 *
 *  Errors: VOX_ERROR_KIND   the value is not a number
 *          VOX_ERROR_RANGE  the number is too large for a double, or is not 0 but too small
 *  Cost:   O(length of its text); it allocates nothing. */
VOX_API vox_status vox_node_double(const vox_tree *tree, const vox_node *node, double *value);

/** Returns true for a boolean, and writes its value to `value`. Returns false for values of other
 *  kinds. */
VOX_API bool vox_node_boolean(const vox_node *node, bool *value);

/** Returns the bytes of a value in vox_tree_source, if the value was read from this text and no
 *  edit has written the value or a value below it since; otherwise an empty string. */
VOX_API vox_string vox_node_source(const vox_tree *tree, const vox_node *node);

/** Returns the offset in vox_tree_source at which the value was read, even if an edit has written
 *  the value since; SIZE_MAX for values that were not read. */
VOX_API size_t vox_node_offset(const vox_node *node);

/** Returns true when an edit has written the value or a value below it since the value was read.
 *  Values that were never read count as changed. O(1). */
VOX_API bool vox_node_changed(const vox_node *node);

/** Returns true when the node is the root or a node below the root. O(depth). */
VOX_API bool vox_node_attached(const vox_tree *tree, const vox_node *node);

/** Returns the object or array that contains the node; NULL for the root and for
 *  detached nodes. O(1). */
VOX_API vox_node *vox_node_parent(const vox_tree *tree, const vox_node *node);

/** Returns the name of a member; an empty string for elements, the root and detached elements.
 *  O(1), no copy. */
VOX_API vox_string vox_node_name(const vox_tree *tree, const vox_node *node);

/** Returns the position of an element in its array, or of a member in its object.
 *
 *  Cost: O(position), including shadowed members. For elements of arrays:
 *          O(log count)  while the elements have the order in which they were read
 *          O(1)          otherwise, in any order of calls; but O(count) in the first two calls
 *                        and in two calls after each edit
 *          O(count)      possible for an element that was added after these first calls, when
 *                        calls come in random order */
VOX_API size_t vox_node_index(const vox_tree *tree, const vox_node *node);

/** Returns the number of elements or members; 0 for other kinds. Members with the same name count
 *  as one member.
 *
 *  Cost: O(count) the first time, and after an insertion or a removal in the middle of an array;
 *        then O(1). */
VOX_API size_t vox_node_count(vox_tree *tree, const vox_node *node);

/** Returns the first child in document order, or NULL when there are no children.
 *
 *  A member is skipped if a later member of the object has the same name. The first call for an
 *  object compares the names of its members to find the skipped members.
 *
 *  Cost: O(1) after the first call for the object; each shadowed member is skipped once. */
VOX_API vox_node *vox_node_first(vox_tree *tree, const vox_node *node);

/** Returns the last child, with the rules and the cost of vox_node_first. */
VOX_API vox_node *vox_node_last(vox_tree *tree, const vox_node *node);

/** Returns the next child of the same parent, or NULL after the last child.
 *
 *  If you remove children while iterating, get the next child before you remove the current child.
 *  Children that are inserted after the current child are visited.
 *
 *  Cost: O(1), plus the skipped shadowed members; O(count) for all children. */
VOX_API vox_node *vox_node_next(const vox_tree *tree, const vox_node *node);

/** Returns the previous child, with the rules and the cost of vox_node_next. */
VOX_API vox_node *vox_node_previous(const vox_tree *tree, const vox_node *node);

/** Returns the next value in document order below `top`: the first child, else the next child of
 *  the same parent, else the next child of the grandparent, and so on; NULL after the last value.
 *  The following loop visits `top` and all values below it without recursion:
 *
 *      for (node = top; node; node = vox_node_following(tree, node, top))
 *
 *  The function skips the same members as vox_node_first. `node` must be `top` or a node below
 *  `top`. For a node outside `top`, the walk ends with the document, or with the detached value
 *  that contains the node.
 *
 *  The rules of vox_node_next for edits while iterating apply here, too. Values that are inserted
 *  below the current value during the walk are also visited.
 *
 *  NULL: top allowed, the walk ends with the document.
 *  Cost: O(1) for each value of a walk, as for vox_node_first and vox_node_next; constant stack. */
VOX_API vox_node *vox_node_following(vox_tree *tree, const vox_node *node, const vox_node *top);

/** Returns the member with that name, or NULL when there is no such member or `object` is not an
 *  object. Names are compared byte by byte. If several members have the name, the last member
 *  counts.
 *
 *  Cost: O(1) for large objects after the first calls, O(members) for small ones, whatever the
 *        names are. */
VOX_API vox_node *vox_object_get(vox_tree *tree, const vox_node *object, vox_string name);

/** Returns the element at a position from 0, or NULL past the end or when `array` is not an array.
 *
 *  Cost: O(1) after the first call. The first call after an edit in the middle of the array costs
 *        O(count), unless the edit was at the position of the last call. */
VOX_API vox_node *vox_array_get(vox_tree *tree, const vox_node *array, size_t index);

/** Compares two values of one tree or of two trees. The order of the members of objects does not
 *  matter, and numbers are compared by their exact value (1, 1.0 and 10e-1 are equal).
 *
 *  NULL:   left, right allowed: two missing values are equal; equal VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY; for trees that were read lazily, the errors of their text.
 *  Cost:   O(n), constant stack. */
VOX_API vox_status vox_node_equal(
    vox_tree *left_tree, const vox_node *left, vox_tree *right_tree, const vox_node *right,
    bool *equal
);

VOX_END

#endif
