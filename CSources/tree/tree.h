/* SPDX-License-Identifier: MIT */
/** The tree: nodes and their links, look-ups and edits. This layer does not depend on the layers
 *  that read text or implement JSON:API; it calls them through vox__hooks.
 *
 *  A node has 32 bytes. Nodes refer to one another, and to text, by 32-bit
 *  numbers ("refs"); 0 refers to nothing.
 *
 *      +------+-------+-------------+------------+
 *      | kind | flags | name_length |    name    |   name: offset in the source,
 *      +------+-------+-------------+------------+         or a text ref (NAME_STORED)
 *      |       next         |      previous      |
 *      +--------------------+--------------------+   previous of a first child: the last
 *      |      parent        |       child        |   child: the first child,
 *      +--------------------+--------------------+          or a text ref (TEXT_STORED)
 *      |       start        |        end         |   its offsets in the source
 *      +--------------------+--------------------+
 *
 *  The source is the text that the tree was read from. Strings without escapes and all numbers are
 *  slices of it. Text that is unescaped, or written later, is stored in the text arena.
 *
 *      tree.c          the life of a tree
 *      node.c          reading nodes, and navigation
 *      node_links.c    the links between nodes
 *      index.c         look-ups in large containers (index_table.c, array_index.c, and
 *                      repeated_names.c)
 *      inline_cache.h  look-ups in objects of one shape
 *      set_value.c     writing values
 *      copy_value.c    deep copies (counted.h: children without shadowed members)
 *      edit.c          editing
 *      append.c        appending, the most frequent edit
 *      pointer.c       JSON Pointer
 *      equal.c         deep equality
 *      node_error.c    errors at nodes
 *      armor.h         checks for misuse
 */
#ifndef VOX_TREE_INTERNAL_H
#define VOX_TREE_INTERNAL_H

#include "base/base.h"

#include <vox/edit.h>
#include <vox/node.h>
#include <vox/pointer.h>
#include <vox/tree.h>

/** The number of readable bytes after a copied text. The first is a line feed. */
#define VOX_PADDING 64

/** The length of the longest text: refs and offsets must fit 32 bits. */
#define VOX_SIZE_CEILING ((size_t)UINT32_MAX - VOX_PADDING)

/* --- nodes -------------------------------------------------------------------- */

enum vox_flag {
    FLAG_SOURCE = 1,       /* the value is the text source[start, end), apart from its children */
    FLAG_PLACED = 2,       /* it was read here: its name and white space are in the source */
    FLAG_CHANGED = 4,      /* it or a value below it was written; its parents have the flag, too */
    FLAG_TEXT_STORED = 8,  /* of a scalar: its text is in the text arena */
    FLAG_NAME_STORED = 16, /* its name is in the text arena */
    FLAG_SHADOWED = 32,    /* a later member has the same name */
    FLAG_CHECKED = 64,     /* of an object: its shadowed members are marked */
    FLAG_INDEXED = 128     /* of a container: it has an index */
};

/** The parts of `name_length` for a name in the source: 15 bits of length, and whether shadowed
 *  members have the same name. Longer names are stored. For a stored name it may be 0, whatever the
 *  length is. */
#define NAME_LENGTH 0x7FFF
#define NAME_REPEATED 0x8000

/** The bits of `kind` besides those of vox_kind, for an object or array that is deferred: it was
 *  not parsed yet (read/parse_lazy.c). Such a node has no children, so code that has not resolved
 *  it sees an empty container. */
enum vox_deferral {
    KIND_PUBLIC = 7,
    KIND_DEFERRED = 8,
    KIND_BROKEN = 16, /* its text is not JSON, as an earlier attempt to parse it has shown */
    KIND_REGULAR = 32 /* after its first container, it has only members of a resource object */
};

struct vox_node {
    uint8_t kind;
    uint8_t flags;
    uint16_t name_length;
    /** The offset or ref of its name. An element of an array has no name: jsonapi/identity_prefix.c
     *  keeps there the packed identity of a resource that was not edited. */
    uint32_t name;
    /** While its container is being read: the node that is appended next. Corrected at the end. */
    vox_ref next;
    vox_ref previous;
    vox_ref parent;
    vox_ref child;
    uint32_t start; /* of an object that was not read: bits of its names, see append.h */
    uint32_t end;   /* 0 if it was not read */
};

/** Returns true for a scalar that has its text in the text arena. */
static inline bool vox__has_stored_text(const vox_node *scalar) {
    return scalar->flags & FLAG_TEXT_STORED;
}

