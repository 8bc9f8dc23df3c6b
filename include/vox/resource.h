/* SPDX-License-Identifier: MIT */
/** Identity in a JSON:API document (version 1.1, "Identification"): one
 *  resource object for each pair of type and id, or type and lid.
 *
 *  An index of identities covers primary data and `included`. The first look-up builds the index,
 *  and edits keep the index up to date. A document with at most eight resources has no index:
 *  look-ups compare all resources. If several resources share an identity, a look-up finds the
 *  first resource. Resources in primary data come before resources in `included`. A resource has an
 *  identity only if its type is a string, and its id or its lid is a string. Look-ups skip
 *  resources without an identity.
 *
 *  An edit that changes an identity costs O(1). If n resources share the old or the new identity,
 *  the edit costs O(log n), regardless of the number of earlier edits. The next look-up builds the
 *  index again in two cases: after a list of resources was replaced, and after a resource that was
 *  not in the index got the identity of another resource. Such a resource was inserted, or it was
 *  not read and had no identity.
 *
 *  NULL: tree, type, id, lid, name never; identifier, object neutral. */
#ifndef VOX_RESOURCE_H
#define VOX_RESOURCE_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** Finds the resource object with the given type and id.
 *
 *  In a tree that was read lazily, vox_resource_find reads the identity of a deferred resource from
 *  the beginning of its text, and the resource stays deferred. The text must begin with at most 1
 *  KiB of type, id and lid, as strings without escapes, and all later members must be the objects
 *  `attributes`, `relationships`, `links` and `meta`. Otherwise, the function parses the resource.
 *  If parsing the resource fails, the resource has no identity.
 *
 *  NULL:   resource VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MISSING, VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT. After an error, *resource
 *          is NULL.
 *  Cost:   O(resources) for the first call, then O(1). If most resources are deferred, a few later
 *          calls also cost O(resources): the second call, and one call for each of the first five
 *          types that are looked up. */
VOX_API vox_status
vox_resource_find(vox_tree *tree, vox_string type, vox_string id, vox_node **resource);

/** Finds the resource object with the given type and local id.
 *
 *  NULL: resource VOX_ERROR_ARGUMENT. */
VOX_API vox_status
vox_resource_find_local(vox_tree *tree, vox_string type, vox_string lid, vox_node **resource);

/** Finds the resource object that `identifier` identifies. `identifier` is a resource identifier
 *  object or another resource object. The function uses the id of `identifier`, or the lid if there
 *  is no id.
 *
 *  NULL:   resource VOX_ERROR_ARGUMENT.
 *  Errors: the errors of vox_resource_find; VOX_ERROR_KIND when `identifier` is not an object, has
 *          no string as type, or has no string as id or lid. */
VOX_API vox_status
vox_resource_resolve(vox_tree *tree, const vox_node *identifier, vox_node **resource);

/** Reads the type, id and lid of a deferred resource object. The object stays deferred. If a member
 *  is missing, the `bytes` of its string are NULL.
 *
 *  Returns false and writes nothing when the object is not deferred, or when type, id and lid
 *  cannot be read without parsing the object. If vox_resource_peek returns false, read the members
 *  of the object instead.
 *
 *  NULL: resource neutral. */
VOX_API bool vox_resource_peek(
    const vox_tree *tree, const vox_node *resource, vox_string *type, vox_string *id,
    vox_string *lid
);

/** Returns the attribute with the given name, or NULL. The function calls vox_object_get for
 *  `attributes`, and then for the given name.
 *
 *  NULL: resource neutral. */
VOX_API vox_node *vox_resource_attribute(vox_tree *tree, const vox_node *resource, vox_string name);

/** Returns the linkage of the relationship with the given name: the value of its member `data`, of
 *  any kind. Returns NULL when the relationship has no `data`.
 *
 *  NULL: resource neutral. */
VOX_API vox_node *vox_resource_linkage(vox_tree *tree, const vox_node *resource, vox_string name);

/** Returns true when a resource or identifier object has the given type. If the type of the object
 *  is a number, the text of the number counts as the type. */
VOX_API bool vox_resource_has_type(vox_tree *tree, const vox_node *object, vox_string type);

/** Returns why a value is not a resource object, as a static string; NULL for a resource object. A
 *  resource object has a string as type, a string or nothing as id, and an object, null or nothing
 *  as attributes and as relationships. No other rules are checked: use vox_validate for these.
 *
 *  Null means that there are none. vox_object_set cannot add a member to null and returns
 *  VOX_ERROR_KIND. First make it an object: vox_node_set(tree, attributes, vox_value_object()).
 *
 *  NULL: object neutral. */
VOX_API const char *vox_resource_fault(vox_tree *tree, const vox_node *object);

VOX_END

#endif
