/* SPDX-License-Identifier: MIT */
/** JSON:API: the identities of resources, and the rules for documents. This layer implements the
 *  standard, and reads trees.
 *
 *      identity_prefix.c      reads the identity of a resource that is not parsed
 *      identity_read.c        reads the identity of any resource; which objects are resources
 *      identity_table.c       finds the resource of an identity
 *      identity_fill.c        enters all resources into the table, or those of a type
 *      identity_edits.c       updates the table after edits
 *      identity_state.c       creates and frees these data
 *      identity_duplicates.c  resources that share an identity
 *      resource.c             look-ups of resources and of their fields
 *      repeated_resources.c   finds two objects for one resource, for strict reading
 *      document_shape.c       the check before a document is read
 *      validate*.c            the whole standard, rule by rule (validate.h)
 *      rules.h                the rules and their messages
 *
 *      (type, id) or (type, lid) ──▶ vox__identity: a resource and its order in the document
 *                                ──▶ vox__duplicate: the other resources with this identity
 */
#ifndef VOX_JSONAPI_H
#define VOX_JSONAPI_H

#include "tree/tree.h"

#include <vox/document.h>
#include <vox/resource.h>

/** A resource by identity; the first of those that share it. See identity_table.c. */
typedef struct vox__identity {
    uint64_t key;  /* the key of the resource; the top bit says that it has a lid, not an id */
    int64_t order; /* its position among all resources */
} vox__identity;

/** A resource in the heap of those that share an identity; see identity_duplicates.c. */
typedef struct vox__duplicate {
    uint64_t key; /* the key of the resource */
    vox_ref left;
    vox_ref right;
    int64_t order;
    vox_ref parent;
} vox__duplicate;

/** The beginning of the text of a resource object, which other resources share; see
 *  identity_prefix.c. */
#define VOX_PREFIX_MODELS 4
typedef struct vox__prefix_model {
    uint32_t start;  /* of the object */
    uint32_t packed; /* its identity; 0 if there is no model */
    uint32_t id_end; /* relative to the start */
    uint32_t tail;   /* bytes after the id */
} vox__prefix_model;

#define VOX_IDENTITY_TYPES 4

/** The data about the identities of a tree. */
struct vox__identities {
    vox__table resources;     /* vox__identity by (type, id) and (type, lid) */
    vox__table duplicates[2]; /* vox__duplicate by resource: of ids, and of lids */
    bool built;               /* the table has all resources */
    bool searched;            /* a look-up has searched without the table */
    bool edited;         /* resources were edited: only a table of all resources follows this */
    uint32_t type_count; /* the number of types in a table that is not built */
    vox_ref types[VOX_IDENTITY_TYPES]; /* their first resources; 0 for a type without any */
    int64_t last_order;                /* while it is being built: of the previous resource */
    int64_t first_free;                /* orders before and after all that were assigned */
    int64_t last_free;
    vox_ref left; /* the resource that was removed last, and its order */
    int64_t left_order;
    vox_ref seen; /* nodes from here on may have been appended without a call of the hooks */
    vox__prefix_model models[VOX_PREFIX_MODELS];
    uint32_t last_model; /* the model that was used last */
    uint32_t next_model; /* the model that is replaced next */
};

/* --- identity_prefix.c ---------------------------------------------------------- */

/** The identity of a resource in its prefix. The `bytes` of a missing member are NULL. */
typedef struct vox__prefix {
    vox_string type;
    vox_string id;
    vox_string lid;
} vox__prefix;

/** Reads the identity in the prefix. Returns false when the resource must be parsed, or is parsed
 *  and has no cached identity. */
bool vox__prefix_read(const vox_tree *tree, const vox_node *node, vox__prefix *prefix);

typedef enum vox__pass {
    PASS_UNLIKE, /* elements that do not match */
    PASS_LIKE    /* elements that match */
} vox__pass;

