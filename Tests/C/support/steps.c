/* SPDX-License-Identifier: MIT */
#include "steps.h"

#include "check.h"

#include <inttypes.h>

static _Thread_local uint64_t steps;

uint64_t steps_counted(void) {
    return steps;
}

/* The core calls this at each step. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    steps++;
}

void steps_check_linear(const char *what, uint64_t (*run)(size_t size), size_t size) {
    size = check_quick() ? size / 4 : size;
    uint64_t small = run(size);
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    uint64_t large = run(4 * size);
    check_note(
        "%s: %" PRIu64 " steps for %zu, %" PRIu64 " for %zu", what, small, size, large, 4 * size
    );
    CHECK(small > size / 2); /* the steps are those of the core */
    CHECK(large < 6 * small);
    check_note(NULL);
}
