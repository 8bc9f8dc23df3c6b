/* SPDX-License-Identifier: MIT */
/** What every other header uses: export marks, the version, and text.
 *
 *  What a function does with NULL stands behind the word `NULL:` in its comment, else at the
 *  head of its header, by the names of the arguments and in these words:
 *
 *      allowed   it stands for nothing: the default, an output that nobody wants, no work
 *      neutral   the call answers as for a value that is not there: VOX_ABSENT, false, NULL,
 *                0, empty text, VOX_ERROR_MISSING
 *      VOX_…     the call is refused with that status, and changes nothing
 *      never     a mistake in the program, which costs no check; a core built with the macro
 *                VOX_ARMOR refuses it with VOX_ERROR_ARGUMENT, or a neutral answer
 *
 *  Text (vox_string) with NULL for its bytes and a length of 0 is the empty text, everywhere;
 *  with a length it is `never`. */
#ifndef VOX_BASE_H
#define VOX_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#define VOX_BEGIN extern "C" {
#define VOX_END }
#else
#define VOX_BEGIN /**< Before declarations: for C++ they are those of C. */
#define VOX_END   /**< Behind them. */
#endif

/** Before each function of the library: it is exported. */
#if defined(__GNUC__) || defined(__clang__)
#define VOX_API __attribute__((visibility("default")))
#else
#define VOX_API
#endif

/** The version this header belongs to. Compare with vox_version(), which is
 *  that of the library at run time. */
#define VOX_VERSION_MAJOR 0
#define VOX_VERSION_MINOR 1 /**< See VOX_VERSION_MAJOR. */
#define VOX_VERSION_PATCH 0 /**< See VOX_VERSION_MAJOR. */

/** What VOX_VERSION is made with. */
#define VOX_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
/** What VOX_VERSION is made with. */
#define VOX_VERSION_TEXT(major, minor, patch) VOX_VERSION_TEXT_(major, minor, patch)
/** The same as text, "0.1.0". */
#define VOX_VERSION VOX_VERSION_TEXT(VOX_VERSION_MAJOR, VOX_VERSION_MINOR, VOX_VERSION_PATCH)
/** The same as a number, 100 for 0.1.0, for comparisons by the preprocessor. */
#define VOX_VERSION_NUMBER (VOX_VERSION_MAJOR * 10000 + VOX_VERSION_MINOR * 100 + VOX_VERSION_PATCH)

VOX_BEGIN

/* Structs that may grow
 *
 * A program compiled with these headers works with later libraries of the same soname, and with
 * earlier ones as far as it uses nothing newer.
 *
 * Structs that the caller fills in (vox_options, vox_stream_options, vox_validation) begin with
 * `size`, the bytes that the caller's compiler knows; vox_…_default() sets it, and 0 is the struct
 * of version 0.1.0, so that all zero means all defaults. Members that a caller does not have count
 * as 0. Members that the library does not have must be 0: what it cannot do is refused with
 * VOX_ERROR_ARGUMENT, as is a size that no version has, and never ignored. So is a number of an
 * enumeration that the library does not know, in such a struct or as an argument.
 *
 * Structs that the library fills in (vox_error, vox_memory, vox_item, vox_finding,
 * vox_document_report) need no preparation. Their `spare` words are written as 0 until a version
 * gives them a meaning; filled in by a library before that, such a member is 0. Those of
 * vox_buffer, which both write, must be 0.
 *
 * All other structs stay as they are. docs/abi.md of the sources has the rules for those who
 * change them. */

/** A run of bytes that somebody else owns. Text is UTF-8, may contain NUL and
 *  is not NUL-terminated. `bytes` may be NULL only when `length` is 0. */
typedef struct vox_string {
    const char *bytes; /**< The first of them. */
    size_t length;     /**< How many. */
} vox_string;

/** Wraps a NUL-terminated text without copying it.
 *
 *  NULL: text neutral. */
static inline vox_string vox_string_from_c(const char *text) {
    vox_string string = {text, text ? strlen(text) : 0};
    return string;
}

/** True when both hold the same bytes. */
static inline bool vox_string_equal(vox_string left, vox_string right) {
    return left.length == right.length &&
           (left.length == 0 || memcmp(left.bytes, right.bytes, left.length) == 0);
}

/** The version of the library, as "0.1.0". Static text. */
VOX_API const char *vox_version(void);

VOX_END

#endif
