/* SPDX-License-Identifier: MIT */
/** The tree: nodes, the links between them, finding and editing them. Knows neither how
 *  text is read nor what JSON:API is; what later layers do for it goes through vox__hooks.
 *
 *  A node is 32 bytes. Nodes refer to one another, and to text, by 32-bit
 *  numbers ("refs"); 0 refers to nothing.
 *
 *      +------+-------+-------------+------------+
 *      | kind | flags | name_length |    name    |   name: offset in the source,
 *      +------+-------+-------------+------------+         or a text ref (NAME_STORED)
 *      |       next         |      previous      |
 *      +--------------------+--------------------+   previous of a first child: the last
 *      |      parent        |       child        |   child: the first child,
 *      +--------------------+--------------------+          or a text ref (TEXT_STORED)
 *      |       start        |        end         |   where in the source it was read
 *      +--------------------+--------------------+
 *
 *  The source is the text the tree was read from. Text without escapes and
 *  all numbers are slices of it; what is decoded or written later is stored
 *  in the text arena.
 *
 *      tree.c          a tree's life
 *      node.c          reading nodes, and going from one to another
 *      node_links.c    the links between nodes
 *      index.c         finding children of large containers (index_table.c, array_index.c, and
 *                      repeated_names.c)
 *      inline_cache.h  finding members of objects of one shape
 *      set_value.c     the values that editing writes
 *      copy_value.c    deep copies (counted.h: the children that they have)
 *      edit.c          editing
 *      append.c        what building a document does most, without the rest of editing
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

/** Readable bytes behind our copy of a text; the first is a line feed. */
#define VOX_PADDING 64

/** The longest text: refs must fit 32 bits, and offsets too. */
#define VOX_SIZE_CEILING ((size_t)UINT32_MAX - VOX_PADDING)

/* --- nodes -------------------------------------------------------------------- */

enum vox_flag {
    FLAG_SOURCE = 1,       /* the value is what source[start, end) says, children aside */
    FLAG_PLACED = 2,       /* it stands where it was read: name and white space around it hold */
    FLAG_CHANGED = 4,      /* it or something below was written; its parents have it, too */
    FLAG_TEXT_STORED = 8,  /* its text is in the text arena */
    FLAG_RELINKED = 8,     /* of a container: children were put in or taken out since it was read */
    FLAG_NAME_STORED = 16, /* its name is in the text arena */
    FLAG_SHADOWED = 32,    /* a later member has the same name */
    FLAG_CHECKED = 64,     /* of an object: its shadowed members are marked */
    FLAG_INDEXED = 128     /* of a container: it has an index */
};

/** `name_length` of a name in the source: 15 bits of length, and whether shadowed members have
 *  the same name. Longer names are stored; of a stored name it may be 0, whatever its length. */
#define NAME_LENGTH 0x7FFF
#define NAME_REPEATED 0x8000

/** What `kind` holds beside one of vox_kind, of an object or array that is deferred: it is
 *  not parsed yet (read/parse_lazy.c). It has no children then, and so none of the other kinds:
 *  code that has not resolved it sees an empty container. */
enum vox_deferral {
    KIND_PUBLIC = 7,
    KIND_DEFERRED = 8,
    KIND_BROKEN = 16, /* what it says is not JSON; known since it was touched */
    KIND_REGULAR = 32 /* behind its first container come only members of a resource object */
};

struct vox_node {
    uint8_t kind;
    uint8_t flags;
    uint16_t name_length;
    /** Where its name is. An element of an array has none: there jsonapi/identity_prefix.c
     *  keeps the packed identity of a resource that nobody has edited. */
    uint32_t name;
    /** While its container is being read: the node appended next, put right when that closes. */
    vox_ref next;
    vox_ref previous;
    vox_ref parent;
    vox_ref child;
    uint32_t start; /* of an object that was not read: which names it may have, see append.h */
    uint32_t end;   /* 0: it was not read */
};

/** Where a value was read; 0 for one that was not. */
static inline uint32_t vox__read_start(const vox_node *node) {
    return node->end ? node->start : 0;
}

/** Stored text; `bytes` is followed by a NUL, and may be read up to the end of its last unit. */
typedef struct vox__stored {
    uint32_t length;
    uint32_t extra; /* of a value: its capacity; of a name: where it was read, or: */
    char bytes[];
} vox__stored;

/** What a text takes of its arena is a multiple of this. */
#define VOX_TEXT_UNIT sizeof(uint64_t)

