/* SPDX-License-Identifier: MIT */
/** Reports which rules of JSON:API a document breaks, with their positions.
 *
 *      validate FILE [response | create | update | relationship | operations | results]
 *
 *  Each finding is a line, `FILE:LINE:COLUMN: error: MESSAGE (rule N, at POINTER)`. The exit
 *  code is 1 when a finding is an error. */
#include "read_file.h"

#include <vox.h>

typedef struct report {
    vox_tree *tree;
    const char *path;
    vox_place place; /* the place of the previous finding, so that each line is counted once */
    size_t errors;
} report;

static int print_finding(void *context, const vox_finding *finding) {
    report *to = context;
    const bool is_error = finding->severity == VOX_SEVERITY_ERROR;
    char pointer[256];
    size_t length = vox_pointer_write(to->tree, finding->node, pointer, sizeof pointer);
    length = length <= sizeof pointer ? length : 0; /* the pointer did not fit */
    vox_finding_locate(to->tree, finding, &to->place);
    printf("%s:%zu:%zu: ", to->path, to->place.line, to->place.column);
    printf("%s: %s (rule %u, ", is_error ? "error" : "warning", finding->message, finding->rule);
    printf("at \"%.*s\")\n", (int)length, pointer);
    to->errors += is_error;
    return 0; /* continue */
}

static vox_profile profile_named(const char *name) {
    static const char *const names[] = {"any",          "response",   "create", "update",
                                        "relationship", "operations", "results"};
    for (int profile = 0; profile < 7; profile++) {
        if (strcmp(name, names[profile]) == 0) {
            return (vox_profile)profile;
        }
    }
    return VOX_PROFILE_ANY;
}

int main(int count, char **arguments) {
    file_text text;
    if (count < 2 || !read_file(arguments[1], &text)) {
        fprintf(stderr, "usage: validate FILE [PROFILE]\n");
        return 2;
    }
    report to = {.path = arguments[1]};
    vox_error error;
    vox_status status = vox_tree_parse(text.bytes, text.length, NULL, &to.tree, &error);
    free(text.bytes);
    if (status != VOX_OK) {
        printf("%s:%zu:%zu: error: %s ", to.path, error.line, error.column, error.message);
        printf("(at \"%s\")\n", error.pointer);
        return 1;
    }
    const vox_validation options = {.profile = profile_named(count > 2 ? arguments[2] : "any")};
    status = vox_validate(to.tree, &options, (vox_finding_sink){print_finding, &to});
    vox_tree_free(to.tree);
    if (status != VOX_OK) {
        fprintf(stderr, "validate: %s\n", vox_status_message(status));
        return 2;
    }
    return to.errors ? 1 : 0;
}
