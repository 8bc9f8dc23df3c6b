/* SPDX-License-Identifier: MIT */
/** Validating a document: the top level. */
#include "jsonapi/validate.h"

/* --- parts of the top level ------------------------------------------------ */

static void check_uris(vox__validator *self, const vox_node *list) {
    if (!list) {
        return;
    }
    if (list->kind != VOX_ARRAY) {
        vox__find_fault(self, FAULT_URIS, list);
        return;
    }
    for (vox_ref ref = list->child; ref;) {
        const vox_node *uri = vox__node(self->tree, ref);
        if (uri->kind != VOX_STRING || !vox__is_uri(vox__text(self->tree, uri))) {
            vox__find_fault(self, FAULT_URI, uri);
        }
        ref = uri->next;
    }
}

static void check_jsonapi(vox__validator *self, const vox_node *jsonapi) {
    if (jsonapi->kind != VOX_OBJECT) {
        vox__find_fault(self, FAULT_JSONAPI, jsonapi);
        return;
    }
    vox__members members;
    vox__members_find(
        self, jsonapi,
        WORD_BIT(WORD_VERSION) | WORD_BIT(WORD_EXT) | WORD_BIT(WORD_PROFILE) | WORD_BIT(WORD_META),
        &members
    );
    const vox_node *version = members.at[WORD_VERSION];
    if (version && version->kind != VOX_STRING) {
        vox__find_fault(self, FAULT_VERSION, version);
    }
    check_uris(self, members.at[WORD_EXT]);
    check_uris(self, members.at[WORD_PROFILE]);
    vox__check_meta(self, members.at[WORD_META]);
}

static void check_pointer(vox__validator *self, const vox_node *pointer) {
    size_t fault;
    bool is_text = pointer->kind == VOX_STRING;
    if (!is_text || !vox__pointer_well_formed(vox__text(self->tree, pointer), &fault)) {
        vox__find_fault(self, FAULT_SOURCE_POINTER, pointer);
    }
}

static void check_source(vox__validator *self, const vox_node *source) {
    static const vox__word texts[] = {WORD_PARAMETER, WORD_HEADER};
    vox__members members = {0};
    if (source->kind == VOX_OBJECT) {
        vox__members_find(
            self, source, WORD_BIT(WORD_POINTER) | WORD_BIT(WORD_PARAMETER) | WORD_BIT(WORD_HEADER),
            &members
        );
    }
    if (!members.at[WORD_POINTER] && !members.at[WORD_PARAMETER] && !members.at[WORD_HEADER]) {
        vox__find_fault(self, FAULT_SOURCE, source);
    }
    if (members.at[WORD_POINTER]) {
        check_pointer(self, members.at[WORD_POINTER]);
    }
    for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++) {
        const vox_node *text = members.at[texts[index]];
        if (text && text->kind != VOX_STRING) {
            vox__find_fault(self, FAULT_SOURCE_TEXT, text);
        }
    }
}

/** True for an HTTP status code (RFC 9110, section 15). */
static bool is_http_status(vox_string text) {
    return text.length == 3 && text.bytes[0] >= '1' && text.bytes[0] <= '5' &&
           text.bytes[1] >= '0' && text.bytes[1] <= '9' && text.bytes[2] >= '0' &&
           text.bytes[2] <= '9';
}

static void check_error(vox__validator *self, const vox_node *error) {
    static const vox__word words[] = {WORD_ID,    WORD_LINKS,  WORD_STATUS, WORD_CODE,
                                      WORD_TITLE, WORD_DETAIL, WORD_SOURCE, WORD_META};
    static const vox__word texts[] = {WORD_ID, WORD_TITLE, WORD_DETAIL};
    if (error->kind != VOX_OBJECT) {
        vox__find_fault(self, FAULT_ERROR_KIND, error);
        return;
    }
    uint64_t asked = 0;
    for (size_t index = 0; index < sizeof words / sizeof words[0]; index++) {
        asked |= WORD_BIT(words[index]);
    }
    vox__members members;
    vox__members_find(self, error, asked, &members);
    bool empty = true;
    for (size_t index = 0; index < sizeof words / sizeof words[0]; index++) {
        empty = empty && !members.at[words[index]];
    }
    if (empty) {
        vox__find_fault(self, FAULT_ERROR_EMPTY, error);
    }
    for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++) {
        const vox_node *text = members.at[texts[index]];
        if (text && text->kind != VOX_STRING) {
            vox__find_fault(self, FAULT_ERROR_TEXT, text);
        }
    }
    for (int index = 0; index < 2; index++) {
        const vox_node *text = members.at[index ? WORD_CODE : WORD_STATUS];
        bool number = text && text->kind == VOX_NUMBER && self->options->lenient;
        if (text && text->kind != VOX_STRING && !number) {
            vox__find_fault(self, index ? FAULT_ERROR_CODE : FAULT_ERROR_STATUS, text);
        } else if (text && !index && !is_http_status(vox__text(self->tree, text))) {
            vox__find_fault(self, FAULT_ERROR_HTTP_STATUS, text);
        }
    }
    if (members.at[WORD_LINKS]) {
        vox__check_links(self, members.at[WORD_LINKS], false);
    }
    if (members.at[WORD_SOURCE]) {
        check_source(self, members.at[WORD_SOURCE]);
    }
    vox__check_meta(self, members.at[WORD_META]);
}

