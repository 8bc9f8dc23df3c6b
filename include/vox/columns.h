/* SPDX-License-Identifier: MIT */
/** Records as columns: JSON:API documents, NDJSON and trees as batches of Arrow arrays.
 *
 *      vox_columns_new(…)       reads a description of columns, which is a JSON text
 *      vox_columns_stream(…)    joins the description and a source into an ArrowArrayStream
 *      stream.get_next(…)       reads the source up to the end of a batch
 *      stream.release(…)
 *
 *  The manual has the form of a description ("Columns", docs/c/columns.md). In short:
 *
 *      {"table": "resources", "type": "articles", "columns": [
 *          {"name": "id", "type": "utf8"},
 *          {"name": "views", "type": "int64"},
 *          {"name": "author", "path": "author.id", "type": "utf8"}]}
 *
 *  No value is dropped. A value that does not have the type of its column, and a member that no
 *  column takes, are written to the column `rest`, as JSON text. A record that is malformed is a row
 *  with its error in the column `error`. vox_columns_counts_of counts them.
 *
 *  Threads: any number of threads may use one vox_columns. Only one thread at a time may use a
 *  stream: of several threads in get_next, all but one get EBUSY. The arrays and schemas that a stream
 *  has returned are independent of the stream: any thread may read and release them. So the allocator
 *  of a stream must work with several threads at once, as the default allocator and a vox_pool do. */
#ifndef VOX_COLUMNS_H
#define VOX_COLUMNS_H

#include <vox/arrow.h>
#include <vox/base.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** A description of columns, which does not change. */
typedef struct vox_columns vox_columns;

/** The content of the text of a source. */
typedef enum vox_columns_form {
    /** VOX_COLUMNS_DOCUMENT if the first line of a file ends inside its value, else
     *  VOX_COLUMNS_LINES. But a first line breaks off, and is followed by lines, if the next line,
     *  or each of the next two, begins with '{' or '[', and the last of these cannot have a value
     *  there as a part of the document. A first line that is only '[' begins a document.
     *
     *  A first line that is longer than `max_record` is read as a document if its elements can be
     *  read one by one. If this document ends, or is malformed, in the first line, the rest of the
     *  file is read as lines. */
    VOX_COLUMNS_AUTO = 0,
    /** NDJSON: a record on each line. A record is a document or a resource object, and with the
     *  table "records" any value. Blank lines, CRLF and a byte order mark are accepted. */
    VOX_COLUMNS_LINES = 1,
    /** One document in each file. The elements of `data`, or of a root array, are read one by one,
     *  unless a column needs `included`. */
    VOX_COLUMNS_DOCUMENT = 2
} vox_columns_form;

/** The handling of malformed records. */
typedef enum vox_columns_fault {
    VOX_COLUMNS_ROW = 0,  /**< A row with the error. */
    VOX_COLUMNS_STOP = 1, /**< The stream ends with the error. */
    /** No row, but `skipped` counts the record. With SKIP, every table skips the records of other
     *  tables. So a program that reads all tables of a source, and the table "malformed", has each
     *  record once. */
    VOX_COLUMNS_SKIP = 2,
    /** The stream ends with the error of a malformed record, as with VOX_COLUMNS_STOP. Every table
     *  skips the records of other tables, as with VOX_COLUMNS_SKIP. */
    VOX_COLUMNS_STRICT = 3
} vox_columns_fault;

/** Options and limits of a stream. A struct of zeros means the default options.
 *  vox_columns_options_default() returns the same options. */
typedef struct vox_columns_options {
    size_t size;             /**< sizeof(vox_columns_options), or 0: see "Structs that may grow" in
                                  base.h. */
    vox_columns_form form;   /**< Default: VOX_COLUMNS_AUTO. */
    vox_columns_fault fault; /**< Default: VOX_COLUMNS_ROW. */
    size_t batch_rows;       /**< A batch ends after so many rows; default 65,536. */
    size_t batch_bytes;      /**< A batch ends after the row in which its arrays reach about so many
                                  bytes; default 16 MiB, at most 1 GiB. */
    size_t max_record; /**< The maximum number of bytes of a record, and of a row; default 256 MiB,
                                  at most 1 GiB. A longer record is a row with VOX_ERROR_SIZE_LIMIT.
                                  For the elements of a document, `included` and the members beside
                                  the lists are also limited to so many bytes. So are, whatever the
                                  option is, all rows of a record: to 1 MiB and 256 times the bytes of
                                  its text. A path through relationships can write one value of the
                                  text very often. */
    size_t spare[3];   /**< 0. Reserved for new members, which cannot follow `tree`, because
                                  `tree` grows at its end. */
    /** The options of the trees. The stream and its arrays also use the allocator of these options.
     *  `max_size`, `borrow` and `mode` are ignored: each record is parsed whole. */
    vox_options tree;
} vox_columns_options;

