/* SPDX-License-Identifier: MIT */
/** Validates resource objects, their attributes and relationships, and resource identifier
 *  objects. */
#include "jsonapi/validate.h"

/* --- identity -------------------------------------------------------------- */

/** Checks the members of an identity and returns it. `missing` is reported for a missing type. A
 *  lid is always a string, because it comes from clients, and never from servers that number their
 *  resources. */
static vox__named check_identity(
    vox__validator *self, const vox_node *object, const vox__members *members,
    vox__fault_kind missing
) {
    const vox_node *type = members->at[WORD_TYPE], *id = members->at[WORD_ID];
    const vox_node *lid = members->at[WORD_LID], *key = id ? id : lid;
    const vox__known_type *known = NULL;
    if (vox__has_text(type)) {
        known = vox__type_of(self, vox__text(self->tree, type));
    }
    if (!type) {
        vox__find_fault(self, missing, object);
    } else if (vox__expect_id(self, type, FAULT_TYPE_KIND) && type->kind == VOX_STRING && !known->is_good) {
        vox__find_fault(self, FAULT_TYPE_NAME, type);
    }
    vox__expect_id(self, id, FAULT_ID_KIND);
    vox__expect_kind(self, lid, VOX_STRING, FAULT_LID_KIND);
    return known && vox__has_text(key)
               ? vox__name_of(self, known, vox__text(self->tree, key), id ? VOX_BY_ID : VOX_BY_LID)
               : (vox__named){.key = NULL};
}

/* --- linkage --------------------------------------------------------------- */

#define IDENTIFIER_WORDS                                                                           \
    (WORD_BIT(WORD_TYPE) | WORD_BIT(WORD_ID) | WORD_BIT(WORD_LID) | WORD_BIT(WORD_META))
#define FIELD_WORDS                                                                                \
    (WORD_BIT(WORD_ATTRIBUTES) | WORD_BIT(WORD_RELATIONSHIPS) | WORD_BIT(WORD_LINKS))

static vox__named check_identifier(
    vox__validator *self, const vox_node *identifier, const vox__members *members
) {
    const vox__named named = check_identity(self, identifier, members, FAULT_IDENTIFIER_TYPE);
    if (!members->at[WORD_ID] && !members->at[WORD_LID]) {
        vox__find_fault(self, FAULT_IDENTIFIER_ID, identifier);
    } else if (!members->at[WORD_ID] && self->profile == VOX_PROFILE_RESPONSE) {
        vox__find_fault(self, FAULT_IDENTIFIER_LID, identifier);
    }
    vox__expect_kind(self, members->at[WORD_META], VOX_OBJECT, FAULT_META);
    return named;
}

/** Stores the lid of an identifier, so that its resource can be looked up later. */
static void keep_local(vox__validator *self, const vox__members *members) {
    const vox_node *type = members->at[WORD_TYPE], *id = members->at[WORD_ID];
    const vox_node *lid = members->at[WORD_LID];
    if (!vox__has_text(type) || !vox__has_text(lid) || (id && !vox__has_text(id))) {
        return;
    }
    vox__local_link *link = (vox__local_link *)vox__validator_add(
        self, &self->locals, sizeof(vox__local_link)
    );
    if (link) {
        *link = (vox__local_link
        ){vox__ref(self->tree, type), vox__ref(self->tree, id), vox__ref(self->tree, lid)};
    }
}

static inline void keep_link(vox__validator *self, const vox__named *named) {
    if (self->compound) {
        vox__named *link = (vox__named *)vox__validator_add(self, &self->links, sizeof *link);
        if (link) {
            *link = *named;
        }
    }
}

/** Returns true for a string member with this name of the standard. */
static inline bool is_text_of(const vox_tree *tree, const vox_node *node, const char *name) {
    return node->kind == VOX_STRING && vox__same(vox__name(tree, node), vox_string_from_c(name));
}

/** Checks an ordinary identifier, which has a type, an id, and nothing else. Returns false for
 *  other identifiers. */
