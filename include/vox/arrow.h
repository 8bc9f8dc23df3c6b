/* SPDX-License-Identifier: MIT */
/** The structs of the Arrow C data interface and of the Arrow C stream interface.
 *
 *  The structs are the ABI that the specification of Apache Arrow defines. A program that includes
 *  the header of another library with the same structs includes them only once, because all such
 *  headers use the same guards. Nothing of Arrow is linked.
 *
 *  A struct whose `release` is NULL is released: it has no content. The receiver of a struct calls
 *  `release` once. A receiver may move a struct: it copies the bytes, and sets `release` of the old
 *  struct to NULL without calling it. */
#ifndef VOX_ARROW_H
#define VOX_ARROW_H

#include <vox/base.h>

VOX_BEGIN

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE /**< The structs of the C data interface are declared. */

#define ARROW_FLAG_DICTIONARY_ORDERED 1 /**< A flag of ArrowSchema that Vox does not set. */
#define ARROW_FLAG_NULLABLE 2           /**< A flag of ArrowSchema: values may be null. */
#define ARROW_FLAG_MAP_KEYS_SORTED 4    /**< A flag of ArrowSchema that Vox does not set. */

/** The type of an array. */
struct ArrowSchema {
    const char *format;                          /**< The type, such as "l" for int64. */
    const char *name;                            /**< The name of the column. */
    const char *metadata;                        /**< NULL. */
    int64_t flags;                               /**< ARROW_FLAG_NULLABLE or 0. */
    int64_t n_children;                          /**< The number of `children`. */
    struct ArrowSchema **children;               /**< The types of the nested arrays. */
    struct ArrowSchema *dictionary;              /**< NULL. */
    void (*release)(struct ArrowSchema *schema); /**< Frees the content. */
    void *private_data;                          /**< For `release`. */
};

/** The values of a column, or of all columns of a batch. */
struct ArrowArray {
    int64_t length;                            /**< The number of values. */
    int64_t null_count;                        /**< The number of values that are null. */
    int64_t offset;                            /**< 0. */
    int64_t n_buffers;                         /**< The number of `buffers`. */
    int64_t n_children;                        /**< The number of `children`. */
    const void **buffers;                      /**< The memory of the values. */
    struct ArrowArray **children;              /**< The nested arrays. */
    struct ArrowArray *dictionary;             /**< NULL. */
    void (*release)(struct ArrowArray *array); /**< Frees the content. */
    void *private_data;                        /**< For `release`. */
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE /**< The struct of the C stream interface is declared. */

/** A sequence of batches. */
struct ArrowArrayStream {
    /** Writes the type of the batches. Returns 0, or a value of errno. */
    int (*get_schema)(struct ArrowArrayStream *stream, struct ArrowSchema *schema);
    /** Writes the next batch. After the last batch, `release` of `array` is NULL. Returns 0, or a
     *  value of errno. */
    int (*get_next)(struct ArrowArrayStream *stream, struct ArrowArray *array);
    /** Returns the message of the last call that failed, or NULL. The message is valid until the
     *  next call. */
    const char *(*get_last_error)(struct ArrowArrayStream *stream);
    void (*release)(struct ArrowArrayStream *stream); /**< Frees the stream. */
    void *private_data;                               /**< For the functions. */
};

#endif

VOX_END

#endif
