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
 *  Errors: VOX_ERROR_MISSING, VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT;
 *          *resource is NULL.
 *  Cost:   O(resources) the first time, then O(1). */
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
