/* SPDX-License-Identifier: MIT */
/** The fuzz targets, and how they take an input apart.
 *
 *  A target is a function that takes any bytes, does something with the core, and checks
 *  the outcome with the harness of the C tests (Tests/C/support/check.h). libFuzzer calls
 *  it by way of main.c, and the C tests by way of Tests/C/fuzz.c.
 *
 *  Where a target takes more than one text, the byte 0xFF stands between them, which no
 *  UTF-8 has: so every JSON text is an input of every target. */
#ifndef FUZZ_H
#define FUZZ_H

#include "check.h"

/** X(NAME): what void fuzz_NAME(vox_string input) is in targets/NAME.c. */
#define FUZZ_TARGETS(X)                                                                            \
    X(parse)                                                                                       \
    X(stream)                                                                                      \
    X(write)                                                                                       \
    X(edit)                                                                                        \
    X(pointer)                                                                                     \
    X(validate)                                                                                    \
    X(patch)                                                                                       \
    X(columns)                                                                                     \
    X(paths)                                                                                       \
    X(schemas)                                                                                     \
    X(memory)

#define FUZZ_DECLARE(name) void fuzz_##name(vox_string input);
FUZZ_TARGETS(FUZZ_DECLARE)
#undef FUZZ_DECLARE

/** Takes what stands in front of the next 0xFF, or all that is left. */
vox_string fuzz_field(vox_string *input);

/** Takes a byte; 0 when there is none left. */
uint8_t fuzz_byte(vox_string *input);

/** Takes a byte, for a number below `bound`, which is above 0. */
size_t fuzz_below(vox_string *input, size_t bound);

#endif
