/* SPDX-License-Identifier: MIT */
/** A parser that reads many documents, one after the other.
 *
 *  A parser returns the same trees as vox_tree_parse, but costs less for small documents: it
 *  prepares its options once, reuses the memory of freed trees without a lock, and uses one
 *  random seed for the look-ups of all its trees.
 *
 *  Threads: only one thread at a time may use a parser and its trees, also to free a tree. Give
 *  each thread its own parser. If several threads are to read a frozen tree, parse this tree with
 *  vox_tree_parse and a vox_pool: a read of a frozen tree may request temporary memory from the
 *  tree's allocator, and the allocator of a parser has no lock. */
#ifndef VOX_PARSER_H
#define VOX_PARSER_H

#include <vox/allocator.h>
#include <vox/base.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** A parser and the memory that it keeps. */
typedef struct vox_parser vox_parser;

/** Creates a parser with `options` (NULL: the defaults). The parser keeps at most `max_bytes` of
 *  unused memory. If a document needs more than `max_bytes` for its text and its values (about 32
 *  bytes for each value), the parser allocates memory for this document.
 *
 *  NULL:      options allowed; parser VOX_ERROR_ARGUMENT.
 *  Ownership: free with vox_parser_free, after all trees of the parser.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_ARGUMENT (`options` that vox_tree_parse refuses).
 *             After an error, *parser is NULL.
 *  Cost:      two allocations. The seed of the hashes comes from the random bytes that the system
 *             gives a process at its start. */
VOX_API vox_status
vox_parser_new(const vox_options *options, size_t max_bytes, vox_parser **parser);

/** Frees the parser and its unused memory.
 *
 *  NULL: parser allowed. */
VOX_API void vox_parser_free(vox_parser *parser);

/** Reads a document, as vox_tree_parse does with the options of the parser.
 *
 *  NULL:      parser, tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0;
 *             error allowed.
 *  Ownership: free the tree with vox_tree_free, before the parser. The memory of the freed tree
 *             returns to the parser.
 *  Errors:    the errors of vox_tree_parse.
 *  Cost:      the cost of vox_tree_parse. After a document of the same size was freed, a call
 *             allocates nothing and makes no system call. */
VOX_API vox_status vox_parser_parse(
    vox_parser *parser, const char *bytes, size_t length, vox_tree **tree, vox_error *error
);

/** Reads the next of many documents in one buffer. The documents are lines of NDJSON, or have
 *  several lines, or share a line. White space separates the documents; it may be missing after a
 *  document that ends with a bracket or a quote.
 *
 *      while (vox_parser_parse_next(parser, at, left, last, &consumed, &tree, NULL) == VOX_OK &&
 *             tree) {
 *          …                         read, edit, write
 *          vox_tree_free(tree);
 *          at += consumed, left -= consumed;
 *      }
 *      …                             keep the rest, append more, continue
 *
 *  `last` is true when nothing will follow `bytes`. If `last` is false, a document is read when a
 *  line feed follows it. A document that has several lines, or shares its line with another
 *  document, is read when `bytes` contains its closing bracket or quote. If `bytes` has no complete
 *  document, the status is VOX_OK and *tree is NULL.
 *
 *  `*consumed` is the number of bytes that the next call does not need:
 *
 *    - the document, with the line feed that follows it,
 *    - white space,
 *    - after an error, everything up to the end of the line with the error, so that the next call
 *      continues after this line. If a line begins with text that cannot continue the document
 *      before it, the previous line counts as the line with the error.
 *    - 0 when memory was not available: the call may be repeated.
 *
 *  So the results do not depend on how the text is divided into buffers, with one exception: if a
 *  document has more than `max_size` bytes and its last line is unfinished, the part of that line
 *  that is in `bytes` is skipped.
 *
 *  With VOX_MODE_LAZY, vox_parser_parse_next still parses a document of more than two lines eagerly.
 *
 *  Each tree keeps a copy of the text of its own document only. With `borrow` in the options of the
 *  parser, the tree refers to `bytes`, and must be freed before these bytes change.
 *
 *  NULL:      parser, consumed, tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the
 *             length is 0; error allowed.
 *  Ownership: as for vox_parser_parse.
 *  Errors:    the errors of vox_tree_parse, with a position in `bytes`; VOX_ERROR_SIZE_LIMIT for a
 *             document of more than `max_size`, even when `bytes` contains only a part of the
 *             document. *tree is NULL.
 *  Cost:      the cost of vox_parser_parse for the document, and twice that for a document of
 *             several lines. A call without a complete document costs O(length) at most, so let the
 *             buffer double. All calls for a text together are linear in its length, even with
 *             unfinished lines, and with any limits. */
VOX_API vox_status vox_parser_parse_next(
    vox_parser *parser, const char *bytes, size_t length, bool last, size_t *consumed,
    vox_tree **tree, vox_error *error
);

/** Returns the number of unused bytes that the parser keeps at the moment.
 *
 *  NULL: parser neutral. */
VOX_API size_t vox_parser_bytes(vox_parser *parser);

VOX_END

#endif
