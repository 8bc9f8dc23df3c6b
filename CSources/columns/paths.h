/* SPDX-License-Identifier: MIT */
/** Paths and their places (path_text.c, places.c), and the search for their values (find.c).
 *
 *  A place is a member of a value that at least one path leads to, or leads through. The places of
 *  all paths are a tree in one array. The children of a place are next to one another, ordered by
 *  the length of their names and then by their bytes, and parents come before their children:
 *
 *      id, title, author.id      0 (the value) ─┬─ 1 id
 *                                               ├─ 2 lid
 *                                               ├─ 3 type
 *                                               ├─ 4 attributes ──┬─ 6 title
 *                                               │                 └─ 7 author ── 10 id
 *                                               └─ 5 relationships ─ …
 *
 *  A search goes over the places once, and over the members of each object once. It keeps the node
 *  of each place. The members of most objects have the order of the object before, so each position
 *  in an object has an expected place: the one that the member at this position had last. Positions
 *  count only members that have a place. */
#ifndef VOX_COLUMNS_PATHS_H
#define VOX_COLUMNS_PATHS_H

#include "tree/tree.h"

#include <vox/paths.h>

/** No place. Place 0 is the value itself, which is the target of the empty pointer. */
#define NO_PLACE UINT32_MAX

/** The members of a resource object that always have a place. */
enum {
    PATH_ID,
    PATH_LID,
    PATH_TYPE,
    PATH_ATTRIBUTES,
    PATH_RELATIONSHIPS,
    PATH_DATA, /* of a document, which is not a resource object */
    PATH_ERRORS,
    PATH_MEMBERS
};

typedef struct vox__path_place {
    vox_string name;
    uint32_t parent;
    uint32_t first; /* its children are places[first, first + count) */
    uint32_t count;
    uint32_t rival;  /* of a relationship: the attribute with its name, or NO_PLACE */
    uint32_t ends;   /* the first path that ends here, as vox__end_of, or NO_PLACE */
    bool is_linkage; /* the linkage of a relationship: paths go on in its elements */
    bool is_taken;   /* a path that takes values ends here, or it has children */
} vox__path_place;

/** A path ends at its value, and, if it may begin with the name of a relationship, also at the
 *  linkage or at a member of it. */
enum {
    END_VALUE = 0,
    END_LINKAGE = 1,
    ENDS
};

typedef struct vox__path {
    const vox_string *segments;
    size_t count;
    vox_string pointer;  /* if `bytes` is NULL, there are segments */
    bool is_looked_up;   /* the pointer may lead through an array, and has no place */
    bool takes;          /* see vox__paths_take */
    uint32_t attribute;  /* the attribute that the first segment names, or NO_PLACE */
    uint32_t linkage;    /* the linkage of the relationship that it names, or NO_PLACE */
    uint32_t ends[ENDS]; /* places, or NO_PLACE */
    uint32_t next[ENDS]; /* the next end at the same place */
} vox__path;

struct vox_paths {
    vox_allocator allocator;
    vox_path_start start;
    vox__path *paths;
    uint32_t count;
    vox__path_place *places;
    uint32_t place_count;
    uint32_t places_capacity;
    vox_string *segments;
    size_t segment_capacity;
    char *text; /* the texts of the paths */
    size_t text_size;
    uint32_t *expected;     /* places: those of a place begin at its `first` */
    const vox_node **found; /* by place */
    uint32_t *entered;      /* the places with children that the last search has found */
    uint32_t entered_count;
    uint32_t *matched; /* all places that it has found, in the order of each object */
    uint32_t matched_count;
    uint32_t *begins;    /* by place: where its children begin in `matched`, if they were found */
    const vox_node *top; /* the value of the last search */
    bool lacks_memory;   /* so values of the last search were not found */
    uint32_t members[PATH_MEMBERS]; /* places */
    bool others;                    /* the last value has a member that no place takes */
};

/** Numbers an end of a path: for `ends` of a place, and `next` of a path. */
static inline uint32_t vox__end_of(uint32_t path, uint32_t end) {
    return path * ENDS + end;
}

static inline bool vox__is_identity_name(vox_string name) {
    return (name.length == 2 && memcmp(name.bytes, "id", 2) == 0) ||
           (name.length == 3 && memcmp(name.bytes, "lid", 3) == 0) ||
           (name.length == 4 && memcmp(name.bytes, "type", 4) == 0);
}

/** Allocates, resizes and frees without an account. */
static inline void *vox__memory_resize(
    const vox_allocator *allocator, void *memory, size_t old_size, size_t new_size
) {
    return old_size == new_size ? memory
                                : allocator->resize(allocator->context, memory, old_size, new_size);
}

/* path_text.c */

/** Reads one path, whose text must stay. Returns a message if it is malformed, or NULL. Writes its
 *  segments, and adds their number to `*used`. */
const char *vox__path_read(
    vox_string text, vox_path_start start, vox__path *path, vox_string *segments, size_t *used
);
/** Returns the number of parts between separators. */
size_t vox__path_parts(vox_string text, char separator);
/** Unescapes the next segment of a pointer to `bytes`, which may be the pointer's own. Returns false
 *  at its end. */
bool vox__pointer_segment(vox_string *rest, vox_string *segment);

/* places.c */

/** Makes the places of all paths. */
vox_status vox__places_make(vox_paths *paths);
/** Returns the child of a place with a name, or NO_PLACE. */
uint32_t vox__path_place_find(
    const vox_paths *paths, const vox__path_place *parent, vox_string name
);

/* find.c */

/** Returns what vox__path_place_find does for the next member of an object whose members the last
 *  search has found. `*next` is vox__paths_first at the first member. */
uint32_t vox__paths_next_place(
    const vox_paths *paths, const vox__path_place *parent, vox_string name, uint32_t *next
);
static inline uint32_t vox__paths_first(const vox_paths *paths, const vox__path_place *parent) {
    return parent->count ? paths->begins[parent - paths->places] : 0;
}
/** Sets for each path whether it takes the value that it finds. Without this call no path does. */
void vox__paths_take(vox_paths *paths, const bool *takes);
/** Finds the members of the value: the first step of a search. */
void vox__paths_begin(vox_paths *paths, vox_tree *tree, const vox_node *value);
/** Finds everything below these members. */
void vox__paths_go_on(vox_paths *paths, vox_tree *tree);

/** Returns the value of a path that has no place, or no value there. */
vox_node *vox__paths_other_value(
    const vox_paths *paths, const vox__path *path, vox_tree *tree, size_t *rest
);
/** Does what vox_paths_value does. `*rest` must be 0. */
VOX_INLINE const vox_node *vox__paths_value(
    const vox_paths *paths, uint32_t index, vox_tree *tree, size_t *rest
) {
    const vox__path *path = &paths->paths[index];
    const vox_node *found = path->is_looked_up ? NULL : paths->found[path->ends[END_VALUE]];
    return found ? found : vox__paths_other_value(paths, path, tree, rest);
}

/** Returns the member of the resource object, or NULL. */
static inline const vox_node *vox__paths_member(const vox_paths *paths, unsigned member) {
    return paths->found[paths->members[member]];
}

#endif
