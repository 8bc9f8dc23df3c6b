/* SPDX-License-Identifier: MIT */
/** Identity in a JSON:API document (version 1.1, "Identification"): one
 *  resource object for a pair of type and id, or type and lid.
 *
 *  The index covers primary data and `included`. It is built at the first
 *  look-up, unless there are no more than eight resources, which are looked through,
 *  and follows edits. Where a pair occurs twice, primary data comes
 *  before `included`, and the first before later ones. Only identities of
 *  text count; other resource objects are passed over.
 *
 *  An edit of an identity costs O(1) for it, and O(log n) where n resources share the
 *  old one or the new, however often they change. Only when the lists themselves are
 *  replaced, or when a resource was put between others and shares an identity, the next
 *  look-up builds the index anew.
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
 *  In a tree that was read lazily, the identity of a deferred resource is read off
 *  its beginning, and it stays deferred. It is parsed where type or id stand
 *  behind another object or behind much text, are repeated, or are written with
 *  escapes; when that fails it has no identity.
 *
 *  NULL:   resource VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MISSING, VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT;
 *          *resource is NULL.
 *  Cost:   O(resources) the first time (where most are deferred the first two times, and
 *          for each of the first types asked for, of which five at most), then O(1). */
VOX_API vox_status
vox_resource_find(vox_tree *tree, vox_string type, vox_string id, vox_node **resource);

/** The same by local id.
 *
 *  NULL: resource VOX_ERROR_ARGUMENT. */
VOX_API vox_status
vox_resource_find_local(vox_tree *tree, vox_string type, vox_string lid, vox_node **resource);

/** Finds the resource object that a resource identifier object (or another
 *  resource object) names: by its id, or by its lid when it has no id.
 *
 *  NULL:   resource VOX_ERROR_ARGUMENT.
 *  Errors: also VOX_ERROR_KIND when `identifier` is no object with a type and
 *          an id or lid of text. */
VOX_API vox_status
vox_resource_resolve(vox_tree *tree, const vox_node *identifier, vox_node **resource);

/** Reads type, id and lid of a resource object that is still deferred, and leaves it so;
 *  `bytes` is NULL for those it lacks. False, and nothing is read, when it is not
 *  deferred, or must be parsed to know: then look at its members.
 *
 *  NULL: resource neutral. */
VOX_API bool vox_resource_peek(
    const vox_tree *tree, const vox_node *resource, vox_string *type, vox_string *id,
    vox_string *lid
);

/** The attribute of that name, as two calls of vox_object_get find it; NULL when
 *  there is none.
 *
 *  NULL: resource neutral. */
VOX_API vox_node *vox_resource_attribute(vox_tree *tree, const vox_node *resource, vox_string name);

/** The linkage of that relationship, whatever it is: its `data`. NULL when there is
 *  none.
 *
 *  NULL: resource neutral. */
VOX_API vox_node *vox_resource_linkage(vox_tree *tree, const vox_node *resource, vox_string name);

/** True when a resource or identifier object has that type; a number counts by its
 *  text. */
VOX_API bool vox_resource_has_type(vox_tree *tree, const vox_node *object, vox_string type);

VOX_END

#endif
