/* SPDX-License-Identifier: MIT */
/** The shape a JSON:API document must have before its resources can be read. */
#ifndef VOX_DOCUMENT_H
#define VOX_DOCUMENT_H

#include <vox/base.h>
#include <vox/node.h>
#include <vox/status.h>
#include <vox/tree.h>

VOX_BEGIN

/** What primary data is expected to be. */
typedef enum vox_primary {
    VOX_PRIMARY_ANY = 0,
    VOX_PRIMARY_ONE = 1,  /**< A resource object or null. */
    VOX_PRIMARY_MANY = 2, /**< An array of resource objects. */
    VOX_PRIMARY_NONE = 3  /**< A part of a document, as a stream hands out `included`: it may have
                               none of the members that make a document. */
} vox_primary;

/** How much is forgiven. */
typedef enum vox_reading {
    VOX_READING_STRICT = 0,   /**< Also no status or code of an error that is not text, and no
                                   resource twice. */
    VOX_READING_STANDARD = 1, /**< Null stands for absent attributes and relationships, and for an
                                   empty list of primary data. */
    VOX_READING_LENIENT = 2   /**< Also numbers for ids and types, which then count as their text
                                   in look-ups too, other types than asked for, and anything
                                   that is no list for absent `included`. Neither numbers for
                                   lids, nor anything but a list for `errors`. */
} vox_reading;

/** What a check has to say beside its status; all zero when that is nothing. */
typedef struct vox_document_report {
    const vox_node *first; /**< Of two resource objects for one resource the one that counts; the
                                error is about the other. */
    size_t foreign;        /**< Lenient: the primary resources of another type than asked for. */
    size_t spare[3];       /**< 0. */
} vox_document_report;

/** Checks that the root is an object, that `data` is of the expected form, that
 *  `errors` and `included` are arrays, and that every resource object is an
 *  object whose `type` is text, whose `id` and `lid` are text where they stand,
 *  whose `attributes` and `relationships` are objects where they stand, and
 *  that has an id or a lid unless it is primary (then it may be new).
 *
 *  `type` (may be empty) is the type every primary resource must have.
 *  A document has `data`, `errors`, `meta` or a member of an extension, whose name has a colon
 *  ("Top Level"): an object with none of them is some other JSON. `links` and `jsonapi` by themselves
 *  are read all the same, except strictly. Other members may be missing. A document with a list of errors is not looked at any further, since it has no
 *  primary data ("Top Level").
 *
 *  The strict reading also refuses two resource objects for one type and id, or
 *  type and lid ("Compound Documents"), primary data coming before `included`;
 *  when all of primary data may be resource identifiers, one object with more
 *  to it in `included` is no repetition.
 *
 *  NULL:   tree, type never; report, error allowed.
 *  Errors: VOX_ERROR_SHAPE   pointer, position and message are in `error`: of `errors`, else of the
 *                            first resource at fault, in document order, else of the first
 *                            repetition, whose other half is in `report`
 *          VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT  strict: there was none for the index of
 *                            resources
 *          VOX_ERROR_ARGUMENT  `primary` or `reading` is none of the numbers above
 *          VOX_ERROR_FROZEN  for a strict check of a frozen tree, and for a lenient one of a tree
 *                            that was not checked so before: they would count other identities
 *          Of a tree that was read lazily, those of its text: a resource object is parsed when its
 *                            beginning and the names of its members leave a doubt, and strictly,
 *                            all of them.
 *  Cost:   O(resources); looks at the members of each resource object only. */
VOX_API vox_status vox_document_check(
    vox_tree *tree, vox_primary primary, vox_string type, vox_reading reading,
    vox_document_report *report, vox_error *error
);

VOX_END

#endif