VOX_INLINE bool check_common(vox__validator *self, const vox_node *identifier) {
    const vox_tree *tree = self->tree;
    const vox_node *type = vox__child(tree, identifier);
    const vox_node *id = type ? vox__sibling(tree, type) : NULL;
    if (!id || id->next || !is_text_of(tree, type, "type") || !is_text_of(tree, id, "id")) {
        return false;
    }
    const vox__known_type *known = vox__type_of(self, vox__string_text(tree, type));
    if (VOX_UNLIKELY(!known->is_good)) {
        vox__find_fault(self, FAULT_TYPE_NAME, type);
    }
    const vox__named named = vox__name_of(self, known, vox__string_text(tree, id), VOX_BY_ID);
    keep_link(self, &named);
    return true;
}

/** Checks any other identifier. */
static VOX_APART void check_unusual(vox__validator *self, const vox_node *identifier) {
    vox__members members;
    vox__members_find(self, identifier, IDENTIFIER_WORDS, &members);
    const vox__named named = check_identifier(self, identifier, &members);
    keep_link(self, &named);
    keep_local(self, &members);
}

static void check_linked(vox__validator *self, const vox_node *identifier) {
    if (VOX_UNLIKELY(!check_common(self, identifier))) {
        check_unusual(self, identifier);
    }
}

static void check_linkage(vox__validator *self, const vox_node *linkage) {
    if (linkage->kind == VOX_OBJECT) {
        check_linked(self, linkage);
    } else if (linkage->kind == VOX_ARRAY) {
        const vox_node *identifier = vox__child(self->tree, linkage);
        for (; identifier && self->status == VOX_OK;
             identifier = vox__sibling(self->tree, identifier)) {
            if (vox__expect_kind(self, identifier, VOX_OBJECT, FAULT_LINKAGE_ELEMENT)) {
                check_linked(self, identifier);
            }
        }
    } else if (linkage->kind != VOX_NULL) {
        vox__find_fault(self, FAULT_LINKAGE, linkage);
    }
}

/** Checks the form of linkage: a list for a to-many relationship, null or one identifier for a
 *  to-one relationship. Only the caller can say which form a relationship has. */
static void check_form(
    vox__validator *self, const vox_node *type, vox_string name, const vox_node *linkage
) {
    bool many = linkage->kind == VOX_ARRAY;
    bool one = linkage->kind == VOX_OBJECT || linkage->kind == VOX_NULL;
    const vox_relationship_name *others = many ? self->options->to_one : self->options->to_many;
    size_t count = many ? self->options->to_one_count : self->options->to_many_count;
    if (!count || !(many || one) || !vox__has_text(type)) {
        return;
    }
    vox_string type_text = vox__text(self->tree, type);
    for (size_t index = 0; index < count; index++) {
        if (vox_string_equal(others[index].name, name) &&
            vox_string_equal(others[index].type, type_text)) {
            vox__find_fault(self, many ? FAULT_NOT_ONE : FAULT_NOT_MANY, linkage);
            return;
        }
    }
}

static inline void check_known_form(
    vox__validator *self, const vox_node *type, const vox_node *relationship,
    const vox_node *linkage
) {
    if (VOX_UNLIKELY(self->options->to_one_count || self->options->to_many_count)) {
        check_form(self, type, vox__name(self->tree, relationship), linkage);
    }
}

void vox__check_operand(
    vox__validator *self, const vox_node *type, const vox_node *name, const vox_node *linkage
) {
    if (vox__has_text(name)) {
        check_form(self, type, vox__text(self->tree, name), linkage);
    }
    check_linkage(self, linkage);
}

vox__named vox__check_ref(vox__validator *self, const vox_node *ref, const vox__members *members) {
    keep_local(self, members);
    return check_identity(self, ref, members, FAULT_REF_TYPE);
}

/* --- fields ---------------------------------------------------------------- */

static bool is_identity_name(vox_string name) {
    return vox__same(name, vox_string_from_c("type")) || vox__same(name, vox_string_from_c("id"));
}

/** Returns the bit of a name in a set of names. Names with different bits differ. */
static uint64_t name_bit(vox_string name) {
    return UINT64_C(1) << vox__cache_slot(name) % 64;
}

