/* SPDX-License-Identifier: MIT */
/** Reading a tree: kinds, values, navigation.
 *
 *  A `node` must be a node of `tree`. Only a core that is built with the macro VOX_ARMOR checks
 *  whether `node` belongs to `tree`. For a node of another tree, a core with VOX_ARMOR returns
 *  VOX_ERROR_ARGUMENT or the neutral result. Every function of this header accepts a NULL node, so
 *  that a program can pass the result of one call to the next call and check only the last result.
 *
 *  NULL: node, object, array neutral; tree, left_tree, right_tree, name, value never.
 *
 *  In a tree that was read lazily, a function that reads below a deferred node parses the node. If
 *  the parse of a deferred node fails, the function treats the node as an empty container, and
 *  vox_tree_failure returns the error. */
#ifndef VOX_NODE_H
#define VOX_NODE_H

#include <vox/base.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** The kind of a value. */
typedef enum vox_kind {
    VOX_ABSENT = 0, /**< No value: the kind of a NULL node. */
    VOX_NULL = 1,   /**< JSON null. */
    VOX_FALSE = 2,  /**< JSON false. */
    VOX_TRUE = 3,   /**< JSON true. */
    VOX_NUMBER = 4, /**< A number, with or without a fraction. */
    VOX_STRING = 5, /**< A string. */
    VOX_ARRAY = 6,  /**< A list of elements. */
    VOX_OBJECT = 7  /**< A list of members, each with a name. */
} vox_kind;

/** Returns the kind of a value. O(1). */
VOX_API vox_kind vox_node_kind(const vox_node *node);

/** Returns the name of a kind, for messages: "absent", "null", "false", "true", "number",
 *  "string", "array" or "object"; "unknown" for a number that is no kind. The string is static. */
VOX_API const char *vox_kind_name(vox_kind kind);

/** Returns the text of a string, unescaped, or the text of a number, as it was written. Returns an
 *  empty string for values of other kinds. O(1), no copy. */
VOX_API vox_string vox_node_text(const vox_tree *tree, const vox_node *node);

/** Returns the exact value of a whole number. 3.0 and 3e2 are whole numbers; 3.5 is not.
 *
 *  Errors: VOX_ERROR_KIND   the value is not a number, or has a fraction
 *          VOX_ERROR_RANGE  the number does not fit into an int64_t; *value is not written
 *  Cost:   O(length of the number's text). */
VOX_API vox_status vox_node_int64(const vox_tree *tree, const vox_node *node, int64_t *value);

/** Returns the exact value of a whole number from 0 to UINT64_MAX. The rules of vox_node_int64
 *  apply. */
VOX_API vox_status vox_node_uint64(const vox_tree *tree, const vox_node *node, uint64_t *value);

/** Returns the double that is nearest to the number, exact to the last bit. If two doubles are
 *  equally near, the function returns the double whose last bit is 0. The locale and the rounding
 *  mode do not influence the result.
 *
 *  Errors: VOX_ERROR_KIND   the value is not a number
 *          VOX_ERROR_RANGE  the number is too large for a double, or is not 0 and too small
 *  Cost:   O(length of the number's text), without allocations. */
VOX_API vox_status vox_node_double(const vox_tree *tree, const vox_node *node, double *value);

/** If the node is a boolean, writes its value to `value` and returns true. Returns false for nodes
 *  of other kinds. */
VOX_API bool vox_node_boolean(const vox_node *node, bool *value);

/** Returns the bytes of a value in the text of vox_tree_source. Returns an empty string if the
 *  value was not read from the source text, or if an edit has written the value or a value below
 *  it. */
VOX_API vox_string vox_node_source(const vox_tree *tree, const vox_node *node);

/** Returns the offset of the value in the text of vox_tree_source. Edits of the value do not change
 *  the offset. Returns SIZE_MAX for values that were not read. */
VOX_API size_t vox_node_offset(const vox_node *node);