/** Returns the offset where a value was read; 0 for a value that was not read. */
static inline uint32_t vox__read_start(const vox_node *node) {
    return node->end ? node->start : 0;
}

/** Stored text. `bytes` is followed by a NUL, and may be read up to the end of its last unit. */
typedef struct vox__stored {
    uint32_t length;
    uint32_t extra; /* of a value: its capacity; of a name: its offset in the source, or: */
    char bytes[];
} vox__stored;

/** The size of a text in its arena is a multiple of this. */
#define VOX_TEXT_UNIT sizeof(uint64_t)

/** The name was not read. */
#define NAME_MADE UINT32_MAX
/** The name was not read, has no escapes, and may be shared by many members. */
#define NAME_SHARED (UINT32_MAX - 1)
/** The number of bytes of a shared name that may always be read. */
#define NAME_READABLE 32

static inline bool vox__is_read_name(const vox__stored *name) {
    return name->extra < NAME_SHARED;
}

/** The children of one container by position or by name; see index.c. */
typedef struct vox__index {
    uint64_t key;       /* the key of the container */
    uint32_t count;     /* the number of children in the index */
    uint32_t start;     /* of an array: the position in `refs` of the first element, after removed
                         * ones; of an object: its first member that counts, 0 if unknown */
    uint32_t capacity;  /* of `refs` */
    uint32_t buckets;   /* in `shadowed`: a power of two; of an array: positions found by walks */
    vox_ref *refs;      /* of an array: the elements in order */
    vox__table members; /* of an object: keys of members, by name; of an array: keys of
                         * positions in `refs`, by element (array_index.c) */
    vox_ref *shadowed;  /* of an object: see vox__object_shadowed; NULL before the first use */
    uint32_t shadowed_count;
    uint32_t asked; /* of an array: the position of the last look-up by position */
    uint32_t told;  /* of an array: the position that the last look-up by element returned */
} vox__index;

/* --- the tree ------------------------------------------------------------------- */

/** The functions of later layers for a tree. read/ sets its hooks when it creates the tree;
 *  jsonapi/ and history/ set theirs when they have something to keep with the tree. */
typedef struct vox__hooks {
    /** read/: parses a deferred node, which does not count as a change. */
    vox_status (*resolve)(vox_tree *tree, const vox_node *node);
    /** read/: reads text into a new tree with the options of this tree. */
    vox_status (*read)(const vox_tree *tree, vox_string text, vox_tree **made);
    /** jsonapi/, or NULL: called before a node changes or is detached. */
    void (*leaving)(vox_tree *tree, const vox_node *node);
    /** jsonapi/, or NULL: called after a node has changed or was attached. Not called for nodes that
     *  are appended to a container without an index. */
    void (*added)(vox_tree *tree, const vox_node *node);
    /** jsonapi/, or NULL: called after a child was removed from a container. */
    void (*without)(vox_tree *tree, const vox_node *container, const vox_node *child);
    /** jsonapi/, or NULL: called while an edit of a node is being undone. It must not read other
     *  nodes. */
    void (*undoing)(vox_tree *tree, const vox_node *node);
    /** jsonapi/ and history/, or NULL: free their data. */
    void (*free_identities)(vox_tree *tree);
    void (*free_history)(vox_tree *tree);
} vox__hooks;

/** The number of distances in the inline cache of a tree. */
typedef enum vox__tree_size {
    TREE_SMALL = 32,
    TREE_LARGE = 128
} vox__tree_size;

struct vox_tree {
    const char *source; /* 64 bytes after its end are readable if it is a copy */
    size_t source_length;
    vox_ref root;
    bool owns_source;
    bool frozen; /* nothing may be written any more, not even caches */
    vox__account memory;
    vox__table indexes;    /* vox__index by container */
    uint32_t recent_index; /* the slot of the index that was used last */
    vox_ref deferred_end;  /* all deferred nodes are below this ref; 0 if there are none */
    vox__seed seed;
    vox__hooks hooks;
    vox_options options;
    size_t size;                           /* of the block that contains the tree */
    size_t source_capacity;                /* of a copy of the text in its own block, or 0 */
    vox_place located;                     /* the last error in the source; all zero: none */
    uint32_t searches;                     /* of objects whose names were not compared */
    uint64_t walked;                       /* members visited in objects that could have an index */
    uint32_t walks;                        /* walks with callbacks that are running; see armor.h */
    struct vox__shared_name *shared_names; /* see append.c; NULL if there are none */
    uint32_t shared_units;                 /* units of text that they use */
    vox_tree *owner;                       /* of a baseline: the tree that owns it */

