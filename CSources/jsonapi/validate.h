/* SPDX-License-Identifier: MIT */
/** Declarations that the files of the validator share.
 *
 *      validate.c           the top level: its members, errors, jsonapi
 *      validate_findings.c  findings
 *      validate_resource.c  resources, their fields, identifiers
 *      validate_links.c     links and link objects
 *      validate_paging.c    links to pages
 *      validate_names.c     member names; the members of an object
 *      validate_syntax.c    URI references, relation types, language tags
 *      validate_linkage.c   all resources together: identity, full linkage
 *      validate_atomic.c    operations and results (the extension Atomic Operations)
 *      validate_lids.c      the lids of operations
 *      validate_foreign_keys.c   attributes that look like foreign keys
 *      rules.c              messages, severities, sections of the standard
 *
 *  The checks call each other along the structure of the standard, which is shallow. They use
 *  loops where the input decides the depth (attribute values, link objects described by
 *  link objects). */
#ifndef VOX_VALIDATE_PRIVATE_H
#define VOX_VALIDATE_PRIVATE_H

#include "jsonapi/jsonapi.h"
#include "jsonapi/rules.h"
#include "tree/armor.h"
#include "tree/inline_cache.h"

#include <vox/validate.h>

/** All members that the standard names, except links: first those of resources, identifiers and
 *  relationships, then others by the length of their names. */
typedef enum vox__word {
    WORD_ID,
    WORD_LID,
    WORD_TYPE,
    WORD_DATA,
    WORD_META,
    WORD_LINKS,
    WORD_ATTRIBUTES,
    WORD_RELATIONSHIPS,
    WORD_EXT,
    WORD_COMMON = WORD_EXT, /* the number of words that come first */
    WORD_OP,
    WORD_REF,
    WORD_REL,
    WORD_HREF,
    WORD_CODE,
    WORD_TITLE,
    WORD_ERRORS,
    WORD_STATUS,
    WORD_DETAIL,
    WORD_SOURCE,
    WORD_HEADER,
    WORD_POINTER,
    WORD_JSONAPI,
    WORD_VERSION,
    WORD_PROFILE,
    WORD_INCLUDED,
    WORD_HREFLANG,
    WORD_PARAMETER,
    WORD_DESCRIBEDBY,
    WORD_RELATIONSHIP,
    WORD_RESULTS,    /* of the extension Atomic Operations */
    WORD_OPERATIONS, /* of the extension Atomic Operations */
    WORD_COUNT       /* another name */
} vox__word;

#define WORD_BIT(word) (UINT64_C(1) << (word))

/** The members of an object of the standard. */
typedef struct vox__members {
    uint64_t found;                 /* the bits of its members */
    bool extension;                 /* it has a member of an applied extension */
    const vox_node *at[WORD_COUNT]; /* only the requested ones; of repeated ones the last */
} vox__members;

/** The identity of a resource. `key` is the id, or the lid when there is no id; NULL
 *  when there is neither. The lowest bit of the hash says that it is a lid. */
typedef struct vox__named {
    uint64_t hash;  /* of a resolved link: the number of its record */
    uint64_t start; /* the first bytes of the key, which are sufficient to compare short keys */
    const char *type;
    const char *key;
    uint32_t type_length;
    uint32_t key_length;
} vox__named;

/** A resource object of the document. */
typedef struct vox__resource_record {
    vox__named named;
    vox_ref node;
    vox_ref lid;        /* of a resource that also has an id */
    uint32_t links_end; /* the end of its linkage, after that of the previous record */
    bool bare;          /* it may be a resource identifier: only type, id, lid and meta */
    bool seen;          /* linkage leads to it, or it needs none */
    bool duplicate;     /* an earlier resource has the same identity */
} vox__resource_record;

/** A resource identifier with a lid. */
typedef struct vox__local_link {
    vox_ref type;
    vox_ref id; /* 0 if it has none */
    vox_ref lid;
} vox__local_link;

