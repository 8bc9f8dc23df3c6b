/* SPDX-License-Identifier: MIT */
/** Documents of every kind that keep all rules, of sizes drawn by lot. */
#ifndef VALID_DOCUMENTS_H
#define VALID_DOCUMENTS_H

#include <vox.h>

typedef enum base_kind {
    COMPOUND,
    ERRORS,
    NEW,
    CHANGED,
    LINKAGE
} base_kind;

typedef struct base_document {
    char text[65536];
    size_t length;
    size_t primary, included, errors;
} base_document;

/** Makes a document of that kind, in which ' stands for ". Primary resources link
 *  the first included one, which links the second, and so on. */
void valid_document(base_document *base, base_kind kind, uint64_t *seed);

/** What each kind is meant to be. */
extern const vox_profile valid_profiles[];

#endif
