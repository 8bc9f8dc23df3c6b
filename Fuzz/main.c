/* SPDX-License-Identifier: MIT */
/** What libFuzzer calls, for the target that FUZZ_TARGET names. An input on which a check
 *  fails, or that leaves memory allocated, ends the program. */
#include "check_allocator.h"
#include "fuzz.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>

/* libFuzzer takes the marks by which steps are counted. */
uint64_t steps_counted(void) {
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    check_allocator_reset(&check_memory);
    FUZZ_TARGET((vox_string){(const char *)bytes, length});
    check_allocator_verify(&check_memory);
    if (check_failures()) {
        (void)fflush(stdout);
        abort();
    }
    return 0;
}
