/* SPDX-License-Identifier: MIT */
/** A parser that is kept, for many documents one after the other.
 *
 *  It gives what vox_tree_parse gives, for less where documents are small: its options are put
 *  together once, memory of trees that were freed is used again without a lock, and one random
 *  seed serves the look-ups of all its trees.
 *
 *  Threads: a parser and all trees that it made are used by one thread at a time, freeing them
 *  included; another thread has a parser of its own. A tree that is to be frozen, for several
 *  threads to read, is better made by vox_tree_parse with a vox_pool: reading a frozen tree may
 *  ask its allocator for temporary memory, and that of a parser has no lock. */
#ifndef VOX_PARSER_H
#define VOX_PARSER_H

#include <vox/allocator.h>
#include <vox/base.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** A parser, with what it keeps. */
typedef struct vox_parser vox_parser;

/** Makes a parser that reads with these options (NULL: the defaults) and keeps at most
 *  `max_bytes` of memory that no tree uses. Documents whose text and values (some 32 bytes each)
 *  take more than that are read as well, but allocate.
 *
 *  NULL:      options allowed; parser VOX_ERROR_ARGUMENT.
 *  Ownership: free with vox_parser_free, after all trees that it made.
 *  Errors:    VOX_ERROR_MEMORY, VOX_ERROR_ARGUMENT (`options` as vox_tree_parse refuses them);
 *             *parser is NULL.
 *  Cost:      two allocations. The seed of its hashes comes from the random bytes that the system
 *             gave the process at its start. */
VOX_API vox_status
vox_parser_new(const vox_options *options, size_t max_bytes, vox_parser **parser);

/** Frees the parser and the memory it keeps.
 *
 *  NULL: parser allowed. */
VOX_API void vox_parser_free(vox_parser *parser);

/** Reads a document, as vox_tree_parse does with the options of the parser.
 *
 *  NULL:      parser, tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0;
 *             error allowed.
 *  Ownership: free the tree with vox_tree_free, before the parser. Its memory then goes back to
 *             the parser.
 *  Errors:    those of vox_tree_parse.
 *  Cost:      that of vox_tree_parse; nothing is allocated, and the system is not called, once
 *             a document of that size was freed. */
VOX_API vox_status vox_parser_parse(
    vox_parser *parser, const char *bytes, size_t length, vox_tree **tree, vox_error *error
);

/** Reads the next of many documents in one buffer: lines of NDJSON, or documents that have several
 *  lines, or that share one. They have white space between them or, where brackets or quotes end
 *  them, nothing.
 *
 *      while (vox_parser_parse_next(parser, at, left, last, &consumed, &tree, NULL) == VOX_OK && tree) {
 *          …                         read, edit, write
 *          vox_tree_free(tree);
 *          at += consumed, left -= consumed;
 *      }
 *      …                             keep what is left, put more behind it, go on
 *
 *  `last`: nothing will follow `bytes`. Else a document is read when there is a line feed behind it,
 *  and where one has several lines or shares its line, when its bracket or quote is there; what may
 *  go on is left as it is: VOX_OK, and NULL in *tree. `*consumed` is how many bytes the next call
 *  need not see: what was read, with the line feed where that follows; white space; with an error
 *  all up to the end of the line at fault, so that the next call goes on behind it. Where a line
 *  begins with what cannot go on the document before, the line in front of it is at fault. Nothing
 *  where memory was wanting: the call may be repeated. So it makes no difference where the text is
 *  cut, but for a document of more than `max_size`: of a line that has not ended, what there is is
 *  passed over.
 *
 *  A document of more than two lines is parsed at once, also with VOX_MODE_LAZY.
 *
 *  The tree keeps a copy of its own text alone; with `borrow` in the options of the parser it
 *  refers to `bytes`, and must be freed before they change.
 *
 *  NULL:      parser, consumed, tree VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the
 *             length is 0; error allowed.
 *  Ownership: as vox_parser_parse.
 *  Errors:    those of vox_tree_parse, with a place in `bytes`; VOX_ERROR_SIZE_LIMIT for a document
 *             of more than `max_size`, also when only so much of it is there. *tree is NULL.
 *  Cost:      that of vox_parser_parse for the document alone; of one that has several lines twice that.
 *             When nothing is complete O(length) at most, so let the buffer double. All calls for
 *             a text together are linear in its length, also where lines are broken off, whatever
 *             the limits. */
VOX_API vox_status vox_parser_parse_next(
    vox_parser *parser, const char *bytes, size_t length, bool last, size_t *consumed,
    vox_tree **tree, vox_error *error
);

/** Bytes the parser keeps unused at the moment.
 *
 *  NULL: parser neutral. */
VOX_API size_t vox_parser_bytes(vox_parser *parser);

VOX_END

#endif
