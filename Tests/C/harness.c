/* SPDX-License-Identifier: MIT */
/** The program that runs the tests: which tests it skips, which it fails, and their order. */
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT 4096

/** Runs this program again, with VOX_EMULATOR if the program is for another processor. Returns
 *  the exit code, or -1, and the output. */
static int run_again(const char *environment, const char *arguments, char output[OUTPUT]) {
    char program[1024], command[2048];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (!CHECK(length > 0)) {
        return -1;
    }
    program[length] = '\0';
    snprintf(
        command, sizeof command, "env %s $VOX_EMULATOR '%s' %s 2>&1", environment, program,
        arguments
    );
    FILE *pipe = popen(command, "r");
    if (!CHECK(pipe != NULL)) {
        return -1;
    }
    size_t got = fread(output, 1, OUTPUT - 1, pipe);
    output[got] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/** Without corpora a test is skipped and the run passes, but if VOX_CORPORA names a folder, the
 *  test fails. */
static void missing_corpora(void) {
    static const struct {
        const char *environment, *last;
        int code;
    } rows[] = {
        {"-u VOX_CORPORA -C /", "0 passed, 0 failed, 1 skipped\n", 0},
        {"VOX_CORPORA=", "0 passed, 0 failed, 1 skipped\n", 0},
        {"CI=true VOX_CORPORA=", "0 passed, 0 failed, 1 skipped\n", 0},
        {"VOX_CORPORA=/nowhere", "0 passed, 1 failed, 0 skipped\n", 1},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        char output[OUTPUT];
        check_note("%s", rows[row].environment);
        CHECK_SIZE(
            run_again(rows[row].environment, "suite.accepts_the_valid", output), rows[row].code
        );
        CHECK(strstr(output, rows[row].last) != NULL);
    }
}

/** Writes an order to a temporary file and runs it. */
static int run_ordered(const char *order, char output[OUTPUT]) {
    char path[] = "/tmp/vox-order-XXXXXX", arguments[64];
    int file = mkstemp(path);
    size_t length = strlen(order);
    if (!CHECK(file >= 0) || !CHECK(write(file, order, length) == (ssize_t)length)) {
        return -1;
    }
    close(file);
    snprintf(arguments, sizeof arguments, "--order %s", path);
    int code = run_again("VOX_CORPORA=/nowhere", arguments, output);
    unlink(path);
    return code;
}

/** Only the tests of an order run, in that order, up to the first that fails. */
static void ordered(void) {
    char output[OUTPUT];
    CHECK_SIZE(run_ordered("9\treading.integers\n9\treading.kinds\n", output), 0);
    CHECK_TEXT(
        vox_string_from_c(output),
        "reading.integers\nreading.kinds\n2 passed, 0 failed, 0 skipped\n"
    );
    CHECK_SIZE(run_ordered("9\tsuite.accepts_the_valid\n9\treading.kinds\n", output), 1);
    CHECK(strstr(output, "0 passed, 1 failed, 0 skipped\n") != NULL);
    CHECK_SIZE(run_ordered("9\treading.kinds\n9\treading.nothing\n", output), 2);
    CHECK(strstr(output, "there is no test reading.nothing\n") != NULL);
}

const check_test harness_tests[] = {
    CHECK_TEST(missing_corpora),
    CHECK_TEST(ordered),
    CHECK_END,
};
