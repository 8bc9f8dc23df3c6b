/* SPDX-License-Identifier: MIT */
/** Status codes, and the position of an error in the text.
 *
 *  One table defines the enumeration, the names and the messages, so that all three always agree.
 *  New codes are added at the end of their family. A code never changes its number. */
#ifndef VOX_STATUS_H
#define VOX_STATUS_H

#include <vox/base.h>

VOX_BEGIN

/** The table of the statuses, in rows X(NAME, number, "message"). The numbers form families: 0 is
 *  success, 1 to 9 concern the machine, 10 to 29 the text, 30 to 39 limits, 40 to 59 the use of a
 *  tree, and 60 to 79 JSON:API. */
#define VOX_STATUS_MAP(X)                                                                          \
    X(OK, 0, "no error")                                                                           \
    X(ERROR_MEMORY, 1, "out of memory")                                                            \
    X(ERROR_SINK, 2, "the sink refused the output")                                                \
    X(ERROR_STOPPED, 3, "the program stopped the parse")                                           \
    X(ERROR_SYNTAX, 10, "the text is not JSON")                                                    \
    X(ERROR_END, 11, "the text ends early")                                                        \
    X(ERROR_TRAILING, 12, "something follows the document")                                        \
    X(ERROR_CONTROL, 13, "a control character in a string must be escaped")                        \
    X(ERROR_ESCAPE, 14, "invalid escape sequence")                                                 \
    X(ERROR_SURROGATE, 15, "a surrogate escape without its other half")                            \
    X(ERROR_UTF8, 16, "the bytes are not UTF-8")                                                   \
    X(ERROR_NUMBER, 17, "malformed number")                                                        \
    X(ERROR_LITERAL, 18, "expected true, false or null")                                           \
    X(ERROR_BYTE_ORDER_MARK, 19, "a byte order mark is refused in strict mode")                    \
    X(ERROR_DUPLICATE, 20, "the object already has a member of this name")                         \
    X(ERROR_SIZE_LIMIT, 30, "the document is larger than the size limit")                          \
    X(ERROR_DEPTH_LIMIT, 31, "nesting is deeper than the depth limit")                             \
    X(ERROR_NODE_LIMIT, 32, "the document has more values than the node limit")                    \
    X(ERROR_MEMORY_LIMIT, 33, "the tree needs more memory than the memory limit")                  \
    X(ERROR_ARGUMENT, 40, "an argument is invalid")                                                \
    X(ERROR_KIND, 41, "the value has another kind")                                                \
    X(ERROR_RANGE, 42, "the number does not fit the requested type")                               \
    X(ERROR_MISSING, 43, "the member or element does not exist")                                   \
    X(ERROR_INDEX, 44, "the index is past the end of the array")                                   \
    X(ERROR_POINTER, 45, "malformed JSON Pointer")                                                 \
    X(ERROR_CYCLE, 46, "a value cannot be put below itself")                                       \
    X(ERROR_ATTACHED, 47, "the value already has a parent; remove it from there first")            \
    X(ERROR_NOT_FINITE, 48, "JSON has no infinity and no NaN")                                     \
    X(ERROR_FROZEN, 49, "the tree is frozen")                                                      \
    X(ERROR_OPERATION, 50, "the patch is not an array of operations")                              \
    X(ERROR_TEST, 51, "a test operation of the patch failed")                                      \
    X(ERROR_NULL, 52, "a merge patch cannot set a member to null")                                 \
    X(ERROR_SHAPE, 60, "the document does not have the structure of JSON:API")

/** The result of a call. */
typedef enum vox_status {
#define VOX_STATUS_ENUM(name, number, message) VOX_##name = number,
    VOX_STATUS_MAP(VOX_STATUS_ENUM)
#undef VOX_STATUS_ENUM
} vox_status;

/** The size of the JSON Pointer in an error, including the final NUL. */
#define VOX_ERROR_POINTER_SIZE 256

/** An error and its position. The caller owns the struct, and need not free any member. A function
 *  that fails writes all members of the struct. A function that succeeds does not write the struct.
 *
 *  Position: `offset` counts bytes from 0. `line` is 1 plus the number of line feeds
 *  before the offset. `column` is 1 plus the number of bytes since the last line feed, including
 *  the bytes of a byte order mark. The offset of the end of a text is the length of the text.
 *
 *  Functions report the error with the lowest offset. The offset of an error is the offset of the
 *  first byte that makes the text invalid, whatever follows this byte. Four kinds of errors are
 *  reported at another byte: a wrong escape at its backslash, ill-formed UTF-8 at the first byte of
 *  the sequence, nesting that is too deep at the bracket, and a repeated name at its opening quote.
 *
 *  `pointer` is the JSON Pointer (RFC 6901) of the innermost value that has begun and not
 *  ended at the offset. The pointer is NUL-terminated. The pointer is cut before the first segment
 *  that does not fit into the array or contains U+0000. `pointer_cut` is then true.
 *
 *  Most errors are about one text. The errors of vox_patch_apply and vox_merge_patch_apply are about
 *  two: `offset`, `line` and `column` are in the text of the patch, and `pointer` leads into the
 *  value that is patched. If one of the two was read lazily, and is not JSON, the error is about its
 *  text alone. */
typedef struct vox_error {
    vox_status status;                    /**< The status that the call returned. */
    size_t offset;                        /**< The number of bytes before the error. */
    size_t line;                          /**< The line, from 1. */
    size_t column;                        /**< The column, from 1, in bytes. */
    const char *message;                  /**< A static string; says more than
                                               vox_status_message. */
    bool pointer_cut;                     /**< True if `pointer` was cut, and leads to a container
                                               of the value. */
    char pointer[VOX_ERROR_POINTER_SIZE]; /**< A JSON Pointer into the document. */
    size_t limit;                         /**< The exceeded limit, such as the value of `max_depth`,
                                               when reading has failed with VOX_ERROR_…_LIMIT. 0 for
                                               all other errors, and if the limit is not known. */
    size_t spare[3];                      /**< 0. */
} vox_error;

/** Returns the name that a status has in this header, such as "VOX_ERROR_SYNTAX"; "VOX_UNKNOWN" for
 *  a number that is no status. The string is static. */
VOX_API const char *vox_status_name(vox_status status);

/** Returns the general message of a status. The string is static. */
VOX_API const char *vox_status_message(vox_status status);

/** A position in a text, counted as in vox_error. */
typedef struct vox_place {
    size_t offset; /**< The number of bytes before the position. */
    size_t line;   /**< The line, from 1; 0 means no position. */
    size_t column; /**< The column, from 1, in bytes. */
} vox_place;

/** Finds the line and the column of an offset in a text. Line and column count from 1, as in
 *  vox_error. An offset past the end of the text is on the last line, and its column goes on after
 *  the end of that line. O(offset).
 *
 *  NULL: text never; line, column allowed. */
VOX_API void vox_locate(vox_string text, size_t offset, size_t *line, size_t *column);

VOX_END

#endif
