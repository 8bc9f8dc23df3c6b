/* SPDX-License-Identifier: MIT */
/** Short ways to validate in tests, and to say what is found. */
#ifndef VALIDATION_H
#define VALIDATION_H

#include "document.h"

#define FOUND_MOST 8

/** What a validation found; the first findings in full, all of them counted. */
typedef struct found_findings {
    vox_tree *tree;
    size_t count;
    size_t errors;
    size_t by_rule[200];
    vox_finding findings[FOUND_MOST];
    size_t stop_at; /* refuse that finding, counted from 1; 0: none */
} found_findings;

/** Validates; the status must be VOX_OK. */
found_findings validation_run(vox_tree *tree, const vox_validation *options);

/** The same, whatever the status. */
vox_status validation_try(vox_tree *tree, const vox_validation *options, found_findings *found);

/** Parses a text in which ' stands for ". */
vox_tree *validation_document(const char *text);

/** Checks that there is one finding, of this rule at this pointer; for rule 0
 *  that there is none. */
void validation_check(
    const char *text, const vox_validation *options, unsigned rule, vox_severity severity,
    const char *pointer
);

#endif
