/* SPDX-License-Identifier: MIT */
/** The rules of the validator: their messages, and their sections in the standard. */
#include "jsonapi/rules.h"

#include <string.h>

const vox__fault_text vox__fault_texts[] = {
#define FAULT_TEXT(name, rule, severity, forgiven, message)                                        \
    {rule, VOX_SEVERITY_##severity, forgiven, message},
    VOX_FAULT_MAP(FAULT_TEXT)
#undef FAULT_TEXT
};

/** The rules in order. */
static const uint8_t rules[] = {1,  2,  3,   4,   5,   7,   14,  15,  16,  18, 19, 22,
                                23, 25, 26,  27,  28,  29,  30,  37,  38,  39, 40, 47,
                                49, 50, 51,  52,  57,  61,  62,  63,  64,  65, 66, 67,
                                80, 97, 106, 107, 115, 123, 128, 129, 131, 132};

/** The sections of the rules: from one rule on, up to the next one here. */
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
    {64, "document-member-names"},
    {66, "document-member-names-at-members"},
    {67, "extension-rules"},
    {97, "fetching-pagination"},
    {106, "crud-creating"},
    {115, "crud-updating"},
    {123, "crud-updating-relationships"},
    {128, "error-objects"},
};

unsigned vox_rule_at(size_t position) {
    return position < sizeof rules ? rules[position] : 0;
}

const char *vox_rule_anchor(unsigned rule) {
    size_t at = sizeof anchors / sizeof anchors[0];
    if (rule > UINT8_MAX || !memchr(rules, (int)rule, sizeof rules)) {
        return NULL;
    }
    while (anchors[at - 1].rule > rule) {
        at--;
    }
    return anchors[at - 1].anchor;
}