    /* For later layers. */
    bool number_ids;                    /* jsonapi/: numbers as ids and types count as their text */
    struct vox__identities *identities; /* jsonapi/ */
    vox__table baselines;               /* history/: vox__baseline by node */

    /* The members below are not cleared in a new tree, because small documents would be slower. */
    vox__arena nodes;
    vox__arena texts;
    vox_error *failure; /* read/: the first error in a deferred value; NULL if none was deferred */
    uint32_t cached;    /* the number of distances, a power of two, minus 1 */
    uint16_t distances[]; /* from the first member of an object, in nodes; see inline_cache.h */
};

/* tree.c */

/** Returns the value of a limit: the default for 0. */
static inline size_t vox__limit(size_t given, size_t standard) {
    return given == 0 ? standard : given == VOX_NONE ? 0 : given;
}

/** Returns the limit that a status is about; 0 for other statuses. */
static inline size_t vox__limit_of(const vox_options *options, vox_status status) {
    const size_t most = options->max_size;
    return status == VOX_ERROR_SIZE_LIMIT     ? most < VOX_SIZE_CEILING ? most : VOX_SIZE_CEILING
           : status == VOX_ERROR_DEPTH_LIMIT  ? options->max_depth
           : status == VOX_ERROR_NODE_LIMIT   ? options->max_nodes
           : status == VOX_ERROR_MEMORY_LIMIT ? options->max_memory
                                              : 0;
}

/** Reads options (may be NULL) and replaces defaults. In `whole`, 0 is a limit that allows
 *  nothing. */
vox_status vox__options_read(const vox_options *options, vox_options *whole);
/** Returns false when an enumeration has a number that this version does not define. */
static inline bool vox__options_are_known(const vox_options *options) {
    return (unsigned)options->mode <= VOX_MODE_LAZY && (unsigned)options->reader <= VOX_READER_YAJL;
}
/** Returns true for options without defaults to replace and without values to refuse. */
static inline bool vox__options_are_whole(const vox_options *options) {
    return options->size == sizeof *options && vox__options_are_known(options) &&
           options->max_depth && options->max_size && options->max_nodes &&
           options->max_depth != VOX_NONE && options->max_size != VOX_NONE &&
           options->max_nodes != VOX_NONE && options->max_memory != VOX_NONE &&
           options->allocator.resize;
}
/** Creates a tree without nodes and hooks. `more` bytes follow it in the same block. A failure does
 *  not set `*tree`. */
vox_status vox__tree_create(
    const vox_options *options, vox__tree_size cached, size_t more, vox_tree **tree
);
/** Returns the bytes that follow a tree in its block, aligned as the tree is. */
static inline void *vox__tree_behind(const vox_tree *tree) {
    return (char *)(uintptr_t)(tree + 1) + (tree->cached + (size_t)1) * sizeof *tree->distances;
}
/** The initial number of nodes, and of units of text, in a tree that is not read. */
#define VOX_FIRST_NODES 32
#define VOX_FIRST_UNITS 192
/** Adds the root, null, to a tree without nodes. */
vox_status vox__tree_root_make(vox_tree *tree);
/** Creates a detached node, null. */
vox_status vox__node_take(vox_tree *tree, vox_node **node);
/** Allocates a text, which the caller writes to `bytes`. */
vox_status vox__text_make(
    vox_tree *tree, size_t length, uint32_t extra, vox_ref *ref, char **bytes
);
vox_status vox__text_store(
    vox_tree *tree, const char *bytes, size_t length, uint32_t extra, vox_ref *ref
);

/** Fill levels of the arenas, so that a failed edit can release what it took. */
typedef struct vox__mark {
    vox__arena_mark nodes;
    vox__arena_mark texts;
} vox__mark;

vox__mark vox__mark_take(const vox_tree *tree);
/** Goes back to a mark unless `status` is VOX_OK. Returns `status`. */
vox_status vox__mark_reset(vox_tree *tree, vox__mark mark, vox_status status);

static inline vox_node *vox__node(const vox_tree *tree, vox_ref ref) {
    if (VOX_LIKELY(ref < tree->nodes.first_count)) {
        return (vox_node *)(void *)tree->nodes.first + ref;
    }
    return (vox_node *)vox__arena_slow(&tree->nodes, ref);
}

