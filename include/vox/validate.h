/* SPDX-License-Identifier: MIT */
/** Validation of a document against the rules of JSON:API 1.1 and of its extension Atomic
 *  Operations.
 *
 *  Each finding has the number of a rule, a severity and a value. vox_rule_anchor returns the
 *  section of a rule in the standard; Sources/Vox/Vox.docc/Validation.md in the sources lists the
 *  rules. If the standard requires the rule, the finding is an error. If the standard only
 *  recommends the rule, the finding is a warning.
 *
 *  All rules skip members whose name begins with '@', and members of applied extensions. The only
 *  members of extensions that have rules are `atomic:operations` and `atomic:results` of the
 *  document. The validator has no rules for the content of `meta`. */
#ifndef VOX_VALIDATE_H
#define VOX_VALIDATE_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** The purpose of the document. */
typedef enum vox_profile {
    VOX_PROFILE_ANY = 0,          /**< Any profile: a document that is valid for one of the
                                       following profiles has no errors, with two exceptions. Equal
                                       identifiers in primary data are reported as two objects for
                                       one resource. If `namespaces` does not contain "atomic",
                                       operations and results are refused. */
    VOX_PROFILE_RESPONSE = 1,     /**< A response of a server: every resource has an id. */
    VOX_PROFILE_CREATE = 2,       /**< A request that creates one resource. */
    VOX_PROFILE_UPDATE = 3,       /**< A request that changes one resource. */
    VOX_PROFILE_RELATIONSHIP = 4, /**< A request or response with the linkage of a
                                       relationship. */
    VOX_PROFILE_OPERATIONS = 5,   /**< A request with `atomic:operations`. The validator allows the
                                       extension Atomic Operations, even if `namespaces` does not
                                       contain "atomic". */
    VOX_PROFILE_RESULTS = 6       /**< A response to operations: `atomic:results`, or `errors`. The
                                       validator allows the extension Atomic Operations, even if
                                       `namespaces` does not contain "atomic". */
} vox_profile;

/** The fields that a request selects for a type: `fields[TYPE]=NAME,NAME`. */
typedef struct vox_fieldset {
    vox_string type;         /**< The type. */
    const vox_string *names; /**< The names of the selected fields. */
    size_t name_count;       /**< The number of names. */
} vox_fieldset;

/** A relationship of the resources of one type. */
typedef struct vox_relationship_name {
    vox_string type; /**< The type of the resources that have the relationship. */
    vox_string name; /**< The name of the relationship. */
} vox_relationship_name;

/** Options of a validation. A struct of zeros means any profile, strict rules, and no information
 *  about the request. */
typedef struct vox_validation {
    size_t size; /**< sizeof(vox_validation), or 0: see "Structs that may grow" in base.h. */
    vox_profile profile; /**< The purpose of the document. */
    /** If `lenient` is true, the validator does not report faults that lenient reading accepts:
     *  numbers as type, id, status and code; null as attributes and relationships; an `included`
     *  that is not an array; two objects for one resource; repeated member names; unknown members,
     *  including members of extensions that are not applied. */
    bool lenient;
    /** The sparse fieldsets of the request. The validator follows linkage from primary data. A
     *  fieldset can remove linkage. If the validator finds a resource with the type of a fieldset,
     *  it does not report included resources that no linkage leads to. */
    const vox_fieldset *fieldsets;
    size_t fieldset_count; /**< The number of fieldsets. */
    /** The relationship paths that the request includes ("author", "comments.author"); NULL if the
     *  paths are not known. If the paths are known, the validator takes a fieldset as the reason
     *  for missing linkage only when the fieldset omits a relationship on one of the paths. */
    const vox_string *include;
    size_t include_count; /**< The number of paths. */
    /** The namespaces of the applied extensions. If "atomic" is one of the namespaces, the
     *  validator checks `atomic:operations` and `atomic:results` under every profile. */
    const vox_string *namespaces;
    size_t namespace_count; /**< The number of namespaces. */
    /** The to-many relationships: their linkage must be a list, and must not be null (rule 30). The
     *  caller owns the array `to_many`, which may be NULL. */
    const vox_relationship_name *to_many;
    size_t to_many_count; /**< The number of to-many relationships. */
    /** The to-one relationships: their linkage must not be a list. */
    const vox_relationship_name *to_one;
    size_t to_one_count; /**< The number of to-one relationships. */
    /** The rules that are not reported, by their numbers. Numbers that are no rules have no effect.
     *  The caller owns the array, which may be NULL if the count is 0. */
    const unsigned *ignored_rules;
    size_t ignored_rule_count; /**< The number of these rules. */
} vox_validation;

