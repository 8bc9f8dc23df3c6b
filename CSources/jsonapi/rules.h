/* SPDX-License-Identifier: MIT */
/** The rules of JSON:API that the core checks, and their messages, for the validator and for the
 *  check of a document's shape. */
#ifndef VOX_RULES_H
#define VOX_RULES_H

#include <vox/validate.h>

/** X(NAME, rule, severity, accepted by the lenient reading, message) */
#define VOX_FAULT_MAP(X)                                                                           \
    X(ROOT, 1, ERROR, 0, "a document must be an object")                                           \
    X(NOTHING, 2, ERROR, 0, "a document must have data, errors, meta or an extension's member")    \
    X(DATA_AND_ERRORS, 3, ERROR, 0, "data and errors must not be in the same document")            \
    X(INCLUDED_ALONE, 4, ERROR, 0, "included must not be present without data")                    \
    X(UNKNOWN, 5, WARNING, 1, "JSON:API defines no such member; it is ignored")                    \
    X(DATA, 7, ERROR, 0, "primary data must be a resource, a list of resources or null")           \
    X(DATA_ELEMENT, 7, ERROR, 0, "a resource must be an object")                                   \
    X(REPEATED_NAME, 14, WARNING, 1, "the object already has a member of this name")               \
    X(RESOURCE_TYPE, 15, ERROR, 0, "a resource must have a type")                                  \
    X(RESOURCE_ID, 15, ERROR, 0, "a resource must have an id")                                     \
    X(TYPE_KIND, 16, ERROR, 0, "a type must be a string")                                          \
    X(ID_KIND, 16, ERROR, 0, "an id must be a string")                                             \
    X(LID_KIND, 16, ERROR, 0, "a lid must be a string")                                            \
    X(LID_NOWHERE, 18, ERROR, 0, "no resource of the document has this type and lid")              \
    X(LID_OTHER, 18, ERROR, 0, "all occurrences of a resource must have the same lid")             \
    X(IDENTIFIER_TYPE, 19, ERROR, 0, "a resource identifier must have a type")                     \
    X(IDENTIFIER_ID, 19, ERROR, 0, "a resource identifier must have an id or a lid")               \
    X(IDENTIFIER_LID, 19, ERROR, 0, "in a response a resource identifier must have an id")         \
    X(TYPE_NAME, 22, ERROR, 0, "a type must follow the rules for member names")                    \
    X(FIELD_TWICE, 23, ERROR, 0, "an attribute of the resource has the same name")                 \
    X(FIELD_NAME, 23, ERROR, 0, "a field must not be named type or id")                            \
    X(ATTRIBUTES, 25, ERROR, 0, "attributes must be an object")                                    \
    X(FOREIGN_KEY, 26, WARNING, 0,                                                                 \
      "this looks like a foreign key, which should be a relationship")                             \
    X(RELATIONSHIPS, 27, ERROR, 0, "relationships must be an object")                              \
    X(RELATIONSHIP, 27, ERROR, 0, "a relationship must be an object")                              \
    X(RELATIONSHIP_EMPTY, 28, ERROR, 0, "a relationship must have links, data or meta")            \
    X(RELATIONSHIP_LINKS, 29, ERROR, 0, "the links of a relationship must have self or related")   \
    X(LINKAGE, 30, ERROR, 0, "linkage must be a resource identifier, a list of them or null")      \
    X(LINKAGE_ELEMENT, 30, ERROR, 0, "a resource identifier must be an object")                    \
    X(NOT_MANY, 30, ERROR, 0, "the linkage of a to-many relationship must be a list")              \
    X(NOT_ONE, 30, ERROR, 0, "the linkage of a to-one relationship must not be a list")            \
    X(INCLUDED, 37, ERROR, 1, "included must be a list of resources")                              \
    X(INCLUDED_ELEMENT, 37, ERROR, 0, "an included resource must be an object")                    \
    X(NOT_LINKED, 38, ERROR, 0, "no linkage leads from primary data to the included resource")     \
    X(RESOURCE_TWICE, 40, ERROR, 1, "the document already has this resource")                      \
    X(META, 47, ERROR, 0, "meta must be an object")                                                \
    X(LINKS, 49, ERROR, 0, "links must be an object")                                              \
    X(LINK, 49, ERROR, 0, "a link must be a URI reference, a link object or null")                 \
    X(LINK_URI, 49, ERROR, 0, "the link is not a URI reference")                                   \
    X(HREF_MISSING, 50, ERROR, 0, "a link object must have an href")                               \
    X(HREF, 50, ERROR, 0, "an href must be a string")                                              \
    X(HREF_URI, 50, ERROR, 0, "the href is not a URI reference")                                   \
    X(LINK_TEXT, 51, WARNING, 0, "title and type of a link object should be strings")              \
    X(REL, 52, ERROR, 0, "rel must be a link relation type (RFC 8288)")                            \
    X(HREFLANG, 52, ERROR, 0, "hreflang must be a language tag (BCP 47) or a list of them")        \
    X(JSONAPI, 57, ERROR, 0, "jsonapi must be an object")                                          \
    X(VERSION, 57, ERROR, 0, "a version must be a string")                                         \
    X(URIS, 57, ERROR, 0, "ext and profile must be lists of URIs")                                 \
    X(URI, 57, ERROR, 0, "an extension or profile must be named by a URI")                         \
    X(EXT_ATOMIC, 57, WARNING, 0,                                                                  \
      "ext should have the URI of Atomic Operations, which is applied")                            \
    X(NAME_EMPTY, 61, ERROR, 0, "a member name must have at least one character")                  \
    X(NAME_EDGE, 62, ERROR, 0, "a member name must not begin or end with '-', '_' or a space")     \
    X(NAME_RESERVED, 63, ERROR, 0, "a member name must not have a reserved character")             \
    X(NAME_URL, 64, WARNING, 0, "a member name should have no characters unsafe in URLs")          \
    X(NAME_CASE, 64, WARNING, 0, "camelCase is recommended for member names")                      \
    X(NAME_ENDS, 64, WARNING, 0, "a member name should begin and end with a letter from a to z")   \
    X(NAME_NESTED, 65, WARNING, 0, "names in attributes should follow the rules for member names") \
    X(EXTENSION_NAME, 67, ERROR, 1, "an extension's member must be named namespace:name")          \
    X(EXTENSION, 67, ERROR, 1, "no extension of this namespace is applied")                        \
    X(NAMESPACE_TWICE, 80, ERROR, 0, "two applied extensions must not have the same namespace")    \
    X(LAST, 97, WARNING, 0, "there is no next link, but the last link is another page")            \
    X(CREATE, 106, ERROR, 0, "a request to create must have one resource as data")                 \
    X(NO_LINKAGE, 107, ERROR, 0, "a relationship in a request must have data")                     \
    X(UPDATE, 115, ERROR, 0, "a request to update must have one resource as data")                 \
    X(UPDATE_ID, 115, ERROR, 0, "a resource to update must have an id")                            \
    X(LINKAGE_MISSING, 123, ERROR, 0, "the document of a relationship must have data")             \
    X(ERRORS, 128, ERROR, 0, "errors must be a list of error objects")                             \
    X(ERROR_KIND, 128, ERROR, 0, "an error must be an object")                                     \
    X(ERROR_EMPTY, 128, ERROR, 0, "an error must have at least one member of error objects")       \
    X(ERROR_TEXT, 129, WARNING, 0, "id, title and detail of an error should be strings")           \
    X(ERROR_STATUS, 131, ERROR, 0, "a status must be a string")                                    \
    X(ERROR_HTTP_STATUS, 131, ERROR, 0, "a status must be an HTTP status code, from 100 to 599")   \
    X(ERROR_CODE, 131, ERROR, 0, "a code must be a string")                                        \
    X(SOURCE, 132, WARNING, 0, "a source should be an object with pointer, parameter or header")   \
    X(SOURCE_POINTER, 132, ERROR, 0, "the pointer of a source must be a JSON Pointer (RFC 6901)")  \
    X(SOURCE_TEXT, 132, WARNING, 0, "parameter and header of a source should be strings")          \
    X(OPERATIONS_MISSING, 137, ERROR, 0, "the document must have atomic:operations")               \
    X(RESULTS_MISSING, 137, ERROR, 0, "the document must have atomic:results or errors")           \
    X(OPERATIONS_AND_RESULTS, 137, ERROR, 0, "operations and results must not be in one document") \
    X(BESIDE, 137, ERROR, 0, "operations and results exclude data, included and errors")           \
    X(OPERATIONS, 137, ERROR, 0, "atomic:operations must be a list of at least one operation")     \
    X(OPERATION, 137, ERROR, 0, "an operation must be an object")                                  \
    X(RESULTS, 137, ERROR, 0, "atomic:results must be a list of at least one result")              \
    X(OP_MISSING, 138, ERROR, 0, "an operation must have an op")                                   \
    X(OP, 138, ERROR, 0, "an op must be add, update or remove")                                    \
    X(REF_AND_HREF, 139, ERROR, 0, "an operation must not have both ref and href")                 \
    X(REF, 139, ERROR, 0, "a ref must be an object")                                               \
    X(REF_TYPE, 139, ERROR, 0, "a ref must have a type")                                           \
    X(REF_ID, 139, ERROR, 0, "a ref must have either an id or a lid")                              \
    X(REF_RELATIONSHIP, 139, ERROR, 0, "the relationship of a ref must be a member name")          \
    X(OPERATION_HREF, 139, ERROR, 0, "the href of an operation must be a URI reference")           \
    X(CREATE_DATA, 140, ERROR, 0, "an operation that creates must have a resource as data")        \
    X(CREATE_REF, 140, ERROR, 0, "an operation that creates a resource must not have a ref")       \
    X(UPDATE_DATA, 141, ERROR, 0, "an operation that updates must have a resource as data")        \
    X(UPDATE_IDENTITY, 141, ERROR, 0, "a resource to update must have an id or a lid")             \
    X(UPDATE_OTHER, 141, ERROR, 0, "the resource is not the one that ref identifies")              \
    X(REMOVE_TARGET, 142, ERROR, 0, "an operation that removes must have a ref or an href")        \
    X(REMOVE_DATA, 142, ERROR, 0, "an operation that deletes a resource must not have data")       \
    X(SET_DATA, 143, ERROR, 0, "data must be an identifier, a list of identifiers or null")        \
    X(MEMBERS_DATA, 143, ERROR, 0, "data must be a list of the identifiers to add or to remove")   \
    X(LID_EARLIER, 144, ERROR, 0, "no earlier operation creates a resource with this lid")         \
    X(LID_TWICE, 144, ERROR, 0, "an earlier operation creates a resource with this lid")           \
    X(RESULT, 146, ERROR, 0, "a result must be an object")                                         \
    X(RESULT_DATA, 146, ERROR, 0, "the data of a result must be a resource, a list or null")

typedef enum vox__fault_kind {
#define VOX_FAULT_ENUM(name, rule, severity, lenient, message) FAULT_##name,
    VOX_FAULT_MAP(VOX_FAULT_ENUM)
#undef VOX_FAULT_ENUM
} vox__fault_kind;

typedef struct vox__fault_text {
    unsigned rule;
    vox_severity severity;
    bool forgiven; /* by the lenient reading */
    const char *message;
} vox__fault_text;

extern const vox__fault_text vox__fault_texts[];

#endif
