/* SPDX-License-Identifier: MIT */
/** A tree: one document, its text, and the memory that contains both.
 *
 *  Only one thread at a time may use a tree, even to read it, because a read may build an index.
 *  Any number of threads may read a frozen tree at the same time. Different trees are independent.
 *
 *  A pointer to a node stays valid, and refers to the same node, until the tree is freed. The tree
 *  does not release the memory of single nodes. A string that a function returns is valid until an
 *  edit writes its node, or until the tree is freed.
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

/** One value of a tree, attached or detached. */
typedef struct vox_node vox_node;

/** The time at which a text is parsed. Trees of both modes have the same values. */
typedef enum vox_mode {
    /** The whole text is parsed before vox_tree_parse returns. */
    VOX_MODE_EAGER = 0,
    /** The text outside the lists of a document is parsed at once. An element of a list is parsed
     *  when a function first reads below the element; see "Lazy reading" below. */
    VOX_MODE_LAZY = 1
} vox_mode;

/** The reader of the text. Both readers give the same trees and the same errors. */
typedef enum vox_reader {
    /** The core's own reader, which is faster than yajl (docs/benchmarks has the figures). If the
     *  fast reader refuses a text that does not just break off, yajl reads the text again and
     *  decides whether the text is JSON. */
    VOX_READER_FAST = 0,
    /** yajl alone. A core that is built without yajl (VOX_WITHOUT_YAJL) refuses VOX_READER_YAJL
     *  with VOX_ERROR_ARGUMENT. */
    VOX_READER_YAJL = 1
} vox_reader;

/** The limit that refuses nothing. A limit of 0 means the default limit. */
#define VOX_UNLIMITED SIZE_MAX

/** The limit that refuses even one byte, one value or one level. */
#define VOX_NONE (SIZE_MAX - 1)

/** Options and limits of reading. A struct of zeros means the default options.
 *  vox_options_default() returns the same options. Each limit may also be VOX_UNLIMITED or
 *  VOX_NONE. */
typedef struct vox_options {
    size_t size;                 /**< sizeof(vox_options), or 0: see "Structs that may grow" in
                                      base.h. */
    vox_allocator allocator;     /**< Default: vox_allocator_default(). */
    size_t max_depth;            /**< The maximum number of nested containers; default 512. */
    size_t max_size;             /**< The maximum number of bytes of text; default 64 MiB, always
                                      less than 4 GiB. */
    size_t max_nodes;            /**< The maximum number of values; default 16,000,000. */
    size_t max_memory;           /**< The maximum number of bytes for text and values, including
                                      baselines; 0 (default) means no limit. After vox_tree_parse
                                      has returned, edits and lazy reading allocate blocks that may
                                      be as large as all blocks of the tree together. So a call may
                                      fail with VOX_ERROR_MEMORY_LIMIT when half of the limit is
                                      used. `max_memory` does not limit the indexes for look-ups and
                                      the temporary memory of a call. Indexes usually need about 16
                                      bytes for each value. The index of resources needs up to 43
                                      bytes for each identity and 64 bytes for each shared
                                      identity. */
    bool strict;                 /**< True to refuse repeated names and a byte order mark (RFC
                                      7493). */
    bool borrow;                 /**< True to use the caller's text instead of a copy. The caller
                                      must neither change nor free the text until the tree is
                                      freed. */
    vox_mode mode;               /**< Default: VOX_MODE_EAGER. */
    vox_reader reader;           /**< Default: VOX_READER_FAST. */
    size_t defer_depth;          /**< In lazy mode, the depth of the arrays whose elements are
                                      deferred; 1 means the root array. 0 (default) means the arrays
                                      of JSON:API: `data`, `included`, `atomic:operations` and
                                      `atomic:results` of the root object. */
    bool (*stop)(void *context); /**< Returns true to stop the parse with VOX_ERROR_STOPPED. `stop`
                                      is called before the first value, and after every
                                      VOX_STOP_VALUES values, at the next end of an object or array.
                                      `stop` is not called while deferred values are parsed, and is
                                      not called by edits and copies. NULL (default): nothing stops
                                      the parse. */
    void *stop_context;          /**< The argument of `stop`. */
} vox_options;

/** The minimum number of values between two calls of `stop` in vox_options. */
#define VOX_STOP_VALUES 16384

/** Writes the default options. `size` is the size of `options` in bytes.
 *
 *  NULL: options allowed. */
