/* SPDX-License-Identifier: MIT */
/** Validates documents of the extension Atomic Operations (https://jsonapi.org/ext/atomic/):
 *
 *      {"atomic:operations": [
 *        {"op": "add", "data": {"type": "articles", "lid": "a"}},
 *        {"op": "update", "ref": {"type": "articles", "lid": "a", "relationship": "tags"},
 *         "data": [{"type": "tags", "id": "1"}]}]}
 *
 *  The op and the target decide which data an operation must have. The target of an operation with
 *  an href is not known, so its data decide whether it is a resource or a relationship. */
#include "jsonapi/validate.h"

#define ATOMIC_URI "https://jsonapi.org/ext/atomic"

typedef enum operation_code {
    OP_UNKNOWN,
    OP_ADD,
    OP_UPDATE,
    OP_REMOVE
} operation_code;

typedef enum target_kind {
    TARGET_NONE,
    TARGET_RESOURCE,
    TARGET_RELATIONSHIP,
    TARGET_ANY /* of an href, or of a ref that is not an object */
} target_kind;

typedef struct atomic_operation {
    const vox_node *node;
    const vox_node *data; /* NULL: none */
    operation_code code;
    target_kind target;
    const vox_node *ref; /* an object, or NULL */
    vox__named named;    /* the resource that ref identifies; without a key if it is not known */
    const vox_node *type, *relationship; /* of ref */
} atomic_operation;

/* --- op, ref and href ------------------------------------------------------ */

static operation_code check_op(vox__validator *self, const vox_node *node, const vox_node *op) {
    static const char *const codes[] = {
        [OP_UNKNOWN] = "", [OP_ADD] = "add", [OP_UPDATE] = "update", [OP_REMOVE] = "remove"};
    if (!op) {
        vox__find_fault(self, FAULT_OP_MISSING, node);
        return OP_UNKNOWN;
    }
    for (int code = OP_ADD; code <= OP_REMOVE && op->kind == VOX_STRING; code++) {
        if (vox_string_equal(vox__text(self->tree, op), vox_string_from_c(codes[code]))) {
            return (operation_code)code;
        }
    }
    vox__find_fault(self, FAULT_OP, op);
    return OP_UNKNOWN;
}

static void check_ref(vox__validator *self, atomic_operation *of, const vox_node *ref) {
    of->target = TARGET_ANY;
    if (!vox__expect_kind(self, ref, VOX_OBJECT, FAULT_REF)) {
        return;
    }
    vox__members members;
    vox__members_find(
        self, ref,
        WORD_BIT(WORD_TYPE) | WORD_BIT(WORD_ID) | WORD_BIT(WORD_LID) | WORD_BIT(WORD_RELATIONSHIP),
        &members
    );
    of->ref = ref;
    of->named = vox__check_ref(self, ref, &members);
    of->type = members.at[WORD_TYPE];
    of->relationship = members.at[WORD_RELATIONSHIP];
    of->target = of->relationship ? TARGET_RELATIONSHIP : TARGET_RESOURCE;
    if (!members.at[WORD_ID] == !members.at[WORD_LID]) {
        vox__find_fault(self, FAULT_REF_ID, ref);
    }
    vox__expect_text(self, of->relationship, vox__is_member_name, FAULT_REF_RELATIONSHIP);
}

static void check_target(
    vox__validator *self, atomic_operation *of, const vox_node *ref, const vox_node *href
) {
    if (href) {
        of->target = TARGET_ANY;
        vox__expect_text(self, href, vox__is_uri_reference, FAULT_OPERATION_HREF);
    }
    if (ref) {
        check_ref(self, of, ref);
    }
    if (ref && href) {
        vox__find_second(self, FAULT_REF_AND_HREF, href, ref);
    }
}

/* --- data ------------------------------------------------------------------ */

static bool has_kind(const vox_node *node, vox_kind kind) {
    return node && node->kind == kind;
}

/** Reports data that are not as required, or the operation that has none. */
static void find_data_fault(
    vox__validator *self, const atomic_operation *of, vox__fault_kind kind
) {
    vox__find_fault(self, kind, of->data ? of->data : of->node);
}

static void check_operation_linkage(vox__validator *self, const atomic_operation *of) {
    vox__check_operand(self, of->type, of->relationship, of->data);
}

/** Checks the identifiers that are added to a relationship or removed from it. */
static void check_list_of_members(vox__validator *self, const atomic_operation *of) {
    if (has_kind(of->data, VOX_ARRAY)) {
        check_operation_linkage(self, of);
    } else {
        find_data_fault(self, of, FAULT_MEMBERS_DATA);
    }
}

