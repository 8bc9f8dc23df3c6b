/* SPDX-License-Identifier: MIT */
/** The check of the shape of a JSON:API document, before its resources are read. */
#include "jsonapi/jsonapi.h"
#include "jsonapi/rules.h"
#include "tree/armor.h"

typedef struct checker {
    vox_tree *tree;
    vox_string type;
    vox_reading reading;
    vox_document_report *report;
    vox_error *error;
} checker;

static const char *text_of(vox__fault_kind kind) {
    return vox__fault_texts[kind].message;
}

static vox_status fault(const checker *check, const vox_node *node, const char *message) {
    size_t offset = vox_node_offset(node);
    vox__error_at(
        check->error, VOX_ERROR_SHAPE, message, check->tree, node, offset == SIZE_MAX ? 0 : offset
    );
    return VOX_ERROR_SHAPE;
}

static const vox_node *shape_member(
    const checker *check, const vox_node *object, const char *name
) {
    return vox__object_find(check->tree, object, vox_string_from_c(name));
}

static bool is_id(const checker *check, const vox_node *node) {
    return node->kind == VOX_STRING ||
           (check->reading == VOX_READING_LENIENT && node->kind == VOX_NUMBER);
}

static bool is_object(const checker *check, const vox_node *node) {
    return vox_node_kind(node) == VOX_OBJECT ||
           (check->reading != VOX_READING_STRICT && node->kind == VOX_NULL);
}

/** Parses a node if it is deferred. `node` may be NULL. */
static vox_status resolve_node(const checker *check, const vox_node *node) {
    bool deferred = node && vox__is_deferred(node);
    return deferred ? vox_node_materialize(check->tree, node, false, check->error) : VOX_OK;
}

/** Returns true for a deferred resource that has no error; others are parsed. A parsed node may
 *  have a cached identity, but that says nothing about its other members. */
static bool is_good_head(const checker *check, const vox_node *resource, bool primary) {
    vox__prefix prefix;
    return vox__is_deferred(resource) && vox__prefix_read(check->tree, resource, &prefix) &&
           prefix.type.bytes &&
           (!primary || !check->type.length || vox_string_equal(prefix.type, check->type)) &&
           (primary || prefix.id.bytes || prefix.lid.bytes);
}

static vox_status check_resource(const checker *check, const vox_node *resource, bool primary) {
    if (vox_node_kind(resource) != VOX_OBJECT) {
        return fault(
            check, resource, text_of(primary ? FAULT_DATA_ELEMENT : FAULT_INCLUDED_ELEMENT)
        );
    }
    if (is_good_head(check, resource, primary)) {
        return VOX_OK;
    }
    VOX_TRY(resolve_node(check, resource));
    vox__parts found;
    vox__parts_find(check->tree, resource, &found);
    const vox_node *type = found.type, *id = found.id, *lid = found.lid;
    const vox_node *attributes = found.attributes, *relationships = found.relationships;
    if (!type) {
        return fault(check, resource, text_of(FAULT_RESOURCE_TYPE));
    }
    if (!is_id(check, type)) {
        return fault(check, type, text_of(FAULT_TYPE_KIND));
    }
    if (primary && check->type.length &&
        !vox_string_equal(vox__text(check->tree, type), check->type)) {
        if (check->reading != VOX_READING_LENIENT) {
            return fault(check, type, "the resource is of another type than asked for");
        }
        check->report->foreign++;
    }
    if (id && !is_id(check, id)) {
        return fault(check, id, text_of(FAULT_ID_KIND));
    }
    if (lid && lid->kind != VOX_STRING) {
        return fault(check, lid, text_of(FAULT_LID_KIND));
    }
    if (!id && !lid && !primary) {
        return fault(check, resource, text_of(FAULT_RESOURCE_ID));
    }
    if (attributes && !is_object(check, attributes)) {
        return fault(check, attributes, text_of(FAULT_ATTRIBUTES));
    }
    if (relationships && !is_object(check, relationships)) {
        return fault(check, relationships, text_of(FAULT_RELATIONSHIPS));
    }
    return VOX_OK;
}

static vox_status check_list(const checker *check, const vox_node *list, bool primary) {
    const bool typed = primary && check->type.length;
    const vox__prefix good = {.type = typed ? check->type : vox__string(NULL, 0)};
    for (vox_ref ref = list->kind == VOX_ARRAY ? list->child : 0; ref;) {
        ref = vox__prefix_pass(check->tree, ref, &good, PASS_LIKE);
        const vox_node *resource = vox__node_or_null(check->tree, ref);
        if (resource) {
            vox__prefix_prefetch(check->tree, ref);
            VOX_TRY(check_resource(check, resource, primary));
            ref = resource->next;
        }
    }
    return VOX_OK;
}

static vox_status check_primary_shape(
    const checker *check, const vox_node *data, vox_primary primary
) {
    if (data->kind == VOX_ARRAY && primary != VOX_PRIMARY_ONE) {
        return check_list(check, data, true);
    }
    if (data->kind == VOX_OBJECT && primary != VOX_PRIMARY_MANY) {
        return check_resource(check, data, true);
    }
    if (data->kind == VOX_NULL) {
        return primary != VOX_PRIMARY_MANY || check->reading != VOX_READING_STRICT
                   ? VOX_OK
                   : fault(check, data, "a list of resources was asked for, this is null");
    }
    return fault(
        check, data,
        primary == VOX_PRIMARY_MANY  ? "a list of resources was asked for, this is none"
        : primary == VOX_PRIMARY_ONE ? "one resource was asked for, this is none"
                                     : text_of(FAULT_DATA)
    );
}