/** Returns true when an edit has written the value, or a value below it, since the value was read.
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
 *  Cost: O(position) for a member, including shadowed members before it. For an element of an
 *        array:
 *          O(log count)  while the elements have the order in which they were read
 *          O(1)          for elements in a new order, but O(count) in the first two calls and in
 *                        two calls after each edit
 *          O(count)      possible for an element that was added after the first two calls, when
 *                        calls come in random order */
VOX_API size_t vox_node_index(const vox_tree *tree, const vox_node *node);

/** Returns the number of elements or members of a value; 0 for values of other kinds. Members with
 *  the same name count as one member.
 *
 *  Cost: O(count) for the first call, and for the first call after an insertion or removal in the
 *        middle of an array; O(1) for other calls. */
VOX_API size_t vox_node_count(vox_tree *tree, const vox_node *node);

/** Returns the first child in document order, or NULL when there are no children.
 *
 *  The function skips shadowed members. A member is shadowed if a later member of the object has
 *  the same name. The first call for an object compares the names of its members to find the
 *  shadowed members.
 *
 *  Cost: O(1) after the first call for the object; a shadowed member is skipped only once. */
VOX_API vox_node *vox_node_first(vox_tree *tree, const vox_node *node);

/** Returns the last child. The rules and the cost of vox_node_first apply. */
VOX_API vox_node *vox_node_last(vox_tree *tree, const vox_node *node);

/** Returns the next child of the same parent, or NULL after the last child.
 *
 *  If you remove children during an iteration, get the next child before you remove the current
 *  child. The iteration also visits children that are inserted after the current child.
 *
 *  Cost: O(1), plus O(1) for each shadowed member that the call skips; O(count) for all
 *        children. */
VOX_API vox_node *vox_node_next(const vox_tree *tree, const vox_node *node);

/** Returns the previous child. The rules and the cost of vox_node_next apply. */
VOX_API vox_node *vox_node_previous(const vox_tree *tree, const vox_node *node);

/** Returns the next value in document order below `top`: the first child, else the next child of
 *  the same parent, else the next child of the grandparent, and so on. Returns NULL after the last
 *  value. The following loop visits `top` and all values below it without recursion:
 *
 *      for (node = top; node; node = vox_node_following(tree, node, top))
 *
 *  The function skips shadowed members. `node` should be `top` or a node below `top`. For a node
 *  outside `top`, the walk ends at the end of the document, or of the detached value that contains
 *  `node`.
 *
 *  The rules of vox_node_next for edits during an iteration also apply to a walk. A walk also
 *  visits values that are inserted below the current value.
 *
 *  NULL: top allowed: the walk then ends at the end of the document.
 *  Cost: O(1) for each value of a walk, as for vox_node_first and vox_node_next; constant stack. */
VOX_API vox_node *vox_node_following(vox_tree *tree, const vox_node *node, const vox_node *top);

/** Returns the member with the given name; NULL when no member has this name, or when `object` is
 *  not an object. Names are compared byte by byte. If several members have the same name, the last
 *  member counts.
 *
 *  Cost: O(members) for small objects. O(1) for large objects after the first calls, whatever the
 *        names are. */
VOX_API vox_node *vox_object_get(vox_tree *tree, const vox_node *object, vox_string name);

/** Returns the element at the position `index`, counted from 0. Returns NULL when `index` is past
 *  the end, or when `array` is not an array.
 *
 *  Cost: O(1) after the first call. The call after an edit in the middle of the array costs O(1) if
 *        the edit was at the position of the last call, and O(count) if not. */
VOX_API vox_node *vox_array_get(vox_tree *tree, const vox_node *array, size_t index);

/** Compares two values of one tree or of two trees. The order of the members of objects does not
 *  matter. Numbers are compared by their exact value: 1, 1.0 and 10e-1 are equal.
 *
 *  NULL:   left, right allowed: NULL equals only NULL; equal VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY; the errors of vox_tree_parse for trees that were read lazily.
 *  Cost:   O(n), constant stack. */
VOX_API vox_status vox_node_equal(
    vox_tree *left_tree, const vox_node *left, vox_tree *right_tree, const vox_node *right,
    bool *equal
);

VOX_END

#endif