/** Returns the node of a ref, faster for nodes that were created recently. */
VOX_INLINE vox_node *vox__recent_node(const vox_tree *tree, vox_ref ref) {
    return (vox_node *)vox__arena_recent(&tree->nodes, ref, sizeof(vox_node));
}

/** Returns the node of a ref, or NULL for ref 0. */
static inline vox_node *vox__node_or_null(const vox_tree *tree, vox_ref ref) {
    return ref ? vox__node(tree, ref) : NULL;
}

/** Returns the ref of a node of this tree; 0 for other nodes, and for NULL. */
static inline vox_ref vox__ref(const vox_tree *tree, const vox_node *node) {
    const vox__arena *arena = &tree->nodes;
    uintptr_t offset = (uintptr_t)node - (uintptr_t)arena->first;
    if (VOX_LIKELY(offset < (uintptr_t)arena->first_count * sizeof(vox_node))) {
        return (vox_ref)(offset / sizeof(vox_node));
    }
    return vox__arena_ref(arena, node);
}

/** Returns the ref of a node, faster for nodes that were created recently. */
static inline vox_ref vox__recent_ref(const vox_tree *tree, const vox_node *node) {
    const vox__arena *arena = &tree->nodes;
    const uintptr_t ref = ((uintptr_t)node - arena->top) / sizeof(vox_node);
    return VOX_LIKELY(ref - arena->top_first < arena->used - arena->top_first)
               ? (vox_ref)ref
               : vox__ref(tree, node);
}

/** A node that was not read, before it gets a value. */
static const vox_node vox__new_node = {.kind = VOX_NULL, .flags = FLAG_CHANGED};

/** Returns the units of a text with its NUL. */
static inline size_t vox__text_units(size_t length) {
    return (sizeof(vox__stored) + length + VOX_TEXT_UNIT) / VOX_TEXT_UNIT;
}

/** Reserves a text after the existing ones, and sets `*used` to its end; NULL when the chunk is
 *  full. The text exists once `used` of the arena is raised. */
VOX_INLINE vox__stored *vox__text_put(
    const vox_tree *tree, size_t length, uint32_t extra, uint32_t *used
) {
    const vox__arena *texts = &tree->texts;
    if (VOX_UNLIKELY(length > UINT32_MAX - 64 || vox__text_units(length) > texts->limit - *used)) {
        return NULL;
    }
    vox__stored *stored = (vox__stored *)(texts->top + *used * VOX_TEXT_UNIT);
    *used += (uint32_t)vox__text_units(length);
    stored->length = (uint32_t)length;
    stored->extra = extra;
    stored->bytes[length] = '\0';
    return stored;
}

static inline vox__stored *vox__text_at(const vox_tree *tree, vox_ref ref) {
    return (vox__stored *)vox__arena_at(&tree->texts, ref);
}
VOX_INLINE vox__stored *vox__recent_text(const vox_tree *tree, vox_ref ref) {
    return (vox__stored *)vox__arena_recent(&tree->texts, ref, VOX_TEXT_UNIT);
}

/** Returns the number of values that were created so far. */
static inline size_t vox__values_made(const vox_tree *tree) {
    return (size_t)tree->nodes.used - 1 - tree->nodes.skipped;
}

/* node.c */

static inline bool vox__is_deferred(const vox_node *node) {
    return node->kind & KIND_DEFERRED;
}

static inline bool vox__is_container(const vox_node *node) {
    return node->kind >= VOX_ARRAY;
}

/** Parses a node if it is deferred. Records an error in the tree. */
static inline vox_status vox__resolve(vox_tree *tree, const vox_node *node) {
    return VOX_LIKELY(!vox__is_deferred(node)) ? VOX_OK : tree->hooks.resolve(tree, node);
}

/** Parses all deferred values at or below a node. Stops at a value that cannot be parsed, and
 *  writes it to `failed` unless that is NULL. */
vox_status vox__resolve_below(vox_tree *tree, const vox_node *node, const vox_node **failed);

/** Returns the name of a node, which must not be NULL. */
static inline vox_string vox__name(const vox_tree *tree, const vox_node *node) {
    if (VOX_UNLIKELY(node->flags & FLAG_NAME_STORED)) {
        const vox__stored *text = vox__text_at(tree, node->name);
        return vox__string(text->bytes, text->length);
    }
    return vox__string(tree->source + node->name, node->name_length & NAME_LENGTH);
}

