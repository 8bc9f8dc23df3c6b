/* SPDX-License-Identifier: MIT */
/** One long walk through the whole interface, step by step, for the
 *  out-of-memory sweep. A step does one thing and returns its status; a step
 *  that succeeds has checked its own result. */
#ifndef SCENARIO_H
#define SCENARIO_H

#include "check_allocator.h"

typedef struct scenario {
    vox_tree *tree;  /* what is worked on; NULL before the first step */
    vox_tree *other; /* a second tree, to copy from */
    vox_node *kept;  /* a detached node */
} scenario;

typedef struct scenario_step {
    const char *name;
    vox_status (*run)(scenario *self);
    /** The step has no way to report a lack of memory, so it must succeed. */
    bool cannot_fail;
} scenario_step;

extern const scenario_step scenario_steps[];
extern const size_t scenario_step_count;

#endif
