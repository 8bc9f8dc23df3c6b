/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "check_allocator.h"
#include "steps.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

/* Prevents a broken loop from printing a million lines. */
#define PRINTED_FAILURES 12
#define PRINTED_BYTES 400

static struct {
    size_t failures; /* failures of the running test */
    bool skipped;
    char reason[128]; /* why it was skipped */
    char note[256];
} state;

/** Prints bytes in a form that a terminal and grep can read. */
static void print_bytes(const char *bytes, size_t length) {
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)bytes[index];
        if (byte >= 0x20 && byte < 0x7F) {
            putchar(byte);
        } else {
            printf("\\x%02X", byte);
        }
    }
}

static bool failed(const char *file, int line, const char *text) {
    state.failures++;
    if (state.failures > PRINTED_FAILURES) {
        return false;
    }
    printf("%s:%d: failed: %s", file, line, text);
    if (state.note[0]) {
        printf(" [");
        print_bytes(state.note, strlen(state.note));
        printf("]");
    }
    printf("\n");
    return true;
}

static void print_text(const char *label, vox_string text) {
    size_t shown = text.length < PRINTED_BYTES ? text.length : PRINTED_BYTES;
    printf("    %s (%zu bytes): ", label, text.length);
    print_bytes(text.bytes, shown);
    printf("%s\n", shown < text.length ? "..." : "");
}

bool check_true(bool held, const char *file, int line, const char *text) {
    if (!held) {
        failed(file, line, text);
    }
    return held;
}

bool check_size(size_t actual, size_t expected, const char *file, int line, const char *text) {
    if (actual != expected && failed(file, line, text)) {
        printf("    is %zu, should be %zu\n", actual, expected);
    }
    return actual == expected;
}

bool check_status(
    vox_status actual, vox_status expected, const char *file, int line, const char *text
) {
    if (actual != expected && failed(file, line, text)) {
        printf("    is %s, ", vox_status_name(actual));
        printf("should be %s\n", vox_status_name(expected));
    }
    return actual == expected;
}

bool check_text(
    vox_string actual, vox_string expected, const char *file, int line, const char *text
) {
    bool equal = vox_string_equal(actual, expected);
    if (!equal && failed(file, line, text)) {
        print_text("is       ", actual);
        print_text("should be", expected);
    }
    return equal;
}

size_t check_failures(void) {
    return state.failures;
}

void check_note(const char *format, ...) {
    state.note[0] = '\0';
    if (format) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(state.note, sizeof state.note, format, arguments);
        va_end(arguments);
    }
}

void check_skip(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(state.reason, sizeof state.reason, format, arguments);
    va_end(arguments);
    printf("    skipped: %s\n", state.reason);
    state.skipped = true;
}

bool check_quick(void) {
    return getenv("VOX_QUICK") != NULL;
}

double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static const char *const words[] = {"passed", "failed", "skipped"};

/** A running run. */
typedef struct check_runner {
    size_t counts[COUNT(words)];
    FILE *rows; /* the report, or NULL */
} check_runner;

/** Runs one test. A test must free all memory, with the right sizes. */
static void run_test(check_runner *runner, const char *name, const check_test *test) {
    state.failures = 0;
    state.skipped = false;
    check_note(NULL);
    check_allocator_reset(&check_memory);
    printf("%s\n", name);
    fflush(stdout);
    const double start = processor_seconds();
    const uint64_t first = steps_counted();
    test->run();
    const uint64_t steps = steps_counted() - first;
    const double seconds = processor_seconds() - start;
    check_note("at the end of %s", name);
    check_allocator_verify(&check_memory);
    if (seconds > 1.0) {
        printf("    %.1f s\n", seconds);
    }
    if (state.failures > PRINTED_FAILURES) {
        printf("    and %zu more failures\n", state.failures - PRINTED_FAILURES);
    }
    if (state.failures) {
        printf("    FAILED %s\n", name);
    }
    size_t result = state.failures ? 1 : state.skipped ? 2 : 0;
    runner->counts[result]++;
    if (runner->rows) {
        fprintf(
            runner->rows, "%s\t%s\t%s\t%.3f\t%" PRIu64 "\t%zu\t%zu%s%s\n", words[result], name,
            test->lines, seconds, steps, check_memory.calls, check_memory.peak,
            result == 2 ? "\t" : "", result == 2 ? state.reason : ""
        );
        fflush(runner->rows); /* because the next test may crash */
    }
}

static bool selected(const char *name, const check_plan *plan) {
    for (int index = 0; index < plan->filter_count; index++) {
        if (strstr(name, plan->filters[index])) {
            return true;
        }
    }
    return plan->filter_count == 0;
}

typedef char check_name[128];

static void full_name(check_name name, const check_group *group, const check_test *test) {
    snprintf(name, sizeof(check_name), "%s.%s", group->name, test->name);
}

static void run_selected(
    check_runner *runner, const check_group *groups, size_t count, const check_plan *plan
) {
    check_name name;
    for (size_t group = 0; group < count; group++) {
        for (const check_test *test = groups[group].tests; test->run; test++) {
            full_name(name, &groups[group], test);
            if (selected(name, plan)) {
                run_test(runner, name, test);
            }
        }
    }
}

static const check_test *test_named(const check_group *groups, size_t count, const char *wanted) {
    check_name name;
    for (size_t group = 0; group < count; group++) {
        for (const check_test *test = groups[group].tests; test->run; test++) {
            full_name(name, &groups[group], test);
            if (strcmp(name, wanted) == 0) {
                return test;
            }
        }
    }
    return NULL;
}

/** Returns false when the file of the order cannot be read, or names an unknown test. */
static bool run_ordered(
    check_runner *runner, const check_group *groups, size_t count, const char *order
) {
    FILE *file = fopen(order, "r");
    if (!file) {
        perror(order);
        return false;
    }
    check_name name;
    unsigned seconds;
    bool known = true;
    while (known && !runner->counts[1] && fscanf(file, "%u\t%127s", &seconds, name) == 2) {
        const check_test *test = test_named(groups, count, name);
        known = test != NULL;
        if (known) {
            /* The signal ends the program, because a test that loops forever cannot be stopped
             * safely. */
            setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = seconds}}, NULL);
            run_test(runner, name, test);
        } else {
            fprintf(stderr, "%s: there is no test %s\n", order, name);
        }
    }
    fclose(file);
    return known;
}

int check_run(const check_group *groups, size_t count, const check_plan *plan) {
    check_runner runner = {.rows = plan->report ? fopen(plan->report, "w") : NULL};
    if (plan->report && !runner.rows) {
        perror(plan->report);
        return 2;
    }
    bool known = true;
    if (plan->order) {
        known = run_ordered(&runner, groups, count, plan->order);
    } else {
        run_selected(&runner, groups, count, plan);
    }
    if (runner.rows) {
        fclose(runner.rows);
    }
    printf(
        "%zu passed, %zu failed, %zu skipped\n", runner.counts[0], runner.counts[1],
        runner.counts[2]
    );
    return !known ? 2 : runner.counts[1] ? 1 : 0;
}
