/* SPDX-License-Identifier: MIT */
/** What the files of the core share. */
#ifndef VOX_INTERNAL_H
#define VOX_INTERNAL_H

#include "armor.h"
#include "layout.h"

/* place.c: the links between nodes, and what follows from a change of them. */
void vox__touch(const vox_tree *tree, vox_node *node);
void vox__link(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before);
void vox__attach(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before);
void vox__detach(vox_tree *tree, vox_node *node);
void vox__replace(vox_tree *tree, vox_node *old, vox_node *node);
void vox__drop_children(vox_tree *tree, vox_node *node);

/* content.c */

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

vox_status vox__node_take(vox_tree *tree, vox_node **node);
vox_status vox__name_store(vox_tree *tree, vox_node *node, vox_string name);
/** Parses what is deferred in a value that is about to be put somewhere: before a
 *  mark is taken, because what was parsed stays. */
vox_status vox__value_resolve(vox_value value);
/** To be followed by vox__content_end, whatever it returns. */
vox_status vox__content_make(vox_tree *tree, vox_value value, vox__content *content);
void vox__content_end(vox__content *content);
/** True when putting it into the node takes no memory. */
bool vox__content_fits(const vox_tree *tree, const vox_node *node, const vox__content *content);
vox_status vox__content_put(vox_tree *tree, vox_node *node, const vox__content *content);

/* number.c: the text RFC 8785 asks for; 0 when a double does not hold the number. */
size_t vox__number_canonical(vox_string text, char canonical[VOX_NUMBER_SIZE]);

/* index.c */
#define VOX_INDEX_FROM 16 /* containers up to this size are searched child by child */
vox_node *vox__object_find(vox_tree *tree, const vox_node *object, vox_string name);
/** The same after a guess that was wrong. */
vox_node *vox__object_search(vox_tree *tree, const vox_node *object, vox_string name);
void vox__object_check(vox_tree *tree, const vox_node *object);
vox_ref vox__object_repeated(vox_tree *tree, const vox_node *object);
vox__index *vox__array_index(vox_tree *tree, const vox_node *array);
vox__index *vox__object_index(vox_tree *tree, const vox_node *object);
/** The index of a container that is large; NULL for others, or without memory. */
vox__index *vox__large_index(vox_tree *tree, const vox_node *container);
/** The first member of an object that is not shadowed; its names were compared. */
vox_node *vox__object_first(vox_tree *tree, const vox_node *object);
/** Members among which are all that a name of this object shadows, and perhaps others, as
 *  they were when it was first asked: some may have gone. NULL when only a walk can tell. */
const vox_ref *vox__object_shadowed(
    vox_tree *tree, const vox_node *object, vox_string name, uint32_t *count
);
vox_status vox__index_prepare(vox_tree *tree, vox_node *container, size_t added);
void vox__index_added(vox_tree *tree, vox_node *container, vox_node *child);
void vox__index_removing(vox_tree *tree, vox_node *container, vox_node *child);

/* shadowing.c, told by index.c */
void vox__shadowing_added(vox_tree *tree, vox__index *index, const vox_node *child);
void vox__shadowing_removing(vox_tree *tree, vox__index *index, const vox_node *child);

