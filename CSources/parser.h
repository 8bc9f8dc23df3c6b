/* SPDX-License-Identifier: MIT */
/** What a run of the parser knows, for parser.c and for report.c, which says what
 *  is wrong.
 *
 *  While a document is open its nodes stand in document order, and
 *
 *    - the first child of a container is the node after it,
 *    - `previous` of a first child is 0 (once the container is closed: the last),
 *    - `next` is a guess (the node that will be appended next), put right when
 *      the container closes. */
#ifndef VOX_PARSER_H
#define VOX_PARSER_H

#include "internal.h"
#include "scratch.h"

typedef struct parse_state {
    vox_tree *tree;
    uintptr_t nodes; /* where node 0 would be, if all stood in one chunk */
    const char *source;
    size_t source_length;
    vox_ref first; /* the first node appended */
    vox_ref next;  /* the node to append next */
    vox_ref limit;
    vox_ref last;   /* the last child appended to `parent`, or 0 */
    vox_ref parent; /* the innermost open container, or 0 */
    uint32_t name;  /* of the next member; all zero inside arrays */
    uint16_t name_length;
    uint8_t name_flags;
    bool strict;
    bool whole; /* all was read */
    size_t depth;
    size_t max_depth;
    void *handle; /* yajl's */
    size_t start; /* where the text that yajl has now begins in the source */

    vox_status status; /* why we stopped, other than for the text */
    size_t error_offset;
    size_t repeated_offset; /* of the first repeated name in strict mode, or SIZE_MAX */
    vox_ref repeated_parent;
    vox_node *deferred; /* whose value is parsed, or NULL */

    vox__scratch scratch;
} parse_state;

static inline vox_node *node_at(const parse_state *parser, vox_ref ref) {
    return (vox_node *)(parser->nodes + ref * sizeof(vox_node));
}

static inline void clear_name(parse_state *parser) {
    parser->name = 0;
    parser->name_length = 0;
    parser->name_flags = 0;
}

/* parser.c */
/** Notes the first repeated name of a closed object, for strict mode. */
void vox__parser_note_repeated(parse_state *parser, vox_ref object);
/** How far yajl has read. */
size_t vox__parser_consumed(const parse_state *parser);
/** Starts a run that reads from `start` and appends nodes `first` to `limit`. */
void vox__parser_begin(
    parse_state *parser, vox_tree *tree, size_t start, vox_ref first, vox_ref limit
);
/** Reads; true when the text is whole. `skim`: what is left out, or NULL. */
bool vox__parser_run(parse_state *parser, const vox__scan *scan, const struct vox__skim *skim);

/* plain.c */

/** Reads the value that is `source[start, end)` but for white space around it, if it is
 *  plain; else it is false, and all but stored text is as it was before: yajl may be given
 *  it, unless `status` says that there was no memory. It was scanned or skimmed; and it is our copy
 *  of a text, or was cut out of one. */
bool vox__plain_run(parse_state *parser, size_t start, size_t end);

/* deferred.c */

/** Gives the children of the container that was parsed to the deferred node. */
void vox__parser_adopt(parse_state *parser);

/* report.c */

/** Where the token begins that yajl is delivering now. */
size_t vox__parser_token(const parse_state *parser);
/** Says why the run failed: fills in the error and returns its status. */
vox_status vox__parser_report(parse_state *parser, const vox__scan *scan, vox_error *error);

#endif
