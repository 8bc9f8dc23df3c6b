/* SPDX-License-Identifier: MIT */
/** The records of a source.
 *
 *      piece   ┌───────────┬──────┬──────┬─────────────┐      lines inside one piece are parsed
 *              │ … a line  │ line │ line │ a line …    │      together; the others are copied
 *              └───────────┴──────┴──────┴─────────────┘      to `held` first
 *                                          → held
 *
 *  A document is read by a vox_stream: element by element, or as a whole. */
#ifndef VOX_COLUMNS_TEXT_SOURCE_H
#define VOX_COLUMNS_TEXT_SOURCE_H

#include "columns/columns.h"
#include "stream/stream.h"

/** The bytes and lines of a block. The nodes of its values should stay in a cache. */
#define BLOCK_SIZE ((size_t)32768)
#define BLOCK_LINES 512

/** Several lines as the elements of one array, because a tree for each short line would cost as much
 *  as the values in it. */
typedef struct vox__line_block {
    vox_tree *tree;                          /* NULL: no lines are left */
    const vox_node *next;                    /* the record of the next line */
    uint32_t index;                          /* of this line */
    uint32_t count;                          /* of the lines */
    uint64_t offset;                         /* of the first line in its file */
    uint64_t line;                           /* its number */
    uint32_t starts[BLOCK_LINES + 1];        /* where the lines begin in `text`, and the end */
    char text[BLOCK_SIZE + 2 + VOX_PADDING]; /* '[', the lines with commas between them, ']' */
} vox__line_block;

/** The elements of a record that is an array of objects: each of them is a record. */
typedef struct vox__element_list {
    vox_tree *tree;
    const vox_node *next; /* NULL: none is left */
    bool is_kept;         /* the tree, after the last element */
    vox__where where;     /* of the array */
} vox__element_list;

/** A position in the text of a source. */
typedef struct vox__position {
    vox_piece piece;
    size_t at;
    bool is_new;
    bool is_ended;
} vox__position;

/** The state of a document whose first line is longer than a record. If the document ends with this
 *  line, or is malformed in it, lines follow. */
typedef enum vox__first_line {
    FIRST_NONE, /* there is no such line, or the document goes on after it */
    FIRST_OPEN, /* the end of the line was not fed */
    FIRST_FED,  /* it was */
    FIRST_DONE  /* the document ends with the line */
} vox__first_line;

struct vox__text_source {
    vox_source source;
    vox_allocator allocator;
    vox_parser *parser;
    vox_stream_options streaming;
    vox_columns_form asked;
    size_t max_record;
    bool whole;
    bool plain;
    bool stops; /* at an error, so no text is kept */

    vox_piece piece;
    size_t at;       /* in the piece */
    bool is_ended;   /* there are no more pieces */
    bool is_new;     /* the piece begins a file, which was not begun yet */
    uint64_t bytes;  /* of all pieces */
    vox_buffer file; /* the name of the current file, with its NUL */

    vox_columns_form form;      /* of the current file */
    uint64_t offset;            /* in the file, of the position in the piece */
    uint64_t line;              /* the number of the current line */
    vox_buffer held;            /* the beginning of a line from earlier pieces */
    bool is_too_long;           /* the line is, and was dropped */
    vox__line_block *block;     /* NULL: each line is parsed alone */
    vox__element_list elements; /* of the last record */
    size_t slow_lines;          /* lines of a block that could not be parsed at once */
    vox_stream *stream;         /* of a document */
    bool is_undecided;          /* only the blank beginning of a document was read, and is held */
    bool is_skipped;            /* the rest of the file */
    vox__where origin;          /* where the text of the stream begins */
    uint64_t index;             /* of the next element */
    vox__first_line first;
    vox_buffer ahead;    /* lines that were looked at, and are read again as a piece */
    bool is_again;       /* the piece is this one */
    vox__position after; /* the position after it */
    vox_item waiting;    /* `included`, which comes after the elements; or what follows it */
    bool is_other;       /* see vox__record */
};

/** Returns the bytes of the current file that were not read. */
static inline vox_string vox__unread(const vox__text_source *self) {
    return self->piece.length && !self->is_new
               ? vox__string(self->piece.bytes + self->at, self->piece.length - self->at)
               : vox__string("", 0);
}

static inline void vox__advance(vox__text_source *self, size_t length) {
    self->at += length;
    self->offset += length;
}

/** Returns true when no more text of the current file will come. */
static inline bool vox__is_at_end(const vox__text_source *self) {
    return self->is_ended || self->is_new || self->piece.tree;
}

/** Returns the length of the white space, and a byte order mark, that begin a text. */
static inline size_t vox__blank_length(vox_string text) {
    size_t at = text.length >= 3 && memcmp(text.bytes, VOX_BYTE_ORDER_MARK, 3) == 0 ? 3 : 0;
    while (at < text.length && vox__is_space(text.bytes[at])) {
        at++;
    }
    return at;
}

/* All functions that return an int return 0, or a value of errno. */

/* pieces.c: reads the next piece. */
int vox__read_piece(vox__text_source *self);

/* line_source.c */

/** A line, without its line feed. */
typedef struct vox__line {
    vox_string text;
    bool is_too_long;
    bool is_open;  /* as is_too_long, but the line begins a document: `text` is its
                      beginning, and the unread text goes on with it */
    bool is_found; /* false: the file has no more lines */
    bool has_feed; /* false: the file ends without a line feed */
    vox__where where;
} vox__line;

/** Takes the next line that is not blank. Its text is valid until the next call. */
int vox__line_take(vox__text_source *self, vox__line *taken);
void vox__line_parse(vox__text_source *self, const vox__line *taken, vox__record *record);
/** Takes the record of the next line; `*found` is false at the end of the file. */
int vox__record_of_line(vox__text_source *self, vox__record *record, bool *found);

/* line_block.c */

/** Takes lines from the beginning of a text. Returns the bytes of the lines, or 0 when they must be
 *  parsed one by one: they are too few, or one of them is malformed or blank. `*lines` is the number
 *  of lines that were tried. */
size_t vox__block_take(vox__line_block *block, vox_parser *parser, vox_string text, size_t *lines);
/** Gives the next record. There must be a tree. */
void vox__block_next(vox__line_block *block, vox__record *record);

/* first_line.c */

/** Takes the first line that is not blank, to find out what the file is. Returns its record if the
 *  file consists of lines. */
int vox__first_take(vox__text_source *self, vox__record *record, bool *found);

/* document_source.c */

/** Returns true when the elements of a document that begins like this are read one by one. */
bool vox__document_has_elements(const vox__text_source *self, vox_string first);

/** Begins to read the file as a document, whose first bytes are known. */
int vox__document_begin(vox__text_source *self, vox_string first, vox__where origin);
/** Takes the next item of the document. `*found` is false at its end. */
int vox__document_next(vox__text_source *self, vox__record *record, bool *found);

#endif
