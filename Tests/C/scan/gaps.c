/* SPDX-License-Identifier: MIT */
/** The text between two members of a resource. The scan compares frequent texts at once, which
 *  takes fewer steps than other texts (steps.h). */
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <scan/structural.h>
#include <stdio.h>
#include <stdlib.h>

/** Returns the steps of finding the spans of a list of resources with this text between two
 *  members. All spans must be regular. */
static size_t steps_of(const char *gap) {
    static char text[100000];
    size_t length = (size_t)sprintf(text, "{\"data\":[");
    for (size_t count = 0; count < 1000; count++) {
        length += (size_t)sprintf(
            text + length, "%s{\"type\":\"a\",\"id\":\"%zu\",\"attributes\":{}%s{}}",
            count ? "," : "", count, gap
        );
    }
    length += (size_t)sprintf(text + length, "]}");
    vox__account memory = {.allocator = document_options().allocator};
    vox__structure structure = {
        .memory = &memory,
        .bytes = (const unsigned char *)text,
        .length = length,
        .max_depth = 64,
        .list_depth = 2,
        .named = true};
    const uint64_t steps = steps_counted();
    CHECK(vox__structure_scan(&structure, KERNEL_BEST));
    const size_t taken = (size_t)(steps_counted() - steps);
    CHECK_SIZE(structure.spans.count, 1000);
    for (uint32_t index = 0; index < structure.spans.count; index++) {
        CHECK(vox__spans(&structure)[index].regular);
    }
    vox__structure_end(&structure);
    return taken;
}

static void frequent_gaps(void) {
    const size_t links = steps_of(",\"links\":"), relationships = steps_of(",\"relationships\":");
    const size_t meta = steps_of(",\"meta\":");
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note("%zu, %zu and %zu steps", links, relationships, meta);
    CHECK(links + 10 * 1000 < meta);
    CHECK(relationships + 10 * 1000 < meta);
    check_note(NULL);
}

const check_test gaps_tests[] = {
    CHECK_TEST(frequent_gaps),
    CHECK_END,
};