/** Checks attributes. Returns the bits of their names. */
static uint64_t check_attributes(vox__validator *self, const vox_node *attributes) {
    bool extension = false;
    const vox_node *attribute = NULL;
    uint64_t names = 0;
    vox_string name;
    while ((attribute = vox__members_next(self, attributes, attribute, &extension, &name))) {
        names |= name_bit(name);
        if (is_identity_name(name)) {
            vox__find_fault(self, FAULT_FIELD_NAME, attribute);
        } else if (!vox__is_container(attribute)) {
            vox__note_possible_key(self, attribute, name);
        }
        if (vox__is_container(attribute)) {
            vox__check_nested_names(self, attribute);
        }
    }
    return names;
}

/** Returns the linkage of a relationship that has no other member, as most have none; or NULL. */
static const vox_node *only_linkage(const vox_tree *tree, const vox_node *relationship) {
    const vox_node *first = vox__child(tree, relationship);
    const bool is_alone = first && !first->next &&
                          vox__same(vox__name(tree, first), vox_string_from_c("data"));
    return is_alone ? first : NULL;
}

/** Checks a relationship that has other members, or none. */
static VOX_APART void check_members(
    vox__validator *self, const vox_node *relationship, const vox_node *type
) {
    vox_profile profile = self->profile;
    vox__members members;
    vox__members_find(
        self, relationship, WORD_BIT(WORD_LINKS) | WORD_BIT(WORD_DATA) | WORD_BIT(WORD_META),
        &members
    );
    const vox_node *data = members.at[WORD_DATA];
    if (!members.found && !members.extension) {
        vox__find_fault(self, FAULT_RELATIONSHIP_EMPTY, relationship);
    } else if (!data && (profile == VOX_PROFILE_CREATE || profile == VOX_PROFILE_UPDATE)) {
        vox__find_fault(self, FAULT_NO_LINKAGE, relationship);
    }
    vox__check_links(self, members.at[WORD_LINKS], LINKS_OF_RELATIONSHIP);
    if (data) {
        check_known_form(self, type, relationship, data);
        check_linkage(self, data);
    }
    vox__expect_kind(self, members.at[WORD_META], VOX_OBJECT, FAULT_META);
}

static void check_relationship(
    vox__validator *self, const vox_node *relationship, const vox_node *type
) {
    if (!vox__expect_kind(self, relationship, VOX_OBJECT, FAULT_RELATIONSHIP)) {
        return;
    }
    const vox_node *data = only_linkage(self->tree, relationship);
    if (VOX_LIKELY(data != NULL)) {
        check_known_form(self, type, relationship, data);
        check_linkage(self, data);
    } else {
        check_members(self, relationship, type);
    }
}

/** Checks relationships. `names` has the bits of the names of `attributes`, 0 without
 *  attributes. */
static void check_relationships(
    vox__validator *self, const vox_node *relationships, const vox_node *attributes, uint64_t names,
    const vox_node *type
) {
    bool extension = false;
    const vox_node *relationship = NULL;
    vox_string name;
    while ((relationship = vox__members_next(self, relationships, relationship, &extension, &name))
    ) {
        if (is_identity_name(name)) {
            vox__find_fault(self, FAULT_FIELD_NAME, relationship);
        } else if (names & name_bit(name)) {
            const vox_node *attribute = vox__object_find(self->tree, attributes, name);
            if (attribute) {
                vox__find_second(self, FAULT_FIELD_TWICE, relationship, attribute);
            }
        }
        check_relationship(self, relationship, type);
    }
}

/** Returns a value that is an object, or NULL. Reports another value, unless the lenient reading
 *  treats it as missing. */
static const vox_node *object_or_fault(
    vox__validator *self, const vox_node *value, vox__fault_kind kind
) {
    bool absent = value && value->kind == VOX_NULL && self->options->lenient;
    return !absent && vox__expect_kind(self, value, VOX_OBJECT, kind) ? value : NULL;
}

/* --- resources ------------------------------------------------------------- */