VOX_API void vox_options_init(vox_options *options, size_t size);

/** Returns the default options. */
static inline vox_options vox_options_default(void) {
    vox_options options;
    vox_options_init(&options, sizeof options);
    return options;
}

/** Reads a document. The text must be UTF-8, and must strictly follow RFC 8259.
 *
 *  Except in lazy mode, every byte is checked before the call returns. The option `strict` refuses
 *  repeated names and a leading UTF-8 byte order mark. Without `strict`, the last of several
 *  members with the same name counts, and one byte order mark is skipped.
 *
 *  NULL:      tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0.
 *  Ownership: free the tree with vox_tree_free.
 *  Errors:    VOX_ERROR_STOPPED                        `stop` of the options returned true
 *             VOX_ERROR_SYNTAX … VOX_ERROR_DUPLICATE  an error of the text; `error` has its
 *                                                      position
 *             VOX_ERROR_…_LIMIT                        a limit in `options` is exceeded
 *             VOX_ERROR_MEMORY                         the allocator returned NULL
 *             VOX_ERROR_ARGUMENT                       `options` with an unknown size, mode or
 *                                                      reader
 *             After every error, *tree is NULL and no memory stays allocated.
 *  Cost:      O(length) time. Memory: the text, about 32 bytes for each value, and 32 bytes for
 *             each comma and opening bracket. If the text has more than 4 kB, the memory for commas
 *             and brackets is freed before the call returns. The memory for commas and brackets of
 *             a shorter text is freed with the tree. Constant stack. Refusing an empty text, HTML or a
 *             text that breaks off takes no longer than accepting a valid text of this length. To
 *             describe another error, vox_tree_parse reads the text again, up to the error. If this
 *             error is near the end of a long text, refusing the text takes four to eight times as
 *             long as accepting a valid text. */
VOX_API vox_status vox_tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
);

/* Lazy reading
 *
 * With VOX_MODE_LAZY, vox_tree_parse checks the following in the whole text: the size, UTF-8, the
 * ends of strings, raw control characters in strings, and the balance and the depth of brackets. If
 * all elements of an array at the requested depth are objects or arrays, vox_tree_parse defers
 * these elements. vox_tree_parse parses everything that it does not defer. If vox_tree_parse finds
 * an error, it reports the same error as with VOX_MODE_EAGER.
 *
 * A deferred value is parsed when a function first reads below it, and stays parsed from then on.
 * Before a value is parsed, its kind, its position and its source are available. The identity of an
 * ordinary resource object is also available (vox_resource_find). vox_write in VOX_STYLE_PRESERVE
 * copies the text of an unedited deferred value, without a check of its grammar.
 *
 * Some errors in a deferred value are found only when the value is parsed: errors of grammar, lone
 * surrogate escapes, repeated names with `strict`, and too many values. If parsing a deferred value
 * fails, functions that return a status return the status of the error and change nothing. All
 * other functions return their result for a value without children. The tree keeps the first error
 * of its deferred values for vox_tree_failure. Only an error of memory is replaced by the next
 * error. After the first error, a value that cannot be parsed is only marked, and is parsed again
 * when a function requests its error. Look-ups skip a shadowed member and do not parse below it.
 * Functions that parse the whole tree also report the errors in shadowed members.
 *
 * These functions parse all deferred values: vox_tree_materialize, vox_tree_freeze, vox_validate, a
 * strict vox_document_check, and vox_write in styles other than VOX_STYLE_PRESERVE (below the
 * written node). Copies (vox_tree_copy, vox_tree_compact, baselines) are parsed eagerly. */

/** Parses all deferred values. Does nothing in a tree without deferred values.
 *
 *  Errors: the errors of vox_tree_parse. As with VOX_MODE_EAGER, `error` is the error with the
 *          lowest offset. The tree stays usable after an error.
 *  Cost:   O(length); twice this cost after an error. */
VOX_API vox_status vox_tree_materialize(vox_tree *tree, vox_error *error);

/** Parses one deferred value. If `below` is true, also parses all deferred values below the value.
 *  Values that are not deferred stay as they are.
 *
 *  NULL:   node neutral.
 *  Errors: the errors of vox_tree_parse. `error` is about the first value in document order that
 *          cannot be parsed, even if parsing this value has failed before.
 *  Cost:   O(values below the node). After an error, the function reads the text of the faulty
 *          value again. To count lines, the function also reads the text between the faulty value
 *          and the position of the last error that was reported for this tree. */