static void check_add(vox__validator *self, const atomic_operation *of) {
    const bool is_list = has_kind(of->data, VOX_ARRAY);
    if (of->target == TARGET_RELATIONSHIP || (of->target == TARGET_ANY && is_list)) {
        check_list_of_members(self, of);
        return;
    }
    if (of->target == TARGET_RESOURCE) {
        vox__find_fault(self, FAULT_CREATE_REF, of->ref);
    }
    if (has_kind(of->data, VOX_OBJECT)) {
        self->profile = VOX_PROFILE_CREATE;
        vox__check_resource(self, of->data, ROLE_SINGLE);
    } else {
        find_data_fault(self, of, FAULT_CREATE_DATA);
    }
}

/** Returns true when the identity of a ref and of the resource that is updated differ. An id and a
 *  lid may identify the same resource. */
static bool is_other(const vox__named *ref, const vox__named *data) {
    const bool same_kind = (ref->hash & 1) == (data->hash & 1);
    const bool same_type = vox_string_equal(
        vox__string(ref->type, ref->type_length), vox__string(data->type, data->type_length)
    );
    return same_kind ? !vox__same_named(ref, data) : !same_type;
}

static void check_resource_to_update(vox__validator *self, const atomic_operation *of) {
    self->profile = VOX_PROFILE_UPDATE;
    vox__check_resource(self, of->data, ROLE_TARGET);
    const uint32_t count = self->records.count;
    const vox__resource_record *record = count ? (vox__resource_record *)self->records.items +
                                                     count - 1
                                               : NULL;
    if (of->target == TARGET_RESOURCE && of->named.key && record && record->named.key &&
        is_other(&of->named, &record->named)) {
        vox__find_second(self, FAULT_UPDATE_OTHER, of->data, of->ref);
    }
}

static void check_update(vox__validator *self, const atomic_operation *of) {
    const bool is_linkage = has_kind(of->data, VOX_NULL) || has_kind(of->data, VOX_ARRAY);
    const bool is_object = has_kind(of->data, VOX_OBJECT);
    if (of->target == TARGET_RELATIONSHIP && !is_linkage && !is_object) {
        find_data_fault(self, of, FAULT_SET_DATA);
    } else if (of->target == TARGET_RELATIONSHIP || (of->target == TARGET_ANY && is_linkage)) {
        check_operation_linkage(self, of);
    } else if (is_object) {
        check_resource_to_update(self, of);
    } else {
        find_data_fault(self, of, FAULT_UPDATE_DATA);
    }
}

static void check_remove(vox__validator *self, const atomic_operation *of) {
    const bool is_list = has_kind(of->data, VOX_ARRAY);
    if (of->target == TARGET_NONE) {
        vox__find_fault(self, FAULT_REMOVE_TARGET, of->node);
    } else if (of->target == TARGET_RELATIONSHIP || (of->target == TARGET_ANY && is_list)) {
        check_list_of_members(self, of);
    } else if (of->data) {
        vox__find_fault(self, FAULT_REMOVE_DATA, of->data);
    }
}

/** Checks the data of an operation with an unknown op, which may have any data. */
static void check_any(vox__validator *self, const atomic_operation *of) {
    if (has_kind(of->data, VOX_OBJECT)) {
        self->profile = VOX_PROFILE_ANY;
        vox__check_resource(self, of->data, ROLE_SINGLE);
    }
}

/* --- operations and results ------------------------------------------------ */

/** Forgets the resources of an operation or result. They may occur again in others. */
static void forget_resources(vox__validator *self) {
    self->records.count = 0;
    self->locals.count = 0;
}

static void check_operation(vox__validator *self, vox__lids *lids, const vox_node *node) {
    static void (*const checks[])(vox__validator *, const atomic_operation *) = {
        [OP_UNKNOWN] = check_any,
        [OP_ADD] = check_add,
        [OP_UPDATE] = check_update,
        [OP_REMOVE] = check_remove,
    };
    vox__members members;
    vox__members_find(
        self, node,
        WORD_BIT(WORD_OP) | WORD_BIT(WORD_REF) | WORD_BIT(WORD_HREF) | WORD_BIT(WORD_DATA) |
            WORD_BIT(WORD_META),
        &members
    );
    atomic_operation of = {.node = node, .data = members.at[WORD_DATA]};
    of.code = check_op(self, node, members.at[WORD_OP]);
    check_target(self, &of, members.at[WORD_REF], members.at[WORD_HREF]);
    vox__expect_kind(self, members.at[WORD_META], VOX_OBJECT, FAULT_META);
    checks[of.code](self, &of);
    /* The lid of this operation is added after the check, because only later operations may use
     * it. */
    vox__lids_use(self, lids);
    const bool creates = of.code == OP_ADD && of.target != TARGET_RELATIONSHIP;
    if ((creates || of.code == OP_UNKNOWN) && has_kind(of.data, VOX_OBJECT)) {
        vox__lids_create(self, lids, of.data, creates);
    }
    forget_resources(self);
}