/** The name was not read. */
#define NAME_MADE UINT32_MAX
/** Nor that, which many members may have, and which is written without escapes. */
#define NAME_SHARED (UINT32_MAX - 1)
/** Of the latter so many bytes may be read. */
#define NAME_READABLE 32

static inline bool vox__is_read_name(const vox__stored *name) {
    return name->extra < NAME_SHARED;
}

/** Children of one container by position or by name; see index.c. */
typedef struct vox__index {
    uint64_t key;       /* stands for the container */
    uint32_t count;     /* children it knows */
    uint32_t start;     /* of an array: where the first of them is; those before were removed;
                         * of an object: its first member that counts, 0 when not looked for */
    uint32_t capacity;  /* of `refs` */
    uint32_t buckets;   /* in `shadowed`: a power of two; of an array: positions that a walk told */
    vox_ref *refs;      /* of an array: the elements in order */
    vox__table members; /* of an object: keys that stand for members, by name; of an array: for
                         * places in `refs`, by element (array_index.c) */
    vox_ref *shadowed;  /* of an object: see vox__object_shadowed; NULL when not asked for */
    uint32_t shadowed_count;
    uint32_t asked; /* of an array: the position that was asked for last, */
    uint32_t told;  /* and the one that an element was last told to have */
} vox__index;

/* --- the tree ------------------------------------------------------------------- */

/** What later layers do for a tree. They put themselves in: read/ when it makes the tree,
 *  jsonapi/ and history/ when they have something to keep with it. */
typedef struct vox__hooks {
    /** read/: parses a deferred node; its children are no change of it. */
    vox_status (*resolve)(vox_tree *tree, const vox_node *node);
    /** read/: reads text to a tree of its own, with the options of this one. */
    vox_status (*read)(const vox_tree *tree, vox_string text, vox_tree **made);
    /** jsonapi/, or NULL: a node is about to change, or to lose its place. */
    void (*leaving)(vox_tree *tree, const vox_node *node);
    /** jsonapi/, or NULL: it has changed, or got a place. */
    void (*added)(vox_tree *tree, const vox_node *node);
    /** jsonapi/, or NULL: a child was taken out of a container. */
    void (*without)(vox_tree *tree, const vox_node *container, const vox_node *child);
    /** jsonapi/, or NULL: an edit of a node is being undone, and other nodes may not be asked. */
    void (*undoing)(vox_tree *tree, const vox_node *node);
    /** jsonapi/ and history/, or NULL: frees what they keep. */
    void (*free_identities)(vox_tree *tree);
    void (*free_history)(vox_tree *tree);
} vox__hooks;

/** Distances kept to find members; see inline_cache.h. */
#define VOX_DISTANCES 128

struct vox_tree {
    const char *source; /* with room to read 64 bytes past its end when it is a copy */
    size_t source_length;
    vox_ref root;
    bool owns_source;
    bool frozen; /* nothing may be written any more, caches included */
    vox__account memory;
    vox__table indexes;    /* vox__index by container */
    uint32_t recent_index; /* the slot of the one used last */
    vox_ref deferred_end;  /* deferred nodes come before this one; 0: there are none */
    vox__seed seed;
    vox__hooks hooks;
    vox_options options;
    size_t size;                       /* of the block it stands in */
    size_t source_capacity;            /* of a copy of the text in a block of its own, or 0 */
    vox_place located;                 /* of the last error in the source; all zero: none yet */
    uint32_t searches;                 /* in objects whose names were not compared */
    uint64_t walked;                   /* members looked at in objects that might have an index */
    uint16_t distances[VOX_DISTANCES]; /* from the first member of an object, in nodes */
    uint32_t walks;                    /* that call back and run at the moment; see armor.h */
    struct vox__shared_name *shared_names; /* see append.c; NULL: there are none */
    uint32_t shared_units;                 /* of the texts, for them */
    vox_tree *owner;                       /* of a baseline: the tree that it belongs to */

    /* Kept for later layers. */
    bool number_ids; /* jsonapi/: ids and types that are numbers count as their text */
    struct vox__identities *identities; /* jsonapi/ */
    vox__table baselines;               /* history/: vox__baseline by node */

    /* From here on a new tree is not cleared: small documents would notice. */
    vox__arena nodes;
    vox__arena texts;
    vox_error failure; /* read/: the first that parsing a deferred value met */
};

/* tree.c */

/** What a limit says: 0 stands for its default. */
static inline size_t vox__limit(size_t given, size_t standard) {
    return given == 0 ? standard : given == VOX_NONE ? 0 : given;
}

