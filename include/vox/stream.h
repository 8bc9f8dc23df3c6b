/* SPDX-License-Identifier: MIT */
/** Reading text that arrives in pieces.
 *
 *      vox_stream_feed(stream, …)     a piece, of any length
 *      vox_stream_next(stream, …)     what is complete by now, one by one
 *      …
 *      vox_stream_finish(stream)      there is no more
 *      vox_stream_next(stream, …)     what was still held back
 *
 *  Where the text is cut into pieces makes no difference: not to the trees, not
 *  to the errors, not to the order of either. A stream is used by one thread at
 *  a time. Trees that were handed out are independent of it. */
#ifndef VOX_STREAM_H
#define VOX_STREAM_H

#include <vox/tree.h>

VOX_BEGIN

/** A text that arrives in pieces. */
typedef struct vox_stream vox_stream;

/** What the text is, and how it is handed out. */
typedef enum vox_stream_form {
    /** One document, in one tree, when the text is finished. */
    VOX_STREAM_DOCUMENT = 0,
    /** One document, the elements of its list one by one: of the root array, or of
     *  the array `data` of the root object. What the list leaves of the document
     *  comes behind it. */
    VOX_STREAM_ELEMENTS = 1,
    /** Documents with white space between them, one by one; NDJSON is one way to
     *  write that. No document at all is fine. Its first error is final;
     *  vox_parser_parse_next goes on behind a line at fault. */
    VOX_STREAM_VALUES = 2
} vox_stream_form;

/** How a stream is read, and how much of it. All zero: the defaults, as
 *  vox_stream_options_default() has them; limits as in vox_options.
 *
 *  Limits bound what a stream holds, never how long the text is: that has a limit where
 *  `max_total` sets one. */
typedef struct vox_stream_options {
    size_t size; /**< sizeof(vox_stream_options), or 0: see "Structs that may grow" in base.h. */
    vox_stream_form form; /**< Default: VOX_STREAM_DOCUMENT. */
    /** VOX_STREAM_ELEMENTS: bytes of one element, of `included`, and of what else
     *  there is beside the list, each; default 64 MiB. Of this and `max_size` of `tree` the
     *  lower one counts. */
    size_t max_held;
    /** Bytes of the whole text; default: no limit. Those of VOX_STREAM_DOCUMENT are also
     *  limited by `max_size` of `tree`. */
    size_t max_total;
    size_t spare[3]; /**< 0: for members to come, since `tree` grows by itself. */
    /** How the trees are read; the allocator serves the stream as well.
     *
     *  The limits are those of one document. Each value of VOX_STREAM_VALUES is a document of
     *  its own. For VOX_STREAM_ELEMENTS so is each element, `included`, and what else there is
     *  beside the list; `max_depth` alone counts from the root of the whole text. `borrow` is
     *  ignored, and `mode` for VOX_STREAM_ELEMENTS, where all is parsed at once. */
    vox_options tree;
} vox_stream_options;

/** Writes the defaults named above; `size`: the bytes that `options` has room for.
 *
 *  NULL: options allowed. */
VOX_API void vox_stream_options_init(vox_stream_options *options, size_t size);

/** The same as a value. */
static inline vox_stream_options vox_stream_options_default(void) {
    vox_stream_options options;
    vox_stream_options_init(&options, sizeof options);
    return options;
}

/** Makes a stream.
 *
 *  NULL:      options allowed; stream VOX_ERROR_ARGUMENT.
 *  Ownership: free with vox_stream_free.
 *  Errors:    VOX_ERROR_MEMORY, VOX_ERROR_ARGUMENT (`options` of a size or a form that is none, or
 *             `options.tree` as vox_tree_parse refuses them); *stream is NULL. */
VOX_API vox_status vox_stream_new(const vox_stream_options *options, vox_stream **stream);

/** Frees a stream, not the trees it handed out.
 *
 *  NULL: stream allowed. */
VOX_API void vox_stream_free(vox_stream *stream);

/** Takes a copy of the next piece of text, which is looked at by
 *  vox_stream_next. Feed on only when that has nothing more to give: all that is
 *  fed is kept until then. Of text beyond `max_total` nothing is kept.
 *
 *  NULL:   stream VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0.
 *  Errors: VOX_ERROR_MEMORY (nothing was taken; the call may be repeated);
 *          VOX_ERROR_ARGUMENT (finished); the one that vox_stream_next has reported. */
VOX_API vox_status vox_stream_feed(vox_stream *stream, const char *bytes, size_t length);

/** Says that the text ends here.
 *
 *  NULL: stream allowed. */
VOX_API void vox_stream_finish(vox_stream *stream);

/** What an item is. */
typedef enum vox_item_kind {
    /** Nothing before more is fed; behind vox_stream_finish: nothing more. */
    VOX_ITEM_NONE = 0,
    /** A document. */
    VOX_ITEM_DOCUMENT = 1,
    /** An element of the list. Those of `data` stand in a document of their own, as
     *  {"data": element}, so that all there is for resources works on them. */
    VOX_ITEM_ELEMENT = 2,
    /** The array `included`, as {"included": array}; as soon as it is complete, also
     *  before `data`. */
    VOX_ITEM_INCLUDED = 3,
    /** VOX_STREAM_ELEMENTS, last: the document, with the lists that were handed out
     *  empty in it. White space around its members is lost. */
    VOX_ITEM_REST = 4
} vox_item_kind;

/** Something that is complete. */
typedef struct vox_item {
    vox_item_kind kind; /**< What it is. */
    vox_tree *tree;     /**< The caller's, to be freed with vox_tree_free; NULL for none. */
    vox_node *node;     /**< The value in it: the element, the array, the document. */
    size_t spare[3];    /**< 0. */
} vox_item;

/** Hands out what is complete, in the order of the text.
 *
 *  Every byte before an item, and of it, has been checked: its errors are those of
 *  VOX_MODE_EAGER for the whole text, with the same place, line, column and
 *  pointer; what came before the fault has been handed out. In detail:
 *
 *    - Positions are those in the whole text, also of VOX_STREAM_VALUES; there the
 *      pointer is that in the value.
 *    - A text longer than `max_total` is refused when the limit is crossed, and so
 *      a fault before that is met first.
 *    - With VOX_MODE_LAZY a document or value is checked as vox_tree_parse checks it: what
 *      is deferred in it has its errors when it is parsed.
 *    - A second member `data` or `included` is refused with VOX_ERROR_DUPLICATE in
 *      every mode: the first is gone, so that it could not be the last that counts.
 *
 *  An error is final, and given again by every later call, except those of memory:
 *  then the call may be repeated.
 *
 *  NULL:   stream, item VOX_ERROR_ARGUMENT; error allowed.
 *  Errors: those of vox_tree_parse; *item is none.
 *  Cost:   O(bytes) for all calls together, however small the pieces. Beside the
 *          trees handed out a stream holds what is not complete, and of
 *          VOX_STREAM_ELEMENTS what is beside the list. Constant stack. */
VOX_API vox_status vox_stream_next(vox_stream *stream, vox_item *item, vox_error *error);

VOX_END

#endif