/** Where a ref goes in a table with open addressing, whose capacity is a power of two. */
static inline uint32_t vox__ref_slot(vox_ref ref, uint32_t capacity) {
    return (uint32_t)((ref * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (capacity - 1);
}

/* index_table.c */
vox__index *vox__index_find(vox_tree *tree, const vox_node *container);
/** Makes an empty entry for a container that has none in use; NULL without memory. */
vox__index *vox__index_add(vox_tree *tree, const vox_node *container);
/** Empties an entry. */
void vox__index_release(vox_tree *tree, vox__index *index);
void vox__index_drop(vox_tree *tree, vox_node *container);
void vox__index_free(vox_tree *tree);

/* unescape.c: writes what the text between two quotes says, unless `text` is NULL, and
 * returns its length, which is no more than that of `raw`; SIZE_MAX for a wrong escape. */
size_t vox__unescape(vox_string raw, char *text);

/* hash.c: SipHash-1-3 keyed per tree, so that no one outside can choose colliding names. */
uint64_t vox__hash(vox_tree *tree, uint64_t tweak, vox_string first, const vox_string *second);
/** The hash of a pair, from that of its first half. */
uint64_t vox__hash_second(const vox_tree *tree, uint64_t first, vox_string second);
/** Draws the seed unless it is drawn; the first hash does so too. */
void vox__hash_start(vox_tree *tree);

/* output.c */
typedef struct vox__output {
    vox_sink sink;
    vox_status status;
    size_t used;
    char bytes[1024];
} vox__output;

void vox__put(vox__output *output, const char *bytes, size_t length);
/** Makes room for `more` bytes behind the content of a buffer that has an allocator. */
vox_status vox__buffer_reserve(vox_buffer *buffer, size_t more);
void vox__put_quoted(vox__output *output, vox_string text);
void vox__flush(vox__output *output);

static inline void vox__put_byte(vox__output *output, char byte) {
    if (VOX_UNLIKELY(output->used == sizeof output->bytes)) {
        vox__flush(output);
    }
    output->bytes[output->used++] = byte;
}

/** How values are laid out that do not stand where they were read. */
typedef struct vox__layout {
    vox_string base;  /* before every line: "\n" and indentation; empty on one line */
    vox_string unit;  /* added a level */
    vox_string gap;   /* after a comma on one line */
    vox_string colon; /* between name and value */
    bool sorted;
} vox__layout;

/* generate.c */
vox_status vox__generate(
    vox__output *output, vox_tree *tree, const vox_node *node, size_t level, vox__layout layout
);
void vox__put_name(vox__output *output, const vox_tree *tree, const vox_node *node, bool sorted);

/* preserve.c */
vox_status vox__preserve(vox__output *output, vox_tree *tree, const vox_node *node);

struct vox__skim;

/* lazy.c */

/** Reads a document with its lists cut out. Any other status
 *  than VOX_OK and those of memory means only that it must be read eagerly. */
vox_status vox__lazy_read(vox_tree *tree, vox_string text, char *copy, size_t start);
/** Bounds the values around the lists, and checks there what yajl does not. */
vox_status vox__lazy_scan(const struct vox__skim *skim, size_t *values);
vox_status vox__resolve_slow(vox_tree *tree, const vox_node *node);
/** Parses all that is deferred at or below a node. */
vox_status vox__resolve_below(vox_tree *tree, const vox_node *node);

/** Parses a node if it is deferred. A failure is recorded in the tree. */
static inline vox_status vox__resolve(vox_tree *tree, const vox_node *node) {
    return VOX_LIKELY(!vox__is_deferred(node)) ? VOX_OK : vox__resolve_slow(tree, node);
}

/* head.c */

/** The identity of a deferred resource object; `bytes` NULL for what it lacks. */
typedef struct vox__head {
    vox_string type;
    vox_string id;
    vox_string lid;
} vox__head;

/** False when it must be parsed to know, or when it is parsed and nothing is noted. */
bool vox__head_read(const vox_tree *tree, const vox_node *node, vox__head *head);

/** Passes over elements of a list from `ref` on of which it is told at once whether they
 *  have the type and id wanted, either of which may be NULL for any: those that have, if
 *  `same`, else those that have not. Returns the first that remains to be looked at, or
 *  0. Notes nothing. */
vox_ref vox__head_pass(const vox_tree *tree, vox_ref ref, const vox__head *wanted, bool same);

/** Elements that were cut out are nodes side by side, but their text is spread:
 *  what is soon read is asked for now. */
static inline void vox__head_prefetch(const vox_tree *tree, vox_ref ref) {
    if (ref < tree->deferred_end) {
        VOX_PREFETCH(tree->source + vox__node(tree, ref)->start);
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

/** Finds them in one go, and notes the identity. The object is not deferred. */
void vox__parts_find(vox_tree *tree, const vox_node *resource, vox__parts *members);

/** tree.c: vox_tree_parse with options that are whole. */
vox_status vox__tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
);
/* tree.c: a tree of its own, with the options of `tree`, from text that was well-formed
 * once, whatever the limits but that of memory while it is read. */
vox_status vox__tree_reread(
    const vox_tree *tree, vox_string text, size_t max_memory, vox_tree **made
);

/* baseline.c */
void vox__baseline_free(vox_tree *tree);

/* identity.c */

/** Reads one identity of a resource or identifier object. */
bool vox__identity_read(
    vox_tree *tree, const vox_node *object, bool local, vox_string *type, vox_string *id
);
/** The same, and parses what must be parsed for it; `bytes` NULL for what it lacks.
 *  Fails for want of memory only. */
vox_status vox__identity_take(
    vox_tree *tree, const vox_node *resource, bool local, vox_string *type, vox_string *id
);
vox_status vox__identity_build(vox_tree *tree);
/** Sees to it that the table has the resources of a type, or those with a lid: all of
 *  them, or while most are deferred only what was asked for. */
vox_status vox__identity_prepare(vox_tree *tree, bool local, vox_string type);
/** Has it built anew at the next use. */
void vox__identity_forget(vox_tree *tree);
/** Sees to it that an identity can be read, for want of which a broken resource
 *  has none. Fails for want of memory only. */
vox_status vox__identity_resolve(vox_tree *tree, const vox_node *resource);
/** True for a resource object in primary data or in `included`. */
bool vox__is_listed(const vox_tree *tree, const vox_node *node);
/** Visits the resource objects that are listed, in the order in which they count,
 *  until `visit` says anything but VOX_OK. `wanted`: others may be passed over, or NULL. */
vox_status vox__each_resource(
    vox_tree *tree, const vox__head *wanted,
    vox_status (*visit)(vox_tree *, const vox_node *, void *), void *context
);
/** True for the name of a list of resources. */
bool vox__is_list_name(vox_string name);

/* identity_edits.c, told by content.c and place.c. */

/** What a node that is about to change, or to lose its place, takes out of the table. */
void vox__identity_leaving(vox_tree *tree, const vox_node *node);
/** What it puts in then, where it stands. */
void vox__identity_added(vox_tree *tree, const vox_node *node);
/** The same for the object, or array, that a child was taken out of. */
void vox__identity_without(vox_tree *tree, const vox_node *object, const vox_node *member);

/* identity_table.c */

/** The orders of resources: of those that were read, by where; of those put behind or
 *  before them, beyond; of `included`, all of that above primary data. */
#define VOX_ORDER_SHIFT 28
#define VOX_ORDER_BEHIND ((int64_t)1 << 60)
#define VOX_ORDER_OF_INCLUDED ((int64_t)1 << 62)
#define VOX_ORDER_UNKNOWN INT64_MIN

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
void vox__identity_free(vox_tree *tree);

/* identity_twins.c */

/** Lets a resource share the identity of an entry. */
vox_status vox__twins_join(vox_tree *tree, bool local, vox__identity *entry, vox__identity added);
/** Takes one out of those that share an identity; false when it is none of them. */
bool vox__twins_part(vox_tree *tree, bool local, vox__identity *entry, vox_ref resource);
/** True when some identity is shared. */
bool vox__twins_exist(const vox_tree *tree);
void vox__twins_free(vox_tree *tree);

/** twins.c: finds the first resource object whose identity an earlier one has. */
vox_status vox__identity_repeated(
    vox_tree *tree, const vox_node **first, const vox_node **second, vox_error *error
);

/* scan.c */
typedef struct vox__scan {
    vox_status status; /* VOX_OK, or what is wrong at `offset` */
    size_t offset;
    size_t values; /* at least as many as there are values */
} vox__scan;

/** Copies text to `copy` (unless NULL) and checks what yajl does not: UTF-8,
 *  surrogate escapes, \v and \f. Stops at the first thing wrong. */
vox__scan vox__scan_text(char *copy, const char *bytes, size_t length);
/** The length of the well-formed UTF-8 sequence at the start (Unicode 15, table
 *  3-7), or 0. */
size_t vox__utf8_length(const unsigned char *bytes, size_t length);
bool vox__utf8_valid(vox_string text);

/* parser.c, diagnose.c */
vox_status vox__parse(vox_tree *tree, size_t start, const vox__scan *scan, vox_error *error);
/** Parses what lies around lists that were cut out, whose elements become deferred
 *  nodes. Says that something is wrong, not what. */
vox_status vox__parse_around(vox_tree *tree, size_t start, const struct vox__skim *skim);
/** Parses a deferred node; on an error it is what it was. */
vox_status vox__parse_deferred(vox_tree *tree, vox_node *node, vox_error *error);

/** What may come next where reading stopped. */
typedef enum vox__expected {
    EXPECT_DOCUMENT,
    EXPECT_END,
    EXPECT_ELEMENT_OR_CLOSE,
    EXPECT_ELEMENT,
    EXPECT_COMMA_OR_BRACKET,
    EXPECT_NAME_OR_CLOSE,
    EXPECT_NAME,
    EXPECT_COLON,
    EXPECT_MEMBER_VALUE,
    EXPECT_COMMA_OR_BRACE
} vox__expected;

typedef struct vox__diagnosis {
    vox_status status; /* VOX_OK when nothing is wrong with the next token */
    size_t offset;
    const char *message;
    bool value_begun; /* the error lies inside a value */
} vox__diagnosis;

/** What scan.c found wrong; `offset` SIZE_MAX for nothing. */
typedef struct vox__fault {
    vox_status status;
    size_t offset;
} vox__fault;

vox__diagnosis vox__diagnose(
    vox_string text, size_t offset, vox__expected expected, vox__fault fault
);
void vox__error_set(
    vox_error *error, vox_status status, const char *message, vox_string text, size_t offset
);

/** An error in the text of a tree, with the pointer of a node unless that is NULL. */
void vox__error_at(
    vox_error *error, vox_status status, const char *message, const vox_tree *tree,
    const vox_node *node, size_t offset
);

/** locate.c: goes on from one place in a text to another; all zero is none yet.
 *  O(bytes between the two), and backwards those of the line it comes to. */
void vox__locate_from(vox_string text, size_t offset, vox_place *place);

/** Says that a call was given what it cannot take. */
static inline vox_status vox__refuse(vox_error *error) {
    vox__error_set(error, VOX_ERROR_ARGUMENT, NULL, vox__string(NULL, 0), 0);
    return VOX_ERROR_ARGUMENT;
}

/** pointer.c: true for a JSON Pointer (RFC 6901); else `fault` is where the segment begins
 *  that is none. */
bool vox__pointer_well_formed(vox_string pointer, size_t *fault);
/* pointer.c: writes as many whole segments as fit and a NUL; true when some did not. */
bool vox__pointer_cut(const vox_tree *tree, const vox_node *node, char *buffer, size_t size);

/** The offset behind the closing quote of the string that opens at `offset`. */
size_t vox__quoted_end(vox_string text, size_t offset);

#endif
