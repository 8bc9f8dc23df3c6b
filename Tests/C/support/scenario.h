/* SPDX-License-Identifier: MIT */
/** A sequence of steps through the whole interface, for the out-of-memory sweep. Each step does
 *  one thing and returns its status. A step that succeeds has checked its result. */
#ifndef SCENARIO_H
#define SCENARIO_H

#include "check_allocator.h"

typedef struct scenario {
    vox_tree *tree;  /* the tree that the steps use; NULL before the first step */
    vox_tree *other; /* a second tree, from which nodes are copied */
    vox_node *kept;  /* a detached node */
} scenario;

typedef struct scenario_step {
    const char *name;
    vox_status (*run)(scenario *self);
    /** The functions of the step cannot report missing memory, so the step must succeed. */
    bool cannot_fail;
} scenario_step;

extern const scenario_step scenario_steps[];
extern const size_t scenario_step_count;

#endif