/** A type that occurred, so that it is not hashed and checked again. All zero: none. */
typedef struct vox__known_type {
    vox_string text;
    uint64_t hash;
    bool is_good; /* it is a valid member name */
} vox__known_type;

/** The number of types that are kept: a power of two. */
#define VOX_TYPES_KEPT 16

typedef struct vox__validator {
    vox_tree *tree;
    const vox_validation *options;
    vox_finding_sink sink;
    vox_profile profile; /* of the resources that are being checked */
    vox_status status;   /* after a status other than VOX_OK, nothing is reported */
    bool atomic;         /* the extension Atomic Operations is applied */
    bool compound;       /* there are included resources, so linkage is stored */
    bool extended;       /* the top level has a member of an applied extension */
    uint32_t primary_count;
    vox__list records; /* vox__resource_record: primary resources, then included ones */
    vox__known_type types[VOX_TYPES_KEPT]; /* two types with the same slot overwrite each other */
    vox__list links;  /* vox__named: the linkage of all records, one after the other */
    vox__list locals; /* vox__local_link: the part of it that has lids */
    vox__list keys;   /* attributes that may be foreign keys (validate_foreign_keys.c) */
} vox__validator;

/* validate_findings.c */
VOX_COLD void vox__find_fault(vox__validator *self, vox__fault_kind kind, const vox_node *node);
VOX_COLD void vox__find_second(
    vox__validator *self, vox__fault_kind kind, const vox_node *node, const vox_node *first
);

/* Each of these reports a member, `node` (may be NULL), that is not as required. */

/** Returns true when the member exists and has the kind. */
static inline bool vox__expect_kind(
    vox__validator *self, const vox_node *node, vox_kind kind, vox__fault_kind fault
) {
    if (node && node->kind != kind) {
        vox__find_fault(self, fault, node);
    }
    return node && node->kind == kind;
}

/** Checks for a string, for which the lenient reading also accepts a number. */
static inline bool vox__expect_id(
    vox__validator *self, const vox_node *node, vox__fault_kind fault
) {
    bool number = node && node->kind == VOX_NUMBER && self->options->lenient;
    return number || vox__expect_kind(self, node, VOX_STRING, fault);
}

/** Returns the text of a node that is a string. */
VOX_INLINE vox_string vox__string_text(const vox_tree *tree, const vox_node *node) {
    return VOX_LIKELY(!vox__has_stored_text(node))
               ? vox__string(tree->source + node->start + 1, node->end - node->start - 2)
               : vox__text(tree, node);
}

/** Checks for a string that `is_good` accepts. */
VOX_INLINE void vox__expect_text(
    vox__validator *self, const vox_node *node, bool (*is_good)(vox_string), vox__fault_kind fault
) {
    if (node && !(node->kind == VOX_STRING && is_good(vox__string_text(self->tree, node)))) {
        vox__find_fault(self, fault, node);
    }
}

/** Checks all elements of a list for such strings. */
VOX_INLINE void vox__expect_texts(
    vox__validator *self, const vox_node *list, bool (*is_good)(vox_string), vox__fault_kind fault
) {
    const vox_node *text = vox__child(self->tree, list);
    for (; text; text = vox__sibling(self->tree, text)) {
        vox__expect_text(self, text, is_good, fault);
    }
}

/** Adds an item to a list. Returns NULL when there is no memory, which ends the validation. */
VOX_INLINE void *vox__validator_add(vox__validator *self, vox__list *list, size_t size) {
    void *item = vox__list_add(&self->tree->memory, list, size);
    if (VOX_UNLIKELY(!item) && self->status == VOX_OK) {
        self->status = VOX_ERROR_MEMORY;
    }
    return item;
}

/* validate_resource.c */

/** The position of a resource object in the document. */
typedef enum vox__role {
    ROLE_SINGLE,
    ROLE_ELEMENT,
    ROLE_INCLUDED,
    ROLE_TARGET /* the resource that an operation updates, which may have a lid instead of an id */
} vox__role;

