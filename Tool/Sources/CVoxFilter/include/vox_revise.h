/* SPDX-License-Identifier: MIT */
/** The commands `vox patch` and `vox merge` without their command lines.
 *
 *      vox_revise_new(…)      takes the patch
 *      vox_revise_file(…)     reads one file and writes it with the patch applied to each record
 *      vox_revise_free(…) */
#ifndef VOX_REVISE_H
#define VOX_REVISE_H

#include "vox_filter.h"

/** The kind of a patch. */
typedef enum vox_revise_kind {
    VOX_REVISE_PATCH = 0, /**< RFC 6902 */
    VOX_REVISE_MERGE = 1  /**< RFC 7386 */
} vox_revise_kind;

typedef struct vox_revise_options {
    vox_revise_kind kind;
    vox_filter_fault fault;
    size_t max_record; /**< The maximum bytes of a record. */
    bool lazy;         /**< Leave values unread that the patch does not touch. */
    int descriptor;    /**< The output. */
} vox_revise_options;

typedef struct vox_revise vox_revise;

/** Creates a filter with a patch that is JSON text, which the filter does not keep. Returns
 *  VOX_FILTER_WRONG for other text.
 *
 *  Ownership: free with vox_revise_free. */
vox_filter_outcome vox_revise_new(
    const vox_revise_options *options, const char *patch, size_t length, vox_revise **revise
);

/** Frees the filter. NULL is accepted. */
void vox_revise_free(vox_revise *revise);

/** Reads a file to its end and writes its records with the patch applied. Values that the patch
 *  does not touch, white space and line ends included, are written byte for byte as they were
 *  read. */
vox_filter_outcome vox_revise_file(
    vox_revise *revise, const char *name, int descriptor, vox_filter_input input
);

/** Returns how many records could not be read or patched. */
uint64_t vox_revise_faults(const vox_revise *revise);

#endif
