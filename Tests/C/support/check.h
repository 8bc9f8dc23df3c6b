/* SPDX-License-Identifier: MIT */
/** A small test harness: checks that count and print failures, groups of tests, and notes that
 *  name the row of a table that failed. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vox.h>

/** One test. Each file ends in a table of its tests. A test that is missing in the table is an
 *  unused function and does not compile. */
typedef struct check_test {
    const char *name;
    void (*run)(void);
    const char *lines; /* the promises (docs/promises) that the test shows, such as "T02 T03" */
} check_test;

#define CHECK_TEST(function) CHECK_LINES(function, "")
#define CHECK_LINES(function, lines)                                                               \
    { #function, function, lines }
#define CHECK_END                                                                                  \
    { NULL, NULL, NULL }

/* Every check returns true when it holds: `if (!CHECK(node)) return;` */
#define CHECK(condition) check_true((condition), __FILE__, __LINE__, #condition)
#define CHECK_SIZE(actual, expected)                                                               \
    check_size((size_t)(actual), (size_t)(expected), __FILE__, __LINE__, #actual)
#define CHECK_STATUS(actual, expected)                                                             \
    check_status((actual), (expected), __FILE__, __LINE__, #actual)
#define CHECK_OK(actual) CHECK_STATUS(actual, VOX_OK)
/** Compares a vox_string with a NUL-terminated text. */
#define CHECK_TEXT(actual, expected)                                                               \
    check_text((actual), vox_string_from_c(expected), __FILE__, __LINE__, #actual)
/** Compares a vox_string with a literal that may contain NUL. */
#define CHECK_BYTES(actual, literal)                                                               \
    check_text((actual), LITERAL(literal), __FILE__, __LINE__, #actual)
#define CHECK_STRING(actual, expected) check_text((actual), (expected), __FILE__, __LINE__, #actual)

/** Makes a vox_string from a literal, including NULs. */
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

/** Returns the number of failed checks in the running test. */
size_t check_failures(void);

/** Sets a note that is printed with the next failures; NULL removes it. */
void check_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Marks the running test as skipped, and prints the reason. */
void check_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Returns true when VOX_QUICK is set. Tests then make fewer repetitions, for valgrind. */
bool check_quick(void);

/** Returns the seconds of processor time that the program has used. The time is for reports
 *  only. Tests do not check it, because it depends on the machine; they count steps instead
 *  (steps.h). */
double processor_seconds(void);

typedef struct check_group {
    const char *name;
    const check_test *tests;
} check_group;

/** Which tests run, and how. */
typedef struct check_plan {
    /* The filters. A test runs if its "group.name" contains one of them; without filters, all
     * tests run. */
    char **filters;
    int filter_count;
    /* A file for the report, or NULL. The report has a row for each test, with tabs between the
     * columns: `passed`, `failed` or `skipped`, the name, the lines, the seconds, the steps
     * (steps.h), the requests and the most bytes of check_memory, and why it was skipped, if it
     * was. */
    const char *report;
    /* A file with the order of the tests, or NULL. If there is one, the filters are not used.
     * Its rows are `SECONDS<tab>group.name`. These tests run, in that order. A test that uses more
     * processor time than its seconds kills the program. The first test that fails ends it. */
    const char *order;
} check_plan;

/** Runs tests. Returns the exit code. */
int check_run(const check_group *groups, size_t count, const check_plan *plan);

#endif
