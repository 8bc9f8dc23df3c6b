/* SPDX-License-Identifier: MIT */
/** How a tree lies in memory.
 *
 *  A node is 32 bytes. Nodes refer to one another, and to text, by 32-bit
 *  numbers ("refs"); 0 refers to nothing.
 *
 *      +------+-------+-------------+------------+
 *      | kind | flags | name_length |    name    |   name: offset in the source,
 *      +------+-------+-------------+------------+         or a text ref (NAME_STORED);
 *      |       next         |      previous      |         of an element: see head.c
 *      +--------------------+--------------------+   previous of a first child: the last
 *      |      parent        |       child        |   child: the first child,
 *      +--------------------+--------------------+          or a text ref (TEXT_STORED)
 *      |       start        |        end         |   where in the source it was read
 *      +--------------------+--------------------+
 *
 *  The source is the text the tree was read from. Text without escapes and
 *  all numbers are slices of it; what is decoded or written later is stored
 *  in the text arena. */
#ifndef VOX_LAYOUT_H
#define VOX_LAYOUT_H

#include "text.h"

#include <vox.h>

typedef uint32_t vox_ref;

/** Readable bytes behind our copy of a text; the first is a line feed. */
#define VOX_PADDING 64

/** The longest text: refs must fit 32 bits, and offsets too. */
#define VOX_SIZE_CEILING ((size_t)UINT32_MAX - VOX_PADDING)

enum vox_flag {
    FLAG_SOURCE = 1,       /* the value is what source[start, end) says, children aside */
    FLAG_PLACED = 2,       /* it stands where it was read: name and white space around it hold */
    FLAG_CHANGED = 4,      /* it or something below was written */
    FLAG_TEXT_STORED = 8,  /* its text is in the text arena */
    FLAG_NAME_STORED = 16, /* its name is in the text arena */
    FLAG_SHADOWED = 32,    /* a later member has the same name */
    FLAG_CHECKED = 64,     /* of an object: its shadowed members are marked */
    FLAG_INDEXED = 128     /* of a container: it has an index */
};

/** `name_length` of a name in the source: 15 bits of length, and whether
 *  shadowed members have the same name. Longer names are stored. */
#define NAME_LENGTH 0x7FFF
#define NAME_REPEATED 0x8000

/** What `kind` holds beside one of vox_kind, of an object or array that was cut out
 *  and not parsed yet (lazy.c). It has no children then, and so none of the
 *  other kinds: code that has not resolved it sees an empty container. */
enum vox_deferral {
    KIND_PUBLIC = 7,
    KIND_DEFERRED = 8,
    KIND_BROKEN = 16, /* what it says is not JSON; known since it was touched */
    KIND_REGULAR = 32 /* its identity can be told from its beginning; see head.c */
};

struct vox_node {
    uint8_t kind;
    uint8_t flags;
    uint16_t name_length;
    uint32_t name;
    vox_ref next;
    vox_ref previous;
    vox_ref parent;
    vox_ref child;
    uint32_t start;
    uint32_t end;
};

/** Stored text; `bytes` is followed by a NUL. */
typedef struct vox__stored {
    uint32_t length;
    uint32_t extra; /* of a value: its capacity; of a name: where it was read, or UINT32_MAX */
    char bytes[];
} vox__stored;

/** An arena of fixed-size units addressed by refs. Chunk 0 has any size (that
 *  of the document, known before it is parsed); chunk k above 0 has
 *  `1 << (shift + k - 1)` units. No chunk ever moves. */
#define VOX_CHUNKS 32
typedef struct vox__arena {
    char *chunks[VOX_CHUNKS];
    uint32_t first_count; /* units in chunk 0 */
    uint32_t shift;       /* chunk 1 has 1 << shift units */
    uint32_t unit;        /* bytes a unit */
    uint32_t used;        /* the next free ref */
    uint32_t limit;       /* the end of the chunk `used` is in */
    uint32_t skipped;     /* refs below `used` that nothing uses */
} vox__arena;

