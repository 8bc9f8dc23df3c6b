/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "check_allocator.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A broken loop must not print a million lines. */
#define PRINTED_FAILURES 12
#define PRINTED_BYTES 400

static struct {
    size_t failures; /* of the running test */
    bool skipped;
    char note[256];
} state;

/** Prints bytes so that a terminal and grep can read them. */
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
    printf("    skipped: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    state.skipped = true;
}

bool check_quick(void) {
    return getenv("VOX_QUICK") != NULL;
}

static bool selected(const char *name, int filter_count, char **filters) {
    for (int index = 0; index < filter_count; index++) {
        if (strstr(name, filters[index])) {
            return true;
        }
    }
    return filter_count == 0;
}

/** Runs one test; every one must give all memory back, with the right sizes. */
static void run_test(const char *name, void (*run)(void)) {
    state.failures = 0;
    state.skipped = false;
    check_note(NULL);
    check_allocator_reset(&check_memory);
    printf("%s\n", name);
    fflush(stdout);
    clock_t start = clock();
    run();
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    check_note("at the end of %s", name);
    check_allocator_verify(&check_memory);
    if (seconds > 1.0) {
        printf("    %.1f s\n", seconds);
    }
    if (state.failures > PRINTED_FAILURES) {
        printf("    and %zu more failures\n", state.failures - PRINTED_FAILURES);
    }
}

int check_run(
    const check_group *groups, size_t count, const char *report, int filter_count, char **filters
) {
    static const char *const words[] = {"passed", "failed", "skipped"};
    size_t counts[COUNT(words)] = {0};
    FILE *rows = report ? fopen(report, "w") : NULL;
    if (report && !rows) {
        perror(report);
        return 2;
    }
    for (size_t group = 0; group < count; group++) {
        for (const check_test *test = groups[group].tests; test->run; test++) {
            char name[128];
            snprintf(name, sizeof name, "%s.%s", groups[group].name, test->name);
            if (!selected(name, filter_count, filters)) {
                continue;
            }
            run_test(name, test->run);
            size_t result = state.failures ? 1 : state.skipped ? 2 : 0;
            counts[result]++;
            if (state.failures) {
                printf("    FAILED %s\n", name);
            }
            if (rows) {
                fprintf(rows, "%s\t%s\t%s\n", words[result], name, test->lines);
                fflush(rows); /* the next test may crash */
            }
        }
    }
    if (rows) {
        fclose(rows);
    }
    printf("%zu passed, %zu failed, %zu skipped\n", counts[0], counts[1], counts[2]);
    return counts[1] ? 1 : 0;
}