/** Reads options, NULL for none, with their defaults put in: in `whole`, 0 is a limit of none. */
vox_status vox__options_read(const vox_options *options, vox_options *whole);
/** False where an enumeration has a number that this version does not know. */
static inline bool vox__options_are_known(const vox_options *options) {
    return (unsigned)options->mode <= VOX_MODE_LAZY && (unsigned)options->reader <= VOX_READER_YAJL;
}
/** True for options in which there is nothing to put, and nothing to refuse. */
static inline bool vox__options_are_whole(const vox_options *options) {
    return options->size == sizeof *options && vox__options_are_known(options) &&
           options->max_depth && options->max_size && options->max_nodes &&
           options->max_depth != VOX_NONE && options->max_size != VOX_NONE &&
           options->max_nodes != VOX_NONE && options->max_memory != VOX_NONE &&
           options->allocator.resize;
}
/** Makes a tree without nodes, and without hooks. `more`: bytes in the same block behind it. */
vox_status vox__tree_create(const vox_options *options, size_t more, vox_tree **tree);
/** The nodes and units of text that a tree begins with that is not read. */
#define VOX_FIRST_NODES 32
#define VOX_FIRST_UNITS 192
/** Gives a tree without nodes its root, null. */
vox_status vox__tree_root_make(vox_tree *tree);
/** A new node without a place, null. */
vox_status vox__node_take(vox_tree *tree, vox_node **node);
/** Room for a text, to be written to `bytes`. */
vox_status vox__text_make(
    vox_tree *tree, size_t length, uint32_t extra, vox_ref *ref, char **bytes
);
vox_status vox__text_store(
    vox_tree *tree, const char *bytes, size_t length, uint32_t extra, vox_ref *ref
);

/** How far the arenas were filled, so that an edit that fails gives back what it took. */
typedef struct vox__mark {
    vox__arena_mark nodes;
    vox__arena_mark texts;
} vox__mark;

vox__mark vox__mark_take(const vox_tree *tree);
/** Goes back to a mark unless `status` is VOX_OK; returns `status`. */
vox_status vox__mark_reset(vox_tree *tree, vox__mark mark, vox_status status);

static inline vox_node *vox__node(const vox_tree *tree, vox_ref ref) {
    if (VOX_LIKELY(ref < tree->nodes.first_count)) {
        return (vox_node *)(void *)tree->nodes.chunks[0] + ref;
    }
    return vox__arena_slow(&tree->nodes, ref);
}

/** The same where most nodes were made lately. */
VOX_INLINE vox_node *vox__recent_node(const vox_tree *tree, vox_ref ref) {
    return vox__arena_recent(&tree->nodes, ref, sizeof(vox_node));
}

/** NULL for ref 0. */
static inline vox_node *vox__node_or_null(const vox_tree *tree, vox_ref ref) {
    return ref ? vox__node(tree, ref) : NULL;
}

/** The ref of a node of this tree; 0 for others, and for NULL. */
static inline vox_ref vox__ref(const vox_tree *tree, const vox_node *node) {
    const vox__arena *arena = &tree->nodes;
    uintptr_t offset = (uintptr_t)node - (uintptr_t)arena->chunks[0];
    if (VOX_LIKELY(offset < (uintptr_t)arena->first_count * sizeof(vox_node))) {
        return (vox_ref)(offset / sizeof(vox_node));
    }
    return vox__arena_ref(arena, node);
}

/** The same where most nodes were made lately. */
static inline vox_ref vox__recent_ref(const vox_tree *tree, const vox_node *node) {
    const vox__arena *arena = &tree->nodes;
    const uintptr_t ref = ((uintptr_t)node - arena->top) / sizeof(vox_node);
    return VOX_LIKELY(ref - arena->top_first < arena->used - arena->top_first)
               ? (vox_ref)ref
               : vox__ref(tree, node);
}

/** What a node is that was not read, before it gets a value. */
static const vox_node vox__new_node = {.kind = VOX_NULL, .flags = FLAG_CHANGED};

static inline vox__stored *vox__text_at(const vox_tree *tree, vox_ref ref) {
    return vox__arena_at(&tree->texts, ref);
}
VOX_INLINE vox__stored *vox__recent_text(const vox_tree *tree, vox_ref ref) {
    return vox__arena_recent(&tree->texts, ref, VOX_TEXT_UNIT);
}

/** The values made so far. */
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

/** Parses a node if it is deferred. A failure is recorded in the tree. */
static inline vox_status vox__resolve(vox_tree *tree, const vox_node *node) {
    return VOX_LIKELY(!vox__is_deferred(node)) ? VOX_OK : tree->hooks.resolve(tree, node);
}