void vox__check_resource(vox__validator *self, const vox_node *resource, vox__role role);
/** Checks the elements of a list of resources. */
void vox__check_resources(vox__validator *self, const vox_node *list, vox__role role);
/** Checks type, id and lid of a ref, and returns the identity. */
vox__named vox__check_ref(vox__validator *self, const vox_node *ref, const vox__members *members);
/** Checks linkage that is the data of an operation. `type` and `name` are those of the
 *  relationship, or NULL. */
void vox__check_operand(
    vox__validator *self, const vox_node *type, const vox_node *name, const vox_node *linkage
);

/* validate_atomic.c */
/** Checks the operations and results of a document. `members` are the members of the document. */
void vox__check_atomic(vox__validator *self, const vox_node *root, const vox__members *members);

/* validate_foreign_keys.c */

/** Keeps an attribute if its name ends like the name of a foreign key. */
void vox__note_possible_key(vox__validator *self, const vox_node *attribute, vox_string name);
/** Reports the kept attributes that the document has evidence for. */
void vox__check_foreign_keys(vox__validator *self);
void vox__foreign_keys_free(vox__validator *self);

/* validate_lids.c */

/** The lids that operations have created. All zero: none. */
typedef struct vox__lids {
    vox__list created; /* vox__created */
    vox__table table;  /* keys of the positions in `created`, plus 1 */
} vox__lids;

/** Checks the lids in `locals`, which an operation uses, and empties `locals`. Earlier operations
 *  must have created them. */
void vox__lids_use(vox__validator *self, const vox__lids *lids);
/** Adds the lid of a resource, if it has one. If an earlier operation has created it, reports it
 *  when `report` is true. */
void vox__lids_create(vox__validator *self, vox__lids *lids, const vox_node *resource, bool report);
void vox__lids_free(vox__validator *self, vox__lids *lids);

/* validate_links.c */
typedef enum vox__link_owner {
    LINKS_OF_RELATIONSHIP, /* must have self, related or a member of an extension */
    LINKS_OF_OTHERS
} vox__link_owner;

/** `links` may be NULL. */
VOX_APART void vox__check_links(vox__validator *self, const vox_node *links, vox__link_owner owner);

/* validate_paging.c */

/** The links between pages. Missing links are NULL. */
typedef struct vox__page_links {
    const vox_node *self;
    const vox_node *first;
    const vox_node *next;
    const vox_node *last;
} vox__page_links;

void vox__check_pages(vox__validator *self, const vox__page_links *links);

/* validate_names.c */
vox__word vox__word_of(vox_string name);

/** Returns true when each of eight bytes is a lower-case letter. */
static inline bool vox__are_lower(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    /* The top bit of a sum says that the byte is at least 'a', or greater than 'z'. */
    return !((~(word + ones * (0x80 - 'a')) | (word + ones * (0x7F - 'z')) | word) & VOX_TOPS);
}

/** Returns true for a name of up to 16 lower-case letters, as most names are. They are always
 *  valid. */
static inline bool vox__is_lower(vox_string name) {
    const uint64_t filled = UINT64_C(0x6161616161000000); /* 'a' after three bytes */
    uint64_t first, last;
    vox__ends(name, &first, &last);
    return name.length >= 8   ? name.length <= 16 && vox__are_lower(first) && vox__are_lower(last)
           : name.length >= 4 ? vox__are_lower(first | last << 32)
                              : name.length && vox__are_lower(first | last << 16 | filled);
}

/** Finds the members of `words`, and checks the names of other members. */
void vox__members_find(
    vox__validator *self, const vox_node *object, uint64_t words, vox__members *members
);
/** Returns the first member from `member` on that is neither an @-member nor an extension's, or
 *  NULL. Checks the names it visits. */
const vox_node *vox__members_from(vox__validator *self, const vox_node *member, bool *extension);

