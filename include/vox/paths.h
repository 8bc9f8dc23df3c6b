/* SPDX-License-Identifier: MIT */
/** Paths from a resource object, or from any value, whose values are found in one pass.
 *
 *      path     = segment *("." segment)
 *               / JSON Pointer (RFC 6901) in the resource object or value
 *
 *  From a resource object, the first segment is "id", "type" or "lid", the name of an attribute, or
 *  the name of a relationship. If a resource has an attribute and a relationship of the name, the
 *  attribute counts. After the name of an attribute, each segment is the name of a member. The value
 *  of a relationship is its linkage. After the name of a relationship, a segment "id", "type" or
 *  "lid" leads to the member of the linkage, and another segment leads to an attribute or a
 *  relationship of the resource object that the linkage identifies. From another value, each
 *  segment is the name of a member.
 *
 *  The empty path leads to the value itself. A segment has at least one byte, and does not begin or end with white space. A name that
 *  contains a dot, or begins with '/', needs a JSON Pointer.
 *
 *  Only one thread at a time may use a vox_paths.
 *
 *  NULL: tree never; value neutral; paths neutral. */
#ifndef VOX_PATHS_H
#define VOX_PATHS_H

#include <vox/allocator.h>
#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** Several paths, and the values that were found last. */
typedef struct vox_paths vox_paths;

/** The value that paths begin at. */
typedef enum vox_path_start {
    VOX_PATH_RESOURCE = 0, /**< A resource object of JSON:API. */
    VOX_PATH_VALUE = 1     /**< Any value; a value that is not an object has no members. */
} vox_path_start;

/** The maximum number of segments of a path. */
#define VOX_PATH_SEGMENTS 64

/** Prepares paths. The texts are copied.
 *
 *  NULL:      texts VOX_ERROR_ARGUMENT, unless the count is 0; allocator allowed; paths
 *             VOX_ERROR_ARGUMENT; wrong, message allowed.
 *  Ownership: free the paths with vox_paths_free.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_POINTER (a path is malformed: `wrong` is its position in
 *             `texts`, and `message` is a static string); VOX_ERROR_ARGUMENT (an unknown `start`).
 *             After an error, *paths is NULL.
 *  Cost:      O(length of the texts, times the logarithm of their number). */
VOX_API vox_status vox_paths_new(
    const vox_string *texts, size_t count, vox_path_start start, const vox_allocator *allocator,
    vox_paths **paths, size_t *wrong, const char **message
);

/** Frees paths.
 *
 *  NULL: paths allowed. */
VOX_API void vox_paths_free(vox_paths *paths);

/** Returns true when a path leads to a relationship, and then further than to type, id and lid. Such
 *  a path needs the other resource objects of the document. */
VOX_API bool vox_paths_need_included(const vox_paths *paths);

/** Finds the values of all paths. vox_paths_value returns them.
 *
 *  Returns the status of vox_tree_failure, for a tree that was read lazily.
 *
 *  NULL: paths VOX_ERROR_ARGUMENT.
 *  Cost: O(members) for all objects that lead to values, whatever the number of paths is. A member
 *        that no path leads to costs O(log paths). */
VOX_API vox_status vox_paths_find(vox_paths *paths, vox_tree *tree, const vox_node *value);

/** Returns the value of the path at the position `index` of `texts`, in the value that
 *  vox_paths_find was last called with; NULL when there is none.
 *
 *  If the path continues after a to-many relationship, the function returns the linkage, which is an
 *  array, and `rest` receives the number of segments that remain. vox_paths_follow then finds the
 *  value for each element of the array. In all other cases `rest` receives 0.
 *
 *  NULL: paths, rest never.
 *  Cost: O(1); one look-up for each segment after the name of a relationship. */
VOX_API vox_node *vox_paths_value(
    const vox_paths *paths, size_t index, vox_tree *tree, size_t *rest
);

/** Returns the value at the last `rest` segments of a path, from an identifier: an element of a
 *  linkage. `rest` is read and written: pass the number that vox_paths_value has returned for the
 *  path. If the segments lead through another to-many relationship, the function returns its
 *  linkage, and `rest` receives the number of segments after it. Otherwise `rest` receives 0. Each
 *  element needs the number of the linkage again, because the call before has overwritten `rest`.
 *
 *  NULL: paths, rest never; identifier neutral.
 *  Cost: one look-up for each segment. */
VOX_API vox_node *vox_paths_follow(
    const vox_paths *paths, size_t index, vox_tree *tree, const vox_node *identifier, size_t *rest
);

VOX_END

#endif
