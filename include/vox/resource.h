/* SPDX-License-Identifier: MIT */
/** Identity in a JSON:API document (version 1.1, "Identification"): one
 *  resource object for each pair of type and id, or type and lid.
 *
 *  An index covers primary data and `included`. The first look-up builds this index, and edits keep
 *  the index up to date. A document with no more than eight resources has no index: look-ups
 *  compare all resources. If several resources share an identity, the look-up finds the first
 *  resource; primary data comes before `included`. A resource has an identity only if its type and
 *  its id or lid are strings; look-ups skip all other resources.
 *
 *  An edit of an identity costs O(1); if n resources share the old or the new identity, each edit
 *  costs O(log n), in any number of edits. In two cases the next look-up builds the index again:
 *  when a list of resources is replaced, and when a resource that shares an identity is inserted
 *  between other resources.
 *
 *  NULL: tree, type, id, lid, name never; identifier, object neutral. */
#ifndef VOX_RESOURCE_H
#define VOX_RESOURCE_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** Finds the resource object with that type and id.
 *
 *  In a tree that was read lazily, the function reads the identity of a deferred resource from
 *  the beginning of its text, and the resource stays deferred. The resource is parsed when its
 *  type or id is repeated, has escapes, or follows another object or much text. If parsing the
 *  resource fails, the resource has no identity.
 *
 *  NULL:   resource VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MISSING, VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT;
 *          After an error, *resource is NULL.
 *  Cost:   O(resources) the first time, then O(1). If most resources are deferred, the second call
 *          also costs O(resources), and so does one call for each of the first five types that are
 *          looked up. */
VOX_API vox_status
vox_resource_find(vox_tree *tree, vox_string type, vox_string id, vox_node **resource);

/** Finds the resource object with that type and local id.
 *
 *  NULL: resource VOX_ERROR_ARGUMENT. */
VOX_API vox_status
vox_resource_find_local(vox_tree *tree, vox_string type, vox_string lid, vox_node **resource);

/** Finds the resource object that a resource identifier object (or another
 *  resource object) identifies: by its id, or by its lid when it has no id.
 *
 *  NULL:   resource VOX_ERROR_ARGUMENT.
 *  Errors: the errors of vox_resource_find; VOX_ERROR_KIND when `identifier` is not an object with
 *          a type and an id or lid that are strings. */
VOX_API vox_status
vox_resource_resolve(vox_tree *tree, const vox_node *identifier, vox_node **resource);

/** Reads type, id and lid of a deferred resource object, which stays deferred. The `bytes` of a
 *  missing member are NULL.
 *
 *  Returns false and reads nothing when the object is not deferred, or when it must be parsed
 *  first. If the function returns false, read the members of the object instead.
 *
 *  NULL: resource neutral. */
VOX_API bool vox_resource_peek(
    const vox_tree *tree, const vox_node *resource, vox_string *type, vox_string *id,
    vox_string *lid
);

/** Returns the attribute with that name, or NULL, as two calls of vox_object_get would.
 *
 *  NULL: resource neutral. */
VOX_API vox_node *vox_resource_attribute(vox_tree *tree, const vox_node *resource, vox_string name);

/** Returns the linkage of the relationship with that name: the value of its member `data`, of any
 *  kind; NULL when the relationship has no `data`.
 *
 *  NULL: resource neutral. */
VOX_API vox_node *vox_resource_linkage(vox_tree *tree, const vox_node *resource, vox_string name);

/** Returns true when a resource or identifier object has that type. If the type of the object is a
 *  number, the text of the number counts as the type. */
VOX_API bool vox_resource_has_type(vox_tree *tree, const vox_node *object, vox_string type);

VOX_END

#endif