/** Children of one container by position or by name; see index.c. */
typedef struct vox__index {
    vox_ref container;
    uint32_t count;    /* children it knows */
    uint32_t start;    /* of an array: where the first of them is; those before were removed;
                        * of an object: its first member that counts, 0 when not looked for */
    uint32_t capacity; /* of a name table: a power of two; 0 when there is no index */
    vox_ref *refs;     /* of an array: the elements in order */
    uint64_t *slots;   /* of an object: upper half of the hash, and the member */
    vox_ref *shadowed; /* of an object: see vox__object_shadowed; NULL when not asked for */
    uint32_t buckets;  /* in it: a power of two */
    uint32_t shadowed_count;
} vox__index;

typedef struct vox__index_table {
    vox__index *entries; /* open addressing by container; container 0 is free */
    uint32_t count;
    uint32_t capacity;
    uint32_t recent; /* position of the entry used last */
} vox__index_table;

/** Resources by identity: the first of those that share one; see identity_table.c. */
typedef struct vox__identity {
    uint32_t tag; /* 31 bits of the hash; bit 0: a lid, not an id */
    vox_ref resource;
    int64_t order; /* where it stands among all resources */
} vox__identity;

/** A resource that shares an identity with others, in their heap; see identity_twins.c. */
typedef struct vox__twin {
    vox_ref resource;
    vox_ref left;
    vox_ref right;
    vox_ref parent;
    int64_t order;
} vox__twin;

typedef struct vox__twin_table {
    vox__twin *entries; /* open addressing by resource; resource 0 is free */
    uint32_t count;
    uint32_t capacity;
} vox__twin_table;

#define VOX_IDENTITY_TYPES 4
typedef struct vox__identity_table {
    vox__identity *entries;
    uint32_t count;
    uint32_t capacity;
    vox__twin_table twins[2]; /* by id, and by lid */
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
} vox__identity_table;

/** How the text of a resource object begins, which others begin likewise; see head.c. */
#define VOX_HEAD_MODELS 4
typedef struct vox__head_model {
    uint32_t start;  /* of the object */
    uint32_t note;   /* 0: there is none */
    uint32_t id_end; /* from the start */
    uint32_t tail;   /* bytes behind the id */
} vox__head_model;

/** Values that nodes had; see baseline.c. */
typedef struct vox__baseline {
    vox_ref node;
    vox_tree *tree;
} vox__baseline;

typedef struct vox__baseline_table {
    vox__baseline *entries; /* open addressing by node; node 0 is free */
    uint32_t count;
    uint32_t capacity;
} vox__baseline_table;

/** Distances kept to find members; see guess.h. */
#define VOX_GUESSES 128

struct vox_tree {
    const char *source; /* with room to read 64 bytes past its end when it is a copy */
    size_t source_length;
    vox_ref root;
    bool owns_source;
    bool number_ids; /* ids and types that are numbers count as their text */
    bool seeded;
    bool frozen; /* nothing may be written any more, caches included */
    vox__arena nodes;
    vox__arena texts;
    vox__index_table indexes;
    vox__identity_table identities;
    vox__baseline_table baselines;
    uint64_t seed[2];
    vox_options options;
    vox_ref deferred_end; /* deferred nodes come before this one; 0: there are none */
    bool unescaped;       /* none of them has an escape of a code point */
    vox__head_model models[VOX_HEAD_MODELS]; /* see head.c */
    uint32_t last_model;                     /* the one used last */
    uint32_t next_model;
    vox_error failure; /* the first that parsing a deferred value met */
    vox_place located; /* of the last error in the source; all zero: none yet */
    size_t reserved;   /* against the limit: text and values, baselines included */
    size_t indexed;    /* beside it: what look-ups have built */
    vox_tree *owner;   /* of a baseline: the tree whose memory it counts as */
#ifdef VOX_ARMOR
    uint32_t walks; /* that call back and run at the moment; see armor.h */
#endif
    size_t source_capacity;
    uint16_t guesses[VOX_GUESSES]; /* from the first member of an object, in nodes */
    uint32_t searches;             /* in objects whose names were not compared */
};

/* memory.c: all memory of a tree is got and given back here. */
vox_status vox__resize(vox_tree *tree, void **memory, size_t old_size, size_t new_size);
/** The same for what a single call needs: it does not count as the tree's. */
vox_status vox__temporary(vox_tree *tree, void **memory, size_t old_size, size_t new_size);

/** The same for indexes, which count as the tree's but not against its limit: a
 *  look-up must not become slow because the limit is near. */
vox_status vox__index_resize(vox_tree *tree, void **memory, size_t old_size, size_t new_size);