/** Writes the default options. `size` is the size of `options` in bytes.
 *
 *  NULL: options allowed. */
VOX_API void vox_columns_options_init(vox_columns_options *options, size_t size);

/** Returns the default options. */
static inline vox_columns_options vox_columns_options_default(void) {
    vox_columns_options options;
    vox_columns_options_init(&options, sizeof options);
    return options;
}

/** A part of a source: a piece of text, or a record as a tree. */
typedef struct vox_piece {
    const char *bytes; /**< The text, which stays as it is until the next call of `read`. */
    size_t length;     /**< The number of bytes; 0 and no `tree` and no `file`: the source ends. */
    vox_tree *tree;    /**< A record, instead of text; NULL for text. The tree stays the caller's,
                            and is read until the next call of `read`. What was read lazily is
                            parsed whole. */
    const char
        *file;       /**< If a file begins with this piece, its name: NUL-terminated UTF-8, which is
                            copied. NULL if the piece belongs to the same file as the last piece. */
    size_t offset;   /**< If a part of a file begins with this piece, the bytes of the file before
                            it: the part begins with a line, and with VOX_COLUMNS_AUTO it has only
                            lines. So several streams, in several threads, can read parts of one
                            file. 0 for a file as a whole. */
    size_t lines;    /**< The lines of the file before it. */
    size_t spare[1]; /**< 0. */
} vox_piece;

/** Provides the records of a stream. */
typedef struct vox_source {
    /** Writes the next piece into a struct of zeros. Returns 0; or a value of errno, with which the
     *  stream then fails for good. */
    int (*read)(void *context, vox_piece *piece);
    /** Frees the source. Called once, at the latest when the stream is released. May be NULL. */
    void (*release)(void *context);
    void *context; /**< The first argument of both. */
} vox_source;

/** What a stream has read so far. */
typedef struct vox_columns_counts {
    uint64_t rows;    /**< Rows, including those with an error. */
    uint64_t faults;  /**< Rows with an error. */
    uint64_t misfits; /**< Values that did not have the type of their column. */
    uint64_t rests;   /**< Rows with a rest. */
    uint64_t skipped; /**< Resources whose type differs from the description. With VOX_COLUMNS_SKIP
                           or VOX_COLUMNS_STRICT, also the records of other tables. With
                           VOX_COLUMNS_SKIP, also malformed records. */
    uint64_t bytes;   /**< Bytes of text. */
    size_t spare[4];  /**< 0. */
} vox_columns_counts;

/** Reads a description of columns from a JSON text. The text is copied.
 *
 *  NULL:      bytes VOX_ERROR_ARGUMENT, unless the length is 0; allocator, error allowed; columns
 *             VOX_ERROR_ARGUMENT.
 *  Ownership: free the columns with vox_columns_free. A stream keeps what it needs, so the columns
 *             may be freed before their streams.
 *  Errors:    the errors of vox_tree_parse; VOX_ERROR_SHAPE (the text is JSON, but not a
 *             description); VOX_ERROR_POINTER (a path is malformed). `error` has the position. After
 *             an error, *columns is NULL.
 *  Cost:      O(length), times the logarithm of the number of columns. */
VOX_API vox_status vox_columns_new(
    const char *bytes, size_t length, const vox_allocator *allocator, vox_columns **columns,
    vox_error *error
);

/** Frees columns.
 *
 *  NULL: columns allowed. */
VOX_API void vox_columns_free(vox_columns *columns);

/** Writes the type of the batches: a struct with a child for each column.
 *
 *  NULL:      columns, schema VOX_ERROR_ARGUMENT; options allowed.
 *  Ownership: the caller releases the schema. After an error, schema->release is NULL.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_ARGUMENT (`options` that vox_columns_stream refuses). */
VOX_API vox_status vox_columns_schema(
    const vox_columns *columns, const vox_columns_options *options, struct ArrowSchema *schema
);