/** Returns false when the length shows that a stored name differs. */
static inline bool vox__may_be_named(const vox_node *node, vox_string name) {
    const size_t length = node->name_length & NAME_LENGTH;
    return length == 0 || length == name.length;
}

/** Returns the text of a string or number. */
static inline vox_string vox__text(const vox_tree *tree, const vox_node *node) {
    if (VOX_UNLIKELY(vox__has_stored_text(node))) {
        const vox__stored *text = vox__text_at(tree, node->child);
        return vox__string(text->bytes, text->length);
    }
    const uint32_t quote = node->kind == VOX_STRING;
    return vox__string(tree->source + node->start + quote, node->end - node->start - 2 * quote);
}

/** Returns the first child of a container, and the next sibling of a node, including shadowed
 *  members; or NULL. */
static inline vox_node *vox__child(const vox_tree *tree, const vox_node *container) {
    return vox__node_or_null(tree, container->child);
}
static inline vox_node *vox__sibling(const vox_tree *tree, const vox_node *node) {
    return vox__node_or_null(tree, node->next);
}

/** Returns true when a container has more than `count` children, including shadowed members.
 *  O(count). */
static inline bool vox__has_more(const vox_tree *tree, const vox_node *container, unsigned count) {
    const vox_node *child = vox__child(tree, container);
    for (; child && count; count--) {
        child = vox__sibling(tree, child);
    }
    return child != NULL;
}

/** Returns the number of children of a container, including shadowed members. O(count). */
static inline uint32_t vox__raw_count(const vox_tree *tree, const vox_node *container) {
    uint32_t count = 0;
    for (const vox_node *at = vox__child(tree, container); at; at = vox__sibling(tree, at)) {
        count++;
    }
    return count;
}

/** Returns the next node in document order below `top`; NULL at the end. */
vox_node *vox__following(const vox_tree *tree, const vox_node *node, const vox_node *top);

/* node_error.c */

/** Fills in an error in the text of a tree, with the pointer of a node (may be NULL). */
void vox__error_at(
    vox_error *error, vox_status status, const char *message, const vox_tree *tree,
    const vox_node *node, size_t offset
);

/** Fills in an error without a position, with the limit of these options that was exceeded. Returns
 *  the status. */
vox_status vox__error_limit(vox_error *error, vox_status status, const vox_options *options);

/** Call the hooks before and after an edit of a node. */
static inline void vox__leaving(vox_tree *tree, const vox_node *node) {
    if (VOX_UNLIKELY(tree->hooks.leaving != NULL)) {
        tree->hooks.leaving(tree, node);
    }
}
static inline void vox__added(vox_tree *tree, const vox_node *node) {
    if (VOX_UNLIKELY(tree->hooks.added != NULL)) {
        tree->hooks.added(tree, node);
    }
}

/* node_links.c: the links between nodes, and the effects of changing them. */
void vox__touch(const vox_tree *tree, vox_node *node);
/** Change only links and indexes, without marks and hooks. */
void vox__link(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before);
void vox__unlink(vox_tree *tree, vox_node *node);
void vox__attach(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before);
void vox__detach(vox_tree *tree, vox_node *node);
void vox__replace(vox_tree *tree, vox_node *old, vox_node *node);
void vox__drop_children(vox_tree *tree, vox_node *node);

/* set_value.c */

/** A value that is ready to be put into a node. */
typedef struct vox__content {
    uint8_t kind;
    bool has_text;
    vox_string text; /* of a number or string, which is to be stored */
    vox_ref stored;  /* its ref in this tree if it is stored there for this value only */
    char digits[VOX_NUMBER_SIZE];
    vox_node *children; /* a detached container whose children the node takes, or NULL */
    vox_tree *parsed;   /* the tree that may contain `text`, or NULL */
} vox__content;

vox_status vox__name_store(vox_tree *tree, vox_node *node, vox_string name);
/** Parses the deferred values in a value that is about to be written. This happens before a mark is
 *  taken, because parsed values stay. */
vox_status vox__value_resolve(vox_value value);
/** Returns the `name_length` of a stored name. */
static inline uint16_t vox__stored_name_length(vox_string name) {
    return name.length <= NAME_LENGTH ? (uint16_t)name.length : 0;
}
/** Prepares a value. The caller must call vox__content_end, also after an error. */
vox_status vox__content_make(vox_tree *tree, vox_value value, vox__content *content);
void vox__content_end(vox__content *content);
/** Creates a detached deep copy of a value without deferred values (copy_value.c). After an error,
 *  what was allocated is not released. */
