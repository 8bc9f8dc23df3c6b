/* SPDX-License-Identifier: MIT */
/** Resource objects, their attributes and relationships, and resource
 *  identifier objects. */
#include "jsonapi/validate.h"

/* --- identity -------------------------------------------------------------- */

/** What the reader takes for a type or an id. A lid is always text: it comes
 *  from clients, never from servers that number their resources. */
static bool is_id(const vox__validator *self, const vox_node *node) {
    return node->kind == VOX_STRING || (node->kind == VOX_NUMBER && self->options->lenient);
}

/** Checks the members that are there; `missing` is reported for a type that is
 *  not. */
static void check_identity(
    vox__validator *self, const vox_node *object, const vox__members *members,
    vox__fault_kind missing
) {
    const vox_node *type = members->at[WORD_TYPE];
    const vox_node *id = members->at[WORD_ID], *lid = members->at[WORD_LID];
    if (!type) {
        vox__find_fault(self, missing, object);
    } else if (!is_id(self, type)) {
        vox__find_fault(self, FAULT_TYPE_KIND, type);
    } else if (type->kind == VOX_STRING && !vox__is_member_name(vox__text(self->tree, type))) {
        vox__find_fault(self, FAULT_TYPE_NAME, type);
    }
    if (id && !is_id(self, id)) {
        vox__find_fault(self, FAULT_ID_KIND, id);
    }
    if (lid && lid->kind != VOX_STRING) {
        vox__find_fault(self, FAULT_LID_KIND, lid);
    }
}

/* --- linkage --------------------------------------------------------------- */

#define IDENTIFIER_WORDS                                                                           \
    (WORD_BIT(WORD_TYPE) | WORD_BIT(WORD_ID) | WORD_BIT(WORD_LID) | WORD_BIT(WORD_META))

static void check_identifier(
    vox__validator *self, const vox_node *identifier, const vox__members *members
) {
    check_identity(self, identifier, members, FAULT_IDENTIFIER_TYPE);
    if (!members->at[WORD_ID] && !members->at[WORD_LID]) {
        vox__find_fault(self, FAULT_IDENTIFIER_ID, identifier);
    } else if (!members->at[WORD_ID] && self->options->profile == VOX_PROFILE_RESPONSE) {
        vox__find_fault(self, FAULT_IDENTIFIER_LID, identifier);
    }
    vox__check_meta(self, members->at[WORD_META]);
}

static void keep_local(
    vox__validator *self, const vox_node *type, const vox_node *id, const vox_node *lid
) {
    vox__local_link *link = vox__validator_add(self, &self->locals, sizeof(vox__local_link));
    if (link) {
        link->type = vox__ref(self->tree, type);
        link->id = id ? vox__ref(self->tree, id) : 0;
        link->lid = vox__ref(self->tree, lid);
    }
}

static void check_linked(vox__validator *self, const vox_node *identifier) {
    vox__members members;
    vox__members_find(self, identifier, IDENTIFIER_WORDS, &members);
    check_identifier(self, identifier, &members);
    vox__named *link = self->compound ? vox__validator_add(self, &self->links, sizeof(vox__named))
                                      : NULL;
    if (link) {
        vox__name_resource(self, &members, link);
    }
    const vox_node *type = members.at[WORD_TYPE], *id = members.at[WORD_ID];
    const vox_node *lid = members.at[WORD_LID];
    if (vox__has_text(type) && vox__has_text(lid) && (!id || vox__has_text(id))) {
        keep_local(self, type, id, lid);
    }
}

static void check_linkage(vox__validator *self, const vox_node *linkage) {
    if (linkage->kind == VOX_OBJECT) {
        check_linked(self, linkage);
    } else if (linkage->kind == VOX_ARRAY) {
        for (vox_ref ref = linkage->child; ref && self->status == VOX_OK;) {
            const vox_node *identifier = vox__node(self->tree, ref);
            if (identifier->kind == VOX_OBJECT) {
                check_linked(self, identifier);
            } else {
                vox__find_fault(self, FAULT_LINKAGE_ELEMENT, identifier);
            }
            ref = identifier->next;
        }
    } else if (linkage->kind != VOX_NULL) {
        vox__find_fault(self, FAULT_LINKAGE, linkage);
    }
}

/** Linkage has the form of its relationship: a list for a to-many, null or one
 *  identifier for a to-one. Only the caller can know which it is. */
