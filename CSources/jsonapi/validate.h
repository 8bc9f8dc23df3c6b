/* SPDX-License-Identifier: MIT */
/** What the files of the validator share.
 *
 *      validate.c           the top level: what stands where, errors, jsonapi
 *      validate_findings.c  what is found
 *      validate_resource.c  resources, their fields, identifiers
 *      validate_links.c     links and link objects
 *      validate_paging.c    links to pages
 *      validate_names.c     member names; which members an object has
 *      validate_syntax.c    URI references, relation types, language tags
 *      validate_linkage.c   the resources together: identity, full linkage
 *      rules.c              messages, severities, where rules stand
 *
 *  The checks go down the known structure, of which there is little; where
 *  input decides how deep it goes (attribute values, link objects described by
 *  link objects) they loop. */
#ifndef VOX_VALIDATE_PRIVATE_H
#define VOX_VALIDATE_PRIVATE_H

#include "jsonapi/jsonapi.h"
#include "jsonapi/rules.h"
#include "tree/armor.h"
#include "tree/inline_cache.h"

#include <vox/validate.h>

/** The members that the standard names, wherever they stand, but for links: first those of
 *  resources, identifiers and relationships, then others by the length of their names. */
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
    WORD_COMMON = WORD_EXT, /* how many come first */
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
    WORD_COUNT /* none of them */
} vox__word;

#define WORD_BIT(word) (UINT64_C(1) << (word))

/** The members of an object of the standard. */
typedef struct vox__members {
    uint64_t found;                 /* the bits of those that it has */
    bool extension;                 /* it has a member of an applied extension */
    const vox_node *at[WORD_COUNT]; /* only those asked for; of repeated ones the last */
} vox__members;

/** What names a resource. `key` is the id, or the lid when there is no id; NULL
 *  when nothing names it. The lowest bit of the hash tells a lid. */
typedef struct vox__named {
    uint64_t hash;  /* of a link that is resolved: the number of its record */
    uint64_t start; /* the first bytes of the key: short ones are compared by them alone */
    const char *type;
    const char *key;
    uint32_t type_length;
    uint32_t key_length;
} vox__named;

/** A resource object of the document. */
typedef struct vox__record {
    vox__named named;
    vox_ref node;
    vox_ref lid;        /* of a resource that has an id too */
    uint32_t links_end; /* its linkage: from where that of the record before ends */
    bool bare;          /* it may be a resource identifier: only type, id, lid and meta */
    bool seen;          /* linkage leads to it, or it needs none */
    bool duplicate;     /* not the first of its identity */
} vox__record;

/** A resource identifier with a lid. */
typedef struct vox__local_link {
    vox_ref type;
    vox_ref id; /* 0: it has none */
    vox_ref lid;
} vox__local_link;

/** A type that occurred, so that it need not be hashed, nor looked at, each time. All zero: none. */
typedef struct vox__type {
    vox_string text;
    uint64_t hash;
    bool is_good; /* made as a member name is */
} vox__type;

/** A power of two. */
#define VOX_TYPES_KEPT 16

typedef struct vox__validator {
    vox_tree *tree;
    const vox_validation *options;
    vox_finding_sink sink;
    vox_status status; /* once it is not VOX_OK, nothing more is reported */
    bool compound;     /* there are included resources, so linkage is kept */
    bool extended;     /* the top level has a member of an applied extension */
    uint32_t primary_count;
    vox__list records;               /* vox__record: primary resources, then included ones */
    vox__type types[VOX_TYPES_KEPT]; /* two that share a place take turns */
    vox__list links;  /* vox__named: the linkage of all records, one after the other */
    vox__list locals; /* vox__local_link: the part of it that has lids */
} vox__validator;

/* validate_findings.c */
void vox__find_fault(vox__validator *self, vox__fault_kind kind, const vox_node *node);
void vox__find_second(
    vox__validator *self, vox__fault_kind kind, const vox_node *node, const vox_node *first
);

/* Each of these reports a member that is there, `node`, but is not as it must be. */

/** True when it is there and of a kind. */
static inline bool vox__expect_kind(
    vox__validator *self, const vox_node *node, vox_kind kind, vox__fault_kind fault
) {
    if (node && node->kind != kind) {
        vox__find_fault(self, fault, node);
    }
    return node && node->kind == kind;
}

/** The same for text that the lenient reader takes a number for. */
static inline bool vox__expect_id(
    vox__validator *self, const vox_node *node, vox__fault_kind fault
) {
    bool number = node && node->kind == VOX_NUMBER && self->options->lenient;
    return number || vox__expect_kind(self, node, VOX_STRING, fault);
}

/** The text of a node that is a string. */
VOX_INLINE vox_string vox__string_text(const vox_tree *tree, const vox_node *node) {
    return VOX_LIKELY(!(node->flags & FLAG_TEXT_STORED))
               ? vox__string(tree->source + node->start + 1, node->end - node->start - 2)
               : vox__text(tree, node);
}

