/* SPDX-License-Identifier: MIT */
/** Streams: text that arrives in pieces.
 *
 *  A stream does not parse. It finds the ends of values (token.c), follows the grammar between
 *  them (walk.c), and reads each value into a tree with the reader (values.c). The reader also
 *  describes errors: stream_report.c gives it the wrong text after a short text that leads to
 *  the same position. stream.c has the life of a stream. parse_next.c reads text that the caller
 *  keeps.
 *
 *      pieces ──▶ text that is held ──▶ value ──▶ vox_item: a tree
 *                                  └──▶ rest: the document without its lists
 */
#ifndef VOX_STREAM_INTERNAL_H
#define VOX_STREAM_INTERNAL_H

#include "read/read.h"
#include "write/write.h"

#include <vox/stream.h>

/** The state of the search for the end of a value. */
typedef struct vox__token {
    size_t scanned; /* bytes of it that were scanned */
    size_t depth;
    bool inside;  /* inside a string */
    bool escaped; /* a backslash escapes the next byte */
} vox__token;

/** The member of the root object that is being read. */
typedef enum vox__member {
    MEMBER_OTHER,
    MEMBER_DATA,
    MEMBER_INCLUDED
} vox__member;

struct vox_stream {
    vox_stream_options options; /* complete; `size` has no meaning */
    /* The text from `start` to text.length was fed and not processed. STREAM_ROOM bytes before it
     * and one byte after it may be written. */
    vox_buffer text;
    size_t start;
    size_t left;       /* bytes that may still be fed; VOX_UNLIMITED is not decremented */
    size_t offset;     /* of `start` in the whole text; the next two are positions there, too */
    size_t line;       /* the number of the line */
    size_t line_start; /* the offset of the line */
    bool begun;        /* it was checked whether there is a byte order mark */
    bool crossed;      /* the text was longer than max_total */
    bool finished;
    bool done; /* all items were returned */

    vox__token token;
    vox__expected expected;
    bool in_object; /* the root is an object, and is open */
    bool in_list;
    vox__member member;
    bool seen[3];    /* members of the root, by vox__member */
    vox_tree *names; /* strict: the names in the root, as members of an object */
    size_t values;   /* besides the lists */
    size_t index;    /* of the element */
    vox_buffer rest; /* the document without its lists */
    size_t mark;     /* the offset in it where the last member begins, at '{' or ',' */

    vox_error failure;
};

/** The length of the text that is put before a value: {"included": */
#define STREAM_ROOM 12

static inline char *vox__stream_text(const vox_stream *stream) {
    return stream->text.bytes + stream->start;
}

static inline size_t vox__stream_length(const vox_stream *stream) {
    return stream->text.length - stream->start;
}

/** Returns true when the text is complete. */
static inline bool vox__stream_ended(const vox_stream *stream) {
    return stream->finished && !stream->crossed;
}

/** Returns true where the array `included` begins, which is returned as a whole. */
static inline bool vox__stream_at_included(const vox_stream *stream) {
    return stream->expected == EXPECT_MEMBER_VALUE && stream->member == MEMBER_INCLUDED &&
           *vox__stream_text(stream) == '[';
}

/** Returns how many values the next value may have. Items that are returned count by themselves. An
 *  empty array for `included` stays in the document. */
static inline size_t vox__stream_values_left(const vox_stream *stream) {
    const size_t most = stream->options.tree.max_nodes, left = most - stream->values;
    return stream->in_list || (left && vox__stream_at_included(stream)) ? most : left;
}

/** Counts the lines of text that was processed. */
static inline void vox__stream_pass(vox_stream *stream, vox_string text) {
    const char *at = text.bytes, *end = at + text.length, *feed;
    while ((feed = vox__find_byte(at, '\n', (size_t)(end - at))) != NULL) {
        at = feed + 1;
        stream->line++;
        stream->line_start = stream->offset + (size_t)(at - text.bytes);
    }
    stream->offset += text.length;
}

/** The message for text that directly follows a number or literal between documents. */
extern const char vox__bare_message[];
/** Returns true for the last byte of a document that needs no white space behind it. */
static inline bool vox__ends_itself(char byte) {
    return byte == '}' || byte == ']' || byte == '"';
}

/* token.c: returns the length of the value at the start of the text; 0 when its end has not
 * arrived. A value that is deeper than `max_depth` ends where it becomes too deep. */
size_t vox__token_end(vox__token *token, vox_string text, size_t max_depth, bool finished);

/** One call of vox_stream_next. Every step returns true to continue. It returns false when an item
 *  was created, when more text is needed, or after an error. */
typedef struct vox__walk {
    vox_stream *stream;
    vox_item *item;
    vox_error *error;
    vox_status status;
} vox__walk;

/* values.c */
bool vox__walk_fail(vox__walk *self, vox_status status);
bool vox__walk_no_memory(vox__walk *self, vox_status status);
/** Stops because more text is needed. */
bool vox__walk_wait(vox__walk *self);
/** Stops with an error: the first `length` bytes are wrong. */
bool vox__walk_refuse(vox__walk *self, size_t length);
bool vox__walk_hand_out(vox__walk *self, vox_item_kind kind, vox_tree *tree, vox_node *node);
/** Moves past text, and sets what may come next. */
bool vox__walk_advance(vox_stream *stream, size_t length, vox__expected expected);
vox__expected vox__walk_after_value(const vox_stream *stream);
/** Finds the value or name that begins here. `length` is 0 when its end has not arrived. Returns
 *  false after an error. */
bool vox__walk_token(vox__walk *self, size_t *length);
/** Parses text that contains the next value inside `wrapped` other values. Returns NULL when it
 *  cannot be parsed; then call vox__walk_not_parsed. */
vox_tree *vox__walk_parse(vox__walk *self, vox_string text, size_t wrapped, vox_options options);
bool vox__walk_not_parsed(vox__walk *self, size_t length);
/** Reserves memory for `length` more bytes in the rest. */
bool vox__walk_reserve(vox__walk *self, size_t length);
void vox__walk_append(vox_stream *stream, const char *text, size_t length);
/** Processes the value that begins here with the byte `first`. */
bool vox__walk_value(vox__walk *self, char first);

/* walk.c: moves on to the next item of a list, or of several documents. */
vox_status vox__stream_walk(vox_stream *stream, vox_item *item, vox_error *error);

/* stream_report.c */

/** Reports the error of the text, whose first `length` bytes were refused. Returns VOX_OK when more
 *  text is needed to decide. */
vox_status vox__stream_report(vox_stream *stream, size_t length, vox_error *error);
/** Reports that the text is longer than allowed. */
vox_status vox__stream_crossed(vox_stream *stream, vox_error *error);
/** Reports, `length` bytes on, that the value that begins here is too long to be held. */
vox_status vox__stream_too_long(vox_stream *stream, size_t length, vox_error *error);
/** Reports that the name that begins here is repeated. */
vox_status vox__stream_repeated(vox_stream *stream, vox_error *error);

#endif