/** What may still be reserved, under the limit of the tree and of those it counts for;
 *  SIZE_MAX without a limit. */
size_t vox__memory_left(const vox_tree *tree);
/** Has a tree that was just made count as another's from now on. */
void vox__memory_adopt(vox_tree *owner, vox_tree *tree);
/** The same the other way: its owners count it no more. */
void vox__memory_release(vox_tree *tree);

/** How far the arenas were filled, so that an edit that fails gives back what
 *  it took. */
typedef struct vox__mark {
    struct {
        uint32_t used;
        uint32_t limit;
        uint32_t skipped;
    } nodes, texts;
} vox__mark;

vox__mark vox__mark_take(const vox_tree *tree);
/** Goes back to a mark unless `status` is VOX_OK; returns `status`. */
vox_status vox__mark_reset(vox_tree *tree, vox__mark mark, vox_status status);

/** Options with their defaults put in: in them, 0 is a limit of none. */
vox_options vox__options_whole(const vox_options *options);
vox_status vox__tree_create(const vox_options *options, vox_tree **tree);
vox_status vox__arena_start(vox_tree *tree, vox__arena *arena, size_t count);
/** Says how much of chunk 0 a document took; what is left over in plenty goes back. */
void vox__arena_finish(vox_tree *tree, vox__arena *arena, uint32_t used);
vox_status vox__arena_take(vox_tree *tree, vox__arena *arena, size_t count, uint32_t *ref);
void *vox__arena_slow(const vox__arena *arena, uint32_t ref);
/** The chunk a ref is in, and which refs are: from `first`, below `end`. */
char *vox__arena_chunk(const vox__arena *arena, uint32_t ref, uint32_t *first, uint32_t *end);
void vox__arena_free(vox_tree *tree, vox__arena *arena);
/** Room for a text whose bytes are written then. */
vox_status vox__text_make(vox_tree *tree, size_t length, uint32_t extra, vox_ref *ref);
vox_status vox__text_store(
    vox_tree *tree, const char *bytes, size_t length, uint32_t extra, vox_ref *ref
);

static inline void *vox__arena_at(const vox__arena *arena, uint32_t ref) {
    if (VOX_LIKELY(ref < arena->first_count)) {
        return arena->chunks[0] + (size_t)ref * arena->unit;
    }
    return vox__arena_slow(arena, ref);
}

static inline vox_node *vox__node(const vox_tree *tree, vox_ref ref) {
    if (VOX_LIKELY(ref < tree->nodes.first_count)) {
        return (vox_node *)(void *)tree->nodes.chunks[0] + ref;
    }
    return vox__arena_slow(&tree->nodes, ref);
}

static inline vox__stored *vox__text_at(const vox_tree *tree, vox_ref ref) {
    return vox__arena_at(&tree->texts, ref);
}

/** NULL for ref 0. */
static inline vox_node *vox__node_or_null(const vox_tree *tree, vox_ref ref) {
    return ref ? vox__node(tree, ref) : NULL;
}

/** The ref of a node of this tree. */
vox_ref vox__ref(const vox_tree *tree, const vox_node *node);

/** The values made so far. */
static inline size_t vox__values_made(const vox_tree *tree) {
    return (size_t)tree->nodes.used - 1 - tree->nodes.skipped;
}

/** The first node, and the one made after another; 0 when there is none. */
vox_ref vox__node_after(const vox_tree *tree, vox_ref ref);

static inline bool vox__is_deferred(const vox_node *node) {
    return node->kind & KIND_DEFERRED;
}

static inline bool vox__is_container(const vox_node *node) {
    return node->kind >= VOX_ARRAY;
}

/** As the public functions, for a node that is known to be one. */
static inline vox_string vox__name(const vox_tree *tree, const vox_node *node) {
    if (VOX_UNLIKELY(node->flags & FLAG_NAME_STORED)) {
        const vox__stored *text = vox__text_at(tree, node->name);
        return vox__string(text->bytes, text->length);
    }
    return vox__string(tree->source + node->name, node->name_length & NAME_LENGTH);
}

vox_string vox__text(const vox_tree *tree, const vox_node *node);

/* node.c: raw children, shadowed members included. */
static inline vox_ref vox__last_ref(const vox_tree *tree, const vox_node *parent) {
    return parent->child ? vox__node(tree, parent->child)->previous : 0;
}

#endif
