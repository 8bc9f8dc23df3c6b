/* SPDX-License-Identifier: MIT */
/** Short functions that validate in tests, and describe the findings. */
#ifndef VALIDATION_H
#define VALIDATION_H

#include "document.h"

#define FOUND_MOST 8

/** The findings of a validation. All are counted, and the first ones are kept. */
typedef struct found_findings {
    vox_tree *tree;
    size_t count;
    size_t errors;
    size_t by_rule[200];
    vox_finding findings[FOUND_MOST];
    size_t stop_at; /* refuse the finding with this number, from 1; 0: refuse no finding */
} found_findings;

/** Validates; the status must be VOX_OK. */
found_findings validation_run(vox_tree *tree, const vox_validation *options);

/** Validates, and returns the status. */
vox_status validation_try(vox_tree *tree, const vox_validation *options, found_findings *found);

/** Parses a text with ' instead of ". */
vox_tree *validation_document(const char *text);

/** Checks that the only finding has this rule and this pointer. With rule 0, checks that there
 *  is no finding. */
void validation_check(
    const char *text, const vox_validation *options, unsigned rule, vox_severity severity,
    const char *pointer
);

#endif
