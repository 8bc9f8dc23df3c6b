/* SPDX-License-Identifier: MIT */
/** Definitions that all other headers use: export marks, the version, and strings.
 *
 *  The line `NULL:` in the comment of a function says what the function does when an argument is
 *  NULL. If the comment of a function does not name an argument, the line `NULL:` at the beginning
 *  of the header has the rule for the argument. In the lines `NULL:`, the following words mean:
 *
 *      allowed   the function uses the default, writes no output, or does nothing
 *      neutral   the function returns the result for a missing value: VOX_ABSENT, false, NULL,
 *                0, an empty string, VOX_ERROR_MISSING
 *      VOX_…     the function returns that status and changes nothing
 *      never     the program must not pass NULL, and the function does not check for NULL; a core
 *                that is built with the macro VOX_ARMOR checks for NULL, and returns
 *                VOX_ERROR_ARGUMENT or the neutral result
 *
 *  In every function, a vox_string with `bytes` NULL and `length` 0 is the empty string. If `bytes`
 *  is NULL and `length` is not 0, the rule `never` applies to the vox_string. */
#ifndef VOX_BASE_H
#define VOX_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__STDC_HOSTED__) && !__STDC_HOSTED__
#define VOX_LIBC_(function) __builtin_##function
#else
#include <string.h>
/** Helps to call a function of the C library, which has no headers in a freestanding program. */
#define VOX_LIBC_(function) function
#endif

#ifdef __cplusplus
#define VOX_BEGIN extern "C" {
#define VOX_END }
#else
#define VOX_BEGIN /**< Begins declarations, with C linkage in C++. */
#define VOX_END   /**< Ends declarations. */
#endif

/** Marks each function that the library exports. */
#if defined(__GNUC__) || defined(__clang__)
#define VOX_API __attribute__((visibility("default")))
#else
#define VOX_API
#endif

/** The version of these headers. vox_version() returns the version of the library at run time. */
#define VOX_VERSION_MAJOR 0
#define VOX_VERSION_MINOR 1 /**< See VOX_VERSION_MAJOR. */
#define VOX_VERSION_PATCH 0 /**< See VOX_VERSION_MAJOR. */

/** Helps to define VOX_VERSION. */
#define VOX_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
/** Helps to define VOX_VERSION. */
#define VOX_VERSION_TEXT(major, minor, patch) VOX_VERSION_TEXT_(major, minor, patch)
/** The version as a string, "0.1.0". */
#define VOX_VERSION VOX_VERSION_TEXT(VOX_VERSION_MAJOR, VOX_VERSION_MINOR, VOX_VERSION_PATCH)
/** The version as a number for comparisons in the preprocessor: 100 for 0.1.0. */
#define VOX_VERSION_NUMBER (VOX_VERSION_MAJOR * 10000 + VOX_VERSION_MINOR * 100 + VOX_VERSION_PATCH)

VOX_BEGIN

/* Structs that may grow
 *
 * A program that was compiled with these headers works with later libraries of the same soname.
 * The compiled program also works with an earlier library of the same soname, as long as the
 * earlier library has everything that the program uses.
 *
 * The caller fills in vox_options, vox_stream_options, vox_columns_options and vox_validation. Each
 * of these structs begins with `size`: the size of the struct in the headers of the caller.
 * vox_…_default() sets `size`. A `size` of 0 means the struct of version 0.1.0, so a struct of zeros
 * has all defaults. Members that the caller's struct does not have count as 0. Members that the
 * library does not have must be 0: for another value the library returns VOX_ERROR_ARGUMENT. The
 * library also returns VOX_ERROR_ARGUMENT for a `size` that no version has, and for an unknown value
 * of an enumeration, in one of these structs or as an argument.
 *
 * The library fills in vox_error, vox_memory, vox_item, vox_finding, vox_document_report and
 * vox_columns_counts. The caller need not initialize these structs. The library writes 0 into the
 * `spare` words of these structs until a later version uses the words as members. So a program reads
 * 0 from a member that is newer than the library. The caller and the library both write vox_buffer
 * and vox_piece, and the caller must set their `spare` words to 0.
 *
 * All other structs keep their layout. docs/abi.md in the sources has the rules for maintainers. */

/** A string: UTF-8 bytes that the struct does not own. The bytes may contain NUL, and are not
 *  NUL-terminated. `bytes` may be NULL only when `length` is 0. */
typedef struct vox_string {
    const char *bytes; /**< The first byte. */
    size_t length;     /**< The number of bytes. */
} vox_string;

/** Returns a NUL-terminated string as a vox_string, without a copy.
 *
 *  NULL: text neutral. */
static inline vox_string vox_string_from_c(const char *text) {
    vox_string string = {text, text ? VOX_LIBC_(strlen)(text) : 0};
    return string;
}

/** Returns true when both strings have the same bytes. */
static inline bool vox_string_equal(vox_string left, vox_string right) {
    return left.length == right.length &&
           (left.length == 0 || VOX_LIBC_(memcmp)(left.bytes, right.bytes, left.length) == 0);
}

/** Returns the version of the library, such as "0.1.0". The string is static. */
VOX_API const char *vox_version(void);

VOX_END

#endif
