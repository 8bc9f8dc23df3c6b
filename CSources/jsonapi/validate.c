/* SPDX-License-Identifier: MIT */
/** Validates the top level of a document. */
#include "jsonapi/validate.h"

#include "base/growing.h"

/* --- parts of the top level ------------------------------------------------ */

static void check_uris(vox__validator *self, const vox_node *list) {
    if (vox__expect_kind(self, list, VOX_ARRAY, FAULT_URIS)) {
        vox__expect_texts(self, list, vox__is_uri, FAULT_URI);
    }
}

static void check_jsonapi(vox__validator *self, const vox_node *jsonapi) {
    if (!vox__expect_kind(self, jsonapi, VOX_OBJECT, FAULT_JSONAPI)) {
        return;
    }
    vox__members members;
    vox__members_find(
        self, jsonapi,
        WORD_BIT(WORD_VERSION) | WORD_BIT(WORD_EXT) | WORD_BIT(WORD_PROFILE) | WORD_BIT(WORD_META),
        &members
    );
    vox__expect_kind(self, members.at[WORD_VERSION], VOX_STRING, FAULT_VERSION);
    check_uris(self, members.at[WORD_EXT]);
    check_uris(self, members.at[WORD_PROFILE]);
    vox__expect_kind(self, members.at[WORD_META], VOX_OBJECT, FAULT_META);
}

static bool is_pointer(vox_string text) {
    size_t fault;
    return vox__pointer_well_formed(text, &fault);
}

static void check_source(vox__validator *self, const vox_node *source) {
    vox__members members = {0};
    if (source && source->kind == VOX_OBJECT) {
        vox__members_find(
            self, source, WORD_BIT(WORD_POINTER) | WORD_BIT(WORD_PARAMETER) | WORD_BIT(WORD_HEADER),
            &members
        );
    }
    if (source && !members.found) {
        vox__find_fault(self, FAULT_SOURCE, source);
    }
    vox__expect_text(self, members.at[WORD_POINTER], is_pointer, FAULT_SOURCE_POINTER);
    vox__expect_kind(self, members.at[WORD_PARAMETER], VOX_STRING, FAULT_SOURCE_TEXT);
    vox__expect_kind(self, members.at[WORD_HEADER], VOX_STRING, FAULT_SOURCE_TEXT);
}

/** Returns true for an HTTP status code (RFC 9110, section 15). */
static bool is_http_status(vox_string text) {
    return text.length == 3 && text.bytes[0] >= '1' && text.bytes[0] <= '5' &&
           text.bytes[1] >= '0' && text.bytes[1] <= '9' && text.bytes[2] >= '0' &&
           text.bytes[2] <= '9';
}

static void check_error(vox__validator *self, const vox_node *error) {
    static const vox__word texts[] = {WORD_ID, WORD_TITLE, WORD_DETAIL};
    if (!vox__expect_kind(self, error, VOX_OBJECT, FAULT_ERROR_KIND)) {
        return;
    }
    vox__members members;
    vox__members_find(
        self, error,
        WORD_BIT(WORD_ID) | WORD_BIT(WORD_LINKS) | WORD_BIT(WORD_STATUS) | WORD_BIT(WORD_CODE) |
            WORD_BIT(WORD_TITLE) | WORD_BIT(WORD_DETAIL) | WORD_BIT(WORD_SOURCE) |
            WORD_BIT(WORD_META),
        &members
    );
    if (!members.found) {
        vox__find_fault(self, FAULT_ERROR_EMPTY, error);
    }
    for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++) {
        vox__expect_kind(self, members.at[texts[index]], VOX_STRING, FAULT_ERROR_TEXT);
    }
    const vox_node *status = members.at[WORD_STATUS];
    if (vox__expect_id(self, status, FAULT_ERROR_STATUS) &&
        !is_http_status(vox__text(self->tree, status))) {
        vox__find_fault(self, FAULT_ERROR_HTTP_STATUS, status);
    }
    vox__expect_id(self, members.at[WORD_CODE], FAULT_ERROR_CODE);
    vox__check_links(self, members.at[WORD_LINKS], LINKS_OF_OTHERS);
    check_source(self, members.at[WORD_SOURCE]);
    vox__expect_kind(self, members.at[WORD_META], VOX_OBJECT, FAULT_META);
}

static void check_errors(vox__validator *self, const vox_node *errors) {
    if (vox__expect_kind(self, errors, VOX_ARRAY, FAULT_ERRORS)) {
        const vox_node *error = vox__child(self->tree, errors);
        for (; error && self->status == VOX_OK; error = vox__sibling(self->tree, error)) {
            check_error(self, error);
        }
    }
}

/* --- primary data ----------------------------------------------------------- */

