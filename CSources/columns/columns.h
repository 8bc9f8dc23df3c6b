/* SPDX-License-Identifier: MIT */
/** Records as columns.
 *
 *      paths.h        the values of several paths in one pass (path_text.c, places.c, find.c)
 *      describe.h     reads a description (describe_table.c, describe_columns.c, fixed_columns.c)
 *      frame.c        the memory of columns, which grows by rows
 *      scalars.h      the values that a type can have (scalars.c, moments.c)
 *      fill.c         appends the values of a record to columns
 *      rest.c         writes what no column has taken
 *      put_text.c     writes text and JSON strings
 *      rows.h         writes the rows of records (row.c, rows.c, links.c, record_kind.c)
 *      text_source.h  finds the records of a source (text_source.c: its pieces; first_line.c: what a
 *                     file consists of; line_source.c and line_block.c: lines;
 *                     document_source.c: documents; memory_source.c: a text in memory)
 *      arrays.c       gives columns away as an array
 *      type_names.c   gives types away as a schema
 *      reading.h      one pass over a source (reading.c): the stream of batches of a table (batches.c),
 *                     and several tables (tables.c)
 *      survey.h       descriptions that suit the records of a source (survey.c, survey_type.c,
 *                     survey_json.c, survey_columns.c, schema.c)
 *
 *      source ──▶ record ──▶ found nodes ──▶ frame: columns ──▶ ArrowArray
 *                                       └──▶ rest
 */
#ifndef VOX_COLUMNS_INTERNAL_H
#define VOX_COLUMNS_INTERNAL_H

#include "columns/paths.h"
#include "write/write.h"

#include <vox/columns.h>

/* --- descriptions: describe.h ------------------------------------------------------ */

typedef enum vox__type {
    TYPE_BOOL,
    TYPE_INT64,
    TYPE_DOUBLE,
    TYPE_DECIMAL128,
    TYPE_UTF8,
    TYPE_LARGE_UTF8,
    TYPE_DATE32,
    TYPE_TIMESTAMP,
    TYPE_JSON,
    TYPE_LIST,
    TYPE_STRUCT,
    TYPE_ABSENT,  /* bool: the path has no value */
    TYPE_IGNORED, /* no column: values are dropped, as the program asked */
    TYPES
} vox__type;

/** The name of each type in descriptions. */
extern const char *const vox__type_names[TYPES];

typedef enum vox__table_kind {
    TABLE_RESOURCES,
    TABLE_INCLUDED,
    TABLE_RELATIONSHIPS,
    TABLE_INCLUDED_RELATIONSHIPS,
    TABLE_RECORDS,
    TABLE_MALFORMED,
    TABLES
} vox__table_kind;

extern const char *const vox__table_names[TABLES];

typedef struct vox__fields vox__fields;

typedef struct vox__column {
    vox_string name;
    vox_string path;
    vox__type type;
    uint8_t precision; /* decimal128 */
    uint8_t scale;
    bool is_required;   /* a row without a value has an error */
    vox__fields *inner; /* of a struct: its columns; of a list: one column for its elements */
    const vox_node *at; /* its path in the description, or NULL */
} vox__column;

/** The columns of a batch, a struct or a list. */
struct vox__fields {
    vox__column *columns;
    vox_string *paths; /* of the columns */
    bool *takes;       /* of the columns: values that fit need not be in the rest */
    uint32_t count;
    uint32_t capacity;
    uint32_t shown; /* columns[0, shown) are columns of the array; ignored paths follow */
    vox_path_start start;
    bool drops_links; /* the links of a resource object and of its relationships are no rest */
};

struct vox_columns {
    vox_allocator allocator;
    uint32_t users; /* atomic: the program and the streams */
    vox_tree *text; /* the description, which is frozen */
    vox__table_kind kind;
    vox_string type;  /* of the resources; `bytes` is NULL: any type */
    vox__fields *top; /* with the further columns as the last shown ones */
    uint32_t plain;   /* the number of columns before the further ones */
    /* The numbers of the further columns, or NO_PLACE. */
    uint32_t rest;
    uint32_t error;
    uint32_t file;
    uint32_t line;
    bool needs_included;
};

/** Returns true when the columns of a table are always the same. */
static inline bool vox__is_fixed_table(vox__table_kind kind) {
    return kind == TABLE_RELATIONSHIPS || kind == TABLE_INCLUDED_RELATIONSHIPS ||
           kind == TABLE_MALFORMED;
}

/** Adds a user, and removes one: the last one frees the columns. */
void vox__columns_keep(const vox_columns *columns);
void vox__columns_drop(const vox_columns *columns);

/** Returns true when a stream ends at a malformed record. */
static inline bool vox__is_stopping(vox_columns_fault fault) {
    return fault == VOX_COLUMNS_STOP || fault == VOX_COLUMNS_STRICT;
}
/** Returns true when each record is only in one of the tables. */
static inline bool vox__is_parting(vox_columns_fault fault) {
    return fault == VOX_COLUMNS_SKIP || fault == VOX_COLUMNS_STRICT;
}

