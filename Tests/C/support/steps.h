/* SPDX-License-Identifier: MIT */
/** Counting what the core does, for tests of growth: the count is the same on
 *  every machine, however busy, where a clock differs; only the seeds of hash
 *  tables make it vary from run to run, by less than a thousandth.
 *
 *  A step is a stretch of code without a branch, as the compiler marks it
 *  (STEPS in the Makefile); what libc does inside memcpy and the like is none. */
#ifndef STEPS_H
#define STEPS_H

#include <stddef.h>
#include <stdint.h>

/** The steps of this thread so far; 0 for ever when the core was not built to
 *  count them. */
uint64_t steps_counted(void);

/** Checks that `run`, which returns its steps, takes steps in proportion to the
 *  size: of four times the size less than six times, where a quadratic way
 *  takes sixteen. Of a quarter of the size in quick runs (check_quick). Marks the
 *  test as skipped where nothing is counted; the size is run all the same. */
void steps_check_linear(const char *what, uint64_t (*run)(size_t size), size_t size);

#endif
