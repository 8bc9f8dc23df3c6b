/* SPDX-License-Identifier: MIT */
/** Reading a text that arrives in pieces.
 *
 *      vox_stream_feed(stream, …)     takes a piece of any length
 *      vox_stream_next(stream, …)     returns what is complete, one item a call
 *      …
 *      vox_stream_finish(stream)      says that the text has ended
 *      vox_stream_next(stream, …)     returns the rest
 *
 *  The trees, the errors and their order do not depend on the lengths of the pieces. Only one
 *  thread at a time may use a stream. The trees that a stream has returned are independent of the
 *  stream. */
#ifndef VOX_STREAM_H
#define VOX_STREAM_H

#include <vox/tree.h>

VOX_BEGIN

/** A reader of a text that arrives in pieces. */
typedef struct vox_stream vox_stream;

/** The content of the text, and the items that a stream returns for it. */
typedef enum vox_stream_form {
    /** One document. The document is returned as one tree when the text is finished. */
    VOX_STREAM_DOCUMENT = 0,
    /** One document with a list that is returned element by element. The list of a stream is the
     *  root array, or the array `data` of the root object. The rest of the document follows as the
     *  last item. */
    VOX_STREAM_ELEMENTS = 1,
    /** Any number of documents, such as NDJSON. White space separates them. A document that ends with
     *  a bracket or a quote needs no white space after it. The documents are returned one by one.
     *  The text of each tree has no white space around it. The stream ends at the first error. To continue after a line with an
     *  error, use vox_parser_parse_next instead. */
    VOX_STREAM_VALUES = 2
} vox_stream_form;

/** Options and limits of a stream. A struct of zeros means the default options.
 *  vox_stream_options_default() returns the same options. Limits are set as in vox_options.
 *
 *  The limits restrict the memory of a stream. By default, the length of the text has no limit;
 *  `max_total` sets one. */
typedef struct vox_stream_options {
    size_t size; /**< sizeof(vox_stream_options), or 0: see "Structs that may grow" in base.h. */
    vox_stream_form form; /**< Default: VOX_STREAM_DOCUMENT. */
    /** The maximum number of bytes that a stream of VOX_STREAM_ELEMENTS holds; default 64 MiB. The
     *  limit applies separately to each element, to `included`, and to all other members together.
     *  If `max_size` in `tree` is lower than `max_held`, `max_size` applies instead. */
    size_t max_held;
    /** The maximum number of bytes of the whole text; default: no limit. `max_size` in `tree` also
     *  limits a text of VOX_STREAM_DOCUMENT. */
    size_t max_total;
    size_t spare[3]; /**< 0. Reserved for new members, which cannot follow `tree`, because `tree`
                          grows at its end. */
    /** The options of the trees. The stream itself also uses the allocator of these options.
     *
     *  The limits in `tree` apply to each document. With VOX_STREAM_VALUES each value is a
     *  document. With VOX_STREAM_ELEMENTS, each element, `included`, and the rest of the text count
     *  as separate documents. `max_depth` always counts from the root of the whole text. `borrow`
     *  is ignored. `mode` is ignored for VOX_STREAM_ELEMENTS, because each item is parsed at
     *  once. */
    vox_options tree;
} vox_stream_options;

/** Writes the default options. `size` is the size of `options` in bytes.
 *
 *  NULL: options allowed. */
VOX_API void vox_stream_options_init(vox_stream_options *options, size_t size);

/** Returns the default options. */
static inline vox_stream_options vox_stream_options_default(void) {
    vox_stream_options options;
    vox_stream_options_init(&options, sizeof options);
    return options;
}

/** Creates a stream.
 *
 *  NULL:      options allowed; stream VOX_ERROR_ARGUMENT.
 *  Ownership: free the stream with vox_stream_free.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_ARGUMENT (`options` with an unknown size or form, or
 *             `options.tree` that vox_tree_parse refuses). After an error, *stream is NULL. */
VOX_API vox_status vox_stream_new(const vox_stream_options *options, vox_stream **stream);

/** Frees a stream. The trees that the stream has returned stay valid.
 *
 *  NULL: stream allowed. */
