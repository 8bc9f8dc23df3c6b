/* SPDX-License-Identifier: MIT */
/** The rules of the validator: their messages, and their sections in the standard. */
#include "jsonapi/rules.h"

const vox__fault_text vox__fault_texts[] = {
#define FAULT_TEXT(name, rule, severity, forgiven, message)                                        \
    {rule, VOX_SEVERITY_##severity, forgiven, message},
    VOX_FAULT_MAP(FAULT_TEXT)
#undef FAULT_TEXT
};

#define FAULTS (sizeof vox__fault_texts / sizeof vox__fault_texts[0])

/** Returns true for the rules of faults, which are in ascending order, and for the two rules that
 *  are exceptions to others. */
static bool is_rule(unsigned rule) {
    bool found = rule == 39 || rule == 66;
    for (size_t index = 0; index < FAULTS; index++) {
        found = found || vox__fault_texts[index].rule == rule;
    }
    return found;
}

/** The sections of the rules: from one rule on, up to the next one here. That of 64 is in the
 *  recommendations. From 137 on they are sections of the extension Atomic Operations. */
static const struct {
    unsigned rule;
    const char *anchor;
} anchors[] = {
    {1, "document-top-level"},
    {5, "document-structure"},
    {7, "document-top-level"},
    {14, "document-structure"},
    {15, "document-resource-object-identification"},
    {19, "document-resource-identifier-objects"},
    {22, "document-resource-object-identification"},
    {23, "document-resource-object-fields"},
    {25, "document-resource-object-attributes"},
    {27, "document-resource-object-relationships"},
    {30, "document-resource-object-linkage"},
    {37, "document-compound-documents"},
    {47, "document-meta"},
    {49, "document-links"},
    {50, "document-links-link-object"},
    {57, "document-jsonapi-object"},
    {61, "document-member-names"},
    {63, "document-member-names-reserved-characters"},
    {64, "naming"},
    {65, "document-member-names"},
    {66, "document-member-names-at-members"},
    {67, "extension-rules"},
    {97, "fetching-pagination"},
    {106, "crud-creating"},
    {115, "crud-updating"},
    {123, "crud-updating-relationships"},
    {128, "error-objects"},
    {137, "document-structure"},
    {138, "operation-objects"},
    {140, "processing"},
    {146, "result-objects"},
};

unsigned vox_rule_at(size_t position) {
    const unsigned last = vox__fault_texts[FAULTS - 1].rule;
    for (unsigned rule = 1; rule <= last; rule++) {
        if (is_rule(rule) && position-- == 0) {
            return rule;
        }
    }
    return 0;
}

const char *vox_rule_anchor(unsigned rule) {
    size_t at = sizeof anchors / sizeof anchors[0];
    if (!is_rule(rule)) {
        return NULL;
    }
    while (anchors[at - 1].rule > rule) {
        at--;
    }
    return anchors[at - 1].anchor;
}