/** Parses all that is deferred at or below a node; stops at what cannot be parsed, and says
 *  which that is unless `failed` is NULL. */
vox_status vox__resolve_below(vox_tree *tree, const vox_node *node, const vox_node **failed);

/** As the public functions, for a node that is known to be one. */
static inline vox_string vox__name(const vox_tree *tree, const vox_node *node) {
    if (VOX_UNLIKELY(node->flags & FLAG_NAME_STORED)) {
        const vox__stored *text = vox__text_at(tree, node->name);
        return vox__string(text->bytes, text->length);
    }
    return vox__string(tree->source + node->name, node->name_length & NAME_LENGTH);
}

/** False when the length of a stored name tells that it is another. */
static inline bool vox__may_be_named(const vox_node *node, vox_string name) {
    const size_t length = node->name_length & NAME_LENGTH;
    return length == 0 || length == name.length;
}

/** The text of a string or number. */
static inline vox_string vox__text(const vox_tree *tree, const vox_node *node) {
    if (VOX_UNLIKELY(node->flags & FLAG_TEXT_STORED)) {
        const vox__stored *text = vox__text_at(tree, node->child);
        return vox__string(text->bytes, text->length);
    }
    const uint32_t quote = node->kind == VOX_STRING;
    return vox__string(tree->source + node->start + quote, node->end - node->start - 2 * quote);
}

/** Raw children, shadowed members included: the first of a container, and the one behind
 *  another; NULL for none. */
static inline vox_node *vox__child(const vox_tree *tree, const vox_node *container) {
    return vox__node_or_null(tree, container->child);
}
static inline vox_node *vox__sibling(const vox_tree *tree, const vox_node *node) {
    return vox__node_or_null(tree, node->next);
}
static inline vox_ref vox__last_ref(const vox_tree *tree, const vox_node *parent) {
    return parent->child ? vox__node(tree, parent->child)->previous : 0;
}

/** Whether a container has more than `count` raw children. O(count). */
static inline bool vox__has_more(const vox_tree *tree, const vox_node *container, unsigned count) {
    const vox_node *child = vox__child(tree, container);
    for (; child && count; count--) {
        child = vox__sibling(tree, child);
    }
    return child != NULL;
}

/** How many raw children a container has. O(count). */
static inline uint32_t vox__raw_count(const vox_tree *tree, const vox_node *container) {
    uint32_t count = 0;
    for (const vox_node *at = vox__child(tree, container); at; at = vox__sibling(tree, at)) {
        count++;
    }
    return count;
}

/** The node behind another in document order, among those below `top`; NULL at the end. */
vox_node *vox__following(const vox_tree *tree, const vox_node *node, const vox_node *top);

/* node_error.c */

/** An error in the text of a tree, with the pointer of a node unless that is NULL. */
void vox__error_at(
    vox_error *error, vox_status status, const char *message, const vox_tree *tree,
    const vox_node *node, size_t offset
);

/** Tell jsonapi/ what an edit is about to do to a node, and that it has done it. */
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

/* node_links.c: the links between nodes, and what follows from a change of them. */
void vox__touch(const vox_tree *tree, vox_node *node);
/** Links and indexes alone: no marks, and jsonapi/ is not told. */
void vox__link(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before);
void vox__unlink(vox_tree *tree, vox_node *node);
void vox__attach(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before);
void vox__detach(vox_tree *tree, vox_node *node);
void vox__replace(vox_tree *tree, vox_node *old, vox_node *node);
void vox__drop_children(vox_tree *tree, vox_node *node);

/* set_value.c */

/** A value ready to be put into a node. */
typedef struct vox__content {
    uint8_t kind;
    bool has_text;
    vox_string text; /* of a number or string, to be stored */
    vox_ref stored;  /* where in this tree it is stored, when nobody else has that */
    char digits[VOX_NUMBER_SIZE];
    vox_node *children; /* a detached container whose children it takes, or NULL */
    vox_tree *parsed;   /* whose text `text` may be, or NULL */
} vox__content;

vox_status vox__name_store(vox_tree *tree, vox_node *node, vox_string name);
/** Parses what is deferred in a value that is about to be put somewhere: before a
 *  mark is taken, because what was parsed stays. */
vox_status vox__value_resolve(vox_value value);
/** What is noted of the length of a stored name. */
static inline uint16_t vox__stored_name_length(vox_string name) {
    return name.length <= NAME_LENGTH ? (uint16_t)name.length : 0;
}
/** To be followed by vox__content_end, whatever it returns. */
vox_status vox__content_make(vox_tree *tree, vox_value value, vox__content *content);
void vox__content_end(vox__content *content);
/** copy_value.c: makes a deep copy, without a place, of a value in which nothing is deferred. What
 *  a failure took is not given back. */
