/* SPDX-License-Identifier: MIT */
/** Readings of one text in several ways, to be compared. */
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
/** Children, names, offsets and marks, node by node. */
void check_same_nodes(vox_tree *left, vox_tree *right);
/** False for a core that was built without yajl. */
bool has_yajl(void);
/** Eagerly and lazily, against what yajl makes of it alone. */
void check_reading(vox_string text, size_t depth, bool strict);

#endif