/** For text that must be made in some way. */
VOX_INLINE void vox__expect_text(
    vox__validator *self, const vox_node *node, bool (*is_good)(vox_string), vox__fault_kind fault
) {
    if (node && !(node->kind == VOX_STRING && is_good(vox__string_text(self->tree, node)))) {
        vox__find_fault(self, fault, node);
    }
}

/** The same for all elements of a list. */
VOX_INLINE void vox__expect_texts(
    vox__validator *self, const vox_node *list, bool (*is_good)(vox_string), vox__fault_kind fault
) {
    const vox_node *text = vox__child(self->tree, list);
    for (; text; text = vox__sibling(self->tree, text)) {
        vox__expect_text(self, text, is_good, fault);
    }
}

/** Adds an item to a list; NULL without memory, which ends the validation. */
VOX_INLINE void *vox__validator_add(vox__validator *self, vox__list *list, size_t size) {
    void *item = vox__list_add(&self->tree->memory, list, size);
    if (VOX_UNLIKELY(!item) && self->status == VOX_OK) {
        self->status = VOX_ERROR_MEMORY;
    }
    return item;
}

/* validate_resource.c */

/** How a resource object stands in the document. */
typedef enum vox__role {
    ROLE_SINGLE,
    ROLE_ELEMENT,
    ROLE_INCLUDED
} vox__role;

void vox__check_resource(vox__validator *self, const vox_node *resource, vox__role role);

/* validate_links.c */
/** `links` may be NULL. */
void vox__check_links(vox__validator *self, const vox_node *links, bool of_relationship);

/* validate_paging.c */

/** Links between pages; NULL for those that are not there. */
typedef struct vox__page_links {
    const vox_node *self;
    const vox_node *first;
    const vox_node *next;
    const vox_node *last;
} vox__page_links;

void vox__check_pages(vox__validator *self, const vox__page_links *links);

/* validate_names.c */
vox__word vox__word_of(vox_string name);

/** True when each of eight bytes is a lower-case letter. */
static inline bool vox__are_lower(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    /* The top bit of a sum says that the byte is 'a' or more, or more than 'z'. */
    return !((~(word + ones * (0x80 - 'a')) | (word + ones * (0x7F - 'z')) | word) & VOX_TOPS);
}

/** True for a name of lower-case letters, up to 16 of them: most names, which may stand anywhere. */
static inline bool vox__is_lower(vox_string name) {
    const uint64_t filled = UINT64_C(0x6161616161000000); /* 'a' behind three bytes */
    uint64_t first, last;
    vox__ends(name, &first, &last);
    return name.length >= 8   ? name.length <= 16 && vox__are_lower(first) && vox__are_lower(last)
           : name.length >= 4 ? vox__are_lower(first | last << 32)
                              : name.length && vox__are_lower(first | last << 16 | filled);
}

/** Finds the members named in `words`, and checks the names of others. */
void vox__members_find(
    vox__validator *self, const vox_node *object, uint64_t words, vox__members *members
);
/** The first member from `member` on, NULL for none, that is neither an @-member nor an
 *  extension's. Checks names on the way. */
const vox_node *vox__members_from(vox__validator *self, const vox_node *member, bool *extension);

/** Goes through the members of an object whose names are free: the first, or the first behind
 *  `previous` unless that is NULL; and its name. */
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
/** True for a text that is one of some. */
bool vox__is_among(vox_string text, const vox_string *texts, size_t count);
void vox__check_nested_names(vox__validator *self, const vox_node *value);

/* validate_syntax.c */
bool vox__is_uri(vox_string text);
bool vox__is_uri_reference(vox_string text);
bool vox__is_relation_type(vox_string text);
bool vox__is_language_tag(vox_string text);

/* validate_linkage.c */
/** True for what can be compared as text: a number is a fault of its own, but
 *  what it links is judged all the same. */
static inline bool vox__has_text(const vox_node *node) {
    return node && (node->kind == VOX_STRING || node->kind == VOX_NUMBER);
}

/** Keeps a type in its place. */
const vox__type *vox__type_keep(vox__validator *self, vox__type *place, vox_string text);

/** A type among those kept, which it is from now on. */
VOX_INLINE const vox__type *vox__type_of(vox__validator *self, vox_string text) {
    vox__type *place = &self->types[vox__cache_slot(text) % VOX_TYPES_KEPT];
    if (VOX_LIKELY(text.length && vox__same(place->text, text))) {
        return place;
    }
    return vox__type_keep(self, place, text);
}

/** The identity of a resource or identifier of a type. */
VOX_INLINE vox__named
vox__name_of(const vox__validator *self, const vox__type *type, vox_string key, bool local) {
    const vox__seed *seed = &self->tree->seed;
    uint64_t start;
    if (VOX_LIKELY(self->tree->owns_source
        )) { /* behind it there is room, behind stored text, too */
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

void vox__check_identities(vox__validator *self);

#endif