static void check_form(
    vox__validator *self, const vox_node *type, const vox_node *relationship,
    const vox_node *linkage
) {
    bool many = linkage->kind == VOX_ARRAY;
    bool one = linkage->kind == VOX_OBJECT || linkage->kind == VOX_NULL;
    const vox_relationship_name *others = many ? self->options->to_one : self->options->to_many;
    size_t count = many ? self->options->to_one_count : self->options->to_many_count;
    if (!count || !(many || one) || !vox__has_text(type)) {
        return;
    }
    vox_string type_text = vox__text(self->tree, type), name = vox__name(self->tree, relationship);
    for (size_t index = 0; index < count; index++) {
        if (vox_string_equal(others[index].name, name) &&
            vox_string_equal(others[index].type, type_text)) {
            vox__find_fault(self, many ? FAULT_NOT_ONE : FAULT_NOT_MANY, linkage);
            return;
        }
    }
}

/* --- fields ---------------------------------------------------------------- */

static bool is_identity_name(vox_string name) {
    vox__word word = vox__word_of(name);
    return word == WORD_TYPE || word == WORD_ID;
}

/** "author_id", "author-id", "authorId", "authorID". */
static bool is_foreign_key(vox_string name) {
    if (name.length < 3) {
        return false;
    }
    const char *end = name.bytes + name.length;
    bool separated = name.length > 3 && (end[-3] == '_' || end[-3] == '-');
    bool capital = end[-3] >= 'a' && end[-3] <= 'z';
    return (separated && end[-2] == 'i' && end[-1] == 'd') ||
           (capital && end[-2] == 'I' && (end[-1] == 'd' || end[-1] == 'D'));
}

static void check_attributes(vox__validator *self, const vox_node *attributes) {
    bool extension = false;
    const vox_node *attribute = NULL;
    while ((attribute = vox__members_next(self, attributes, attribute, &extension))) {
        vox_string name = vox__name(self->tree, attribute);
        if (is_identity_name(name)) {
            vox__find_fault(self, FAULT_FIELD_NAME, attribute);
        } else if (!vox__is_container(attribute) && is_foreign_key(name)) {
            vox__find_fault(self, FAULT_FOREIGN_KEY, attribute);
        }
        if (vox__is_container(attribute)) {
            vox__check_nested_names(self, attribute);
        }
    }
}

static void check_relationship(
    vox__validator *self, const vox_node *relationship, const vox_node *type
) {
    if (relationship->kind != VOX_OBJECT) {
        vox__find_fault(self, FAULT_RELATIONSHIP, relationship);
        return;
    }
    vox_profile profile = self->options->profile;
    vox__members members;
    vox__members_find(
        self, relationship, WORD_BIT(WORD_LINKS) | WORD_BIT(WORD_DATA) | WORD_BIT(WORD_META),
        &members
    );
    const vox_node *links = members.at[WORD_LINKS], *data = members.at[WORD_DATA];
    if (!links && !data && !members.at[WORD_META] && !members.extension) {
        vox__find_fault(self, FAULT_RELATIONSHIP_EMPTY, relationship);
    } else if (!data && (profile == VOX_PROFILE_CREATE || profile == VOX_PROFILE_UPDATE)) {
        vox__find_fault(self, FAULT_NO_LINKAGE, relationship);
    }
    if (links) {
        vox__check_links(self, links, true);
    }
    if (data) {
        check_form(self, type, relationship, data);
        check_linkage(self, data);
    }
    vox__check_meta(self, members.at[WORD_META]);
}

static void check_relationships(
    vox__validator *self, const vox_node *relationships, const vox_node *attributes,
    const vox_node *type
) {
    bool extension = false;
    const vox_node *relationship = NULL;
    while ((relationship = vox__members_next(self, relationships, relationship, &extension))) {
        vox_string name = vox__name(self->tree, relationship);
        if (is_identity_name(name)) {
            vox__find_fault(self, FAULT_FIELD_NAME, relationship);
        } else if (attributes) {
            const vox_node *attribute = vox__object_find(self->tree, attributes, name);
            if (attribute) {
                vox__find_second(self, FAULT_FIELD_TWICE, relationship, attribute);
            }
        }
        check_relationship(self, relationship, type);
    }
}

/** The value as an object; NULL when there is none, which is a fault unless the
 *  lenient reader takes it for absent. */
