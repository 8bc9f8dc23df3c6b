/* SPDX-License-Identifier: MIT */
/** The shape that a JSON:API document must have before its resources can be read. */
#ifndef VOX_DOCUMENT_H
#define VOX_DOCUMENT_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** The expected form of primary data. */
typedef enum vox_primary {
    VOX_PRIMARY_ANY = 0,  /**< Any form. */
    VOX_PRIMARY_ONE = 1,  /**< A resource object or null. */
    VOX_PRIMARY_MANY = 2, /**< An array of resource objects. */
    VOX_PRIMARY_NONE = 3  /**< A part of a document, such as the `included` of a stream. No member
                               is required. */
} vox_primary;

/** The strictness of a check. */
typedef enum vox_reading {
    VOX_READING_STRICT = 0,   /**< The strict check also refuses two objects for one resource, and
                                   errors whose `status` or `code` is not a string. */
    VOX_READING_STANDARD = 1, /**< In the standard check, null is allowed for `attributes` and
                                   `relationships` (as if they were missing), and for a list of
                                   primary data (as an empty list). */
    VOX_READING_LENIENT = 2   /**< The lenient check also accepts numbers as ids and types. Look-ups
                                   use the text of such a number as id or type. The lenient check
                                   accepts resources of other types than the expected type, and
                                   treats an `included` that is not a list as missing. The lenient
                                   check refuses numbers as lids, and an `errors` that is not a
                                   list. */
} vox_reading;

/** Results of a check in addition to its status. A member without a result is zero. */
typedef struct vox_document_report {
    const vox_node *first; /**< If two resource objects are for one resource, the first object,
                                which look-ups find. The error is about the second object. */
    size_t foreign;        /**< In a lenient check, the number of primary resources whose type is
                                not the expected type. */
    size_t spare[3];       /**< 0. */
} vox_document_report;

/** Checks the shape of a JSON:API document.
 *
 *  The check tests the following rules:
 *
 *    - The root is an object.
 *    - `data` has the form that `primary` expects.
 *    - `errors` and `included` are arrays.
 *    - The value of every resource is an object. The `type` of a resource is a string. The `id` and
 *      `lid` of a resource are strings if they exist; its `attributes` and `relationships` are
 *      objects if they exist.
 *    - Every resource object outside primary data has an id or a lid. A primary resource may have
 *      no id and no lid, because it may be new.
 *    - If `type` is not empty, every primary resource has this type.
 *    - The document has `data`, `errors`, `meta` or a member of an extension: a member with a colon
 *      in its name ("Top Level"). A check that is not strict also accepts a document that has only
 *      `links`, or only `links` and `jsonapi`.
 *
 *  Members that no rule requires may be missing. If a document has a list of errors, nothing else
 *  is checked, because a document with errors has no primary data ("Top Level").
 *
 *  The strict check also refuses two resource objects for one type and id, or for one type and lid
 *  ("Compound Documents"). Of two objects for one resource, an object in primary data is the first
 *  object, even if `included` comes before `data` in the text. If all objects in primary data look
 *  like resource identifiers, `included` may have one object with attributes, relationships or
 *  links for each of these identifiers.
 *
 *  NULL:   tree, type never; report, error allowed.
 *  Errors: VOX_ERROR_SHAPE   `error` has the pointer, the position and the message of one fault: a
 *                            wrong `errors`, else the first wrong resource in document order, else
 *                            the first repeated resource. For a repeated resource, `report` has the
 *                            first object for this resource
 *          VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT  in a strict check, no memory for the index of
 *                                                    resources
 *          VOX_ERROR_ARGUMENT  `primary` or `reading` is not a value of its enumeration
 *          VOX_ERROR_FROZEN  the tree is frozen, and the check is strict or is the first lenient
 *                            check of the tree, which lets look-ups use numbers as ids and types
 *          the errors of vox_tree_parse for a tree that was read lazily. The strict check parses
 *                            all resource objects. A check that is not strict first reads the
 *                            beginning of a resource object and the names of its members, and
 *                            parses the object only if the beginning and the names do not show
 *                            whether the object is valid.
 *  Cost:   O(resources). The check reads only the members of each resource object. */
VOX_API vox_status vox_document_check(
    vox_tree *tree, vox_primary primary, vox_string type, vox_reading reading,
    vox_document_report *report, vox_error *error
);

VOX_END

#endif