/** Skips elements of a list, from `ref` on, that can be compared at once with the wanted type and
 *  id, either of which may be NULL for any. Returns the first element that remains, or 0. Caches
 *  nothing. */
vox_ref vox__prefix_pass(
    const vox_tree *tree, vox_ref ref, const vox__prefix *wanted, vox__pass pass
);

/** Prefetches the text of the eighth element after this one. Deferred elements are consecutive
 *  nodes, but their text is not. */
static inline void vox__prefix_prefetch(const vox_tree *tree, vox_ref ref) {
    if (ref + 8 < tree->deferred_end) {
        VOX_PREFETCH(tree->source + vox__node(tree, ref + 8)->start);
    }
}

/** The members of a resource object. Missing members are NULL. */
typedef struct vox__parts {
    const vox_node *type;
    const vox_node *id;
    const vox_node *lid;
    const vox_node *attributes;
    const vox_node *relationships;
} vox__parts;

/** Finds the members in one pass, and caches the identity. The object must not be deferred. */
void vox__parts_find(vox_tree *tree, const vox_node *resource, vox__parts *members);

/* --- identity_state.c --------------------------------------------------------------- */

/** Returns the data about the identities of a tree, and creates them if necessary. NULL when there
 *  is no memory. */
struct vox__identities *vox__identities_of(vox_tree *tree);
/** Empties the tables. */
void vox__identity_clear(vox_tree *tree);

/** The member that identifies a resource besides its type. */
typedef enum vox__id_kind {
    VOX_BY_ID,
    VOX_BY_LID
} vox__id_kind;

/* --- identity_read.c ------------------------------------------------------------------- */

/** Returns the text of a type, id or lid; its `bytes` are NULL when it does not count. */
static inline vox_string vox__identity_text(const vox_tree *tree, const vox_node *member) {
    bool counts = member &&
                  (member->kind == VOX_STRING || (tree->number_ids && member->kind == VOX_NUMBER));
    return counts ? vox__text(tree, member) : vox__string(NULL, 0);
}
/** Reads one identity of a resource or identifier object, which vox__identity_resolve has
 *  prepared. */
bool vox__identity_read(
    vox_tree *tree, const vox_node *object, vox__id_kind local, vox_string *type, vox_string *id
);
/** Reads one identity, and parses what is necessary. The `bytes` of a missing member are NULL,
 *  and those of all members after a failure. Fails only when there is no memory. */
vox_status vox__identity_take(
    vox_tree *tree, const vox_node *resource, vox__id_kind local, vox_string *type, vox_string *id
);
/** Prepares a resource so that its identity can be read. A broken resource has no identity. Fails
 *  only when there is no memory. */
vox_status vox__identity_resolve(vox_tree *tree, const vox_node *resource);
/** Returns true for a resource object in primary data or in `included`. */
bool vox__is_listed(const vox_tree *tree, const vox_node *node);
/** Visits the listed resource objects in the order in which they count, until `visit` returns
 *  another status than VOX_OK. Resources other than `wanted` (unless NULL) may be skipped. */
vox_status vox__each_resource(
    vox_tree *tree, const vox__prefix *wanted,
    vox_status (*visit)(vox_tree *, const vox_node *, void *), void *context
);
/** Returns true for the name of a list of resources. */
bool vox__is_list_name(vox_string name);

/* --- identity_edits.c: the hooks ---------------------------------------------------- */

/** Enters the resources that append.c has appended, other than `except`, and lets it append more
 *  without a call of the hooks. */
void vox__identity_catch_up(vox_tree *tree, const vox_node *except);
/** Removes from the table what a node contributes, before it changes or is detached. */
void vox__identity_leaving(vox_tree *tree, const vox_node *node);
/** Adds what a node contributes to the table, after it has changed or was attached. */
void vox__identity_added(vox_tree *tree, const vox_node *node);
/** Updates the table after a child was removed from an object or array. */
void vox__identity_without(vox_tree *tree, const vox_node *object, const vox_node *member);
/** Forgets the table if a node is a resource, or part of an identity. Reads no identity, because
 *  while edits are undone, a repeated member may be detached while the one that it shadows is
 *  attached. */