VOX_API vox_status
vox_node_materialize(vox_tree *tree, const vox_node *node, bool below, vox_error *error);

/** Returns the status of the first error that a function found in a deferred value, or VOX_OK if
 *  there was none. Writes `error` only if there was an error. */
VOX_API vox_status vox_tree_failure(const vox_tree *tree, vox_error *error);

/** Clears the error of vox_tree_failure, so that the tree keeps the next error. The next error may
 *  be in a value that is read for the first time, or in a failed value that is read again. A frozen
 *  tree keeps its error.
 *
 *  NULL: tree allowed. */
VOX_API void vox_tree_forget_failure(vox_tree *tree);

/** Creates a tree whose root is null. A program builds a document by editing the tree.
 *
 *  NULL:      tree VOX_ERROR_ARGUMENT.
 *  Ownership: free the tree with vox_tree_free.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_MEMORY_LIMIT; VOX_ERROR_ARGUMENT (`tree` is NULL, or
 *             `options` that vox_tree_parse refuses). After an error, *tree is NULL. */
VOX_API vox_status vox_tree_new(const vox_options *options, vox_tree **tree);

/** Frees the tree, its nodes and its text. Constant stack.
 *  If several threads read the tree, free it once, after the last read.
 *
 *  NULL: tree allowed. */
VOX_API void vox_tree_free(vox_tree *tree);

/** Returns the root value, which is never NULL. */
VOX_API vox_node *vox_tree_root(const vox_tree *tree);

/** Returns the text that the tree was read from, including a byte order mark. Returns an empty
 *  string for a tree of vox_tree_new. */
VOX_API vox_string vox_tree_source(const vox_tree *tree);

/** Creates a tree with the same value and layout as `tree`, but without the memory that edits have
 *  wasted. The new tree is in the same state as a tree that was just read. The new tree has the
 *  options of `tree`, including the allocator, but never borrows its text.
 *
 *  NULL:   compacted VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT, VOX_ERROR_SIZE_LIMIT (a text of 4 GiB). After
 *          an error, *compacted is NULL and `tree` is unchanged.
 *  Cost:   the cost of writing and reading the document. */
VOX_API vox_status vox_tree_compact(const vox_tree *tree, vox_tree **compacted);

/** Creates a tree from a value of another tree. The copied value keeps its layout. The errors and
 *  the cost are the same as for vox_tree_compact.
 *
 *  NULL: node neutral; copy VOX_ERROR_ARGUMENT. */
VOX_API vox_status vox_tree_copy(const vox_tree *tree, const vox_node *node, vox_tree **copy);

/** Makes a tree read-only for good, so that any number of threads may read it at the same time.
 *
 *  vox_tree_freeze creates everything that a later read could create (indexes, marks on repeated
 *  names). After freezing, functions that read the tree write nothing into it, so threads may
 *  navigate, look up, compare, write out, validate and copy. Pass the tree to the other threads in
 *  a way that synchronizes memory, such as with a lock.
 *
 *  Every function that edits refuses a frozen tree with VOX_ERROR_FROZEN and changes nothing.
 *  Freezing also freezes existing baselines. In a frozen tree, no baselines are created: see
 *  vox_baseline. Functions that read a frozen tree still request temporary memory from the
 *  allocator of the tree, so the allocator must work with several threads at once. The default
 *  allocator and a vox_pool work with several threads. To edit the document of a frozen tree, copy
 *  the tree.
 *
 *  Freezing a frozen tree does nothing.
 *
 *  Errors: VOX_ERROR_MEMORY; the errors of vox_tree_materialize. After an error, the tree is
 *          unchanged and not frozen.
 *  Cost:   O(values). Constant stack. */
VOX_API vox_status vox_tree_freeze(vox_tree *tree);

/** Returns true for a frozen tree. */
VOX_API bool vox_tree_frozen(const vox_tree *tree);

/** The memory of a tree. */
typedef struct vox_memory {
    size_t reserved; /**< Bytes from the allocator: text, values, indexes, and baselines (see
                          vox_baseline). */
    size_t wasted;   /**< Bytes that edits have wasted; vox_tree_compact recovers them. */
    size_t nodes;    /**< Values that were ever created in this tree, without the values of its
                          baselines. */
    size_t spare[4]; /**< 0. */
} vox_memory;

/** Returns the memory of a tree. O(values). */
VOX_API vox_memory vox_tree_memory(const vox_tree *tree);

VOX_END

#endif
