/* SPDX-License-Identifier: MIT */
/** The cost of checking UTF-8, in counted steps (steps.h). building.c and check_text.c test
 *  which texts are UTF-8. */
#include "base/utf8.h"

#include "steps.h"
#include "tests.h"

#define LENGTH ((size_t)6000)

/** Returns the steps of checking `first` and 6000 letters after it. */
static size_t steps_of(const char *first) {
    char text[LENGTH + 16];
    const size_t before = strlen(first);
    memcpy(text, first, before);
    memset(text + before, 'a', LENGTH);
    const uint64_t steps = steps_counted();
    CHECK(vox__utf8_valid((vox_string){text, before + LENGTH}));
    return (size_t)(steps_counted() - steps);
}

/** ASCII is checked several bytes at a time, also after other characters. */
static void words_of_ascii(void) {
    const size_t ascii = steps_of(""), behind = steps_of("\xC3\xA9");
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note("%zu and %zu steps", ascii, behind);
    CHECK(ascii < LENGTH / 4);
    CHECK(behind < ascii + 200);
    check_note(NULL);
}

const check_test utf8_tests[] = {
    CHECK_TEST(words_of_ascii),
    CHECK_END,
};
