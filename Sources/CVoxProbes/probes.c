/* SPDX-License-Identifier: MIT */
#include "vox_probes.h"

/* SwiftPM compiles the file with the clang of the toolchain, which has C23's #embed in C11, too. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* clang-format off */
static const unsigned char documents[] = {
#embed "../../Conformance/documents.json"
};
static const unsigned char negotiation[] = {
#embed "../../Conformance/negotiation.json"
};
static const unsigned char fetching[] = {
#embed "../../Conformance/fetching.json"
};
static const unsigned char fieldsets[] = {
#embed "../../Conformance/fieldsets.json"
};
static const unsigned char includes[] = {
#embed "../../Conformance/includes.json"
};
static const unsigned char sorting[] = {
#embed "../../Conformance/sorting.json"
};
static const unsigned char paging[] = {
#embed "../../Conformance/paging.json"
};
static const unsigned char filtering[] = {
#embed "../../Conformance/filtering.json"
};
static const unsigned char creating[] = {
#embed "../../Conformance/creating.json"
};
static const unsigned char updating[] = {
#embed "../../Conformance/updating.json"
};
static const unsigned char deleting[] = {
#embed "../../Conformance/deleting.json"
};
static const unsigned char relationships[] = {
#embed "../../Conformance/relationships.json"
};
static const unsigned char errors[] = {
#embed "../../Conformance/errors.json"
};
static const unsigned char atomic[] = {
#embed "../../Conformance/atomic.json"
};
static const unsigned char cursors[] = {
#embed "../../Conformance/cursors.json"
};

/* A new file gets its place among those of the reports here. */
static const vox_probes files[] = {
    {documents, sizeof documents},
    {negotiation, sizeof negotiation},
    {fetching, sizeof fetching},
    {fieldsets, sizeof fieldsets},
    {includes, sizeof includes},
    {sorting, sizeof sorting},
    {paging, sizeof paging},
    {filtering, sizeof filtering},
    {creating, sizeof creating},
    {updating, sizeof updating},
    {deleting, sizeof deleting},
    {relationships, sizeof relationships},
    {errors, sizeof errors},
    {atomic, sizeof atomic},
    {cursors, sizeof cursors},
};
/* clang-format on */

vox_probes vox_probes_at(size_t position) {
    return position < sizeof files / sizeof *files ? files[position] : (vox_probes){0};
}