vox_status vox__copy_value(vox_tree *tree, vox_tree *from, const vox_node *top, vox_node **copy);
/** True when putting it into the node takes no memory. */
bool vox__content_fits(const vox_tree *tree, const vox_node *node, const vox__content *content);
vox_status vox__content_put(vox_tree *tree, vox_node *node, const vox__content *content);
/** Writes an integer to the end of the room for it. */
vox_string vox__integer_text(char digits[VOX_NUMBER_SIZE], bool negative, uint64_t value);

/* index.c */
#define VOX_INDEX_FROM 16 /* containers of up to one more are searched child by child */
vox_node *vox__object_find(vox_tree *tree, const vox_node *object, vox_string name);
/** The same where the inline cache did not tell. */
vox_node *vox__object_search(vox_tree *tree, const vox_node *object, vox_string name);
/** Marks shadowed members. */
void vox__object_check(vox_tree *tree, const vox_node *object);
/** The same; returns the first member that repeats a name, or 0. */
vox_ref vox__object_repeated(vox_tree *tree, const vox_node *object);
vox__index *vox__object_index(vox_tree *tree, const vox_node *object);
/** The index of a container that is large; NULL for others, or without memory. */
vox__index *vox__large_index(vox_tree *tree, const vox_node *container);
/** Makes room for one more child, so that vox__index_added cannot fail. */
vox_status vox__index_prepare(vox_tree *tree, vox_node *container);
void vox__index_added(vox_tree *tree, vox_node *container, vox_node *child);
void vox__index_removing(vox_tree *tree, vox_node *container, vox_node *child);

/* array_index.c */
/** The index of an array, made when it has none; NULL without memory. */
vox__index *vox__array_index(vox_tree *tree, const vox_node *array);
/** The position of an element; SIZE_MAX when only a walk tells. */
size_t vox__element_position(vox_tree *tree, vox__index *index, const vox_node *element);
/** Has the index tell every position, from now until elements are moved in it. */
vox_status vox__positions_prepare(vox_tree *tree, vox__index *index);
vox_status vox__elements_prepare(vox_tree *tree, vox__index *index);
void vox__element_added(vox_tree *tree, vox__index *index, vox_node *array, vox_node *element);
void vox__element_removing(
    vox_tree *tree, vox__index *index, vox_node *array, const vox_node *element
);

/* repeated_names.c */
/** The first member of an object that is not shadowed; its names were compared. */
vox_node *vox__object_first(vox_tree *tree, const vox_node *object);
/** Members among which are all that a name of this object shadows, and perhaps others, as
 *  they were when it was first asked: some may have gone. NULL when only a walk can tell. */
const vox_ref *vox__object_shadowed(
    vox_tree *tree, const vox_node *object, vox_string name, uint32_t *count
);
void vox__shadowing_added(vox_tree *tree, vox__index *index, const vox_node *child);
void vox__shadowing_removing(vox_tree *tree, vox__index *index, const vox_node *child);

/* index_table.c */
vox__index *vox__index_find(vox_tree *tree, const vox_node *container);
/** Makes an empty entry for a container that has none in use; NULL without memory. */
vox__index *vox__index_add(vox_tree *tree, const vox_node *container);
void vox__index_drop(vox_tree *tree, vox_node *container);
void vox__index_free(vox_tree *tree);

/* pointer.c */

/** True for a JSON Pointer (RFC 6901); else `fault` is where the segment begins that is
 *  none. */
bool vox__pointer_well_formed(vox_string pointer, size_t *fault);
/** One segment of a pointer, unescaped; in `local` unless it is long. */
typedef struct vox__segment {
    vox_string name;
    char local[128];
    char *allocated;
    size_t size;
} vox__segment;

/** The text of the segment that starts with the '/' at `offset`. */
vox_string vox__segment_at(vox_string pointer, size_t offset);
/** Unescapes one; to be followed by vox__segment_free when it succeeds. */
vox_status vox__segment_read(vox_tree *tree, vox_string text, vox__segment *segment);
void vox__segment_free(vox_tree *tree, vox__segment *segment);
/** An array index without leading zeros, SIZE_MAX for those that are larger; false for anything
 *  else. */
bool vox__segment_index(vox_string text, size_t *index);
/** Writes as many whole segments as fit and a NUL; true when some did not. */
bool vox__pointer_cut(const vox_tree *tree, const vox_node *node, char *buffer, size_t size);

#endif
