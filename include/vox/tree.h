/* SPDX-License-Identifier: MIT */
/** A tree: one document, its text, and the arena both live in.
 *
 *  One tree is used by one thread at a time, reading included (a read may
 *  build an index), unless it is frozen: then any number of threads may read
 *  it together. Different trees are independent.
 *
 *  Node pointers stay valid, and keep meaning the same node, until the tree
 *  is freed; memory is never given back before that. Text handed out is valid
 *  until that node is next written or the tree is freed.
 *
 *  NULL: tree never; error, options allowed. */
#ifndef VOX_TREE_H
#define VOX_TREE_H

#include <vox/allocator.h>
#include <vox/base.h>
#include <vox/status.h>

VOX_BEGIN

/** A document in memory. */
typedef struct vox_tree vox_tree;

/** One value of a tree, in its place or without one. */
typedef struct vox_node vox_node;

/** When the text is parsed; the values are the same. */
typedef enum vox_mode {
    /** All of it, before vox_tree_parse returns. */
    VOX_MODE_EAGER = 0,
    /** What lies outside of the lists of a document at once, their elements when
     *  they are first touched; see "Lazy reading" below. */
    VOX_MODE_LAZY = 1
} vox_mode;

/** What reads the text. The trees, and the errors, are the same. */
typedef enum vox_reader {
    /** The core's own reader, the faster one (docs/benchmarks says by how much). What it refuses is
     *  read again by yajl, which has the last word on what is JSON. */
    VOX_READER_FAST = 0,
    /** yajl alone. Not in a core that was built without it (VOX_WITHOUT_YAJL), where asking
     *  for it is VOX_ERROR_ARGUMENT. */
    VOX_READER_YAJL = 1
} vox_reader;

/** A limit that limits nothing; a member that is 0 means its default. */
#define VOX_UNLIMITED SIZE_MAX

/** A limit that refuses all it counts. */
#define VOX_NONE (SIZE_MAX - 1)

/** How text is read, and how much of it. All zero: the defaults, as vox_options_default()
 *  has them. Each limit may be VOX_UNLIMITED or, to refuse all it counts, VOX_NONE. */
typedef struct vox_options {
    size_t size; /**< sizeof(vox_options), or 0: see "Structs that may grow" in base.h. */
    vox_allocator allocator; /**< Default: vox_allocator_default(). */
    size_t max_depth;        /**< Containers inside one another; default 512. */
    size_t max_size;         /**< Bytes of text; default 64 MiB, never 4 GiB or more. */
    size_t max_nodes;        /**< Values; default 16,000,000. */
    size_t max_memory;       /**< Bytes of text and values, those of baselines included; 0
                                  (default): no limit. What comes after parsing, lazy reading
                                  included, takes blocks up to as large as all before it: it may
                                  be refused from half of the limit on. Indexes that look-ups
                                  build come on top, some 16 bytes a value as a rule; of a
                                  resource up to 43 an identity, and 64 for one it shares. What a
                                  call needs for its own time does not count. */
    bool strict;             /**< Refuse repeated names and a byte order mark (RFC 7493). */
    bool borrow;             /**< Keep the caller's text instead of a copy of it. The caller must
                                  neither change nor free it while the tree lives. */
    vox_mode mode;           /**< Default: VOX_MODE_EAGER. */
    vox_reader reader;       /**< Default: VOX_READER_FAST. */
    size_t defer_depth;      /**< Lazy: how deep the arrays lie whose elements are deferred; 1
                                  for the root. 0 (default): those of JSON:API, `data` and
                                  `included` of the root object. */
} vox_options;

/** Writes the defaults named above; `size`: the bytes that `options` has room for.
 *
 *  NULL: options allowed. */
VOX_API void vox_options_init(vox_options *options, size_t size);

/** The same as a value. */
static inline vox_options vox_options_default(void) {
    vox_options options;
    vox_options_init(&options, sizeof options);
    return options;
}

/** Reads a document (RFC 8259, UTF-8, strictly).
 *
 *  Every byte is checked before the call returns, if not by mode. Of members with the same
 *  name the last counts, unless `strict` refuses the second. One leading
 *  UTF-8 byte order mark is skipped, unless `strict` refuses it.
 *
 *  NULL:      tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0.
 *  Ownership: free the tree with vox_tree_free.
 *  Errors:    VOX_ERROR_SYNTAX … VOX_ERROR_DUPLICATE  the text; `error` says where
 *             VOX_ERROR_…_LIMIT                        one of the limits in `options`
 *             VOX_ERROR_MEMORY                         the allocator returned NULL
 *             VOX_ERROR_ARGUMENT                       `options` of a size, a mode or a
 *                                                      reader that is none
 *             On every error *tree is NULL and nothing is left allocated.
 *  Cost:      O(length) time; about 32 bytes a value beside the text, and for a
 *             moment (of a text up to 4 kB: as long as the tree lives) 32 bytes a
 *             comma or opening bracket. Constant stack. A text that is refused is read again, up to what
 *             is wrong and to say it: near the end of a long one that takes four to
 *             eight times as long as accepting it. */
VOX_API vox_status vox_tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
);