/** Iterates over the members of an object that may have any names. Returns the first member, or the
 *  one after `previous`, and its name. */
VOX_INLINE const vox_node *vox__members_next(
    vox__validator *self, const vox_node *object, const vox_node *previous, bool *extension,
    vox_string *name
) {
    const vox_tree *tree = self->tree;
    if (!previous && !(object->flags & FLAG_CHECKED)) {
        vox__object_check(self->tree, object);
    }
    const vox_ref ref = previous ? previous->next : object->child;
    if (!ref) {
        return NULL;
    }
    const vox_node *member = vox__node(tree, ref);
    *name = vox__name(tree, member);
    const bool is_simple = self->status == VOX_OK && !(member->flags & FLAG_SHADOWED) &&
                           !(member->name_length & NAME_REPEATED) && vox__is_lower(*name);
    if (VOX_LIKELY(is_simple)) {
        return member;
    }
    member = vox__members_from(self, member, extension);
    *name = member ? vox__name(tree, member) : *name;
    return member;
}

bool vox__is_member_name(vox_string name);
/** Returns true when a text is one of `texts`. */
bool vox__is_among(vox_string text, const vox_string *texts, size_t count);
void vox__check_nested_names(vox__validator *self, const vox_node *value);

/* validate_syntax.c */
bool vox__is_uri(vox_string text);
bool vox__is_uri_reference(vox_string text);
bool vox__is_relation_type(vox_string text);
bool vox__is_language_tag(vox_string text);

/* validate_linkage.c */
/** Returns true for a value that can be compared as text. A number is an error of its own, but its
 *  linkage is checked, too. */
static inline bool vox__has_text(const vox_node *node) {
    return node && (node->kind == VOX_STRING || node->kind == VOX_NUMBER);
}

/** Stores a type in its slot. */
const vox__known_type *vox__type_keep(
    vox__validator *self, vox__known_type *place, vox_string text
);

/** Returns the stored entry of a type, and stores it if necessary. */
VOX_INLINE const vox__known_type *vox__type_of(vox__validator *self, vox_string text) {
    vox__known_type *place = &self->types[vox__cache_slot(text) % VOX_TYPES_KEPT];
    if (VOX_LIKELY(text.length && vox__same(place->text, text))) {
        return place;
    }
    return vox__type_keep(self, place, text);
}

/** Returns the identity of a resource or identifier of a type. */
VOX_INLINE vox__named vox__name_of(
    const vox__validator *self, const vox__known_type *type, vox_string key, vox__id_kind local
) {
    const vox__seed *seed = &self->tree->seed;
    uint64_t start;
    if (VOX_LIKELY(self->tree->owns_source
        )) { /* readable bytes follow it, as they follow stored text */
        start = vox__load(key.bytes);
        start &= key.length < 8 ? (UINT64_C(1) << (8 * key.length)) - 1 : UINT64_MAX;
    } else {
        start = key.length < 8 ? vox__load_few(key.bytes, key.length) : vox__load(key.bytes);
    }
    const uint64_t hash = VOX_LIKELY(key.length <= 8) ? vox__hash_word(seed, type->hash, start)
                                                      : vox__hash_second(seed, type->hash, key);
    return (vox__named){(hash & ~(uint64_t)1) | local,
                        start,
                        type->text.bytes,
                        key.bytes,
                        (uint32_t)type->text.length,
                        (uint32_t)key.length};
}

/** Returns true when two identities have the same type and the same key. */
VOX_INLINE bool vox__same_named(const vox__named *left, const vox__named *right) {
    if (left->start != right->start || left->key_length != right->key_length ||
        (left->type != right->type && !vox_string_equal(
                                          vox__string(left->type, left->type_length),
                                          vox__string(right->type, right->type_length)
                                      ))) {
        return false;
    }
    return left->key_length <= 8 || memcmp(left->key, right->key, left->key_length) == 0;
}

void vox__check_identities(vox__validator *self);

#endif
