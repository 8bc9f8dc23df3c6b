/* SPDX-License-Identifier: MIT */
/** The rules of the validator: what a fault says, and where in the standard
 *  each rule stands. */
#include "jsonapi/rules.h"

const vox__fault_text vox__fault_texts[] = {
#define FAULT_TEXT(name, rule, severity, forgiven, message)                                        \
    {rule, VOX_SEVERITY_##severity, forgiven, message},
    VOX_FAULT_MAP(FAULT_TEXT)
#undef FAULT_TEXT
};

static const struct {
    unsigned rule;
    const char *anchor;
} rules[] = {
    {1, "document-top-level"},
    {2, "document-top-level"},
    {3, "document-top-level"},
    {4, "document-top-level"},
    {5, "document-structure"},
    {7, "document-top-level"},
    {14, "document-structure"},
    {15, "document-resource-object-identification"},
    {16, "document-resource-object-identification"},
    {18, "document-resource-object-identification"},
    {19, "document-resource-identifier-objects"},
    {22, "document-resource-object-identification"},
    {23, "document-resource-object-fields"},
    {25, "document-resource-object-attributes"},
    {26, "document-resource-object-attributes"},
    {27, "document-resource-object-relationships"},
    {28, "document-resource-object-relationships"},
    {29, "document-resource-object-relationships"},
    {30, "document-resource-object-linkage"},
    {37, "document-compound-documents"},
    {38, "document-compound-documents"},
    {39, "document-compound-documents"},
    {40, "document-compound-documents"},
    {47, "document-meta"},
    {49, "document-links"},
    {50, "document-links-link-object"},
    {51, "document-links-link-object"},
    {52, "document-links-link-object"},
    {57, "document-jsonapi-object"},
    {61, "document-member-names"},
    {62, "document-member-names"},
    {63, "document-member-names-reserved-characters"},
    {64, "document-member-names"},
    {65, "document-member-names"},
    {66, "document-member-names-at-members"},
    {67, "extension-rules"},
    {80, "extension-rules"},
    {97, "fetching-pagination"},
    {106, "crud-creating"},
    {107, "crud-creating"},
    {115, "crud-updating"},
    {123, "crud-updating-relationships"},
    {128, "error-objects"},
    {129, "error-objects"},
    {131, "error-objects"},
    {132, "error-objects"},
};

#define RULE_COUNT (sizeof rules / sizeof rules[0])

unsigned vox_rule_at(size_t position) {
    return position < RULE_COUNT ? rules[position].rule : 0;
}

const char *vox_rule_anchor(unsigned rule) {
    for (size_t index = 0; index < RULE_COUNT; index++) {
        if (rules[index].rule == rule) {
            return rules[index].anchor;
        }
    }
    return NULL;
}