static const vox_node *object_or_fault(
    vox__validator *self, const vox_node *value, vox__fault_kind kind
) {
    if (!value || value->kind == VOX_OBJECT) {
        return value;
    }
    if (value->kind != VOX_NULL || !self->options->lenient) {
        vox__find_fault(self, kind, value);
    }
    return NULL;
}

/* --- resources ------------------------------------------------------------- */

static void check_id(
    vox__validator *self, const vox_node *resource, const vox__members *members, vox__role role
) {
    vox_profile profile = self->options->profile;
    bool update = profile == VOX_PROFILE_UPDATE && role != ROLE_INCLUDED;
    /* A request may create one resource, so only a single one can be new. */
    bool may_be_new = role == ROLE_SINGLE &&
                      (profile == VOX_PROFILE_ANY || profile == VOX_PROFILE_CREATE);
    if (members->at[WORD_ID] || may_be_new) {
        return;
    }
    if (update) {
        vox__find_fault(self, FAULT_UPDATE_ID, resource);
    } else if (!members->at[WORD_LID] || profile == VOX_PROFILE_RESPONSE) {
        vox__find_fault(self, FAULT_RESOURCE_ID, resource);
    }
}

/** Checks the members that a resource object has and an identifier has not. */
static void check_fields(vox__validator *self, const vox__members *members) {
    const vox_node *attributes = object_or_fault(
        self, members->at[WORD_ATTRIBUTES], FAULT_ATTRIBUTES
    );
    const vox_node *relationships = object_or_fault(
        self, members->at[WORD_RELATIONSHIPS], FAULT_RELATIONSHIPS
    );
    if (attributes) {
        check_attributes(self, attributes);
    }
    if (relationships) {
        check_relationships(self, relationships, attributes, members->at[WORD_TYPE]);
    }
    if (members->at[WORD_LINKS]) {
        vox__check_links(self, members->at[WORD_LINKS], false);
    }
}

/** Checks the same of an identifier that has them all the same: readers ignore them, which
 *  a warning says, but they are no better for that. */
static void check_ignored_fields(vox__validator *self, const vox_node *identifier) {
    vox__members members = {0};
    members.at[WORD_TYPE] = vox__object_find(self->tree, identifier, vox_string_from_c("type"));
    members.at[WORD_ATTRIBUTES] = vox__object_find(
        self->tree, identifier, vox_string_from_c("attributes")
    );
    members.at[WORD_RELATIONSHIPS] = vox__object_find(
        self->tree, identifier, vox_string_from_c("relationships")
    );
    members.at[WORD_LINKS] = vox__object_find(self->tree, identifier, vox_string_from_c("links"));
    check_fields(self, &members);
}

/** Checks all members of a resource object. */
static void check_object(
    vox__validator *self, const vox_node *resource, const vox__members *members, vox__role role
) {
    check_identity(self, resource, members, FAULT_RESOURCE_TYPE);
    check_id(self, resource, members, role);
    check_fields(self, members);
    vox__check_meta(self, members->at[WORD_META]);
}

void vox__check_resource(vox__validator *self, const vox_node *resource, vox__role role) {
    bool identifier = self->options->profile == VOX_PROFILE_RELATIONSHIP && role != ROLE_INCLUDED;
    vox__members members;
    vox__members_find(
        self, resource,
        identifier ? IDENTIFIER_WORDS
                   : IDENTIFIER_WORDS | WORD_BIT(WORD_ATTRIBUTES) | WORD_BIT(WORD_RELATIONSHIPS) |
                         WORD_BIT(WORD_LINKS),
        &members
    );
    if (identifier) {
        check_identifier(self, resource, &members);
        check_ignored_fields(self, resource);
    } else {
        check_object(self, resource, &members, role);
    }
    vox__record *record = vox__validator_add(self, &self->records, sizeof(vox__record));
    if (!record) {
        return;
    }
    const vox_node *lid = members.at[WORD_ID] ? members.at[WORD_LID] : NULL;
    vox__name_resource(self, &members, &record->named);
    record->node = vox__ref(self->tree, resource);
    record->lid = lid && lid->kind == VOX_STRING ? vox__ref(self->tree, lid) : 0;
    record->links_end = self->links.count;
    record->bare = !members.at[WORD_ATTRIBUTES] && !members.at[WORD_RELATIONSHIPS] &&
                   !members.at[WORD_LINKS];
    record->seen = record->duplicate = false;
}
