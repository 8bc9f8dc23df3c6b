/* SPDX-License-Identifier: MIT */
/** A small harness: checks that count and print, groups of tests, notes that
 *  say which row of a table failed. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vox.h>

/** One test. A file ends in a table of its tests, so that a test nobody lists
 *  is an unused function and does not compile. */
typedef struct check_test {
    const char *name;
    void (*run)(void);
    const char *lines; /* the promises (docs/promises) that the test shows: "T02 T03" */
} check_test;

#define CHECK_TEST(function) CHECK_LINES(function, "")
#define CHECK_LINES(function, lines)                                                               \
    { #function, function, lines }
#define CHECK_END                                                                                  \
    { NULL, NULL, NULL }

/* Every check returns whether it held: `if (!CHECK(node)) return;` */
#define CHECK(condition) check_true((condition), __FILE__, __LINE__, #condition)
#define CHECK_SIZE(actual, expected)                                                               \
    check_size((size_t)(actual), (size_t)(expected), __FILE__, __LINE__, #actual)
#define CHECK_STATUS(actual, expected)                                                             \
    check_status((actual), (expected), __FILE__, __LINE__, #actual)
#define CHECK_OK(actual) CHECK_STATUS(actual, VOX_OK)
/** Compares a vox_string with a NUL-terminated text. */
#define CHECK_TEXT(actual, expected)                                                               \
    check_text((actual), vox_string_from_c(expected), __FILE__, __LINE__, #actual)
/** Compares a vox_string with a literal that may hold NUL. */
#define CHECK_BYTES(actual, literal)                                                               \
    check_text((actual), LITERAL(literal), __FILE__, __LINE__, #actual)
#define CHECK_STRING(actual, expected) check_text((actual), (expected), __FILE__, __LINE__, #actual)

/** A literal, NUL and all, as a vox_string. */
#define LITERAL(literal) ((vox_string){(literal), sizeof(literal) - 1})
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

bool check_true(bool held, const char *file, int line, const char *text);
bool check_size(size_t actual, size_t expected, const char *file, int line, const char *text);
bool check_status(
    vox_status actual, vox_status expected, const char *file, int line, const char *text
);
bool check_text(
    vox_string actual, vox_string expected, const char *file, int line, const char *text
);

/** How many checks have failed in the running test. */
size_t check_failures(void);

/** Sets the note that is printed with the next failures; NULL for none. */
void check_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Marks the running test as skipped, and says why. */
void check_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** True when VOX_QUICK is set: sweeps are shortened, for valgrind. */
bool check_quick(void);

/** Seconds of processor time that the program has taken. To be told, not to be checked:
 *  how much a machine does in a second is no business of a test (steps.h). */
double processor_seconds(void);

typedef struct check_group {
    const char *name;
    const check_test *tests;
} check_group;

/** Which tests run, and how. */
typedef struct check_plan {
    /* Of which a test's "group.name" contains one; without any, all run. */
    char **filters;
    int filter_count;
    /* A file, or NULL. Gets a row for each test: `passed`, `failed` or
     * `skipped`, its name, its lines, its seconds and its steps (steps.h), with
     * tabs between. */
    const char *report;
    /* A file, or NULL. Instead of the filters: its rows,
     * `SECONDS<tab>STEPS<tab>group.name`, are the tests that run, in that order.
     * A test that takes more processor time than its seconds kills the program.
     * A test that takes more than its steps fails, unless they are 0. The first
     * test that fails ends the program. */
    const char *order;
} check_plan;

/** Runs tests. Returns the code to exit with. */
int check_run(const check_group *groups, size_t count, const check_plan *plan);

#endif
