/* SPDX-License-Identifier: MIT */
/** Counts the steps of the core, for tests of growth. Unlike time, the count does not depend on
 *  the machine and its load. Only the seeds of hash tables change it from run to run, by less
 *  than a thousandth.
 *
 *  A step is a stretch of code without a branch, as the compiler marks it (STEPS in the
 *  Makefile). Functions of the C library, such as memcpy, count as no step. */
#ifndef STEPS_H
#define STEPS_H

#include <stddef.h>
#include <stdint.h>

/** Returns the steps of this thread so far. Returns always 0 when the core was not built to
 *  count steps. */
uint64_t steps_counted(void);

/** Checks that the steps of `run`, which returns them, are in proportion to the size: for four
 *  times the size, fewer than six times the steps. A quadratic algorithm takes sixteen times the
 *  steps. In quick runs (check_quick) the size is a quarter. When steps are not counted, the
 *  test still runs, and is marked as skipped. */
void steps_check_linear(const char *what, uint64_t (*run)(size_t size), size_t size);

#endif
