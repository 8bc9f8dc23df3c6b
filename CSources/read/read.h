/* SPDX-License-Identifier: MIT */
/** Reading: text becomes nodes, at once or when they are first touched.
 *
 *      lexer.h         where tokens end
 *      grammar.h       which token may come next
 *      builder.h       from tokens to nodes
 *      fast_reader.c, yajl_reader.c   the readers (yajl_memory.c: memory for yajl)
 *      parse.c         which of them reads
 *      read.c          whose text it is, and when it is parsed
 *      lazy.c          reading around what is deferred
 *      deferred.c      parsing one deferred value
 *      materialize.c   parsing all of them
 *      progress.c      where reading stands
 *      diagnose.c      what is wrong with a token
 *      error_report.c  which error there is, where, in which value
 *      unescape.c      what strings with escapes say
 *
 *      text ──▶ vox__checked, vox__structure ──▶ tokens ──▶ vox__builder ──▶ nodes
 */
#ifndef VOX_READ_H
#define VOX_READ_H

#include "read/grammar.h"
#include "read/lexer.h"
#include "tree/tree.h"

/** vox_tree_parse with options that are whole. */
vox_status vox__tree_parse(
    const char *bytes, size_t length, const vox_options *options, vox_tree **tree, vox_error *error
);
/** Reads a tree of its own, with the options of `tree`, from text that was well-formed
 *  once, whatever the limits but that of memory while it is read. */
vox_status vox__tree_reread(
    const vox_tree *tree, vox_string text, size_t max_memory, vox_tree **made
);

#endif