vox_status vox__copy_value(vox_tree *tree, vox_tree *from, const vox_node *top, vox_node **copy);
/** Returns true when vox__content_put needs no memory. */
bool vox__content_fits(const vox_tree *tree, const vox_node *node, const vox__content *content);
vox_status vox__content_put(vox_tree *tree, vox_node *node, const vox__content *content);

/* index.c */
#define VOX_INDEX_FROM 16 /* containers with up to one child more are searched child by child */
vox_node *vox__object_find(vox_tree *tree, const vox_node *object, vox_string name);
/** Finds a member that is not in the inline cache. */
vox_node *vox__object_search(vox_tree *tree, const vox_node *object, vox_string name);
/** Marks shadowed members. */
void vox__object_check(vox_tree *tree, const vox_node *object);
/** Marks shadowed members. Returns the first member that repeats a name, or 0. */
vox_ref vox__object_repeated(vox_tree *tree, const vox_node *object);
vox__index *vox__object_index(vox_tree *tree, const vox_node *object);
/** Returns the index of a large container; NULL for others, or when there is no memory. */
vox__index *vox__large_index(vox_tree *tree, const vox_node *container);
/** Reserves memory for one more child, so that vox__index_added cannot fail. */
vox_status vox__index_prepare(vox_tree *tree, vox_node *container);
void vox__index_added(vox_tree *tree, vox_node *container, vox_node *child);
void vox__index_removing(vox_tree *tree, vox_node *container, vox_node *child);

/* array_index.c */
/** Returns the index of an array, and builds it if necessary; NULL when there is no memory. */
vox__index *vox__array_index(vox_tree *tree, const vox_node *array);
/** Returns the position of an element; SIZE_MAX if only a walk can find it. */
size_t vox__element_position(vox_tree *tree, vox__index *index, const vox_node *element);
/** Makes every position available in the index, until elements are moved in it. */
vox_status vox__positions_prepare(vox_tree *tree, vox__index *index);
vox_status vox__elements_prepare(vox_tree *tree, vox__index *index);
void vox__element_added(vox_tree *tree, vox__index *index, vox_node *array, vox_node *element);
void vox__element_removing(
    vox_tree *tree, vox__index *index, vox_node *array, const vox_node *element
);

/* repeated_names.c */
/** Returns the first member of an object that is not shadowed. Its names must have been
 *  compared. */
vox_node *vox__object_first(vox_tree *tree, const vox_node *object);
/** Returns members that include all shadowed members with this name. The list may have others, and
 *  is as old as its first use: some may have been removed, and are not marked as shadowed any more.
 *  Returns NULL if only a walk can find them. */
const vox_ref *vox__object_shadowed(
    vox_tree *tree, const vox_node *object, vox_string name, uint32_t *count
);
void vox__shadowing_added(vox_tree *tree, vox__index *index, const vox_node *child);
void vox__shadowing_removing(vox_tree *tree, vox__index *index, const vox_node *child);

/* index_table.c */
vox__index *vox__index_find(vox_tree *tree, const vox_node *container);
/** Adds an empty index for a container that has none; NULL when there is no memory. */
vox__index *vox__index_add(vox_tree *tree, const vox_node *container);
void vox__index_drop(vox_tree *tree, vox_node *container);
void vox__index_free(vox_tree *tree);

/* pointer.c */

/** Returns true for a JSON Pointer (RFC 6901). Otherwise `fault` is the offset of the malformed
 *  segment. */
bool vox__pointer_well_formed(vox_string pointer, size_t *fault);
/** One segment of a pointer, unescaped. It is in `local` unless it is long. */
typedef struct vox__segment {
    vox_string name;
    char local[128];
    char *allocated;
    size_t size;
} vox__segment;

/** Returns the text of the segment that begins with the '/' at `offset`. */
vox_string vox__segment_at(vox_string pointer, size_t offset);
/** Unescapes a segment. After success, the caller must call vox__segment_free. */
vox_status vox__segment_read(vox_tree *tree, vox_string text, vox__segment *segment);
void vox__segment_free(vox_tree *tree, vox__segment *segment);
/** Reads an array index without leading zeros; SIZE_MAX for larger numbers. Returns false for other
 *  text. */
bool vox__segment_index(vox_string text, size_t *index);
/** Writes the pointer of a node and a NUL: whole segments up to the first one that does not fit or
 *  contains U+0000. Returns true when some were not written. */
bool vox__pointer_cut(const vox_tree *tree, const vox_node *node, char *buffer);

#endif
