/* SPDX-License-Identifier: MIT */
/** Identity in a JSON:API document (version 1.1, "Identification"): one
 *  resource object for a pair of type and id, or type and lid.
 *
 *  The index covers primary data and `included`. It is built at the first
 *  look-up and follows edits. Where a pair occurs twice, primary data comes
 *  before `included`, and the first before later ones. Only identities of
 *  text count; other resource objects are passed over. */
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
 *  behind another object, are repeated, or are written with escapes; when that
 *  fails it has no identity.
 *
 *  Errors: VOX_ERROR_MISSING, VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT;
 *          *resource is NULL.
 *  Cost:   O(resources) the first time (the first few times where most are
 *          deferred), then O(1). */
VOX_API vox_status
vox_resource_find(vox_tree *tree, vox_string type, vox_string id, vox_node **resource);

/** The same by local id. */
VOX_API vox_status
vox_resource_find_local(vox_tree *tree, vox_string type, vox_string lid, vox_node **resource);

/** Finds the resource object that a resource identifier object (or another
 *  resource object) names: by its id, or by its lid when it has no id.
 *
 *  Errors: also VOX_ERROR_KIND when `identifier` is no object with a type and
 *          an id or lid of text. */
VOX_API vox_status
vox_resource_resolve(vox_tree *tree, const vox_node *identifier, vox_node **resource);

VOX_END

#endif
