/* SPDX-License-Identifier: MIT */
/** Look-ups of resources by identity (identity_read.c), and of their fields by name. */
#include "jsonapi/jsonapi.h"
#include "tree/armor.h"
#include "tree/inline_cache.h"

/** The maximum number of resources of an eagerly read document without a table: entering them takes
 *  longer than comparing them in each of a few look-ups. */
#define FEW 8

/** A search without the table, and its result. */
typedef struct identity_search {
    vox__id_kind local;
    vox_string type;
    vox_string id;
    size_t most; /* the maximum number of resources to compare */
    const vox_node *found;
} identity_search;

static vox_status compare_visited(vox_tree *tree, const vox_node *resource, void *context) {
    identity_search *search = (identity_search *)context;
    vox_string type, id;
    if (search->most-- == 0) {
        return VOX_ERROR_DUPLICATE; /* stops the visit */
    }
    vox_status status = vox__identity_take(tree, resource, search->local, &type, &id);
    if (status != VOX_OK || !type.bytes || !id.bytes) {
        return status;
    }
    if (vox__same(id, search->id) && vox__same(type, search->type)) {
        search->found = resource;
        return VOX_ERROR_DUPLICATE; /* stops the visit */
    }
    return VOX_OK;
}

static vox_status find_resource(
    vox_tree *tree, vox__id_kind local, vox_string type, vox_string id, vox_node **resource
) {
    if (!resource) {
        return VOX_ERROR_ARGUMENT;
    }
    *resource = NULL;
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_TEXT(type, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_TEXT(id, VOX_ERROR_ARGUMENT);
    if (tree->deferred_end && !vox__identities_of(tree)) {
        return VOX_ERROR_MEMORY;
    }
    struct vox__identities *table = tree->identities;
    if (!table || !(table->built || table->searched)) {
        const vox__prefix wanted = {.type = type, .id = id};
        identity_search search = {local, type, id, FEW, NULL};
        if (tree->deferred_end) { /* the first look-up, while most resources are deferred */
            table->searched = true;
            search.most = SIZE_MAX;
        }
        vox_status status = vox__each_resource(
            tree, local ? NULL : &wanted, compare_visited, &search
        );
        *resource = (vox_node *)(uintptr_t)search.found;
        if (search.found || status != VOX_ERROR_DUPLICATE) {
            return search.found ? VOX_OK : status == VOX_OK ? VOX_ERROR_MISSING : status;
        }
    }
    VOX_TRY(vox__identity_prepare(tree, local, type));
    if (!tree->identities->resources.count) {
        return VOX_ERROR_MISSING;
    }
    uint64_t hash = vox__hash(&tree->seed, local, type, &id);
    const vox__identity *entry = vox__identity_entry(tree, hash, local, type, id);
    *resource = vox__node_or_null(tree, vox__identity_resource(entry));
    return *resource ? VOX_OK : VOX_ERROR_MISSING;
}

vox_status vox_resource_find(vox_tree *tree, vox_string type, vox_string id, vox_node **resource) {
    return find_resource(tree, VOX_BY_ID, type, id, resource);
}

vox_status vox_resource_find_local(
    vox_tree *tree, vox_string type, vox_string lid, vox_node **resource
) {
    return find_resource(tree, VOX_BY_LID, type, lid, resource);
}

vox_status vox_resource_resolve(vox_tree *tree, const vox_node *identifier, vox_node **resource) {
    vox_string type, id;
    if (!resource) {
        return VOX_ERROR_ARGUMENT;
    }
    *resource = NULL;
    VOX_ARMOR_READ(tree, identifier, VOX_ERROR_ARGUMENT);
    if (vox_node_kind(identifier) != VOX_OBJECT) {
        return identifier ? VOX_ERROR_KIND : VOX_ERROR_MISSING;
    }
    VOX_TRY(vox__identity_resolve(tree, identifier));
    if (vox__identity_read(tree, identifier, VOX_BY_ID, &type, &id)) {
        return find_resource(tree, VOX_BY_ID, type, id, resource);
    }
    return vox__identity_read(tree, identifier, VOX_BY_LID, &type, &id)
               ? find_resource(tree, VOX_BY_LID, type, id, resource)
               : VOX_ERROR_KIND;
}

/* --- fields ------------------------------------------------------------------ */

bool vox_resource_peek(
    const vox_tree *tree, const vox_node *resource, vox_string *type, vox_string *id,
    vox_string *lid
) {
    VOX_ARMOR_READ(tree, resource, false);
    VOX_ARMOR_GIVEN(type && id && lid, false);
    vox__prefix prefix;
    if (!resource || !vox__is_deferred(resource) || !vox__prefix_read(tree, resource, &prefix)) {
        return false;
    }
    *type = prefix.type;
    *id = prefix.id;
    *lid = prefix.lid;
    return true;
}

vox_node *vox_resource_attribute(vox_tree *tree, const vox_node *resource, vox_string name) {
    VOX_ARMOR_READ(tree, resource, NULL);
    VOX_ARMOR_TEXT(name, NULL);
    vox_node *found = vox__cached_member(
        tree, vox__cached_member(tree, resource, vox_string_from_c("attributes")), name
    );
    if (VOX_LIKELY(found != NULL)) {
        return found;
    }
    const vox_node *all = vox_object_get(tree, resource, vox_string_from_c("attributes"));
    return vox_object_get(tree, all, name);
}

vox_node *vox_resource_linkage(vox_tree *tree, const vox_node *resource, vox_string name) {
    VOX_ARMOR_READ(tree, resource, NULL);
    VOX_ARMOR_TEXT(name, NULL);
    const vox_node *all = vox__cached_member(tree, resource, vox_string_from_c("relationships"));
    vox_node *found = vox__cached_member(
        tree, vox__cached_member(tree, all, name), vox_string_from_c("data")
    );
    if (VOX_LIKELY(found != NULL)) {
        return found;
    }
    all = vox_object_get(tree, resource, vox_string_from_c("relationships"));
    return vox_object_get(tree, vox_object_get(tree, all, name), vox_string_from_c("data"));
}

bool vox_resource_has_type(vox_tree *tree, const vox_node *object, vox_string type) {
    VOX_ARMOR_READ(tree, object, false);
    VOX_ARMOR_TEXT(type, false);
    const vox_node *member = vox_object_get(tree, object, vox_string_from_c("type"));
    return member && (member->kind == VOX_STRING || member->kind == VOX_NUMBER) &&
           vox__same(vox__text(tree, member), type);
}

/* --- the shape --------------------------------------------------------------- */

const char *vox__resource_fault_of(
    vox_kind type, vox_kind id, vox_kind attributes, vox_kind relationships
) {
    if (type != VOX_STRING) {
        return "neither a document nor a resource object of JSON:API";
    }
    if (id != VOX_STRING && id != VOX_ABSENT) {
        return "the id of a resource object must be a string";
    }
    if (attributes != VOX_OBJECT && attributes > VOX_NULL) {
        return "the attributes of a resource object must be an object";
    }
    return relationships != VOX_OBJECT && relationships > VOX_NULL
               ? "the relationships of a resource object must be an object"
               : NULL;
}

const char *vox_resource_fault(vox_tree *tree, const vox_node *object) {
    VOX_ARMOR_READ(tree, object, NULL);
    if (!object) {
        return NULL;
    }
    const vox_node *type = vox_object_get(tree, object, vox_string_from_c("type"));
    const vox_node *id = vox_object_get(tree, object, vox_string_from_c("id"));
    const vox_node *attributes = vox_object_get(tree, object, vox_string_from_c("attributes"));
    const vox_node *relationships = vox_object_get(
        tree, object, vox_string_from_c("relationships")
    );
    return vox__resource_fault_of(
        vox_node_kind(type), vox_node_kind(id), vox_node_kind(attributes),
        vox_node_kind(relationships)
    );
}
