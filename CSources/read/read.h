/* SPDX-License-Identifier: MIT */
/** Reading: text becomes nodes, at once or when they are first touched.
 *
 *      parse.c           a text becomes a tree: whose text it is, and when it is parsed
 *      parser.c          a parser that is kept: its memory and its seed are used again
 *      choose_reader.c   which reader reads: the fast one, or yajl
 *      fast_reader.c, yajl_reader.c   the readers (yajl_memory.c: memory for yajl)
 *      node_builder.c    tokens become nodes
 *      lexer.h           where tokens end (unescape.c: what strings with escapes say)
 *      grammar.h         which token may come next
 *      parse_lazy.c      the text around what is deferred
 *      parse_deferred.c  one deferred value, when it is touched
 *      materialize.c     all of them, when that is asked for
 *      error_report.c    which error a text has, where, in which value
 *      token_error.c     what is wrong with one token (unseen.c: with what cannot be seen)
 *      read_position.c   how far reading came
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
    vox_options options; /* whole, with the allocator of `pool` */
    vox_allocator allocator;
    vox_pool *pool;
    vox__seed seed;
    /* stream/parse_next.c */
    bool is_crowded; /* there are lines with several documents */
    size_t searched; /* bytes searched for the ends of values, beyond what consumed bytes allow */
};

/** vox_tree_parse with options that are whole. */
vox_status vox__tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
);
/** The same for a text in pieces, which is copied where there are several. */
vox_status vox__tree_join(
    const vox__pieces *text, const vox_options *options, vox_tree **tree, vox_error *error
);
/** Reads a tree of its own, with the options of `tree`, from text that was well-formed
 *  once, whatever the limits but that of memory while it is read. */
vox_status vox__tree_reread(
    const vox_tree *tree, vox_string text, size_t max_memory, vox_tree **made
);

#endif