static void check_errors(vox__validator *self, const vox_node *errors) {
    if (errors->kind != VOX_ARRAY) {
        vox__find_fault(self, FAULT_ERRORS, errors);
        return;
    }
    for (vox_ref ref = errors->child; ref && self->status == VOX_OK;) {
        const vox_node *error = vox__node(self->tree, ref);
        check_error(self, error);
        ref = error->next;
    }
}

/* --- primary data and included resources ----------------------------------- */

static void check_list(vox__validator *self, const vox_node *list, vox__role role) {
    for (vox_ref ref = list->child; ref && self->status == VOX_OK;) {
        const vox_node *resource = vox__node(self->tree, ref);
        if (resource->kind == VOX_OBJECT) {
            vox__check_resource(self, resource, role);
        } else {
            vox__find_fault(
                self, role == ROLE_INCLUDED ? FAULT_INCLUDED_ELEMENT : FAULT_DATA_ELEMENT, resource
            );
        }
        ref = resource->next;
    }
}

/** Returns false when there is nothing that included resources could hang on. */
static bool check_data(vox__validator *self, const vox_node *root, const vox_node *data) {
    vox_profile profile = self->options->profile;
    bool one = profile == VOX_PROFILE_CREATE || profile == VOX_PROFILE_UPDATE;
    if (!data) {
        if (profile >= VOX_PROFILE_CREATE) {
            vox__find_fault(
                self,
                profile == VOX_PROFILE_CREATE   ? FAULT_CREATE
                : profile == VOX_PROFILE_UPDATE ? FAULT_UPDATE
                                                : FAULT_LINKAGE_MISSING,
                root
            );
        }
        return false;
    }
    if (data->kind != VOX_OBJECT && data->kind != VOX_ARRAY && data->kind != VOX_NULL) {
        vox__find_fault(self, FAULT_DATA, data);
        return false;
    }
    if (data->kind != VOX_OBJECT && one) {
        vox__find_fault(self, profile == VOX_PROFILE_CREATE ? FAULT_CREATE : FAULT_UPDATE, data);
    }
    if (data->kind == VOX_OBJECT) {
        vox__check_resource(self, data, ROLE_SINGLE);
    } else if (data->kind == VOX_ARRAY) {
        check_list(self, data, ROLE_ELEMENT);
    }
    self->primary_count = self->records.count;
    return true;
}

static void check_namespaces(vox__validator *self, const vox_node *root) {
    const vox_validation *options = self->options;
    for (size_t index = 1; index < options->namespace_count; index++) {
        for (size_t other = 0; other < index; other++) {
            if (vox_string_equal(options->namespaces[index], options->namespaces[other])) {
                vox__find_fault(self, FAULT_NAMESPACE_TWICE, root);
                return;
            }
        }
    }
}

static void check_document(vox__validator *self) {
    const vox_node *root = vox_tree_root(self->tree);
    if (root->kind != VOX_OBJECT) {
        vox__find_fault(self, FAULT_ROOT, root);
        return;
    }
    vox__members members;
    vox__members_find(
        self, root,
        WORD_BIT(WORD_DATA) | WORD_BIT(WORD_ERRORS) | WORD_BIT(WORD_META) | WORD_BIT(WORD_JSONAPI) |
            WORD_BIT(WORD_LINKS) | WORD_BIT(WORD_INCLUDED),
        &members
    );
    const vox_node *data = members.at[WORD_DATA], *errors = members.at[WORD_ERRORS];
    const vox_node *included = members.at[WORD_INCLUDED];
    if (!data && !errors && !members.at[WORD_META] && !members.extension) {
        vox__find_fault(self, FAULT_NOTHING, root);
    }
    if (data && errors) {
        vox__find_fault(self, FAULT_DATA_AND_ERRORS, errors);
    }
    if (included && !data) {
        vox__find_fault(self, FAULT_INCLUDED_ALONE, included);
    }
    check_namespaces(self, root);
    if (members.at[WORD_JSONAPI]) {
        check_jsonapi(self, members.at[WORD_JSONAPI]);
    }
    if (members.at[WORD_LINKS]) {
        vox__check_links(self, members.at[WORD_LINKS], false);
    }
    vox__check_meta(self, members.at[WORD_META]);
    if (errors) {
        check_errors(self, errors);
    }
    self->extended = members.extension;
    self->compound = included && included->kind == VOX_ARRAY && included->child;
    bool has_data = check_data(self, root, data);
    if (included && included->kind != VOX_ARRAY) {
        vox__find_fault(self, FAULT_INCLUDED, included);
    } else if (included) {
        check_list(self, included, ROLE_INCLUDED);
    }
    /* Without primary data every included resource would hang in the air: that
     * is said once, not for each. */
    if (has_data && self->records.count && self->status == VOX_OK) {
        vox__check_identities(self);
    }
}

vox_status vox_validate(vox_tree *tree, const vox_validation *options, vox_finding_sink sink) {
    static const vox_validation none = {0};
    if (!tree || !sink.receive) {
        return VOX_ERROR_ARGUMENT;
    }
    vox__validator self = {
        .tree = tree, .options = options ? options : &none, .sink = sink, .status = VOX_OK};
    self.status = vox_tree_materialize(tree, NULL);
    if (self.status == VOX_OK) {
        const bool walk = vox__walk_begins(tree);
        check_document(&self);
        vox__walk_ends(tree, walk);
    }
    vox__list_free(&tree->memory, &self.records, sizeof(vox__record));
    vox__list_free(&tree->memory, &self.links, sizeof(vox__named));
    vox__list_free(&tree->memory, &self.locals, sizeof(vox__local_link));
    return self.status;
}
