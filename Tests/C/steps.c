/* SPDX-License-Identifier: MIT */
#include "steps.h"

static _Thread_local uint64_t steps;

uint64_t steps_counted(void) {
    return steps;
}

/* Called by the core at each step. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    steps++;
}