/** Checks primary data. Returns false when included resources cannot be linked from anything. */
static bool check_data(vox__validator *self, const vox_node *root, const vox_node *data) {
    vox_profile profile = self->profile;
    bool one = profile == VOX_PROFILE_CREATE || profile == VOX_PROFILE_UPDATE;
    vox__fault_kind missing = profile == VOX_PROFILE_CREATE   ? FAULT_CREATE
                              : profile == VOX_PROFILE_UPDATE ? FAULT_UPDATE
                                                              : FAULT_LINKAGE_MISSING;
    if (!data) {
        if (profile >= VOX_PROFILE_CREATE) {
            vox__find_fault(self, missing, root);
        }
        return false;
    }
    if (!vox__is_container(data) && data->kind != VOX_NULL) {
        vox__find_fault(self, FAULT_DATA, data);
        return false;
    }
    if (data->kind != VOX_OBJECT && one) {
        vox__find_fault(self, missing, data);
    }
    if (data->kind == VOX_OBJECT) {
        vox__check_resource(self, data, ROLE_SINGLE);
    } else if (data->kind == VOX_ARRAY) {
        vox__check_resources(self, data, ROLE_ELEMENT);
    }
    self->primary_count = self->records.count;
    return true;
}

static void check_namespaces(vox__validator *self, const vox_node *root) {
    const vox_string *spaces = self->options->namespaces;
    for (size_t index = 1; index < self->options->namespace_count; index++) {
        if (vox__is_among(spaces[index], spaces, index)) {
            vox__find_fault(self, FAULT_NAMESPACE_TWICE, root);
            return;
        }
    }
}

#define ATOMIC_WORDS (WORD_BIT(WORD_OPERATIONS) | WORD_BIT(WORD_RESULTS))

static void check_document(vox__validator *self) {
    const vox_node *root = vox_tree_root(self->tree);
    if (!vox__expect_kind(self, root, VOX_OBJECT, FAULT_ROOT)) {
        return;
    }
    vox__members members;
    vox__members_find(
        self, root,
        WORD_BIT(WORD_DATA) | WORD_BIT(WORD_ERRORS) | WORD_BIT(WORD_META) | WORD_BIT(WORD_JSONAPI) |
            WORD_BIT(WORD_LINKS) | WORD_BIT(WORD_INCLUDED) | (self->atomic ? ATOMIC_WORDS : 0),
        &members
    );
    const vox_node *data = members.at[WORD_DATA], *errors = members.at[WORD_ERRORS];
    const vox_node *included = members.at[WORD_INCLUDED];
    bool atomic = members.found & ATOMIC_WORDS;
    if (!data && !errors && !members.at[WORD_META] && !members.extension && !atomic) {
        vox__find_fault(self, FAULT_NOTHING, root);
    }
    if (data && errors) {
        vox__find_fault(self, FAULT_DATA_AND_ERRORS, errors);
    }
    if (included && !data && !atomic) {
        vox__find_fault(self, FAULT_INCLUDED_ALONE, included);
    }
    check_namespaces(self, root);
    check_jsonapi(self, members.at[WORD_JSONAPI]);
    vox__check_links(self, members.at[WORD_LINKS], LINKS_OF_OTHERS);
    vox__expect_kind(self, members.at[WORD_META], VOX_OBJECT, FAULT_META);
    check_errors(self, errors);
    self->extended = members.extension || atomic;
    self->compound = included && included->kind == VOX_ARRAY && included->child;
    bool has_data = check_data(self, root, data);
    if (vox__expect_kind(self, included, VOX_ARRAY, FAULT_INCLUDED)) {
        vox__check_resources(self, included, ROLE_INCLUDED);
    }
    /* Without primary data no included resource can be linked. This is reported
     * once, not for each resource. */
    if (has_data && self->records.count && self->status == VOX_OK) {
        vox__check_identities(self);
    }
    if (self->atomic) {
        vox__check_atomic(self, root, &members);
    }
}

/** Returns the profile of primary data. Documents of operations and results have none, so any data
 *  is an error, but the data are checked, too. */
static vox_profile profile_of_data(vox_profile profile) {
    return profile == VOX_PROFILE_OPERATIONS ? VOX_PROFILE_ANY
           : profile == VOX_PROFILE_RESULTS  ? VOX_PROFILE_RESPONSE
                                             : profile;
}

/** The end of the options in version 0.1.0. */
#define FIRST_SIZE (offsetof(vox_validation, ignored_rule_count) + sizeof(size_t))

vox_status vox_validate(vox_tree *tree, const vox_validation *options, vox_finding_sink sink) {
    vox_validation used = {0};
    if (!tree || !sink.receive) {
        return VOX_ERROR_ARGUMENT;
    }
    vox__validator self = {.tree = tree, .options = &used, .sink = sink, .status = VOX_OK};
    if (options) {
        self.status = vox__growing_read(&used, sizeof used, FIRST_SIZE, options);
        if (self.status != VOX_OK) {
            return self.status;
        }
    }
    if ((unsigned)used.profile > VOX_PROFILE_RESULTS) {
        return VOX_ERROR_ARGUMENT;
    }
    self.profile = profile_of_data(used.profile);
    self.atomic = used.profile >= VOX_PROFILE_OPERATIONS ||
                  vox__is_among(vox_string_from_c("atomic"), used.namespaces, used.namespace_count);
    self.status = vox_tree_materialize(tree, NULL);
    if (self.status == VOX_OK) {
        const bool walk = vox__walk_begins(tree);
        check_document(&self);
        vox__check_foreign_keys(&self);
        vox__walk_ends(tree, walk);
    }
    vox__list_free(&tree->memory, &self.records, sizeof(vox__resource_record));
    vox__list_free(&tree->memory, &self.links, sizeof(vox__named));
    vox__list_free(&tree->memory, &self.locals, sizeof(vox__local_link));
    vox__foreign_keys_free(&self);
    return self.status;
}
