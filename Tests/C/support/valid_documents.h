/* SPDX-License-Identifier: MIT */
/** Valid documents of every kind and of random size. */
#ifndef VALID_DOCUMENTS_H
#define VALID_DOCUMENTS_H

#include <vox.h>

typedef enum base_kind {
    COMPOUND,
    ERRORS,
    NEW,
    CHANGED,
    LINKAGE,
    OPERATIONS, /* at least seven: see put_operations */
    RESULTS
} base_kind;

typedef struct base_document {
    char text[65536];
    size_t length;
    size_t primary, included, errors;
} base_document;

/** Makes a document of this kind, with ' instead of ". Primary resources link to the first
 *  included resource, which links to the second, and so on. */
void valid_document(base_document *base, base_kind kind, uint64_t *seed);

/** The profile of each kind. */
extern const vox_profile valid_profiles[];

#endif
