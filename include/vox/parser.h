/* SPDX-License-Identifier: MIT */
/** A parser that reads many documents, one after the other.
 *
 *  A parser returns the same trees as vox_tree_parse, but costs less for small documents: the
 *  parser prepares its options once, reuses the memory of freed trees without a lock, and uses one
 *  random seed for the look-ups of all its trees.
 *
 *  Threads: only one thread at a time may use a parser and its trees, even to free a tree. Give
 *  each thread its own parser. A frozen tree that several threads read needs an allocator with a
 *  lock, because reads may request temporary memory. The allocator of a parser has no lock, so
 *  parse a tree for several threads with vox_tree_parse and a vox_pool. */
#ifndef VOX_PARSER_H
#define VOX_PARSER_H

#include <vox/allocator.h>
#include <vox/base.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** A parser and the memory that it keeps. */
typedef struct vox_parser vox_parser;

/** Creates a parser with `options`, or with the default options if `options` is NULL. The parser
 *  keeps at most `max_bytes` of unused memory. If a document needs more than `max_bytes` for its
 *  text and its values (about 32 bytes for each value), the parser allocates more memory for this
 *  document.
 *
 *  NULL:      options allowed; parser VOX_ERROR_ARGUMENT.
 *  Ownership: free the parser with vox_parser_free, after all its trees.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_ARGUMENT if vox_tree_parse would refuse `options`. After
 *             an error, *parser is NULL.
 *  Cost:      two allocations. The seed of the hashes comes from random bytes that the system gives
 *             each process at its start. */
VOX_API vox_status
vox_parser_new(const vox_options *options, size_t max_bytes, vox_parser **parser);

/** Frees the parser and its unused memory.
 *
 *  NULL: parser allowed. */
VOX_API void vox_parser_free(vox_parser *parser);

/** Reads a document with the options of the parser. The rules of vox_tree_parse apply.
 *
 *  NULL:      parser, tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0;
 *             error allowed.
 *  Ownership: free the tree with vox_tree_free, before you free the parser. The memory of the freed
 *             tree returns to the parser.
 *  Errors:    the errors of vox_tree_parse.
 *  Cost:      the cost of vox_tree_parse. If the tree of a document of the same size was freed
 *             before, a call allocates nothing and makes no system call. */
VOX_API vox_status vox_parser_parse(
    vox_parser *parser, const char *bytes, size_t length, vox_tree **tree, vox_error *error
);

/** Reads the next of many documents in one buffer. A document may be a line of NDJSON, have several
 *  lines, or share a line with other documents. White space separates the documents. A document
 *  that ends with a bracket or a quote needs no white space after it.
 *
 *      while (vox_parser_parse_next(parser, at, left, last, &consumed, &tree, NULL) == VOX_OK &&
 *             tree) {
 *          …                         read, edit, write
 *          vox_tree_free(tree);
 *          at += consumed, left -= consumed;
 *      }
 *      …                             keep the rest, append more, continue
 *
 *  `last` is true when no text will follow `bytes`. If `last` is false, a document on one line is
 *  read when a line feed follows it. A document that has several lines, or shares its line with
 *  other documents, is read when `bytes` contains its closing bracket or quote. If `bytes` contains
 *  no complete document, the status is VOX_OK and *tree is NULL.
 *
 *  A text begins with the first call, and ends with a call that consumes all its bytes and has `last`
 *  true. The next call begins another text. To give up a text, call the function with `length` 0
 *  and `last` true.
 *
 *  `*consumed` is the number of bytes that the next call does not need. It counts:
 *
 *    - the document, with the line feed that follows it,
 *    - white space,
 *    - after an error, all bytes up to the end of the line with the error, so that the next call
 *      continues after this line. If the line after an incomplete document cannot continue the
 *      document, the error belongs to the last line of the document.
 *    - nothing when memory was not available, so that the call can be repeated.
 *
 *  The results of all calls do not depend on how the text is divided into buffers, with one
 *  exception. If a document has more than `max_size` bytes and its last line is unfinished, the
 *  function skips the part of this line that is in `bytes`.
 *
 *  Even with VOX_MODE_LAZY, vox_parser_parse_next parses a document of more than two lines eagerly.
 *
 *  Each tree keeps a copy of only the text of its own document, without the white space around it.
 *  So no style writes a line feed after the document: write one yourself. vox_node_offset counts from
 *  the beginning of the document, and so do the errors of values that are read later
 *  (vox_tree_failure). Add vox_parser_place. With `borrow` in the options of the
 *  parser, the tree has no copy and refers to `bytes`: free the tree before these bytes change.
 *
 *  NULL:      parser, consumed, tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the
 *             length is 0; error allowed.
 *  Ownership: the same as for vox_parser_parse.
 *  Errors:    the errors of vox_tree_parse, with a position in the whole text; VOX_ERROR_SIZE_LIMIT for a
 *             document of more than `max_size` bytes, even when `bytes` contains only a part of the
 *             document. After an error, *tree is NULL.
 *  Cost:      the cost of vox_parser_parse, and twice this cost for a document of several lines. If
 *             `bytes` contains no complete document, a call costs up to O(length), so double the
 *             size of a buffer that is too small. All calls for one text together cost O(length of
 *             the text), even with unfinished lines, and with any limits. */
VOX_API vox_status vox_parser_parse_next(
    vox_parser *parser, const char *bytes, size_t length, bool last, size_t *consumed,
    vox_tree **tree, vox_error *error
);

/** Returns the position, in the whole text, of the document that the last call of
 *  vox_parser_parse_next returned. If that call returned an error, the position is where the wrong
 *  document begins. Line 0 means that there was no call.
 *
 *  NULL: parser neutral. */
VOX_API vox_place vox_parser_place(const vox_parser *parser);

/** Returns the number of unused bytes that the parser keeps at the moment.
 *
 *  NULL: parser neutral. */
VOX_API size_t vox_parser_bytes(vox_parser *parser);

VOX_END

#endif