static vox_status check_error_shape(const checker *check, const vox_node *error) {
    if (error->kind != VOX_OBJECT) {
        return fault(check, error, text_of(FAULT_ERROR_KIND));
    }
    const vox_node *status = shape_member(check, error, "status");
    const vox_node *code = shape_member(check, error, "code");
    bool bad_status = status && status->kind != VOX_STRING;
    bool bad_code = code && code->kind != VOX_STRING;
    if (bad_status && !(bad_code && vox__read_start(code) < vox__read_start(status))) {
        return fault(check, status, text_of(FAULT_ERROR_STATUS));
    }
    return bad_code ? fault(check, code, text_of(FAULT_ERROR_CODE)) : VOX_OK;
}

static vox_status check_errors_shape(const checker *check, const vox_node *errors) {
    const vox_node *error = vox__child(check->tree, errors);
    for (; error; error = vox__sibling(check->tree, error)) {
        VOX_TRY(resolve_node(check, error));
        VOX_TRY(check_error_shape(check, error));
    }
    return VOX_OK;
}

static vox_status check_identities(const checker *check) {
    const vox_node *second = NULL;
    vox_status status = vox__identity_repeated(
        check->tree, &check->report->first, &second, check->error
    );
    return second ? fault(check, second, text_of(FAULT_RESOURCE_TWICE)) : status;
}

/** Returns true when the root is a document, whatever the values of its members are. Links alone
 *  are accepted, except in strict reading; with members that a document cannot have, they are
 *  not. */
static bool is_document(const checker *check, const vox_node *root) {
    bool has_links = false, has_others = false;
    const vox_node *one = vox__child(check->tree, root);
    for (; one; one = vox__sibling(check->tree, one)) {
        const vox_string name = vox__name(check->tree, one);
        if (vox__same(name, vox_string_from_c("data")) ||
            vox__same(name, vox_string_from_c("errors")) ||
            vox__same(name, vox_string_from_c("meta")) ||
            (name.length && vox__find_byte(name.bytes, ':', name.length))) { /* of an extension */
            return true;
        }
        const bool is_links = vox__same(name, vox_string_from_c("links"));
        has_links |= is_links;
        has_others |= !is_links && !vox__same(name, vox_string_from_c("jsonapi"));
    }
    return has_links && !has_others && check->reading != VOX_READING_STRICT;
}

vox_status vox_document_check(
    vox_tree *tree, vox_primary primary, vox_string type, vox_reading reading,
    vox_document_report *report, vox_error *error
) {
    VOX_ARMOR_READ(tree, (const vox_node *)NULL, vox__refuse(error));
    VOX_ARMOR_TEXT(type, vox__refuse(error));
    vox_document_report unasked;
    const checker check = {tree, type, reading, report ? report : &unasked, error};
    const vox_node *root = vox_tree_root(tree);
    memset(check.report, 0, sizeof *check.report);
    if ((unsigned)primary > VOX_PRIMARY_NONE || (unsigned)reading > VOX_READING_LENIENT) {
        return vox__refuse(error);
    }
    if (root->kind != VOX_OBJECT) {
        return fault(&check, root, text_of(FAULT_ROOT));
    }
    if (primary != VOX_PRIMARY_NONE && !is_document(&check, root)) {
        return fault(&check, root, text_of(FAULT_NOTHING));
    }
    if (reading == VOX_READING_LENIENT && !tree->number_ids) {
        if (tree->frozen) {
            return vox__error_plain(error, VOX_ERROR_FROZEN);
        }
        tree->number_ids = true;
        vox__identity_forget(tree);
    }
    const vox_node *errors = shape_member(&check, root, "errors");
    const vox_node *data = shape_member(&check, root, "data");
    const vox_node *included = shape_member(&check, root, "included");
    const vox_node *parts[] = {errors, data, included};
    for (int index = 0; index < 3; index++) {
        VOX_TRY(resolve_node(&check, parts[index]));
    }
    if (errors && errors->kind == VOX_ARRAY) {
        return reading == VOX_READING_STRICT ? check_errors_shape(&check, errors) : VOX_OK;
    }
    if (errors) { /* always an error: a request has failed, and the data may be wrong */
        return fault(&check, errors, text_of(FAULT_ERRORS));
    }
    /* In document order, so that the first error is reported. */
    bool included_first = data && included && vox__read_start(included) < vox__read_start(data);
    for (int pass = 0; pass < 2; pass++) {
        if (data && (pass == 1) == included_first) {
            VOX_TRY(check_primary_shape(&check, data, primary));
        }
        if (included && (pass == 0) == included_first) {
            VOX_TRY(
                included->kind == VOX_ARRAY || reading == VOX_READING_LENIENT
                    ? check_list(&check, included, false)
                    : fault(&check, included, text_of(FAULT_INCLUDED))
            );
        }
    }
    return reading == VOX_READING_STRICT ? check_identities(&check) : VOX_OK;
}
