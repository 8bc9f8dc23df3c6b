/* SPDX-License-Identifier: MIT */
/** Reads one text in several ways and compares the results. */
#ifndef COMPARING_H
#define COMPARING_H

#include "check.h"

typedef struct reading {
    vox_options options;
    vox_tree *tree;
    vox_error error;
    vox_status status;
} reading;

reading read_as(vox_string text, vox_mode mode, size_t depth, bool strict);
void check_same_error(const vox_error *left, const vox_error *right);
void check_same_output(vox_tree *left, vox_tree *right);
/** Compares children, names, offsets and marks, node by node. */
void check_same_nodes(vox_tree *left, vox_tree *right);
/** Returns false for a core that was built without yajl. */
bool has_yajl(void);
/** Reads a text eagerly and lazily, and compares the results with yajl alone. */
void check_reading(vox_string text, size_t depth, bool strict);

#endif
