/* SPDX-License-Identifier: MIT */
/** What a record is: a document of JSON:API, a resource object, or neither. Schemas and tables decide
 *  alike, so a program that reads all tables of a source has each record once. */
#include "columns/rows.h"

/** The members that JSON:API has: resource objects have those up to AT_META, and documents those from
 *  AT_LINKS. */
enum {
    AT_TYPE,
    AT_ID,
    AT_LID,
    AT_ATTRIBUTES,
    AT_RELATIONSHIPS,
    AT_LINKS,
    AT_META,
    AT_DATA,
    AT_ERRORS,
    AT_INCLUDED,
    AT_JSONAPI,
    NAMES
};

static const vox_string known_names[NAMES] = {
    {"type", 4},           {"id", 2},       {"lid", 3},     {"attributes", 10},
    {"relationships", 13}, {"links", 5},    {"meta", 4},    {"data", 4},
    {"errors", 6},         {"included", 8}, {"jsonapi", 7},
};

/** The members of an object. The last of several with one name counts. */
typedef struct kind_members {
    const vox_node *at[NAMES];
    bool others[2]; /* it has a member that no resource object has; that no document has */
} kind_members;

enum {
    NO_RESOURCE,
    NO_DOCUMENT
};

static unsigned name_number(vox_string name) {
    unsigned number = 0;
    while (number < NAMES && !vox__same(known_names[number], name)) {
        number++;
    }
    return number;
}

/** Returns true for members of extensions (with a colon) and members with '@', which may be in every
 *  object of JSON:API. */
static bool is_extension_name(vox_string name) {
    return name.length && (name.bytes[0] == '@' || vox__find_byte(name.bytes, ':', name.length));
}

static void find_members(vox_tree *tree, const vox_node *object, kind_members *found) {
    memset(found, 0, sizeof *found);
    if (vox_node_kind(object) != VOX_OBJECT) {
        return;
    }
    for (const vox_node *at = vox_node_first(tree, object); at; at = vox_node_next(tree, at)) {
        const vox_string name = vox_node_name(tree, at);
        const unsigned number = name_number(name);
        if (number < NAMES) {
            found->at[number] = at;
        }
        if (number == NAMES && is_extension_name(name)) {
            continue;
        }
        found->others[NO_RESOURCE] |= number > AT_META;
        found->others[NO_DOCUMENT] |= number < AT_LINKS || number == NAMES;
    }
}

bool vox__has_resource_members(const vox_paths *paths) {
    const vox__path_place *top = &paths->places[0];
    for (uint32_t place = top->first; place < top->first + top->count; place++) {
        const vox_string name = paths->places[place].name;
        const bool is_of_document = place == paths->members[PATH_DATA] ||
                                    place == paths->members[PATH_ERRORS];
        if (!is_of_document && name_number(name) > AT_META && !is_extension_name(name)) {
            return false;
        }
    }
    return true;
}

/** Returns true for a resource object, whatever other members it has: JSON:API ignores them. */
static bool is_resource(const kind_members *found) {
    return !vox__resource_fault_of(
        vox_node_kind(found->at[AT_TYPE]), vox_node_kind(found->at[AT_ID]),
        vox_node_kind(found->at[AT_ATTRIBUTES]), vox_node_kind(found->at[AT_RELATIONSHIPS])
    );
}

static bool is_resource_node(vox_tree *tree, const vox_node *node) {
    kind_members found;
    find_members(tree, node, &found);
    return is_resource(&found);
}

/** Returns true for a resource object that is a record by itself. If it has only a type, its other
 *  members count: many programs write records with a `type` that have nothing to do with JSON:API. */
static bool is_resource_record(const kind_members *found) {
    const bool has_more = vox_node_kind(found->at[AT_ID]) == VOX_STRING ||
                          vox_node_kind(found->at[AT_LID]) == VOX_STRING ||
                          vox_node_kind(found->at[AT_ATTRIBUTES]) == VOX_OBJECT ||
                          vox_node_kind(found->at[AT_RELATIONSHIPS]) == VOX_OBJECT;
    return (has_more || !found->others[NO_RESOURCE]) && is_resource(found);
}

bool vox__lacks_type(vox_tree *tree, const vox_node *node) {
    return vox_node_kind(vox_object_get(tree, node, known_names[AT_TYPE])) != VOX_STRING &&
           vox_tree_failure(tree, NULL) == VOX_OK;
}

/** Returns true for a list that has a resource, and for a list without elements. */
static bool may_be_resources(vox_tree *tree, const vox_node *list) {
    const vox_node *at = vox_node_first(tree, list);
    const bool is_empty = !at;
    while (at && !is_resource_node(tree, at)) {
        at = vox_node_next(tree, at);
    }
    return vox_node_kind(list) == VOX_ARRAY && (is_empty || at);
}

/** A resource in `data` decides, whatever other members there are. Of a list it is the first element
 *  alone, because a stream of elements has no other yet. */
static bool has_document(vox_tree *tree, const kind_members *found) {
    const vox_node *data = found->at[AT_DATA], *included = found->at[AT_INCLUDED];
    const bool has_some = data || included || found->at[AT_ERRORS] || found->at[AT_META];
    const bool is_list = vox_node_kind(data) == VOX_ARRAY;
    const vox_node *first = is_list ? vox_node_first(tree, data) : NULL;
    if (first) {
        return !vox__lacks_type(tree, first);
    }
    if (vox_node_kind(data) > VOX_NULL && !is_list) {
        return is_resource_node(tree, data);
    }
    return has_some && !found->others[NO_DOCUMENT] &&
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
    kind_members found;
    find_members(tree, root, &found);
    return record->is_document || has_document(tree, &found) ? RECORD_DOCUMENT
           : is_resource_record(&found)                      ? RECORD_RESOURCE
                                                             : RECORD_OTHER;
}