static void check_result(vox__validator *self, const vox_node *result) {
    vox__members members;
    vox__members_find(self, result, WORD_BIT(WORD_DATA) | WORD_BIT(WORD_META), &members);
    const vox_node *data = members.at[WORD_DATA];
    if (has_kind(data, VOX_OBJECT)) {
        vox__check_resource(self, data, ROLE_ELEMENT);
    } else if (has_kind(data, VOX_ARRAY)) {
        vox__check_resources(self, data, ROLE_ELEMENT);
    } else if (data && data->kind != VOX_NULL) {
        vox__find_fault(self, FAULT_RESULT_DATA, data);
    }
    vox__expect_kind(self, members.at[WORD_META], VOX_OBJECT, FAULT_META);
    forget_resources(self);
}

/** Returns the first element of a list, which must not be empty. `list` may be NULL. */
static const vox_node *first_of(vox__validator *self, const vox_node *list, vox__fault_kind fault) {
    const vox_node *first = has_kind(list, VOX_ARRAY) ? vox__child(self->tree, list) : NULL;
    if (list && !first) {
        vox__find_fault(self, fault, list);
    }
    return first;
}

static void check_operations(vox__validator *self, const vox_node *list) {
    vox__lids lids = {.table = {0}};
    const vox_node *at = first_of(self, list, FAULT_OPERATIONS);
    self->profile = VOX_PROFILE_UPDATE;
    for (; at && self->status == VOX_OK; at = vox__sibling(self->tree, at)) {
        if (vox__expect_kind(self, at, VOX_OBJECT, FAULT_OPERATION)) {
            check_operation(self, &lids, at);
        }
    }
    vox__lids_free(self, &lids);
}

static void check_results(vox__validator *self, const vox_node *list) {
    const vox_node *at = first_of(self, list, FAULT_RESULTS);
    self->profile = VOX_PROFILE_RESPONSE;
    for (; at && self->status == VOX_OK; at = vox__sibling(self->tree, at)) {
        if (vox__expect_kind(self, at, VOX_OBJECT, FAULT_RESULT)) {
            check_result(self, at);
        }
    }
}

/* --- the document ---------------------------------------------------------- */

/** Checks that `jsonapi.ext`, which lists all applied extensions, has the URI of this one. */
static void check_ext(vox__validator *self, const vox_node *jsonapi) {
    const vox_node *ext = has_kind(jsonapi, VOX_OBJECT)
                              ? vox__object_find(self->tree, jsonapi, vox_string_from_c("ext"))
                              : NULL;
    const vox_node *uri = has_kind(ext, VOX_ARRAY) ? vox__child(self->tree, ext) : NULL;
    while (uri && !(uri->kind == VOX_STRING &&
                    vox_string_equal(vox__text(self->tree, uri), vox_string_from_c(ATOMIC_URI)))) {
        uri = vox__sibling(self->tree, uri);
    }
    if (has_kind(ext, VOX_ARRAY) && !uri) {
        vox__find_fault(self, FAULT_EXT_ATOMIC, ext);
    }
}

/** Checks the members of the document that operations and results exclude. */
static void check_beside(vox__validator *self, const vox__members *members, const vox_node *first) {
    static const vox__word others[] = {WORD_DATA, WORD_INCLUDED, WORD_ERRORS};
    for (size_t index = 0; index < sizeof others / sizeof others[0]; index++) {
        const vox_node *other = members->at[others[index]];
        if (other) {
            vox__find_second(self, FAULT_BESIDE, other, first);
        }
    }
}

void vox__check_atomic(vox__validator *self, const vox_node *root, const vox__members *members) {
    const vox_node *operations = members->at[WORD_OPERATIONS], *results = members->at[WORD_RESULTS];
    const vox_profile profile = self->options->profile;
    if (profile == VOX_PROFILE_OPERATIONS && !operations) {
        vox__find_fault(self, FAULT_OPERATIONS_MISSING, root);
    }
    if (profile == VOX_PROFILE_RESULTS && !results && !members->at[WORD_ERRORS]) {
        vox__find_fault(self, FAULT_RESULTS_MISSING, root);
    }
    if (operations && results) {
        vox__find_second(self, FAULT_OPERATIONS_AND_RESULTS, results, operations);
    }
    if (operations || results) {
        check_beside(self, members, operations ? operations : results);
        check_ext(self, members->at[WORD_JSONAPI]);
    }
    self->compound = false;
    forget_resources(self);
    check_operations(self, operations);
    check_results(self, results);
}