/** Reads options (may be NULL), and replaces defaults (batches.c). */
vox_status vox__columns_options_read(const vox_columns_options *options, vox_columns_options *used);

/** The columns of `error`. */
enum {
    ERROR_FILE,
    ERROR_LINE,
    ERROR_COLUMN,
    ERROR_OFFSET,
    ERROR_POINTER,
    ERROR_CODE,
    ERROR_MESSAGE,
    ERROR_COLUMNS
};

/** The columns of a table of relationships. */
enum {
    LINK_TYPE,
    LINK_ID,
    LINK_RELATIONSHIP,
    LINK_POSITION,
    LINK_TARGET_TYPE,
    LINK_TARGET_ID,
    LINK_META,
    LINK_COLUMNS
};

/** The types of these columns, with their names (fixed_columns.c). */
extern const vox__column vox__error_columns[ERROR_COLUMNS];
extern const vox__column vox__link_columns[LINK_COLUMNS];

/* --- the memory of columns: frame.c ------------------------------------------------- */

typedef struct vox__frame vox__frame;

/** The rows and the bytes of text that the memory of a new column has room for. */
#define FIRST_ROWS 256
#define FIRST_TEXT 4096

/** The bytes of texts and elements in a batch. */
typedef struct vox__sizes {
    size_t bytes;
    size_t limit; /* more bytes are too many for the current row */
} vox__sizes;

/** A column that is being filled. */
typedef struct vox__cells {
    const vox__column *column;
    uint8_t *valid;    /* bits */
    void *values;      /* bits, numbers, or offsets: one more than there are rows */
    vox_buffer text;   /* utf8, json */
    size_t valid_rows; /* rows in memory */
    size_t value_rows;
    size_t usual_text; /* the first capacity of the text of a batch */
    bool is_sparse;    /* the last nulls are written later, by vox__cells_pad */
    size_t rows;       /* of a sparse column: the rows that were written */
    vox__frame *inner; /* struct, list */
} vox__cells;

struct vox__frame {
    const vox__fields *fields;
    vox_allocator allocator;
    vox__cells *builders;
    vox_paths *paths; /* NULL if the columns have no paths */
    size_t length;    /* complete rows */
    size_t capacity;  /* rows in memory of every builder */
    size_t usual;     /* the first capacity of a batch */
    size_t row_width; /* bytes of a row beside its texts and elements */
    vox__sizes *sizes;
};

/** Makes the frame of fields, and of the fields below them. */
vox_status vox__frame_make(
    vox__frame **made, const vox__fields *fields, const vox_allocator *allocator, vox__sizes *sizes
);
void vox__frame_free(vox__frame *frame);

/** Allocates memory for the first rows, and for more rows. */
vox_status vox__frame_grow(vox__frame *frame);
/** Ensures memory for one more row. */
static inline vox_status vox__frame_reserve(vox__frame *frame) {
    return VOX_LIKELY(frame->length < frame->capacity) ? VOX_OK : vox__frame_grow(frame);
}

/** Returns the bytes of a value of a type in `values`; 0 for bits and for no memory. */
size_t vox__type_width(vox__type type);
/** Returns the bytes of `values` for so many rows: a multiple of 64. */
size_t vox__values_size(vox__type type, size_t rows);
static inline bool vox__type_has_offsets(vox__type type) {
    return type == TYPE_UTF8 || type == TYPE_LARGE_UTF8 || type == TYPE_JSON || type == TYPE_LIST;
}

/** Returns false for an offset that is too large for the offsets of a column. */
static inline bool vox__offset_fits(const vox__cells *builder, size_t offset) {
    return offset <= INT32_MAX || builder->column->type == TYPE_LARGE_UTF8;
}

/* Append to a column, at the row frame->length, for which there is memory. */
vox_status vox__append_null(vox__frame *frame, vox__cells *builder);
vox_status vox__append_text(vox__frame *frame, vox__cells *builder, vox_string text);
void vox__append_int64(vox__frame *frame, vox__cells *builder, int64_t value);
/** Ends a text that was written to builder->text. */
void vox__append_written(vox__frame *frame, vox__cells *builder);
/** Ends a list, whose elements are rows of builder->inner. */
void vox__append_listed(vox__frame *frame, vox__cells *builder);
/** Appends null to the columns from `first` to below `end`. */
vox_status vox__append_nulls(vox__frame *frame, uint32_t first, uint32_t end);

static inline void vox__mark_valid(vox__frame *frame, vox__cells *builder) {
    builder->valid[frame->length / 8] |= (uint8_t)(1U << frame->length % 8);
}

static inline bool vox__is_valid(const vox__frame *frame, const vox__cells *builder) {
    return builder->valid[frame->length / 8] >> frame->length % 8 & 1;
}

/** Writes the nulls of a sparse column before the row `end`. */
vox_status vox__cells_pad(vox__cells *builder, size_t end);

/** Removes what was appended to rows from `length` on, also to an incomplete row. */
void vox__frame_rewind(vox__frame *frame, size_t length);