static void check_id(
    vox__validator *self, const vox_node *resource, const vox__members *members, vox__role role
) {
    vox_profile profile = self->profile;
    bool update = profile == VOX_PROFILE_UPDATE && role != ROLE_INCLUDED;
    /* A request may create one resource, so only a single resource can be new. */
    bool may_be_new = role == ROLE_SINGLE &&
                      (profile == VOX_PROFILE_ANY || profile == VOX_PROFILE_CREATE);
    if (members->at[WORD_ID] || may_be_new) {
        return;
    }
    if (role == ROLE_TARGET) {
        if (!members->at[WORD_LID]) {
            vox__find_fault(self, FAULT_UPDATE_IDENTITY, resource);
        }
    } else if (update) {
        vox__find_fault(self, FAULT_UPDATE_ID, resource);
    } else if (!members->at[WORD_LID] || profile == VOX_PROFILE_RESPONSE) {
        vox__find_fault(self, FAULT_RESOURCE_ID, resource);
    }
}

/** Checks the members that a resource object has and an identifier does not have. */
static void check_fields(vox__validator *self, const vox__members *members) {
    const vox_node *attributes = object_or_fault(
        self, members->at[WORD_ATTRIBUTES], FAULT_ATTRIBUTES
    );
    const vox_node *relationships = object_or_fault(
        self, members->at[WORD_RELATIONSHIPS], FAULT_RELATIONSHIPS
    );
    const uint64_t names = attributes ? check_attributes(self, attributes) : 0;
    if (relationships) {
        check_relationships(self, relationships, attributes, names, members->at[WORD_TYPE]);
    }
    if (members->at[WORD_LINKS]) {
        vox__check_links(self, members->at[WORD_LINKS], LINKS_OF_OTHERS);
    }
}

/** Checks such members in an identifier. Readers ignore them, and a warning says so, but they are
 *  checked, too. */
static void check_ignored_fields(vox__validator *self, const vox_node *identifier) {
    vox__members members = {0};
    for (const vox_node *at = vox__child(self->tree, identifier); at;
         at = vox__sibling(self->tree, at)) {
        const vox__word word = vox__word_of(vox__name(self->tree, at));
        if (WORD_BIT(word) & (FIELD_WORDS | WORD_BIT(WORD_TYPE))) {
            members.at[word] = at;
        }
    }
    check_fields(self, &members);
}

/** Checks all members of a resource object. */
static vox__named check_object(
    vox__validator *self, const vox_node *resource, const vox__members *members, vox__role role
) {
    const vox__named named = check_identity(self, resource, members, FAULT_RESOURCE_TYPE);
    check_id(self, resource, members, role);
    check_fields(self, members);
    vox__expect_kind(self, members->at[WORD_META], VOX_OBJECT, FAULT_META);
    return named;
}

void vox__check_resource(vox__validator *self, const vox_node *resource, vox__role role) {
    bool identifier = self->profile == VOX_PROFILE_RELATIONSHIP && role != ROLE_INCLUDED;
    vox__members members;
    vox__members_find(
        self, resource, identifier ? IDENTIFIER_WORDS : IDENTIFIER_WORDS | FIELD_WORDS, &members
    );
    vox__named named;
    if (identifier) {
        named = check_identifier(self, resource, &members);
        check_ignored_fields(self, resource);
    } else {
        named = check_object(self, resource, &members, role);
        if (role == ROLE_TARGET && !members.at[WORD_ID]) {
            keep_local(self, &members);
        }
    }
    vox__resource_record *record = (vox__resource_record *)vox__validator_add(
        self, &self->records, sizeof(vox__resource_record)
    );
    if (!record) {
        return;
    }
    const vox_node *lid = members.at[WORD_ID] ? members.at[WORD_LID] : NULL;
    *record = (vox__resource_record
    ){.named = named,
      .node = vox__ref(self->tree, resource),
      .lid = lid && lid->kind == VOX_STRING ? vox__ref(self->tree, lid) : 0,
      .links_end = self->links.count,
      .bare = !(members.found & FIELD_WORDS)};
}

void vox__check_resources(vox__validator *self, const vox_node *list, vox__role role) {
    bool included = role == ROLE_INCLUDED;
    const vox_node *resource = vox__child(self->tree, list);
    for (; resource && self->status == VOX_OK; resource = vox__sibling(self->tree, resource)) {
        if (vox__expect_kind(
                self, resource, VOX_OBJECT, included ? FAULT_INCLUDED_ELEMENT : FAULT_DATA_ELEMENT
            )) {
            vox__check_resource(self, resource, role);
        }
    }
}