/** Returns options that are all zero except `size`. */
static inline vox_validation vox_validation_default(void) {
    vox_validation options;
    VOX_LIBC_(memset)(&options, 0, sizeof options);
    options.size = sizeof options;
    return options;
}

/** The severity of a finding. */
typedef enum vox_severity {
    VOX_SEVERITY_WARNING = 0, /**< The document breaks a recommendation of the standard. */
    VOX_SEVERITY_ERROR = 1    /**< The document breaks a requirement of the standard. */
} vox_severity;

/** One broken rule. The struct is valid only during the call of `receive`. The nodes of a finding
 *  are valid until the tree is freed. The message is static. */
typedef struct vox_finding {
    unsigned rule;         /**< The number of the rule, such as 38. */
    vox_severity severity; /**< The severity. */
    const vox_node *node;  /**< The value at fault; vox_pointer_write writes its pointer. */
    const vox_node *other; /**< The first value, if the rule is about two values and `node` is the
                                second one; else NULL. */
    size_t offset;         /**< The offset of `node`; if `node` was not read from the text, the
                                offset of its nearest ancestor that was read, or 0. */
    const char *message;   /**< A static string. */
    size_t spare[3];       /**< 0. */
} vox_finding;

/** Receives the findings one by one. `receive` returns 0 to continue, and any other number to
 *  stop with VOX_ERROR_SINK. `receive` must not change the tree. */
typedef struct vox_finding_sink {
    int (*receive)(void *context, const vox_finding *finding); /**< Receives one finding. */
    void *context; /**< The first argument of each call. */
} vox_finding_sink;

/** Validates the whole document.
 *
 *  The findings come in this order: the top level, primary data, included resources, the rules
 *  about several resources (rules 18, 38 and 40), operations and results, and attributes that look
 *  like foreign keys (rule 26). To get the findings in
 *  document order, sort them by offset. If several members of an object have the same name, the
 *  last member is checked.
 *
 *  NULL:   tree, sink VOX_ERROR_ARGUMENT; options allowed.
 *  Errors: VOX_ERROR_SINK     the receiver stopped the validation
 *          VOX_ERROR_MEMORY   no memory for the table of resources; some findings may have been
 *                             reported
 *          VOX_ERROR_ARGUMENT `options` with an unknown size or profile
 *          the errors of vox_tree_materialize, before the first finding
 *  Cost:   O(values outside `meta`) for any document, and O(to_many_count +
 *          to_one_count) for each relationship that has linkage. During the call, the function
 *          needs about 60 bytes for each resource, 40 bytes for each identifier, 80 bytes for each lid
 *          that an operation creates, and 40 bytes for each attribute whose name ends like that of a
 *          foreign key. Each finding costs O(ignored_rule_count). Constant stack. */
VOX_API vox_status
vox_validate(vox_tree *tree, const vox_validation *options, vox_finding_sink sink);

/** Finds the line and the column of a finding. Before the call, `place` must be all zero, or the
 *  result of an earlier call for the same tree. vox_finding_locate starts to count at the position
 *  of the earlier result.
 *
 *  Cost: O(bytes between the old and the new position); if the new position is before the old
 *        position, also O(bytes of the line of the finding). If the calls follow the order of the
 *        findings or of their offsets, all calls together cost O(length of the text).
 *  NULL: tree, finding, place neutral: `place` is unchanged. */
VOX_API void vox_finding_locate(const vox_tree *tree, const vox_finding *finding, vox_place *place);

/** Converts a finding into an error with the status VOX_ERROR_SHAPE, a message, a position and a
 *  pointer. A long pointer is cut.
 *
 *  Cost: O(bytes between the finding and the last error of the tree), as for vox_finding_locate; in
 *        a frozen tree O(offset).
 *  NULL: tree, finding VOX_ERROR_ARGUMENT in `error`; error allowed. */
VOX_API void vox_finding_error(const vox_tree *tree, const vox_finding *finding, vox_error *error);

/** Returns the number of the rule at a position in the list of rules, or 0 past the last rule.
 *  The first position is 0. The list is in ascending order. The list contains the rules that the
 *  validator can report, and two rules that are exceptions to other rules (39 and 66). */
VOX_API unsigned vox_rule_at(size_t position);

/** Returns the anchor of a rule, such as "document-top-level". The anchor of rule 64
 *  is in https://jsonapi.org/recommendations/. The anchors of the other rules below 137 are in
 *  https://jsonapi.org/format/1.1/, and those of the rules from 137 on are in
 *  https://jsonapi.org/ext/atomic/. The string is static. Returns NULL for a number that is no rule
 *  of the validator. */
VOX_API const char *vox_rule_anchor(unsigned rule);

VOX_END

#endif
