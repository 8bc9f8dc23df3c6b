/* SPDX-License-Identifier: MIT */
/** Whether a document keeps the rules of JSON:API 1.1.
 *
 *  Each finding names a rule by number (vox_rule_anchor leads to its place in the standard;
 *  Sources/Vox/Vox.docc/Validation.md of the sources lists them), how bad it is, and the value it
 *  is about. Errors are what the standard says a
 *  document must be or must not be, warnings what it recommends.
 *
 *  Members whose name begins with '@' and members of applied extensions are
 *  passed over by every rule; what stands in `meta` is free. */
#ifndef VOX_VALIDATE_H
#define VOX_VALIDATE_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** What the document is meant to be. */
typedef enum vox_profile {
    VOX_PROFILE_ANY = 0,         /**< Any of the others: no error where one of them has none, but
                                      that what may be a resource twice is taken for that. */
    VOX_PROFILE_RESPONSE = 1,    /**< What a server answers: every resource has an id. */
    VOX_PROFILE_CREATE = 2,      /**< A request that creates one resource. */
    VOX_PROFILE_UPDATE = 3,      /**< A request that changes one resource. */
    VOX_PROFILE_RELATIONSHIP = 4 /**< A request to, or an answer of, a relationship: linkage. */
} vox_profile;

/** The fields that a request asked of a type: `fields[TYPE]=NAME,NAME`. */
typedef struct vox_fieldset {
    vox_string type;         /**< A type. */
    const vox_string *names; /**< Its fields that were asked for. */
    size_t name_count;       /**< How many. */
} vox_fieldset;

/** A relationship of the resources of one type. */
typedef struct vox_relationship_name {
    vox_string type; /**< The type of the resources that have it. */
    vox_string name; /**< Its name. */
} vox_relationship_name;

/** How to validate. All zero: any profile, strictly, nothing known of the request. */
typedef struct vox_validation {
    size_t size; /**< sizeof(vox_validation), or 0: see "Structs that may grow" in base.h. */
    vox_profile profile; /**< What the document is meant to be. */
    /** Report nothing about what the lenient reader forgives: numbers as type,
     *  id, status and code; null as attributes and relationships; an
     *  `included` that is no array; one resource twice; repeated member names;
     *  unknown members, those of extensions that are not applied among them. */
    bool lenient;
    /** The sparse fieldsets of the request. Where a type with one occurs among
     *  the resources reached, linkage may be missing, and nothing is said about
     *  included resources without any. */
    const vox_fieldset *fieldsets;
    size_t fieldset_count; /**< How many. */
    /** The relationship paths the request asked for ("author", "comments.author").
     *  NULL: not known. Else linkage counts as missing only where a fieldset
     *  leaves out a relationship that is named in a path. */
    const vox_string *include;
    size_t include_count; /**< How many. */
    /** The namespaces of the extensions applied ("atomic"). */
    const vox_string *namespaces;
    size_t namespace_count; /**< How many. */
    /** The relationships known to be to-many: their linkage must be a list, an
     *  empty one rather than null (rule 30). May be NULL; the caller owns it. */
    const vox_relationship_name *to_many;
    size_t to_many_count; /**< How many. */
    /** The relationships known to be to-one: their linkage must be no list. */
    const vox_relationship_name *to_one;
    size_t to_one_count; /**< How many. */
} vox_validation;

/** All zero but for `size`. */
static inline vox_validation vox_validation_default(void) {
    vox_validation options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    return options;
}

/** How bad a finding is. */
typedef enum vox_severity {
    VOX_SEVERITY_WARNING = 0, /**< Against what the standard recommends. */
    VOX_SEVERITY_ERROR = 1    /**< Against what it demands. */
} vox_severity;

/** One thing that is wrong. Valid during the call of the receiver, except that
 *  nodes and messages live on as they do anyway. */
typedef struct vox_finding {
    unsigned rule;         /**< Its number, as 38. */
    vox_severity severity; /**< How bad it is. */
    const vox_node *node;  /**< The value it is about; write its pointer with vox_pointer_write. */
    const vox_node *other; /**< The first of two of which `node` is the second; else NULL. */
    size_t offset;         /**< Where `node` was read, else its nearest ancestor that was; 0 when
                                nothing was read. */
    const char *message;   /**< Static text. */
    size_t spare[3];       /**< 0. */
} vox_finding;

/** Receives the findings one by one. Returns 0 to go on, anything else to stop
 *  with VOX_ERROR_SINK. It must not change the tree. */
typedef struct vox_finding_sink {
    int (*receive)(void *context, const vox_finding *finding); /**< Receives one. */
    void *context; /**< The first argument of each call. */
} vox_finding_sink;

/** Validates the whole document.
 *
 *  Findings come part by part: the top level, primary data, included resources,
 *  then what concerns several resources (rules 18, 38 and 40); sort by offset for
 *  document order. Of repeated member names the last is judged.
 *
 *  NULL:   tree, sink VOX_ERROR_ARGUMENT; options allowed.
 *  Errors: VOX_ERROR_SINK    the receiver stopped it
 *          VOX_ERROR_MEMORY  there was none for the table of resources; findings
 *                            may have been reported
 *          VOX_ERROR_ARGUMENT `options` of a size or a profile that is none
 *          those of vox_tree_materialize, before anything is found
 *  Cost:   O(values outside `meta`), whatever they are, and O(to_many_count +
 *          to_one_count) for each relationship that has linkage; about 60 bytes a
 *          resource and 40 an identifier for the time of the call. Constant stack. */
VOX_API vox_status
vox_validate(vox_tree *tree, const vox_validation *options, vox_finding_sink sink);

/** Finds line and column of a finding. `place` is all zero, or the result of an
 *  earlier call for the same tree, from which it goes on.
 *
 *  Cost: O(bytes between the two), and backwards those of the line it comes to:
 *        linear for all findings, as they come or in order of their offsets.
 *  NULL: tree, finding, place neutral: `place` is left alone. */
VOX_API void vox_finding_locate(const vox_tree *tree, const vox_finding *finding, vox_place *place);

/** Turns a finding into an error with status VOX_ERROR_SHAPE: message, place
 *  and pointer, the pointer cut when it is long.
 *
 *  Cost: that of vox_finding_locate from the last error of the tree on; in a frozen
 *        tree O(offset).
 *  NULL: tree, finding VOX_ERROR_ARGUMENT in `error`; error allowed. */
VOX_API void vox_finding_error(const vox_tree *tree, const vox_finding *finding, vox_error *error);

/** The number of a rule, by position from 0 in ascending order; 0 past the
 *  last one. What the validator can report, and the two rules that are
 *  exceptions to others (39 and 66). */
VOX_API unsigned vox_rule_at(size_t position);

/** Where in https://jsonapi.org/format/1.1/ a rule stands, as
 *  "document-top-level". Static text; NULL for numbers that are no rule of the
 *  validator. */
VOX_API const char *vox_rule_anchor(unsigned rule);

VOX_END

#endif