/** Creates a stream of batches from the records of a source.
 *
 *  The functions of the stream return 0, ENOMEM (there was no memory), EINVAL (the source has a
 *  malformed record, with VOX_COLUMNS_STOP or VOX_COLUMNS_STRICT), EBUSY (another call of get_next
 *  has not returned), or the error of the source. After an error except EBUSY, get_next returns
 *  the same error again, and no rows; the batches before it stay valid.
 *  get_last_error returns a message with the file, the line and the column of a malformed record.
 *
 *  NULL:      columns, source, stream VOX_ERROR_ARGUMENT; options allowed.
 *  Ownership: the caller releases the stream; it may do so at any time. The stream releases the
 *             source. If the function fails, it releases the source at once, and stream->release is
 *             NULL.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_ARGUMENT (`options` with an unknown size, form or fault,
 *             or a `tree` that vox_tree_parse refuses; a source without `read`).
 *  Cost:      get_next reads each byte of the source once. A stream holds one batch, and the text
 *             and the tree of one record. A line that lies in one piece is not copied. */
VOX_API vox_status vox_columns_stream(
    const vox_columns *columns, const vox_source *source, const vox_columns_options *options,
    struct ArrowArrayStream *stream
);

/** Does the same for a text in memory, which must stay as it is until the stream is released. `file`
 *  is the name for errors.
 *
 *  NULL: columns, stream VOX_ERROR_ARGUMENT; bytes VOX_ERROR_ARGUMENT, unless the length is 0; file,
 *        options allowed. */
VOX_API vox_status vox_columns_text(
    const vox_columns *columns, const char *file, const char *bytes, size_t length,
    const vox_columns_options *options, struct ArrowArrayStream *stream
);

/** Writes what a stream of this library has read so far.
 *
 *  NULL:   stream, counts VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_ARGUMENT for a stream that is released, or that another library created. */
VOX_API vox_status
vox_columns_counts_of(const struct ArrowArrayStream *stream, vox_columns_counts *counts);

/* Several tables
 *
 *      vox_tables_new(columns, count, …)   joins several descriptions and a source
 *      vox_tables_next(…)                  reads the source up to the end of a batch of any table
 *      vox_tables_free(…)
 *
 * The source is read once, and each record is parsed once, however many tables there are. */

/** Several tables that are read from a source in one pass. */
typedef struct vox_tables vox_tables;

/** Begins to read several tables in one pass. Each record is in one table: VOX_COLUMNS_ROW means
 *  VOX_COLUMNS_SKIP here, and VOX_COLUMNS_STOP means VOX_COLUMNS_STRICT. If a column of one table
 *  needs `included`, documents are read as a whole for all tables.
 *
 *  NULL:      columns, source, tables VOX_ERROR_ARGUMENT; options allowed.
 *  Ownership: free the tables with vox_tables_free, which releases the source. The columns may be
 *             freed before. If the function fails, it releases the source at once, and *tables is
 *             NULL.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_ARGUMENT (a `count` of 0; columns that are NULL; a source
 *             or `options` that vox_columns_stream refuses). */
VOX_API vox_status vox_tables_new(
    const vox_columns *const *columns, size_t count, const vox_source *source,
    const vox_columns_options *options, vox_tables **tables
);

/** Reads up to the end of the next batch, and writes to `table` which of the columns it has. The
 *  batches of a table come in the order of its records. After the last batch, array->release is
 *  NULL.
 *
 *  NULL:      tables, table, array VOX_ERROR_ARGUMENT.
 *  Ownership: the caller releases the array, which is independent of the tables.
 *  Errors:    VOX_ERROR_MEMORY; VOX_ERROR_STOPPED (`read` of the source returned an error); with
 *             VOX_COLUMNS_STRICT the error of a malformed record; VOX_ERROR_ARGUMENT (another thread
 *             is in this function). After another error than the last one, the function returns the
 *             same error again. After an error, array->release is NULL.
 *  Cost:      reads each byte of the source once. All tables together hold about four times
 *             `batch_bytes`. */
VOX_API vox_status vox_tables_next(vox_tables *tables, size_t *table, struct ArrowArray *array);

/** Returns the message of the error that the last vox_tables_next returned, with the file, the line
 *  and the column of a malformed record; NULL if there was none. The text is valid until the next
 *  call.
 *
 *  NULL: tables neutral. */
VOX_API const char *vox_tables_message(vox_tables *tables);

/** Writes what was read so far for one of the tables, by its number.
 *
 *  NULL:   tables, counts VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_ARGUMENT also for a number that no table has. */
VOX_API vox_status
vox_tables_counts_of(const vox_tables *tables, size_t table, vox_columns_counts *counts);

/** Frees the tables and releases the source.
 *
 *  NULL: tables allowed. */
VOX_API void vox_tables_free(vox_tables *tables);

VOX_END

#endif
