/* SPDX-License-Identifier: MIT */
/** Reading a tree: kinds, values, navigation.
 *
 *  A `node` is always one of `tree`; that it is not is told in a build of the core with
 *  the macro VOX_ARMOR alone (VOX_ERROR_ARGUMENT, or the neutral value). Every function
 *  here accepts a NULL node, so that the result of one call can be passed to the next, and
 *  only the last one be looked at.
 *
 *  NULL: node, object, array neutral; tree, left_tree, right_tree, name, value never.
 *
 *  In a tree that was read lazily, those that look below a node parse it when it
 *  is deferred; where that fails they answer as for an empty container, and
 *  vox_tree_failure says why. */
#ifndef VOX_NODE_H
#define VOX_NODE_H

#include <vox/base.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** What a value is. */
typedef enum vox_kind {
    VOX_ABSENT = 0, /**< The kind of NULL: no such value. */
    VOX_NULL = 1,   /**< JSON null. */
    VOX_FALSE = 2,  /**< False. */
    VOX_TRUE = 3,   /**< True. */
    VOX_NUMBER = 4, /**< A number, whole or not. */
    VOX_STRING = 5, /**< Text. */
    VOX_ARRAY = 6,  /**< A list of elements. */
    VOX_OBJECT = 7  /**< A list of members, which have names. */
} vox_kind;

/** The kind of a value. O(1). */
VOX_API vox_kind vox_node_kind(const vox_node *node);

/** The name of a kind, for messages: "absent", "null", "false", "true", "number", "string",
 *  "array" or "object"; "unknown" for other numbers. Static text. */
VOX_API const char *vox_kind_name(vox_kind kind);

/** The text of a string (unescaped) or of a number (as it was written). Empty
 *  for other kinds. O(1), no copy. */
VOX_API vox_string vox_node_text(const vox_tree *tree, const vox_node *node);

/** The number, exactly. 3.0 and 3e2 are integers; 3.5 is not.
 *
 *  Errors: VOX_ERROR_KIND   not a number, or it has a fraction
 *          VOX_ERROR_RANGE  it does not fit; *value is not written
 *  Cost:   O(length of its text). */
VOX_API vox_status vox_node_int64(const vox_tree *tree, const vox_node *node, int64_t *value);

/** The same for numbers from 0 to UINT64_MAX. */
VOX_API vox_status vox_node_uint64(const vox_tree *tree, const vox_node *node, uint64_t *value);

/** The double nearest to the number, to the last bit, whatever the locale and the rounding
 *  mode; of two that are as near, the one whose last bit is 0.
 *
 *  Errors: VOX_ERROR_KIND   not a number
 *          VOX_ERROR_RANGE  too large for a double, or not 0 but too small
 *  Cost:   O(length of its text); it allocates nothing. */
VOX_API vox_status vox_node_double(const vox_tree *tree, const vox_node *node, double *value);

/** True and the value when the node is true or false. */
VOX_API bool vox_node_boolean(const vox_node *node, bool *value);

/** The bytes of a value in vox_tree_source, when the value was read from there
 *  and neither it nor anything below has been written since; else empty. */
VOX_API vox_string vox_node_source(const vox_tree *tree, const vox_node *node);

/** The offset in vox_tree_source where the value was read, whether or not it
 *  has been written since; SIZE_MAX for values that were not read. */
VOX_API size_t vox_node_offset(const vox_node *node);

/** True when the value or anything below it was written since it was read.
 *  Values that were never read are changed. O(1). */
VOX_API bool vox_node_changed(const vox_node *node);

/** True when the node is the root or hangs below it. O(depth). */
VOX_API bool vox_node_attached(const vox_tree *tree, const vox_node *node);

/** The object or array that holds the node; NULL for the root and for
 *  detached nodes. O(1). */
VOX_API vox_node *vox_node_parent(const vox_tree *tree, const vox_node *node);

/** The name of a member; empty for elements, the root and detached elements.
 *  O(1), no copy. */
VOX_API vox_string vox_node_name(const vox_tree *tree, const vox_node *node);

/** The position of an element in its array, or of a member in its object.
 *  O(position), members that are passed over included; for an element of an array whose
 *  elements stand in the order they were read in O(log count), of one whose elements were put in
 *  otherwise O(1), whatever the order they are asked for in, and O(count) at the first two calls
 *  and at two after an edit. Elements that were added since then may take O(count) a call when
 *  they are asked for at random. */
VOX_API size_t vox_node_index(const vox_tree *tree, const vox_node *node);

/** How many elements or members there are; of members with the same name one
 *  counts. 0 for other kinds. O(count) the first time, and after elements were
 *  inserted or removed in the middle of an array; then O(1). */
VOX_API size_t vox_node_count(vox_tree *tree, const vox_node *node);

/** The first child, in document order; NULL when there is none.
 *  Members that a later one of the same name replaces are passed over. O(1)
 *  after the first call for this object, which compares its names; of repeated
 *  names each is passed over once. */
VOX_API vox_node *vox_node_first(vox_tree *tree, const vox_node *node);

/** The last child; as vox_node_first. */
VOX_API vox_node *vox_node_last(vox_tree *tree, const vox_node *node);

/** The next child of the same parent; NULL past the last. O(1), and the members between
 *  that are passed over: O(count) from one end to the other.
 *
 *  Editing while iterating: take the next child before you remove this one;
 *  children inserted behind the current one will be met. */
VOX_API vox_node *vox_node_next(const vox_tree *tree, const vox_node *node);

/** The previous child; as vox_node_next. */
VOX_API vox_node *vox_node_previous(const vox_tree *tree, const vox_node *node);

/** The next value in document order, among those below `top`: the first child, else the next
 *  child of the same parent, else that of the parent, and so on. NULL past the last. So all values
 *  at and below a node are met without recursion:
 *
 *      for (node = top; node; node = vox_node_following(tree, node, top))
 *
 *  Members are passed over as by vox_node_first. The node is `top` or below it; of one that is
 *  not, the walk ends with the document, or with the detached value that it is in.
 *
 *  Editing while iterating: as with vox_node_next; what is put below the current value will be
 *  met, too.
 *
 *  NULL: top allowed, the walk ends with the document.
 *  Cost: O(1) for each value of a walk, as vox_node_first and vox_node_next; constant stack. */
VOX_API vox_node *vox_node_following(vox_tree *tree, const vox_node *node, const vox_node *top);

/** The member of that name, compared byte by byte; the last of several. NULL
 *  when there is none or `object` is no object. O(1) for large objects after
 *  the first calls, O(members) for small ones, whatever the names. */
VOX_API vox_node *vox_object_get(vox_tree *tree, const vox_node *object, vox_string name);

/** The element at a position from 0; NULL past the end or when `array` is no
 *  array. O(1) after the first call, and O(count) again for the first after an
 *  edit in the middle, unless that was at the position asked for last. */
VOX_API vox_node *vox_array_get(vox_tree *tree, const vox_node *array, size_t index);

/** Deep equality of two values, of one tree or of two: objects without regard
 *  to order, numbers by exact value (1, 1.0 and 10e-1 are equal).
 *
 *  NULL:   left, right allowed: no value, which equals no value; equal VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY; in trees read lazily those of the text.
 *  Cost:   O(n), constant stack. */
VOX_API vox_status vox_node_equal(
    vox_tree *left_tree, const vox_node *left, vox_tree *right_tree, const vox_node *right,
    bool *equal
);

VOX_END

#endif
