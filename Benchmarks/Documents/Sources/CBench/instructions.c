/* SPDX-License-Identifier: MIT */
#include <bench.h>

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_counter(void) {
    struct perf_event_attr event = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof event,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
}

uint64_t bench_instructions(void) {
    static _Thread_local int counter = -2;
    if (counter == -2) {
        counter = open_counter();
    }
    uint64_t count = 0;
    if (counter < 0 || read(counter, &count, sizeof count) != (ssize_t)sizeof count) {
        return 0;
    }
    return count;
}