void vox__identity_undoing(vox_tree *tree, const vox_node *node);

/* --- identity_table.c ---------------------------------------------------------------- */

/** The orders of resources. A resource that was read has its offset. Resources that were inserted
 *  before or after them have lower or higher orders. The orders of `included` are above those of
 *  primary data. */
#define VOX_ORDER_SHIFT 28
#define VOX_ORDER_BEHIND ((int64_t)1 << 60)
#define VOX_ORDER_OF_INCLUDED ((int64_t)1 << 62)
#define VOX_ORDER_UNKNOWN INT64_MIN

/** Returns the number that is added to the orders in a list, or in the root. */
static inline int64_t vox__order_base(const vox_tree *tree, const vox_node *list) {
    bool included = list->kind == VOX_ARRAY &&
                    vox__same(vox__name(tree, list), vox_string_from_c("included"));
    return included ? VOX_ORDER_OF_INCLUDED : 0;
}

/** Returns the resource of an entry; 0 when the entry is free. */
static inline vox_ref vox__identity_resource(const vox__identity *entry) {
    return (vox_ref)entry->key;
}
/** Replaces the resource of an entry by another one with the same identity. */
static inline void vox__identity_put(vox__identity *entry, vox_ref resource) {
    entry->key = vox__table_key(entry->key, resource);
}

/** Returns the entry of an identity, or the free entry for it. There must be a table. */
vox__identity *vox__identity_entry(
    vox_tree *tree, uint64_t hash, vox__id_kind local, vox_string type, vox_string id
);
/** Reserves memory for `more` resources. */
vox_status vox__identity_reserve(vox_tree *tree, uint32_t more);
/** Enters a resource. Returns VOX_ERROR_INDEX when another one has the identity, and the table
 *  cannot tell which of them comes first. */
vox_status vox__identity_enter(
    vox_tree *tree, const vox_node *resource, uint64_t hash, vox__id_kind local, vox_string type,
    vox_string id, int64_t order
);
/** Removes a resource while it still has the identity. */
void vox__identity_leave(
    vox_tree *tree, const vox_node *resource, uint64_t hash, vox__id_kind local, vox_string type,
    vox_string id
);

/* --- identity_fill.c --------------------------------------------------------------- */

/** Enters all resources. */
vox_status vox__identity_build(vox_tree *tree);
/** Makes the table complete for a type, or for resources with a lid. Enters all resources; while
 *  most are deferred, only those that are requested. */
vox_status vox__identity_prepare(vox_tree *tree, vox__id_kind local, vox_string type);
/** Makes the next use build the table again. */
static inline void vox__identity_forget(vox_tree *tree) {
    if (tree->identities) {
        tree->identities->built = false;
        tree->identities->type_count = 0;
    }
}

/* --- identity_duplicates.c ------------------------------------------------------------------- */

/** Adds a resource to those that share the identity of an entry. */
vox_status vox__duplicates_join(
    vox_tree *tree, vox__id_kind local, vox__identity *entry, vox_ref resource, int64_t order
);
/** Removes a resource from those that share an identity. Returns false when it is none of them. */
bool vox__duplicates_part(
    vox_tree *tree, vox__id_kind local, vox__identity *entry, vox_ref resource
);

/* --- repeated_resources.c --------------------------------------------------------------------- */

/** Finds the first resource object whose identity an earlier one has. */
vox_status vox__identity_repeated(
    vox_tree *tree, const vox_node **first, const vox_node **second, vox_error *error
);

/* resource.c */

/** Does what vox_resource_fault does, for the kinds of the members of an object. */
const char *vox__resource_fault_of(
    vox_kind type, vox_kind id, vox_kind attributes, vox_kind relationships
);

#endif
