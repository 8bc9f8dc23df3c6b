/* SPDX-License-Identifier: MIT */
/** JSON:API: which resource a node is, and what a document must be. Knows the standard, and
 *  reads trees.
 *
 *      identity_prefix.c      the identity of a resource that is not parsed
 *      identity_read.c        the identity of any resource, and which objects are resources
 *      identity_table.c       from identities to resources
 *      identity_fill.c        entering all resources into it, or those of a type
 *      identity_edits.c       what edits mean for it
 *      identity_state.c       making and freeing all of that
 *      identity_duplicates.c  resources that share an identity
 *      resource.c             looking resources and their fields up
 *      repeated_resources.c   a resource that is in a document twice, for strict reading
 *      document_shape.c       the check before a document is read
 *      validate*.c            the whole standard, rule by rule (validate.h)
 *      rules.h                the rules, and what is said when one is broken
 *
 *      (type, id) or (type, lid) ──▶ vox__identity: a resource, and where it stands
 *                                ──▶ vox__duplicate: those behind the first
 */
#ifndef VOX_JSONAPI_H
#define VOX_JSONAPI_H

#include "tree/tree.h"

#include <vox/document.h>
#include <vox/resource.h>

/** A resource by identity: the first of those that share one; see identity_table.c. */
typedef struct vox__identity {
    uint64_t key;  /* stands for the resource; the top bit: a lid, not an id */
    int64_t order; /* where it stands among all resources */
} vox__identity;

/** A resource that shares an identity with others, in their heap; see identity_duplicates.c. */
typedef struct vox__duplicate {
    uint64_t key; /* stands for the resource */
    vox_ref left;
    vox_ref right;
    int64_t order;
    vox_ref parent;
} vox__duplicate;

/** How the text of a resource object begins, which others begin likewise; see
 *  identity_prefix.c. */
#define VOX_PREFIX_MODELS 4
typedef struct vox__prefix_model {
    uint32_t start;  /* of the object */
    uint32_t packed; /* its identity; 0: there is no model */
    uint32_t id_end; /* from the start */
    uint32_t tail;   /* bytes behind the id */
} vox__prefix_model;

#define VOX_IDENTITY_TYPES 4

/** What is known of the identities of a tree. */
struct vox__identities {
    vox__table resources;     /* vox__identity by (type, id) and (type, lid) */
    vox__table duplicates[2]; /* vox__duplicate by resource: of ids, and of lids */
    bool built;               /* it has all resources */
    bool searched;            /* a look-up did without the table */
    bool edited;         /* resources were edited: a table of all follows that, of types none */
    uint32_t type_count; /* unless it is built: the types it has, by the first resource of */
    vox_ref types[VOX_IDENTITY_TYPES]; /* each; 0 for one that was looked for and is none */
    int64_t last_order;                /* while it is being built: that of the resource before */
    int64_t first_free;                /* orders before and behind all that were given */
    int64_t last_free;
    vox_ref left; /* the resource that was taken out last, and its order */
    int64_t left_order;
    vox__prefix_model models[VOX_PREFIX_MODELS];
    uint32_t last_model; /* the one used last */
    uint32_t next_model; /* the one to be replaced next */
};

/* --- identity_prefix.c ---------------------------------------------------------- */

/** The identity of a resource as its prefix tells it; `bytes` NULL for what it lacks. */
typedef struct vox__prefix {
    vox_string type;
    vox_string id;
    vox_string lid;
} vox__prefix;

/** False when it must be parsed to know, or when it is parsed and nothing is kept. */
bool vox__prefix_read(const vox_tree *tree, const vox_node *node, vox__prefix *prefix);

/** Passes over elements of a list from `ref` on of which it is told at once whether they
 *  have the type and id wanted, either of which may be NULL for any: those that have, if
 *  `same`, else those that have not. Returns the first that remains to be looked at, or
 *  0. Keeps nothing. */
vox_ref vox__prefix_pass(const vox_tree *tree, vox_ref ref, const vox__prefix *wanted, bool same);

/** Deferred elements are nodes side by side, but their text is spread: that of the eighth
 *  behind this one is asked for now. */
static inline void vox__prefix_prefetch(const vox_tree *tree, vox_ref ref) {
    if (ref + 8 < tree->deferred_end) {
        VOX_PREFETCH(tree->source + vox__node(tree, ref + 8)->start);
    }
}

/** Members of a resource object; NULL for what it lacks. */
typedef struct vox__parts {
    const vox_node *type;
    const vox_node *id;
    const vox_node *lid;
    const vox_node *attributes;
    const vox_node *relationships;
} vox__parts;

/** Finds them in one go, and keeps the identity. The object is not deferred. */
void vox__parts_find(vox_tree *tree, const vox_node *resource, vox__parts *members);

/* --- identity_state.c --------------------------------------------------------------- */

/** What is known of the identities of a tree; made when there is none. NULL without
 *  memory. */
struct vox__identities *vox__identities_of(vox_tree *tree);
/** Empties the tables. */
void vox__identity_clear(vox_tree *tree);

/* --- identity_read.c ------------------------------------------------------------------- */