/* Lazy reading
 *
 * With VOX_MODE_LAZY the call checks of the whole text: its size, UTF-8, that
 * strings end and hold no raw control character, that brackets balance, and how
 * deep they go. Arrays at the depth asked for whose elements all are objects or
 * arrays are then left unread: their elements are deferred. The rest is parsed.
 * When anything is found wrong, the error is that of VOX_MODE_EAGER.
 *
 * A deferred value is parsed as soon as somebody looks below it, for good. Until
 * then its kind, its place and its source are known, and its identity when it is
 * a plain resource object (vox_resource_find). Whoever writes it out unedited in
 * VOX_STYLE_PRESERVE copies it as it came: its grammar was not looked at then.
 *
 * An error of grammar in it (also a lone surrogate escape, a repeated name with
 * `strict`, too many values) is met when it is parsed. Functions that return a
 * status return that of the error and change nothing; others answer as for a
 * value without children. The tree keeps the first such error, and one for want
 * of memory until there is another: see vox_tree_failure. Of the others it is known
 * that they are there, at the cost of their own text. Below a member that has a later
 * one of its name nobody looks; what parses all meets the errors there, too.
 *
 * What parses all that is deferred: vox_tree_materialize, vox_tree_freeze,
 * vox_validate, a strict vox_document_check, and the other styles of vox_write
 * below the node that is written. Copies (vox_tree_copy, vox_tree_compact,
 * baselines) are parsed eagerly. */

/** Parses all that is deferred; does nothing for other trees.
 *
 *  Errors: those of vox_tree_parse, with `error` as VOX_MODE_EAGER has it: the one with the lowest offset. The tree stays
 *          usable.
 *  Cost:   O(length), twice on an error. */
VOX_API vox_status vox_tree_materialize(vox_tree *tree, vox_error *error);

/** Parses what is deferred of one value: itself, and with `below` all that hangs
 *  below it; does nothing for other values.
 *
 *  NULL:   node neutral.
 *  Errors: those of vox_tree_parse, with `error` for the first value, in
 *          the order of the document, that cannot be parsed; also for one that failed
 *          before.
 *  Cost:   O(values below it); on an error the text of the one at fault again, and that
 *          between it and the one asked for before, to count lines. */
VOX_API vox_status
vox_node_materialize(vox_tree *tree, const vox_node *node, bool below, vox_error *error);

/** The first error met in a deferred value, in the order of touching; VOX_OK when
 *  there was none. `error` is only written when there was one. */
VOX_API vox_status vox_tree_failure(const vox_tree *tree, vox_error *error);

/** Forgets that error, so that the next one is kept: that of a value touched for the
 *  first time, or of one that failed before and is touched again.
 *
 *  NULL: tree allowed. */
VOX_API void vox_tree_forget_failure(vox_tree *tree);

/** Makes a tree whose root is null, to be built by editing.
 *
 *  NULL:      tree VOX_ERROR_ARGUMENT.
 *  Ownership: free the tree with vox_tree_free.
 *  Errors:    VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_ARGUMENT (no `tree`, or
 *             `options` as vox_tree_parse refuses them); *tree is NULL. */
VOX_API vox_status vox_tree_new(const vox_options *options, vox_tree **tree);

/** Frees the tree, its nodes and its text. Constant stack.
 *  A tree that several threads read is freed once, after the last read.
 *
 *  NULL: tree allowed. */
VOX_API void vox_tree_free(vox_tree *tree);

/** The root value; never NULL. */
VOX_API vox_node *vox_tree_root(const vox_tree *tree);

/** The text the tree was read from, byte order mark included; empty for a
 *  tree made by vox_tree_new. */
VOX_API vox_string vox_tree_source(const vox_tree *tree);

/** Makes a new tree with the same value and layout and without what editing
 *  has lost. The new tree counts as just read, and has the options of `tree`, its
 *  allocator included, but never borrows.
 *
 *  NULL:   compacted VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_SIZE_LIMIT (a text
 *          of 4 GiB); *compacted is NULL and `tree` is as it was.
 *  Cost:   that of writing and reading the document. */
VOX_API vox_status vox_tree_compact(const vox_tree *tree, vox_tree **compacted);

/** Makes a tree of its own from one value of another tree, written as it
 *  stands. Errors and cost as vox_tree_compact.
 *
 *  NULL: node neutral; copy VOX_ERROR_ARGUMENT. */
VOX_API vox_status vox_tree_copy(const vox_tree *tree, const vox_node *node, vox_tree **copy);

/** Freezes a tree for good: all that a read could make later (indexes, marks on
 *  repeated names) is made at once, and from then on no function that reads
 *  writes anything in the tree. So any number of threads may read it together:
 *  navigate, look up, compare, write out, validate, copy. The tree must reach
 *  the other threads in a way that orders memory, as through a lock.
 *
 *  Every function that edits the tree is refused with VOX_ERROR_FROZEN, and
 *  changes nothing. Baselines made before freeze along, others are no longer
 *  made: see vox_baseline. Readers still ask the allocator of the tree for
 *  temporary memory, so it must serve several threads at once, as the default one
 *  and a vox_pool do. To edit, copy the tree.
 *
 *  Freezing again does nothing.
 *  Errors: VOX_ERROR_MEMORY; those of vox_tree_materialize; the tree is as it was, not frozen.
 *  Cost:   O(values). Constant stack. */
VOX_API vox_status vox_tree_freeze(vox_tree *tree);

/** True for a frozen tree. */
VOX_API bool vox_tree_frozen(const vox_tree *tree);

/** What a tree holds, in bytes and values. */
typedef struct vox_memory {
    size_t reserved; /**< Bytes got from the allocator: text, values, indexes, baselines. */
    size_t wasted;   /**< Bytes that editing has lost; vox_tree_compact gives them back. */
    size_t nodes;    /**< Values ever made in this tree, its baselines aside. */
    size_t spare[4]; /**< 0. */
} vox_memory;

/** Counts the memory of a tree. O(values). */
VOX_API vox_memory vox_tree_memory(const vox_tree *tree);

VOX_END

#endif