/* --- values: fill.c and rest.c ------------------------------------------------------- */

/** Returns true when a column of this type takes a value. Null fits every type. */
bool vox__column_fits(const vox__column *column, vox_tree *tree, const vox_node *node);

/** Where values of a row are missing that its columns require, and what did not fit. */
typedef struct vox__filled {
    uint64_t misfits;
    uint32_t missing; /* the first required column without a value, or NO_PLACE */
    bool others;      /* a struct has members that its columns do not take */
} vox__filled;

/** Appends the values that the paths of the frame have found to columns[0, end). Does not end the
 *  row. */
vox_status vox__append_found(vox__frame *frame, uint32_t end, vox_tree *tree, vox__filled *filled);

/** Writes what the columns of a frame have not taken of a value: nothing, or JSON text. `written`
 *  says whether there was anything. After an error, `out` is as long as before. */
vox_status vox__rest_write(
    vox__frame *frame, vox_tree *tree, const vox_node *value, vox_buffer *out, bool *written
);

/* --- text: put_text.c ------------------------------------------------------------------ */

/** Appends a JSON string. Bytes that are not UTF-8 become U+FFFD. */
vox_status vox__put_string(vox_buffer *out, vox_string text);
/** Appends a text, in which bytes that are not UTF-8 become U+FFFD. */
vox_status vox__put_utf8(vox_buffer *out, vox_string text);
vox_status vox__put_bytes(vox_buffer *out, const char *bytes, size_t length);
vox_status vox__put_character(vox_buffer *out, char byte);

/* --- arrays: arrays.c and type_names.c ------------------------------------------------ */

/** Gives the rows of a frame away as a struct array, and empties the frame. After VOX_ERROR_MEMORY,
 *  the frame is unchanged. */
vox_status vox__frame_export(vox__frame *frame, struct ArrowArray *array);
vox_status vox__fields_export(
    const vox_columns *columns, bool nullable, const vox_allocator *allocator,
    struct ArrowSchema *schema
);

/* --- records: text_source.c ------------------------------------------------------------- */

/** The list that a record is an element of. */
typedef enum vox__list_kind {
    LIST_NONE,
    LIST_ROOT, /* the tree is an element of a root array */
    LIST_DATA, /* the tree is {"data": element} */
    LIST_BLOCK /* the root array of the tree has a record of each of several lines */
} vox__list_kind;

/** The position of a record in its file. */
typedef struct vox__where {
    uint64_t offset; /* of its text */
    uint64_t line;   /* of its first byte, from 1; 0: not known */
    uint64_t column; /* bytes before it in its line */
    uint64_t index;  /* of an element */
    vox__list_kind list;
} vox__where;

/** A record of a source: a tree or an error. */
typedef struct vox__record {
    vox_tree *tree;       /* NULL for a malformed record */
    const vox_node *root; /* the record in the tree */
    const vox_node *node; /* the record or, of a document, its element; NULL: it has no rows */
    bool is_kept;         /* the tree is needed later, and must not be freed */
    bool is_other;    /* the first element of `data` has no type: the document is not JSON:API */
    bool is_document; /* what is left of a document whose first element of `data` has one */
    vox_error error;
    vox_string text; /* of a malformed record, if it is known */
    vox__where where;
    size_t most;  /* bytes of all of its rows; 0: not known yet */
    size_t spent; /* bytes of its rows so far */
} vox__record;

/** Returns true for a value without a member `type` that is a string. A malformed value that was read
 *  lazily has no members, and may have had a type. */
bool vox__lacks_type(vox_tree *tree, const vox_node *node);

typedef struct vox__text_source vox__text_source;

/** Makes a source of records, which releases `source` when it is freed. `whole` says that documents
 *  are read as a whole, and `plain` that a record may be any value. */
vox_status vox__text_source_new(
    const vox_source *source, const vox_columns_options *options, bool whole, bool plain,
    vox__text_source **made
);
/** Does the same for a table. All tables of a program that skips read the same elements. */
static inline vox_status vox__table_source_new(
    const vox_source *source, const vox_columns_options *options, const vox_columns *columns,
    vox__text_source **made
) {
    const bool is_records = columns->kind == TABLE_RECORDS;
    const bool plain = is_records && !vox__is_parting(options->fault);
    const bool whole = columns->needs_included && !is_records;
    return vox__text_source_new(source, options, whole, plain, made);
}
void vox__text_source_free(vox__text_source *self);

/** Reads the next record. Returns 0, or a value of errno. At the end, `*ended` is true. The caller
 *  calls vox__record_end before the next call. */
int vox__text_source_next(vox__text_source *self, vox__record *record, bool *ended);
static inline void vox__record_end(vox__record *record) {
    if (!record->is_kept) {
        vox_tree_free(record->tree);
    }
    record->tree = NULL;
}
/** Returns the name of the current file, and the bytes of text that were read. */
const char *vox__text_source_file(const vox__text_source *self);
uint64_t vox__text_source_bytes(const vox__text_source *self);

#endif
