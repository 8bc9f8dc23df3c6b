/* SPDX-License-Identifier: MIT */
/** What a record is: a document of JSON:API, a resource object, or neither. Schemas and tables decide
 *  alike, so a program that reads all tables of a source has each record once. */
#include "columns/rows.h"

/** Returns true when all members of an object are in a list of names. Members of extensions (with a
 *  colon) and members with '@' may be in every object of JSON:API. */
static bool has_only(vox_tree *tree, const vox_node *object, const char *const *names) {
    for (const vox_node *at = vox_node_first(tree, object); at; at = vox_node_next(tree, at)) {
        const vox_string name = vox_node_name(tree, at);
        const char *const *known = names;
        if (name.length && (name.bytes[0] == '@' || memchr(name.bytes, ':', name.length))) {
            continue;
        }
        while (*known && !vox_string_equal(name, vox_string_from_c(*known))) {
            known++;
        }
        if (!*known) {
            return false;
        }
    }
    return true;
}

static const vox_node *member(vox_tree *tree, const vox_node *object, const char *name) {
    return vox_object_get(tree, object, vox_string_from_c(name));
}

static bool is_resource(vox_tree *tree, const vox_node *node) {
    static const char *const names[] = {
        "type", "id", "lid", "attributes", "relationships", "links", "meta", NULL,
    };
    return !vox_resource_fault(tree, node) && has_only(tree, node, names);
}

bool vox__lacks_type(vox_tree *tree, const vox_node *node) {
    return vox_node_kind(member(tree, node, "type")) != VOX_STRING &&
           vox_tree_failure(tree, NULL) == VOX_OK;
}

/** Returns true for a list that has a resource, and for a list without elements. */
static bool may_be_resources(vox_tree *tree, const vox_node *list) {
    const vox_node *at = vox_node_first(tree, list);
    const bool is_empty = !at;
    while (at && !is_resource(tree, at)) {
        at = vox_node_next(tree, at);
    }
    return vox_node_kind(list) == VOX_ARRAY && (is_empty || at);
}

/** The first element of `data` alone decides, because a stream of elements has no other yet. */
static bool is_document(vox_tree *tree, const vox_node *node) {
    static const char *const names[] = {
        "data", "errors", "meta", "links", "included", "jsonapi", NULL,
    };
    const vox_node *data = member(tree, node, "data"), *included = member(tree, node, "included");
    const bool has_some = data || included || member(tree, node, "errors") ||
                          member(tree, node, "meta");
    const bool is_list = vox_node_kind(data) == VOX_ARRAY;
    const vox_node *first = is_list ? vox_node_first(tree, data) : NULL;
    if (first) {
        return !vox__lacks_type(tree, first);
    }
    return vox_node_kind(node) == VOX_OBJECT && has_some && has_only(tree, node, names) &&
           (vox_node_kind(data) <= VOX_NULL || is_list || is_resource(tree, data)) &&
           (!included || may_be_resources(tree, included));
}

vox__record_kind vox__record_kind_of(const vox__record *record) {
    vox_tree *tree = record->tree;
    const vox_node *root = record->root;
    if (record->is_other) {
        return RECORD_OTHER;
    }
    if (record->where.list == LIST_DATA) {
        return RECORD_RESOURCE;
    }
    return record->is_document || is_document(tree, root) ? RECORD_DOCUMENT
           : is_resource(tree, root)                      ? RECORD_RESOURCE
                                                          : RECORD_OTHER;
}
