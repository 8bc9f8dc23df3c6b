/* SPDX-License-Identifier: MIT */
#include "validation.h"

#include <stdlib.h>

static int receive(void *context, const vox_finding *finding) {
    found_findings *found = context;
    CHECK(finding->node != NULL);
    CHECK(finding->message && finding->message[0]);
    CHECK(vox_rule_anchor(finding->rule) != NULL);
    CHECK(finding->offset <= vox_tree_source(found->tree).length);
    if (found->count < FOUND_MOST) {
        found->findings[found->count] = *finding;
    }
    found->count++;
    found->errors += finding->severity == VOX_SEVERITY_ERROR;
    found->by_rule[finding->rule]++;
    return found->count == found->stop_at;
}

vox_status validation_try(vox_tree *tree, const vox_validation *options, found_findings *found) {
    vox_finding_sink sink = {receive, found};
    found->tree = tree;
    found->count = 0;
    return vox_validate(tree, options, sink);
}

found_findings validation_run(vox_tree *tree, const vox_validation *options) {
    found_findings found = {0};
    CHECK_OK(validation_try(tree, options, &found));
    return found;
}

vox_tree *validation_document(const char *text) {
    size_t length = strlen(text);
    char *json = malloc(length + 1);
    for (size_t index = 0; index < length; index++) {
        json[index] = text[index] == '\'' ? '"' : text[index];
    }
    vox_tree *tree = document_parse((vox_string){json, length});
    free(json);
    return tree;
}

void validation_check(
    const char *text, const vox_validation *options, unsigned rule, vox_severity severity,
    const char *pointer
) {
    check_note("%.200s", text);
    vox_tree *tree = validation_document(text);
    if (!tree) {
        return;
    }
    found_findings found = validation_run(tree, options);
    for (size_t index = 0; index < found.count && index < FOUND_MOST; index++) {
        char at[512];
        const vox_finding *finding = &found.findings[index];
        size_t length = vox_pointer_write(tree, finding->node, at, sizeof at);
        check_note("%.180s: rule %u at %.*s", text, finding->rule, (int)length, at);
        CHECK_SIZE(finding->rule, rule);
        CHECK_SIZE(finding->severity, severity);
        CHECK_STRING(((vox_string){at, length}), vox_string_from_c(pointer));
        CHECK_SIZE(finding->offset, vox_node_offset(finding->node));
    }
    check_note("%.200s", text);
    CHECK_SIZE(found.count, rule ? 1 : 0);
    vox_tree_free(tree);
}
