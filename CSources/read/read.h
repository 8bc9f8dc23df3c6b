/* SPDX-License-Identifier: MIT */
/** Reading: creates nodes from text, at once or when they are first touched.
 *
 *      parse.c           reads a text into a tree, eagerly or lazily; takes or copies the text
 *      parser.c          a parser for many documents, which reuses its memory and its seed
 *      choose_reader.c   selects the fast reader or yajl
 *      fast_reader.c, yajl_reader.c   the readers (yajl_memory.c: memory for yajl)
 *      node_builder.c    creates nodes from tokens
 *      lexer.h           finds the ends of tokens (unescape.c: unescapes strings)
 *      grammar.h         which token may come next
 *      parse_lazy.c      reads the text around deferred values
 *      parse_deferred.c  reads one deferred value when it is touched
 *      materialize.c     reads all deferred values on request
 *      error_report.c    finds the error of a text: its status, offset and pointer
 *      token_error.c     describes the error of one token (unseen.c: invisible characters)
 *      read_position.c   how far the reader has come
 *
 *      text ──▶ vox__checked, vox__structure ──▶ tokens ──▶ vox__builder ──▶ nodes
 */
#ifndef VOX_READ_H
#define VOX_READ_H

#include "read/grammar.h"
#include "read/lexer.h"
#include "scan/scan.h"
#include "tree/tree.h"

#include <vox/parser.h>

struct vox_parser {
    vox_options options; /* complete, with the allocator of `pool` */
    vox_allocator allocator;
    vox_pool *pool;
    vox__seed seed;
    /* stream/parse_next.c */
    bool is_crowded; /* some lines have several documents */
    bool is_bare;    /* the last document needs white space behind it, and has none */
    bool is_ended;   /* the whole text was consumed, so the next call begins another one */
    size_t searched; /* bytes searched for ends of values, beyond what consumed bytes allow */
    vox_place begun; /* the position of the last document, in the whole text */
    vox_place next;  /* the position of the bytes that were not consumed */
};

/** The fast reader alone. When it refuses a text, the status is VOX_ERROR_SYNTAX, and no error is
 *  described: for a caller that then reads the text in parts. Only for vox__tree_parse, which it
 *  reaches by a vox_parser, too; the tree must not keep it. */
#define VOX__READER_PROBING ((vox_reader)(VOX_READER_YAJL + 1))

/** Reads a text as vox_tree_parse does. The options must be complete. */
vox_status vox__tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
);
/** Reads a new tree, with the options of `tree`, from text that was well-formed before. Only the
 *  limit of memory applies. */
vox_status vox__tree_reread(
    const vox_tree *tree, vox_string text, size_t max_memory, vox_tree **made
);

#endif
