/* SPDX-License-Identifier: MIT */
/** Runs the targets of the fuzzer on its seeds and on all inputs that it has found
 *  (Fuzz/README.md). Each file is an input of every target. */
#include "fuzz.h"

#include "check_allocator.h"
#include "tests.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static void run_all(const char *path, vox_string input) {
#define RUN(name)                                                                                  \
    check_note("%s, target " #name, path);                                                         \
    fuzz_##name(input);                                                                            \
    check_allocator_verify(&check_memory);
    FUZZ_TARGETS(RUN)
#undef RUN
    check_note(NULL);
}

/** The block is exactly as large as the file, as in the fuzzer. */
static void replay(const char *path) {
    FILE *file = fopen(path, "rb");
    check_note("%s", path);
    if (!CHECK(file != NULL)) {
        return;
    }
    char *room = malloc(1 << 20), *bytes = NULL;
    size_t length = room ? fread(room, 1, 1 << 20, file) : 0;
    (void)fclose(file);
    bytes = malloc(length ? length : 1);
    if (CHECK(room && bytes)) {
        memcpy(bytes, room, length);
        run_all(path, (vox_string){bytes, length});
    }
    free(bytes);
    free(room);
}

static size_t replay_all(const char *folder) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    size_t replayed = 0;
    for (int index = 0; index < count; index++) {
        const char *name = entries[index]->d_name;
        if (name[0] != '.') {
            char path[1024];
            (void)snprintf(path, sizeof path, "%s/%s", folder, name);
            replay(path);
            replayed++;
        }
        free(entries[index]);
    }
    free(entries);
    return replayed;
}

static void seeds(void) {
    CHECK(replay_all("Fuzz/seeds") > 0);
}

static void regressions(void) {
    CHECK(replay_all("Fuzz/regressions") > 0);
}

static void nothing(void) {
    run_all("the empty input", (vox_string){"", 0});
    run_all("a separator", LITERAL("\xFF"));
}

const check_test fuzz_tests[] = {
    CHECK_TEST(nothing),
    CHECK_TEST(seeds),
    CHECK_TEST(regressions),
    CHECK_END,
};