/** The text of a member that names a resource; `bytes` NULL when it does not count. */
static inline vox_string vox__identity_text(const vox_tree *tree, const vox_node *member) {
    bool counts = member &&
                  (member->kind == VOX_STRING || (tree->number_ids && member->kind == VOX_NUMBER));
    return counts ? vox__text(tree, member) : vox__string(NULL, 0);
}
/** Reads one identity of a resource or identifier object. */
bool vox__identity_read(
    vox_tree *tree, const vox_node *object, bool local, vox_string *type, vox_string *id
);
/** The same, and parses what must be parsed for it; `bytes` NULL for what it lacks.
 *  Fails for want of memory only. */
vox_status vox__identity_take(
    vox_tree *tree, const vox_node *resource, bool local, vox_string *type, vox_string *id
);
/** Sees to it that an identity can be read, for want of which a broken resource
 *  has none. Fails for want of memory only. */
vox_status vox__identity_resolve(vox_tree *tree, const vox_node *resource);
/** True for a resource object in primary data or in `included`. */
bool vox__is_listed(const vox_tree *tree, const vox_node *node);
/** Visits the resource objects that are listed, in the order in which they count,
 *  until `visit` says anything but VOX_OK. `wanted`: others may be passed over, or NULL. */
vox_status vox__each_resource(
    vox_tree *tree, const vox__prefix *wanted,
    vox_status (*visit)(vox_tree *, const vox_node *, void *), void *context
);
/** True for the name of a list of resources. */
bool vox__is_list_name(vox_string name);

/* --- identity_edits.c: the hooks ---------------------------------------------------- */

/** What a node that is about to change, or to lose its place, takes out of the table. */
void vox__identity_leaving(vox_tree *tree, const vox_node *node);
/** What it puts in then, where it stands. */
void vox__identity_added(vox_tree *tree, const vox_node *node);
/** The same for the object, or array, that a child was taken out of. */
void vox__identity_without(vox_tree *tree, const vox_node *object, const vox_node *member);
/** Forgets the table if a node is, or is part of, what names a resource. Reads no identity: while
 *  edits are undone, a repeated member may be out of its place, and one that it shadows in it. */
void vox__identity_undoing(vox_tree *tree, const vox_node *node);

/* --- identity_table.c ---------------------------------------------------------------- */

/** The orders of resources: of those that were read, by where; of those put behind or
 *  before them, beyond; of `included`, all of that above primary data. */
#define VOX_ORDER_SHIFT 28
#define VOX_ORDER_BEHIND ((int64_t)1 << 60)
#define VOX_ORDER_OF_INCLUDED ((int64_t)1 << 62)
#define VOX_ORDER_UNKNOWN INT64_MIN

/** Up from where the orders of what stands in a list are; or in the root. */
static inline int64_t vox__order_base(const vox_tree *tree, const vox_node *list) {
    bool included = list->kind == VOX_ARRAY &&
                    vox__same(vox__name(tree, list), vox_string_from_c("included"));
    return included ? VOX_ORDER_OF_INCLUDED : 0;
}

/** The resource of an entry; 0 when the entry is free. */
static inline vox_ref vox__identity_resource(const vox__identity *entry) {
    return (vox_ref)entry->key;
}
/** Has an entry stand for another resource of the same identity. */
static inline void vox__identity_put(vox__identity *entry, vox_ref resource) {
    entry->key = vox__table_key(entry->key, resource);
}

/** The entry of an identity, or the free one that ends the search; there is a table. */
vox__identity *vox__identity_entry(
    vox_tree *tree, uint64_t hash, bool local, vox_string type, vox_string id
);
/** Makes room for more resources. */
vox_status vox__identity_reserve(vox_tree *tree, uint32_t more);
/** Enters a resource. VOX_ERROR_INDEX: another has the identity, and which of them comes
 *  first must be looked up. */
vox_status vox__identity_enter(
    vox_tree *tree, const vox_node *resource, uint64_t hash, bool local, vox_string type,
    vox_string id, int64_t order
);
/** Takes a resource out, while it still has the identity. */
void vox__identity_leave(
    vox_tree *tree, const vox_node *resource, uint64_t hash, bool local, vox_string type,
    vox_string id
);

/* --- identity_fill.c --------------------------------------------------------------- */

/** Enters all resources. */
vox_status vox__identity_build(vox_tree *tree);
/** Sees to it that the table has the resources of a type, or those with a lid: all of
 *  them, or while most are deferred only what was asked for. */
vox_status vox__identity_prepare(vox_tree *tree, bool local, vox_string type);
/** Has it built anew at the next use. */
static inline void vox__identity_forget(vox_tree *tree) {
    if (tree->identities) {
        tree->identities->built = false;
        tree->identities->type_count = 0;
    }
}

/* --- identity_duplicates.c ------------------------------------------------------------------- */

/** Lets a resource share the identity of an entry. */
vox_status vox__duplicates_join(
    vox_tree *tree, bool local, vox__identity *entry, vox_ref resource, int64_t order
);
/** Takes one out of those that share an identity; false when it is none of them. */
bool vox__duplicates_part(vox_tree *tree, bool local, vox__identity *entry, vox_ref resource);

/* --- repeated_resources.c --------------------------------------------------------------------- */

/** Finds the first resource object whose identity an earlier one has. */
vox_status vox__identity_repeated(
    vox_tree *tree, const vox_node **first, const vox_node **second, vox_error *error
);

#endif