VOX_API void vox_stream_free(vox_stream *stream);

/** Copies the next piece of the text. vox_stream_next reads the piece.
 *
 *  Feed the next piece only when vox_stream_next returns no more items, because the stream keeps
 *  all unread pieces in memory. The stream discards text beyond `max_total`.
 *
 *  NULL:   stream VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0.
 *  Errors: VOX_ERROR_MEMORY (nothing was copied; the call may be repeated);
 *          VOX_ERROR_ARGUMENT (the stream is finished); the error of an earlier call of
 *          vox_stream_next. */
VOX_API vox_status vox_stream_feed(vox_stream *stream, const char *bytes, size_t length);

/** Says that the text has ended.
 *
 *  NULL: stream allowed. */
VOX_API void vox_stream_finish(vox_stream *stream);

/** The kind of an item. */
typedef enum vox_item_kind {
    /** There is no complete item: feed more text. After vox_stream_finish, VOX_ITEM_NONE means that
     *  the text has no more items. */
    VOX_ITEM_NONE = 0,
    /** A document. */
    VOX_ITEM_DOCUMENT = 1,
    /** An element of the list. An element of `data` is in its own document
     *  {"data": element}, so that all functions for resources work with it. */
    VOX_ITEM_ELEMENT = 2,
    /** The array `included`, as {"included": array}. The item is returned when the array is
     *  complete, possibly before the elements of `data`. */
    VOX_ITEM_INCLUDED = 3,
    /** The last item of VOX_STREAM_ELEMENTS: the document, with empty arrays for the lists that
     *  were returned. White space around the members of the document is lost. */
    VOX_ITEM_REST = 4
} vox_item_kind;

/** A complete part of the text. */
typedef struct vox_item {
    vox_item_kind kind; /**< The kind of the item. */
    vox_tree *tree;     /**< The tree, or NULL; the caller frees the tree with vox_tree_free. */
    vox_node *node;     /**< The value in the tree: the element, the array or the document. */
    size_t spare[3];    /**< 0. */
} vox_item;

/** Returns the next complete item, in the order of the text.
 *
 *  Before an item is returned, every byte up to the end of the item is checked. A stream reports
 *  the same errors as VOX_MODE_EAGER for the whole text, with the same offset, line, column and
 *  pointer. The items before an error in the text are returned before the error. These rules apply:
 *
 *    - Positions count from the beginning of the whole text, even with VOX_STREAM_VALUES. With
 *      VOX_STREAM_VALUES the pointer begins at the value.
 *    - A stream refuses a text when the text passes the limit `max_total`. If a value before the
 *      limit has an error, the stream reports the error of the value. The stream does not report an
 *      error inside the value that passes the limit, because a value is parsed only when it is
 *      complete. The rules for `max_total` also apply to `max_held` and `max_size`. With
 *      VOX_STREAM_DOCUMENT the whole document counts as one value for the rules about limits.
 *    - With VOX_MODE_LAZY, a stream checks a document or value in the same way as vox_tree_parse:
 *      errors in deferred values are reported when the values are parsed, with positions in the
 *      text of their tree.
 *    - A second member `data` or `included` is refused with VOX_ERROR_DUPLICATE in every mode.
 *      Without `strict`, vox_tree_parse uses the last of several members with the same name. A
 *      stream cannot follow this rule, because it may return the first member before it reads the
 *      last one.
 *
 *  The call may be repeated if memory was not available, and after VOX_ERROR_STOPPED. After any
 *  other error, every later call returns the same error.
 *
 *  NULL:   stream, item VOX_ERROR_ARGUMENT; error allowed.
 *  Errors: the errors of vox_tree_parse. After an error, the item has the kind VOX_ITEM_NONE.
 *  Cost:   O(bytes) for all calls together, with pieces of any length. A stream holds the
 *          incomplete text. With VOX_STREAM_ELEMENTS, a stream also holds the members beside the
 *          list. Constant stack. */
VOX_API vox_status vox_stream_next(vox_stream *stream, vox_item *item, vox_error *error);

VOX_END

#endif
