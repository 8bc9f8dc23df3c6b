/* SPDX-License-Identifier: MIT */
/** Streams: text that arrives in pieces.
 *
 *  A stream does not parse. It finds where values end (token.c), goes by the grammar in
 *  between (walk.c), and has each value read to a tree (values.c). What is wrong the reader
 *  says, too: stream_report.c shows it the text at fault behind a short one that leads to
 *  the same place. stream.c is a stream's life. parse_next.c is for text that the caller keeps.
 *
 *      pieces ──▶ text that is held ──▶ value ──▶ vox_item: a tree
 *                                  └──▶ rest: the document without its lists
 */
#ifndef VOX_STREAM_INTERNAL_H
#define VOX_STREAM_INTERNAL_H

#include "read/read.h"
#include "write/write.h"

#include <vox/stream.h>

/** How far the end of a value has been looked for. */
typedef struct vox__token {
    size_t scanned; /* bytes of it that need not be looked at again */
    size_t depth;
    bool inside;  /* a string */
    bool escaped; /* the next byte, by a backslash */
} vox__token;

/** Which member of the root object is being read. */
typedef enum vox__member {
    MEMBER_OTHER,
    MEMBER_DATA,
    MEMBER_INCLUDED
} vox__member;

/** Each block is at least half as long as all before it: no text is so long that it needs more. */
#define STREAM_BLOCKS 48

struct vox_stream {
    vox_stream_options options; /* whole; `size` is without meaning in it */
    /* Text: fed from `start` to text.length, and not dealt with. In front of it is
     * room to write STREAM_ROOM bytes, behind it for one. */
    vox_buffer text;
    /* A document that is handed out whole is kept in blocks: `text` is the last of them, and put
     * behind the others when all is there. */
    vox_string blocks[STREAM_BLOCKS];
    size_t block_count;
    size_t start;
    size_t fed;        /* bytes of a document that is handed out whole */
    size_t left;       /* bytes that may still be fed; VOX_UNLIMITED stays */
    size_t offset;     /* of `start` in the whole text, as are the next two */
    size_t line;       /* the number of its line, */
    size_t line_start; /* and where that begins */
    bool begun;        /* it was looked whether there is a byte order mark */
    bool crossed;      /* there was more text than max_total */
    bool finished;
    bool done; /* all was handed out */

    vox__token token;
    vox__expected expected;
    bool in_object; /* the root is an object, and open */
    bool in_list;
    vox__member member;
    bool seen[3];    /* members of the root, by vox__member */
    vox_tree *names; /* strict: the names in the root, as members of an object */
    size_t values;   /* beside the lists */
    size_t index;    /* of the element */
    vox_buffer rest; /* the document without its lists */
    size_t mark;     /* where in it the last member begins: at '{' or ',' */

    vox_error failure;
};

/** As long as the text that is put in front of a value: {"included": */
#define STREAM_ROOM 12

static inline char *vox__stream_text(const vox_stream *stream) {
    return stream->text.bytes + stream->start;
}

static inline size_t vox__stream_length(const vox_stream *stream) {
    return stream->text.length - stream->start;
}

/** True when all of the text is there. */
static inline bool vox__stream_ended(const vox_stream *stream) {
    return stream->finished && !stream->crossed;
}

/** True where the array `included` begins, which is handed out in one piece. */
static inline bool vox__stream_at_included(const vox_stream *stream) {
    return stream->in_object && !stream->in_list && stream->member == MEMBER_INCLUDED &&
           stream->expected == EXPECT_MEMBER_VALUE && *vox__stream_text(stream) == '[';
}

/** Values that what begins here may have. What is handed out counts by itself; of `included` an
 *  empty array stays in the document. */
static inline size_t vox__stream_values_left(const vox_stream *stream) {
    const size_t most = stream->options.tree.max_nodes, left = most - stream->values;
    return stream->in_list || (left && vox__stream_at_included(stream)) ? most : left;
}

/** Counts the lines of text that is dealt with. */
static inline void vox__stream_pass(vox_stream *stream, vox_string text) {
    const char *at = text.bytes, *end = at + text.length, *feed;
    while ((feed = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at = feed + 1;
        stream->line++;
        stream->line_start = stream->offset + (size_t)(at - text.bytes);
    }
    stream->offset += text.length;
}

/* token.c: the length of the value at the start of the text; 0 when its end
 * is not there yet. What is deeper than `max_depth` ends where it gets too deep. */
size_t vox__token_end(vox__token *token, vox_string text, size_t max_depth, bool finished);

/** One call of vox_stream_next. Every step of it returns whether to go on: not when
 *  an item was made, when more text is needed, or when something is wrong. */
typedef struct vox__walk {
    vox_stream *stream;
    vox_item *item;
    vox_error *error;
    vox_status status;
} vox__walk;

/* values.c */
bool vox__walk_fail(vox__walk *self, vox_status status);
bool vox__walk_no_memory(vox__walk *self, vox_status status);
/** More text is needed. */
bool vox__walk_wait(vox__walk *self);
/** The first `length` bytes are not what they must be. */
bool vox__walk_refuse(vox__walk *self, size_t length);
bool vox__walk_hand_out(vox__walk *self, vox_item_kind kind, vox_tree *tree, vox_node *node);
/** Leaves text behind, and says what may come next. */
bool vox__walk_advance(vox_stream *stream, size_t length, vox__expected expected);
vox__expected vox__walk_after_value(const vox_stream *stream);
/** Finds the value or name that begins here; `length` is 0 when its end is still to
 *  come. False when something is wrong. */
bool vox__walk_token(vox__walk *self, size_t *length);
/** Parses text in which the value that begins here stands, behind `wrapped` other
 *  values. NULL when it cannot be: then vox__walk_not_parsed says what to do. */
vox_tree *vox__walk_parse(vox__walk *self, vox_string text, size_t wrapped, vox_options options);
bool vox__walk_not_parsed(vox__walk *self, size_t length);
/** True when the rest has room for so much more. */
bool vox__walk_reserve(vox__walk *self, size_t length);
void vox__walk_append(vox_stream *stream, const char *text, size_t length);
/** Deals with the value that begins here, at `first`. */
bool vox__walk_value(vox__walk *self, char first);

/* walk.c: goes on to the next item of a list or of a row of documents. */
vox_status vox__stream_walk(vox_stream *stream, vox_item *item, vox_error *error);

/* stream_report.c */

/** Says what is wrong with the text, whose first `length` bytes were refused. VOX_OK:
 *  only more text can tell. */
vox_status vox__stream_report(vox_stream *stream, size_t length, vox_error *error);
/** Says that the text is longer than allowed. */
vox_status vox__stream_crossed(vox_stream *stream, vox_error *error);
/** Says that the value that begins here, `length` bytes on, is too long to be held. */
vox_status vox__stream_too_long(vox_stream *stream, size_t length, vox_error *error);
/** Says that the name that begins here was there before. */
vox_status vox__stream_repeated(vox_stream *stream, vox_error *error);

#endif
