/* SPDX-License-Identifier: MIT */
/** What was seen of the values of a source, by name, to find the types of columns:
 *
 *      survey.c        counts values (sightings)
 *      survey_type.c   the type that a column must have
 *      survey_json.c   writes descriptions
 *      schema.c        which records belong to which table
 *      survey_columns.c  the values at given paths */
#ifndef VOX_COLUMNS_SURVEY_H
#define VOX_COLUMNS_SURVEY_H

#include "columns/columns.h"

#include <vox/schema.h>

/** More names make an object a map, which has the type json. The root may have a child for each
 *  column of a description. */
#define MOST_NAMES 4096
/** The maximum number of names altogether. */
#define MOST_SIGHTINGS 262144
/** Values deeper than this are not looked at, because types are not nested deeper either. */
#define SURVEY_LEVELS 12

/** The kinds of values that the widening rules distinguish. */
typedef enum vox__sight {
    SIGHT_NULL,
    SIGHT_BOOL,
    SIGHT_NUMBER,
    SIGHT_STRING,
    SIGHT_LIST,
    SIGHT_OBJECT,
    SIGHTS
} vox__sight;

/** What was seen of the values with one name in one parent. */
typedef struct vox__sighting {
    struct vox__sighting *parent;
    struct vox__sighting *first; /* its children, in the order in which they were first seen */
    struct vox__sighting *last;
    struct vox__sighting *sibling;  /* the next one */
    struct vox__sighting *hint;     /* the child that probably comes next */
    struct vox__sighting *elements; /* of lists, or NULL */
    uint64_t counts[SIGHTS];
    uint64_t integers; /* numbers that fit int64 */
    uint64_t dates;
    uint64_t moments;
    uint64_t whole;    /* the most digits before the point, of all numbers */
    uint64_t fraction; /* and after it */
    bool not_double;   /* true for a number that a double cannot have */
    bool not_decimal;  /* a number has an enormous exponent */
    bool is_crowded;   /* not all children are known */
    uint32_t children;
    uint32_t number; /* of the sighting: for its hash */
    vox_string name;
    size_t size;                /* of the block that this begins, with the name */
    struct vox__sighting *next; /* in the list of all */
} vox__sighting;

typedef struct vox__survey {
    vox_allocator allocator;
    vox__seed seed;
    vox__sighting *all;
    vox__sighting **slots; /* a hash table of children */
    uint32_t slot_count;
    uint32_t count;
    vox__sighting *root;
} vox__survey;

/** Makes the root. Call vox__survey_free, whatever the result is. */
vox_status vox__survey_make(vox__survey *self, const vox_allocator *allocator);
void vox__survey_free(vox__survey *self);

/** Returns the child with a name, or NULL. The parent may be NULL. */
vox__sighting *vox__sighting_find(vox__survey *self, const vox__sighting *parent, vox_string name);
/** Returns the child with a name, and makes it if it is missing. `*child` is NULL when there are too
 *  many names. */
vox_status vox__sighting_child(
    vox__survey *self, vox__sighting *parent, vox_string name, vox__sighting **child
);
/** Returns the elements of the lists. */
vox_status vox__sighting_elements(
    vox__survey *self, vox__sighting *sighting, vox__sighting **elements
);
/** Counts a value, and the values in it. */
vox_status vox__sighting_add(
    vox__survey *self, vox__sighting *sighting, vox_tree *tree, const vox_node *node, unsigned level
);
/** Counts the members of an object. */
vox_status vox__sighting_members(
    vox__survey *self, vox__sighting *sighting, vox_tree *tree, const vox_node *object,
    unsigned level
);

/** A type that was chosen. */
typedef struct vox__chosen {
    vox__type type;
    uint8_t precision;
    uint8_t scale;
    uint64_t others; /* values that do not have it */
} vox__chosen;

/** Chooses a type that at least `share` in 100 of the values have, or json. */
vox__chosen vox__sighting_type(const vox__sighting *sighting, unsigned share);

/** What was read. */
typedef struct vox__seen {
    uint64_t records;
    uint64_t faults;
    uint64_t others; /* resources and records without a table, because there are too many names */
} vox__seen;

/** Writes the descriptions of all tables. */
vox_status vox__survey_write(
    vox__survey *self, unsigned share, const vox__seen *seen, vox_buffer *out
);

/** Writes the description of a table whose columns are the children of the root. */
vox_status vox__survey_write_columns(
    vox__survey *self, const vox_columns *columns, unsigned share, uint64_t rows, vox_buffer *out
);

/* The children of the root, by table; below them, by type: a sighting of resource objects, whose
 * children are the members of a JSON:API object. */
#define SURVEY_RESOURCES "resources"
#define SURVEY_INCLUDED "included"
#define SURVEY_RECORDS "records"

#endif
